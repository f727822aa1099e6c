"""ROUGE-L (Lin 2004): the longest run of words, gaps allowed, that a response shares with its reference."""

from __future__ import annotations

from collections.abc import Sequence

_LEAST = 1e-12


def rouge_l(said: Sequence[str], expected: Sequence[str]) -> float:
    """The F1 of precision and recall of the longest common subsequence, from 0 to 1; 0 where a side is empty."""
    if not said or not expected:
        return 0.0
    return 2 * _shared(said, expected) / (len(said) + len(expected))


def rouge_l_reference(said: Sequence[str], expected: Sequence[str]) -> float:
    """The F measure of the public toolkit, in which beta is precision by recall. Raises nothing on two full texts."""
    shared = _shared(said, expected)
    recall, precision = shared / len(expected), shared / len(said)
    beta = precision / (recall + _LEAST)
    return (1 + beta**2) * recall * precision / (recall + beta**2 * precision + _LEAST)


def _shared(said: Sequence[str], expected: Sequence[str]) -> int:
    from rapidfuzz.distance import LCSseq

    return LCSseq.similarity(said, expected)
