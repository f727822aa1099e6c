"""The TOML file beside a table: what was inferred, written down to be changed; what it leaves out is inferred."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from wayframe.errors import InputError, reason, shown
from wayframe.tables.inference import as_name
from wayframe.tables.schema import Better, Column, Kind, Schema


class ColumnSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says of a column; see `Column`."""

    kind: Kind | None = None
    label: str | None = None
    unit: str | None = None
    better: Better | None = None
    words: tuple[str, ...] | None = None
    less: tuple[str, ...] | None = None
    more: tuple[str, ...] | None = None
    values: dict[str, tuple[str, ...]] | None = None
    format: str | None = None
    searched: bool | None = None
    shown: bool | None = None
    labelled: bool | None = None


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The file: where the table lies, what its rows are called, which column names them, and its columns by name."""

    data: str = ""
    item: str = ""
    items: str = ""
    name: str = ""
    columns: dict[str, ColumnSettings] = field(default_factory=dict)


def read(path: str) -> Settings:
    """The settings in a file; a `data` that is a path is one beside the file. Raises `InputError`."""
    try:
        found = msgspec.convert(tomllib.loads(Path(path).read_text(encoding="utf-8")), Settings)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"{path}: {' '.join(str(error).split())}") from error
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    if not found.data:
        raise InputError(f"{path}: data: expected the table's path or URL, found none")
    return found if "://" in found.data else replace(found, data=str(Path(path).parent / found.data))


def applied(settings: Settings, schema: Schema, path: str) -> Schema:
    """The schema with what the settings say. Raises `InputError` where they name a column that isn't there."""
    by_header = {column.header: column for column in schema.columns}
    for header in (*settings.columns, *filter(None, [settings.name])):
        if header not in by_header:
            raise InputError(f"{path}: no column {shown(header)}: expected one of {', '.join(by_header)}")
    columns = [_changed(column, settings.columns.get(column.header)) for column in schema.columns]
    name = settings.name or schema.name.header
    columns = [as_name(column) if column.header == name else column for column in columns]
    called = next(column for column in columns if column.header == name)
    item, items = settings.item or schema.item, settings.items or schema.items
    return Schema(item=item, items=items, name=called, columns=tuple(columns))


def _changed(column: Column, said: ColumnSettings | None) -> Column:
    if said is None:
        return column
    changes = {key: value for key in said.__struct_fields__ if (value := getattr(said, key)) is not None}
    return replace(column, **changes)


def written(schema: Schema, data: str) -> str:
    """The file for a schema, as `read` takes it."""
    head = {"data": data, "item": schema.item, "items": schema.items, "name": schema.name.header}
    lines = [f"{key} = {_toml(value)}" for key, value in head.items()]
    for column in schema.columns:
        lines += ["", f"[columns.{_key(column.header)}]", *_lines(column)]
    return "\n".join(lines) + "\n"


def _lines(column: Column) -> list[str]:
    """What differs from a column of which nothing is known, and what one will want to change."""
    said: dict[str, Any] = {"kind": column.kind, "label": column.label}
    optional = ("unit", "better", "words", "less", "more", "format", "labelled")
    said |= {key: value for key in optional if (value := getattr(column, key))}
    if column.values:
        said["values"] = column.values
    return [f"{key} = {_toml(value)}" for key, value in (said | {"shown": column.shown}).items()]


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").replace("-", "").isalnum() else _toml(name)


def _toml(value: object) -> str:
    """A value as TOML writes it; its strings are those of JSON but for characters beyond U+FFFF, and U+007F."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
