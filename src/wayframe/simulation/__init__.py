"""Simulated users: they have a task, talk to an agent about it, and show what its memory is worth."""

from wayframe.simulation.agents import MEANT, partner
from wayframe.simulation.faithfulness import unfaithful
from wayframe.simulation.measuring import figures
from wayframe.simulation.running import Plan, Result, Talked, run
from wayframe.simulation.wording.voice import NOISE

__all__ = ["MEANT", "NOISE", "Plan", "Result", "Talked", "figures", "partner", "run", "unfaithful"]
