"""The bot: Slack's deliveries, by HTTP or through a socket, and what is posted.

bot = Bot(collection, settings)
app.router.routes.extend(bot.routes())    # HTTP mode: /slack/events
async with bot.open(): ...                # as long as the server runs
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.adapter.starlette.async_handler import to_async_bolt_request, to_starlette_response
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from wayframe.collection.collection import Collection
from wayframe.collection.records import Person
from wayframe.errors import InputError, shown
from wayframe.slack.clerk import Clerk, Press
from wayframe.slack.letters import letter
from wayframe.slack.order import SETTLING, Queue
from wayframe.slack.posting import PACE, Poster, new_session, web_client
from wayframe.slack.reception import Reception
from wayframe.slack.relaying import Relaying, Watch
from wayframe.slack.relays import LEASE, Relays
from wayframe.slack.settings import APP, TOKEN, Settings

PATH = "/slack/events"
"""Where Slack delivers everything in HTTP mode: events, commands, buttons, forms."""

COMMAND = "/wayframe"
"""The slash command."""

_PING = 10  # seconds between signs of life through the socket


class Bot:
    """A study's face in Slack."""

    def __init__(
        self,
        collection: Collection,
        settings: Settings,
        pace: float = PACE,
        settling: float = SETTLING,
        lease: float = LEASE,
    ) -> None:
        """`pace`, `settling` and `lease` in seconds, see there."""
        self._collection, self._settings = collection, settings
        self._pace, self._settling, self._lease = pace, settling, lease
        self._relays = Relays(collection.storage, collection.clock)
        self._app: AsyncApp | None = None

    def routes(self) -> list[BaseRoute]:
        """What a server has to serve: in HTTP mode one path."""
        return [Route(PATH, self._deliver, methods=["POST"])] if self._settings.secret else []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen and post, as long as the block runs. Raises `InputError` where Slack doesn't know the token."""
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(new_session())
            client = web_client(self._settings.token, self._settings.api, session)
            known = await _checked(TOKEN, client.auth_test())
            poster = Poster(client, self._pace)
            reception = Reception(self._collection, self._relays, self._desk)
            queue = Queue(self._settling)
            clerk = Clerk(self._collection, self._relays, reception, poster, known["team_id"], queue)
            stack.push_async_callback(clerk.close)
            self._app = _app(clerk, client, self._settings.secret, known)

            async def work() -> None:
                async with self._listening():
                    await Relaying(self._collection, self._relays, poster, clerk, self._desk).run()

            if self._settings.app_token:
                await _checked(APP, client.apps_connections_open(app_token=self._settings.app_token))
            watch = asyncio.create_task(Watch(self._relays, work, self._lease).run())
            stack.push_async_callback(_cancelled, watch)
            yield

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[None]:
        """In Socket Mode: the socket, open."""
        if not self._settings.app_token:
            yield
            return
        assert self._app is not None
        handler = AsyncSocketModeHandler(self._app, self._settings.app_token, ping_interval=_PING)
        try:
            await handler.connect_async()
            yield
        finally:
            await handler.close_async()

    async def _deliver(self, request: Request) -> Response:
        """A delivery by HTTP; what isn't signed by Slack within the last five minutes is refused."""
        try:
            body = (await request.body()).decode()
        except UnicodeDecodeError:
            return PlainTextResponse("expected UTF-8", 400)
        if not re.fullmatch(r"[0-9]{1,12}", request.headers.get("x-slack-request-timestamp", "")):
            return PlainTextResponse("expected Slack's signature", 401)
        if self._app is None:
            return PlainTextResponse("not ready", 503)
        return to_starlette_response(await self._app.async_dispatch(to_async_bolt_request(request, body.encode())))

    def _desk(self, person: Person) -> str:
        return f"{self._settings.pages}/enter/{self._collection.doors.passage(person)}"


async def _checked(name: str, call: Awaitable[Any]) -> dict[str, Any]:
    """What Slack says to somebody with this token. Raises `InputError` where it doesn't know it, or says nothing."""
    try:
        return dict((await call).data)
    except SlackApiError as error:
        raise InputError(f"{name}: Slack says {shown(error.response.get('error'))}") from error
    except (aiohttp.ClientError, TimeoutError) as error:
        raise InputError(f"slack.api: no answer from there: {type(error).__name__}") from error


def _app(clerk: Clerk, client: AsyncWebClient, secret: str, known: dict[str, Any]) -> AsyncApp:
    """Bolt, which knows the shapes of deliveries. What fails is not acknowledged, so that Slack delivers it again."""

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
    app = AsyncApp(
        name="wayframe", logger=log, client=client, signing_secret=secret, authorize=authorize,
        process_before_response=True,
    )  # fmt: skip

    async def message(event: dict[str, Any]) -> None:
        if found := letter(event):
            await clerk.take(found)

    async def command(ack: Any, body: dict[str, Any]) -> None:
        await ack(await clerk.command(body["user_id"], body["channel_id"], body["trigger_id"], body.get("text", "")))

    async def action(ack: Any, body: dict[str, Any], action: dict[str, Any]) -> None:
        container = body["container"]
        where = (container["channel_id"], container["message_ts"])
        pressed = Press(body["user"]["id"], *where, body["trigger_id"], action["action_id"], float(action["action_ts"]))
        await clerk.press(pressed)
        await ack()

    async def submit(ack: Any, body: dict[str, Any], view: dict[str, Any]) -> None:
        wrong = await clerk.submit(body["user"]["id"], view["private_metadata"], view["state"]["values"])
        await (ack(response_action="errors", errors=wrong) if wrong else ack())

    app.event("message")(message)
    app.command(COMMAND)(command)
    app.action(re.compile("."))(action)
    app.view("survey")(submit)
    return app


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
