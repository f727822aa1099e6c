"""Folders as conversions write them: whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wayframe.errors import InputError, reason


@contextmanager
def making(path: Path) -> Iterator[Path]:
    """Give an empty folder that takes the name `path` when the block ends well, and is gone when it doesn't.

    Raises `InputError` where `path` is there already, or can't be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists():
        raise InputError(f"{path}: can't be written: it is there already, and a folder is never written over")
    beside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        beside.mkdir()
        yield beside
        beside.rename(target)
    except OSError as error:
        if error.filename is None or not Path(error.filename).is_relative_to(beside):
            raise
        raise InputError(f"{path}: can't be written: {reason(error)}") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
