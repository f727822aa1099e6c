"""Compare the n-grams of all responses with those of all references: Kullback-Leibler by order, 1 to 4."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from wayframe.airdialogue.scoring.bleu import ORDERS, ngrams

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
