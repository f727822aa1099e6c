"""Seat classes. The catalogue has two (paper table 8); first class, which it lacks, stays what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wayframe.values.records import Mention

_NO_SEAT = r"trips?|travel|partners?|meetings?|associates?|reasons?|purposes?|cent(?:er|re)|conference|days?|man|woman"
_SEAT = re.compile(
    rf"\b(?:(?P<business>biz(?:[ -]class)?|business(?:[ -]class)?(?!\s+(?:{_NO_SEAT})\b))"
    r"|(?P<economy>econom(?:y|ic|ical)[ -]class|economy|coach(?:[ -]class)?)"
    r"|(?P<first>first[ -]class))\b",
    re.IGNORECASE,
)
_NAMES = {"business": "business", "economy": "economy", "first": "first class"}


def find_seats(text: str) -> Iterator[Mention]:
    """Every seat class in the text."""
    for found in _SEAT.finditer(text):
        yield Mention(found.start(), found.end(), "seat", _NAMES[found.lastgroup or ""])


def seat(text: str) -> str | None:
    """The seat class that `text` names, if it names one."""
    return next((str(mention.value) for mention in find_seats(text)), None)
