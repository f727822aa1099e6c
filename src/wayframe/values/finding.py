"""The values in a text: where they stand, and the words around one that say more than it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from wayframe.ontology import Kind, kind_of
from wayframe.values.amounts import find_money, find_quantities, find_seats
from wayframe.values.canonical import canonical, read
from wayframe.values.dates import find_dates
from wayframe.values.lexer import Token, bounded, lex
from wayframe.values.parties import find_bare, find_people
from wayframe.values.places import Found, Gazetteer
from wayframe.values.records import Mention, Reading

_BARE = 100  # a number without a unit counts something below it, and is an amount of money from it on


FINDERS: Mapping[Kind, Callable[[str, Sequence[Token], date], Iterator[Reading]]] = {
    "date": find_dates,
    "money": lambda text, tokens, today: find_money(text, tokens),
    "count": lambda text, tokens, today: find_people(tokens),
    **dict.fromkeys(("days", "stars", "rating"), lambda text, tokens, today: find_quantities(text, tokens)),
}
"""Readings of the values of a kind."""


class Lexicon(NamedTuple):
    """The names that a conversation can be about."""

    cities: Gazetteer
    hotels: Gazetteer


def find(text: str, *, today: date, lexicon: Lexicon) -> list[Mention]:
    """The values in `text`, in order and not overlapping. Never raises; linear in the length of the text.

    Where two readings overlap, that of the surer kind wins: units before dates, dates before bare numbers.
    """
    free = FreeText()
    mentions = [mention for start, end, mention in _readings(text, today, lexicon) if free.take(start, end)]
    return sorted(mentions, key=lambda mention: mention.start)


class FreeText:
    """The places of a text that nothing was found at yet."""

    def __init__(self) -> None:
        self._taken = bytearray()

    def take(self, start: int, end: int) -> bool:
        """Take the places from `start` to before `end`; False, and nothing is taken, where one is taken already."""
        if any(self._taken[start:end]):
            return False
        self._taken.extend(bytes(max(0, end - len(self._taken))))
        self._taken[start:end] = b"\x01" * (end - start)
        return True


def _readings(text: str, today: date, lexicon: Lexicon) -> Iterator[Reading]:
    """All readings, the surest first."""
    tokens = lex(text)
    hotels = lexicon.hotels.find_parts(text)
    yield from _named("name", [hotel for hotel in hotels if hotel.score == 1])
    yield from find_dates(text, tokens, today)
    yield from find_quantities(text, tokens)
    yield from _named("city", lexicon.cities.find(text))
    yield from find_seats(text)
    yield from find_people(tokens)
    yield from find_money(text, tokens)
    yield from _named("name", [hotel for hotel in hotels if hotel.score < 1])
    yield from find_bare(tokens, _BARE)


def _named(kind: Kind, names: Iterable[Found]) -> Iterator[Reading]:
    for start, end, name, _ in names:
        yield Reading(start, end, Mention(start, end, kind, name))


_BOUNDED = frozenset(("money", "days", "stars", "rating"))
_SEEN = 60  # characters on each side of a value that are read with it
_MOST_PLACES = 5  # at which a value is looked for: each takes as long to read as a short turn


def fuller(slot: str, val: str, form: str, text: str, *, today: date) -> str | None:
    """The words of `text` by which `val` says more than `form`, what a frame holds after it; None where they don't.

    Frames know no bounds, count people beside the speaker and keep one day of a span. "At least $500", "me and 4
    friends" and "end of August" mean more than "500.0", "4" and "august 31"; the search needs all of it. Where `form`
    depends on what was held before ("another $500") it says more than the words do.
    """
    plain = canonical(slot, val, today=today) == form
    if not plain and read(slot, val, today=today) != read(slot, form, today=today):
        return None
    words = _expression(slot, val, text, today)
    meant = read(slot, words, today=today)
    return None if meant is None or meant == read(slot, form, today=today) else words


def _expression(slot: str, val: str, text: str, today: date) -> str:
    """The whole expression that `val` is part of in `text`; `val` itself where it isn't found there."""
    kind = kind_of(slot)
    places = re.finditer(rf"(?<!\w)(?=\S){re.escape(val)}(?!\w)", text, re.IGNORECASE)
    for found in islice(places, _MOST_PLACES):
        beginning = max(0, found.start() - _SEEN)
        near = text[beginning : found.end() + _SEEN]
        words = _expression_at(kind, near, found.start() - beginning, found.end() - beginning, today)
        if words:
            return words
    return val


def _expression_at(kind: Kind, text: str, start: int, end: int, today: date) -> str:
    """The expression of a kind that reaches over the words from `start` to `end`; empty where none does."""
    readings = FINDERS[kind](text, lex(text), today) if kind in FINDERS else ()
    for reading in readings:
        if reading.mention.kind == kind and reading.start <= start and end <= reading.end:
            return text[reading.start : reading.end]
    first, last, _ = bounded(text, start, end) if kind in _BOUNDED else (0, 0, "")
    return text[first:last]
