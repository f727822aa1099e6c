"""Telling: facts of options, whether something holds, comparisons, sums and differences, reasons."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import (
    Ask,
    Compare,
    Constraint,
    Direction,
    Flag,
    Money,
    Number,
    Party,
    Return,
    Value,
    Wish,
)
from wayframe.planner.plan import (
    Comparison,
    Empty,
    Figure,
    Holds,
    NotKnown,
    Offer,
    Propose,
    Reason,
    Tell,
    ValuesOf,
)
from wayframe.planner.searching import offer
from wayframe.planner.turn import PlannerTurn
from wayframe.sources.constraints import fits, order
from wayframe.sources.protocol import Condition, Found
from wayframe.state.update import Step

MOST_TOLD = 6


def turn_to(turn: PlannerTurn, step: Step) -> bool:
    """Tell about the options that the user turned to."""
    if not isinstance(step.move, Return):
        return False
    if not step.frames:
        turn.say(Empty("option", tuple(turn.view(frame) for frame in turn.denoter.at_hand())))
        return True
    turn.focus(step.frames)
    if len(step.frames) == 1:
        turn.say(Tell((turn.view(step.frames[0], _worth_telling(turn, step.frames[0])),)))
        if turn.booking_of(step.frames[0]) is None:
            propose_booking(turn, step.frames[0])
        return True
    turn.say(Offer(tuple(turn.view(frame, turn.shown_slots()) for frame in step.frames), len(step.frames)))
    return True


def _worth_telling(turn: PlannerTurn, frame: int) -> list[str]:
    """Return the slots to tell about an option: all that it has, not what it lacks."""
    return [slot for slot in turn.told_slots() if turn.value(frame, slot) != Flag(False)]


def propose_booking(turn: PlannerTurn, frame: int) -> None:
    """Offer to book an option."""
    turn.say(Propose("book"))


def answer(turn: PlannerTurn, step: Step) -> bool:
    """Answer a question about options."""
    if not isinstance(step.move, Ask):
        return False
    answers = {
        "facts": _facts,
        "holds": _holds,
        "which": _which,
        "sum": _sum,
        "difference": _difference,
        "share": _share,
        "count": _count,
        "extreme": _extreme,
        "reason": _reason,
        "values": _values,
        "range": _values,
    }
    answers[step.move.question](turn, step.move, _frames(turn, step))
    return True


def _frames(turn: PlannerTurn, step: Step) -> tuple[int, ...]:
    """Return the options that a question is about: what it denotes, else those at hand."""
    return tuple(frame for frame in step.frames if frame in turn.state.options)


def _none_meant(turn: PlannerTurn) -> None:
    turn.say(Empty("option", tuple(turn.view(frame) for frame in turn.denoter.at_hand()[:MOST_TOLD])))


def _facts(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    if not frames:
        _none_meant(turn)
        return
    slots = ask.slots or tuple(_worth_telling(turn, frames[0]))
    known = [slot for slot in slots if any(turn.value(frame, slot) is not None for frame in frames)]
    missing = [slot for slot in slots if slot not in known] if ask.slots else []
    turn.say(Tell(tuple(turn.view(frame, known) for frame in frames[:MOST_TOLD]), tuple(missing)))
    turn.focus(frames)


def _holds(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    if not frames:
        _none_meant(turn)
        return
    for wish in ask.wishes:
        asked = _positive(wish)
        known = {frame: _so(turn, frame, asked) for frame in frames}
        views = {frame: turn.view(frame, [asked.slot]) for frame in frames}
        turn.say(
            Holds(
                asked,
                tuple(views[frame] for frame in frames if known[frame] is True),
                tuple(views[frame] for frame in frames if known[frame] is False),
                tuple(views[frame] for frame in frames if known[frame] is None),
            )
        )
    turn.focus(frames)


def _positive(wish: Wish) -> Wish:
    """Return a question's wish without its denial: "isn't there a gym?" asks whether there is one."""
    values = wish.constraint.values
    if values and isinstance(values[0], Flag) and not values[0].value:
        return Wish(wish.slot, Constraint("is", (Flag(True),)))
    return wish


