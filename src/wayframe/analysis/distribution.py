"""Whole numbers that come many times, summed up: mean, quartiles, what a boxplot shows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import NamedTuple

Distribution = Mapping[int, int]
"""How often each number came."""


class BoxPlot(NamedTuple):
    """Values of a boxplot: the quartiles, the outermost values within 1.5 box lengths of the box, and those beyond."""

    low: float
    first: float
    median: float
    third: float
    high: float
    beyond: tuple[int, ...]


def mean(distribution: Distribution) -> float:
    """The mean; 0 where there is nothing."""
    count = sum(distribution.values())
    return sum(number * times for number, times in distribution.items()) / count if count else 0.0


def quantile(distribution: Distribution, share: float) -> float:
    """The number below which `share` of all lie, interpolated between two neighbours (type 7 of Hyndman and Fan)."""
    numbers = sorted(distribution)
    ends = list(accumulate(distribution[number] for number in numbers))
    position = share * (ends[-1] - 1)
    lower, upper = (
        next(number for number, end in zip(numbers, ends, strict=True) if place < end)
        for place in (int(position), min(int(position) + 1, ends[-1] - 1))
    )
    return lower + (upper - lower) * (position - int(position))


def box(distribution: Distribution) -> BoxPlot:
    """The boxplot of a distribution that holds something (Tukey's whiskers)."""
    first, median, third = (quantile(distribution, share) for share in (0.25, 0.5, 0.75))
    reach = 1.5 * (third - first)
    inside = [number for number in sorted(distribution) if first - reach <= number <= third + reach]
    beyond = tuple(number for number in sorted(distribution) if number not in inside)
    return BoxPlot(inside[0], first, median, third, inside[-1], beyond)
