"""The application: the API, the state of the service, and what becomes of complaints."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import generate_latest
from starlette.middleware import Middleware

from wayframe.errors import InputError
from wayframe.service import Conversations, NotFoundError, Storage
from wayframe.web import api, page, replay
from wayframe.web.guards import BusyError, Doorkeeper, Guards
from wayframe.web.observing import Metrics, Observer, log

_DESCRIPTION = "An agent that remembers: every option that was discussed stays, can be compared, and gone back to."


def application(
    talks: Conversations, storage: Storage, guards: Guards | None = None, library: replay.Library | None = None
) -> FastAPI:
    """The service as an ASGI application; with a library, its dialogues can be replayed."""
    metrics, guards = Metrics(), guards or Guards()
    app = FastAPI(
        title="Wayframe",
        description=_DESCRIPTION,
        docs_url=None,  # these pages would be fetched from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        middleware=[Middleware(Observer, metrics=metrics, log=log()), Middleware(Doorkeeper)],
    )
    app.include_router(api.router(talks, guards))
    app.include_router(page.router(talks, guards))
    app.include_router(replay.router(talks, library))
    for complaint in (NotFoundError, InputError, BusyError):
        app.add_exception_handler(complaint, _complained)

    @app.get("/healthz", tags=["operation"], responses={503: {"description": "The database does not answer."}})
    def health() -> Response:
        """Whether the service can answer."""
        ready = storage.ready()
        return JSONResponse({"status": "ok" if ready else "no database"}, 200 if ready else 503)

    @app.get("/metrics", tags=["operation"], response_class=Response)
    def metrics_page() -> Response:
        """Counts in Prometheus' text format."""
        return Response(generate_latest(metrics.registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    return app


def _complained(request: Request, error: Exception) -> Response:
    """What was wrong: as JSON where the API was asked, else as a page."""
    if not request.url.path.startswith("/api/"):
        return page.problem(request, error)
    if isinstance(error, NotFoundError):
        return JSONResponse({"detail": "There is no such conversation."}, 404)
    if isinstance(error, BusyError):
        return JSONResponse({"detail": str(error)}, 429, {"Retry-After": "2"})
    return JSONResponse({"detail": str(error)}, 422)
