"""For live conversation: a wish that changes leaves the user's other wishes as they were."""

from __future__ import annotations

from wayframe.dialogue import Act, Arg, Ref
from wayframe.tracking.options import Options
from wayframe.tracking.tracker import Observation, Tracker, Tracking, new_frame


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
        informs = [act for act in found.acts if act.name == "inform"]
        changed = {slot.key for act in informs for slot in act.slots} - {"intent"}
        if found.active_frame != new_frame(seen.memory) or any(act.refs() for act in informs) or changed == {"seat"}:
            return found  # nothing new, a model named, or another seat: that varies the very frame at work anyway
        at_work = _at_work(found, seen)
        own = at_work if self._options else Options(seen.memory, seen.history).own(at_work)
        return found if own is None else found._replace(acts=tuple(_naming(act, own) for act in found.acts))


def _at_work(found: Tracking, seen: Observation) -> int:
    switched = [ref.frame for act in found.acts if act.name == "switch_frame" for ref in act.refs()]
    return (switched or [seen.memory.active_frame])[-1]


def _naming(act: Act, frame: int) -> Act:
    about_trip = act.name == "inform" and any(slot.key != "intent" for slot in act.slots)
    return Act(act.name, (*act.args, Arg("ref", (Ref(frame),)))) if about_trip else act
