"""The service as a running server: one process, or several on one database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from wayframe.agent import Agent
from wayframe.packages import Catalogue
from wayframe.service import Conversations, Storage
from wayframe.tracking import Lasting, usual
from wayframe.web.app import application

_VARIABLE = "WAYFRAME_SERVING"  # tells the processes of a server what they serve


class Served(msgspec.Struct, frozen=True):
    """What is served: a catalogue file, the database (a URL or a path), a seed for wording and suggestions."""

    catalogue: str
    store: str
    seed: int = 0


def serve(served: Served, host: str, port: int, workers: int) -> None:
    """Serve until a signal says stop; what is being answered then is answered first."""
    import uvicorn

    os.environ[_VARIABLE] = msgspec.json.encode(served).decode()
    uvicorn.run(
        "wayframe.web.serving:app",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_config=None,  # the application logs its requests
        server_header=False,
        timeout_graceful_shutdown=10,
        ws_max_size=64 << 10,
    )


def app() -> Any:
    """The application that this process serves."""
    served = msgspec.json.decode(os.environ[_VARIABLE], type=Served)
    catalogue, storage = Catalogue(Path(served.catalogue)), Storage(served.store)
    agent = Agent(catalogue, tracker=Lasting(usual()), seed=served.seed, clock=_now)
    return application(Conversations(agent, storage), storage)


def _now() -> int:
    import time

    return int(time.time() * 1000)
