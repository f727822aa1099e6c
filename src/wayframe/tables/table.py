"""A table that can be talked about: its rows, the search over them, what gives way where nothing fits."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from wayframe.domain import Welcome
from wayframe.errors import InputError, shown
from wayframe.schema.inference import Raw
from wayframe.sources.tables import reading as sources
from wayframe.tables import cells, settings, wishes
from wayframe.tables.cells import Cell
from wayframe.tables.domain import TableDomain
from wayframe.tables.index import Index
from wayframe.tables.inference import inferred
from wayframe.tables.rows import Facts, Row
from wayframe.tables.schema import Column, Schema
from wayframe.tables.welcome import welcome
from wayframe.tables.wishes import Wish

Wishes = Mapping[str, Sequence[str | bool]]
"""What is wanted, slot by slot, as frames hold it; of several values of a slot any will do."""

MOST_RELAXED = 3  # wishes that may give way at once


class Way(NamedTuple):
    """A row that fits but for some wishes."""

    row: Row
    relaxed: tuple[str, ...]
    away: float


class Table:
    """Rows with a schema. Reads once and holds all; threads may share it."""

    def __init__(self, schema: Schema, raw: Raw, *, today: date) -> None:
        """Raises `InputError` where a cell isn't what its column holds, naming the line and the column."""
        self.schema, self.source, self.today = schema, raw.source, today
        self.domain = TableDomain(schema)
        read = _Reader(schema, raw).row
        self.rows = tuple(read(line, texts) for line, texts in raw.rows)
        self._index = Index(schema, self.rows)
        self._values = dict[str, list[str]]()
        self._by_name = {str(row.facts[schema.name.slot]).casefold(): row for row in reversed(self.rows)}

    @cached_property
    def welcome(self) -> Welcome:
        """What a face says before anything else was said."""
        return welcome(self.schema, self.rows, Path(self.source).name)

    def named(self, name: str) -> Row | None:
        """The first row of that name."""
        return self._by_name.get(name.casefold())

    def values(self, column: Column) -> list[str]:
        """The texts of a column, each once, in the order of the rows; those spelled alike but for case count once."""
        if column.slot not in self._values:
            self._values[column.slot] = self._texts(column)
        return self._values[column.slot]

    def _texts(self, column: Column) -> list[str]:
        found = (row.facts[column.slot] for row in self.rows if column.slot in row.facts)
        return list({str(value).casefold(): str(value) for value in found}.values())

    def search(self, wanted: Wishes) -> list[Row]:
        """All rows that fit: by a superlative where one is wished for, else by price, else as they stand."""
        return self._index.search(self._read(wanted))

    def ends(self, column: Column) -> tuple[Row, Row] | None:
        """The rows with the least and the greatest value of a column; None where it has none that can be ordered."""
        return self._index.ends(column.slot)

    def missed(self, row: Row, wanted: Wishes) -> Iterator[str]:
        """The slots of the wishes that a row doesn't fit."""
        for slot, asked in self._read(wanted).items():
            if not _any_fits(asked, row.values.get(slot)):
                yield slot

    def suggest(self, wanted: Wishes, limit: int, without: Sequence[str] = ()) -> list[Way]:
        """Where nothing fits: for every wish, else every two, that may give way, the row that is nearest to it.

        The nearest first, each row once; `without` are names of rows that are known already.
        """
        read = self._read(wanted)
        giving = [slot for slot in read if slot != self.schema.name.slot] or list(read)
        for count in range(1, MOST_RELAXED + 1):
            nearest = ((slots, self._index.nearest(read, slots, without)) for slots in combinations(giving, count))
            found = sorted((Way(each[0], slots, each[1]) for slots, each in nearest if each), key=lambda way: way.away)
            if unlike := {way.row.facts[self.schema.name.slot]: way for way in reversed(found)}:
                return sorted(unlike.values(), key=lambda way: way.away)[:limit]
        return []

    def _read(self, wanted: Wishes) -> dict[str, list[Wish]]:
        columns = {slot: column for slot in wanted if (column := self.schema.column(slot))}
        return {slot: [wishes.read(column, text) for text in wanted[slot]] for slot, column in columns.items()}


def _any_fits(asked: Sequence[Wish], cell: Cell | None) -> bool:
    """Of "Lenovo or Dell" one has to fit; "neither Lenovo nor Dell" are two refusals that both hold."""
    if all(wish.part for wish in asked):
        return all(wish.fits(cell) for wish in asked)
    wanted = [wish for wish in asked if not wish.negated]
    return all(wish.fits(cell) for wish in asked if wish.negated) and (
        not wanted or any(wish.fits(cell) for wish in wanted)
    )


class _Reader:
    """Reads rows; a cell that was read before is the same again."""

    def __init__(self, schema: Schema, raw: Raw) -> None:
        self._source, self._name = raw.source, schema.name
        self._columns = [(column, raw.header.index(column.header)) for column in schema.columns]
        self._known: dict[str, dict[str, tuple[Cell, str | bool] | None]] = {c.slot: {} for c in schema.columns}

    def row(self, line: int, texts: Sequence[str]) -> Row:
        """The row of a line. Raises `InputError` where a cell isn't what its column holds."""
        values, facts = dict[str, Cell](), Facts()
        for column, place in self._columns:
            known, text = self._known[column.slot], texts[place]
            if text not in known:
                known[text] = self._read(column, text, line)
            if found := known[text]:
                values[column.slot], facts[column.slot] = found
        if self._name.slot not in values:
            raise InputError(f"{self._source}: line {line}: {self._name.header}: expected a name, found none")
        return Row(values, facts)

    def _read(self, column: Column, text: str, line: int) -> tuple[Cell, str | bool] | None:
        try:
            value = cells.read(column, text)
        except ValueError as error:
            in_unit = column.unit and column.kind in ("number", "money")
            expected = f"{column.kind} in {column.unit}" if in_unit else column.kind
            raise InputError(
                f"{self._source}: line {line}: {column.header}: expected a {expected}, found {shown(text)}"
            ) from error
        return None if value is None else (value, cells.write(column, value))


def recalled(schema: Schema, facts: Facts) -> Row:
    """A row from what was said of it: of measures their order is kept, so that wishes can be held against it."""
    columns = {column.slot: column for column in schema.columns if column.slot in facts}
    values = dict[str, Cell]()
    for slot, column in columns.items():
        said = facts[slot]
        number = wishes.number(column, said) if column.measured and isinstance(said, str) else None
        values[slot] = said if number is None else number
    return Row(values, facts)


def opened(where: str, *, today: date) -> Table:
    """The table at a path or URL, or that a TOML file describes; `today` is the day from which dates count.

    Raises `InputError`.
    """
    if not where.endswith(".toml"):
        raw = sources.load(where)
        return Table(inferred(raw, sources.called(where)), raw, today=today)
    said = settings.read(where)
    raw = sources.load(said.data)
    guessed = inferred(raw, said.items or sources.called(said.data), said.name)
    return Table(settings.applied(said, guessed, where), raw, today=today)


def described(where: str, target: Path) -> str:
    """The settings of a table as a file at `target` would have them."""
    raw = sources.load(where)
    path = where if "://" in where else os.path.relpath(where, target.parent)
    return settings.written(inferred(raw, sources.called(where)), path)
