"""Checks of what wizards searched for and found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import zip_longest
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from wayframe.dialogue import DatabaseSearch, FlightLeg, LocalTime, Package, SearchLog, Turn
from wayframe.ontology import SLOT_OF
from wayframe.validation.problem import DialogueFinding, Rule, broken, found

_WHOLE = re.compile(r"\d{1,18}")
_MONEY = re.compile(r"\d{1,18}(\.\d{1,18})?")
# What the search form sent as text: how each should look, and what the release has besides.
_TEXTS: tuple[tuple[str, str, re.Pattern[str], str], ...] = (
    ("RESULT_LIMIT", "a number", _WHOLE, ""),
    ("NUM_ADULTS", "a number", _WHOLE, ""),
    ("NUM_CHILDREN", "a number", _WHOLE, ""),
    ("START_TIME", "a time in milliseconds", _WHOLE, "NaN"),
    ("END_TIME", "a time in milliseconds", _WHOLE, "NaN"),
    ("PRICE_MAX", "a price", _MONEY, ""),
    ("PRICE_MIN", "a price", _MONEY, ""),
    ("ARE_DATES_FLEXIBLE", "true or false", re.compile("true|false"), "true"),
)
_CATEGORY = re.compile(r"[0-5](\.[05])? star hotel")
# What the fields of a package may be; names must not be empty.
_PACKAGE: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("price", lambda price: 0 <= price < 1e15, "a price"),
    ("hotel.category", lambda text: _CATEGORY.fullmatch(text) is not None, "as in '3.5 star hotel'"),
    (f"hotel.{SLOT_OF['rating']}", lambda rating: 0 <= rating <= 10, "a rating to 10"),
    ("hotel.name", bool, "a name"),
    ("hotel.dst_city", bool, "a name"),
    ("hotel.country", bool, "a name"),
    ("trip.seat", ("ECONOMY", "BUSINESS").__contains__, "ECONOMY or BUSINESS"),
    ("trip.or_city", bool, "a name"),
    ("trip.duration_days", lambda days: -1000 < days < 1000, "days"),
)


class SearchCheck:
    """Checks the searches of one dialogue, turn by turn, and remembers them."""

    def __init__(self) -> None:
        self.seen = set[bytes]()

    def findings(self, database: SearchLog, turn: Turn) -> Iterator[DialogueFinding]:
        """Check the searches of a turn and their results."""
        yield from broken(_LOGS, "db", (database, turn))
        yield from self._searches(database, turn)
        unasked = DatabaseSearch()
        for number, (packages, search) in enumerate(zip_longest(database.result, database.search)):
            for count, package in enumerate(packages or ()):
                yield from _package(f"db.result[{number}][{count}]", package)
                yield from broken(_FIT, f"db.result[{number}][{count}]", (package, search or unasked))

    def _searches(self, database: SearchLog, turn: Turn) -> Iterator[DialogueFinding]:
        earlier = frozenset(self.seen)
        for number, search in enumerate(database.search):
            field = f"db.search[{number}]"
            yield from _search(field, search, turn)
            written = msgspec.json.encode(search)
            if written in earlier:
                yield DialogueFinding(field, "was made on an earlier turn", "search repeated from an earlier turn")
            self.seen.add(written)


def _search(field: str, search: DatabaseSearch, turn: Turn) -> Iterator[DialogueFinding]:
    for name, expected, pattern, instead in _TEXTS:
        value = getattr(search, name)
        if value is UNSET or pattern.fullmatch(value):
            continue
        if value == instead:
            yield DialogueFinding(f"{field}.{name}", f"is {found(value)}", f"search with {found(value)} for {name}")
        else:
            yield DialogueFinding(f"{field}.{name}", f"expected {expected}, found {found(value)}")
    yield from broken(_MOMENTS, field, (search, turn))


def _package(field: str, package: Package) -> Iterator[DialogueFinding]:
    for name, is_valid, expected in _PACKAGE:
        value = attrgetter(name)(package)
        if not is_valid(value):
            instead = "none" if is_valid is bool else found(value)
            yield DialogueFinding(f"{field}.{name}", f"expected {expected}, found {instead}")
    yield from broken(_DAYS, field, package)
    yield from broken(_FLIGHT, f"{field}.trip.leaving", package.trip.leaving)
    yield from broken(_FLIGHT, f"{field}.trip.returning", package.trip.returning)


_LOGS: tuple[Rule[tuple[SearchLog, Turn]], ...] = (
    Rule(
        "",
        lambda both: both[1].author == "user" and not isinstance(both[1].db_json, UnsetType),
        "expected none on a user's turn",
    ),
    Rule(
        "",
        lambda both: len(both[0].search) != len(both[0].result),
        lambda both: f"expected as many results as searches, found {len(both[0].search)} and {len(both[0].result)}",
    ),
)
_MOMENTS: tuple[Rule[tuple[DatabaseSearch, Turn]], ...] = (
    Rule(".timestamp", lambda both: _is_no_time(both[0].timestamp), lambda both: _expected_time(both[0].timestamp)),
    Rule(
        ".MAX_DURATION",
        lambda both: _is_no_time(both[0].MAX_DURATION),
        lambda both: _expected_time(both[0].MAX_DURATION),
    ),
    Rule(
        ".timestamp",
        lambda both: not isinstance(both[0].timestamp, UnsetType) and both[0].timestamp * 1000 > both[1].timestamp,
        "later than the turn",
        "search later than its turn",
    ),
)
_DAYS: tuple[Rule[Package], ...] = (
    Rule(
        ".trip.duration_days",
        lambda package: -1000 < package.trip.duration_days <= 0,
        lambda package: f"{package.trip.duration_days}",
        "trip of no days or fewer",
    ),
)
# The release's tool also suggested packages beyond what was searched for.
_FIT: tuple[Rule[tuple[Package, DatabaseSearch]], ...] = (
    Rule(
        ".hotel.dst_city",
        lambda both: (
            not isinstance(both[1].DESTINATION_CITY, UnsetType)
            and both[0].hotel.dst_city.casefold() != both[1].DESTINATION_CITY.strip().casefold()
        ),
        lambda both: f"not {found(both[1].DESTINATION_CITY)}",
        "package to another city than searched for",
    ),
    Rule(
        ".price",
        lambda both: (
            not isinstance(both[1].PRICE_MAX, UnsetType)
            and _MONEY.fullmatch(both[1].PRICE_MAX) is not None
            and both[0].price > float(both[1].PRICE_MAX)
        ),
        lambda both: f"above {found(both[1].PRICE_MAX)}",
        "package dearer than searched for",
    ),
)
_FLIGHT: tuple[Rule[FlightLeg], ...] = (
    Rule(".departure", lambda flight: not _exists(flight.departure), "no such date and time"),
    Rule(".arrival", lambda flight: not _exists(flight.arrival), "no such date and time"),
    Rule(
        ".duration",
        lambda flight: not (0 <= flight.duration.hours < 1000 and 0 <= flight.duration.min < 60),
        "no such length of time",
    ),
)


def _is_no_time(value: float | UnsetType) -> bool:
    return not isinstance(value, UnsetType) and not 0 <= value < 1e15


def _expected_time(value: float | UnsetType) -> str:
    return f"expected a time, found {found(value)}"


def _exists(moment: LocalTime) -> bool:
    try:
        datetime(moment.year, moment.month, moment.day, moment.hour, moment.min)
    except (ValueError, OverflowError):
        return False
    return True
