"""Static files: the scripts, styles and pictures of the page, each at an address that changes with its content."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2s
from importlib.resources import files

from fastapi import Response

from wayframe.pages import COLOURS
from wayframe.service import NotFoundError

_KINDS = {
    "htmx-4.0.1.min.js": "text/javascript",
    "land.svg": "image/svg+xml",
    "page.css": "text/css",
    "page.js": "text/javascript",
}


def read(package: str, kinds: Mapping[str, str]) -> dict[str, tuple[bytes, str]]:
    """Return a package's static files by their names: content and media type."""
    folder = files(package).joinpath("static")
    return {name: (folder.joinpath(name).read_bytes(), kind) for name, kind in kinds.items()}


FILES = {"colours.css": (COLOURS.encode(), "text/css"), **read("wayframe.web", _KINDS)}
"""The files by their names: content and media type, as they were when this process started."""

_KEPT = "public, max-age=31536000, immutable"


def address(name: str) -> str:
    """Return where the page finds a file: after an upgrade elsewhere, so that no browser shows it an old one."""
    return f"/static/{name}?v={version_of(FILES[name][0])}"


def response(name: str, version: str) -> Response:
    """Return a file, to be kept by the browser where it is of the version asked for. Raises `NotFoundError`."""
    if name not in FILES:
        raise NotFoundError(name)
    content, kind = FILES[name]
    # A page of another version asks for its own: what it gets must not stand at that address later.
    kept = _KEPT if version == version_of(content) else "no-cache"
    return Response(content, media_type=kind, headers={"Cache-Control": kept})


def version_of(content: bytes) -> str:
    """Return the version of a file: the same for the same content."""
    return blake2s(content, digest_size=8).hexdigest()
