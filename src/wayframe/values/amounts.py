"""Amounts of money and what is wished of them, lengths of stay, ratings, times of day and seat classes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe.language.lexicon import lexicon
from wayframe.ontology import Kind
from wayframe.values.lexer import Token, bounded, lex, small, token_at
from wayframe.values.records import Bound, Mention, Money, Quantity, Reading, Superlative, typed

CURRENCIES = {word: code for code, words in lexicon("en").currencies.items() for word in words}
"""The codes of currencies by their signs and words."""
_DOLLARS = {"c": "CAD", "ca": "CAD", "a": "AUD", "au": "AUD"}  # "C$2000"
_LEAST_BARE = 100.0  # a smaller number without a currency counts people, days or stars
_YEARS = (2015.0, 2035.0)  # a bare number between these that isn't round is a year
_SCALES = ("k", "thousand", "grand")
_TO = frozenset(("-", "–", "to"))
_WISH = re.compile(
    r"\b(?:(?:the )?(?P<cheapest>cheapest|lowest(?= (?:price|budget|cost))|least expensive|most affordable"
    r"|best (?:deals?|prices?|value)|(?:as )?(?:cheap|low|little|inexpensive|cheaply) as (?:possible|(?:i|we|you) can)"
    r"|(?<=thing )(?:cheap|inexpensive|affordable)|(?:pretty|super|totally|flat|so) broke"
    r"|(?:small|tight|low|limited|shoestring) budget)"
    r"|(?:the )?(?P<most>most expensive|priciest|unlimited(?: budget| funds)?|no (?:budget|price|spending) limit"
    r"|(?:money|price|cost|budget)(?: is|'s|’s) (?:no|not an?) (?:object|issue|problem))"
    r"|(?P<cheaper>cheaper|less expensive|lower (?:price|cost|budget)s?)|(?P<dearer>more expensive|pricier))\b"
)
_WISHES: tuple[Bound, ...] = ("cheapest", "most", "cheaper", "dearer")
_TO_AND = _TO | {"and", "&"}


class _PricedSpan(NamedTuple):
    """An amount with its currency: where both start and end in the text, and which currency it is, if one is said."""

    start: int
    end: int
    currency: str


def find_money(text: str, tokens: Sequence[Token]) -> Iterator[Reading]:
    """Every amount with a currency, every bare amount of 100 or more, every wish for cheap or dear.

    Of a range ("2000 to 2500") it is the upper end that limits what is paid.
    """
    lower: dict[int, int] = {}  # where the range starts that ends at a token
    for at, token in enumerate(tokens):
        higher = _upper_end(tokens, at)
        scaled = higher > 0 and tokens[higher].text.endswith(_SCALES)  # 2 of "2 to 3 thousand"
        if not scaled and not _is_amount(tokens, at):
            continue
        priced = _priced(tokens, at)
        if higher:
            lower[higher] = priced.start
            continue
        first, last, bound = bounded(text, priced.start, priced.end)
        money = Money(token.value, priced.currency or "USD", "at_most" if at in lower else bound)
        yield Reading(lower.get(at, first), last, Mention(priced.start, priced.end, "money", money))
    for found in _WISH.finditer(small(text)):
        wish = next(filter(found.group, _WISHES))
        yield Reading(*found.span(), Mention(*found.span(wish), "money", Money(None, bound=wish)))


def read_money(text: str) -> Money | None:
    """The first amount in `text`, else its wish; a bare number counts as an amount here, however small."""
    tokens = lex(text)
    found = typed(find_money(text, tokens), Money)
    cardinals = [token for token in tokens if token.cardinal is not None]
    priced = any(money.amount is not None for money in found[:1])
    if priced or not cardinals:
        return next(iter(found), None)
    bare = cardinals[0]
    return Money(bare.value, "USD", bounded(text, bare.start, bare.end)[2])


def _priced(tokens: Sequence[Token], at: int) -> _PricedSpan:
    """The amount at `at` with the signs and words of its currency: "C$2000", "$2000 CAD"."""
    number, following = tokens[at], token_at(tokens, at + 1)
    start, currency = _sign(tokens, at)
    if following.text not in CURRENCIES:
        return _PricedSpan(start, number.end, currency)
    return _PricedSpan(start, following.end, CURRENCIES[following.text] if currency in ("", "USD") else currency)


def _sign(tokens: Sequence[Token], at: int) -> tuple[int, str]:
    """The start of the amount at `at` with its sign, and the currency of that; empty where it has none."""
    sign, country = token_at(tokens, at - 1), token_at(tokens, at - 2)
    if sign.text not in CURRENCIES or sign.end < tokens[at].start - 1:
        return tokens[at].start, ""
    currency = CURRENCIES[sign.text]
    if (currency, country.end) == ("USD", sign.start) and country.text in _DOLLARS:
        return country.start, _DOLLARS[country.text]
    return sign.start, currency


def _is_amount(tokens: Sequence[Token], at: int) -> bool:
    """Return whether this is a number with a currency, or a large one that is no year and no share of a hundred."""
    token, value = tokens[at], tokens[at].cardinal
    if value is None:
        return False
    if _priced(tokens, at).currency:
        return True
    return value >= _LEAST_BARE and token_at(tokens, at + 1).text != "%" and not _is_year(token, value)


def _is_year(token: Token, value: float) -> bool:
    return _YEARS[0] <= value <= _YEARS[1] and value % 100 != 0 and not token.spelled


def _upper_end(tokens: Sequence[Token], at: int) -> int:
    """The larger amount up to which the range goes on that starts with this one; 0 where it starts none."""
    value = tokens[at].cardinal
    link = _past_currency(tokens, at + 1)
    end = _past_currency(tokens, link + 1)
    if value is None or token_at(tokens, link).text not in _links(tokens, at):
        return 0
    is_higher = (token_at(tokens, end).value or 0.0) > value and _is_amount(tokens, end)
    return end if is_higher else 0


def _links(tokens: Sequence[Token], at: int) -> frozenset[str]:
    """The words that can lead from the amount at `at` to a larger one."""
    before = (token_at(tokens, at - 1).text, token_at(tokens, at - 2).text)
    return _TO_AND if "between" in before else _TO


def _past_currency(tokens: Sequence[Token], at: int) -> int:
    """The first place from `at` on where no currency stands."""
    while token_at(tokens, at).text in CURRENCIES:
        at += 1
    return at


_DAYS = {
    "day": 1, "days": 1, "night": 1, "nights": 1, "week": 7, "weeks": 7, "fortnight": 14, "month": 30, "months": 30,
}  # fmt: skip
_UNITS: dict[str, Kind] = {
    **dict.fromkeys(_DAYS, "days"), **dict.fromkeys(("star", "stars", "starred", "*"), "stars")
}  # fmt: skip
# What may stand between a number and its unit: "12 vacation days", "4+ stars", "4 or more stars".
_BETWEEN = frozenset(("-", "+", "or", "vacation", "full", "whole", "more", "better", "higher", "fewer", "less"))
_RANGE = frozenset(("-", "–", "to", "or"))
_UNSPELLED = {"a": 1.0, "an": 1.0, "couple": 2.0, "few": 3.0}
_FILLING = frozenset(("of", "full", "whole"))  # "a couple of full days"
_FILLING_WEEKS = _FILLING | {"good"}  # "a good week"
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
_NAMED_HOURS = {"noon": 12.0, "midnight": 0.0}
_HALVES = {"a": 0, "p": 12}
_POINT_FORMS = ("points", "before", "after", "bare")
_RATINGS: dict[int, Kind] = {5: "stars", 10: "rating"}
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
        if kind := _UNITS.get(token.text):
            yield from _counted(text, tokens, at, kind)
    yield from _find_points(text)
    low = small(text)
    for kind, pattern in _COMPARISONS:
        for found in pattern.finditer(low):
            degree = next(filter(found.group, _DEGREES))
            yield Reading(*found.span(), Mention(*found.span(degree), kind, Quantity(None, None, degree)))


def read_quantity(text: str, kind: Kind) -> Quantity | None:
    """The first quantity of this kind in `text`, else its first number."""
    tokens = lex(text)
    found = typed((r for r in find_quantities(text, tokens) if r.mention.kind == kind), Quantity)
    if found:
        return found[0]
    places = [at for at, token in enumerate(tokens) if token.value is not None]
    if not places:
        return None
    said = _range_around(tokens, places[0])
    return _limited(text, tokens[said.first].start, tokens[said.last].end, said.low, said.high)[2]


def _find_times(text: str) -> Iterator[Reading]:
    for found in _TIME.finditer(small(text)):
        hours = _hours(found)
        if hours is not None:
            yield Reading(*found.span(), Mention(*found.span(), "time", Quantity(hours, hours)))


def _hours(found: re.Match[str]) -> float | None:
    """Hours after midnight; None for what no clock shows ("13 am" is not one)."""
    if found.lastgroup in _NAMED_HOURS:
        return _NAMED_HOURS[found.lastgroup]
    if found.group("hour24"):
        return int(found.group("hour24")) + int(found.group("minute24")) / 60
    hour, minute = int(found.group("hour")), int(found.group("minute") or 0)
    if hour not in range(1, 13) or minute not in range(60):
        return None
    return hour % 12 + _HALVES[found.group("half")] + minute / 60


def _find_points(text: str) -> Iterator[Reading]:
    """Ratings out of five are stars. The others are guests', as are bare numbers with the catalogue's two decimals."""
    for found in _POINTS.finditer(small(text)):
        name = next(filter(found.group, _POINT_FORMS))
        points, scale = float(found.group(name)), int(found.group("scale") or 10)
        if points > scale:
            continue
        first, last, value = _limited(text, *found.span(name if name == "after" else 0), points, points)
        start, end = min(first, found.start()), max(last, found.end())
        surface = found.span() if name == "points" else found.span(name)
        yield Reading(start, end, Mention(*surface, _RATINGS[scale], value))


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
    number = _first_before(tokens, at - 1, _BETWEEN)
    if token_at(tokens, number).cardinal is not None:
        said: _NumberSpan | None = _range_around(tokens, number)
    else:
        said = _unspelled(tokens, number, unit) if kind == "days" else None
        at, said = _prolonged(tokens, at, said)
    if said and (kind != "stars" or said.high <= _MOST_STARS):
        yield _reading(text, tokens, said.scaled(unit), at, kind)


def _first_before(tokens: Sequence[Token], at: int, words: frozenset[str]) -> int:
    """The nearest place from `at` backwards where none of some words stands; the first token at the utmost."""
    while at > 0 and tokens[at].text in words:
        at -= 1
    return at


def _prolonged(tokens: Sequence[Token], at: int, said: _NumberSpan | None) -> tuple[int, _NumberSpan | None]:
    """The end of a length without a numeral, and the length with what follows its unit: "a week or two"."""
    more = token_at(tokens, at + 2).value or 0.0
    if said is None or token_at(tokens, at + 1).text != "or" or more <= said.low:
        return at, said
    return at + 2, said._replace(high=more)


def _reading(text: str, tokens: Sequence[Token], said: _NumberSpan, at: int, kind: Kind) -> Reading:
    """The reading of a number whose unit is at `at`; its limit may stand before the unit: "4 or more stars"."""
    beginning, ending = tokens[said.first].start, tokens[said.last].end
    start, end, value = _limited(text, beginning, tokens[at].end, said.low, said.high)
    if value.low == value.high:
        value = _limited(text, beginning, ending, said.low, said.high)[2]
    surface = ending if kind == "stars" else tokens[at].end
    return Reading(start, end, Mention(beginning, surface, kind, value))


def _unspelled(tokens: Sequence[Token], at: int, unit: int) -> _NumberSpan | None:
    """A number that is no numeral, ending at `at`: "a", "a couple of", "a few"."""
    at = _first_before(tokens, at, _FILLING_WEEKS if unit > 1 else _FILLING)
    count = _UNSPELLED.get(token_at(tokens, at).text)
    if count is None:
        return None
    first = at - (count > 1 and token_at(tokens, at - 1).text == "a")
    return _NumberSpan(count, count, first, first)


def _range_around(tokens: Sequence[Token], at: int) -> _NumberSpan:
    """The range that the number at `at` belongs to ("5-7"), or the number alone."""
    value = tokens[at].value or 0.0
    low, high = _other_end(tokens, at, -1, value), _other_end(tokens, at, 1, value)
    if low < value:
        return _NumberSpan(low, value, at - 2, at)
    if high > value:
        return _NumberSpan(value, high, at, at + 2)
    return _NumberSpan(value, value, at, at)


def _other_end(tokens: Sequence[Token], at: int, step: int, value: float) -> float:
    """The number to which the range goes on in one direction from `value` at `at`; `value` where it doesn't."""
    link, end = token_at(tokens, at + step), token_at(tokens, at + 2 * step)
    if end.value is None or link.text not in _RANGE:
        return value
    return end.value


