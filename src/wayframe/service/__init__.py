"""Conversations that last: kept in a database, safe across processes, found again by their id."""

from __future__ import annotations

from wayframe.databases import ConflictError, UnavailableError
from wayframe.service.conversations import AnsweredTurn, Conversations, ConversationState
from wayframe.service.storage import NotFoundError, SharedComparison, Storage, delete_within

__all__ = [
    "AnsweredTurn",
    "ConflictError",
    "ConversationState",
    "Conversations",
    "NotFoundError",
    "SharedComparison",
    "Storage",
    "UnavailableError",
    "delete_within",
]  # fmt: skip
