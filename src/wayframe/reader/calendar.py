"""The calendar of a turn: the days that its text says; one without its month is the nearest to those spoken of."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise, zip_longest
from typing import NamedTuple, cast

from wayframe.language.lexicon import Lexicon
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
    week_about,
    week_of,
    weekend_about,
)
from wayframe.values.finding import FreeText
from wayframe.values.lexer import Token, lex
from wayframe.values.records import Dates, Reading

MONTHS_AHEAD = 12  # in which a day is looked for
BACKWARDS = 2.5  # days before those that the text has said are so much farther than days behind them
SAME_MONTH = 10  # a day of the same month is so many days nearer
_DAYS_OF_MONTH, _WEEKS = range(1, 32), range(1, 5)
_MOST_OF_A_WEEK = timedelta(7)
_LATEST_PLACE, _LATEST_HOUR = 10, 12  # that somebody counts to in an order, and of a day
_NEAR = 20  # characters from a feast to "weekend"
_NEAR_DENIAL = 40  # characters from what denies a day to it
_NO_DAYS = Dates(date.min, date.min)
_MEASURES = {"day_unit": "days", "week_unit": "weeks", "month_unit": "months"}  # as dateutil names them
_MOST_JUDGING = 6  # tokens that say of a day that it is too early
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
    `is_dated` tells that a month is named; `week` is that of a month which stands elsewhere, 0 where there is none.
    """

    start: int
    end: int
    words: str
    days: Dates
    number: int
    weekday: int | None
    is_dated: bool
    week: int = 0


