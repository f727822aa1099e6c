"""Recalling: what was wished for, looked at and booked so far."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Money, Recall, Shown, Value, Wish
from wayframe.planner.plan import Recalled
from wayframe.planner.searching import look_around
from wayframe.planner.turn import PlannerTurn
from wayframe.sources.constraints import order
from wayframe.state.records import Step


def recall(turn: PlannerTurn, step: Step, move: Recall) -> None:
    """Tell what was said, shown or booked."""
    _RECALLED.get(move.about, summary)(turn, move)


def wishes(turn: PlannerTurn, move: Recall) -> None:
    """Tell all wishes that hold."""
    turn.say(Recalled("wishes", _held(turn), slot=move.slot))


def slot_wishes(turn: PlannerTurn, move: Recall) -> None:
    """Tell the wishes for a slot; for both ends of a stay, which are asked for in one breath."""
    if turn.schema.slot(move.slot) is None:
        wishes(turn, move)
        return
    windows = turn.schema.windows
    related = windows if move.slot in windows else (move.slot,)
    turn.say(Recalled("slot", tuple(wish for wish in _held(turn) if wish.slot in related), slot=move.slot))


def options(turn: PlannerTurn, move: Recall) -> None:
    """Tell the options that were looked at; where there are none, begin to offer some."""
    shown = turn.denoter.denote(Shown())
    if not shown:
        look_around(turn)
        return
    turn.say(Recalled("options", options=turn.views(shown, _recalled_slots(turn))))


def bookings(turn: PlannerTurn, move: Recall) -> None:
    """Tell the bookings that stand, with what they cost together."""
    booked = [booking.option.frame for booking in turn.state.standing]
    views = turn.views(booked, _recalled_slots(turn))
    turn.say(Recalled("bookings", bookings=views, total=_total(turn, booked)))
    turn.focus(booked)


def summary(turn: PlannerTurn, move: Recall) -> None:
    """Tell all of it."""
    slots = _recalled_slots(turn)
    booked = [booking.option.frame for booking in turn.state.standing]
    shown = turn.views(turn.denoter.denote(Shown()), slots)
    turn.say(Recalled("summary", _held(turn), shown, turn.views(booked, slots), _total(turn, booked)))


_RECALLED = {"wishes": wishes, "slot": slot_wishes, "options": options, "bookings": bookings}


def _held(turn: PlannerTurn) -> tuple[Wish, ...]:
    """Return the wishes that hold, without those for anything."""
    return tuple(wish for wish in turn.wishes() if wish.constraint.op != "any")


def _recalled_slots(turn: PlannerTurn) -> list[str]:
    """Return the slots that options are recalled with: when and the price."""
    price = [turn.schema.price.name] if turn.schema.price else []
    return [*turn.schema.windows, *price]


def _total(turn: PlannerTurn, frames: Sequence[int]) -> Value | None:
    """Return what several options cost together; None where that isn't known of all."""
    if turn.schema.price is None or len(frames) < 2:
        return None
    prices = [turn.value(frame, turn.schema.price.name) for frame in frames]
    known = [price for price in prices if isinstance(price, Money)]
    if not known or len({price.currency for price in known}) > 1:
        return None
    return Money(round(sum(order(price) or 0 for price in known), 2), known[0].currency)
