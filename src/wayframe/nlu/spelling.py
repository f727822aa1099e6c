"""Slips of the pen in the words by which people say what they want: "retrun", "leavng", "chepaer".

Names, months and numbers are read with their slips by `wayframe.values`; here it is the words around them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

# What is looked for, and words that are no slips although they are near to it.
_MEANT = (
    "anything", "anywhere", "available", "breakfast", "budget", "business", "cheaper", "cheapest", "children",
    "departing", "departure", "destination", "destinations", "different", "dollars", "economy", "expensive",
    "flexible", "hotels", "leaving", "package", "packages", "return", "returning", "something",
    "tomorrow", "vacation", "weekend",
)  # fmt: skip
_RIGHT = frozenset((
    *_MEANT, "breakfasts", "budge", "budged", "budgeted", "budgets", "cheaply", "cheapen", "cheater", "collars",
    "departed", "departures", "difference", "differ", "dollar", "economic", "economics", "expansive", "fidget",
    "gadget", "heaving", "hostels", "hotel", "leading", "leaning", "learning", "leasing", "leavings", "living",
    "packaged", "packager", "returned", "returner", "returns", "someone", "vacations", "vocation", "weaving", "weekday",
    "weekends",
))  # fmt: skip
_LONG = 8  # letters, from which on two slips are corrected instead of one
_LOWER = re.compile(r"(?<![\w'-])[a-z]{5,}(?![\w'-])")


class Spelled(NamedTuple):
    """A text with its slips corrected, and for each place in it the place in the text as it was written."""

    words: str
    places: tuple[int, ...]

    def written(self, start: int, end: int) -> tuple[int, int]:
        """Where the words from `start` to `end` stand in the text as it was written."""
        return self.places[start], self.places[end]


def spelled(text: str) -> Spelled:
    """The text with common words spelled as they should be."""
    slips = [(found, right) for found in _LOWER.finditer(text) if (right := _right(found.group()))]
    words, places, end = "", list[int](), 0
    for found, right in slips:
        words += text[end : found.start()] + right
        places += range(end, found.start())
        places += [min(found.start() + at, found.end() - 1) for at in range(len(right))]
        end = found.end()
    return Spelled(words + text[end:], (*places, *range(end, len(text) + 1)))


@lru_cache(maxsize=8192)
def _right(word: str) -> str | None:
    """The word that is meant, None where `word` is no slip of one."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if word in _RIGHT:
        return None
    slips = 2 if len(word) >= _LONG else 1
    near = process.extractOne(word, _MEANT, scorer=OSA.distance, score_cutoff=slips)
    return near[0] if near and near[0][0] == word[0] else None