class DayReader:
    """Finds the days that a text says, by the words of a language. Threads may share it."""

    def __init__(self, lexicon: Lexicon, *, shifting: bool = False) -> None:
        """`shifting`: a time later or earlier than the day at hand is a day, as no stay is measured in such times."""
        self._shifting = shifting
        self._classes = {name: frozenset(words) for name, words in lexicon.classes.items()}
        self._spans = self._classes["weekend_word"] | self._classes["week_word"]
        self._feasts = {name: rule for rule, names in lexicon.feasts.items() for name in names}
        self._periods = {name: period for period, names in lexicon.periods.items() for name in names}
        names = sorted((*self._feasts, *self._periods), key=len, reverse=True)
        self._named = re.compile(rf"\b(?:{'|'.join(names)})\b", re.IGNORECASE)
        denials = "|".join(map(re.escape, lexicon.negation["not"]))
        self._denied = re.compile(rf"\b(?:{denials})(?:\s+\w+)?\s+$", re.IGNORECASE)

    def read(self, text: str, context: ReaderContext, named: Collection[str] = ()) -> list[SaidDays]:
        """Return the days that a text says; words for a bound ("the earliest") are none without a day.

        A day without its month takes that of the range which it opens, else of the days before it in the text, else of
        those at hand in the dialogue, which `named` are names and places of the text to tell.
        """
        at_hand, today = days_at_hand(context, named), context.today
        text = self._with_month_named(text, context)
        mentions = self._mentions(text, context, at_hand)
        found, before = list[SaidDays](), list[Dates]()
        for mention, following in zip_longest(mentions, mentions[1:]):
            days = mention.days
            if mention.week:
                month = _month(before, context)
                if month is None:
                    continue
                days = week_of(month, mention.week, today)
            elif mention.number:
                end = _range_end(text, mention, following)
                day = _opening(mention.number, end) if end else _nearest(mention, before, at_hand, today)
                same = exact(before[0].first.year, before[0].first.month, mention.number) if before else today
                if same > today and self._denied.search(text, max(mention.start - _NEAR_DENIAL, 0), mention.start):
                    found.append(SaidDays(mention.start, mention.end, Days(same, same)))
                    continue  # "August 26, not the 4th" is of one month
                days = read_dates(mention.words, day) or Dates(day, day)
            elif (before or at_hand) and self._is_week_after(mention):
                days = read_dates(mention.words, (before or at_hand)[0].first) or days
            elif (before or at_hand) and self._is_week_before(text, mention):
                days = self._week_before((before or at_hand)[0].first, mention)
            elif (before or at_hand) and (way := self._way_of_weekday(text, mention)):
                days = _weekday_beside((before or at_hand)[0], mention.words, way)
            elif at_hand and not before and mention.words.casefold() in WEEKDAYS and _wished(context):
                days = self._weekday_near(text, mention, at_hand)
            elif before and mention.words.casefold() in WEEKDAYS:
                days = _weekday(mention.words.casefold(), before[0].first)
            found.append(SaidDays(mention.start, mention.end, Days(days.first, days.last)))
            if mention.number or mention.is_dated or not at_hand:
                before = [days]
        return found

    def _is_week_after(self, mention: _Mention) -> bool:
        """Return whether a mention is the week, or weekend, after what was spoken of: "the week after (that)"."""
        *_, before, last = ("", *(token.text for token in lex(mention.words)))
        if last in self._spans:
            return before in self._classes["following_week"]
        return before in self._spans and last in self._classes["after"]

    def _is_week_before(self, text: str, mention: _Mention) -> bool:
        """Return whether a mention is the week, or weekend, before what was spoken of: "the weekend before (that)"."""
        *_, span = ("", *(token.text for token in lex(mention.words)))
        return span in self._spans and self._bare_word_behind(text, mention) in self._classes["preceding_week"]

    def _bare_word_behind(self, text: str, mention: _Mention) -> str:
        """Return the word behind a mention where it stands alone, or before "that"; else nothing."""
        word, behind = (*(token.text for token in lex(text[mention.end : mention.end + _NEAR])), "", "")[:2]
        is_bare = not behind.isalpha() or behind in self._classes["behind_preceding_week"]
        return word if is_bare else ""

    def _with_month_named(self, text: str, context: ReaderContext) -> str:
        """Return a text, as long as before, in which "the month" is called by its name, where one was wished for."""
        months = [days for days in _wished(context) if days.last - days.first > _MOST_OF_A_WEEK]
        if not months:
            return text
        for phrase in self._classes["that_month"]:
            link, name = phrase.split()[0], f"{months[-1].first:%B}"
            padded = f"{link} {name}".ljust(len(phrase))
            if len(padded) == len(phrase):
                text = re.sub(rf"\b{phrase}\b", padded, text, flags=re.IGNORECASE)
        return text

    def _weekday_near(self, text: str, mention: _Mention, at_hand: Sequence[Dates]) -> Dates:
        """Return the day of a name that is nearest to the day it replaces: the last of a stay where one is back."""
        before = [token.text for token in lex(text[: mention.start])][-_MOST_BETWEEN:]
        days = at_hand[-1] if self._classes["homeward"].intersection(before) else at_hand[0]
        return _weekday(mention.words.casefold(), shifted(days.first, -3))

    def _way_of_weekday(self, text: str, mention: _Mention) -> int:
        """Return 1 for a weekday after what was spoken of, -1 for one before: "the Friday before"; else 0."""
        words = [token.text for token in lex(mention.words)]
        if not words or words[-1] not in WEEKDAYS:
            return 0
        if words[0] in self._classes["following_week"]:
            return 1
        if len(words) > 1:
            return 0
        behind = self._bare_word_behind(text, mention)
        return int(behind in self._classes["after"]) - int(behind in self._classes["preceding_week"])

    def _week_before(self, day: date, mention: _Mention) -> Dates:
        """Return the last week, or weekend, that is over before a day."""
        *_, span = (token.text for token in lex(mention.words))
        about = weekend_about if span in self._classes["weekend_word"] else week_about
        last = shifted(day, -1)
        while about(last).last >= day:
            last = shifted(last, -1)
        return about(last)

    def _mentions(self, text: str, context: ReaderContext, at_hand: Sequence[Dates]) -> list[_Mention]:
        """Return the stretches of a text that say days, in order; of those that overlap the surest."""
        tokens = lex(text)
        bounds = self._classes["day_bound"]
        mentions = _said(text, tokens, context.today, self._classes["pronoun_one"])
        said = [each for each in mentions if each.words.casefold() not in bounds]
        follows = bool(said or at_hand) and not context.asked
        free, found = FreeText(), list[_Mention]()
        lone = self._lone_days(tokens, len(context.latest), follows=follows)
        weeks = self._lone_weeks(tokens)
        shifted = self._shifted(text, tokens, (*_wished(context), *at_hand)) if self._shifting else ()
        for mention in (*shifted, *self._feast_days(text, context.today), *said, *lone, *weeks):
            if free.take(mention.start, mention.end):
                found.append(mention)
        return sorted(found, key=lambda mention: mention.start)

    def _feast_days(self, text: str, today: date) -> Iterator[_Mention]:
        """Yield the feasts and seasons that a text names: "Labor Day weekend", "in autumn"."""
        for named in self._named.finditer(text):
            name = named[0].lower()
            if name in self._periods:
                days = coming_period(self._periods[name], today)
                yield _Mention(named.start(), named.end(), named[0], days, 0, None, is_dated=True)
                continue
            day = coming_feast(self._feasts[name], today)
            start, end = named.span()
            near = max(0, start - _NEAR)
            before, behind = lex(text[near:start]), lex(text[end : end + _NEAR])
            words = {token.text for token in behind[:1]}
            if not words.isdisjoint(self._spans):
                end += behind[0].end
            elif len(before) > 1 and before[-1].text == "of" and before[-2].text in self._spans:
                words, start = {before[-2].text}, near + before[-2].start
            yield _Mention(start, end, text[start:end], self._about(day, words), 0, None, is_dated=True)

    def _about(self, day: date, words: Collection[str]) -> Dates:
        """Return a feast itself, or the weekend or the week that has it; a weekend with a feast beside it is long."""
        if self._classes["weekend_word"].intersection(words):
            weekend = weekend_about(day if day.weekday() else shifted(day, -1))
            return Dates(min(weekend.first, day), max(weekend.last, day))
        if self._classes["week_word"].intersection(words):
            return week_about(day)
        return Dates(day, day)

    def _lone_days(self, tokens: Sequence[Token], options: int, *, follows: bool) -> Iterator[_Mention]:
        """Yield the days that are only a number: "on the tenth", and where days were spoken of "back by 28".

        Words before and behind it show that it is one: so many options have places in an order, and hours are as few
        as twelve.
        """
        behind, untimely = self._classes["behind_day"] | {""}, tuple(self._classes["untimely"])
        texts = ["", "", *(token.text for token in tokens), ""]
        for at, token in enumerate(tokens):
            number = token.value or 0
            if number not in _DAYS_OF_MONTH or texts[at + 3] not in behind:
                continue
            article = texts[at + 1] in self._classes["day_article"]
            lead = texts[at + int(not article)]
            if token.ordinal:
                leads = lead in self._classes["of_lone_day"] and (article or not token.spelled)
                is_day = number > options and (leads or (article and number > _LATEST_PLACE))
            else:
                leads = lead in self._classes["of_lone_number"] and not token.spelled
                leads = leads and (number > _LATEST_HOUR or lead in self._classes["on_day"])
                rest = " ".join(texts[at + 3 : at + 3 + _MOST_JUDGING])
                is_day = follows and (leads or rest.startswith(untimely))
            if is_day:
                yield _Mention(token.start, token.end, token.text, _NO_DAYS, int(number), None, is_dated=False)

    def _shifted(self, text: str, tokens: Sequence[Token], at_hand: Sequence[Dates]) -> Iterator[_Mention]:
        """Yield the days that are so long after or before the first at hand: "one month later"."""
        from dateutil.relativedelta import relativedelta  # type: ignore[import-untyped]

        for at, (unit, way) in enumerate(pairwise(tokens)):
            measure = next((arg for name, arg in _MEASURES.items() if unit.text in self._classes[name]), "")
            sign = (way.text in self._classes["moved_later"]) - (way.text in self._classes["moved_earlier"])
            if not measure or not sign or not at_hand:
                continue
            counted = tokens[at - 1] if at and tokens[at - 1].cardinal else None
            number = int(counted.cardinal or 1) if counted else 1
            day = at_hand[0].first + relativedelta(**{measure: sign * number})
            start = counted.start if counted else unit.start
            yield _Mention(start, way.end, text[start : way.end], Dates(day, day), 0, None, is_dated=True)

    def _lone_weeks(self, tokens: Sequence[Token]) -> Iterator[_Mention]:
        """Yield the weeks of a month that isn't named beside them: "in September, except the first week"."""
        behind = (self._classes["behind_day"] | {""}) - self._classes["of"]
        texts = [*(token.text for token in tokens), "", ""]
        for at, token in enumerate(tokens):
            number = token.value or 0
            is_week = token.ordinal and number in _WEEKS and texts[at + 1] in self._classes["week_word"]
            if is_week and at and texts[at - 1] in self._classes["day_article"] and texts[at + 2] in behind:
                start, end = tokens[at - 1].start, tokens[at + 1].end
                words = " ".join(texts[at : at + 2])
                yield _Mention(start, end, words, _NO_DAYS, 0, None, is_dated=False, week=int(number))


