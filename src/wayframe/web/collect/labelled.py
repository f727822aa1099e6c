"""An annotation as its page shows it: texts in pieces, acts beside each other, frames as cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup, escape

from wayframe.collection.annotation.agreement import births, carried, destination, stands
from wayframe.collection.annotation.annotations import OpenAnnotation
from wayframe.collection.annotation.edits import NEW, known, made
from wayframe.collection.annotation.labels import ActPosition, MarkedAct, MarkedArg, bare
from wayframe.notation import show
from wayframe.presentation.board import Card, cards
from wayframe.presentation.presenter import Presenter, trips_presenter
from wayframe.tagging import words
from wayframe.values import DONT_CARE
from wayframe.web.collect.templates import rendered

COLOURS = 6
"""Acts of a turn that are told apart by colour."""

_CURRENCIES = "$€£¥"


class MarkedPiece(NamedTuple):
    """A piece of a text: the places of the slots that it is marked as, and the colour of the first one's act."""

    text: Markup
    places: tuple[str, ...]
    label: str
    colour: int


class ShownComparison(NamedTuple):
    """Two acts beside each other and their places in the annotations.

    An act is in parts (none where there is no act), each with whether the other act has no such part. `taken` is whose
    act the adjudicator has, and `instead` its place among his.
    """

    acts: tuple[tuple[tuple[str, bool], ...], ...]
    places: tuple[int | None, ...]
    agree: bool
    taken: int | None
    instead: int | None


def turns(opened: OpenAnnotation) -> tuple[Markup, ...]:
    """Return the HTML of all turns with their labels."""
    return tuple(_turn(opened, number) for number in range(len(opened.said)))


def _turn(opened: OpenAnnotation, number: int) -> Markup:
    said, labels = opened.said[number], opened.work.turns[number]
    compared = opened.beside[number] if opened.beside else None
    return rendered(
        "annotate_turn.html",
        number=number,
        author=said.author,
        labels=labels,
        pieces=tuple(_pieces(said.text, labels.acts)),
        bounds=bounds(said.text),
        moved=_moved(opened, number),
        advice=[each.text for each in opened.advice if each.turn == number],
        rows=tuple(_rows(opened, number)) if compared else (),
        ways=tuple(_ways(opened, number)) if compared and not compared.same_way else (),
        colours=COLOURS,
        value=value,
    )


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
    """Return where a turn goes, in words."""
    labels = opened.work.turns
    before, frame = labels[number - 1].active_frame if number else 1, labels[number].active_frame
    if opened.authors[number] == "user" and made(labels, opened.authors)[number]:
        return f"new frame {frame}"
    return f"goes to frame {frame}" if frame != before else f"frame {frame}"


def _pieces(text: str, acts: Sequence[MarkedAct]) -> Iterator[MarkedPiece]:
    """Yield a text in pieces, cut at the edges of its marks."""
    marked = [(slot.mark, at, slot) for number, act in enumerate(acts) for at, slot in places(number, act) if slot.mark]
    cuts = {0, len(text)}
    for mark, _, _ in marked:
        cuts |= {mark.start, mark.end}
    for start, end in pairwise(sorted(cuts)):
        inside = [(at, slot) for mark, at, slot in marked if mark.start <= start < mark.end]
        label = ", ".join(f"{acts[at.act].name}: {slot.key}" for at, slot in inside)
        colour = inside[0][0].act % COLOURS if inside else 0
        # A browser would make one character of a carriage return and a newline; every character counts.
        piece = Markup(escape(text[start:end]).replace("\r", Markup("&#13;")))
        yield MarkedPiece(piece, tuple(str(at) for at, _ in inside), label, colour)


def places(number: int, act: MarkedAct) -> Iterator[tuple[ActPosition, MarkedArg]]:
    """The slots of an act, each with its place."""
    for arg_place, arg in enumerate(act.args):
        if arg.refers:
            for ref_place, ref in enumerate(arg.refs):
                for place, slot in enumerate(ref.slots):
                    yield ActPosition(number, arg_place, ref_place, place), slot
        elif arg.key != "id":
            yield ActPosition(number, arg_place), arg


def value(val: str | bool | int | None) -> str:
    """A value as people read it."""
    if val is None:
        return "?"
    if isinstance(val, bool):
        return "yes" if val else "no"
    return "any" if val == DONT_CARE else str(val)


def _rows(opened: OpenAnnotation, number: int) -> Iterator[ShownComparison]:
    """Yield the acts of the two annotators beside each other, with the frames' numbers that they have here."""
    one, two = opened.others
    here = births(opened.work.turns, opened.authors)
    chosen = stands(opened.work.turns, one, two, number, opened.authors)
    for row, choice in zip(opened.beside[number].rows, chosen, strict=True):
        texts, at = list[tuple[str, ...]](), list[int | None]()
        for act, labels in ((row.one, one), (row.two, two)):
            texts.append(_words(carried(act, births(labels, opened.authors), here, NEW)) if act else ())
            at.append(next((place for place, each in enumerate(labels[number].acts) if each is act), None))
        acts = [tuple((text, text not in theirs) for text in own) for own, theirs in (texts, reversed(texts))]
        yield ShownComparison(tuple(acts), tuple(at), row.agree, choice.side, choice.place)


def _words(act: MarkedAct) -> tuple[str, ...]:
    """An act in pieces: its name, its arguments; a frame that isn't here is a question mark."""
    parts = ["makes a frame" if arg.key == "id" else show(bare(MarkedAct("a", (arg,))))[2:-1] for arg in act.args]
    return (act.name, *(re.sub(rf"(?<![\w.]){NEW}(?=[{{;\]])", "?", part) for part in parts))


def _ways(opened: OpenAnnotation, number: int) -> Iterator[tuple[str, bool]]:
    """Yield the frame that each of the annotators goes to in a turn, and whether the adjudicator does so, too."""
    mine = opened.work.turns
    new, now = bool(made(mine, opened.authors)[number]), mine[number].active_frame
    titles = dict(frames(opened, number))
    for other in opened.others:
        goal = destination(mine, other, number, opened.authors)
        if goal is None:
            yield "to a frame that isn’t here", False
        elif goal == NEW:
            yield "to a new frame", new
        else:
            yield f"to frame {goal}, {titles[goal]}", not new and goal == now


def board(opened: OpenAnnotation, turn: int, presenter: Presenter) -> tuple[Card, ...]:
    """The frames after a turn, and what it changed."""
    memory = opened.memories[turn]
    before = opened.memories[turn - 1] if turn else None
    offered = {number for number, each in enumerate(memory.provenance, 1) if each.creator == "wizard"}
    return cards(presenter, memory, offered, before)


def frames(opened: OpenAnnotation, turn: int, *, before: bool = False) -> tuple[tuple[int, str], ...]:
    """The frames that a turn may speak of (`before`: go to), with what they are called, the latest first."""
    there = known(opened.work.turns, opened.authors, turn if before else turn + 1)
    titles = {card.frame: card.title for card in board(opened, turn, trips_presenter())}
    return tuple((number, titles[number]) for number in range(there, 0, -1))
