"""Every value of a text at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from wayframe.values.counts import find_bare, find_people
from wayframe.values.dates import find_dates
from wayframe.values.lexer import lex
from wayframe.values.money import find_money
from wayframe.values.places import Gazetteer
from wayframe.values.quantities import find_quantities
from wayframe.values.records import Mention
from wayframe.values.seats import find_seats


class Lexicon(NamedTuple):
    """The names that a conversation can be about."""

    cities: Gazetteer
    hotels: Gazetteer


def find(text: str, *, today: date, lexicon: Lexicon) -> list[Mention]:
    """The values in `text`, in order and not overlapping.

    Where two readings overlap, the surer kind wins (dates and units before bare numbers), then the longer one.
    """
    taken = bytearray(len(text))
    mentions: list[Mention] = []
    for mention in _candidates(text, today, lexicon):
        if not any(taken[mention.start : mention.end]):
            taken[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
            mentions.append(mention)
    return sorted(mentions)


def _candidates(text: str, today: date, lexicon: Lexicon) -> Iterator[Mention]:
    """All readings, the surest first."""
    tokens = lex(text)
    for found in lexicon.hotels.find(text):
        yield Mention(found.start, found.end, "name", found.name)
    yield from find_quantities(text, tokens)
    yield from find_dates(text, tokens, today)
    for found in lexicon.cities.find(text):
        yield Mention(found.start, found.end, "city", found.name)
    yield from find_seats(text)
    yield from find_people(tokens)
    yield from find_money(text, tokens)
    yield from find_bare(tokens, below=100)
