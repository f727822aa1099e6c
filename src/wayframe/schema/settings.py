"""The TOML file beside a table: what was inferred, written down to be changed; what it leaves out is inferred."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from wayframe.errors import InputError, reason, shown
from wayframe.schema import toml
from wayframe.schema.inference import as_name, of_slots
from wayframe.schema.records import Direction, Kind, Schema, Slot
from wayframe.schema.units import currency_code

Words = tuple[str, ...]


class SlotSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the file for a column: see `Slot`; `words` are its nouns, `searched` says that it is wishable."""

    kind: Kind | Literal["boolean"] | None = None
    label: str | None = None
    unit: str | None = None
    better: Direction | None = None
    words: Words | None = None
    units: Words | None = None
    less: Words | None = None
    more: Words | None = None
    values: dict[str, Words] | None = None
    true: Words | None = None
    false: Words | None = None
    format: str | None = None
    searched: bool | None = None
    shown: bool | None = None
    labelled: bool | None = None


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The file: where the table lies, what its rows are called, which column names them, and its columns by name."""

    data: str = ""
    item: str = ""
    items: str = ""
    name: str = ""
    columns: dict[str, SlotSettings] = field(default_factory=dict)


def read(path: str) -> TableSettings:
    """Return the settings in a file; a `data` that is a path is one beside the file. Raises `InputError`."""
    try:
        found = msgspec.convert(tomllib.loads(Path(path).read_text(encoding="utf-8")), TableSettings)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"{path}: {' '.join(str(error).split())}") from error
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    if not found.data:
        raise InputError(f"{path}: data: expected the table's path or URL, found none")
    return found if "://" in found.data else replace(found, data=str(Path(path).parent / found.data))


def applied(settings: TableSettings, schema: Schema, path: str) -> Schema:
    """Return the schema with what the settings say. Raises `InputError` where they name a column that isn't there."""
    by_header = {slot.header: slot for slot in schema.slots}
    for header in (*settings.columns, *filter(None, [settings.name])):
        if header not in by_header:
            raise InputError(f"{path}: no column {shown(header)}: expected one of {', '.join(by_header)}")
    name = by_header[settings.name].name if settings.name else schema.name
    slots = [_changed(slot, settings.columns.get(slot.header)) for slot in schema.slots]
    slots = [as_name(slot) if slot.name == name else slot for slot in slots]
    return of_slots(settings.item or schema.item, settings.items or schema.items, name, slots)


_FIELDS = {"words": "nouns", "searched": "wishable"}
"""Keys of the file that a slot calls otherwise."""


def _changed(slot: Slot, said: SlotSettings | None) -> Slot:
    if said is None:
        return slot
    changes: dict[str, Any] = {
        _FIELDS.get(key, key): value for key in said.__struct_fields__ if (value := getattr(said, key)) is not None
    }
    if changes.get("kind") == "boolean":
        changes["kind"] = "yes_no"
    if "unit" in changes and changes.get("kind", slot.kind) == "money":
        changes["unit"] = currency_code(changes["unit"]) or changes["unit"]
    if "values" in changes:
        changes["values"] = _merged(slot.values, changes["values"])
    return replace(slot, **changes)


def _merged(known: Mapping[str, Words], said: Mapping[str, Words]) -> dict[str, Words]:
    """Return all values with their spellings: those that were inferred and those of the file."""
    spelled = {value.casefold(): value for value in known}
    merged = dict(known)
    for value, spellings in said.items():
        own = spelled.get(value.casefold(), value)
        merged[own] = tuple(dict.fromkeys((*merged.get(own, ()), *spellings)))
    return merged


def written(schema: Schema, data: str) -> str:
    """Return the file for a schema, as `read` takes it."""
    header = {slot.name: slot.header for slot in schema.slots}
    head = {"data": data, "item": schema.item, "items": schema.items, "name": header[schema.name]}
    lines = [f"{key} = {toml.value(value)}" for key, value in head.items()]
    for slot in schema.slots:
        lines += ["", f"[columns.{toml.key(slot.header)}]", *_lines(slot)]
    return "\n".join(lines) + "\n"


def _lines(slot: Slot) -> list[str]:
    """Return what differs from a slot of which nothing is known, and what one will want to change."""
    said: dict[str, Any] = {"kind": slot.kind, "label": slot.label}
    names = {field: key for key, field in _FIELDS.items()}
    for field_name in ("unit", "better", "nouns", "units", "less", "more", "true", "false", "format", "labelled"):
        if held := getattr(slot, field_name):
            said[names.get(field_name, field_name)] = held
    if spelled := {value: spellings for value, spellings in slot.values.items() if spellings}:
        said["values"] = spelled
    return [f"{key} = {toml.value(value)}" for key, value in (said | {"shown": slot.shown}).items()]
