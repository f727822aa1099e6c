"""Files of trained taggers: JSON with a checksum that says what it was trained on. Nothing in it is ever executed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Raw

from wayframe import corpus, files
from wayframe.dialogue import Dialogue, Record
from wayframe.errors import InputError, shown
from wayframe.nlu.tagging import Speakers
from wayframe.ontology import ACTS, SLOTS

FORMAT = "wayframe-nlu"
T = TypeVar("T")


class Training(Record, frozen=True, gc=False):
    """What a model was trained on: `data` is the sha256 of the dialogues as JSON lines, in their order."""

    data: str
    dialogues: int
    author: Speakers
    seed: int


class ModelFile(Record, frozen=True, gc=False):
    """A model as it is kept: `kind` says which class can use `body`, and `version` in which version of itself."""

    format: str
    kind: str
    version: int
    training: Training
    acts: tuple[str, ...]
    slots: tuple[str, ...]
    body: Raw
    sha256: str = ""


class _Head(msgspec.Struct):
    """Enough of a file to see whether it is one of ours."""

    format: str = ""


def trained_on(dialogues: Sequence[Dialogue], author: Speakers, seed: int) -> Training:
    """The record of a training."""
    return Training(corpus.digest(dialogues), len(dialogues), author, seed)


def write(path: str | Path, kind: str, version: int, training: Training, body: object) -> None:
    """Write a model; `body` is anything that msgspec makes JSON of. Raises `InputError` where it can't be written."""
    raw = Raw(msgspec.json.encode(body))
    file = ModelFile(FORMAT, kind, version, training, tuple(ACTS), tuple(SLOTS), raw)
    with files.writing(path) as target:
        target.write(msgspec.json.encode(msgspec.structs.replace(file, sha256=_checksum(file))))


def read(path: str | Path) -> ModelFile:
    """Read a model, of whatever kind. Raises `InputError` where the file is none, is damaged or of other labels."""
    with files.reading(path) as source:
        data = source.read()
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path}: expected a trained NLU model, found something else or damage") from error
    if head.format != FORMAT:
        raise InputError(f"{path}: expected a trained NLU model, found another file")
    try:
        file = msgspec.json.decode(data, type=ModelFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged: {corpus.reason(error)}") from error
    if file.sha256 != _checksum(file):
        raise InputError(f"{path}: damaged: its checksum is not that of what it holds")
    if (file.acts, file.slots) != (tuple(ACTS), tuple(SLOTS)):
        raise InputError(f"{path}: was trained by another version of Wayframe: train it again")
    return file


def body(path: str | Path, file: ModelFile, kind: str, version: int, type: type[T]) -> T:
    """What a model of this kind and version holds. Raises `InputError` where it is another one, or damaged."""
    if file.kind != kind:
        raise InputError(f"{path}: expected a model of the kind {kind}, found {shown(file.kind)}")
    if file.version != version:
        raise InputError(f"{path}: was trained by another version of Wayframe: train it again")
    try:
        return msgspec.json.decode(file.body, type=type)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged: {corpus.reason(error)}") from error


def _checksum(file: ModelFile) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(file, sha256=""))).hexdigest()
