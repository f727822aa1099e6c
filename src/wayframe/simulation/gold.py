"""The dialogue as it was meant: what the user said and meant, with the frames that follow from that.

What the agent understood may differ, and so may its frames; the references in its acts are carried over by who made
which frame when (`wayframe.tracking.running`). The result is a dialogue with labels that are right by construction.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, Number, Turn, user_turn
from wayframe.memory import Memory
from wayframe.simulation.wording.parts import UserTurn
from wayframe.tracking import Lasting, Observation, Tracking, new_frame
from wayframe.tracking.running import DialogueRun
from wayframe.values import matches


class GoldTracker:
    """A tracker that knows what was meant: the acts come with their references."""

    def __init__(self, acts: Sequence[Act] = ()) -> None:
        self.acts = tuple(acts)

    def track(self, seen: Observation) -> Tracking:
        """The references as they were meant. A value other than the one of the frame makes a new frame (table 2)."""
        active, told = max(1, seen.memory.active_frame), list[Arg]()
        for act in self.acts:
            if act.name == "switch_frame" and act.refs():
                active = act.refs()[0].frame
            if act.name == "inform":
                told += [arg for arg in act.slots if arg.key != "intent"]
        if seen.memory.frames and any(_changes(arg, seen.memory, active) for arg in told):
            active = new_frame(seen.memory)
        return Tracking(self.acts, active)


def _changes(arg: Arg, memory: Memory, frame: int) -> bool:
    """Return whether a value is another one than those that the frame holds for its slot."""
    held = memory.frames[frame - 1].info.get(arg.key, ())
    values = [value.val for value in held if not value.negated]
    if not values or arg.value is None:
        return False
    single = [value for value in values if not isinstance(value, tuple)]
    return not any(matches(arg.key, arg.value, value) for value in single if value is not None)


class GoldDialogue:
    """A conversation with the labels that were meant."""

    def __init__(self, today: date) -> None:
        self._run = DialogueRun(today)

    @property
    def memory(self) -> Memory:
        """The frames as they were meant."""
        return self._run.memory

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns so far."""
        return self._run.history

    def meant(self, said: UserTurn) -> Tracking:
        """The references and the active frame of a user's turn."""
        return Lasting(GoldTracker(said.acts)).track(
            Observation(said.text, without_refs(said.acts), self.memory, self.turns)
        )

    def hear(self, said: UserTurn, timestamp: Number) -> None:
        """The user's turn."""
        bare = without_refs(said.acts)
        turn = user_turn(said.text, timestamp, (), 1, (), bare)
        self._run.hear(turn, bare, Lasting(GoldTracker(said.acts)))

    def answer(self, turn: Turn) -> tuple[Act, ...]:
        """The agent's turn; its acts with the numbers that its frames have here."""
        self._run.answer(turn)
        return self.turns[-1].acts

    def frame(self, own: int) -> int | None:
        """The number here of one of the agent's frames."""
        return self._run.own.get(own)

    def dialogue(self, id: UUID, user_id: str, wizard_id: str, rating: int, success: bool) -> Dialogue:
        """The conversation as a dialogue of a corpus."""
        return Dialogue(str(id), user_id, wizard_id, DialogueLabels(rating, success), self.turns)


def without_refs(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The acts with what their references hold in place of the references."""
    bare = list[Act]()
    for act in acts:
        args = list[Arg]()
        for arg in act.args:
            args += _inside(arg)
        bare.append(Act(act.name, tuple(Arg(arg.key, arg.value) for arg in args)))
    return tuple(bare)


def _inside(arg: Arg) -> list[Arg]:
    """Return what the references of an argument hold; the argument itself where it has none."""
    found = list[Arg]()
    for ref in arg.refs:
        found += ref.annotations
    return found if arg.refs else [arg]
