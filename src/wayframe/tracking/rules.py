"""The rule tracker (paper section 8.2, with rules of ours where the paper leaves things open)."""

from __future__ import annotations

from wayframe.dialogue import Act, Arg, Frame, Ref
from wayframe.tracking.tracker import Observation, Tracking, new_frame
from wayframe.values import matches

# Slots that a user's inform doesn't constrain: they speak about an offer, or about the conversation.
_TALK = frozenset(("intent", "action", "ref_anaphora", "impl_anaphora", "budget_ok", "price", "duration", "name"))


class RuleTracker:
    """Frames by rules."""

    def track(self, seen: Observation) -> Tracking:
        """Find the active frame, then what each act refers to."""
        active = _active(seen)
        return Tracking(tuple(_referred(act, active) for act in seen.acts), active)


def _active(seen: Observation) -> int:
    memory = seen.memory
    if not memory.frames:
        return memory.active_frame
    for act in seen.acts:
        if act.name == "switch_frame":
            return _switched(act, seen)
    current = memory.frames[memory.active_frame - 1]
    informed = (slot for act in seen.acts if act.name == "inform" for slot in act.slots if slot.key not in _TALK)
    return new_frame(memory) if any(_contradicts(slot, current) for slot in informed) else memory.active_frame


def _switched(act: Act, seen: Observation) -> int:
    others = [frame for frame in seen.memory.frames if frame.frame_id != seen.memory.active_frame]
    if not others:
        return new_frame(seen.memory)
    return max(others, key=lambda frame: (sum(_holds(slot, frame) for slot in act.slots), frame.frame_id)).frame_id


def _referred(act: Act, active: int) -> Act:
    return Act(act.name, (Arg("ref", (Ref(active, act.args),)),)) if act.name in ("switch_frame", "affirm") else act


def _holds(slot: Arg, frame: Frame) -> bool:
    if slot.value is None:
        return False
    values = (value for value in frame.info.get(slot.key, ()) if not value.negated)
    return any(not isinstance(value.val, tuple) and matches(slot.key, slot.value, value.val) for value in values)


def _contradicts(slot: Arg, frame: Frame) -> bool:
    is_set = any(not value.negated for value in frame.info.get(slot.key, ()))
    return slot.value is not None and is_set and not _holds(slot, frame)
