"""A catalogue of packages: what it holds, and the search over it."""

from __future__ import annotations

import json
import sqlite3
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from wayframe.dialogue import FlightDuration, FlightLeg, Hotel, Package, Trip
from wayframe.errors import InputError
from wayframe.packages.facts import has, stars
from wayframe.packages.limits import LIMITS, limits
from wayframe.packages.query import Query, check, party_cents, weight
from wayframe.packages.storage import Place, Row, moment_of, open_file, seat_of
from wayframe.packages.suggestions import Suggestion, suggest
from wayframe.sources.places import key

Value = int | str

_NOTHING: Mapping[str, Value] = MappingProxyType({})
_FEW_HOTELS = 1 / 16  # below this share of all hotels, going hotel by hotel beats going price by price


class Condition(NamedTuple):
    """A query in the file's own terms: a WHERE clause, its values, the SQL index that answers it."""

    where: str
    values: dict[str, Value]
    by: str


class Catalogue:
    """An open catalogue file. Reads only; processes may share the file, and threads the catalogue.

    `today` is the day it is in the catalogue's world, `season` the first and the last day of departure, `source` says
    who made it; `places` are its cities, `stays` its hotels, each with the index of its city.

    Raises `InputError` where the file is missing, cut off, of another version or no catalogue at all.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._connections: dict[int, sqlite3.Connection] = {}  # one a thread: none waits for another
        try:
            with self._sound():
                meta = dict(self.select("SELECT key, value FROM meta"))
                self.source: str = meta["source"]
                self.today = date.fromisoformat(meta["today"])
                self.season = date.fromisoformat(meta["season_first"]), date.fromisoformat(meta["season_last"])
                self.places = self._places()
                self._city_ids = {key(place.name): index for index, place in enumerate(self.places)}
                self.stays = self._stays()
        except InputError:
            self.close()
            raise

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        while self._connections:
            self._connections.popitem()[1].close()

    def __len__(self) -> int:
        """Return how many packages there are."""
        return self._size

    @cached_property
    def _size(self) -> int:
        return int(self.select("SELECT count(*) FROM package")[0][0])

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
        return list(self._origins)

    @cached_property
    def _origins(self) -> tuple[str, ...]:
        found = self.select("SELECT id FROM city WHERE EXISTS (SELECT 1 FROM package WHERE origin = city.id)")
        return tuple(sorted(self.places[index].name for (index,) in found))

    def city_id(self, name: str) -> int | None:
        """The index of a city by its exact name but for case and accents."""
        return self._city_ids.get(key(name))

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
            "ORDER BY price, leaves, back, days, seat, hotel, id LIMIT :limit",
            condition.values | {"limit": min(limit, sys.maxsize)},
        )
        return self.packages([index for (index,) in chosen], query)

    def suggest(self, query: Query, seed: int = 0, limit: int = 3) -> list[Suggestion]:
        """At most `limit` ways to relax a query that finds too little, nearest first: see `suggestions.suggest`."""
        return suggest(self, query, seed, limit)

    def packages(self, ids: Sequence[int], query: Query) -> list[Package]:
        """The packages with these numbers, in this order, priced for the query's party."""
        party = weight(query.adults, query.children)
        found = self.select(
            f"SELECT id, {', '.join(Row._fields)} FROM package WHERE id IN (SELECT value FROM json_each(:ids))",
            {"ids": json.dumps(ids)},
        )
        rows = {index: Row._make(row) for index, *row in found}
        with self._sound():
            return [self._package(rows[index], party) for index in ids]

    def condition(self, query: Query) -> Condition | None:
        """The query in the file's own terms; None where a city or hotel that it names isn't there."""
        hotels = self._hotel_ids(query)
        origin = None if query.or_city is None else self.city_id(query.or_city)
        if hotels == [] or (query.or_city is not None and origin is None):
            return None
        by = "route" if origin is not None else self.index_without_origin(hotels)
        values: dict[str, Value] = dict(limits(query))
        terms = [LIMITS[slot].fits for slot in values]
        if origin is not None:
            terms.append("origin = :origin")
            values["origin"] = origin
        if hotels is not None:
            terms.append("hotel IN (SELECT value FROM json_each(:hotels))")
            values["hotels"] = json.dumps(hotels)
        return Condition(" AND ".join(terms) or "TRUE", values, by)

    def index_without_origin(self, hotels: Sequence[int] | None) -> str:
        """The SQL index to go by: hotel by hotel where few of them are asked for, else by price."""
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

    def select(self, sql: str, values: Mapping[str, Value] = _NOTHING) -> list[tuple[Any, ...]]:
        """Rows of the file. Raises `InputError` where it is damaged."""
        with self._sound():
            return self._connection().execute(sql, dict(values)).fetchall()

    def _connection(self) -> sqlite3.Connection:
        thread = threading.get_ident()
        if thread not in self._connections:
            self._connections[thread] = open_file(self.path)
        return self._connections[thread]

    @contextmanager
    def _sound(self) -> Iterator[None]:
        """Let errors pass that the file isn't to blame for; those that only damage explains become an `InputError`."""
        try:
            yield
        except (InputError, sqlite3.ProgrammingError):
            raise
        except (sqlite3.DatabaseError, LookupError, ValueError, TypeError, OverflowError) as error:
            raise InputError(f"{self.path}: damaged catalogue: {' '.join(str(error).split())}") from error

    def _places(self) -> list[Place]:
        cities = self.select("SELECT name, country, latitude, longitude FROM city ORDER BY id")
        return [Place(name, land, None if north is None else (north, east)) for name, land, north, east in cities]

    def _stays(self) -> list[tuple[Hotel, int]]:
        """Each hotel with the index of its city."""
        made = []
        for name, city, category, rating, *features in self.select(
            "SELECT name, city, category, rating, amenities, vicinity FROM hotel ORDER BY id"
        ):
            place = self.places[city]
            amenities, vicinity = (tuple(json.loads(feature)) for feature in features)
            hotel = Hotel(name, place.name, place.country, category, rating, amenities, vicinity)
            stars(hotel)  # raises where there are none
            made.append((hotel, city))
        return made


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


def _flight(departure: int, arrival: int, minutes: int) -> FlightLeg:
    return FlightLeg(moment_of(departure), moment_of(arrival), FlightDuration(*divmod(minutes, 60)))
