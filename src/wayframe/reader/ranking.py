"""Ranking: the best of what a phrase or a clause may mean, by weights learned from labelled turns.

What the rules compose is one candidate among others. Each candidate goes by some names, and its score is the sum, over
its names, of the weights that the features of its place have for that name; a softmax over the candidates of a place
makes probabilities of the scores. `benchmarks/ranking.py` learns the weights, which are a language's data.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import NamedTuple, TypeAlias

from wayframe import language

Names: TypeAlias = tuple[str, ...]
Weights: TypeAlias = Mapping[str, Mapping[str, float]]
"""The weights of each feature for the names that it speaks for or against, by the feature."""


class Rankings(NamedTuple):
    """A language's weights: for the wishes of phrases, and for the moves of clauses."""

    phrases: Weights
    clauses: Weights


def probabilities(candidates: Sequence[Names], features: Collection[str], weights: Weights) -> list[float]:
    """Return how likely each of some candidates is."""
    known = dict[str, float]()
    for feature in features:
        for name, weight in weights.get(feature, {}).items():
            known[name] = known.get(name, 0.0) + weight
    scores = [sum(known.get(name, 0.0) for name in names) for names in candidates]
    highest = max(scores)
    shares = [exp(score - highest) for score in scores]
    whole = sum(shares)
    return [share / whole for share in shares]


@cache
def rankings_of(code: str) -> Rankings | None:
    """Return the weights of a language; none where its pack has none, so that the rules alone read."""
    file = files(language) / code / "ranking.json.xz"
    if not file.is_file():
        return None
    found = json.loads(lzma.decompress(file.read_bytes()))
    return Rankings(found["phrases"], found["clauses"])
