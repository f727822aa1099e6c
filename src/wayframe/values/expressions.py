"""A value together with the words that limit it: "at least $500" where annotators mark "$500"."""

from __future__ import annotations

import re
from datetime import date
from itertools import islice

from wayframe.ontology import Kind, kind_of
from wayframe.values.bounds import bounded
from wayframe.values.canonical import canonical
from wayframe.values.finding import FINDERS
from wayframe.values.lexer import lex
from wayframe.values.reading import read

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
