"""Figures over folds, each fold counting the same; what a fold doesn't have is left out."""

from __future__ import annotations

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
