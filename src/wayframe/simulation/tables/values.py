"""The comparison of a value as it is said with the typed one that is true, without the realiser's help."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Text, Texts, Value

_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")


def same_value(said: object, value: Value) -> bool:
    """Return whether what is said of a slot is its value: "€1,239", "16 GB", "May 2", True."""
    if isinstance(said, bool):
        return value == Flag(said)
    return isinstance(said, str) and _CHECKS[type(value)](said, value)


def figures(text: str) -> list[float]:
    """Return the numbers in a text."""
    return [float(found.replace(",", "")) for found in _FIGURE.findall(text)]


def _same_number(said: str, value: Any) -> bool:
    """Return whether the first figure that is said is the number."""
    numbers = figures(said)
    return bool(numbers) and abs(numbers[0] - abs(value.value)) < 0.005


def _same_day(said: str, value: Any) -> bool:
    """Return whether the day is said."""
    return said.startswith(f"{value.first:%B} {value.first.day}")


def _same_clock(said: str, value: Any) -> bool:
    """Return whether the time of day is said."""
    hour, minute = divmod(value.value, 60)
    return said.lower() == f"{hour % 12 or 12}:{minute:02} {'am' if hour < 12 else 'pm'}"


_CHECKS: Mapping[type, Callable[[str, Any], bool]] = {
    Text: lambda said, value: said.casefold() == " ".join(value.value.split()).casefold(),
    Texts: lambda said, value: all(each.casefold() in said.casefold() for each in value.values),
    Number: _same_number,
    Money: _same_number,
    Days: _same_day,
    Clock: _same_clock,
    Flag: lambda said, value: False,
}
