"""The wizard's search: the form of the paper's table 7 read, what was found in words, suggestions sometimes shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from random import Random
from typing import NamedTuple, TypeVar

from rapidfuzz import process

from wayframe.collection.records import Relaxed, Suggested
from wayframe.dialogue import Flight, Moment, Package
from wayframe.domain import TRAVEL
from wayframe.errors import InputError, shown
from wayframe.nlg.phrases import AMENITIES, PLACES
from wayframe.packages import Catalogue, Query, facts
from wayframe.packages.facts import day_said, key
from wayframe.packages.query import check

FIELDS = (
    "or_city", "dst_city", "start", "end", "flexible", "adults", "children", "price_min", "price_max", "max_duration",
)  # fmt: skip
"""Table 7's fields, by the names that they have in a `Query`."""

RESULTS = 10
"""Results that a wizard sees (paper section 3.3)."""

_SUGGESTIONS = 3  # ways to relax a query that are shown
_PACKAGES = 3  # packages that are shown of each
_LONGEST = 100  # characters of a field
_MOST_PEOPLE = 99
_MOST_DAYS = 365
_MOST_DOLLARS = 1_000_000.0
_AFTER_SEASON = timedelta(days=31)  # from the last day of leaving on which people may still wish to be back
_ALIKE = 75  # of 100: cities that a misspelling may mean

_Read = TypeVar("_Read")


class Found(NamedTuple):
    """What a search shows. `drawn`: chance had it that suggestions are shown if nothing fits (paper section 3.4)."""

    results: tuple[Package, ...]
    suggestions: tuple[Suggested, ...]
    drawn: bool


class Told(NamedTuple):
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
    query = Query(
        or_city=_field(form, "or_city", lambda text: _city(text, catalogue), "a city"),
        dst_city=_field(form, "dst_city", lambda text: _city(text, catalogue), "a city"),
        start=_field(form, "start", date.fromisoformat, "a day"),
        end=_field(form, "end", date.fromisoformat, "a day"),
        flexible=bool(form.get("flexible")),
        adults=_people(form, "adults", 1),
        children=_people(form, "children", 0),
        price_min=_field(form, "price_min", _dollars, "an amount"),
        price_max=_field(form, "price_max", _dollars, "an amount"),
        max_duration=_field(form, "max_duration", int, "a number of days"),
    )
    check(query)
    _check_amounts(query)
    _check_year("start", query.start, catalogue)
    _check_year("end", query.end, catalogue)
    if query.start and query.end and query.end < query.start:
        raise InputError(f"end: expected a day not before {query.start}, found {query.end}")
    if query.price_min is not None and query.price_max is not None and query.price_max < query.price_min:
        raise InputError(f"price_max: expected at least {query.price_min:g}, found {query.price_max:g}")
    return query


def drawn(share: float, seed: str) -> bool:
    """Decide by chance whether suggestions are shown where nothing is found. Same arguments, same answer."""
    return Random(seed).random() < share


def look(catalogue: Catalogue, query: Query, drawn: bool, seed: str) -> Found:
    """Return at most ten packages by increasing price; where there are none, suggestions if they were drawn.

    Same arguments, same answer. Raises `InputError` where the query makes no sense.
    """
    results = catalogue.search(query, RESULTS)
    ways = catalogue.suggest(query, Random(seed).getrandbits(32), _SUGGESTIONS) if drawn and not results else []
    suggestions = tuple(
        Suggested(tuple(Relaxed(*each) for each in way.relaxed), tuple(way.packages[:_PACKAGES])) for way in ways
    )
    return Found(tuple(results), suggestions, drawn)


def unknown(query: Query, catalogue: Catalogue) -> tuple[tuple[str, str | None], ...]:
    """The cities of a query that the catalogue hasn't got, each with the one that may be meant."""
    names = catalogue.cities()
    missing = (city for city in (query.or_city, query.dst_city) if city and catalogue.city_id(city) is None)
    return tuple((city, _meant(city, names)) for city in missing)


