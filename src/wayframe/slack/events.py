"""Slack's "message" events read: most of their kinds are none that anybody wrote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

_WRITTEN = (None, "me_message", "file_share", "thread_broadcast")  # the subtypes of what people write


class MessageEvent(NamedTuple):
    """Something that a person did in their direct messages with the bot.

    `ts` is the message's time stamp, `at` that of what was done to it. `unfit` says why it can't be passed on.
    """

    done: Literal["said", "changed", "deleted"]
    user: str
    channel: str
    ts: str
    at: str
    text: str = ""
    unfit: str | None = None


def message_event(event: Mapping[str, Any]) -> MessageEvent | None:
    """Return what a person did; None for what bots and Slack itself do, and for what changes nothing to be read."""
    if event.get("channel_type", "im") != "im":
        return None
    channel, before = str(event.get("channel", "")), event.get("previous_message") or {}
    match event.get("subtype"):
        case "message_changed":
            message = event.get("message") or {}
            left = message.get("subtype") == "tombstone"  # deleted, but there are answers in its thread
            return _deleted(event, before, channel) if left else _changed(message, channel)
        case "message_deleted":
            return _deleted(event, before, channel)
    return written_event(event, channel)


def written_event(message: Mapping[str, Any], channel: str) -> MessageEvent | None:
    """A message that stands in a channel, or None if no person wrote it."""
    if not _by_person(message):
        return None
    ts = str(message["ts"])
    return MessageEvent("said", message["user"], channel, ts, ts, str(message.get("text", "")), _unfit(message))


def _changed(message: Mapping[str, Any], channel: str) -> MessageEvent | None:
    edited = message.get("edited")
    if not edited or not _by_person(message):  # a link was given its preview, a post of ours was changed
        return None
    text = str(message.get("text", ""))
    return MessageEvent("changed", message["user"], channel, message["ts"], edited["ts"], text, _unfit(message))


def _deleted(event: Mapping[str, Any], before: Mapping[str, Any], channel: str) -> MessageEvent | None:
    at = str(event.get("event_ts") or event.get("ts"))
    return MessageEvent("deleted", before["user"], channel, before["ts"], at) if _by_person(before) else None


def _by_person(message: Mapping[str, Any]) -> bool:
    written = message.get("subtype") in _WRITTEN
    return written and bool(message.get("user")) and not message.get("bot_id") and bool(message.get("ts"))


def _unfit(message: Mapping[str, Any]) -> str | None:
    if message.get("files") or message.get("subtype") == "file_share":
        return "files aren't passed on, nor the words beside them. Say it in words alone."
    if message.get("thread_ts", message["ts"]) != message["ts"]:
        return "what stands in a thread isn't passed on. Write it below, as a new message."
    return None
