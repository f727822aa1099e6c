"""The typed value of one surface form, for the search."""

from __future__ import annotations

from datetime import date

from wayframe.ontology import SLOTS
from wayframe.values.canonical import DONT_CARE
from wayframe.values.counts import read_count
from wayframe.values.dates import read_dates
from wayframe.values.money import read_money
from wayframe.values.quantities import read_quantity
from wayframe.values.records import Dates, Money, Quantity, Typed
from wayframe.values.seats import seat

_OPERATORS = {"$MIN": "min", "$MAX": "max"}


def read(slot: str, val: str, *, today: date) -> Typed | None:
    """What `val`, a surface form or a canonical one, means for `slot`; None where it says nothing ("-1", "no idea")."""
    kind = SLOTS[slot].kind if slot in SLOTS else "text"
    if val == DONT_CARE:
        return None
    if val.startswith("$") and val[1:3].isalpha():
        return _operator(kind, val, today)
    if kind == "date":
        return read_dates(val, today)
    if kind == "money":
        return read_money(val)
    if kind == "count":
        return read_count(val, "children" if slot == "n_children" else "adults")
    if kind in ("days", "stars", "rating", "time"):
        return read_quantity(val, kind)
    if kind == "seat":
        return seat(val) or val
    if kind == "boolean":
        return {"true": True, "false": False}.get(val.strip().lower())
    return val


def _operator(kind: str, val: str, today: date) -> Typed | None:
    """`$MIN`, `$MAX`, `$GT x` and `$LT x`, as frames hold them."""
    superlative = _OPERATORS.get(val)
    if kind == "money":
        return _wanted_money(val)
    if kind == "date":
        return Dates(today, date.max) if superlative == "min" else None
    if superlative:
        return Quantity(None, None, "min" if superlative == "min" else "max")
    number = _operand(val)
    if number is None:
        return None
    return Quantity(number, None) if val.startswith("$GT") else Quantity(None, number)


def _wanted_money(val: str) -> Money | None:
    if val in _OPERATORS:
        return Money(None, bound="cheapest" if val == "$MIN" else "most")
    number = _operand(val)
    return None if number is None else Money(number, bound="at_least" if val.startswith("$GT") else "at_most")


def _operand(val: str) -> float | None:
    try:
        return float(val[4:])
    except ValueError:
        return None
