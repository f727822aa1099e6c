"""Anaphora: a day or a place that a turn said before, and means again: "home before that day", "fly from there"."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Days, Meaning, Spoken, Text, Value, Wish
from wayframe.reader.doubt import PLAIN
from wayframe.reader.spans import some
from wayframe.reader.symbols import TurnSpans

MOST_TO_THERE = 3
"""Spans from "fly" to "from there": "fly to Cancun from there"."""


def with_days_again(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that is back before a day that the turn has said: "it's on the 10th, home before that"."""
    at = _first(turn, "says:back_before_that")
    days = [day for day in _before(turn, at, "date") if isinstance(day, Days) and day.exact]
    if not days or not turn.schema.end:
        return meaning
    latest = max(days, key=lambda day: day.first)  # one leaves on an earlier one
    wish = Wish(turn.schema.end, Constraint("at_most", (latest,), strict=True))
    return _with(meaning, wish, turn, at, latest)


def with_starts_again(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that starts in a place that the turn has said: "she lives in Oslo, so from there"."""
    at = _first(turn, "says:from_there")
    goals = [
        value
        for each in meaning.moves
        if isinstance(each.move, Wish) and each.move.slot == turn.schema.place
        for value in each.move.constraint.values
    ]
    places = [Text(str(place)) for place in _before(turn, at, "place")]
    places = [place for place in places if place not in goals or len(places) == 1]
    sets_out = some(turn.spans[max(at - MOST_TO_THERE, 0) : at + 1], "says:setting_out")
    if not (places and sets_out and turn.schema.source):
        return meaning  # "could one walk from there to the beach?"
    return _with(meaning, Wish(turn.schema.source, Constraint("is", (places[-1],))), turn, at, places[-1])


def _first(turn: TurnSpans, name: str) -> int:
    """Return the number of the first span that goes by a name; 0 where none does."""
    return next((at for at, span in enumerate(turn.spans) if span.has(name)), 0)


def _before(turn: TurnSpans, at: int, kind: str) -> Iterator[object]:
    """Yield what the spans before one hold of a kind."""
    yield from (span.data(kind) for span in turn.spans[:at] if span.has(kind))


def _with(meaning: Meaning, wish: Wish, turn: TurnSpans, at: int, value: Value) -> Meaning:
    """Return a meaning with a wish in the place of others for its slot, and for the value that it takes up."""
    kept = [
        each
        for each in meaning.moves
        if not isinstance(each.move, Wish) or (each.move.slot != wish.slot and each.move.constraint.values != (value,))
    ]
    return replace(meaning, moves=(*kept, Spoken(wish, *turn.places[at], PLAIN)))
