"""Days and spans of days in a text.

A token becomes one letter and the expressions are patterns over these letters, so that spelling, case and the form of a
number matter in one place only:

    M month (V: may, march, which are words too)    O 17th   Q third   N number 1-31   Y year
    W weekday (S: sat, sun, which are words too)
    - to, until   & and   b between, from   i in, on   o of   t the   , comma   a a, one   ! end of a sentence
    e end   s start, early   m middle   l late   p last   n next   c this, coming   j now   r or   g later   ~ around
    d day   w week   k weekend   h month   u another unit   T today   R tomorrow   A after   B before   v leave, return
    x not, no   f half, part   . anything else

From "between August 13 and September 5th" come two mentions, one a day, as annotators mark them; "mid-September" is one
mention that lasts several days. "In ten days" is resolved by dateparser.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

from wayframe.values.lexer import Token, lex, numbers
from wayframe.values.records import Dates, Mention, Reading, typed

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAYS_IN_PLURAL: Mapping[str, int] = {f"{name}s": number for number, name in enumerate(_WEEKDAYS)}
WEEKDAYS: Mapping[str, int] = {
    **{name: number for number, name in enumerate(_WEEKDAYS)},
    **WEEKDAYS_IN_PLURAL,
    **{name[:3]: number for number, name in enumerate(_WEEKDAYS)},
    "tues": 1, "weds": 2, "thur": 3, "thurs": 3,
}  # fmt: skip
_MONTH_WORDS: Mapping[str, int] = {
    **{name[:3]: number for number, name in enumerate(MONTHS, 1)},
    **{name: number for number, name in enumerate(MONTHS, 1)},
    "sept": 9,
}
_SPARE = 5  # letters; a shorter month is too near to other words to be found misspelled
_LONG = 7  # letters; two of a shorter word aren't wrong


def month_of(word: str) -> int | None:
    """The number of the month that `word` (lower case) names, abbreviated or misspelled."""
    return _MONTH_WORDS.get(word) or (_misspelled(word) if len(word) >= _SPARE else None)


@lru_cache(maxsize=8192)
def _misspelled(word: str) -> int | None:
    from rapidfuzz.distance import OSA

    slips = 1 if len(word) < _LONG else 2  # "adjust" is no "August"
    names = [name for name in MONTHS if len(name) > _SPARE and name[0] == word[0]]
    return next((MONTHS.index(n) + 1 for n in names if OSA.distance(word, n, score_cutoff=slips) <= slips), None)


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
    if year:
        return exact(year, month, number)
    day = exact(today.year, month, number)
    return day if day >= today else exact(today.year + 1, month, number)


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


def weekend_of(month: int, number: int | None, today: date) -> Dates:
    """Friday to Sunday of the first, second... weekend of the month, None its last, by their Saturdays."""
    days = monthrange(today.year, month)[1]
    whole = part_of(month, 1, days, today)
    first = (5 - date(whole.last.year, month, 1).weekday()) % 7 + 1
    saturdays = range(first, monthrange(whole.last.year, month)[1] + 1, 7)
    saturday = date(whole.last.year, month, saturdays[-1 if number is None else min(number, len(saturdays)) - 1])
    return Dates(saturday - timedelta(1), saturday + timedelta(1))


def week_from(further: bool, today: date) -> Dates:
    """The rest of this week, or the next from Monday to Sunday."""
    monday = today - timedelta(today.weekday() - 7 * further)
    return Dates(max(monday, today), monday + timedelta(6))


def weekend_from(further: bool, today: date) -> Dates:
    """Friday to Sunday of this week or the next: who goes away for a weekend leaves on Friday evening, too."""
    sunday = week_from(further, today).last
    return Dates(max(sunday - timedelta(2), today), sunday)


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
    """Friday to Sunday of the week that has this day."""
    sunday = week_about(day).last
    return Dates(shifted(sunday, -2), sunday)


def month_from(further: bool, today: date) -> Dates:
    """The rest of this month, or the next."""
    year, number = month_after(today.year, today.month) if further else (today.year, today.month)
    return Dates(max(date(year, number, 1), today), exact(year, number, 31))


def weekday_from(name: str, further: bool, today: date) -> date:
    """The coming day of this name; with `further` ("next") that of the week after this one."""
    ahead = WEEKDAYS[name] - today.weekday()
    return today + timedelta(ahead + 7 if further else (ahead - 1) % 7 + 1)


FLEXIBLE = timedelta(days=2)  # "around the 20th": what flexible dates mean to the search (paper table 7)

_LETTERS = {
    word: letter
    for letter, words in {
        "-": "to through thru until till til - – —", "&": "and &", "b": "between from", "i": "in on",
        "t": "the", ",": ",", "a": "a one", "e": "end", "s": "beginning start early former", "m": "mid middle",
        "l": "late final latter", "p": "last", "n": "next following", "c": "this coming upcoming", "d": "day days",
        "w": "week weeks", "k": "weekend weekends", "h": "month months", "T": "today tonight", "j": "now",
        "A": "after past", "R": "tomorrow tommorow tomorow tommorrow tmrw",
        "~": "around about approximately circa ~", "r": "or",
        "B": "before", "o": "of", "g": "later onward onwards", "S": "sat sun", "V": "may march",
        "x": "not no can't cannot couldn't won't", "f": "half part", "!": "! ? . ; )",
        "v": "leave leaving depart departing return returning",
        "u": """night nights star stars adult adults people person persons kid kids child children traveler travelers
                traveller travellers guest guests passenger passengers friends couples families women men ladies girls
                boys lads colleagues dollars bucks usd am pm hour hours %""",
    }.items()
    for word in words.split()
}  # fmt: skip

_OF_MONTH = r"(?:[OQ]|N(?![udwkh]|o\.|rN[udwkh]))"  # "August, 2 adults", "August, two of us", "2 or 3 nights": no day
_YEAR_OF_MONTH = "(?:Y|,Y(?=[!,]|$))"  # "August, 2000 tops" is no year
_DAY = rf"(?:[WS],?)?(?:[MV],?t?{_OF_MONTH}(?:,?Y)?|t?(?:[OQ]d?|N)o?t?[MV](?:,?Y)?)"
_ANY = rf"(?:{_DAY}|[WS],?t?[OQ]|W,?t?N(?=[!,&-]|$)|t?O(?![wkf]))"
_PLAIN = r"N(?![dwkhuo])"  # a number that counts nothing: "13 to 26", but not "5 to 7 nights"
_ORDINAL = r"t(?:Q(?![.dwkhu])|N(?![.dwkhu]))"  # "after the tenth", but not "after the second stop"
_FORM = re.compile(
    rf"(?P<nthday>t?[QOlp][WS][oi]t?[MV])"
    rf"|(?P<from1>{_ANY}|t?[NQ](?=,?-t?(?:{_DAY}|{_PLAIN}))),?-i?(?P<to1>{_ANY}|t?(?:Q|{_PLAIN}))"
    rf"|b(?:t?do)?(?P<from2>{_ANY}|j|t?[NQ](?=&t?(?:{_DAY}|{_PLAIN}))),?&(?P<to2>{_ANY}|t?(?:Q|{_PLAIN}))"
    rf"|(?P<from3>{_DAY}),?&(?P<to3>t?[OQ]|N(?=[!,]|$))"
    rf"|(?:x[v.]{{0,2}}B|irA)(?P<onwards>{_ANY})|A(?P<after>{_ANY}|{_ORDINAL})|(?P<later>{_ANY}),?(?:[r&]?g|[r&]A)|B(?P<before>{_ANY}|{_ORDINAL})|~(?P<around>{_ANY})"
    r"|(?P<ahead>[aN][wd]b(?:[TRj]|t?W))|(?P<counted>i[aN][wdh])|(?P<overmorrow>t?dAR)"
    rf"|(?P<day>{_ANY})|v(?P<verb>t{_PLAIN})"
    rf"|(?P<stretch>t?[QOlp]N[dw]o?t?[MV])|(?P<week>t?(?:[QOlp][wfk]|sf)[oi]?t?[MV])|(?P<lastday>t?[lp]do?t?[MV])|(?P<part>t?(?:li|[esml]|p(?=o))-?o?t?(?:[MV](?!,?t?{_OF_MONTH})(?:{_YEAR_OF_MONTH})?|[nc]?h))"
    rf"|(?P<within>t?[wk][oAB](?:{_ANY}|t?N(?=[!,]|$)))|(?P<following>t?[wkh]An?)|(?P<rest>t?(?:[esml]|p(?=o))o?t?(?:[nc]?w))"
    r"|(?P<span>[nc][wkh])|(?P<weekend>[ti]+k(?!ot?[MVNOQWS]))|(?P<weekday>[nc][WS]|(?<!p)W|(?<=i)S)"
    rf"|(?P<today>T)|(?P<tomorrow>R)|(?P<month>(?<!p)M(?:{_YEAR_OF_MONTH})?|V{_YEAR_OF_MONTH}|(?<=[io])V)"
)
_MONTHS, _LONGEST_MONTH = 12, 31
_DIGITS = (  # "2016-08-17"; "8/17/2016", "8/17" and "on 8/7", but not the rating "8/10"
    re.compile(r"(?<![\d/.-])(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?![\d/-]|\.\d)"),
    re.compile(r"(?<![\d/.-])(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4}|\d{2})(?![\d/-]|\.\d)"),
    re.compile(
        r"(?:(?<![\d/.-])|(?<=/\d-)|(?<=/\d\d-))(?P<month>\d{1,2})/(?!10)(?P<day>\d{2})"
        r"(?![\d/]|-(?!\d{1,2}/\d)|\.\d)"  # "8/20-8/27"
    ),
    re.compile(
        r"(?:(?<=on )|(?<=from )|(?<=to )|(?<=until )|(?<=by )|(?<=the )|(?<=leaving )|(?<=return )|(?<=returning ))"
        r"(?P<month>\d{1,2})/(?P<day>\d{1,2})(?![\d/-]|\.\d)"
    ),
)
_NO_YEAR = ("00", "0000")
FAR_OFF, NEAR_BY = timedelta(days=180), timedelta(days=90)
"""From which on a day without a year is doubtful, and within which its other reading is believed: "4/8" in July."""
_LONGEST_ABBREVIATION = 4  # letters: "sept."
_ABBREVIATED = re.compile("[MW].[NO]")  # "sept. 12"
_ASKING = (("what", "about"), ("how", "about"))  # ask for a day, and say nothing of how near it
_DAY_LETTERS = {(False, False): "N", (False, True): "N", (True, False): "O", (True, True): "Q"}
"""The letters of numbers from 1 to 31, by whether they are places in an order and spelled."""
_WEEKDAY_LETTERS = dict.fromkeys(WEEKDAYS, "W")
_SOON = re.compile(
    r"\b(?:asap|as soon as (?:\w+ )?(?:possible|(?:I|we|you) can)|(?:the )?(?:soonest|earliest|sooner)|immediately)\b",
    re.IGNORECASE,
)
_LIMITED = ("onwards", "after", "later", "before", "around")
_LEAD = "ti"  # "the", "on": part of the expression, not of its surface


def find_dates(text: str, tokens: Sequence[Token], today: date) -> Iterator[Reading]:
    """Every day or span of days in the text; "as soon as possible" is any day from today on."""
    digits = list(_in_digits(text, today))
    yield from digits
    for found in _SOON.finditer(text):
        yield Reading(*found.span(), Mention(*found.span(), "date", Dates(today, date.max)))
    covered = set[int]()
    for reading in digits:
        covered.update(range(reading.start, reading.end))
    free = [token if token.start not in covered else token._replace(text="_", value=None) for token in tokens]
    yield from _in_words(_letters(free), tokens, today)


def in_digits(text: str) -> date | None:
    """The first day that a text writes in digits alone ("8/17"), of the year 2000 where it says none."""
    found = typed(_in_digits(text, date(2000, 1, 1), month_first=True), Dates)
    return found[0].first if found else None


def _in_digits(text: str, today: date, *, month_first: bool = False) -> Iterator[Reading]:
    """Days in digits alone; the month comes first, as in the United States, unless the days show that it doesn't."""
    written = [found for pattern in _DIGITS for found in pattern.finditer(text)]
    day_first = any(int(found["month"]) > _MONTHS for found in written)
    for found in written:
        if day := _written(found.groupdict(), today, day_first=day_first, month_first=month_first):
            yield Reading(*found.span(), Mention(*found.span(), "date", Dates(day, day)))


