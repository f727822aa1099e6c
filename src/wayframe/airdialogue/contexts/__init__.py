"""Contexts: what a customer wants and what an agent has, drawn by chance (the extra `air` brings numpy)."""

from __future__ import annotations

from wayframe.airdialogue.contexts.generating import contexts, generate
from wayframe.airdialogue.contexts.names import AirportNames
from wayframe.airdialogue.contexts.names import own as own_names
from wayframe.airdialogue.contexts.names import read as read_names

__all__ = ["AirportNames", "contexts", "generate", "own_names", "read_names"]
