"""Where the user may want to go: to cities, to any city of a country, anywhere but where he won't."""

from __future__ import annotations

import re
from functools import lru_cache

from wayframe.memory import Memory
from wayframe.packages import Catalogue
from wayframe.packages.facts import key
from wayframe.packages.regions import COUNTRIES, ELSEWHERE, REGIONS
from wayframe.policy.wishes import Wishes, spelled
from wayframe.values import Gazetteer, Lexicon


def gazetteer(catalogue: Catalogue) -> Gazetteer:
    """The catalogue's cities and countries, what sums these up, and countries to which there are no trips.

    A country that the catalogue calls otherwise ("UK") goes by the catalogue's name.
    """
    countries = list(dict.fromkeys(place.country for place in catalogue.places))
    around = [name for name, among in REGIONS.items() if not set(among).isdisjoint(countries)]
    cities = [*catalogue.cities(), *countries, *around]
    own = {COUNTRIES.get(country.casefold(), country): country for country in countries}
    far = [name for name in re.split(r"\s{2,}", ELSEWHERE.strip()) if name not in own]
    synonyms = {said: own.get(name, name) for said, name in (*COUNTRIES.items(), *((name, name) for name in own))}
    return Gazetteer((*cities, *(name for name in far if not any(city.startswith(name) for city in cities))), synonyms)


def spread(wished: Wishes, catalogue: Catalogue, lexicon: Lexicon) -> Wishes:
    """The wishes with a country's cities in place of the country."""
    named = [str(name) for name in wished.get("dst_city", ())]
    cities = {name: cities_of(name, catalogue, lexicon) for name in named}
    if not any(cities.values()):
        return wished
    return {**wished, "dst_city": tuple(dict.fromkeys(city for name in named for city in cities[name] or [name]))}


def cities_of(country: str, catalogue: Catalogue, lexicon: Lexicon) -> list[str]:
    """The cities with hotels in a country, by name; none where there is no such country. A city's own name wins."""
    name = spelled(country, lexicon.cities)
    if catalogue.city_id(name) is not None:
        return []
    several = next((among for region, among in REGIONS.items() if _bare(region) == _bare(name)), (name,))
    return [city for each in several for city in _by_country(catalogue).get(key(each), [])]


def _bare(name: str) -> str:
    return key(name).removeprefix("the ")


@lru_cache(maxsize=8)
def _by_country(catalogue: Catalogue) -> dict[str, list[str]]:
    countries = {place.name: key(place.country) for place in catalogue.places}
    found: dict[str, list[str]] = {}
    for city in catalogue.destinations():
        found.setdefault(countries[city], []).append(city)
    return found


def avoided(memory: Memory, named: Wishes, catalogue: Catalogue, lexicon: Lexicon) -> set[str]:
    """The cities, as keys, to which the user said no and has not asked to go by name since: those of a country, too."""
    denied = [str(v.val) for frame in memory.frames for v in frame.info.get("dst_city", ()) if v.negated]
    cities = (city for name in denied for city in (name, *cities_of(name, catalogue, lexicon)))
    return {key(city) for city in cities} - {key(str(name)) for name in named.get("dst_city", ())}
