"""Shares of right decisions: slots, acts, and what the paper measures; and scores without loopholes.

slots            slots whose likeliest frame is the one they are about
acts             acts whose set of frames, above one half, is the one that they are about without naming a slot
acts_binary      the same for every act and candidate frame by itself
identification   pairs of slot and frame, or of no slot and frame, that are right (paper section 6.1.2)
creation         user turns that make a frame if and only if the truth does (paper section 6.1.2)

Strict: every slot and every act of the truth counts: what is left out, and a slot with another value, is wrong.
Distributions must be proper, one entry a candidate; a slot that comes too often or isn't the act's is refused. An act
is right if the frames with more than 0.5 are those of the truth; its log-likelihood is the mean over the candidates,
right way up.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from wayframe.dialogue import Act, Turn
from wayframe.errors import InputError, shown
from wayframe.items import NOANNO, act_frames
from wayframe.scoring.predictions import LEAST, PredictedAct, PredictedItem, Value, Vector, items


class DecisionTally:
    """Decisions: how many, how many correct, the sum of the log-likelihoods of the truth (natural logarithm)."""

    def __init__(self) -> None:
        self.count = self.correct = 0
        self.loglik = 0.0

    def add(self, correct: bool, loglik: float) -> None:
        """Count one decision."""
        self.count += 1
        self.correct += correct
        self.loglik += loglik

    def as_json(self) -> dict[str, float]:
        """The three figures by name."""
        return {"count": self.count, "correct": self.correct, "loglik": self.loglik}


class TagTallies:
    """Tallies of slots and of acts by the tags of their turns, `total` for all; of slots also by `act:slot`."""

    def __init__(self) -> None:
        self.slots, self.acts, self.by_act_slot = (defaultdict[str, DecisionTally](DecisionTally) for _ in range(3))
        self.warnings = 0

    def slot(self, tags: Iterable[str], act: str, key: str, correct: bool, loglik: float) -> None:
        """Count the decision about a slot of an act."""
        for tally in (*(self.slots[tag] for tag in (*tags, "total")), self.by_act_slot[f"{act}:{key}"]):
            tally.add(correct, loglik)

    def act(self, tags: Iterable[str], correct: bool, loglik: float) -> None:
        """Count the decision about an act as a whole."""
        for tag in (*tags, "total"):
            self.acts[tag].add(correct, loglik)

    def as_json(self) -> dict[str, dict[str, dict[str, float]]]:
        """All tallies, by name in alphabetical order."""
        parts = {"slots": self.slots, "acts": self.acts, "by_act_slot": self.by_act_slot}
        return {part: {name: found[name].as_json() for name in sorted(found)} for part, found in parts.items()}


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
    extra = Counter(found) - Counter(expected)
    if extra:
        key = next(iter(extra))
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


Measure = Literal["slots", "acts", "acts_binary", "identification", "creation"]
MEASURES: tuple[Measure, ...] = get_args(Measure)


class MeasureCounts:
    """Counts of decisions and of right ones, by measure."""

    def __init__(self) -> None:
        self._counts, self._correct = Counter[Measure](), Counter[Measure]()

    def add(self, measure: Measure, count: int, correct: int) -> None:
        """Count decisions."""
        self._counts[measure] += count
        self._correct[measure] += correct

    def decide(self, decisions: Iterable[FrameDecision]) -> None:
        """Count all but creation."""
        slots = slots_right = acts = acts_right = pairs = pairs_right = entries = entries_right = 0
        for decision in decisions:
            if decision.key == NOANNO:
                chosen, frames = decision.chosen, decision.frames
                acts += 1
                acts_right += decision.correct
                entries += decision.candidates
                entries_right += decision.candidates - len(chosen ^ frames)
                pairs += len(frames)
                pairs_right += len(chosen & frames)
            else:
                slots += 1
                slots_right += decision.correct
        self.add("slots", slots, slots_right)
        self.add("acts", acts, acts_right)
        self.add("acts_binary", entries, entries_right)
        self.add("identification", slots + pairs, slots_right + pairs_right)

    def merge(self, other: MeasureCounts) -> None:
        """Add what another one counted."""
        self._counts.update(other._counts)
        self._correct.update(other._correct)

    @classmethod
    def sum(cls, parts: Iterable[MeasureCounts]) -> MeasureCounts:
        """Add the counts of all parts."""
        found = cls()
        for part in parts:
            found.merge(part)
        return found

    def count(self, measure: Measure) -> int:
        """Count the decisions."""
        return self._counts[measure]

    def correct(self, measure: Measure) -> int:
        """Count the right decisions."""
        return self._correct[measure]

    def percent(self, measure: Measure) -> float | None:
        """The share that is right, in percent; None of nothing."""
        return 100 * self.correct(measure) / self.count(measure) if self.count(measure) else None

    def as_json(self) -> dict[Measure, tuple[int, int]]:
        """Return the decisions and the right ones, by measure."""
        return {measure: (self.count(measure), self.correct(measure)) for measure in MEASURES}


def creates(decisions: Iterable[FrameDecision], active_frame: int | None, candidates: int) -> bool:
    """Tell whether a prediction makes a frame: by its active frame, or without one, by any decision for a new one."""
    if active_frame is not None:
        return active_frame == candidates
    return any(candidates in decision.chosen for decision in decisions)
