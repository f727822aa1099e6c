"""Changes: options of which the catalogue says something else by now than they were offered with."""

from __future__ import annotations

from collections.abc import Iterable

from wayframe.meaning.records import Ask, Book, Compare, Constraint, Move, Return, Value
from wayframe.planner.plan import Changed, PlannerTurn, Propose, SoldOut
from wayframe.sources.protocol import Condition, Found, Item, Query
from wayframe.state.records import Option, Step

LOOKED_UP: tuple[type[Move], ...] = (Return, Ask, Compare, Book)
"""The moves for which the options that they are about are looked up again."""

MOST_CHANGES = 3
"""Changes of an option that are said."""


def look_up_again(turn: PlannerTurn) -> None:
    """Look up the options that the turn is about, say what has changed, and have the turn be about them as they are.

    An option keeps what it was offered with; as it is now it is another one. What can't be had any more isn't booked.
    """
    now = dict[int, int]()
    for step in turn.steps:
        if isinstance(step.move, LOOKED_UP):
            asked = step.move.slots if isinstance(step.move, Ask) else ()
            now |= {frame: _now(turn, frame, asked) for frame in turn.state.known(step.frames) if frame not in now}
    if not any(frame != fresh for frame, fresh in now.items()):
        return
    steps = list[Step]()
    for step in turn.steps:
        fresh = _step_now(step, now) if isinstance(step.move, LOOKED_UP) else step
        if step.frames and not fresh.frames:
            turn.say(Propose("more"))
        else:
            steps.append(fresh)
    turn.heard = turn.heard._replace(steps=tuple(steps))


def _step_now(step: Step, now: dict[int, int]) -> Step:
    """Return a step about the options as they are now; facts of those that are gone are told as they were."""
    frames = (now.get(frame, frame) or (frame if isinstance(step.move, Ask | Compare) else 0) for frame in step.frames)
    return step._replace(frames=tuple(dict.fromkeys(filter(None, frames))))


def _now(turn: PlannerTurn, frame: int, asked: Iterable[str]) -> int:
    """Return the option as it is now, after saying how it has changed; 0 where it can't be had any more."""
    option = turn.state.options[frame]
    if turn.is_booked(frame):
        return frame
    item = turn.source.now(option.item)
    if item is None:
        turn.say(SoldOut(turn.view(frame)))
        return 0
    changed = _changes(turn, option.item, item, asked)
    if not changed:
        return frame
    if known := _known(turn, option, item):
        return known
    fresh = _renewed(turn, option, item)
    turn.say(Changed(turn.view(fresh, changed), turn.view(frame, changed)))
    return fresh


def say_changed(turn: PlannerTurn, frame: int) -> None:
    """Say what an option that was just offered has otherwise than when it was offered before, if it was."""
    option = turn.state.options[frame]
    before = [other for other in turn.before.options.values() if other.terms == option.terms]
    now = turn.source.now(before[-1].item) if before else None
    slots = _changes(turn, before[-1].item, now, ()) if now else []
    if slots:
        turn.say(Changed(turn.view(frame, slots), turn.view(before[-1].frame, slots)))


def _changes(turn: PlannerTurn, before: Item, now: Item, asked: Iterable[str]) -> list[str]:
    """Return the slots worth telling in which an item has something else than before; how many are left isn't."""
    slots = dict.fromkeys((*asked, *(slot for slot in turn.told_slots() if slot != turn.schema.stock)))
    changed = [slot for slot in slots if _differs(before.values.get(slot), now.values.get(slot))]
    return changed[:MOST_CHANGES]


def _differs(before: Value | None, now: Value | None) -> bool:
    """Return whether both are known and not the same."""
    return before is not None and now is not None and before != now


def _known(turn: PlannerTurn, option: Option, item: Item) -> int:
    """Return the option that was already offered as the item is now; 0 where there is none."""
    for frame, other in turn.state.options.items():
        if other.terms == option.terms and other.item.values == item.values:
            return frame
    return 0


def _renewed(turn: PlannerTurn, option: Option, item: Item) -> int:
    """Return a new option of the item as it is now, found by the wishes of the old one."""
    name = item.values.get(turn.schema.name)
    named = () if name is None else (Condition(turn.schema.name, Constraint("is", (name,))),)
    turn.record(Query(named), Found((item,), 1))
    frame = turn.add_option(item)
    renewed = option._replace(frame=frame, item=item)
    turn.state = turn.state._replace(options={**turn.state.options, frame: renewed})
    turn.renewed.add(frame)
    return frame
