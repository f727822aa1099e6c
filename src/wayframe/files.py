"""Files as every command takes them: plain, .gz or .xz, read by what they hold and written whole or not at all."""

from __future__ import annotations

import gzip
import lzma
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, cast

from wayframe.errors import InputError

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_BROKEN = (EOFError, lzma.LZMAError, gzip.BadGzipFile, zlib.error)


@contextmanager
def reading(path: str | Path) -> Iterator[BinaryIO]:
    """Open `path` for reading bytes, decompressed if its first bytes are those of gzip or xz.

    Raises `InputError` where the file can't be opened, or a compressed file is damaged or cut off.
    """
    try:
        with open(path, "rb") as raw:
            magic = raw.read(len(_XZ))
            raw.seek(0)
            stream: IO[bytes] = raw
            if magic.startswith(_GZIP):
                stream = gzip.open(raw)
            elif magic == _XZ:
                stream = lzma.open(raw)
            yield cast("BinaryIO", stream)
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile):
            raise InputError(f"{path}: damaged gzip file: {error}") from error
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    except _BROKEN as error:
        raise InputError(f"{path}: damaged or cut-off compressed file") from error


@contextmanager
def writing(path: str | Path) -> Iterator[BinaryIO]:
    """Open `path` for writing bytes, compressed as its name ends (.gz, .xz).

    What is written goes beside the target and takes its name when the block ends well; when it doesn't, the target
    stays as it was. Compressed bytes carry no clock, so that the same content gives the same file.
    """
    target = Path(path)
    try:
        descriptor, beside = tempfile.mkstemp(dir=target.parent or ".", prefix=f".{target.name}.")
    except OSError as error:
        raise InputError(f"{target}: can't be written: {(error.strerror or str(error)).lower()}") from error
    try:
        with os.fdopen(descriptor, "wb") as raw:
            stream: IO[bytes] = raw
            if target.suffix == ".gz":
                stream = gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0)
            elif target.suffix == ".xz":
                stream = lzma.open(raw, "wb")
            with stream:
                yield cast("BinaryIO", stream)
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
