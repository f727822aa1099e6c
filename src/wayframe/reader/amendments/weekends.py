"""Weekends: stays at a weekend, or on days of the week, whichever of all that come."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    Days,
    Meaning,
    Number,
    OutOfScope,
    Party,
    Spoken,
    Wish,
    wishes_for,
    wishes_in,
)
from wayframe.reader.doubt import PLAIN
from wayframe.reader.people import heads
from wayframe.reader.spans import Span
from wayframe.reader.symbols import TurnSpans
from wayframe.state.wishes import LONG_SPAN
from wayframe.values.dates import WEEKDAYS, WEEKDAYS_IN_PLURAL

THURSDAY, FRIDAY, SATURDAY, SUNDAY = 3, 4, 5, 6


class WeeklyStay(NamedTuple):
    """A stay in any week: the days of the week on which it begins, and its least and greatest length in days.

    `excluded` says that it doesn't begin on these.
    """

    begins: Collection[int]
    lengths: tuple[int, int] | None = None
    excluded: bool = False


WEEKENDS: Mapping[str, WeeklyStay] = {
    "long_weekend": WeeklyStay((THURSDAY, FRIDAY), (3, 4)),
    "weekend_trip": WeeklyStay((FRIDAY, SATURDAY), (2, 3)),
    "on_weekends": WeeklyStay((SATURDAY, SUNDAY)),
}
"""Stays at a weekend by the word classes that say them."""

AHEAD = timedelta(days=60)
"""The time that is looked through where nobody said when, or no end of it."""


def with_weekends(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that wishes to leave at a weekend where the words do: "a long weekend in September".

    Which one is open, so that each of that time will do; where the day is known already, only the length is new.
    """
    said = [name for name in WEEKENDS if any(span.has(name, f"says:{name}") for span in turn.spans)]
    wished = list(wishes_in(meaning.all()))
    asks_only = not wished and any(isinstance(move, Ask) for move in meaning.all())
    if not said or not turn.schema.start or asks_only:
        return meaning
    now = _time(wished, turn)
    if now and now.last - now.first < LONG_SPAN:
        return meaning  # a certain weekend is read as its days
    weekend = WEEKENDS[said[0]]
    if _is_denied(turn, said[0]):
        weekend = WeeklyStay((SATURDAY, SUNDAY), excluded=True)
    wishes = [*_days_wished(weekend, now, wished, turn), *_length_wished(weekend, wished, turn)]
    return _with_wishes(meaning, wishes, turn, list(_places(turn, said[0])))


class _Weekday(NamedTuple):
    """A day of the week that a turn says: its number, the day that it is read as, and its place.

    `is_any` says that any such day is meant, `is_engaged` that the speaker has something else to do then.
    """

    number: int
    day: Days
    place: tuple[int, int]
    is_any: bool
    is_engaged: bool


