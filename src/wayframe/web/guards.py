"""Who may ask how much: rates, sizes, origins; and what a browser may do with the answer.

All of it is counted in this process: of several (`--workers`) each allows as much.
"""

from __future__ import annotations

import functools
import inspect
import ipaddress
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import anyio
from fastapi.routing import APIRoute
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
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
_OPERATION = ("/healthz", "/metrics")  # answered however much else is asked
_SOON = {"Retry-After": "2"}
_TOO_LONG = f"A request has at most {LONGEST_BODY:,} bytes."


class BusyError(Exception):
    """More was asked than is allowed in this time."""


class Rate:
    """So much at once, then as much in every so many seconds; keeps a number for each who asked lately."""

    def __init__(self, most: float, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._step, self._span, self._clock = seconds / most, seconds, clock
        self._due: dict[str, float] = {}  # when what was asked for so far would have come at an even pace
        self._swept, self._lock = clock(), threading.Lock()

    def allows(self, who: str, cost: float = 1) -> bool:
        """Return whether this is not too much from them; if so, it is counted."""
        with self._lock:
            now, due = self._after(who, cost)
            if due - now > self._span * (1 + 1e-9):
                return False
            self._due[who] = due
            return True

    def count(self, who: str, cost: float) -> None:
        """Count what was taken, be it too much or not: until enough time has passed, nothing more is allowed."""
        with self._lock:
            self._due[who] = self._after(who, cost)[1]

    def _after(self, who: str, cost: float) -> tuple[float, float]:
        """Return what the time is, and when all would have come at an even pace, this too."""
        now = self._clock()
        if now - self._swept > self._span:
            self._due = {each: due for each, due in self._due.items() if due > now}
            self._swept = now
        return now, max(self._due.get(who, now), now) + self._step * cost


class Guards:
    """How much one address may ask for, and how often one conversation may be talked in."""

    def __init__(
        self,
        turns: float = 20,
        visits: float = 60,
        requests: float = 600,
        work: float = 4,
        waiting: int = 30,
        sockets: int = 100,
        seconds: float = 10,
        hosts: Collection[str] | None = None,
    ) -> None:
        """So much at once, and again in so many `seconds`: turns of a conversation, and of an address new
        conversations, requests, seconds of CPU. At the same time an address has so many requests `waiting` for their
        answer and so many open sockets. `hosts` are the names under which this is served; None if any.
        """
        self.hosts = hosts
        self._turns, self._visits, self._requests = Rate(turns, seconds), Rate(visits, seconds), Rate(requests, seconds)
        self._work = Rate(work, 2 * seconds)
        self._waiting, self._sockets = Places(waiting), Places(sockets)

    @classmethod
    def unlimited(cls) -> Guards:
        """Guards that let everything pass: for measuring."""
        most = 10**9
        return cls(most, most, most, most, most, most)

    def check_talk(self, name: str) -> None:
        """Raises `BusyError` where too much was said in this conversation."""
        if not self._turns.allows(name[:64]):  # no longer than the id of a conversation: strangers may send any
            raise BusyError("Too fast: say less at a time.")

    def check_visitor(self, address: str) -> None:
        """Raises `BusyError` where too many conversations were begun from this address."""
        if not self._visits.allows(address):
            raise BusyError("Too many conversations: wait a little.")

    @contextmanager
    def asking(self, address: str) -> Iterator[None]:
        """Count a request while it is answered. Raises `BusyError` where there are too many of this address."""
        if not self._requests.allows(address):
            raise BusyError("Too many requests: wait a little.")
        with self._waiting.taken(address, "Too many requests at once: wait for their answers."):
            yield

    @contextmanager
    def listening(self, address: str) -> Iterator[None]:
        """Count a socket while it is open. Raises `BusyError` where there are too many of this address."""
        with self._sockets.taken(address, "Too many open lines."):
            yield

    @contextmanager
    def working(self, address: str) -> Iterator[None]:
        """Count the CPU that this thread takes. Raises `BusyError` where it was too much for this address."""
        if not self._work.allows(address, 0):
            raise BusyError("That was a lot of work: wait a little.")
        started = time.thread_time()
        try:
            yield
        finally:
            self._work.count(address, time.thread_time() - started)


class Places:
    """So many places for each address, taken and left."""

    def __init__(self, most: int) -> None:
        self._most, self._lock, self._taken = most, threading.Lock(), Counter[str]()

    @contextmanager
    def taken(self, address: str, refusal: str) -> Iterator[None]:
        """Take a place meanwhile. Raises `BusyError`, which says the `refusal`, where there is none."""
        with self._lock:
            if self._taken[address] >= self._most:
                raise BusyError(refusal)
            self._taken[address] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[address] -= 1
                if not self._taken[address]:
                    del self._taken[address]


_WEIGHED = "wayframe_weighed"
_ASKING: ContextVar[tuple[Guards, str] | None] = ContextVar("asking", default=None)


class WeighedRoute(APIRoute):
    """A route whose work is counted for the address that asked for it."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        waits = inspect.iscoroutinefunction(endpoint) or hasattr(endpoint, _WEIGHED)
        super().__init__(path, endpoint if waits else weighed(endpoint), **settings)


def weighed(work: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same work, counted for the address on whose request it is done. Raises `BusyError`, too."""

    @functools.wraps(work)
    def counted(*args: Any, **kwargs: Any) -> Any:
        if (asking := _ASKING.get()) is None:
            return work(*args, **kwargs)
        guards, address = asking
        with guards.working(address):
            return work(*args, **kwargs)

    setattr(counted, _WEIGHED, True)  # routes are made anew when a router is included: it is weighed once
    return counted


def visitor(scope: Scope) -> str:
    """Return the address that a request comes from; of IPv6 the network, as one machine has all of its addresses."""
    host = str((scope.get("client") or ("",))[0])
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))


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
    """Middleware: turns away what is too long, too slow or too much, comes from elsewhere or asks for another host."""

    def __init__(self, app: ASGIApp, guards: Guards | None = None, hosts: Collection[str] | None = None) -> None:
        """`hosts` are the names under which this is served; None if any. Without `guards` nobody asks too much."""
        self._app, self._guards, self._hosts = app, guards or Guards.unlimited(), hosts

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
        address = visitor(scope)
        _ASKING.set((self._guards, address))
        try:
            if scope["type"] == "websocket":
                with self._guards.listening(address):
                    await self._app(scope, receive, send)
            elif scope["path"] in _OPERATION:
                await self._app(scope, receive, send)
            else:
                with self._guards.asking(address):
                    await self._admitted(headers, scope, receive, send)
        except BusyError as error:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1013})
            else:
                await _refused(429, str(error), _SOON)(scope, receive, send)

    async def _admitted(self, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in _WRITES and not same_origin(headers):
            await _refused(403, "This came from another site.")(scope, receive, send)
        elif _length(headers) > LONGEST_BODY:
            await _refused(413, _TOO_LONG)(scope, receive, send)
        else:
            await self._app(scope, _Arriving(receive).receive, send)


class _Arriving:
    """A request that arrives: in time, and no longer than it may be.

    What is raised is Starlette's `HTTPException`: others would be taken for a body that can't be read.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive, self._read, self._whole = receive, 0, False
        self._end = anyio.current_time() + PATIENCE

    async def receive(self) -> Message:
        """See ASGI."""
        try:
            with anyio.fail_after(None if self._whole else self._end - anyio.current_time()):
                message = await self._receive()
        except TimeoutError as error:
            raise HTTPException(408, "The rest of this didn't come.", {"Connection": "close"}) from error
        self._read += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._read > LONGEST_BODY:
            raise HTTPException(413, _TOO_LONG)
        return message


def _length(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


def _refused(status: int, reason: str, headers: Mapping[str, str] | None = None) -> Any:
    return JSONResponse({"detail": reason}, status, headers)


async def _turned_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4404})
    else:
        await _refused(421, "This isn't served under that name: start it with --name.")(scope, receive, send)
