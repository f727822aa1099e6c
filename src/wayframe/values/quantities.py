"""Lengths of stay, star ratings, guest ratings and times of day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wayframe.ontology import Kind
from wayframe.values.bounds import bounded
from wayframe.values.lexer import Token, lex
from wayframe.values.records import Mention, Quantity, Superlative

_DAYS = {
    "day": 1, "days": 1, "night": 1, "nights": 1, "week": 7, "weeks": 7, "fortnight": 14, "month": 30, "months": 30,
}  # fmt: skip
_STARS = frozenset(("star", "stars", "starred"))
_RANGE = frozenset(("-", "–", "to", "or"))
_FEW = 3  # "a few days": the least that isn't a couple
_SUPERLATIVES: tuple[tuple[Kind, Superlative, re.Pattern[str]], ...] = (
    ("days", "max", re.compile(r"\b(?:the )?longest\b|\bas long as (?:possible|(?:I|we|you) can)\b", re.IGNORECASE)),
    ("days", "min", re.compile(r"\b(?:the )?shortest\b|\bas short as possible\b", re.IGNORECASE)),
    ("rating", "max", re.compile(r"\b(?:the )?(?:best|highest|top) (?:guest |user |customer )(?:rating|rated|reviews)\b", re.IGNORECASE)),
    ("stars", "max", re.compile(
        r"\b(?:the )?(?:(?:best|highest|top)[ -](?:rated|rating|category|hotel)|nicest|fanciest|poshest|most (?:luxurious|upscale)"
        r"|best of the best)\b", re.IGNORECASE)),
    ("stars", "min", re.compile(r"\b(?:the )?(?:worst|lowest)[ -]?(?:rated|rating|category|hotel)\b", re.IGNORECASE)),
)  # fmt: skip
_TIME = re.compile(
    r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?:?\s*(?P<half>[ap])\.?\s?m\b\.?"
    r"|\b(?P<hour24>[01]?\d|2[0-3]):(?P<minute24>[0-5]\d)\b|\b(?P<noon>noon|midday)\b|\b(?P<midnight>midnight)\b",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?P<points>\d{1,2}(?:\.\d+)?)\s*(?:/|out of)\s*(?P<scale>10|5)\b(?![./]\d)", re.IGNORECASE)


def find_quantities(text: str, tokens: Sequence[Token]) -> Iterator[Mention]:
    """Every length of stay, star rating, guest rating and time of day."""
    yield from _find_times(text)
    yield from _find_points(text)
    for at, token in enumerate(tokens):
        if token.text in _DAYS:
            yield from _counted(text, tokens, at, "days")
        elif token.text in _STARS:
            yield from _counted(text, tokens, at, "stars")
    for kind, superlative, pattern in _SUPERLATIVES:
        for found in pattern.finditer(text):
            yield Mention(found.start(), found.end(), kind, Quantity(None, None, superlative))


def read_quantity(text: str, kind: Kind) -> Quantity | None:
    """The first quantity of this kind in `text`, else its first number."""
    tokens = lex(text)
    for mention in find_quantities(text, tokens):
        if mention.kind == kind and isinstance(mention.value, Quantity):
            return mention.value
    for at, token in enumerate(tokens):
        if token.value is not None:
            low, high, first, last = _range_around(tokens, at)
            return _limited(text, tokens[first].start, tokens[last].end, low, high)[2]
    return None


def _find_times(text: str) -> Iterator[Mention]:
    for found in _TIME.finditer(text):
        hours = _hours(found)
        if hours is not None:
            yield Mention(found.start(), found.end(), "time", Quantity(hours, hours))


def _hours(found: re.Match[str]) -> float | None:
    """Hours after midnight; None for what no clock shows ("13 am" is not one)."""
    if found.group("noon") or found.group("midnight"):
        return 12.0 if found.group("noon") else 0.0
    if found.group("hour24"):
        return int(found.group("hour24")) + int(found.group("minute24")) / 60
    hour, minute = int(found.group("hour")), int(found.group("minute") or 0)
    if not 1 <= hour <= 12 or minute > 59:
        return None
    return hour % 12 + 12 * (found.group("half").lower() == "p") + minute / 60


def _find_points(text: str) -> Iterator[Mention]:
    """Ratings out of ten are guests', out of five stars."""
    for found in _POINTS.finditer(text):
        points, scale = float(found.group("points")), int(found.group("scale"))
        if points <= scale:
            start, end, value = _limited(text, found.start(), found.end(), points, points)
            yield Mention(start, end, "rating" if scale == 10 else "stars", value)


def _counted(text: str, tokens: Sequence[Token], at: int, kind: Kind) -> Iterator[Mention]:
    """The quantity that the unit at `at` closes: "8 days", "5-7 days", "a week", "3.5-star"."""
    unit = _DAYS.get(tokens[at].text, 1)
    number = at - 1 - (at > 0 and tokens[at - 1].text == "-")
    while number > 0 and tokens[number].text in ("vacation", "full", "whole", "more"):
        number -= 1
    if number < 0:
        return
    before = tokens[number]
    if before.value is not None and not before.ordinal:
        low, high, first, _ = _range_around(tokens, number)
    elif kind == "days" and (few := _unspelled(tokens, number)):
        low = high = few[0]
        first = few[1]
    else:
        return
    start, end, value = _limited(text, tokens[first].start, tokens[at].end, low * unit, high * unit)
    yield Mention(start, end, kind, value)


def _unspelled(tokens: Sequence[Token], at: int) -> tuple[float, int] | None:
    """A number that is no numeral, ending at `at` ("a", "a couple of", "a few"), and where it starts."""
    while at > 0 and tokens[at].text in ("of", "good", "full", "whole"):
        at -= 1
    here, before = tokens[at].text, tokens[at - 1].text if at else ""
    if here in ("couple", "few"):
        return 2.0 if here == "couple" else _FEW, at - (before == "a")
    return (1.0, at) if here in ("a", "an") else None


def _range_around(tokens: Sequence[Token], at: int) -> tuple[float, float, int, int]:
    """Low and high of the range that the number at `at` belongs to ("5-7"), and its first and last token."""
    value = tokens[at].value or 0.0
    if at > 1 and tokens[at - 1].text in _RANGE and (low := tokens[at - 2].value) is not None and low < value:
        return low, value, at - 2, at
    if at + 2 < len(tokens) and tokens[at + 1].text in _RANGE and (high := tokens[at + 2].value) and high > value:
        return value, high, at, at + 2
    return value, value, at, at


def _limited(text: str, start: int, end: int, low: float, high: float) -> tuple[int, int, Quantity]:
    start, end, bound = bounded(text, start, end)
    if bound == "at_least":
        return start, end, Quantity(low, None)
    return start, end, Quantity(None if bound == "at_most" else low, high)
