"""Exception handlers: a page that says what one may do, and nothing of what is inside."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from wayframe.collection.records import ForbiddenError
from wayframe.databases import UnavailableError
from wayframe.errors import InputError
from wayframe.web.collect.templates import html
from wayframe.web.rate_limits import RateLimitError

NO_DATABASE = "The database can’t be reached just now. Try again in a moment."
_NOT_FOUND = "There is nothing here."
_SOON = {"Retry-After": "2"}
_TITLES = {403: "You can’t come in here", 404: "Not found", 429: "Too fast", 503: "One moment"}


def add_exception_handlers(app: FastAPI, study: str) -> None:
    """Have the application of a study of this name answer them."""

    def handled(request: Request, error: Exception) -> Response:
        status, reason = explained(error)
        if isinstance(error, UnavailableError):
            request.state.trouble = str(error)  # for the log
        later = status in (429, 503)
        if "hx-request" in request.headers:
            answer = html(
                "complaint.html", status if later else 200, problem=reason
            )  # pages try again what is for later
        else:
            title = _TITLES.get(status, "That didn’t work")
            answer = html("apart.html", status, study=study, title=title, problem=reason, way=status not in (403, 404))
        answer.headers.update(_SOON if later else {})
        return answer

    for kind in (ForbiddenError, InputError, RateLimitError, UnavailableError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, handled)


def explained(error: Exception) -> tuple[int, str]:
    """Status and reason."""
    match error:
        case ForbiddenError():
            return 403, str(error)
        case RateLimitError():
            return 429, str(error)
        case UnavailableError():
            return 503, NO_DATABASE
        case HTTPException(status_code=404):
            return 404, _NOT_FOUND
        case HTTPException():
            return error.status_code, str(error.detail)
        case RequestValidationError():
            return 422, "; ".join(f"{each['loc'][-1]}: {each['msg']}" for each in error.errors())
        case _:
            return 422, str(error)
