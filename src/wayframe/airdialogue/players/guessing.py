"""Correct a misspelt word."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from wayframe.airdialogue.players.vocabulary import CUES, GUESSABLE, WORDS, VocabularyWord


@lru_cache(maxsize=16_384)
def guess(low: str) -> VocabularyWord | None:
    """Return the known word that is one slip away from an unknown one; the first letter is mostly right."""
    if len(low) < 3 or not low.isascii():
        return None
    if len(low) == 3:
        return VocabularyWord("yes", "") if sorted(low) == ["e", "s", "y"] else None
    found = extractOne(low, GUESSABLE.get(low[0], ()), scorer=OSA.distance, score_cutoff=1)
    if found is None:
        return None
    return WORDS.get(found[0]) or VocabularyWord("cue", CUES.get(found[0], "departure"))


def close(one: str, other: str) -> bool:
    """Tell whether two words are at most one slip apart."""
    return OSA.distance(one, other) <= 1
