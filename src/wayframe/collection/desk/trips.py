"""The desk over trips: the form of the paper's table 7, packages in words, suggestions that relax a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import NamedTuple, TypeVar

from msgspec import UnsetType
from rapidfuzz import process

from wayframe.collection.desk.protocol import RESULTS, SUGGESTIONS
from wayframe.collection.records import RelaxedConstraint, SearchSuggestion, WizardSearch
from wayframe.dialogue import DatabaseSearch, FlightLeg, LocalTime, Package, Turn
from wayframe.errors import InputError, shown
from wayframe.language import load
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import Catalogue, Query, facts
from wayframe.packages.facts import day_said, key
from wayframe.packages.query import check
from wayframe.realiser.slots import feature_phrase
from wayframe.realiser.values import Locale
from wayframe.schema import trips

FIELDS = (
    "or_city", "dst_city", "start", "end", "flexible", "adults", "children", "price_min", "price_max", "max_duration",
)  # fmt: skip
"""Table 7's fields, by the names that they have in a `Query`."""

_PACKAGES = 3  # packages that are shown of each
_LONGEST = 100  # characters of a field
_MOST_PEOPLE = 99
_MOST_DAYS = 365
_MOST_DOLLARS = 1_000_000.0
_AFTER_SEASON = timedelta(days=31)  # from the last day of leaving on which people may still wish to be back
_ALIKE = 75  # of 100: cities that a misspelling may mean

_DAY = 86_400_000  # milliseconds
_LABELS = {
    "or_city": "from", "dst_city": "to", "str_date": "leaves", "end_date": "returns", "category": "stars",
    "gst_rating": "guests", "max_duration": "at most", "min_duration": "at least", "flex": "flexible dates",
}  # fmt: skip
"""Constraints in short; others are called what their slots are."""

_Read = TypeVar("_Read")


class TripsDesk:
    """See `SearchDesk`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def query(self, form: Mapping[str, str]) -> Query:
        """See `SearchDesk.query`."""
        return asked(form, self.catalogue)

    def look(self, query: Query, drawn: bool, seed: str) -> WizardSearch:
        """See `SearchDesk.look`."""
        return look(self.catalogue, query, drawn, seed)

    def of_agent(self, turn: Turn) -> tuple[WizardSearch, ...]:
        """See `SearchDesk.of_agent`."""
        pairs = zip(turn.db.search, turn.db.result, strict=True)
        return tuple(WizardSearch(0, 0, 0.0, query_of(search), tuple(found)) for search, found in pairs)


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


def look(catalogue: Catalogue, query: Query, drawn: bool, seed: str) -> WizardSearch:
    """Return a search with at most ten packages by increasing price, else suggestions if they were drawn.

    Same arguments, same answer. Raises `InputError` where the query makes no sense.
    """
    results = catalogue.search(query, RESULTS)
    ways = catalogue.suggest(query, Random(seed).getrandbits(32), SUGGESTIONS) if drawn and not results else []
    suggestions = tuple(
        SearchSuggestion(tuple(RelaxedConstraint(*each) for each in way.relaxed), tuple(way.packages[:_PACKAGES]))
        for way in ways
    )
    return WizardSearch(0, 0, 0.0, query, tuple(results), suggestions, drawn)


def unknown(query: Query, catalogue: Catalogue) -> tuple[tuple[str, str | None], ...]:
    """The cities of a query that the catalogue hasn't got, each with the one that may be meant."""
    names = catalogue.cities()
    missing = (city for city in (query.or_city, query.dst_city) if city and catalogue.city_id(city) is None)
    return tuple((city, _meant(city, names)) for city in missing)


def told(package: Package, query: Query) -> PackageSentences:
    """A package in sentences; for whom its price is says the query that found it."""
    said, hotel = facts(package), package.hotel
    rated = f", rated {said['gst_rating']} of 10 by guests" if "gst_rating" in said else ""
    stars = f"{said['category']} stars{rated}"
    offers = _listed(_named([slot for slot in AMENITIES if said[slot]]))
    near = _listed(_named([slot for slot in VICINITY if said[slot]]))
    has = "".join((f", with {offers}" if offers else "", f", near {near}" if near else ""))
    days = f"{said['duration']} days" if said["duration"] != "1" else "1 day"
    leaving, returning = package.trip.leaving, package.trip.returning
    return PackageSentences(
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


def day(moment: LocalTime) -> str:
    """The day of a moment as it is said: "August 23"."""
    return day_said(_date(moment))


def given_up(relaxed: RelaxedConstraint) -> str:
    """A relaxed constraint in words: "budget $900.00 → $1,020.50", "without wifi"."""
    label = _LABELS.get(relaxed.slot, relaxed.slot.replace("_", " "))
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


def _later(flight: FlightLeg) -> str:
    """On which day one arrives, where it isn't the day of leaving; westwards over the date line it is one before."""
    departure, arrival = _date(flight.departure), _date(flight.arrival)
    days = (arrival - departure).days
    return "" if days == 0 else " the next day" if days == 1 else f" on {day(flight.arrival)}"


def _date(moment: LocalTime) -> date:
    return date(moment.year, moment.month, moment.day)


def query_of(search: DatabaseSearch) -> Query:
    """Return the query of a recorded search: the inverse of `packages.search_record`."""
    return Query(
        or_city=_text_of(search.ORIGIN_CITY),
        dst_city=_text_of(search.DESTINATION_CITY),
        start=_day_of(search.START_TIME),
        end=_day_of(search.END_TIME),
        flexible=_text_of(search.ARE_DATES_FLEXIBLE) == "true",
        adults=int(_text_of(search.NUM_ADULTS) or 0),
        children=int(_text_of(search.NUM_CHILDREN) or 0),
        price_max=_amount_of(search.PRICE_MAX),
        price_min=_amount_of(search.PRICE_MIN),
        max_duration=None if isinstance(search.MAX_DURATION, UnsetType) else int(search.MAX_DURATION) // _DAY,
    )


def _text_of(text: str | UnsetType) -> str | None:
    return None if isinstance(text, UnsetType) else text


def _day_of(milliseconds: str | UnsetType) -> date | None:
    return None if isinstance(milliseconds, UnsetType) else datetime.fromtimestamp(int(milliseconds) / 1000, UTC).date()


def _amount_of(dollars: str | UnsetType) -> float | None:
    return None if isinstance(dollars, UnsetType) else float(dollars)


def _named(features: Sequence[str]) -> list[str]:
    """Return amenities and places with their articles: "a gym", "the airport"."""
    locale = Locale(load("en").wording, trips())
    return [feature_phrase(locale, locale.schema.by_name[slot], True).text for slot in features]
