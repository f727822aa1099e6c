"""Static files of a study's pages: a browser keeps them, and asks at each visit whether they are still the same.

Scripts load others by name, so that their addresses can't change with their content as those of the agent's page do.
"""

from __future__ import annotations

from fastapi import HTTPException, Request, Response

from wayframe.web import static_files as shared

_SHARED = ("colours.css", "page.css", "htmx-4.0.1.min.js")
_KINDS = {
    "admin.js": "text/javascript",
    "annotate.css": "text/css",
    "annotate.js": "text/javascript",
    "annotate_menu.js": "text/javascript",
    "annotate_words.js": "text/javascript",
    "collect.css": "text/css",
    "live.js": "text/javascript",
    "talk.js": "text/javascript",
    "waiting.js": "text/javascript",
}

FILES = {name: shared.FILES[name] for name in _SHARED} | shared.read("wayframe.web.collect", _KINDS)
"""The files by their names: content and media type, as they were when this process started."""


def response(request: Request, name: str) -> Response:
    """Return a file, or 304 where the browser keeps the same. Raises `HTTPException` (404)."""
    if name not in FILES:
        raise HTTPException(404)
    content, kind = FILES[name]
    tag = f'"{shared.version_of(content)}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)
