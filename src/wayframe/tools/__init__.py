"""The memory and the catalogue as tools for somebody else's agent: it does the talking, nothing is lost or made up."""

from __future__ import annotations

from wayframe.tools.desk import Desk, Found

__all__ = ["Desk", "Found"]