def _written(parts: Mapping[str, str], today: date, *, day_first: bool, month_first: bool) -> date | None:
    """The day of a month's, a day's and perhaps a year's digits; None where there is no such day.

    Without a year, a day that would be far off with the month first is taken the other way round where that is near.
    """
    year = parts.get("year", "")
    month, number = int(parts["month"]), int(parts["day"])
    if day_first:  # "17/8"
        month, number = number, month
    possible = (year not in _NO_YEAR, 1 <= month <= _MONTHS, 1 <= number <= _LONGEST_MONTH)
    if not all(possible):
        return None
    day = day_of(month, number, _full_year(year), today)
    if year or day_first or month_first or number > _MONTHS or day - today < FAR_OFF:
        return day
    other = day_of(number, month, None, today)
    return other if other - today < NEAR_BY else day


def _full_year(digits: str) -> int | None:
    """The year of two or four digits: 2016 for "16"; None where none is written."""
    if not digits:
        return None
    year = int(digits)
    return year + 2000 if year < 100 else year


def _in_words(letters: str, tokens: Sequence[Token], today: date) -> Iterator[Reading]:
    for found in _FORM.finditer(letters):
        for name, dates in _meanings(found, tokens, today):
            first, last = found.span(name)
            whole = found.span() if name in _LIMITED else (first, last)
            first += len(letters[first : last - 1]) - len(letters[first : last - 1].lstrip(_LEAD))
            mention = Mention(tokens[first].start, tokens[last - 1].end, "date", dates)
            yield Reading(tokens[whole[0]].start, tokens[whole[1] - 1].end, mention)


