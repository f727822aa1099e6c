"""Scores of frame tracking: the public evaluator's as they are, strict ones, and the paper's measures.

`score` reads a corpus and a file of predictions; `docs/tracking.md` says what is decided where the public evaluator and
the paper leave something open.
"""

from __future__ import annotations

from wayframe.scoring.files import Mode, Score, of_fold, score, write_wrong
from wayframe.scoring.measures import MEASURES, Measure, Shares, creates
from wayframe.scoring.reading import READING_MEASURES, Agreement, Hits, ReadingMeasure
from wayframe.scoring.strict import Decision
from wayframe.scoring.tally import Counts, Tally

__all__ = [
    "MEASURES", "READING_MEASURES", "Agreement", "Counts", "Decision", "Hits", "Measure", "Mode", "ReadingMeasure",
    "Score", "Shares", "Tally", "creates", "of_fold", "score", "write_wrong",
]  # fmt: skip
