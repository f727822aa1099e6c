"""Leftovers: the words of a clause that no move used, and how much they may matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wayframe.meaning.records import Move, Unread
from wayframe.reader.readings import ClauseReading
from wayframe.reader.spans import Span

UNKNOWN, CONTENT = 0.5, 1.0  # weights: of words that nobody knows, of values
_VALUES = ("place", "date", "money", "value")  # a bare number may be part of a name


def leftovers(read: ClauseReading, moves: Sequence[Move]) -> Iterator[Unread]:
    """Yield the words of a clause that its moves don't use: values, unless a story is told, and unknown words."""
    used = read.used if moves else frozenset[int]()
    for at, span in enumerate(read.spans):
        if span.is_strange():
            yield Unread(span.start, span.end, CONTENT if at == 0 and _is_order(read.spans) else UNKNOWN)
        elif _is_value(span) and at not in used and not read.told:
            yield Unread(span.start, span.end, CONTENT)


def score(unread: Iterable[Unread], spans: Iterable[Span]) -> float:
    """Return the share of weighty words that were read."""
    spans = list(spans)
    whole = CONTENT * sum(map(_is_value, spans)) + UNKNOWN * sum(span.is_strange() for span in spans)
    left = sum(each.weight for each in unread)
    return 1.0 - left / whole if whole else 1.0


def _is_order(spans: Sequence[Span]) -> bool:
    """Return whether a clause begins with a word that nobody knows and its object: "write me a poem"."""
    return len(spans) > 1 and spans[0].is_strange() and spans[1].is_a("article", "subject", "owner", "ordered_for")


def _is_value(span: Span) -> bool:
    """Return whether a span says a value that means something by itself; "one" may be anything."""
    return span.has(*_VALUES) and not span.is_a("pro_form") and not span.has("filler", "cue", "reference")
