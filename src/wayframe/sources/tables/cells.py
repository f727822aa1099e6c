"""Cells of a table as typed values, and values as they are said in a dialogue's record."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import date
from operator import not_
from typing import Any

from msgspec.structs import replace

from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Text, Texts, Value
from wayframe.schema import Kind, Slot, units

_GROUPED_FROM, _ROUNDED_FROM = 10_000, 100  # numbers without a unit; decimals
_SAID_DAY = "%B %d, %Y"


def read(slot: Slot, text: str) -> Value | None:
    """Return the value of a table's cell; None of an empty one. Raises `ValueError` for what the slot can't hold."""
    bare = " ".join(text.split())
    if bare.casefold() in units.EMPTY:
        return Flag(False) if slot.is_crossed else None
    return _READ.get(slot.kind, _text)(slot, bare)


def recorded(slot: Slot, words: str | bool) -> Value | None:
    """Return the value that `said` has put into a record; None of words that were no value of the slot."""
    if isinstance(words, bool):
        return Flag(words)
    plain = replace(slot, format=_SAID_DAY if slot.kind == "date" else "")
    try:
        return read(plain, words)
    except ValueError:
        return None


def expected(slot: Slot) -> str:
    """Return what a column's cells are expected to be."""
    kind = "yes or no" if slot.kind == "yes_no" else f"a {slot.kind}"
    unit = f" in {slot.unit}" if slot.unit and slot.kind in ("number", "money") else ""
    return f"{slot.header}: expected {kind}{unit}"


def said(slot: Slot, value: Value) -> str | bool:
    """Return a value as it is said: "€1,299", "16 GB", "May 3, 2026"; yes and no stay as they are."""
    match value:
        case Flag(held):
            return held
        case Days(day):
            return _day(day)
        case Money(amount, currency):
            return _money(amount, currency or slot.unit)
        case Number(number):
            return _number(number, slot.unit)
        case Clock(minutes):
            return f"{minutes // 60}:{minutes % 60:02}"
        case Texts(several):
            return ", ".join(several)
    return str(getattr(value, "value", value))


def _text(slot: Slot, text: str) -> Value:
    return Text(text)


def _list(slot: Slot, text: str) -> Value:
    return Texts(tuple(units.items(text)))


def _flag(slot: Slot, text: str) -> Value:
    found = units.flag(text)
    if found is None:
        raise ValueError(text)
    return Flag(found)


def _date(slot: Slot, text: str) -> Value:
    day = units.day(text, slot.format or units.FORMATS[0])
    if day is None:
        raise ValueError(text)
    return Days(day, day)


def _time(slot: Slot, text: str) -> Value:
    minutes = units.minutes(text)
    if minutes is None:
        raise ValueError(text)
    return Clock(minutes)


def _amount(slot: Slot, text: str) -> Value:
    found = units.split(text, units.STYLES[slot.format]) if slot.format else units.split_money(text)
    if found is None or (found.unit and units.currency_code(found.unit) != slot.unit):
        raise ValueError(text)
    return Money(found.number, slot.unit)


def _measure(slot: Slot, text: str) -> Value:
    found = units.split(text, units.style_named(slot.format))
    number = units.converted(found.number, found.unit, slot.unit) if found else None
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
    """Return an amount with the sign or the code of its currency; cents where there are any."""
    sign = units.SIGN_OF_CODE.get(currency, "")
    number = f"{amount:.10g}"
    if amount != math.floor(amount):
        number = f"{amount:,.2f}"
    elif currency or abs(amount) >= _GROUPED_FROM:
        number = f"{amount:,.0f}"
    return f"{sign}{number}" if sign else f"{number} {currency}".rstrip()


def _number(number: float, unit: str) -> str:
    """Return a number with its unit."""
    if unit == "GB" and number >= 1000 and number % 500 == 0:
        return f"{number / 1000:g} TB"
    if not unit and abs(number) < _GROUPED_FROM:
        return f"{number:.10g}"
    blank = "" if unit in units.SPACELESS else " "
    return f"{_grouped(number)}{blank}{unit}".rstrip()


def _grouped(number: float) -> str:
    """Return a number with commas between its thousands, and as many decimals as it takes."""
    if number == math.floor(number):
        return f"{number:,.0f}"
    if abs(number) >= _ROUNDED_FROM:
        return f"{number:,.2f}"
    return f"{number:,.10g}"


def wished(slot: Slot, op: str, values: tuple[Any, ...], *, strict: bool) -> tuple[str | bool, ...]:
    """Return a constraint as the record of a search has it: "at most €1,500", "16 GB to 32 GB", "not Dell", "any"."""
    if not values:
        return (_BARE.get(op, op),)
    words = tuple(said(slot, value) for value in values)
    if op == "between":
        return (" to ".join(map(str, words)),)
    if op == "not" and slot.kind == "yes_no":
        return tuple(map(not_, words))
    limits = _OWN_LIMITS.get(slot.kind, _LIMITS)
    prefix = limits.get((op, strict), _PREFIXES.get(op, ""))
    if not prefix:
        return words
    return tuple(f"{prefix} {word}" for word in words)


_LIMITS = {
    ("at_most", False): "at most", ("at_least", False): "at least",
    ("at_most", True): "less than", ("at_least", True): "more than",
}  # fmt: skip
_DAY_LIMITS = {
    ("at_most", False): "by", ("at_least", False): "from", ("at_most", True): "before", ("at_least", True): "after",
}  # fmt: skip
_OWN_LIMITS: Mapping[Kind, Mapping[tuple[str, bool], str]] = {"date": _DAY_LIMITS}
_PREFIXES = {"not": "not", "around": "about"}
_BARE = {"any": "-1", "least": "the least", "most": "the most"}