def read_dates(text: str, today: date) -> Dates | None:
    """The days that `text` means as a whole: from the first to the last day that it mentions."""
    tokens = lex(text)
    if _letters(tokens) in ("N", "Q"):
        day = coming(_number(tokens), today)
        return Dates(day, day)
    found = typed(find_dates(text, tokens, today), Dates)
    if not found:
        return None
    firsts, lasts = zip(*found, strict=True)
    return Dates(min(firsts), max(lasts))


_LOOSE_DAY = re.compile(r"(?:t?[wk][oAB])?(?:[WS],?)?t?[NOQ]d?")
"""A day without its month, and the weekend of one."""


def loose_day(text: str) -> int:
    """Return the number of a day that a text says without its month; 0 where it says something else."""
    tokens = lex(text)
    return _number(tokens) if _LOOSE_DAY.fullmatch(_letters(tokens)) else 0


def _letters(tokens: Sequence[Token]) -> str:
    letters = list(map(_letter, tokens))
    for at in range(1, len(letters) - 1):
        letters[at] = _between(tokens[at - 1], tokens[at], letters[at - 1 : at + 2])
    for at in range(2, len(letters)):
        apart = tokens[at - 1].text == "," and letters[at - 2] in ("M", "V")
        if apart and tokens[at].spelled and letters[at] == "N":
            letters[at] = "."  # "in September, two grown-ups": days are written in digits there
    return "".join(letters)


