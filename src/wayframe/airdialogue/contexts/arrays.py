"""Contexts drawn by the thousand: the same distributions as the public generator's, in arrays."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wayframe.airdialogue.contexts import draws
from wayframe.airdialogue.records import AIRLINES, CLASSES, FLIGHTS, GOALS, MAX_PRICES, STATUSES, WINDOWS

Ints: TypeAlias = NDArray[np.intp]
Bools: TypeAlias = NDArray[np.bool_]

NO_WISH = -1
FIRST_DAY = draws.FIRST_INSTANT // 86_400 - 10
"""The day from which days are counted, in days since the epoch: no flight leaves before it (20 deviations)."""

DAYS = draws.PERIOD // 86_400 + 24
"""How many days are counted; no flight returns after them."""

_NORMAL_COST = np.array([cost == "normal-cost" for cost in AIRLINES.values()])
_WINDOW = np.array(
    [WINDOWS.index(name) for name in (["evening"] * 3 + ["morning"] * 9 + ["afternoon"] * 8 + ["evening"] * 4)]
)
_PRICES = np.array([draws.PRICES[name] for name in CLASSES])
_PRICE_SPREADS = np.array(draws.PRICE_SPREADS)
# By the wished class (none, economy, business): the first of `MAX_PRICES` that may be drawn, and how many may.
_PRICE_CHOICES = np.array([(0, 4), (0, 3), (1, 3)])


class CustomerArrays(NamedTuple):
    """A number for each context. Places are into the lists; days are counted from `FIRST_DAY`."""

    origin: Ints
    destination: Ints
    departure: Ints
    first: Ints
    last: Ints
    departure_window: Ints  # into WINDOWS, NO_WISH for none; so below
    return_window: Ints
    flight_class: Ints  # into CLASSES
    max_price: Ints  # into MAX_PRICES
    connections: Ints  # 2 is no wish
    normal_cost: Bools  # whether only such airlines will do
    goal: Ints  # into GOALS


class FlightArrays(NamedTuple):
    """A row for each context, a number for each flight of it."""

    origin: Ints
    destination: Ints
    departure: Ints
    back: Ints
    departure_hour: Ints
    return_hour: Ints
    flight_class: Ints
    connections: Ints
    hundreds: Ints  # of dollars
    airline: Ints  # into AIRLINES


class ContextArrays(NamedTuple):
    """Contexts and their truth. `reservation` and `chosen` are a flight's place, NO_WISH for none."""

    customers: CustomerArrays
    flights: FlightArrays
    reservation: Ints
    status: Ints  # into STATUSES
    cheapest: Bools  # a row for each context: the flights of the expected action
    chosen: Ints


def draw(random: np.random.Generator, count: int, airports: int, first: int, last: int) -> ContextArrays:
    """So many contexts from lists of so many airports, first and last names."""
    shared = _distinct(random, count, airports)
    leaving = draws.FIRST_INSTANT + random.integers(draws.PERIOD, size=count, endpoint=True)
    customers = _customers(random, shared, leaving, first, last)
    flights = _flights(random, shared, leaving)
    reserved = random.random(count) < draws.RESERVED
    reservation = np.where(reserved, random.integers(FLIGHTS, size=count), NO_WISH)
    status, cheapest = _truth(customers, flights, reserved)
    pick = (random.random(count) * cheapest.sum(axis=1)).astype(np.intp)
    among = cheapest & (cheapest.cumsum(axis=1) == pick[:, None] + 1)
    chosen = np.where(cheapest.any(axis=1), among.argmax(axis=1), NO_WISH)
    return ContextArrays(customers, flights, reservation, status, cheapest, chosen)


def _customers(random: np.random.Generator, shared: Ints, leaving: Ints, first: int, last: int) -> CustomerArrays:
    count = len(shared)
    origin, destination = _routes(random, shared, 1)
    flight_class = _weighted(random, draws.WISHED_CLASS_WEIGHTS, count) - 1
    lowest, choices = _PRICE_CHOICES[flight_class + 1].T
    windows = [_weighted(random, draws.WINDOW_WEIGHTS, count) for _ in range(2)]
    return CustomerArrays(
        origin=origin[:, 0],
        destination=destination[:, 0],
        departure=leaving // 86_400 - FIRST_DAY,
        first=random.integers(first, size=count),
        last=random.integers(last, size=count),
        departure_window=np.where(windows[0] < len(WINDOWS), windows[0], NO_WISH),
        return_window=np.where(windows[1] < len(WINDOWS), windows[1], NO_WISH),
        flight_class=flight_class,
        max_price=lowest + (random.random(count) * choices).astype(np.intp),
        connections=_weighted(random, draws.CONNECTION_WEIGHTS, count),
        normal_cost=_weighted(random, draws.AIRLINE_WEIGHTS, count) == 0,
        goal=_weighted(random, draws.GOAL_WEIGHTS, count),
    )


