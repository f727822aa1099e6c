"""The cities that a generated catalogue can hold, with what consistent flights need: where they lie and their clocks.

The list, `cities.csv`, is our own: well-known cities of the fourteen countries of the Frames release, most prominent
first, so that a catalogue of n cities takes the first n.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from math import asin, cos, radians, sin, sqrt
from typing import NamedTuple

EARTH_RADIUS_KM = 6371.0


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
        csv.reader(files("wayframe.packages").joinpath("cities.csv").read_text("utf-8").splitlines())
    )[1:]
)
