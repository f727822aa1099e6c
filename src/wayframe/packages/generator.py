"""A catalogue of our own making: served routes, flights both ways, hotels, prices, all consistent.

The paper's packages "were generated randomly" (section 7.2); so are these, from a seed, with nothing of the corpus. A
price is the fares of both flights and the hotel's nights; a fare grows with the distance, the demand of the day and
the seat, a night's rate with the stars. Flights take as long as their local times and the cities' clocks say.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from wayframe.dialogue import FramesRecord, Hotel
from wayframe.errors import InputError
from wayframe.files import folder, home
from wayframe.packages.catalogue import Catalogue
from wayframe.packages.storage import SCHEMA_VERSION, PackageRow, Place, day_number, write
from wayframe.sources.places import CITIES, City, distance_km

_WORDS = tomllib.loads(files("wayframe.packages").joinpath("hotels.toml").read_text("utf-8"))
_FIRST, _LAST = _WORDS["first"].split(), _WORDS["last"].split()

CATEGORIES = (2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0)
_CATEGORY_WEIGHTS = (2, 3, 5, 5, 5, 3, 2)
_SURROUNDINGS = (
    "park", "museum", "shopping", "market", "airport", "university", "mall", "cathedral", "heart", "palace", "theater",
)  # fmt: skip
# Amenity: (likelihood in a two-star hotel, what each further star adds).
_AMENITIES = {
    "FREE_WIFI": (0.55, 0.13),
    "FREE_BREAKFAST": (0.30, 0.14),
    "FREE_PARKING": (0.25, 0.12),
    "GYM": (0.05, 0.20),
    "SPA": (0.00, 0.15),
}
MOST_HOTELS = len(_FIRST) * len(_LAST)


class Stay(NamedTuple):
    """A hotel, the index of its city, its rate a night and person in US dollars."""

    hotel: Hotel
    city: int
    rate: float


def hotels(count: int, cities: Sequence[City], rng: Random) -> list[Stay]:
    """`count` hotels over the cities: at least one in each, more in the prominent ones, different stars where possible.

    Raises `InputError` where there are fewer hotels than cities or more than there are names.
    """
    if not len(cities) <= count <= MOST_HOTELS:
        raise InputError(f"hotels: expected {len(cities)} (one a city) to {MOST_HOTELS}, found {count}")
    names = _names(count, rng)
    stays: list[Stay] = []
    for index, (city, share) in enumerate(zip(cities, _shares(count, cities), strict=True)):
        level = rng.uniform(0.85, 1.2) * (0.9 + 0.06 * city.prominence)
        for stars in _stars(share, rng):
            rating = round(min(9.9, max(2.0, 3.4 + 1.1 * stars + rng.gauss(0, 0.7))), 2)
            hotel = _hotel(names[len(stays)], city, stars, rating, rng)
            stays.append(Stay(hotel, index, _rate(stars, rating, level)))
    return stays


def _names(count: int, rng: Random) -> list[str]:
    """Distinct names; no first word comes a second time before all have come once."""
    first, last = rng.sample(_FIRST, len(_FIRST)), rng.sample(_LAST, len(_LAST))
    made = []
    for number in range(count):
        turn, word = divmod(number, len(first))
        made.append(f"{first[word]} {last[(word + turn) % len(last)]}")
    return made


def _shares(count: int, cities: Sequence[City]) -> list[int]:
    """Hotels for each city: one, and the rest in proportion to the square of its prominence."""
    weights = [city.prominence**2 for city in cities]
    total, spare = sum(weights), count - len(cities)
    shares, given, sought = [], 0, 0.0
    for weight in weights:
        sought += spare * weight / total
        extra = round(sought) - given
        given += extra
        shares.append(1 + extra)
    return shares


def _stars(count: int, rng: Random) -> list[float]:
    """Star ratings: no rating twice before every rating has come once."""
    made: list[float] = []
    while len(made) < count:
        left = list(zip(CATEGORIES, _CATEGORY_WEIGHTS, strict=True))
        while left and len(made) < count:
            pick = rng.choices(left, [weight for _, weight in left])[0]
            left.remove(pick)
            made.append(pick[0])
    return made


def _hotel(name: str, city: City, stars: float, rating: float, rng: Random) -> Hotel:
    amenities = [a for a, (base, step) in _AMENITIES.items() if rng.random() < base + step * (stars - 2)]
    around = rng.sample(_SURROUNDINGS, rng.choices((0, 1, 2, 3), (2, 4, 3, 2))[0])
    if city.beach and rng.random() < 0.5:
        around.append("beach")
    return Hotel(name, city.name, city.country, f"{stars} star hotel", rating, tuple(amenities), tuple(around))


def _rate(stars: float, rating: float, level: float) -> float:
    """Dearer with every half star (by a quarter), hardly with the guests' rating (up to three per cent)."""
    return 16.0 * math.pow(1.25, 2 * stars - 2) * level * (1 + 0.003 * rating)


