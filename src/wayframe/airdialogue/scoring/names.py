"""Measure the likeness of two names."""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import lru_cache

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


@lru_cache(maxsize=65536)
def likeness(said: str, expected: str) -> float:
    """The F1 over the characters of two names, from 0 to 1, as the public toolkit has it.

    It takes a name for a bag of characters: without case, punctuation and the words a, an and the, but in any order,
    so that "Edwards Emily" is "Emily Edwards", and "An Le" has lost its "an".
    """
    one, other = _letters(said), _letters(expected)
    common = (one & other).total()
    if not common:
        return 0.0
    precision, recall = common / one.total(), common / other.total()
    return 2 * precision * recall / (precision + recall)


def halves(said: str, expected: str) -> float:
    """Half a point for the same first word, half for the same last word, whatever their case.

    So the exact-match score of the public model counts, which knows names of two words only.
    """
    one, other = said.lower().split(), expected.lower().split()
    if not one or not other:
        return float(one == other)
    return ((one[0] == other[0]) + (one[-1] == other[-1])) / 2


def _letters(name: str) -> Counter[str]:
    words = _ARTICLES.sub(" ", name.lower().translate(_PUNCTUATION)).split()
    return Counter(" ".join(words))