def coming_feast(rule: str, today: date) -> date:
    """Return the next day of a feast, which a yearly recurrence rule of iCalendar tells: "BYMONTH=9;BYDAY=1MO"."""
    from dateutil.rrule import rrulestr  # type: ignore[import-untyped]

    start = datetime.combine(today, time())
    return cast("datetime", rrulestr(f"FREQ=YEARLY;{rule}", dtstart=start).after(start, inc=True)).date()


def coming_period(period: str, today: date) -> Dates:
    """Return the days to come of a part of the year from month and day to month and day: "09-22..12-21"."""
    first, last = (tuple(map(int, end.split("-"))) for end in period.split(".."))
    year = today.year if (today.month, today.day) <= last or last < first else today.year + 1
    ends = Dates(exact(year, *first), exact(year + (last < first), *last))
    return Dates(max(ends.first, today), ends.last)


def _said(text: str, tokens: Sequence[Token], today: date, subjects: frozenset[str]) -> Iterator[_Mention]:
    """Yield the stretches of a text that say days in words or digits; none begins with one of the `subjects`."""
    for reading in find_dates(text, tokens, today):
        start, end = reading.mention.start, reading.mention.end
        words = text[start:end]
        inside = lex(words)
        if inside[0].spelled and inside[0].text in subjects:
            continue  # "from where one may travel": nobody says "one May"
        weekdays = [WEEKDAYS[token.text] for token in inside if token.text in WEEKDAYS]
        is_dated = in_digits(words) is not None or any(month_of(token.text) for token in inside if token.value is None)
        days, number = _plain(reading, words, today), loose_day(words)
        yield _Mention(start, end, words, days, number, next(iter(weekdays), None), is_dated)


