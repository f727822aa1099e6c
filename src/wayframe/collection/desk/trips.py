"""The desk over trips: the form of the paper's table 7, packages in words, suggestions that relax a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import msgspec

from wayframe.collection.desk.protocol import (
    ANY_NUMBER,
    ANY_TEXT,
    LONGEST,
    RESULTS,
    SUGGESTIONS,
    FormField,
    OptionPart,
    SearchForm,
    ShownOption,
    ShownSearch,
    ShownSuggestion,
    meant,
)
from wayframe.collection.records import AnySearch, RelaxedConstraint, SearchSuggestion, WizardSearch
from wayframe.dialogue import DatabaseSearch, FlightLeg, LocalTime, Package, Turn
from wayframe.errors import InputError, shown
from wayframe.language import load
from wayframe.ontology import AMENITIES, SLOT_OF, VICINITY
from wayframe.packages import Catalogue, Query, facts
from wayframe.packages.facts import day_said, time_said
from wayframe.packages.query import check
from wayframe.realiser.phrases import Locale, feature_phrase
from wayframe.schema import trips
from wayframe.sources.places import key
from wayframe.tasks.trips import counted, listed, party

FIELDS = (
    "or_city", "dst_city", "start", "end", "flexible", "adults", "children", "price_min", "price_max", "max_duration",
)  # fmt: skip
"""Table 7's fields, by the names that they have in a `Query`."""

_PACKAGES = 3  # packages that are shown of each
_MOST_PEOPLE = 99
_MOST_DAYS = 365
_MOST_DOLLARS = 1_000_000.0
_AFTER_SEASON = timedelta(days=31)  # from the last day of leaving on which people may still wish to be back

_DAY = 86_400_000  # milliseconds
_TIMES = ("START_TIME", "END_TIME")
_LABELS = {
    "or_city": "from", "dst_city": "to", "str_date": "leaves", "end_date": "returns", SLOT_OF["stars"]: "stars",
    SLOT_OF["rating"]: "guests", "max_duration": "at most", "min_duration": "at least", "flex": "flexible dates",
}  # fmt: skip
"""Constraints in short; others are called what their slots are."""

_IN_WORDS = {
    "start": "from {}{flexible}", "end": "back by {}{flexible}", "max_duration": "{} days at most", "adults": "{party}",
    "price_min": "at least ${:,.2f}", "price_max": "at most ${:,.2f}",
}  # fmt: skip
"""The fields of a query in words, in the order in which they are said."""


class TripsDesk:
    """See `SearchDesk`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    @cached_property
    def form(self) -> SearchForm:
        """See `SearchDesk.form`: the fields of the paper's table 7."""
        first, last = self.catalogue.season
        amounts, people = {**ANY_NUMBER, "min": 0}, {"inputmode": "numeric", "min": 0, "max": _MOST_PEOPLE}
        fields = (
            FormField("or_city", "From", "text", ANY_TEXT, tuple(self.catalogue.origins()), wide=True),
            FormField("dst_city", "To", "text", ANY_TEXT, tuple(self.catalogue.destinations()), wide=True),
            FormField("start", "Leaves from", "date", {"min": first, "max": last}),
            FormField("end", "Back by", "date", {"min": first}),
            FormField("flexible", "Flexible dates", "tick", aside=" (two days on either side)"),
            FormField("max_duration", "Days at most", "number", {"inputmode": "numeric", "min": 1, "max": _MOST_DAYS}),
            FormField("adults", "Adults", "number", {**people, "value": 1}),
            FormField("children", "Children", "number", {**people, "value": 0}),
            FormField("price_min", "Price from, $", "number", amounts),
            FormField("price_max", "Price to, $", "number", amounts),
        )
        season = " to ".join(f"{day_said(each)}, {each.year}" for each in (first, last))
        from_year, to_year = years(self.catalogue)
        return SearchForm(fields, f"All trips leave from {season}.", from_year if from_year == to_year else None)

    def query(self, form: Mapping[str, str]) -> Query:
        """See `SearchDesk.query`."""
        try:
            return asked(form, self.catalogue)
        except InputError as error:
            field, colon, reason = str(error).partition(":")
            titles = {each.name: each.title.removesuffix(", $") for each in self.form.fields}
            titles["adults, children"] = "Adults and children"
            raise InputError(f"{titles.get(field, field)}{colon}{reason}") from error

    def look(self, query: Query, drawn: bool, seed: str) -> WizardSearch:
        """See `SearchDesk.look`: the packages come by increasing price."""
        results = self.catalogue.search(query, RESULTS)
        chance = Random(seed).getrandbits(32)
        ways = self.catalogue.suggest(query, chance, SUGGESTIONS) if drawn and not results else []
        suggestions = tuple(
            SearchSuggestion(tuple(RelaxedConstraint(*each) for each in way.relaxed), tuple(way.packages[:_PACKAGES]))
            for way in ways
        )
        return WizardSearch(0, 0, 0.0, query, tuple(results), suggestions, drawn)

    def of_agent(self, turn: Turn) -> tuple[WizardSearch, ...]:
        """See `SearchDesk.of_agent`."""
        pairs = zip(turn.db.search, turn.db.result, strict=True)
        return tuple(WizardSearch(0, 0, 0.0, query_of(search), tuple(found)) for search, found in pairs)

    def filled(self, query: Query) -> dict[str, Any]:
        """See `SearchDesk.filled`."""
        values = {name: getattr(query, name) for name in FIELDS}
        return {name: value for name, value in values.items() if value is not None}

    def said(self, query: Query) -> str:
        """See `SearchDesk.said`: "Montreal → Tokyo, from 2016-08-23, 2 adults, at most $900"."""
        flexible = " (two days more or less)" if query.flexible else ""
        words = [f"{query.or_city or 'anywhere'} → {query.dst_city or 'anywhere'}"]
        for field, said in _IN_WORDS.items():
            value = getattr(query, field)
            if value is not None:
                words.append(said.format(value, flexible=flexible, party=party(query)))
        return ", ".join(words).replace(".00", "")

    def shown(self, found: AnySearch) -> ShownSearch:
        """See `SearchDesk.shown`."""
        assert isinstance(found, WizardSearch)

        def options(packages: Sequence[Package]) -> tuple[ShownOption, ...]:
            return tuple(option(package, found.query) for package in packages)

        ways = [ShownSuggestion(tuple(map(given_up, way.relaxed)), options(way.packages)) for way in found.suggestions]
        cheapest = "; the ten cheapest" if len(found.results) == RESULTS else ""
        return ShownSearch(
            self.said(found.query) + cheapest, options(found.results), tuple(ways), self.unknown(found.query)
        )

    def unknown(self, query: Query) -> tuple[tuple[str, str | None], ...]:
        """Return the cities of a query that the catalogue hasn't got, each with the one that may be meant."""
        names = self.catalogue.cities()
        missing = [city for city in (query.or_city, query.dst_city) if city and self.catalogue.city_id(city) is None]
        return tuple((city, meant(city, names, key)) for city in missing)


