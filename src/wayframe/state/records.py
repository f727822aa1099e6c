"""The dialogue state: everything that a conversation has come to, typed; the frames are its projection.

`memory` holds the frames in the Frames format, filled by the acts that meaning is projected to. Beside them stand what
frames can't hold: the wishes as constraints, the items behind offers, the lists in which options were offered, the
bookings, what was spoken of last and what the agent asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from wayframe.meaning.records import Move, Party, Wish
from wayframe.memory import Memory
from wayframe.sources.protocol import Item


class Option(NamedTuple):
    """An item that was offered: the frame that stands for it, the frame whose wishes it was found by, its party."""

    frame: int
    item: Item
    wishes_of: int
    party: Party


class Booking(NamedTuple):
    """A booking: the option as it was when it was booked (or changed), and whether it stands."""

    number: int
    option: Option
    status: Literal["booked", "cancelled"]


class Pending(NamedTuple):
    """What the agent has asked: the moves that a yes stands for, the options among which one is to be named.

    `purpose` says what is done with an option that is named in the answer.
    """

    on_yes: tuple[Move, ...] = ()
    options: tuple[int, ...] = ()
    purpose: Literal["", "tell", "book", "cancel", "change", "compare"] = ""
    slots: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()


class DialogueState(NamedTuple):
    """See the module. `wishes` are those of each frame that the user made, slot by slot in the order they were said.

    `lists` are the frames of each turn that offered options, oldest first, in the order of the offer. `focus` are the
    options spoken of last ("it", "they"); `touched` all options in the order in which they were last spoken of; `trail`
    the frames whose wishes were searched for, in order, so that a step can be taken back.
    """

    memory: Memory
    wishes: Mapping[int, tuple[Wish, ...]] = {}
    options: Mapping[int, Option] = {}
    lists: tuple[tuple[int, ...], ...] = ()
    bookings: tuple[Booking, ...] = ()
    focus: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()
    rejected: frozenset[int] = frozenset()
    trail: tuple[int, ...] = ()
    pending: Pending = Pending()
