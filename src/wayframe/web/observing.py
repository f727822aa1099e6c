"""What the service does, for those who run it: a JSON line a request on stderr, and counts for Prometheus."""

from __future__ import annotations

import sys
import time
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)  # seconds


class Metrics:
    """The counts of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "wayframe_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "wayframe_request_seconds", "Time to answer.", ("route",), registry=self.registry, buckets=_BUCKETS
        )
        self.lines = Gauge("wayframe_live_lines", "Open WebSockets.", registry=self.registry)


def log() -> Any:
    """A logger of JSON lines on stderr."""
    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(),
        ],
    )


class Observer:
    """Middleware: counts and logs every request by its route; ids of conversations are keys and never logged."""

    def __init__(self, app: ASGIApp, metrics: Metrics, log: Any) -> None:
        self._app, self._metrics, self._log = app, metrics, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "websocket":
            with self._metrics.lines.track_inprogress():
                await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, status = time.perf_counter(), 500

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except Exception:
            self._log.error("failed", method=scope["method"], route=_route(scope), exc_info=True)
            raise
        finally:
            seconds, route = time.perf_counter() - start, _route(scope)
            self._metrics.requests.labels(scope["method"], route, status).inc()
            self._metrics.seconds.labels(route).observe(seconds)
            if route not in ("/healthz", "/metrics"):
                took = round(seconds * 1000, 1)
                self._log.info("request", method=scope["method"], route=route, status=status, milliseconds=took)


def _route(scope: Scope) -> str:
    """The route as it was written, /c/{name}; "none" for addresses that lead nowhere."""
    return str(getattr(scope.get("route"), "path", "none"))
