"""Wishes for columns that limit something: from how many on, up to how many, from which day and up to which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from msgspec.structs import replace

from wayframe.meaning.records import Ask, Constraint, Meaning, Move, Operator, Spoken, Wish
from wayframe.reader.symbols import TurnSpans
from wayframe.schema.columns import limits
from wayframe.schema.records import Direction, Schema

_MET: dict[Direction, Operator] = {"less": "at_most", "more": "at_least"}
"""What a limit has to be for a number that is wished for."""


def with_limits_met(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning whose numbers are within limits: two nights where two are the minimum, or fewer.

    Whoever calls a limit by its name means that very number: "a minimum of three nights".
    """
    named = {noun for span in turn.spans for noun in span.every("noun")}
    moves = [replace(each, move=_within(each.move, turn.schema, named)) for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def _within(move: Move, schema: Schema, named: set[object]) -> Move:
    match move:
        case Wish():
            return _met(move, schema, named)
        case Ask(question="holds", wishes=wishes):
            return replace(move, wishes=tuple(_met(wish, schema, named) for wish in wishes))
    return move


def _met(wish: Wish, schema: Schema, named: set[object]) -> Wish:
    slot = schema.slot(wish.slot)
    limit = limits(slot) if slot else ""
    if not limit or wish.constraint.op != "is" or wish.slot in named:
        return wish
    return replace(wish, constraint=replace(wish.constraint, op=_MET[limit]))


def with_closings(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which what is to be had by a day is so up to that day, where a column says up to when."""
    openings, closings = turn.schema.openings, turn.schema.closings
    wished = {wish.slot for each in meaning.moves if isinstance(wish := each.move, Wish)}
    if len(openings) != 1 or len(closings) != 1 or closings[0] in wished:
        return meaning
    moves = list(dict.fromkeys(_open_then(meaning.moves, openings[0], closings[0])))
    return replace(meaning, moves=tuple(moves))


def _open_then(moves: Sequence[Spoken], opening: str, closing: str) -> Iterator[Spoken]:
    for each in moves:
        yield each
        match each.move:
            case Wish(slot=slot, constraint=Constraint(op="at_most", values=values)) as wish if slot == opening:
                still = replace(wish, slot=closing, constraint=Constraint("at_least", values))
                yield replace(each, move=still)
