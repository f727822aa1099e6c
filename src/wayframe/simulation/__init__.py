"""Simulated users: they have a task, talk to an agent about it, and show what its memory is worth."""

from wayframe.simulation.agents import MEANT, trips_agent
from wayframe.simulation.measuring import ConversationResult, SimulatedConversation, SimulationPlan, figures
from wayframe.simulation.provenance import unfaithful
from wayframe.simulation.running import run
from wayframe.simulation.wording.style import NOISE

__all__ = [
    "MEANT",
    "NOISE",
    "ConversationResult",
    "SimulatedConversation",
    "SimulationPlan",
    "figures",
    "run",
    "trips_agent",
    "unfaithful",
]
