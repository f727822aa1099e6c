"""Trips as a source: packages of the SQLite catalogue."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache, partial
from typing import Any

from wayframe.dialogue import DatabaseSearch, Dialogue, Package, SearchLog, Turn
from wayframe.meaning.records import Clock, Days, Direction, Money, Number, Text, Value
from wayframe.packages import Catalogue
from wayframe.packages import Query as TripQuery
from wayframe.packages.facts import day_said, hotel_values, trip_values
from wayframe.packages.plan import Planner, SearchPlan, covered
from wayframe.packages.query import party_cents, search_record, weight
from wayframe.packages.relaxing import Neighbourhood
from wayframe.packages.storage import day_of, minute_number, seat_number
from wayframe.schema import Schema
from wayframe.sources.constraints import allowed, checks, heads, order
from wayframe.sources.places import COUNTRIES, ELSEWHERE, REGIONS, key
from wayframe.sources.protocol import (
    Condition,
    Found,
    Item,
    Mean,
    Query,
    RecordedSearch,
    Relaxed,
    first_by,
    means_of,
)
from wayframe.values import Gazetteer, Lexicon


def gazetteer(catalogue: Catalogue) -> Gazetteer:
    """Return the catalogue's cities, countries and regions, and the countries to which there are no trips.

    A country that the catalogue calls otherwise ("UK") goes by the catalogue's name.
    """
    countries = list(dict.fromkeys(place.country for place in catalogue.places))
    around = [name for name, among in REGIONS.items() if not set(among).isdisjoint(countries)]
    cities = [*catalogue.cities(), *countries, *around]
    own = {COUNTRIES.get(country.casefold(), country): country for country in countries}
    elsewhere = [name for name in ELSEWHERE if name not in own]
    far = [name for name in elsewhere if not any(city.startswith(name) for city in cities)]
    synonyms = {said: own.get(name, name) for said, name in COUNTRIES.items()}
    synonyms.update({name: own.get(name, name) for name in own})
    return Gazetteer((*cities, *far), synonyms)


def lexicon(catalogue: Catalogue) -> Lexicon:
    """Return the names that text of the corpus' domain is searched for: places and hotels."""
    return Lexicon(gazetteer(catalogue), Gazetteer([hotel.name for hotel in catalogue.hotels()]))


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


def _day_said(milliseconds: str) -> str:
    return day_said(datetime.fromtimestamp(int(milliseconds) / 1000, UTC).date())


_EMPTY = ("", "NaN", "0", "false")
_FORM: tuple[tuple[str, str, Callable[[str], str | bool]], ...] = (
    ("ORIGIN_CITY", "or_city", str),
    ("DESTINATION_CITY", "dst_city", str),
    ("START_TIME", "str_date", _day_said),
    ("END_TIME", "end_date", _day_said),
    ("ARE_DATES_FLEXIBLE", "flex", lambda text: True),
    ("NUM_ADULTS", "n_adults", str),
    ("NUM_CHILDREN", "n_children", str),
    ("PRICE_MIN", "budget", "at least ${}".format),
    ("PRICE_MAX", "budget", "at most ${}".format),
)
"""The fields of a search form that are told, their frame slots, and how their texts are written."""


