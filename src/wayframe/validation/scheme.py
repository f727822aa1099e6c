"""Rules of the annotation scheme that go beyond the format: how the release annotates (paper sections 5.1 and 5.2).

Each finding is an oddity: the dialogue can be read, and the release has a few of most. With the counts of exceptions
among the 1,219 dialogues at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Frame, Turn
from wayframe.ontology import REFERENCE_KEYS
from wayframe.validation.problem import DialogueFinding

ABOUT_FRAMES = ("affirm", "negate", "no_result", "canthelp", "switch_frame")
"""Acts that are about frames: all they say stands in references (no exception)."""

_ALONE = ("greeting", "thankyou", "goodbye", "sorry", "you_are_welcome", "reject")


class SchemeRule(NamedTuple):
    """A rule for single acts: the test for its violation, what is wrong then, and the kind of oddity."""

    is_broken: Callable[[Act, Turn], bool]
    what: str
    oddity: str


def _count(act: Act, *keys: str) -> int:
    """The arguments of an act with one of these keys."""
    return sum(arg.key in keys for arg in act.args)


_RULES = (
    SchemeRule(
        lambda act, turn: act.name in ABOUT_FRAMES and (not _count(act, "ref") or bool(act.slots)),
        "is about frames: expected all it says in a reference",
        "{} outside a reference",
    ),
    SchemeRule(
        lambda act, turn: act.name == "switch_frame" and len(act.refs()) > 1,
        "goes to one frame: expected one reference",
        "switch_frame with several references",
    ),
    SchemeRule(  # none
        lambda act, turn: act.name in ("inform", "confirm") and len(act.args) == _count(act, "id"),
        "says nothing: expected a slot or a reference",
        "{} that says nothing",
    ),
    SchemeRule(  # none
        lambda act, turn: act.name in _ALONE and bool(act.args),
        "stands alone: expected no slots",
        "{} with arguments",
    ),
    SchemeRule(  # none
        lambda act, turn: act.name not in ("offer", "suggest") and _count(act, "id") > 0,
        "makes no frame: only offers and suggestions do",
        "{} that makes a frame",
    ),
    SchemeRule(  # none
        lambda act, turn: act.name == "offer" and not _count(act, "id"),
        "makes a frame: expected its number",
        "offer that makes no frame",
    ),
    SchemeRule(  # none
        lambda act, turn: _count(act, "read", "write") > 0 and (act.name != "inform" or turn.author == "user"),
        "only a wizard's inform reads and writes",
        "read or write elsewhere than in an inform",
    ),
    SchemeRule(  # none
        lambda act, turn: any(_count(act, key) > 1 for key in REFERENCE_KEYS),
        "expected one list of references of a kind",
        "several lists of references",
    ),
)


def scheme_findings(turn: Turn, frames: Sequence[Frame], before: tuple[int, int] | None) -> Iterator[DialogueFinding]:
    """Check a turn for annotations that the release's annotators don't write; `before` are the active frame and the
    number of frames before the turn, None on the first one.
    """
    for number, act in enumerate(turn.acts):
        yield from _act(f"labels.acts[{number}]", act, turn)
    if before and turn.author == "user":
        yield from _table_2(turn, len(frames), *before)


def _act(field: str, act: Act, turn: Turn) -> Iterator[DialogueFinding]:
    for rule in _RULES:
        if rule.is_broken(act, turn):
            yield DialogueFinding(field, rule.what, rule.oddity.format(act.name))


def _table_2(turn: Turn, frames: int, active: int, known: int) -> Iterator[DialogueFinding]:
    """Table 2: a changed value makes a frame, and only `switch_frame` goes to one that is there."""
    switches = [ref.frame for act in turn.acts if act.name == "switch_frame" for ref in act.refs()]
    if frames > known and not any(act.name == "inform" for act in turn.acts):  # none
        what = "makes a frame, as a changed value does: expected an inform"
        yield DialogueFinding("labels.active_frame", what, "user's frame without an inform")
    if frames == known and turn.active_frame != active and not switches:  # 11 of 1,852
        what = f"goes to frame {turn.active_frame}: expected a switch_frame"
        yield DialogueFinding("labels.active_frame", what, "change of frame without switch_frame")
    if frames == known and switches and turn.active_frame not in switches:  # none
        what = f"is in frame {turn.active_frame}: expected the one that switch_frame goes to"
        yield DialogueFinding("labels.active_frame", what, "switch_frame that isn't followed")
