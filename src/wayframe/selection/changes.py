"""What a turn changed in the frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.dialogue import BinaryQuestion, CompareRequest, Frame, Request, Value

Question = Request | BinaryQuestion | CompareRequest


class Change(NamedTuple):
    """How a frame differs from what it was; a new one from its parent."""

    frame: int
    parent: int | None
    new: bool
    info: dict[str, tuple[Value, ...]]
    """The slots that have other values now."""
    dropped: tuple[str, ...]
    """The slots that have no value any more."""
    asked: tuple[Question, ...]
    answered: tuple[Question, ...]
    """The questions that are no longer open."""


def changes(before: Sequence[Frame], after: Sequence[Frame]) -> list[Change]:
    """The frames that a turn created or changed, by number."""
    old, now = ({frame.frame_id: frame for frame in frames} for frames in (before, after))
    nothing = Frame(0, None, {})
    found = list[Change]()
    for frame in after:
        was = old.get(frame.frame_id)
        base = was or now.get(frame.frame_parent_id or 0, nothing)
        then, open_now = _questions(was or nothing), _questions(frame)
        change = Change(
            frame.frame_id,
            frame.frame_parent_id,
            was is None,
            {slot: values for slot, values in frame.info.items() if base.info.get(slot) != values},
            tuple(slot for slot in base.info if slot not in frame.info),
            tuple(question for question in open_now if question not in then),
            tuple(question for question in then if question not in open_now),
        )
        if change.new or any(change[3:]):
            found.append(change)
    return found


def _questions(frame: Frame) -> tuple[Question, ...]:
    return (*frame.requests, *frame.binary_questions, *frame.compare_requests)
