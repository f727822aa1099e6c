"""Wizard-of-Oz collection: participants paired, one as the user, the other as the wizard (paper section 3)."""

from __future__ import annotations

from wayframe.collection.pairing import Lobby, Role, Side, Talk, Waiting

__all__ = ["Lobby", "Role", "Side", "Talk", "Waiting"]
