"""Trackers that a figure has to beat: those that look at next to nothing, and the two of the paper's section 8.2.

The paper's are kept to the letter, with a choice wherever it leaves one open. Rules (`PaperRules`):
- a value matches if `wayframe.values.matches` says so of one of the slot's values that aren't negated; a slot that is
  set to several values matches any of them;
- acts are read in their order, so that an inform after a `switch_frame` is compared with the frame switched to; once
  there is a new frame, nothing contradicts it;
- an act can carry a reference if it is neither an inform nor a `switch_frame`; each of its slots has its own;
- a `switch_frame` goes by any of its slots; what it says and what an inform says is about the active frame then;
- an act without slots is about the frame that is active after the turn.

Random (`PriorChance`):
- the priors are counted on the training side, by act and slot, acts without a slot under no slot; where a combination
  never occurred it is about the current frame;
- the current frame is the one that is active before the turn, and "another one" any of those that exist: a frame is
  never made, and a frame that is alone is always meant;
- the active frame is that of the first slot of a `switch_frame`, or of the act itself if it has none.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from msgspec import UnsetType

from wayframe.dialogue import Act, Arg, Dialogue, Ref, acts_named, switched_to
from wayframe.items import NOANNO, items
from wayframe.tracking.options import FrameOptions
from wayframe.tracking.tracker import ActBelief, Observation, Tracking, new_frame


class PreviousActive:
    """The frame that was active stays so, and everything is about it."""

    def track(self, seen: Observation) -> Tracking:
        """All acts as they are, in the frame that is active already."""
        return Tracking(seen.acts, seen.memory.active_frame)


class NeverCreate:
    """No turn makes a frame: `switch_frame` goes to the newest one, all other turns stay where they are."""

    def track(self, seen: Observation) -> Tracking:
        """All acts as they are, in the newest frame if the user switches, else in the one that is active already."""
        switching = acts_named(seen.acts, "switch_frame")
        active = len(seen.memory.frames) if switching and seen.memory.frames else seen.memory.active_frame
        return Tracking(seen.acts, active)


class NewestFrame:
    """Everything is about the frame that was made last."""

    def track(self, seen: Observation) -> Tracking:
        """All acts as they are, in the newest frame."""
        return Tracking(seen.acts, new_frame(seen.memory) - 1)


class UniformBelief:
    """Every frame is as likely as any other, the new one included; the active one stays so."""

    def track(self, seen: Observation) -> Tracking:
        """All acts as they are; for every slot 1/K, for every act and frame one half."""
        candidates = new_frame(seen.memory)
        slot, whole = (1 / candidates,) * candidates, (0.5,) * candidates
        beliefs = tuple(ActBelief((slot,) * len(act.slots), whole) for act in seen.acts)
        return Tracking(seen.acts, seen.memory.active_frame, beliefs)


class PaperRules:
    """The three rules."""

    def track(self, seen: Observation) -> Tracking:
        """Create at a contradiction, switch to a frame with the value, refer to a frame with the value."""
        if not seen.memory.frames:
            return Tracking(seen.acts, seen.memory.active_frame)
        options = FrameOptions(seen.memory, seen.history)
        active, new = options.current, new_frame(seen.memory)
        for act in seen.acts:
            if act.name == "inform" and active != new and options.contradicted(active, act.slots):
                active = new
            elif act.name == "switch_frame":
                active = _newest_holder(act.slots, options) or len(seen.memory.frames)
        return Tracking(tuple(_referred(act, options) for act in seen.acts), active)


class PriorChance:
    """By chance: the current frame or another one, as often as they were meant in training."""

    def __init__(self, current: dict[tuple[str, str], float], seed: int = 0) -> None:
        """`current` says for act and slot (`NOANNO` for none) how often they are about the current frame."""
        self.current, self.seed = current, seed

    def track(self, seen: Observation) -> Tracking:
        """Draw a frame for every slot; the same turn after as many others draws the same."""
        chance = random.Random(f"{self.seed} {len(seen.history)} {seen.text}")
        frames, current = new_frame(seen.memory) - 1, seen.memory.active_frame
        others = [number for number in range(1, frames + 1) if number != current]

        def draw(act: str, key: str) -> int:
            stays = chance.random() < self.current.get((act, key), 1.0)
            return current if stays or not others else chance.choice(others)

        acts = tuple(
            _drawn(act, [draw(act.name, slot.key) for slot in act.slots] or [draw(act.name, NOANNO)])
            for act in seen.acts
        )
        return Tracking(acts, [*switched_to(acts), current][0])


def train_priors(dialogues: Iterable[Dialogue], seed: int = 0) -> PriorChance:
    """Count how often every act and slot is about the frame that was active before the turn."""
    all_of, current = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for dialogue in dialogues:
        active = 1
        for turn in dialogue.turns:
            if turn.author == "user" and not isinstance(turn.labels.acts_without_refs, UnsetType):
                for act in turn.acts:
                    for item in items(act, turn.active_frame):
                        all_of[act.name, item.key] += 1
                        current[act.name, item.key] += item.frame == active
            active = turn.active_frame
    return PriorChance({key: current[key] / count for key, count in all_of.items()}, seed)


def _referred(act: Act, options: FrameOptions) -> Act:
    if act.name in ("inform", "switch_frame"):
        return act
    return Act(act.name, tuple(_about(slot, _newest_holder((slot,), options)) for slot in act.slots))


def _about(slot: Arg, number: int | None) -> Arg:
    return Arg("ref", (Ref(number, (slot,)),)) if number else slot


def _newest_holder(slots: tuple[Arg, ...], options: FrameOptions) -> int | None:
    numbers = range(len(options.memory.frames), 0, -1)
    return next((number for number in numbers if any(options.holds(number, slot) for slot in slots)), None)


def _drawn(act: Act, frames: list[int]) -> Act:
    if not act.slots:
        return Act(act.name, (Arg("ref", (Ref(frames[0]),)),))
    return Act(act.name, tuple(map(_about, act.slots, frames)))
