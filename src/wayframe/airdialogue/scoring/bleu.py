"""BLEU-4 (Papineni et al. 2002) without smoothing, of a corpus or of one text; one reference each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

ORDERS = (1, 2, 3, 4)


def bleu(pairs: Iterable[tuple[Sequence[str], Sequence[str]]]) -> float | None:
    """The BLEU of responses against references, both in tokens, from 0 to 100; None where a side is empty throughout.

    Clipped counts are summed over the pairs; where no n-gram of some order is right, the score is 0.
    """
    right, all_of = [0] * len(ORDERS), [0] * len(ORDERS)
    said_length = expected_length = 0
    for said, expected in pairs:
        said_length += len(said)
        expected_length += len(expected)
        same = said == expected
        for at, order in enumerate(ORDERS):
            possible = max(0, len(said) - order + 1)
            all_of[at] += possible
            right[at] += possible if same else _common(said, expected, order)
    if not said_length or not expected_length:
        return None
    if not all(right):
        return 0.0
    precision = math.exp(sum(math.log(one / other) / len(ORDERS) for one, other in zip(right, all_of, strict=True)))
    ratio = said_length / expected_length
    return 100 * precision * (1.0 if ratio > 1 else math.exp(1 - 1 / ratio))


def ngrams(tokens: Sequence[str], order: int) -> Iterator[tuple[str, ...]]:
    """All runs of so many tokens."""
    return zip(*(tokens[start:] for start in range(order)), strict=False)


def _common(said: Sequence[str], expected: Sequence[str], order: int) -> int:
    held = Counter(ngrams(expected, order))
    if not held:
        return 0
    return sum(min(count, held[run]) for run, count in Counter(ngrams(said, order)).items() if run in held)
