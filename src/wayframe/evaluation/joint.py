"""Understanding and tracking together: a tracker and the memory on the acts that an NLU reads, beside labelled acts.

After every user turn three things are looked at: whether the labelled frame is active, the values of the active frame,
and whether all of that is right. A frame's value is one entry of a slot's list, negated or not; the state flags of a
frame (`NO_RESULT` and the like) are none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple, get_args

from wayframe.dialogue import Dialogue, Frame, Value
from wayframe.evaluation.figures import over_folds, rounded
from wayframe.evaluation.nlu import TaggerPlan, check_model
from wayframe.evaluation.nlu import made as tagger
from wayframe.evaluation.running import made, on_sides, tagger_origin, tagger_users, tracker_origin
from wayframe.evaluation.sides import DividedCorpus, EvaluationSide
from wayframe.llm import Client
from wayframe.memory import RELEASE_DAY
from wayframe.nlu import AsNLU, NLUActs
from wayframe.ontology import SLOTS
from wayframe.scoring import HitCounts
from wayframe.tracking.running import ActSource, PlayedTurn, labelled, play_free, play_gold

JointMeasure = Literal["active_frame", "slot_value_f1", "turn"]
JOINT_MEASURES: tuple[JointMeasure, ...] = get_args(JointMeasure)
PARTS = ("gold", "free", "gold_acts", "free_acts")


class JointCounts:
    """Counts of the right results after the user turns of some dialogues."""

    def __init__(self) -> None:
        self.turns = self.active = self.whole = 0
        self.values = HitCounts(0, 0, 0)

    def add(self, played: PlayedTurn) -> None:
        """Count a turn."""
        memory = played.after
        said, truth = (
            _values(frames, number)
            for frames, number in ((memory.frames, memory.active_frame), (played.turn.frames, played.turn.active_frame))
        )
        self.turns += 1
        self.active += played.active
        self.whole += played.active and said == truth
        right, many, there = self.values
        self.values = HitCounts(right + len(said & truth), many + len(said), there + len(truth))

    def figure(self, measure: str) -> float | None:
        """One of `JOINT_MEASURES`, from 0 to 1; None of nothing."""
        if measure == "slot_value_f1":
            return self.values.f1
        right = self.active if measure == "active_frame" else self.whole
        return right / self.turns if self.turns else None


class JointOutcome(NamedTuple):
    """One side: on gold frames and free, with the NLU's acts and with the labels'."""

    side: EvaluationSide
    parts: dict[str, JointCounts]


def joint(
    on: DividedCorpus,
    tracker: str,
    plan: TaggerPlan,
    told: Callable[[int], None] = lambda done: None,
    llm: Client | None = None,
) -> dict[str, object]:
    """Evaluate a tracker and an NLU together, both trained on the training side where they learn; as JSON, 0 to 1.

    `llm` is the language model of the tracker `llm`. `told` hears how many sides are done. Raises
    `InputError` where corpus, tracker or NLU isn't what it should be.
    """
    check_model(plan.model)
    origin = tagger_origin(plan.model)
    on.check_unseen(tracker_origin(tracker))
    on.check_unseen(origin)
    on = on._replace(engine="local")
    outcomes = on_sides(partial(_outcome, tracker, plan, llm), on, told)
    parts = {name: over_folds(JOINT_MEASURES, [each.parts[name].figure for each in outcomes]) for name in PARTS}
    return {
        "nlu": plan.model,
        **({"nlu_model": origin.as_json()} if origin else {}),
        "nlu_train": {side.name: tagger_users(plan.model, origin, side) for side in on.sides},
        "tracker": tracker,
        "folds": {
            each.side.name: {measure: rounded(each.parts["gold"].figure(measure)) for measure in JOINT_MEASURES}
            for each in outcomes
        },
        **parts["gold"],
        "free_running": parts["free"],
        "labelled_acts": {**parts["gold_acts"], "free_running": parts["free_acts"]},
        "today": str(RELEASE_DAY),
    }


def _outcome(
    tracker: str, plan: TaggerPlan, llm: Client | None, dialogues: Sequence[Dialogue], side: EvaluationSide
) -> JointOutcome:
    tracking = made(tracker, side, dialogues, plan.seed, llm)
    heard = NLUActs(AsNLU(tagger(plan, side, dialogues)), plan.lexicon)
    parts = {name: JointCounts() for name in PARTS}
    hearings: tuple[tuple[str, ActSource], ...] = (("", heard), ("_acts", labelled))
    for dialogue in side.testing(dialogues):
        for suffix, hear in hearings:
            for (played,) in play_gold(dialogue, [tracking], hear, RELEASE_DAY):
                parts[f"gold{suffix}"].add(played)
            for played in play_free(dialogue, tracking, hear, RELEASE_DAY):
                parts[f"free{suffix}"].add(played)
    return JointOutcome(side, parts)


def _values(frames: Sequence[Frame], active: int) -> set[tuple[str, Value]]:
    info = next((frame.info for frame in frames if frame.frame_id == active), {})
    return {(slot, value) for slot, values in info.items() if slot in SLOTS for value in values}
