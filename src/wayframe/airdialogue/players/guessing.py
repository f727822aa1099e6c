"""What a word with a slip in it was meant to be."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from wayframe.airdialogue.players.vocabulary import CUES, GUESSABLE, WORDS, Word


@lru_cache(maxsize=16_384)
def guess(low: str) -> Word | None:
    """What an unknown word may have been meant to be, one slip away; the first letter is mostly right."""
    if len(low) < 3 or not low.isascii():
        return None
    if len(low) == 3:
        return Word("yes", "") if sorted(low) == ["e", "s", "y"] else None
    found = extractOne(low, GUESSABLE.get(low[0], ()), scorer=OSA.distance, score_cutoff=1)
    if found is None:
        return None
    return WORDS.get(found[0]) or Word("cue", CUES.get(found[0], "departure"))


def close(one: str, other: str) -> bool:
    """Whether two words are a slip apart, or none."""
    return OSA.distance(one, other) <= 1
