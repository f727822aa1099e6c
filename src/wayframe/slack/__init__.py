"""A study in Slack: two people talk through a bot (the extra `slack`)."""

from __future__ import annotations

from wayframe.errors import InputError

try:
    from wayframe.slack.bot import PATH, Bot, check
except ModuleNotFoundError as error:
    raise InputError(f"Slack needs {error.name}: pip install 'wayframe[slack]'") from error
from wayframe.slack.settings import Settings, settings

__all__ = ["PATH", "Bot", "Settings", "check", "settings"]
