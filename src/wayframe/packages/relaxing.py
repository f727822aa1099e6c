"""Packages that nearly fit: those that miss one condition, then those that miss two.

Packages near the query are scored by what they miss: conditions on the packages themselves by SQL, those on hotels and
origins in memory. One condition given up always comes before two; within that the nearest comes first.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain
from random import Random
from typing import NamedTuple

from wayframe.meaning.records import Constraint, Text
from wayframe.packages.plan import Planner, covered, excluded
from wayframe.packages.storage import Place
from wayframe.sources.constraints import Check, allowed, checks, order
from wayframe.sources.places import distance_km
from wayframe.sources.protocol import Condition, Query

_MOST_GIVEN_UP = 2
_NEARBY_ORIGINS = 5
_LOOKED_AT = 5_000  # packages at most in one go: the cheapest; only a query without origin meets it
_COLUMNS = "id, hotel, origin, price"
_UNKNOWN_PLACE = 3.0
_FEATURE, _NAME = 0.5, 1.0
_SCALES = {"stars": 1.0, "/10": 2.0}
_KM_FROM, _KM_TO = 500.0, 2000.0  # by which another origin, another destination is about as much of a change


class Miss(NamedTuple):
    """The nearest package of its hotel and origin that misses these conditions, and how far it misses them."""

    package: int
    hotel: int
    origin: int
    price: int
    missed: tuple[Check, ...]
    distance: float

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return the conditions that were asked and are missed."""
        return tuple(check.asked for check in self.missed)


