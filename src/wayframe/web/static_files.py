"""Static files: the scripts, styles and pictures of the page, each at an address that changes with its content."""

from __future__ import annotations

from hashlib import blake2s
from importlib.resources import files

from fastapi import Response

from wayframe.pages import COLOURS
from wayframe.service import NotFoundError

_FOLDER = files("wayframe.web").joinpath("static")
_KINDS = {
    "htmx-4.0.1.min.js": "text/javascript",
    "land.svg": "image/svg+xml",
    "page.css": "text/css",
    "page.js": "text/javascript",
}

FILES: dict[str, tuple[bytes, str]] = {
    "colours.css": (COLOURS.encode(), "text/css"),
    **{name: (_FOLDER.joinpath(name).read_bytes(), kind) for name, kind in _KINDS.items()},
}
"""The files by their names: content and media type, as they were when this process started."""

_KEPT = "public, max-age=31536000, immutable"


def address(name: str) -> str:
    """Return where the page finds a file: after an upgrade elsewhere, so that no browser shows it an old one."""
    return f"/static/{name}?v={_version(name)}"


def response(name: str, version: str) -> Response:
    """Return a file, to be kept by the browser where it is of the version asked for. Raises `NotFoundError`."""
    if name not in FILES:
        raise NotFoundError(name)
    content, kind = FILES[name]
    # A page of another version asks for its own: what it gets must not stand at that address later.
    kept = _KEPT if version == _version(name) else "no-cache"
    return Response(content, media_type=kind, headers={"Cache-Control": kept})


def _version(name: str) -> str:
    return blake2s(FILES[name][0], digest_size=8).hexdigest()
