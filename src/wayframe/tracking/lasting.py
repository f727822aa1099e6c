"""For live conversation: a wish that changes leaves the user's other wishes as they were."""

from __future__ import annotations

from collections.abc import Mapping

from wayframe.dialogue import Act, Arg, Ref
from wayframe.tracking import anaphora
from wayframe.tracking.options import Options
from wayframe.tracking.tracker import Observation, Tracker, Tracking, new_frame

_POINTING = ("switch_frame", "request_compare")


class Lasting:
    """Another tracker's decisions; a new frame is made from the frame of the user's that is at work.

    In the release a changed wish makes a sibling, which starts from the parent's values: who went on from Rome to Bari
    and then asks for other dates is back in Rome. There the wizards made up for that, who had read all that was said.
    Here the inform names the frame that it varies, so that the memory makes the new frame from that one.
    """

    def __init__(self, tracker: Tracker, *, options: bool = False) -> None:
        """With `options`, an option that is at work is varied itself: "lighter" than the one that was gone back to."""
        self._tracker, self._options = tracker, options

    def track(self, seen: Observation) -> Tracking:
        """What the other tracker says, with that reference where it finds a new frame and names no model for it."""
        found = self._tracker.track(seen)
        if seen.memory.frames and not self._options:
            found = _with_care(found, seen)
        informs = [act for act in found.acts if act.name == "inform"]
        changed = {slot.key for act in informs for slot in act.slots} - {"intent"}
        if found.active_frame != new_frame(seen.memory) or any(act.refs() for act in informs) or changed == {"seat"}:
            return found  # nothing new, a model named, or another seat: that varies the very frame at work anyway
        at_work = _at_work(found, seen)
        own = at_work if self._options else Options(seen.memory, seen.history).own(at_work)
        return found if own is None else found._replace(acts=tuple(_naming(act, own) for act in found.acts))


def _with_care(found: Tracking, seen: Observation) -> Tracking:
    """Without guesses that a person wouldn't make: none of two is the third one, and "the Rome one" is the first.

    What counts too far, or may be either of two, names no option, so that the agent can ask which.
    """
    options = Options(seen.memory, seen.history)
    switches = [act for act in seen.acts if act.name == "switch_frame"]
    if vain := [act for act in seen.acts if _is_vain(act, options)]:
        acts = tuple(old if old in vain else new for old, new in zip(seen.acts, found.acts, strict=True))
        return found._replace(acts=acts, active_frame=seen.memory.active_frame)
    refs = [ref for act in found.acts if act.name in _POINTING for ref in act.refs()]
    said = {
        ref.frame: {slot.key for each in refs if each.frame == ref.frame for slot in each.annotations} for ref in refs
    }
    first = {ref.frame: _first_alike(ref, options) for ref in refs if said[ref.frame] == {"dst_city"}}
    active = first.get(found.active_frame, found.active_frame) if switches else found.active_frame
    return found._replace(acts=tuple(_moved(act, first) for act in found.acts), active_frame=active)


def _is_vain(act: Act, options: Options) -> bool:
    points = act.name in _POINTING and {slot.key for slot in act.slots} == {"ref_anaphora"}
    words = [str(slot.value) for slot in act.slots]
    return points and any(anaphora.beyond(each, options) or anaphora.undecided(each, options) for each in words)


def _first_alike(ref: Ref, options: Options) -> int:
    """Of the options in a city that were put forward together the one spoken of last since, else the first."""
    spoken = list[int]()
    for turn in reversed(options.history):
        made = [act.id for act in turn.acts if act.id is not None]
        if ref.frame in made:
            alike = [number for number in made if all(options.holds(number, slot) for slot in ref.annotations)]
            alike = [number for number in alike if not _has_others(number, ref, options)] or alike
            return next((number for number in (*spoken, *alike) if number in alike), ref.frame)
        spoken += [turn.active_frame, *(told.frame for act in turn.acts for arg in act.args for told in arg.refs)]
    return ref.frame


def _has_others(number: int, ref: Ref, options: Options) -> bool:
    """Whether an option has other values beside: it may still have all the cities that were wished for."""
    return any(len({value.val for value in options.frame(number).info[slot.key]}) > 1 for slot in ref.annotations)


def _moved(act: Act, first: Mapping[int, int]) -> Act:
    args = (
        Arg("ref", tuple(Ref(first.get(ref.frame, ref.frame), ref.annotations) for ref in arg.refs))
        if arg.refs
        else arg
        for arg in act.args
    )
    return Act(act.name, tuple(args)) if act.name in _POINTING else act


def _at_work(found: Tracking, seen: Observation) -> int:
    switched = [ref.frame for act in found.acts if act.name == "switch_frame" for ref in act.refs()]
    return (switched or [seen.memory.active_frame])[-1]


def _naming(act: Act, frame: int) -> Act:
    about_trip = act.name == "inform" and any(slot.key != "intent" for slot in act.slots)
    return Act(act.name, (*act.args, Arg("ref", (Ref(frame),)))) if about_trip else act
