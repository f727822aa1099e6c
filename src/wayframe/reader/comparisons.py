"""Comparisons: wishes for more, less, the most or the least of a slot, by the words that compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wayframe.meaning.records import Operator
from wayframe.reader.lines import SpanLine, before, being
from wayframe.reader.parts import SchemaParts
from wayframe.reader.spans import Span

_INDEFINITE = before(3)
_CONTRARY: Mapping[Operator, Operator] = {"more": "less", "less": "more"}
_EXTREME: Mapping[Operator, Operator] = {"more": "most", "less": "least"}


class ComparedSlot(NamedTuple):
    """A slot that words compare by, the direction, and the place behind the words."""

    slot: str
    op: Operator
    last: int


class ComparisonReader:
    """Reads comparisons."""

    def __init__(self, parts: SchemaParts) -> None:
        self._parts = parts
        self._readings = (
            self._comparative,
            self._excess,
            self._degree_of_noun,
            self._superlative,
            self._wished_adjective,
        )

    def read(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Return what the words at a place compare by; None where they don't."""
        return next(filter(None, (reading(line, at) for reading in self._readings)), None)

    def _comparative(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "cheaper"."""
        said = line[at].data("compare")
        return ComparedSlot(said[0], said[1], at + 1) if said else None

    def _excess(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "too expensive", which asks for less."""
        said = line[at].data("adjective")
        return ComparedSlot(said[0], _CONTRARY[said[1]], at + 1) if said and line[at - 1].is_a("excess") else None

    def _degree_of_noun(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "more memory" and "the best rating"."""
        degree = line[at].data("degree")
        slot = self.measured(line[at + 1]) if degree else ""
        return ComparedSlot(slot, self._operator(slot, degree), at + 2) if slot else None

    def _superlative(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "cheapest"; not one that only introduces a day: "the earliest I can leave is August 8"."""
        said = line[at].data("extreme")
        if not said or (said[0] in self._parts.dates and any(span.has("date") for span in line.spans[at + 1 :])):
            return None
        return ComparedSlot(said[0], said[1], at + 1)

    def _wished_adjective(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "something cheap" as a wish for the cheapest; "it sounds grand" is a remark."""
        said = line[at].data("adjective")
        if not said or line[at].has("filler"):
            return None
        qualifies = line[at + 1].has("item") or self._parts.name in line[at + 1].every("noun")
        wished = qualifies or line.place(at, _INDEFINITE, being("indefinite")) >= 0
        return ComparedSlot(said[0], _EXTREME[said[1]], at + 1) if wished else None

    def _operator(self, slot: str, degree: Operator | str) -> Operator:
        """Return the operator of a degree; the best is the most or the least, as the slot has it."""
        known = self._parts.schema.slot(slot)
        operators: dict[str, Operator] = {"more": "more", "less": "less", "most": "most", "least": "least"}
        best: Operator = "least" if known and known.better == "less" else "most"
        return operators.get(degree, best)

    def measured(self, span: Span) -> str:
        """Return the slot with an order that a noun or a unit names; empty where it names none."""
        slots = (*map(str, span.every("noun")), *(unit[0] for unit in span.every("unit")))
        return next(filter(self._parts.is_measured, slots), "")
