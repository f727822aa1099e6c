"""Opening a table: its file or URL read, its schema inferred, its cells typed; what couldn't be read is reported."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from wayframe.errors import InputError, shown
from wayframe.meaning.records import Text, Value
from wayframe.schema import Schema, Slot, settings, units
from wayframe.schema.inference import ColumnGuess, RowName, TableGuess, guessed, row_names, telling_apart
from wayframe.schema.tables import ColumnReport, LoadReport, OddCell, RawTable
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Source
from wayframe.sources.tables import cells, reading
from wayframe.sources.tables.records import TableRecords
from wayframe.sources.tables.reloading import LiveTable
from wayframe.sources.tables.source import Row, TableSource

if TYPE_CHECKING:
    from wayframe.sources.tables.kept import IndexedTable, Understand

_EXAMPLES = 3
_FLAGS: Mapping[str | bool, str] = {True: "yes", False: "no"}
_MOST_ODD = 0.5  # share of a column's cells that may be no values of its kind


class OpenedTable(NamedTuple):
    """A table that was opened, and the report of it."""

    source: Source
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


def opened(address: str, *, today: date) -> Source:
    """Return the table at a path or URL, or that a TOML file describes; `today` is the day from which dates count.

    Raises `InputError`.
    """
    return loaded(address, today=today).source


def live(address: str, *, today: date) -> Source:
    """Return the table at an address, read again whenever it or its TOML file changes; raises like `opened`."""
    table = _Reread(address, today)
    found = LiveTable(table.read, table.mark)
    is_current = isinstance(found.table, TableRecords) and found.table.is_current
    return found.table if is_current else found


class _Reread:
    """A table at an address, read again and again."""

    def __init__(self, address: str, today: date) -> None:
        self._address, self._today = address, today
        self._files = _files_of(address)

    def mark(self) -> object:
        """Return what is another whenever the table may have changed."""
        if not self._files:
            return int(time.monotonic() / _LOOKED_AGAIN)
        return tuple(map(_file_mark, self._files))

    def read(self) -> Source:
        """Return the table as it is now."""
        self._files = _files_of(self._address)
        return opened(self._address, today=self._today)


_LOOKED_AGAIN = 10.0
"""Seconds after which a database that doesn't tell whether it changed is read again."""


def _files_of(address: str) -> list[str]:
    """Return the files that a table consists of; none of one on a server."""
    if address.endswith(".toml"):
        said = settings.read(address)
        return [address, *_files_of(said.data or said.database)]
    return reading.files_of(address)


def _file_mark(path: str) -> tuple[int, int, int] | None:
    """Return what is another when a file was written or another took its place; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def loaded(address: str, *, today: date) -> OpenedTable:
    """Return the table at an address with the report of how it was read; raises like `opened`."""
    said = settings.read(address) if address.endswith(".toml") else settings.TableSettings(data=address)
    understand = partial(_understood, said, address)
    if large := _large(said, understand):
        return _indexed(large, today)
    if (said.query or "://" in said.data) and (asked := _asked(said, understand, today)):
        return asked
    whole = reading.load_query(said.database, said.query) if said.query else reading.load(said.data, said.reading)
    raw = whole.without(said.ignored)
    guess = understand(raw, "")
    if shared := price_per_area(guess, raw):
        return _loaded(_with_shared(understand(shared, ""), shared.header[-1]), shared, today)
    return _loaded(guess, raw, today)


def price_per_area(guess: TableGuess, raw: RawTable) -> RawTable | None:
    """Return a table with a column of what its price comes to for a unit of area; None where it has no one area."""
    price, areas = guess.schema.price, [slot for slot in guess.schema.slots if slot.unit in _AREAS]
    if price is None or len(areas) != 1 or not price.header or not price.unit:
        return None
    (area,) = areas
    header = f"{price.header} per {area.unit}"
    if header in raw.header or any(_PER in slot.label for slot in guess.schema.of_kind("money", "number")):
        return None
    columns = [raw.column(raw.header.index(slot.header)) for slot in (price, area)]
    shares = [_share(price, area, *texts) for texts in zip(*columns, strict=True)]
    rows = tuple((line, (*cells_, share)) for (line, cells_), share in zip(raw.rows, shares, strict=True))
    return raw._replace(header=(*raw.header, header), rows=rows)


_AREAS, _PER = ("m²",), " per "


def _share(price: Slot, area: Slot, amount: str, size: str) -> str:
    """Return what a row's price comes to for a unit of its area; empty where either isn't known."""
    try:
        paid, held = order(cells.read(price, amount)), order(cells.read(area, size))
    except ValueError:
        return ""
    return f"{round(paid / held, 2)} {price.unit}" if paid is not None and held else ""


def _with_shared(guess: TableGuess, header: str) -> TableGuess:
    """Return a table as it is understood, its worked out column asked about and compared by, but told only then."""
    changed = list[Slot]()
    for slot in guess.schema.slots:
        if slot.header == header:
            per = [f"per {unit}" for unit in units.family(header.rpartition(_PER)[2])]
            base = slot.label.partition(_PER)[0]
            nouns = tuple(f"{noun} {each}".strip() for each in per for noun in (base, "price", "cost", ""))
            changed.append(replace(slot, nouns=nouns, better="less", less=(), more=(), shown=False, told=False))
        else:
            changed.append(slot)
    return guess._replace(schema=replace(guess.schema, slots=tuple(changed)))


def _understood(said: settings.TableSettings, address: str, raw: RawTable, name: str) -> TableGuess:
    """Return what is made of a table with what its settings say; `name` is a template where its own doesn't do."""
    guess = guessed(raw, said.items or reading.called(said.data), name or said.name)
    if not address.endswith(".toml"):
        return guess
    named = replace(said, name=name) if name else said
    return guess._replace(schema=settings.applied(named, guess.schema, address))


