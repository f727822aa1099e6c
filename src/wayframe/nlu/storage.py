"""Files of trained taggers: model files (`wayframe.modelfiles`) that say what the tagger was trained on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Raw

from wayframe import corpus, modelfiles
from wayframe.dialogue import Dialogue, FramesRecord
from wayframe.errors import InputError, shown
from wayframe.nlu.understanding import Speakers
from wayframe.ontology import ACTS, SLOTS
from wayframe.trainingdata import TrainingData

_FILE = modelfiles.ModelKind("wayframe-nlu", "trained NLU model")
T = TypeVar("T")


class TaggerTraining(FramesRecord, frozen=True, gc=False):
    """Training data of a model: `data` is the sha256 of the dialogues as JSON lines, in their order.

    `training` names them and those that said when to stop.
    """

    data: str
    dialogues: int
    author: Speakers
    seed: int
    training: TrainingData


class ModelFile(FramesRecord, frozen=True, gc=False):
    """A model as it is kept: `kind` says which class can use `body`, and `version` in which version of itself."""

    format: str
    kind: str
    version: int
    training: TaggerTraining
    acts: tuple[str, ...]
    slots: tuple[str, ...]
    body: Raw
    sha256: str = ""


def trained_on(
    dialogues: Sequence[Dialogue], author: Speakers, seed: int, validation: Sequence[Dialogue] = ()
) -> TaggerTraining:
    """The record of a training; `validation` are the dialogues that said when to stop."""
    data = TrainingData.of((*dialogues, *validation))
    return TaggerTraining(corpus.digest(dialogues), len(dialogues), author, seed, data)


def write(path: str | Path, kind: str, version: int, training: TaggerTraining, body: object) -> None:
    """Write a model; `body` is anything that msgspec makes JSON of. Raises `InputError` where it can't be written."""
    raw = Raw(msgspec.json.encode(body))
    modelfiles.write(path, ModelFile(_FILE.format, kind, version, training, tuple(ACTS), tuple(SLOTS), raw))


def read(path: str | Path) -> ModelFile:
    """Read a model, of whatever kind. Raises `InputError` where the file is none, is damaged or of other labels."""
    return modelfiles.read(path, _FILE, ModelFile)


def body(path: str | Path, file: ModelFile, kind: str, version: int, type: type[T]) -> T:
    """Read the content of a model of this kind and version. Raises `InputError` where it is another one, or damaged."""
    if file.kind != kind:
        raise InputError(f"{path}: expected a model of the kind {kind}, found {shown(file.kind)}")
    if file.version != version:
        raise modelfiles.outdated(path)
    try:
        return msgspec.json.decode(file.body, type=type)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged: {corpus.reason(error)}") from error
