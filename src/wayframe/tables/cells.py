"""Cells: numbers with units, amounts of money, dates, yes and no; read, and written as they are said."""

from __future__ import annotations

import math
from datetime import date, datetime

from wayframe.schema.units import (
    EMPTY,
    FORMATS,
    NO,
    NUMBER,
    SIGNS,
    UNITS,
    YES,
    converted,
    currency,
    items,
    spelled,
    split,
)
from wayframe.schema.units import SPACELESS as _SPACELESS
from wayframe.tables.schema import Column

__all__ = [
    "EMPTY", "FORMATS", "NO", "NUMBER", "SIGNS", "UNITS", "YES", "Cell", "converted", "currency", "grouped", "items",
    "order", "read", "spelled", "split", "write",
]  # fmt: skip

Cell = str | float | bool | date


def read(column: Column, text: str) -> Cell | None:
    """A cell's value; None for an empty one. Raises `ValueError` where it isn't what the column holds."""
    bare = " ".join(text.split())
    if bare.casefold() in EMPTY:
        return None
    if column.kind == "boolean":
        return _yes_or_no(bare)
    if column.kind == "date":
        return datetime.strptime(bare, column.format or FORMATS[0]).date()
    if column.kind in ("number", "money"):
        return _amount(column, bare)
    return ", ".join(items(bare)) if column.kind == "list" else bare


def _yes_or_no(text: str) -> bool:
    folded = text.casefold()
    if folded in YES or folded == "1":
        return True
    if folded in NO or folded == "0":
        return False
    raise ValueError(text)


def _amount(column: Column, text: str) -> float:
    found = split(text, money=column.kind == "money")
    if found is None:
        raise ValueError(text)
    number, unit = found
    if column.kind == "money":
        if unit and currency(unit) != column.unit:
            raise ValueError(text)
        return number
    in_unit = converted(number, unit, column.unit) if unit else number
    if in_unit is None:
        raise ValueError(text)
    return in_unit


def write(column: Column, value: Cell) -> str | bool:
    """A value as it is said: "€1,299", "16 GB", "14-inch", "May 3, 2026"; yes and no stay as they are."""
    if isinstance(value, str | bool):
        return value
    if isinstance(value, date):
        return f"{value:%B} {value.day}, {value.year}"
    if column.unit == "GB" and value >= 1000 and value % 500 == 0:
        return f"{value / 1000:g} TB"
    number = grouped(value) if column.unit or abs(value) >= 10_000 else f"{value:.10g}"
    if column.kind == "money" and value != math.floor(value):
        number = f"{value:,.2f}"
    if not column.unit:
        return number
    if column.kind == "money":
        return f"{column.unit}{number}" if column.unit in SIGNS else f"{number} {column.unit}"
    return f"{number}{column.unit}" if column.unit in _SPACELESS else f"{number} {column.unit}"


def grouped(number: float) -> str:
    """A number with its thousands apart and at most two decimals more than it needs: 1,299; 1,299.50; 0.35."""
    if number == math.floor(number):
        return f"{number:,.0f}"
    return f"{number:,.2f}" if abs(number) >= 100 else f"{number:,.10g}"


def order(value: Cell | None) -> float | None:
    """A number by which values are ordered; None for what has no order."""
    if isinstance(value, date):
        return float(value.toordinal())
    return float(value) if isinstance(value, float | int) and not isinstance(value, bool) else None
