"""What the agent says next: a wizard's acts from the memory, the user's acts and the catalogue."""

from wayframe.policy.situation import Decision, Policy, Situation
from wayframe.policy.travel import TravelPolicy

__all__ = ["Decision", "Policy", "Situation", "TravelPolicy"]
