"""Days: deadlines, a few days, and the days of other things, which are none of the journey."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from datetime import timedelta
from itertools import pairwise

from msgspec.structs import replace

from wayframe.meaning.records import Ask, Change, Constraint, Days, It, Meaning, Move, Number, Spoken, Wish, wishes_in
from wayframe.reader.spans import some
from wayframe.reader.symbols import TurnSpans
from wayframe.state.wishes import days_of
from wayframe.values.dates import WEEKDAYS


def with_deadlines_met(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which a day by which one has to be back is the last one: "school starts on the 4th, by then".

    Without "by then" one has to be back before it.
    """
    if not any(span.has("says:by_then") for span in turn.spans):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        if isinstance(wish, Wish) and wish.constraint.op == "at_most" and _is_of_days(wish):
            wish = replace(wish, constraint=replace(wish.constraint, strict=False))
        moves.append(replace(each, move=wish))
    return replace(meaning, moves=tuple(moves))


A_FEW, BEYOND_A_FEW = 3.0, 2.0
"""How many "a few days" are at least, and how many more they may be."""


def with_a_few(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which a few days are no exact number of them."""
    spans = turn.spans
    said = [span for span, following in pairwise(spans) if span.data("few") == A_FEW and following.data("unit")]
    if not said or any(span.data("number") == A_FEW for span in spans):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        if isinstance(wish, Wish) and wish.slot in turn.schema.lengths and wish.constraint.op == "is":
            wish = replace(wish, constraint=_few_days(wish.constraint))
        moves.append(replace(each, move=wish))
    return replace(meaning, moves=tuple(moves))


def _few_days(constraint: Constraint) -> Constraint:
    """Return what is as long as a few days as from these to some more; any other length as it is."""
    match constraint.values:
        case (Number(value=value, unit=unit) as least,) if value == A_FEW:
            return replace(constraint, op="between", values=(least, Number(value + BEYOND_A_FEW, unit)))
    return constraint


MOST_TO_EVENT = 4
"""Spans from an event to the day that it is on: "surgery is on the 25th"."""


def without_days_of_events(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning without the days of events where others are said: "a week earlier, the exam is on the 5th"."""
    windows = turn.schema.windows
    said = [wish for wish in wishes_in([each.move for each in meaning.moves]) if wish.slot in windows]
    events = set(days_of_events(turn))
    others = [wish for wish in said if events.isdisjoint(wish.constraint.values)]
    if not events or not others:
        return meaning
    kept = (each for each in meaning.moves if not _is_on(each.move, windows, events))
    return replace(meaning, moves=tuple(kept))


def days_of_events(turn: TurnSpans) -> Iterator[Days]:
    """Yield the days on which a turn says that something else is."""
    spans = turn.spans
    for at, span in enumerate(spans):
        lead = at - 1 - (at > 0 and spans[at - 1].has("article"))
        if not span.has("date") or lead < 1 or not spans[lead].has("on_day", "preposition"):
            continue
        near = spans[max(lead - MOST_TO_EVENT, 0) : lead]
        is_verb = near[-1].has("copula", "having", "auxiliary")
        noun = near[-1 - is_verb] if len(near) > is_verb else near[-1]
        travels = some(near, "homeward", "says:homeward", "setting_off")  # "back for her recital on the 20th"
        if noun.has("strange", "event", "says:event") and not travels:
            yield span.data("date")


def _is_on(move: Move, windows: Container[str], days: Collection[Days]) -> bool:
    """Return whether a move is a wish for the stay to begin or end by some of these days."""
    return isinstance(move, Wish) and move.slot in windows and any(value in days for value in move.constraint.values)


def without_impossible_starts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning without a day of departure behind the day by which one has to be back.

    It is a day of something else: "it has to be over by the 26th, because the hairdresser comes on the 27th".
    """
    wishes = [each.move for each in meaning.moves if isinstance(each.move, Wish)]
    start, end = days_of(wishes, turn.schema.start), days_of(wishes, turn.schema.end)
    if start is None or end is None or not start.exact or start.first <= end.last:
        return meaning
    kept = (each for each in meaning.moves if getattr(each.move, "slot", "") != turn.schema.start)
    return replace(meaning, moves=tuple(kept))


def with_returns_behind_starts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that is back behind the day on which the option at hand leaves: "she comes back on Monday".

    The Monday that is nearest to a stay may be one before it.
    """
    said = [span.data("date") for span in turn.spans if span.words.casefold() in WEEKDAYS]
    start = days_of(list(wishes_in(meaning.all())), turn.schema.start)
    at_hand = [option for option in turn.context.days if [option.frame] == list(turn.context.focus)]
    leaving = [min(option.days) for option in at_hand if option.days]
    if not said or start is not None or not leaving:
        return meaning

    def behind_start(wish: Wish) -> Wish:
        values = wish.constraint.values
        if wish.slot != turn.schema.end or len(values) != 1 or values[0] not in said or not isinstance(values[0], Days):
            return wish
        weeks = max((leaving[0] - values[0].first) // WEEK + 1, 0)
        later = Days(values[0].first + weeks * WEEK, values[0].last + weeks * WEEK)
        return replace(wish, constraint=replace(wish.constraint, values=(later,)))

    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Wish() as wish:
                moves.append(replace(each, move=behind_start(wish)))
            case Change(wishes=wishes, of=None | It()) | Ask(wishes=wishes, of=None | It()) as move:
                moves.append(replace(each, move=replace(move, wishes=tuple(map(behind_start, wishes)))))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


WEEK = timedelta(days=7)


def _is_of_days(wish: Wish) -> bool:
    return all(isinstance(value, Days) for value in wish.constraint.values)
