"""Trackers that look at next to nothing: what a figure has to beat."""

from __future__ import annotations

from wayframe.tracking.tracker import Observation, Tracking


class PreviousActive:
    """The frame that was active stays so, and everything is about it."""

    def track(self, seen: Observation) -> Tracking:
        """All acts as they are, in the frame that is active already."""
        return Tracking(seen.acts, seen.memory.active_frame)


class NeverCreate:
    """No turn makes a frame: `switch_frame` goes to the newest one, all other turns stay where they are."""

    def track(self, seen: Observation) -> Tracking:
        """All acts as they are, in the newest frame if the user switches, else in the one that is active already."""
        switching = any(act.name == "switch_frame" for act in seen.acts)
        active = len(seen.memory.frames) if switching and seen.memory.frames else seen.memory.active_frame
        return Tracking(seen.acts, active)
