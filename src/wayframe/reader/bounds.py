"""Bounds: the operators and denials around a value, and the constraint that they make of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wayframe.meaning.records import Constraint, Flag, Operator, Scope, Value
from wayframe.reader.lines import SpanLine, Wanted, before, behind, having
from wayframe.reader.parts import SchemaParts
from wayframe.reader.spans import Span

_LEFT = before(5, over="filler noun scope article", until="number money place conjunction")
_RIGHT = behind(3, over="scope noun filler", until="place date number conjunction")
_DENIALS = frozenset(("not", "denial", "dropping"))
_NEAR_SCOPE = 3  # spans from an amount to its scope


class ValueBound(NamedTuple):
    """How a value limits; `strict` says that the value itself is left out."""

    op: Operator
    strict: bool = False


IS = ValueBound("is")
_BOUNDS: Mapping[str, ValueBound] = {
    "is": IS,
    "at_most": ValueBound("at_most"),
    "at_least": ValueBound("at_least"),
    "around": ValueBound("around"),
    "under": ValueBound("at_most", strict=True),
    "over": ValueBound("at_least", strict=True),
}
"""The bounds by the tables of a lexicon in which their words stand."""
_CONTRARIES: Mapping[Operator, Operator] = {
    "at_most": "at_least",
    "at_least": "at_most",
    "is": "not",
    "around": "not",
    "not": "is",
    "more": "at_most",
    "less": "at_least",
}


class OperatorReader:
    """Finds the operators around values."""

    def __init__(self, parts: SchemaParts) -> None:
        self._parts = parts
        self._operating: Wanted = having("before") if parts.capacity else _is_operator

    def is_plain(self, line: SpanLine, at: int) -> bool:
        """Return whether no operator stands before or behind the number at a place."""
        return self._before(line, at) is None and self._behind(line, at + 1) is None

    def bound(self, line: SpanLine, first: int, last: int, slot: str, floor: int, ceiling: int) -> ValueBound:
        """Return how a value limits that stands from `first` to `last`, its neighbours at `floor` and `ceiling`."""
        if not self._parts.is_measured(slot):
            return IS
        leading = self._before(line, first) if first > floor else None
        trailing = self._behind(line.upto(ceiling), last) or self._inside(line.part(first, last))
        if leading and leading.op == "at_least" and line[last].opens("excessive"):
            return _BOUNDS["at_most"]  # "over 2000 is too much"
        if self._parts.kind(slot) == "date":
            return self._of_days(line, first, last, slot, leading, trailing)
        if line[last].data("after") == "enough":
            return _BOUNDS["at_least" if self._parts.schema.by_name[slot].better == "more" else "at_most"]
        usual = _BOUNDS["at_least"] if slot == self._parts.capacity else IS
        return trailing or leading or usual

    def _before(self, line: SpanLine, at: int) -> ValueBound | None:
        span = line.nearest(at, _LEFT, self._operating)
        return _BOUNDS[span.data("before")] if span.words else None

    def _behind(self, line: SpanLine, at: int) -> ValueBound | None:
        place = line.place(at - 1, _RIGHT, having("after"))
        leads_on = place > at or line[place + 1].is_a("owner", "article")
        if place < 0 or (leads_on and line[place].is_a("onwards")):
            return None  # "back September 3 on a budget"
        return _BOUNDS.get(line[place].data("after"))

    def _inside(self, spans: Sequence[Span]) -> ValueBound | None:
        """Return the bound that stands between a number and its unit: "4 or more stars"."""
        said = next(filter(having("after"), spans), None)
        return _BOUNDS.get(said.data("after")) if said else None

    def _of_days(
        self, line: SpanLine, first: int, last: int, slot: str, leading: ValueBound | None, trailing: ValueBound | None
    ) -> ValueBound:
        """Return how a day limits: home by it, not before it; "from" it and "until" it are as good as on it."""
        if trailing and not line[last].has("before"):  # "back September 1, minimum 5 stars"
            return trailing
        said = line.nearest(first, _LEFT, self._operating)
        if not leading or said.is_a("from_day") or (said.is_a("until_day") and slot != self._parts.end):
            return leading if leading and negated(line.part(0, first)) else IS
        return leading if leading.op in ("at_most", "at_least", "around") else IS

    def scope(self, line: SpanLine, first: int, last: int) -> Scope:
        """Return the share that an amount is meant for."""
        near = (*line.part(last, last + _NEAR_SCOPE), *line.part(first - _NEAR_SCOPE, first))
        return next((span.data("scope") for span in near if span.has("scope")), "")


def _is_operator(span: Span) -> bool:
    return span.has("before") and not span.has("noun")


DENIAL_REACH = 30
"""Spans that a denial reaches over; so the work for a long text grows no faster than its length."""


_ANY_BUT = re.compile(r"a\.{0,2}b")


def negated(window: Sequence[Span]) -> bool:
    """Return whether the words before a value deny it; two denials are none, and "but" and a comma begin anew."""
    effects = _ANY_BUT.sub("e", "".join(map(_effect, window[-DENIAL_REACH:])))
    last = max(effects.rfind("e"), effects.rfind("b"))
    denials = effects.count("n", last + 1)
    return (denials % 2 == 1) != (effects[last : last + 1] == "e")


def _effect(span: Span) -> str:
    """Return the letter of what a word does to a denial: exception, new beginning, "any", denial, nothing."""
    if span.has("except"):
        return "e"
    if span.data("conjunction") == "but" or span.is_a("fresh_start", "comma"):
        return "b"
    if span.is_a("any_of"):
        return "a"
    return "n" if span.is_any(_DENIALS) and not span.has("before") else "."


def constraint(bound: ValueBound, value: Value, *, denied: bool) -> Constraint:
    """Return the constraint of a value."""
    if not denied:
        return Constraint(bound.op, (value,), strict=bound.strict)
    if isinstance(value, Flag):
        return Constraint("is", (Flag(not value.value),))
    return Constraint(contrary(bound.op), (value,), strict=bound.strict and bound.op == "is")


def contrary(op: Operator) -> Operator:
    """Return the operator of a denied constraint."""
    return _CONTRARIES.get(op, "not")