MOST_EXTREMES = 256
"""Searches for the least or the most of something that are remembered."""

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
        self._first_by = lru_cache(MOST_EXTREMES)(partial(first_by, self))

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
        source, values = plan.rows(index)
        counted = plan.rows("stay")[0] if index == "bargain" and plan.hotels is not None else source
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

    def relax(self, query: Query, limit: int, seed: int = 0, firm: Collection[Condition] = ()) -> tuple[Relaxed, ...]:
        """See `Source.relax`. Chance, under the seed, decides between what is equally near."""
        misses = Neighbourhood(self._planner, query, firm).nearest(limit, seed)
        items = self._items([(miss.package, miss.hotel) for miss in misses], query)
        return tuple(
            Relaxed(item, miss.conditions, miss.distance) for item, miss in zip(items, misses, strict=True)
        )  # fmt: skip

    def extreme(self, query: Query, slot: str, direction: Direction) -> Item | None:
        """See `Source.extreme`. Found once: a catalogue of trips never changes."""
        return self._first_by(query, slot, direction)

    def distinct(self, query: Query, slot: str, limit: int) -> tuple[tuple[Value, int], ...]:
        """See `Source.distinct`."""
        plan = self._planner.plan(query)
        if plan.empty:
            return ()
        hotel = self._planner.level(slot) == "hotel"
        by = "hotel" if hotel else self._planner.expression(slot) if slot != "or_city" else "origin"
        index = self._planner.index(plan)
        source, values = plan.rows("stay" if hotel and index == "bargain" else index)
        counted = Counter[Value]()
        for held, count in self.catalogue.select(f"SELECT {by}, count(*) FROM {source} GROUP BY {by}", values):
            value = self._planner.hotels[held].get(slot) if hotel else self._value(slot, held, query)
            if value is not None:
                counted[value] += count
        ranked = sorted(counted.items(), key=lambda each: (-each[1], _said(each[0])))
        return tuple(ranked[:limit])

    def means(self, query: Query, slot: str, by: str = "") -> tuple[Mean, ...]:
        """See `Source.means`. What trips have is taken over the trips, what hotels have over the hotels."""
        plan = self._planner.plan(query)
        if plan.empty:
            return ()
        of_hotel = self._planner.level(slot) == "hotel"
        amount = "0" if of_hotel else self._planner.expression(slot)
        key = "hotel"
        if by and self._planner.level(by) != "hotel":
            key = "origin" if by == "or_city" else self._planner.expression(by)
        index = self._planner.index(plan)
        source, values = plan.rows("stay" if index == "bargain" else index)
        rows = self.catalogue.select(
            f"SELECT hotel, {key} AS held, sum({amount}), count(*) FROM {source} GROUP BY hotel, held", values
        )
        sums = dict[Value | None, tuple[float, int]]()
        for hotel, held, total, count in rows:
            if of_hotel:
                own = order(self._planner.hotels[hotel].get(slot))
                total, count = own or 0.0, int(own is not None)
            group = self._group(by, hotel, held, query)
            former, counted = sums.get(group, (0.0, 0))
            sums[group] = former + total, counted + count
        if slot == "price":
            party = weight(*heads(query.party))
            sums = {group: (party_cents(round(total), party) / 100, count) for group, (total, count) in sums.items()}
        return means_of(self.schema.by_name[slot], sums)

    def _group(self, by: str, hotel: int, held: int, query: Query) -> Value | None:
        """Return what a package has of the slot that means are grouped by; None where all are taken together."""
        if not by:
            return None
        of_hotel = self._planner.level(by) == "hotel"
        return self._planner.hotels[hotel].get(by) if of_hotel else self._value(by, held, query)

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

    def codes(self) -> Mapping[str, str]:
        """See `Source.codes`: trips have none."""
        return {}

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
        return Item(key, {**hotel_values(hotel, self.schema), **trip_values(package, self.schema)}, package)

    def now(self, item: Item) -> Item:
        """See `Source.now`. A package costs what it did when it was offered."""
        return item

    def version(self) -> int:
        """See `Source.version`. A catalogue of trips never changes."""
        return 0

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

    def _one_for_each(self, plan: SearchPlan, query: Query, limit: int) -> Found:
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

    def _count(self, source: str, values: Mapping[str, int | str]) -> int:
        return int(self.catalogue.select(f"SELECT count(*) FROM {source}", values)[0][0])

    def _items(self, rows: Sequence[tuple[int, int]], query: Query) -> tuple[Item, ...]:
        """Return the packages of numbers, each with that of its hotel."""
        adults, children = heads(query.party)
        priced = TripQuery(adults=adults, children=children)
        packages = self.catalogue.packages([number for number, _ in rows], priced)
        return tuple(
            Item(str(number), {**self._planner.hotels[hotel], **trip_values(package, self.schema)}, package)
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
