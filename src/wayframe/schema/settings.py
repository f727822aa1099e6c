"""The TOML file beside a table: what was inferred, written down to be changed; what it leaves out is inferred."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from wayframe.errors import InputError
from wayframe.files import read_toml
from wayframe.schema.inference import ColumnGuess, TableGuess, as_name, is_template, of_slots
from wayframe.schema.records import Direction, Kind, Sayings, Schema, Slot, StandingAnswer, toml_key, toml_value
from wayframe.schema.tables import ReadingSettings, check_columns
from wayframe.schema.units import currency_code

Words = tuple[str, ...]


class SlotSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the file for a column: see `Slot`; `words` are its nouns, `searched` says that it is wishable.

    `said` is how its values are said. A column that is `ignored` is left out of the catalogue.
    """

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
    brief: bool | None = None
    labelled: bool | None = None
    said: Sayings | None = None
    ignored: bool = False


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The file: where the table lies, what its rows are called, which column or template names them, its columns.

    In the place of `data`, `database` is the URL of one and `query` what selects the table from it.
    `stock` is the column that says whether a row can be had; empty, all can be. `guests` is the one that says for how
    many, where the price is each person's; empty, it isn't. `answers` are to what is no column's.
    """

    data: str = ""
    database: str = ""
    query: str = ""
    item: str = ""
    items: str = ""
    name: str = ""
    stock: str | None = None
    guests: str | None = None
    reading: ReadingSettings = ReadingSettings()
    columns: dict[str, SlotSettings] = field(default_factory=dict)
    answers: tuple[StandingAnswer, ...] = ()

    @property
    def ignored(self) -> frozenset[str]:
        """The headers of the columns that are left out."""
        return frozenset(header for header, said in self.columns.items() if said.ignored)


def read(path: str) -> TableSettings:
    """Return the settings in a file; a `data` that is a path is one beside the file. Raises `InputError`."""
    found = read_toml(path, TableSettings)
    _check_place(found, path)
    if found.query or "://" in found.data:
        return found
    return replace(found, data=str(Path(path).parent / found.data))


def _check_place(found: TableSettings, path: str) -> None:
    """Raise `InputError` where the file doesn't say in one way where the table lies."""
    if not found.data and not found.query and not found.database:
        raise InputError(f"{path}: data: expected the table's path or URL, found none")
    if bool(found.query) != bool(found.database):
        raise InputError(f"{path}: expected database, a URL, together with query, a statement that selects")
    if found.data and found.query:
        raise InputError(f"{path}: expected either data or database and query, found both")
    if found.database and "://" not in found.database:
        raise InputError(f"{path}: database: expected a URL, as in postgresql://me@host/shop")


def applied(settings: TableSettings, schema: Schema, path: str) -> Schema:
    """Return the schema with what the settings say. Raises `InputError` where they name a column that isn't there."""
    headers = [slot.header for slot in schema.slots]
    name = settings.name or schema.by_name[schema.name].header
    named = [header for header in settings.columns if header not in settings.ignored]
    if not is_template(name):
        named.append(name)
    check_columns(named, headers, path)
    kept = list[Slot]()
    for slot in schema.slots:
        if is_template(slot.header):
            continue
        changed = _changed(slot, settings.columns.get(slot.header, _NOTHING), path)
        if slot.header == name:
            changed = as_name(changed)
        kept.append(changed)
    made = of_slots(settings.item or schema.item, settings.items or schema.items, name, kept)
    made = replace(made, answers=settings.answers)
    if settings.stock is not None:
        made = replace(made, stock=_counting("stock", settings.stock, made, path))
    if settings.guests is not None:
        made = replace(made, guests=_counting("guests", settings.guests, made, path))
    return made


_COUNTING = {
    "stock": ("a column of numbers or of yes and no", "number", "yes_no"),
    "guests": ("a column of numbers", "number"),
}
"""For each key that names a column of what is counted: such a column in words, and its kinds."""


def _counting(key: str, header: str, schema: Schema, path: str) -> str:
    """Return the slot of the column that a key names. Raises `InputError` for one that counts nothing of the kind."""
    if not header:
        return ""
    check_columns([header], [slot.header for slot in schema.slots], path)
    slot = next(slot for slot in schema.slots if slot.header == header)
    expected, *kinds = _COUNTING[key]
    if slot.kind not in kinds:
        raise InputError(f"{path}: {key}: expected {expected}, found one of {slot.kind}")
    return slot.name


