"""A search over trips as the corpus records them: the fields of the paper's table 7, which know less than a query."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from wayframe.dialogue import DatabaseSearch, Turn
from wayframe.meaning.records import Text
from wayframe.packages import Query as TripQuery
from wayframe.packages.facts import day_said
from wayframe.schema import Schema
from wayframe.sources.constraints import allowed, checks, heads
from wayframe.sources.protocol import Condition, Query, RecordedSearch


def searched(schema: Schema, query: Query, named: Callable[[str, str], str | None]) -> TripQuery:
    """Return what of a query the search form could have asked; `named` is a city in the catalogue's spelling."""
    rigid = [each for each in query.conditions if schema.by_name[each.slot].bearing != "flexible"]
    needs = [need for check in checks(schema, query._replace(conditions=tuple(rigid))) for need in check.needs]
    adults, children = heads(query.party)
    fields: dict[str, Any] = {"adults": adults, "children": children, "flexible": len(rigid) < len(query.conditions)}
    for need in needs:
        fields |= _city(need, named) if need.slot in ("or_city", "dst_city") else {}
        fields |= _limits(schema, need, adults + children)
    return TripQuery(**fields)


def _city(need: Condition, named: Callable[[str, str], str | None]) -> dict[str, Any]:
    values = need.constraint.values
    if need.constraint.op != "is" or len(values) != 1 or not isinstance(values[0], Text):
        return {}
    city = named(need.slot, values[0].value)
    return {need.slot: city} if city else {}


def _limits(schema: Schema, need: Condition, heads_: int) -> dict[str, Any]:
    """Return the fields that hold the ends of a range."""
    if need.slot not in _FIELDS:
        return {}
    numbers = allowed(schema.by_name[need.slot], need.constraint)
    if numbers is None or numbers.negated or len(numbers.ranges) != 1 or need.constraint.scope == "night":
        return {}
    shares = heads_ if need.constraint.scope == "person" else 1
    limits, (low, high, convert) = numbers.scaled(shares).ranges[0], _FIELDS[need.slot]
    ends = {low: limits.low, high: limits.high}
    return {field: convert(end) for field, end in ends.items() if field and math.isfinite(end)}


_FIELDS: dict[str, tuple[str, str, Callable[[float], Any]]] = {
    "str_date": ("start", "", lambda day: date.fromordinal(int(day))),
    "end_date": ("", "end", lambda day: date.fromordinal(int(day))),
    "price": ("price_min", "price_max", lambda amount: max(round(amount, 2), 0.0)),
    "duration": ("min_duration", "max_duration", lambda days: max(int(days), 0)),
}
"""The fields of the search form for the two ends of a slot's range."""


def recorded(turn: Turn) -> tuple[RecordedSearch, ...]:
    """Return the searches of a turn. Raises `InputError` where they are none of trips."""
    log = turn.db
    pairs = zip(log.search, log.result, strict=False)
    return tuple(RecordedSearch(wanted(search), len(rows), rows) for search, rows in pairs)


def wanted(search: DatabaseSearch) -> dict[str, tuple[str | bool, ...]]:
    """Return the fields of a search form that were filled in, by the frame slots that they stand for."""
    found = dict[str, tuple[str | bool, ...]]()
    for field, slot, written in _FORM:
        text = getattr(search, field)
        if isinstance(text, str) and text not in _EMPTY:
            found[slot] = (*found.get(slot, ()), written(text))
    return found


def _day(milliseconds: str) -> str:
    return day_said(datetime.fromtimestamp(int(milliseconds) / 1000, UTC).date())


_EMPTY = ("", "NaN", "0", "false")
_FORM: tuple[tuple[str, str, Callable[[str], str | bool]], ...] = (
    ("ORIGIN_CITY", "or_city", str),
    ("DESTINATION_CITY", "dst_city", str),
    ("START_TIME", "str_date", _day),
    ("END_TIME", "end_date", _day),
    ("ARE_DATES_FLEXIBLE", "flex", lambda text: True),
    ("NUM_ADULTS", "n_adults", str),
    ("NUM_CHILDREN", "n_children", str),
    ("PRICE_MIN", "budget", "at least ${}".format),
    ("PRICE_MAX", "budget", "at most ${}".format),
)
"""The fields of a search form that are told, their frame slots, and how their texts are written."""