GENERATOR_VERSION = 1
SEASON_STARTS, SEASON_DAYS = 2, 47  # first departures two days after today; for 2016-08-01: August 3 to September 18
_LONGEST_TRIP = 20
# Successive multiples, modulo 1, spread evenly: so do a route's departures over the season.
_GOLDEN = 0.6180339887498949
_DAY, _HOUR = 24 * 60, 60
_NIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14)
_NIGHT_WEIGHTS = (5, 8, 9, 9, 8, 8, 4, 3, 3, 2, 1)
_LONG_FLIGHT = 8 * 60  # nobody flies so long for two nights: one more for every eight hours
_BUSINESS = 2.4


class Plan(FramesRecord, frozen=True, gc=False):
    """What to generate. Same plan and generator version, same content (and same bytes with the same SQLite)."""

    cities: int = 109
    hotels: int = 268
    packages: int = 430_000
    seed: int = 0
    today: date = date(2016, 8, 1)


class _Route(NamedTuple):
    origin: int
    destination: int
    out_minutes: int
    back_minutes: int
    fare: float
    phase: float


def generate(path: Path, plan: Plan, progress: Callable[[int], None] | None = None) -> int:
    """Write a catalogue after `plan`; how many packages it holds. `progress` is told how many are made, now and then.

    Raises `InputError` where the plan can't be met or `path` can't be written.
    """
    _check(plan)
    rng = Random(plan.seed)
    cities = CITIES[: plan.cities]
    stays = hotels(plan.hotels, cities, rng)
    first = plan.today + timedelta(days=SEASON_STARTS)
    meta = {
        "today": plan.today.isoformat(),
        "season_first": first.isoformat(),
        "season_last": (first + timedelta(days=SEASON_DAYS - 1)).isoformat(),
        "source": f"generator {GENERATOR_VERSION}, seed {plan.seed}",
    }
    places = [Place(city.name, city.country, (city.latitude, city.longitude)) for city in cities]
    rows = _packages(plan, cities, stays, rng, progress)
    return write(path, meta, places, ((stay.hotel, stay.city) for stay in stays), rows)


def _check(plan: Plan) -> None:
    if not 2 <= plan.cities <= len(CITIES):
        raise InputError(f"cities: expected 2 to {len(CITIES)}, found {plan.cities}")
    if plan.packages < 1:
        raise InputError(f"packages: expected at least 1, found {plan.packages}")
    if not 1971 <= plan.today.year <= 2050:
        raise InputError(f"today: expected a day from 1971 to 2050, found {plan.today.isoformat()}")


def _packages(
    plan: Plan, cities: Sequence[City], stays: Sequence[Stay], rng: Random, progress: Callable[[int], None] | None
) -> Iterator[PackageRow]:
    """The packages, round after round: one pair of flights on each route, with several hotels and both seats."""
    first = day_number(plan.today) + SEASON_STARTS
    clocks = _clocks(cities, first)
    demand = _demand(rng)
    local = [[(i, stay.rate) for i, stay in enumerate(stays) if stay.city == index] for index in range(len(cities))]
    routes = _routes(cities, rng)
    made = turn = 0
    while True:
        for route in routes:
            leaves = first + int((route.phase + turn * _GOLDEN) % 1.0 * SEASON_DAYS)
            flights = _flights(route, leaves, clocks, rng)
            for row in _offers(route, flights, first, local[route.destination], demand, rng):
                yield row
                made += 1
                if made == plan.packages:
                    return
            if progress and made % 4096 < 4:
                progress(made)
        turn += 1


def _routes(cities: Sequence[City], rng: Random) -> list[_Route]:
    """The pairs of cities that are served, likelier the more prominent both are, in an order of chance."""
    routes = []
    for origin, here in enumerate(cities):
        for destination, there in enumerate(cities):
            served = rng.random() < 0.34 + 0.11 * (here.prominence + there.prominence)
            if origin == destination or not (served or len(cities) == 2):
                continue
            km = distance_km((here.latitude, here.longitude), (there.latitude, there.longitude))
            wind = 0.04 if there.longitude < here.longitude else -0.04
            fare = (80.0 + 0.11 * km) / 2
            for _ in range(max(1, here.prominence + there.prominence - 3)):  # flown more often
                routes.append(_Route(origin, destination, _minutes(km, wind), _minutes(km, -wind), fare, rng.random()))
    rng.shuffle(routes)
    return routes


