"""A tracker that learns from labelled dialogues (the extra `learned` brings LightGBM)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wayframe import files
from wayframe.dialogue import Dialogue
from wayframe.tracking.learned.model import LearnedTracker, TrackerModel
from wayframe.tracking.learned.scene import VERSION
from wayframe.tracking.learned.training import train


def train_tracker(dialogues: Sequence[Dialogue], seed: int = 0) -> LearnedTracker:
    """A tracker trained on these dialogues. Raises like `train`."""
    return LearnedTracker(train(dialogues, seed))


def own_model() -> Path:
    """Return the path of the user's own model, with its version, so that a newer program never loads an old one."""
    return files.home() / f"tracker-{VERSION}.json"


__all__ = ["LearnedTracker", "TrackerModel", "own_model", "train", "train_tracker"]
