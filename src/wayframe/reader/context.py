"""The circumstances in which a turn is read: the catalogue's words, today, what was asked and shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from wayframe.dialogue import Turn
from wayframe.meaning.records import Wish
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
