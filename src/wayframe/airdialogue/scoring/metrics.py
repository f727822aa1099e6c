"""Metrics of responses against references: BLEU-4, ROUGE-L, the divergence of n-grams, perplexity.

BLEU (Papineni et al. 2002) is without smoothing, of a corpus or of one text, with one reference each. ROUGE-L (Lin
2004) is the longest run of words, gaps allowed, that a response shares with its reference. The divergence is Kullback
and Leibler's between the n-grams of all references and of all responses, by order. Perplexity comes from the losses
that a model reports, dialogue by dialogue.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import msgspec

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


OFTEN = 100
"""How often the references have an n-gram that counts."""

_TINY = 1e-10
_FEWEST = {"references": 60, "responses": 200}  # fewer leave the toolkit's twenty workers without a share

Text = Sequence[str]
ByOrder = dict[str, float]


def divergence(said: Sequence[Text], expected: Sequence[Text]) -> ByOrder | None:
    """The divergence of the responses from the references over the references' frequent n-grams, by order.

    Both are distributions over the same n-grams, one added to each count: never negative, 0 for the same counts.
    None where no n-gram is frequent.
    """
    found = ByOrder()
    for order in ORDERS:
        held = _frequent(_counts(expected, order))
        if held:
            ours = _counts(said, order)
            found[_name(order)] = _proper(held, ours)
    return found or None


def divergence_reference(said: Sequence[Text], expected: Sequence[Text]) -> ByOrder | None:
    """The same as the public toolkit has it: each side by the total of what it has often itself.

    So the two aren't distributions over the same n-grams, and the sum may be below 0. None where the toolkit breaks
    down: on few lines, or where the responses have nothing often.
    """
    if len(expected) < _FEWEST["references"] or len(said) < _FEWEST["responses"]:
        return None
    found = ByOrder()
    for order in ORDERS:
        held, ours = _frequent(_counts(expected, order)), _counts(said, order)
        total = _frequent(ours).values()
        if held and not total:
            return None
        share = sum(held.values()) / sum(total) if held else 0.0
        parts = ((count + _TINY, ours.get(run, 0) + _TINY) for run, count in held.items())
        found[_name(order)] = math.fsum(
            -one / sum(held.values()) * math.log(other / one * share) for one, other in parts
        )
    return found


def _proper(held: Mapping[tuple[str, ...], int], ours: Mapping[tuple[str, ...], int]) -> float:
    expected = sum(held.values()) + len(held)
    said = sum(ours.get(run, 0) for run in held) + len(held)
    return math.fsum(
        (count + 1) / expected * math.log((count + 1) / expected * said / (ours.get(run, 0) + 1))
        for run, count in held.items()
    )


def _counts(texts: Sequence[Text], order: int) -> Counter[tuple[str, ...]]:
    return Counter(chain.from_iterable(ngrams(text, order) for text in texts))


def _frequent(counts: Mapping[tuple[str, ...], int]) -> dict[tuple[str, ...], int]:
    return {run: count for run, count in counts.items() if count >= OFTEN}


def _name(order: int) -> str:
    return f"{order}-gram"


class DialogueLoss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cross-entropy of one dialogue in nats, summed over tokens: both speakers' words, and the final action's.

    `length` counts the dialogue's tokens, the first of which nothing predicts.
    """

    customer: float
    agent: float
    length: int
    action: float = 0.0


def perplexity(losses: Iterable[DialogueLoss], with_action: bool = False) -> float | None:
    """The exponential of the mean loss of a token; None where there is no token.

    The public model adds the action's loss but not its tokens: `with_action` gives its figure.
    """
    total, tokens = 0.0, 0
    for loss in losses:
        total += loss.customer + loss.agent + (loss.action if with_action else 0.0)
        tokens += loss.length - 1
    try:
        return math.exp(total / tokens) if tokens > 0 else None
    except OverflowError:
        return math.inf
