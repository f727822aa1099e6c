"""What can be asked of a catalogue, and what a party pays.

Beside the fields of the paper's table 7 a query holds what the wizards had to look for by eye: seat, stars, guests'
rating, a hotel's name, amenities and what lies near.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from wayframe.dialogue import DatabaseSearch, FramesRecord, Number
from wayframe.errors import InputError, shown
from wayframe.meaning.records import Constraint, Operator
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages.facts import value_of
from wayframe.schema import Schema
from wayframe.sources.protocol import Condition

FLEXIBLE = timedelta(days=2)  # table 7: both ends of the window move by two days
CHILD_SHARE = 618  # thousandths of an adult's price; the share that the corpus' own search results obey
_ADULT = 1000
_MOST_DOLLARS = 1e13  # in thousandths of a cent within the 63 bits that SQLite holds
_MOST = 10**9  # people, days


class Query(FramesRecord, frozen=True, gc=False):
    """What a package must be. None and empty ask for nothing.

    The window: the package leaves on `start` or later and is back home on `end` or earlier; with `flexible`, two days
    more on each side. Prices are US dollars for the whole party, both ends included. Durations are in days, from the
    day of leaving to the day of being back. `seat` is economy or business in any case; `min_category` counts stars,
    `min_gst_rating` goes to ten. `amenities` and `vicinity` hold slot names of the ontology; a hotel must have all.
    """

    or_city: str | None = None
    dst_city: str | None = None
    start: date | None = None
    end: date | None = None
    flexible: bool = False
    adults: int = 1
    children: int = 0
    price_max: float | None = None
    price_min: float | None = None
    max_duration: int | None = None
    min_duration: int | None = None
    seat: str | None = None
    min_category: float | None = None
    min_gst_rating: float | None = None
    hotel: str | None = None
    amenities: tuple[str, ...] = ()
    vicinity: tuple[str, ...] = ()


class Limit(NamedTuple):
    """A field of a query as a condition: the slot that it goes by where it is given up, the one that it constrains."""

    name: str
    field: str
    slot: str
    op: Operator


_FEATURES = ("amenities", "vicinity")
_NOWHERE = ""
_CITIES = ("or_city", "dst_city")
_LIMITS = (
    Limit("budget", "price_max", "price", "at_most"),
    Limit("price", "price_min", "price", "at_least"),
    Limit("str_date", "start", "str_date", "at_least"),
    Limit("end_date", "end", "end_date", "at_most"),
    Limit("max_duration", "max_duration", "duration", "at_most"),
    Limit("min_duration", "min_duration", "duration", "at_least"),
    Limit("seat", "seat", "seat", "is"),
    Limit("or_city", "or_city", "or_city", "is"),
    Limit("dst_city", "dst_city", "dst_city", "is"),
    Limit("name", "hotel", "name", "is"),
    Limit("category", "min_category", "category", "at_least"),
    Limit("gst_rating", "min_gst_rating", "gst_rating", "at_least"),
)


def conditions(query: Query, schema: Schema, city: Callable[[str], str | None]) -> dict[Condition, Limit]:
    """Return what a query asks for as conditions on items, each with the limit that it is; `city` knows the cities."""
    first, last = window(query)
    values = {limit.field: getattr(query, limit.field) for limit in _LIMITS} | {"start": first, "end": last}
    values |= {name: city(values[name]) or _NOWHERE for name in _CITIES if values[name] is not None}
    found = dict[Condition, Limit]()
    for limit in _LIMITS:
        value = values[limit.field]
        if value is None or (limit.op == "at_least" and not value):  # at least nothing: not even a rating
            continue
        wanted = Constraint(limit.op, (value_of(schema.by_name[limit.slot], value),))
        found[Condition(limit.slot, wanted)] = limit
    for field in _FEATURES:
        for slot in getattr(query, field):
            wanted = Constraint("is", (value_of(schema.by_name[slot], True),))
            found[Condition(slot, wanted)] = Limit(slot, field, slot, "is")
    return found


_FROM_ZERO = (sys.float_info.max, "a number from 0")
_COUNTED = (_MOST, "a number of days")
_NUMBERS: Mapping[str, tuple[float, str]] = {
    **dict.fromkeys(("price_max", "price_min", "min_category", "min_gst_rating"), _FROM_ZERO),
    **dict.fromkeys(("max_duration", "min_duration"), _COUNTED),
}
"""The fields that are numbers: the most that each can be, and what is expected."""


def check(query: Query) -> None:
    """Raise `InputError` naming the field that holds what no field of its kind can hold."""
    if min(query.adults, query.children) < 0 or not 0 < query.adults + query.children <= _MOST:
        raise InputError(f"adults, children: expected a party, found {query.adults} and {query.children}")
    if query.seat is not None and query.seat.upper() not in ("ECONOMY", "BUSINESS"):
        raise InputError(f"seat: expected economy or business, found {shown(query.seat)}")
    for field, (most, expected) in _NUMBERS.items():
        value = getattr(query, field)
        if value is not None and not 0 <= value <= most:
            raise InputError(f"{field}: expected {expected}, found {value}")
    for field, known in (("amenities", AMENITIES), ("vicinity", VICINITY)):
        if strange := [slot for slot in getattr(query, field) if slot not in known]:
            raise InputError(f"{field}: expected some of {', '.join(known)}, found {shown(strange[0])}")


def window(query: Query) -> tuple[date | None, date | None]:
    """First day of leaving and last day of being back, two days wider where dates are flexible."""
    if not query.flexible:
        return query.start, query.end
    first = query.start and max(query.start, date.min + FLEXIBLE) - FLEXIBLE
    last = query.end and min(query.end, date.max - FLEXIBLE) + FLEXIBLE
    return first, last


def weight(adults: int, children: int) -> int:
    """Return how many thousandths of one adult's price a party pays: 1000 an adult, 618 a child."""
    return _ADULT * adults + CHILD_SHARE * children


