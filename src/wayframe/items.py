"""What an act says, item by item: a frame, a slot and its value. The public evaluator scores these."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.dialogue import Act
from wayframe.ontology import REFERENCE_KEYS

NOANNO = "NOANNO"
"""The slot of an item that refers to a frame as a whole."""


class Item(NamedTuple):
    """A slot that an act says something about, and the frame it says it about."""

    frame: int
    key: str
    value: str | bool | int | float | None


def items(act: Act, frame: int) -> list[Item]:
    """The items of an act; what comes without a reference is about `frame`.

    References with annotations give one item each. Those without are kept for the end, by number, as `NOANNO`; where an
    act has no reference at all, one such item stands for `frame`. `id` is none.
    """
    found, whole, annotated = list[Item](), list[int](), False
    for arg in act.args:
        if arg.key in REFERENCE_KEYS:
            for ref in arg.refs:
                found += [Item(ref.frame, a.key, a.value) for a in ref.annotations]
                annotated = annotated or bool(ref.annotations)
                whole += [] if ref.annotations else [ref.frame]
        elif arg.key != "id":
            found.append(Item(frame, arg.key, arg.value))
    if not whole and not annotated:
        whole = [frame]
    return found + [Item(number, NOANNO, None) for number in sorted(whole)]
