"""A knowledge base's flights as a catalogue to talk about: `wayframe chat --catalogue kb.json#3` is its third line."""

from __future__ import annotations

from datetime import date

from wayframe.airdialogue.files import records
from wayframe.airdialogue.records import AIRLINES, MONTHS, Flight, KnowledgeBase
from wayframe.errors import InputError
from wayframe.schema.inference import Raw
from wayframe.tables import Table
from wayframe.tables.schema import Column, Schema

_FULL_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_HEADER = (
    "flight", "from", "to", "leaves", "returns", "departure hour", "return hour", "class", "connections", "price",
    "airline", "fares",
)  # fmt: skip


def opened(where: str, *, today: date) -> Table:
    """The flights of a line of such a file. Raises `InputError` where there is no such line, or it is wrong."""
    path, _, line = where.rpartition("#")
    for number, kb in records(path, KnowledgeBase):
        if number == int(line):
            return flights(kb, where, today=today)
    raise InputError(f"{path}: there is no line {line}")


def flights(kb: KnowledgeBase, source: str, *, today: date) -> Table:
    """The flights of a knowledge base as a table."""
    rows = tuple((number, _cells(flight)) for number, flight in enumerate(kb.kb, 1))
    raw = Raw(source, _HEADER, rows)
    return Table(_schema(kb), raw, today=today)


def _cells(flight: Flight) -> tuple[str, ...]:
    return (
        f"flight {flight.flight_number}", flight.departure_airport, flight.return_airport,
        _day(flight.departure_month, flight.departure_day), _day(flight.return_month, flight.return_day),
        str(flight.departure_time_num), str(flight.return_time_num), flight.flight_class, str(flight.num_connections),
        str(flight.price), flight.airline, AIRLINES.get(flight.airline, ""),
    )  # fmt: skip


def _day(month: str, day: str) -> str:
    return f"{month} {day}"


def _spellings(day: str) -> tuple[str, ...]:
    """How people write a day of a knowledge base, which knows no years."""
    month, number = day.split()
    full = _FULL_MONTHS[MONTHS.index(month)] if month in MONTHS else month
    ending = "th" if number in ("11", "12", "13") else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
    return tuple(
        spelling
        for name in dict.fromkeys((month, full))
        for spelling in (
            f"{name} {number}",
            f"{name} {number}{ending}",
            f"{number} {name}",
            f"{number}{ending} of {name}",
        )
    )


def _schema(kb: KnowledgeBase) -> Schema:
    leaving = {_day(f.departure_month, f.departure_day) for f in kb.kb}
    returning = {_day(f.return_month, f.return_day) for f in kb.kb}
    fewer, more = ("fewer connections", "fewer stops"), ("more connections", "more stops")
    columns = (
        Column(slot="flight", header="flight", kind="name", label="flight"),
        Column(slot="departure_airport", header="from", kind="place", label="from", words=("origin",), shown=True,
               labelled=True),
        Column(slot="return_airport", header="to", kind="place", label="to", words=("destination",), shown=True,
               labelled=True),
        Column(slot="leaves", header="leaves", kind="category", label="leaves", words=("leave", "leaving", "departure"),
               values={day: _spellings(day) for day in sorted(leaving)}, shown=True,
               labelled=True),
        Column(slot="returns", header="returns", kind="category", label="returns", words=("return", "returning"),
               values={day: _spellings(day) for day in sorted(returning)}, shown=True,
               labelled=True),
        Column(slot="departure_hour", header="departure hour", kind="number", label="departure hour",
               words=("departure time",), less=("earlier", "earliest"), more=("later", "latest")),
        Column(slot="return_hour", header="return hour", kind="number", label="return hour", words=("return time",)),
        Column(slot="class", header="class", kind="category", label="class", words=("seat",), shown=True),
        Column(slot="connections", header="connections", kind="number", label="connections", better="less",
               words=("connection", "stops", "stopovers"), less=fewer, more=more, shown=True),
        Column(slot="fare", header="price", kind="money", label="price", unit="$", better="less",
               words=("cost", "costs", "fare", "budget"), shown=True,
               less=("cheaper", "cheapest", "less expensive", "least expensive"),
               more=("more expensive", "most expensive", "pricier")),
        Column(slot="airline", header="airline", kind="category", label="airline", words=("carrier",), shown=True),
        Column(slot="fares", header="fares", kind="category", label="fares"),
    )  # fmt: skip
    return Schema(item="flight", items="flights", name=columns[0], columns=columns)
