"""A study in Slack: two people talk through a bot (the extra `slack`)."""

from __future__ import annotations

from wayframe.extras import missing

try:
    from wayframe.slack.bot import PATH, SlackBot, check
except ModuleNotFoundError as error:
    raise missing(f"Slack needs {error.name}", "slack") from error
from wayframe.slack.bot import BotSettings, settings

__all__ = ["PATH", "BotSettings", "SlackBot", "check", "settings"]
