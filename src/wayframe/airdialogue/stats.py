"""AirDialogue's files in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.records import GOALS, STATUSES, KnowledgeBase, Sample
from wayframe.airdialogue.truth import expected_action, is_correct

_WISHES = ("departure_time", "return_time", "flight_class", "max_connections", "airline_preference")
_COUNTS = ("expected_action_equal", "actions", "actions_agreeing", "judged", "correct_samples", "dialogues")


class SampleStats:
    """Counts of samples, as they are added.

    `tied` counts samples by how many flights are equally right; `status_by_goal` the expected statuses of each goal.
    """

    def __init__(self) -> None:
        self.counts, self.words = Counter[str](), 0
        self.goals, self.statuses, self.expected = Counter[str](), Counter[str](), Counter[str]()
        self.turns, self.tied, self.wishes = Counter[int](), Counter[int](), Counter[str]()
        self.status_by_goal = {goal: Counter[str]() for goal in GOALS}

    def add(self, sample: Sample, kb: KnowledgeBase) -> None:
        """Count one more."""
        truth, action = expected_action(sample.intent, kb), sample.action
        self.counts["samples"] += 1
        self.counts["reservations"] += kb.reservation != 0
        self.counts["expected_action_equal"] += sample.expected_action == truth
        self.counts["with_search_info"] += sample.search_info is not None
        self.counts["judged"] += sample.correct_sample is not None
        self.counts["correct_samples"] += sample.correct_sample is True
        self.goals[sample.intent.goal] += 1
        self.wishes.update(name for name in _WISHES if getattr(sample.intent, name) is not None)
        self.expected[truth.status] += 1
        self.status_by_goal[sample.intent.goal][truth.status] += 1
        if truth.flight:
            self.tied[len(truth.flight)] += 1
        if action is not None:
            self.counts["actions"] += 1
            self.counts["actions_agreeing"] += is_correct(action, truth)
            self.statuses[action.status] += 1
        if sample.dialogue:
            self.counts["dialogues"] += 1
            self.counts["customer_first"] += sample.dialogue[0].startswith("customer:")
            self.turns[len(sample.dialogue)] += 1
            self.words += sum(len(turn.partition(": ")[2].split()) for turn in sample.dialogue)

    def figures(self) -> dict[str, Any]:
        """All counts, ready for JSON. Means are None where there is nothing to count."""
        counts, turns = self.counts, sum(length * count for length, count in self.turns.items())
        return {
            "samples": counts["samples"],
            "goals": _ordered(self.goals, GOALS),
            "wishes": {"class" if name == "flight_class" else name: self.wishes[name] for name in _WISHES},
            "reservations": counts["reservations"],
            "statuses": {
                "action": _ordered(self.statuses, STATUSES),
                "expected_action": _ordered(self.expected, STATUSES),
                "by_goal": {goal: _ordered(each, STATUSES) for goal, each in self.status_by_goal.items()},
            },
            "tied_flights": {str(number): self.tied[number] for number in sorted(self.tied)},
            **{name: counts[name] for name in _COUNTS},
            "turns": {
                "total": turns,
                "mean": turns / counts["dialogues"] if turns else None,
                "min": min(self.turns, default=None),
                "max": max(self.turns, default=None),
            },
            "words_per_turn": self.words / turns if turns else None,
            "customer_first": counts["customer_first"],
            "with_search_info": counts["with_search_info"],
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
