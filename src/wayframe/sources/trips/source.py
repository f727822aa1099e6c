"""See `TripsSource`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from wayframe.dialogue import Dialogue, Package, SearchLog, Turn
from wayframe.meaning.records import Clock, Days, Direction, Money, Number, Text, Value
from wayframe.packages import Catalogue
from wayframe.packages import Query as TripQuery
from wayframe.packages.facts import key
from wayframe.packages.query import party_cents, search_record, weight
from wayframe.packages.storage import day_of, minute_number, seat_number
from wayframe.schema import Schema
from wayframe.sources.constraints import heads
from wayframe.sources.protocol import Found, Item, Query, RecordedSearch, Relaxed
from wayframe.sources.trips.columns import covered
from wayframe.sources.trips.lexicon import gazetteer
from wayframe.sources.trips.plan import Plan, Planner
from wayframe.sources.trips.records import recorded, searched
from wayframe.sources.trips.relaxing import Neighbourhood
from wayframe.sources.trips.values import hotel_values, trip_values
from wayframe.values import Gazetteer

_RECORDED = 10  # items that the record of a search asks for, as those of the corpus


class TripsSource:
    """The packages of a catalogue as a source. Reads only; threads may share it.

    Equal items of a search come by price, day of leaving, day of being back and their place in the file.
    """

    name = ""
    row_type: Any = Package

    def __init__(self, catalogue: Catalogue, *, schema: Schema | None = None, today: date | None = None) -> None:
        self.catalogue, self._planner = catalogue, Planner(catalogue, schema)
        self.schema, self.places = self._planner.schema, self._planner.places
        self.today = today or catalogue.today

    @cached_property
    def gazetteer(self) -> Gazetteer:
        """The places that people may name, whether trips go there or not."""
        return gazetteer(self.catalogue)

    def search(self, query: Query, limit: int) -> Found:
        """See `Source.search`."""
        plan = self._planner.plan(query)
        if plan.empty:
            return Found((), 0)
        if query.spread and self._planner.level(query.spread) == "hotel":
            return self._one_for_each(plan, query, limit)
        index, ordered = self._planner.index(plan), self._planner.order(query)
        source, values = self._rows(plan, index)
        counted = self._rows(plan, "stay")[0] if index == "bargain" and plan.hotels is not None else source
        if query.spread:
            slots = [query.spread, *(slot for slot, _ in query.order)]
            by = self._planner.expression(query.spread)
            first = f"row_number() OVER (PARTITION BY {by} ORDER BY {ordered})"
            source = f"(SELECT {covered(slots)}, {first} AS place FROM {source}) WHERE place = 1"
            counted = source
        values["limit"] = min(limit, sys.maxsize)
        rows = self.catalogue.select(f"SELECT id, hotel FROM {source} ORDER BY {ordered} LIMIT :limit", values)
        total = len(rows) if len(rows) < limit else self._count(counted, values)
        return Found(self._items(rows, query), total)

    def relax(self, query: Query, limit: int, seed: int = 0) -> tuple[Relaxed, ...]:
        """See `Source.relax`. Chance, under the seed, decides between what is equally near."""
        misses = Neighbourhood(self._planner, query).nearest(limit, seed)
        items = self._items([(miss.package, miss.hotel) for miss in misses], query)
        return tuple(
            Relaxed(item, miss.conditions, miss.distance) for item, miss in zip(items, misses, strict=True)
        )  # fmt: skip

    def extreme(self, query: Query, slot: str, direction: Direction) -> Item | None:
        """See `Source.extreme`."""
        found = self.search(query._replace(order=((slot, direction), *query.order), spread=""), 1).items
        return found[0] if found and slot in found[0].values else None

    def distinct(self, query: Query, slot: str, limit: int) -> tuple[tuple[Value, int], ...]:
        """See `Source.distinct`."""
        plan = self._planner.plan(query)
        if plan.empty:
            return ()
        hotel = self._planner.level(slot) == "hotel"
        by = "hotel" if hotel else self._planner.expression(slot) if slot != "or_city" else "origin"
        index = self._planner.index(plan)
        source, values = self._rows(plan, "stay" if hotel and index == "bargain" else index)
        counted = Counter[Value]()
        for held, count in self.catalogue.select(f"SELECT {by}, count(*) FROM {source} GROUP BY {by}", values):
            value = self._planner.hotels[held].get(slot) if hotel else self._value(slot, held, query)
            if value is not None:
                counted[value] += count
        ranked = sorted(counted.items(), key=lambda each: (-each[1], _said(each[0])))
        return tuple(ranked[:limit])

    def names(self, slot: str) -> Sequence[str]:
        """See `Source.names`."""
        if slot == "dst_city":
            return self.catalogue.destinations()
        if slot == "or_city":
            return self.catalogue.origins()
        if slot == "seat":
            return ("economy", "business")
        held = (values.get(slot) for values in self._planner.hotels)
        return tuple(dict.fromkeys(value.value for value in held if isinstance(value, Text)))

    def item(self, row: Any) -> Item:
        """See `Source.item`. A package that the catalogue no longer has keeps its facts, and has no number."""
        package: Package = row
        trip, hotel = package.trip, package.hotel
        held = next((at for at, (each, _) in enumerate(self.catalogue.stays) if each == hotel), None)
        origin = self.catalogue.city_id(trip.or_city)
        values = {
            "hotel": -1 if held is None else held,
            "origin": -1 if origin is None else origin,
            "leaving": minute_number(trip.leaving.departure),
            "returning": minute_number(trip.returning.departure),
            "seat": seat_number(trip.seat),
        }
        found = self.catalogue.select(
            "SELECT id FROM package WHERE hotel = :hotel AND origin = :origin AND out_departure = :leaving "
            "AND back_departure = :returning AND seat = :seat LIMIT 1",
            values,
        )
        key = str(found[0][0]) if found else f"gone {hotel.name} {values['leaving']} {values['returning']}"
        return Item(key, {**hotel_values(hotel, self.schema), **trip_values(package)}, package)

    def record(self, query: Query, found: Found, timestamp: float) -> SearchLog:
        """See `Source.record`: the fields of the paper's table 7, and the packages."""
        asked = searched(self.schema, query, self._named)
        return SearchLog((search_record(asked, timestamp, _RECORDED),), (tuple(item.row for item in found.items),))

    def recorded(self, turn: Turn) -> tuple[RecordedSearch, ...]:
        """See `Source.recorded`."""
        return recorded(turn)

    def check(self, dialogue: Dialogue) -> None:
        """See `Source.check`."""
        from wayframe import validation  # by those who load dialogues only

        for _ in validation.checked("conversation", [dialogue]):
            pass

    def _named(self, slot: str, name: str) -> str | None:
        """Return a city as the catalogue has it; None for what is no city of it."""
        return next((each for each in self.names(slot) if key(each) == key(name)), None)

    def _one_for_each(self, plan: Plan, query: Query, limit: int) -> Found:
        """Return the first of each hotel that fits, the first of these for each value of the slot to spread by."""
        single = plan.origins is not None and len(plan.origins) == 1
        numbers = range(len(self._planner.hotels)) if plan.hotels is None else plan.hotels
        values = {**plan.values, "hotels": json.dumps(list(numbers))}
        ordered = self._planner.order(query)
        firsts = self.catalogue.select(
            f"SELECT (SELECT id FROM package INDEXED BY {'route' if single else 'stay'} "
            f"WHERE hotel = each.value AND {plan.where} ORDER BY {ordered} LIMIT 1) FROM json_each(:hotels) AS each",
            values,
        )
        ids = json.dumps([number for (number,) in firsts if number is not None])
        rows = self.catalogue.select(
            f"SELECT id, hotel FROM package WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY {ordered}",
            {"ids": ids},
        )
        chosen = dict[Value, tuple[int, int]]()
        for number, hotel in rows:
            if (value := self._planner.hotels[hotel].get(query.spread)) is not None:
                chosen.setdefault(value, (number, hotel))
        return Found(self._items(list(chosen.values())[:limit], query), len(chosen))

    def _rows(self, plan: Plan, index: str) -> tuple[str, dict[str, int | str]]:
        """Return the packages that fit, as SQL, and its values."""
        where, values = plan.where, dict(plan.values)
        if plan.hotels is not None:
            where += " AND hotel IN (SELECT value FROM json_each(:hotels))"
            values["hotels"] = json.dumps(plan.hotels)
        return f"package INDEXED BY {index} WHERE {where}", values

    def _count(self, source: str, values: Mapping[str, int | str]) -> int:
        return int(self.catalogue.select(f"SELECT count(*) FROM {source}", values)[0][0])

    def _items(self, rows: Sequence[tuple[int, int]], query: Query) -> tuple[Item, ...]:
        """Return the packages of numbers, each with that of its hotel."""
        adults, children = heads(query.party)
        priced = TripQuery(adults=adults, children=children)
        packages = self.catalogue.packages([number for number, _ in rows], priced)
        return tuple(
            Item(str(number), {**self._planner.hotels[hotel], **trip_values(package)}, package)
            for (number, hotel), package in zip(rows, packages, strict=True)
        )

    def _value(self, slot: str, held: int, query: Query) -> Value:
        """Return what the file holds for a slot of a package."""
        if slot == "price":
            return Money(party_cents(held, weight(*heads(query.party))) / 100, "USD")
        if slot == "or_city":
            return self._planner.cities[held]
        return _VALUES[slot](held)


def _days(number: int) -> Value:
    return Days(day_of(number), day_of(number))


_VALUES: Mapping[str, Callable[[Any], Value]] = {
    "str_date": _days,
    "end_date": _days,
    "duration": lambda number: Number(float(number), "days"),
    "seat": lambda number: Text(("economy", "business")[number]),
    "dep_time_or": Clock,
    "arr_time_dst": Clock,
    "dep_time_dst": Clock,
    "arr_time_or": Clock,
}


def _said(value: Value) -> tuple[Any, ...]:
    """Return a key by which values of a slot are in order."""
    held = value.first if isinstance(value, Days) else getattr(value, "value", "")
    return (held,)
