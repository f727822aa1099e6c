"""Places and what they lie in: a city in its country, a country in its part of the world."""

from __future__ import annotations

from collections.abc import Mapping

from wayframe.packages.cities import CITIES
from wayframe.packages.facts import key
from wayframe.packages.regions import COUNTRIES, REGIONS


class Places:
    """Cities with their countries; a wish for a country or a region is one for any of its cities.

    `areas` are the countries and regions that have cities here; `wayframe.packages.regions` has other names of theirs.
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
        if here == asked or here == key(area):
            return True
        if asked in self._areas:
            return False
        return asked in self._areas.get(here, frozenset()) or asked in self._regions.get(here, ())

    def _around(self, country: str) -> frozenset[str]:
        return frozenset((country, *self._regions.get(country, ())))


def _area(name: str) -> str:
    """Return the key of a country or region: "the USA" is the United States."""
    said = key(name)
    return key(COUNTRIES.get(said) or COUNTRIES.get(said.removeprefix("the ")) or said.removeprefix("the "))


WORLD = Places({city.name: city.country for city in CITIES})
"""The cities that a generated catalogue can hold."""
