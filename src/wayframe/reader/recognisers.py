"""Recognisers: numbers, amounts, days, places and names in the tokens of a turn."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from wayframe.meaning.records import Days, Money
from wayframe.reader.spans import Recognised
from wayframe.reader.tokens import Token
from wayframe.reader.vocabulary import Entry
from wayframe.values import Gazetteer
from wayframe.values.amounts import CURRENCIES
from wayframe.values.dates import find_dates, month_of, read_dates
from wayframe.values.lexer import lex
from wayframe.values.records import Dates

_DOTTED_DAY = re.compile(r"(?<![\d.])(?P<day>[0-3]?\d)\.(?P<month>[01]?\d)\.(?:(?P<year>20\d\d)\b)?")


def numbers(tokens: Sequence[Token]) -> Iterator[Recognised]:
    """Recognise numbers and places in an order."""
    for at, token in enumerate(tokens):
        if token.value is not None:
            kind = "ordinal" if token.ordinal else "number"
            yield Recognised(at, at + 1, (Entry(kind, token.value),))


def amounts(tokens: Sequence[Token]) -> Iterator[Recognised]:
    """Recognise amounts of money: a number with a sign or word of a currency."""
    codes = ["", *(CURRENCIES.get(token.text, "") for token in tokens), ""]
    for at, token in enumerate(tokens):
        before, after = codes[at], codes[at + 2]
        if token.value is not None and not token.ordinal and (before or after):
            first = at - 1 if before else at
            yield Recognised(first, first + 2, (Entry("money", Money(token.value, before or after)),))


def days(text: str, tokens: Sequence[Token], today: date, bounds: Collection[str] = ()) -> Iterator[Recognised]:
    """Recognise days and spans of days; words for a bound ("the earliest") are none without a day."""
    for found in _DOTTED_DAY.finditer(text):
        if dotted := _dotted(found, today):
            yield _recognised(tokens, found.start(), found.end(), Entry("date", Days(dotted, dotted)))
    anchor = today
    for reading in find_dates(text, lex(text), today):
        mention = reading.mention
        words = text[mention.start : mention.end]
        if not isinstance(mention.value, Dates) or words.casefold() in bounds:
            continue
        plain = read_dates(words, anchor if _is_monthless(words) else today) or mention.value
        value = mention.value if plain.last == date.max else plain
        yield _recognised(tokens, mention.start, mention.end, Entry("date", Days(value.first, value.last)))
        anchor = value.first


def _is_monthless(words: str) -> bool:
    """Return whether a day is only its number: "the 30th"."""
    tokens = lex(words)
    return len(tokens) <= 2 and not any(month_of(token.text) for token in tokens if token.value is None)


def _dotted(found: re.Match[str], today: date) -> date | None:
    """Return the day of "17.8." or "17.08.2016": this year's, or next year's if it has passed."""
    try:
        year = int(found["year"]) if found["year"] else today.year
        day = date(year, int(found["month"]), int(found["day"]))
    except ValueError:
        return None
    return day if found["year"] or day >= today else day.replace(year=year + 1)


def places(
    text: str, tokens: Sequence[Token], gazetteer: Gazetteer, endings: Collection[str] = ()
) -> Iterator[Recognised]:
    """Recognise the places that a gazetteer knows, in any usual spelling, with an ending: "Boston airport"."""
    for found in gazetteer.find(text):
        place = _recognised(tokens, found.start, found.end, Entry("place", found.name))
        ended = place.last < len(tokens) and tokens[place.last].text in endings
        yield place._replace(last=place.last + 1) if ended else place


def options(tokens: Sequence[Token], names: Mapping[str, int], known: frozenset[str]) -> Iterator[Recognised]:
    """Recognise the options at hand by their names, or by a word of a name that no other option at hand has.

    `known` are the words of the language and the schema: these alone name nothing ("red" of "Red Lion").
    """
    parts = {name: name.casefold().split() for name in names}
    counts = Counter(word for words in parts.values() for word in set(words))
    telling = {word for word, count in counts.items() if count == 1 and not word.isdecimal()} - known
    texts = [token.text for token in tokens]
    for name, words in parts.items():
        for at, text in enumerate(texts):
            length = _common(texts[at:], words)
            whole = length == len(words) or (length > 1 and _only(parts, words[:length]))
            if whole or (text in telling and text in words):
                yield Recognised(at, at + (length if whole else 1), (Entry("name", name),))


def _common(texts: Sequence[str], words: Sequence[str]) -> int:
    """Return how many words from the first on are the same."""
    pairs = zip(texts, words, strict=False)
    return next((at for at, (text, word) in enumerate(pairs) if text != word), min(len(texts), len(words)))


def _only(parts: Mapping[str, Sequence[str]], beginning: Sequence[str]) -> bool:
    """Return whether one name alone begins with these words."""
    return sum(list(words[: len(beginning)]) == list(beginning) for words in parts.values()) == 1


def _recognised(tokens: Sequence[Token], start: int, end: int, entry: Entry) -> Recognised:
    """Return what was found between two characters as a range of tokens."""
    first = bisect_right([token.end for token in tokens], start)
    last = bisect_left([token.start for token in tokens], end)
    return Recognised(first, max(last, first + 1), (entry,))
