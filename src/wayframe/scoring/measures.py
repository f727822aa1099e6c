"""Shares of right decisions: slots, acts, and what the paper measures.

slots            slots whose likeliest frame is the one they are about
acts             acts whose set of frames, above one half, is the one that they are about without naming a slot
acts_binary      the same for every act and candidate frame by itself
identification   pairs of slot and frame, or of no slot and frame, that are right (paper section 6.1.2)
creation         user turns that make a frame if and only if the truth does (paper section 6.1.2)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from wayframe.items import NOANNO
from wayframe.scoring.strict import FrameDecision

Measure = Literal["slots", "acts", "acts_binary", "identification", "creation"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
_PLACES = {measure: place for place, measure in enumerate(MEASURES)}


class MeasureCounts:
    """Counts of decisions and of right ones, by measure."""

    def __init__(self) -> None:
        self._counts, self._correct = [0] * len(MEASURES), [0] * len(MEASURES)

    def add(self, measure: Measure, count: int, correct: int) -> None:
        """Count decisions."""
        self._counts[_PLACES[measure]] += count
        self._correct[_PLACES[measure]] += correct

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
        self._counts = [mine + its for mine, its in zip(self._counts, other._counts, strict=True)]
        self._correct = [mine + its for mine, its in zip(self._correct, other._correct, strict=True)]

    @classmethod
    def sum(cls, parts: Iterable[MeasureCounts]) -> MeasureCounts:
        """Add the counts of all parts."""
        found = cls()
        for part in parts:
            found.merge(part)
        return found

    def count(self, measure: Measure) -> int:
        """Count the decisions."""
        return self._counts[_PLACES[measure]]

    def correct(self, measure: Measure) -> int:
        """Count the right decisions."""
        return self._correct[_PLACES[measure]]

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