class Neighbourhood:
    """The packages around a query that miss none of its `firm` conditions."""

    def __init__(self, planner: Planner, query: Query, firm: Collection[Condition] = ()) -> None:
        self._planner, self._query = planner, query
        self._checks = [check for check in checks(planner.schema, query) if check.needs]
        levels = {check: planner.level(check.asked.slot) for check in self._checks}
        self._of_hotel = [check for check in self._checks if levels[check] == "hotel"]
        self._of_origin = [check for check in self._checks if levels[check] == "origin"]
        self._of_package = [check for check in self._checks if levels[check] == "package"]
        self._firm = frozenset(check for check in self._checks if check.asked in firm)
        self._numbers = {check: number for number, check in enumerate(self._checks)}
        self._hotel_misses = self._missed_by_hotels()

    def nearest(self, limit: int, seed: int) -> list[Miss]:
        """Return at most `limit` packages, each of which gives up other conditions, nearest first.

        Another city or hotel counts for itself, but comes only where nothing else is left to give up.
        """
        rng = Random(seed)
        chosen = dict[frozenset[str], Miss]()
        for count in range(1, _MOST_GIVEN_UP + 1):
            nearest = dict[frozenset[str], Miss]()
            for miss in self._misses(count):
                way = self._way(miss)
                if way not in nearest or (miss.distance, miss.price) < (nearest[way].distance, nearest[way].price):
                    nearest[way] = miss
            fresh = {way: miss for way, miss in nearest.items() if not any(found < way for found in chosen)}
            chosen |= _choice(fresh, limit - len(chosen), rng)
            if len(chosen) >= limit:
                break
        return list(chosen.values())

    def _misses(self, count: int) -> Iterator[Miss]:
        """Return the nearest packages that miss exactly `count` conditions."""
        for missed in range(count + 1):
            near = [number for number, misses in enumerate(self._hotel_misses) if len(misses) == missed]
            hotels = [number for number in near if self._firm.isdisjoint(self._hotel_misses[number])]
            apart = ["hotel"] if missed else []
            yield from self._rows(self._origins, hotels, count - missed, apart)
            if self._origins is not None and missed < count:
                there = [number for number in hotels if not self._elsewhere(self._hotel_misses[number])]
                nearby = self._nearby_origins
                fewest = sorted({len(checks) for checks in nearby.values()})
                for fewer in fewest:
                    some = [number for number, given_up in nearby.items() if len(given_up) == fewer]
                    yield from self._rows(some, there, count - missed - fewer, [*apart, "origin"])

    def _elsewhere(self, missed: dict[Check, float]) -> bool:
        return any(check.asked.slot == "dst_city" for check in missed)

    def _rows(
        self, origins: Sequence[int] | None, hotels: Sequence[int], count: int, apart: Sequence[str]
    ) -> Iterator[Miss]:
        """Return the packages from these origins, in these hotels, that miss `count` conditions on packages.

        Only the nearest of each set of missed ones, or of each set in each of the columns `apart`.
        """
        if not hotels or origins == [] or not 0 <= count <= len(self._of_package):
            return
        values: dict[str, int | str] = {"hotels": json.dumps(list(hotels)), "count": count}
        where = ["hotel IN (SELECT value FROM json_each(:hotels))"]
        if self._query.excluded:
            where.append("id NOT IN (SELECT value FROM json_each(:excluded))")
            values["excluded"] = excluded(self._query)
        source = "package INDEXED BY route"
        if origins is None:
            by = self._planner.catalogue.index_without_origin(hotels)
            columns = covered(check.asked.slot for check in self._of_package)
            fitting = f"package INDEXED BY {by} WHERE {' AND '.join(where)} LIMIT {_LOOKED_AT}"
            source = f"(SELECT {columns} FROM {fitting})"
            where = []
        else:
            where.append("origin IN (SELECT value FROM json_each(:origins))")
            values["origins"] = json.dumps(list(origins))
        fits, missed, away = self._scores
        where += [each for each, check in zip(fits, self._of_package, strict=True) if check in self._firm]
        where += [" + ".join(f"(NOT {each})" for each in fits) + " = :count"] if count else fits
        found = self._planner.catalogue.select(
            f"""SELECT {_COLUMNS}, {missed} AS missed, {away} AS away,
                       min(CAST(({away}) * 1000 AS INTEGER) * 1099511627776 + price)
                FROM {source} WHERE {" AND ".join(where) or "TRUE"} GROUP BY {", ".join(("missed", *apart))}""",
            values,
        )
        for package, hotel, origin, price, bits, distance, _ in found:
            others = self._hotel_misses[hotel] | self._origin_misses(origin)
            missing = [check for bit, check in enumerate(self._of_package) if bits >> bit & 1]
            whole = round(max(distance + sum(others.values()), 0.001), 3)
            yield Miss(package, hotel, origin, price, (*others, *missing), whole)

    @cached_property
    def _scores(self) -> tuple[list[str], str, str]:
        """As SQL: when packages fit each condition, which they miss (a bit for each), how far they are in all."""
        fits, missed, away = [], [], []
        for bit, check in enumerate(self._of_package):
            terms = [self._planner.term(need, self._query) for need in check.needs]
            fits.append("(" + " AND ".join(term.fits for term in terms) + ")")
            missed.append(f"((NOT {fits[-1]}) << {bit})")
            away += [f"{term.distance}" for term in terms]
        return fits, " | ".join(missed) or "0", " + ".join(away) or "0.0"

    # Origins

    @cached_property
    def _origins(self) -> list[int] | None:
        """The origins that fit; None where any does."""
        if not self._of_origin:
            return None
        fitting = [self._planner.fitting_origins(need) for check in self._of_origin for need in check.needs]
        return sorted(frozenset.intersection(*fitting))

    @cached_property
    def _nearby_origins(self) -> dict[int, dict[Check, float]]:
        """The nearest cities that don't fit, with the conditions that each misses."""
        asked = [number for check in self._of_origin for number in _cities(check.asked.constraint, self._planner)]
        places, fitting = self._planner.catalogue.places, set(self._origins or ())
        others = [number for number in range(len(places)) if number not in fitting]
        far = {number: _farness(asked, number, places, _KM_FROM) for number in others}
        nearest = sorted(others, key=far.__getitem__)[:_NEARBY_ORIGINS]
        missed = {number: self._missed_by_origin(number) for number in nearest}
        return {
            number: dict.fromkeys(checks, far[number])
            for number, checks in missed.items()
            if self._firm.isdisjoint(checks)
        }

    def _missed_by_origin(self, number: int) -> list[Check]:
        fitting = self._planner.fitting_origins
        return [check for check in self._of_origin if any(number not in fitting(need) for need in check.needs)]

    def _origin_misses(self, number: int) -> dict[Check, float]:
        return self._nearby_origins.get(number, {}) if self._of_origin else {}

    # Hotels

    def _missed_by_hotels(self) -> list[dict[Check, float]]:
        """Return the conditions that each hotel misses, and how far it is from each; far from all is left at that."""
        everywhere = frozenset(range(len(self._planner.hotels)))
        fitting = self._planner.fitting_hotels
        missing = {check: everywhere - fitting(need) for check in self._of_hotel for need in check.needs}
        counted = Counter(chain.from_iterable(missing.values()))
        found: list[dict[Check, float]] = [{} for _ in everywhere]
        for check, numbers in missing.items():
            far = self._far_from(check)
            for number in numbers:
                found[number][check] = far(number) if counted[number] <= _MOST_GIVEN_UP else 0.0
        return found

    def _far_from(self, check: Check) -> Callable[[int], float]:
        slot = self._planner.schema.by_name[check.asked.slot]
        if slot.name == "dst_city":
            cities = self._away_to(check)
            return lambda number: cities[self._planner.catalogue.stays[number][1]]
        if slot.measured:
            return lambda number: self._short_of(check, number)
        return lambda _: _FEATURE if slot.kind == "yes_no" else _NAME

    def _short_of(self, check: Check, number: int) -> float:
        """Return how far a hotel's number is from what is asked; as far as another hotel where it has none."""
        slot = self._planner.schema.by_name[check.asked.slot]
        held = order(self._planner.hotels[number].get(slot.name))
        numbers = allowed(slot, check.asked.constraint)
        if held is None or numbers is None:
            return _NAME
        return numbers.away(held) / _SCALES.get(slot.unit, 1.0)

    def _away_to(self, check: Check) -> list[float]:
        """Return how far each city is from the nearest that is asked."""
        asked, places = _cities(check.asked.constraint, self._planner), self._planner.catalogue.places
        return [_farness(asked, number, places, _KM_TO) for number in range(len(places))]

    def _way(self, miss: Miss) -> frozenset[str]:
        """Return what makes two ways to relax the same: the conditions, and which city or hotel is offered instead."""
        hotel = self._planner.hotel(miss.hotel)
        offered = {"dst_city": hotel.dst_city, "or_city": str(miss.origin), "name": hotel.name}
        return frozenset(f"{self._numbers[check]} {offered.get(check.asked.slot, '')}" for check in miss.missed)


