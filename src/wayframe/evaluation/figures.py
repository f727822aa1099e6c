"""Figures over folds, each fold counting the same, and the intervals in which figures lie with 95 percent."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Figures = dict[str, float | None]
Measure = TypeVar("Measure", bound=str)


def rounded(figure: float | None) -> float | None:
    """Four decimals."""
    return None if figure is None else round(figure, 4)


def over_folds(measures: Iterable[Measure], folds: Sequence[Callable[[Measure], float | None]]) -> dict[str, Figures]:
    """Mean and population deviation by measure; every fold says its figures."""
    means, deviations = Figures(), Figures()
    for measure in measures:
        kept = [figure for fold in folds if (figure := fold(measure)) is not None]
        means[measure] = rounded(statistics.fmean(kept)) if kept else None
        deviations[measure] = rounded(statistics.pstdev(kept)) if kept else None
    return {"mean": means, "std": deviations}


Interval = tuple[float, float]
_Z = 1.959964  # of 95 percent


def wilson(hits: float, of: int) -> Interval:
    """Wilson's score interval of a share; everything where there is nothing to go by."""
    if not of:
        return 0.0, 1.0
    share, square = hits / of, _Z * _Z / of
    middle, half = share + square / 2, _Z * math.sqrt(share * (1 - share) / of + square / (4 * of))
    return round(max(0.0, (middle - half) / (1 + square)), 4), round(min(1.0, (middle + half) / (1 + square)), 4)


def between(first: float, its: Interval, second: float, other: Interval) -> Interval:
    """The interval of `second - first` from the intervals of both.

    Of shares with Wilson's intervals it is Newcombe's hybrid score interval (1998, method 10); Zou and Donner (2008)
    show that any two good intervals may be put together so.
    """
    difference = second - first
    down = math.hypot(second - other[0], its[1] - first)
    up = math.hypot(other[1] - second, first - its[0])
    return round(difference - down, 4), round(difference + up, 4)
