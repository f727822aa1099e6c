"""The application of a study: pages, live lines, the state of the service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread
from fastapi import FastAPI, Request, Response
from prometheus_client import generate_latest
from starlette.middleware import Middleware

from wayframe.collection.collection import StudyCollection
from wayframe.collection.tasks import TaskPool
from wayframe.databases import UnavailableError
from wayframe.web import health
from wayframe.web.collect import admin, annotate, desk, participants, static_files
from wayframe.web.collect.agents import StudyAgents
from wayframe.web.collect.authentication import ParticipantRates, RequestAuthentication
from wayframe.web.collect.connections import ConnectionRegistry
from wayframe.web.collect.exception_handlers import add_exception_handlers
from wayframe.web.observing import RequestObserver, ServiceMetrics, log, trace
from wayframe.web.request_limits import RequestLimits
from wayframe.web.security_headers import SecurityHeaders

THREADS = 4
"""That make pages: with more of them, who take turns at the interpreter, the live lines wait longer."""

REFILL = 5.0
"""Seconds between two looks at whether tasks lie ready."""


def application(
    collection: StudyCollection, rates: ParticipantRates | None = None, hosts: tuple[str, ...] | None = None
) -> FastAPI:
    """A study as an ASGI application; `hosts` are the names under which it is served (None: any).

    Raises `InputError` where the models that read can't be used.
    """
    authentication, metrics = RequestAuthentication(collection.access, rates or ParticipantRates()), ServiceMetrics()
    agents = StudyAgents(collection)
    connections = ConnectionRegistry(collection, authentication, agents)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        async with anyio.create_task_group() as meanwhile:
            meanwhile.start_soon(_keep_filled, collection.pool)
            with agents.answering():
                async with connections.open():
                    yield
            meanwhile.cancel_scope.cancel()

    app = FastAPI(
        title=collection.study.name,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # pages, no API
        lifespan=lifespan,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RequestObserver, metrics=metrics, log=log()),
            Middleware(RequestLimits, hosts=hosts),
        ],
    )
    app.include_router(participants.router(collection, authentication))
    app.include_router(desk.router(collection, authentication, agents))
    app.include_router(admin.router(collection, authentication, agents))
    app.include_router(
        annotate.router(
            agents.annotations, lambda: agents.agent.presenter, authentication.person, authentication.labelling
        )
    )
    app.router.routes.extend(connections.routes())
    add_exception_handlers(app, collection.study.name)
    app.include_router(health.router(collection.storage.check))
    _operation(app, collection, authentication, metrics)
    return app


async def _keep_filled(pool: TaskPool) -> None:
    """Have tasks lie ready, however many are taken."""
    while True:
        try:
            await anyio.to_thread.run_sync(pool.fill)
        except UnavailableError:
            pass  # it is tried again
        except Exception as error:  # the live lines don't depend on it
            log().error("tasks", **trace(error))
        await anyio.sleep(REFILL)


def _operation(
    app: FastAPI, collection: StudyCollection, authentication: RequestAuthentication, metrics: ServiceMetrics
) -> None:
    @app.get("/metrics")
    def counts(request: Request) -> Response:
        authentication.check_counts(request, collection.study.metrics)
        return Response(generate_latest(metrics.registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    @app.get("/static/{name}")
    async def static(request: Request, name: str) -> Response:
        return static_files.response(request, name)
