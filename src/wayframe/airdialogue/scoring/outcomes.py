"""Reward of an outcome: 0.2 for the name, 0.5 for the flight, 0.3 for the status: strict or as the toolkit counts."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from wayframe.airdialogue.records import AIRLINES, MONTHS, Action, AirFlight, KnowledgeBase
from wayframe.airdialogue.truth import same_name


class RewardParts(NamedTuple):
    """The reward of one outcome and what it is made of, each from 0 to 1; in the order of the public toolkit."""

    reward: float
    name: float
    flight: float
    status: float


WHOLE = RewardParts(1.0, 1.0, 1.0, 1.0)
"""The reward of an outcome that is right."""


def rewarded(name: float, flight: float, status: float) -> RewardParts:
    """The parts with their reward (the weights of the paper's implementation: .2, .5 and .3)."""
    return RewardParts(name * 0.2 + flight * 0.5 + status * 0.3, name, flight, status)


def mean(values: Iterable[float]) -> float:
    """The mean of some values, of none 0."""
    held = list(values)
    return fsum(held) / len(held) if held else 0.0


def means(rows: Sequence[RewardParts]) -> RewardParts:
    """The mean of each column."""
    return (
        RewardParts(*(mean(column) for column in zip(*rows, strict=True))) if rows else RewardParts(0.0, 0.0, 0.0, 0.0)
    )


def four_way_mean(rows: Sequence[RewardParts]) -> float:
    """Return the public toolkit's score of self-play: the mean over the reward and its three parts alike."""
    return mean(means(rows))


_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


@lru_cache(maxsize=65536)
def likeness(said: str, expected: str) -> float:
    """The F1 over the characters of two names, from 0 to 1, as the public toolkit has it.

    It takes a name for a bag of characters: without case, punctuation and the words a, an and the, but in any order,
    so that "Edwards Emily" is "Emily Edwards", and "An Le" has lost its "an".
    """
    one, other = _letters(said), _letters(expected)
    common = (one & other).total()
    if not common:
        return 0.0
    precision, recall = common / one.total(), common / other.total()
    return 2 * precision * recall / (precision + recall)


def halves(said: str, expected: str) -> float:
    """Half a point for the same first word, half for the same last word, whatever their case.

    So the exact-match score of the public model counts, which knows names of two words only.
    """
    one, other = said.lower().split(), expected.lower().split()
    if not one or not other:
        return float(one == other)
    return ((one[0] == other[0]) + (one[-1] == other[-1])) / 2


def _letters(name: str) -> Counter[str]:
    words = _ARTICLES.sub(" ", name.lower().translate(_PUNCTUATION)).split()
    return Counter(" ".join(words))


_MONTH = {name: number for number, name in enumerate(MONTHS)}


def distance(one: AirFlight, other: AirFlight) -> float:
    """Return the distance of two flights, from 0 to 1: the mean over twelve fields, each at most 1.

    Airports, class and kind of airline differ or not; days, months and hours count as plain numbers, so that the last
    of January is far from the first of February; prices by their share of the lower one. Symmetric.
    """
    low, high = sorted((float(one.price), float(other.price)))
    terms: tuple[float, ...] = (
        one.departure_airport != other.departure_airport,
        one.return_airport != other.return_airport,
        abs(_MONTH[one.departure_month] - _MONTH[other.departure_month]) / 12,
        abs(_MONTH[one.return_month] - _MONTH[other.return_month]) / 12,
        abs(float(one.departure_day) - float(other.departure_day)) / 31,
        abs(float(one.return_day) - float(other.return_day)) / 31,
        abs(one.departure_time_num - other.departure_time_num) / 24,
        abs(one.return_time_num - other.return_time_num) / 24,
        one.flight_class != other.flight_class,
        (high - low) / low if low else float(high > 0),
        abs(one.num_connections - other.num_connections) / 2,
        AIRLINES.get(one.airline) != AIRLINES.get(other.airline),
    )
    return sum(min(1.0, term) for term in terms) / len(terms)


def closeness(flight: int | None, expected: Collection[int], kb: KnowledgeBase) -> float:
    """Return the worth of a chosen flight (None: none), from 0 to 1, where each of `expected` would be right.

    A wrong flight is worth the less the farther it is from the nearest right one, against the pair in the knowledge
    base that is farthest apart. Nothing is near to no flight at all, and a flight that isn't there is worth nothing.
    """
    if not expected or flight is None:
        return float(not expected and flight is None)
    if flight in expected:
        return 1.0
    chosen = kb.flight(flight)
    right = [each for each in kb.kb if each.flight_number in expected]
    if chosen is None or not right:
        return 0.0
    nearest = min(distance(chosen, each) for each in right)
    farthest = _farthest(kb.kb, right)
    return 1 - min(1.0, nearest / farthest) if farthest else 1.0


def _farthest(flights: Sequence[AirFlight], right: Sequence[AirFlight]) -> float:
    return max(
        (distance(each, other) for each in flights for other in right if each.flight_number != other.flight_number),
        default=0.0,
    )


class ToolkitOutcome(NamedTuple):
    """A name, a flight and a status as the public toolkit takes them: its token of the flight, and what that means."""

    name: str
    flight: int | None
    known: bool
    """Whether the flight is a number or none at all; the toolkit gives nothing for what it can't find."""
    status: str


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
