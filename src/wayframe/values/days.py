"""The calendar behind dates: names of months and weekdays, and which day or days a piece of one means."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache

from wayframe.values.records import Dates

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAYS: Mapping[str, int] = {
    **{name: number for number, name in enumerate(_WEEKDAYS)},
    **{name[:3]: number for number, name in enumerate(_WEEKDAYS)},
    "tues": 1, "weds": 2, "thur": 3, "thurs": 3,
}  # fmt: skip
_MONTH_WORDS: Mapping[str, int] = {
    **{name[:3]: number for number, name in enumerate(MONTHS, 1)},
    **{name: number for number, name in enumerate(MONTHS, 1)},
    "sept": 9,
}
_SPARE = 5  # letters; a shorter month is too near to other words to be found misspelled


def month_of(word: str) -> int | None:
    """The number of the month that `word` (lower case) names, abbreviated or misspelled."""
    return _MONTH_WORDS.get(word) or (_misspelled(word) if len(word) >= _SPARE else None)


@lru_cache(maxsize=8192)
def _misspelled(word: str) -> int | None:
    from rapidfuzz.distance import OSA

    names = [name for name in MONTHS if len(name) > _SPARE and name[0] == word[0]]
    return next((MONTHS.index(n) + 1 for n in names if OSA.distance(word, n, score_cutoff=2) <= 2), None)


def month_word(word: str) -> str:
    """Return how frames write the month that `word` names: as it was said, a misspelled one by its abbreviation."""
    if word in _MONTH_WORDS:
        return word
    return "sept" if word.startswith("sept") else MONTHS[(month_of(word) or 1) - 1][:3]


def exact(year: int, month: int, number: int) -> date:
    """This day, or the month's last where it has fewer ("September 31")."""
    return date(year, month, min(number, monthrange(year, month)[1]))


def shifted(day: date, by: int) -> date:
    """So many days later, or the calendar's own end."""
    try:
        return day + timedelta(by)
    except OverflowError:
        return date.max if by > 0 else date.min


def day_of(month: int, number: int, year: int | None, today: date) -> date:
    """This day of the year, else of this or the next year, so that it isn't past."""
    day = exact(year or today.year, month, number)
    return day if year or day >= today else exact(today.year + 1, month, number)


def coming(number: int, today: date) -> date:
    """The next day of this number: today at the earliest."""
    day = exact(today.year, today.month, number)
    return day if day >= today else exact(*month_after(today.year, today.month), number)


def month_after(year: int, month: int) -> tuple[int, int]:
    """The month that follows."""
    return (year, month + 1) if month < len(MONTHS) else (year + 1, 1)


def month_before(year: int, month: int) -> tuple[int, int]:
    """The month that went before."""
    return (year, month - 1) if month > 1 else (year - 1, len(MONTHS))


# The days of a month that a part of it lasts; 0 is its last day.
PARTS: Mapping[str, tuple[int, int]] = {
    "start": (1, 10),
    "middle": (11, 20),
    "end": (21, 0),
    "whole": (1, 0),
    "first half": (1, 15),
    "second half": (16, 0),
}


def part_of(month: int, low: int, high: int, today: date) -> Dates:
    """Days `low` to `high` (0: the last) of the coming such month; what is past of it is left out."""
    year = today.year + (month < today.month)
    last = exact(year, month, high or 31)
    first = exact(year, month, low)
    return Dates(max(first, today), last) if last >= today else Dates(first, last)


def week_of(month: int, number: int | None, today: date) -> Dates:
    """The first, second... seven days of the month, None its last."""
    length = monthrange(today.year, month)[1]
    low = length - 6 if number is None or number > 4 else number * 7 - 6
    return part_of(month, low, low + 6, today)


def week(further: bool, today: date) -> Dates:
    """The rest of this week, or the next from Monday to Sunday."""
    monday = today - timedelta(today.weekday() - 7 * further)
    return Dates(max(monday, today), monday + timedelta(6))


def weekend(further: bool, today: date) -> Dates:
    """Saturday and Sunday of this week or the next."""
    sunday = week(further, today).last
    return Dates(max(sunday - timedelta(1), today), sunday)


# Days from Monday that a part of a week lasts.
_WEEK_PARTS: Mapping[str, tuple[int, int]] = {"start": (0, 1), "middle": (2, 3), "end": (4, 6)}


def part_of_week(further: bool, part: str, today: date) -> Dates:
    """The start (Monday, Tuesday), middle or end (from Friday on) of this week or the next, but for what is past."""
    monday = today - timedelta(today.weekday() - 7 * further)
    low, high = _WEEK_PARTS[part]
    last = max(monday + timedelta(high), today)
    return Dates(min(max(monday + timedelta(low), today), last), last)


def week_about(day: date) -> Dates:
    """The week that has this day, from Monday to Sunday."""
    monday = shifted(day, -day.weekday())
    return Dates(monday, shifted(monday, 6))


def weekend_about(day: date) -> Dates:
    """Saturday and Sunday of the week that has this day."""
    sunday = week_about(day).last
    return Dates(shifted(sunday, -1), sunday)


def month(further: bool, today: date) -> Dates:
    """The rest of this month, or the next."""
    year, number = month_after(today.year, today.month) if further else (today.year, today.month)
    return Dates(max(date(year, number, 1), today), exact(year, number, 31))


def weekday(name: str, further: bool, today: date) -> date:
    """The coming day of this name; with `further` ("next") that of the week after this one."""
    ahead = WEEKDAYS[name] - today.weekday()
    return today + timedelta(ahead + 7 if further else (ahead - 1) % 7 + 1)
