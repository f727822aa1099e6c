"""What is said of columns that limit something: from how many on, up to how many, up to which day, how many left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, pairwise
from operator import attrgetter

from msgspec.structs import replace

from wayframe.meaning.records import Ask, Constraint, Days, Meaning, Money, Move, Nth, Operator, Spoken, Wish
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
    """Return a meaning in which what is to be had from a day on is so up to the last one, where a column has that."""
    openings, closings = turn.schema.openings, turn.schema.closings
    if len(openings) != 1 or len(closings) != 1:
        return meaning
    opening, closing = openings[0], closings[0]
    days = sorted(
        _days(meaning.moves, opening, "at_most") + _days(meaning.moves, closing, "is"), key=attrgetter("first")
    )
    if not days:
        return meaning
    bounds = {opening: Constraint("at_most", (days[0],)), closing: Constraint("at_least", (days[-1],))}
    if not _days(meaning.moves, opening, "at_most"):
        del bounds[opening]
    return replace(meaning, moves=tuple(_bounded(meaning.moves, bounds)))


def _days(moves: Iterable[Spoken], slot: str, op: Operator) -> list[Days]:
    """Return the days that a slot is wished to be held to by an operator."""
    wishes = [each.move for each in moves if isinstance(each.move, Wish) and each.move.slot == slot]
    values = chain.from_iterable(wish.constraint.values for wish in wishes if wish.constraint.op == op)
    return [value for value in values if isinstance(value, Days)]


def _bounded(moves: Iterable[Spoken], bounds: Mapping[str, Constraint]) -> Iterator[Spoken]:
    """Yield moves with the bounds of slots in the place of the first wish for any of these."""
    left = dict(bounds)
    for each in moves:
        if not isinstance(each.move, Wish) or each.move.slot not in bounds:
            yield each
            continue
        for slot, constraint in left.items():
            yield replace(each, move=replace(each.move, slot=slot, constraint=constraint))
        left.clear()


def with_stock_asked(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks how many are left of an option, where it is counted: "how many of the second?"."""
    stock = turn.schema.slot(turn.schema.stock)
    places = [int(float(span.data("ordinal"))) for span in turn.spans if span.has("ordinal")]
    if stock is None or stock.kind != "number" or len(places) != 1 or not turn.context.offered:
        return meaning
    left = Ask("facts", (stock.name,), of=Nth(places[0]))
    moves = [replace(each, move=left) if each.move == Ask("count") else each for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def with_nothing_to_pay(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which no deposit is one of nothing, not any deposit: "without a joining fee"."""
    price = turn.schema.price
    paid = {slot.name: Money(0, slot.unit) for slot in turn.schema.of_kind("money") if slot != price}
    words = [span for span in turn.spans if not span.has("article")]
    denied = {str(noun) for before, span in pairwise(words) if before.has("not") for noun in span.every("noun")}
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        if isinstance(wish, Wish) and wish.slot in denied & paid.keys() and wish.constraint.op in ("any", "least"):
            wish = replace(wish, constraint=Constraint("is", (paid[wish.slot],)))
        moves.append(replace(each, move=wish))
    return replace(meaning, moves=tuple(moves))
