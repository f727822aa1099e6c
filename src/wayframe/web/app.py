"""The application: the API, the page, the state of the service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI, Response
from prometheus_client import generate_latest
from starlette.middleware import Middleware

from wayframe.llm import Client
from wayframe.service import Conversations, Storage
from wayframe.web import api, health, page, replay
from wayframe.web.exception_handlers import add_exception_handlers
from wayframe.web.observing import RequestObserver, ServiceMetrics, log
from wayframe.web.pictures import CataloguePictures
from wayframe.web.rate_limits import RateLimits
from wayframe.web.request_limits import RequestLimits
from wayframe.web.security_headers import SecurityHeaders

THREADS = 1
"""That answer beside the one that listens: the agent computes, and with four of them, who take turns at the
interpreter, a turn took half as much again (`benchmarks/serving.py`). More cores take more processes (`--workers`)."""

_DESCRIPTION = "An agent that remembers: every option that was discussed stays, can be compared, and gone back to."


def application(
    talks: Conversations,
    storage: Storage,
    limits: RateLimits | None = None,
    library: replay.ReplayLibrary | None = None,
    llm: Client | None = None,
) -> FastAPI:
    """The service as an ASGI application; a library's dialogues can be replayed, what `llm` takes is counted."""
    metrics, limits = ServiceMetrics(llm), limits or RateLimits()
    pictures = CataloguePictures(talks.agent.source)
    app = FastAPI(
        title="Wayframe",
        description=_DESCRIPTION,
        docs_url=None,  # these pages would be fetched from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=None if llm else _with_few_threads,
        middleware=[
            Middleware(SecurityHeaders, sites=pictures.sites),
            Middleware(RequestObserver, metrics=metrics, log=log()),
            Middleware(RequestLimits, limits=limits, hosts=limits.hosts),
        ],
    )
    app.include_router(api.router(talks, limits))
    app.include_router(page.router(talks, limits, pictures))
    app.include_router(replay.router(talks, library))
    app.include_router(health.router(storage.check))
    add_exception_handlers(app)

    @app.get("/metrics", tags=["operation"], response_class=Response)
    async def metrics_page() -> Response:
        """Counts in Prometheus' text format."""
        return Response(generate_latest(metrics.registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    return app


@asynccontextmanager
async def _with_few_threads(app: FastAPI) -> AsyncIterator[None]:
    """Without a language model to wait for, a thread that waits only keeps another one from its work."""
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    yield
