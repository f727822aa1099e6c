"""Moves: what each clause of a turn does, decided by a table of patterns over the features of clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Direction, Move, Wish
from wayframe.reader.clauses import ClauseReading

Builder = Callable[[ClauseReading], Sequence[Move]]


class ClauseMoves(NamedTuple):
    """A clause, and what the rules say that it does."""

    read: ClauseReading
    moves: tuple[Move, ...]


EXTREMES: dict[str, Direction] = {"least": "least", "less": "least", "most": "most", "more": "most"}
"""The end of the order that an operator looks for."""


def affirmed(wish: Wish) -> Wish:
    """Return a wish without the denial of a polite question."""
    constraint = wish.constraint
    return replace(wish, constraint=replace(constraint, op="is")) if constraint.op == "not" else wish
