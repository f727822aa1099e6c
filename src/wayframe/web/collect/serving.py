"""A study as a running server: one process, or several on one PostgreSQL database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from wayframe.collection import collection, study
from wayframe.web.collect.app import application

HEARTBEAT: dict[str, Any] = {"ws_ping_interval": 5, "ws_ping_timeout": 10}
"""Seconds between two signs of life on a line, and until one that doesn't answer counts as lost."""

_VARIABLE = "WAYFRAME_COLLECTING"  # tells the processes of a server what they serve


class Served(msgspec.Struct, frozen=True):
    """What is served: the study's folder, the names under which it is served (None: any)."""

    folder: str
    hosts: tuple[str, ...] | None = None


def serve(served: Served, host: str, port: int, workers: int, proxied: bool = False) -> None:
    """Serve until a signal says stop. `proxied`: a proxy on this machine says where requests come from."""
    os.environ[_VARIABLE] = msgspec.json.encode(served).decode()
    uvicorn.run(
        "wayframe.web.collect.serving:app",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_config=None,  # the application logs its requests
        server_header=False,
        proxy_headers=proxied,
        timeout_graceful_shutdown=5,
        ws_max_size=128 << 10,  # a message of the longest kind that a study may allow
        **HEARTBEAT,
        ws_per_message_deflate=False,  # would hold a compressor for every line: 70 KB
    )


def app() -> Any:
    """The application that this process serves."""
    served = msgspec.json.decode(os.environ[_VARIABLE], type=Served)
    return application(collection.opened(study.read(Path(served.folder))), hosts=served.hosts)
