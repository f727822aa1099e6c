"""Slack, as far as a bot can tell: its Web API, its deliveries by HTTP or through a socket.

It keeps to the app's manifest: a method without its scope, an event that isn't subscribed, a command that isn't there
don't work. A test can have it fail in any way.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import aiohttp
from aiohttp import web
from ruamel.yaml import YAML

TEAM, BOT, BOT_USER = "T1", "B1", "UBOT"
TOKEN, APP_TOKEN, SECRET = "xoxb-1", "xapp-1", "a secret that only Slack knows"
_SCOPES = {
    "chat.postMessage": "chat:write",
    "chat.update": "chat:write",
    "chat.delete": "chat:write",
    "conversations.open": "im:write",
    "conversations.history": "im:history",
    "users.info": "users:read",
}
_EVENTS = {"message": ("message.im", "im:history")}
_PATIENCE = 120.0  # seconds that a test waits for something to be seen

Message = dict[str, Any]


def manifest(nth: int = 1) -> dict[str, Any]:
    """The manifest that docs/slack.md tells people to use; the second: what is different over HTTP."""
    text = (Path(__file__).parents[1] / "docs" / "slack.md").read_text(encoding="utf-8")
    block = text.split("```yaml\n")[nth].split("```", 1)[0]
    return dict(YAML(typ="safe").load(block))


class Trouble(NamedTuple):
    """How a call goes wrong: Slack says no, too many, nothing; `done` if it does all the same what it was asked for.

    `wait`: seconds that its answer takes.
    """

    error: str | None = None
    status: int = 200
    after: int = 1  # seconds, where it were too many
    wait: float = 0.0
    done: bool = False
    silent: bool = False


class Slack:
    """A workspace with one app."""

    def __init__(self, app: dict[str, Any]) -> None:
        self.url = ""
        self.deliver_to = ""  # by HTTP, where that isn't empty; else through a socket
        self.messages: dict[str, list[Message]] = defaultdict(list)
        self.calls: list[tuple[float, str, dict[str, Any]]] = []
        self.troubles: dict[str, deque[Trouble]] = defaultdict(deque)
        self.forms: dict[str, dict[str, Any]] = {}  # that are open, by user
        self.answers: list[Any] = []  # what deliveries were answered with
        self.locales: dict[str, str] = {}
        self.slowness = 0.0  # seconds from what it does to its answer
        self.sockets: list[web.WebSocketResponse] = []
        self.opened = 0
        self.session: aiohttp.ClientSession
        self._app, self._acked = app, dict[str, asyncio.Future[Any]]()
        self._ids, self._start = count(1), time.time()
        self._triggers: dict[str, str] = {}
        self._transports: dict[web.WebSocketResponse, Any] = {}

    def ts(self) -> str:
        """A time stamp later than all before."""
        return f"{time.time():.3f}{next(self._ids) % 1000:03}"

    def channel(self, user: str) -> str:
        """The direct messages of the bot with somebody."""
        return f"D{user}"

    def pressed(self, user: str) -> str:
        """A trigger, good for opening one form."""
        trigger = f"{next(self._ids)}.{user}"
        self._triggers[trigger] = user
        return trigger

    async def event(self, event: dict[str, Any], times: int = 1) -> None:
        """Deliver an event as often as that, as Slack does where an answer got lost; until it is acknowledged."""
        subscribed, scope = _EVENTS[event["type"]]
        settings = self._app["settings"]
        if subscribed not in settings["event_subscriptions"]["bot_events"] or scope not in self._bot_scopes():
            return
        body = {
            "type": "event_callback",
            "team_id": TEAM,
            "api_app_id": "A1",
            "event": event,
            "event_id": f"Ev{next(self._ids)}",
            "event_time": int(time.time()),
            "authorizations": [{"team_id": TEAM, "user_id": BOT_USER, "is_bot": True}],
        }
        for _ in range(times):
            await self._delivered("events_api", body, tries=4)

    async def interaction(self, body: dict[str, Any]) -> Any:
        """Deliver a button or a form; what comes back. Slack doesn't deliver these again."""
        assert self._app["settings"]["interactivity"]["is_enabled"]
        return await self._delivered("interactive", {"team": {"id": TEAM}, "api_app_id": "A1", **body}, tries=1)

    async def command(self, body: dict[str, Any]) -> Any:
        """Deliver a slash command, if the app has it."""
        assert body["command"] in [each["command"] for each in self._app["features"]["slash_commands"]]
        assert "commands" in self._bot_scopes()
        return await self._delivered("slash_commands", {"team_id": TEAM, "api_app_id": "A1", **body}, tries=1)

    async def refresh(self) -> None:
        """Tell the app to open another socket, then close this one."""
        old = self.sockets[-1]
        await old.send_json({"type": "disconnect", "reason": "refresh_requested"})

    def cut(self) -> None:
        """Break the socket, without a word."""
        transport = self._transports[self.sockets[-1]]
        transport.abort()

    def routes(self) -> list[web.RouteDef]:
        """The API, and the sockets."""
        call = "/api/{method}"
        return [web.post(call, self._call), web.get(call, self._call), web.get("/link", self._link)]

    def _bot_scopes(self) -> list[str]:
        return list(self._app["oauth_config"]["scopes"]["bot"])

    async def _call(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        body = await (request.json() if request.content_type == "application/json" else request.post())
        asked = {str(name): _parsed(value) for name, value in [*request.query.items(), *body.items()]}
        self.calls.append((time.monotonic(), method, asked))
        trouble = self.troubles[method].popleft() if self.troubles[method] else Trouble()
        bad = trouble.error or trouble.silent or trouble.status != 200
        answer: dict[str, Any] = {} if bad and not trouble.done else self._answered(method, asked, request.headers)
        await asyncio.sleep(trouble.wait or self.slowness)
        if trouble.silent:
            assert request.transport
            request.transport.abort()
        if trouble.status == 429:
            limited = {"Retry-After": str(trouble.after)}
            return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=limited)
        if trouble.error or trouble.status != 200:
            return web.json_response({"ok": False, "error": trouble.error or "internal_error"}, status=trouble.status)
        return web.json_response(answer)

    def _answered(self, method: str, asked: dict[str, Any], headers: Any) -> dict[str, Any]:
        token = APP_TOKEN if method == "apps.connections.open" else TOKEN
        if headers.get("Authorization") != f"Bearer {token}":
            return {"ok": False, "error": "invalid_auth"}
        needed = _SCOPES.get(method)
        if needed and needed not in self._bot_scopes():
            return {"ok": False, "error": "missing_scope", "needed": needed}
        done: dict[str, Any] = getattr(self, "_" + method.replace(".", "_"))(asked)
        return {"ok": True, **done}

    def _auth_test(self, asked: dict[str, Any]) -> dict[str, Any]:
        return {"team_id": TEAM, "user_id": BOT_USER, "bot_id": BOT, "team": "Testers", "user": "wayframe"}

    def _apps_connections_open(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert self._app["settings"]["socket_mode_enabled"]
        return {"url": self.url.replace("http", "ws").replace("/api/", "/link")}

    def _conversations_open(self, asked: dict[str, Any]) -> dict[str, Any]:
        return {"channel": {"id": self.channel(asked["users"])}}

    def _users_info(self, asked: dict[str, Any]) -> dict[str, Any]:
        return {"user": {"id": asked["user"], "locale": self.locales.get(asked["user"], "en-US")}}

    def _chat_postMessage(self, asked: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        if not asked.get("text", "").strip() and not asked.get("blocks"):
            return {"ok": False, "error": "no_text"}
        assert len(asked["text"]) <= 4000
        kept: Message = {name: asked[name] for name in ("text", "blocks", "metadata", "mrkdwn") if name in asked}
        message: Message = {"type": "message", "ts": self.ts(), "bot_id": BOT, "user": BOT_USER, **kept}
        self.messages[asked["channel"]].append(message)
        return {"channel": asked["channel"], "ts": message["ts"], "message": message}

    def _chat_update(self, asked: dict[str, Any]) -> dict[str, Any]:
        message = self._found(asked)
        if message is None or message.get("bot_id") != BOT:
            return {"ok": False, "error": "message_not_found"}
        message.update({name: asked[name] for name in ("text", "blocks", "metadata") if name in asked})
        if "blocks" not in asked:
            message.pop("blocks", None)
        message["edited"] = {"user": BOT_USER, "ts": self.ts()}
        return {"channel": asked["channel"], "ts": asked["ts"], "text": asked["text"]}

    def _chat_delete(self, asked: dict[str, Any]) -> dict[str, Any]:
        message = self._found(asked)
        if message is None:
            return {"ok": False, "error": "message_not_found"}
        self.messages[asked["channel"]].remove(message)
        return {"channel": asked["channel"], "ts": asked["ts"]}

    def _conversations_history(self, asked: dict[str, Any]) -> dict[str, Any]:
        newest = self.messages[asked["channel"]][::-1][: int(asked.get("limit", 100))]
        hidden = () if str(asked.get("include_all_metadata")).lower() in ("1", "true") else ("metadata",)
        return {
            "messages": [{name: value for name, value in each.items() if name not in hidden} for each in newest],
            "has_more": False,
        }

    def _views_open(self, asked: dict[str, Any]) -> dict[str, Any]:
        user = self._triggers.pop(asked["trigger_id"], None)
        if user is None:
            return {"ok": False, "error": "expired_trigger_id"}
        self.forms[user] = asked["view"]
        return {"view": {"id": "V1"}}

    def _found(self, asked: dict[str, Any]) -> Message | None:
        return next((each for each in self.messages[asked["channel"]] if each["ts"] == asked["ts"]), None)

    async def _link(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.opened += 1
        self.sockets.append(socket)
        self._transports[socket] = request.transport
        await socket.send_json({"type": "hello", "num_connections": len(self.sockets)})
        async for frame in socket:
            answer = json.loads(frame.data)
            future = self._acked.get(answer["envelope_id"])
            if future and not future.done():  # what is delivered again is acknowledged again
                future.set_result(answer.get("payload"))
        self.sockets.remove(socket)
        return socket

    async def _delivered(self, kind: str, body: dict[str, Any], tries: int) -> Any:
        for attempt in range(tries):
            if attempt:
                await asyncio.sleep(0.1)
            done, answer = await (
                self._by_http(kind, body, attempt) if self.deliver_to else self._by_socket(kind, body, attempt)
            )
            self.answers.append(answer)
            if done:
                return answer
        return None

    async def _by_http(self, kind: str, body: dict[str, Any], attempt: int) -> tuple[bool, Any]:
        if kind == "events_api":
            content, form = json.dumps(body), "application/json"
        else:
            fields = {"payload": json.dumps(body)} if kind == "interactive" else body
            content, form = urlencode(fields), "application/x-www-form-urlencoded"
        headers = {"Content-Type": form, **signed(content)}
        if attempt:
            headers |= {"X-Slack-Retry-Num": str(attempt), "X-Slack-Retry-Reason": "http_error"}
        try:
            async with self.session.post(self.deliver_to, data=content, headers=headers) as answer:
                text = await answer.text()
                return answer.status == 200, json.loads(text) if text.startswith("{") else text
        except aiohttp.ClientError:
            return False, None

    async def _by_socket(self, kind: str, body: dict[str, Any], attempt: int) -> tuple[bool, Any]:
        envelope = f"envelope-{next(self._ids)}"
        future = self._acked[envelope] = asyncio.get_running_loop().create_future()
        sent = {
            "type": kind,
            "envelope_id": envelope,
            "payload": body,
            "accepts_response_payload": kind != "events_api",
        }
        if attempt:
            sent |= {"retry_attempt": attempt, "retry_reason": "timeout"}
        try:
            await (await self._open_socket()).send_json(sent)
            return True, await asyncio.wait_for(future, 3 if kind == "events_api" else _PATIENCE)
        except (ConnectionError, TimeoutError):
            return False, None

    async def _open_socket(self) -> web.WebSocketResponse:
        await until(lambda: any(not each.closed for each in self.sockets))
        return next(each for each in self.sockets[::-1] if not each.closed)


def signed(content: str, at: float | None = None, secret: str = SECRET) -> dict[str, str]:
    """The headers by which a delivery is known to be Slack's."""
    stamp = str(int(time.time() if at is None else at))
    digest = hmac.new(secret.encode(), f"v0:{stamp}:{content}".encode(), hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={digest}"}


async def until(found: Callable[[], bool], what: Callable[[], str] = lambda: "") -> None:
    """Wait for something; fail where it doesn't come."""
    end = time.monotonic() + _PATIENCE
    while not found():
        assert time.monotonic() < end, f"waited in vain {what()}"
        await asyncio.sleep(0.01)


@asynccontextmanager
async def workspace() -> AsyncIterator[Slack]:
    """A workspace with the app of the docs, that runs."""
    slack = Slack(manifest())
    app = web.Application()
    app.add_routes(slack.routes())
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    slack.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/"
    try:
        async with aiohttp.ClientSession() as slack.session:
            yield slack
    finally:
        for socket in list(slack.sockets):
            await socket.close()
        await runner.cleanup()


def _parsed(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in "[{":
        return json.loads(value)
    return value
