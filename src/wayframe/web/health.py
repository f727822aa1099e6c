"""The state of the service, told beside the thread that works."""

from __future__ import annotations

import time
from collections.abc import Callable

import anyio
import anyio.to_thread
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from wayframe.databases import UnavailableError

_KNOWN = 1.0  # seconds for which an answer holds: a check writes to the database


class ServiceHealth:
    """The health of the service: whether turns can be kept, asked of the database at most once a second."""

    def __init__(self, check: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        """`check` raises `UnavailableError` where turns can't be kept; `clock` gives seconds."""
        self._check, self._clock = check, clock
        self._thread = anyio.CapacityLimiter(1)  # of its own: others may be at work for long
        self._asked, self._trouble = -_KNOWN, ""

    async def trouble(self) -> str:
        """Return why no turn can be kept; empty if all is well."""
        return await anyio.to_thread.run_sync(self._ask, limiter=self._thread)

    def _ask(self) -> str:
        if self._clock() - self._asked >= _KNOWN:
            try:
                self._check()
                self._trouble = ""
            except UnavailableError as error:
                self._trouble = str(error) or "unavailable"
            self._asked = self._clock()
        return self._trouble


def router(check: Callable[[], None]) -> APIRouter:
    """The route `/healthz`."""
    routes, health = APIRouter(tags=["operation"]), ServiceHealth(check)

    @routes.get("/healthz", responses={503: {"description": "The database keeps nothing."}})
    async def healthz(request: Request) -> Response:
        """Return whether the service can answer."""
        if trouble := await health.trouble():
            request.state.trouble = trouble  # for the log
            return JSONResponse({"status": "what is said can't be kept"}, 503)
        return JSONResponse({"status": "ok"})

    return routes
