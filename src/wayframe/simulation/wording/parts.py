"""A turn as it is being put together: parts of text, each with the acts that it carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Arg, Ref
from wayframe.simulation.wording.grammar import TextBit, TextBits


class ActPlan(NamedTuple):
    """An act before its values are in words.

    `plain` are arguments that no word of the text stands for (a requested slot, a boolean, "-1"); `about` are the
    frames that it refers to. An act that `takes` gets the values marked in its part's text.
    """

    name: str
    plain: tuple[Arg, ...] = ()
    about: tuple[int, ...] = ()
    takes: bool = False


class TurnPart(NamedTuple):
    """Some words, without their end mark, and the acts they carry. A value is marked with its slot, or "frame.slot"."""

    bits: TextBits
    plans: tuple[ActPlan, ...]
    asks: bool = False


class UserTurn(NamedTuple):
    """A user's turn: its text and its acts, with references (`wayframe.dialogue`); values are words of the text."""

    text: str
    acts: tuple[Act, ...]


def acts(part: TurnPart, bits: Iterable[TextBit]) -> tuple[Act, ...]:
    """The acts of a part whose text has become `bits`."""
    values, marked = list[Arg](), dict[int, list[Arg]]()
    for bit in bits:
        frame, dot, slot = bit.slot.partition(".")
        if dot:
            marked.setdefault(int(frame), []).append(Arg(slot, bit.text))
        elif bit.slot:
            values.append(Arg(bit.slot, bit.text))
    return tuple(_act(plan, values, marked) for plan in part.plans)


def _act(plan: ActPlan, values: Sequence[Arg], marked: Mapping[int, Sequence[Arg]]) -> Act:
    """Return an act with the values of the text."""
    args = [*values, *plan.plain] if plan.takes else [*plan.plain]
    if plan.about:
        args.append(Arg("ref", tuple(Ref(frame, tuple(marked.get(frame, ()))) for frame in plan.about)))
    return Act(plan.name, tuple(args))
