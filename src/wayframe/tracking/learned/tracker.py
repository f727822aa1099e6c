"""Tracking with a trained model."""

from __future__ import annotations

from pathlib import Path

from wayframe.dialogue import Act, Arg, Ref
from wayframe.tracking.learned.frames import frame_rows
from wayframe.tracking.learned.model import (
    TrackerModel,
    believe_acts,
    believe_goal,
    believe_heading,
    believe_slots,
    reconciled,
)  # fmt: skip
from wayframe.tracking.learned.rows import Beliefs, likeliest
from wayframe.tracking.learned.scene import TurnScene
from wayframe.tracking.learned.turns import turn_row
from wayframe.tracking.tracker import ActBelief, Observation, Tracking


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
            _referring(act, active, [likeliest(slot) for slot in about], _likely(own))
            for act, about, own in zip(seen.acts, slots, whole, strict=True)
        )
        beliefs = (ActBelief(tuple(map(tuple, about)), tuple(own)) for about, own in zip(slots, whole, strict=True))
        return Tracking(tuple(acts), active, tuple(beliefs))


def _likely(beliefs: Beliefs) -> list[int]:
    return [number for number, belief in enumerate(beliefs, 1) if belief > 0.5]


def _referring(act: Act, active: int, slots: list[int], whole: list[int]) -> Act:
    """The act with references to the frames that its slots are about, and to those that it is about as a whole.

    What is about the active frame alone stays plain. A slot is wrapped where it is about another frame, or where the
    act is about no frame as a whole.
    """
    if whole == [active] and set(slots) <= {active}:
        return act
    everything = not whole and set(slots) <= {active}
    args = list[Arg]()
    for slot, number in zip(act.slots, slots, strict=True):
        if number == active and not everything:
            args.append(slot)
        else:
            refs = args.pop().refs if args and args[-1].key == "ref" else ()
            args.append(Arg("ref", (*refs, Ref(number, (slot,)))))
    return Act(act.name, (*args, Arg("ref", tuple(map(Ref, whole)))) if whole else tuple(args))
