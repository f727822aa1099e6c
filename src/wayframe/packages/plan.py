"""A query over trips as a plan: the hotels and origins that fit, found in memory, and SQL for what packages must be."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from wayframe.dialogue import Hotel
from wayframe.meaning.records import Direction, Text, Value
from wayframe.packages.facts import hotel_values
from wayframe.packages.query import least_unit, most_unit, weight
from wayframe.packages.storage import CatalogueFile, seat_of
from wayframe.schema import Schema, trips
from wayframe.sources.constraints import Allowed, Range, allowed, checks, heads, holds, order
from wayframe.sources.places import Places, key
from wayframe.sources.protocol import Condition, Query

NIGHTS = "max(back - leaves, 1)"
EPOCH = date(1970, 1, 1).toordinal()
_SLACK = 1e-6  # of a cent, that floats may be off


class PackageColumn(NamedTuple):
    """A slot as an SQL expression, which is `origin` less than the value, and by how much a miss of it counts one."""

    sql: str
    origin: int = 0
    scale: float = 1.0


COLUMNS: Mapping[str, PackageColumn] = {
    "price": PackageColumn("price"),
    "str_date": PackageColumn("leaves", EPOCH, 7.0),
    "end_date": PackageColumn("back", EPOCH, 7.0),
    "duration": PackageColumn("days", 0, 4.0),
    "dep_time_or": PackageColumn("(out_departure % 1440)", 0, 240.0),
    "arr_time_dst": PackageColumn("(out_arrival % 1440)", 0, 240.0),
    "dep_time_dst": PackageColumn("(back_departure % 1440)", 0, 240.0),
    "arr_time_or": PackageColumn("(back_arrival % 1440)", 0, 240.0),
}
"""The measured slots of a package itself. A miss of one counts about as much to a traveller as another week, a fifth of
the higher price, four days more or fewer, four hours."""


_CLOCKS = ("dep_time_or", "arr_time_dst", "dep_time_dst", "arr_time_or")
_INDEXED = "id, hotel, origin, price, leaves, back, days, seat"


def covered(slots: Iterable[str]) -> str:
    """Return the columns that conditions on some slots and an order need; without clocks an index holds them all."""
    return "*" if any(slot in _CLOCKS for slot in slots) else _INDEXED


class Term(NamedTuple):
    """An SQL condition, and an SQL expression of how far a row is from it (0 where it fits)."""

    fits: str
    distance: str


def measured(slot: str, numbers: Allowed) -> Term:
    """Return the condition that a package's number in a slot is allowed."""
    column = COLUMNS[slot]
    fits = [_within(column, each) for each in numbers.ranges]
    away = [_away(column, each) for each in numbers.ranges]
    return _term(fits, away, negated=numbers.negated)


def priced(numbers: Allowed, party: int, shares: int, *, nightly: bool) -> Term:
    """Return the condition that a price in dollars is allowed, for a party of a weight that shares it.

    The party's price has to be in one of the ranges, multiplied by `shares` and, if it is `nightly`, by the nights.
    """
    scaled = numbers.scaled(shares)
    limits = [_nightly(each, party) if nightly else _whole(each, party) for each in scaled.ranges]
    fits = [" AND ".join(limit.fits for limit in each) or "TRUE" for each in limits]
    away = [" + ".join(limit.distance for limit in each) or "0.0" for each in limits]
    return _term(fits, away, negated=numbers.negated)


def _term(fits: list[str], away: list[str], *, negated: bool) -> Term:
    """Return the condition that one of several is so, or `negated` none."""
    either = " OR ".join(f"({each})" for each in fits) or "FALSE"
    if negated:
        return Term(f"NOT ({either})", f"(({either}) * 1.0)")
    nearest = away[0] if len(away) == 1 else f"min({', '.join(away)})" if away else "1.0"
    return Term(f"({either})", nearest)


def _within(column: PackageColumn, limits: Range) -> str:
    low, high = limits.low - column.origin, limits.high - column.origin
    parts = []
    if math.isfinite(low):
        parts.append(f"{column.sql} {'>' if limits.open_low else '>='} {low:.10g}")
    if math.isfinite(high):
        parts.append(f"{column.sql} {'<' if limits.open_high else '<='} {high:.10g}")
    return " AND ".join(parts) or "TRUE"


def _away(column: PackageColumn, limits: Range) -> str:
    low, high = limits.low - column.origin, limits.high - column.origin
    parts = ["0.0"]
    if math.isfinite(low):
        parts.append(f"{low:.10g} - {column.sql}")
    if math.isfinite(high):
        parts.append(f"{column.sql} - {high:.10g}")
    return f"max({', '.join(parts)}) / {column.scale}" if len(parts) > 1 else "0.0"


