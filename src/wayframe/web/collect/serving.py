"""A study as a running server: one process, or several on one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wayframe.web.serving import run

HEARTBEAT: dict[str, Any] = {"ws_ping_interval": 5, "ws_ping_timeout": 10}
"""Seconds between two signs of life on a line, and until one that doesn't answer counts as lost."""


LONGEST = 128 << 10
"""Bytes that come on a line at once: a message of the longest kind that a study may allow."""


def serve(
    factory: str, host: str, port: int, workers: int, announce: Callable[[], None], proxied: bool = False
) -> None:
    """Serve what a factory ("module:function") makes until a signal says stop.

    `announce` is called once the server listens. `proxied`: a proxy on this machine says where requests come from;
    else nobody is believed.
    """
    run(factory, host, port, workers, proxied, announce, timeout_graceful_shutdown=5, ws_max_size=LONGEST, **HEARTBEAT)
