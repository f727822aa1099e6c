"""What was learned: four ensembles of decision trees, and how a turn's beliefs follow from them one after the other.

First where the turn goes: whether it makes a frame, and if the user switches, to which. Then what every slot is about,
knowing that. Then which frames every act is about as a whole, knowing both: so one turn's decisions agree.

A model file is JSON with a checksum: what it was trained on, what it expects to be shown, and LightGBM's own text of
the trees. Nothing in it is ever executed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import exp, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from wayframe import files
from wayframe.dialogue import Record
from wayframe.errors import InputError, shown
from wayframe.ontology import ACTS, SLOTS
from wayframe.tracking.learned.features import (
    ACT_ROW,
    SLOT_ROW,
    SWITCH_ROW,
    TURN,
    VERSION,
    Row,
    act_rows,
    likeliest,
    slot_rows,
    switch_rows,
)  # fmt: skip
from wayframe.tracking.learned.scene import Scene

if TYPE_CHECKING:
    import lightgbm

FORMAT = "wayframe-tracker"
FEATURES = {"create": TURN, "switch": SWITCH_ROW, "slots": SLOT_ROW, "acts": ACT_ROW}

Beliefs = list[float]
"""How likely every candidate is; entry i is frame i + 1, the last one a new frame."""


class Trained(Record, frozen=True, gc=False):
    """What a model was trained on: `data` is the sha256 of the dialogues as JSON lines, in their order."""

    data: str
    dialogues: int
    seed: int
    lightgbm: str


class _File(Record, frozen=True, gc=False):
    format: str
    version: int
    trained: Trained
    acts: tuple[str, ...]
    slots: tuple[str, ...]
    features: dict[str, tuple[str, ...]]
    trees: dict[str, str]
    sha256: str = ""


class _Head(msgspec.Struct):
    """Enough of a file to see whether it is one of ours."""

    format: str = ""
    version: int = 0


class Goals(NamedTuple):
    """Where a turn goes."""

    create: lightgbm.Booster
    switch: lightgbm.Booster

    def believe(self, scene: Scene, turn: Row, frames: Sequence[Row]) -> Beliefs:
        """How likely every frame is active after the turn."""
        new = _chance(_scores(self.create, [turn])[0])
        if scene.switches:
            return [*((1 - new) * share for share in _shares(_scores(self.switch, switch_rows(turn, frames)))), new]
        return [(1 - new) * (number == scene.active) for number in range(1, scene.count + 1)] + [new]


class Model(NamedTuple):
    """A trained tracker's knowledge."""

    goals: Goals
    slots: lightgbm.Booster
    acts: lightgbm.Booster
    trained: Trained

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes. Raises `InputError` where it can't be written."""
        trees = {"create": self.goals.create, "switch": self.goals.switch, "slots": self.slots, "acts": self.acts}
        text = {name: booster.model_to_string() for name, booster in trees.items()}
        file = _File(FORMAT, VERSION, self.trained, tuple(ACTS), tuple(SLOTS), FEATURES, text)
        with files.writing(path) as target:
            target.write(msgspec.json.encode(msgspec.structs.replace(file, sha256=_checksum(file))))

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """Read a model. Raises `InputError` where the file is none, is damaged or doesn't fit this version."""
        with files.reading(path) as source:
            file = _decoded(path, source.read())
        lgb = lightgbm_module()
        try:
            create, switch, slots, acts = (lgb.Booster(model_str=file.trees[name]) for name in FEATURES)
        except (KeyError, lgb.basic.LightGBMError) as error:
            raise InputError(f"{path}: holds trees that can't be read: {shown(str(error))}") from error
        return cls(Goals(create, switch), slots, acts, file.trained)


def believe_slots(booster: lightgbm.Booster, scene: Scene, goal: Beliefs, frames: Sequence[Row]) -> list[list[Beliefs]]:
    """What every slot of every act is about, given where the turn goes."""
    rows = [row for place, _, _ in scene.slots for row in slot_rows(scene, place, goal, frames)]
    scores, width = _scores(booster, rows), scene.count + 1
    shares = [_shares(scores[start : start + width]) for start in range(0, len(rows), width)]
    found: list[list[Beliefs]] = [[] for _ in scene.acts]
    for ((number, _), _, _), share in zip(scene.slots, shares, strict=True):
        found[number].append(share)
    return found


def reconciled(goal: Beliefs, slots: Sequence[Sequence[Beliefs]]) -> Beliefs:
    """Where the turn goes, now that its slots are known: one that is about a new frame makes one."""
    new, best = len(goal), likeliest(goal)
    if best == new or not any(likeliest(slot) == new for about in slots for slot in about):
        return goal
    return [*goal[: best - 1], goal[-1], *goal[best:-1], goal[best - 1]]


def believe_acts(
    booster: lightgbm.Booster, scene: Scene, goal: Beliefs, slots: Sequence[Sequence[Beliefs]], frames: Sequence[Row]
) -> list[Beliefs]:
    """How likely every act is about every candidate as a whole, given all else.

    Where no candidate alone is likelier than not, but one is likelier than that it is none at all, it is that one.
    """
    rows = [row for number in range(len(scene.acts)) for row in act_rows(scene, number, goal, slots[number], frames)]
    beliefs, width = [_chance(score) for score in _scores(booster, rows)], scene.count + 1
    if likeliest(goal) < width:
        beliefs[width - 1 :: width] = [0.0] * len(scene.acts)  # no act is about a frame that isn't made
    return [_settled(beliefs[start : start + width]) for start in range(0, len(rows), width)]


def _settled(beliefs: Beliefs) -> Beliefs:
    highest, none = max(beliefs), prod(1 - belief for belief in beliefs)
    if none < highest <= 0.5:
        beliefs[beliefs.index(highest)] = highest / (highest + none)
    return beliefs


def lightgbm_module() -> Any:
    """LightGBM, imported when it is needed. Raises `InputError` where it is not installed."""
    try:
        import lightgbm
    except ImportError as error:
        raise InputError("a trained tracker needs lightgbm: pip install 'wayframe[learned]'") from error
    return lightgbm


def _scores(booster: lightgbm.Booster, rows: list[Row]) -> list[float]:
    import numpy

    if not rows:
        return []
    scores = booster.predict(numpy.array(rows, dtype=float), raw_score=True, num_threads=1)
    return [float(score) for score in numpy.asarray(scores)]


def _chance(score: float) -> float:
    return 1 / (1 + exp(-score))


def _shares(scores: Sequence[float]) -> Beliefs:
    """Scores as a distribution."""
    highest = max(scores)
    weights = [exp(score - highest) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


def _decoded(path: str | Path, data: bytes) -> _File:
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path}: expected a trained tracker, found something else or damage") from error
    if head.format != FORMAT:
        raise InputError(f"{path}: expected a trained tracker, found another file")
    if head.version != VERSION:
        raise InputError(f"{path}: was trained by another version of Wayframe: train it again")
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: damaged: {error}") from error
    if file.sha256 != _checksum(file):
        raise InputError(f"{path}: damaged: its checksum is not that of what it holds")
    if (file.features, file.acts, file.slots) != (FEATURES, tuple(ACTS), tuple(SLOTS)):
        raise InputError(f"{path}: was trained by another version of Wayframe: train it again")
    return file


def _checksum(file: _File) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(file, sha256=""))).hexdigest()
