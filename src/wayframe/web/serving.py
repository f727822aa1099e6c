"""The service as a running server: one process, or several on one database."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
import msgspec
import uvicorn
from starlette.applications import Starlette

from wayframe.catalogues import daily_agent
from wayframe.llm import Client, Endpoint
from wayframe.service import Conversations, Storage
from wayframe.web.app import application
from wayframe.web.rate_limits import RateLimits
from wayframe.web.replay import ReplayLibrary

_VARIABLE = "WAYFRAME_SERVING"  # tells the processes of a server what they serve
_ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # not every system lets one connect to "any"


class ServedAgent(msgspec.Struct, frozen=True):
    """The settings of a served process.

    A catalogue (a path or URL), the database (a URL or a path), a seed for wording and suggestions, a corpus to replay,
    a language model to ask, the names under which it is served (None: any).
    """

    catalogue: str
    store: str
    seed: int = 0
    corpus: str | None = None
    llm: Endpoint | None = None
    hosts: tuple[str, ...] | None = None


def serve(
    served: ServedAgent, host: str, port: int, workers: int, announce: Callable[[], None], proxied: bool = False
) -> None:
    """Serve until a signal says stop; what is being answered then is answered first.

    `announce` is called once the server listens. `proxied`: a proxy on this machine says where requests come from;
    else nobody is believed.
    """
    os.environ[_VARIABLE] = msgspec.json.encode(served).decode()
    at = host, port, workers, proxied, announce
    run("wayframe.web.serving:app", *at, timeout_graceful_shutdown=10, ws_max_size=64 << 10)


def run(
    factory: str, host: str, port: int, workers: int, proxied: bool, announce: Callable[[], None], **own: Any
) -> None:
    """Serve what a factory ("module:function") makes until a signal says stop; `own` are more of uvicorn's settings.

    `announce` is called once, as soon as the port can be connected to.
    """
    stopped = threading.Event()
    threading.Thread(target=_call_when_listening, args=(host, port, announce, stopped), daemon=True).start()
    try:
        uvicorn.run(
            factory,
            factory=True,
            host=host,
            port=port,
            workers=workers,
            log_config=None,  # the application logs its requests
            server_header=False,
            proxy_headers=proxied,
            ws_per_message_deflate=False,  # would hold a compressor for every line: 70 KB
            **own,
        )
    finally:
        stopped.set()


def close_at_the_end(app: Starlette, close: Callable[[], None]) -> None:
    """Have an application close what it works with once it has stopped, as a database."""
    without = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[Any]:
        try:
            async with without(app) as state:
                yield state
        finally:
            await anyio.to_thread.run_sync(close)

    app.router.lifespan_context = lifespan


def _call_when_listening(host: str, port: int, announce: Callable[[], None], stopped: threading.Event) -> None:
    """Call a function as soon as somebody listens at a port: with several processes, only they know when they do.

    A server that has stopped before is not announced: whoever listens at its port then is another.
    """
    here = _ANY_ADDRESS.get(host, host)
    while not stopped.is_set():
        try:
            socket.create_connection((here, port), timeout=1).close()
        except OSError:
            stopped.wait(0.05)
        else:
            announce()
            return


def show(url: str) -> None:
    """Open a page in the user's browser, where there is a screen for one."""
    import webbrowser

    if sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        return  # a browser for the terminal would fight with the log
    webbrowser.open(url)


def app() -> Any:
    """The application that this process serves."""
    served = msgspec.json.decode(os.environ[_VARIABLE], type=ServedAgent)
    storage = Storage(served.store)
    client = Client(served.llm) if served.llm else None
    agent = daily_agent(served.catalogue, seed=served.seed, clock=_now, llm=client)
    library = ReplayLibrary(served.corpus) if served.corpus else None
    made = application(Conversations(agent, storage), storage, RateLimits(hosts=served.hosts), library, llm=client)
    close_at_the_end(made, storage.close)
    return made


def _now() -> int:
    return int(time.time() * 1000)
