"""Scores of frame tracking: the public evaluator's as they are, strict ones, and the paper's measures.

`score` reads a corpus and a file of predictions; `docs/tracking.md` says what is decided where the public evaluator and
the paper leave something open.
"""

from __future__ import annotations

from wayframe.scoring.files import Mode, PredictionScore, of_fold, score, write_wrong
from wayframe.scoring.measures import (
    MEASURES,
    DecisionTally,
    FrameDecision,
    Measure,
    MeasureCounts,
    TagTallies,
    creates,
)
from wayframe.scoring.reading import READING_MEASURES, HitCounts, ReadingAgreement, ReadingMeasure

__all__ = [
    "MEASURES",
    "READING_MEASURES",
    "DecisionTally",
    "FrameDecision",
    "HitCounts",
    "Measure",
    "MeasureCounts",
    "Mode",
    "PredictionScore",
    "ReadingAgreement",
    "ReadingMeasure",
    "TagTallies",
    "creates",
    "of_fold",
    "score",
    "write_wrong",
]  # fmt: skip