def _whole(limits: Range, party: int) -> list[Term]:
    """Return the limits of one adult's price in cents: such that the party's is in the range."""
    terms = []
    if math.isfinite(limits.high):
        cents = _last_cent(limits.high, open_end=limits.open_high)
        most = most_unit(cents / 100, party)
        terms.append(Term(f"price <= {most}", f"max(price - {most}, 0) * 5.0 / max(price, 1)"))
    if math.isfinite(limits.low):
        cents = -_last_cent(-limits.low, open_end=limits.open_low)
        least = least_unit(max(cents, 0) / 100, party)
        terms.append(Term(f"price >= {least}", f"max({least} - price, 0) * 5.0 / {max(least, 1)}"))
    return terms


def _last_cent(amount: float, *, open_end: bool) -> int:
    """Return the last whole cent up to an amount, or before it where the end is open."""
    cents = min(max(amount, -1e13), 1e13) * 100
    return math.ceil(cents - _SLACK) - 1 if open_end else math.floor(cents + _SLACK)


def _nightly(limits: Range, party: int) -> list[Term]:
    """Return the limits of the party's price in cents for each night."""
    cents = f"((price * {party} + 500) / 1000)"
    terms = []
    if math.isfinite(limits.high):
        most = f"{limits.high * 100:.6f} * {NIGHTS}"
        fits = f"{cents} < {most} - {_SLACK}" if limits.open_high else f"{cents} <= {most} + {_SLACK}"
        terms.append(Term(fits, f"max({cents} - {most}, 0) * 5.0 / max({cents}, 1)"))
    if math.isfinite(limits.low):
        least = f"{limits.low * 100:.6f} * {NIGHTS}"
        fits = f"{cents} > {least} + {_SLACK}" if limits.open_low else f"{cents} >= {least} - {_SLACK}"
        terms.append(Term(fits, f"max({least} - {cents}, 0) * 5.0 / max({least}, 1)"))
    return terms


TIES = "price, leaves, back, days, seat, hotel, id"
NOWHERE = Term("FALSE", "1.0")
_SEATS = tuple(Text(seat_of(number).lower()) for number in (0, 1))
_FEW_ORIGINS = 4  # from so many, going origin by origin beats going by price
_RANK_BYTES = 4
_REMEMBERED = 1024


class Needs(NamedTuple):
    """The plain conditions of a query by what they are about: hotels, origins, packages."""

    hotel: tuple[Condition, ...] = ()
    origin: tuple[Condition, ...] = ()
    package: tuple[Condition, ...] = ()


class SearchPlan(NamedTuple):
    """The hotels and the origins to look at (None: all), and an SQL condition with its values."""

    hotels: tuple[int, ...] | None
    origins: tuple[int, ...] | None
    where: str
    values: dict[str, int | str]

    @property
    def empty(self) -> bool:
        """Return whether nothing can fit."""
        return self.hotels == () or self.origins == ()

    def rows(self, index: str) -> tuple[str, dict[str, int | str]]:
        """Return the packages that fit, as SQL, and its values."""
        if self.hotels is None:
            return f"package INDEXED BY {index} WHERE {self.where}", dict(self.values)
        where = f"{self.where} AND hotel IN (SELECT value FROM json_each(:hotels))"
        return f"package INDEXED BY {index} WHERE {where}", {**self.values, "hotels": json.dumps(self.hotels)}


