"""A value together with the words that limit it: "at least $500" where annotators mark "$500"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice

from wayframe.ontology import SLOTS, Kind
from wayframe.values.bounds import bounded
from wayframe.values.canonical import canonical
from wayframe.values.counts import find_people
from wayframe.values.dates import find_dates
from wayframe.values.lexer import Token, lex
from wayframe.values.money import find_money
from wayframe.values.quantities import find_quantities
from wayframe.values.reading import read
from wayframe.values.records import Reading

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
    kind: Kind = SLOTS[slot].kind if slot in SLOTS else "text"
    places = re.finditer(rf"(?<!\w){re.escape(val)}(?!\w)", text, re.IGNORECASE) if val else iter(())
    for found in islice(places, _MOST_PLACES):
        near = text[max(0, found.start() - _SEEN) : found.end() + _SEEN]
        start = found.start() - max(0, found.start() - _SEEN)
        end = start + len(val)
        for reading in _readings(kind, near, today):
            if reading.mention.kind == kind and reading.start <= start and end <= reading.end:
                return near[reading.start : reading.end]
        if kind in ("money", "days", "stars", "rating"):
            first, last, _ = bounded(near, start, end)
            return near[first:last]
    return val


def _readings(kind: Kind, text: str, today: date) -> Iterator[Reading]:
    tokens = lex(text)
    return iter(_found(kind, text, tokens, today))


def _found(kind: Kind, text: str, tokens: list[Token], today: date) -> Iterable[Reading]:
    match kind:
        case "money":
            return find_money(text, tokens)
        case "date":
            return find_dates(text, tokens, today)
        case "count":
            return find_people(tokens)
        case "days" | "stars" | "rating":
            return find_quantities(text, tokens)
        case _:
            return ()
