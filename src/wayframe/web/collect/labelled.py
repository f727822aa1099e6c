"""An annotation as its page shows it: texts in pieces, acts as chips, frames as cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup, escape

from wayframe.board import Card, cards
from wayframe.collection.annotation.annotations import OpenAnnotation
from wayframe.collection.annotation.comparing import ComparedActs, births, carried, destination, stands
from wayframe.collection.annotation.fitting import ASKS
from wayframe.collection.annotation.labels import bare
from wayframe.collection.annotation.numbering import NEW, known, made
from wayframe.collection.annotation.records import ActPosition, MarkedAct, MarkedArg, MarkedRef, TextMark
from wayframe.dialogue import Author
from wayframe.notation import show
from wayframe.presenter import Presenter, trips_presenter
from wayframe.tagging import words
from wayframe.values import DONT_CARE

COLOURS = 6  # acts of a turn that are told apart by colour
_CURRENCIES = "$€£¥"


class MarkedPiece(NamedTuple):
    """A piece of a text: the places of the slots that it is marked as, and the colour of the first one's act."""

    text: Markup
    places: tuple[str, ...]
    label: str
    colour: int


class SlotChip(NamedTuple):
    """A slot of an act. `shown` is its value in words; `start` and `end` are where it is marked, empty if nowhere."""

    at: str
    key: str
    shown: str
    start: str
    end: str
    asks: bool


class ReferenceGroup(NamedTuple):
    """A reference, or slots that are of none (`at` is empty)."""

    at: str
    kind: str
    frame: int
    chips: tuple[SlotChip, ...]


class ShownAct(NamedTuple):
    """An act in a turn's list; `makes` is the frame that it makes."""

    at: str
    name: str
    colour: int
    groups: tuple[ReferenceGroup, ...]
    makes: int | None


class ComparedPart(NamedTuple):
    """A piece of an act in words, and whether the other annotator's has no such piece."""

    text: str
    differs: bool


class ShownComparison(NamedTuple):
    """Two acts beside each other, in parts (none where there is no act), and their places in the annotations.

    `taken` is whose act the adjudicator has, and `instead` its place among his.
    """

    acts: tuple[tuple[ComparedPart, ...], tuple[ComparedPart, ...]]
    places: tuple[int | None, int | None]
    agree: bool
    taken: int | None
    instead: int | None


class FrameChoice(NamedTuple):
    """The frame that one of the annotators goes to in a turn; `taken`: and so does the adjudicator."""

    text: str
    taken: bool


class ShownTurn(NamedTuple):
    """A turn with its labels; `bounds` are the words of its text, first character and end of each."""

    number: int
    author: Author
    pieces: tuple[MarkedPiece, ...]
    bounds: str
    acts: tuple[ShownAct, ...]
    frame: int
    moved: str
    confirmed: bool
    advice: tuple[str, ...]
    rows: tuple[ShownComparison, ...]
    ways: tuple[FrameChoice, ...]  # where the two annotators go, if not the same way


def shown(opened: OpenAnnotation) -> tuple[ShownTurn, ...]:
    """All turns."""
    return tuple(_turn(opened, number) for number in range(len(opened.said)))


def _turn(opened: OpenAnnotation, number: int) -> ShownTurn:
    labels, said = opened.work.turns[number], opened.said[number]
    rows = tuple(_rows(opened, number)) if opened.beside else ()
    ways = tuple(_ways(opened, number)) if opened.beside and not opened.beside[number].same_way else ()
    return ShownTurn(
        number, said.author, tuple(_pieces(said.text, labels.acts)), bounds(said.text),
        tuple(_act(place, act) for place, act in enumerate(labels.acts)), labels.active_frame, _moved(opened, number),
        labels.confirmed, tuple(each.text for each in opened.advice if each.turn == number), rows, ways,
    )  # fmt: skip


def bounds(text: str) -> str:
    """The words of a text as "0-3 4-9": what marking keeps to. A currency sign belongs to its amount."""
    found = list[tuple[int, int]]()
    for word in words(text):
        glued = found and found[-1][1] == word.start and text[found[-1][0] : found[-1][1]] in _CURRENCIES
        if glued and word.text[:1].isdecimal():
            found[-1] = (found[-1][0], word.end)
        else:
            found.append((word.start, word.end))
    return " ".join(f"{start}-{end}" for start, end in found)


def _moved(opened: OpenAnnotation, number: int) -> str:
    authors = tuple(each.author for each in opened.said)
    new = made(opened.work.turns, authors)[number]
    before = opened.work.turns[number - 1].active_frame if number else 1
    frame = opened.work.turns[number].active_frame
    if authors[number] == "user" and new:
        return f"new frame {frame}"
    return f"goes to frame {frame}" if frame != before else f"frame {frame}"


def _pieces(text: str, acts: Sequence[MarkedAct]) -> Iterator[MarkedPiece]:
    marks = [(slot.mark, at, slot, number) for number, act in enumerate(acts) for at, slot in places(number, act)
             if slot.mark]  # fmt: skip
    cuts = sorted({0, len(text), *(edge for mark, *_ in marks if mark for edge in (mark.start, mark.end))})
    for start, end in pairwise(cuts):
        inside = [(at, slot, number) for mark, at, slot, number in marks if mark and mark.start <= start < mark.end]
        label = ", ".join(f"{acts[number].name}: {slot.key}" for _, slot, number in inside)
        colour = inside[0][2] % COLOURS if inside else 0
        yield MarkedPiece(_exact(text[start:end]), tuple(str(at) for at, *_ in inside), label, colour)


