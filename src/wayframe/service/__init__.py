"""Conversations that last: kept in a database, safe across processes, found again by their id."""

from __future__ import annotations

from wayframe.databases import ConflictError, UnavailableError
from wayframe.service.conversations import Answered, Conversations, Held
from wayframe.service.storage import NotFoundError, Storage, delete_within

__all__ = [
    "Answered", "ConflictError", "Conversations", "Held", "NotFoundError", "Storage", "UnavailableError",
    "delete_within",
]  # fmt: skip