def _between(before: Token, token: Token, letters: Sequence[str]) -> str:
    """The letter of a token, given those of its neighbours too."""
    if (before.text, token.text) in _ASKING:
        return "."
    abbreviates = token.text == "." and len(before.text) <= _LONGEST_ABBREVIATION
    if abbreviates and _ABBREVIATED.fullmatch("".join(letters)):
        return ","
    return letters[1]


def _letter(token: Token) -> str:
    if token.value is not None:
        return _number_letter(token, token.value)
    word = token.text
    return _LETTERS.get(word) or _WEEKDAY_LETTERS.get(word) or _month_letter(word)


def _month_letter(word: str) -> str:
    return "M" if word[0].isalpha() and month_of(word) else "."


def _pair(first: Sequence[Token], last: Sequence[Token], today: date) -> tuple[date, date]:
    """Two days in order; the one without a month takes it from the other."""
    if _month(first) or not _month(last):
        start = _day(first, today)
        return start, _day(last, start)
    end = _day(last, today)
    if first[0].text == "now":
        return today, end
    number = _number(first)
    year, month = (end.year, end.month) if number <= end.day else month_before(end.year, end.month)
    return exact(year, month, number), end


def _day(piece: Sequence[Token], today: date) -> date:
    """The first such day that is not past."""
    month = _month(piece)
    if month is not None:
        return day_of(month, _number(piece), _year(piece), today)
    return today if piece[0].text == "now" else coming(_number(piece), today)


