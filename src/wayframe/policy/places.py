"""Where the user may want to go: to cities, to any city of a country, anywhere but where he won't."""

from __future__ import annotations

from functools import lru_cache

from wayframe.memory import Memory
from wayframe.packages import Catalogue
from wayframe.packages.facts import key
from wayframe.policy.wishes import Wishes, spelled
from wayframe.values import Lexicon

# Names that people give to countries, for the lexicon to find.
COUNTRIES = {
    "usa": "United States", "the states": "United States", "the us": "United States", "america": "United States",
    "korea": "South Korea",
}  # fmt: skip
# The countries that people sum up in a word.
REGIONS = {
    "Europe": ("France", "Germany", "Greece", "Italy", "Spain"),
    "Asia": ("Japan", "South Korea"),
    "South America": ("Argentina", "Brazil"),
    "Latin America": ("Argentina", "Brazil", "Dominican Republic", "Mexico"),
    "North America": ("Canada", "Mexico", "United States"),
    "Africa": ("South Africa",),
    "the Caribbean": ("Dominican Republic",),
}


def regions(catalogue: Catalogue) -> list[str]:
    """Countries, and what sums them up, to which there are trips."""
    countries = list(dict.fromkeys(place.country for place in catalogue.places))
    return [*countries, *(name for name, among in REGIONS.items() if not set(among).isdisjoint(countries))]


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


def avoided(memory: Memory, wished: Wishes) -> set[str]:
    """The cities, as keys, to which the user said no and has not asked to go since."""
    denied = {
        key(str(value.val)) for frame in memory.frames for value in frame.info.get("dst_city", ()) if value.negated
    }
    return denied - {key(str(name)) for name in wished.get("dst_city", ())}
