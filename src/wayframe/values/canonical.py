"""The form in which the frames of the corpus hold a value: budget "$1,700" is "1700.0", category "4 stars" is "4.0".

The rules are those that the annotated values of the release follow (paper section 7.1): numbers as decimals, days and
people as integers, days of the month as "august 17" or, where no month was said, "17"; `$MIN`, `$MAX`, `$GT x`, `$LT x` for
superlatives and limits; "-1" for "no preference". What no rule reads stays as it was said, and so do names, seats and
times.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from wayframe.ontology import SLOTS
from wayframe.values.counts import read_count
from wayframe.values.dates import month_of
from wayframe.values.lexer import lex
from wayframe.values.money import read_money
from wayframe.values.quantities import read_quantity
from wayframe.values.records import Money, Quantity

DONT_CARE = "-1"
_CANONICAL = re.compile(r"-1|\$MIN|\$MAX|\$(?:GT|LT) .*")


def canonical(slot: str, val: str | bool | int | float | None) -> str | bool | None:
    """What a frame holds for `slot` after somebody said `val`."""
    if val is None or isinstance(val, bool):
        return val
    return _canonical(slot, str(val))


@lru_cache(maxsize=65536)
def _canonical(slot: str, val: str) -> str:
    text = val.strip()
    kind = SLOTS[slot].kind if slot in SLOTS else "text"
    rule = _RULES.get(slot) or _RULES.get(kind)
    if not rule or _CANONICAL.fullmatch(text):
        return val
    return rule(text) or val


def _date(text: str) -> str | None:
    if re.search(r"\b(?:asap|as soon as|soonest|sooner|soon|earliest)\b", text, re.IGNORECASE):
        return "$MIN"
    tokens = lex(text)
    month = next((t.text for t in tokens if t.value is None and t.text.isalpha() and month_of(t.text)), None)
    day = next((int(t.value) for t in tokens if t.value is not None and 1 <= t.value <= 31), None)
    if day is None:
        return None
    return f"{month} {day}" if month else str(day)


def _money(text: str) -> str | None:
    return _amount(read_money(text))


def _amount(money: Money | None) -> str | None:
    if money is None:
        return None
    if money.amount is None:
        return {"cheapest": "$MIN", "most": "$MAX"}.get(money.bound)
    return str(money.amount)


def _points(text: str) -> str | None:
    return _quantity(read_quantity(text, "stars"), decimal=True)


def _guests(text: str) -> str | None:
    return _quantity(read_quantity(text, "rating"), decimal=True)


def _days(text: str) -> str | None:
    return _quantity(read_quantity(text, "days"), decimal=False)


def _adults(text: str) -> str | None:
    return _quantity(read_count(text, "adults"), decimal=False)


def _children(text: str) -> str | None:
    return _quantity(read_count(text, "children"), decimal=False)


def _quantity(quantity: Quantity | None, decimal: bool) -> str | None:
    if quantity is None:
        return None
    if quantity.superlative:
        return "$MIN" if quantity.superlative == "min" else "$MAX"
    number = quantity.low if quantity.low is not None else quantity.high
    if number is None:
        return None
    return str(float(number)) if decimal else str(int(number))


_RULES: dict[str, Callable[[str], str | None]] = {
    "date": _date, "money": _money, "stars": _points, "rating": _guests, "days": _days,
    "n_adults": _adults, "n_children": _children,
}  # fmt: skip
