"""How good a tracker is: on users that it wasn't trained on, beside baselines, in parts that tell where it fails."""

from __future__ import annotations

from wayframe.evaluation.judging import SPLITS, Judged, Split
from wayframe.evaluation.predicting import predict
from wayframe.evaluation.report import evaluate
from wayframe.evaluation.running import BASELINES, ORACLES, Outcome, Plan
from wayframe.evaluation.sides import Side, by_folds, by_users
from wayframe.evaluation.trained import tagger_origin, tracker_origin

__all__ = [
    "BASELINES", "ORACLES", "SPLITS", "Judged", "Outcome", "Plan", "Side", "Split", "by_folds", "by_users", "evaluate",
    "predict", "tagger_origin", "tracker_origin",
]  # fmt: skip
