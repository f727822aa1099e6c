"""Measure the closeness of a flight to those that should have been booked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from wayframe.airdialogue.records import AIRLINES, MONTHS, AirFlight, KnowledgeBase

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
