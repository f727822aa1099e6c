"""Simulated users: they have a task, talk to an agent about it, and show what its memory is worth."""

from wayframe.simulation.agents import AGENTS, LLM_BARE, MEANT, NO_MEMORY, RULES, DialogueAgent
from wayframe.simulation.measuring import ConversationResult, SimulatedConversation, SimulationPlan, figures
from wayframe.simulation.provenance import unfaithful
from wayframe.simulation.running import run
from wayframe.simulation.wording.style import NOISE

__all__ = [
    "AGENTS",
    "LLM_BARE",
    "MEANT",
    "NOISE",
    "NO_MEMORY",
    "RULES",
    "ConversationResult",
    "DialogueAgent",
    "SimulatedConversation",
    "SimulationPlan",
    "figures",
    "run",
    "unfaithful",
]
