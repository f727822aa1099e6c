"""Files as every command takes them: plain, .gz or .xz, read by what they hold and written whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import os
import secrets
import tomllib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import msgspec

from wayframe.errors import InputError, reason

MOST = 200
"""Bytes that one byte of a compressed file may become: Frames packs to 1 : 41, simulated conversations to 1 : 48."""

SMALL = 64 << 20
"""Bytes that any compressed file may become."""

_CHUNK = 1 << 20
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_Record = TypeVar("_Record")
_BROKEN = (EOFError, lzma.LZMAError, gzip.BadGzipFile, zlib.error)


@contextmanager
def reading(path: str | Path) -> Iterator[BinaryIO]:
    """Open `path` for reading bytes, decompressed if its first bytes are those of gzip or xz.

    Raises `InputError` where the file can't be opened or read, where a compressed file is damaged or cut off, and where
    it unpacks to far more than texts do.
    """
    try:
        with open(path, "rb") as raw, _decompressing(path, raw) as stream:
            yield stream
    except _BROKEN as error:
        raise InputError(f"{path}: damaged or cut-off compressed file") from error
    except OSError as error:
        if _is_about(error, path):
            raise InputError(f"{path}: {reason(error)}") from error
        raise


def read_toml(path: str | Path, record: type[_Record]) -> _Record:
    """Return a TOML file as a record. Raises `InputError` naming the file and the field or line."""
    try:
        return msgspec.convert(tomllib.loads(Path(path).read_text(encoding="utf-8")), record)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"{path}: {' '.join(str(error).split())}") from error
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error


def home() -> Path:
    """The folder for what Wayframe makes and keeps: the one that WAYFRAME_HOME names, else the user's data folder."""
    import platformdirs

    return Path(os.environ.get("WAYFRAME_HOME") or platformdirs.user_data_path("wayframe"))


def digest(path: str | Path) -> str:
    """The sha256 of the file's content, decompressed: by it a result names its data. Raises like `reading`."""
    found = hashlib.sha256()
    with reading(path) as file:
        while chunk := file.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest()


@contextmanager
def writing(path: str | Path, private: bool = False) -> Iterator[BinaryIO]:
    """Open `path` for writing bytes, compressed as its name ends (.gz, .xz); whole or not at all, like `replacing`.

    Only its owner may read a `private` file. Compressed bytes carry no clock, so that the same content gives the same
    file. Raises `InputError` where the file can't be written.
    """

    def opened(beside: str, flags: int) -> int:
        return os.open(beside, flags, 0o600 if private else 0o666)

    with (
        replacing(path) as beside,
        open(beside, "xb", opener=opened) as raw,
        _compressing(raw, Path(path).suffix) as stream,
    ):
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


def _decompressing(path: str | Path, raw: BufferedReader) -> BinaryIO:
    start, counted = raw.peek(len(_XZ)), _Counted(raw)
    if start.startswith(_GZIP):
        return io.BufferedReader(_Unpacked(path, counted, gzip.GzipFile(fileobj=cast("BinaryIO", counted))), _CHUNK)
    if start.startswith(_XZ):
        return io.BufferedReader(_Unpacked(path, counted, lzma.LZMAFile(cast("BinaryIO", counted))), _CHUNK)
    return raw


class _Counted:
    """A file that knows how much of it was read."""

    def __init__(self, raw: BufferedReader) -> None:
        self._raw, self.count = raw, 0

    def read(self, size: int = -1) -> bytes:
        piece = self._raw.read(size)
        self.count += len(piece)
        return piece


class _Unpacked(io.RawIOBase):
    """Content of a compressed file. It ends in an `InputError` once that is out of all proportion to the file.

    Bombs are made of what packs a thousand times: few bytes are enough to fill any memory.
    """

    def __init__(self, path: str | Path, packed: _Counted, stream: gzip.GzipFile | lzma.LZMAFile) -> None:
        self._path, self._packed, self._stream, self._count = path, packed, stream, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._next(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def readall(self) -> bytes:
        return b"".join(iter(lambda: self._next(_CHUNK), b""))

    def _next(self, size: int) -> bytes:
        piece = self._stream.read(size)
        self._count += len(piece)
        if self._count > max(SMALL, MOST * self._packed.count):
            raise InputError(f"{self._path}: unpacks to more than {MOST} times its size, far more than texts do")
        return piece


def _compressing(raw: BinaryIO, suffix: str) -> BinaryIO:
    if suffix == ".gz":
        return cast("BinaryIO", gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0))
    if suffix == ".xz":
        return cast("BinaryIO", lzma.LZMAFile(raw, "wb"))
    return raw


def _is_about(error: OSError, path: str | Path) -> bool:
    """Tell whether an error comes from this file, not from another one that the block inside works with."""
    return error.filename is None or Path(error.filename) == Path(path)
