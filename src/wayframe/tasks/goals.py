"""The goals of tasks, and what counts as reaching them."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from wayframe.dialogue import FramesRecord, Package
from wayframe.packages import Catalogue, Query

Course = Literal["direct", "compare", "return"]
Criterion = Literal["any", "price", "gst_rating", "category"]


class Aim(FramesRecord, frozen=True, gc=False):
    """A trip to one of these cities that fits the query; to any city where there are none."""

    query: Query
    cities: tuple[str, ...] = ()

    @property
    def queries(self) -> tuple[Query, ...]:
        """One search a city."""
        return tuple(replace(self.query, dst_city=city) for city in self.cities) or (self.query,)


class Goal(FramesRecord, frozen=True, gc=False):
    """The wishes of somebody, and what to do where nothing fits.

    `course` says how one gets there: straight, by comparing options, or by looking at the `detour` first and coming
    back to what was found before. `criterion` decides between options: the least price, the most points or stars.
    """

    aim: Aim
    course: Course = "direct"
    criterion: Criterion = "any"
    alternative: Aim | None = None
    detour: Aim | None = None


def possible(catalogue: Catalogue, aim: Aim) -> bool:
    """Return whether anything fits."""
    return any(catalogue.search(query, 1) for query in aim.queries)


def fits(catalogue: Catalogue, aim: Aim, package: Package) -> bool:
    """Return whether a package is one of those that fit, at the price for this very party."""
    if aim.cities and package.hotel.dst_city not in aim.cities:
        return False
    asked = aim.query
    cheap = asked.price_max is None or package.price <= asked.price_max
    dear = asked.price_min is None or package.price >= asked.price_min
    exact = replace(
        asked,
        dst_city=package.hotel.dst_city,
        hotel=package.hotel.name,
        price_min=package.price - 0.001,
        price_max=package.price + 0.001,
    )
    return cheap and dear and package in catalogue.search(exact, 1000)


def cheapest(catalogue: Catalogue, aim: Aim) -> float | None:
    """The least price of all that fits, for the party; None where nothing does."""
    return min((found[0].price for query in aim.queries if (found := catalogue.search(query, 1))), default=None)
