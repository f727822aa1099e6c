"""Tags for a sequence of rows of features: a linear-chain conditional random field, by CRFsuite.

CRFsuite is 4 MB, needs nothing else, and tags a turn in a fraction of a millisecond. Learning has no chance in it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pycrfsuite

Row = list[str] | dict[str, float]
"""The features that hold of a word or a value; with how much is laid on each, or the same on all."""

ROUNDS = 60
SHARP = {"c1": 0.05, "c2": 0.05, "max_iterations": ROUNDS, "feature.minfreq": 2}
SMOOTH = {**SHARP, "c1": 0.1, "c2": 2.0}
"""How freely weights grow: `SHARP` where each value counts, `SMOOTH` where words are many and values few."""


class Lesson(NamedTuple):
    """A sequence with its right tags."""

    rows: Sequence[Row]
    tags: Sequence[str]


class Chain:
    """What was learned about one kind of sequence; `weights` is CRFsuite's own file, empty where nothing was."""

    def __init__(self, weights: bytes) -> None:
        """Raises `ValueError` where CRFsuite can't read the weights."""
        self.weights = weights
        self._tagger = _opened(weights) if weights else None

    def tags(self, rows: Sequence[Row]) -> list[str]:
        """The likeliest tags of a sequence; "O" everywhere where nothing was learned."""
        if self._tagger is None:
            return ["O"] * len(rows)
        return [str(tag) for tag in self._tagger.tag(rows)] if rows else []


def learned(lessons: Sequence[Lesson], settings: Mapping[str, float], told: Callable[[], None] = lambda: None) -> Chain:
    """Learn from sequences: same lessons, same weights. `told` hears after each round of at most `ROUNDS`."""
    shown = [lesson for lesson in lessons if lesson.rows]
    return Chain(fitted(sequenced([lesson.rows for lesson in shown]), [each.tags for each in shown], settings, told))


def sequenced(sequences: Sequence[Sequence[Row]]) -> list[Any]:
    """The sequences as CRFsuite keeps them, to be learned from several times."""
    return [pycrfsuite.ItemSequence(rows) for rows in sequences]


def fitted(
    sequences: Sequence[Any],
    tags: Sequence[Sequence[str]],
    settings: Mapping[str, float],
    told: Callable[[], None] = lambda: None,
) -> bytes:
    """CRFsuite's file of the weights that give the sequences their tags; empty where there is no sequence."""
    if not sequences:
        return b""
    trainer = _Trainer(told)
    trainer.set_params(settings)
    for sequence, its in zip(sequences, tags, strict=True):
        trainer.append(sequence, its)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "weights")
        trainer.train(str(path))
        return path.read_bytes()


def features(weights: bytes) -> dict[tuple[str, str], float]:
    """The weight of each feature and tag in CRFsuite's file."""
    return dict(_opened(weights).info().state_features) if weights else {}


def _opened(weights: bytes) -> Any:
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(weights)
    return tagger


class _Trainer(pycrfsuite.BaseTrainer):  # type: ignore[misc, unused-ignore]
    """A trainer that tells how far it is instead of printing it."""

    def __init__(self, told: Callable[[], None]) -> None:
        super().__init__("lbfgs", {}, verbose=True)
        self._told = told

    def message(self, message: str) -> None:
        if message.startswith("***** Iteration"):
            self._told()
