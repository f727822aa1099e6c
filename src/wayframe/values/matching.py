"""Whether what was said and what a frame holds are the same value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from wayframe.ontology import Kind, kind_of
from wayframe.values.canonical import canonical
from wayframe.values.counts import read_count
from wayframe.values.days import month_of
from wayframe.values.places import SYNONYMS, alike, distinctive, folded
from wayframe.values.quantities import read_quantity
from wayframe.values.seats import seat

_SAME_SPELLING = 0.8  # "Frankfort" is "Frankfurt": one slip in five letters
_SHORTEST_SLIP = 5  # letters; shorter names are too near one another
_SORTS = frozenset(("inn", "motel", "resort", "lodge", "suite", "hostel"))
_DAY = re.compile(r"(?:(?P<month>[a-z]+) )?(?P<day>\d{1,2})")


def matches(slot: str, said: str | bool | int | float | None, held: str | bool | int | float | None) -> bool:
    """Whether `said` matches `held`. Either may be as it was said or canonical, and either may say less: "17th" matches
    "august 17", "the Marlin" matches "Marlin Resort", "Vancouver" matches "Vancouver, Canada". Symmetric.
    """
    if said is None or held is None:
        return said is held
    return said == held or _match(slot, str(said), str(held))


@lru_cache(maxsize=65536)
def _match(slot: str, said: str, held: str) -> bool:
    one, two = str(canonical(slot, said)).strip().lower(), str(canonical(slot, held)).strip().lower()
    if one == two:
        return True
    kind = kind_of(slot)
    if kind == "count":  # of people, the speaker among them: "my wife" and "2"; a canonical form says less
        return _same_reading(said, held, partial(read_count, of="adults"))
    return kind in _SAME and _SAME[kind](one, two)


def _same_day(one: str, two: str) -> bool:
    """The same day of the month, of months that don't differ."""
    first, second = _DAY.fullmatch(one), _DAY.fullmatch(two)
    if not first or not second:
        return False
    (month, day), (other_month, other_day) = first.groups(), second.groups()
    same_month = None in (month, other_month) or month_of(month) == month_of(other_month)
    return same_month and int(day) == int(other_day)


def _same_amount(one: str, two: str, near: float) -> bool:
    """The same number; one of two that are less than `near` apart may be rounded."""
    try:
        return abs(float(one) - float(two)) < near
    except ValueError:
        return False


def _same_city(one: str, two: str) -> bool:
    """The same name without its country, a nickname, or a slip of the pen."""
    first, second = _city(one), _city(two)
    return first == second or _slip(first, second)


def _city(name: str) -> str:
    """A name without its country and without accents; the full one for a nickname."""
    short = folded(name.partition(",")[0])
    return folded(SYNONYMS.get(short, short))


def _same_hotel(one: str, two: str) -> bool:
    """The same words that tell hotels apart; one of the two may leave some out."""
    first, second = sorted((distinctive(one), distinctive(two)), key=len)
    sorts, other_sorts = _sorts(one), _sorts(two)
    differ = sorts and other_sorts and sorts.isdisjoint(other_sorts)
    if differ or not first:
        return False
    return f" {first} " in f" {second} " or _slip(first, second)


def _sorts(name: str) -> frozenset[str]:
    """Return what a name calls the house, singular: an inn is no resort, but both are hotels."""
    return frozenset(word.rstrip("s") for word in folded(name).split()) & _SORTS


def _slip(first: str, second: str) -> bool:
    return min(len(first), len(second)) >= _SHORTEST_SLIP and alike(first, second) >= _SAME_SPELLING


def _same_reading(one: str, two: str, reading: Callable[[str], object]) -> bool:
    """The same typed value."""
    first = reading(one)
    return first is not None and first == reading(two)


_SAME: Mapping[Kind, Callable[[str, str], bool]] = {
    "date": _same_day,
    "money": partial(_same_amount, near=1.0),
    "rating": partial(_same_amount, near=0.05),
    "city": _same_city,
    "name": _same_hotel,
    "time": partial(_same_reading, reading=partial(read_quantity, kind="time")),
    "seat": partial(_same_reading, reading=seat),
}
"""When two forms of a kind are the same value."""
