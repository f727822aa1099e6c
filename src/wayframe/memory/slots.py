"""What kind of information a slot holds, as far as the life of frames depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wayframe.dialogue import Value
from wayframe.ontology import AMENITIES, FLAGS, SLOTS, VICINITY

YES_NO = frozenset((*AMENITIES, *VICINITY, "flex"))

# From the most basic to the most particular.
_ROUTE = ("or_city", "dst_city")
_TRIP = (
    "n_adults", "n_children", "budget", "flex", "str_date", "end_date", "max_duration", "min_duration", "category",
    "gst_rating",
)  # fmt: skip
_STAY = ("name", "duration")
_DETAILS = (*AMENITIES, *VICINITY, "amenities", "vicinity")
_TIMES = ("dep_time_or", "arr_time_dst", "dep_time_dst", "arr_time_or")
_RANKS = {
    slot: rank
    for rank, slots in enumerate((_ROUTE, _TRIP, _STAY, _DETAILS, ("seat",), _TIMES, ("price",)))
    for slot in slots
}
_LAST = len(_RANKS)
_BASIC = frozenset((*_ROUTE, *_TRIP))

# What was told of other slots stays where it was told: flags, counts, what the wizard does, columns of a table.
_TAKEN_OVER = frozenset(slot for slot in SLOTS if slot not in (*FLAGS, "action") and not slot.startswith("count"))

# Requests that a fact about any of these slots answers.
_ANSWERED_BY = {"amenities": frozenset(AMENITIES), "vicinity": frozenset(VICINITY)}
# Questions that a fact about any of these slots settles. "Is it downtown?" asks about this one place.
_EXTRAS = frozenset((*AMENITIES, "amenities"))
_PLACES = frozenset((*VICINITY, "vicinity")) - {"downtown"}
_SETTLED_BY = {
    **dict.fromkeys(_EXTRAS, _EXTRAS),
    **dict.fromkeys(_PLACES, _PLACES),
    "action": frozenset(("intent",)),
}

_DAYS = frozenset(slot for slot, type_ in SLOTS.items() if type_.kind == "date")
_MEASURED = _DAYS | frozenset(
    slot for slot, type_ in SLOTS.items() if type_.kind in ("money", "count", "stars", "rating", "days")
)
_MEASURE = re.compile(r"(?:\$[GL]T )*(?:[a-z]+ )?\d.*")
# Also "no preference" (-1), and all that stands for less than a measure ("$LT").
_MEASURE_OR_SPECIAL = re.compile(rf"-1|\$[\s\S]*|{_MEASURE.pattern}")


def is_basic(slot: str) -> bool:
    """Return whether a slot is of the route or the trip, so that another value asks for another search."""
    return slot in _BASIC


def is_passing(slot: str) -> bool:
    """Return whether no other frame takes over what was told of a slot."""
    return slot not in _TAKEN_OVER


def stands(slot: str, said: Iterable[str]) -> bool:
    """Return whether what was told of a slot still stands where other slots get new values.

    The route always does. A new value on the trip leaves all else open, one on the stay its details, and so on down to
    the price, which hangs on everything.
    """
    rank = _RANKS.get(slot, _LAST)
    most_basic = min((_RANKS.get(each, _LAST) for each in said), default=_LAST + 1)
    if rank == most_basic:
        return slot not in _TRIP
    return rank < most_basic


def answers(slot: str, key: str) -> bool:
    """Return whether a fact about a slot is what a request for `key` asks for."""
    return slot == key or slot in _ANSWERED_BY.get(key, ())


def settles(slot: str, key: str) -> bool:
    """Return whether a fact about a slot settles a question about the value of `key`, or a comparison by it."""
    return answers(slot, key) or slot in _SETTLED_BY.get(key, ())


def is_day(slot: str) -> bool:
    """Return whether the values of a slot are days."""
    return slot in _DAYS


def is_measured(slot: str) -> bool:
    """Return whether the values of a slot are numbers, amounts or dates."""
    return slot in _MEASURED


def is_measure(slot: str, val: object) -> bool:
    """Return whether `val` is a measure of the slot in canonical form: a number, a date, or more or less than one."""
    if slot not in _MEASURED or not isinstance(val, str):
        return False
    return _MEASURE.fullmatch(val) is not None


def is_vague(slot: str, val: object) -> bool:
    """Return whether `val` is but words where a slot takes measures."""
    if slot not in _MEASURED:
        return False
    return not isinstance(val, str) or _MEASURE_OR_SPECIAL.fullmatch(val) is None


def accumulated(slot: str, values: tuple[Value, ...], value: Value) -> tuple[Value, ...]:
    """Values accumulate (paper section 7.1), but a measure takes the place of all that was not denied."""
    if is_measure(slot, value.val):
        values = tuple(earlier for earlier in values if earlier.negated)
    return (*values, value)
