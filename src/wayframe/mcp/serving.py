"""The server of tools on its two transports: standard input and output, streamable HTTP."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import anyio
import uvicorn
from mcp.server import Server
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend
from mcp.server.auth.provider import AccessToken
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

PATH = "/mcp"


def serve_stdio(server: Server[Any]) -> None:
    """Serve one client on standard input and output until it goes."""

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


def http_application(server: Server[Any], names: Sequence[str] | None, token: str) -> Starlette:
    """Return the server as an application: requests hold all that they need, so that no client is bound to a process.

    `names` are the host names under which it answers (None: any); with a `token` it answers only who bears it.
    """
    verifier = _StaticToken(token) if token else None
    application = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        transport_security=_security(names),
        token_verifier=verifier,
        custom_starlette_routes=[Route("/healthz", _healthz)],
    )
    if verifier:
        application.add_middleware(AuthenticationMiddleware, backend=BearerAuthBackend(verifier))
    return application


def serve_http(application: Starlette, host: str, port: int, announce: Callable[[], None]) -> None:
    """Serve at an address until a signal says stop; `announce` is called once it listens."""
    config = uvicorn.Config(application, host=host, port=port, log_config=None, server_header=False)
    listening = config.bind_socket()
    listening.listen()
    announce()
    uvicorn.Server(config).run([listening])


async def _healthz(request: Request) -> JSONResponse:
    """Answer that the server does; whoever asks needs no token."""
    return JSONResponse({"status": "ok"})


class _StaticToken:
    """Verifies the one token that there is."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return who bears a token; None where it is another one."""
        if not secrets.compare_digest(token.encode(), self._token):
            return None
        return AccessToken(token=token, client_id="bearer", scopes=[])


def _security(names: Sequence[str] | None) -> TransportSecuritySettings:
    """Return the check that no page elsewhere poses as this server, by the host that requests name."""
    if names is None:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    hosts = [host for name in names for host in (name, f"{name}:*")]
    origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)
