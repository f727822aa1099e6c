"""What kind of information a slot holds, as far as the life of frames depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wayframe.dialogue import Value
from wayframe.ontology import AMENITIES, FLAGS, SLOTS, VICINITY
from wayframe.values import DONT_CARE

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

_EXTRAS = frozenset((*AMENITIES, "amenities"))
# "Is it downtown?" asks about this one place; the others answer for one another.
_PLACES = frozenset((*VICINITY, "vicinity")) - {"downtown"}

_MEASURED = frozenset(
    slot for slot, type_ in SLOTS.items() if type_.kind in ("date", "money", "count", "stars", "rating", "days")
)
_MEASURE = re.compile(r"(?:\$[GL]T )*(?:[a-z]+ )?\d.*")


def is_basic(slot: str) -> bool:
    """Return whether a slot is of the route or the trip, so that another value asks for another search."""
    return slot in _ROUTE or slot in _TRIP


def is_passing(slot: str) -> bool:
    """Whether no other frame takes over what was told of a slot: flags, counts, what the wizard does; columns of a
    table, which are told of one row.
    """
    return slot in FLAGS or slot == "action" or slot.startswith("count") or slot not in SLOTS


def stands(slot: str, said: Iterable[str]) -> bool:
    """Return whether what was told of a slot still stands where other slots get new values.

    The route always does. A new value on the trip leaves all else open, one on the stay its details, and so on down to
    the price, which hangs on everything.
    """
    rank, new = _RANKS.get(slot, _LAST), min((_RANKS.get(s, _LAST) for s in said), default=_LAST + 1)
    return slot in _ROUTE or rank < new or (rank == new and slot not in _TRIP)


def answers(slot: str, key: str) -> bool:
    """Return whether a fact about a slot is what a request for `key` asks for."""
    return slot == key or (key == "amenities" and slot in AMENITIES) or (key == "vicinity" and slot in VICINITY)


def settles(slot: str, key: str) -> bool:
    """Return whether a fact about a slot settles a question about the value of `key`, or a comparison by it."""
    return answers(slot, key) or {slot, key} <= _EXTRAS or {slot, key} <= _PLACES or (slot, key) == ("intent", "action")


def is_day(slot: str) -> bool:
    """Return whether the values of a slot are days."""
    return slot in SLOTS and SLOTS[slot].kind == "date"


def is_measure(slot: str, val: object) -> bool:
    """Return whether `val` is a measure of the slot in canonical form: a number, a date, or more or less than one."""
    return slot in _MEASURED and isinstance(val, str) and bool(_MEASURE.fullmatch(val))


def is_measured(slot: str) -> bool:
    """Return whether the values of a slot are numbers, amounts or dates."""
    return slot in _MEASURED


def is_vague(slot: str, val: object) -> bool:
    """Return whether `val` is but words where a slot takes measures."""
    special = val == DONT_CARE or str(val).startswith("$")
    return slot in _MEASURED and not special and not is_measure(slot, val)


def accumulated(slot: str, values: tuple[Value, ...], value: Value) -> tuple[Value, ...]:
    """Values accumulate (paper section 7.1), but a measure takes the place of all that was not denied."""
    return (*(v for v in values if v.negated or not is_measure(slot, value.val)), value)
