"""A conversation as the agent holds it: the turns of a dialogue so far, their memory, what is behind the offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from wayframe.dialogue import Act, Dialogue, DialogueLabels, Turn
from wayframe.meaning.records import Wish
from wayframe.memory import Memory

Clock = Callable[[], int]
"""Gives epoch milliseconds."""


class Conversation(NamedTuple):
    """All that the agent knows of a dialogue; never changed, each exchange gives the next one.

    `offers` are the catalogue's rows behind the frames that were offered.
    """

    turns: tuple[Turn, ...]
    memory: Memory
    offers: Mapping[int, Any]

    def dialogue(self, id: UUID, user_id: str = "user", wizard_id: str = "wayframe") -> Dialogue:
        """Return the conversation in the Frames format."""
        return Dialogue(str(id), user_id, wizard_id, DialogueLabels(None, False), self.turns)


class Sentence(NamedTuple):
    """A piece of a reply and the acts that it says; a face may show these acts in another way (a card, a table)."""

    text: str
    acts: tuple[Act, ...]


class Exchange(NamedTuple):
    """A user's turn and the agent's; `notes` tell how it came about (`noted`), `wishes` are those that hold then."""

    user: Turn
    wizard: Turn
    sentences: tuple[Sentence, ...]
    before: Conversation
    after: Conversation
    notes: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()


def ticking(today: date) -> Clock:
    """Return a clock that starts at nine in the morning (UTC) and moves half a minute each time it is read."""
    now = datetime.combine(today, time(9), UTC)

    def tick() -> int:
        nonlocal now
        now += timedelta(seconds=30)
        return int(now.timestamp() * 1000)

    return tick


# Notes

_TAKEN: ContextVar[list[str] | None] = ContextVar("notes", default=None)


@contextmanager
def notes_taken() -> Iterator[list[str]]:
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
