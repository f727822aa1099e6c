"""Feature rows of the learned tracker: numbers for a turn, a frame, a slot and frame, an act and frame.

The names of a row stand in the order of its numbers. `VERSION` rises when they change meaning, as they do when the
rules or the matching of values change much: a model is only as good as what it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.ontology import ACTS, SLOTS

VERSION = 2
Row = list[float]
Beliefs = list[float]
"""How likely every candidate is; entry i is frame i + 1, the last one a new frame."""

KEYS = (
    "dst_city", "or_city", "str_date", "end_date", "budget", "n_adults", "n_children", "seat", "duration", "category",
    "name", "price", "max_duration", "min_duration", "flex", "intent", "gst_rating", "ref_anaphora",
)  # fmt: skip
"""The slots that turns look at one by one."""

ACT = {name: number for number, name in enumerate(ACTS)}
SLOT = {name: number for number, name in enumerate(SLOTS)}


class TurnGoal(NamedTuple):
    """Goal of a turn: `heading` says to which of the frames that exist, whether or not it makes one there."""

    heading: Beliefs
    beliefs: Beliefs


def likeliest(beliefs: Sequence[float]) -> int:
    """The candidate that is believed most, by its number from 1; the first of equals."""
    return max(range(len(beliefs)), key=lambda at: beliefs[at]) + 1


def amount(value: object) -> float | None:
    """A value as a number, if it is one."""
    try:
        return float(value) if isinstance(value, str | int | float) else None
    except ValueError:
        return None


def position(frame: int, listed: Sequence[int]) -> int:
    """As the how-manieth a frame is listed; 0 if it isn't."""
    return listed.index(frame) + 1 if frame in listed else 0
