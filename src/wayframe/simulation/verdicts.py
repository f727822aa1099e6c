"""The verdicts on an agent's turn: answers to questions, and deeds that nobody meant."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from wayframe.dialogue import Act

Verdict = Literal["right", "wrong", "not_understood"]


def unmeant(acts: Sequence[Act], meant: Collection[int]) -> int:
    """Return how many bookings and cancellations a turn has made that its user didn't mean.

    `meant` are the frames of the item that the user wanted booked by this turn; no user wants anything cancelled.
    """
    return sum(_unmeant(act, meant) for act in acts if act.name == "inform")


def _unmeant(act: Act, meant: Collection[int]) -> int:
    """Return how much an act says was done that nobody meant."""
    deeds = {arg.value for arg in act.slots if arg.key == "action"}
    if "book" not in deeds:
        return 0 if deeds.isdisjoint(("cancel", "change")) else 1
    booked = {ref.frame for ref in act.refs("write")}
    if booked:
        return len(booked.difference(meant))
    return 0 if meant else 1
