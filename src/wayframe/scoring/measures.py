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
from wayframe.scoring.strict import Decision

Measure = Literal["slots", "acts", "acts_binary", "identification", "creation"]
MEASURES: tuple[Measure, ...] = get_args(Measure)


class Shares:
    """How many decisions there were by measure, and how many were right."""

    def __init__(self) -> None:
        self.count: dict[Measure, int] = dict.fromkeys(MEASURES, 0)
        self.correct: dict[Measure, int] = dict.fromkeys(MEASURES, 0)

    def add(self, measure: Measure, count: int, correct: int) -> None:
        """Count decisions."""
        self.count[measure] += count
        self.correct[measure] += correct

    def decide(self, decisions: Iterable[Decision]) -> None:
        """Count all but creation."""
        for decision in decisions:
            chosen, frames = decision.chosen, decision.frames
            if decision.key == NOANNO:
                self.add("acts", 1, chosen == frames)
                self.add("acts_binary", decision.candidates, decision.candidates - len(chosen ^ frames))
                self.add("identification", len(frames), len(chosen & frames))
            else:
                self.add("slots", 1, chosen == frames)
                self.add("identification", 1, chosen == frames)

    def merge(self, other: Shares) -> None:
        """Add what another one counted."""
        for measure in MEASURES:
            self.add(measure, other.count[measure], other.correct[measure])

    def percent(self, measure: Measure) -> float | None:
        """The share that is right, in percent; None of nothing."""
        return 100 * self.correct[measure] / self.count[measure] if self.count[measure] else None


def creates(decisions: Iterable[Decision], active_frame: int | None, candidates: int) -> bool:
    """Whether a prediction makes a frame: by the active frame, or where that isn't told, if anything is about it."""
    if active_frame is not None:
        return active_frame == candidates
    return any(candidates in decision.chosen for decision in decisions)
