"""Shifts: how many days earlier or later a stay is to be, which is no length of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    Correct,
    It,
    Meaning,
    Move,
    Named,
    Number,
    Operator,
    Spoken,
    Wish,
    wishes_for,
    wishes_in,
)
from wayframe.reader.doubt import PLAIN
from wayframe.reader.spans import NOTHING, Span, some
from wayframe.reader.symbols import TurnSpans

_DIRECTIONS: dict[str, Operator] = {"moved_later": "more", "moved_earlier": "less"}
"""The comparisons that move a day, by the word classes that say them."""
_DIRECTIONS_BEHIND: dict[str, Operator] = {"after": "more", "before": "less"}
"""The comparisons that move a day where "that" or nothing follows, by the word classes that say them."""


class Shift(NamedTuple):
    """So many days later or earlier, and where that stands in the text; `lengths` are the days that it names."""

    constraint: Constraint
    lengths: Sequence[float]
    start: int
    end: int


def with_shifts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that leaves so many days earlier or later as the turn says, and isn't so many days long.

    "Two days later, and just as long" asks for no length either: when one has to be back is open then, unless that was
    a single day, which moves with the first.
    """
    shift, schema = _shift(turn), turn.schema
    if shift is None or not schema.start:
        return meaning
    misread = [each.move for each in meaning.moves if _is_misread(each.move, shift, turn)]
    if not misread:
        return meaning
    about = next((move.of for move in misread if isinstance(move, Ask) and isinstance(move.of, It | Named)), None)
    wish = Wish(schema.start, shift.constraint, about)
    others = wishes_in([each.move for each in meaning.moves if each.move not in misread])
    moved = any(other.slot in schema.windows and other.constraint.op in _DIRECTIONS.values() for other in others)
    kept = list[Spoken]()
    for each in meaning.moves:
        if each.move not in misread:
            kept.append(each)
        elif isinstance(each.move, Correct):  # "no, I mean three days earlier, but still back on the 29th"
            rest = [held for held in each.move.wishes if not _is_misread(held, shift, turn)]
            kept.append(replace(each, move=Correct((*rest, wish))))
            moved = True
    asked = [move for move in (*misread, *turn.by_rules.meaning.all()) if isinstance(move, Ask)]
    if any(set(ask.slots) & set(schema.lengths) for ask in asked):
        kept += [Spoken(open_end, shift.start, shift.end, PLAIN) for open_end in _opened(turn)]
    return replace(meaning, moves=tuple(kept) if moved else (*kept, Spoken(wish, shift.start, shift.end, PLAIN)))


def _opened(turn: TurnSpans) -> list[Wish]:
    """Return the wish that leaves open when one has to be back, where a day is held by which that is."""
    held = wishes_for(turn.context.wishes, turn.schema.end)
    bounded = any(wish.constraint.op in ("at_most", "between") for wish in held)
    return [Wish(turn.schema.end, Constraint("any"))] if bounded else []


def _shift(turn: TurnSpans) -> Shift | None:
    """Return the first shift that a turn says: a number, or two of them, a unit and the direction.

    "Shift it by a day" says none, and means later.
    """
    for at, behind in enumerate((*turn.spans, NOTHING)):
        first, days = _days_before(turn, at)
        if not days:
            continue
        operator = _direction(turn.spans, at) if at < len(turn.spans) else None
        last = at
        if operator is None and _is_shifted(turn.spans, first) and behind.has("nothing", "clause_end", "comma"):
            operator, last = "more", at - 1
        if operator is not None:
            constraint = Constraint(operator, (Number(days[0], "days"),))
            return Shift(constraint, days, turn.places[first][0], turn.places[last][1])
    return None


def _days_before(turn: TurnSpans, at: int) -> tuple[int, list[float]]:
    """Return the days that are counted right before a place, and where that begins; none where nothing is."""
    unit = _days_of_unit(turn, at - 1)
    first = at - 1
    numbers = list[float]()
    while unit and first > 0 and (turn.spans[first - 1].has(*_NUMBERS) or _is_between(turn, first - 1)):
        first -= 1
        numbers += _numbers(turn.spans[first])
    return first, [unit * number for number in numbers]


def _is_shifted(spans: Sequence[Span], at: int) -> bool:
    """Return whether what stands before a place is to be shifted by that much: "move the trip by", not "move it to"."""
    before = list(spans[max(at - MOST_SHIFTED, 0) : at])
    verbs = [place for place, span in enumerate(before) if span.has("opens:shifting")]
    if not verbs or before[verbs[-1]].has("preposition:goal", "cue:book"):
        return False
    return all(span.has("article", "item", "deictic", "whole", "says:by_amount") for span in before[verbs[-1] + 1 :])


