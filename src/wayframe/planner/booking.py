"""Booking: options booked, bookings cancelled and changed, asked about first where it isn't plain which is meant."""

from __future__ import annotations

from msgspec.structs import replace

from wayframe.meaning.records import Book, Booked, Cancel, Described, Every, Extreme, It, Nth, Reference
from wayframe.planner.plan import Done, Empty, Which
from wayframe.planner.turn import PlannerTurn
from wayframe.state.records import Booking
from wayframe.state.update import Step


def book(turn: PlannerTurn, step: Step) -> bool:
    """Book what is meant, or ask which."""
    if not isinstance(step.move, Book):
        return False
    frames = [frame for frame in step.frames if frame in turn.state.options]
    several_meant = isinstance(step.move.of, Every)
    if not frames:
        turn.say(Empty("option", tuple(turn.view(frame) for frame in turn.denoter.at_hand())))
        return True
    if len(frames) > 1 and not several_meant:
        turn.say(Which(tuple(turn.view(frame, turn.shown_slots()) for frame in frames), "book"))
        return True
    for frame in frames:
        if turn.booking_of(frame) is None:
            turn.book(frame)
    turn.say(Done("book", tuple(turn.view(frame, _summary(turn)) for frame in frames)))
    turn.focus(frames)
    return True


def _summary(turn: PlannerTurn) -> list[str]:
    """Return the slots that a booking is told with: where from, when, and the price."""
    source = [slot.name for slot in turn.schema.slots if slot.role == "source"]
    windows = [slot.name for slot in turn.schema.slots if slot.bearing in ("window_start", "window_end")]
    price = [turn.schema.price.name] if turn.schema.price else []
    return [*source, *windows, *price]


def cancel(turn: PlannerTurn, step: Step) -> bool:
    """Cancel the bookings that are meant, or ask which."""
    if not isinstance(step.move, Cancel):
        return False
    standing = [each for each in turn.state.bookings if each.status == "booked"]
    if not standing:
        turn.say(Empty("booking"))
        return True
    meant = _meant(turn, step, standing)
    if not meant or (len(meant) > 1 and not isinstance(step.move.of, Every)):
        candidates = meant or standing
        turn.say(Which(tuple(turn.view(each.option.frame, _summary(turn)) for each in candidates), "cancel"))
        return True
    for booking in meant:
        turn.cancel(booking)
    frames = [booking.option.frame for booking in meant]
    turn.say(Done("cancel", tuple(turn.view(frame, _summary(turn)) for frame in frames)))
    turn.focus(frames)
    return True


def _meant(turn: PlannerTurn, step: Step, standing: list[Booking]) -> list[Booking]:
    """Return the bookings that a cancellation means, found among those that stand by what was said."""
    assert isinstance(step.move, Cancel)
    if step.move.of is None or isinstance(step.move.of, Booked):
        return standing
    within = _within_bookings(step.move.of)
    if within is not None:
        frames = turn.denoter.denote(within)
        found = [each for each in standing if each.option.frame in frames]
        if found:
            return found
    keys = {turn.state.options[frame].item.key for frame in step.frames if frame in turn.state.options}
    found = [each for each in standing if each.option.item.key in keys]
    if found:
        return found
    return standing if isinstance(step.move.of, It) else []


def _within_bookings(reference: Reference | None) -> Reference | None:
    """Return a reference as one to bookings: "the later one" of what is booked."""
    if isinstance(reference, Nth | Extreme | Described) and reference.of is None:
        return replace(reference, of=Booked())
    if isinstance(reference, Extreme | Nth) and isinstance(reference.of, Described) and reference.of.of is None:
        return replace(reference, of=replace(reference.of, of=Booked()))
    return None
