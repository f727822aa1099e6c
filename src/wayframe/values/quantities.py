"""Lengths of stay, star ratings, guest ratings and times of day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe.ontology import Kind
from wayframe.values.bounds import bounded
from wayframe.values.lexer import Token, lex, small, token_at
from wayframe.values.records import Mention, Quantity, Reading, Superlative

_DAYS = {
    "day": 1, "days": 1, "night": 1, "nights": 1, "week": 7, "weeks": 7, "fortnight": 14, "month": 30, "months": 30,
}  # fmt: skip
_STARS = frozenset(("star", "stars", "starred", "*"))
# What may stand between a number and its unit: "12 vacation days", "4+ stars", "4 or more stars".
_BETWEEN = frozenset(("-", "+", "or", "vacation", "full", "whole", "more", "better", "higher", "fewer", "less"))
_RANGE = frozenset(("-", "–", "to", "or"))
_UNSPELLED = {"a": 1.0, "an": 1.0, "couple": 2.0, "few": 3.0}
_FILLING, _FILLING_WEEKS = (
    frozenset(("of", "full", "whole")),
    frozenset(("good",)),
)  # "a couple of full days", "a good week"
_MOST_STARS = 10.0  # people say "a 10 star hotel"

_POSSIBLE = r"(?:possible|(?:i|we|you) can)"
_LENGTH = re.compile(
    rf"\b(?:(?:the )?(?P<max>longest|as long as {_POSSIBLE})|(?:the )?(?P<min>shortest|as short as {_POSSIBLE})"
    r"|(?P<more>longer)|(?P<less>shorter))\b",
)
_GUESTS = r"(?:guest|user|customer)[ -]?"
_OPINION = re.compile(
    r"\b(?:(?:the )?(?P<max>best|highest|top)|(?:the )?(?P<min>worst|lowest)|(?P<more>better|higher)|(?P<less>lower))"
    rf" {_GUESTS}(?:rating|rated|review)s?\b",
)
_HOUSE = r"(?=[ -](?:(?:end|rat\w+|category|class|quality) ?)?(?:hotel|place|rat|categ))"
_COMFORT = re.compile(
    r"\b(?:(?:the )?(?P<max>nicest|fanciest|poshest|most (?:luxurious|upscale)|best of the best"
    rf"|(?:best|highest|top){_HOUSE})|(?:the )?(?P<min>(?:worst|lowest){_HOUSE})"
    rf"|(?P<more>nicer|fancier|(?:better|higher){_HOUSE})|(?P<less>lower{_HOUSE}))\b",
)
_DEGREES: tuple[Superlative, ...] = ("max", "min", "more", "less")
_COMPARISONS: tuple[tuple[Kind, re.Pattern[str]], ...] = (("rating", _OPINION), ("stars", _COMFORT), ("days", _LENGTH))
_TIME = re.compile(
    r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?:?\s*(?P<half>[ap])\.?\s?m\b\.?"
    r"|\b(?P<hour24>[01]?\d|2[0-3]):(?P<minute24>[0-5]\d)\b|\b(?P<noon>noon|midday)\b|\b(?P<midnight>midnight)\b",
)
_LIMITS = r"(?: of| is| at least| a minimum of|(?: (?:above|over|higher|better|greater|more)(?: than)?)){0,3} "
_POINTS = re.compile(
    r"(?<![\d.,/])(?P<points>\d{1,2}(?:\.\d{1,2})?)\s*(?:/|out of)\s*(?P<scale>10|5)\b(?![./]\d)"
    rf"|(?<![\d.,/$])(?P<before>\d(?:\.\d{{1,2}})?|10)\+? (?:{_GUESTS})?(?:rating|rated|review)s?\b"
    rf"|\b(?:{_GUESTS}(?:rating|review)s?(?={_LIMITS}\d)|rat(?:ed|ings?)(?={_LIMITS}(?:[6-9]|10)(?!\d)))"  # no stars
    rf"{_LIMITS}(?P<after>\d(?:\.\d{{1,2}})?|10)\b(?!\.?\d|\s*(?:/|out of)\s*\d)"
    r"|(?<![\d.,/$])(?P<bare>\d\.\d\d)(?![\d/%]|,\d| ?(?:usd|dollars|bucks))",
)


def find_quantities(text: str, tokens: Sequence[Token]) -> Iterator[Reading]:
    """Every length of stay, star rating, guest rating and time of day."""
    yield from _find_times(text)
    for at, token in enumerate(tokens):
        if token.text in _DAYS:
            yield from _counted(text, tokens, at, "days")
        elif token.text in _STARS:
            yield from _counted(text, tokens, at, "stars")
    yield from _find_points(text)
    low = small(text)
    for kind, pattern in _COMPARISONS:
        for found in pattern.finditer(low):
            degree = next(name for name in _DEGREES if found.group(name))
            yield Reading(*found.span(), Mention(*found.span(degree), kind, Quantity(None, None, degree)))


def read_quantity(text: str, kind: Kind) -> Quantity | None:
    """The first quantity of this kind in `text`, else its first number."""
    tokens = lex(text)
    for reading in find_quantities(text, tokens):
        if reading.mention.kind == kind and isinstance(reading.mention.value, Quantity):
            return reading.mention.value
    at = next((at for at, token in enumerate(tokens) if token.value is not None), None)
    if at is None:
        return None
    said = _range_around(tokens, at)
    return _limited(text, tokens[said.first].start, tokens[said.last].end, said.low, said.high)[2]


def _find_times(text: str) -> Iterator[Reading]:
    for found in _TIME.finditer(small(text)):
        hours = _hours(found)
        if hours is not None:
            yield Reading(*found.span(), Mention(*found.span(), "time", Quantity(hours, hours)))


def _hours(found: re.Match[str]) -> float | None:
    """Hours after midnight; None for what no clock shows ("13 am" is not one)."""
    named = {"noon": 12.0, "midnight": 0.0}.get(found.lastgroup or "")
    if named is not None:
        return named
    if found.group("hour24"):
        return int(found.group("hour24")) + int(found.group("minute24")) / 60
    hour, minute = int(found.group("hour")), int(found.group("minute") or 0)
    if not 1 <= hour <= 12 or minute > 59:
        return None
    return hour % 12 + 12 * (found.group("half").lower() == "p") + minute / 60


def _find_points(text: str) -> Iterator[Reading]:
    """Ratings out of five are stars. The others are guests', as are bare numbers with the catalogue's two decimals."""
    for found in _POINTS.finditer(small(text)):
        name = next(n for n in ("points", "before", "after", "bare") if found.group(n))
        points, scale = float(found.group(name)), int(found.group("scale") or 10)
        if points <= scale:
            first, last, value = _limited(text, *found.span(name if name == "after" else 0), points, points)
            start, end = min(first, found.start()), max(last, found.end())
            surface = found.span() if name == "points" else found.span(name)
            yield Reading(start, end, Mention(*surface, "rating" if scale == 10 else "stars", value))


class _NumberSpan(NamedTuple):
    """A number, or a range of them, from the token `first` to the token `last`."""

    low: float
    high: float
    first: int
    last: int

    def scaled(self, unit: int) -> _NumberSpan:
        """The same in another unit."""
        return self._replace(low=self.low * unit, high=self.high * unit)


def _counted(text: str, tokens: Sequence[Token], at: int, kind: Kind) -> Iterator[Reading]:
    """The quantity that the unit at `at` closes: "8 days", "5-7 days", "a week", "3.5-star"."""
    unit = _DAYS.get(tokens[at].text, 1)
    number = at - 1
    while number > 0 and tokens[number].text in _BETWEEN:
        number -= 1
    if number < 0:
        return
    if _is_cardinal(tokens[number]):
        said: _NumberSpan | None = _range_around(tokens, number)
    else:
        said = _unspelled(tokens, number, unit) if kind == "days" else None
        more = token_at(tokens, at + 2).value or 0.0
        if said and token_at(tokens, at + 1).text == "or" and more > said.low:  # "a week or two"
            said, at = said._replace(high=more), at + 2
    if said is None or (kind == "stars" and said.high > _MOST_STARS):
        return
    yield _reading(text, tokens, said.scaled(unit), at, kind)


def _reading(text: str, tokens: Sequence[Token], said: _NumberSpan, at: int, kind: Kind) -> Reading:
    """The reading of a number whose unit is at `at`; its limit may stand before the unit: "4 or more stars"."""
    beginning, ending = tokens[said.first].start, tokens[said.last].end
    start, end, value = _limited(text, beginning, tokens[at].end, said.low, said.high)
    if value.low == value.high:
        value = _limited(text, beginning, ending, said.low, said.high)[2]
    surface = ending if kind == "stars" else tokens[at].end
    return Reading(start, end, Mention(beginning, surface, kind, value))


def _is_cardinal(token: Token) -> bool:
    return token.value is not None and not token.ordinal


def _unspelled(tokens: Sequence[Token], at: int, unit: int) -> _NumberSpan | None:
    """A number that is no numeral, ending at `at`: "a", "a couple of", "a few"."""
    filling = _FILLING | _FILLING_WEEKS if unit > 1 else _FILLING
    while at > 0 and tokens[at].text in filling:
        at -= 1
    count = _UNSPELLED.get(tokens[at].text)
    if count is None:
        return None
    first = at - (count > 1 and token_at(tokens, at - 1).text == "a")
    return _NumberSpan(count, count, first, first)


def _range_around(tokens: Sequence[Token], at: int) -> _NumberSpan:
    """The range that the number at `at` belongs to ("5-7"), or the number alone."""
    value = tokens[at].value or 0.0
    low, high = (token_at(tokens, at + step).value for step in (-2, 2))
    if token_at(tokens, at - 1).text in _RANGE and low is not None and low < value:
        return _NumberSpan(low, value, at - 2, at)
    if token_at(tokens, at + 1).text in _RANGE and (high or 0.0) > value:
        return _NumberSpan(value, high or 0.0, at, at + 2)
    return _NumberSpan(value, value, at, at)


def _limited(text: str, start: int, end: int, low: float, high: float) -> tuple[int, int, Quantity]:
    start, end, bound = bounded(text, start, end)
    if bound == "at_least":
        return start, end, Quantity(low, None)
    return start, end, Quantity(None if bound == "at_most" else low, high)