def _month(piece: Sequence[Token]) -> int | None:
    return next(filter(None, (month_of(token.text) for token in piece if token.value is None)), None)


def _year(piece: Sequence[Token]) -> int:
    """Return the year that a piece names; 0 where it names none."""
    return next((int(number) for number in numbers(piece) if number >= 2000), 0)


def _number(piece: Sequence[Token]) -> int:
    return int(numbers(piece)[0])


@lru_cache(maxsize=1024)
def _counted(text: str, today: date) -> date | None:
    """Return what dateparser makes of "in ten days", "in a month"."""
    from dateparser import parse  # type: ignore[import-untyped]

    moment = parse(text, languages=["en"], settings={"RELATIVE_BASE": datetime.combine(today, time())})
    return moment.date() if moment and moment.date() >= today else None  # "spend it on a week" is no week ago


def _number_letter(token: Token, value: float) -> str:
    if value in range(1, _LONGEST_MONTH + 1):
        return _DAY_LETTERS[token.ordinal, token.spelled]
    return "Y" if value in range(2000, 2100) and not token.spelled else "."


class _DateForm(NamedTuple):
    """An expression of one form: its tokens, their letters, and the day of the conversation."""

    piece: Sequence[Token]
    letters: str
    today: date

    @property
    def since(self) -> date:
        """The day from which the month that it names is the next: the first of that month where it names a year."""
        return exact(_year(self.piece), self.month, 1) if _year(self.piece) else self.today

    @property
    def further(self) -> bool:
        """Return whether it says "next"."""
        return "n" in self.letters

    @property
    def month(self) -> int:
        """The month that it names; this one where it names none."""
        return _month(self.piece) or self.today.month

    def day(self) -> date:
        """The first such day that is not past."""
        return _day(self.piece, self.today)

    def span(self) -> str:
        """The span of days that it names: a weekend, a week, or a month."""
        return next((letter for letter in "kwh" if letter in self.letters), "h")


def _meanings(found: re.Match[str], tokens: Sequence[Token], today: date) -> Iterator[tuple[str, Dates]]:
    """The groups of a form and the days that each means."""
    names = [name for name, letters in found.groupdict().items() if letters]
    pieces = [tokens[found.start(name) : found.end(name)] for name in names]
    if len(names) == 2:
        for name, day in zip(names, _pair(pieces[0], pieces[1], today), strict=True):
            yield name, Dates(day, day)
    elif dates := _FORMS[names[0]](_DateForm(pieces[0], found.group(names[0]), today)):
        yield names[0], dates


def _on(day: date | None) -> Dates | None:
    return Dates(day, day) if day else None


def _after(form: _DateForm) -> Dates:
    return Dates(shifted(form.day(), 1), date.max)


def _onwards(form: _DateForm) -> Dates:
    return Dates(form.day(), date.max)


def _before(form: _DateForm) -> Dates:
    last = shifted(form.day(), -1)
    return Dates(min(form.today, last), last)


def _around(form: _DateForm) -> Dates:
    day = form.day()
    return Dates(max(day - FLEXIBLE, min(day, form.today)), day + FLEXIBLE)


def _week(form: _DateForm) -> Dates:
    """A week, weekend or half of a month: "the first week of August", "the last weekend in May"."""
    said = set(form.letters)
    number = None if said & {"l", "p", "s"} else _number(form.piece)
    if "k" in said:
        return weekend_of(form.month, number, form.today)
    if "f" not in said:
        return week_of(form.month, number, form.today)
    first = number == 1 or "s" in said
    return part_of(form.month, *PARTS["first half" if first else "second half"], form.today)


