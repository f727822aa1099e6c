"""Choose the statements that hold of a turn: each has a sum of weights, learned by sparse logistic regression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, repeat
from struct import Struct
from typing import NamedTuple

from wayframe.nlu.learned.chain import features, fitted, sequenced

Weights = dict[str, tuple[tuple[int, int], ...]]
"""For each feature the numbers of the statements that it speaks for or against, each with its weight in hundredths."""

_ENOUGH = -70  # hundredths: from a chance of one in three on a statement is made, which gives the best F1
_LANE = 32  # bits, those of "I"
_HALF = 1 << (_LANE - 1)
_MOST = 100_000  # hundredths of a weight: what thousands of features sum up to fits into a lane
_SEEN = 3  # turns in which a feature has to hold to have weights
_SCALE = 100
_LEAST = 15  # hundredths; two fifths of all weights are smaller and change nothing but the time that a turn takes
_SETTINGS = {"c1": 0.3, "c2": 0.1, "max_iterations": 30}
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
        for (key, tag), weight in features(fitted(sequences, tags, _SETTINGS)).items():
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
