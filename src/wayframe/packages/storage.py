"""The catalogue's file: its tables, how one is written (whole or not at all) and read.

A package is one row: an origin, a hotel, the price for one adult, both flights. Every index covers what a search asks
for, in order of price, so that a search touches the rows themselves only for what it hands out.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from msgspec.structs import astuple

from wayframe.dialogue import FlightDuration, FlightLeg, Hotel, LocalTime, Package, Trip
from wayframe.errors import InputError, reason, shown
from wayframe.files import replacing
from wayframe.packages.facts import stars
from wayframe.packages.query import Query, party_cents, weight
from wayframe.sources.places import key

SCHEMA_VERSION = 1
_APPLICATION_ID = 0x57617966  # "Wayf", marks the file as a catalogue
_EPOCH = datetime(1970, 1, 1)
_HEADER_BYTES = 100
_SEATS = ("ECONOMY", "BUSINESS")

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE city (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, latitude REAL, longitude REAL) STRICT;
CREATE TABLE hotel (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, city INTEGER NOT NULL REFERENCES city, category TEXT NOT NULL,
    rating REAL NOT NULL, amenities TEXT NOT NULL, vicinity TEXT NOT NULL) STRICT;
CREATE TABLE package (
    id INTEGER PRIMARY KEY,
    origin INTEGER NOT NULL REFERENCES city, hotel INTEGER NOT NULL REFERENCES hotel, seat INTEGER NOT NULL,
    price INTEGER NOT NULL,  -- cents for one adult
    leaves INTEGER NOT NULL, back INTEGER NOT NULL,  -- days since 1970, of the first departure and of the last arrival
    days INTEGER NOT NULL,
    out_departure INTEGER NOT NULL, out_arrival INTEGER NOT NULL,  -- local minutes since 1970
    out_minutes INTEGER NOT NULL,
    back_departure INTEGER NOT NULL, back_arrival INTEGER NOT NULL, back_minutes INTEGER NOT NULL) STRICT;
"""
_INDEXES = """
CREATE INDEX route ON package (origin, hotel, price, leaves, back, days, seat);
CREATE INDEX stay ON package (hotel, price, leaves, back, days, seat, origin);
CREATE INDEX bargain ON package (price, leaves, back, days, seat, hotel, origin);
"""


class Place(NamedTuple):
    """A city of a catalogue; where it lies is None where nobody knows."""

    name: str
    country: str
    point: tuple[float, float] | None


class PackageRow(NamedTuple):
    """A package as it is stored: indexes of its city of origin and its hotel, the price of one adult in cents.

    `leaves` and `back` are days since 1970, the flights' times local minutes since 1970, their durations minutes.
    """

    origin: int
    hotel: int
    seat: int
    price: int
    leaves: int
    back: int
    days: int
    out_departure: int
    out_arrival: int
    out_minutes: int
    back_departure: int
    back_arrival: int
    back_minutes: int


def day_number(day: date) -> int:
    """Days from 1970-01-01."""
    return (day - _EPOCH.date()).days


def day_of(number: int) -> date:
    """The date that is `number` days after 1970-01-01."""
    return _EPOCH.date() + timedelta(days=number)


def minute_number(moment: LocalTime) -> int:
    """Minutes from 1970-01-01 00:00 on the moment's own clock. Raises `ValueError` where there is no such moment."""
    when = datetime(moment.year, moment.month, moment.day, moment.hour, moment.min)
    return int((when - _EPOCH).total_seconds()) // 60


def moment_of(number: int) -> LocalTime:
    """The moment `number` minutes after 1970-01-01 00:00."""
    when = _EPOCH + timedelta(minutes=number)
    return LocalTime(when.year, when.month, when.day, when.hour, when.minute)


def seat_number(seat: str) -> int:
    """Return how a seat class is stored. Raises `InputError` for anything but ECONOMY and BUSINESS."""
    if seat not in _SEATS:
        raise InputError(f"seat: expected ECONOMY or BUSINESS, found {shown(seat)}")
    return _SEATS.index(seat)


def seat_of(number: int) -> str:
    """ECONOMY or BUSINESS."""
    return _SEATS[number]


def write(
    path: Path,
    meta: dict[str, str],
    places: Iterable[Place],
    hotels: Iterable[tuple[Hotel, int]],
    rows: Iterable[PackageRow],
) -> int:
    """Write a catalogue; how many packages it holds.

    `hotels` are pairs of a hotel and the index of its city; rows name cities and hotels by their index. The file is
    made beside `path` and takes its name when it is whole. Raises `InputError` where it can't be written.
    """
    try:
        with replacing(path) as beside:
            return _fill(beside, meta, places, hotels, rows)
    except sqlite3.OperationalError as error:
        raise InputError(f"{path}: can't be written: {error}") from error
    except OverflowError as error:
        raise InputError(f"{path}: can't be written: a number that SQLite's 64 bits can't hold") from error


