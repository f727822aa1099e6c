"""Scores without loopholes.

Every slot and every act of the truth counts: what is left out, and a slot with another value, is wrong. Distributions
must be proper, one entry a candidate; a slot that comes too often or isn't the act's is refused. An act is right if the
frames with more than 0.5 are those of the truth; its log-likelihood is the mean over the candidates, right way up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Turn
from wayframe.errors import InputError, shown
from wayframe.items import NOANNO, act_frames
from wayframe.scoring.predictions import PredictedAct, PredictedItem, Value, Vector, items
from wayframe.scoring.tally import LEAST, TagTallies

TOLERANCE = 1e-3
"""By how much the sum of a distribution may differ from 1: files round."""


class FrameDecision(NamedTuple):
    """Decision about a slot, or (`key` is `NOANNO`) about an act as a whole, beside the truth.

    `frames` are those of the truth, one for a slot; `vector` the probabilities of the candidate frames, None where
    there are none.
    """

    act: str
    key: str
    frames: frozenset[int]
    vector: Vector | None
    candidates: int

    @property
    def chosen(self) -> frozenset[int]:
        """The frames that the probabilities choose: of a slot the likeliest, of an act all above one half."""
        if self.vector is None:
            return frozenset()
        if self.key == NOANNO:
            return frozenset([frame for frame, each in enumerate(self.vector, 1) if each > 0.5])
        return frozenset((1 + self.vector.index(max(self.vector)),))

    @property
    def correct(self) -> bool:
        """Tell whether the chosen frames are those of the truth; where it has none, one half is too much for any."""
        if self.vector is None or self.chosen != self.frames:
            return False
        return bool(self.frames) or max(self.vector, default=0.0) < 0.5

    @property
    def loglik(self) -> float:
        """The log-likelihood of the truth, of an act the mean over the candidates."""
        if self.vector is None:
            return math.log(LEAST)
        if self.key == NOANNO:
            likelihoods = [each if frame in self.frames else 1 - each for frame, each in enumerate(self.vector, 1)]
            return sum(math.log(max(LEAST, each)) for each in likelihoods) / len(likelihoods)
        (frame,) = self.frames
        likelihood = self.vector[frame - 1] / sum(self.vector) if frame <= len(self.vector) else 0.0
        return math.log(max(LEAST, likelihood))


def decisions(turn: Turn, acts: Sequence[PredictedAct], candidates: int) -> list[FrameDecision]:
    """All decisions of a user's turn with so many candidate frames, act by act, slots before the act as a whole.

    Raises `InputError` where a prediction isn't proper, naming act and slot.
    """
    found = list[FrameDecision]()
    for act, predicted in zip(turn.acts, acts, strict=True):
        if predicted.name not in ("", act.name):
            raise InputError(f"expected act {act.name}, found {shown(predicted.name)}")
        found += _decisions(act, turn.active_frame, predicted, candidates)
    return found


def score_turn(turn: Turn, found: Sequence[FrameDecision], counts: TagTallies) -> bool:
    """Count the decisions of a user's turn; whether all its slots are right."""
    wrong = 0
    for decision in found:
        correct = decision.correct
        if decision.key == NOANNO:
            counts.act(turn.labels.tag_names, correct, decision.loglik)
        else:
            counts.slot(turn.labels.tag_names, decision.act, decision.key, correct, decision.loglik)
            wrong += not correct
    return wrong == 0


def _decisions(act: Act, active_frame: int, predicted: PredictedAct, candidates: int) -> list[FrameDecision]:
    slots, whole = act_frames(act, active_frame)
    left, vectors = list[PredictedItem](), list[Vector]()
    for item in items(predicted):
        if item.key != NOANNO:
            left.append(_proper_slot(act.name, item, candidates))
        elif item.vector is not None:
            vectors.append(_proper(act.name, item.vector, candidates))
    if len(vectors) > 1:
        raise InputError(f"{act.name}: expected one reference without slots, found {len(vectors)}")
    _not_more(act.name, [item.key for item in left], [item.key for item in slots])
    found = [
        FrameDecision(act.name, item.key, frozenset((item.frame,)), _taken(left, item.key, item.value), candidates)
        for item in slots
    ]
    return [*found, FrameDecision(act.name, NOANNO, whole, vectors[0] if vectors else None, candidates)]


def _taken(left: list[PredictedItem], key: str, value: Value) -> Vector | None:
    """The probabilities of the first item with the slot and the value, which is then gone."""
    for place, item in enumerate(left):
        if item.key == key and item.value == value and type(item.value) is type(value):
            return left.pop(place).vector
    return None


def _not_more(act: str, found: list[str], expected: list[str]) -> None:
    for key in found:
        if found.count(key) > expected.count(key):
            raise InputError(
                f"{act}: slot {shown(key)}: expected {expected.count(key) or 'none'}, found {found.count(key)}"
            )


def _proper_slot(act: str, item: PredictedItem, candidates: int) -> PredictedItem:
    if item.vector is None:
        raise InputError(f"{act}: {item.key}: expected a distribution over frames, found none")
    total = sum(_proper(f"{act}: {item.key}", item.vector, candidates))
    if abs(total - 1) > TOLERANCE:
        raise InputError(f"{act}: {item.key}: expected a distribution that sums to 1, found {total:.6g}")
    return item


def _proper(where: str, vector: Vector, candidates: int) -> Vector:
    if len(vector) != candidates:
        raise InputError(
            f"{where}: expected {candidates} probabilities (the frames before and a new one), found {len(vector)}"
        )
    for each in vector:
        if not 0 <= each <= 1:
            raise InputError(f"{where}: expected probabilities from 0 to 1, found {each:.6g}")
    return vector
