"""Remarks: repetitions and turns to what is spoken of anyway, and values that no move holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.notation import show
from wayframe.meaning.records import PASSED_OVER, Ask, It, Meaning, Reject, Return, Text, Unread, Wish
from wayframe.reader.doubt import DEEDS
from wayframe.reader.features import facets, related_slots
from wayframe.reader.symbols import TurnSpans
from wayframe.state.resolution import reference_of


def with_passed_over(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning of wishes with the values that stand outside of all that was read, as words of little weight.

    The parser points at the words that it reads: what it passes over may have been a wish, or part of a story. So may a
    place be that no move names, beside a deed, too: "Rome! Book the first".
    """
    passed = list[Unread]()
    if any(isinstance(move, Wish) for move in meaning.all()):
        passed = _values_passed_over(meaning, turn)
    elif any(isinstance(move, DEEDS) for move in meaning.all()):
        elsewhere = set(_places_elsewhere(turn))
        passed = [each for each in _values_passed_over(meaning, turn) if (each.start, each.end) in elsewhere]
    return replace(meaning, unread=(*meaning.unread, *passed))


def _values_passed_over(meaning: Meaning, turn: TurnSpans) -> list[Unread]:
    """Return the words that hold values and stand outside of all that was read."""
    read = show(meaning.all()).casefold()
    about = {slot for move in meaning.all() for _, slot in facets(move, "")}
    return [
        Unread(start, end, PASSED_OVER)
        for span, (start, end) in zip(turn.spans, turn.places, strict=True)
        if span.has(*_VALUED)
        and not span.has("filler")
        and about.isdisjoint(slot for _, slot in related_slots(span))
        and not (span.has("date") and about.intersection(turn.schema.windows))
        and str(span.data("place") or span.words).casefold() not in read
        and (span.has("place") or not any(each.overlaps(start, end) for each in meaning.moves))
    ]


def _places_elsewhere(turn: TurnSpans) -> Iterator[tuple[int, int]]:
    """Yield where a turn names places that neither wishes nor the options at hand are about."""
    held = (value for wish in turn.context.wishes for value in wish.constraint.values)
    known = {value.value for value in chain(held, *turn.context.facts.values()) if isinstance(value, Text)}
    for span, place in zip(turn.spans, turn.places, strict=True):
        if span.has("place") and span.data("place") not in known:
            yield place


_VALUED = ("value", "date", "money", "place", "extreme", "unit")
"""Names of spans that hold a value, or the name of one."""


def without_repeated(meaning: Meaning) -> Meaning:
    """Return a meaning that wishes, asks or rejects once what it says again, where it says it last."""
    last = {each.move: at for at, each in enumerate(meaning.moves)}
    kept = (
        each
        for at, each in enumerate(meaning.moves)
        if last[each.move] == at or not isinstance(each.move, Wish | Ask | Reject)
    )
    return replace(meaning, moves=tuple(kept))


def without_idle_turns(meaning: Meaning) -> Meaning:
    """Return a meaning that turns to "it" only where it is about nothing else: "back to that, how much is the Ash?"."""
    to_it = Return(It())
    others = [reference_of(each.move) for each in meaning.moves if each.move != to_it]
    if all(reference in (None, It()) for reference in others):
        return meaning
    return replace(meaning, moves=tuple(each for each in meaning.moves if each.move != to_it))