def _choice(ways: dict[frozenset[str], Miss], limit: int, rng: Random) -> dict[frozenset[str], Miss]:
    """Return the nearest ways; a second one that gives up the same conditions only where no other is left."""
    ranked = sorted(ways, key=lambda way: (ways[way].distance, rng.random()))
    before: Counter[tuple[Condition, ...]] = Counter()
    turn = dict[frozenset[str], int]()
    for way in ranked:
        turn[way] = before[ways[way].conditions]
        before[ways[way].conditions] += 1
    taken = set(sorted(ranked, key=turn.__getitem__)[: max(limit, 0)])
    return {way: ways[way] for way in ranked if way in taken}


def _cities(constraint: Constraint, planner: Planner) -> list[int]:
    """Return the cities that a wish names; none where it names a country or what is to be avoided."""
    if constraint.op != "is":
        return []
    named = [planner.catalogue.city_id(value.value) for value in constraint.values if isinstance(value, Text)]
    return [number for number in named if number is not None]


def _farness(asked: Sequence[int], number: int, places: Sequence[Place], scale: float) -> float:
    """Return how much of a change another city is from the nearest asked: more the farther, more in another country."""
    return min((_between(places[each], places[number], scale) for each in asked), default=_UNKNOWN_PLACE)


def _between(here: Place, there: Place, scale: float) -> float:
    abroad = 1.0 if here.country != there.country else 0.0
    if here.point is None or there.point is None:
        return 1.5 + abroad
    return 1.0 + abroad + distance_km(here.point, there.point) / scale
