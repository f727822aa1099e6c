"""Whether JSON has the shape of the records: every field that is missing, unknown or of the wrong type, by its place.

The readers stop at the first fault, take a field that has a default as present, and leave frames and searches for
later; this looks at everything. It is slow, and needed only where something is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from wayframe.dialogue import Database, Dialogue, Frame, Turn
from wayframe.validation.problem import Finding, found

_DIALOGUE, _TURN, _DATABASE, _FRAMES = inspect.multi_type_info([Dialogue, Turn, Database, tuple[Frame, ...]])
_PARTS = {"db": _DATABASE, "labels.frames": _FRAMES}
_PLAIN: dict[type[inspect.Type], tuple[type, str]] = {
    inspect.StrType: (str, "text"),
    inspect.BoolType: (bool, "true or false"),
    inspect.NoneType: (type(None), "null"),
}
_LISTS = inspect.VarTupleType | inspect.ListType


def dialogue_findings(value: dict[str, Any]) -> Iterator[Finding]:
    """What keeps decoded JSON from being a dialogue, or is missing in it; its turns aside."""
    turns = value.get("turns", [])
    yield from _struct(_DIALOGUE, value | {"turns": []} if isinstance(turns, list) else value, "")


def turn_findings(value: object) -> Iterator[Finding]:
    """Everything that keeps decoded JSON from being a turn, or that is missing in it."""
    yield from _walk(_TURN, value, "")
    if isinstance(value, dict) and value.get("author") == "wizard" and "db" not in value:
        yield Finding("db", "missing on a wizard's turn")


def part_findings(field: str, json: msgspec.Raw) -> Iterator[Finding]:
    """The same for what a turn keeps as JSON: its `labels.frames` or its `db`."""
    try:
        value = msgspec.json.decode(json)
    except (msgspec.DecodeError, RecursionError):
        yield Finding(field, "nested too deeply, or holds a number that is too long")
    else:
        yield from _walk(_PARTS[field], value, field)


def _walk(kind: inspect.Type, value: Any, field: str) -> Iterator[Finding]:
    if isinstance(kind, inspect.StructType):
        yield from _struct(kind, value, field)
    elif isinstance(kind, _LISTS):
        if isinstance(value, list):
            for number, item in enumerate(value):
                yield from _walk(kind.item_type, item, f"{field}[{number}]")
        else:
            yield _unlike(kind, value, field)
    elif isinstance(kind, inspect.DictType):
        if isinstance(value, dict):
            for key, item in value.items():
                yield from _walk(kind.value_type, item, f"{field}[{found(key)}]")
        else:
            yield _unlike(kind, value, field)
    elif isinstance(kind, inspect.UnionType):
        yield from _union(kind, value, field)
    elif not _is(kind, value):
        yield _unlike(kind, value, field)


def _struct(kind: inspect.Type, value: Any, field: str) -> Iterator[Finding]:
    if not isinstance(value, dict) or not isinstance(kind, inspect.StructType):
        yield _unlike(kind, value, field)
        return
    fields = {each.encode_name: each for each in kind.fields}
    for name, each in fields.items():
        place = f"{field}.{name}".lstrip(".")
        if name in value:
            yield from _walk(_PARTS.get(place, each.type), value[name], place)
        elif not _may_be_absent(each):
            yield Finding(place, "missing")
    for name in value:
        if name not in fields:
            yield Finding(field, f"the format has no field {found(name)}")


def _may_be_absent(field: inspect.Field) -> bool:
    """Whether the format leaves the field out where there is nothing (`UNSET` in the records), not only the reader."""
    return not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT


def _union(kind: inspect.UnionType, value: Any, field: str) -> Iterator[Finding]:
    for each in kind.types:
        if (isinstance(each, _LISTS) and isinstance(value, list)) or _is(each, value):
            yield from _walk(each, value, field)
            return
    yield _unlike(kind, value, field)


def _is(kind: inspect.Type, value: object) -> bool:
    """Whether a plain value is of a type; a boolean is no number, and a whole number is also a number."""
    if isinstance(kind, inspect.LiteralType):
        return value in kind.values
    if isinstance(kind, inspect.IntType):
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(kind, inspect.FloatType):
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(kind) in _PLAIN and isinstance(value, _PLAIN[type(kind)][0])


def _unlike(kind: inspect.Type, value: object, field: str) -> Finding:
    return Finding(field, f"expected {_named(kind)}, found {_shown(value)}")


def _named(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.UnionType):
        return " or ".join(dict.fromkeys(_named(each) for each in kind.types if not isinstance(each, inspect.RawType)))
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(found(value) for value in kind.values)
    if isinstance(kind, _LISTS):
        return "a list"
    if isinstance(kind, inspect.IntType):
        return "a whole number"
    if isinstance(kind, inspect.FloatType):
        return "a number"
    return _PLAIN[type(kind)][1] if type(kind) in _PLAIN else "an object"


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return found(value)
