"""The interface of frame trackers: a user's turn and what came before it in, acts with references out (section 6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from wayframe.dialogue import Act, Turn
from wayframe.memory import Memory


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
    entry an act; None stands for certainty (`wayframe.tracking.beliefs.one_hot`).
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
