"""Judge an outcome: as the public toolkit counts, and without its faults."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.airdialogue.records import Action, KnowledgeBase
from wayframe.airdialogue.scoring.flights import closeness
from wayframe.airdialogue.scoring.names import halves, likeness
from wayframe.airdialogue.scoring.predictions import ToolkitOutcome
from wayframe.airdialogue.scoring.reward import RewardParts, rewarded
from wayframe.airdialogue.truth import same_name


class OutcomeScore(NamedTuple):
    """One outcome, judged: the reward and its parts, and both exact matches.

    `exact` is all or nothing, as `correct_sample`; `exact_parts` are the parts all or nothing, half the name for each
    of first and last name, with the weights of the reward, as the public model counts.
    """

    parts: RewardParts
    exact: bool
    exact_parts: RewardParts


NOTHING = OutcomeScore(rewarded(0, 0, 0), False, rewarded(0, 0, 0))
"""What it is worth never to act, whatever was expected: no flight isn't the same as none chosen."""


def judged(action: Action, expected: Action, kb: KnowledgeBase) -> OutcomeScore:
    """An action against the truth. Several flights are one booking where each would be right, in whatever order."""
    right = set(action.flight) <= set(expected.flight) and bool(action.flight) == bool(expected.flight)
    flight = 1.0 if right else closeness(action.flight[0] if action.flight else None, expected.flight, kb)
    named, same = same_name(action.name, expected.name), float(action.status == expected.status)
    name = 1.0 if named else likeness(action.name, expected.name)
    exact = rewarded(1.0 if named else halves(action.name, expected.name), float(right), same)
    return OutcomeScore(rewarded(name, flight, same), named and right and bool(same), exact)


def judged_as_toolkit(outcome: ToolkitOutcome, expected: Action, kb: KnowledgeBase) -> OutcomeScore:
    """An outcome against the truth as the public toolkit does it, faults included.

    The exact match of its model's repository it has only in name: it is counted on the same tokens.
    """
    flight = closeness(outcome.flight, expected.flight, kb) if outcome.known else 0.0
    same = float(outcome.status == expected.status)
    right = outcome.known and (outcome.flight in expected.flight if expected.flight else outcome.flight is None)
    parts = rewarded(likeness(outcome.name, expected.name), flight, same)
    exact = rewarded(halves(outcome.name, expected.name), float(right), same)
    return OutcomeScore(parts, same_name(outcome.name, expected.name) and right and bool(same), exact)
