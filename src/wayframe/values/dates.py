"""Days and spans of days in a text.

A token becomes one letter and the expressions are patterns over these letters, so that spelling, case and the form of a
number matter in one place only:

    M month (V: may, march, which are words too)    O 17th   Q third   N number 1-31   Y year   W weekday (S: sat, sun)
    - to, until   & and   b between, from   i in, on   o of   t the   , comma   a a, one   . anything else
    e end   s start, early   m middle   l late, last   n next   c this, coming
    d day   w week   k weekend   h month   T today   R tomorrow   A after   B before   ~ around   r or   g later

From "between August 13 and September 5th" come two mentions, one a day, as annotators mark them; "mid-September" is one
mention that lasts several days. What counts from another day ("two weeks from Sunday") is resolved by dateparser.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from wayframe.values.lexer import Token, lex
from wayframe.values.records import Dates, Mention

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FLEXIBLE = timedelta(days=2)  # "around the 20th": what flexible dates mean to the search (paper table 7)

_MONTH_WORDS = {
    **{name: n for n, name in enumerate(MONTHS, 1)},
    **{name[:3]: n for n, name in enumerate(MONTHS, 1)},
    "sept": 9,
}
_WEEKDAY_WORDS = {
    **{name: n for n, name in enumerate(WEEKDAYS)}, **{name[:3]: n for n, name in enumerate(WEEKDAYS)},
    "tues": 1, "weds": 2, "thur": 3, "thurs": 3,
}  # fmt: skip
_LETTERS = {
    word: letter
    for letter, words in {
        "-": "to through thru until till til - – —", "&": "and &", "b": "between from", "i": "in on", "o": "of",
        "t": "the", ",": ",", "a": "a one", "e": "end", "s": "beginning start early", "m": "mid middle",
        "l": "late last final", "n": "next following", "c": "this coming upcoming", "d": "day days", "w": "week weeks",
        "k": "weekend weekends", "h": "month months", "T": "today tonight", "A": "after past", "B": "before",
        "R": "tomorrow tommorow tomorow tommorrow tmrw", "~": "around about approximately circa ~", "r": "or and",
        "g": "later onward onwards after", "S": "sat sun", "V": "may march",
    }.items()
    for word in words.split()
} | {"and": "&", "after": "A"}  # fmt: skip

_W = r"(?:[WS],?)?"
_DAY = rf"{_W}(?:[MV],?t?[OQN](?:,?Y)?|t?(?:[OQ]d?|N)o?t?[MV](?:,?Y)?)"
_BARE = r"(?:[WS],?t?[OQ]|t?O)"
_ANY = rf"(?:{_DAY}|{_BARE})"
_FORM = re.compile(
    rf"b?(?P<pair1>{_ANY}|N(?=-{_DAY})),?-(?P<pair2>{_ANY}|N)"
    rf"|b(?P<and1>{_ANY}|N(?=&{_DAY})),?&(?P<and2>{_ANY}|N)"
    rf"|A(?P<after>{_ANY})|(?P<later>{_ANY}),?[r&][gA]|B(?P<before>{_ANY})|~(?P<around>{_ANY})"
    r"|(?P<counted>i?[aN][wdh]b(?:T|R|t?W)|i[aN][wdh])"
    r"|(?P<overmorrow>t?dAR)"
    rf"|(?P<day>{_ANY})"
    r"|(?P<week>t?[QOl]wo?t?[MV])|(?P<part>t?[esml]-?o?t?[MV])"
    r"|(?P<span>[nc][wkh])|(?P<weekend>t?k)|(?P<weekday>[nc][WS]|i?W|iS)"
    r"|(?P<today>T)|(?P<tomorrow>R)|(?P<month>M,?Y?|(?<=[io])V)"
)
_NUMERIC = re.compile(r"\b(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}/\d{1,2}/\d{2,4}|(?<=on )(?:\d{1,2}/\d{1,2}))\b(?![/.\d])")


def find_dates(text: str, tokens: Sequence[Token], today: date) -> Iterator[Mention]:
    """Every day or span of days in the text, in order."""
    for found in _NUMERIC.finditer(text):
        if day := _counted(found.group(), today):
            yield Mention(found.start(), found.end(), "date", Dates(day, day))
    letters = "".join(map(_letter, tokens))
    for found in _FORM.finditer(letters):
        for name, dates in _readings(found, tokens, today):
            first, last = tokens[found.start(name)], tokens[found.end(name) - 1]
            yield Mention(first.start, last.end, "date", dates)


def read_dates(text: str, today: date) -> Dates | None:
    """The days that `text` means as a whole: from the first to the last day that it mentions."""
    mentioned = [m.value for m in find_dates(text, lex(text), today) if isinstance(m.value, Dates)]
    if not mentioned:
        bare = re.fullmatch(r"\s*(\d{1,2})\s*", text)
        if not bare or not 1 <= int(bare.group(1)) <= 31:
            return None
        day = _coming(int(bare.group(1)), today)
        return Dates(day, day)
    return Dates(min(d.first for d in mentioned), max(d.last for d in mentioned))


def month_of(word: str) -> int | None:
    """The number of the month that `word` names, abbreviated or misspelled."""
    return _MONTH_WORDS.get(word) or (_misspelled(word) if len(word) > 4 else None)


@lru_cache(maxsize=4096)
def _misspelled(word: str) -> int | None:
    from rapidfuzz.distance import OSA

    near = [
        n for n, name in enumerate(MONTHS, 1) if name[0] == word[0] and OSA.distance(word, name, score_cutoff=2) <= 2
    ]
    return near[0] if len(near) == 1 and len(MONTHS[near[0] - 1]) > 5 else None


def _letter(token: Token) -> str:
    if token.value is not None:
        return _number_letter(token)
    letter = _LETTERS.get(token.text)
    if letter:
        return letter
    if token.text in _WEEKDAY_WORDS:
        return "W"
    return "M" if token.text.isascii() and token.text.isalpha() and month_of(token.text) else "."


def _number_letter(token: Token) -> str:
    value = token.value or 0.0
    if 1 <= value <= 31 and value.is_integer():
        if token.ordinal:
            return "Q" if token.spelled else "O"
        return "N"
    return "Y" if 2000 <= value < 2100 and value.is_integer() and not token.spelled else "."


def _readings(found: re.Match[str], tokens: Sequence[Token], today: date) -> Iterator[tuple[str, Dates]]:
    """The groups of a form and the days that each means."""
    names = [name for name, piece in found.groupdict().items() if piece]
    pieces = {name: tokens[found.start(name) : found.end(name)] for name in names}
    if len(names) == 2:
        first, last = _pair(pieces[names[0]], pieces[names[1]], today)
        yield names[0], Dates(first, first)
        yield names[1], Dates(last, last)
    elif dates := _single(names[0], pieces[names[0]], found.group(names[0]), today):
        yield names[0], dates


def _single(form: str, piece: Sequence[Token], letters: str, today: date) -> Dates | None:
    if form in ("day", "after", "later", "before", "around"):
        return _bounded(form, _day(piece, today), today)
    if form in ("week", "part", "month"):
        return _part(piece, letters, today)
    if form in ("span", "weekend"):
        return _span(letters, today)
    day = {"today": today, "tomorrow": today + timedelta(1), "overmorrow": today + timedelta(2)}.get(form)
    if form == "weekday":
        day = _weekday(piece, "n" in letters, today)
    elif form == "counted":
        day = _counted(" ".join(token.text for token in piece), today)
    return Dates(day, day) if day else None


def _bounded(form: str, day: date, today: date) -> Dates:
    if form in ("after", "later"):
        return Dates(day + timedelta(form == "after"), date.max)
    if form == "before":
        return Dates(min(today, day), day - timedelta(1))
    return Dates(day - FLEXIBLE, day + FLEXIBLE) if form == "around" else Dates(day, day)


def _pair(first: Sequence[Token], last: Sequence[Token], today: date) -> tuple[date, date]:
    """Two days in order; the one without a month takes it from the other."""
    if _month(first) or not _month(last):
        start = _day(first, today)
        return start, _day(last, start)
    end = _day(last, today)
    number = _number(first)
    year, month = (end.year, end.month) if number <= end.day else _before(end.year, end.month)
    return _exact(year, month, number), end


def _day(piece: Sequence[Token], today: date) -> date:
    """The first such day that is not past."""
    month, number = _month(piece), _number(piece)
    if not month:
        return _coming(number, today)
    year = next((int(token.value) for token in piece if token.value and token.value >= 2000), None)
    day = _exact(year or today.year, month, number)
    return day if year or day >= today else _exact(today.year + 1, month, number)


def _month(piece: Sequence[Token]) -> int | None:
    return next((month for token in piece if token.value is None and (month := month_of(token.text))), None)


def _number(piece: Sequence[Token]) -> int:
    return next(int(token.value) for token in piece if token.value is not None)


def _coming(number: int, today: date) -> date:
    """The next day of this number: today at the earliest."""
    year, month = today.year, today.month
    while (day := _exact(year, month, number)) < today:
        year, month = _after(year, month)
    return day


def _exact(year: int, month: int, number: int) -> date:
    """This day, or the month's last where it has fewer ("September 31")."""
    return date(year, month, min(number, monthrange(year, month)[1]))


