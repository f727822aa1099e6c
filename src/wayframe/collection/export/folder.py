"""The folder of a release: files that each stand there whole, or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wayframe.collection.erasure import MARK
from wayframe.collection.study import FILE as STUDY
from wayframe.errors import InputError, reason
from wayframe.files import folder


def check(path: Path, *, force: bool) -> None:
    """Raise `InputError` where a release must not be written: among other files, unless forced, or into a study."""
    try:
        there = sorted(entry.name for entry in path.iterdir()) if path.exists() else []
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    if STUDY in there:
        raise InputError(f"{path}: is a study's folder; a release needs one of its own")
    if there and MARK not in there and not force:
        raise InputError(f"{path}: is no export and isn't empty (--force writes into it)")


@contextmanager
def staged(path: Path) -> Iterator[Path]:
    """Give an empty folder whose files take their place in `path` when the block ends well, the mark last.

    Only their owner may read them: when a release is fit for the eyes of others is for people to decide. Raises
    `InputError` where they can't be written.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.mkdir(mode=0o700)
        yield beside
        folder(path)
        for file in sorted(beside.iterdir(), key=lambda file: file.name == MARK):
            file.chmod(0o600)
            os.replace(file, target / file.name)
    except OSError as error:
        raise InputError(f"{path}: can't be written: {reason(error)}") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
