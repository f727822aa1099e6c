"""Refusals: what a turn declines or has passed over, so that nothing of the kind is offered in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from wayframe.meaning.records import Answer, Constraint, Days, Numbered, Reject, Wish, wishes_for
from wayframe.planner.plan import PlannerTurn
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Item
from wayframe.state.records import moves_of, steps_of
from wayframe.state.wishes import held_wishes


def declined(turn: PlannerTurn) -> tuple[int, ...]:
    """Return the options that a turn declines: those it rules out, and what it was asked about where it says no."""
    frames = [frame for step in steps_of(turn.steps, Reject) for frame in step.frames]
    said = {answer.word for answer in moves_of(turn.steps, Answer)}
    if "no" in said and turn.before.pending.purpose in ("book", "change"):
        frames += turn.before.pending.options
    if "neither" in said:
        frames += chain.from_iterable(turn.before.lists[-1:])
    return turn.before.known(dict.fromkeys(frames))


def declined_items(turn: PlannerTurn) -> Sequence[Item]:
    """Return the items that a turn declines for those who travel, and those it compares with: "younger than Hazel"."""
    compared = [wish.constraint.than for wish in turn.heard.wished]
    frames = [*declined(turn), *(each.frame for each in compared if isinstance(each, Numbered))]
    options = [turn.before.options[frame] for frame in turn.before.known(frames)]
    return [option.item for option in options if option.party == turn.party()]


def passed_over(turn: PlannerTurn) -> Mapping[str, Sequence[Item]]:
    """Return the items that a turn passes over for what they have of a slot, slot by slot.

    That is what it declines and wishes for otherwise, and the near misses of before where it but gives way in another
    wish: who wants four bedrooms and now pays more for them wants no three.
    """
    found = {wish.slot: declined_items(turn) for wish in turn.heard.wished}
    if found and all(_gives_way(turn, wish) for wish in turn.heard.wished):
        listed = turn.before.known(chain.from_iterable(turn.before.lists[-1:]))
        shown = [turn.before.options[frame].item for frame in listed]
        found |= {slot: shown for slot in turn.before.failed if slot not in found}
    return found


def _gives_way(turn: PlannerTurn, wish: Wish) -> bool:
    """Return whether a wish for an amount or for days lets in more than the one that held before it."""
    held = held_wishes(turn.before, turn.before.memory.active_frame, turn.schema)
    return any(_lets_in_more(wish.constraint, old.constraint) for old in wishes_for(held, wish.slot))


def _lets_in_more(new: Constraint, old: Constraint) -> bool:
    match new, old:
        case Constraint("is", (Days(first, last),)), Constraint("is", (Days(former_first, former_last),)):
            return first <= former_first and former_last <= last
        case Constraint("at_most", (value,)), Constraint("at_most", (former,)):
            return (order(value) or 0.0) > (order(former) or 0.0)
        case Constraint("at_least", (value,)), Constraint("at_least", (former,)):
            return (order(value) or 0.0) < (order(former) or 0.0)
    return False
