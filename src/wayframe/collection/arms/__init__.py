"""The agent in a study: in the wizard's place, or at the wizard's side.

Both are pure towards the talk: what the agent says and looks for becomes messages and searches like a person's, and
nothing else of a talk is touched. Which dialogues it takes part in is decided by chance (`collection.assignment`).
"""

from __future__ import annotations

from wayframe.collection.arms.assistant import Assistant, Proposal
from wayframe.collection.arms.wizard import AgentWizard, conversation_name

__all__ = ["AgentWizard", "Assistant", "Proposal", "conversation_name"]
