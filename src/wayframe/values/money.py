"""Amounts of money and what is wished of them: "$1,700", "2.1k", "no more than 1500 bucks", "as cheap as possible"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe.language.lexicon import lexicon
from wayframe.values.bounds import bounded
from wayframe.values.lexer import Token, lex, small, token_at
from wayframe.values.records import Bound, Mention, Money, Reading, typed

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
