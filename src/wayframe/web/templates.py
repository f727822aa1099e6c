"""Pages from templates."""

from __future__ import annotations

from typing import Any

from fastapi import Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from wayframe.web import pictures, static_files

_TEMPLATES = Environment(
    loader=PackageLoader("wayframe.web", "pieces"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
    lstrip_blocks=True,
)  # fmt: skip
_TEMPLATES.filters["picture"] = pictures.address
_TEMPLATES.filters["static"] = static_files.address


def html(template: str, status: int = 200, **values: Any) -> Response:
    """A page, or a piece of one; every value is escaped."""
    return HTMLResponse(_TEMPLATES.get_template(template).render(**values), status)
