"""Bolt, which knows how Slack delivers: what comes, unpacked, for the dispatcher."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.web.async_client import AsyncWebClient

from wayframe.slack.dispatcher import ButtonPress, EventDispatcher
from wayframe.slack.events import message_event

COMMAND = "/wayframe"
"""The slash command."""


def listening(dispatcher: EventDispatcher, client: AsyncWebClient, secret: str, known: Mapping[str, Any]) -> AsyncApp:
    """A Bolt app; `known` is what Slack told of the bot. What fails is not acknowledged: Slack delivers it again."""

    async def authorize(**_: Any) -> AuthorizeResult:
        """Once asked is enough: where Slack doesn't answer a second time, the delivery would be lost."""
        return AuthorizeResult(
            enterprise_id=known.get("enterprise_id"),
            team_id=known["team_id"],
            bot_id=known.get("bot_id"),
            bot_user_id=known.get("user_id"),
            bot_token=client.token,
        )

    log = logging.getLogger(f"{__name__}.bolt")
    log.setLevel(logging.ERROR)  # it warns that it needs no token beside what is given here
    # Bolt gives the level to the logger of the app's name, too: another one than ours
    app = AsyncApp(
        name="wayframe-bot", logger=log, client=client, signing_secret=secret, authorize=authorize,
        process_before_response=True,
    )  # fmt: skip

    async def message(event: dict[str, Any]) -> None:
        if found := message_event(event):
            await dispatcher.take(found)

    async def command(ack: Any, body: dict[str, Any]) -> None:
        await ack(
            await dispatcher.command(body["user_id"], body["channel_id"], body["trigger_id"], body.get("text", ""))
        )

    async def action(ack: Any, body: dict[str, Any], action: dict[str, Any]) -> None:
        container = body["container"]
        where = (container["channel_id"], container["message_ts"])
        pressed = ButtonPress(
            body["user"]["id"], *where, body["trigger_id"], action["action_id"], float(action["action_ts"])
        )
        await dispatcher.press(pressed)
        await ack()

    async def submit(ack: Any, body: dict[str, Any], view: dict[str, Any]) -> None:
        wrong = await dispatcher.submit(body["user"]["id"], view["private_metadata"], view["state"]["values"])
        await (ack(response_action="errors", errors=wrong) if wrong else ack())

    app.event("message")(message)
    app.command(COMMAND)(command)
    app.action(re.compile("."))(action)
    app.view("survey")(submit)
    return app
