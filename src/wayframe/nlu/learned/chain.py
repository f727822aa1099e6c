"""Tags for a sequence of rows of features: a linear-chain conditional random field, by CRFsuite.

CRFsuite is 4 MB, needs nothing else, and tags a turn in a fraction of a millisecond. Learning has no chance in it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pycrfsuite

Row = list[str] | dict[str, float]
"""The features that hold of a word or a value; with how much is laid on each, or the same on all."""

ROUNDS = 40
_SETTINGS = {"c1": 0.5, "c2": 2.0, "max_iterations": ROUNDS, "feature.minfreq": 2}
"""Weights are kept small and few: what a few turns have in common says little about those of other people."""


class SequenceModel:
    """Learned model of one kind of sequence; `weights` is CRFsuite's own file, empty where it had no data."""

    def __init__(self, weights: bytes) -> None:
        """Raises `ValueError` where CRFsuite can't read the weights."""
        self.weights = weights
        self._tagger = _opened(weights) if weights else None

    def tags(self, rows: Any) -> list[str]:
        """The likeliest tags of rows, or of what `sequenced` made of them; "O" where nothing was learned."""
        if self._tagger is None:
            return ["O"] * len(rows)
        return [str(tag) for tag in self._tagger.tag(rows)] if len(rows) else []


def learned(
    sequences: Sequence[Any], tags: Sequence[Sequence[str]], told: Callable[[], None] = lambda: None
) -> SequenceModel:
    """Learn from sequences: same ones, same weights. `told` hears after each round of at most `ROUNDS`."""
    return SequenceModel(fitted(sequences, tags, _SETTINGS, told))


def sequenced(sequences: Sequence[Sequence[Row]]) -> list[Any]:
    """The sequences as CRFsuite keeps them, to be learned from several times, and to be tagged."""
    return [pycrfsuite.ItemSequence(rows) for rows in sequences]


def fitted(
    sequences: Sequence[Any],
    tags: Sequence[Sequence[str]],
    settings: Mapping[str, float],
    told: Callable[[], None] = lambda: None,
) -> bytes:
    """CRFsuite's file of the weights that give the sequences their tags; empty where there is nothing to tag."""
    if not any(tags):
        return b""
    trainer = _SequenceTrainer(told)
    trainer.set_params(settings)
    for sequence, its in zip(sequences, tags, strict=True):
        if its:
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


class _SequenceTrainer(pycrfsuite.BaseTrainer):  # type: ignore[misc, unused-ignore]
    """A trainer that tells how far it is instead of printing it."""

    def __init__(self, told: Callable[[], None]) -> None:
        super().__init__("lbfgs", {}, verbose=True)
        self._told = told

    def message(self, message: str) -> None:
        if message.startswith("***** Iteration"):
            self._told()
