"""Seat classes. The catalogue has two (paper table 8); first class, which it lacks, stays what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wayframe.values.lexer import small
from wayframe.values.records import Mention, Reading

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
