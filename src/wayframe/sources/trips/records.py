"""A search over trips as the corpus records them: the fields of the paper's table 7, which know less than a query."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from typing import Any

from wayframe.meaning.records import Text
from wayframe.packages import Query as TripQuery
from wayframe.schema import Schema
from wayframe.sources.constraints import allowed, checks, heads
from wayframe.sources.protocol import Condition, Query


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
