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
from wayframe.validation.problem import DialogueFinding, found

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
        if turn.author == "user" and not isinstance(turn.db_json, UnsetType):
            yield DialogueFinding("db", "expected none on a user's turn")
        if len(database.search) != len(database.result):
            lengths = f"{len(database.search)} and {len(database.result)}"
            yield DialogueFinding("db", f"expected as many results as searches, found {lengths}")
        yield from self._searches(database, turn)
        unasked = DatabaseSearch()
        for number, (packages, search) in enumerate(zip_longest(database.result, database.search)):
            for count, package in enumerate(packages or ()):
                yield from _package(f"db.result[{number}][{count}]", package)
                yield from _fit(f"db.result[{number}][{count}]", package, search or unasked)

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
        what, oddity = f"expected {expected}, found {found(value)}", ""
        if value == instead:
            what, oddity = f"is {found(value)}", f"search with {found(value)} for {name}"
        yield DialogueFinding(f"{field}.{name}", what, oddity)
    for name in ("timestamp", "MAX_DURATION"):
        value = getattr(search, name)
        if value is not UNSET and not 0 <= value < 1e15:
            yield DialogueFinding(f"{field}.{name}", f"expected a time, found {found(value)}")
    if not isinstance(search.timestamp, UnsetType) and search.timestamp * 1000 > turn.timestamp:
        yield DialogueFinding(f"{field}.timestamp", "later than the turn", "search later than its turn")


def _package(field: str, package: Package) -> Iterator[DialogueFinding]:
    for name, is_valid, expected in _PACKAGE:
        value = attrgetter(name)(package)
        if not is_valid(value):
            instead = "none" if is_valid is bool else found(value)
            yield DialogueFinding(f"{field}.{name}", f"expected {expected}, found {instead}")
    days = package.trip.duration_days
    if -1000 < days <= 0:
        yield DialogueFinding(f"{field}.trip.duration_days", f"{days}", "trip of no days or fewer")
    yield from _flight(f"{field}.trip.leaving", package.trip.leaving)
    yield from _flight(f"{field}.trip.returning", package.trip.returning)


def _fit(field: str, package: Package, search: DatabaseSearch) -> Iterator[DialogueFinding]:
    """Compare a package with its search: the release's tool also suggested others."""
    city, most = search.DESTINATION_CITY, search.PRICE_MAX
    if not isinstance(city, UnsetType) and package.hotel.dst_city.casefold() != city.strip().casefold():
        yield DialogueFinding(
            f"{field}.hotel.dst_city", f"not {found(city)}", "package to another city than searched for"
        )
    if not isinstance(most, UnsetType) and _MONEY.fullmatch(most) and package.price > float(most):
        yield DialogueFinding(f"{field}.price", f"above {found(most)}", "package dearer than searched for")


def _flight(field: str, flight: FlightLeg) -> Iterator[DialogueFinding]:
    for name, moment in (("departure", flight.departure), ("arrival", flight.arrival)):
        if not _exists(moment):
            yield DialogueFinding(f"{field}.{name}", "no such date and time")
    if not (0 <= flight.duration.hours < 1000 and 0 <= flight.duration.min < 60):
        yield DialogueFinding(f"{field}.duration", "no such length of time")


def _exists(moment: LocalTime) -> bool:
    try:
        datetime(moment.year, moment.month, moment.day, moment.hour, moment.min)
    except (ValueError, OverflowError):
        return False
    return True
