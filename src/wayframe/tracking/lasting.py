"""For live conversation: a wish that changes leaves the user's other wishes as they were."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from wayframe.dialogue import Act, Arg, Ref, acts_named, made_frames, referred_frames, switched_to
from wayframe.tracking import anaphora
from wayframe.tracking.options import FrameOptions
from wayframe.tracking.tracker import Observation, Tracker, Tracking, new_frame

_POINTING = ("switch_frame", "request_compare")


class Lasting:
    """Another tracker's decisions; a new frame is made from the frame of the user's that is at work.

    In the release a changed wish makes a sibling, which starts from the parent's values: who went on from Rome to Bari
    and then asks for other dates is back in Rome. There the wizards made up for that, who had read all that was said.
    Here the inform names the frame that it varies, so that the memory makes the new frame from that one.
    """

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker

    def track(self, seen: Observation) -> Tracking:
        """Return the other tracker's answer, with that reference where it makes a new frame and names no parent."""
        found = self._tracker.track(seen)
        if seen.memory.frames:
            found = _with_care(found, seen)
        if found.active_frame != new_frame(seen.memory):
            return found
        informs = acts_named(found.acts, "inform")
        named = any(act.refs() for act in informs)
        changed = {slot.key for act in informs for slot in act.slots} - {"intent"}
        if named or changed == {"seat"}:  # another seat varies the very frame at work anyway
            return found
        at_work = [seen.memory.active_frame, *switched_to(found.acts)][-1]
        own = FrameOptions(seen.memory, seen.history).own(at_work)
        if own is None:
            return found
        return found._replace(acts=tuple(_naming(act, own) for act in found.acts))


def _with_care(found: Tracking, seen: Observation) -> Tracking:
    """Without guesses that a person wouldn't make: none of two is the third one, and "the Rome one" is the first.

    What counts too far, or may be either of two, names no option, so that the agent can ask which.
    """
    options = FrameOptions(seen.memory, seen.history)
    vain = [act for act in seen.acts if _is_vain(act, options)]
    if vain:
        acts = tuple(old if old in vain else new for old, new in zip(seen.acts, found.acts, strict=True))
        return found._replace(acts=acts, active_frame=seen.memory.active_frame)
    first = _first_in_city(found, options)
    active = found.active_frame
    if acts_named(seen.acts, "switch_frame"):
        active = first.get(active, active)
    return found._replace(acts=tuple(_moved(act, first) for act in found.acts), active_frame=active)


def _is_vain(act: Act, options: FrameOptions) -> bool:
    """Tell whether an act does nothing but point at an option that there isn't, or at one of several."""
    if act.name not in _POINTING or {slot.key for slot in act.slots} != {"ref_anaphora"}:
        return False
    words = [str(slot.value) for slot in act.slots]
    vain = (anaphora.beyond, anaphora.undecided)
    return any(is_vain(each, options) for each, is_vain in product(words, vain))


def _first_in_city(found: Tracking, options: FrameOptions) -> dict[int, int]:
    """For every frame that is pointed at by its city alone, the frame that a person would take for it."""
    refs = [ref for act in acts_named(found.acts, *_POINTING) for ref in act.refs()]
    keys = dict[int, set[str]]()
    for ref in refs:
        keys.setdefault(ref.frame, set()).update(slot.key for slot in ref.annotations)
    return {ref.frame: _first_alike(ref, options) for ref in refs if keys[ref.frame] == {"dst_city"}}


def _first_alike(ref: Ref, options: FrameOptions) -> int:
    """Of the options in a city that were put forward together the one spoken of last since, else the first."""
    spoken = list[int]()
    for turn in reversed(options.history):
        made = made_frames(turn.acts)
        if ref.frame in made:
            alike = _alike(made, ref, options)
            return next((number for number in (*spoken, *alike) if number in alike), ref.frame)
        spoken += [turn.active_frame, *referred_frames(turn.acts)]
    return ref.frame


def _alike(numbers: list[int], ref: Ref, options: FrameOptions) -> list[int]:
    """The options with the values of a reference, if possible without those that have other values beside."""
    alike = [number for number in numbers if options.matching(number, ref.annotations) == len(ref.annotations)]
    return [number for number in alike if not _has_others(number, ref, options)] or alike


def _has_others(number: int, ref: Ref, options: FrameOptions) -> bool:
    """Tell whether an option has several values for a slot: it may still have all the cities that were wished for."""
    return any(len({value.val for value in options.frame(number).info[slot.key]}) > 1 for slot in ref.annotations)


def _moved(act: Act, first: Mapping[int, int]) -> Act:
    """The act with its references moved to other frames."""
    if act.name not in _POINTING:
        return act
    return Act(act.name, tuple(_moved_arg(arg, first) for arg in act.args))


def _moved_arg(arg: Arg, first: Mapping[int, int]) -> Arg:
    refs = [Ref(first.get(ref.frame, ref.frame), ref.annotations) for ref in arg.refs]
    return Arg("ref", tuple(refs)) if refs else arg


def _naming(act: Act, frame: int) -> Act:
    if act.name != "inform" or all(slot.key == "intent" for slot in act.slots):
        return act
    return Act(act.name, (*act.args, Arg("ref", (Ref(frame),))))
