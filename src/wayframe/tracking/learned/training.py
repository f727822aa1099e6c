"""Learning from labelled dialogues: each stage is trained on what the stages before it believe about unseen dialogues.

The dialogues are dealt into parts; the beliefs about a part come from trees that were grown on the others, so that a
later stage learns how far the earlier ones can be trusted. One seed and one set of dialogues give one model, whatever
the machine: LightGBM runs on one thread.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from wayframe.corpus import digest
from wayframe.dialogue import Dialogue, Turn, switched_to
from wayframe.errors import InputError
from wayframe.extras import needing
from wayframe.tracking.learned.frames import SWITCH_ROW, frame_rows, switch_rows
from wayframe.tracking.learned.model import (
    TrackerModel,
    TrackerTraining,
    TreeEnsemble,
    believe_goal,
    believe_heading,
    believe_slots,
    reconciled,
)
from wayframe.tracking.learned.references import ACT_ROW, SLOT_ROW, act_rows, slot_rows
from wayframe.tracking.learned.scene import Beliefs, Row, TurnGoal, TurnScene, frames_said
from wayframe.tracking.learned.turns import CREATE_ROW, create_row, turn_row
from wayframe.tracking.running import situations
from wayframe.trainingdata import TrainingData

if TYPE_CHECKING:
    import lightgbm
    import numpy

    _Packed: TypeAlias = numpy.ndarray[Any, Any]

PARTS = 4
_TREES = {
    "learning_rate": 0.1, "num_leaves": 15, "min_data_in_leaf": 20, "feature_fraction": 0.5, "bagging_fraction": 0.8,
    "bagging_freq": 1, "lambda_l2": 2.0, "max_bin": 63, "verbosity": -1, "num_threads": 1, "deterministic": True,
    "force_row_wise": True, "feature_pre_filter": False,
}  # fmt: skip


class _TrackerExample:
    """A user's turn, what is right, and what trees that never saw its dialogue believe."""

    def __init__(self, scene: TurnScene, turn: Turn, part: int) -> None:
        self.scene, self.part = scene, part
        self.turn, self.frames = turn_row(scene), frame_rows(scene)
        self.active, self.referring = turn.active_frame, turn.acts
        self.slots, self.whole = frames_said(turn.acts, turn.active_frame)
        self.heading: Beliefs = []
        self.goal = TurnGoal([], [])
        self.about: list[list[Beliefs]] = []

    @cached_property
    def turn_rows(self) -> _Packed:
        """Build the row that decides whether the turn makes a frame; needs `heading`."""
        return _packed([create_row(self.scene, self.turn, self.heading)])

    @cached_property
    def switch_rows(self) -> _Packed:
        """To which frame the user switches."""
        return _packed(switch_rows(self.scene, self.turn, self.frames))

    @cached_property
    def slot_rows(self) -> list[_Packed]:
        """Build the rows of every slot; needs `goal`."""
        return [_packed(slot_rows(self.scene, place, self.goal, self.frames)) for place, _, _ in self.scene.slots]

    @property
    def headed(self) -> int | None:
        """Return the frame that the user goes to, even if a frame is made there; None where the labels don't say."""
        named = switched_to(self.referring)[-1:]
        return next((each for each in (*named, self.active) if each <= self.scene.count), None)


