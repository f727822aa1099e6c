"""Packages, searches and surveys as the pages show them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from wayframe.collection import searching
from wayframe.collection.records import Searched, Standing
from wayframe.collection.searching import day
from wayframe.collection.study import Question
from wayframe.dialogue import Flight, Package, encode
from wayframe.packages import Catalogue, Query, facts
from wayframe.packages.facts import day_said, time_said

_FIELDS = {
    "or_city": "From", "dst_city": "To", "start": "Leaves from", "end": "Back by", "max_duration": "Days at most",
    "adults": "Adults", "children": "Children", "adults, children": "Adults and children", "price_min": "Price from",
    "price_max": "Price to",
}  # fmt: skip
_AGAIN = " You are in the queue again, before those who came after you."
_NEWS = {
    ("waiting", "left"): "Sorry: the other one had to leave the conversation." + _AGAIN,
    ("waiting", "lost"): "Sorry: the other one lost the connection and didn’t come back." + _AGAIN,
    ("idle", "lost"): "Your connection was lost for so long that the conversation was given up. You can begin another.",
}


class Part(NamedTuple):
    """A part of what may be said of a package: what it is, in short, and as a sentence."""

    label: str
    short: str
    words: str


class Shown(NamedTuple):
    """A package on the desk."""

    name: str
    city: str
    price: str
    details: str
    price_words: str
    parts: tuple[Part, ...]


class Way(NamedTuple):
    """A suggestion: what was given up, what there is then."""

    relaxed: tuple[str, ...]
    packages: tuple[Shown, ...]


class Search(NamedTuple):
    """A search on the desk: what was asked for, in words, and what is shown for it."""

    asked: str
    results: tuple[Shown, ...]
    suggestions: tuple[Way, ...]
    unknown: tuple[tuple[str, str | None], ...]


class Season(NamedTuple):
    """When one can leave: the first day and the last, in words and as `days`; `year` if trips are in one year only."""

    first: str
    last: str
    days: tuple[date, date]
    year: int | None


def season(catalogue: Catalogue) -> Season:
    """Return when one can leave, as the desk says it."""
    days, (first, last) = catalogue.season, searching.years(catalogue)
    said = [f"{day_said(each)}, {each.year}" for each in days]
    return Season(said[0], said[1], days, first if first == last else None)


def named(complaint: str) -> str:
    """Return a complaint about a field of the form, which begins with its name, with the words beside the field."""
    field, colon, reason = complaint.partition(":")
    return f"{_FIELDS[field]}{colon}{reason}" if field in _FIELDS else complaint


def search(found: Searched, catalogue: Catalogue) -> Search:
    """A search as the desk shows it."""

    def each(packages: Iterable[Package]) -> tuple[Shown, ...]:
        return tuple(package(one, found.query) for one in packages)

    ways = (Way(tuple(map(searching.given_up, way.relaxed)), each(way.packages)) for way in found.suggestions)
    return Search(asked(found.query), each(found.results), tuple(ways), searching.unknown(found.query, catalogue))


def package(found: Package, query: Query) -> Shown:
    """A package as the desk shows it."""
    said, told = facts(found), searching.told(found, query)
    days = f"{said['duration']} {'day' if said['duration'] == '1' else 'days'}"
    hotel = told.hotel.partition(": ")[2].rstrip(".")
    there = f"{_flight(found.trip.leaving)}, {said['or_city']} → {said['dst_city']}, {said['seat']}"
    back = f"{_flight(found.trip.returning)}, {days} in all"
    parts = Part("Hotel", hotel, told.hotel), Part("There", there, told.there), Part("Back", back, told.back)
    return Shown(found.hotel.name, found.hotel.dst_city, str(said["price"]), " ".join(told), told.price, parts)


def _flight(flight: Flight) -> str:
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
        searching.party(query),
        f"at least ${query.price_min:,.2f}" if query.price_min is not None else "",
        f"at most ${query.price_max:,.2f}" if query.price_max is not None else "",
    )
    return ", ".join(filter(None, words)).replace(".00", "")


def filled(query: Query) -> str:
    """A query as JSON: what the form's fields hold then."""
    values = {name: getattr(query, name) for name in searching.FIELDS}
    return encode({name: value for name, value in values.items() if value is not None}).decode()


def options(question: Question) -> tuple[tuple[str, str], ...]:
    """What one can choose as an answer: values and labels; none where one writes."""
    match question.kind:
        case "scale":
            return ("1", "1 worst"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5 best")
        case "yesno":
            return ("yes", "Yes"), ("no", "No")
        case _:
            return tuple((choice, choice) for choice in question.choices)


def answer(question: Question, text: str) -> str | int | bool | None:
    """What was chosen or written, as the survey takes it."""
    if question.kind == "scale" and len(text) == 1 and text.isdecimal():
        return int(text)
    if question.kind == "yesno" and text in ("yes", "no"):
        return text == "yes"
    return text or None


def news(standing: Standing) -> str:
    """What became of the last conversation, if somebody has to be told."""
    return _NEWS.get((standing.state, standing.reason or ""), "")
