"""Schemas as TOML files: the keys of `Schema`, and a table `[slots.NAME]` for each slot with the keys of `Slot`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from wayframe.errors import InputError, reason
from wayframe.schema.records import Schema, Slot


def read(path: str | Path) -> Schema:
    """Return the schema in a file. Raises `InputError` naming the file and the field."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8: {error}") from error
    return parsed(text, str(path))


def parsed(text: str, source: str) -> Schema:
    """Return the schema in a text; `source` is named where it is wrong. Raises `InputError`."""
    try:
        fields = tomllib.loads(text)
        slots = fields.pop("slots", {})
        if not isinstance(slots, dict):
            raise InputError(f"{source}: slots: expected tables, as in [slots.price]")
        read_slots = tuple(_slot(name, entry) for name, entry in slots.items())
        schema = msgspec.convert({**fields, "slots": read_slots}, Schema)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"{source}: {' '.join(str(error).split())}") from error
    except InputError as error:
        raise error if str(error).startswith(source) else InputError(f"{source}: {error}") from None
    _check(schema, source)
    return schema


@cache
def packaged(name: str) -> Schema:
    """Return a schema that comes with the package: `trips`, `flights`."""
    text = files("wayframe.schema").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parsed(text, f"{name}.toml")


def trips() -> Schema:
    """Return the schema of trips."""
    return packaged("trips")


def written(schema: Schema) -> str:
    """Return the file for a schema, as `read` takes it; what a slot leaves to the defaults isn't written."""
    head = [f"{field} = {value(held)}" for field, held in _told(schema).items() if field != "slots"]
    tables = ["\n".join([f"[slots.{key(slot.name)}]", *_lines(slot)]) for slot in schema.slots]
    return "\n\n".join(["\n".join(head), *tables]) + "\n"


def value(held: object) -> str:
    """Return a value as TOML writes it; its strings are those of JSON but for U+007F."""
    if isinstance(held, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(each)}" for name, each in held.items()) + " }"
    if isinstance(held, tuple | list):
        return "[" + ", ".join(map(value, held)) + "]"
    return json.dumps(held, ensure_ascii=False).replace("\x7f", "\\u007f")


def _slot(name: str, entry: Any) -> Slot:
    if not isinstance(entry, dict):
        raise InputError(f"slots.{name}: expected a table, as in [slots.{name}]")
    try:
        return msgspec.convert({**entry, "name": name}, Slot)
    except msgspec.ValidationError as error:
        raise InputError(f"slots.{name}: {' '.join(str(error).split())}") from error


def _check(schema: Schema, source: str) -> None:
    """Raise `InputError` where a field names a slot that isn't there."""
    fields = {"name": (schema.name,), "place": (schema.place,), "order": (schema.order,), "counted": schema.counted}
    for field, names in fields.items():
        for named in names:
            if named in schema.by_name or (not named and field != "name"):
                continue
            raise InputError(f"{source}: {field}: there is no slot {named!r}")


def _told(record: Schema | Slot) -> dict[str, Any]:
    """Return the fields of a record that differ from their defaults."""
    told = {}
    for field in msgspec.structs.fields(record):
        held = getattr(record, field.name)
        default = {} if field.default_factory is dict else field.default
        if held != default:
            told[field.name] = held
    return told


def _lines(slot: Slot) -> list[str]:
    return [f"{field} = {value(held)}" for field, held in _told(slot).items() if field != "name"]


def key(name: str) -> str:
    """Return a key as TOML writes it, in quotes where it has to be."""
    plain = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if plain else value(name)
