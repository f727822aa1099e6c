"""Wizard-of-Oz collection: participants paired, one as the user, the other as the wizard (paper section 3)."""

from __future__ import annotations

from wayframe.collection.pairing import LobbyState, Role, RunningDialogue, Side, WaitingPerson

__all__ = ["LobbyState", "Role", "RunningDialogue", "Side", "WaitingPerson"]
