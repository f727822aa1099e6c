"""Reading: what a user's turn says, as a typed meaning.

    text ──words──▶ tokens, and what they can stand for ──spans──▶ phrases and clauses; of each clause
    values ──wishes──▶ constraints ──references──▶ what it is about ──moves──▶ what it does; of the whole turn
    ──reader──▶ moves joined ──doubt──▶ how likely each of them was meant

Each of these modules knows those before it. `acts` is another reader, made of an NLU and a frame tracker.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol

from wayframe.dialogue import Turn
from wayframe.meaning.records import Meaning, Wish
from wayframe.memory import Memory


class ReaderContext(NamedTuple):
    """What a reader is told of the dialogue.

    `asked` are the slots that the agent has just asked for; `options` the names of the options at hand, with their
    frames; `wishes` those that hold; `offered` says whether anything was offered, `confirming` whether the agent has
    just asked for a yes or no; `booked` are the frames of the bookings that stand, `shown` those of all options,
    `latest` those of the list offered last, `focus` those spoken of last; `memory` and `turns` are what came before.
    """

    today: date
    asked: Sequence[str] = ()
    options: Mapping[str, int] = {}
    wishes: Sequence[Wish] = ()
    offered: bool = False
    confirming: bool = False
    booked: Sequence[int] = ()
    shown: Collection[int] = ()
    memory: Memory = Memory()
    turns: Sequence[Turn] = ()
    latest: Sequence[int] = ()
    focus: Sequence[int] = ()


class Reader(Protocol):
    """Reads a turn."""

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """Return what a text says in the circumstances of a dialogue."""
        ...
