"""Check JSON against the types of the records: every missing, unknown or mistyped field, with its path.

The readers stop at the first fault, take a field that has a default as present, and leave frames and searches for
later; this looks at everything. It is slow, and needed only where something is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import UnionType
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from wayframe.dialogue import Dialogue, Frame, SearchLog, Turn
from wayframe.validation.problem import DialogueFinding, found

_DIALOGUE, _TURN, _DATABASE, _FRAMES = inspect.multi_type_info([Dialogue, Turn, SearchLog, tuple[Frame, ...]])
_PARTS = {"db": _DATABASE, "labels.frames": _FRAMES}
_PLAIN: dict[type[inspect.Type], type | UnionType] = {
    inspect.StrType: str,
    inspect.BoolType: bool,
    inspect.NoneType: type(None),
    inspect.IntType: int,
    inspect.FloatType: int | float,
}
_NAMES: dict[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.VarTupleType: "a list",
    inspect.ListType: "a list",
}
_CONTAINERS: dict[type, str] = {dict: "an object", list: "a list"}
_LISTS = inspect.VarTupleType | inspect.ListType


def dialogue_findings(value: dict[str, Any]) -> Iterator[DialogueFinding]:
    """Check decoded JSON for the fields of a dialogue, without its turns."""
    turns = value.get("turns", [])
    yield from _struct(_DIALOGUE, value | {"turns": []} if isinstance(turns, list) else value, "")


def turn_shape_findings(value: object) -> Iterator[DialogueFinding]:
    """Everything that keeps decoded JSON from being a turn, or that is missing in it."""
    yield from _walk(_TURN, value, "")
    if isinstance(value, dict) and value.get("author") == "wizard" and "db" not in value:
        yield DialogueFinding("db", "missing on a wizard's turn")


def part_findings(field: str, json: msgspec.Raw) -> Iterator[DialogueFinding]:
    """The same for what a turn keeps as JSON: its `labels.frames` or its `db`."""
    try:
        value = msgspec.json.decode(json)
    except (msgspec.DecodeError, RecursionError):
        yield DialogueFinding(field, "nested too deeply, or holds a number that is too long")
    else:
        yield from _walk(_PARTS[field], value, field)


def _walk(kind: inspect.Type, value: Any, field: str) -> Iterator[DialogueFinding]:
    walk = _WALKS.get(type(kind))
    if walk:
        yield from walk(kind, value, field)
    elif not _is(kind, value):
        yield _unlike(kind, value, field)


def _list(kind: Any, value: Any, field: str) -> Iterator[DialogueFinding]:
    if not isinstance(value, list):
        yield _unlike(kind, value, field)
        return
    for number, item in enumerate(value):
        yield from _walk(kind.item_type, item, f"{field}[{number}]")


def _dict(kind: Any, value: Any, field: str) -> Iterator[DialogueFinding]:
    if not isinstance(value, dict):
        yield _unlike(kind, value, field)
        return
    for key, item in value.items():
        yield from _walk(kind.value_type, item, f"{field}[{found(key)}]")


def _struct(kind: Any, value: Any, field: str) -> Iterator[DialogueFinding]:
    if not isinstance(value, dict):
        yield _unlike(kind, value, field)
        return
    fields = {each.encode_name: each for each in kind.fields}
    for name, each in fields.items():
        place = f"{field}.{name}".lstrip(".")
        if name in value:
            yield from _walk(_PARTS.get(place, each.type), value[name], place)
        elif not _may_be_absent(each):
            yield DialogueFinding(place, "missing")
    for name in value:
        if name not in fields:
            yield DialogueFinding(field, f"the format has no field {found(name)}")


def _may_be_absent(field: inspect.Field) -> bool:
    """Tell whether the format omits the field where it is empty (`UNSET` in the records), not just the reader."""
    return not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT


def _union(kind: Any, value: Any, field: str) -> Iterator[DialogueFinding]:
    for each in kind.types:
        if isinstance(value, list) and isinstance(each, _LISTS):
            yield from _list(each, value, field)
            return
        if _is(each, value):
            return
    yield _unlike(kind, value, field)


_WALKS: dict[type[inspect.Type], Callable[[Any, Any, str], Iterator[DialogueFinding]]] = {
    inspect.StructType: _struct,
    inspect.VarTupleType: _list,
    inspect.ListType: _list,
    inspect.DictType: _dict,
    inspect.UnionType: _union,
}


def _is(kind: inspect.Type, value: object) -> bool:
    """Tell whether a plain value is of a type; a boolean is no number, and a whole number is also a number."""
    if isinstance(kind, inspect.LiteralType):
        return value in kind.values
    if isinstance(value, bool):
        return isinstance(kind, inspect.BoolType)
    return isinstance(value, _PLAIN.get(type(kind), ()))


def _unlike(kind: inspect.Type, value: object, field: str) -> DialogueFinding:
    return DialogueFinding(field, f"expected {_named(kind)}, found {_shown(value)}")


def _named(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.UnionType):
        names = (_named(each) for each in kind.types if not isinstance(each, inspect.RawType))
        return " or ".join(dict.fromkeys(names))
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(found(value) for value in kind.values)
    return _NAMES.get(type(kind), "an object")


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _CONTAINERS.get(type(value)) or found(value)
