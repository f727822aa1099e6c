"""Judgements: clauses that but say of what somebody looks at that it is small, far or a bit expensive."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.meaning.records import Operator
from wayframe.reader.spans import Span, SpanLine
from wayframe.schema import Schema

_CONTRARY: dict[str, Operator] = {"more": "less", "less": "more"}
_BEFORE = ("particle", "filler", "reference", "copula", "predicative", "exclaiming", "comma", "intensified", "social")
_BEHIND = ("particle", "filler", "raising", "clause_end", "comma", "after_count")
_NEVER_BEFORE = ("not", "indefinite", "any", "compare", "says:wh", "says:how")
_JUDGING = ("copula", "says:copula", "predicative", "intensified")
MOST_SPANS = 9  # of a turn that but judges


class Judgement(NamedTuple):
    """Of what slot a clause says that there is more or less of it than usual, and where it says so (last excluded)."""

    slot: str
    op: Operator
    first: int
    last: int
    complains: bool

    @property
    def wished(self) -> Operator:
        """Return what somebody wishes who complains of it: the contrary."""
        return _CONTRARY[self.op]


def judgement(line: SpanLine, schema: Schema) -> Judgement | None:
    """Return the judgement that is all that a clause says; None where it says something else, too.

    What is against what is better is complained of, and what is neither where it is too much, or a bit much, of it.
    """
    said = next((found for at in range(min(len(line), MOST_SPANS)) if (found := _said(line, at, schema))), None)
    if said is None:
        return None
    slot, op, first, last = said
    leads = all(_may_lead(span, asked=line.asked) for span in line.part(0, first))
    if not leads or not all(span.has(*_BEHIND) for span in line.part(last, len(line))):
        return None
    excessive, of_noun = line.some(0, first, "excess"), last > first + 1
    if not (excessive or of_noun or line.some(0, first, *_JUDGING)):
        return None  # "small" by itself
    better = schema.by_name[slot].better
    strong = line.some(0, last, "intensified", "exclaiming", "belittling")
    return Judgement(slot, op, first, last, excessive or (op != better if better else strong))


def _may_lead(span: Span, *, asked: bool) -> bool:
    """Return whether a span may stand before what is judged: a subject, an exclamation, "a bit"."""
    if span.has(*_NEVER_BEFORE):
        return False
    if span.has("opens:inverted") and not span.has("opens:copula"):
        return False  # "do they", "can it"
    return span.has(*_BEFORE, "noun", "excess") or (asked and span.has("opens:copula"))


class _Said(NamedTuple):
    """The slot and the direction of a judging word, and its spans (the last excluded)."""

    slot: str
    op: Operator
    first: int
    last: int


def _said(line: SpanLine, at: int, schema: Schema) -> _Said | None:
    """Return what a word judges: "small", "bad rating", "the rent is high"."""
    span = line[at]
    behind = _measured(line[at + 1], schema)
    if behind:
        op = _direction(span, behind, schema)
        return _Said(behind, op, at, at + 2) if op and op == _worse(behind, schema) else None
    before = next((slot for each in line.part(0, at) if (slot := _measured(each, schema))), "")
    if before and (op := _direction(span, before, schema)):
        return _Said(before, op, at, at + 1)
    adjective: tuple[str, Operator] | None = span.data("adjective")
    return _Said(*adjective, first=at, last=at + 1) if adjective else None


def _direction(span: Span, slot: str, schema: Schema) -> Operator | None:
    """Return whether a word says that there is much or little of a slot; what is bad is what makes it worse."""
    if span.has("bad_of_it"):
        return _worse(slot, schema)
    return "more" if span.has("much_of_it") else "less" if span.has("little_of_it") else None


def _worse(slot: str, schema: Schema) -> Operator | None:
    """Return the direction in which a slot gets worse; None where neither does."""
    return _CONTRARY.get(schema.by_name[slot].better)


def _measured(span: Span, schema: Schema) -> str:
    """Return the slot with an order that a noun names; empty where it names none."""
    slots = (schema.by_name[str(noun)] for noun in span.every("noun"))
    return next((slot.name for slot in slots if slot.measured), "")
