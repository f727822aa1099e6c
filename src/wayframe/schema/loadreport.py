"""What became of a table's columns and cells when it was opened: the load report."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.schema.records import Schema, Slot


class OddCell(NamedTuple):
    """A cell that isn't what its column holds, and the line it stands on."""

    line: int
    text: str


class ColumnReport(NamedTuple):
    """A column: its slot, why it is taken for that, what speaks against it, and how many of its cells were read."""

    slot: Slot
    why: str
    doubts: tuple[str, ...]
    told: int
    odd: tuple[OddCell, ...]
    examples: tuple[str, ...]

    @property
    def read(self) -> int:
        """Return how many cells were read."""
        return self.told - len(self.odd)

    @property
    def cells(self) -> str:
        """Return how many cells were read and which weren't: "177 of 180 read; 3 not: line 22 'VB', …"."""
        if not self.odd:
            return f"{self.told} read"
        first = ", ".join(f"line {cell.line} {cell.text!r}" for cell in self.odd[:_SHOWN])
        more = ", …" if len(self.odd) > _SHOWN else ""
        return f"{self.read} of {self.told} read; {len(self.odd)} not: {first}{more}"


class LoadReport(NamedTuple):
    """A table as it was opened: its schema, how many rows, doubts about their names, notes of the reading, columns."""

    schema: Schema
    rows: int
    doubts: tuple[str, ...]
    notes: tuple[str, ...]
    columns: tuple[ColumnReport, ...]

    @property
    def remarks(self) -> list[str]:
        """Return what a person may want to act on: what was noticed, cells that weren't read, doubts; a line each."""
        found = [f"note: {note}" for note in self.notes]
        for column in self.columns:
            header = column.slot.header
            if column.odd:
                found.append(f"{header}: {column.cells}")
            found += [f"{header}: in doubt: {doubt}" for doubt in column.doubts]
        return [*found, *(f"names: in doubt: {doubt}" for doubt in self.doubts)]


_SHOWN = 3
