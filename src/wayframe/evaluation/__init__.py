"""Evaluate a tracker on users that it wasn't trained on, beside baselines, in parts that tell where it fails."""

from __future__ import annotations

from wayframe.evaluation.judging import SPLITS, Split, SplitCounts
from wayframe.evaluation.report import evaluate
from wayframe.evaluation.running import (
    BASELINES,
    ORACLES,
    TrackerOutcome,
    TrackerPlan,
    predict,
    tagger_origin,
    tracker_origin,
)
from wayframe.evaluation.sides import DividedCorpus, EvaluationSide, divided

__all__ = [
    "BASELINES",
    "ORACLES",
    "SPLITS",
    "DividedCorpus",
    "EvaluationSide",
    "Split",
    "SplitCounts",
    "TrackerOutcome",
    "TrackerPlan",
    "divided",
    "evaluate",
    "predict",
    "tagger_origin",
    "tracker_origin",
]  # fmt: skip
