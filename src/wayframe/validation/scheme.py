"""Rules of the annotation scheme that go beyond the format: how the release annotates (paper sections 5.1 and 5.2).

Each finding is an oddity: the dialogue can be read, and the release has a few of most. With the counts of exceptions
among the 1,219 dialogues at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Frame, Turn, switched_to
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


class FrameMove(NamedTuple):
    """What a user's turn does to the active frame: frames and active frame before and after, where it switches to."""

    turn: Turn
    before: int
    made: int
    switches: list[int]


class MoveRule(NamedTuple):
    """A rule of table 2: the test for its violation, what is wrong then, and the kind of oddity."""

    is_broken: Callable[[FrameMove], bool]
    what: str
    oddity: str


# A changed value makes a frame, and only `switch_frame` goes to one that is there.
_TABLE_2 = (
    MoveRule(  # none
        lambda move: move.made > 0 and all(act.name != "inform" for act in move.turn.acts),
        "makes a frame, as a changed value does: expected an inform",
        "user's frame without an inform",
    ),
    MoveRule(  # 11 of 1,852
        lambda move: move.made == 0 and move.turn.active_frame != move.before and not move.switches,
        "goes to frame {}: expected a switch_frame",
        "change of frame without switch_frame",
    ),
    MoveRule(  # none
        lambda move: move.made == 0 and len(move.switches) > 0 and move.turn.active_frame not in move.switches,
        "is in frame {}: expected the one that switch_frame goes to",
        "switch_frame that isn't followed",
    ),
)


def scheme_findings(turn: Turn, frames: Sequence[Frame], before: tuple[int, int] | None) -> Iterator[DialogueFinding]:
    """Check a turn for annotations that the release's annotators don't write; `before` are the active frame and the
    number of frames before the turn, None on the first one.
    """
    for number, act in enumerate(turn.acts):
        for rule in _RULES:
            if rule.is_broken(act, turn):
                yield DialogueFinding(f"labels.acts[{number}]", rule.what, rule.oddity.format(act.name))
    if before is None or turn.author == "wizard":
        return
    active, known = before
    move = FrameMove(turn, active, len(frames) - known, switched_to(turn.acts))
    for move_rule in _TABLE_2:
        if move_rule.is_broken(move):
            what = move_rule.what.format(turn.active_frame)
            yield DialogueFinding("labels.active_frame", what, move_rule.oddity)
