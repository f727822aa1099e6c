"""The typed value of one surface form, for the search."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache

from wayframe.ontology import Kind, kind_of
from wayframe.values.canonical import DONT_CARE
from wayframe.values.counts import read_count
from wayframe.values.dates import read_dates
from wayframe.values.days import shifted
from wayframe.values.money import read_money
from wayframe.values.quantities import read_quantity
from wayframe.values.records import Dates, Money, People, Quantity, Superlative, Typed
from wayframe.values.seats import seat

_MOST = 1e6  # people, days, stars: more than that nobody means, and no search can be asked for
_QUANTITIES: tuple[Kind, ...] = ("days", "stars", "rating", "time")
_PEOPLE: dict[str, People] = {"n_children": "children"}
_BOOLEANS = {"true": True, "false": False}
_DEGREES: dict[str, Superlative] = {"$MIN": "min", "$MAX": "max"}


def read(slot: str, val: str, *, today: date) -> Typed | None:
    """Return what `val`, as it was said or canonical, means for `slot`; None where it says nothing ("-1", "no idea").

    So it is with counts beyond a million.
    """
    typed = _meant(slot, val, today)
    ends = typed[:2] if isinstance(typed, Quantity) else ()
    return None if any(end and end > _MOST for end in ends) else typed


@lru_cache(maxsize=65536)
def _meant(slot: str, val: str, today: date) -> Typed | None:
    kind = kind_of(slot)
    operator, _, operand = val.partition(" ")
    if val == DONT_CARE:
        return None
    if operator in _DEGREES:
        return _extreme(kind, _DEGREES[operator], today)
    if operator in ("$GT", "$LT"):
        return _limited(kind, operator == "$GT", _read(slot, kind, operand, today), today)
    return _read(slot, kind, val, today)


def _read(slot: str, kind: Kind, val: str, today: date) -> Typed | None:
    readings: dict[Kind, Callable[[], Typed | None]] = {
        "date": lambda: read_dates(val, today),
        "money": lambda: read_money(val),
        "count": lambda: read_count(val, _PEOPLE.get(slot, "adults")),
        "seat": lambda: seat(val) or val,
        "boolean": lambda: _BOOLEANS.get(val.strip().lower()),
        **dict.fromkeys(_QUANTITIES, lambda: read_quantity(val, kind)),
    }
    return readings.get(kind, lambda: val)()


def _extreme(kind: Kind, degree: Superlative, today: date) -> Typed | None:
    """`$MIN` and `$MAX`. The earliest day is any from today on: the search's order sees to the rest."""
    extremes: dict[tuple[Kind, Superlative], Typed | None] = {
        ("money", "min"): Money(None, bound="cheapest"),
        ("money", "max"): Money(None, bound="most"),
        ("date", "min"): Dates(today, date.max),
        ("date", "max"): None,
    }
    return extremes.get((kind, degree), Quantity(None, None, degree))


def _limited(kind: Kind, above: bool, limit: Typed | None, today: date) -> Typed | None:
    """`$GT x` and `$LT x`, x not included where days are counted."""
    if isinstance(limit, Money) and limit.amount is not None:
        return limit._replace(bound="at_least" if above else "at_most")
    if isinstance(limit, Quantity) and limit.low is not None:
        return limit._replace(high=None) if above else limit._replace(low=None, high=limit.low)
    if not isinstance(limit, Dates):
        return None
    before = shifted(limit.first, -1)
    return Dates(shifted(limit.last, 1), date.max) if above else Dates(min(today, before), before)