def _minutes(km: float, wind: float) -> int:
    """Return how long a flight takes, stops included, in steps of five minutes; more distance never takes less."""
    stops = 0 if km < 4500 else 75 if km < 9500 else 150
    return 5 * round((35 + km / 840 * 60 * (1 + wind) + stops) / 5)


def _demand(rng: Random) -> list[float]:
    """Return what each day of the season, and of the trips that end after it, adds to or takes off a fare."""
    days = SEASON_DAYS + _LONGEST_TRIP
    return [(1.12 - 0.24 * day / days) * rng.uniform(0.94, 1.06) for day in range(days)]


class _Clock(NamedTuple):
    """A zone's offset from UTC in minutes, for each hour of the season, counted from `start` (hours since 1970)."""

    start: int
    offsets: list[int]

    def utc(self, local: int) -> int:
        """The UTC minute of a local one (by day, when no clock changes)."""
        guess = local - self.offset(local)
        return local - self.offset(guess)

    def offset(self, utc: int) -> int:
        return self.offsets[utc // _HOUR - self.start]


def _clocks(cities: Sequence[City], first: int) -> list[_Clock]:
    start, hours = (first - 2) * 24, (SEASON_DAYS + _LONGEST_TRIP + 6) * 24
    made: dict[str, _Clock] = {}
    for zone in {city.zone: None for city in cities}:
        info = ZoneInfo(zone)
        instants = (datetime.fromtimestamp((start + hour) * 3600, UTC) for hour in range(hours))
        offsets = [instant.astimezone(info).utcoffset() or timedelta() for instant in instants]
        made[zone] = _Clock(start, [int(offset.total_seconds()) // 60 for offset in offsets])
    return [made[city.zone] for city in cities]


class _Flights(NamedTuple):
    out_departure: int
    out_arrival: int
    back_departure: int
    back_arrival: int


def _flights(route: _Route, leaves: int, clocks: Sequence[_Clock], rng: Random) -> _Flights:
    """Both flights in local minutes: they leave between six in the morning and ten at night, some nights apart."""
    here, there = clocks[route.origin], clocks[route.destination]
    out = leaves * _DAY + 360 + 5 * int(rng.random() * 192)
    landed = here.utc(out) + route.out_minutes
    arrival = landed + there.offset(landed)
    nights = rng.choices(_NIGHTS, _NIGHT_WEIGHTS)[0] + route.out_minutes // _LONG_FLIGHT
    home = (arrival // _DAY + nights) * _DAY + 360 + 5 * int(rng.random() * 192)
    returned = there.utc(home) + route.back_minutes
    return _Flights(out, arrival, home, returned + here.offset(returned))


def _offers(
    route: _Route,
    flights: _Flights,
    first: int,
    stays: Sequence[tuple[int, float]],
    demand: Sequence[float],
    rng: Random,
) -> Iterator[PackageRow]:
    """These flights with some of the city's hotels, in economy and mostly in business class too."""
    out, arrival, home, back = flights
    leaves, ends = out // _DAY, back // _DAY
    fare = route.fare * (demand[leaves - first] * _hour(out) + demand[home // _DAY - first] * _hour(home))
    nights = home // _DAY - arrival // _DAY
    seats = (1.0, _BUSINESS) if rng.random() < 0.65 else (1.0,)
    for hotel, rate in stays if len(stays) < 3 else rng.sample(stays, 2):
        for seat, factor in enumerate(seats):
            cents = round(100 * (fare * factor + nights * rate))
            yield PackageRow(
                route.origin, hotel, seat, cents, leaves, ends, ends - leaves,
                out, arrival, route.out_minutes, home, back, route.back_minutes,
            )  # fmt: skip


def _hour(departure: int) -> float:
    """Early and late departures are cheaper."""
    return 1.0 if 8 * _HOUR <= departure % _DAY < 20 * _HOUR else 0.94


def default_path() -> Path:
    """Return where the default catalogue lies: in the folder that WAYFRAME_HOME names, else in the user's data folder.

    The name carries the versions of schema and generator, so that a newer program makes its own.
    """
    return home() / f"packages-{SCHEMA_VERSION}.{GENERATOR_VERSION}.sqlite"


def default_path_made() -> Path:
    """`default_path`, its folder made where it was missing. Raises `InputError` where that can't be."""
    path = default_path()
    return folder(path.parent) / path.name


def default_catalogue(progress: Callable[[int], None] | None = None) -> Catalogue:
    """The default catalogue, made if it isn't there yet; `progress` is told how many packages are made.

    Two processes may come first at the same time: each makes a whole file, and the last one's stays. Raises
    `InputError` where the folder can't be written.
    """
    if not default_path().exists():
        generate(default_path_made(), Plan(), progress)
    return Catalogue(default_path())