class _RankingTable:
    """Rows to learn from, in groups of candidates."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.groups: list[_Packed] = []
        self.right: list[bool] = []

    def add(self, rows: _Packed, right: Collection[int]) -> None:
        """A group of candidates; `right` holds the numbers, from 1, of those that are."""
        self.groups.append(rows)
        self.right += (number in right for number in range(1, len(rows) + 1))


def train(
    dialogues: Iterable[Dialogue], seed: int = 0, told: Callable[[int], None] = lambda done: None
) -> TrackerModel:
    """Learn to track from labelled dialogues; `told` hears how many are read.

    Raises `InputError` where there are fewer than two dialogues, no turn in them switches frames, or LightGBM is not
    installed.
    """
    version = str(_lightgbm().__version__)  # first of all: without it nothing is worth reading
    kept = list(dialogues)
    examples = list(_examples(kept, seed, told))
    if len(kept) < 2 or not any(example.scene.switches for example in examples):
        raise InputError(f"training needs two dialogues and a turn that switches frames, found {len(kept)} dialogues")
    create, switch, slots = _taught(examples, seed)
    acts = _grown(_act_table(examples), seed, 250, choice=False, learning_rate=0.05)
    data = TrainingData.of(kept)
    return TrackerModel(create, switch, slots, acts, TrackerTraining(digest(kept), len(kept), seed, version, data))


def _taught(examples: list[_TrackerExample], seed: int) -> tuple[TreeEnsemble, TreeEnsemble, TreeEnsemble]:
    """The first three stages; every example knows afterwards what such stages believe that were not shown it."""
    for others, unseen in _divided(examples):
        trees = _grown_switch(others, seed)
        for each in unseen:
            each.heading = believe_heading(trees, each.scene, each.turn, each.frames)
    for others, unseen in _divided(examples):
        trees = _grown_create(others, seed)
        for each in unseen:
            each.goal = believe_goal(trees, each.scene, each.turn, each.heading)
    for others, unseen in _divided(examples):
        trees = _grown_slots(others, seed)
        for each in unseen:
            each.about = believe_slots(trees, each.scene, each.goal, each.frames)
    return _grown_create(examples, seed), _grown_switch(examples, seed), _grown_slots(examples, seed)


def _divided(examples: list[_TrackerExample]) -> Iterator[tuple[list[_TrackerExample], list[_TrackerExample]]]:
    for part in sorted({example.part for example in examples}):
        yield [each for each in examples if each.part != part], [each for each in examples if each.part == part]


def _grown_switch(examples: list[_TrackerExample], seed: int) -> TreeEnsemble:
    table = _RankingTable(SWITCH_ROW)
    for example in examples:
        if example.scene.switches and example.headed:
            table.add(example.switch_rows, (example.headed,))
    return _grown(table, seed, 300, learning_rate=0.05, num_leaves=7)


def _grown_create(examples: list[_TrackerExample], seed: int) -> TreeEnsemble:
    """A frame that is missed takes more slots with it than one that is made in vain: so it weighs a little more."""
    table = _RankingTable(CREATE_ROW)
    for example in examples:
        table.add(example.turn_rows, (1,) if example.active > example.scene.count else ())
    return _grown(table, seed, 250, choice=False, learning_rate=0.04, lambda_l1=1.0, scale_pos_weight=1.25)


def _grown_slots(examples: list[_TrackerExample], seed: int) -> TreeEnsemble:
    table = _RankingTable(SLOT_ROW)
    for example in examples:
        for rows, ((number, at), _, _) in zip(example.slot_rows, example.scene.slots, strict=True):
            table.add(rows, (example.slots[number][at],))
    return _grown(table, seed, 250, learning_rate=0.05, lambda_l1=1.0, min_data_in_leaf=10)


def _act_table(examples: list[_TrackerExample]) -> _RankingTable:
    table = _RankingTable(ACT_ROW)
    for example in examples:
        goal = reconciled(example.goal, example.about)
        for number, whole in enumerate(example.whole):
            rows = act_rows(example.scene, number, goal, example.about[number], example.frames)
            table.add(_packed(rows), whole)
    return table


def _grown(table: _RankingTable, seed: int, trees: int, *, choice: bool = True, **settings: float) -> TreeEnsemble:
    """Trees that tell which candidate of a group is right (`choice`), or of every row whether it is."""
    import numpy

    lgb = _lightgbm()
    if not table.groups:
        table.add(_packed([[0.0] * len(table.names)]), (1,))  # nothing to learn: all candidates are alike
    rows, right = numpy.concatenate(table.groups), numpy.array(table.right, dtype=float)
    data = lgb.Dataset(rows, right, feature_name=list(table.names), params={"max_bin": 63, "verbosity": -1})
    objective = _choice(numpy.array(list(map(len, table.groups)))) if choice else "binary"
    grown: lightgbm.Booster = lgb.train({**_TREES, **settings, "objective": objective, "seed": seed}, data, trees)
    return TreeEnsemble(grown.model_to_string())


def _packed(rows: list[Row]) -> _Packed:
    import numpy

    packed: _Packed = numpy.array(rows, dtype=numpy.float32)
    return packed


def _lightgbm() -> Any:
    """LightGBM, imported when it is needed. Raises `InputError` where it is not installed."""
    with needing("training needs", "learned"):
        import lightgbm
    return lightgbm


def _choice(sizes: numpy.ndarray[Any, Any]) -> Callable[..., Any]:
    """The objective of choosing one candidate of each group: the likelihood of a softmax over the group."""
    import numpy

    starts: numpy.ndarray[Any, Any] = numpy.cumsum(sizes) - sizes
    group: numpy.ndarray[Any, Any] = numpy.repeat(numpy.arange(len(sizes)), sizes)

    def gradient(scores: numpy.ndarray[Any, Any], data: lightgbm.Dataset) -> tuple[Any, Any]:
        weights = numpy.exp(scores - numpy.maximum.reduceat(scores, starts)[group])
        shares = weights / numpy.add.reduceat(weights, starts)[group]
        return shares - data.get_label(), numpy.maximum(shares * (1 - shares), 1e-6)

    return gradient


def _examples(dialogues: list[Dialogue], seed: int, told: Callable[[int], None]) -> Iterator[_TrackerExample]:
    parts = [number % PARTS for number in range(len(dialogues))]
    random.Random(seed).shuffle(parts)
    for done, (dialogue, part) in enumerate(zip(dialogues, parts, strict=True), 1):
        for turn, seen in situations(dialogue):
            example = _TrackerExample(TurnScene(seen), turn, part)
            if example.active <= example.scene.count + 1 and _aligned(example):
                yield example
        told(done)


def _aligned(example: _TrackerExample) -> bool:
    """Tell whether the acts with references and those without say the same slots."""
    return [len(slots) for slots in example.slots] == [len(act.slots) for act in example.scene.acts]
