"""Beliefs about a customer's wishes: each reading of the dialogue with its weight, and the right action for it.

Whatever was said weighs what the language makes it weigh; what was not said is as the environment draws it, but rarer:
who wants something out of the ordinary mostly says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import exp
from typing import NamedTuple

from wayframe.airdialogue.reading import days, places
from wayframe.airdialogue.reading.days import Day, two_days_later
from wayframe.airdialogue.reading.turns import AirTurn
from wayframe.airdialogue.reading.wishes import FREE, FlightWishes
from wayframe.airdialogue.records import AIRLINES, AirFlight, KnowledgeBase, window

Route = tuple[str, str]
Dates = tuple[Day, Day]

_CAPS = (200, 500, 1000, 5000)
_CLASSES: Mapping[str, float] = {FREE: 0.94, "economy": 0.045, "business": 0.015}
_ANY_STOPS = 2
_STOPS = {_ANY_STOPS: 0.04, 1: 0.94, 0: 0.02}
_LEAST = 0.01  # readings with less of the best one's weight are left out
_SAME = 0.01  # that a journey ends where it starts; common only among the few knowledge bases of two airports
_SAME_OF_TWO = 0.25
_OTHER_STAY = 0.03
_ENOUGH = 20.0  # votes, beyond which more of them tell nothing more


class WishHypothesis(NamedTuple):
    """One reading of all wishes beside where and when."""

    flight_class: str
    max_price: int
    max_connections: int

    def allows(self, flight: AirFlight) -> bool:
        """Tell whether a flight satisfies the wish."""
        return (
            flight.price <= self.max_price
            and flight.num_connections <= self.max_connections
            and self.flight_class in (FREE, flight.flight_class)
        )


class IntentHypothesis(NamedTuple):
    """One reading of what the customer wants, by numbers of flights, and its weight.

    `there` are the flights of its route and days, `apparent` the cheapest that are all that was said, `allowed` those
    that are all that is wished, and `right` the cheapest of these.
    """

    there: frozenset[int]
    apparent: frozenset[int]
    allowed: frozenset[int]
    right: frozenset[int]
    weight: float


def readings(dialogue: Sequence[AirTurn], said: FlightWishes, kb: KnowledgeBase) -> Iterator[IntentHypothesis]:
    """Every reading worth having."""
    where, when, what = routes(dialogue, kb), dates(dialogue, kb), list(wishes(said))
    told = WishHypothesis(
        said.flight_class or FREE,
        said.max_price or _CAPS[-1],
        _ANY_STOPS if said.max_connections is None else said.max_connections,
    )
    for (route, by_route), (dated, by_date) in product(where.items(), when.items()):
        if by_route * by_date < _LEAST:
            continue
        there = [flight for flight in kb.kb if _goes(flight, route, dated)]
        timed = [flight for flight in there if _timed(flight, said)]
        apparent = _cheapest([flight for flight in timed if told.allows(flight)])
        for wish, by_wish in what:
            allowed = [flight for flight in timed if wish.allows(flight)]
            weight = by_route * by_date * by_wish
            yield IntentHypothesis(_numbers(there), apparent, _numbers(allowed), _cheapest(allowed), weight)


def _numbers(flights: Sequence[AirFlight]) -> frozenset[int]:
    return frozenset(flight.flight_number for flight in flights)


def _cheapest(flights: Sequence[AirFlight]) -> frozenset[int]:
    lowest = min((flight.price for flight in flights), default=0)
    return _numbers([flight for flight in flights if flight.price == lowest])


def routes(dialogue: Sequence[AirTurn], kb: KnowledgeBase) -> dict[Route, float]:
    """The journeys between the airports of a knowledge base, by how much speaks for each; the best one weighs 1."""
    codes = frozenset(code for flight in kb.kb for code in (flight.departure_airport, flight.return_airport))
    votes = places.heard(dialogue, codes)
    weights = dict[Route, float]()
    for start, end in product(sorted(codes), repeat=2):
        same = 1.0 if start != end else _SAME_OF_TWO if len(codes) == 2 else _SAME
        weights[start, end] = same * exp(
            5 * min(_ENOUGH, votes["origin"].get(start, 0) + votes["destination"].get(end, 0))
        )
    return _pruned(weights)


def dates(dialogue: Sequence[AirTurn], kb: KnowledgeBase) -> dict[Dates, float]:
    """The days of a knowledge base's flights, by what was said and by how many flights there are; the best weighs 1."""
    votes = days.heard(dialogue)
    there = Counter((flight.departure_month, int(flight.departure_day)) for flight in kb.kb)
    back = Counter((flight.return_month, int(flight.return_day)) for flight in kb.kb)
    weights = dict[Dates, float]()
    for start, end in product(there, back):
        stay = 1.0 if end in two_days_later(start) else _OTHER_STAY
        said = _support(start, votes.there, there) + _support(end, votes.back, back)
        weights[start, end] = stay * there[start] * back[end] * exp(3 * min(_ENOUGH, said))
    return _pruned(weights)


def _support(day: Day, votes: Mapping[Day, float], known: Mapping[Day, int]) -> float:
    """Sum the votes for a day; the same day of a month in which nothing flies may be a slip."""
    slips = (vote for said, vote in votes.items() if said not in known and said[1] == day[1] and said != day)
    return votes.get(day, 0.0) + 0.5 * sum(slips)


def wishes(said: FlightWishes) -> Iterator[tuple[WishHypothesis, float]]:
    """The wishes that may be meant: what was said, and for the rest what customers are drawn with."""
    classes = _CLASSES if said.flight_class is None else {said.flight_class: 1.0}
    stops = _STOPS if said.max_connections is None else {said.max_connections: 1.0}
    for (seat, by_class), (limit, by_limit) in product(classes.items(), stops.items()):
        caps = (said.max_price,) if said.max_price else _caps(seat)
        for cap in caps:
            yield WishHypothesis(seat, cap, limit), by_class * by_limit / len(caps)


def _caps(seat: str) -> tuple[int, ...]:
    """Return the price limits of a class: economy's never include the highest, business's never the lowest."""
    return _CAPS[:3] if seat == "economy" else _CAPS[1:] if seat == "business" else _CAPS


def _goes(flight: AirFlight, route: Route, dated: Dates) -> bool:
    return (
        (flight.departure_airport, flight.return_airport) == route
        and (flight.departure_month, int(flight.departure_day)) == dated[0]
        and (flight.return_month, int(flight.return_day)) == dated[1]
    )


def _timed(flight: AirFlight, said: FlightWishes) -> bool:
    return (
        said.departure_time in (None, window(flight.departure_time_num))
        and said.return_time in (None, window(flight.return_time_num))
        and said.airline in (None, AIRLINES.get(flight.airline))
    )


def _pruned(weights: dict[tuple, float]) -> dict[tuple, float]:  # type: ignore[type-arg]
    best = max(weights.values(), default=0.0)
    return {key: weight / best for key, weight in weights.items() if weight >= _LEAST * best}
