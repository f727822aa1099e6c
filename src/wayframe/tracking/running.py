"""A labelled dialogue before a tracker, turn by turn: with gold frames before every turn, or on the loop's own.

Free-running frames have numbers of their own: a frame of the labels and one of the loop correspond if the same turn
created both, and the references in the wizard's acts are carried over by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from msgspec import Raw, UnsetType
from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Dialogue, Ref, Turn, encode, made_frames
from wayframe.memory import Before, Memory, labelled_memories, update
from wayframe.memory import day as day
from wayframe.tracking.tracker import Observation, Tracker, Tracking, new_frame


class ObservedTurn(NamedTuple):
    """A user's turn of a dialogue and what a tracker sees of it."""

    turn: Turn
    seen: Observation


def situations(dialogue: Dialogue) -> Iterator[ObservedTurn]:
    """The user turns of a dialogue, each after the labelled frames of the turn before (paper section 6.1).

    Labels need no "today".
    """
    for turn, memory, history in labelled_memories(dialogue):
        if turn.author == "user":
            yield ObservedTurn(turn, Observation(turn.text, labelled_acts(turn), memory, history))


def labelled_acts(turn: Turn) -> tuple[Act, ...]:
    """The acts without references that the labels give; empty where they give none."""
    acts = turn.labels.acts_without_refs
    return () if isinstance(acts, UnsetType) else acts


class DialogueRun:
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
        self.own |= {number: own for own, number in enumerate(made_frames(turn.acts), first)}
        self._go_on(turn, Tracking(tuple(map(self._carried, turn.acts)), self.memory.active_frame))

    def _go_on(self, turn: Turn, tracked: Tracking) -> None:
        self.memory = update(self.memory, turn.author, tracked.acts, tracked.active_frame, turn.text)
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


ActSource = Callable[[Before, date], tuple[Act, ...]]
"""Gives the acts of a user's turn, without references; the date is the day from which "tomorrow" counts."""


def labelled(before: Before, today: date) -> tuple[Act, ...]:
    """The acts that the labels give."""
    return labelled_acts(before.turn)


class PlayedTurn(NamedTuple):
    """A user's turn that was heard and tracked: the memory before it and what the tracker said.

    `active`: the labelled frame is active after it, or its counterpart; `creation`: it makes a frame if and only if the
    labels do.
    """

    turn: Turn
    memory: Memory
    tracked: Tracking
    active: bool
    creation: bool

    @property
    def after(self) -> Memory:
        """The memory after the turn."""
        return update(self.memory, "user", self.tracked.acts, self.tracked.active_frame, self.turn.text)


def play_gold(
    dialogue: Dialogue, trackers: Sequence[Tracker], hear: ActSource, today: date
) -> Iterator[tuple[PlayedTurn, ...]]:
    """The user turns of a dialogue before several trackers, each turn heard once, after the labelled frames."""
    for before in labelled_memories(dialogue, today):
        turn, memory, history = before
        if turn.author == "user":
            seen, new = Observation(turn.text, hear(before, today), memory, history), new_frame(memory)
            every = (tracker.track(seen) for tracker in trackers)
            yield tuple(
                PlayedTurn(
                    turn,
                    memory,
                    said,
                    said.active_frame == turn.active_frame,
                    (said.active_frame == new) == (turn.active_frame == new),
                )
                for said in every
            )


def play_free(dialogue: Dialogue, tracker: Tracker, hear: ActSource, today: date) -> Iterator[PlayedTurn]:
    """The user turns of a dialogue before a tracker, on the loop's own frames."""
    run, labelled_frames = DialogueRun(today), 1
    for turn in dialogue.turns:
        if turn.author == "wizard":
            run.answer(turn)
        else:
            created, memory = turn.active_frame > labelled_frames, run.memory
            said = run.hear(turn, hear(Before(turn, memory, run.history), today), tracker)
            creates = said.active_frame == new_frame(memory)
            if created and creates:
                run.own[turn.active_frame] = run.memory.active_frame
            active = run.own.get(turn.active_frame) == run.memory.active_frame
            yield PlayedTurn(turn, memory, said, active, creates == created)
        labelled_frames = len(turn.frames)
