"""Amounts of money and what is wished of them: "$1,700", "2.1k", "no more than 1500 bucks", "as cheap as possible"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wayframe.values.bounds import bounded
from wayframe.values.lexer import Token, lex
from wayframe.values.records import Mention, Money

_CURRENCIES = {
    **dict.fromkeys(("$", "usd", "dollar", "dollars", "buck", "bucks"), "USD"),
    **dict.fromkeys(("€", "eur", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "gbp", "pound", "pounds"), "GBP"),
    "cad": "CAD",
}  # fmt: skip
_LEAST_BARE = 100.0  # a smaller number without a currency counts people, days or stars
_WISH = re.compile(
    r"\b(?:(?P<cheapest>(?:the )?(?:cheapest|lowest price|least expensive|most affordable|most economical|best (?:deals?|price)s?)"
    r"|(?:as )?(?:cheap|low|little|inexpensive|cheaply) as (?:possible|(?:I|we|you) can)|cheap|inexpensive|affordable"
    r"|broke|(?:small|tight|low|limited|shoestring) budget|budget(?: is|'s|’s)? (?:\w+ )?(?:tight|small|low|limited))"
    r"|(?P<most>(?:the )?(?:most expensive|priciest)|unlimited(?: budget| funds)?"
    r"|(?:money|price|cost|budget)(?: is|'s|’s) (?:no|not an?) (?:object|issue|problem)|no (?:budget|price|spending) limit))\b",
    re.IGNORECASE,
)  # fmt: skip


def find_money(text: str, tokens: Sequence[Token]) -> Iterator[Mention]:
    """Every amount with a currency, every bare amount of 100 or more, and every wish for the cheapest or the dearest."""
    for found in _WISH.finditer(text):
        wish = Money(None, bound="cheapest" if found.group("cheapest") else "most")
        yield Mention(found.start(), found.end(), "money", wish)
    for at, token in enumerate(tokens):
        if token.value is None or token.ordinal:
            continue
        start, end, currency = _with_currency(tokens, at)
        if currency or token.value >= _LEAST_BARE:
            start, end, bound = bounded(text, start, end)
            yield Mention(start, end, "money", Money(token.value, currency or "USD", bound))


def read_money(text: str) -> Money | None:
    """The first amount in `text`, else its wish; a bare number counts as an amount here, however small."""
    tokens = lex(text)
    found = [mention.value for mention in find_money(text, tokens) if isinstance(mention.value, Money)]
    amounts = [money for money in found if money.amount is not None]
    if amounts:
        return amounts[0]
    for token in tokens:
        if token.value is not None and not token.ordinal:
            return Money(token.value, "USD", bounded(text, token.start, token.end)[2])
    return found[0] if found else None


def _with_currency(tokens: Sequence[Token], at: int) -> tuple[int, int, str | None]:
    """The places where the amount at `at` starts and ends with its currency, and which that is."""
    start, end, currency = tokens[at].start, tokens[at].end, None
    if at and (sign := _CURRENCIES.get(tokens[at - 1].text)) and tokens[at - 1].end >= start - 1:
        start, currency = tokens[at - 1].start, sign
    if at + 1 < len(tokens) and (sign := _CURRENCIES.get(tokens[at + 1].text)):
        end, currency = tokens[at + 1].end, currency or sign
    return start, end, currency
