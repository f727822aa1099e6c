"""Beliefs about a customer's wishes: each reading of the dialogue with its weight, and the right action for it.

Whatever was said weighs what the language makes it weigh; what was not said is as the environment draws it, but rarer:
who wants something out of the ordinary mostly says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import exp
from typing import Any, NamedTuple

from msgspec.structs import replace

from wayframe.airdialogue.contexts.draws import WISHED_PRICES
from wayframe.airdialogue.reading import days, places
from wayframe.airdialogue.reading.days import Day, two_days_later
from wayframe.airdialogue.reading.turns import AirTurn
from wayframe.airdialogue.reading.wishes import FREE, FlightWishes
from wayframe.airdialogue.records import MAX_PRICES, AirFlight, Intent, KnowledgeBase
from wayframe.airdialogue.truth import JOURNEY, satisfies

Route = tuple[str, str]
Dates = tuple[Day, Day]

_CLASSES: Mapping[str, float] = {FREE: 0.94, "economy": 0.045, "business": 0.015}
_STOPS = {2: 0.04, 1: 0.94, 0: 0.02}
_LEAST = 0.01  # readings with less of the best one's weight are left out
_SAME = 0.01  # that a journey ends where it starts; common only among the few knowledge bases of two airports
_SAME_OF_TWO = 0.25
_OTHER_STAY = 0.03
_ENOUGH = 20.0  # votes, beyond which more of them tell nothing more


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
    for (route, by_route), (dated, by_date) in product(where.items(), when.items()):
        if by_route * by_date < _LEAST:
            continue
        told = _told(route, dated, said)
        there = [flight for flight in kb.kb if JOURNEY(flight) == JOURNEY(told)]
        apparent = _cheapest([flight for flight in there if satisfies(told, flight)])
        for wish, by_wish in what:
            wished = replace(told, **wish)
            allowed = [flight for flight in there if satisfies(wished, flight)]
            weight = by_route * by_date * by_wish
            yield IntentHypothesis(_numbers(there), apparent, _numbers(allowed), _cheapest(allowed), weight)


def _told(route: Route, dated: Dates, said: FlightWishes) -> Intent:
    """The customer's intent if it is what was said."""
    (start, end), (out, back) = route, dated
    return Intent(
        departure_airport=start,
        return_airport=end,
        departure_month=out[0],
        departure_day=str(out[1]),
        return_month=back[0],
        return_day=str(back[1]),
        name="",
        departure_time=said.departure_time,
        return_time=said.return_time,
        flight_class=None if said.flight_class == FREE else said.flight_class,
        max_price=said.max_price or MAX_PRICES[-1],
        max_connections=said.max_connections,
        airline_preference=said.airline_preference,
        goal="book",
    )


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


def wishes(said: FlightWishes) -> Iterator[tuple[dict[str, Any], float]]:
    """The wishes that may be meant, each with its weight: what was said, else what customers are drawn with."""
    classes = _CLASSES if said.flight_class is None else {said.flight_class: 1.0}
    stops = _STOPS if said.max_connections is None else {said.max_connections: 1.0}
    for (seat, by_class), (limit, by_limit) in product(classes.items(), stops.items()):
        caps = (said.max_price,) if said.max_price else WISHED_PRICES[seat or None]
        for cap in caps:
            wish = {"flight_class": seat or None, "max_price": cap, "max_connections": limit}
            yield wish, by_class * by_limit / len(caps)


def _pruned(weights: dict[tuple, float]) -> dict[tuple, float]:  # type: ignore[type-arg]
    best = max(weights.values(), default=0.0)
    return {key: weight / best for key, weight in weights.items() if weight >= _LEAST * best}