def with_weekdays(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that leaves on each such day of the week where any will do: "on a Friday in September".

    "Friday to Monday in September" is as long as from the one to the other, in each week of that time.
    """
    schema, said = turn.schema, list(_weekdays(turn))
    taken = [move for move in meaning.all() if isinstance(move, Wish)]
    heard = [*taken, *wishes_in(turn.by_rules.meaning.all())]
    begins = [each for each in said if _wish_for(each.day, schema.start, heard)]
    ends = [each for each in said if each not in begins and _wish_for(each.day, schema.end, heard)]
    if not begins or not wishes_for(taken, schema.start):
        return meaning
    days = {each.day for each in (*begins, *ends)}
    others = [wish for wish in taken if not any(_is_about(wish, day) for day in days)]
    time = _time(others, turn) or _month(turn)
    if not any(each.is_any for each in begins) and (time is None or time.last - time.first < LONG_SPAN):
        return meaning  # "on Friday" is the next one
    stay = WeeklyStay(
        begins={each.number for each in begins},
        lengths=_from_to(begins[0], ends[0]) if ends else None,
        excluded=begins[0].is_engaged or _is_not(_wish_for(begins[0].day, schema.start, heard)),
    )
    wishes = [*_days_wished(stay, time, others, turn), *_length_wished(stay, others, turn)]
    if not wishes_for(wishes, schema.start):
        return meaning
    kept = [each for each in meaning.moves if not isinstance(each.move, Wish) or each.move in others]
    return _with_wishes(replace(meaning, moves=tuple(kept)), wishes, turn, [each.place for each in begins])


def _from_to(begin: _Weekday, end: _Weekday) -> tuple[int, int]:
    """Return the least and the greatest length in days of a stay from one day of the week to another: both the same."""
    days = (end.number - begin.number) % 7 or 7
    return days, days


def _month(turn: TurnSpans) -> Days | None:
    """Return the first long span of days that a turn says, whatever was read of it; None where it says none."""
    said = [span.data("date") for span in turn.spans]
    return next((days for days in said if isinstance(days, Days) and days.last - days.first >= LONG_SPAN), None)


def _weekdays(turn: TurnSpans) -> Iterator[_Weekday]:
    """Yield the days of the week that a turn says without a date; any will do behind "a" or "any", or as "Fridays"."""
    is_engaged = False
    for at, span in enumerate(turn.spans):
        is_engaged = (is_engaged or span.has("opens:engaged")) and not span.has("comma", "clause_end")
        day, words = span.data("date"), span.words.casefold()
        if words in WEEKDAYS and isinstance(day, Days):
            is_any = words in WEEKDAYS_IN_PLURAL or (at > 0 and turn.spans[at - 1].has("indefinite_article"))
            yield _Weekday(WEEKDAYS[words], day, turn.places[at], is_any, is_engaged)


def _is_not(wish: Wish | None) -> bool:
    return wish is not None and wish.constraint.op == "not"


def _wish_for(day: Days, slot: str, wishes: Sequence[Wish]) -> Wish | None:
    """Return the wish for a slot that is about a day; None where there is none."""
    return next((wish for wish in wishes_for(wishes, slot) if _is_about(wish, day)), None)


def _is_about(wish: Wish, day: Days) -> bool:
    """Return whether a wish is for a day, or for it and few others: "on Saturday or Sunday"."""
    spans = [value for value in wish.constraint.values if isinstance(value, Days)]
    return any(
        each.first <= day.first and day.last <= each.last and each.last - each.first < LONG_SPAN for each in spans
    )


def _time(wishes: Sequence[Wish], turn: TurnSpans) -> Days | None:
    """Return the days on which wishes leave, from the first to the last: `AHEAD` of them where no end was said.

    Of several days it is their weeks.
    """
    today = turn.context.today
    for wish in reversed(wishes_for(wishes, turn.schema.start)):
        days = [value for value in wish.constraint.values if isinstance(value, Days)]
        if not days or wish.constraint.op == "not":
            continue
        first, last = days[0].first, days[-1].last
        if wish.constraint.op == "is" and len(days) > 1 and last != date.max:
            first, last = first - timedelta(first.weekday()), last + timedelta(SUNDAY - last.weekday())
        if wish.constraint.op == "at_most":
            return Days(today, last)
        is_open = wish.constraint.op == "at_least" or last == date.max
        return Days(first, first + AHEAD if is_open else last)
    return None


def _days_wished(stay: WeeklyStay, now: Days | None, wished: Sequence[Wish], turn: TurnSpans) -> Iterator[Wish]:
    """Yield the wish for the days on which a stay begins, but for those that are ruled out.

    There is none where a day is wished for already.
    """
    today = turn.context.today
    span = now or _time(turn.context.wishes, turn) or Days(today, today + AHEAD)
    denied = [wish for wish in wishes_for(wished, turn.schema.start) if wish.constraint.op == "not"]
    out = [value for wish in denied for value in wish.constraint.values if isinstance(value, Days)]
    every = _on(stay.begins, Days(max(span.first, today), span.last))
    days = tuple(day for day in every if not any(each.first <= day.first <= each.last for each in out))
    if days and span.last - span.first >= LONG_SPAN:
        yield Wish(turn.schema.start, Constraint("not" if stay.excluded else "is", days))


def _length_wished(stay: WeeklyStay, wished: Sequence[Wish], turn: TurnSpans) -> Iterator[Wish]:
    """Yield the wish for how long a stay is; none where the turn says that itself."""
    for name in turn.schema.lengths[:1]:
        is_said = any(wish.constraint.values for wish in wishes_for(wished, name))
        if stay.lengths and not is_said:
            unit = turn.schema.by_name[name].unit
            least, most = (Number(float(days), unit) for days in stay.lengths)
            same = Constraint("is", (least,))
            yield Wish(name, same if least == most else Constraint("between", (least, most)))


def _on(weekdays: Collection[int], span: Days) -> tuple[Days, ...]:
    """Return the days of a span that are some days of the week."""
    days = (span.first + timedelta(days=number) for number in range((span.last - span.first).days + 1))
    return tuple(Days(day, day) for day in days if day.weekday() in weekdays)


def _with_wishes(
    meaning: Meaning, wishes: Sequence[Wish], turn: TurnSpans, places: Sequence[tuple[int, int]]
) -> Meaning:
    """Return a meaning with wishes in the place of others for their slots, and of what else was made of their words.

    What is ruled out stays so. "Just one weekend" is neither beyond the catalogue nor for one person. `places` are
    where the words stand that say the days.
    """
    if not wishes:
        return meaning
    slots = {wish.slot for wish in wishes if wish.constraint.op != "not"}
    named = [span.words.casefold() for span in turn.spans if _names_weekend(span)]
    kept = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Wish(slot=slot) if slot in slots:
                replaced = each.move.constraint.op != "not"
            case Wish(slot=slot, constraint=constraint) if slot == turn.schema.party:
                is_one = all(isinstance(value, Party) and heads(value) == 1 for value in constraint.values)
                replaced = is_one and any(each.overlaps(*place) for place in places)
            case OutOfScope(words=beyond):
                replaced = any(words in beyond.casefold() for words in named)
            case _:
                replaced = False
        if not replaced:
            kept.append(each)
    return replace(meaning, moves=(*kept, *(Spoken(wish, *places[-1], PLAIN) for wish in wishes)))


def _is_denied(turn: TurnSpans, name: str) -> bool:
    """Return whether the words of a class stand right behind a denial: "not on a weekend"."""
    at = next(at for at, span in enumerate(turn.spans) if span.has(name, f"says:{name}"))
    return at > 0 and turn.spans[at - 1].has("not")


def _names_weekend(span: Span) -> bool:
    return span.has("weekend_word", "says:weekend_word")


def _places(turn: TurnSpans, name: str) -> Iterator[tuple[int, int]]:
    """Yield where the words of a class, the word for a weekend, and an article before them stand."""
    for at, span in enumerate(turn.spans):
        if span.has(name, f"says:{name}") or _names_weekend(span):
            if at and turn.spans[at - 1].has("article"):
                yield turn.places[at - 1]
            yield turn.places[at]
