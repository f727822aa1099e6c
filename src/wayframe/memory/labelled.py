"""The memory that the labels of a dialogue give, turn by turn (the gold memory of paper section 6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import NamedTuple

from wayframe.dialogue import Dialogue, Turn
from wayframe.memory.records import Memory
from wayframe.memory.turn import update


class Before(NamedTuple):
    """A turn, the labelled memory before it, the turns before it."""

    turn: Turn
    memory: Memory
    history: tuple[Turn, ...]


def labelled_memories(dialogue: Dialogue, today: date | None = None) -> Iterator[Before]:
    """All turns of a dialogue, each after the labelled frames of the turn before.

    What a memory knows besides the frames, such as who said what, is from its own rules.
    """
    memory = Memory(today=today)
    for place, turn in enumerate(dialogue.turns):
        yield Before(turn, memory, dialogue.turns[:place])
        text = turn.text if turn.author == "user" else ""
        memory = update(memory, turn.author, turn.acts, turn.active_frame, text).corrected(turn.frames, turn.author)


def day(dialogue: Dialogue) -> date:
    """The day of the first message, in UTC: the format gives no time zone."""
    return datetime.fromtimestamp(dialogue.turns[0].timestamp / 1000, UTC).date()