def _so(turn: PlannerTurn, frame: int, wish: Wish) -> bool | None:
    if turn.schema.slot(wish.slot) is None:
        return None
    option = turn.state.options[frame]
    return fits(turn.schema, Condition(wish.slot, wish.constraint), option.item.values, option.party)


def _which(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Name the options of which all that is asked is so."""
    if not frames:
        _none_meant(turn)
        return
    if not ask.wishes:
        _facts(turn, ask, frames)
        return
    wish = ask.wishes[0]
    so = [frame for frame in frames if all(_so(turn, frame, each) is True for each in ask.wishes)]
    unknown = [frame for frame in frames if any(_so(turn, frame, each) is None for each in ask.wishes)]
    rest = [frame for frame in frames if frame not in so and frame not in unknown]
    slots = [each.slot for each in ask.wishes]
    turn.say(
        Holds(
            wish,
            tuple(turn.view(frame, slots) for frame in so),
            tuple(turn.view(frame, slots) for frame in rest) if not so else (),
            tuple(turn.view(frame, slots) for frame in unknown),
        )
    )
    turn.focus(so or frames)


def _prices(turn: PlannerTurn, slot: str, frames: Sequence[int]) -> list[tuple[int, Value]]:
    return [(frame, value) for frame in frames if (value := turn.value(frame, slot)) is not None]


def _sum(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    slot = ask.slots[0] if ask.slots else turn.schema.order
    standing = [each.option.frame for each in turn.state.bookings if each.status == "booked"]
    priced = _prices(turn, slot, frames or standing)
    if not priced:
        turn.say(Empty("comparison"))
        return
    total = _like(priced[0][1], sum(order(value) or 0 for _, value in priced))
    views = tuple(turn.view(frame, [slot]) for frame, _ in priced)
    turn.say(Figure("sum", total, slot, views))


def _difference(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    slot = ask.slots[0] if ask.slots else turn.schema.order
    several = list(frames)
    if len(several) == 1:
        several += [frame for frame in turn.before.focus if frame not in several][:1]
    priced = _prices(turn, slot, several[:2])
    if len(priced) < 2:
        turn.say(Empty("comparison"))
        return
    first, second = (order(value) or 0 for _, value in priced)
    views = [turn.view(frame, [slot]) for frame, _ in priced]
    if first < second:
        views.reverse()
    turn.say(Figure("difference", _like(priced[0][1], abs(first - second)), slot, tuple(views)))
    turn.focus(several)


def _share(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Divide a price by people, by nights or by a number."""
    slot = ask.slots[0] if ask.slots else turn.schema.order
    figures = [each for frame in frames if (each := _shared(turn, ask, slot, frame))]
    if not figures:
        _none_meant(turn)
    for figure in figures:
        turn.say(figure)
    turn.focus(frames)


def _shared(turn: PlannerTurn, ask: Ask, slot: str, frame: int) -> Figure | None:
    value = turn.value(frame, slot)
    number = order(value) if value is not None else None
    if value is None or number is None:
        return None
    parts = ask.by or _parts(turn, ask.scope, frame)
    return Figure("share", _like(value, round(number / parts, 2)), slot, (turn.view(frame, [slot]),), ask.scope, parts)


def _parts(turn: PlannerTurn, scope: str, frame: int) -> float:
    option = turn.state.options[frame]
    if scope == "night":
        days = next((v.value for v in option.item.values.values() if isinstance(v, Number) and v.unit == "days"), 2)
        return max(days - 1, 1)
    party: Party = option.party
    return max(party.adults + party.children, 1)


def _like(value: Value, number: float) -> Value:
    """Return a number as a value of the same kind as another."""
    if isinstance(value, Money):
        return Money(round(number, 2), value.currency)
    return Number(round(number, 4), value.unit if isinstance(value, Number) else "days")


def _count(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    query = turn.query((*turn.wishes(), *ask.wishes))
    found = turn.search(query._replace(spread=turn.schema.name if turn.schema.place else ""), 1)
    turn.say(Figure("count", Number(found.total), wishes=ask.wishes))


def _extreme(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    wish = next((each for each in reversed(ask.wishes) if turn.schema.slot(each.slot)), None)
    if wish is None:
        turn.say(NotKnown(slots=tuple(each.slot for each in ask.wishes)))
        return
    query = turn.query((*turn.wishes(), *ask.wishes))
    item = turn.source.extreme(query, wish.slot, "least" if wish.constraint.op == "least" else "most")
    if item is None:
        turn.say(Empty("option"))
        return
    found = Found((item,), 1)
    turn.record(query, found)
    offer(turn, found, query)


def _reason(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Give the reason for an option: the wishes that it fulfils, and what it is best at."""
    candidates = list(frames) or list(turn.denoter.at_hand())
    if not candidates:
        turn.say(Empty("option"))
        return
    frame = candidates[0] if len(candidates) == 1 else _best(turn, candidates)
    kept = tuple(
        wish for wish in turn.wishes() if wish.constraint.op not in ("any",) and _so(turn, frame, wish) is True
    )
    others = turn.denoter.at_hand()
    turn.say(Reason(turn.view(frame, turn.shown_slots()), kept, _best_at(turn, frame, others)))
    turn.focus((frame,))


def _best(turn: PlannerTurn, frames: Sequence[int]) -> int:
    price = turn.schema.order
    return min(frames, key=lambda frame: (order(turn.value(frame, price)) or 0.0) if turn.value(frame, price) else 0.0)


def _best_at(turn: PlannerTurn, frame: int, others: Sequence[int]) -> tuple[str, Direction] | None:
    for slot in turn.schema.slots:
        if not (slot.measured and slot.better):
            continue
        values = {each: order(value) for each in others if (value := turn.value(each, slot.name)) is not None}
        own = values.get(frame)
        if own is None or len(values) < 2:
            continue
        best = (
            min(v for v in values.values() if v is not None)
            if slot.better == "less"
            else max(v for v in values.values() if v is not None)
        )
        if own == best and list(values.values()).count(best) == 1:
            return slot.name, "least" if slot.better == "less" else "most"
    return None


def _values(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    slot = next((name for name in ask.slots if turn.schema.slot(name)), "")
    if not slot:
        turn.say(NotKnown(slots=ask.slots))
        return
    if ask.question == "range":
        turn.say(ValuesOf(slot, _ends(turn, slot), range=True))
        return
    found = turn.source.distinct(turn.query(), slot, MOST_TOLD)
    turn.say(ValuesOf(slot, tuple(value for value, _ in found), len(found)))


def _ends(turn: PlannerTurn, slot: str) -> tuple[Value, ...]:
    """Return the least and the most that a slot has among all that fits."""
    least, most = (turn.source.extreme(turn.query(), slot, direction) for direction in ("least", "most"))
    return tuple(item.values[slot] for item in (least, most) if item and slot in item.values)


def compare(turn: PlannerTurn, step: Step) -> bool:
    """Put options side by side."""
    if not isinstance(step.move, Compare):
        return False
    frames = [frame for frame in step.frames if frame in turn.state.options]
    if len(frames) == 1:
        others = [frame for frame in (*turn.before.focus, *turn.denoter.at_hand()) if frame not in frames]
        frames += others[:1]
    if len(frames) < 2:
        turn.say(Empty("comparison", tuple(turn.view(frame) for frame in turn.denoter.at_hand())))
        return True
    naming = (turn.schema.name, turn.schema.place)
    slots = list(step.move.slots) or [
        slot.name for slot in turn.schema.slots if slot.told and slot.wishable and slot.name not in naming
    ]
    differ = [
        slot for slot in slots if len({turn.value(frame, slot) for frame in frames}) > 1 and slot != turn.schema.name
    ]
    alike = [
        slot for slot in slots if slot not in differ and all(turn.value(frame, slot) is not None for frame in frames)
    ]
    measured = {slot.name for slot in turn.measured()}
    differ.sort(key=lambda slot: slot not in measured)
    turn.say(Comparison(tuple(turn.view(frame, [*differ, *alike]) for frame in frames), tuple(differ), tuple(alike)))
    turn.focus(frames)
    return True
