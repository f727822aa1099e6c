"""Predict a turn's beliefs with four ensembles of decision trees, one after the other.

First where the turn goes: if the user switches, to which frame; whether it makes a new one there. Then what every slot
is about, knowing that. Then which frames every act is about as a whole, knowing both: so one turn's decisions agree.

A model file (`wayframe.modelfiles`) says what it was trained on and what it expects to be shown, and has LightGBM's own
text of the trees.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import chain
from math import exp, prod
from pathlib import Path
from typing import NamedTuple

from wayframe import modelfiles
from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError, shown
from wayframe.extras import missing
from wayframe.ontology import ACTS, SLOTS
from wayframe.tracking.learned.frames import SWITCH_ROW, frame_rows, switch_rows
from wayframe.tracking.learned.references import ACT_ROW, SLOT_ROW, act_rows, slot_rows
from wayframe.tracking.learned.scene import VERSION, Beliefs, Row, TurnGoal, TurnScene, likeliest
from wayframe.tracking.learned.turns import CREATE_ROW, create_row, turn_row
from wayframe.tracking.tracker import ActBelief, Observation, Tracking, referring
from wayframe.trainingdata import TrainingData

_DOUBLE, _BY_ROWS, _RAW_SCORE, _FIRST_TREE, _ALL_TREES = 1, 1, 1, 0, -1
_SETTINGS = b"num_threads=1 verbosity=-1"


class TreeEnsemble:
    """An ensemble, from LightGBM's text of it. Raises `InputError` where that can't be read or LightGBM is missing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._library = _library()
        self._handle, grown = ctypes.c_void_p(), ctypes.c_int()
        data = text.encode()
        self._call("LGBM_BoosterLoadModelFromString", data, ctypes.byref(grown), ctypes.byref(self._handle))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.LGBM_BoosterFree(self._handle)

    def scores(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """The sum of the trees' values for every row, before any link function."""
        if not rows:
            return []
        data, found, length = array("d", chain.from_iterable(rows)), array("d", bytes(8 * len(rows))), ctypes.c_int64()
        self._call(
            "LGBM_BoosterPredictForMat",
            self._handle,
            ctypes.c_void_p(data.buffer_info()[0]),
            _DOUBLE,
            len(rows),
            len(rows[0]),
            _BY_ROWS,
            _RAW_SCORE,
            _FIRST_TREE,
            _ALL_TREES,
            _SETTINGS,
            ctypes.byref(length),
            ctypes.c_void_p(found.buffer_info()[0]),
        )
        return found.tolist()

    def _call(self, name: str, *arguments: object) -> None:
        if getattr(self._library, name)(*arguments):
            raise InputError(f"LightGBM: {self._library.LGBM_GetLastError().decode(errors='replace')}")


def _library() -> ctypes.CDLL:
    package = find_spec("lightgbm")
    if package is None:
        raise missing("a trained tracker needs lightgbm", "learned")
    folders = map(Path, package.submodule_search_locations or ())
    found = [path for folder in folders for path in sorted(folder.glob("**/lib_lightgbm.*"))]
    found += sorted(Path(sys.prefix).glob("lib/lib_lightgbm.*"))  # where conda puts it
    if not found:
        raise missing("a trained tracker needs lightgbm", "learned")
    library = ctypes.CDLL(str(found[0]))
    library.LGBM_GetLastError.restype = ctypes.c_char_p
    return library


_FILE = modelfiles.ModelKind("wayframe-tracker", "trained tracker")
FEATURES = {"create": CREATE_ROW, "switch": SWITCH_ROW, "slots": SLOT_ROW, "acts": ACT_ROW}


class TrackerTraining(FramesRecord, frozen=True, gc=False):
    """Training data of a model: the sha256 of the dialogues as JSON lines, in their order, and their names."""

    data: str
    dialogues: int
    seed: int
    lightgbm: str
    training: TrainingData


class _TrackerFile(FramesRecord, frozen=True, gc=False):
    format: str
    version: int
    trained: TrackerTraining
    acts: tuple[str, ...]
    slots: tuple[str, ...]
    features: dict[str, tuple[str, ...]]
    trees: dict[str, str]
    sha256: str = ""


def believe_heading(switch: TreeEnsemble, scene: TurnScene, turn: Row, frames: Sequence[Row]) -> Beliefs:
    """To which of the frames that exist the turn goes: the active one, unless the user switches."""
    if scene.switches:
        return _shares(switch.scores(switch_rows(scene, turn, frames)))
    return [float(number == scene.active) for number in range(1, scene.count + 1)]


def believe_goal(create: TreeEnsemble, scene: TurnScene, turn: Row, heading: Beliefs) -> TurnGoal:
    """Estimate the chance of a new frame, and of each frame that the turn may go to."""
    new = _chance(create.scores([create_row(scene, turn, heading)])[0])
    return TurnGoal(heading, [*((1 - new) * share for share in heading), new])


class TrackerModel(NamedTuple):
    """A trained tracker's knowledge."""

    create: TreeEnsemble
    switch: TreeEnsemble
    slots: TreeEnsemble
    acts: TreeEnsemble
    trained: TrackerTraining

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes. Raises `InputError` where it can't be written."""
        trees = {name: getattr(self, name).text for name in FEATURES}
        file = _TrackerFile(_FILE.format, VERSION, self.trained, tuple(ACTS), tuple(SLOTS), FEATURES, trees)
        modelfiles.write(path, file)

    @classmethod
    def load(cls, path: str | Path) -> TrackerModel:
        """Read a model. Raises `InputError` where the file is none, is damaged or doesn't fit this version."""
        file = modelfiles.read(path, _FILE, _TrackerFile, VERSION)
        if file.features != FEATURES:
            raise modelfiles.outdated(path)
        try:
            create, switch, slots, acts = (TreeEnsemble(file.trees[name]) for name in FEATURES)
        except KeyError as error:
            raise InputError(f"{path}: holds no trees called {shown(str(error))}") from error
        return cls(create, switch, slots, acts, file.trained)


def believe_slots(trees: TreeEnsemble, scene: TurnScene, goal: TurnGoal, frames: Sequence[Row]) -> list[list[Beliefs]]:
    """Estimate the candidates of every slot of every act, given the goal of the turn."""
    rows = [row for place, _, _ in scene.slots for row in slot_rows(scene, place, goal, frames)]
    scores, width = trees.scores(rows), scene.count + 1
    shares = [_shares(scores[start : start + width]) for start in range(0, len(rows), width)]
    found: list[list[Beliefs]] = [[] for _ in scene.acts]
    for ((number, _), _, _), share in zip(scene.slots, shares, strict=True):
        found[number].append(share)
    return found


def reconciled(goal: TurnGoal, slots: Sequence[Sequence[Beliefs]]) -> TurnGoal:
    """Adjust the goal of the turn to its slots: one that is about a new frame makes one."""
    beliefs = goal.beliefs
    new, best = len(beliefs), likeliest(beliefs)
    if best == new or not any(likeliest(slot) == new for about in slots for slot in about):
        return goal
    return goal._replace(beliefs=[*beliefs[: best - 1], beliefs[-1], *beliefs[best:-1], beliefs[best - 1]])


def believe_acts(
    trees: TreeEnsemble, scene: TurnScene, goal: TurnGoal, slots: Sequence[Sequence[Beliefs]], frames: Sequence[Row]
) -> list[Beliefs]:
    """Estimate the chance of every candidate to be what an act is about as a whole, given all else.

    Where no candidate alone is likelier than not, but one is likelier than that it is none at all, it is that one.
    """
    rows = [row for number in range(len(scene.acts)) for row in act_rows(scene, number, goal, slots[number], frames)]
    beliefs, width = [_chance(score) for score in trees.scores(rows)], scene.count + 1
    if likeliest(goal.beliefs) < width:
        beliefs[width - 1 :: width] = [0.0] * len(scene.acts)  # no act is about a frame that isn't made
    return [_settled(beliefs[start : start + width]) for start in range(0, len(rows), width)]


def _settled(beliefs: Beliefs) -> Beliefs:
    highest, none = max(beliefs), prod(1 - belief for belief in beliefs)
    if none < highest <= 0.5:
        beliefs[beliefs.index(highest)] = highest / (highest + none)
    return beliefs


def _chance(score: float) -> float:
    return 1 / (1 + exp(-score))


def _shares(scores: Sequence[float]) -> Beliefs:
    """Scores as a distribution."""
    highest = max(scores)
    weights = [exp(score - highest) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


class LearnedTracker:
    """Frames as a model has learned to see them."""

    def __init__(self, model: TrackerModel) -> None:
        self.model = model

    @classmethod
    def load(cls, path: str | Path) -> LearnedTracker:
        """The tracker in a model file. Raises like `TrackerModel.load`."""
        return cls(TrackerModel.load(path))

    def track(self, seen: Observation) -> Tracking:
        """Predict the goal of the turn, then the frames of its slots, then of its acts as a whole."""
        scene = TurnScene(seen)
        turn, frames = turn_row(scene), frame_rows(scene)
        heading = believe_heading(self.model.switch, scene, turn, frames)
        goal = believe_goal(self.model.create, scene, turn, heading)
        slots = believe_slots(self.model.slots, scene, goal, frames)
        goal = reconciled(goal, slots)
        whole = believe_acts(self.model.acts, scene, goal, slots, frames)
        active = likeliest(goal.beliefs)
        acts = (
            referring(act, active, [likeliest(slot) for slot in about], _likely(own))
            for act, about, own in zip(seen.acts, slots, whole, strict=True)
        )
        beliefs = (ActBelief(tuple(map(tuple, about)), tuple(own)) for about, own in zip(slots, whole, strict=True))
        return Tracking(tuple(acts), active, tuple(beliefs))


def _likely(beliefs: Beliefs) -> list[int]:
    return [number for number, belief in enumerate(beliefs, 1) if belief > 0.5]
