"""A catalogue of packages: what it holds, and the search over it."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from wayframe.dialogue import Flight, Hotel, Package, Span, Trip
from wayframe.errors import InputError
from wayframe.packages.query import Query, check, least_unit, most_unit, party_cents, weight, window
from wayframe.packages.storage import Place, Row, day_number, moment_of, open_file, seat_number, seat_of

DB_NAMES = {
    "wifi": "FREE_WIFI", "breakfast": "FREE_BREAKFAST", "parking": "FREE_PARKING", "gym": "GYM", "spa": "SPA",
    "downtown": "heart", "theatre": "theater",
}  # fmt: skip
"""Slots whose name in the database differs; every other place nearby has the slot's own name."""

_FEW_HOTELS = 1 / 16  # below this share of all hotels, going hotel by hotel beats going price by price


class Summary(NamedTuple):
    """What all packages that fit a query have in common: how many, from and to which price for the party (dollars)."""

    packages: int
    hotels: int
    cities: int
    price_min: float
    price_max: float


class Condition(NamedTuple):
    """A query in the file's own terms: a WHERE clause, its values, the SQL index that answers it."""

    where: str
    values: tuple[int, ...]
    by: str


class Catalogue:
    """An open catalogue file. Reads only; several processes may read one file, each thread opens its own.

    Raises `InputError` where the file is missing, cut off, of another version or no catalogue at all.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._connection = open_file(self.path)
        meta = dict(self.select("SELECT key, value FROM meta"))
        self.source: str = meta["source"]
        self.today = date.fromisoformat(meta["today"])
        self.season = date.fromisoformat(meta["season_first"]), date.fromisoformat(meta["season_last"])
        cities = self.select("SELECT name, country, latitude, longitude FROM city ORDER BY id")
        self.places = [
            Place(name, land, None if north is None else (north, east)) for name, land, north, east in cities
        ]
        self._city_ids = {key(place.name): index for index, place in enumerate(self.places)}

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __len__(self) -> int:
        """How many packages there are."""
        return int(next(self.select("SELECT count(*) FROM package"))[0])

    @cached_property
    def stays(self) -> list[tuple[Hotel, int]]:
        """Each hotel with the index of its city."""
        rows = self.select("SELECT name, city, category, rating, amenities, vicinity FROM hotel ORDER BY id")
        made = []
        for name, city, category, rating, amenities, vicinity in rows:
            place = self.places[city]
            features = tuple(json.loads(amenities)), tuple(json.loads(vicinity))
            made.append((Hotel(name, place.name, place.country, category, rating, *features), city))
        return made

    def hotels(self, dst_city: str | None = None) -> list[Hotel]:
        """All hotels, or those of one city (any case, with or without accents)."""
        city = None if dst_city is None else self.city_id(dst_city)
        return [hotel for hotel, where in self.stays if dst_city is None or where == city]

    def cities(self) -> list[str]:
        """All cities, by name: those that have a hotel and those that packages leave from."""
        return sorted(place.name for place in self.places)

    def destinations(self) -> list[str]:
        """The cities that have a hotel, by name."""
        return sorted({self.places[city].name for _, city in self.stays})

    def origins(self) -> list[str]:
        """The cities that packages leave from, by name."""
        found = self.select("SELECT id FROM city WHERE EXISTS (SELECT 1 FROM package WHERE origin = city.id)")
        return sorted(self.places[index].name for (index,) in found)

    def country(self, city: str) -> str | None:
        """The country of a city; None for a city that the catalogue doesn't know."""
        index = self.city_id(city)
        return None if index is None else self.places[index].country

    def city_id(self, name: str) -> int | None:
        """The index of a city by its exact name but for case and accents."""
        return self._city_ids.get(key(name))

    def served(self, or_city: str, dst_city: str) -> bool:
        """Is there any package from one city to the other?"""
        return bool(self.search(Query(or_city=or_city, dst_city=dst_city), limit=1))

    def search(self, query: Query, limit: int = 10) -> list[Package]:
        """The cheapest packages that fit, by increasing price for the whole party.

        Equal prices are ordered by the day of leaving, the day of being back and their place in the file. Without an
        end any package that leaves on `start` or later fits. Raises `InputError` where the query makes no sense.
        """
        check(query)
        condition = self.condition(query)
        if condition is None:
            return []
        chosen = self.select(
            f"SELECT id FROM package INDEXED BY {condition.by} WHERE {condition.where} "
            "ORDER BY price, leaves, back, days, seat, hotel, id LIMIT ?",
            (*condition.values, limit),
        )
        return self.packages([index for (index,) in chosen], query)

    def summary(self, query: Query) -> Summary | None:
        """Facts about all packages that fit, or None where none does. Raises like `search`."""
        check(query)
        condition = self.condition(query)
        if condition is None:
            return None
        found = self.select(
            f"SELECT hotel, count(*), min(price), max(price) FROM package INDEXED BY {condition.by} "
            f"WHERE {condition.where} GROUP BY hotel",
            condition.values,
        )
        hotels, counts, least, most = zip(*found, strict=True) or ((), (), (), ())
        if not hotels:
            return None
        party = weight(query.adults, query.children)
        cities = {self.stays[hotel][1] for hotel in hotels}
        prices = party_cents(min(least), party) / 100, party_cents(max(most), party) / 100
        return Summary(sum(counts), len(hotels), len(cities), *prices)

    def packages(self, ids: Sequence[int], query: Query) -> list[Package]:
        """The packages with these numbers, in this order, priced for the query's party."""
        party = weight(query.adults, query.children)
        marks = ", ".join("?" * len(ids))
        found = self.select(f"SELECT id, {', '.join(Row._fields)} FROM package WHERE id IN ({marks})", ids)
        rows = {index: Row._make(row) for index, *row in found}
        return [self._package(rows[index], party) for index in ids]

    def condition(self, query: Query) -> Condition | None:
        """The query in the file's own terms; None where a city or hotel that it names isn't there."""
        hotels = self._hotel_ids(query)
        origin = None if query.or_city is None else self.city_id(query.or_city)
        if hotels == [] or (query.or_city is not None and origin is None):
            return None
        index = "route" if origin is not None else self._index_without_origin(hotels)
        terms = [] if origin is None else [("origin = ?", origin)]
        terms += _terms(query)
        marks = [] if hotels is None else [f"hotel IN ({', '.join('?' * len(hotels))})"]
        where = " AND ".join([term for term, _ in terms] + marks) or "TRUE"
        return Condition(where, (*(value for _, value in terms), *(hotels or ())), index)

    def _index_without_origin(self, hotels: Sequence[int] | None) -> str:
        few = hotels is not None and len(hotels) <= max(1, len(self.stays) * _FEW_HOTELS)
        return "stay" if few else "bargain"

    def _hotel_ids(self, query: Query) -> list[int] | None:
        """The hotels that fit, None where all do."""
        if not _constrains_hotels(query):
            return None
        city = None if query.dst_city is None else self.city_id(query.dst_city)
        if query.dst_city is not None and city is None:
            return []
        return [
            index
            for index, (hotel, where) in enumerate(self.stays)
            if (city is None or where == city) and hotel_fits(hotel, query)
        ]

    def _package(self, row: Row, party: int) -> Package:
        hotel, _ = self.stays[row.hotel]
        leaving = _flight(row.out_departure, row.out_arrival, row.out_minutes)
        returning = _flight(row.back_departure, row.back_arrival, row.back_minutes)
        trip = Trip(self.places[row.origin].name, seat_of(row.seat), row.days, leaving, returning)
        return Package(party_cents(row.price, party) / 100, hotel, trip)

    def select(self, sql: str, values: Iterable[int] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows of the file. Raises `InputError` where it is damaged."""
        try:
            yield from self._connection.execute(sql, tuple(values))
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self.path}: damaged catalogue: {error}") from error


def key(name: str) -> str:
    """A name without case, accents and surplus blanks: what makes two names the same."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(bare.casefold().split())


def stars(hotel: Hotel) -> float:
    """How many stars a hotel has."""
    return float(hotel.category.split()[0])


def has(hotel: Hotel, slot: str) -> bool:
    """Does the hotel have this amenity, or this in its vicinity (a slot name of the ontology)?"""
    name = DB_NAMES.get(slot, slot)
    return name in hotel.amenities or name in hotel.vicinity


def hotel_fits(hotel: Hotel, query: Query) -> bool:
    """Does the hotel have the name, stars, rating, amenities and vicinity that the query asks for?"""
    return (
        (query.hotel is None or key(query.hotel) == key(hotel.name))
        and (query.min_category is None or stars(hotel) >= query.min_category)
        and (query.min_gst_rating is None or hotel.gst_rating >= query.min_gst_rating)
        and all(has(hotel, slot) for slot in (*query.amenities, *query.vicinity))
    )


def _constrains_hotels(query: Query) -> bool:
    named = (query.dst_city, query.hotel, query.min_category, query.min_gst_rating)
    return any(value is not None for value in named) or bool(query.amenities or query.vicinity)


def _terms(query: Query) -> list[tuple[str, int]]:
    """What the query asks of a package's own columns: terms of an SQL condition and their values."""
    first, last = window(query)
    party = weight(query.adults, query.children)
    wanted = [
        ("price <= ?", None if query.price_max is None else most_unit(query.price_max, party)),
        ("price >= ?", None if query.price_min is None else least_unit(query.price_min, party)),
        ("leaves >= ?", None if first is None else day_number(first)),
        ("back <= ?", None if last is None else day_number(last)),
        ("days <= ?", query.max_duration),
        ("days >= ?", query.min_duration),
        ("seat = ?", None if query.seat is None else seat_number(query.seat.upper())),
    ]
    return [(term, value) for term, value in wanted if value is not None]


def _flight(departure: int, arrival: int, minutes: int) -> Flight:
    return Flight(moment_of(departure), moment_of(arrival), Span(*divmod(minutes, 60)))
