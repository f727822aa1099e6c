"""The calendar of a turn: the days that its text says; one without its month is the nearest to those spoken of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from itertools import zip_longest
from typing import NamedTuple

from wayframe.meaning.records import Days
from wayframe.reader import OptionDays, ReaderContext
from wayframe.values.dates import (
    WEEKDAYS,
    exact,
    find_dates,
    in_digits,
    loose_day,
    month_after,
    month_before,
    month_of,
    read_dates,
    shifted,
)
from wayframe.values.lexer import lex
from wayframe.values.records import Dates, Reading

MONTHS_AHEAD = 12  # in which a day is looked for
BACKWARDS = 2.5  # days before those that the text has said are so much farther than days behind them
SAME_MONTH = 10  # a day of the same month is so many days nearer
_MOST_BETWEEN = 3  # tokens between the ends of a range
_SENTENCE_END = frozenset(".!?;")


class SaidDays(NamedTuple):
    """The days that a stretch of a text says: `text[start:end]`."""

    start: int
    end: int
    days: Days


class _Mention(NamedTuple):
    """A stretch of a text that says days, as they are where nothing was spoken of.

    `number` is that of a day without its month, 0 where there is none; `weekday` says which it is said to be;
    `is_dated` tells that a month is named.
    """

    start: int
    end: int
    words: str
    days: Dates
    number: int
    weekday: int | None
    is_dated: bool


def said_days(
    text: str, context: ReaderContext, bounds: Collection[str] = (), named: Collection[str] = ()
) -> list[SaidDays]:
    """Return the days that a text says; words for a bound ("the earliest") are none without a day.

    A day without its month takes that of the range which it opens, else of the days before it in the text, else of
    those at hand in the dialogue, which `named` are names and places of the text to tell.
    """
    at_hand, today = days_at_hand(context, named), context.today
    mentions = list(_mentions(text, today, bounds))
    found, before = list[SaidDays](), list[Dates]()
    for mention, following in zip_longest(mentions, mentions[1:]):
        days = mention.days
        if mention.number:
            end = _range_end(text, mention, following)
            day = _opening(mention.number, end) if end else _nearest(mention, before, at_hand, today)
            days = read_dates(mention.words, day) or days
        elif before and mention.words.casefold() in WEEKDAYS:
            days = _weekday(mention.words.casefold(), before[0].first)
        found.append(SaidDays(mention.start, mention.end, Days(days.first, days.last)))
        if mention.number or mention.is_dated or not at_hand:
            before = [days]
    return found


def _mentions(text: str, today: date, bounds: Collection[str]) -> Iterator[_Mention]:
    """Yield the stretches of a text that say days, in order."""
    readings = [reading for reading in find_dates(text, lex(text), today) if isinstance(reading.mention.value, Dates)]
    for reading in sorted(readings, key=lambda reading: reading.mention.start):
        start, end = reading.mention.start, reading.mention.end
        words = text[start:end]
        if words.casefold() in bounds:
            continue
        tokens = lex(words)
        weekdays = [WEEKDAYS[token.text] for token in tokens if token.text in WEEKDAYS]
        is_dated = in_digits(words) is not None or any(month_of(token.text) for token in tokens if token.value is None)
        days, number = _plain(reading, words, today), loose_day(words)
        yield _Mention(start, end, words, days, number, next(iter(weekdays), None), is_dated)


def _nearest(mention: _Mention, before: Sequence[Dates], at_hand: Sequence[Dates], today: date) -> date:
    """Return the day without its month that a mention is: after the days before it, else near to those at hand."""
    if before:
        return nearest(mention.number, before, today, mention.weekday, backwards=BACKWARDS)
    return nearest(mention.number, at_hand, today, mention.weekday)


def _plain(reading: Reading, words: str, today: date) -> Dates:
    """Return the days of a reading without what limits them: of "after August 5" those of "August 5"."""
    value = reading.mention.value
    assert isinstance(value, Dates)
    is_whole = (reading.start, reading.end) == (reading.mention.start, reading.mention.end)
    plain = None if is_whole else read_dates(words, today)
    return plain if plain and plain.last != date.max else value


def _range_end(text: str, mention: _Mention, following: _Mention | None) -> date | None:
    """Return the day with which the range or the choice ends that a day opens: "14 to 19 September"."""
    if following is None or not following.is_dated or following.days.last != following.days.first:
        return None
    between = lex(text[mention.end : following.start])
    if len(between) > _MOST_BETWEEN or any(token.text in _SENTENCE_END for token in between):
        return None
    return following.days.first


def _opening(number: int, end: date) -> date:
    """Return the last day of a number before the end of a range."""
    year, month = (end.year, end.month) if number <= end.day else month_before(end.year, end.month)
    return exact(year, month, number)


def _weekday(name: str, before: date) -> Dates:
    """Return the day of a name in the week that begins with another day."""
    day = shifted(before, (WEEKDAYS[name] - before.weekday()) % 7)
    return Dates(day, day)


def nearest(
    number: int, spoken_of: Sequence[Dates], today: date, weekday: int | None = None, *, backwards: float = 1
) -> date:
    """Return the day of a number that is nearest to days that were spoken of; the next where there are none.

    Where it is said to be a `weekday`, only a day that is one counts, if there is any.
    """
    days = list(_days_of(number, spoken_of, today))
    days = [day for day in days if day.weekday() == weekday] or days

    def distance(day: date) -> float:
        return min((_distance(day, known, backwards) for known in spoken_of), default=0)

    return min(days, key=lambda day: (distance(day), day))


def _days_of(number: int, spoken_of: Sequence[Dates], today: date) -> Iterator[date]:
    """Yield the days of a number that are not past, in the months to come and around those spoken of."""
    months = [(today.year, today.month)]
    for _ in range(MONTHS_AHEAD):
        months.append(month_after(*months[-1]))
    for days in spoken_of:
        month = (days.first.year, days.first.month)
        months += [month_before(*month), month, month_after(*month)]
    for each in dict.fromkeys(months):
        day = exact(*each, number)
        if day >= today and day.day == number:
            yield day


def _distance(day: date, known: Dates, backwards: float) -> float:
    """Return how far a day is from others."""
    if known.first <= day <= known.last:
        return -SAME_MONTH
    distance = (day - known.last).days if day > known.last else (known.first - day).days * backwards
    ends = [(end.year, end.month) for end in known]
    return distance - SAME_MONTH * ((day.year, day.month) in ends)


def days_at_hand(context: ReaderContext, named: Collection[str] = ()) -> list[Dates]:
    """Return the days that were spoken of last in the dialogue.

    They are those of the options that a text names, else of what was in focus, was wished for, offered or booked.
    """
    meant = {name.lower() for name in named}
    told = [option for option in context.days if not meant.isdisjoint(option.names)]
    wished = [
        Dates(value.first, value.last)
        for wish in context.wishes
        for value in wish.constraint.values
        if isinstance(value, Days)
    ]
    groups = [_days(told), _days(_among(context.days, context.focus)), wished]
    groups += [_days(_among(context.days, frames)) for frames in (context.latest, context.booked)]
    coming = ([days for days in group if days.last >= context.today] for group in groups)
    return next(filter(None, coming), [])


def _among(options: Sequence[OptionDays], frames: Collection[int]) -> list[OptionDays]:
    return [option for option in options if option.frame in frames]


def _days(options: Sequence[OptionDays]) -> list[Dates]:
    return [Dates(day, day) for option in options for day in option.days]
