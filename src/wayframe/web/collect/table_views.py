"""A table on the desk: its form, rows and queries in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wayframe.collection.desk.tables import TableDesk
from wayframe.collection.records import AnySearch, RelaxedConstraint, TableRow, TableSearch
from wayframe.dialogue import encode
from wayframe.sources.protocol import Condition
from wayframe.sources.tables.cells import said, wished
from wayframe.web.collect.search_views import OptionPart, ShownOption, ShownSearch, ShownSuggestion


class TableDeskViews:
    """See `DeskViews`."""

    def __init__(self, desk: TableDesk) -> None:
        self._desk, self._schema = desk, desk.schema

    def form(self) -> dict[str, Any]:
        """See `DeskViews.form`."""
        return {"form": "table_form.html", "fields": self._desk.fields, "items": self._schema.items}

    def search(self, found: AnySearch) -> ShownSearch:
        """See `DeskViews.search`."""
        assert isinstance(found, TableSearch)
        asked = self.asked(found.query)
        if found.total > len(found.results):
            asked += f"; {len(found.results)} of {found.total:,}"
        ways = (
            ShownSuggestion(tuple(map(self._relaxed, way.relaxed)), (self._option(way.row),))
            for way in found.suggestions
        )
        unknown = self._desk.unknown(found.query)
        return ShownSearch(asked, tuple(map(self._option, found.results)), tuple(ways), unknown)

    def asked(self, query: Iterable[Condition]) -> str:
        """See `DeskViews.asked`."""
        parts = list[str]()
        for name, constraint in query:
            slot = self._schema.by_name[name]
            words = wished(slot, constraint.op, constraint.values, strict=constraint.strict)
            parts.append(f"{slot.label} {' or '.join(map(_plain, words))}")
        return ", ".join(parts) or f"all {self._schema.items}"

    def filled(self, query: Iterable[Condition]) -> str:
        """See `DeskViews.filled`."""
        return encode(self._desk.form(query)).decode()

    def complaint(self, problem: str) -> str:
        """See `DeskViews.complaint`: the desk names its fields as the form does."""
        return problem

    def _relaxed(self, relaxed: RelaxedConstraint) -> str:
        label = self._schema.by_name[relaxed.slot].label
        return f"{label} {_plain(relaxed.asked)} → {_plain(relaxed.offered)}"

    def _option(self, row: TableRow) -> ShownOption:
        values = self._desk.item(row).values
        price = self._schema.price.name if self._schema.price else ""
        told = [
            slot for slot in self._schema.slots if slot.name in values and slot.name not in (self._schema.name, price)
        ]
        parts = tuple(
            OptionPart(slot.label, _plain(said(slot, values[slot.name])), self._desk.sentence(row, slot.name))
            for slot in told
        )
        price_words = self._desk.sentence(row, price) if price in values else ""
        name, amount = str(row.get(self._schema.name, "")), str(row.get(price, ""))
        return ShownOption(name, amount, self._desk.sentence(row), price_words, parts)


def _plain(words: str | bool) -> str:
    if isinstance(words, bool):
        return "yes" if words else "no"
    return words
