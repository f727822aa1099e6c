"""Typed values and constraints as JSON, and back: numbers, booleans, texts, ISO dates, parties.

| kind of slot | constraint |
| --- | --- |
| number, money, time | `is`, `at_least`, `at_most`, `around`, `not`; money also `per`: person or night |
| date | the same with ISO dates; `is`, `around` and `not` also with two and a stroke between: from one to the other |
| name, category, place, text, list | `is`, `not`: one or several |
| party | `adults`, `children`, `ages` |
| yes/no | true or false |
| all that have an order | `exclusive`: the bounds themselves don't count; `best`: least or most |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from wayframe.errors import InputError, shown
from wayframe.meaning.records import (
    Clock,
    Constraint,
    Days,
    Flag,
    Money,
    Number,
    Operator,
    Party,
    Text,
    Texts,
    Value,
)
from wayframe.schema import Schema, Slot

ORDERED: tuple[Operator, ...] = ("is", "at_least", "at_most", "around", "not")
BOUNDS: tuple[Operator, ...] = ("at_least", "at_most")
_MINUTES = 60


# Values


def _days(value: Days) -> str:
    return value.first.isoformat() if value.exact else f"{value.first.isoformat()}/{value.last.isoformat()}"


def _party(value: Party) -> dict[str, Any]:
    ages = {"ages": list(value.ages)} if value.ages else {}
    return {"adults": value.adults or max(value.total - value.children, 0), "children": value.children, **ages}


_JSON: Mapping[type, Callable[[Any], Any]] = {
    Text: lambda value: value.value,
    Texts: lambda value: list(value.values),
    Number: lambda value: _number(value.value),
    Money: lambda value: _number(value.value),
    Days: _days,
    Party: _party,
    Clock: lambda value: f"{value.value // _MINUTES:02}:{value.value % _MINUTES:02}",
    Flag: lambda value: value.value,
}


def _number(number: float) -> int | float:
    return int(number) if number == int(number) else number


def value_json(value: Value) -> Any:
    """Return a value as JSON."""
    return _JSON[type(value)](value)


def facts_json(values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the facts of an item as JSON."""
    return {slot: value_json(value) for slot, value in values.items()}


def value_of(slot: Slot, said: Any) -> Value:
    """Return a JSON value of a slot typed. Raises `InputError` for one of another kind."""
    try:
        return _TYPED[slot.kind](slot, said)
    except (TypeError, ValueError, AttributeError):
        raise InputError(f"{slot.name}: expected {_EXPECTED[slot.kind]}, found {shown(str(said))}") from None


def _amount(said: Any) -> float:
    if isinstance(said, bool):
        raise ValueError(said)
    return float(said)


def _days_of(said: Any) -> Value:
    first, _, last = said.partition("/")
    return Days(date.fromisoformat(first), date.fromisoformat(last or first))


def _clock(said: Any) -> Value:
    hour, minute = said.split(":")
    return Clock(int(hour) * _MINUTES + int(minute))


_TEXTS = ("name", "category", "place", "text", "list")
_TYPED: Mapping[str, Callable[[Slot, Any], Value]] = {
    "number": lambda slot, said: Number(_amount(said), slot.unit),
    "money": lambda slot, said: Money(_amount(said), slot.unit),
    "date": lambda slot, said: _days_of(said),
    "time": lambda slot, said: _clock(said),
    "yes_no": lambda slot, said: Flag(msgspec.convert(said, bool)),
    "party": lambda slot, said: Party(said.get("adults", 1), said.get("children", 0), tuple(said.get("ages") or ())),
    **dict.fromkeys(_TEXTS, lambda slot, said: Text(msgspec.convert(said, str))),
}

_EXPECTED = {
    "number": "a number",
    "money": "an amount",
    "date": "a day such as 2026-08-31",
    "time": "a time of day such as 14:30",
    "yes_no": "true or false",
    "party": "an object with adults and children",
    **dict.fromkeys(_TEXTS, "a text"),
}


# Constraints


def constraint_json(constraint: Constraint) -> Any:
    """Return a constraint in the form in which tools take it."""
    if constraint.op in ("least", "most"):
        return {"best": constraint.op}
    if constraint.op == "any":
        return {"any": True}
    match constraint.values:
        case (Flag(is_so),):
            return is_so == (constraint.op != "not")
        case (Party() as party,):
            return _party(party)
    values = [value_json(value) for value in _ends(constraint)]
    scope = {"per": constraint.scope} if constraint.scope in ("person", "night") else {}
    strict = {"exclusive": True} if constraint.strict else {}
    if constraint.op == "between":
        return {"at_least": values[0], "at_most": values[-1], **scope, **strict}
    return {constraint.op: values if len(values) > 1 else values[0], **scope, **strict}


def _ends(constraint: Constraint) -> Sequence[Value]:
    """Return the values of a constraint; of days that are a bound only the one that bounds."""
    days = [value for value in constraint.values if isinstance(value, Days)]
    if not days or constraint.op not in (*BOUNDS, "between"):
        return constraint.values
    first, last = min(each.first for each in days), max(each.last for each in days)
    if constraint.op == "between":
        return [Days(first, first), Days(last, last)]
    bound = last if (constraint.op == "at_least") == constraint.strict else first
    return [Days(bound, bound)]


def constraints_of(slot: Slot, said: Any) -> Iterator[Constraint]:
    """Yield the constraints that a JSON form says. Raises `InputError` for a value of another kind."""
    if slot.kind in ("party", "yes_no"):
        yield Constraint("is", (value_of(slot, said),))
        return
    held = {key: each for key, each in said.items() if each is not None}
    scope, strict = held.get("per", ""), held.get("exclusive") is True
    if "at_least" in held and "at_most" in held:
        ends = (value_of(slot, held.pop("at_least")), value_of(slot, held.pop("at_most")))
        yield Constraint("between", ends, scope, strict=strict)
    for operator in ORDERED:
        if operator in held:
            values = tuple(value_of(slot, each) for each in listed(held[operator]))
            yield Constraint(operator, values, scope, strict=strict and operator in BOUNDS)
    if "best" in held:
        yield Constraint(held["best"])


def listed(said: Any) -> Sequence[Any]:
    """Return what may be one or several as several."""
    return said if isinstance(said, list) else [said]


def slot_named(schema: Schema, name: str) -> Slot:
    """Return the slot of a name. Raises `InputError` naming those that there are."""
    slot = schema.slot(name)
    if slot is None:
        names = ", ".join(each.name for each in schema.slots)
        raise InputError(f"slot {shown(name)}: expected one of {names}")
    return slot
