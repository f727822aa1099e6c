"""Confidence intervals of means: percentile bootstrap (Efron 1979) over the samples."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

_LANE = 56  # bits of a sum
_UNIT = 1 << 32  # a value of 1

Intervals = dict[str, tuple[float, float]]


def intervals(columns: Mapping[str, Sequence[float]], resamples: int, seed: int) -> Intervals:
    """For each column of values from 0 to 1, what the middle 95 of 100 resampled means lie between.

    All columns are resampled together, the values of one sample side by side in one integer, so that a resample takes
    one pass; values count to the ninth digit.
    """
    if not resamples or not columns:
        return {}
    rows = [_packed(row) for row in zip(*columns.values(), strict=True)]
    chance, draws = random.Random(seed), list[int]()
    for _ in range(resamples):
        draws.append(sum(chance.choices(rows, k=len(rows))))
    tail = int(0.025 * resamples)
    found = Intervals()
    for lane, name in enumerate(columns):
        means = sorted(_unpacked(draw, lane) / len(rows) for draw in draws)
        found[name] = means[tail], means[-1 - tail]
    return found


def _packed(row: Sequence[float]) -> int:
    return sum(round(value * _UNIT) << (_LANE * lane) for lane, value in enumerate(row))


def _unpacked(draw: int, lane: int) -> float:
    return ((draw >> (_LANE * lane)) & ((1 << _LANE) - 1)) / _UNIT
