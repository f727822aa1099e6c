"""People at their screens in a workspace: what they do there, what they see."""

from __future__ import annotations

from typing import Any

from slack_server import BOT, TEAM, Message, Slack, until


class Human:
    """Somebody who writes to the bot, and sees what it posts."""

    def __init__(self, slack: Slack, user: str) -> None:
        self.slack, self.user, self.channel = slack, user, slack.channel(user)

    async def says(self, text: str, times: int = 1, **more: Any) -> str:
        """Write a message, as Slack has it; its time stamp."""
        message = self.writes(text, **more)
        await self.slack.event(self.event(message), times)
        return str(message["ts"])

    def writes(self, text: str, **more: Any) -> Message:
        """A message that stands in the channel, but isn't delivered."""
        message = {"type": "message", "user": self.user, "text": text, "ts": self.slack.ts(), **more}
        self.slack.messages[self.channel].append(message)
        return message

    def event(self, message: Message) -> dict[str, Any]:
        """What is delivered of it."""
        return {**message, "channel": self.channel, "channel_type": "im", "event_ts": message["ts"]}

    async def edits(self, ts: str, text: str, **more: Any) -> None:
        """Change a message."""
        message = next(each for each in self.slack.messages[self.channel] if each["ts"] == ts)
        before = dict(message)
        message.update(text=text, edited={"user": self.user, "ts": self.slack.ts()})
        await self.slack.event(self._about("message_changed", message=dict(message), previous_message=before) | more)

    async def deletes(self, ts: str) -> None:
        """Delete a message."""
        message = next(each for each in self.slack.messages[self.channel] if each["ts"] == ts)
        self.slack.messages[self.channel].remove(message)
        await self.slack.event(self._about("message_deleted", deleted_ts=ts, previous_message=message))

    async def commands(self, text: str, channel: str = "C1") -> Any:
        """Give the slash command."""
        return await self.slack.command(
            {
                "command": "/wayframe",
                "text": text,
                "user_id": self.user,
                "channel_id": channel,
                "trigger_id": self.slack.pressed(self.user),
            }
        )

    async def presses(self, action_id: str) -> None:
        """Press a button, the latest of those that do this."""
        await until(lambda: any(action_id in _actions(each) for each in self._seen()), lambda: f"{action_id} to press")
        message = next(each for each in self._seen()[::-1] if action_id in _actions(each))
        await self.slack.interaction(
            {
                "type": "block_actions",
                "user": {"id": self.user, "team_id": TEAM},
                "trigger_id": self.slack.pressed(self.user),
                "container": {"type": "message", "message_ts": message["ts"], "channel_id": self.channel},
                "channel": {"id": self.channel},
                "message": message,
                "actions": [
                    {
                        "type": "button",
                        "action_id": action_id,
                        "block_id": "b",
                        "value": action_id.partition(":")[2],
                        "action_ts": self.slack.ts(),
                    }
                ],
            }
        )

    async def submits(self, answers: dict[str, str]) -> Any:
        """Fill in the form that is open, and send it; what it says to that."""
        form = await self.sees_form()
        values = {}
        for block in form["blocks"]:
            name, kind = block["block_id"], block["element"]["type"]
            given = answers.get(name)
            if kind == "plain_text_input":
                values[name] = {name: {"type": kind, "value": given}}
            else:
                chosen = next((each for each in block["element"]["options"] if each["value"] == given), None)
                values[name] = {
                    name: {"type": kind, "selected_option": chosen or block["element"].get("initial_option")}
                }
        view = {**form, "id": "V1", "state": {"values": values}}
        answer = await self.slack.interaction({"type": "view_submission", "user": {"id": self.user}, "view": view})
        if not answer:
            del self.slack.forms[self.user]
        return answer

    async def sees(self, text: str) -> Message:
        """Wait until a post of the bot has these words."""
        await until(lambda: any(text in shown(each) for each in self._seen()), lambda: f"{text!r} in {self.screen()}")
        return next(each for each in self._seen()[::-1] if text in shown(each))

    async def sees_form(self) -> dict[str, Any]:
        """Wait until a form is open."""
        await until(lambda: self.user in self.slack.forms)
        return self.slack.forms[self.user]

    def screen(self) -> list[str]:
        """All that the bot has posted, as it is seen."""
        return [shown(each) for each in self._seen()]

    def relayed(self) -> list[str]:
        """What the partner wrote, as it is seen."""
        return [shown(each) for each in self._seen() if each.get("mrkdwn") is False]

    def _seen(self) -> list[Message]:
        return [each for each in self.slack.messages[self.channel] if each.get("bot_id") == BOT]

    def _about(self, subtype: str, **more: Any) -> dict[str, Any]:
        ts = self.slack.ts()
        return {
            "type": "message",
            "subtype": subtype,
            "channel": self.channel,
            "channel_type": "im",
            "ts": ts,
            "event_ts": ts,
            "hidden": True,
            **more,
        }


def shown(message: Message) -> str:
    """What stands on the screen: the blocks if there are any, with Slack's entities undone."""
    parts = [block["text"]["text"] for block in message.get("blocks", ()) if block["type"] == "section"]
    text = "\n".join(parts) or message["text"]
    return str(text).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _actions(message: Message) -> list[str]:
    rows = (block["elements"] for block in message.get("blocks", ()) if block["type"] == "actions")
    return [element["action_id"] for row in rows for element in row]
