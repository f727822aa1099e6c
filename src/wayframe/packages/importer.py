"""A catalogue from the wizards' searches inside a Frames corpus: the packages that the release never published apart.

What a party pays was found by comparing searches that returned the same package to different parties: an adult pays
one unit, a child 0.618 of it, and a search for nobody is priced for one adult. So the price of one adult follows from
any of them. Where searches disagree (a few were logged with another party than they were made for) the price that
most of them imply is taken, then the one of the smallest party.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from msgspec import UnsetType
from msgspec.structs import replace

from wayframe.corpus import stream
from wayframe.dialogue import DatabaseSearch, Dialogue, Hotel, Package
from wayframe.errors import InputError, shown
from wayframe.packages.facts import stars
from wayframe.packages.generator import SEASON_STARTS
from wayframe.packages.query import weight
from wayframe.packages.storage import PackageRow, Place, day_of, minute_number, seat_number, write
from wayframe.sources.places import CITIES, key

_DAY = 24 * 60
_AGREE = 0.005  # prices are rounded to cents


class Imported(NamedTuple):
    """What an import found, and what it made of it.

    `contradictory` packages, whose return flight leaves before the traveller has arrived, were left out. Of the
    packages that different parties saw (`compared`), `agree` cost the same for one adult to half a per cent.
    """

    packages: int
    hotels: int
    cities: int
    searches: int
    contradictory: int
    compared: int
    agree: int


class _Price(NamedTuple):
    """What one search says of a package: for a party of this weight, one adult pays so many cents."""

    party: int
    unit: int


def import_corpus(corpus: Path, path: Path, progress: Callable[[int], None] | None = None) -> Imported:
    """Write the catalogue at `path` from the searches of the corpus file, read one dialogue at a time.

    `progress` is told how many dialogues have been read. Raises `InputError` where the corpus can't be read or holds
    no package, or `path` can't be written.
    """
    found = _Found()
    for number, dialogue in enumerate(stream(corpus), 1):
        try:
            found.add(dialogue)
        except (ValueError, OverflowError) as error:  # InputError is a ValueError
            raise InputError(f"{corpus}: dialogue {dialogue.id}: {error}") from error
        if progress:
            progress(number)
    if not found.prices:
        raise InputError(f"{corpus}: holds no search results")
    first, last = (day_of(pick(row.leaves for row in found.prices)) for pick in (min, max))
    meta = {
        "today": day_of(min(row.leaves for row in found.prices) - SEASON_STARTS).isoformat(),
        "season_first": first.isoformat(),
        "season_last": last.isoformat(),
        "source": f"imported from {corpus.name}",
    }
    rows = [row._replace(price=_usual(prices)) for row, prices in found.prices.items()]
    write(path, meta, found.places(), ((hotel, city) for _, hotel, city in found.hotels.values()), rows)
    compared = [prices for prices in found.prices.values() if len({price.party for price in prices}) > 1]
    agree = sum(max(p.unit for p in prices) <= min(p.unit for p in prices) * (1 + _AGREE) for prices in compared)
    return Imported(
        len(rows), len(found.hotels), len(found.cities), found.searches, found.contradictory, len(compared), agree
    )


def _usual(prices: list[_Price]) -> int:
    """The price for one adult that most searches imply; where they tie, that of the smallest party."""
    counts = Counter(price.unit for price in prices)
    return min(prices, key=lambda price: (-counts[price.unit], price)).unit


class _City(NamedTuple):
    number: int
    name: str
    country: str


class _Found:
    """What has been found so far: cities by name, hotels by name and city, packages and their prices."""

    def __init__(self) -> None:
        self.cities: dict[str, _City] = {}
        self.hotels: dict[tuple[str, int], tuple[int, Hotel, int]] = {}
        self.prices: dict[PackageRow, list[_Price]] = defaultdict(list)
        self.searches = self.contradictory = 0

    def add(self, dialogue: Dialogue) -> None:
        """Take in all searches of a dialogue. Raises `ValueError` where a package is not one."""
        for turn in dialogue.turns:
            database = turn.db
            self.searches += len(database.search)
            for search, packages in zip(database.search, database.result, strict=False):
                party = _party(search)
                for package in packages:
                    self._add(package, party)

    def _add(self, package: Package, party: int) -> None:
        hotel, trip = package.hotel, package.trip
        stars(hotel)
        out, back = trip.leaving, trip.returning
        out_times = minute_number(out.departure), minute_number(out.arrival), 60 * out.duration.hours + out.duration.min
        back_times = (
            minute_number(back.departure), minute_number(back.arrival), 60 * back.duration.hours + back.duration.min,
        )  # fmt: skip
        if back_times[0] < out_times[1]:
            self.contradictory += 1
            return
        origin, place = self._city(trip.or_city, ""), self._hotel(hotel)
        leaves, home = out_times[0] // _DAY, back_times[1] // _DAY
        days = trip.duration_days
        row = PackageRow(origin, place, seat_number(trip.seat), 0, leaves, home, days, *out_times, *back_times)
        self.prices[row].append(_Price(party, round(package.price * 100_000 / party)))

    def _city(self, name: str, country: str) -> int:
        """The number of a city; its country is that of the first hotel there."""
        known = self.cities.setdefault(key(name), _City(len(self.cities), name, country))
        if country and not known.country:
            self.cities[key(name)] = known._replace(country=country)
        return known.number

    def _hotel(self, hotel: Hotel) -> int:
        """The number of a hotel. Searches give its surroundings or leave them out: what any of them gave is kept."""
        city = self._city(hotel.dst_city, hotel.country)
        name = key(hotel.name), city
        number, known, _ = self.hotels.get(name, (len(self.hotels), hotel, city))
        if number == len(self.hotels) or not set(hotel.vicinity) <= set(known.vicinity):
            around = tuple(sorted({*known.vicinity, *hotel.vicinity}))
            self.hotels[name] = number, replace(known, vicinity=around), city
        return number

    def places(self) -> list[Place]:
        """The cities in the order of their numbers, placed where our own list knows them."""
        ours = {key(city.name): city for city in CITIES}
        made = []
        for name, city in self.cities.items():
            known = ours.get(name)
            if known and city.country in ("", known.country):
                made.append(Place(city.name, known.country, (known.latitude, known.longitude)))
            else:
                made.append(Place(city.name, city.country, None))
        return made


def _party(search: DatabaseSearch) -> int:
    """The weight of the party that a search was made for; one adult where it names nobody."""
    adults, children = (_count(field) for field in (search.NUM_ADULTS, search.NUM_CHILDREN))
    return weight(adults, children) or weight(1, 0)


def _count(text: str | UnsetType) -> int:
    """A count as the search form sent it; none where it was left empty. Raises `InputError` where it is no count."""
    if isinstance(text, UnsetType) or not text.strip():
        return 0
    if not text.strip().isdecimal():
        raise InputError(f"search: expected a number of people, found {shown(text)}")
    return int(text)