def _large(said: settings.TableSettings, understand: Understand) -> IndexedTable | None:
    """Return the file of a table that is large enough for an index, where what that needs is installed."""
    if not reading.is_large(said.data) or find_spec("numpy") is None or find_spec("pyarrow") is None:
        return None
    from wayframe.sources.tables.kept import IndexedTable

    return IndexedTable(said.data, said.reading, said.ignored, understand, repr(said))


def _asked(said: settings.TableSettings, understand: Understand, today: date) -> OpenedTable | None:
    """Return a table of a database that is searched where it is, as it has many rows; None of one with few."""
    with reading.connected(said.data or said.database, said.query) as database:
        if not database.has_more_than(reading.MANY):
            database.engine.dispose()
            return None
        from wayframe.sources.tables.database import open_table

        source, report = open_table(database, understand, today)
        return OpenedTable(source, report)


def _indexed(table: IndexedTable, today: date) -> OpenedTable:
    """Return a table with an index, and the report that was made with that."""
    from wayframe.sources.tables.kept import kept
    from wayframe.sources.tables.large import LargeTable

    found = kept(table)
    summary, reports = found.summary, list[ColumnReport]()
    for slot, told in zip(summary.schema.slots, summary.columns, strict=True):
        column = found.columns[slot.name]
        lines = column.odd_lines.tolist()
        odd = tuple(OddCell(line, column.odd_texts[place]) for place, line in enumerate(lines))
        reports.append(ColumnReport(slot, told.why, told.doubts, told.told, odd, told.examples))
    notes = (*summary.notes, *_stock_notes(summary.schema))
    report = LoadReport(summary.schema, summary.rows, summary.doubts, notes, tuple(reports))
    return OpenedTable(LargeTable(found, today=today, name=table.path), report)


def source(schema: Schema, raw: RawTable, *, today: date) -> TableSource:
    """Return a table's rows as a source. Raises `InputError` where most cells aren't what their column holds."""
    return _source(schema, _columns(schema, raw), raw, today)


def described(address: str, target: Path) -> str:
    """Return the settings of a table as a file at `target` would have them."""
    raw = reading.load(address)
    path = reading.public(address) if "://" in address else os.path.relpath(address, target.parent)
    return settings.written(guessed(raw, reading.called(address)), path, raw.notes)


def _loaded(guess: TableGuess, raw: RawTable, today: date) -> OpenedTable:
    columns = _columns(guess.schema, raw)
    guesses = {column.slot.header: column for column in guess.columns}
    reports = tuple(_reported(column, guesses, guess.name) for column in columns)
    notes = (*raw.notes, *_stock_notes(guess.schema))
    report = LoadReport(guess.schema, len(raw.rows), guess.name.doubts, notes, reports)
    return OpenedTable(_source(guess.schema, columns, raw, today), report)


def _stock_notes(schema: Schema) -> list[str]:
    """Return the note that some rows aren't offered."""
    stock = schema.slot(schema.stock)
    return [f"what has no {stock.header} left isn't offered: or stock = ''"] if stock else []


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
        raise InputError(f"{raw.source}: line {odd[0].line}: {cells.expected(slot)}, found {shown(odd[0].text)}")
    return column


def _typed(slot: Slot, text: str) -> TypedCell | None:
    """Return a cell, with its own text where it isn't what its column holds; None of an empty one."""
    try:
        value = cells.read(slot, text)
    except ValueError:
        return TypedCell(None, " ".join(text.split()))
    return None if value is None else TypedCell(value, cells.said(slot, value))
