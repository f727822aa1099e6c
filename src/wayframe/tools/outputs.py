"""The JSON schemas of what tools return, made from a catalogue's schema: its facts, its values, its constraints."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from wayframe.schema import Schema, Slot
from wayframe.tools.records import Json
from wayframe.tools.schemas import CLOCK, components, constraint_type, json_schema

_REFERENCE = "#/$defs/{name}"
_CONSTRAINT, _VALUE = _REFERENCE.format(name="Constraint"), _REFERENCE.format(name="Value")
_NUMBER, _TEXT, _YES_NO, _NONE = {"type": "number"}, {"type": "string"}, {"type": "boolean"}, {"type": "null"}
_TEXTS = {"type": "array", "items": _TEXT}
_PARTY = {
    "type": "object",
    "properties": {
        "adults": {"type": "integer"},
        "children": {"type": "integer"},
        "ages": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["adults", "children"],
}

_FACTS: Mapping[str, Json] = {
    "number": _NUMBER,
    "money": _NUMBER,
    "date": {"type": "string", "format": "date"},
    "time": {"type": "string", "pattern": CLOCK},
    "yes_no": _YES_NO,
    "party": _PARTY,
    "list": _TEXTS,
    **dict.fromkeys(("name", "category", "place", "text"), _TEXT),
}


def output_schema(record: Any, schema: Schema) -> Json:
    """Return the JSON schema of a record that tools return, over a catalogue of a schema."""
    whole = json_schema(record)
    parts = {name: _by_kind(part, schema) for name, part in whole.pop("$defs", {}).items()}
    needed = _referred(whole, parts | _parts(schema))
    return {**whole, "$defs": needed} if needed else whole


def _parts(schema: Schema) -> Json:
    """Return the schemas that records leave to the catalogue: facts by slot, constraints and values by kind."""
    kinds = _kinds(schema)
    facts = {slot.name: _fact(slot) for slot in schema.slots}
    constraints, parts = components([constraint_type(kind) for kind in kinds])
    return {
        **parts,
        "Facts": {"type": "object", "properties": facts, "additionalProperties": {"$ref": _VALUE}},  # a trip's country
        "Constraint": {"anyOf": _different(constraints)},
        "Value": {"anyOf": _different([*(_value(kind) for kind in kinds), _NONE])},
    }


def _fact(slot: Slot) -> Json:
    """Return the schema of a fact, with its unit."""
    return {**_FACTS[slot.kind], "description": slot.unit} if slot.unit else _FACTS[slot.kind]


def _kinds(schema: Schema) -> Mapping[str, list[str]]:
    """Return the names of the slots of each kind that there is."""
    found = dict[str, list[str]]()
    for slot in schema.slots:
        found.setdefault(slot.kind, []).append(slot.name)
    return found


def _value(kind: str) -> Json:
    """Return the schema of a value that stands by itself: of a list also one of its texts, or all in one."""
    return {"anyOf": [_TEXT, _TEXTS]} if kind == "list" else _FACTS[kind]


def _by_kind(part: Json, schema: Schema) -> Json:
    """Return the schema of a record, with a slot as one for each kind of slot, with its constraints and values."""
    if "slot" not in part["properties"]:
        return part
    told = {key: each for key, each in part.items() if key == "description"}
    return {**told, "anyOf": [_of_kind(part, kind, slots) for kind, slots in _kinds(schema).items()]}


def _of_kind(part: Json, kind: str, slots: list[str]) -> Json:
    """Return the schema of a record for the slots of a kind."""
    (constraint,), _ = components([constraint_type(kind)])
    value = {"anyOf": [_value(kind), _NONE]}
    exact = {_CONSTRAINT: constraint, _VALUE: value}
    properties = {name: _exact(each, exact) for name, each in part["properties"].items()}
    return {
        "type": "object",
        "properties": {**properties, "slot": {"type": "string", "enum": slots}},
        "required": part["required"],
    }


def _exact(schema: Json, exact: Mapping[str, Json]) -> Json:
    """Return the schema of a property with what a kind of slot makes of constraints and values."""
    if schema.get("type") == "array":
        return {**schema, "items": _exact(schema["items"], exact)}
    return exact.get(schema.get("$ref", ""), schema)


def _different(schemas: Iterable[Json]) -> list[Json]:
    """Return schemas without those that are there already."""
    return list({json.dumps(schema): schema for schema in schemas}.values())


def _referred(whole: Json, parts: Mapping[str, Json]) -> Json:
    """Return the parts to which a schema refers, and those to which these do."""
    found, open_ = Json(), [whole]
    while open_:
        text = json.dumps(open_.pop())
        for name, part in parts.items():
            if name not in found and f'"{_REFERENCE.format(name=name)}"' in text:
                found[name] = part
                open_.append(part)
    return found
