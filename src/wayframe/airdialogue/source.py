"""The flights of a knowledge base as a source: `kb.json#3` is its third line."""

from __future__ import annotations

from datetime import date

from wayframe.airdialogue.files import records
from wayframe.airdialogue.records import AIRLINES, MONTHS, AirFlight, KnowledgeBase
from wayframe.errors import InputError
from wayframe.meaning.records import Clock, Days, Money, Number, Text, Value
from wayframe.schema import packaged
from wayframe.sources.tables import TableSource, row

_YEARS = 8  # the most until there is a 29 February again


def opened(address: str, *, today: date) -> TableSource:
    """Return the flights of a line of such a file. Raises `InputError` where there is no such line, or it is wrong."""
    path, _, line = address.rpartition("#")
    for number, kb in records(path, KnowledgeBase):
        if number == int(line):
            return flights(kb, address, today=today)
    raise InputError(f"{path}: there is no line {line}")


def flights(kb: KnowledgeBase, name: str, *, today: date) -> TableSource:
    """Return the flights of a knowledge base; its days are the next ones from `today`, for it knows no years."""
    schema = packaged("flights")
    rows = [row(schema, _values(flight, today)) for flight in kb.kb]
    return TableSource(schema, rows, today=today, name=name)


def coming(month: str, day: str, today: date) -> date:
    """Return the next such day from `today`. Raises `InputError` where no year has it."""
    number = MONTHS.index(month) + 1 if month in MONTHS else 0
    for year in range(today.year, today.year + _YEARS + 1):
        try:
            found = date(year, number, int(day))
        except ValueError:
            continue
        if found >= today:
            return found
    raise InputError(f"expected a day of the year, found {month} {day}")


def _values(flight: AirFlight, today: date) -> dict[str, Value]:
    leaves = coming(flight.departure_month, flight.departure_day, today)
    returns = coming(flight.return_month, flight.return_day, leaves)
    known: dict[str, Value] = {
        "flight": Text(f"flight {flight.flight_number}"),
        "departure_airport": Text(flight.departure_airport),
        "return_airport": Text(flight.return_airport),
        "departure_date": Days(leaves, leaves),
        "return_date": Days(returns, returns),
        "departure_time": Clock(flight.departure_time_num * 60),
        "return_time": Clock(flight.return_time_num * 60),
        "class": Text(flight.flight_class),
        "connections": Number(float(flight.num_connections)),
        "fare": Money(float(flight.price), "USD"),
        "airline": Text(flight.airline),
    }
    if flight.airline in AIRLINES:
        known["fares"] = Text(AIRLINES[flight.airline])
    return known
