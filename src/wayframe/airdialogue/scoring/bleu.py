"""BLEU-4 (Papineni et al. 2002) without smoothing, of a corpus or of one text; one reference each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

ORDERS = (1, 2, 3, 4)


class BleuCounts:
    """Counts that BLEU is made of: right and possible n-grams by order, and the lengths of both sides."""

    def __init__(self) -> None:
        self._right, self._possible = [0] * len(ORDERS), [0] * len(ORDERS)
        self._said = self._expected = 0

    def add(self, said: Sequence[str], expected: Sequence[str]) -> None:
        """Count a response against its reference, both in tokens."""
        self._said += len(said)
        self._expected += len(expected)
        same = said == expected
        for at, order in enumerate(ORDERS):
            possible = max(0, len(said) - order + 1)
            self._possible[at] += possible
            self._right[at] += possible if same else _common(said, expected, order)

    def score(self) -> float | None:
        """The BLEU from 0 to 100; None where a side is empty throughout, 0 where no n-gram of some order is right."""
        if not self._said or not self._expected:
            return None
        if not all(self._right):
            return 0.0
        shares = (right / possible for right, possible in zip(self._right, self._possible, strict=True))
        precision = math.exp(sum(math.log(share) / len(ORDERS) for share in shares))
        ratio = self._said / self._expected
        return 100 * precision * (1.0 if ratio > 1 else math.exp(1 - 1 / ratio))


def bleu(pairs: Iterable[tuple[Sequence[str], Sequence[str]]]) -> float | None:
    """The BLEU of responses against references: clipped counts are summed over the pairs."""
    tally = BleuCounts()
    for said, expected in pairs:
        tally.add(said, expected)
    return tally.score()


def ngrams(tokens: Sequence[str], order: int) -> Iterator[tuple[str, ...]]:
    """All runs of so many tokens."""
    return zip(*(tokens[start:] for start in range(order)), strict=False)


def _common(said: Sequence[str], expected: Sequence[str], order: int) -> int:
    held = Counter(ngrams(expected, order))
    if not held:
        return 0
    return sum(min(count, held[run]) for run, count in Counter(ngrams(said, order)).items() if run in held)