def told(package: Package, query: Query) -> Told:
    """A package in sentences; for whom its price is says the query that found it."""
    said, hotel = facts(package), package.hotel
    rated = f", rated {said['gst_rating']} of 10 by guests" if "gst_rating" in said else ""
    stars = f"{said['category']} stars{rated}"
    offers = _listed([AMENITIES[slot] for slot in AMENITIES if said[slot]])
    near = _listed([PLACES[slot] for slot in PLACES if said[slot]])
    has = "".join((f", with {offers}" if offers else "", f", near {near}" if near else ""))
    days = f"{said['duration']} days" if said["duration"] != "1" else "1 day"
    leaving, returning = package.trip.leaving, package.trip.returning
    return Told(
        f"{hotel.name} in {hotel.dst_city}, {hotel.country}: {stars}{has}.",
        f"You leave {said['or_city']} on {said['str_date']} at {said['dep_time_or']} and arrive at"
        f" {said['arr_time_dst']}{_later(leaving)}, in {said['seat']} class.",
        f"You fly back on {day(returning.departure)} at {said['dep_time_dst']} and are home at"
        f" {said['arr_time_or']}{_later(returning)}: {days} in all.",
        f"The price for {party(query)} is {said['price']}.",
    )


def party(query: Query) -> str:
    """For whom a search is: "2 adults and 1 child"."""
    adults = f"{query.adults} {'adult' if query.adults == 1 else 'adults'}"
    children = f"{query.children} {'child' if query.children == 1 else 'children'}"
    return f"{adults} and {children}" if query.children else adults


def details(package: Package, query: Query) -> str:
    """All that is to be said of a package: what a click puts into the message box."""
    return " ".join(told(package, query))


def day(moment: Moment) -> str:
    """The day of a moment as it is said: "August 23"."""
    return day_said(_date(moment))


def given_up(relaxed: Relaxed) -> str:
    """A relaxed constraint in words: "budget $900.00 → $1,020.50", "without wifi"."""
    label = TRAVEL.label(relaxed.slot)
    if isinstance(relaxed.asked, bool) or isinstance(relaxed.offered, bool):
        return f"without {label}"
    return f"{label} {relaxed.asked} → {relaxed.offered}"


def _field(form: Mapping[str, str], name: str, read: Callable[[str], _Read], what: str) -> _Read | None:
    """A field as `read` takes it; None where it is empty."""
    text = " ".join(form.get(name, "").split())
    if not text:
        return None
    try:
        if len(text) > _LONGEST:
            raise ValueError
        return read(text)
    except ValueError as error:
        raise InputError(f"{name}: expected {what}, found {shown(text)}") from error


def years(catalogue: Catalogue) -> tuple[int, int]:
    """Return the first and the last year in which one can travel with the catalogue; mostly they are the same."""
    first, last = catalogue.season
    return first.year, (last + _AFTER_SEASON).year


def _check_year(field: str, day: date | None, catalogue: Catalogue) -> None:
    first, last = years(catalogue)
    if day is not None and not first <= day.year <= last:
        there = f"{first}" if first == last else f"{first} to {last}"
        raise InputError(f"{field}: expected a day of {there}, as all trips are then, found {day}")


def _check_amounts(query: Query) -> None:
    """Refuse what is no amount that anybody means, and no search of a corpus can hold."""
    if query.max_duration is not None and query.max_duration > _MOST_DAYS:
        raise InputError(f"max_duration: expected at most {_MOST_DAYS} days, found {query.max_duration}")
    for field in ("price_min", "price_max"):
        amount = getattr(query, field)
        if amount is not None and amount > _MOST_DOLLARS:
            raise InputError(f"{field}: expected at most ${_MOST_DOLLARS:,.0f}, found {amount:g}")


def _people(form: Mapping[str, str], name: str, unless_said: int) -> int:
    count = _field(form, name, int, "a number of people")
    if count is not None and not 0 <= count <= _MOST_PEOPLE:
        raise InputError(f"{name}: expected at most {_MOST_PEOPLE} people, found {count}")
    return unless_said if count is None else count


def _dollars(text: str) -> float:
    return float(text.removeprefix("$").replace(",", ""))


def _city(text: str, catalogue: Catalogue) -> str:
    index = catalogue.city_id(text)
    return text if index is None else catalogue.places[index].name


def _meant(city: str, names: list[str]) -> str | None:
    found = process.extractOne(key(city), names, processor=key, score_cutoff=_ALIKE)
    return str(found[0]) if found else None


def _listed(words: list[str]) -> str:
    """Words in a row: "a park, a market and a mall"."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _later(flight: Flight) -> str:
    """On which day one arrives, where it isn't the day of leaving; westwards over the date line it is one before."""
    departure, arrival = _date(flight.departure), _date(flight.arrival)
    days = (arrival - departure).days
    return "" if days == 0 else " the next day" if days == 1 else f" on {day(flight.arrival)}"


def _date(moment: Moment) -> date:
    return date(moment.year, moment.month, moment.day)