def _after(year: int, month: int) -> tuple[int, int]:
    return (year, month + 1) if month < 12 else (year + 1, 1)


def _before(year: int, month: int) -> tuple[int, int]:
    return (year, month - 1) if month > 1 else (year - 1, 12)


# The days of a month that a part of it lasts; 0 is its last day.
_PARTS: Mapping[str, tuple[int, int]] = {"s": (1, 10), "m": (11, 20), "e": (21, 0), "l": (21, 0)}


def _part(piece: Sequence[Token], letters: str, today: date) -> Dates | None:
    """A month, its beginning, middle or end, or one of its weeks; what is past of it is left out."""
    month = _month(piece)
    if not month:
        return None
    year = today.year + (month < today.month)
    length = monthrange(year, month)[1]
    low, high = next((days for letter, days in _PARTS.items() if letter in letters), (1, 0))
    if "w" in letters:
        ordinal = 0 if "l" in letters else _number(piece)
        low, high = (length - 6, 0) if not 1 <= ordinal <= 4 else (ordinal * 7 - 6, ordinal * 7)
    first, last = date(year, month, low), date(year, month, high or length)
    return Dates(max(first, today), last) if last >= today else Dates(first, last)


def _span(letters: str, today: date) -> Dates:
    """This or next week (from Monday), weekend (Saturday and Sunday) or month."""
    further = "n" in letters
    if "h" in letters:
        year, month = _after(today.year, today.month) if further else (today.year, today.month)
        last = date(year, month, monthrange(year, month)[1])
        return Dates(date(year, month, 1) if further else today, last)
    monday = today - timedelta(today.weekday() - 7 * further)
    if "k" in letters:
        return Dates(monday + timedelta(5), monday + timedelta(6))
    return Dates(max(monday, today), monday + timedelta(6))


def _weekday(piece: Sequence[Token], further: bool, today: date) -> date:
    """The coming weekday; with "next" that of the week after this one."""
    weekday = next(_WEEKDAY_WORDS[token.text] for token in piece if token.text in _WEEKDAY_WORDS)
    if further:
        return today + timedelta(7 - today.weekday() + weekday)
    return today + timedelta((weekday - today.weekday() - 1) % 7 + 1)


@lru_cache(maxsize=1024)
def _counted(text: str, today: date) -> date | None:
    """What dateparser makes of an expression that counts from another day, or of digits ("8/17/2016")."""
    from dateparser import parse  # type: ignore[import-untyped]

    settings = {
        "RELATIVE_BASE": datetime.combine(today, time()), "PREFER_DATES_FROM": "future", "DATE_ORDER": "MDY",
        "RETURN_AS_TIMEZONE_AWARE": False,
    }  # fmt: skip
    moment = parse(text, languages=["en"], settings=settings)
    return moment.date() if moment else None
