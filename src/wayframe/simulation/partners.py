"""What users talk to: the agent, the same without memory, and one that understands everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from wayframe.agent import Agent, Conversation, Exchange
from wayframe.dialogue import Act, Frame, Package, Value
from wayframe.memory import Memory, Provenance
from wayframe.nlu import Context
from wayframe.packages import Catalogue
from wayframe.simulation.ledger import Meant, without_refs
from wayframe.simulation.wording.parts import Said
from wayframe.tracking import Lasting, Observation, Tracking


class Partner(Protocol):
    """Somebody to talk to."""

    def open(self) -> Conversation:
        """A conversation in which nothing has been said yet."""
        ...

    def respond(self, conversation: Conversation, said: Said) -> Exchange:
        """One turn of the user and one of the partner; an agent knows but the text of what is said."""
        ...


class Remembering:
    """An agent as it is."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def open(self) -> Conversation:
        """See `Partner.open`."""
        return self.agent.open()

    def respond(self, conversation: Conversation, said: Said) -> Exchange:
        """See `Partner.respond`."""
        return self.agent.respond(conversation, said.text)


class Forgetful(Remembering):
    """The same agent without memory, as the paper's introduction describes the systems of its day.

    It keeps one set of constraints, in which a new value overwrites the old, and the list of what it offered last.
    """

    def respond(self, conversation: Conversation, said: Said) -> Exchange:
        """See `Partner.respond`."""
        return self.agent.respond(forgotten(conversation), said.text)


class Telepathic(Remembering):
    """An agent that hears what is meant, not what is written: what is left are the faults of policy and simulation."""

    def __init__(self, make: Callable[[_Mind, _Mind], Agent]) -> None:
        """`make` gives an agent that understands and tracks with this mind."""
        self.mind = _Mind()
        super().__init__(make(self.mind, self.mind))

    def respond(self, conversation: Conversation, said: Said) -> Exchange:
        """See `Partner.respond`."""
        self.mind.acts = said.acts
        return super().respond(conversation, said)


class _Mind:
    """NLU and tracker in one."""

    acts: tuple[Act, ...] = ()

    def understand(self, text: str, context: Context) -> tuple[Act, ...]:
        """The acts as they were meant."""
        return without_refs(self.acts)

    def track(self, seen: Observation) -> Tracking:
        """The references as they were meant."""
        return Lasting(Meant(self.acts)).track(seen)


def telepathic(catalogue: Catalogue) -> Telepathic:
    """The agent over a catalogue, hearing what is meant."""
    return Telepathic(lambda nlu, tracker: Agent(catalogue, nlu=nlu, tracker=tracker))


def forgotten(conversation: Conversation) -> Conversation:
    """What is left between two turns: the constraints of the active frame, what was offered last.

    Frames keep their numbers; all but these hold the same current constraints, so that nothing tells them apart.
    """
    turns, memory, offers = conversation
    if not memory.frames:
        return conversation
    kept = _kept(conversation)
    current = _constraints(memory)
    frames, known = list[Frame](), list[Provenance]()
    for frame, origin in zip(memory.frames, memory.provenance, strict=True):
        if frame.frame_id in kept:
            frames.append(frame)
            known.append(origin)
        else:
            frames.append(Frame(frame.frame_id, frame.frame_parent_id, current))
            known.append(Provenance(origin.creator))
    left: dict[int, Package] = {number: offers[number] for number in kept if number in offers}
    return Conversation(turns, replace(memory, frames=tuple(frames), provenance=tuple(known)), left)


def _kept(conversation: Conversation) -> set[int]:
    """The frames of the last offers, and the active one."""
    for turn in reversed(conversation.turns):
        if turn.author == "wizard" and (made := [act.id for act in turn.acts if act.id is not None]):
            return {*made, conversation.memory.active_frame}
    return {conversation.memory.active_frame}


def _constraints(memory: Memory) -> dict[str, tuple[Value, ...]]:
    frame, known = memory.frames[memory.active_frame - 1], memory.provenance[memory.active_frame - 1]
    own = {slot: values for slot, values in frame.info.items() if slot not in known.told}
    return {**own, **known.covered}
