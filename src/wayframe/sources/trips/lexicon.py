"""The names that people may say over a catalogue of trips: its places, what sums these up, its hotels."""

from __future__ import annotations

from wayframe.packages import Catalogue
from wayframe.packages.regions import COUNTRIES, ELSEWHERE, REGIONS
from wayframe.values import Gazetteer, Lexicon


def gazetteer(catalogue: Catalogue) -> Gazetteer:
    """Return the catalogue's cities, countries and regions, and the countries to which there are no trips.

    A country that the catalogue calls otherwise ("UK") goes by the catalogue's name.
    """
    countries = list(dict.fromkeys(place.country for place in catalogue.places))
    around = [name for name, among in REGIONS.items() if not set(among).isdisjoint(countries)]
    cities = [*catalogue.cities(), *countries, *around]
    own = {COUNTRIES.get(country.casefold(), country): country for country in countries}
    elsewhere = [name for name in ELSEWHERE if name not in own]
    far = [name for name in elsewhere if not any(city.startswith(name) for city in cities)]
    synonyms = {said: own.get(name, name) for said, name in COUNTRIES.items()}
    synonyms.update({name: own.get(name, name) for name in own})
    return Gazetteer((*cities, *far), synonyms)


def lexicon(catalogue: Catalogue) -> Lexicon:
    """Return the names that text of the corpus' domain is searched for: places and hotels."""
    return Lexicon(gazetteer(catalogue), Gazetteer([hotel.name for hotel in catalogue.hotels()]))
