"""A study in Slack: two people talk through a bot (the extra `slack`)."""

from __future__ import annotations

from wayframe.extras import needing

with needing("Slack needs", "slack"):
    from wayframe.slack.bot import PATH, BotSettings, SlackBot, check, settings

__all__ = ["PATH", "BotSettings", "SlackBot", "check", "settings"]
