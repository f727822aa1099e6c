"""Amounts of money and what is wished of them: "$1,700", "2.1k", "no more than 1500 bucks", "as cheap as possible"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wayframe.values.bounds import bounded
from wayframe.values.lexer import Token, lex, small
from wayframe.values.records import Bound, Mention, Money, Reading

_CURRENCIES = {
    **dict.fromkeys(("$", "usd", "dollar", "dollars", "buck", "bucks"), "USD"),
    **dict.fromkeys(("€", "eur", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "gbp", "pound", "pounds"), "GBP"),
    **dict.fromkeys(("cad", "cdn"), "CAD"),
    **dict.fromkeys(("¥", "jpy", "yen"), "JPY"),
}  # fmt: skip
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


def find_money(text: str, tokens: Sequence[Token]) -> Iterator[Reading]:
    """Every amount with a currency, every bare amount of 100 or more, every wish for cheap or dear.

    Of a range ("2000 to 2500") it is the upper end that limits what is paid.
    """
    lower: dict[int, int] = {}  # where the range starts that ends at a token
    for at, token in enumerate(tokens):
        if not (_is_amount(tokens, at) or _shares_scale(tokens, at)):
            continue
        start, end, currency = _with_currency(tokens, at)
        if higher := _upper_end(tokens, at):
            lower[higher] = start
        else:
            first, last, bound = bounded(text, start, end)
            money = Money(token.value, currency or "USD", "at_most" if at in lower else bound)
            yield Reading(lower.get(at, first), last, Mention(start, end, "money", money))
    for found in _WISH.finditer(small(text)):
        wish = next(bound for bound in _WISHES if found.group(bound))
        mention = Mention(*found.span(wish), "money", Money(None, bound=wish))
        yield Reading(found.start(), found.end(), mention)


def read_money(text: str) -> Money | None:
    """The first amount in `text`, else its wish; a bare number counts as an amount here, however small."""
    tokens = lex(text)
    found = [r.mention.value for r in find_money(text, tokens) if isinstance(r.mention.value, Money)]
    if found and found[0].amount is not None:
        return found[0]
    for token in tokens:
        if token.value is not None and not token.ordinal:
            return Money(token.value, "USD", bounded(text, token.start, token.end)[2])
    return found[0] if found else None


def _with_currency(tokens: Sequence[Token], at: int) -> tuple[int, int, str | None]:
    """The places where the amount at `at` starts and ends with its currency, and which that is."""
    start, end, currency = tokens[at].start, tokens[at].end, None
    if at and (sign := _CURRENCIES.get(tokens[at - 1].text)) and tokens[at - 1].end >= start - 1:
        start, currency = tokens[at - 1].start, sign
        if at > 1 and sign == "USD" and tokens[at - 2].end == start and (country := _DOLLARS.get(tokens[at - 2].text)):
            start, currency = tokens[at - 2].start, country
    if at + 1 < len(tokens) and (sign := _CURRENCIES.get(tokens[at + 1].text)):
        end, currency = tokens[at + 1].end, sign if currency in (None, "USD") else currency
    return start, end, currency


def _is_amount(tokens: Sequence[Token], at: int) -> bool:
    """Whether this is a number with a currency, or a large one that is no year and no share of a hundred."""
    value = tokens[at].value
    if value is None or tokens[at].ordinal:
        return False
    if _with_currency(tokens, at)[2]:
        return True
    is_share = at + 1 < len(tokens) and tokens[at + 1].text == "%"
    is_year = _YEARS[0] <= value <= _YEARS[1] and value % 100 != 0 and not tokens[at].spelled
    return value >= _LEAST_BARE and not is_share and not is_year


def _shares_scale(tokens: Sequence[Token], at: int) -> bool:
    """Whether this is the 2 of "2 to 3 thousand"."""
    end = _upper_end(tokens, at) if tokens[at].value is not None and not tokens[at].ordinal else None
    return end is not None and tokens[end].text.endswith(_SCALES)


def _upper_end(tokens: Sequence[Token], at: int) -> int | None:
    """The larger amount up to which the range goes on that starts with this one."""
    sign = at + 1
    while sign < len(tokens) and tokens[sign].text in _CURRENCIES:
        sign += 1
    end = sign + 1
    while end < len(tokens) and tokens[end].text in _CURRENCIES:
        end += 1
    if end >= len(tokens) or not _is_amount(tokens, end):
        return None
    between = at and "between" in (tokens[at - 1].text, tokens[at - 2].text if at > 1 else "")
    joined = tokens[sign].text in _TO or (between and tokens[sign].text in ("and", "&"))
    return end if joined and (tokens[end].value or 0) > (tokens[at].value or 0) else None
