"""Every value of a text at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from wayframe.ontology import Kind
from wayframe.values.counts import find_bare, find_people
from wayframe.values.dates import find_dates
from wayframe.values.lexer import Token, lex
from wayframe.values.money import find_money
from wayframe.values.places import Found, Gazetteer
from wayframe.values.quantities import find_quantities
from wayframe.values.records import Mention, Reading
from wayframe.values.seats import find_seats

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