def _limited(text: str, start: int, end: int, low: float, high: float) -> tuple[int, int, Quantity]:
    start, end, bound = bounded(text, start, end)
    if bound == "at_least":
        return start, end, Quantity(low, None)
    return start, end, Quantity(None if bound == "at_most" else low, high)


_TRADE = (
    r"trips?|travel\w*|partners?|meetings?|associates?|reasons?|purposes?|cent(?:er|re)s?|conferences?|days?|deals?"
)
_SEAT = re.compile(
    r"\b(?:(?P<business>biz|business(?=[ -]class)"
    rf"|(?<!on )(?<!my )(?<!our )(?<!have )(?<!got )(?<!(?<!fly)ing )business(?!\s+(?:{_TRADE})\b))"
    r"|(?P<economy>economy|coach)|(?P<economical>economic(?:al)?)(?=[ -]class)|(?P<first>first[ -]class))"
    r"(?:[ -]class\b)?\b",
)  # fmt: skip
_NAMES = {"business": "business", "economy": "economy", "economical": "economy", "first": "first class"}


def find_seats(text: str) -> Iterator[Reading]:
    """Every seat class in the text."""
    for found in _SEAT.finditer(small(text)):
        name = found.lastgroup or ""
        mention = Mention(found.start(name), found.end(name), "seat", _NAMES[name])
        yield Reading(found.start(), found.end(), mention)


def seat(text: str) -> str | None:
    """The seat class that `text` names, if it names one."""
    return next((str(reading.mention.value) for reading in find_seats(text)), None)
