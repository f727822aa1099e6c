"""Lines: the spans of a clause as a row in which neighbours are looked for, with nothing before and behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from wayframe.reader.spans import Span

NOTHING = Span(-1, -1, -1, -1, "", (), frozenset(("nothing",)))
"""The span that stands wherever there is none: it has no words, and its one class is its own."""

Wanted = Callable[[Span], bool]


class NeighbourReach(NamedTuple):
    """How far a neighbour may be: `step` is -1 before and 1 behind, `most` the number of spans that are looked at.

    Only spans of the kinds and classes `over` may stand between where any are given, and none of those of `until`.
    """

    step: int
    most: int
    over: frozenset[str] = frozenset()
    until: frozenset[str] = frozenset()

    def ends_at(self, span: Span) -> bool:
        """Return whether nothing beyond a span belongs to where the search began."""
        if self.until and span.is_any(self.until):
            return True
        return bool(self.over) and not span.is_any(self.over)


def before(most: int, over: str = "", until: str = "") -> NeighbourReach:
    """Return a reach to the spans before a place, its kinds and classes in words."""
    return NeighbourReach(-1, most, frozenset(over.split()), frozenset(until.split()))


def behind(most: int, over: str = "", until: str = "") -> NeighbourReach:
    """Return a reach to the spans behind a place, its kinds and classes in words."""
    return NeighbourReach(1, most, frozenset(over.split()), frozenset(until.split()))


class SpanLine:
    """The spans of a clause in order."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, at: int) -> Span:
        return self.spans[at] if 0 <= at < len(self.spans) else NOTHING

    def part(self, first: int, last: int) -> Sequence[Span]:
        """Return the spans from one place to another (excluded), as far as there are any."""
        return self.spans[max(first, 0) : max(last, 0)]

    def upto(self, last: int) -> SpanLine:
        """Return the line without what stands from a place on."""
        return SpanLine(self.part(0, last))

    def place(self, at: int, reach: NeighbourReach, wanted: Wanted) -> int:
        """Return where the nearest wanted span within reach of a place is; -1 where none is."""
        for place in range(at + reach.step, at + reach.step * (reach.most + 1), reach.step):
            if wanted(self[place]):
                return place
            if reach.ends_at(self[place]):
                break
        return -1

    def nearest(self, at: int, reach: NeighbourReach, wanted: Wanted) -> Span:
        """Return the nearest wanted span within reach of a place; nothing where none is."""
        return self[self.place(at, reach, wanted)]

    def any_of(self, first: int, last: int, wanted: Wanted) -> bool:
        """Return whether a wanted span stands between two places (the last excluded)."""
        return any(map(wanted, self.part(first, last)))


def having(*kinds: str) -> Wanted:
    """Return a test of spans for one of some kinds of entries."""
    return lambda span: span.has(*kinds)


def being(*classes: str) -> Wanted:
    """Return a test of spans for one of some word classes."""
    return lambda span: span.is_a(*classes)


def saying(*classes: str) -> Wanted:
    """Return a test of spans for phrases of some word classes in them."""
    return lambda span: span.says(*classes)
