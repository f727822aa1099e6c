"""A query over trips as a plan: the hotels and origins that fit, found in memory, and SQL for what packages must be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from wayframe.dialogue import Hotel
from wayframe.meaning.records import Direction, Text, Value
from wayframe.packages import Catalogue
from wayframe.packages.facts import key
from wayframe.packages.query import weight
from wayframe.packages.storage import seat_of
from wayframe.schema import Schema, trips
from wayframe.sources.constraints import allowed, checks, heads, holds, order
from wayframe.sources.places import Places
from wayframe.sources.protocol import Condition, Query
from wayframe.sources.trips.columns import COLUMNS, Term, measured, priced
from wayframe.sources.trips.values import hotel_values

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


class Plan(NamedTuple):
    """The hotels and the origins to look at (None: all), and an SQL condition with its values."""

    hotels: tuple[int, ...] | None
    origins: tuple[int, ...] | None
    where: str
    values: dict[str, int | str]

    @property
    def empty(self) -> bool:
        """Return whether nothing can fit."""
        return self.hotels == () or self.origins == ()


class Planner:
    """Plans queries over a catalogue. Threads may share it."""

    def __init__(self, catalogue: Catalogue, schema: Schema | None = None) -> None:
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

    def plan(self, query: Query) -> Plan:
        """Return the plan of a query."""
        needs = self.needs(need for check in checks(self.schema, query) for need in check.needs)
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
        return Plan(hotels, origins, " AND ".join(where) or "TRUE", values)

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

    def index(self, plan: Plan) -> str:
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
        held: Sequence[Value | None] = self.cities if slot == "or_city" else [each.get(slot) for each in self.hotels]
        keys = [_sort_key(value) for value in held]
        known = sorted({each for each in keys if each is not None}, reverse=direction == "most")
        places = {each: place for place, each in enumerate(known)}
        ranks = (len(known) if each is None else places[each] for each in keys)
        return b"".join(rank.to_bytes(_RANK_BYTES, "big") for rank in ranks).hex()

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
