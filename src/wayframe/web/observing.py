"""Logs and metrics for those who run the service: a JSON line a request on stderr, and counts for Prometheus.

A message of a WebSocket is counted and logged like a request.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
import traceback
from collections.abc import Iterator
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wayframe.llm import Client

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)  # seconds
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # others are anybody's words
_RECORDER = "recorder"  # where it stands in a request's state
_STOPPING = JSONResponse(
    {"detail": "This server stops just now: ask again in a moment."}, 503, {"Retry-After": "2", "Connection": "close"}
)
_FAILED = JSONResponse({"detail": "Something went wrong here; it has been noted."}, 500)


class TokenMetrics(Collector):
    """The tokens and costs that a language model took, as its client counts it."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def collect(self) -> Iterator[CounterMetricFamily]:
        """See `Collector`."""
        used = self._client.used
        for name, what, value in (
            ("calls", "Requests to the language model.", used.calls),
            ("failures", "Questions that it left without an answer.", used.failures),
            ("seconds", "Time that it was waited for.", used.seconds),
            ("tokens_read", "Tokens that it read.", used.read),
            ("tokens_written", "Tokens that it wrote.", used.written),
            ("dollars", "What it cost, where prices are known.", used.cost or 0),
        ):
            yield CounterMetricFamily(f"wayframe_llm_{name}", what, value=value)


class ServiceMetrics:
    """The counts of one process; with a language model, also what that took."""

    def __init__(self, llm: Client | None = None) -> None:
        self.registry = CollectorRegistry()
        if llm:
            self.registry.register(TokenMetrics(llm))
        self.requests = Counter(
            "wayframe_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "wayframe_request_seconds", "Time to answer.", ("route",), registry=self.registry, buckets=_BUCKETS
        )
        self.lines = Gauge("wayframe_live_lines", "Open WebSockets.", registry=self.registry)


def log() -> Any:
    """A logger of JSON lines on stderr; the server's own complaints are lines of it, too."""
    lines = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[structlog.processors.TimeStamper(fmt="iso", utc=True), structlog.processors.JSONRenderer()],
    )
    server = logging.getLogger("uvicorn.error")
    server.handlers, server.propagate = [_Forwarded(lines)], False
    return lines


class _Forwarded(logging.Handler):
    """Another program's log as our lines; nothing below a warning, as that may name addresses, which are keys."""

    def __init__(self, lines: Any) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        error = record.exc_info[1] if record.exc_info else None
        self._lines.warning("server", said=str(record.msg), **(trace(error) if error else {}))


def trace(error: BaseException) -> dict[str, Any]:
    """Return the place of an error, without values and messages: texts and the keys to conversations may be in them."""
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    return {"exception": type(error).__name__, "trace": places[-12:]}


class RequestRecorder:
    """Counts and logs what was answered, by its route; ids of conversations are keys and never logged."""

    def __init__(self, metrics: ServiceMetrics, log: Any) -> None:
        self.metrics, self.log = metrics, log

    def record(self, route: str, method: str, status: int, seconds: float, trouble: dict[str, Any]) -> None:
        """Count and log an answer; `trouble` is what more there is to say of one that shouldn't be."""
        self.metrics.requests.labels(method, route, status).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        if trouble or route not in ("/healthz", "/metrics"):
            took = round(seconds * 1000, 1)
            write = self.log.error if trouble else self.log.info
            write("request", method=method, route=route, status=status, milliseconds=took, **trouble)


def record_message(scope: Scope, route: str, status: int, seconds: float, trouble: str = "") -> None:
    """Count and log a message of a WebSocket like a request: it has no other trace."""
    recorder: RequestRecorder = scope["state"][_RECORDER]
    recorder.record(route, "WEBSOCKET", status, seconds, {"reason": trouble} if trouble else {})


class RequestObserver:
    """Middleware: counts and logs every request by its route; ids of conversations are keys and never logged."""

    def __init__(self, app: ASGIApp, metrics: ServiceMetrics, log: Any) -> None:
        self._app, self._recorder = app, RequestRecorder(metrics, log)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        scope.setdefault("state", {})[_RECORDER] = self._recorder
        if scope["type"] == "websocket":
            await self._line(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, status = time.perf_counter(), 0

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        trouble: dict[str, Any] = {}
        try:
            await self._app(scope, receive, send_noted)
        except Exception as error:
            trouble = trace(error)
            if not status:
                await _FAILED(scope, receive, send_noted)
        except asyncio.CancelledError:  # the server stops, and has waited for as long as it waits
            trouble = {"reason": "the server stops"}
            if status:
                raise
            await _STOPPING(scope, receive, send_noted)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        if reason := scope["state"].get("trouble"):
            trouble["reason"] = reason
        self._recorder.record(_route(scope), method, status, time.perf_counter() - start, trouble)

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._recorder.metrics.lines.track_inprogress():
            try:
                await self._app(scope, receive, send)
            except Exception as error:
                self._recorder.log.error("line", route=_route(scope), **trace(error))
                await send({"type": "websocket.close", "code": 1011})


def _route(scope: Scope) -> str:
    """The route as it was written, /c/{name}; "none" for addresses that lead nowhere."""
    return str(getattr(scope.get("route"), "path", "none"))
