"""Recognisers: numbers, amounts, days, places and names in the tokens of a turn."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from wayframe.meaning.records import Days, Money
from wayframe.reader.spans import Recognised
from wayframe.reader.tokens import Token
from wayframe.reader.vocabulary import Entry
from wayframe.values import Gazetteer
from wayframe.values.dates import find_dates, read_dates
from wayframe.values.days import month_of, part_of
from wayframe.values.lexer import lex
from wayframe.values.records import Dates

CURRENCIES = {
    "$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "bucks": "USD", "buck": "USD", "€": "EUR",
    "eur": "EUR",
    "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP", "pounds": "GBP", "quid": "GBP", "pound": "GBP",
}  # fmt: skip
"""Signs, codes and words of currencies."""

_COUNTED_DAYS = re.compile(r"\b(?P<end>last|final|first) (?P<n>\w+) days of (?P<month>\w+)", re.IGNORECASE)
_HALF = re.compile(
    r"\b(?P<half>latter|second|last|back|later|first|early|former) (?:part|half|end) of (?P<month>\w+)", re.IGNORECASE
)
_FIRST_HALF = frozenset(("first", "early", "former"))
_BOUND = re.compile(r"(?:the )?(?:earliest|latest|soonest|one)", re.IGNORECASE)
_MONTHLESS = re.compile(r"(?:the )?\d{1,2}(?:st|nd|rd|th)?", re.IGNORECASE)
_NUMBERED_DAY = re.compile(
    r"(?P<link>\b(?:and|to|until|till|through|by|on|returning|return|back)|(?<!\S)[-–—]) (?P<day>[0-3]?\d)"
    r"(?=\s*(?:$|[.,;!?]|(?:and|from|to|in|with|instead|then|please|or|but|at|for|i|we|my|our)\b))(?![.,]\d)",
    re.IGNORECASE,
)
MIDDLE = 15  # of a month
_DOTTED_DAY = re.compile(r"(?<![\d.])(?P<day>[0-3]?\d)\.(?P<month>[01]?\d)\.(?:(?P<year>20\d\d)\b)?")


def numbers(tokens: Sequence[Token]) -> Iterator[Recognised]:
    """Recognise numbers and places in an order."""
    for at, token in enumerate(tokens):
        if token.value is not None:
            kind = "ordinal" if token.ordinal else "number"
            yield Recognised(at, at + 1, (Entry(kind, token.value),))


def amounts(tokens: Sequence[Token]) -> Iterator[Recognised]:
    """Recognise amounts of money: a number with a sign or word of a currency."""
    for at, token in enumerate(tokens):
        if token.value is None or token.ordinal:
            continue
        before = CURRENCIES.get(tokens[at - 1].text) if at else None
        after = CURRENCIES.get(tokens[at + 1].text) if at + 1 < len(tokens) else None
        if before:
            yield Recognised(at - 1, at + 1, (Entry("money", Money(token.value, before)),))
        elif after:
            yield Recognised(at, at + 2, (Entry("money", Money(token.value, after)),))


def days(text: str, tokens: Sequence[Token], today: date) -> Iterator[Recognised]:
    """Recognise days and spans of days."""
    for found in _COUNTED_DAYS.finditer(text):
        count, month = lex(found["n"])[0].value, month_of(found["month"].lower())
        if count and month:
            whole = part_of(month, 1, 31, today)
            last = whole.last.day
            low, high = (last - int(count), last) if found["end"] != "first" else (1, int(count))
            span = part_of(month, max(low, 1), high, today)
            yield _recognised(tokens, found.start(), found.end(), Entry("date", Days(span.first, span.last)))
    for found in _HALF.finditer(text):
        if month := month_of(found["month"].lower()):
            first = found["half"].lower() in _FIRST_HALF
            span = part_of(month, 1, MIDDLE, today) if first else part_of(month, MIDDLE, 31, today)
            yield _recognised(tokens, found.start(), found.end(), Entry("date", Days(span.first, span.last)))
    for found in _DOTTED_DAY.finditer(text):
        if dotted := _dotted(found, today):
            yield _recognised(tokens, found.start(), found.end(), Entry("date", Days(dotted, dotted)))
    anchor, end = None, 0
    for reading in find_dates(text, lex(text), today):
        mention = reading.mention
        if isinstance(mention.value, Dates):
            words = text[mention.start : mention.end]
            if _BOUND.fullmatch(words):
                continue
            plain = read_dates(words, today) or mention.value
            if anchor and _MONTHLESS.fullmatch(words):
                plain = read_dates(words, anchor) or plain
            value = plain if plain.last != date.max else mention.value
            for low, high, entry in _numbered(text, end, mention.start, anchor):
                yield _recognised(tokens, low, high, entry)
            yield _recognised(tokens, mention.start, mention.end, Entry("date", Days(value.first, value.last)))
            anchor, end = value.first, mention.end
    for low, high, entry in _numbered(text, end, len(text), anchor):
        yield _recognised(tokens, low, high, entry)


def _numbered(text: str, start: int, end: int, anchor: date | None) -> Iterator[tuple[int, int, Entry]]:
    """Return the days that are but numbers after a day that was said in full: "Sep 7, back by 22"."""
    for found in _NUMBERED_DAY.finditer(text, start, end) if anchor else ():
        between = text[start : found.start()]
        if found["link"].lower() in ("and", "to", "-", "–", "through") and between.strip(" ,"):
            continue
        day = _next_of(int(found["day"]), anchor) if anchor else None
        if day:
            yield found.start("day"), found.end("day"), Entry("date", Days(day, day))


def _next_of(number: int, anchor: date) -> date | None:
    """Return the first day of that number in a month, from a day on."""
    month = (
        anchor.replace(day=1) if number >= anchor.day else (anchor.replace(day=28) + timedelta(days=4)).replace(day=1)
    )
    return month.replace(day=number) if 1 <= number <= monthrange(month.year, month.month)[1] else None


def _dotted(found: re.Match[str], today: date) -> date | None:
    """Return the day of "17.8." or "17.08.2016": this year's, or next year's if it has passed."""
    try:
        year = int(found["year"]) if found["year"] else today.year
        day = date(year, int(found["month"]), int(found["day"]))
    except ValueError:
        return None
    return day if found["year"] or day >= today else day.replace(year=year + 1)


def places(text: str, tokens: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Recognised]:
    """Recognise the places that a gazetteer knows, in any usual spelling."""
    for found in gazetteer.find(text):
        yield _recognised(tokens, found.start, found.end, Entry("place", found.name))


def options(tokens: Sequence[Token], names: Mapping[str, int], known: frozenset[str]) -> Iterator[Recognised]:
    """Recognise the options at hand by their names, or by a word of a name that no other option at hand has.

    `known` are the words of the language and the schema: these alone name nothing ("red" of "Red Lion").
    """
    parts = {name: name.casefold().split() for name in names}
    counts: dict[str, int] = {}
    for words in parts.values():
        for word in set(words):
            counts[word] = counts.get(word, 0) + 1
    texts = [token.text for token in tokens]
    for name, words in parts.items():
        telling = [word for word in words if counts[word] == 1 and word not in known and not word.isdecimal()]
        for at, text in enumerate(texts):
            length = _common(texts[at:], words)
            if length == len(words) or (length > 1 and _only(parts, texts[at : at + length])):
                yield Recognised(at, at + length, (Entry("name", name),))
            elif text in telling:
                yield Recognised(at, at + 1, (Entry("name", name),))


def _common(texts: Sequence[str], words: Sequence[str]) -> int:
    """Return how many words from the first on are the same."""
    length = 0
    while length < min(len(texts), len(words)) and texts[length] == words[length]:
        length += 1
    return length


def _only(parts: Mapping[str, Sequence[str]], beginning: Sequence[str]) -> bool:
    """Return whether one name alone begins with these words."""
    return sum(list(words[: len(beginning)]) == list(beginning) for words in parts.values()) == 1


def _recognised(tokens: Sequence[Token], start: int, end: int, entry: Entry) -> Recognised:
    """Return what was found between two characters as a range of tokens."""
    first = bisect_right([token.end for token in tokens], start)
    last = bisect_left([token.start for token in tokens], end)
    return Recognised(first, max(last, first + 1), (entry,))
