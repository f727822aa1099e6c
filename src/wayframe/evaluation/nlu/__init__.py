"""Evaluate taggers on users that they weren't trained on, clean and with noise (paper section 8.1)."""

from __future__ import annotations

from wayframe.evaluation.nlu.predicting import predicted
from wayframe.evaluation.nlu.report import evaluate
from wayframe.evaluation.nlu.running import TaggerPlan, trained

__all__ = ["TaggerPlan", "evaluate", "predicted", "trained"]
