"""Cells of a table as typed values, and values as they are said in a dialogue's record."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Text, Texts, Value
from wayframe.schema import Kind, Slot, units

_UNSPACED = units.SPACELESS


def read(slot: Slot, text: str) -> Value | None:
    """Return the value of a cell; None of an empty one. Raises `ValueError` where it isn't what the slot holds."""
    bare = " ".join(text.split())
    if bare.casefold() in units.EMPTY:
        return None
    return _READ.get(slot.kind, _text)(slot, bare)


def said(slot: Slot, value: Value) -> str | bool:
    """Return a value as it is said: "€1,299", "16 GB", "May 3, 2026"; yes and no stay as they are."""
    if isinstance(value, Flag):
        return value.value
    if isinstance(value, Days):
        return _day(value.first)
    if isinstance(value, Money):
        return _money(value.value, value.currency or slot.unit)
    if isinstance(value, Number):
        return _number(value.value, slot.unit)
    if isinstance(value, Clock):
        return f"{value.value // 60}:{value.value % 60:02}"
    return ", ".join(value.values) if isinstance(value, Texts) else str(getattr(value, "value", value))


def _text(slot: Slot, text: str) -> Value:
    return Text(text)


def _list(slot: Slot, text: str) -> Value:
    return Texts(tuple(units.items(text)))


def _flag(slot: Slot, text: str) -> Value:
    folded = text.casefold()
    if folded in units.YES or folded == "1":
        return Flag(True)
    if folded in units.NO or folded == "0":
        return Flag(False)
    raise ValueError(text)


def _date(slot: Slot, text: str) -> Value:
    day = datetime.strptime(text, slot.format or units.FORMATS[0]).date()
    return Days(day, day)


def _time(slot: Slot, text: str) -> Value:
    hour, _, minute = text.partition(":")
    return Clock(int(hour) * 60 + int(minute or 0))


def _amount(slot: Slot, text: str) -> Value:
    found = units.split(text, money=True)
    if found is None or (found[1] and units.currency_code(found[1]) != slot.unit):
        raise ValueError(text)
    return Money(found[0], slot.unit)


def _measure(slot: Slot, text: str) -> Value:
    found = units.split(text)
    number = units.converted(*found, slot.unit) if found else None
    if number is None:
        raise ValueError(text)
    return Number(number, slot.unit)


_READ: Mapping[Kind, Callable[[Slot, str], Value]] = {
    "yes_no": _flag,
    "date": _date,
    "time": _time,
    "money": _amount,
    "number": _measure,
    "list": _list,
}


def _day(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _money(amount: float, currency: str) -> str:
    sign = units.SIGN_OF_CODE.get(currency, "")
    plain = currency or abs(amount) >= 10_000
    number = f"{amount:,.2f}" if amount != math.floor(amount) else f"{amount:,.0f}" if plain else f"{amount:.10g}"
    return f"{sign}{number}" if sign or not currency else f"{number} {currency}"


def _number(number: float, unit: str) -> str:
    if unit == "GB" and number >= 1000 and number % 500 == 0:
        return f"{number / 1000:g} TB"
    text = _grouped(number) if unit or abs(number) >= 10_000 else f"{number:.10g}"
    return f"{text}{'' if unit in _UNSPACED or not unit else ' '}{unit}"


def _grouped(number: float) -> str:
    if number == math.floor(number):
        return f"{number:,.0f}"
    return f"{number:,.2f}" if abs(number) >= 100 else f"{number:,.10g}"


def wished(slot: Slot, op: str, values: tuple[Any, ...], *, strict: bool) -> tuple[str | bool, ...]:
    """Return a constraint as the record of a search has it: "at most €1,500", "16 GB to 32 GB", "not Dell", "any"."""
    words = [said(slot, value) for value in values]
    if op == "between" and len(words) == 2:
        return (f"{words[0]} to {words[1]}",)
    limits = _DAY_LIMITS if slot.kind == "date" else _LIMITS
    if op in ("at_most", "at_least"):
        return tuple(f"{limits[op, strict]} {word}" for word in words)
    if op == "not" and values and all(isinstance(value, Flag) for value in values):
        return tuple(not word for word in words)
    if op in _PREFIXES:
        return tuple(f"{_PREFIXES[op]}{word}" for word in words)
    return tuple(words) or (_BARE.get(op, op),)


_LIMITS = {
    ("at_most", False): "at most", ("at_least", False): "at least",
    ("at_most", True): "less than", ("at_least", True): "more than",
}  # fmt: skip
_DAY_LIMITS = {
    ("at_most", False): "by", ("at_least", False): "from", ("at_most", True): "before", ("at_least", True): "after",
}  # fmt: skip
_PREFIXES = {"not": "not ", "around": "about "}
_BARE = {"any": "-1", "least": "the least", "most": "the most"}
