"""Trips on the desk: packages and queries in words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from wayframe.collection.desk import trips
from wayframe.collection.desk.protocol import RESULTS
from wayframe.collection.desk.trips import day
from wayframe.collection.records import AnySearch, WizardSearch
from wayframe.dialogue import FlightLeg, Package, encode
from wayframe.packages import Catalogue, Query, facts
from wayframe.packages.facts import day_said, time_said
from wayframe.web.collect.search_views import OptionPart, ShownOption, ShownSearch, ShownSuggestion

_FIELDS = {
    "or_city": "From", "dst_city": "To", "start": "Leaves from", "end": "Back by", "max_duration": "Days at most",
    "adults": "Adults", "children": "Children", "adults, children": "Adults and children", "price_min": "Price from",
    "price_max": "Price to",
}  # fmt: skip


class TripDeskViews:
    """See `DeskViews`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue, self._season = catalogue, season(catalogue)
        self._origins, self._destinations = catalogue.origins(), catalogue.destinations()

    def form(self) -> dict[str, Any]:
        """See `DeskViews.form`."""
        cities = {"origins": self._origins, "destinations": self._destinations}
        return {"form": "trip_form.html", "season": self._season, **cities}

    def search(self, found: AnySearch) -> ShownSearch:
        """See `DeskViews.search`."""
        assert isinstance(found, WizardSearch)
        return search(found, self._catalogue)

    def asked(self, query: Query) -> str:
        """See `DeskViews.asked`."""
        return asked(query)

    def filled(self, query: Query) -> str:
        """See `DeskViews.filled`."""
        return filled(query)

    def complaint(self, problem: str) -> str:
        """See `DeskViews.complaint`."""
        return named(problem)


class TravelSeason(NamedTuple):
    """The season of a catalogue: the first day of leaving and the last, in words and as `days`.

    `year` if all trips are in one.
    """

    first: str
    last: str
    days: tuple[date, date]
    year: int | None


def season(catalogue: Catalogue) -> TravelSeason:
    """Return when one can leave, as the desk says it."""
    days, (first, last) = catalogue.season, trips.years(catalogue)
    said = [f"{day_said(each)}, {each.year}" for each in days]
    return TravelSeason(said[0], said[1], days, first if first == last else None)


def named(complaint: str) -> str:
    """Return a complaint about a field of the form, which begins with its name, with the words beside the field."""
    field, colon, reason = complaint.partition(":")
    return f"{_FIELDS[field]}{colon}{reason}" if field in _FIELDS else complaint


def search(found: WizardSearch, catalogue: Catalogue) -> ShownSearch:
    """A search as the desk shows it."""

    def each(packages: Iterable[Package]) -> tuple[ShownOption, ...]:
        return tuple(package(one, found.query) for one in packages)

    ways = (ShownSuggestion(tuple(map(trips.given_up, way.relaxed)), each(way.packages)) for way in found.suggestions)
    cheapest = "; the ten cheapest" if len(found.results) == RESULTS else ""
    return ShownSearch(
        asked(found.query) + cheapest, each(found.results), tuple(ways), trips.unknown(found.query, catalogue)
    )


def package(found: Package, query: Query) -> ShownOption:
    """A package as the desk shows it."""
    said, told = facts(found), trips.told(found, query)
    days = f"{said['duration']} {'day' if said['duration'] == '1' else 'days'}"
    hotel = told.hotel.partition(": ")[2].rstrip(".")
    there = f"{_flight(found.trip.leaving)}, {said['or_city']} → {said['dst_city']}, {said['seat']}"
    back = f"{_flight(found.trip.returning)}, {days} in all"
    parts = (
        OptionPart("Hotel", hotel, told.hotel),
        OptionPart("There", there, told.there),
        OptionPart("Back", back, told.back),
    )
    return ShownOption(
        f"{found.hotel.name}, {found.hotel.dst_city}", str(said["price"]), " ".join(told), told.price, parts
    )


def _flight(flight: FlightLeg) -> str:
    """Both times, the day of arriving where it is another one."""
    departure, arrival = day(flight.departure), day(flight.arrival)
    again = "" if arrival == departure else f"{arrival} "
    return f"{departure} {time_said(flight.departure)} – {again}{time_said(flight.arrival)}"


def asked(query: Query) -> str:
    """A query in words: "Montreal → Tokyo, from 2016-08-23, 2 adults, at most $900"."""
    route = f"{query.or_city or 'anywhere'} → {query.dst_city or 'anywhere'}"
    flexible = " (two days more or less)" if query.flexible else ""
    words = (
        route,
        f"from {query.start}{flexible}" if query.start else "",
        f"back by {query.end}{flexible}" if query.end else "",
        f"{query.max_duration} days at most" if query.max_duration is not None else "",
        trips.party(query),
        f"at least ${query.price_min:,.2f}" if query.price_min is not None else "",
        f"at most ${query.price_max:,.2f}" if query.price_max is not None else "",
    )
    return ", ".join(filter(None, words)).replace(".00", "")


def filled(query: Query) -> str:
    """A query as JSON: what the form's fields hold then."""
    values = {name: getattr(query, name) for name in trips.FIELDS}
    return encode({name: value for name, value in values.items() if value is not None}).decode()
