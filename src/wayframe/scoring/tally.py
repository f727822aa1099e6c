"""Count right decisions, and sum the likelihood of the truth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

LEAST = 1e-6
"""No likelihood counts as less."""


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