def _flights(random: np.random.Generator, shared: Ints, leaving: Ints) -> FlightArrays:
    shape = len(shared), FLIGHTS
    origin, destination = _routes(random, shared, FLIGHTS)
    offsets = random.standard_normal((2, *shape)) * draws.SPREAD
    offsets += (leaving - FIRST_DAY * 86_400)[:, None]
    offsets[1] += draws.STAY
    there, back = (np.floor(f(offsets, axis=0) / 3600).astype(np.intp) for f in (np.min, np.max))
    flight_class = _weighted(random, draws.CLASS_WEIGHTS, shape)
    connections = _weighted(random, draws.CONNECTION_WEIGHTS, shape)
    price = _PRICES[flight_class] * (1 + _PRICE_SPREADS[connections] * random.standard_normal(shape))
    return FlightArrays(
        origin=origin,
        destination=destination,
        departure=there // 24,
        back=back // 24,
        departure_hour=there % 24,
        return_hour=back % 24,
        flight_class=flight_class,
        connections=connections,
        hundreds=np.maximum((price / 100).astype(np.intp), 1),
        airline=random.integers(len(AIRLINES), size=shape),
    )


def _distinct(random: np.random.Generator, count: int, airports: int) -> Ints:
    """Rows of `draws.AIRPORTS` different places, every choice and order as likely as any other."""
    chosen: Ints = np.empty((count, 0), dtype=np.intp)
    for drawn in range(draws.AIRPORTS):
        new = random.integers(airports - drawn, size=count)
        for taken in np.sort(chosen, axis=1).T:
            new += new >= taken
        chosen = np.column_stack((chosen, new))
    return chosen


def _routes(random: np.random.Generator, shared: Ints, routes: int) -> tuple[Ints, Ints]:
    """Origins and destinations; a destination that would be the origin is the airport after it."""
    count = len(shared)
    origin, destination = random.integers(draws.AIRPORTS, size=(2, count, routes))
    destination = (destination + (origin == destination)) % draws.AIRPORTS
    return np.take_along_axis(shared, origin, axis=1), np.take_along_axis(shared, destination, axis=1)


def _weighted(random: np.random.Generator, weights: tuple[float, ...], shape: int | tuple[int, ...]) -> Ints:
    """The places of weights, each as often as its weight says."""
    drawn = random.random(shape)
    place = np.zeros(drawn.shape, dtype=np.intp)
    for bound in np.cumsum(weights)[:-1]:
        place += drawn > bound
    return place


def _truth(customers: CustomerArrays, flights: FlightArrays, reserved: Bools) -> tuple[Ints, Bools]:
    """The status and the flights of every expected action (`truth.expected_action`)."""
    book, change, cancel = (customers.goal == goal for goal in range(len(GOALS)))
    fitting = _satisfying(customers, flights) & (book | (change & reserved))[:, None]
    found = fitting.any(axis=1)
    outcomes = book & found, change & found, cancel & reserved, book | (change & reserved), ~reserved
    status = np.select(outcomes, range(len(STATUSES)))  # the first that holds, in the order of STATUSES
    return status, _cheapest(fitting, flights.hundreds)


def _satisfying(customers: CustomerArrays, flights: FlightArrays) -> Bools:
    """Mark the flights that satisfy all of their customer's wishes (`truth.satisfies`)."""
    wished = CustomerArrays(*(column[:, None] for column in customers))
    stay = draws.STAY // 86_400
    return (
        (flights.origin == wished.origin)
        & (flights.destination == wished.destination)
        & (flights.departure == wished.departure)
        & (flights.back == wished.departure + stay)
        & (flights.hundreds * 100 <= np.array(MAX_PRICES)[wished.max_price])
        & (flights.connections <= wished.connections)
        & ((wished.flight_class == NO_WISH) | (flights.flight_class == wished.flight_class))
        & (~wished.normal_cost | _NORMAL_COST[flights.airline])
        & ((wished.departure_window == NO_WISH) | (_WINDOW[flights.departure_hour] == wished.departure_window))
        & ((wished.return_window == NO_WISH) | (_WINDOW[flights.return_hour] == wished.return_window))
    )


def _cheapest(fitting: Bools, hundreds: Ints) -> Bools:
    """Of the fitting flights those that cost no more than another."""
    price = np.where(fitting, hundreds, np.iinfo(np.intp).max)
    return fitting & (price == price.min(axis=1, keepdims=True))
