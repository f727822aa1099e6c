"""Contexts byte for byte like the public generator's: the same seed and lists give the same lines.

The public generator draws from two global generators, Python's and numpy's legacy one, each seeded with the same
number. What follows keeps to its order of draws, oddities included: the cheaper airlines cost what the others cost,
and a flight back that would leave before the flight there takes its place.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from random import Random
from typing import TypeVar

import numpy as np
from msgspec import to_builtins
from msgspec.structs import replace

from wayframe.airdialogue.contexts import distributions
from wayframe.airdialogue.contexts.distributions import AirportNames
from wayframe.airdialogue.records import (
    AIRLINES,
    CLASSES,
    FIRST_FLIGHT,
    FLIGHTS,
    GOALS,
    MONTHS,
    WINDOWS,
    AirFlight,
    CostClass,
    Intent,
    KnowledgeBase,
    Sample,
)
from wayframe.airdialogue.truth import expected_action
from wayframe.errors import InputError

_SEEDS = 2**32
_AIRLINES = tuple(AIRLINES)
_AIRLINE_WISHES: tuple[CostClass | None, ...] = ("normal-cost", None)
T = TypeVar("T")


def contexts(count: int, seed: int, names: AirportNames) -> Iterator[tuple[Sample, KnowledgeBase]]:
    """So many contexts. Raises `InputError` for a seed that numpy's legacy generator can't take."""
    if not 0 <= seed < _SEEDS:
        raise InputError(f"--seed: expected 0 to {_SEEDS - 1} with --compat, found {seed}")
    drawing = _ContextStream(seed, names)
    for _ in range(count):
        yield drawing.context()


def lines(sample: Sample, kb: KnowledgeBase) -> tuple[bytes, bytes]:
    """Both lines as the public generator writes them."""
    return json.dumps(to_builtins(sample)).encode() + b"\n", json.dumps(to_builtins(kb)).encode() + b"\n"


class _ContextStream:
    """One stream of contexts."""

    def __init__(self, seed: int, names: AirportNames) -> None:
        self._python = Random(seed)
        self._numpy = np.random.RandomState(seed)
        self._names = names
        self._codes = tuple(names.airports)

    def context(self) -> tuple[Sample, KnowledgeBase]:
        """The next one."""
        found = self._numpy.choice(len(self._codes), distributions.AIRPORTS, replace=False)
        airports = tuple(self._codes[index] for index in found)
        leaving, intent = self._customer(airports)
        flights = tuple(self._flight(FIRST_FLIGHT + number, airports, leaving) for number in range(FLIGHTS))
        kb = KnowledgeBase(kb=flights, reservation=self._reservation())
        expected = expected_action(intent, kb)
        # a flight is drawn even where there is only one
        flight = (self._python.choice(expected.flight),) if expected.flight else ()
        return Sample(intent=intent, action=replace(expected, flight=flight), expected_action=expected), kb

    def _customer(self, airports: tuple[str, ...]) -> tuple[int, Intent]:
        origin, destination = self._route(airports)
        leaving = self._python.randint(distributions.FIRST_INSTANT, distributions.FIRST_INSTANT + distributions.PERIOD)
        there, back = _moment(leaving), _moment(leaving + distributions.STAY)
        first, last = self._python.choice(self._names.first), self._python.choice(self._names.last)
        departure_time, return_time = (self._weighted((*WINDOWS, None), distributions.WINDOW_WEIGHTS) for _ in range(2))
        flight_class = self._weighted((None, *CLASSES), distributions.WISHED_CLASS_WEIGHTS)
        max_price = self._python.choice(distributions.WISHED_PRICES[flight_class])
        connections = self._weighted((0, 1, None), distributions.CONNECTION_WEIGHTS)
        airline = self._weighted(_AIRLINE_WISHES, distributions.AIRLINE_WEIGHTS)
        return leaving, Intent(
            departure_airport=origin,
            return_airport=destination,
            departure_month=MONTHS[there.tm_mon - 1],
            departure_day=str(there.tm_mday),
            return_month=MONTHS[back.tm_mon - 1],
            return_day=str(back.tm_mday),
            name=f"{first} {last}",
            departure_time=departure_time,
            return_time=return_time,
            flight_class=flight_class,
            max_price=max_price,
            max_connections=connections,
            airline_preference=airline,
            goal=self._weighted(GOALS, distributions.GOAL_WEIGHTS),
        )

    def _flight(self, number: int, airports: tuple[str, ...], leaving: int) -> AirFlight:
        origin, destination = self._route(airports)
        instants = [
            self._numpy.normal(instant, distributions.SPREAD) for instant in (leaving, leaving + distributions.STAY)
        ]
        there, back = map(_moment, sorted(instants))
        flight_class = self._weighted(CLASSES, distributions.CLASS_WEIGHTS)
        connections = self._weighted((0, 1, 2), distributions.CONNECTION_WEIGHTS)
        price = distributions.PRICES[flight_class]
        hundreds = int(self._numpy.normal(price, price * distributions.PRICE_SPREADS[connections])) / 100
        return AirFlight(
            departure_airport=origin,
            return_airport=destination,
            departure_month=MONTHS[there.tm_mon - 1],
            return_month=MONTHS[back.tm_mon - 1],
            departure_day=str(there.tm_mday),
            return_day=str(back.tm_mday),
            departure_time_num=there.tm_hour,
            return_time_num=back.tm_hour,
            flight_class=flight_class,
            num_connections=connections,
            price=max(int(hundreds), 1) * 100,
            flight_number=number,
            airline=self._python.choice(_AIRLINES),
        )

    def _route(self, airports: tuple[str, ...]) -> tuple[str, str]:
        origin, destination = (self._python.randrange(len(airports)) for _ in range(2))
        return airports[origin], airports[(destination + (origin == destination)) % len(airports)]

    def _reservation(self) -> int:
        reserved = self._numpy.uniform() < distributions.RESERVED
        return FIRST_FLIGHT + int(self._numpy.choice(FLIGHTS)) if reserved else 0

    def _weighted(self, values: tuple[T, ...], weights: tuple[float, ...]) -> T:
        """The first value whose weight, summed up so far, is no less than a number from 0 to 1."""
        drawn, total = self._numpy.uniform(), 0.0
        for value, weight in zip(values, weights, strict=True):
            total += weight
            if total >= drawn:
                return value
        return values[-1]


def _moment(instant: float) -> time.struct_time:
    return time.gmtime(instant)
