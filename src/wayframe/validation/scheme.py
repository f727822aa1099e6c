"""Rules of the annotation scheme that go beyond the format: how the release annotates (paper sections 5.1 and 5.2).

Each finding is an oddity: the dialogue can be read, and the release has a few of most. With the counts of exceptions
among the 1,219 dialogues at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wayframe.dialogue import Act, Frame, Turn
from wayframe.validation.problem import Finding

ABOUT_FRAMES = ("affirm", "negate", "no_result", "canthelp", "switch_frame")
"""Acts that are about frames: all they say stands in references (no exception)."""

_VALUED = ("inform", "confirm")
_ALONE = ("greeting", "thankyou", "goodbye", "sorry", "you_are_welcome", "reject")


def scheme_findings(turn: Turn, frames: Sequence[Frame], before: tuple[int, int] | None) -> Iterator[Finding]:
    """What a turn has that annotators of the release don't write; `before` are the active frame and the number of
    frames before the turn, None on the first one.
    """
    for number, act in enumerate(turn.acts):
        yield from _act(f"labels.acts[{number}]", act, turn)
    if before and turn.author == "user":
        yield from _table_2(turn, len(frames), *before)


def _act(field: str, act: Act, turn: Turn) -> Iterator[Finding]:
    keys = [arg.key for arg in act.args]
    if act.name in ABOUT_FRAMES and ("ref" not in keys or act.slots):
        what = "is about frames: expected all it says in a reference"
        yield Finding(field, what, f"{act.name} outside a reference")
    if act.name == "switch_frame" and len(act.refs()) > 1:
        yield Finding(field, "goes to one frame: expected one reference", "switch_frame with several references")
    if act.name in _VALUED and not any(arg.key != "id" for arg in act.args):  # none
        yield Finding(field, "says nothing: expected a slot or a reference", f"{act.name} that says nothing")
    if act.name in _ALONE and act.args:  # none
        yield Finding(field, "stands alone: expected no slots", f"{act.name} with arguments")
    if "id" in keys and act.name not in ("offer", "suggest"):  # none
        yield Finding(field, "makes no frame: only offers and suggestions do", f"{act.name} that makes a frame")
    if act.name == "offer" and "id" not in keys:  # none
        yield Finding(field, "makes a frame: expected its number", "offer that makes no frame")
    if ("read" in keys or "write" in keys) and (act.name != "inform" or turn.author == "user"):  # none
        yield Finding(field, "only a wizard's inform reads and writes", "read or write elsewhere than in an inform")
    if any(keys.count(key) > 1 for key in ("ref", "read", "write")):  # none
        yield Finding(field, "expected one list of references of a kind", "several lists of references")


def _table_2(turn: Turn, frames: int, active: int, known: int) -> Iterator[Finding]:
    """Table 2: a changed value makes a frame, and only `switch_frame` goes to one that is there."""
    switches = [ref.frame for act in turn.acts if act.name == "switch_frame" for ref in act.refs()]
    if frames > known and not any(act.name == "inform" for act in turn.acts):  # none
        what = "makes a frame, as a changed value does: expected an inform"
        yield Finding("labels.active_frame", what, "user's frame without an inform")
    if frames == known and turn.active_frame != active and not switches:  # 11 of 1,852
        what = f"goes to frame {turn.active_frame}: expected a switch_frame"
        yield Finding("labels.active_frame", what, "change of frame without switch_frame")
    if frames == known and switches and turn.active_frame not in switches:  # none
        what = f"is in frame {turn.active_frame}: expected the one that switch_frame goes to"
        yield Finding("labels.active_frame", what, "switch_frame that isn't followed")
