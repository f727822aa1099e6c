"""Conversations that last: kept in a database, safe across processes, found again by their id."""

from __future__ import annotations

from wayframe.service.conversations import Answered, Conversations, Held
from wayframe.service.storage import ConflictError, NotFoundError, Storage, UnavailableError

__all__ = ["Answered", "ConflictError", "Conversations", "Held", "NotFoundError", "Storage", "UnavailableError"]
