"""Conversing: greetings, thanks, yes and no, what is recalled, what was not understood."""

from __future__ import annotations

from wayframe.meaning.records import Answer, Drop, Money, OutOfScope, Recall, Reject, Shown, Social, Undo, Value
from wayframe.planner.plan import Courtesy, Noted, NotKnown, NotUnderstood, Propose, Recalled, Request
from wayframe.planner.turn import PlannerTurn
from wayframe.sources.constraints import order
from wayframe.state.update import Step

_COURTESIES = {"thanks": "welcome"}


def recall(turn: PlannerTurn, step: Step) -> bool:
    """Tell what was said, shown or booked."""
    if not isinstance(step.move, Recall):
        return False
    about = step.move.about
    if about == "slot" and turn.schema.slot(step.move.slot) is None:
        about = "wishes"
    standing = [each.option.frame for each in turn.state.bookings if each.status == "booked"]
    price = turn.schema.price.name if turn.schema.price else ""
    windows = [slot.name for slot in turn.schema.slots if slot.bearing in ("window_start", "window_end")]
    views = tuple(turn.view(frame, [*windows, price]) for frame in standing)
    total = _total(turn, standing, price) if len(standing) > 1 else None
    shown = tuple(turn.view(frame, [*windows, price]) for frame in turn.denoter.denote(Shown()))
    wishes = tuple(wish for wish in turn.wishes() if wish.constraint.op != "any")
    if about == "slot":
        related = _related(turn, step.move.slot)
        wishes = tuple(wish for wish in wishes if wish.slot in related)
    turn.say(
        Recalled(
            about,
            wishes if about in ("wishes", "slot", "summary") else (),
            shown if about in ("options", "summary") else (),
            views if about in ("bookings", "summary") else (),
            total if about in ("bookings", "summary") else None,
            step.move.slot,
        )
    )
    if about == "bookings":
        turn.focus(standing)
    return True


def _related(turn: PlannerTurn, slot: str) -> set[str]:
    """Return a slot with those that are asked for in one breath: both ends of a window."""
    known = turn.schema.slot(slot)
    if known and known.bearing in ("window_start", "window_end"):
        return {each.name for each in turn.schema.slots if each.bearing in ("window_start", "window_end")}
    return {slot}


def _total(turn: PlannerTurn, frames: list[int], slot: str) -> Value | None:
    values = [value for frame in frames if (value := turn.value(frame, slot)) is not None]
    if not values or not all(isinstance(value, Money) for value in values):
        return None
    currency = values[0].currency if isinstance(values[0], Money) else ""
    return Money(round(sum(order(value) or 0 for value in values), 2), currency)


def social(turn: PlannerTurn, step: Step) -> bool:
    """Answer a courtesy."""
    if not isinstance(step.move, Social):
        return False
    kind = step.move.kind
    turn.say(Courtesy(_COURTESIES.get(kind, kind)))  # type: ignore[arg-type]
    if kind == "greeting" and len(turn.steps) == 1 and not turn.state.options:
        turn.say(Propose("open"))
    return True


def reply(turn: PlannerTurn, step: Step) -> bool:
    """Take a yes, a no or a perhaps as the answer to what was asked."""
    if not isinstance(step.move, Answer):
        return False
    if step.move.word == "perhaps":
        turn.say(Noted("perhaps"))
    elif step.move.word == "neither":
        turn.say(Noted("rejected"))
        turn.say(Propose("more"))
    elif step.move.word == "no" and len(turn.steps) == 1:
        turn.say(Propose("open"))
    elif step.move.word in ("yes", "either") and len(turn.steps) == 1:
        pending = turn.before.pending
        if pending.slots:
            turn.say(Request(pending.slots))
        else:
            turn.say(Propose("open"))
    return True


def reject(turn: PlannerTurn, step: Step) -> bool:
    """Take note that options are ruled out."""
    if not isinstance(step.move, Reject):
        return False
    if len(turn.steps) == 1:
        turn.say(Noted("rejected"))
        turn.say(Propose("more"))
    return True


def undo(turn: PlannerTurn, step: Step) -> bool:
    """Say that a step was taken back."""
    if isinstance(step.move, Drop) and not step.move.slot:
        turn.say(Noted("dropped"))
        return True
    if not isinstance(step.move, Undo):
        return False
    undone = len(turn.before.trail) > 1
    turn.say(Noted("undone", turn.wishes()) if undone else Noted("nothing_to_undo"))
    return True


def beyond(turn: PlannerTurn, step: Step) -> bool:
    """Admit what the catalogue has nothing on."""
    if not isinstance(step.move, OutOfScope):
        return False
    turn.say(NotKnown(step.move.words))
    return True


def not_understood(turn: PlannerTurn) -> None:
    """Say that nothing was understood, and ask again what is still open."""
    turn.say(NotUnderstood("", turn.wishes()[-3:], "question" if turn.state.options else "wish"))
    if turn.before.pending.slots:
        turn.say(Request(turn.before.pending.slots))
