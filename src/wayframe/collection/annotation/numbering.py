"""Frames have the numbers in which they are made; where one is added or goes, all later labels follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wayframe.collection.annotation.records import Labellings, MarkedAct, MarkedArg, MarkedRef, TurnLabels
from wayframe.dialogue import Author

NEW = 0
"""Stands for the number of a frame that an edit makes, until it has one."""


def known(labels: Labellings, authors: Sequence[Author], turn: int) -> int:
    """Return how many frames there are before a turn; one before the first."""
    return 1 + sum(map(len, made(labels, authors)[:turn]))


def made(labels: Labellings, authors: Sequence[Author]) -> tuple[tuple[int, ...], ...]:
    """The numbers of the frames that each turn makes."""
    found, count = list[tuple[int, ...]](), 1
    for each, author in zip(labels, authors, strict=True):
        new = _ids(each) if author == "wizard" else ((each.active_frame,) if each.active_frame > count else ())
        count += len(new)
        found.append(new)
    return tuple(found)


def settled(before: Labellings, turn: int, after: TurnLabels, authors: Sequence[Author]) -> Labellings:
    """The labels with another `turn`, in which `NEW` stands for frames that it makes; every number in its order.

    What was about a frame that isn't made any more is about the one that is active then.
    """
    makes = list(made(before, authors))
    if authors[turn] == "wizard":
        makes[turn] = _ids(after)
    elif after.active_frame == NEW:
        makes[turn] = (NEW,)
    elif after.active_frame not in makes[turn]:
        makes[turn] = ()
    labels = (*before[:turn], after, *before[turn + 1 :])
    numbers, active, count, found = {1: 1}, 1, 1, list[TurnLabels]()
    for each, author, olds in zip(labels, authors, makes, strict=True):
        ids = range(count + 1, count + 1 + len(olds))
        count += len(olds)
        numbers |= dict(zip(olds, ids, strict=True))
        numbers.pop(NEW, None)
        if author == "user":
            active = ids[0] if ids else numbers.get(each.active_frame, active)
        found.append(_renumbered(each, numbers, active, iter(ids)))
    return tuple(found)


def _renumbered(each: TurnLabels, numbers: dict[int, int], active: int, ids: Iterator[int]) -> TurnLabels:
    def arg(given: MarkedArg) -> MarkedArg:
        if given.key == "id":
            return replace(given, val=next(ids))
        return replace(given, refs=tuple(map(ref, given.refs)))

    def ref(given: MarkedRef) -> MarkedRef:
        return replace(given, frame=numbers.get(given.frame, active))

    acts = tuple(MarkedAct(act.name, tuple(map(arg, act.args))) for act in each.acts)
    return TurnLabels(acts, active, each.confirmed)


def _ids(each: TurnLabels) -> tuple[int, ...]:
    return tuple(act.id for act in each.acts if act.id is not None)
