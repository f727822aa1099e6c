"""Memory and catalogue as tools for somebody else's agent: it does the talking, nothing is lost or made up."""

from __future__ import annotations

from wayframe.tools.definitions import ToolDefinition, spread_told, tools_over
from wayframe.tools.session import ToolSession

__all__ = ["ToolDefinition", "ToolSession", "spread_told", "tools_over"]
