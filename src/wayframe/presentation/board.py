"""The memory as people look at it: every frame a card, and a comparison with the best of each row marked.

Faces (terminal, web, the wizard's desk) draw what stands here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from wayframe.dialogue import BinaryQuestion, Frame, SlotRequest, Value
from wayframe.memory import Memory
from wayframe.ontology import FLAGS
from wayframe.presentation.presenter import Presenter, with_negation
from wayframe.sources.protocol import Item

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
    presenter: Presenter, memory: Memory, offered: Container[int] = (), before: Memory | None = None
) -> tuple[Card, ...]:
    """Return all frames as cards; `offered` are the frames of offers.

    `before` is the memory before the last exchange, None where all is as it was.
    """
    return tuple(
        _card(presenter, frame, memory, frame.frame_id in offered, before or memory) for frame in memory.frames
    )


def _card(presenter: Presenter, frame: Frame, memory: Memory, offered: bool, before: Memory) -> Card:
    number, parent = frame.frame_id, frame.frame_parent_id
    earlier = before.frames[number - 1].info if number <= len(before.frames) else None
    model = memory.frames[parent - 1].info if parent else {}
    known = memory.provenance[number - 1]
    entries = list[Entry]()
    for slot, values in _wishes(frame).items():
        text = said(presenter, slot, values)
        changed = earlier is not None and said(presenter, slot, earlier.get(slot, ())) != text
        words, inherited, told = known.wish_words(slot), model.get(slot) == values, slot in known.told
        entries.append(Entry(slot, presenter.label(slot), text, words, inherited, told, changed))
    return Card(
        frame=number,
        parent=parent,
        title=presenter.title(frame),
        entries=tuple(entries),
        asked=_asked(presenter, frame),
        active=number == memory.active_frame,
        offered=offered,
        rejected=_holds(frame, "REJECTED"),
        no_result="NO_RESULT" in frame.info,
        booked=_is_booked(frame),
        new=earlier is None,
    )


def _wishes(frame: Frame) -> dict[str, tuple[Value, ...]]:
    """Return what a frame holds of an option, without pointers to it and flags of it."""
    return {slot: values for slot, values in frame.info.items() if slot not in (*POINTERS, *FLAGS)}


def _is_booked(frame: Frame) -> bool:
    """Return whether the last that was done with an option was to book it."""
    done = frame.info.get("action", ())
    return bool(done) and done[-1].val == "book"


def _asked(presenter: Presenter, frame: Frame) -> tuple[str, ...]:
    questions: list[SlotRequest | BinaryQuestion] = [*frame.requests, *frame.binary_questions]
    slots = [asked.key for asked in questions if asked.author == "user"]
    for comparison in frame.compare_requests:
        if comparison.author == "user":
            slots += comparison.keys
    return tuple(map(presenter.label, dict.fromkeys(slots)))


def said(presenter: Presenter, slot: str, values: Iterable[Value]) -> str:
    """Return the values of a slot as people read them: "$1,203.50", "Rome or Bari", "not Paris"."""
    texts = dict[str, None]()
    for value in values:
        held = value.val
        if isinstance(held, tuple):
            text = ", ".join(held)
        else:
            text = presenter.text(slot, held if isinstance(held, bool) else str(held))
        texts[with_negation(text, value)] = None
    return " or ".join(texts)


def compared(presenter: Presenter, frames: Sequence[int], memory: Memory, items: Mapping[int, Item]) -> Comparison:
    """Return frames side by side: of one that was offered what is true of its item, of others what was said."""
    columns, titles = list[Mapping[str, str]](), list[str]()
    for number in frames:
        frame = memory.frames[number - 1]
        columns.append(_column(presenter, frame, items.get(number)))
        titles.append(presenter.title(frame))
    slots = dict.fromkeys(chain(presenter.compared, *columns))
    rows = [_row(presenter, slot, columns) for slot in slots if slot not in presenter.naming]
    telling = (row for row in rows if not {"no", None}.issuperset(row.values))
    return Comparison(tuple(frames), tuple(titles), tuple(telling))


def _column(presenter: Presenter, frame: Frame, item: Item | None) -> Mapping[str, str]:
    """Return what is true of the item behind a frame; without one what was said of the frame."""
    if item is not None:
        return presenter.facts(item)
    return {slot: said(presenter, slot, values) for slot, values in _wishes(frame).items()}


def _row(presenter: Presenter, slot: str, columns: Sequence[Mapping[str, str]]) -> Row:
    values = tuple(column.get(slot) for column in columns)
    return Row(slot, presenter.label(slot), values, presenter.best(slot, values))


def _holds(frame: Frame, flag: str) -> bool:
    """Return whether a flag is said to be so, or its contrary is said not to be."""
    return any(bool(value.val) != value.negated for value in frame.info.get(flag, ()))
