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
from wayframe.tables import cells, settings, sources, wishes
from wayframe.tables.cells import Cell
from wayframe.tables.domain import TableDomain
from wayframe.tables.inference import Raw, inferred
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
        self.rows = tuple(_row(schema, raw, line, texts) for line, texts in raw.rows)
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
        found = (row.facts[column.slot] for row in self.rows if column.slot in row.facts)
        return list({str(value).casefold(): str(value) for value in found}.values())

    def search(self, wanted: Wishes) -> list[Row]:
        """All rows that fit: by a superlative where one is wished for, else by price, else as they stand."""
        return _ordered(self.schema, _fitting(self.rows, self._read(wanted)), wanted)

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
        for count in range(1, MOST_RELAXED + 1):
            ways = (self._nearest(read, slots, without) for slots in combinations(read, count))
            found = sorted((way for way in ways if way), key=lambda way: way.away)
            if unlike := {way.row.facts[self.schema.name.slot]: way for way in reversed(found)}:
                return sorted(unlike.values(), key=lambda way: way.away)[:limit]
        return []

    def _nearest(
        self, read: Mapping[str, Sequence[Wish]], slots: tuple[str, ...], without: Sequence[str]
    ) -> Way | None:
        kept = {slot: asked for slot, asked in read.items() if slot not in slots}
        known = [row for row in _fitting(self.rows, kept) if all(slot in row.values for slot in slots)]
        known = [row for row in known if row.facts[self.schema.name.slot] not in without]
        ways = [Way(r, slots, sum(min(w.away(r.values[s]) for w in read[s]) for s in slots)) for r in known]
        price = self.schema.money
        return min(ways, key=lambda w: (w.away, _cost(w.row, price)), default=None)

    def _read(self, wanted: Wishes) -> dict[str, list[Wish]]:
        columns = {slot: column for slot in wanted if (column := self.schema.column(slot))}
        return {slot: [wishes.read(column, text) for text in wanted[slot]] for slot, column in columns.items()}


def _fitting(rows: Sequence[Row], read: Mapping[str, Sequence[Wish]]) -> list[Row]:
    """The rows that fit all wishes."""
    fitting = list(rows)
    for slot, asked in read.items():
        fitting = [row for row in fitting if _any_fits(asked, row.values.get(slot))]
    return fitting


def _any_fits(asked: Sequence[Wish], cell: Cell | None) -> bool:
    """Of "Lenovo or Dell" one has to fit; "neither Lenovo nor Dell" are two refusals that both hold."""
    if len(asked) == 1:
        return asked[0].fits(cell)
    wanted = [wish for wish in asked if not wish.negated]
    return all(wish.fits(cell) for wish in asked if wish.negated) and (
        not wanted or any(wish.fits(cell) for wish in wanted)
    )


def _ordered(schema: Schema, rows: list[Row], wanted: Wishes) -> list[Row]:
    price = schema.money
    rows = sorted(rows, key=lambda row: _cost(row, price))
    for slot, texts in wanted.items():
        column = schema.column(slot)
        pick = wishes.read(column, texts[-1]).pick if column and texts else ""
        if column and pick:
            sign = 1 if pick == "least" else -1
            rows = sorted(rows, key=lambda row: sign * (cells.order(row.values.get(column.slot)) or 0.0))
    return rows


def _cost(row: Row, price: Column | None) -> float:
    number = cells.order(row.values.get(price.slot)) if price else 0.0
    return float("inf") if number is None else number


def _row(schema: Schema, raw: Raw, line: int, texts: Sequence[str]) -> Row:
    values = dict[str, Cell]()
    for column in schema.columns:
        text = texts[raw.header.index(column.header)]
        try:
            value = cells.read(column, text)
        except ValueError as error:
            in_unit = column.unit and column.kind in ("number", "money")
            expected = f"{column.kind} in {column.unit}" if in_unit else column.kind
            raise InputError(
                f"{raw.source}: line {line}: {column.header}: expected a {expected}, found {shown(text)}"
            ) from error
        if value is not None:
            values[column.slot] = value
    if schema.name.slot not in values:
        raise InputError(f"{raw.source}: line {line}: {schema.name.header}: expected a name, found none")
    return Row(values, {slot: cells.write(_of(schema, slot), value) for slot, value in values.items()})


def _of(schema: Schema, slot: str) -> Column:
    return next(column for column in schema.columns if column.slot == slot)


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
