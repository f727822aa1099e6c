"""The agents that can be evaluated, by name."""

from __future__ import annotations

from wayframe import nlu, tracking
from wayframe.agent import Agent
from wayframe.assistant import Assistant, trips_source
from wayframe.packages import Catalogue
from wayframe.simulation.partners import Forgetful, Partner, Remembering, telepathic
from wayframe.tracking import Lasting

MEANT = "meant"  # the agent that hears what is meant: the best that understanding can be


def partner(name: str, tracker: str, catalogue: Catalogue, *, memory: bool = True) -> Partner:
    """The agent with the understanding component and the tracker of these names, with or without memory.

    The rules with the rules' tracker are the agent on the engine, which tracks by itself. Raises `InputError` where
    there is no such component.
    """
    if name == MEANT:
        return telepathic(catalogue)
    if name == tracker == "rules":
        agent: Agent = Assistant(catalogue, trips_source(catalogue))
    else:
        agent = Agent(catalogue, nlu=nlu.nlu(name), tracker=Lasting(tracking.tracker(tracker)))
    return Remembering(agent) if memory else Forgetful(agent)
