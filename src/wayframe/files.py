"""Files as every command takes them: plain, .gz or .xz, read by what they hold and written whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import lzma
import os
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

from wayframe.errors import InputError, reason

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_BROKEN = (EOFError, lzma.LZMAError, gzip.BadGzipFile, zlib.error)


@contextmanager
def reading(path: str | Path) -> Iterator[BinaryIO]:
    """Open `path` for reading bytes, decompressed if its first bytes are those of gzip or xz.

    Raises `InputError` where the file can't be opened or read, or a compressed file is damaged or cut off.
    """
    try:
        with open(path, "rb") as raw, _decompressing(raw) as stream:
            yield stream
    except _BROKEN as error:
        raise InputError(f"{path}: damaged or cut-off compressed file") from error
    except OSError as error:
        if _is_about(error, path):
            raise InputError(f"{path}: {reason(error)}") from error
        raise


def home() -> Path:
    """The folder for what Wayframe makes and keeps: the one that WAYFRAME_HOME names, else the user's data folder."""
    import platformdirs

    return Path(os.environ.get("WAYFRAME_HOME") or platformdirs.user_data_path("wayframe"))


def digest(path: str | Path) -> str:
    """The sha256 of the file's content, decompressed: by it a result names its data. Raises like `reading`."""
    found = hashlib.sha256()
    with reading(path) as file:
        while chunk := file.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()


@contextmanager
def writing(path: str | Path) -> Iterator[BinaryIO]:
    """Open `path` for writing bytes, compressed as its name ends (.gz, .xz); whole or not at all, like `replacing`.

    Compressed bytes carry no clock, so that the same content gives the same file. Raises `InputError` where the file
    can't be written.
    """
    with replacing(path) as beside, open(beside, "xb") as raw, _compressing(raw, Path(path).suffix) as stream:
        yield stream


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Give a name beside `path` for a file that takes its place when the block ends well.

    When it doesn't, the target stays as it was. A link is followed; what is no regular file (a device, a folder) is
    never replaced. Raises `InputError` where the file can't be written.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        if target.exists() and not target.is_file():
            raise InputError(f"{path}: can't be written: not a regular file")
        yield beside
        os.replace(beside, target)
    except OSError as error:
        if _is_about(error, beside) or _is_about(error, target):
            raise InputError(f"{path}: can't be written: {reason(error)}") from error
        raise
    finally:
        with suppress(OSError):
            beside.unlink()


def folder(path: Path) -> Path:
    """`path`, made a folder where nothing is there yet. Raises `InputError` where it can't be one."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: can't be made a folder: {reason(error)}") from error
    return path


def _decompressing(raw: BufferedReader) -> BinaryIO:
    start = raw.peek(len(_XZ))
    if start.startswith(_GZIP):
        return cast("BinaryIO", gzip.GzipFile(fileobj=raw))
    if start.startswith(_XZ):
        return cast("BinaryIO", lzma.LZMAFile(raw))
    return raw


def _compressing(raw: BinaryIO, suffix: str) -> BinaryIO:
    if suffix == ".gz":
        return cast("BinaryIO", gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0))
    if suffix == ".xz":
        return cast("BinaryIO", lzma.LZMAFile(raw, "wb"))
    return raw


def _is_about(error: OSError, path: str | Path) -> bool:
    """Whether an error comes from this file, not from another one that the block inside works with."""
    return error.filename is None or Path(error.filename) == Path(path)
