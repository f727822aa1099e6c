"""Static files of a study's pages: a browser keeps them, and asks at each visit whether they are still the same.

Scripts load others by name, so that their addresses can't change with their content as those of the agent's page do.
"""

from __future__ import annotations

from hashlib import blake2s
from importlib.resources import files

from fastapi import HTTPException, Request, Response

from wayframe.web import static_files as shared

_FOLDER = files("wayframe.web.collect").joinpath("static")
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

FILES: dict[str, tuple[bytes, str]] = {
    **{name: shared.FILES[name] for name in ("colours.css", "page.css", "htmx-4.0.1.min.js")},
    **{name: (_FOLDER.joinpath(name).read_bytes(), kind) for name, kind in _KINDS.items()},
}
"""The files by their names: content and media type, as they were when this process started."""


def response(request: Request, name: str) -> Response:
    """Return a file, or that what the browser keeps is still the same. Raises `HTTPException` (404)."""
    if name not in FILES:
        raise HTTPException(404)
    content, kind = FILES[name]
    tag = f'"{blake2s(content, digest_size=8).hexdigest()}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)
