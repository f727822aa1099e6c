"""The parts that slots play in a search: where a journey starts and goes to, when, for whom, for how much."""

from __future__ import annotations

from collections.abc import Callable

from wayframe.schema import Schema, Slot
from wayframe.schema.columns import column_words
from wayframe.schema.records import Kind


class SchemaParts:
    """The names of the slots of a schema by the part that they play; empty where none plays it."""

    def __init__(self, schema: Schema) -> None:
        self.schema, self.name = schema, schema.name
        self.source = self._first(lambda slot: slot.role == "source")
        self.goal = self._first(lambda slot: slot.role == "goal")
        self.start = self._first(lambda slot: slot.bearing == "window_start")
        self.end = self._first(lambda slot: slot.bearing == "window_end")
        self.party = self._first(lambda slot: slot.kind == "party")
        self.year = self._first(_is_year)
        self.capacity = self._first(lambda slot: not self.party and _is_capacity(slot))
        self.price = getattr(schema.price, "name", "")
        self.dates, self.places, self.lists = (self._of_kind(kind) for kind in ("date", "place", "list"))

    def _first(self, plays: Callable[[Slot], bool]) -> str:
        """Return the name of the first slot that plays a part."""
        return getattr(next(filter(plays, self.schema.slots), None), "name", "")

    def _of_kind(self, kind: Kind) -> list[str]:
        return [slot.name for slot in self.schema.of_kind(kind)]

    def unit(self, slot: str) -> str:
        """Return the unit of a slot; empty where it has none."""
        known = self.schema.slot(slot)
        return known.unit if known else ""

    def kind(self, slot: str) -> str:
        """Return the kind of a slot; empty where there is none of that name."""
        known = self.schema.slot(slot)
        return known.kind if known else ""

    def is_measured(self, slot: str) -> bool:
        """Return whether the values of a slot have an order."""
        known = self.schema.slot(slot)
        return known is not None and known.measured


def _is_year(slot: Slot) -> bool:
    return slot.kind == "number" and not column_words().year.isdisjoint((slot.label, *slot.nouns))


def _is_capacity(slot: Slot) -> bool:
    """Return whether a slot says for how many a thing is."""
    words = (slot.label, slot.unit, *slot.nouns, *slot.units)
    return slot.kind == "number" and not column_words().capacity.isdisjoint(words)
