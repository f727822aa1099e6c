"""Sum up the outcomes of many dialogues."""

from __future__ import annotations

from collections import Counter
from typing import Any

from wayframe.airdialogue.records import STATUSES, Status
from wayframe.airdialogue.scoring.reward import RewardParts
from wayframe.airdialogue.selfplay.playing import SelfplayOutcome


class OutcomeTally:
    """Counts outcomes in the order in which they come, so that the same ones give the same figures to the last bit."""

    def __init__(self) -> None:
        self.turns = Counter[int]()
        self._counts = Counter[Status]()
        self._rewards = dict.fromkeys(STATUSES, 0.0)
        self._sums = [0.0] * len(RewardParts._fields)
        self._exact = 0
        self._ended = 0

    def add(self, outcome: SelfplayOutcome) -> None:
        """Count one more."""
        self.turns[outcome.turns] += 1
        self._sums = [total + part for total, part in zip(self._sums, outcome.parts, strict=True)]
        self._exact += outcome.exact
        self._ended += outcome.ended
        self._counts[outcome.expected] += 1
        self._rewards[outcome.expected] += outcome.parts.reward

    @property
    def dialogues(self) -> int:
        """Count the dialogues."""
        return self.turns.total()

    def by_status(self) -> list[tuple[Status, int, float | None]]:
        """Return for each expected status the number of dialogues and their mean reward."""
        counts, rewards = self._counts, self._rewards
        return [(each, counts[each], rewards[each] / counts[each] if counts[each] else None) for each in STATUSES]

    def figures(self) -> dict[str, Any]:
        """Means over all conversations; `unfinished` are those in which the agent never acted."""
        count = self.dialogues
        means = {name: total / count for name, total in zip(RewardParts._fields, self._sums, strict=True)}
        return {
            "dialogues": count,
            **means,
            "exact": self._exact / count,
            "turns": sum(turns * number for turns, number in self.turns.items()) / count,
            "unfinished": count - self._ended,
            "by_status": {
                status: {"dialogues": number, "reward": reward} for status, number, reward in self.by_status()
            },
        }
