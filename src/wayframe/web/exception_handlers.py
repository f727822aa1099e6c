"""Exception handlers: JSON where the API was asked, else a page; nothing of what is inside."""

from __future__ import annotations

import re

import pydantic
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from wayframe.errors import InputError
from wayframe.service import NotFoundError, UnavailableError
from wayframe.web.rate_limits import RateLimitError
from wayframe.web.templates import html

NO_DATABASE = "The conversations can't be reached just now. Try again in a moment."
_NOT_FOUND = "There is no such conversation."
_SOON = {"Retry-After": "2"}
_TALK = re.compile(r"/c/[A-Za-z0-9_-]{22}(?=/)")  # the conversation in which something went wrong
_MENU = re.compile(r"p#(problem-[a-z0-9-]+)")  # where a menu tells what is wrong, by the element that its form names


def add_exception_handlers(app: FastAPI) -> None:
    """Have the application answer them."""
    for kind in (NotFoundError, InputError, RateLimitError, UnavailableError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, _handled)


def fields(error: RequestValidationError | pydantic.ValidationError) -> list[dict[str, str]]:
    """Return which fields are wrong, and why; without what was sent, which need not be text that can be sent back."""
    return [
        {"field": ".".join(map(str, each["loc"])).encode(errors="replace").decode(), "reason": each["msg"]}
        for each in error.errors()
    ]


def _handled(request: Request, error: Exception) -> Response:
    status, detail = explained(error)
    if isinstance(error, UnavailableError):
        request.state.trouble = str(error)  # for the log
    headers = dict(getattr(error, "headers", None) or (_SOON if status in (429, 503) else {}))
    if request.url.path.startswith("/api/"):
        return JSONResponse({"detail": detail}, status, headers)
    said = detail if isinstance(detail, str) else "; ".join(f"{each['field']}: {each['reason']}" for each in detail)
    if "hx-request" in request.headers:
        place = _MENU.fullmatch(request.headers.get("hx-target", ""))
        return html("problem.html", problem=said, place=place[1] if place else "problem")
    talk = None if status == 404 else _TALK.match(request.url.path)
    page = html("sorry.html", status, title="That didn’t work", problem=said, back=talk[0] if talk else "")
    page.headers.update(headers)
    return page


def explained(error: Exception) -> tuple[int, str | list[dict[str, str]]]:
    """Status and reason."""
    match error:
        case NotFoundError():
            return 404, _NOT_FOUND
        case RateLimitError():
            return 429, str(error)
        case UnavailableError():
            return 503, NO_DATABASE
        case HTTPException():
            return error.status_code, error.detail
        case RequestValidationError() | pydantic.ValidationError():
            return 422, fields(error)
        case _:
            return 422, str(error)
