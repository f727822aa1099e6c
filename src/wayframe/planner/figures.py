"""Questions: the strategy for each, and those that figures answer: sums, differences, counts, extremes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wayframe.meaning.records import Ask, Money, Number, Question, Value
from wayframe.planner.plan import Empty, Figure, Nothing, NotKnown, ValuesOf
from wayframe.planner.reasons import reason
from wayframe.planner.searching import blamed, offer
from wayframe.planner.telling import facts, holds, none_meant, which, with_another
from wayframe.planner.turn import MOST_NAMED, PlannerTurn
from wayframe.sources.constraints import heads
from wayframe.sources.protocol import Found, Query
from wayframe.state.records import Step


def answer(turn: PlannerTurn, step: Step, move: Ask) -> None:
    """Answer a question about options."""
    _QUESTIONS[move.question](turn, move, turn.state.known(step.frames))


def _slot(turn: PlannerTurn, ask: Ask) -> str:
    """Return the slot that a figure is about: the price where none was named."""
    return ask.slots[0] if ask.slots else turn.schema.order


def _like(value: Value, number: float) -> Value:
    """Return a number as a value of the same kind as another."""
    if isinstance(value, Money):
        return Money(round(number, 2), value.currency)
    return Number(round(number, 4), value.unit if isinstance(value, Number) else "days")


# Of options


def _sum(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell what options, or else the bookings, come to together."""
    slot = _slot(turn, ask)
    booked = [booking.option.frame for booking in turn.state.standing]
    measures = turn.denoter.measures(frames or booked, slot)
    if not measures:
        turn.say(Empty("comparison"))
        return
    first = turn.value(next(iter(measures)), slot)
    assert first is not None
    turn.say(Figure("sum", _like(first, sum(measures.values())), slot, turn.views(list(measures), [slot])))


def _difference(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell by how much two options differ, the one with more first."""
    slot = _slot(turn, ask)
    several = with_another(turn, frames)
    measures = turn.denoter.measures(several[:2], slot)
    if len(measures) < 2:
        turn.say(Empty("comparison"))
        return
    more, less = sorted(measures, key=lambda frame: -measures[frame])
    value = turn.value(more, slot)
    assert value is not None
    turn.say(
        Figure("difference", _like(value, measures[more] - measures[less]), slot, turn.views((more, less), [slot]))
    )
    turn.focus(several)


def _share(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Divide a price by people, by nights or by a number."""
    slot = _slot(turn, ask)
    measures = turn.denoter.measures(frames, slot)
    if not measures:
        none_meant(turn)
    for frame, number in measures.items():
        value = turn.value(frame, slot)
        assert value is not None
        parts = ask.by or _parts(turn, ask.scope, frame)
        share = _like(value, round(number / parts, 2))
        turn.say(Figure("share", share, slot, (turn.view(frame, [slot]),), ask.scope, parts))
    turn.focus(frames)


def _parts(turn: PlannerTurn, scope: str, frame: int) -> float:
    """Return by how many people, or nights, a price is divided."""
    option = turn.state.options[frame]
    if scope != "night":
        return sum(heads(option.party))
    stays = [value for value in option.item.values.values() if isinstance(value, Number) and value.unit == "days"]
    return max(stays[0].value - 1, 1) if stays else 1


# Of the catalogue


def _count(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell how many items fit the wishes and what is asked."""
    query = turn.query((*turn.wishes(), *ask.wishes))
    total = _total(turn, query)
    alone = turn.query(ask.wishes)
    if total == 0 and alone != query and (there := _total(turn, alone)):
        turn.say(Figure("count", Number(there), wishes=ask.wishes))
        turn.say(Nothing(blamed(turn, query)))
    else:
        turn.say(Figure("count", Number(total), wishes=ask.wishes))


def _total(turn: PlannerTurn, query: Query) -> int:
    """Return how many items fit; of a catalogue of places, how many names have one."""
    return turn.search(query._replace(spread=turn.schema.name if turn.schema.place else ""), 1).total


def _extreme(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Offer what has the least or the most of a slot among all that fits."""
    known = [wish for wish in ask.wishes if turn.schema.slot(wish.slot)]
    if not known:
        turn.say(NotKnown(slots=tuple(wish.slot for wish in ask.wishes)))
        return
    query = turn.query((*turn.wishes(), *ask.wishes))
    item = turn.source.extreme(query, known[-1].slot, "least" if known[-1].constraint.op == "least" else "most")
    if item is None:
        turn.say(Empty("option"))
        return
    found = Found((item,), 1)
    turn.record(query, found)
    offer(turn, found, query)


def _values(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell the values that a slot has among all that fits."""
    slot = _known_slot(turn, ask)
    if slot:
        found = turn.source.distinct(turn.query(), slot, MOST_NAMED)
        turn.say(ValuesOf(slot, tuple(value for value, _ in found), len(found)))


def _range(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell from what to what a slot goes among all that fits."""
    slot = _known_slot(turn, ask)
    if slot:
        ends = [turn.source.extreme(turn.query(), slot, "least"), turn.source.extreme(turn.query(), slot, "most")]
        turn.say(ValuesOf(slot, tuple(item.values[slot] for item in ends if item), range=True))


def _known_slot(turn: PlannerTurn, ask: Ask) -> str:
    """Return the slot that is asked about; where there is none, say so."""
    slot = next((name for name in ask.slots if turn.schema.slot(name)), "")
    if not slot:
        turn.say(NotKnown(slots=ask.slots))
    return slot


_QUESTIONS: Mapping[Question, Callable[[PlannerTurn, Ask, Sequence[int]], None]] = {
    "facts": facts,
    "holds": holds,
    "which": which,
    "sum": _sum,
    "difference": _difference,
    "share": _share,
    "count": _count,
    "extreme": _extreme,
    "reason": reason,
    "values": _values,
    "range": _range,
}
