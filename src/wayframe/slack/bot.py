"""The bot: its settings, Slack's deliveries, by HTTP or through a socket, and what is posted.

Bot(collection, settings).mount(app)    # works as long as the application runs; HTTP mode: /slack/events
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.adapter.starlette.async_handler import to_async_bolt_request, to_starlette_response
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.web.async_client import AsyncWebClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from wayframe.collection.collection import StudyCollection
from wayframe.collection.records import StudyParticipant
from wayframe.collection.study import SlackSettings
from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError
from wayframe.slack.commands import CommandHandler
from wayframe.slack.delivery_log import ALONE, LEASE, DeliveryLog
from wayframe.slack.dispatcher import SETTLING, ButtonPress, ChannelQueue, EventDispatcher
from wayframe.slack.events import message_event
from wayframe.slack.outbox import LeaseWatch, OutboxRunner
from wayframe.slack.posting import PACE, BotServices, LaterError, SlackPoster, new_session, tried, web_client

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


PATH = "/slack/events"
"""Where Slack delivers everything in HTTP mode: events, commands, buttons, forms."""

COMMAND = "/wayframe"
"""The slash command."""

_PING = 10  # seconds between signs of life through the socket
_LONGEST_PAUSE = 60.0  # seconds before Slack is asked again who the bot is
_log = logging.getLogger(__name__)


def check(settings: BotSettings) -> None:
    """Ask Slack whether it knows the tokens. Raises `InputError` where it doesn't, or doesn't answer."""
    asyncio.run(_check(settings))


class SlackBot:
    """A study's face in Slack."""

    def __init__(
        self,
        collection: StudyCollection,
        settings: BotSettings,
        pace: float = PACE,
        settling: float = SETTLING,
        lease: float | None = None,
    ) -> None:
        """`pace`, `settling` and `lease` in seconds, see there; the lease by whether processes share the database."""
        self._collection, self._settings = collection, settings
        self._pace, self._settling = pace, settling
        self._lease = lease or (LEASE if collection.storage.shared else ALONE)
        self._delivery_log = DeliveryLog(collection.storage, collection.clock)
        self._app: AsyncApp | None = None

    def routes(self) -> list[BaseRoute]:
        """Return what a server has to serve: in HTTP mode one path."""
        return [Route(PATH, self._deliver, methods=["POST"])] if self._settings.secret else []

    def mount(self, app: Starlette) -> None:
        """Have an application serve it: the path, and the bot's work from its start to its end."""
        app.router.routes.extend(self.routes())
        without = app.router.lifespan_context

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[Any]:
            async with without(app) as state, self.open():
                yield state

        app.router.lifespan_context = lifespan

    @property
    def ready(self) -> bool:
        """Return whether it has found Slack, and listens."""
        return self._app is not None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen and post, as long as the block runs; where Slack doesn't answer, as soon as it does."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        async with new_session() as session:
            client = web_client(self._settings.token, self._settings.api, session)
            known = await _introduced(client)
            services = BotServices(self._collection, self._delivery_log, SlackPoster(client, self._pace), self._desk)
            queue = ChannelQueue(self._settling)
            dispatcher = EventDispatcher(services, CommandHandler(services), known["team_id"], queue)
            self._app = listening(dispatcher, client, self._settings.secret, known)
            outboxes = OutboxRunner(services, dispatcher)
            try:
                await LeaseWatch(self._delivery_log, partial(self._work, self._app, outboxes), self._lease).run()
            finally:
                self._app = None
                await dispatcher.close()

    async def _work(self, app: AsyncApp, outboxes: OutboxRunner) -> None:
        """Do what one process does at a time: post, and in Socket Mode listen."""
        if not self._settings.app_token:
            await outboxes.run()
            return
        handler = AsyncSocketModeHandler(app, self._settings.app_token, ping_interval=_PING)
        try:
            await handler.connect_async()
            await outboxes.run()
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

    def _desk(self, person: StudyParticipant) -> str:
        return f"{self._settings.pages}/enter/{self._collection.access.login_token(person)}"


async def _introduced(client: AsyncWebClient) -> Mapping[str, Any]:
    """Return who the bot is: its ids, and the workspace's; as soon as Slack says so."""
    pause = 1.0
    while True:
        try:
            return await tried(client.auth_test)
        except LaterError as error:
            _log.error("slack: %s: %s", TOKEN, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


async def _check(settings: BotSettings) -> None:
    async with new_session() as session:
        client = web_client(settings.token, settings.api, session)
        calls = {TOKEN: client.auth_test}
        if settings.app_token:
            calls[APP] = partial(client.apps_connections_open, app_token=settings.app_token)
        for name, call in calls.items():
            try:
                await tried(call)
            except LaterError as error:
                raise InputError(f"{name}: {error}") from error


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