MOST_SHIFTED = 5
"""Spans from a verb of shifting to by how much."""


def _direction(spans: Sequence[Span], at: int) -> Operator | None:
    """Return which way a span moves a day: "later", or "before" with nothing behind it.

    So does "after that" where the turn says no day that "that" could be.
    """
    following = spans[at + 1] if at + 1 < len(spans) else NOTHING
    is_of_the_day = following.has("deictic", "that_time") and not some(spans, "date")
    is_bare = following.has("nothing", "clause_end", "comma", "conjunction:and")
    directions = {**_DIRECTIONS, **_DIRECTIONS_BEHIND} if is_of_the_day or is_bare else _DIRECTIONS
    return next((op for name, op in directions.items() if spans[at].has(name)), None)


_NUMBERS = ("number", "few", "single")
"""Names of the spans that count days: "three", "a couple of", "a"."""


def _numbers(span: Span) -> list[float]:
    """Return the number that a span says, one for "a"; nothing where it only links two."""
    number = span.data("number", "few")
    if number is not None:
        return [number]
    return [1.0] if span.has("single") else []


def _days_of_unit(turn: TurnSpans, at: int) -> float:
    """Return how many days the unit has that a span says; 0 where it says none of a stay's length."""
    unit = turn.spans[at].data("unit") if at >= 0 else None
    return float(unit[1]) if unit and unit[0] in turn.schema.lengths else 0.0


def _is_between(turn: TurnSpans, at: int) -> bool:
    """Return whether a span links two numbers: "three or four days"."""
    links = turn.spans[at].has("alternative", "hyphen")
    return links and at > 0 and turn.spans[at - 1].has(*_NUMBERS)


def _is_misread(move: Move, shift: Shift, turn: TurnSpans) -> bool:
    """Return whether a move is a length, any day, or a day so far unsaid, that was made of the words of a shift."""
    schema = turn.schema
    match move:
        case Wish(slot=slot, constraint=constraint) if slot in schema.lengths:
            days = {value.value for value in constraint.values if isinstance(value, Number)}
            return bool(days) and days <= set(shift.lengths) and not _says_length_apart(turn, shift)
        case Wish(slot=slot, constraint=Constraint(op="any")):
            return slot in schema.windows
        case Wish(slot=schema.start, constraint=Constraint(op="more" | "less", values=())):
            return True
        case Ask(question="facts", slots=slots) if slots:
            asks = some(turn.spans, "wh", "opens:wh")
            is_of_length = set(slots) <= set(schema.lengths) and not asks
            return is_of_length or (set(slots) <= set(schema.windows) and _is_shifted_by_rules(turn))
        case Ask(question="holds", wishes=wishes) if turn.schema.lengths:
            return any(_is_misread(wish, shift, turn) for wish in wishes)
        case Correct(wishes=wishes):
            return any(_is_misread(wish, shift, turn) for wish in wishes)
        case _:
            return False


def _is_shifted_by_rules(turn: TurnSpans) -> bool:
    """Return whether the rules find a day moved where a question is read: "hmm, and one week later, how is it?"."""
    wishes = wishes_in(turn.by_rules.meaning.all())
    return any(wish.slot in turn.schema.windows and wish.constraint.is_relative for wish in wishes)


def _says_length_apart(turn: TurnSpans, shift: Shift) -> bool:
    """Return whether a turn says so many days outside of a shift, too: "for two days, two days later"."""
    for at, (number, (start, end)) in enumerate(zip(turn.spans, turn.places, strict=True)):
        is_inside = shift.start <= start and end <= shift.end
        unit = _days_of_unit(turn, at + 1) if at + 1 < len(turn.spans) else 0.0
        if not is_inside and any(unit * value in shift.lengths for value in _numbers(number)):
            return True
    return False


def with_whole_stay(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that moves when to come back, too, where all of a stay is to move: "everything two days later".

    That has to have been wished for before.
    """
    start, end = turn.schema.start, turn.schema.end
    held, said = ({wish.slot for wish in wishes} for wishes in (turn.context.wishes, wishes_in(meaning.all())))
    if end not in held - said or not any(span.has("opens:whole_stay") for span in turn.spans):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        moves.append(each)
        if isinstance(wish, Wish) and wish.slot == start and wish.constraint.op in ("more", "less"):
            moves.append(replace(each, move=replace(wish, slot=end)))
    return replace(meaning, moves=tuple(moves))
