"""Checks of what wizards searched for and found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

import msgspec
from msgspec import UNSET, UnsetType

from wayframe.dialogue import Database, Flight, Moment, Package, Search, Turn
from wayframe.validation.problem import Finding, found

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
_SEATS = ("ECONOMY", "BUSINESS")


class SearchCheck:
    """Checks the searches of one dialogue, turn by turn, and remembers them."""

    def __init__(self) -> None:
        self.seen = set[bytes]()

    def findings(self, database: Database, turn: Turn) -> Iterator[Finding]:
        """What is wrong with the searches of a turn and what they found."""
        if turn.author == "user" and not isinstance(turn.db_json, UnsetType):
            yield Finding("db", "expected none on a user's turn")
        if len(database.search) != len(database.result):
            lengths = f"{len(database.search)} and {len(database.result)}"
            yield Finding("db", f"expected as many results as searches, found {lengths}")
        earlier = frozenset(self.seen)
        for number, search in enumerate(database.search):
            field = f"db.search[{number}]"
            yield from _search(field, search, turn)
            written = msgspec.json.encode(search)
            if written in earlier:
                yield Finding(field, "was made on an earlier turn", "search repeated from an earlier turn")
            self.seen.add(written)
        for number, packages in enumerate(database.result):
            search = database.search[number] if number < len(database.search) else Search()
            for count, package in enumerate(packages):
                yield from _package(f"db.result[{number}][{count}]", package)
                yield from _fit(f"db.result[{number}][{count}]", package, search)


def _search(field: str, search: Search, turn: Turn) -> Iterator[Finding]:
    for name, expected, pattern, instead in _TEXTS:
        value = getattr(search, name)
        if value is UNSET or pattern.fullmatch(value):
            continue
        if value == instead:
            yield Finding(f"{field}.{name}", f"is {found(value)}", f"search with {found(value)} for {name}")
        else:
            yield Finding(f"{field}.{name}", f"expected {expected}, found {found(value)}")
    for name in ("timestamp", "MAX_DURATION"):
        value = getattr(search, name)
        if value is not UNSET and not 0 <= value < 1e15:
            yield Finding(f"{field}.{name}", f"expected a time, found {found(value)}")
    if not isinstance(search.timestamp, UnsetType) and search.timestamp * 1000 > turn.timestamp:
        yield Finding(f"{field}.timestamp", "later than the turn", "search later than its turn")


def _package(field: str, package: Package) -> Iterator[Finding]:
    hotel, trip = package.hotel, package.trip
    if not 0 <= package.price < 1e15:
        yield Finding(f"{field}.price", f"expected a price, found {found(package.price)}")
    if not _CATEGORY.fullmatch(hotel.category):
        yield Finding(f"{field}.hotel.category", f"expected as in '3.5 star hotel', found {found(hotel.category)}")
    if not 0 <= hotel.gst_rating <= 10:
        yield Finding(f"{field}.hotel.gst_rating", f"expected a rating to 10, found {found(hotel.gst_rating)}")
    for name, value in (("name", hotel.name), ("dst_city", hotel.dst_city), ("country", hotel.country)):
        if not value:
            yield Finding(f"{field}.hotel.{name}", "expected a name, found none")
    if trip.seat not in _SEATS:
        yield Finding(f"{field}.trip.seat", f"expected ECONOMY or BUSINESS, found {found(trip.seat)}")
    if not trip.or_city:
        yield Finding(f"{field}.trip.or_city", "expected a name, found none")
    if not -1000 < trip.duration_days < 1000:
        yield Finding(f"{field}.trip.duration_days", f"expected days, found {found(trip.duration_days)}")
    elif trip.duration_days <= 0:
        yield Finding(f"{field}.trip.duration_days", f"{trip.duration_days}", "trip of no days or fewer")
    for name, flight in (("leaving", trip.leaving), ("returning", trip.returning)):
        yield from _flight(f"{field}.trip.{name}", flight)


def _fit(field: str, package: Package, search: Search) -> Iterator[Finding]:
    """Where a package isn't what was searched for: the release's tool also suggested."""
    city, most = search.DESTINATION_CITY, search.PRICE_MAX
    if not isinstance(city, UnsetType) and package.hotel.dst_city.casefold() != city.strip().casefold():
        yield Finding(f"{field}.hotel.dst_city", f"not {found(city)}", "package to another city than searched for")
    if not isinstance(most, UnsetType) and _MONEY.fullmatch(most) and package.price > float(most):
        yield Finding(f"{field}.price", f"above {found(most)}", "package dearer than searched for")


def _flight(field: str, flight: Flight) -> Iterator[Finding]:
    for name, moment in (("departure", flight.departure), ("arrival", flight.arrival)):
        if not _exists(moment):
            yield Finding(f"{field}.{name}", "no such date and time")
    if not (0 <= flight.duration.hours < 1000 and 0 <= flight.duration.min < 60):
        yield Finding(f"{field}.duration", "no such length of time")


def _exists(moment: Moment) -> bool:
    try:
        datetime(moment.year, moment.month, moment.day, moment.hour, moment.min)
    except (ValueError, OverflowError):
        return False
    return True
