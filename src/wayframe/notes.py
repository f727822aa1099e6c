"""What is worth knowing of how a turn came about: parts of the loop note it, who runs the loop keeps it.

Notes belong to the thread, or the task, that took them: turns that are answered at the same time don't mix.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_TAKEN: ContextVar[list[str] | None] = ContextVar("notes", default=None)


@contextmanager
def taken() -> Iterator[list[str]]:
    """A list of what is noted meanwhile, a line each, in order."""
    lines = list[str]()
    token = _TAKEN.set(lines)
    try:
        yield lines
    finally:
        _TAKEN.reset(token)


def note(line: str) -> None:
    """Note a line; without effect where nobody takes notes."""
    lines = _TAKEN.get()
    if lines is not None:
        lines.append(line)
