"""AirDialogue's files in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.records import GOALS, STATUSES, KnowledgeBase, Sample
from wayframe.airdialogue.truth import expected_action, is_correct

_WISHES = ("departure_time", "return_time", "flight_class", "max_connections", "airline_preference")


class SampleStats:
    """Counts of samples, as they are added.

    `tied` counts samples by how many flights are equally right; `status_by_goal` the expected statuses of each goal.
    """

    def __init__(self) -> None:
        self.samples = self.dialogues = self.reserved = self.correct = self.judged = self.agreeing = self.acted = 0
        self.truth_equal = self.words = self.customer_first = self.with_search = 0
        self.goals, self.statuses, self.expected = Counter[str](), Counter[str](), Counter[str]()
        self.turns, self.tied, self.wishes = Counter[int](), Counter[int](), Counter[str]()
        self.status_by_goal = {goal: Counter[str]() for goal in GOALS}

    def add(self, sample: Sample, kb: KnowledgeBase) -> None:
        """Count one more."""
        truth = expected_action(sample.intent, kb)
        self.samples += 1
        self.reserved += kb.reservation != 0
        self.goals[sample.intent.goal] += 1
        self.wishes.update(name for name in _WISHES if getattr(sample.intent, name) is not None)
        self.expected[truth.status] += 1
        self.status_by_goal[sample.intent.goal][truth.status] += 1
        self.truth_equal += sample.expected_action == truth
        if truth.flight:
            self.tied[len(truth.flight)] += 1
        if sample.action is not None:
            self.acted += 1
            self.statuses[sample.action.status] += 1
            self.agreeing += is_correct(sample.action, truth)
        if sample.correct_sample is not None:
            self.judged += 1
            self.correct += sample.correct_sample
        self.with_search += sample.search_info is not None
        self._talk(sample.dialogue or ())

    def _talk(self, turns: tuple[str, ...]) -> None:
        if turns:
            self.dialogues += 1
            self.turns[len(turns)] += 1
            self.words += sum(len(turn.partition(": ")[2].split()) for turn in turns)
            self.customer_first += turns[0].startswith("customer:")

    def figures(self) -> dict[str, Any]:
        """All counts, ready for JSON. Means are None where there is nothing to count."""
        turns = sum(length * count for length, count in self.turns.items())
        return {
            "samples": self.samples,
            "goals": _ordered(self.goals, GOALS),
            "wishes": {"class" if name == "flight_class" else name: self.wishes[name] for name in _WISHES},
            "reservations": self.reserved,
            "statuses": {
                "action": _ordered(self.statuses, STATUSES),
                "expected_action": _ordered(self.expected, STATUSES),
                "by_goal": {goal: _ordered(counts, STATUSES) for goal, counts in self.status_by_goal.items()},
            },
            "tied_flights": {str(number): self.tied[number] for number in sorted(self.tied)},
            "expected_action_equal": self.truth_equal,
            "actions": self.acted,
            "actions_agreeing": self.agreeing,
            "judged": self.judged,
            "correct_samples": self.correct,
            "dialogues": self.dialogues,
            "turns": {
                "total": turns,
                "mean": turns / self.dialogues if self.dialogues else None,
                "min": min(self.turns, default=None),
                "max": max(self.turns, default=None),
            },
            "words_per_turn": self.words / turns if turns else None,
            "customer_first": self.customer_first,
            "with_search_info": self.with_search,
        }


def measure(pairs: Iterable[SamplePair]) -> SampleStats:
    """The figures of samples and their knowledge bases. Raises what reading them raises."""
    stats = SampleStats()
    for _, sample, kb in pairs:
        stats.add(sample, kb)
    return stats


def _ordered(counts: Counter[str], names: tuple[str, ...]) -> dict[str, int]:
    """Counts in the order of the names; what has another name comes last."""
    return {name: counts[name] for name in (*names, *sorted(counts.keys() - set(names)))}
