"""Wishes that name a direction only: "leave earlier", "as soon as possible", "a luxury hotel"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wayframe.nlu.phrases import anywhere

_DEGREE = anywhere(
    """
    (?P<category>{nice})(?= {stay}(?! to))
    (?<!the )(?<!or )(?<!you )(?<!ya )(?P<str_date>{soon})(?! (than|in|today|on|date|or later|\\d))
""",
    nice="really good  really nice  good  nice  decent  luxury  luxurious  fancy  upscale  classy  five  four  three",
    stay="hotels?  places?  resorts?  accommodations?  rooms?  digs",
    soon="""
        ((a|one|two|three|1|2|3|a couple of|a few) (days?|weeks?) )?(earlier|later)
        sooner  soonest  asap  as soon as (possible|i can|we can)
    """,
)


_BACK = anywhere(r"return\w*  (com(e|ing)|get(ting)?|be|fly(ing)?|head(ing)?|go(ing)?) (back|home)  back home")


class ComparativePhrase(NamedTuple):
    """A slot and where the words stand that say in which direction it should go."""

    slot: str
    start: int
    end: int


def comparatives(words: str) -> Iterator[ComparativePhrase]:
    """The directions that a sentence names."""
    for match in _DEGREE.finditer(words):
        slot = str(match.lastgroup)
        back = slot == "str_date" and _BACK.search(words[: match.start()])
        yield ComparativePhrase("end_date" if back else slot, *match.span(slot))
