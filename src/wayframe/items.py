"""Items of an act: a frame, a slot and its value. The public evaluator scores these."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.dialogue import Act, Ref
from wayframe.ontology import REFERENCE_KEYS

NOANNO = "NOANNO"
"""The slot of an item that refers to a frame as a whole."""


class ActItem(NamedTuple):
    """A slot that an act says something about, and the frame it says it about."""

    frame: int
    key: str
    value: str | bool | int | float | None


class ActFrames(NamedTuple):
    """What an act is about: the items of its slots, in order, and the frames that it is about as a whole."""

    slots: list[ActItem]
    whole: frozenset[int]


def act_frames(act: Act, frame: int) -> ActFrames:
    """The items of an act, those of slots apart from those about frames as a whole."""
    found = items(act, frame)
    slots = [item for item in found if item.key != NOANNO]
    return ActFrames(slots, frozenset(item.frame for item in found[len(slots) :]))


def items(act: Act, frame: int) -> list[ActItem]:
    """The items of an act; what comes without a reference is about `frame`.

    References with annotations give one item each. Those without are kept for the end, by number, as `NOANNO`; where an
    act has no reference at all, one such item stands for `frame`. `id` is none.
    """
    found, refs = list[ActItem](), list[Ref]()
    for arg in act.args:
        if arg.key in REFERENCE_KEYS:
            refs += arg.refs
            for ref in arg.refs:
                found += [ActItem(ref.frame, slot.key, slot.value) for slot in ref.annotations]
        elif arg.key != "id":
            found.append(ActItem(frame, arg.key, arg.value))
    if not refs:
        return [*found, ActItem(frame, NOANNO, None)]
    whole = sorted(ref.frame for ref in refs if not ref.annotations)
    return found + [ActItem(number, NOANNO, None) for number in whole]
