"""Anaphora: days that were said before, and are meant again.

"Home before that day" is of the same turn, "on the same dates" of the option that was spoken of.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    Days,
    Every,
    Flag,
    Meaning,
    Move,
    Return,
    Spoken,
    Value,
    Wish,
    wishes_for,
    wishes_in,
)
from wayframe.reader.doubt import PLAIN
from wayframe.reader.spans import some
from wayframe.reader.symbols import TurnSpans

MOST_TO_SAME = 3
"""Spans from "not" to the days: "not on the same dates"."""


def with_days_again(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that is back before a day that the turn has said: "it's on the 10th, home before that"."""
    at = _first(turn, "says:back_before_that")
    days = [day for day in _before(turn, at, "date") if isinstance(day, Days) and day.exact]
    if not days or not turn.schema.end:
        return meaning
    latest = max(days, key=lambda day: day.first)  # one leaves on an earlier one
    wish = Wish(turn.schema.end, Constraint("at_most", (latest,), strict=True))
    return _with(meaning, wish, turn, at, latest)


def with_same_days(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that keeps the days, where it wishes for another place or other people "on the same dates".

    They are those that are wished for already, else those of the one option that was spoken of, or booked. Of a booking
    that the agent has proposed to change they are those that it has.
    """
    schema = turn.schema
    of_stay = {*schema.windows, *schema.lengths}
    of_another = {schema.place, schema.source, schema.name, schema.party}
    is_another = any(wish.slot in of_another for wish in wishes_in(meaning.all()))
    is_change = turn.context.state.pending.to_be_changed != ()
    if not some(turn.spans, "says:same_days") or not (is_another or is_change) or not schema.start:
        return meaning
    at = _first(turn, "says:same_days")
    before = [span for span in turn.spans[max(at - MOST_TO_SAME, 0) : at] if not span.has("cue:answer_no")]
    if some(before, "not", "except"):
        return meaning
    kept = [each for each in meaning.moves if not _is_about_stay(each.move, of_stay)]
    days = [Spoken(wish, *turn.places[at], PLAIN) for wish in _days_spoken_of(turn)]
    return replace(meaning, moves=(*kept, *days))


def with_said_days(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that keeps the days that are wished for: "no, just the dates I said" opens none of them."""
    if not some(turn.spans, "says:said_days") or not wishes_for(turn.context.wishes, *turn.schema.windows):
        return meaning
    opened = [each for each in meaning.moves if any(_opens_days(wish, turn) for wish in wishes_in([each.move]))]
    kept = [each for each in meaning.moves if each not in opened]
    flexible = next((slot.name for slot in turn.schema.slots if slot.bearing == "flexible"), "")
    if not opened or not flexible:
        return replace(meaning, moves=tuple(kept))
    fixed = replace(opened[0], move=Wish(flexible, Constraint("is", (Flag(False),))))
    return replace(meaning, moves=(*kept, fixed))


def _opens_days(wish: Wish, turn: TurnSpans) -> bool:
    """Return whether a wish leaves a day or a length open, or says that days are flexible."""
    slot = turn.schema.by_name[wish.slot]
    if slot.bearing == "flexible":
        return wish.constraint.values == (Flag(True),)
    return slot.name in (*turn.schema.windows, *turn.schema.lengths) and wish.constraint.op == "any"


def with_former_days(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that goes back to the days of an earlier search: "we prefer the original dates".

    These are the first that were said, of the former ones the last that were others than now.
    """
    schema, said = turn.schema, "says:first_days" if some(turn.spans, "says:first_days") else "says:former_days"
    stays = list(_stays_wished_for(turn))
    if not some(turn.spans, said) or len(stays) < 2:
        return meaning
    wanted = stays[0] if said == "says:first_days" else stays[-2]
    flexible = {slot.name for slot in schema.slots if slot.bearing == "flexible"}
    of_stay = {*schema.windows, *schema.lengths, *flexible}
    given_up = [slot for slot in {wish.slot: None for wish in stays[-1]} if not wishes_for(wanted, slot)]
    place = turn.places[_first(turn, said)]
    kept = [each for each in meaning.moves if not (_is_about_stay(each.move, of_stay) or _shows_them(each.move))]
    again = [*wanted, *(Wish(slot, Constraint("any")) for slot in given_up)]
    return replace(meaning, moves=(*kept, *(Spoken(wish, *place, PLAIN) for wish in again)))


def _stays_wished_for(turn: TurnSpans) -> Iterator[tuple[Wish, ...]]:
    """Yield the wishes for days and lengths of each search, the first first, that are others than those before."""
    schema, last = turn.schema, tuple[Wish, ...]()
    for _, wishes in sorted(turn.context.state.wishes.items()):
        stay = wishes_for(wishes, *schema.windows, *schema.lengths)
        if stay and stay != last:
            yield stay
            last = stay


def _shows_them(move: Move) -> bool:
    """Return whether a move but turns to all that is at hand."""
    return isinstance(move, Return) and move.to == Every()


def _days_spoken_of(turn: TurnSpans) -> Iterator[Wish]:
    """Yield wishes for the days of the one option that was spoken of, or booked, where no day is wished for.

    A booking that is to be changed has its own days, whatever is wished for.
    """
    context, schema = turn.context, turn.schema
    changed = context.state.pending.to_be_changed
    frames = changed or (context.focus if len(context.focus) == 1 else context.booked)
    option = context.state.options.get(frames[0]) if len(frames) == 1 else None
    if option is None or (wishes_for(context.wishes, *schema.windows) and not changed):
        return
    for slot in (schema.start, schema.end):
        day = option.item.values.get(slot)
        if isinstance(day, Days):
            yield Wish(slot, Constraint("is", (day,)))


def _is_about_stay(move: Move, of_stay: Collection[str]) -> bool:
    """Return whether a move wishes for, or asks for, nothing but days and lengths of a stay."""
    match move:
        case Wish(slot=slot):
            return slot in of_stay
        case Ask(question="facts", slots=slots):
            return slots != () and set(slots) <= set(of_stay)
        case _:
            return False


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