def _nthday(form: _DateForm) -> Dates:
    """A weekday by its place in a month: "the first Monday of September", "the last Friday in August"."""
    whole = part_of(form.month, 1, 0, form.today)
    name = next(token.text for token in form.piece if token.text in WEEKDAYS)
    first = whole.last.replace(day=1)
    days = range(1 + (WEEKDAYS[name] - first.weekday()) % 7, whole.last.day + 1, 7)
    number = len(days) if {"l", "p"} & set(form.letters) else _number(form.piece)
    return Dates(*[first.replace(day=days[min(number, len(days)) - 1])] * 2)


def _stretch(form: _DateForm) -> Dates:
    """So many days or weeks at the beginning or the end of a month: "the last ten days of August"."""
    counted = int(numbers(form.piece)[-1])
    last = exact(form.today.year, form.month, _LONGEST_MONTH).day
    length = min(counted * _LENGTHS.get(form.span(), 1), last)
    first = last + 1 - length if {"l", "p"} & set(form.letters) else 1
    return part_of(form.month, first, first + length - 1, form.today)


def _part(form: _DateForm) -> Dates:
    """A part of a month: "mid-September", "the end of next month"."""
    month = form.month
    if "h" in form.letters:
        month = month_from(form.further, form.today).first.month
    return part_of(month, *PARTS[_part_name(form.letters)], form.since)


def _whole_month(form: _DateForm) -> Dates:
    return part_of(form.month, *PARTS["whole"], form.since)


_PARTS = {"s": "start", "m": "middle"}


def _part_name(letters: str) -> str:
    return next((name for letter, name in _PARTS.items() if letter in letters), "end")


def _within(form: _DateForm) -> Dates:
    """The week or the weekend that has a day, or before or after it: "the week of August 20", "the weekend before"."""
    inside = _day([token for token in form.piece if _letter(token) not in "wkAB"], form.today)
    inside = shifted(inside, 7 * (("A" in form.letters) - ("B" in form.letters)))
    return weekend_about(inside) if form.span() == "k" else week_about(inside)


def _span(form: _DateForm) -> Dates:
    """This or the next week, weekend or month."""
    return _SPANS[form.span()](form.further, form.today)


def _following(form: _DateForm) -> Dates:
    """The week, weekend or month after the coming one, or after the next: "the weekend after (next)"."""
    first = _SPANS[form.span()](True, form.today)
    if not form.further:
        return first
    return month_from(True, first.first) if form.span() == "h" else Dates(*(day + timedelta(7) for day in first))


def _lastday(form: _DateForm) -> Dates | None:
    return _on(day_of(form.month, _LONGEST_MONTH, None, form.today))


def _ahead(form: _DateForm) -> Dates | None:
    """So many days or weeks after another day: "two weeks from Sunday"."""
    count, unit, *_, last = form.piece
    bases = {"T": form.today, "j": form.today, "R": form.today + timedelta(1)}
    base = bases.get(_letter(last)) or weekday_from(last.text, False, form.today)
    return _on(base + timedelta(int(count.value or 1) * _LENGTHS[_letter(unit)]))


_LENGTHS = {"d": 1, "w": 7}
_SPANS = {"k": weekend_from, "w": week_from, "h": month_from}
_FORMS: Mapping[str, Callable[[_DateForm], Dates | None]] = {
    "day": lambda form: _on(form.day()),
    "verb": lambda form: _on(form.day()),
    "onwards": _onwards,
    "later": _onwards,
    "after": _after,
    "before": _before,
    "around": _around,
    "week": _week,
    "nthday": _nthday,
    "stretch": _stretch,
    "part": _part,
    "month": _whole_month,
    "within": _within,
    "span": _span,
    "weekend": _span,
    "following": _following,
    "rest": lambda form: part_of_week(form.further, _part_name(form.letters), form.today),
    "lastday": _lastday,
    "ahead": _ahead,
    "counted": lambda form: _on(_counted(" ".join(token.text for token in form.piece), form.today)),
    "weekday": lambda form: _on(weekday_from(form.piece[-1].text, form.further, form.today)),
    "today": lambda form: _on(form.today),
    "tomorrow": lambda form: _on(form.today + timedelta(1)),
    "overmorrow": lambda form: _on(form.today + timedelta(2)),
}
"""What the expressions of each form mean, by the names of the groups."""
