"""Wishes that name a direction only: "leave earlier", "as soon as possible", "a luxury hotel"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_STAY = r"(?:hotels?|places?|resorts?|accommodations?|rooms?|digs)"
_DEGREE = re.compile(
    rf"(?<![\w'-])(?:(?P<category>(?:really )?(?:good|nice|decent|luxury|luxurious|fancy|upscale|classy|five"
    rf"|four|three)) {_STAY}(?! to)"
    r"|(?<!the )(?<!or )(?P<str_date>earlier|sooner|later|soonest|asap|as soon as (?:possible|i can"
    r"|we can))(?! (?:than|in|today|on|date))(?! \d))(?![\w'-])",
    re.IGNORECASE,
)


class Degree(NamedTuple):
    """A slot and where the words stand that say in which direction it should go."""

    slot: str
    start: int
    end: int


def degrees(words: str) -> Iterator[Degree]:
    """The directions that a sentence names."""
    for match in _DEGREE.finditer(words):
        slot = str(match.lastgroup)
        yield Degree(slot, *match.span(slot))