def party_cents(unit: int, party: int) -> int:
    """Return what a party of weight `party` pays, in cents rounded half up, where one adult pays `unit` cents."""
    return (unit * party + _ADULT // 2) // _ADULT


def most_unit(price_max: float, party: int) -> int:
    """The most cents that one adult can pay so that the party pays at most `price_max` dollars."""
    cents = math.floor(min(price_max, _MOST_DOLLARS) * 100 + 1e-6)
    return (_ADULT * (cents + 1) - _ADULT // 2 - 1) // party


def least_unit(price_min: float, party: int) -> int:
    """The fewest cents that one adult can pay so that the party pays at least `price_min` dollars."""
    cents = math.ceil(min(price_min, _MOST_DOLLARS) * 100 - 1e-6)
    return -((_ADULT // 2 - _ADULT * cents) // party)


def search_record(query: Query, timestamp: Number, limit: int = 10) -> DatabaseSearch:
    """The query as a dialogue's `db` records it: table 7's fields only, strings as the release has them.

    `timestamp` is in seconds since the epoch. Dates become midnight UTC in milliseconds.
    """
    fields: dict[str, str | Number] = {"RESULT_LIMIT": str(limit), "NUM_ADULTS": str(query.adults)}
    texts = {"ORIGIN_CITY": query.or_city, "DESTINATION_CITY": query.dst_city}
    fields |= {name: text for name, text in texts.items() if text is not None}
    days = {"START_TIME": query.start, "END_TIME": query.end}
    fields |= {name: _milliseconds(day) for name, day in days.items() if day is not None}
    if query.flexible:
        fields["ARE_DATES_FLEXIBLE"] = "true"
    if query.children:
        fields["NUM_CHILDREN"] = str(query.children)
    prices = {"PRICE_MAX": query.price_max, "PRICE_MIN": query.price_min}
    fields |= {name: f"{price:.2f}".removesuffix(".00") for name, price in prices.items() if price is not None}
    if query.max_duration is not None:
        fields["MAX_DURATION"] = query.max_duration * 86_400_000
    return DatabaseSearch(timestamp, **fields)  # type: ignore[arg-type]  # each field has its own type


def _milliseconds(day: date) -> str:
    return str(int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000)
