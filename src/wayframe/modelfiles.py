"""Files of trained models: JSON with a checksum. Nothing in them is ever executed.

A file is a record with the fields `format`, `version`, `acts`, `slots` and `sha256` among others: of whose models it
is, in which version, which acts and slots they know, and the checksum of all the rest.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from wayframe import corpus, files
from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError
from wayframe.ontology import ACTS, SLOTS

T = TypeVar("T", bound=FramesRecord)


class ModelKind(NamedTuple):
    """Kind of model file: its field `format`, and its name in messages ("trained tracker")."""

    format: str
    called: str


class _ModelHead(msgspec.Struct):
    """Enough of a file to see whether it is one of ours."""

    format: str = ""
    version: int = 0


class _ModelLabel(msgspec.Struct):
    acts: tuple[str, ...]
    slots: tuple[str, ...]
    sha256: str


def write(path: str | Path, file: FramesRecord) -> None:
    """Write a file with its checksum. Raises `InputError` where it can't be written."""
    with files.writing(path) as target:
        target.write(msgspec.json.encode(msgspec.structs.replace(file, sha256=checksum(file))))


def read(path: str | Path, kind: ModelKind, type: type[T], version: int | None = None) -> T:
    """Read a file of a kind, in this version if there is but one.

    Raises `InputError` where the file is none of the kind, is damaged, of another version or of other labels.
    """
    with files.reading(path) as source:
        data = source.read()
    try:
        head = msgspec.json.decode(data, type=_ModelHead)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path}: expected a {kind.called}, found something else or damage") from error
    if head.format != kind.format:
        raise InputError(f"{path}: expected a {kind.called}, found another file")
    if version not in (None, head.version):
        raise outdated(path)
    try:
        file, label = msgspec.json.decode(data, type=type), msgspec.json.decode(data, type=_ModelLabel)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged: {corpus.reason(error)}") from error
    if label.sha256 != checksum(file):
        raise InputError(f"{path}: damaged: its checksum is not that of what it holds")
    if (label.acts, label.slots) != (tuple(ACTS), tuple(SLOTS)):
        raise outdated(path)
    return file


def outdated(path: str | Path) -> InputError:
    """Return the error for a model of another version of this program."""
    return InputError(f"{path}: was trained by another version of Wayframe: train it again")


def checksum(file: msgspec.Struct) -> str:
    """Return the checksum of a file: of all but its field `sha256`."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(file, sha256=""))).hexdigest()