class PackageSentences(NamedTuple):
    """A package in sentences that a wizard may say as they stand."""

    hotel: str
    there: str
    back: str
    price: str


def asked(form: Mapping[str, str], catalogue: Catalogue) -> Query:
    """The query of a filled form: its fields are `FIELDS`, days as 2016-08-23, an empty one asks for nothing.

    A city is known in any case and with or without accents; one that the catalogue hasn't got is kept as it was
    written, and finds nothing. Raises `InputError` naming the field that can't be read, contradicts another, or asks
    for a day of a year in which the catalogue has no trips: that is a slip, and finding nothing would hide it.
    """
    fields: dict[str, Any] = {"flexible": bool(form.get("flexible"))}
    for name, (read, what) in _READ.items():
        text = " ".join(form.get(name, "").split())
        try:
            if len(text) > LONGEST:
                raise ValueError
            fields |= {name: read(text)} if text else {}
        except ValueError as error:
            raise InputError(f"{name}: expected {what}, found {shown(text)}") from error
    for name in fields.keys() & {"or_city", "dst_city"}:
        index = catalogue.city_id(fields[name])
        fields[name] = fields[name] if index is None else catalogue.places[index].name
    query = Query(**fields)
    for name in ("adults", "children"):
        if not 0 <= getattr(query, name) <= _MOST_PEOPLE:
            raise InputError(f"{name}: expected at most {_MOST_PEOPLE} people, found {getattr(query, name)}")
    check(query)
    _check_limits(query, catalogue)
    if query.start and query.end and query.end < query.start:
        raise InputError(f"end: expected a day not before {query.start}, found {query.end}")
    if query.price_min is not None and query.price_max is not None and query.price_max < query.price_min:
        raise InputError(f"price_max: expected at least {query.price_min:g}, found {query.price_max:g}")
    return query


def _dollars(text: str) -> float:
    return float(text.removeprefix("$").replace(",", ""))


_READ: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "or_city": (str, "a city"), "dst_city": (str, "a city"), "start": (date.fromisoformat, "a day"),
    "end": (date.fromisoformat, "a day"), "adults": (int, "a number of people"),
    "children": (int, "a number of people"), "price_min": (_dollars, "an amount"), "price_max": (_dollars, "an amount"),
    "max_duration": (int, "a number of days"),
}  # fmt: skip
"""How each field that is typed is read, and what it should hold."""

_MOST: Mapping[str, tuple[float, str]] = {
    "max_duration": (_MOST_DAYS, f"{_MOST_DAYS} days"),
    "price_min": (_MOST_DOLLARS, f"${_MOST_DOLLARS:,.0f}"),
    "price_max": (_MOST_DOLLARS, f"${_MOST_DOLLARS:,.0f}"),
}
"""The most that anybody means, and that a search of a corpus can hold."""


def _check_limits(query: Query, catalogue: Catalogue) -> None:
    for name, (most, words) in _MOST.items():
        held = getattr(query, name)
        if held is not None and held > most:
            raise InputError(f"{name}: expected at most {words}, found {held:g}")
    first, last = years(catalogue)
    there = f"{first}" if first == last else f"{first} to {last}"
    for name, day in (("start", query.start), ("end", query.end)):
        if day is not None and not first <= day.year <= last:
            raise InputError(f"{name}: expected a day of {there}, as all trips are then, found {day}")


