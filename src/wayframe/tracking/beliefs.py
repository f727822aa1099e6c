"""Beliefs from decisions: what a tracker thinks that doesn't say how sure it is."""

from __future__ import annotations

from functools import lru_cache

from wayframe.dialogue import Act
from wayframe.errors import InputError
from wayframe.items import NOANNO, items
from wayframe.ontology import REFERENCE_KEYS
from wayframe.tracking.tracker import ActBelief, Tracking


def one_hot(tracking: Tracking, frames: int) -> tuple[ActBelief, ...]:
    """One belief an act, all zeros and ones, from the references and the active frame.

    `frames` is how many there were before the turn. Raises `InputError` where the tracker names a frame that is neither
    one of them nor the new one.
    """
    candidates = max(1, frames) + 1
    return tuple(_certain(act, tracking.active_frame, candidates) for act in tracking.acts)


def believed(tracking: Tracking, frames: int) -> tuple[ActBelief, ...]:
    """Return the tracker's beliefs, or its decisions as beliefs where it gives none. Raises like `one_hot`."""
    return one_hot(tracking, frames) if tracking.beliefs is None else tracking.beliefs


def _certain(act: Act, active_frame: int, candidates: int) -> ActBelief:
    if 1 <= active_frame <= candidates and not any(arg.key in REFERENCE_KEYS for arg in act.args):  # most acts
        active = _only(active_frame, candidates)
        return ActBelief((active,) * len(act.slots), active)
    slots, whole = list[tuple[float, ...]](), [0.0] * candidates
    for item in items(act, active_frame):
        if not 1 <= item.frame <= candidates:
            raise InputError(f"{act.name} is about frame {item.frame}, expected one of 1 to {candidates}")
        if item.key == NOANNO:
            whole[item.frame - 1] = 1.0
        else:
            slots.append(_only(item.frame, candidates))
    return ActBelief(tuple(slots), tuple(whole))


@lru_cache(1024)
def _only(frame: int, candidates: int) -> tuple[float, ...]:
    return (0.0,) * (frame - 1) + (1.0,) + (0.0,) * (candidates - frame)
