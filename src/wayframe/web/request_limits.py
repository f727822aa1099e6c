"""Requests that are turned away before anything else looks at them: too long, too slow, too many, from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import anyio
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wayframe.web.rate_limits import ASKING, RateLimitError, RateLimits, client_address

LONGEST_BODY = 4 << 20
"""Bytes of a request: a long conversation that is loaded."""

PATIENCE = 8
"""Seconds in which a request has to arrive: fewer than a server that stops waits for it."""

_WRITES = ("POST", "PUT", "PATCH", "DELETE")
_OPERATION = ("/healthz", "/metrics")  # answered however much else is asked
_SOON = {"Retry-After": "2"}
_TOO_LONG = f"A request has at most {LONGEST_BODY:,} bytes."


def same_origin(headers: Headers) -> bool:
    """Return whether a request comes from a page of ours, or from no page at all."""
    if site := headers.get("sec-fetch-site"):  # what browsers say since 2023, and no page can change
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


class RequestLimits:
    """Middleware: turns away what is too long, too slow or too much, comes from elsewhere or asks for another host."""

    def __init__(self, app: ASGIApp, limits: RateLimits | None = None, hosts: Collection[str] | None = None) -> None:
        """`hosts` are the names under which this is served; None if any. Without `limits` nobody asks too much."""
        self._app, self._limits, self._hosts = app, limits or RateLimits.unlimited(), hosts

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
        address = client_address(scope)
        ASKING.set((self._limits, address))
        try:
            if scope["type"] == "websocket":
                with self._limits.listening(address):
                    await self._app(scope, receive, send)
            elif scope["path"] in _OPERATION:
                await self._app(scope, receive, send)
            else:
                with self._limits.asking(address):
                    await self._admitted(headers, scope, receive, send)
        except RateLimitError as error:
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
