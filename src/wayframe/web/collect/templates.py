"""The pages' templates, and a study's texts as paragraphs and lists."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from fastapi import Response
from fastapi.responses import HTMLResponse
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def html(template: str, status: int = 200, **values: Any) -> Response:
    """A page, or a piece of one; every value is escaped."""
    return HTMLResponse(rendered(template, **values), status)


def rendered(template: str, **values: Any) -> Markup:
    """Return a template's HTML, which may stand in another one's."""
    return Markup(_TEMPLATES.get_template(template).render(**values))


def prose(text: str) -> Markup:
    """A study's text: blank lines part paragraphs, lines that begin with "- " are a list; all else is as written."""
    blocks = (block.splitlines() for block in text.strip().split("\n\n"))
    parts = (
        _list(list(lines)) if listed else Markup("<p>{}</p>").format(" ".join(map(str.strip, lines)))
        for block in blocks
        for listed, lines in groupby(block, key=lambda line: line.lstrip().startswith("- "))
    )
    return Markup("\n").join(parts)


def moment(seconds: float | None) -> str:
    """A time as "2026-11-21 16:05" (UTC); a dash for none."""
    return "–" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


def _list(lines: list[str]) -> Markup:
    items = (Markup("<li>{}</li>").format(line.strip().removeprefix("- ")) for line in lines)
    return Markup("<ul>{}</ul>").format(Markup("").join(items))


_TEMPLATES = Environment(
    loader=ChoiceLoader([PackageLoader("wayframe.web.collect", "pieces"), PackageLoader("wayframe.web", "pieces")]),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters |= {"prose": prose, "moment": moment}
