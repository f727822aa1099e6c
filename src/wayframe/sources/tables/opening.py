"""Opening a table: its file or URL read, its schema inferred, its cells checked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from wayframe.errors import InputError, shown
from wayframe.meaning.records import Value
from wayframe.schema import Schema, Slot, settings
from wayframe.schema.inference import Raw, inferred
from wayframe.sources.tables import cells, reading
from wayframe.sources.tables.source import Row, TableSource


def opened(address: str, *, today: date) -> TableSource:
    """Return the table at a path or URL, or that a TOML file describes; `today` is the day from which dates count.

    Raises `InputError`.
    """
    if not address.endswith(".toml"):
        raw = reading.load(address)
        return source(inferred(raw, reading.called(address)), raw, today=today)
    said = settings.read(address)
    raw = reading.load(said.data)
    guessed = inferred(raw, said.items or reading.called(said.data), said.name)
    return source(settings.applied(said, guessed, address), raw, today=today)


def source(schema: Schema, raw: Raw, *, today: date) -> TableSource:
    """Return a table's rows as a source. Raises `InputError` where a cell isn't what its column holds."""
    return TableSource(schema, rows(schema, raw), today=today, name=raw.source)


def described(address: str, target: Path) -> str:
    """Return the settings of a table as a file at `target` would have them."""
    raw = reading.load(address)
    path = address if "://" in address else os.path.relpath(address, target.parent)
    return settings.written(inferred(raw, reading.called(address)), path)


def rows(schema: Schema, raw: Raw) -> Iterator[Row]:
    """Return the rows of a table. Raises `InputError` naming the line and the column of a cell that is wrong."""
    columns = [(slot, raw.header.index(slot.header)) for slot in schema.slots]
    known: dict[tuple[str, str], tuple[Value, str | bool] | None] = {}
    for line, texts in raw.rows:
        values, record = dict[str, Value](), dict[str, str | bool]()
        for slot, place in columns:
            cell = slot.name, texts[place]
            if cell not in known:
                known[cell] = _read(slot, texts[place], f"{raw.source}: line {line}")
            if found := known[cell]:
                values[slot.name], record[slot.name] = found
        if schema.name not in values:
            header = schema.by_name[schema.name].header
            raise InputError(f"{raw.source}: line {line}: {header}: expected a name, found none")
        yield Row(values, record)


def _read(slot: Slot, text: str, where: str) -> tuple[Value, str | bool] | None:
    try:
        value = cells.read(slot, text)
    except ValueError as error:
        kind = "yes or no" if slot.kind == "yes_no" else f"a {slot.kind}"
        unit = f" in {slot.unit}" if slot.unit and slot.kind in ("number", "money") else ""
        raise InputError(f"{where}: {slot.header}: expected {kind}{unit}, found {shown(text)}") from error
    return None if value is None else (value, cells.said(slot, value))
