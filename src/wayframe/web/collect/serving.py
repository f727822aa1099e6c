"""A study as a running server: one process, or several on one PostgreSQL database."""

from __future__ import annotations

from typing import Any

import uvicorn

HEARTBEAT: dict[str, Any] = {"ws_ping_interval": 5, "ws_ping_timeout": 10}
"""Seconds between two signs of life on a line, and until one that doesn't answer counts as lost."""


def serve(factory: str, host: str, port: int, workers: int, proxied: bool = False) -> None:
    """Serve what a factory ("module:function") makes until a signal says stop.

    `proxied`: a proxy on this machine says where requests come from; else nobody is believed.
    """
    uvicorn.run(
        factory,
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_config=None,  # the application logs its requests
        server_header=False,
        proxy_headers=proxied,
        timeout_graceful_shutdown=5,
        ws_max_size=128 << 10,  # bytes: a message of the longest kind that a study may allow
        **HEARTBEAT,
        ws_per_message_deflate=False,  # would hold a compressor for every line: 70 KB
    )
