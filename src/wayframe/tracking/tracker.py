"""The interface of frame trackers: a user's turn and what came before it in, acts with references out (section 6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from wayframe.dialogue import Act, Arg, Ref, Turn
from wayframe.errors import InputError
from wayframe.items import NOANNO, items
from wayframe.memory import Memory
from wayframe.ontology import REFERENCE_KEYS


class Observation(NamedTuple):
    """Input of a tracker: a user's turn and the dialogue before it.

    `acts` are those of the turn without references (the shape of `acts_without_refs`); `memory` and `history` are those
    before the turn.
    """

    text: str
    acts: tuple[Act, ...]
    memory: Memory
    history: Sequence[Turn]


class ActBelief(NamedTuple):
    """Beliefs of a tracker about an act, with K = F + 1 candidates: the F frames before the turn, at least one, and
    a new one. Entry i is frame i + 1.

    `slots` holds for every slot of the act, in order and without `id`, a distribution over the candidates; `act` for
    every candidate, independently, how likely the act is about it as a whole, without naming a slot.
    """

    slots: tuple[tuple[float, ...], ...]
    act: tuple[float, ...]


class Tracking(NamedTuple):
    """Answer of a tracker: the same acts in the same order with references, and the frame that is active after them.

    A plain argument belongs to the active frame. `active_frame` is the number of a frame, or one more than there are
    for a new one. Read in order, the arguments and those inside references are those of the input. `beliefs` has one
    entry an act; None stands for certainty (`wayframe.tracking.tracker.one_hot`).
    """

    acts: tuple[Act, ...]
    active_frame: int
    beliefs: tuple[ActBelief, ...] | None = None


class Tracker(Protocol):
    """Anything that tracks frames."""

    def track(self, seen: Observation) -> Tracking:
        """Say which frame every act and slot of a user's turn is about. Never raises on acts of the ontology."""
        ...


def new_frame(memory: Memory) -> int:
    """The number that a new frame would get; frame 1 exists before the first turn."""
    return max(1, len(memory.frames)) + 1


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


def referring(act: Act, active: int, slots: Sequence[int], whole: Sequence[int]) -> Act:
    """Return an act with references to the frames that its slots are about, and to those that it is about as a whole.

    What is about the active frame alone stays plain. A slot is wrapped where it is about another frame, or where the
    act is about no frame as a whole.
    """
    if [*whole] == [active] and set(slots) <= {active}:
        return act
    everything = not whole and set(slots) <= {active}
    args = list[Arg]()
    for slot, number in zip(act.slots, slots, strict=True):
        if number == active and not everything:
            args.append(slot)
        else:
            refs = args.pop().refs if args and args[-1].key == "ref" else ()
            args.append(Arg("ref", (*refs, Ref(number, (slot,)))))
    return Act(act.name, (*args, Arg("ref", tuple(map(Ref, whole)))) if whole else tuple(args))
