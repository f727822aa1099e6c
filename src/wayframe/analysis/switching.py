"""Count the creation of frames and the switches between them (paper section 5.2.2, table 2 and figure 2).

Frame 1 is there from the start and made by nobody. A switch is a turn whose active frame is another than that of the
turn before.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from wayframe.analysis.distribution import mean
from wayframe.dialogue import Dialogue, FramesRecord, Turn


class SwitchFigures(FramesRecord, frozen=True):
    """Table 2 and figure 2.

    A user's switch is by value if the frame is new with that turn; else by offer if the wizard's turn right before
    offers or suggests something; else by mention. The release has one on a wizard's turn, which is none of these.
    """

    frames_mean: float
    frames_max: int
    switches_mean: float
    switches_max: int
    created_by_user: int
    created_by_wizard: int
    switched_by_value: int
    switched_by_offer: int
    switched_by_mention: int
    switched_by_wizard: int
    frames_per_dialogue: dict[int, int]
    switches_per_dialogue: dict[int, int]


class _FrameNumber(msgspec.Struct):
    """Of a frame only its number: decodes three times faster than all of it."""

    frame_id: int


_FRAME_NUMBERS = msgspec.json.Decoder(tuple[_FrameNumber, ...])


class SwitchCount:
    """Counts frames and switches one dialogue at a time."""

    def __init__(self) -> None:
        self.frames, self.switches = Counter[int](), Counter[int]()
        self.created, self.kinds = Counter[str](), Counter[str]()

    def take(self, dialogue: Dialogue) -> None:
        """Count one more."""
        known, switches = 0, 0
        previous: Turn | None = None
        for turn in dialogue.turns:
            frames = len(_FRAME_NUMBERS.decode(turn.labels.frames_json))
            self.created[turn.author] += max(0, frames - max(known, 1))
            if previous and turn.active_frame != previous.active_frame:
                switches += 1
                self.kinds[_kind(turn, previous, known)] += 1
            known, previous = frames, turn
        self.frames[known] += 1
        self.switches[switches] += 1

    def counted(self) -> SwitchFigures:
        """The figures of all that was taken."""
        return SwitchFigures(
            frames_mean=mean(self.frames),
            frames_max=max(self.frames, default=0),
            switches_mean=mean(self.switches),
            switches_max=max(self.switches, default=0),
            created_by_user=self.created["user"],
            created_by_wizard=self.created["wizard"],
            switched_by_value=self.kinds["value"],
            switched_by_offer=self.kinds["offer"],
            switched_by_mention=self.kinds["mention"],
            switched_by_wizard=self.kinds["wizard"],
            frames_per_dialogue=dict(sorted(self.frames.items())),
            switches_per_dialogue=dict(sorted(self.switches.items())),
        )


def _kind(turn: Turn, previous: Turn, known: int) -> str:
    if turn.author == "wizard":
        return "wizard"
    if turn.active_frame > known:
        return "value"
    return "offer" if any(act.name in ("offer", "suggest") for act in previous.acts) else "mention"
