"""The one right outcome of a context, and whether what somebody did is it."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from wayframe.airdialogue.files import Bad, read, records, refuse
from wayframe.airdialogue.records import (
    AIRLINES,
    Action,
    AirFlight,
    Intent,
    KnowledgeBase,
    Sample,
    Status,
    window,
)  # fmt: skip
from wayframe.errors import InputError

JOURNEY = attrgetter(
    "departure_airport", "return_airport", "departure_month", "return_month", "departure_day", "return_day"
)
"""Airports and days, which customers and flights name alike."""


class TruthAgreement(NamedTuple):
    """Of how many samples the truth that the file holds is the one computed anew.

    `correct_sample_equal` is None where no sample is judged, as in a file of contexts.
    """

    samples: int
    expected_action_equal: int
    correct_sample_equal: int | None


def expected_action(intent: Intent, kb: KnowledgeBase) -> Action:
    """Return a perfect agent's action, with all of the cheapest flights that satisfy the customer, in its own order.

    Who has no reservation can't change or cancel one. The flight that is held already may be the new one too.
    """
    status, flights = _outcome(intent, kb)
    return Action(flight=flights, name=intent.name, status=status)


def _outcome(intent: Intent, kb: KnowledgeBase) -> tuple[Status, tuple[int, ...]]:
    if intent.goal != "book" and not kb.reservation:
        return "no_reservation", ()
    if intent.goal == "cancel":
        return "cancel", ()
    fitting = [flight for flight in kb.kb if satisfies(intent, flight)]
    if not fitting:
        return "no_flight", ()
    lowest = min(flight.price for flight in fitting)
    return intent.goal, tuple(flight.flight_number for flight in fitting if flight.price == lowest)


def satisfies(intent: Intent, flight: AirFlight) -> bool:
    """Tell whether a flight satisfies all wishes of a customer."""
    if flight.price > intent.max_price or JOURNEY(flight) != JOURNEY(intent):
        return False
    if intent.max_connections is not None and flight.num_connections > intent.max_connections:
        return False
    wishes = (
        (intent.flight_class, flight.flight_class),
        (intent.airline_preference, AIRLINES.get(flight.airline)),
        (intent.departure_time, window(flight.departure_time_num)),
        (intent.return_time, window(flight.return_time_num)),
    )
    return all(wished in (None, held) for wished, held in wishes)


def is_correct(action: Action, expected: Action) -> bool:
    """Tell whether an action is right in all its parts, as `correct_sample` records it.

    Names are the same whatever their case and the blanks around them. Raises `InputError` where the action has more
    than one flight.
    """
    if len(action.flight) > 1:
        raise InputError(f"action.flight: expected at most one flight, found {len(action.flight)}")
    right = action.flight[0] in expected.flight if action.flight else not expected.flight
    return right and action.status == expected.status and same_name(action.name, expected.name)


def same_name(one: str, other: str) -> bool:
    """Tell whether two names differ in nothing but case and the blanks around them."""
    return one.strip().lower() == other.strip().lower()


def agreement(
    data: str | Path, kb: str | Path, bad: Bad = refuse, told: Callable[[int], object] = lambda samples: None
) -> TruthAgreement:
    """Compare what two files say of the truth with the truth; `told` hears how many samples are done.

    Where one sample has a `correct_sample`, all must have one. Reads, raises and passes over like `files.read`.
    """
    judged = any(sample.correct_sample is not None for _, sample in records(data, Sample, lambda error: None))
    samples = expected_equal = correct_equal = 0
    for _, sample, base in read(data, kb, bad, ("expected_action", *(("action", "correct_sample") if judged else ()))):
        samples += 1
        expected = expected_action(sample.intent, base)
        expected_equal += expected == sample.expected_action
        if judged and sample.action is not None:
            correct_equal += is_correct(sample.action, expected) == sample.correct_sample
        told(samples)
    return TruthAgreement(samples, expected_equal, correct_equal if judged else None)
