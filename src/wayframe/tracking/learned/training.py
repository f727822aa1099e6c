"""Learning from labelled dialogues: each stage is trained on what the stages before it believe about unseen dialogues.

The dialogues are dealt into parts; the beliefs about a part come from trees that were grown on the others, so that a
later stage learns how far the earlier ones can be trusted. One seed and one set of dialogues give one model, whatever
the machine: LightGBM runs on one thread.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wayframe.corpus import digest
from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError
from wayframe.items import NOANNO, items
from wayframe.tracking.learned.features import (
    ACT_ROW,
    SLOT_ROW,
    SWITCH_ROW,
    TURN,
    Row,
    act_rows,
    frame_rows,
    slot_rows,
    switch_rows,
    turn_row,
)  # fmt: skip
from wayframe.tracking.learned.model import Beliefs, Goals, Model, Trained, believe_slots, lightgbm_module, reconciled
from wayframe.tracking.learned.scene import Scene
from wayframe.tracking.running import situations

if TYPE_CHECKING:
    import lightgbm
    import numpy

PARTS = 4
_TREES = {
    "learning_rate": 0.1, "num_leaves": 15, "min_data_in_leaf": 20, "feature_fraction": 0.5, "bagging_fraction": 0.8,
    "bagging_freq": 1, "lambda_l2": 2.0, "max_bin": 63, "verbosity": -1, "num_threads": 1, "deterministic": True,
    "force_row_wise": True, "feature_pre_filter": False,
}  # fmt: skip


class _Example:
    """A user's turn, what is right, and what trees that never saw its dialogue believe."""

    def __init__(self, scene: Scene, turn: Turn, part: int) -> None:
        self.scene, self.part = scene, part
        self.turn, self.frames = turn_row(scene), frame_rows(scene)
        said = [items(act, turn.active_frame) for act in turn.acts]
        self.active = turn.active_frame
        self.slots = [[item.frame for item in act if item.key != NOANNO] for act in said]
        self.whole = [frozenset(item.frame for item in act if item.key == NOANNO) for act in said]
        self.goal: Beliefs = []
        self.about: list[list[Beliefs]] = []


class _Table:
    """Rows to learn from, in groups of candidates."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.rows, self.right, self.sizes = list[Row](), list[float](), list[int]()

    def add(self, rows: list[Row], right: Iterable[bool]) -> None:
        self.rows += rows
        self.right += map(float, right)
        self.sizes.append(len(rows))


def train(dialogues: Iterable[Dialogue], seed: int = 0, told: Callable[[int], None] = lambda done: None) -> Model:
    """Learn to track from labelled dialogues; `told` hears how many are read.

    Raises `InputError` where there are fewer than two dialogues or no turn in them switches frames.
    """
    kept = list(dialogues)
    examples = list(_examples(kept, seed, told))
    if len(kept) < 2 or not any(example.scene.switches for example in examples):
        raise InputError(f"training needs two dialogues and a turn that switches frames, found {len(kept)} dialogues")
    goals, slots = _taught(examples, seed)
    acts = _grown(_act_table(examples), seed, 120, choice=False)
    return Model(goals, slots, acts, Trained(digest(kept), len(kept), seed, str(lightgbm_module().__version__)))


def _taught(examples: list[_Example], seed: int) -> tuple[Goals, lightgbm.Booster]:
    """The first two stages; every example knows afterwards what such stages believe that were not shown it."""
    for others, unseen in _divided(examples):
        stage = _goals(others, seed)
        for example in unseen:
            example.goal = stage.believe(example.scene, example.turn, example.frames)
    for others, unseen in _divided(examples):
        booster = _grown_slots(others, seed)
        for example in unseen:
            example.about = believe_slots(booster, example.scene, example.goal, example.frames)
    return _goals(examples, seed), _grown_slots(examples, seed)


def _divided(examples: list[_Example]) -> Iterator[tuple[list[_Example], list[_Example]]]:
    for part in sorted({example.part for example in examples}):
        yield [each for each in examples if each.part != part], [each for each in examples if each.part == part]


def _goals(examples: list[_Example], seed: int) -> Goals:
    create, switch = _Table(TURN), _Table(SWITCH_ROW)
    for example in examples:
        new = example.active > example.scene.count
        create.add([example.turn], [new])
        if example.scene.switches and not new:
            rows = switch_rows(example.turn, example.frames)
            switch.add(rows, (number == example.active for number in range(1, len(rows) + 1)))
    return Goals(
        _grown(create, seed, 200, choice=False, learning_rate=0.05, lambda_l1=1.0),
        _grown(switch, seed, 150, num_leaves=7),
    )


def _grown_slots(examples: list[_Example], seed: int) -> lightgbm.Booster:
    return _grown(_slot_table(examples), seed, 250, learning_rate=0.05, lambda_l1=1.0, min_data_in_leaf=10)


def _slot_table(examples: list[_Example]) -> _Table:
    table = _Table(SLOT_ROW)
    for example in examples:
        for (number, at), _, _ in example.scene.slots:
            rows = slot_rows(example.scene, (number, at), example.goal, example.frames)
            right = example.slots[number][at]
            table.add(rows, (candidate == right for candidate in range(1, len(rows) + 1)))
    return table


def _act_table(examples: list[_Example]) -> _Table:
    table = _Table(ACT_ROW)
    for example in examples:
        goal = reconciled(example.goal, example.about)
        for number, whole in enumerate(example.whole):
            rows = act_rows(example.scene, number, goal, example.about[number], example.frames)
            table.add(rows, (candidate in whole for candidate in range(1, len(rows) + 1)))
    return table


def _grown(table: _Table, seed: int, trees: int, *, choice: bool = True, **settings: float) -> lightgbm.Booster:
    """Trees that tell which candidate of a group is right (`choice`), or of every row whether it is."""
    import numpy

    lgb = lightgbm_module()
    if not table.rows:
        table.add([[0.0] * len(table.names)], [True])  # nothing to learn: all candidates are alike
    rows, right = numpy.array(table.rows, dtype=numpy.float32), numpy.array(table.right)
    data = lgb.Dataset(rows, right, feature_name=list(table.names), params={"max_bin": 63, "verbosity": -1})
    objective = _choice(numpy.array(table.sizes)) if choice else "binary"
    grown: lightgbm.Booster = lgb.train({**_TREES, **settings, "objective": objective, "seed": seed}, data, trees)
    return grown


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


def _examples(dialogues: list[Dialogue], seed: int, told: Callable[[int], None]) -> Iterator[_Example]:
    parts = [number % PARTS for number in range(len(dialogues))]
    random.Random(seed).shuffle(parts)
    for done, (dialogue, part) in enumerate(zip(dialogues, parts, strict=True), 1):
        for turn, seen in situations(dialogue):
            example = _Example(Scene(seen), turn, part)
            if example.active <= example.scene.count + 1 and _aligned(example):
                yield example
        told(done)


def _aligned(example: _Example) -> bool:
    """Whether the acts with references and those without say the same slots."""
    return [len(slots) for slots in example.slots] == [len(act.slots) for act in example.scene.acts]
