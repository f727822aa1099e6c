"""When else: questions for other days on which one option can be had."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    Described,
    Extreme,
    It,
    Meaning,
    More,
    Move,
    Named,
    Nth,
    Other,
    Reference,
    Return,
    Spoken,
    Text,
    Value,
    Wish,
    wishes_for,
    wishes_in,
)
from wayframe.reader.doubt import DEEDS, PLAIN
from wayframe.reader.spans import some
from wayframe.reader.symbols import TurnSpans

OF_ONE = (Named, Nth, Described, Extreme)
"""References that say which option is meant."""


def with_other_days_asked(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks when else one option can be had: "the Anselm. Are there other dates for it?".

    Who books, or says which days instead, doesn't ask that.
    """
    if not turn.schema.start or not some(turn.spans, "says:other_days") or not turn.context.offered:
        return meaning
    moves = meaning.all()
    about = _option_meant(moves, turn)
    wished = [wish for wish in _days_wished(moves, turn) if wish.of is None]
    if wished or about is None or any(isinstance(move, DEEDS) for move in moves):
        return meaning
    of, named = _named(about, turn)
    days = [
        replace(wish, of=None)
        for wish in (_days_wished(moves, turn) or _days_wished(turn.by_rules.meaning.all(), turn))
    ]
    at = next(at for at, span in enumerate(turn.spans) if span.has("says:other_days"))
    asked = Spoken(Ask("values", (turn.schema.start,), of, (*named, *days)), *turn.places[at], PLAIN)
    others = (each for each in meaning.moves if not _asks_for_days(each.move, turn))
    return replace(meaning, moves=(asked, *others))


def _days_wished(moves: Sequence[Move], turn: TurnSpans) -> list[Wish]:
    """Return the wishes of moves for days in particular."""
    wishes = wishes_for(wishes_in(moves), *turn.schema.windows)
    return [wish for wish in wishes if wish.constraint.values]


def _option_meant(moves: Sequence[Move], turn: TurnSpans) -> Reference | None:
    """Return the option that a turn is about: the one that it names or describes, else the one spoken of."""
    for move in (*moves, *turn.by_rules.meaning.all()):
        reference = move.to if isinstance(move, Return) else getattr(move, "of", None)
        if isinstance(reference, OF_ONE):
            return reference
    names = {turn.context.state.value(frame, turn.schema.name) for frame in turn.context.focus}
    return It() if len(names) == 1 else None


def _named(reference: Reference, turn: TurnSpans) -> tuple[Reference | None, list[Wish]]:
    """Return a reference to one option as a wish for its name, where that is known; else as it is."""
    value: Value | None = None
    if isinstance(reference, Named):
        value = Text(reference.name)
    elif isinstance(reference, It):
        value = turn.context.state.value(turn.context.focus[0], turn.schema.name)
    return (None, [Wish(turn.schema.name, Constraint("is", (value,)))]) if value else (reference, [])


def _asks_for_days(move: Move, turn: TurnSpans) -> bool:
    """Return whether a move is what a question for other days was read as: its days, any days, other options."""
    days = (*turn.schema.windows, *turn.schema.lengths)
    match move:
        case Ask(question="facts" | "values" | "holds"):
            price = turn.schema.price.name if turn.schema.price else ""
            slots = {*move.slots, *(wish.slot for wish in move.wishes)} - {turn.schema.name}
            return bool(slots) and slots <= {*days, price}
        case Wish():
            return move.slot in days
        case Return():
            return isinstance(move.to, (*OF_ONE, Other))
    return isinstance(move, More)
