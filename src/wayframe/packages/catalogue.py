"""A catalogue of packages: what it holds, the search over it, and what to propose where nothing fits."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from msgspec.structs import replace

from wayframe.dialogue import Hotel, Package
from wayframe.meaning.records import Days, Party
from wayframe.packages.facts import facts, hotel_values, said, trip_values, value_of
from wayframe.packages.plan import TIES, Planner
from wayframe.packages.query import Limit, Query, check, conditions, window
from wayframe.packages.relaxing import Neighbourhood
from wayframe.packages.storage import CatalogueFile
from wayframe.schema import trips
from wayframe.sources.protocol import Condition
from wayframe.sources.protocol import Query as SourceQuery

_PACKAGES = 10  # at most of a suggestion


class Relaxation(NamedTuple):
    """A constraint that was given up: its slot, what was asked, what is offered, in words as `facts` has them.

    A highest price goes by the slot `budget`, a lowest by `price`, an amenity or place nearby by its own (asked True).
    """

    slot: str
    asked: str | bool
    offered: str | bool


class Suggestion(NamedTuple):
    """Packages that fit once some constraints are relaxed, by increasing price; `distance` grows with the relaxing."""

    relaxed: tuple[Relaxation, ...]
    packages: list[Package]
    distance: float


class Catalogue(CatalogueFile):
    """An open catalogue. Reads only; processes may share the file, and threads the catalogue.

    Raises `InputError` where the file is missing, cut off, of another version or no catalogue at all.
    """

    def __len__(self) -> int:
        """Return how many packages there are."""
        return self._size

    @cached_property
    def _size(self) -> int:
        return int(self.select("SELECT count(*) FROM package")[0][0])

    def hotels(self, dst_city: str | None = None) -> list[Hotel]:
        """All hotels, or those of one city (any case, with or without accents)."""
        city = None if dst_city is None else self.city_id(dst_city)
        return [hotel for hotel, where in self.stays if dst_city is None or where == city]

    def cities(self) -> list[str]:
        """All cities, by name: those that have a hotel and those that packages leave from."""
        return sorted(place.name for place in self.places)

    def destinations(self) -> list[str]:
        """The cities that have a hotel, by name."""
        return sorted({self.places[city].name for _, city in self.stays})

    def origins(self) -> list[str]:
        """The cities that packages leave from, by name."""
        return list(self._origins)

    @cached_property
    def _origins(self) -> tuple[str, ...]:
        found = self.select("SELECT id FROM city WHERE EXISTS (SELECT 1 FROM package WHERE origin = city.id)")
        return tuple(sorted(self.places[index].name for (index,) in found))

    def search(self, query: Query, limit: int = 10) -> list[Package]:
        """The cheapest packages that fit, by increasing price for the whole party.

        Equal prices are ordered by the day of leaving, the day of being back and their place in the file. Without an
        end any package that leaves on `start` or later fits. Raises `InputError` where the query makes no sense.
        """
        check(query)
        plan = self._planner.plan(_asked(query, tuple(self._limits(query))))
        if plan.empty:
            return []
        source, values = plan.rows(self._planner.index(plan))
        values["limit"] = min(limit, sys.maxsize)
        chosen = self.select(f"SELECT id FROM {source} ORDER BY {TIES} LIMIT :limit", values)
        return self.packages([number for (number,) in chosen], query)

    def suggest(self, query: Query, seed: int = 0, limit: int = 3) -> list[Suggestion]:
        """At most `limit` ways to relax the query, each with what it then finds, nearest first.

        What fits the query as it stands is not suggested. Ways that differ only by how far they relax count once, by
        the nearest; another city or hotel counts for itself, but comes only where no other slots are left to relax.
        Same catalogue, query and seed, same suggestions. Raises `InputError` where the query makes no sense.
        """
        check(query)
        limits = self._limits(query)
        misses = Neighbourhood(self._planner, _asked(query, tuple(limits))).nearest(limit, seed)
        nearest = self.packages([miss.package for miss in misses], query)
        return [
            self._suggestion(query, [limits[condition] for condition in miss.conditions], package, miss.distance)
            for miss, package in zip(misses, nearest, strict=True)
        ]

    @cached_property
    def _planner(self) -> Planner:
        return Planner(self, trips())

    def _limits(self, query: Query) -> dict[Condition, Limit]:
        return conditions(query, self._planner.schema, self._city_name)

    def _city_name(self, name: str) -> str | None:
        number = self.city_id(name)
        return None if number is None else self.places[number].name

    def _suggestion(self, query: Query, given_up: Sequence[Limit], nearest: Package, distance: float) -> Suggestion:
        """Return the relaxations that let a package in, and all that they let in."""
        first, last = window(query)
        changes: dict[str, Any] = {"start": first, "end": last, "flexible": False}
        schema, words = self._planner.schema, facts(nearest)
        values = {**hotel_values(nearest.hotel, schema), **trip_values(nearest, schema)}
        relaxed = []
        for name, field, slot, _ in given_up:
            asked = getattr(query, field)
            if isinstance(asked, tuple):
                relaxed.append(Relaxation(name, True, False))
                changes[field] = tuple(other for other in changes.get(field, asked) if other != slot)
                continue
            relaxed.append(Relaxation(name, said(value_of(schema.by_name[slot], asked)), words.get(slot, "0")))
            value = values.get(slot)
            changes[field] = value.first if isinstance(value, Days) else getattr(value, "value", None)
        packages = self.search(replace(query, **changes), _PACKAGES)
        return Suggestion(tuple(relaxed), packages, distance)


def _asked(query: Query, conditions: tuple[Condition, ...]) -> SourceQuery:
    return SourceQuery(conditions, party=Party(query.adults, query.children))
