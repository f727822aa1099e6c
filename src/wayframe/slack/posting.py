"""Posting to Slack: one thing after the other in a channel, at the pace that Slack asks for.

What goes wrong is told apart by what is to be done about it: somebody can't be reached at all, it is to be tried again,
or it isn't known whether it was posted, and the channel's history has to be looked at first.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from wayframe.collection.collection import StudyCollection
from wayframe.collection.records import StudyParticipant
from wayframe.slack.blocks import SlackPost
from wayframe.slack.delivery_log import DeliveryLog, PostedVersion

PACE = 1.0
"""Seconds between posts in a channel (docs.slack.dev, "Rate limits": one message a second, short bursts tolerated)."""

_SECONDS = 10  # that Slack has to answer
_LIMITED = 8  # times in a row that Slack may say "not now" and we wait as long as it says
_LOOKED_AT = 100  # of the latest messages of a channel
_EVENT = "wayframe_post"  # the type of the metadata that each post carries
_NOBODY = {"channel_not_found", "is_archived", "user_not_found", "user_disabled", "user_not_visible", "cannot_dm_bot"}
_GONE = {"message_not_found", "cant_update_message", "cant_delete_message", "no_text"}
_UNSURE = {"internal_error", "fatal_error", "service_unavailable", "request_timeout"}


class UnreachableError(Exception):
    """There is nobody any more to post to."""


class LaterError(Exception):
    """Slack doesn't take it now. `unsure`: or it has, and only its answer was lost."""

    def __init__(self, reason: str, unsure: bool = False) -> None:
        super().__init__(reason)
        self.unsure = unsure


def places(error: BaseException) -> str:
    """Return an error as it is logged: its kind and place, without its message, which may quote people."""
    return f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}"


def web_client(token: str, api: str, session: aiohttp.ClientSession) -> AsyncWebClient:
    """Slack's Web API. Rate limits are obeyed; nothing else is tried again, for it might be posted twice."""
    patient = AsyncRateLimitErrorRetryHandler(max_retry_count=_LIMITED)
    return AsyncWebClient(token, base_url=api, session=session, retry_handlers=[patient])


def new_session() -> aiohttp.ClientSession:
    """Connections to Slack, with an end to every wait."""
    return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS))


class ChannelHistory(NamedTuple):
    """A channel's latest messages: our posts by name, and what the other one wrote, oldest first."""

    posts: dict[str, PostedVersion]
    written: tuple[Mapping[str, Any], ...]


class SlackPoster:
    """Posts, changes and takes back; one thing at a time in each channel."""

    def __init__(self, client: AsyncWebClient, pace: float = PACE) -> None:
        """`pace`: seconds between posts in a channel."""
        self._client, self._pace = client, pace
        self._locks: dict[str, asyncio.Lock] = {}
        self._next: dict[str, float] = {}  # when the next post is due, in the loop's time

    async def channel(self, user: str) -> str:
        """The direct messages with somebody. Raises `UnreachableError`, `LaterError`."""
        found = await tried(lambda: self._client.conversations_open(users=user))
        return str(found["channel"]["id"])

    async def post(self, channel: str, post: SlackPost) -> PostedVersion:
        """Post something, with its name and version as metadata. Raises `UnreachableError`, `LaterError`."""
        quiet = {"unfurl_links": False, "unfurl_media": False}
        async with self._turn(channel):
            found = await tried(lambda: self._client.chat_postMessage(channel=channel, **_content(post), **quiet))
        return PostedVersion(post.version, str(found.get("ts", "")))

    async def change(self, channel: str, ts: str, post: SlackPost) -> PostedVersion:
        """Put something else in a post's place. Raises `UnreachableError`, `LaterError`."""
        async with self._turn(channel):
            await tried(lambda: self._client.chat_update(channel=channel, ts=ts, **_content(post)))
        return PostedVersion(post.version, ts)

    async def take_back(self, channel: str, ts: str) -> None:
        """Take a post away. Raises `UnreachableError`, `LaterError`."""
        async with self._turn(channel):
            await tried(lambda: self._client.chat_delete(channel=channel, ts=ts))

    async def history(self, channel: str) -> ChannelHistory:
        """The latest hundred messages of a channel. Raises `UnreachableError`, `LaterError`."""
        found = await tried(
            lambda: self._client.conversations_history(channel=channel, limit=_LOOKED_AT, include_all_metadata=True)
        )
        messages = sorted(found.get("messages", ()), key=lambda message: float(message["ts"]))
        posts = {str(name): posted for message in messages for name, posted in _posted(message)}
        return ChannelHistory(posts, tuple(message for message in messages if not message.get("bot_id")))

    async def locale(self, user: str) -> str | None:
        """Somebody's locale ("fr-CA"), if Slack tells. Raises `UnreachableError`, `LaterError`."""
        found = await tried(lambda: self._client.users_info(user=user, include_locale=True))
        locale = found["user"].get("locale")
        return locale and str(locale)

    async def show(self, trigger: str, form: Mapping[str, Any]) -> None:
        """Open a form for whoever pressed the button of this trigger. Raises `UnreachableError`, `LaterError`."""
        await tried(lambda: self._client.views_open(trigger_id=trigger, view=form))

    @asynccontextmanager
    async def _turn(self, channel: str) -> AsyncIterator[None]:
        """Wait until it is this channel's turn; those who wait go in the order of their coming."""
        loop = asyncio.get_running_loop()
        async with self._locks.setdefault(channel, asyncio.Lock()):
            await asyncio.sleep(self._next.get(channel, 0) - loop.time())
            try:
                yield
            finally:
                self._next[channel] = loop.time() + self._pace


class BotServices(NamedTuple):
    """The services that all parts of the bot share; `desk` gives the address of somebody's pages."""

    collection: StudyCollection
    log: DeliveryLog
    poster: SlackPoster
    desk: Callable[[StudyParticipant], str]


async def tried(call: Callable[[], Awaitable[Any]]) -> Mapping[str, Any]:
    """Slack's answer to a call. Raises `UnreachableError`, `LaterError`."""
    try:
        answer: Mapping[str, Any] = (await call()).data
    except SlackApiError as error:
        return _settled(error)
    except (aiohttp.ClientError, TimeoutError) as error:
        raise LaterError(f"Slack didn't answer: {type(error).__name__}", unsure=True) from error
    return answer


def _content(post: SlackPost) -> dict[str, Any]:
    named = {"event_type": _EVENT, "event_payload": {"name": post.name, "version": post.version}}
    content = {"text": post.text, "metadata": named, "mrkdwn": not post.verbatim}
    return {**content, "blocks": list(post.blocks)} if post.blocks else content


def _posted(message: Mapping[str, Any]) -> list[tuple[str, PostedVersion]]:
    metadata = message.get("metadata") or {}
    payload = metadata.get("event_payload") or {}
    if metadata.get("event_type") != _EVENT or "name" not in payload:
        return []
    return [(payload["name"], PostedVersion(str(payload.get("version", "")), str(message["ts"])))]


def _settled(error: SlackApiError) -> Mapping[str, Any]:
    """Return what comes of an error: nothing, where there is nothing to be done about it any more."""
    status, answer = getattr(error.response, "status_code", 0), getattr(error.response, "data", None)
    name = str(answer.get("error") or "") if isinstance(answer, dict) and status < 500 else ""  # others are pages
    if name in _NOBODY:
        raise UnreachableError(name) from error
    if name in _GONE:
        return {}
    raise LaterError(
        f"Slack says {name!r}" if name else f"status {status}", unsure=not name or name in _UNSURE
    ) from error
