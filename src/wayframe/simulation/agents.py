"""The agents that simulated users talk to, the oracle readers, and the agent without memory.

The oracle readers know what is meant, so that what is left are the faults of the other stages. The agent without memory
is as the paper's introduction describes the systems of its day: it keeps one set of constraints, in which a new value
overwrites the old, and the list of what it offered last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from wayframe import nlu, tracking
from wayframe.agent import Agent, embedded_reader
from wayframe.conversation import Conversation, Exchange
from wayframe.dialogue import Act, Turn
from wayframe.errors import InputError, shown
from wayframe.llm import BareAgent, Client, LLMReader, ToolAgent
from wayframe.meaning.records import Meaning
from wayframe.packages.source import TripsSource, lexicon
from wayframe.reader import Reader, ReaderContext
from wayframe.reader.acts import ActsReader, meaning_of
from wayframe.reader.reader import EmbeddedReader
from wayframe.schema import Schema
from wayframe.simulation.measuring import SimulationPlan
from wayframe.sources.protocol import Source
from wayframe.state.records import DialogueState
from wayframe.state.wishes import held_wishes
from wayframe.tracking import Lasting


class OracleReader:
    """Reads the meaning that it was told, whatever was said."""

    def __init__(self) -> None:
        self.meant = Meaning()

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """Return the meaning of the turn as it was meant."""
        return self.meant


class OracleActsReader:
    """Reads the dialogue acts that it was told, whatever was said; their words get their values as any do."""

    def __init__(self, values: EmbeddedReader) -> None:
        self._values = values
        self.acts: tuple[Act, ...] = ()

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """Return the meaning of the acts as they were meant."""
        return meaning_of(self.acts, self._values, context)


class NoMemoryAgent(Agent):
    """The agent that knows nothing but the current wishes and the latest list."""

    def _after(self, state: DialogueState, turns: Sequence[Turn], offers: Mapping[int, Any]) -> DialogueState:
        """Return the state after the last of some turns: what isn't left after the agent's is gone for good."""
        after = super()._after(state, turns, offers)
        return after if turns[-1].author == "user" else forgotten(after, self.schema)


def forgotten(state: DialogueState, schema: Schema) -> DialogueState:
    """Return what is left of a state between two turns: the current wishes, the latest list, what is booked."""
    active = state.memory.active_frame
    latest = state.lists[-1] if state.lists else ()
    booked = [booking.option.frame for booking in state.bookings]
    known = {*latest, active, *booked, *state.pending.options}
    kept = {frame: option for frame, option in state.options.items() if frame in known}
    current = held_wishes(state, active, schema)
    return state._replace(
        wishes=dict.fromkeys(state.wishes, current),
        options=kept,
        lists=(tuple(frame for frame in latest if frame in kept),) if latest else (),
        focus=tuple(frame for frame in state.focus if frame in kept),
        touched=tuple(frame for frame in state.touched if frame in kept),
        just_booked=tuple(frame for frame in state.just_booked if frame in kept),
        moments=(),
    )


class DialogueAgent(Protocol):
    """An agent as users see it: `Agent` is one, and so is a language model with tools."""

    def open(self) -> Conversation:
        """Return a conversation in which nothing has been said yet."""
        ...

    def respond(self, conversation: Conversation, text: str) -> Exchange:
        """Return one turn of the user and one of the agent."""
        ...


RULES, NO_MEMORY, MEANT = "rules", "no-memory", "meant"
LLM_READER, LLM_TOOLS, LLM_BARE = "llm-reader", "llm-tools", "llm-bare"
AGENTS = (RULES, LLM_READER, LLM_TOOLS, LLM_BARE, NO_MEMORY, MEANT)
"""The agents over any catalogue; over trips there is one more for each NLU. `meant` hears what is meant."""

_WITH_MODEL: Mapping[str, Callable[[Source, Client], DialogueAgent]] = {
    LLM_READER: lambda source, client: Agent(source, reader=LLMReader(client, embedded_reader(source))),
    LLM_TOOLS: lambda source, client: ToolAgent(source, client),
    LLM_BARE: lambda source, client: BareAgent(Agent(source), client),
}
"""The agents with a language model in them."""


def built(plan: SimulationPlan, source: Source, client: Client | None) -> DialogueAgent:
    """Return the agent of a plan. Raises `InputError` where there is none of its name, or no model for it."""
    if plan.agent in _WITH_MODEL:
        if client is None:
            raise InputError(f"--agent {plan.agent}: expected --llm with the endpoint of a model beside it")
        return _WITH_MODEL[plan.agent](source, client)
    if plan.agent == NO_MEMORY:
        return NoMemoryAgent(source)
    if isinstance(source, TripsSource):
        return Agent(source, reader=_trips_reader(plan.agent, plan.tracker, source))
    if plan.agent not in AGENTS:
        raise InputError(f"--agent {shown(plan.agent)}: over a table expected one of {', '.join(AGENTS)}")
    if plan.tracker != RULES:
        raise InputError(f"--tracker {shown(plan.tracker)}: over a table the engine tracks by itself")
    return Agent(source, reader=OracleReader() if plan.agent == MEANT else None)


def _trips_reader(name: str, tracker: str, source: TripsSource) -> Reader:
    """Return what reads for an agent over trips: rules with the rules' tracker are the engine's own reader."""
    values = embedded_reader(source)
    if name == MEANT:
        return OracleActsReader(values)
    if name == tracker == RULES:
        return values
    tracked = Lasting(tracking.tracker(tracker))
    return ActsReader(nlu.nlu(name), tracked, lexicon(source.catalogue), values)
