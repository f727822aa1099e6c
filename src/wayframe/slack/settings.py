"""The bot's settings: the study's `[slack]` table, secrets from the environment."""

from __future__ import annotations

from collections.abc import Mapping

from wayframe.collection.study import SlackSettings
from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError

TOKEN, SECRET, APP = "SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_APP_TOKEN"


class BotSettings(FramesRecord, frozen=True):
    """The bot's token; in HTTP mode the signing secret, in Socket Mode the app's token; where Slack's API is.

    `pages` is the address at which participants reach the study's pages, without a slash at the end.
    """

    token: str
    api: str
    pages: str
    secret: str = ""
    app_token: str = ""


def settings(slack: SlackSettings, environ: Mapping[str, str], pages: str) -> BotSettings:
    """The settings of a study's bot. Raises `InputError` naming the variable that is missing or something else."""
    token = _secret(environ, TOKEN, "xoxb-")
    if slack.mode == "socket":
        return BotSettings(token, slack.api, pages.rstrip("/"), app_token=_secret(environ, APP, "xapp-"))
    return BotSettings(token, slack.api, pages.rstrip("/"), secret=_secret(environ, SECRET, ""))


def _secret(environ: Mapping[str, str], name: str, start: str) -> str:
    """A secret; never shown, not even where it is wrong."""
    value = environ.get(name, "").strip()
    if not value:
        raise InputError(f"{name}: is not set; docs/slack.md says where Slack shows it")
    if not value.startswith(start):
        raise InputError(f"{name}: expected what begins with {start}, found something else")
    return value