class Planner:
    """Plans queries over a catalogue. Threads may share it."""

    def __init__(self, catalogue: CatalogueFile, schema: Schema | None = None) -> None:
        self.catalogue, self.schema = catalogue, schema or trips()
        self.places = Places({place.name: place.country for place in catalogue.places})
        self.hotels = tuple(hotel_values(hotel, self.schema) for hotel, _ in catalogue.stays)
        self.cities = tuple(Text(place.name) for place in catalogue.places)
        self.fitting_hotels = lru_cache(maxsize=_REMEMBERED)(self._fitting_hotels)
        self.fitting_origins = lru_cache(maxsize=_REMEMBERED)(self._fitting_origins)
        self._ranks = lru_cache(maxsize=_REMEMBERED)(self._ranked)

    def hotel(self, number: int) -> Hotel:
        """Return the hotel of a number."""
        return self.catalogue.stays[number][0]

    def needs(self, conditions: Iterable[Condition]) -> Needs:
        """Sort conditions by what they are about."""
        sorts: dict[str, list[Condition]] = {"hotel": [], "origin": [], "package": []}
        for condition in conditions:
            sorts[self.level(condition.slot)].append(condition)
        return Needs(*(tuple(each) for each in sorts.values()))

    def level(self, slot: str) -> str:
        """Return what a slot is about: a hotel, an origin or a package."""
        if slot == "or_city":
            return "origin"
        return "package" if slot in COLUMNS or slot == "seat" else "hotel"

    def plan(self, query: Query) -> SearchPlan:
        """Return the plan of a query."""
        needs = self.needs(chain.from_iterable(check.needs for check in checks(self.schema, query)))
        hotels = _in_all([self.fitting_hotels(need) for need in needs.hotel])
        origins = _in_all([self.fitting_origins(need) for need in needs.origin])
        where = [self.term(need, query).fits for need in needs.package]
        values = dict[str, int | str]()
        if origins is not None:
            where.append("origin IN (SELECT value FROM json_each(:origins))")
            values["origins"] = json.dumps(origins)
        if origins is not None and len(origins) == 1:
            where[-1], values = "origin = :origin", {"origin": origins[0]}
        if query.excluded:
            where.append("id NOT IN (SELECT value FROM json_each(:excluded))")
            values["excluded"] = excluded(query)
        return SearchPlan(hotels, origins, " AND ".join(where) or "TRUE", values)

    def term(self, need: Condition, query: Query) -> Term:
        """Return a condition on packages as SQL."""
        slot, constraint = self.schema.by_name[need.slot], need.constraint
        if slot.name == "seat":
            fitting = [str(number) for number, seat in enumerate(_SEATS) if holds(slot, constraint, seat)]
            fits = f"seat IN ({', '.join(fitting)})"
            return Term(fits, f"(NOT {fits}) * 1.0")
        numbers = allowed(slot, constraint)
        if numbers is None:
            return NOWHERE
        if slot.name != "price":
            return measured(slot.name, numbers)
        adults, children = heads(query.party)
        shares = adults + children if constraint.scope == "person" else 1
        return priced(numbers, weight(adults, children), shares, nightly=constraint.scope == "night")

    def index(self, plan: SearchPlan) -> str:
        """Return the SQL index to go by."""
        if plan.origins is not None and len(plan.origins) <= _FEW_ORIGINS:
            return "route"
        return self.catalogue.index_without_origin(plan.hotels)

    def order(self, query: Query) -> str:
        """Return the SQL by which a query's items come in order; what has no value comes last."""
        return ", ".join([*(self.expression(slot, direction) for slot, direction in query.order), TIES])

    def expression(self, slot: str, direction: Direction = "least") -> str:
        """Return a slot as SQL that grows in a direction; equal values are equal."""
        if slot in COLUMNS:
            return COLUMNS[slot].sql + (" DESC" if direction == "most" else "")
        if slot == "seat":
            return "seat DESC" if direction == "most" else "seat"
        number = "origin" if slot == "or_city" else "hotel"
        ranks = self._ranks(slot, direction)
        return f"substr(x'{ranks}', {number} * {_RANK_BYTES} + 1, {_RANK_BYTES})"

    def _ranked(self, slot: str, direction: Direction) -> str:
        """Return the ranks of all hotels or origins by a slot, in hexadecimal."""
        held: Sequence[Value | None] = [each.get(slot) for each in self.hotels]
        if slot == "or_city":
            held = self.cities
        keys = list(map(_sort_key, held))
        known = sorted({each for each in keys if each is not None}, reverse=direction == "most")
        ranks: dict[tuple[float, str] | None, int] = {each: rank for rank, each in enumerate(known)}
        ranks[None] = len(known)
        return b"".join(ranks[each].to_bytes(_RANK_BYTES, "big") for each in keys).hex()

    def _fitting_hotels(self, need: Condition) -> frozenset[int]:
        slot = self.schema.by_name[need.slot]
        return _numbers(lambda number: holds(slot, need.constraint, self.hotels[number].get(slot.name), self.places),
                        len(self.hotels))  # fmt: skip

    def _fitting_origins(self, need: Condition) -> frozenset[int]:
        slot = self.schema.by_name[need.slot]
        return _numbers(lambda number: holds(slot, need.constraint, self.cities[number], self.places),
                        len(self.cities))  # fmt: skip


def excluded(query: Query) -> str:
    """Return the numbers of the packages that shall not come, as JSON."""
    return json.dumps(sorted(int(each) for each in query.excluded if each.isdecimal()))


def _numbers(fits: Callable[[int], bool | None], count: int) -> frozenset[int]:
    return frozenset(number for number in range(count) if fits(number))


def _in_all(sets: Sequence[frozenset[int]]) -> tuple[int, ...] | None:
    """Return what all sets have in common; None where there are none."""
    return tuple(sorted(frozenset.intersection(*sets))) if sets else None


def _sort_key(value: Value | None) -> tuple[float, str] | None:
    if value is None:
        return None
    number = order(value)
    return (0.0, key(str(getattr(value, "value", "")))) if number is None else (number, "")
