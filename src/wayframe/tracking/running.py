"""A labelled dialogue before a tracker, turn by turn: with gold frames before every turn, or on the loop's own.

Free-running frames have numbers of their own: a frame of the labels and one of the loop correspond if the same turn
created both, and the references in the wizard's acts are carried over by that.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from msgspec import Raw, UnsetType
from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Dialogue, Ref, Turn, encode
from wayframe.memory import Memory, labelled_memories, update
from wayframe.memory import day as day
from wayframe.tracking.tracker import Observation, Tracker, Tracking


class Situation(NamedTuple):
    """A user's turn of a dialogue and what a tracker sees of it."""

    turn: Turn
    seen: Observation


def situations(dialogue: Dialogue) -> Iterator[Situation]:
    """The user turns of a dialogue, each after the labelled frames of the turn before (paper section 6.1).

    Labels need no "today".
    """
    for turn, memory, history in labelled_memories(dialogue):
        if turn.author == "user":
            yield Situation(turn, Observation(turn.text, labelled_acts(turn), memory, history))


def labelled_acts(turn: Turn) -> tuple[Act, ...]:
    """The acts without references that the labels give; empty where they give none."""
    acts = turn.labels.acts_without_refs
    return () if isinstance(acts, UnsetType) else acts


class Run:
    """A dialogue on its way through the loop; `own` gives the loop's number of a labelled frame."""

    def __init__(self, today: date) -> None:
        self.today = today
        self.memory = Memory(today=today)
        self.history: tuple[Turn, ...] = ()
        self.own = {1: 1}

    def hear(self, turn: Turn, acts: tuple[Act, ...], tracker: Tracker) -> Tracking:
        """Take in a user's turn with these acts; what the tracker said."""
        tracked = tracker.track(Observation(turn.text, acts, self.memory, self.history))
        self._go_on(replace(turn, labels=replace(turn.labels, acts_without_refs=acts)), tracked)
        return tracked

    def answer(self, turn: Turn) -> None:
        """Take in a wizard's turn."""
        first = len(self.memory.frames) + 1
        made = (act.id for act in turn.acts if act.id is not None)
        self.own |= {number: first + count for count, number in enumerate(made)}
        self._go_on(turn, Tracking(tuple(map(self._carried, turn.acts)), self.memory.active_frame))

    def _go_on(self, turn: Turn, tracked: Tracking) -> None:
        self.memory = update(self.memory, turn.author, tracked.acts, tracked.active_frame)
        frames = Raw(encode(self.memory.frames))
        labels = replace(turn.labels, acts=tracked.acts, active_frame=tracked.active_frame, frames_json=frames)
        self.history = (*self.history, replace(turn, labels=labels))

    def _carried(self, act: Act) -> Act:
        """A wizard's act with the loop's numbers; a frame without a counterpart becomes the active one."""
        return Act(act.name, tuple(map(self._carried_arg, act.args)))

    def _carried_arg(self, arg: Arg) -> Arg:
        if arg.key == "id" and isinstance(arg.val, int):
            return Arg("id", self.own.get(arg.val, arg.val))
        return Arg(arg.key, tuple(map(self._carried_ref, arg.refs))) if arg.refs else arg

    def _carried_ref(self, ref: Ref) -> Ref:
        return replace(ref, frame=self.own.get(ref.frame, self.memory.active_frame))
