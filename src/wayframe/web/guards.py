"""Who may ask how much: rates, sizes, origins; and what a browser may do with the answer."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_BODY = 4 << 20
"""Bytes of a request: a long conversation that is loaded."""

PATIENCE = 8
"""Seconds in which a request has to arrive: fewer than a server that stops waits for it."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # links are keys
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_WRITES = ("POST", "PUT", "PATCH", "DELETE")


class BusyError(Exception):
    """More was asked than is allowed in this time."""


class Rate:
    """So much at once, then as much in every so many seconds; keeps a number for each who asked lately."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._step, self._span, self._clock = seconds / most, seconds, clock
        self._due: dict[str, float] = {}  # when what was asked for so far would have come at an even pace
        self._swept, self._lock = clock(), threading.Lock()

    def allows(self, who: str) -> bool:
        """Whether this is not too much from them; if so, it is counted."""
        with self._lock:
            now = self._clock()
            if now - self._swept > self._span:
                self._due = {each: due for each, due in self._due.items() if due > now}
                self._swept = now
            due = max(self._due.get(who, now), now) + self._step
            if due - now > self._span * (1 + 1e-9):
                return False
            self._due[who] = due
            return True


class Guards:
    """How often a conversation may be talked in, and one address may begin conversations, by this process' count."""

    def __init__(
        self, turns: int = 20, visits: int = 60, seconds: int = 10, hosts: Collection[str] | None = None
    ) -> None:
        """So many turns a conversation and new conversations an address at once, and again in so many seconds.

        `hosts` are the names under which this is served; None if any.
        """
        self.hosts = hosts
        self._turns, self._visits = Rate(turns, seconds), Rate(visits, seconds)

    def check_talk(self, name: str) -> None:
        """Raises `BusyError` where too much was said in this conversation."""
        if not self._turns.allows(name[:64]):  # no longer than the id of a conversation: strangers may send any
            raise BusyError("Too fast: say less at a time.")

    def check_visitor(self, address: str) -> None:
        """Raises `BusyError` where too many conversations were begun from this address."""
        if not self._visits.allows(address):
            raise BusyError("Too many conversations: wait a little.")


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of ours, or from no page at all."""
    if site := headers.get("sec-fetch-site"):  # what browsers say since 2023, and no page can change
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


class Sealed:
    """Middleware: tells browsers what they may do with an answer, whoever gave it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""

        async def send_sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    sent.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_sealed)


class Doorkeeper:
    """Middleware: turns away what is too long or too slow, comes from another site's page or asks for another host."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        """`hosts` are the names under which this is served; None if any."""
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = re.sub(r":\d+$", "", headers.get("host", ""))
        if self._hosts is not None and host not in self._hosts:
            # A page elsewhere whose own name was made to lead here would be of one origin with this: rebinding.
            await _turned_away(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        if scope["method"] in _WRITES and not same_origin(headers):
            await _refused(403, "This came from another site.")(scope, receive, send)
        elif _length(headers) > LONGEST_BODY:
            await _too_long()(scope, receive, send)
        else:
            await self._counted(scope, receive, send)

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless the body turns out longer than it may be, or doesn't come."""
        read, started, whole, end = 0, False, False, anyio.current_time() + PATIENCE

        async def receive_counted() -> Message:
            nonlocal read, whole
            with anyio.fail_after(None if whole else end - anyio.current_time()):
                message = await receive()
            read += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if read > LONGEST_BODY:
                raise _TooLongError
            return message

        async def send_noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive_counted, send_noted)
        except _TooLongError:
            if not started:
                await _too_long()(scope, receive, send)
        except TimeoutError:
            if started or whole:
                raise
            await _refused(408, "The rest of this didn't come.", {"Connection": "close"})(scope, receive, send)


class _TooLongError(Exception):
    pass


def _length(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


def _too_long() -> Any:
    return _refused(413, f"A request has at most {LONGEST_BODY:,} bytes.")


def _refused(status: int, reason: str, headers: Mapping[str, str] | None = None) -> Any:
    return JSONResponse({"detail": reason}, status, headers)


async def _turned_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4404})
    else:
        await _refused(421, "This isn't served under that name: start it with --name.")(scope, receive, send)
