"""Resolve the frame that each act and slot of a user's turn is about.

A tracker is a class with one method, `track`. `tracker(name)` finds those of Wayframe, those that packages announce
under the entry point group `wayframe.trackers`, and any class written `module:Class`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from wayframe.dialogue import Dialogue
from wayframe.errors import InputError, described, shown
from wayframe.extras import resolved
from wayframe.tracking.baselines import (
    NeverCreate,
    NewestFrame,
    PaperRules,
    PreviousActive,
    PriorChance,
    UniformBelief,
    train_priors,
)
from wayframe.tracking.lasting import Lasting
from wayframe.tracking.learned import LearnedTracker, TrackerModel, own_model, train_tracker
from wayframe.tracking.rules import RuleTracker
from wayframe.tracking.tracker import ActBelief, Observation, Tracker, Tracking, believed, new_frame, one_hot
from wayframe.trainingdata import ModelOrigin

GROUP = "wayframe.trackers"

TRACKERS: dict[str, type[Tracker]] = {
    "rules": RuleTracker,
    "paper-rules": PaperRules,
    "previous": PreviousActive,
    "never-create": NeverCreate,
    "newest": NewestFrame,
    "uniform": UniformBelief,
}

TRAINED: dict[str, Callable[[Sequence[Dialogue], int], Tracker]] = {"random": train_priors, "learned": train_tracker}
"""Trackers that are made from dialogues, with a seed."""


def usual() -> Tracker:
    """The tracker that the user has trained, else the rules. Raises `InputError` where the model can't be used."""
    return LearnedTracker.load(own_model()) if own_model().exists() else RuleTracker()


def model_path(name: str) -> Path | None:
    """Return the model file that the tracker called `name` is in; None where it is in none."""
    if name.endswith((".json", ".json.gz", ".json.xz")):
        return Path(name)
    return own_model() if name == "learned" and own_model().exists() else None


def model_origin(name: str) -> ModelOrigin | None:
    """Return the file, checksum and training data of the tracker called `name`; None where it is in no model file.

    Raises `InputError` where the file can't be used.
    """
    path = model_path(name)
    return ModelOrigin.of(path, TrackerModel.load(path).trained.training) if path else None


def tracker(name: str = "rules") -> Tracker:
    """The tracker called `name`, in the model file `name`.json, or of the class `module:Class`.

    `learned` is the one that the user has trained. Raises `InputError` where there is none.
    """
    if path := model_path(name):
        return LearnedTracker.load(path)
    if ":" in name:
        return _made(name, resolved("tracker", name))
    if name in TRACKERS:
        return TRACKERS[name]()
    from importlib.metadata import entry_points

    announced = {found.name: found for found in entry_points(group=GROUP)}
    if name not in announced:
        expected = ", ".join((*TRACKERS, *announced))
        trained = f" ({name} has to be trained)" if name in TRAINED else ""
        raise InputError(f"tracker: expected one of {expected}, or module:Class, found {shown(name)}{trained}")
    return _made(name, resolved("tracker", announced[name].value))


def _made(name: str, make: Any) -> Tracker:
    try:
        made: Tracker = make()
    except Exception as error:  # of somebody else's code
        raise InputError(f"tracker {shown(name)}: can't be made: {described(error)}") from error
    if not callable(getattr(made, "track", None)):
        raise InputError(f"tracker {shown(name)}: expected a method track(seen), found none")
    return made


__all__ = [
    "TRACKERS", "TRAINED", "ActBelief", "Lasting", "LearnedTracker", "NeverCreate", "NewestFrame", "Observation",
    "PaperRules", "PreviousActive", "PriorChance", "RuleTracker", "Tracker", "Tracking", "UniformBelief", "believed",
    "model_origin", "model_path", "new_frame", "one_hot", "own_model", "tracker", "train_priors", "train_tracker",
    "usual",
]  # fmt: skip
