"""A turn as it is being put together: parts of text, each with the acts that it carries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Arg, Ref
from wayframe.simulation.wording.grammar import Bit, Bits


class Plan(NamedTuple):
    """An act before its values are in words.

    `plain` are arguments that no word of the text stands for (a requested slot, a boolean, "-1"); `about` are the
    frames that it refers to. An act that `takes` gets the values marked in its part's text.
    """

    name: str
    plain: tuple[Arg, ...] = ()
    about: tuple[int, ...] = ()
    takes: bool = False


class Part(NamedTuple):
    """Some words, without their end mark, and the acts they carry. A value is marked with its slot, or "frame.slot"."""

    bits: Bits
    plans: tuple[Plan, ...]
    asks: bool = False


class Said(NamedTuple):
    """A user's turn: its text and its acts, with references (`wayframe.dialogue`); values are words of the text."""

    text: str
    acts: tuple[Act, ...]


def acts(part: Part, bits: Iterable[Bit]) -> tuple[Act, ...]:
    """The acts of a part whose text has become `bits`."""
    said = [bit for bit in bits if bit.slot]
    return tuple(_act(plan, said) for plan in part.plans)


def _act(plan: Plan, said: Sequence[Bit]) -> Act:
    args = [Arg(bit.slot, bit.text) for bit in said if plan.takes and "." not in bit.slot]
    refs = tuple(Ref(frame, _annotations(frame, said)) for frame in plan.about)
    return Act(plan.name, (*args, *plan.plain, *([Arg("ref", refs)] if refs else [])))


def _annotations(frame: int, said: Sequence[Bit]) -> tuple[Arg, ...]:
    marked = ((bit.slot.partition("."), bit.text) for bit in said)
    return tuple(Arg(slot, text) for (number, dot, slot), text in marked if dot and int(number) == frame)