_NOTHING = SlotSettings()
_FIELDS = {"words": "nouns", "searched": "wishable"}
"""Keys of the file that a slot calls otherwise."""
_KEYS = {field_name: key for key, field_name in _FIELDS.items()}


def _changed(slot: Slot, said: SlotSettings, path: str) -> Slot:
    """Return a slot with what the file says of it. Raises `InputError` where its ways to be said can't be filled in."""
    held_by_key: dict[str, Any] = msgspec.structs.asdict(said)
    changes = {_FIELDS.get(key, key): held for key, held in held_by_key.items() if held is not None}
    del changes["ignored"]
    kind = changes.get("kind", slot.kind)
    if kind == "boolean":
        changes["kind"] = "yes_no"
    if said.said:
        _check_said(said.said, kind, f"{path}: columns.{slot.header}.said")
    if kind == "money" and "unit" in changes:
        changes["unit"] = currency_code(changes["unit"]) or changes["unit"]
    if "values" in changes:
        changes["values"] = _merged(slot.values, changes["values"])
    return replace(slot, **changes)


def _check_said(said: Sayings, kind: str, place: str) -> None:
    """Raise `InputError` where a way to be said has another field than the value, or lacks that."""
    held: dict[str, str] = msgspec.structs.asdict(said)
    with_value = () if kind in ("yes_no", "boolean") else _WITH_VALUE
    for key, text in held.items():
        expected = ["{value}"] if key in with_value else []
        if text and _BRACES.findall(text) != expected:
            wanted = "{value} once" if expected else "no braces"
            raise InputError(f"{place}.{key}: expected {wanted}, found {text!r}")


_BRACES = re.compile(r"\{[^{}]*\}|[{}]")
_WITH_VALUE = ("phrase", "object", "wish")
"""The ways to be said that the value stands in."""


def _merged(known: Mapping[str, Words], said: Mapping[str, Words]) -> dict[str, Words]:
    """Return all values with their spellings: those that were inferred and those of the file."""
    spelled = {value.casefold(): value for value in known}
    merged = dict(known)
    for value, spellings in said.items():
        own = spelled.get(value.casefold(), value)
        merged[own] = tuple(dict.fromkeys((*merged.get(own, ()), *spellings)))
    return merged


def written(guess: TableGuess, data: str, notes: tuple[str, ...] = ()) -> str:
    """Return the file for a table, as `read` takes it; what is in doubt stands in comments."""
    schema = guess.schema
    head = {"data": data, "item": schema.item, "items": schema.items, "name": guess.name.header}
    lines = [f"# {note}" for note in notes]
    lines += [f"{key} = {toml_value(value)}" for key, value in head.items()]
    lines += [f"# {doubt}" for doubt in guess.name.doubts]
    if schema.stock:
        lines.append(f"stock = {toml_value(schema.by_name[schema.stock].header)}  # what has none left isn't offered")
    if schema.guests:
        lines.append(f"guests = {toml_value(schema.by_name[schema.guests].header)}  # the price is each person's")
    for column in guess.columns:
        lines += ["", f"[columns.{toml_key(column.slot.header)}]", *_lines(column)]
    return "\n".join(lines) + "\n"


_WRITTEN = ("unit", "better", "nouns", "units", "less", "more", "true", "false", "format", "labelled")


def _lines(column: ColumnGuess) -> list[str]:
    """Return what differs from a slot of which nothing is known, what one will want to change, and the doubts."""
    slot = column.slot
    said: dict[str, Any] = {"kind": slot.kind, "label": slot.label}
    for field_name in _WRITTEN:
        if held := getattr(slot, field_name):
            said[_KEYS.get(field_name, field_name)] = held
    spelled = {value: spellings for value, spellings in slot.values.items() if spellings}
    if spelled:
        said["values"] = spelled
    said["shown"] = slot.shown
    doubts = [f"# {' '.join(doubt.split())}" for doubt in column.doubts]
    return [*doubts, *(f"{key} = {toml_value(value)}" for key, value in said.items())]
