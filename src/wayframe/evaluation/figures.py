"""Figures over folds, each fold counting the same; what a fold doesn't have is left out."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence

Figures = dict[str, float | None]


def rounded(figure: float | None) -> float | None:
    """Four decimals."""
    return None if figure is None else round(figure, 4)


def over_folds(measures: Iterable[str], folds: Sequence[Callable[[str], float | None]]) -> dict[str, Figures]:
    """Mean and population deviation by measure; every fold says its figures."""
    kept = {name: [figure for fold in folds if (figure := fold(name)) is not None] for name in measures}
    return {
        kind: {name: rounded(of(found)) if found else None for name, found in kept.items()}
        for kind, of in (("mean", statistics.fmean), ("std", statistics.pstdev))
    }
