"""Conversations over HTTP and WebSocket, and the page: faces of `wayframe.service`, without logic of their own."""

from __future__ import annotations
