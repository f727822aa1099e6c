"""Security headers: limits to what browsers may do with an answer."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src {pictures}; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # links are keys
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class SecurityHeaders:
    """Middleware: tells browsers what they may do with an answer, whoever gave it."""

    def __init__(self, app: ASGIApp, sites: Sequence[str] = ()) -> None:
        """`sites` are those of others from which pictures may come."""
        self._app = app
        policy = _POLICY.format(pictures=" ".join(("'self'", "data:", *sites)))
        self._headers = {"Content-Security-Policy": policy, **_HEADERS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""

        async def send_sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    sent.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_sealed)
