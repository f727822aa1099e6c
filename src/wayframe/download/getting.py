"""A corpus from its archive to its place: fetched, checked, unpacked beside, moved in."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

import msgspec

from wayframe.download.fetching import PATIENCE, Progress, WaitLimits, drop, fetch
from wayframe.download.sources import CorpusSource, FileFingerprint
from wayframe.download.unpacking import ArchiveLimits, unpack
from wayframe.errors import InputError, reason
from wayframe.files import home, writing

RECEIPT = "download.json"
"""Says in the folder of a corpus which files came from where: by it a later call knows that nothing is missing."""


class FetchedCorpus(NamedTuple):
    """A corpus that lies ready."""

    path: Path
    """What the corpus' variable is set to: its file, or the folder with its files."""
    folder: Path
    archive: FileFingerprint
    files: dict[str, FileFingerprint]
    url: str
    resumed: bool = False
    fetched: bool = True
    """False where it lay ready before."""


class _Receipt(NamedTuple):
    url: str
    archive: FileFingerprint
    files: dict[str, FileFingerprint]


def data_folder(source: CorpusSource) -> Path:
    """Return the default folder of a corpus: under WAYFRAME_HOME, else in the user's data folder."""
    return home() / "data" / source.name


def find(source: CorpusSource, folder: Path) -> FetchedCorpus | None:
    """The corpus that an earlier `get` brought to `folder`; None where it isn't there or isn't whole."""
    try:
        receipt = msgspec.json.decode((folder / RECEIPT).read_bytes(), type=_Receipt)
        if any(_fingerprint(folder / name) != file for name, file in receipt.files.items()):
            return None
        path = _named(source, folder, receipt.files)
    except (OSError, msgspec.DecodeError, InputError):
        return None
    return FetchedCorpus(path, folder, receipt.archive, receipt.files, receipt.url, fetched=False)


def get(
    source: CorpusSource, folder: Path, told: Progress, url: str | None = None, patience: WaitLimits = PATIENCE
) -> FetchedCorpus:
    """The corpus in `folder`, fetched from `url` (a web address, or an archive that lies here) if it isn't there yet.

    Raises `InputError`, with what to do by hand, where the archive can't be had, is another one than expected, or
    can't be unpacked; the folder then is as it was, save for what came of a download that broke off.
    """
    if found := find(source, folder):
        return found
    url = url or source.url
    local = _local(url)
    archive = local or folder / f".{source.name}.part"
    with _folder(folder):
        try:
            resumed = False if local else fetch(url, archive, source.most, told, patience)
            got = _checked(source, archive, folder, url, ours=not local)
        except InputError as error:
            raise InputError(f"{error}. {by_hand(source)}") from error
        return got._replace(resumed=resumed)


def by_hand(source: CorpusSource) -> str:
    """Describe the steps to fetch a corpus by hand."""
    return (
        f"By hand: get the archive from {source.page}, then "
        f"wayframe data get {source.name} --accept-licence --url ARCHIVE; or unpack it and set {source.variable}"
    )


def _checked(source: CorpusSource, archive: Path, folder: Path, url: str, ours: bool) -> FetchedCorpus:
    """Unpack an archive; one of `ours` is dropped then, unless there was no room for what it holds."""
    try:
        got = _unpacked(source, archive, folder, url)
    except InputError:
        if ours:
            drop(archive)  # a later call would find the same fault
        raise
    if ours:
        drop(archive)
    return got


def _unpacked(source: CorpusSource, archive: Path, folder: Path, url: str) -> FetchedCorpus:
    found = _fingerprint(archive)
    _check(source, "the archive", found, source.archive)
    beside = folder / f".{secrets.token_hex(8)}.unpacked"
    try:
        beside.mkdir()
        paths = unpack(archive, beside, ArchiveLimits(total=source.most_unpacked))
        files = {path.relative_to(beside).as_posix(): _fingerprint(path) for path in paths}
        path = _named(source, folder, files)
        _check(source, source.file, next(f for n, f in files.items() if Path(n).name == source.file), source.content)
        _move_in(beside, folder, files)
        with writing(folder / RECEIPT) as receipt:
            receipt.write(msgspec.json.encode(_Receipt(url, found, files)))
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return FetchedCorpus(path, folder, found, files, url)


def _named(source: CorpusSource, folder: Path, files: dict[str, FileFingerprint]) -> Path:
    """Return the path that the environment variable is set to."""
    for name in files:
        if Path(name).name == source.file:
            return (folder / name).parent if source.names_folder else folder / name
    raise InputError(f"{folder}: the archive holds no {source.file}")


def _check(source: CorpusSource, what: str, found: FileFingerprint, expected: FileFingerprint | None) -> None:
    if expected and found != expected:
        raise InputError(
            f"{source.name}: {what} isn't the one expected: {found.size:,} bytes, sha256 {found.sha256}, "
            f"expected {expected.size:,} bytes, sha256 {expected.sha256} (another version?)"
        )


def _move_in(beside: Path, folder: Path, files: dict[str, FileFingerprint]) -> None:
    (folder / RECEIPT).unlink(missing_ok=True)  # from here on the folder isn't what an older one says
    for name in files:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(beside / name, target)


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """The folder, made if it isn't there; what goes wrong with it is the user's to mend."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise InputError(f"{folder}: can't be written: {reason(error)}") from error


def _fingerprint(path: Path) -> FileFingerprint:
    try:
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256")
            return FileFingerprint(file.tell(), digest.hexdigest())
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error


def _local(url: str) -> Path | None:
    """The file that `url` names on this machine; None for a web address."""
    parts = urlsplit(url)
    if parts.scheme == "file":
        return Path(url2pathname(parts.path))
    return None if "://" in url else Path(url)
