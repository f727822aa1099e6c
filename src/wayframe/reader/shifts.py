"""Shifts: how many days earlier or later a stay is to be, which is no length of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Ask, Constraint, Meaning, Move, Number, Operator, Spoken, Wish, wishes_in
from wayframe.reader.doubt import PLAIN
from wayframe.reader.spans import some
from wayframe.reader.symbols import TurnSpans

_DIRECTIONS: dict[str, Operator] = {"moved_later": "more", "moved_earlier": "less"}
"""The comparisons that move a day, by the word classes that say them."""

_DAYS_OF_UNIT = {"day_unit": 1.0, "week_unit": 7.0}


class Shift(NamedTuple):
    """So many days later or earlier, and where that stands in the text; `lengths` are the days that it names."""

    constraint: Constraint
    lengths: Sequence[float]
    start: int
    end: int


def with_shifts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that leaves so many days earlier or later as the turn says, and isn't so many days long.

    "Two days later, and just as long" asks for no length either.
    """
    shift, schema = _shift(turn), turn.schema
    if shift is None or not schema.start:
        return meaning
    kept = [each for each in meaning.moves if not _is_misread(each.move, shift, turn)]
    if len(kept) == len(meaning.moves):
        return meaning
    others = wishes_in([each.move for each in kept])
    moved = any(wish.slot in schema.windows and wish.constraint.op in _DIRECTIONS.values() for wish in others)
    wish = Spoken(Wish(schema.start, shift.constraint), shift.start, shift.end, PLAIN)
    return replace(meaning, moves=tuple(kept) if moved else (*kept, wish))


def _shift(turn: TurnSpans) -> Shift | None:
    """Return the first shift that a turn says: a number, or two of them, a unit and the direction."""
    spans = turn.spans
    for at, span in enumerate(spans):
        operator = next((op for name, op in _DIRECTIONS.items() if span.has(name)), None)
        unit = next((days for name, days in _DAYS_OF_UNIT.items() if at and spans[at - 1].has(name)), 0.0)
        first = at - 2
        if operator is None or unit == 0 or first < 0:
            continue
        numbers = list[float]()
        while first >= 0 and (spans[first].has("number", "few", "single") or _is_between(turn, first)):
            number = spans[first].data("number", "few")
            numbers += [unit * number] if number is not None else [unit] * spans[first].has("single")
            first -= 1
        if numbers:
            days = Number(numbers[0], "days")
            return Shift(Constraint(operator, (days,)), numbers, turn.places[first + 1][0], turn.places[at][1])
    return None


def _is_between(turn: TurnSpans, at: int) -> bool:
    """Return whether a span links two numbers: "three or four days"."""
    links = turn.spans[at].has("alternative", "hyphen")
    return links and at > 0 and turn.spans[at - 1].has("number", "few", "single")


def _is_misread(move: Move, shift: Shift, turn: TurnSpans) -> bool:
    """Return whether a move is a length, or any day, that was made of the words of a shift."""
    schema = turn.schema
    match move:
        case Wish(slot=slot, constraint=constraint) if slot in schema.lengths:
            days = {value.value for value in constraint.values if isinstance(value, Number)}
            return bool(days) and days <= set(shift.lengths)
        case Wish(slot=slot, constraint=Constraint(op="any")):
            return slot in schema.windows
        case Ask(question="facts", slots=slots):
            asks = some(turn.spans, "wh", "opens:wh")
            return slots != () and set(slots) <= set(schema.lengths) and not asks
        case _:
            return False