def told(package: Package, query: Query) -> PackageSentences:
    """A package in sentences; for whom its price is says the query that found it."""
    said, hotel = facts(package), package.hotel
    rating = said.get(SLOT_OF["rating"])
    rated = "" if rating is None else f", rated {rating} of 10 by guests"
    stars = f"{said['category']} stars{rated}"
    offers = listed(_named([slot for slot in AMENITIES if said[slot]]), "and")
    near = listed(_named([slot for slot in VICINITY if said[slot]]), "and")
    has = "".join((f", with {offers}" if offers else "", f", near {near}" if near else ""))
    days = counted(int(str(said["duration"])), "day", "days")
    leaving, returning = package.trip.leaving, package.trip.returning
    return PackageSentences(
        f"{hotel.name} in {hotel.dst_city}, {hotel.country}: {stars}{has}.",
        f"You leave {said['or_city']} on {said['str_date']} at {said['dep_time_or']} and arrive at"
        f" {said['arr_time_dst']}{_later(leaving)}, in {said['seat']} class.",
        f"You fly back on {day(returning.departure)} at {said['dep_time_dst']} and are home at"
        f" {said['arr_time_or']}{_later(returning)}: {days} in all.",
        f"The price for {party(query)} is {said['price']}.",
    )


def option(package: Package, query: Query) -> ShownOption:
    """Return a package as the page shows it."""
    known, said = facts(package), told(package, query)
    days = counted(int(str(known["duration"])), "day", "days")
    there = f"{_flight(package.trip.leaving)}, {known['or_city']} → {known['dst_city']}, {known['seat']}"
    parts = (
        OptionPart("Hotel", said.hotel.partition(": ")[2].rstrip("."), said.hotel),
        OptionPart("There", there, said.there),
        OptionPart("Back", f"{_flight(package.trip.returning)}, {days} in all", said.back),
    )
    title = f"{package.hotel.name}, {package.hotel.dst_city}"
    return ShownOption(title, str(known["price"]), " ".join(said), said.price, parts)


def _flight(flight: FlightLeg) -> str:
    """Return both times, the day of arriving where it is another one."""
    departure, arrival = day(flight.departure), day(flight.arrival)
    again = "" if arrival == departure else f"{arrival} "
    return f"{departure} {time_said(flight.departure)} – {again}{time_said(flight.arrival)}"


def day(moment: LocalTime) -> str:
    """The day of a moment as it is said: "August 23"."""
    return day_said(_date(moment))


def given_up(relaxed: RelaxedConstraint) -> str:
    """A relaxed constraint in words: "budget $900.00 → $1,020.50", "without wifi"."""
    label = _LABELS.get(relaxed.slot, relaxed.slot.replace("_", " "))
    if isinstance(relaxed.asked, bool) or isinstance(relaxed.offered, bool):
        return f"without {label}"
    return f"{label} {relaxed.asked} → {relaxed.offered}"


def years(catalogue: Catalogue) -> tuple[int, int]:
    """Return the first and the last year in which one can travel with the catalogue; mostly they are the same."""
    first, last = catalogue.season
    return first.year, (last + _AFTER_SEASON).year


def _later(flight: FlightLeg) -> str:
    """On which day one arrives, where it isn't the day of leaving; westwards over the date line it is one before."""
    departure, arrival = _date(flight.departure), _date(flight.arrival)
    days = (arrival - departure).days
    return "" if days == 0 else " the next day" if days == 1 else f" on {day(flight.arrival)}"


def _date(moment: LocalTime) -> date:
    return date(moment.year, moment.month, moment.day)


def query_of(search: DatabaseSearch) -> Query:
    """Return the query of a recorded search: the inverse of `packages.search_record`."""
    held = msgspec.to_builtins(search)
    days = {name: datetime.fromtimestamp(int(held[name]) / 1000, UTC).date() for name in _TIMES if name in held}
    amounts = {name: float(held[name]) for name in ("PRICE_MAX", "PRICE_MIN") if name in held}
    return Query(
        or_city=held.get("ORIGIN_CITY"),
        dst_city=held.get("DESTINATION_CITY"),
        start=days.get("START_TIME"),
        end=days.get("END_TIME"),
        flexible=held.get("ARE_DATES_FLEXIBLE") == "true",
        adults=int(held.get("NUM_ADULTS") or 0),
        children=int(held.get("NUM_CHILDREN") or 0),
        price_max=amounts.get("PRICE_MAX"),
        price_min=amounts.get("PRICE_MIN"),
        max_duration=int(held["MAX_DURATION"]) // _DAY if "MAX_DURATION" in held else None,
    )


def _named(features: Sequence[str]) -> list[str]:
    """Return amenities and places with their articles: "a gym", "the airport"."""
    locale = Locale(load("en").wording, trips())
    return [feature_phrase(locale, locale.schema.by_name[slot], True).text for slot in features]
