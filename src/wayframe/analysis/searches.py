"""Count the wizards' searches and results: hotels, cities, amenities (paper section 7.2, figure 3, tables 7 and 8)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from msgspec import UNSET

from wayframe.dialogue import DatabaseSearch, Dialogue, FramesRecord, Hotel, Package
from wayframe.ontology import AMENITIES, VICINITY

SEARCH_FIELDS = tuple(name for name in DatabaseSearch.__struct_fields__ if name.isupper() and name != "RESULT_LIMIT")
"""What can be searched for (table 7), in the release's names."""

# The database's own names of the slots.
_AMENITIES = {slot: f"FREE_{slot.upper()}" for slot in AMENITIES} | {"gym": "GYM", "spa": "SPA"}
_VICINITY = {slot: slot for slot in VICINITY} | {"downtown": "heart", "theatre": "theater"}


class SearchFigures(FramesRecord, frozen=True):
    """Searches and what they found. A hotel is its name and city; `cities` are those of hotels and origins together.

    What lies near a hotel is missing from some of the release's results, so all results of a hotel are taken together.
    """

    searches: int
    searches_without_result: int
    packages: int
    hotels: int
    cities: int
    dst_cities: int
    or_cities: int
    countries: int
    search_fields: dict[str, int]
    amenities_per_hotel: dict[int, int]
    hotels_with: dict[str, int]
    hotels_near: dict[str, int]
    hotels_near_nothing: int
    hotels_by_country: dict[str, int]


class _HotelResults(NamedTuple):
    """Properties of one hotel in the results."""

    country: str
    amenities: set[str]
    vicinity: set[str]


class SearchCount:
    """Counts searches and hotels one dialogue at a time."""

    def __init__(self) -> None:
        self.fields = Counter[str]()
        self.searches = self.in_vain = self.packages = 0
        self.origins = set[str]()
        self.hotels: dict[tuple[str, str], _HotelResults] = {}

    def take(self, dialogue: Dialogue) -> None:
        """Count one more."""
        for database in (turn.db for turn in dialogue.turns):
            for search in database.search:
                self.searches += 1
                self.fields.update(name for name in SEARCH_FIELDS if getattr(search, name) is not UNSET)
            for packages in database.result:
                self.in_vain += not packages
                for package in packages:
                    self._package(package)

    def _package(self, package: Package) -> None:
        self.packages += 1
        self.origins.add(package.trip.or_city)
        hotel: Hotel = package.hotel
        seen = self.hotels.setdefault((hotel.name, hotel.dst_city), _HotelResults(hotel.country, set(), set()))
        seen.amenities.update(hotel.amenities)
        seen.vicinity.update(hotel.vicinity)

    def counted(self) -> SearchFigures:
        """The figures of all that was taken."""
        hotels = self.hotels.values()
        destinations = {city for _, city in self.hotels}
        countries = Counter(hotel.country for hotel in hotels)
        return SearchFigures(
            searches=self.searches,
            searches_without_result=self.in_vain,
            packages=self.packages,
            hotels=len(hotels),
            cities=len(destinations | self.origins),
            dst_cities=len(destinations),
            or_cities=len(self.origins),
            countries=len(countries),
            search_fields={name: self.fields[name] for name in SEARCH_FIELDS},
            amenities_per_hotel=dict(sorted(Counter(len(hotel.amenities) for hotel in hotels).items())),
            hotels_with={slot: sum(name in hotel.amenities for hotel in hotels) for slot, name in _AMENITIES.items()},
            hotels_near={slot: sum(name in hotel.vicinity for hotel in hotels) for slot, name in _VICINITY.items()},
            hotels_near_nothing=sum(not hotel.vicinity for hotel in hotels),
            hotels_by_country=dict(sorted(countries.items(), key=lambda item: (-item[1], item[0]))),
        )
