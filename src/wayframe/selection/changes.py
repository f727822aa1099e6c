"""Compute the changes of the frames in a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.dialogue import BinaryQuestion, CompareRequest, Frame, SlotRequest, Value

Question = SlotRequest | BinaryQuestion | CompareRequest


class FrameChange(NamedTuple):
    """Difference of a frame to the turn before; of a new one to its parent."""

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


def changes(before: Sequence[Frame], after: Sequence[Frame]) -> list[FrameChange]:
    """The frames that a turn created or changed, by number."""
    old, now = ({frame.frame_id: frame for frame in frames} for frames in (before, after))
    nothing = Frame(0, None, {})
    found = list[FrameChange]()
    for frame in after:
        was = old.get(frame.frame_id)
        base = was or now.get(frame.frame_parent_id or 0, nothing)
        then, open_now = _questions(was or nothing), _questions(frame)
        change = FrameChange(
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
