"""Learning from rows of features: tags for a sequence, and the statements that hold of a turn, both by CRFsuite.

CRFsuite is 4 MB, needs nothing else, and tags a turn in a fraction of a millisecond. Learning has no chance in it. Tags
come from a linear-chain conditional random field; a statement has a sum of weights, from sparse logistic regression.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

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


Weights = dict[str, tuple[tuple[int, int], ...]]
"""For each feature the numbers of the statements that it speaks for or against, each with its weight in hundredths."""

_ENOUGH = -70  # hundredths: from a chance of one in three on a statement is made, which gives the best F1
_LANE = 32  # bits, those of "I"
_HALF = 1 << (_LANE - 1)
_MOST = 100_000  # hundredths of a weight: what thousands of features sum up to fits into a lane
_SEEN = 3  # turns in which a feature has to hold to have weights
_SCALE = 100
_LEAST = 15  # hundredths; two fifths of all weights are smaller and change nothing but the time that a turn takes
_TABLE_SETTINGS = {"c1": 0.3, "c2": 0.1, "max_iterations": 30}
_TAGS = {True: "y", False: "n"}
_SIGNS = {"y": 1, "n": -1}


class StatementExample(NamedTuple):
    """A turn's features, and the numbers of the statements that hold."""

    row: Sequence[str]
    right: Collection[int]


class StatementTable:
    """Weights ready to be added up: those of a feature side by side in one long number, which has a lane a statement.

    So a turn costs an addition a feature, not one a weight.
    """

    def __init__(self, weights: Weights, statements: int) -> None:
        """Raises `ValueError` where there is a weight of no statement, or one that none can be."""
        for number, weight in chain.from_iterable(weights.values()):
            if not (0 <= number < statements and abs(weight) <= _MOST):
                raise ValueError("weights of no statement")
        self.weights, self._lanes = weights, Struct(f"<{statements}I")
        self._rows = {
            feature: sum(weight << _LANE * number for number, weight in held) for feature, held in weights.items()
        }
        self._middle = sum(_HALF << _LANE * number for number in range(statements))  # keeps each lane above zero

    def holding(self, row: Iterable[str]) -> list[int]:
        """The numbers of the statements that hold of a turn with these features, in order."""
        total = sum(map(self._rows.get, row, repeat(0)), self._middle)
        scores = self._lanes.unpack(total.to_bytes(self._lanes.size, "little"))
        return [number for number, score in enumerate(scores) if score > _HALF + _ENOUGH]


def weighed(examples: Sequence[StatementExample], statements: int, told: Callable[[], None] = lambda: None) -> Weights:
    """Learn from examples: same ones, same weights. `told` hears after each of the statements."""
    often = Counter(chain.from_iterable(example.row for example in examples))
    names = sorted(feature for feature, times in often.items() if times >= _SEEN)
    keys = {feature: str(at) for at, feature in enumerate(names)}
    sequences = sequenced([[[keys[each] for each in example.row if each in keys]] for example in examples])
    found: dict[str, dict[int, int]] = {}
    for number in range(statements):
        tags = [[_TAGS[number in example.right]] for example in examples]
        for (key, tag), weight in features(fitted(sequences, tags, _TABLE_SETTINGS)).items():
            held = found.setdefault(names[int(key)], {})
            held[number] = held.get(number, 0) + round(_SCALE * weight * _SIGNS[tag])
        told()
    return _telling(found)


def _telling(found: Mapping[str, Mapping[int, int]]) -> Weights:
    """Return the weights that change something, features in order."""
    weights: Weights = {}
    for feature, held in sorted(found.items()):
        kept = tuple((number, weight) for number, weight in held.items() if abs(weight) >= _LEAST)
        if kept:
            weights[feature] = kept
    return weights
