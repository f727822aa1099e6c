"""Places and what they lie in: a city in its country, a country in its part of the world; how far they are apart.

The cities of `cities.csv`, our own list, are well-known ones of the fourteen countries of the Frames release, most
prominent first, so that a catalogue of n cities takes the first n. `regions.toml` has the names that people give
countries, and the parts of the world that they lie in.
"""

from __future__ import annotations

import csv
import tomllib
import unicodedata
from collections.abc import Mapping
from importlib.resources import files
from math import asin, cos, radians, sin, sqrt
from typing import Any, NamedTuple

EARTH_RADIUS_KM = 6371.0


def key(name: str) -> str:
    """A name without case, accents and surplus blanks: what makes two names the same."""
    bare = name
    if not name.isascii():
        bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(bare.casefold().split())


class City(NamedTuple):
    """A city: degrees north and east, IANA time zone, prominence (3 most, 1 least), whether it has a beach."""

    name: str
    country: str
    latitude: float
    longitude: float
    zone: str
    prominence: int
    beach: bool


def distance_km(here: tuple[float, float], there: tuple[float, float]) -> float:
    """Great-circle distance in kilometres between two points in degrees (haversine)."""
    north, east, north2, east2 = map(radians, (*here, *there))
    half = sin((north2 - north) / 2) ** 2 + cos(north) * cos(north2) * sin((east2 - east) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * asin(sqrt(half))


CITIES: tuple[City, ...] = tuple(
    City(name, country, float(latitude), float(longitude), zone, int(prominence), beach == "beach")
    for name, country, latitude, longitude, zone, prominence, beach in list(
        csv.reader(files("wayframe.sources").joinpath("cities.csv").read_text("utf-8").splitlines())
    )[1:]
)


_DATA: dict[str, Any] = tomllib.loads(files("wayframe.sources").joinpath("regions.toml").read_text("utf-8"))

COUNTRIES: dict[str, str] = _DATA["countries"]
ELSEWHERE: list[str] = _DATA["elsewhere"]
REGIONS: dict[str, list[str]] = _DATA["regions"]
_COUNTRY_OF: dict[str, str] = {city.name: city.country for city in CITIES} | {
    city: country for country, cities in _DATA["lying_in"].items() for city in cities
}
KNOWN_CITIES: tuple[str, ...] = (*(city.name for city in CITIES), *_DATA["known"])
"""Cities that people name, whether or not anybody offers trips there."""


class Places:
    """Cities with their countries; a wish for a country or a region is one for any of its cities.

    `areas` are the countries and regions that have cities here; `wayframe.sources.places` has other names of theirs.
    """

    def __init__(self, countries: Mapping[str, str]) -> None:
        self._regions = dict[str, set[str]]()
        for region, members in REGIONS.items():
            for country in members:
                self._regions.setdefault(key(country), set()).add(_area(region))
        countries_here = dict.fromkeys(countries.values())
        regions_here = [region for region, members in REGIONS.items() if not countries_here.keys().isdisjoint(members)]
        self.areas = (*countries_here, *regions_here)
        self._areas = {key(place): self._around(_area(country)) for place, country in countries.items()}

    def within(self, place: str, area: str) -> bool:
        """Return whether a place is the one that is named or lies in it; a city's own name is never its country's."""
        here, asked = key(place), _area(area)
        if here in (asked, key(area)):
            return True
        if asked in self._areas:
            return False
        return asked in self._areas.get(here, frozenset()) or asked in self._regions.get(here, ())

    def _around(self, country: str) -> frozenset[str]:
        return frozenset((country, *self._regions.get(country, ())))


def parts_of_the_world(place: str) -> list[str]:
    """Return the parts of the world in which a country, or a city that is known, lies: the smallest first."""
    country = _COUNTRY_OF.get(place) or COUNTRIES.get(key(place), place)
    around = [region for region, members in REGIONS.items() if country in members]
    return sorted(around, key=lambda region: len(REGIONS[region]))


def _area(name: str) -> str:
    """Return the key of a country or region: "the USA" is the United States."""
    said = key(name)
    return key(COUNTRIES.get(said) or COUNTRIES.get(said.removeprefix("the ")) or said.removeprefix("the "))


WORLD = Places({city.name: city.country for city in CITIES})
"""The cities that a generated catalogue can hold."""
