"""The agents that can be evaluated over trips, the oracle NLU, and the agent without memory.

The oracle readers know what is meant, so that what is left are the faults of the other stages. The agent without memory
is as the paper's introduction describes the systems of its day: it keeps one set of constraints, in which a new value
overwrites the old, and the list of what it offered last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wayframe import nlu, tracking
from wayframe.agent import Agent, embedded_reader
from wayframe.dialogue import Act, Turn
from wayframe.meaning.records import Meaning
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource, lexicon
from wayframe.reader import Reader, ReaderContext
from wayframe.reader.acts import ActsReader, meaning_of
from wayframe.reader.reader import EmbeddedReader
from wayframe.schema import Schema
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
    """Return what is left of a state between two turns: the current wishes, the options offered last."""
    active = state.memory.active_frame
    latest = state.lists[-1] if state.lists else ()
    kept = {frame: option for frame, option in state.options.items() if frame in (*latest, active)}
    current = held_wishes(state, active, schema)
    return state._replace(
        wishes=dict.fromkeys(state.wishes, current),
        options=kept,
        lists=(tuple(frame for frame in latest if frame in kept),) if latest else (),
        focus=tuple(frame for frame in state.focus if frame in kept),
        touched=tuple(frame for frame in state.touched if frame in kept),
        moments=(),
    )


MEANT = "meant"  # the agent with the oracle NLU: the best that understanding can be


def trips_agent(name: str, tracker: str, catalogue: Catalogue, *, memory: bool = True) -> Agent:
    """Return the agent with the understanding component and the tracker of these names, with or without memory.

    The rules with the rules' tracker are the engine's own reader, which tracks by itself. Raises `InputError` where
    there is no such component.
    """
    source = TripsSource(catalogue)
    kind = Agent if memory else NoMemoryAgent
    return kind(source, reader=_reader(name, tracker, source))


def _reader(name: str, tracker: str, source: TripsSource) -> Reader:
    """Return what reads for an agent."""
    values = embedded_reader(source)
    if name == MEANT:
        return OracleActsReader(values)
    if name == tracker == "rules":
        return values
    tracked = Lasting(tracking.tracker(tracker))
    return ActsReader(nlu.nlu(name), tracked, lexicon(source.catalogue), values)
