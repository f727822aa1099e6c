"""What was learned: four ensembles of decision trees, and how a turn's beliefs follow from them one after the other.

First where the turn goes: if the user switches, to which frame; whether it makes a new one there. Then what every slot
is about, knowing that. Then which frames every act is about as a whole, knowing both: so one turn's decisions agree.

A model file (`wayframe.modelfiles`) says what it was trained on and what it expects to be shown, and has LightGBM's own
text of the trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, prod
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from wayframe import modelfiles
from wayframe.dialogue import Record
from wayframe.errors import InputError, shown
from wayframe.ontology import ACTS, SLOTS
from wayframe.tracking.learned.acts import ACT_ROW, act_rows
from wayframe.tracking.learned.rows import VERSION, Beliefs, Goal, Row, likeliest
from wayframe.tracking.learned.scene import Scene
from wayframe.tracking.learned.slots import SLOT_ROW, slot_rows
from wayframe.tracking.learned.switches import SWITCH_ROW, switch_rows
from wayframe.tracking.learned.trees import Trees
from wayframe.tracking.learned.turns import CREATE_ROW, create_row
from wayframe.trainingdata import TrainingData

_FILE = modelfiles.Kind("wayframe-tracker", "trained tracker")
FEATURES = {"create": CREATE_ROW, "switch": SWITCH_ROW, "slots": SLOT_ROW, "acts": ACT_ROW}


class Trained(Record, frozen=True, gc=False):
    """What a model was trained on: `data` is the sha256 of the dialogues as JSON lines, in their order.

    `training` names them; files of older versions don't.
    """

    data: str
    dialogues: int
    seed: int
    lightgbm: str
    training: TrainingData | UnsetType = UNSET


class _File(Record, frozen=True, gc=False):
    format: str
    version: int
    trained: Trained
    acts: tuple[str, ...]
    slots: tuple[str, ...]
    features: dict[str, tuple[str, ...]]
    trees: dict[str, str]
    sha256: str = ""


def believe_heading(switch: Trees, scene: Scene, turn: Row, frames: Sequence[Row]) -> Beliefs:
    """To which of the frames that exist the turn goes: the active one, unless the user switches."""
    if scene.switches:
        return _shares(switch.scores(switch_rows(scene, turn, frames)))
    return [float(number == scene.active) for number in range(1, scene.count + 1)]


def believe_goal(create: Trees, scene: Scene, turn: Row, heading: Beliefs) -> Goal:
    """Whether the turn makes a frame there, or where else it goes."""
    new = _chance(create.scores([create_row(scene, turn, heading)])[0])
    return Goal(heading, [*((1 - new) * share for share in heading), new])


class Model(NamedTuple):
    """A trained tracker's knowledge."""

    create: Trees
    switch: Trees
    slots: Trees
    acts: Trees
    trained: Trained

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes. Raises `InputError` where it can't be written."""
        trees = {"create": self.create, "switch": self.switch, "slots": self.slots, "acts": self.acts}
        text = {name: each.text for name, each in trees.items()}
        file = _File(_FILE.format, VERSION, self.trained, tuple(ACTS), tuple(SLOTS), FEATURES, text)
        modelfiles.write(path, file)

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """Read a model. Raises `InputError` where the file is none, is damaged or doesn't fit this version."""
        file = modelfiles.read(path, _FILE, _File, VERSION)
        if file.features != FEATURES:
            raise modelfiles.outdated(path)
        try:
            create, switch, slots, acts = (Trees(file.trees[name]) for name in FEATURES)
        except KeyError as error:
            raise InputError(f"{path}: holds no trees called {shown(str(error))}") from error
        return cls(create, switch, slots, acts, file.trained)


def believe_slots(trees: Trees, scene: Scene, goal: Goal, frames: Sequence[Row]) -> list[list[Beliefs]]:
    """What every slot of every act is about, given where the turn goes."""
    rows = [row for place, _, _ in scene.slots for row in slot_rows(scene, place, goal, frames)]
    scores, width = trees.scores(rows), scene.count + 1
    shares = [_shares(scores[start : start + width]) for start in range(0, len(rows), width)]
    found: list[list[Beliefs]] = [[] for _ in scene.acts]
    for ((number, _), _, _), share in zip(scene.slots, shares, strict=True):
        found[number].append(share)
    return found


def reconciled(goal: Goal, slots: Sequence[Sequence[Beliefs]]) -> Goal:
    """Where the turn goes, now that its slots are known: one that is about a new frame makes one."""
    beliefs = goal.beliefs
    new, best = len(beliefs), likeliest(beliefs)
    if best == new or not any(likeliest(slot) == new for about in slots for slot in about):
        return goal
    return goal._replace(beliefs=[*beliefs[: best - 1], beliefs[-1], *beliefs[best:-1], beliefs[best - 1]])


def believe_acts(
    trees: Trees, scene: Scene, goal: Goal, slots: Sequence[Sequence[Beliefs]], frames: Sequence[Row]
) -> list[Beliefs]:
    """How likely every act is about every candidate as a whole, given all else.

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
