"""JSON and JSON lines: records with fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wayframe.errors import InputError
from wayframe.files import reading
from wayframe.schema.rawtable import RawTable
from wayframe.sources.tables import layout
from wayframe.sources.tables.delimited import decode
from wayframe.sources.tables.texts import flattened


def load(path: str, encoding: str) -> RawTable:
    """Return the table in a file: records in a list, a list in a record, or a record a line. Raises `InputError`."""
    with reading(path) as file:
        text = decode(file.read(), path, encoding).text
    try:
        found = msgspec.json.decode(text) if text.lstrip()[:1] == "[" else _records(text)
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: {error}") from error
    records = [flattened(each) for each in found if isinstance(each, Mapping)]
    if not records or len(records) < len(found):
        raise InputError(f"{path}: expected a list of records, found something else")
    names = list(dict.fromkeys(name for record in records for name in record))
    return layout.rows_table(path, names, [[record.get(name, "") for name in names] for record in records])


def _records(text: str) -> list[Any]:
    """Return the records of lines, or the longest list of a single record."""
    try:
        whole = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return msgspec.json.Decoder().decode_lines(text)
    lists = [value for value in whole.values() if isinstance(value, list)] if isinstance(whole, dict) else []
    return max(lists, key=len, default=[whole])
