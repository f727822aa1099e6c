"""Resolution: the moves of a turn with what they denote, and as what they are meant in the dialogue so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from types import UnionType
from typing import Any, TypeAlias

from wayframe.meaning.records import (
    Change,
    Constraint,
    Described,
    Every,
    Extreme,
    Move,
    Named,
    Reference,
    Return,
    Social,
    Text,
    Together,
    Value,
    Wish,
)
from wayframe.state.denotation import Denoter
from wayframe.state.records import Step

Steps: TypeAlias = Sequence[Step]
Reading: TypeAlias = Callable[[Steps, Denoter], Steps]


def reference_of(move: Move) -> Reference | None:
    """Return the reference by which a move names options; none where it means what is spoken of."""
    if isinstance(move, Return | Change) and move.to is not None:
        return move.to
    return getattr(move, "of", None)


def description(reference: Reference | None) -> tuple[Wish, ...]:
    """Return the wishes by which a reference describes options."""
    if isinstance(reference, Every) and isinstance(reference.of, Described):
        return reference.of.wishes
    if isinstance(reference, Described):
        return (*(description(reference.of) if isinstance(reference.of, Described) else ()), *reference.wishes)
    if not isinstance(reference, Extreme):
        return ()
    inner = reference.of.wishes if isinstance(reference.of, Described) else ()
    if not reference.slot:
        return inner
    return (*inner, Wish(reference.slot, Constraint(reference.direction)))


def named_in(reference: Reference | None, name: str) -> tuple[Value, ...]:
    """Return the names by which a reference means options, whose slot is `name`."""
    parts = reference.parts if isinstance(reference, Together) else (reference,)
    named = list[Value]()
    for part in parts:
        if isinstance(part, Named):
            named.append(Text(part.name))
        named += chain.from_iterable(wish.constraint.values for wish in description(part) if wish.slot == name)
    return tuple(dict.fromkeys(named))


def says_only(steps: Steps, *kinds: type[Move]) -> bool:
    """Return whether a turn has moves of some kinds, and none of another but courtesies."""
    said = {type(step.move) for step in steps} - {Social}
    return bool(said) and said.issubset(kinds)


def each(kind: type[Any] | UnionType, read: Callable[[Step, Any, Denoter], Steps]) -> Reading:
    """Return the reading that takes each move of a kind by itself as other steps."""

    def reading(steps: Steps, denoter: Denoter) -> Steps:
        found = list[Step]()
        for step in steps:
            found += read(step, step.move, denoter) if isinstance(step.move, kind) else [step]
        return found

    return reading
