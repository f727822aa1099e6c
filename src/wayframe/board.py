"""The memory as people look at it: every frame a card, and a comparison with the best of each row marked.

Faces (terminal, web, the wizard's desk) draw what stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from wayframe.dialogue import Frame, Value
from wayframe.domain import TRAVEL, Domain
from wayframe.memory import Memory
from wayframe.ontology import FLAGS

POINTERS = ("ref_anaphora", "impl_anaphora")
"""Words by which somebody pointed at a frame: no wish."""


class Entry(NamedTuple):
    """A slot on a card: `words` are the user's own where the value is his and they say more than it.

    `inherited`: as in the parent; `told`: the agent's word, not the user's; `changed`: not so before the last exchange.
    """

    slot: str
    label: str
    text: str
    words: str = ""
    inherited: bool = False
    told: bool = False
    changed: bool = False


class Card(NamedTuple):
    """A frame: what it is called, where it comes from, what became of it."""

    frame: int
    parent: int | None
    title: str
    entries: tuple[Entry, ...]
    asked: tuple[str, ...]  # labels of what the user wants to know of it
    active: bool
    offered: bool
    rejected: bool
    no_result: bool
    booked: bool
    new: bool  # made in the last exchange


class Row(NamedTuple):
    """A slot of several frames: one text a frame, None where it isn't known; `best` are the places of the best ones."""

    slot: str
    label: str
    values: tuple[str | None, ...]
    best: frozenset[int]


class Comparison(NamedTuple):
    """Several frames side by side."""

    frames: tuple[int, ...]
    titles: tuple[str, ...]
    rows: tuple[Row, ...]


def cards(
    memory: Memory, offers: Mapping[int, Any], before: Memory | None = None, domain: Domain = TRAVEL
) -> tuple[Card, ...]:
    """All frames as cards; `before` is the memory before the last exchange, None where all is as it was."""
    return tuple(_card(frame, memory, offers, before or memory, domain) for frame in memory.frames)


def _card(frame: Frame, memory: Memory, offers: Mapping[int, Any], before: Memory, domain: Domain) -> Card:
    number, parent = frame.frame_id, frame.frame_parent_id
    earlier = before.frames[number - 1].info if number <= len(before.frames) else None
    model = memory.frames[parent - 1].info if parent else {}
    known = memory.provenance[number - 1]
    entries = (
        Entry(
            slot, domain.label(slot), text := said(slot, values, domain), known.wish_words(slot),
            model.get(slot) == values, slot in known.told,
            earlier is not None and said(slot, earlier.get(slot, ()), domain) != text,
        )
        for slot, values in frame.info.items()
        if slot not in POINTERS and slot not in FLAGS
    )  # fmt: skip
    return Card(
        number, parent, domain.title(frame), tuple(entries), _asked(frame, domain), number == memory.active_frame,
        number in offers, _holds(frame, "REJECTED"), "NO_RESULT" in frame.info, _is_booked(frame), earlier is None,
    )  # fmt: skip


def _is_booked(frame: Frame) -> bool:
    """Return whether the last that was done with an option was to book it."""
    done = frame.info.get("action", ())
    return bool(done) and done[-1].val == "book"


def _asked(frame: Frame, domain: Domain) -> tuple[str, ...]:
    requests = (asked.key for asked in frame.requests if asked.author == "user")
    questions = (asked.key for asked in frame.binary_questions if asked.author == "user")
    comparisons = (key for asked in frame.compare_requests if asked.author == "user" for key in asked.keys)
    return tuple(map(domain.label, dict.fromkeys((*requests, *questions, *comparisons))))


def said(slot: str, values: Iterable[Value], domain: Domain = TRAVEL) -> str:
    """The values of a slot as people read them: "$1,203.50", "Rome or Bari", "not Paris"."""
    return " or ".join(dict.fromkeys(_said(slot, value, domain) for value in values))


def compared(frames: Sequence[int], memory: Memory, offers: Mapping[int, Any], domain: Domain = TRAVEL) -> Comparison:
    """Frames side by side: of one that was offered what is true of it, of others what was said."""
    columns = [_told(memory.frames[number - 1], offers.get(number), domain) for number in frames]
    slots = dict.fromkeys((*domain.compared, *(slot for column in columns for slot in column)))
    rows = (_row(s, [column.get(s) for column in columns], domain) for s in slots if s not in domain.naming)
    return Comparison(
        tuple(frames),
        tuple(domain.title(memory.frames[number - 1]) for number in frames),
        tuple(row for row in rows if any(row.values) and not set(row.values) <= {"no", None}),
    )


def _row(slot: str, values: Sequence[str | bool | None], domain: Domain) -> Row:
    shown = tuple(None if value is None else _yes(value) for value in values)
    return Row(slot, domain.label(slot), shown, domain.best(slot, values))


def _told(frame: Frame, offered: Any, domain: Domain) -> Mapping[str, str | bool]:
    if offered:
        return domain.facts(offered)
    return {slot: said(slot, values, domain) for slot, values in frame.info.items() if slot not in (*POINTERS, *FLAGS)}


def _said(slot: str, value: Value, domain: Domain) -> str:
    if isinstance(value.val, tuple):
        text = ", ".join(value.val)
    else:
        text = _yes(domain.surface(slot, value.val if isinstance(value.val, bool) else str(value.val)))
    return f"not {text}" if value.negated else text


def _yes(value: str | bool) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def _holds(frame: Frame, flag: str) -> bool:
    return any(bool(value.val) != value.negated for value in frame.info.get(flag, ()))
