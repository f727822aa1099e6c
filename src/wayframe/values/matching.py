"""Whether what was said and what a frame holds are the same value."""

from __future__ import annotations

from functools import lru_cache

from wayframe.ontology import SLOTS
from wayframe.values.canonical import canonical
from wayframe.values.dates import month_of
from wayframe.values.places import folded
from wayframe.values.seats import seat

_NEAR = 0.8  # similarity of two spellings of a name
_SAME_AMOUNT = 0.01  # share by which a rounded price may differ


def matches(slot: str, said: str | bool | int | float | None, held: str | bool | int | float | None) -> bool:
    """Whether `said` matches `held`; either may be a surface form or canonical."""
    if said is None or held is None:
        return said is held
    if isinstance(said, bool) or isinstance(held, bool):
        return _truth(said) == _truth(held)
    return said == held or _match(slot, str(said), str(held))


def _truth(value: str | bool | int | float) -> str:
    return str(value).strip().lower()


@lru_cache(maxsize=65536)
def _match(slot: str, said: str, held: str) -> bool:
    one, two = str(canonical(slot, said)), str(canonical(slot, held))
    if one.lower() == two.lower():
        return True
    kind = SLOTS[slot].kind if slot in SLOTS else "text"
    if kind == "date":
        return _same_day(one, two)
    if kind in ("money", "rating"):
        return _same_amount(one, two)
    if kind in ("city", "name"):
        return _same_name(one, two)
    return kind == "seat" and seat(one) is not None and seat(one) == seat(two)


def _same_day(one: str, two: str) -> bool:
    """ "17" is "august 17", "sept 5" is "september 5"."""
    *month1, day1 = one.lower().split()
    *month2, day2 = two.lower().split()
    if day1 != day2 or not day1.isdecimal():
        return False
    return not month1 or not month2 or month_of(month1[0]) == month_of(month2[0])


def _same_amount(one: str, two: str) -> bool:
    """ "1558" is "1558.31": people leave out cents."""
    try:
        first, second = float(one), float(two)
    except ValueError:
        return False
    return abs(first - second) <= max(abs(first), abs(second)) * _SAME_AMOUNT


def _same_name(one: str, two: str) -> bool:
    from rapidfuzz.distance import OSA

    first, second = folded(one), folded(two)
    if not first or not second:
        return first == second
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) >= 4 and f" {shorter} " in f" {longer} ":
        return True
    return OSA.normalized_similarity(first, second) >= _NEAR
