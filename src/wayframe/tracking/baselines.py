"""Trackers that look at next to nothing: what a figure has to beat."""

from __future__ import annotations

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
        switching = any(act.name == "switch_frame" for act in seen.acts)
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