def _exact(text: str) -> Markup:
    """Escaped, with every character counted alike in a browser, which makes one of a carriage return and a newline."""
    return Markup(escape(text).replace("\r", Markup("&#13;")))


def places(number: int, act: MarkedAct) -> Iterator[tuple[ActPosition, MarkedArg]]:
    """The slots of an act, each with its place."""
    for arg_place, arg in enumerate(act.args):
        if arg.refers:
            for ref_place, ref in enumerate(arg.refs):
                for place, slot in enumerate(ref.slots):
                    yield ActPosition(number, arg_place, ref_place, place), slot
        elif arg.key != "id":
            yield ActPosition(number, arg_place), arg


def _act(number: int, act: MarkedAct) -> ShownAct:
    return ShownAct(str(number), act.name, number % COLOURS, tuple(_groups(number, act)), act.id)


def _groups(number: int, act: MarkedAct) -> Iterator[ReferenceGroup]:
    plain = list[SlotChip]()
    for place, arg in enumerate(act.args):
        if not arg.refers:
            plain += [_chip(ActPosition(number, place), arg, act.name)] if arg.key != "id" else []
            continue
        if plain:
            yield ReferenceGroup("", "", 0, tuple(plain))
            plain = []
        for count, ref in enumerate(arg.refs):
            yield _reference(ActPosition(number, place, count), arg.key, ref, act.name)
    if plain:
        yield ReferenceGroup("", "", 0, tuple(plain))


def _reference(at: ActPosition, kind: str, ref: MarkedRef, act: str) -> ReferenceGroup:
    chips = tuple(_chip(at._replace(slot=place), slot, act) for place, slot in enumerate(ref.slots))
    return ReferenceGroup(str(at), kind, ref.frame, chips)


def _chip(at: ActPosition, slot: MarkedArg, act: str) -> SlotChip:
    mark = slot.mark or TextMark(-1, -1)
    start, end = (str(mark.start), str(mark.end)) if slot.mark else ("", "")
    return SlotChip(str(at), slot.key, value(slot.val), start, end, slot.val is None and act in ASKS)


def value(val: str | bool | int | None) -> str:
    """A value as people read it."""
    if val is None:
        return "?"
    if isinstance(val, bool):
        return "yes" if val else "no"
    return "any" if val == DONT_CARE else str(val)


def _rows(opened: OpenAnnotation, number: int) -> Iterator[ShownComparison]:
    one, two = opened.others
    authors = tuple(each.author for each in opened.said)
    here = births(opened.work.turns, authors)
    numbered = [births(other, authors) for other in opened.others]
    rows = opened.beside[number].rows
    for row, stand in zip(rows, stands(opened.work.turns, one, two, number, authors), strict=True):
        texts = [
            () if act is None else _words(carried(act, born, here, NEW))
            for act, born in zip((row.one, row.two), numbered, strict=True)
        ]
        acts = tuple(
            tuple(ComparedPart(text, text not in theirs) for text in own) for own, theirs in (texts, reversed(texts))
        )
        yield ShownComparison(
            (acts[0], acts[1]), (_place(row, 0, one[number].acts), _place(row, 1, two[number].acts)), row.agree,
            stand.side, stand.place,
        )  # fmt: skip


def _words(act: MarkedAct) -> tuple[str, ...]:
    """An act in pieces: its name, its arguments; a frame that isn't here is a question mark."""
    parts = ["makes a frame" if arg.key == "id" else show(bare(MarkedAct("a", (arg,))))[2:-1] for arg in act.args]
    return (act.name, *(re.sub(rf"(?<![\w.]){NEW}(?=[{{;\]])", "?", part) for part in parts))


def _ways(opened: OpenAnnotation, number: int) -> Iterator[FrameChoice]:
    authors = tuple(each.author for each in opened.said)
    mine = opened.work.turns
    new, now = bool(made(mine, authors)[number]), mine[number].active_frame
    titles = dict(frames(opened, number))
    for other in opened.others:
        goal = destination(mine, other, number, authors)
        if goal is None:
            yield FrameChoice("to a frame that isn’t here", False)
        elif goal == NEW:
            yield FrameChoice("to a new frame", new)
        else:
            yield FrameChoice(f"to frame {goal}, {titles[goal]}", not new and goal == now)


def _place(row: ComparedActs, side: int, acts: Sequence[MarkedAct]) -> int | None:
    act = (row.one, row.two)[side]
    return next((place for place, each in enumerate(acts) if each is act), None)


def board(opened: OpenAnnotation, turn: int, presenter: Presenter) -> tuple[Card, ...]:
    """The frames after a turn, and what it changed."""
    memory = opened.memories[turn]
    before = opened.memories[turn - 1] if turn else None
    offered = {number for number, each in enumerate(memory.provenance, 1) if each.creator == "wizard"}
    return cards(presenter, memory, offered, before)


def frames(opened: OpenAnnotation, turn: int, *, before: bool = False) -> tuple[tuple[int, str], ...]:
    """The frames that a turn may speak of (`before`: go to), with what they are called, the latest first."""
    authors = tuple(each.author for each in opened.said)
    there = known(opened.work.turns, authors, turn if before else turn + 1)
    titles = {card.frame: card.title for card in board(opened, turn, trips_presenter())}
    return tuple((number, titles[number]) for number in range(there, 0, -1))
