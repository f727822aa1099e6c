"""Contexts by the thousand: drawn into arrays from the public generator's distributions, and written as lines of JSON.

A line is a row of pieces of fixed width, each taken from a table of all texts that may stand there, filled up with NUL,
which JSON can't hold; the NULs are dropped at the end, from all lines at once. The lines are those of `records.encode`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayframe.airdialogue.contexts import distributions
from wayframe.airdialogue.contexts.distributions import AirportNames
from wayframe.airdialogue.records import (
    AIRLINES,
    CLASSES,
    FIRST_FLIGHT,
    FLIGHTS,
    GOALS,
    MAX_PRICES,
    MONTHS,
    STATUSES,
    WINDOWS,
)

Ints: TypeAlias = NDArray[np.intp]
Bools: TypeAlias = NDArray[np.bool_]

NO_WISH = -1
FIRST_DAY = distributions.FIRST_INSTANT // 86_400 - 10
"""The day from which days are counted, in days since the epoch: no flight leaves before it (20 deviations)."""

DAYS = distributions.PERIOD // 86_400 + 24
"""How many days are counted; no flight returns after them."""

_NORMAL_COST = np.array([cost == "normal-cost" for cost in AIRLINES.values()])
_WINDOW = np.array(
    [WINDOWS.index(name) for name in (["evening"] * 3 + ["morning"] * 9 + ["afternoon"] * 8 + ["evening"] * 4)]
)
_PRICES = np.array([distributions.PRICES[name] for name in CLASSES])
_PRICE_SPREADS = np.array(distributions.PRICE_SPREADS)
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
    leaving = distributions.FIRST_INSTANT + random.integers(distributions.PERIOD, size=count, endpoint=True)
    customers = _customers(random, shared, leaving, first, last)
    flights = _flights(random, shared, leaving)
    reserved = random.random(count) < distributions.RESERVED
    reservation = np.where(reserved, random.integers(FLIGHTS, size=count), NO_WISH)
    status, cheapest = _truth(customers, flights, reserved)
    pick = (random.random(count) * cheapest.sum(axis=1)).astype(np.intp)
    among = cheapest & (cheapest.cumsum(axis=1) == pick[:, None] + 1)
    chosen = np.where(cheapest.any(axis=1), among.argmax(axis=1), NO_WISH)
    return ContextArrays(customers, flights, reservation, status, cheapest, chosen)


def _customers(random: np.random.Generator, shared: Ints, leaving: Ints, first: int, last: int) -> CustomerArrays:
    count = len(shared)
    origin, destination = _routes(random, shared, 1)
    flight_class = _weighted(random, distributions.WISHED_CLASS_WEIGHTS, count) - 1
    lowest, choices = _PRICE_CHOICES[flight_class + 1].T
    windows = [_weighted(random, distributions.WINDOW_WEIGHTS, count) for _ in range(2)]
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
        connections=_weighted(random, distributions.CONNECTION_WEIGHTS, count),
        normal_cost=_weighted(random, distributions.AIRLINE_WEIGHTS, count) == 0,
        goal=_weighted(random, distributions.GOAL_WEIGHTS, count),
    )


def _flights(random: np.random.Generator, shared: Ints, leaving: Ints) -> FlightArrays:
    shape = len(shared), FLIGHTS
    origin, destination = _routes(random, shared, FLIGHTS)
    offsets = random.standard_normal((2, *shape)) * distributions.SPREAD
    offsets += (leaving - FIRST_DAY * 86_400)[:, None]
    offsets[1] += distributions.STAY
    there, back = (np.floor(f(offsets, axis=0) / 3600).astype(np.intp) for f in (np.min, np.max))
    flight_class = _weighted(random, distributions.CLASS_WEIGHTS, shape)
    connections = _weighted(random, distributions.CONNECTION_WEIGHTS, shape)
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
    """Rows of `distributions.AIRPORTS` different places, every choice and order as likely as any other."""
    chosen: Ints = np.empty((count, 0), dtype=np.intp)
    for drawn in range(distributions.AIRPORTS):
        new = random.integers(airports - drawn, size=count)
        for taken in np.sort(chosen, axis=1).T:
            new += new >= taken
        chosen = np.column_stack((chosen, new))
    return chosen


def _routes(random: np.random.Generator, shared: Ints, routes: int) -> tuple[Ints, Ints]:
    """Origins and destinations; a destination that would be the origin is the airport after it."""
    count = len(shared)
    origin, destination = random.integers(distributions.AIRPORTS, size=(2, count, routes))
    destination = (destination + (origin == destination)) % distributions.AIRPORTS
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
    stay = distributions.STAY // 86_400
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


Pieces: TypeAlias = NDArray[np.bytes_]
_HUNDREDS = 100  # of dollars; more than any price has: 23 deviations
_NUMBERS = range(FIRST_FLIGHT, FIRST_FLIGHT + FLIGHTS)


def _table(texts: Iterable[str], *shape: int) -> Pieces:
    """The texts that may stand at a place of the line, by one or more numbers."""
    pieces = np.array([text.encode() for text in texts])
    return pieces.reshape(shape) if shape else pieces


def _wish(key: str, value: object) -> str:
    """A key that is left out where there is no wish."""
    return "" if value is None else f',"{key}":{_json(value)}'


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_CALENDAR = [datetime.fromtimestamp((FIRST_DAY + day) * 86_400, UTC) for day in range(DAYS)]
_MONTH = np.array([day.month - 1 for day in _CALENDAR])
_DAY = np.array([day.day - 1 for day in _CALENDAR])

# Of the customer; a wish that is NO_WISH takes a table's last entry.
_WISHED_DATES = _table(
    f',"departure_month":"{MONTHS[there.month - 1]}","departure_day":"{there.day}"'
    f',"return_month":"{MONTHS[back.month - 1]}","return_day":"{back.day}","name":'
    for there in _CALENDAR
    for back in [there + timedelta(seconds=distributions.STAY)]
)
_WISHED_TIMES = _table(
    (
        _wish("departure_time", there) + _wish("return_time", back)
        for there in (*WINDOWS, None) for back in (*WINDOWS, None)
    ),
    len(WINDOWS) + 1, len(WINDOWS) + 1,
)  # fmt: skip
_WISHED_SALES = _table(
    (f'{_wish("class", kind)},"max_price":{price}' for kind in (*CLASSES, None) for price in MAX_PRICES),
    len(CLASSES) + 1, len(MAX_PRICES),
)  # fmt: skip
_WISHED_REST = _table(
    (
        f'{_wish("max_connections", connections)}{_wish("airline_preference", airline)},"goal":"{goal}"}}'
        for connections in (0, 1, None) for airline in (None, "normal-cost") for goal in GOALS
    ),
    3, 2, len(GOALS),
)  # fmt: skip
_STATUSES = _table(f',"status":"{status}"}}' for status in STATUSES)
_LISTED = _table((text.format(number) for text in ("", "{}", ",{}") for number in _NUMBERS), 3, FLIGHTS)

# Of a flight.
_MONTHS = _table(
    (f',"departure_month":"{there}","return_month":"{back}"' for there in MONTHS for back in MONTHS), 12, 12
)
_DAYS = _table(
    (f',"departure_day":"{there}","return_day":"{back}"' for there in range(1, 32) for back in range(1, 32)), 31, 31
)
_HOURS = _table(
    (f',"departure_time_num":{there},"return_time_num":{back}' for there in range(24) for back in range(24)), 24, 24
)
_SALES = _table(
    (
        f',"class":"{kind}","num_connections":{connections},"price":{100 * hundreds}'
        for kind in CLASSES for connections in range(3) for hundreds in range(_HUNDREDS)
    ),
    len(CLASSES), 3, _HUNDREDS,
)  # fmt: skip
_AIRLINES = _table(
    (
        f',"flight_number":{number},"airline":"{airline}"}}{"," if number < _NUMBERS[-1] else ""}'
        for number in _NUMBERS for airline in AIRLINES
    ),
    FLIGHTS, len(AIRLINES),
)  # fmt: skip
_RESERVATIONS = _table(f'],"reservation":{number}}}\n' for number in (*_NUMBERS, 0))


class ContextWriter:
    """Writes contexts that are made from these lists."""

    def __init__(self, names: AirportNames) -> None:
        self._origin = _table(f'{{"departure_airport":{_json(code)}' for code in names.airports)
        self._destination = _table(f',"return_airport":{_json(code)}' for code in names.airports)
        self._first = _table(_json(f"{name} ")[:-1] for name in names.first)
        self._last = _table(_json(name)[1:] for name in names.last)
        self.sizes = len(names.airports), len(names.first), len(names.last)
        self._data = _LineSheet()
        self._kb = _LineSheet()

    def data(self, contexts: ContextArrays) -> bytearray:
        """The lines of the data file."""
        customers = contexts.customers
        name = self._first[customers.first], self._last[customers.last]
        status = _STATUSES[contexts.status]
        return self._data.text(
            b'{"intent":',
            self._origin[customers.origin],
            self._destination[customers.destination],
            _WISHED_DATES[customers.departure],
            *name,
            *_wishes(customers),
            b',"action":{"flight":[',
            _listed(np.arange(FLIGHTS) == contexts.chosen[:, None]),
            b'],"name":',
            *name,
            status,
            b',"expected_action":{"flight":[',
            _listed(contexts.cheapest),
            b'],"name":',
            *name,
            status,
            b"}\n",
        )

    def kb(self, contexts: ContextArrays) -> bytearray:
        """The lines of the knowledge bases."""
        return self._kb.text(b'{"kb":[', self._flights(contexts.flights), _RESERVATIONS[contexts.reservation])

    def _flights(self, flights: FlightArrays) -> tuple[Pieces, ...]:
        return (
            self._origin[flights.origin],
            self._destination[flights.destination],
            _MONTHS[_MONTH[flights.departure], _MONTH[flights.back]],
            _DAYS[_DAY[flights.departure], _DAY[flights.back]],
            _HOURS[flights.departure_hour, flights.return_hour],
            _SALES[flights.flight_class, flights.connections, flights.hundreds],
            _AIRLINES[np.arange(FLIGHTS), flights.airline],
        )


def _wishes(customers: CustomerArrays) -> tuple[Pieces, ...]:
    return (
        _WISHED_TIMES[customers.departure_window, customers.return_window],
        _WISHED_SALES[customers.flight_class, customers.max_price],
        _WISHED_REST[customers.connections, customers.normal_cost.astype(np.intp), customers.goal],
    )


def _listed(flights: Bools) -> tuple[Pieces]:
    """The numbers of the flights, with commas between them."""
    kind = flights * (1 + (flights.cumsum(axis=1) > 1))
    return (_LISTED[kind, np.arange(FLIGHTS)],)


class _LineSheet:
    """Lines side by side in memory that is used again for every block: fresh memory costs more than what is put in."""

    def __init__(self) -> None:
        self._memory = bytearray()

    def text(self, *parts: bytes | Pieces | tuple[Pieces, ...]) -> bytearray:
        """The parts of every line, one after the other.

        Bytes stand in every line, pieces one in each, and a tuple of pieces, all of which have a row for each line, is
        gone through flight by flight.
        """
        kinds = [(f"part{number}", _kind(part)) for number, part in enumerate(parts)]
        line = np.dtype(kinds)
        size = line.itemsize * max(len(part) for part in parts if isinstance(part, np.ndarray))
        if len(self._memory) != size:
            self._memory = bytearray(size)
        lines = np.frombuffer(self._memory, line)
        for (name, _), part in zip(kinds, parts, strict=True):
            for place, pieces in _places(lines[name], part):
                place[...] = pieces
        return self._memory.translate(None, b"\0")


def _kind(part: bytes | Pieces | tuple[Pieces, ...]) -> Any:
    """The numpy type of what a part puts in a line."""
    if isinstance(part, tuple):
        return np.dtype([(f"piece{number}", pieces.dtype) for number, pieces in enumerate(part)]), (FLIGHTS,)
    return np.asarray(part).dtype


def _places(column: Pieces, part: bytes | Pieces | tuple[Pieces, ...]) -> Iterator[tuple[Pieces, bytes | Pieces]]:
    """Yield the columns that a part's pieces go to."""
    if isinstance(part, tuple):
        yield from ((column[f"piece{number}"], pieces) for number, pieces in enumerate(part))
    else:
        yield column, part
