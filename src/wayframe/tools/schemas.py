"""The inputs of tools as records made from a catalogue's schema, and records as JSON schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Literal

import msgspec
import msgspec.structs
from msgspec import UNSET, Meta, Struct, UnsetType

from wayframe.meaning.records import Direction
from wayframe.schema import Slot
from wayframe.sources.protocol import Query, Source
from wayframe.tools.encoding import value_json

LISTED = 40
"""Values that are named one by one in a description; of more, some examples are."""

_EXAMPLES = 5
_WINDOW = {
    "window_start": '; "is" means this day or later',
    "window_end": '; "is" means this day or earlier',
}
"""What a day means that is one end of a stay."""

_RANGED = ("number", "date")  # an amount of money depends on for whom it is
_DIRECTIONS: tuple[Direction, Direction] = ("least", "most")
_IS = "One of these."
_NOT = "None of these."

_SEVERAL = Meta(min_length=1)
DAYS, CLOCK = r"^\d{4}-\d{2}-\d{2}(/\d{4}-\d{2}-\d{2})?$", r"^\d{2}:\d{2}$"
"""The patterns of a day or several days, and of a time of day."""

Days = Annotated[str, Meta(pattern=DAYS)]
Clock = Annotated[str, Meta(pattern=CLOCK)]
Numbers = float | Annotated[list[float], _SEVERAL]
Dates = Days | Annotated[list[Days], _SEVERAL]
Times = Clock | Annotated[list[Clock], _SEVERAL]
Names = str | Annotated[list[str], _SEVERAL]
Best = Annotated[Literal["least", "most"], Meta(description="Order by it: the least or the most first.")]


class _Constraint(Struct, forbid_unknown_fields=True, rename={"is_": "is", "not_": "not"}):
    """A record of a constraint; what isn't said is left out."""


class NumberConstraint(_Constraint):
    """Bounds of a number, both included unless `exclusive`."""

    is_: Annotated[Numbers | UnsetType, Meta(description=_IS)] = UNSET
    at_least: float | UnsetType = UNSET
    at_most: float | UnsetType = UNSET
    around: float | UnsetType = UNSET
    not_: Annotated[Numbers | UnsetType, Meta(description=_NOT)] = UNSET
    exclusive: bool | UnsetType = UNSET
    best: Best | UnsetType = UNSET


class MoneyConstraint(NumberConstraint):
    """Bounds of an amount of money, for the whole party unless `per` says otherwise."""

    per: Literal["person", "night"] | UnsetType = UNSET


class DateConstraint(_Constraint):
    """Bounds of an ISO date, both included unless `exclusive`; 2026-08-21/2026-08-31 is any day of these."""

    is_: Annotated[Dates | UnsetType, Meta(description=_IS)] = UNSET
    at_least: Annotated[date | UnsetType, Meta(description="On or after this day.")] = UNSET
    at_most: Annotated[date | UnsetType, Meta(description="On or before this day.")] = UNSET
    around: Days | UnsetType = UNSET
    not_: Annotated[Dates | UnsetType, Meta(description=_NOT)] = UNSET
    exclusive: bool | UnsetType = UNSET
    best: Best | UnsetType = UNSET


class TimeConstraint(_Constraint):
    """Bounds of a time of day, such as 14:30, both included unless `exclusive`."""

    is_: Annotated[Times | UnsetType, Meta(description=_IS)] = UNSET
    at_least: Clock | UnsetType = UNSET
    at_most: Clock | UnsetType = UNSET
    around: Clock | UnsetType = UNSET
    not_: Annotated[Times | UnsetType, Meta(description=_NOT)] = UNSET
    exclusive: bool | UnsetType = UNSET
    best: Best | UnsetType = UNSET


class TextConstraint(_Constraint):
    """Values as the catalogue writes them."""

    is_: Annotated[Names | UnsetType, Meta(description=_IS)] = UNSET
    not_: Annotated[Names | UnsetType, Meta(description=_NOT)] = UNSET


class PartyConstraint(_Constraint):
    """The people, all of them."""

    adults: Annotated[int, Meta(ge=0)] = 1
    children: Annotated[int, Meta(ge=0)] = 0
    ages: Annotated[list[int] | UnsetType, Meta(description="Ages of the children.")] = UNSET


_TYPES: Mapping[str, Any] = {
    "number": NumberConstraint,
    "money": MoneyConstraint,
    "date": DateConstraint,
    "time": TimeConstraint,
    "party": PartyConstraint,
    "yes_no": bool,
    **dict.fromkeys(("name", "category", "place", "text", "list"), TextConstraint),
}


class RecalledWish(Struct, forbid_unknown_fields=True):
    """A wish as `recall` gives it."""

    slot: str
    constraint: Any


def constraint_type(kind: str) -> Any:
    """Return the record of a constraint on slots of a kind."""
    return _TYPES[kind]


def constraint_names(slot: Slot) -> tuple[str, ...]:
    """Return the names of what a constraint on a slot may say; none where it is a plain value."""
    kind = constraint_type(slot.kind)
    return () if kind is bool else tuple(field.encode_name for field in msgspec.structs.fields(kind))


def wishes_type(source: Source) -> Any:
    """Return the record of a set of wishes over a source: a constraint for each slot that can be wished for."""
    fields, names = list[tuple[str, Any, Any]](), dict[str, str]()
    for slot in source.schema.slots:
        if slot.wishable:
            attribute = f"slot_{len(fields)}"
            kind: Any = _TYPES[slot.kind]
            fields.append((attribute, Annotated[kind | UnsetType, Meta(description=description(source, slot))], UNSET))
            names[attribute] = slot.name
    return msgspec.defstruct("Wishes", fields, forbid_unknown_fields=True, rename=names)


def description(source: Source, slot: Slot) -> str:
    """Return a slot in words: its label, its unit, the values that there are."""
    label = slot.label if slot.unit in ("", slot.label) else f"{slot.label} ({slot.unit})"
    if slot.kind in _RANGED:
        least, most = ends(source, slot, Query())
        told = label if least is None else f"{label}: {least} to {most}"
        return told + _WINDOW.get(slot.bearing, "")
    names = source.names(slot.name) if slot.kind in ("category", "place", "list", "name") else ()
    if not names:
        return label
    if len(names) <= LISTED:
        return f"{label}: {', '.join(names)}"
    return f"{label}: {', '.join(names[:_EXAMPLES])}, ... ({len(names)} in all: call values)"


def ends(source: Source, slot: Slot, query: Query) -> tuple[Any, Any]:
    """Return the least and the most of a slot among what a query finds; None where there is none, or no order."""
    if not slot.measured:
        return None, None
    found = [source.extreme(query, slot.name, direction) for direction in _DIRECTIONS]
    least, most = (None if item is None else value_json(item.values[slot.name]) for item in found)
    return least, most


def json_schema(record: Any) -> dict[str, Any]:
    """Return the JSON schema of a record, itself an object and no reference to one, as protocols want it."""
    (schema,), parts = components([record])
    whole = parts.pop(str(schema["$ref"]).rpartition("/")[2])
    return {**whole, "$defs": parts} if parts else whole


def components(records: Sequence[Any]) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the JSON schemas of records, of most but references, and the parts to which they refer."""
    schemas, parts = msgspec.json.schema_components(records, ref_template="#/$defs/{name}")
    for part in parts.values():
        part.pop("title", None)  # says nothing that its name doesn't
        if "description" in part:
            part["description"] = " ".join(part["description"].split())
    return list(schemas), parts
