"""`wayframe mcp`: memory and catalogue as tools for any agent that speaks MCP."""

from __future__ import annotations

import os
import re
import time
from typing import Annotated

import typer

from wayframe.cli.options import OwnCatalogue, address_of, talked_over
from wayframe.cli.serve import LOOPBACK, Host, Names, Port, Store, conversations_store, free, names_of
from wayframe.errors import InputError, shown
from wayframe.extras import needing

TOKEN = "WAYFRAME_MCP_TOKEN"
"""The environment variable with the token that clients of a server over HTTP have to bear."""


def mcp(
    catalogue: OwnCatalogue = None,
    store: Store = None,
    conversation: Annotated[
        str | None,
        typer.Option(help="The conversation of calls that name none; begun if there is no such one.", metavar="ID"),
    ] = None,
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP at /mcp in place of stdio.")] = False,
    host: Host = "127.0.0.1",
    port: Port = None,
    name: Names = None,
) -> None:
    """Serve tools over standard input and output, or HTTP: wishes kept as frames, search, comparison, facts, booking.

    Conversations are kept in the same database as those of `wayframe serve`, and found again by their id. Over HTTP,
    clients have to bear the token in WAYFRAME_MCP_TOKEN, without which only this machine is served.

    \b
    Example: wayframe mcp

    \b
    Example: wayframe mcp --catalogue examples/laptops.csv --conversation my-laptop

    \b
    Example: wayframe mcp --http --port 8100 --store conversations.sqlite
    """
    with needing("wayframe mcp needs", "mcp"):
        from wayframe.mcp.calls import ToolCalls
        from wayframe.mcp.server import server
        from wayframe.mcp.serving import PATH, http_application, serve_http, serve_stdio
        from wayframe.service import Conversations, Storage
        from wayframe.service.conversations import KEY
    from wayframe.catalogues import daily_agent

    if conversation is not None and not re.fullmatch(KEY, conversation):
        raise InputError(f"--conversation: expected 1 to 64 letters, digits, _ or -, found {shown(conversation)}")
    token = os.environ.get(TOKEN, "")
    if http and not token and (name or host not in LOOPBACK):
        raise InputError(f"--http for others than this machine needs a token: set {TOKEN}")
    found = free(host, port) if http else 0
    with talked_over(catalogue) as options:
        path = address_of(options, catalogue)
        storage = Storage(store or conversations_store())
        conversations = Conversations(daily_agent(path, clock=_now), storage)
        current = conversations.open(conversation) if conversation else ""
        served = server(ToolCalls(conversations, current, keeps_current=not http))
        try:
            if http:
                url = f"http://{host}:{found}{PATH}"
                application = http_application(served, names_of(host, name), token)
                serve_http(application, host, found, lambda: typer.echo(f"{url}  (Ctrl-C stops)", err=True))
            else:
                serve_stdio(served)
        finally:
            storage.close()


def _now() -> int:
    return int(time.time() * 1000)
