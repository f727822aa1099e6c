"""Opening a table: its file or URL read, its schema inferred, its cells typed; what couldn't be read is reported."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from wayframe.errors import InputError, shown
from wayframe.meaning.records import Text, Value
from wayframe.schema import Schema, Slot, settings
from wayframe.schema.inference import ColumnGuess, RowName, TableGuess, guessed, row_names, telling_apart
from wayframe.schema.tables import ColumnReport, LoadReport, OddCell, RawTable
from wayframe.sources.tables import cells, reading
from wayframe.sources.tables.source import Row, TableSource

_EXAMPLES = 3
_FLAGS: Mapping[str | bool, str] = {True: "yes", False: "no"}
_MOST_ODD = 0.5  # share of a column's cells that may be no values of its kind


class OpenedTable(NamedTuple):
    """A table that was opened, and the report of it."""

    source: TableSource
    report: LoadReport


class TypedCell(NamedTuple):
    """A cell as it was read: its value (None: none, or none that its column can have), and how a record says it."""

    value: Value | None
    record: str | bool


class TypedColumn(NamedTuple):
    """A column of a table: its cells, None where they are empty; those that aren't what it holds."""

    slot: Slot
    cells: list[TypedCell | None]
    odd: tuple[OddCell, ...]

    @property
    def told(self) -> int:
        """Return how many cells say something."""
        return len(self.cells) - self.cells.count(None)

    @property
    def examples(self) -> tuple[str, ...]:
        """The first different values, as they are said."""
        said = dict.fromkeys(cell.record for cell in self.cells if cell and cell.value)
        return tuple(_FLAGS.get(record, str(record)) for record in said)[:_EXAMPLES]


def opened(address: str, *, today: date) -> TableSource:
    """Return the table at a path or URL, or that a TOML file describes; `today` is the day from which dates count.

    Raises `InputError`.
    """
    return loaded(address, today=today).source


def loaded(address: str, *, today: date) -> OpenedTable:
    """Return the table at an address with the report of how it was read; raises like `opened`."""
    if not address.endswith(".toml"):
        raw = reading.load(address)
        return _loaded(guessed(raw, reading.called(address)), raw, today)
    said = settings.read(address)
    raw = reading.load(said.data, said.reading).without(said.ignored)
    guess = guessed(raw, said.items or reading.called(said.data), said.name)
    return _loaded(guess._replace(schema=settings.applied(said, guess.schema, address)), raw, today)


def source(schema: Schema, raw: RawTable, *, today: date) -> TableSource:
    """Return a table's rows as a source. Raises `InputError` where most cells aren't what their column holds."""
    return _source(schema, _columns(schema, raw), raw, today)


def described(address: str, target: Path) -> str:
    """Return the settings of a table as a file at `target` would have them."""
    raw = reading.load(address)
    path = address if "://" in address else os.path.relpath(address, target.parent)
    return settings.written(guessed(raw, reading.called(address)), path, raw.notes)


def _loaded(guess: TableGuess, raw: RawTable, today: date) -> OpenedTable:
    columns = _columns(guess.schema, raw)
    guesses = {column.slot.header: column for column in guess.columns}
    reports = tuple(_reported(column, guesses, guess.name) for column in columns)
    report = LoadReport(guess.schema, len(raw.rows), guess.name.doubts, raw.notes, reports)
    return OpenedTable(_source(guess.schema, columns, raw, today), report)


def _reported(column: TypedColumn, guesses: Mapping[str, ColumnGuess], name: RowName) -> ColumnReport:
    slot, told, odd, examples = column.slot, column.told, column.odd, column.examples
    if slot.kind == "name":
        return ColumnReport(slot, name.why, (), told, odd, examples)
    guess = guesses[slot.header]
    return ColumnReport(slot, guess.why, guess.doubts, told, odd, examples)


def _source(schema: Schema, columns: Sequence[TypedColumn], raw: RawTable, today: date) -> TableSource:
    return TableSource(schema, _rows(columns, len(raw.rows)), today=today, name=raw.source)


def _rows(columns: Sequence[TypedColumn], count: int) -> Iterator[Row]:
    for number in range(count):
        values, record = dict[str, Value](), dict[str, str | bool]()
        for column in columns:
            cell = column.cells[number]
            if cell is None:
                continue
            record[column.slot.name] = cell.record
            if cell.value is not None:
                values[column.slot.name] = cell.value
        yield Row(values, record)


def _columns(schema: Schema, raw: RawTable) -> list[TypedColumn]:
    """Return the columns of a table. Raises `InputError` where most cells of one aren't what it holds."""
    columns = list[TypedColumn]()
    for slot in schema.slots:
        if slot.name == schema.name:
            columns.append(_names(schema, slot, raw))
        else:
            columns.append(_column(slot, raw))
    return columns


def _names(schema: Schema, slot: Slot, raw: RawTable) -> TypedColumn:
    """Return the rows' names, told apart where several share one; a row without one is called by its number."""
    apart = telling_apart(raw, schema.slots, slot.header)
    names = row_names(raw, slot.header, apart)
    for number, name in enumerate(names):
        if not name:
            names[number] = f"{schema.item.capitalize()} {number + 1}"
    return TypedColumn(slot, [TypedCell(Text(name), name) for name in names], ())


def _column(slot: Slot, raw: RawTable) -> TypedColumn:
    read = dict[str, TypedCell | None]()
    typed, odd = list[TypedCell | None](), list[OddCell]()
    for (line, _), text in zip(raw.rows, raw.column(raw.header.index(slot.header)), strict=True):
        if text not in read:
            read[text] = _typed(slot, text)
        cell = read[text]
        typed.append(cell)
        if cell is not None and cell.value is None:
            odd.append(OddCell(line, text))
    column = TypedColumn(slot, typed, tuple(odd))
    if len(odd) > _MOST_ODD * column.told:
        raise InputError(f"{raw.source}: line {odd[0].line}: {_expected(slot)}, found {shown(odd[0].text)}")
    return column


def _typed(slot: Slot, text: str) -> TypedCell | None:
    """Return a cell, with its own text where it isn't what its column holds; None of an empty one."""
    try:
        value = cells.read(slot, text)
    except ValueError:
        return TypedCell(None, " ".join(text.split()))
    return None if value is None else TypedCell(value, cells.said(slot, value))


def _expected(slot: Slot) -> str:
    kind = "yes or no" if slot.kind == "yes_no" else f"a {slot.kind}"
    unit = f" in {slot.unit}" if slot.unit and slot.kind in ("number", "money") else ""
    return f"{slot.header}: expected {kind}{unit}"
