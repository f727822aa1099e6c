"""The training data of what is evaluated: nothing is tested on what it has seen, and protocols name it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wayframe import tracking
from wayframe.dialogue import Dialogue
from wayframe.evaluation.running import ORACLES
from wayframe.evaluation.sides import EvaluationSide
from wayframe.nlu import models
from wayframe.trainingdata import ModelOrigin


def tracker_origin(name: str) -> ModelOrigin | None:
    """Return the model file of a tracker as evaluations name it; None where it is in none, or trained on each side."""
    return None if name in tracking.TRAINED else tracking.model_origin(name)


def tagger_origin(name: str) -> ModelOrigin | None:
    """Return the model file of a tagger as evaluations name it; None where it is in none, or trained on each side."""
    return None if name in models.TRAINED else models.model_origin(name)


def check_unseen(
    origin: ModelOrigin | None, path: str | Path, dialogues: Sequence[Dialogue], sides: Sequence[EvaluationSide]
) -> None:
    """Raise `InputError` where a model was trained on some of the dialogues that the sides test."""
    if origin:
        tested = frozenset[str]().union(*(side.test for side in sides))
        origin.check_unseen(path, [dialogue for dialogue in dialogues if dialogue.user_id in tested])


def tracker_users(name: str, origin: ModelOrigin | None, side: EvaluationSide) -> list[str] | None:
    """Return the users that a tracker was trained on for a side; None where that is unknown."""
    if name in tracking.TRAINED:
        return sorted(side.train)
    if origin:
        return origin.users
    return [] if name in tracking.TRACKERS or name in ORACLES else None


def tagger_users(name: str, origin: ModelOrigin | None, side: EvaluationSide) -> list[str] | None:
    """Return the users that a tagger was trained on for a side; None where that is unknown."""
    if name in models.TRAINED:
        return sorted(side.train)
    return origin.users if origin else []
