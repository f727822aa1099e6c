"""Invented hotels: names from our own word lists, stars, ratings, amenities, surroundings, a rate a night."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import NamedTuple

from wayframe.dialogue import Hotel
from wayframe.errors import InputError
from wayframe.packages.cities import City

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
            hotel = _hotel(names[len(stays)], city, stars, rng)
            stays.append(Stay(hotel, index, _rate(hotel, stars, level)))
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


def _hotel(name: str, city: City, stars: float, rng: Random) -> Hotel:
    rating = round(min(9.9, max(2.0, 3.4 + 1.1 * stars + rng.gauss(0, 0.7))), 2)
    amenities = [a for a, (base, step) in _AMENITIES.items() if rng.random() < base + step * (stars - 2)]
    around = rng.sample(_SURROUNDINGS, rng.choices((0, 1, 2, 3), (2, 4, 3, 2))[0])
    if city.beach and rng.random() < 0.5:
        around.append("beach")
    return Hotel(name, city.name, city.country, f"{stars} star hotel", rating, tuple(amenities), tuple(around))


def _rate(hotel: Hotel, stars: float, level: float) -> float:
    """Dearer with every half star (by a quarter), hardly with the guests' rating (up to three per cent)."""
    return 16.0 * math.pow(1.25, 2 * stars - 2) * level * (1 + 0.003 * float(hotel.gst_rating))