def _fill(
    path: Path,
    meta: dict[str, str],
    places: Iterable[Place],
    hotels: Iterable[tuple[Hotel, int]],
    rows: Iterable[PackageRow],
) -> int:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"
            f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION}; {_TABLES} BEGIN;"
        )
        connection.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
        connection.executemany(
            "INSERT INTO city VALUES (?, ?, ?, ?, ?)",
            ((i, p.name, p.country, *(p.point or (None, None))) for i, p in enumerate(places)),
        )
        connection.executemany(
            "INSERT INTO hotel VALUES (?, ?, ?, ?, ?, ?, ?)",
            ((number, *_hotel_row(hotel, city)) for number, (hotel, city) in enumerate(hotels)),
        )
        values = ", ".join("?" * len(PackageRow._fields))
        count = connection.executemany(f"INSERT INTO package VALUES (NULL, {values})", rows).rowcount
        connection.executescript(_INDEXES)  # commits the rows first
        return count
    finally:
        connection.close()


def _hotel_row(hotel: Hotel, city: int) -> tuple[object, ...]:
    name, _, _, category, rating, amenities, vicinity = astuple(hotel)
    return name, city, category, rating, json.dumps(amenities), json.dumps(vicinity)


def open_file(path: Path) -> sqlite3.Connection:
    """A read-only connection to a catalogue; any thread may close it.

    Raises `InputError` where the file is missing, cut off, of another version or no catalogue at all.
    """
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    _check_header(path, header)
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)


def _check_header(path: Path, header: bytes) -> None:
    """Check the fields of an SQLite header (https://sqlite.org/fileformat2.html#the_database_header)."""
    version, application = int.from_bytes(header[60:64], "big"), int.from_bytes(header[68:72], "big")
    if not header.startswith(b"SQLite format 3\0") or application != _APPLICATION_ID:
        raise InputError(f"{path}: is not a catalogue of packages")
    if version != SCHEMA_VERSION:
        raise InputError(f"{path}: expected a catalogue of version {SCHEMA_VERSION}, found version {version}")
    page_size, pages = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
    expected, found = pages * (65536 if page_size == 1 else page_size), path.stat().st_size
    if found < expected:
        raise InputError(f"{path}: is cut off: expected {expected} bytes, found {found}")


Value = int | str

_NOTHING: Mapping[str, Value] = MappingProxyType({})
_FEW_HOTELS = 1 / 16  # below this share of all hotels, going hotel by hotel beats going price by price


class CatalogueFile:
    """An open file of a catalogue. Reads only; processes may share the file, and threads the object.

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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        while self._connections:
            self._connections.popitem()[1].close()

    def city_id(self, name: str) -> int | None:
        """The index of a city by its exact name but for case and accents."""
        return self._city_ids.get(key(name))

    def packages(self, ids: Sequence[int], query: Query) -> list[Package]:
        """The packages with these numbers, in this order, priced for the query's party."""
        party = weight(query.adults, query.children)
        found = self.select(
            f"SELECT id, {', '.join(PackageRow._fields)} FROM package WHERE id IN (SELECT value FROM json_each(:ids))",
            {"ids": json.dumps(ids)},
        )
        rows = {index: PackageRow._make(row) for index, *row in found}
        with self._sound():
            return [self._package(rows[index], party) for index in ids]

    def index_without_origin(self, hotels: Sequence[int] | None) -> str:
        """The SQL index to go by: hotel by hotel where few of them are asked for, else by price."""
        few = hotels is not None and len(hotels) <= max(1, len(self.stays) * _FEW_HOTELS)
        return "stay" if few else "bargain"

    def _package(self, row: PackageRow, party: int) -> Package:
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
        columns = "name, city, category, rating, amenities, vicinity"
        for name, city, category, rating, *features in self.select(f"SELECT {columns} FROM hotel ORDER BY id"):
            place = self.places[city]
            amenities, vicinity = (tuple(json.loads(feature)) for feature in features)
            hotel = Hotel(name, place.name, place.country, category, rating, amenities, vicinity)
            stars(hotel)
            made.append((hotel, city))
        return made


def _flight(departure: int, arrival: int, minutes: int) -> FlightLeg:
    return FlightLeg(moment_of(departure), moment_of(arrival), FlightDuration(*divmod(minutes, 60)))
