"""Amounts of money and what is wished of them: "$1,700", "2.1k", "no more than 1500 bucks", "as cheap as possible"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe.language.lexicon import lexicon
from wayframe.values.bounds import bounded
from wayframe.values.lexer import Token, lex, small, token_at
from wayframe.values.records import Bound, Mention, Money, Reading

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
_BETWEEN, _AND = frozenset(("between",)), frozenset(("and", "&"))


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
        if not (_is_amount(tokens, at) or (higher and tokens[higher].text.endswith(_SCALES))):  # 2 of "2 to 3 thousand"
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
    found = [r.mention.value for r in find_money(text, tokens) if isinstance(r.mention.value, Money)]
    first = found[0] if found else None
    if first and first.amount is not None:
        return first
    bare = next(filter(_is_cardinal, tokens), None)
    return Money(bare.value, "USD", bounded(text, bare.start, bare.end)[2]) if bare else first


def _is_cardinal(token: Token) -> bool:
    return token.value is not None and not token.ordinal


def _priced(tokens: Sequence[Token], at: int) -> _PricedSpan:
    """The amount at `at` with the signs and words of its currency: "C$2000", "$2000 CAD"."""
    number, sign, country = tokens[at], token_at(tokens, at - 1), token_at(tokens, at - 2)
    start, currency = number.start, ""
    if sign.text in CURRENCIES and sign.end >= number.start - 1:
        start, currency = sign.start, CURRENCIES[sign.text]
        if currency == "USD" and country.end == start and country.text in _DOLLARS:
            start, currency = country.start, _DOLLARS[country.text]
    following = token_at(tokens, at + 1)
    if following.text not in CURRENCIES:
        return _PricedSpan(start, number.end, currency)
    return _PricedSpan(start, following.end, CURRENCIES[following.text] if currency in ("", "USD") else currency)


def _is_amount(tokens: Sequence[Token], at: int) -> bool:
    """Return whether this is a number with a currency, or a large one that is no year and no share of a hundred."""
    token = tokens[at]
    if token.value is None or token.ordinal:
        return False
    if _priced(tokens, at).currency:
        return True
    return token.value >= _LEAST_BARE and token_at(tokens, at + 1).text != "%" and not _is_year(token, token.value)


def _is_year(token: Token, value: float) -> bool:
    return _YEARS[0] <= value <= _YEARS[1] and value % 100 != 0 and not token.spelled


def _upper_end(tokens: Sequence[Token], at: int) -> int:
    """The larger amount up to which the range goes on that starts with this one; 0 where it starts none."""
    value = tokens[at].value
    if value is None or tokens[at].ordinal:
        return 0
    link = _past_currency(tokens, at + 1)
    end = _past_currency(tokens, link + 1)
    if end >= len(tokens) or not _is_amount(tokens, end):
        return 0
    before = {token_at(tokens, at - 1).text, token_at(tokens, at - 2).text}
    links = _TO if _BETWEEN.isdisjoint(before) else _TO | _AND
    return end if tokens[link].text in links and (tokens[end].value or 0.0) > value else 0


def _past_currency(tokens: Sequence[Token], at: int) -> int:
    """The first place from `at` on where no currency stands."""
    while token_at(tokens, at).text in CURRENCIES:
        at += 1
    return at
