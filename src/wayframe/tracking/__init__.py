"""Which frame every act and slot of a user's turn is about."""

from __future__ import annotations

from wayframe.errors import InputError, shown
from wayframe.tracking.baselines import NeverCreate, PreviousActive
from wayframe.tracking.rules import RuleTracker
from wayframe.tracking.tracker import Belief, Observation, Tracker, Tracking, new_frame

TRACKERS: dict[str, type[Tracker]] = {"rules": RuleTracker, "previous": PreviousActive, "never-create": NeverCreate}


def tracker(name: str = "rules") -> Tracker:
    """The tracker called `name`. Raises `InputError` where there is none."""
    if name not in TRACKERS:
        raise InputError(f"tracker: expected one of {', '.join(TRACKERS)}, found {shown(name)}")
    return TRACKERS[name]()


__all__ = [
    "TRACKERS", "Belief", "NeverCreate", "Observation", "PreviousActive", "RuleTracker", "Tracker", "Tracking",
    "new_frame", "tracker",
]  # fmt: skip
