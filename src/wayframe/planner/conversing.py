"""Conversing: greetings, thanks, yes and no, steps back, what was doubted and what was not understood."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Answer, Book, Cancel, Change, Drop, OutOfScope, Reject, Social, Undo
from wayframe.planner.booking import book
from wayframe.planner.plan import Confirm, Courtesy, Meant, Noted, NotKnown, NotUnderstood, Offer, Propose, Request
from wayframe.planner.turn import PlannerTurn
from wayframe.state.records import Booking, Step

DEEDS = (Book, Cancel, Change)
_COURTESIES = {"thanks": "welcome"}


# Courtesies


def is_greeting(step: Step) -> bool:
    """Return whether a step is a greeting, which comes before all else that is said."""
    return isinstance(step.move, Social) and step.move.kind == "greeting"


def greet(turn: PlannerTurn) -> None:
    """Return a greeting."""
    for step in turn.steps:
        if is_greeting(step) and isinstance(step.move, Social):
            social(turn, step, step.move)


def social(turn: PlannerTurn, step: Step, move: Social) -> None:
    """Answer a courtesy."""
    turn.say(Courtesy(_COURTESIES.get(move.kind, move.kind)))  # type: ignore[arg-type]
    if is_greeting(step) and len(turn.steps) == 1 and not turn.state.options:
        turn.say(Propose("open"))


# Answers


def reply(turn: PlannerTurn, step: Step, move: Answer) -> None:
    """Take a yes, a no or a perhaps as the answer to what was asked."""
    if move.word == "perhaps":
        turn.say(Noted("perhaps"))
    elif move.word == "neither":
        turn.say(Noted("rejected"))
        turn.say(Propose("more"))
    elif len(turn.steps) == 1:
        _alone(turn, move)


def _alone(turn: PlannerTurn, move: Answer) -> None:
    """Answer a yes or a no that is all that was said."""
    pending = turn.before.pending
    if move.word == "no" and pending.purpose in ("cancel", "change"):
        turn.say(Noted("kept"))
    elif move.word == "no" and _has_just_done(turn):
        _object(turn)
    elif move.word == "yes" and Answer("perhaps") in turn.before.moves and turn.before.focus:
        book(turn, Step(Book(), turn.before.focus), Book())
    elif move.word != "no" and pending.slots:
        turn.say(Request(pending.slots))
    else:
        turn.say(Propose("open"))


def _has_just_done(turn: PlannerTurn) -> bool:
    """Return whether something was booked, cancelled or changed in the turn before."""
    if not turn.before.moments or not any(isinstance(each, DEEDS) for each in turn.before.moves):
        return False
    return turn.before.moments[-1].bookings != turn.state.bookings


def _object(turn: PlannerTurn) -> None:
    """Ask whether to take back what was just done; where nothing was, say that it stays."""
    if _has_just_done(turn):
        _ask_about_bookings(turn, turn.before.moments[-1].bookings)
    else:
        turn.say(Noted("kept"))


def reject(turn: PlannerTurn, step: Step, move: Reject) -> None:
    """Take note that options are ruled out, and name those that are left of their list."""
    if not all(isinstance(each.move, Answer | Reject | Social) for each in turn.steps):
        return
    if any(map(turn.is_booked, turn.state.known(step.frames))):
        _object(turn)
        return
    left = [frame for frame in turn.denoter.at_hand() if frame not in turn.state.rejected]
    if not left:
        turn.say(Noted("rejected"))
        turn.say(Propose("more"))
        return
    turn.say(Noted("rejected", options=turn.views(step.frames)))
    turn.say(Offer(turn.views(left), len(left), again="left"))


# Steps back


def drop(turn: PlannerTurn, step: Step, move: Drop) -> None:
    """Say that all wishes are forgotten; that one is, the search shows."""
    if not move.slot:
        turn.say(Noted("dropped"))


def undo(turn: PlannerTurn, step: Step, move: Undo) -> None:
    """Say what holds again, show what was spoken of then, and ask about what was booked or cancelled since."""
    before = turn.heard.undone
    if before is None:
        turn.say(Noted("nothing_to_undo"))
        return
    turn.say(Noted("undone", turn.wishes()))
    if before.focus:
        turn.say(Offer(turn.views(before.focus), len(before.focus), again="same"))
    _ask_about_bookings(turn, before.bookings)


def _ask_about_bookings(turn: PlannerTurn, before: Sequence[Booking]) -> None:
    """Ask whether the first booking that was made, changed or cancelled since then is to be as it was."""
    then = {booking.number: booking for booking in before}
    for booking in turn.state.bookings:
        old, new = then.get(booking.number), turn.bookings([booking.option.frame])
        if old == booking:
            continue
        if old is None or old.status == "cancelled":
            turn.say(Confirm("cancel", new))
        elif booking.status == "cancelled":
            turn.say(Confirm("book", new))
        else:
            turn.say(Confirm("change", turn.bookings([old.option.frame]), changed=new))
        return


# What is not understood


def doubt(turn: PlannerTurn) -> None:
    """Ask whether wishes that look like a slip were meant."""
    if turn.heard.doubted:
        windows = turn.schema.windows
        turn.say(Meant(turn.heard.doubted, against=tuple(wish for wish in turn.wishes() if wish.slot in windows)))


def beyond(turn: PlannerTurn, step: Step, move: OutOfScope) -> None:
    """Admit what the catalogue has nothing on."""
    turn.say(NotKnown(move.words))


def unread(turn: PlannerTurn) -> None:
    """Say which words that may matter were not understood, beside what was."""
    if turn.heard.unread:
        turn.say(NotUnderstood(turn.heard.unread, turn.heard.wished))


def not_understood(turn: PlannerTurn) -> None:
    """Say that nothing was understood, where nothing else is said, and ask again what is still open."""
    if turn.parts:
        return
    turn.say(NotUnderstood("", turn.heard.wished, "question" if turn.state.options else "wish"))
    if turn.before.pending.slots:
        turn.say(Request(turn.before.pending.slots))
