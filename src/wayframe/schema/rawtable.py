"""A table as it was read, all cells text, before anything is made of it, and what may be said of its reading."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec import Struct

from wayframe.errors import InputError, shown


class ReadingSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the file for what a table says in no way that is sure: see docs/own-catalogue.md."""

    encoding: str = ""
    delimiter: str = ""
    skip: int = -1
    header: tuple[str, ...] = ()


class RawTable(NamedTuple):
    """A table as it was read: where from, its header, its rows, each with the line it stands on.

    `notes` tell how it differs from a plain table: an encoding that was guessed, lines before the header, rows left
    out. `delimiter` is what stood between the cells, if anything did.
    """

    source: str
    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    notes: tuple[str, ...] = ()
    delimiter: str = ""

    def column(self, place: int) -> list[str]:
        """Return the cells of a column."""
        return [cells[place] for _, cells in self.rows]

    def without(self, headers: Collection[str]) -> RawTable:
        """Return the table without some columns. Raises `InputError` where one of them isn't there."""
        unknown = sorted(set(headers).difference(self.header))
        if unknown:
            raise InputError(f"{self.source}: no column {shown(unknown[0])}: expected one of {', '.join(self.header)}")
        kept = [place for place, header in enumerate(self.header) if header not in headers]
        return self.kept(kept)

    def kept(self, places: Sequence[int]) -> RawTable:
        """Return the table with the columns at some places only."""
        rows = tuple((line, tuple(map(cells.__getitem__, places))) for line, cells in self.rows)
        header = tuple(map(self.header.__getitem__, places))
        return self._replace(header=header, rows=rows)
