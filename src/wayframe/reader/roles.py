"""Roles: the slot that a place or a day fills, by the words around it."""

from __future__ import annotations

from collections.abc import Collection

from wayframe.reader.lines import SpanLine, before, being, having, saying
from wayframe.reader.parts import SchemaParts
from wayframe.reader.spans import Span

_VALUES = "number money date place"
_PREPOSITION = before(3, until=f"{_VALUES} comma")
_LABEL = before(5, until=f"{_VALUES} conjunction value comma accompanying")
_HOME = before(60, until="date")


def roles_of(span: Span) -> frozenset[str]:
    """Return the roles that a preposition may give."""
    return frozenset(map(str, span.every("preposition")))


class RoleReader:
    """Finds the slots of places and days in a clause; `asked` are the slots that the agent has just asked for."""

    def __init__(self, parts: SchemaParts, asked: Collection[str]) -> None:
        self._parts, self._asked = parts, asked
        self._leaving = (
            self._begins_route,
            self._first_of_two,
            self._left_by_preposition,
            self._labelled_source,
            self._stays_there,
            self._asked_source,
        )
        self._returning = (self._labelled_end, self._ended_by_preposition, self._asked_end, self._comes_home)

    # Places

    def place_slot(self, line: SpanLine, at: int) -> str:
        """Return the slot of the place that stands somewhere."""
        if not self._parts.goal:
            return self._parts.places[0]
        leaves = any(rule(line, at) for rule in self._leaving)
        return self._parts.source if leaves else self._parts.goal

    def _begins_route(self, line: SpanLine, at: int) -> bool:
        """Return whether a way leads on from a place: "Rome to Athens"."""
        if not line[at + 1].is_a("onward"):
            return False
        bound = "goal" in self._preposition(line, at)
        return line.any_of(at + 2, at + (4 if bound else 5), having("place"))

    def _first_of_two(self, line: SpanLine, at: int) -> bool:
        """Return whether a place is where a way begins: "between Rome and Athens"."""
        return line[at - 1].is_a("between") and line.any_of(at + 1, at + 4, having("place"))

    def _left_by_preposition(self, line: SpanLine, at: int) -> bool:
        roles = self._preposition(line, at)
        return "source" in roles and "goal" not in roles

    def _stays_there(self, line: SpanLine, at: int) -> bool:
        """Return whether somebody is in a place now: "we're in Toronto at the moment"."""
        return line[at + 1].opens("at_present")

    def _labelled_source(self, line: SpanLine, at: int) -> bool:
        return self._label(line, at) in (self._parts.source, self._parts.start)

    def _asked_source(self, line: SpanLine, at: int) -> bool:
        """Return whether a place that stands alone answers the question for where the journey starts."""
        if self._parts.source not in self._asked or self._parts.goal in self._asked:
            return False
        first = next(place for place, span in enumerate(line.spans) if span.has("place"))
        linked = at == first or line.any_of(first, at, being("alternative"))
        return linked and not line.any_of(0, at, saying("strong_goal"))

    def _preposition(self, line: SpanLine, at: int) -> frozenset[str]:
        """Return the roles that the words before a value give it."""
        return roles_of(line.nearest(at, _PREPOSITION, having("preposition")))

    def _label(self, line: SpanLine, at: int) -> str:
        """Return the slot whose noun stands before a value, nothing but a verb between: "my home town is Rome"."""
        named = {self._parts.source, self._parts.goal, self._parts.start, self._parts.end} - {""}
        span = line.nearest(at, _LABEL, lambda span: not named.isdisjoint(span.every("noun")))
        return next((noun for noun in map(str, span.every("noun")) if noun in named), "none")

    # Days

    def date_slot(self, line: SpanLine, at: int) -> str:
        """Return the slot of the day that stands somewhere."""
        if not self._parts.start:
            return self._parts.dates[0]
        returns = any(rule(line, at) for rule in self._returning)
        return self._parts.end if returns else self._parts.start

    def _labelled_end(self, line: SpanLine, at: int) -> bool:
        return self._label(line, at) == self._parts.end

    def _ended_by_preposition(self, line: SpanLine, at: int) -> bool:
        roles = self._preposition(line, at)
        return "end" in roles and "start" not in roles and not self._begins_stay(line, at)

    def _begins_stay(self, line: SpanLine, at: int) -> bool:
        """Return whether a day ends nothing though its preposition may: "we can leave by the 5th", "to August 5"."""
        where = line.place(at, _PREPOSITION, having("preposition"))
        if not line[where].is_a("day_link") or line.any_of(0, where, having("date")):
            return False
        return line[where].is_a("goal_word") or line.any_of(0, where, lambda span: "start" in roles_of(span))

    def _asked_end(self, line: SpanLine, at: int) -> bool:
        return self._parts.end in self._asked and self._parts.start not in self._asked

    def _comes_home(self, line: SpanLine, at: int) -> bool:
        """Return whether the clause speaks of coming home before a day, and no other day is between."""
        if line.nearest(at, _PREPOSITION, having("preposition")).is_a("setting_off"):
            return False
        return line.place(at, _HOME, saying("homeward")) >= 0

    # Orders

    def is_order(self, line: SpanLine, at: int, options: int, *, offered: bool) -> bool:
        """Return whether "the second" is a place in an order, of so many options, and no day."""
        span, following = line[at], line[at + 1]
        if not span.has("ordinal"):
            return False
        if following.has("item", "extreme") or following.is_a("counted") or self._parts.name in following.every("noun"):
            return True
        if self._leads_to_a_day(line, at) or float(str(span.data("ordinal"))) > max(options, 1):
            return False
        return offered

    def _leads_to_a_day(self, line: SpanLine, at: int) -> bool:
        """Return whether what stands before an ordinal leads to a day: "be back the 30th"."""
        return line.place(at, before(3, over="article approximate"), _is_of_days) >= 0


def _is_of_days(span: Span) -> bool:
    return span.says("of_days")
