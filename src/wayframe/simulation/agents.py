"""The agents over trips that can be evaluated, by name."""

from __future__ import annotations

from wayframe import nlu, tracking
from wayframe.agent import Agent, embedded_reader
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource, lexicon
from wayframe.reader import Reader
from wayframe.reader.acts import ActsReader
from wayframe.simulation.no_memory import NoMemoryAgent
from wayframe.simulation.oracle import OracleActsReader
from wayframe.tracking import Lasting

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
