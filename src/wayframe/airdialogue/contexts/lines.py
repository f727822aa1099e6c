"""Arrays of contexts as lines of JSON, put together from ready-made pieces.

A line is a row of pieces of fixed width, each taken from a table of all texts that may stand there, filled up with NUL,
which JSON can't hold; the NULs are dropped at the end, from all lines at once. The lines are those of `records.encode`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayframe.airdialogue.contexts import draws
from wayframe.airdialogue.contexts.arrays import DAYS, FIRST_DAY, Bools, ContextArrays, CustomerArrays, FlightArrays
from wayframe.airdialogue.contexts.names import AirportNames
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
    for back in [there + timedelta(seconds=draws.STAY)]
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
