"""Archives that others made, unpacked so that nothing lands elsewhere and nothing grows without end."""

from __future__ import annotations

import errno
import gzip
import lzma
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, NamedTuple, cast

from wayframe.errors import InputError, shown

CHUNK = 1 << 20
_DEEPEST = 16  # folders in folders
_ODD = re.compile(r"[\\:\x00-\x1f]")  # in names that lead elsewhere on some systems
_BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError,
    UnicodeDecodeError,
)  # fmt: skip


class ArchiveLimits(NamedTuple):
    """Limits of an archive: files and folders, bytes of all files together, bytes for one byte of the archive.

    Text packs to a twentieth (Frames to 1 : 22); what packs ten times better still isn't a corpus.
    """

    members: int = 10_000
    total: int = 1 << 30
    ratio: int = 200


class _ArchiveMember(NamedTuple):
    name: str
    folder: bool
    plain: bool
    size: int
    open: Callable[[], IO[bytes] | None]


def unpack(archive: Path, folder: Path, limits: ArchiveLimits) -> list[Path]:
    """Unpack a zip or tar archive into an empty folder; the files, in the archive's order.

    Raises `InputError` where it is neither, damaged, larger than the limits, or holds what a corpus doesn't: a link, a
    device, a path that leads outside, a name twice. What is in the folder then is to be thrown away.
    """
    most = min(limits.total, limits.ratio * archive.stat().st_size)
    try:
        with open(archive, "rb") as raw:
            if raw.read(2) == b"PK":
                with zipfile.ZipFile(raw) as opened:
                    return _all(archive, _of_zip(archive, opened), folder, limits, most)
            stream = cast("BinaryIO", _Limited(archive, _decompressed(raw), most))
            with tarfile.open(fileobj=stream, mode="r|") as tar:
                return _all(archive, _of_tar(tar), folder, limits, most)
    except tarfile.ReadError as error:
        raise InputError(f"{archive}: expected a zip or tar archive, found {_looks_like(archive)}") from error
    except _BROKEN as error:
        raise InputError(f"{archive}: damaged archive: {error}") from error
    except OSError as error:
        if error.errno != errno.EINVAL:  # a zip that says that a file begins before the archive does
            raise
        raise InputError(f"{archive}: damaged archive: {error}") from error


def _all(
    archive: Path, members: Iterator[_ArchiveMember], folder: Path, limits: ArchiveLimits, most: int
) -> list[Path]:
    written, seen, left = list[Path](), set[str](), most
    for number, member in enumerate(members, 1):
        if number > limits.members:
            raise InputError(f"{archive}: holds more than {limits.members:,} files")
        path = _inside(archive, member.name)
        if not member.folder and not member.plain:
            raise InputError(f"{archive}: {shown(member.name)} is neither a file nor a folder (a link or a device)")
        target = folder.joinpath(*path.parts)
        if member.folder:
            target.mkdir(parents=True, exist_ok=True)
            continue
        if str(path).casefold() in seen:
            raise InputError(f"{archive}: holds {shown(member.name)} twice")
        seen.add(str(path).casefold())
        if member.size > left:
            raise _too_large(archive, most)
        left -= _copied(archive, member, target, left, most)
        written.append(target)
    return written


def _copied(archive: Path, member: _ArchiveMember, target: Path, left: int, most: int) -> int:
    """Write one file; how many bytes it has, whatever the archive says about it."""
    count = 0
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target, "xb") as file:
        stream = member.open()
        while stream is not None and (piece := stream.read(CHUNK)):
            count += len(piece)
            if count > left:
                raise _too_large(archive, most)
            file.write(piece)
    return count


def _inside(archive: Path, name: str) -> PurePosixPath:
    """The path as one that stays inside."""
    path = PurePosixPath(name)
    if _ODD.search(name) or path.is_absolute() or ".." in path.parts or not path.parts or len(path.parts) > _DEEPEST:
        raise InputError(f"{archive}: holds {shown(name)}, a path that may lead outside")
    if any(len(part.encode()) > 255 for part in path.parts):
        raise InputError(f"{archive}: holds {shown(name)}, a name that is too long")
    return path


def _of_zip(archive: Path, opened: zipfile.ZipFile) -> Iterator[_ArchiveMember]:
    for info in opened.infolist():
        if info.flag_bits & 1:
            raise InputError(f"{archive}: {shown(info.filename)} is encrypted")
        kind = stat.S_IFMT(info.external_attr >> 16)
        plain = kind in (0, stat.S_IFREG)
        yield _ArchiveMember(info.orig_filename, info.is_dir(), plain, info.file_size, partial(opened.open, info))


def _of_tar(tar: tarfile.TarFile) -> Iterator[_ArchiveMember]:
    for info in tar:
        plain = info.isreg() and not info.issparse()
        yield _ArchiveMember(info.name, info.isdir(), plain, info.size, partial(tar.extractfile, info))


def _decompressed(raw: IO[bytes]) -> BinaryIO:
    raw.seek(0)
    start = raw.read(6)
    raw.seek(0)
    if start.startswith(b"\x1f\x8b"):
        return cast("BinaryIO", gzip.GzipFile(fileobj=raw))
    if start.startswith(b"\xfd7zXZ\x00"):
        return cast("BinaryIO", lzma.LZMAFile(raw))
    return cast("BinaryIO", raw)


class _Limited:
    """A stream that ends in an `InputError` where more comes out of it than may, in headers as well as in files."""

    def __init__(self, archive: Path, stream: BinaryIO, most: int) -> None:
        self.archive, self.stream, self.most = archive, stream, most
        self.left = most + (most >> 4) + CHUNK  # headers, and what fills up blocks

    def read(self, size: int) -> bytes:
        piece = self.stream.read(size)
        self.left -= len(piece)
        if self.left < 0:
            raise _too_large(self.archive, self.most)
        return piece


def _too_large(archive: Path, most: int) -> InputError:
    return InputError(f"{archive}: holds more than {most:,} bytes unpacked, far more than expected")


def _looks_like(archive: Path) -> str:
    with open(archive, "rb") as file:
        start = file.read(1000)
    if start.lstrip().lower().startswith((b"<!doctype", b"<html")):
        return "a web page"
    return shown(start[:20].decode("latin-1")) if start else "nothing"
