"""What to propose when nothing fits: the nearest packages that miss one constraint, then those that miss two.

Packages near the query are scored by what they miss: limits on their own columns (money, dates, days, seat) by SQL,
hotels and cities in memory. One relaxation always comes before two; within that the nearest comes first, and chance,
under the seed, decides between what is equally near.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from wayframe.dialogue import Hotel, Package
from wayframe.packages.facts import day_said, dollars_said, has, stars
from wayframe.packages.limits import LIMITS, limits
from wayframe.packages.query import Query, check, party_cents, weight, window
from wayframe.packages.storage import Place, day_of, seat_of
from wayframe.sources.places import distance_km, key

if TYPE_CHECKING:
    from wayframe.packages.catalogue import Catalogue

_MOST_RELAXED = 2
_NEARBY_ORIGINS = 5
_LOOKED_AT = 5_000  # packages at most in one go: the cheapest; only a query without origin meets it
_PACKAGES = 10
_COLUMNS = "hotel, origin, price, leaves, back, days, seat"


class Relaxation(NamedTuple):
    """A constraint that was given up: its slot, what was asked, what is offered, in words as `facts` has them.

    A highest price goes by the slot `budget`, a lowest by `price`, an amenity or place nearby by its own (asked True).
    """

    slot: str
    asked: str | bool
    offered: str | bool


class Suggestion(NamedTuple):
    """Packages that fit once some constraints are relaxed, by increasing price; `distance` grows with the relaxing."""

    relaxed: tuple[Relaxation, ...]
    packages: list[Package]
    distance: float


class _Miss(NamedTuple):
    """The nearest package of a hotel and an origin that misses these limits of the query, and what else it misses."""

    hotel: int
    origin: int
    price: int
    leaves: int
    back: int
    days: int
    seat: int
    slots: tuple[str, ...]
    distance: float


def suggest(catalogue: Catalogue, query: Query, seed: int = 0, limit: int = 3) -> list[Suggestion]:
    """At most `limit` ways to relax the query, each with what it then finds, nearest first.

    What fits the query as it stands is not suggested. Ways that differ only by how far they relax count once, by the
    nearest; another city or hotel counts for itself, but comes only where no other slots are left to relax. Same
    catalogue, query and seed, same suggestions. Raises `InputError` where the query makes no sense.
    """
    check(query)
    search, rng = _Neighbourhood(catalogue, query), Random(seed)
    chosen: dict[frozenset[str], _Miss] = {}
    for count in range(1, _MOST_RELAXED + 1):
        nearest: dict[frozenset[str], _Miss] = {}
        for miss in search.misses(count):
            way = search.way(miss)
            if way not in nearest or (miss.distance, miss.price) < (nearest[way].distance, nearest[way].price):
                nearest[way] = miss
        fresh = {way: miss for way, miss in nearest.items() if not any(found < way for found in chosen)}
        chosen |= _choice(fresh, limit - len(chosen), rng)
        if len(chosen) == limit:
            break
    return [search.suggestion(miss) for miss in chosen.values()]


def _choice(ways: dict[frozenset[str], _Miss], limit: int, rng: Random) -> dict[frozenset[str], _Miss]:
    """The `limit` nearest ways, nearest first; a second one with the same slots only where no other slots are left."""
    ranked = sorted(ways, key=lambda way: (round(ways[way].distance, 3), rng.random()))
    before: Counter[tuple[str, ...]] = Counter()
    turn: dict[frozenset[str], int] = {}
    for way in ranked:
        turn[way] = before[ways[way].slots]
        before[ways[way].slots] += 1
    taken = set(sorted(ranked, key=turn.__getitem__)[:limit])
    return {way: ways[way] for way in ranked if way in taken}


class _Neighbourhood:
    """The packages around a query."""

    def __init__(self, catalogue: Catalogue, query: Query) -> None:
        self.catalogue, self.query = catalogue, query
        self.limits = limits(query)
        self.party = weight(query.adults, query.children)
        self.origin = None if query.or_city is None else catalogue.city_id(query.or_city)
        self.hotel_misses = [self._hotel_misses(hotel, city) for hotel, city in catalogue.stays]

    def misses(self, count: int) -> Iterator[_Miss]:
        """The nearest packages that miss exactly `count` of the query's constraints."""
        for missed in range(count + 1):
            hotels = [index for index, misses in enumerate(self.hotel_misses) if len(misses) == missed]
            asked = None if self.query.or_city is None else [] if self.origin is None else [self.origin]
            apart = ["hotel"] if missed else []
            yield from self._rows(asked, hotels, count - missed, apart)
            if asked is not None and missed < count:
                there = [index for index in hotels if "dst_city" not in self.hotel_misses[index]]
                yield from self._rows(list(self._nearby_origins), there, count - missed - 1, [*apart, "origin"])

    def _rows(
        self, origins: Sequence[int] | None, hotels: Sequence[int], count: int, apart: Sequence[str]
    ) -> Iterator[_Miss]:
        """The packages from these origins, in these hotels, that miss `count` limits.

        Only the nearest of each set of missed limits, or of each set in each of the columns `apart`.
        """
        if not hotels or origins == [] or count > len(self.limits):
            return
        source = "package INDEXED BY route"
        where = ["hotel IN (SELECT value FROM json_each(:hotels))"]
        if origins is None:
            by = self.catalogue.index_without_origin(hotels)
            source = f"(SELECT {_COLUMNS} FROM package INDEXED BY {by} WHERE {where[0]} LIMIT {_LOOKED_AT})"
        else:
            where.append("origin IN (SELECT value FROM json_each(:origins))")
        slots = list(self.limits)
        missed, away = _scores(slots)
        fits = [LIMITS[slot].fits for slot in slots]
        where += [" + ".join(f"(NOT {fit})" for fit in fits) + " = :count"] if count else fits
        found = self.catalogue.select(
            f"""SELECT {_COLUMNS}, {missed} AS missed, {away} AS away,
                       min(CAST(({away}) * 1000 AS INTEGER) * 1099511627776 + price)
                FROM {source} WHERE {" AND ".join(where)} GROUP BY {", ".join(("missed", *apart))}""",
            {**self.limits, "origins": json.dumps(origins), "hotels": json.dumps(hotels), "count": count},
        )
        for *columns, missed, distance, _ in found:
            hotel, origin = columns[:2]
            others = self.hotel_misses[hotel] | ({} if origins == [self.origin] else self._origin_miss(origin))
            missing = tuple(slot for bit, slot in enumerate(slots) if missed >> bit & 1)
            yield _Miss._make((*columns, (*others, *missing), distance + sum(others.values())))

    def _origin_miss(self, origin: int) -> dict[str, float]:
        return {} if self.query.or_city is None else {"or_city": self._nearby_origins[origin]}

    @cached_property
    def _nearby_origins(self) -> dict[int, float]:
        """The cities nearest to the origin asked for, and how far each is."""
        places = self.catalogue.places
        asked = None if self.origin is None else places[self.origin]
        others = {index: _between(asked, place, 500.0) for index, place in enumerate(places) if index != self.origin}
        return dict(sorted(others.items(), key=lambda item: item[1])[:_NEARBY_ORIGINS])

    @cached_property
    def _away(self) -> list[float]:
        """Return how far each city is from the destination asked for."""
        index = None if self.query.dst_city is None else self.catalogue.city_id(self.query.dst_city)
        places = self.catalogue.places
        return [_between(None if index is None else places[index], place, 2000.0) for place in places]

    def _hotel_misses(self, hotel: Hotel, city: int) -> dict[str, float]:
        """The slots in which a hotel is not what the query asks for, and how far it is from it."""
        query, missed = self.query, dict[str, float]()
        if query.dst_city is not None and city != self.catalogue.city_id(query.dst_city):
            missed["dst_city"] = self._away[city]
        if query.hotel is not None and key(query.hotel) != key(hotel.name):
            missed["name"] = 1.0
        if query.min_category is not None and stars(hotel) < query.min_category:
            missed["category"] = query.min_category - stars(hotel)
        if query.min_gst_rating is not None and hotel.gst_rating < query.min_gst_rating:
            missed["gst_rating"] = (query.min_gst_rating - hotel.gst_rating) / 2
        return missed | {slot: 0.5 for slot in (*query.amenities, *query.vicinity) if not has(hotel, slot)}

    def way(self, miss: _Miss) -> frozenset[str]:
        """Return what makes two ways to relax the same: the slots, and which city or hotel is offered instead."""
        hotel, city = self.catalogue.stays[miss.hotel]
        offered = {"dst_city": city, "or_city": miss.origin, "name": hotel.name}
        return frozenset(f"{slot} {offered.get(slot, '')}" for slot in miss.slots)

    def suggestion(self, miss: _Miss) -> Suggestion:
        """The relaxations that let this package in, and all that they let in."""
        query = self.query
        first, last = window(query)
        changes: dict[str, Any] = {"start": first, "end": last, "flexible": False}
        kept = {field: list(getattr(query, field)) for field in ("amenities", "vicinity")}
        relaxed = []
        for slot in miss.slots:
            asked, offered, change = self._relaxed(slot, miss)
            relaxed.append(Relaxation(slot, asked, offered))
            changes |= change
            kept = {field: [other for other in slots if other != slot] for field, slots in kept.items()}
        changes |= {field: tuple(slots) for field, slots in kept.items()}
        packages = self.catalogue.search(msgspec.structs.replace(query, **changes), _PACKAGES)
        return Suggestion(tuple(relaxed), packages, max(round(miss.distance, 3), 0.001))

    def _relaxed(self, slot: str, miss: _Miss) -> tuple[Any, Any, dict[str, Any]]:
        """Return what was asked for a slot, what this package offers, and how the query changes."""
        query, hotel = self.query, self.catalogue.stays[miss.hotel][0]
        price, origin = party_cents(miss.price, self.party) / 100, self.catalogue.places[miss.origin].name
        match slot:
            case "budget":
                return dollars_said(query.price_max or 0), dollars_said(price), {"price_max": price}
            case "price":
                return dollars_said(query.price_min or 0), dollars_said(price), {"price_min": price}
            case "str_date":
                day = day_of(miss.leaves)
                return query.start and day_said(query.start), day_said(day), {"start": day}
            case "end_date":
                day = day_of(miss.back)
                return query.end and day_said(query.end), day_said(day), {"end": day}
            case "max_duration" | "min_duration":
                return str(getattr(query, slot)), str(miss.days), {slot: miss.days}
            case "seat":
                seat = seat_of(miss.seat).lower()
                return (query.seat or "").lower(), seat, {"seat": seat}
            case "dst_city":
                return query.dst_city, hotel.dst_city, {"dst_city": hotel.dst_city}
            case "or_city":
                return query.or_city, origin, {"or_city": origin}
            case "name":
                return query.hotel, hotel.name, {"hotel": hotel.name}
            case "category":
                return f"{query.min_category:g}", f"{stars(hotel):g}", {"min_category": stars(hotel)}
            case "gst_rating":
                return f"{query.min_gst_rating:g}", f"{hotel.gst_rating:g}", {"min_gst_rating": hotel.gst_rating}
            case _:
                return True, False, {}


def _scores(slots: Sequence[str]) -> tuple[str, str]:
    """As SQL: which of these limits a package misses (a bit for each), and how far it is from them in all."""
    misses = [f"(NOT {LIMITS[slot].fits})" for slot in slots]
    missed = " | ".join(f"({miss} << {bit})" for bit, miss in enumerate(misses))
    away = " + ".join(f"{miss} * {LIMITS[slot].distance}" for miss, slot in zip(misses, slots, strict=True))
    return missed or "0", away or "0.0"


def _between(here: Place | None, there: Place, scale: float) -> float:
    """Return how much of a change another city is: more the farther it is, more in another country."""
    if here is None:
        return 3.0
    abroad = 1.0 if here.country != there.country else 0.0
    if here.point is None or there.point is None:
        return 1.5 + abroad
    return 1.0 + abroad + distance_km(here.point, there.point) / scale
