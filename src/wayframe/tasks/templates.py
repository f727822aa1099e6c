"""The texts of tasks (`templates.toml`): 14 plain ones and 24 that give a role to play (paper section 3.2).

`{...}` are drawn from a catalogue (`wayframe.tasks.drawing`). Every template says how often there shall be something
that fits, and most what to try where there isn't.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import convert

from wayframe.dialogue import FramesRecord
from wayframe.tasks.goals import Course, Criterion


class Template(FramesRecord, frozen=True, gc=False):
    """A task with open places.

    `fields` are the constraints that are drawn; `cities` says how many destinations are named (0: any will do);
    `otherwise` is what may change where nothing fits: budget, dst_city, end_date or seat. `detour` is what a task with
    the course "return" looks at before it comes back: dst_city, seat, end_date or n_adults.
    """

    name: str
    role: bool
    text: str
    fields: tuple[str, ...]
    cities: int = 1
    success: float = 1.0
    course: Course = "direct"
    criterion: Criterion = "any"
    otherwise: str | None = None
    detour: str | None = None


OTHERWISE = {
    "budget": "If nothing matches, you may spend up to {budget}.",
    "dst_city": "If nothing matches, try {cities} instead.",
    "end_date": "If nothing matches, you can stay away until {end}.",
    "seat": "If nothing matches, economy class will do.",
}
NO_OTHERWISE = "If nothing matches, end the conversation without booking."


@cache
def templates() -> tuple[Template, ...]:
    """All templates: the plain ones first."""
    return templates_of(tomllib.loads((files(__package__) / "templates.toml").read_text(encoding="utf-8")))


def templates_of(book: Mapping[str, Any]) -> tuple[Template, ...]:
    """Return the templates of a file, by its tables [[plain]] and [[role]]. Raises `msgspec.ValidationError`."""
    return tuple(
        convert({**each, "role": kind == "role"}, Template) for kind in ("plain", "role") for each in book.get(kind, ())
    )
