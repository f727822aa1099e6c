"""The agent in a study: in the wizard's place, or at the wizard's side.

Both are pure towards the talk: what the agent says and looks for becomes messages and searches like a person's, and
nothing else of a talk is touched. Which dialogues it takes part in is decided by chance (`collection.lobby_store`).
"""

from __future__ import annotations

from wayframe.collection.conditions.agent import AgentWizard, conversation_name
from wayframe.collection.conditions.assisted import WizardAssistant, WizardProposal

__all__ = ["AgentWizard", "WizardAssistant", "WizardProposal", "conversation_name"]
