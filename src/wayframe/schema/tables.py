"""A table as it was read, all cells text, and the report of what became of its columns when it was opened."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from wayframe.errors import InputError, shown
from wayframe.schema.records import Schema, Slot


class ReadingSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the file for what a table says in no way that is sure: see docs/own-catalogue.md."""

    encoding: str = ""
    delimiter: str = ""
    skip: int = -1
    header: tuple[str, ...] = ()


class RawTable(NamedTuple):
    """A table as it was read: where from, its header, its rows, each with the line it stands on.

    `notes` tell how it differs from a plain table: an encoding that was guessed, lines before the header, rows left
    out. `delimiter` is what stood between the cells, if anything did. `places` are those of its columns in the file,
    where some of that were left out.
    """

    source: str
    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    notes: tuple[str, ...] = ()
    delimiter: str = ""
    places: tuple[int, ...] = ()

    def column(self, place: int) -> list[str]:
        """Return the cells of a column."""
        return [cells[place] for _, cells in self.rows]

    def without(self, headers: Collection[str]) -> RawTable:
        """Return the table without some columns. Raises `InputError` where one of them isn't there."""
        check_columns(sorted(headers), self.header, self.source)
        kept = [place for place, header in enumerate(self.header) if header not in headers]
        return self.kept(kept)

    def kept(self, places: Sequence[int]) -> RawTable:
        """Return the table with the columns at some places only."""
        rows = tuple((line, tuple(map(cells.__getitem__, places))) for line, cells in self.rows)
        header = tuple(map(self.header.__getitem__, places))
        held = self.places or range(len(self.header))
        return self._replace(header=header, rows=rows, places=tuple(map(held.__getitem__, places)))


def check_columns(names: Iterable[str], header: Sequence[str], source: str) -> None:
    """Raise `InputError` for the first name that no column has."""
    for name in names:
        if name not in header:
            raise InputError(f"{source}: no column {shown(name)}: expected one of {', '.join(header)}")


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
    """A table as it was opened: its schema, how many rows, doubts about their names, notes of the reading, columns.

    `about`: the rows of a database weren't counted, but estimated.
    """

    schema: Schema
    rows: int
    doubts: tuple[str, ...]
    notes: tuple[str, ...]
    columns: tuple[ColumnReport, ...]
    about: bool = False

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