def _weekday_beside(days: Dates, words: str, way: int) -> Dates:
    """Return the next weekday after some days, or the last before them; `words` end in its name."""
    return _weekday(lex(words)[-1].text, shifted(days.last, 1) if way > 0 else shifted(days.first, -7))


def _nearest(mention: _Mention, before: Sequence[Dates], at_hand: Sequence[Dates], today: date) -> date:
    """Return the day without its month that a mention is: after the days before it, else near to those at hand."""
    if before:
        return nearest(mention.number, before, today, mention.weekday, backwards=BACKWARDS)
    return nearest(mention.number, at_hand, today, mention.weekday)


def _month(before: Sequence[Dates], context: ReaderContext) -> int | None:
    """Return the month that a turn, or else a wish, speaks of as a whole; None where neither does."""
    spans = (*before, *_wished(context))
    return next((days.first.month for days in spans if days.last - days.first > _MOST_OF_A_WEEK), None)


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
        if day > today and day.day == number:
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
    groups = [_days(told), _days(_among(context.days, context.focus)), _wished(context)]
    groups += [_days(_among(context.days, frames)) for frames in (context.latest, context.booked)]
    coming = ([days for days in group if days.last >= context.today] for group in groups)
    return next(filter(None, coming), [])


def _wished(context: ReaderContext) -> list[Dates]:
    """Return the days that were wished for."""
    return [
        Dates(value.first, value.last)
        for wish in context.wishes
        for value in wish.constraint.values
        if isinstance(value, Days)
    ]


def _among(options: Sequence[OptionDays], frames: Collection[int]) -> list[OptionDays]:
    return [option for option in options if option.frame in frames]


def _days(options: Sequence[OptionDays]) -> list[Dates]:
    return [Dates(day, day) for option in options for day in option.days]
