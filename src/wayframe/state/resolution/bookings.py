"""Bookings: what a turn books or cancels, and what it says and asks of what is booked."""

from __future__ import annotations

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Correct,
    Described,
    Drop,
    Every,
    It,
    Named,
    Note,
    Nth,
    Numbered,
    Other,
    OutOfScope,
    Particulars,
    Recall,
    Return,
    Together,
    Wish,
    numbered,
    wishes_for,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter, Frames
from wayframe.state.records import Step, moves_of, steps_of
from wayframe.state.resolution import Steps, description, each, named_in, reference_of, says_only
from wayframe.state.resolution.options import called_alike, has_already, has_told
from wayframe.state.wishes import held_wishes, travellers


def booked_as_told(steps: Steps, denoter: Denoter) -> Steps:
    """Take a booking by name before one of another stay of that name as that one: "the Anselm. Book the one in May"."""
    found = list[Step]()
    for at, step in enumerate(steps):
        if not any(_is_told_by(step, told, denoter) for told in steps[at + 1 :]):
            found.append(step)
    return found


def _is_told_by(named: Step, told: Step, denoter: Denoter) -> bool:
    """Return whether a booking by a name alone is told more of by another one, of an option that is called the same."""
    if not isinstance(named.move, Book) or not isinstance(told.move, Book):
        return False
    if not isinstance(named.move.of, Named) or len(named.frames) != 1 or len(told.frames) != 1:
        return False
    described = description(told.move.of)
    name = denoter.schema.name
    alike = denoter.state.value(named.frames[0], name) == denoter.state.value(told.frames[0], name)
    return alike and bool(described) and not wishes_for(described, name)


def booked_as_before(steps: Steps, denoter: Denoter) -> Steps:
    """Take what is booked with the last wish taken back as the option that was spoken of before it.

    "Keep the dates. Book it": what the wish has found is meant where it is one option, and all that was wished for.
    """
    state = denoter.state
    if not any(move == Correct(()) for move in moves_of(steps, Correct)) or not steps_of(steps, Book):
        return steps
    rest = [step for step in steps if step.move != Correct(())]
    changed = any(isinstance(move, Wish | Change) for move in state.moves)
    before = state.known(state.moments[-1].focus) if changed and state.moments else ()
    if len(before) != 1 or (len(state.focus) == 1 and not state.failed):
        return rest

    def of_before(step: Step, book: Book, denoter: Denoter) -> Steps:
        return [Step(Book(Numbered(before[0])), before) if book.of in (None, It(), Every()) else step]

    return each(Book, of_before)(rest, denoter)


def picked_by_facts(steps: Steps, denoter: Denoter) -> Steps:
    """Take wishes beside several options that are booked or turned to as what tells which: "the Anselm, 10 to 18"."""
    turns = steps_of(steps, Book, Return)
    if len(turns) != 1:
        return steps
    (turn,) = turns
    meant = _all_so_named(turn, denoter)
    if len(meant) < 2 or isinstance(reference_of(turn.move), Together | Every):
        return steps  # several are meant, whatever is said beside them
    said = [step for step in steps if _tells_which(step, turn, denoter.schema)]
    wishes = [replace(wish, of=None) for wish in moves_of(said, Wish)]
    picked = [frame for frame in meant if all(has_told(frame, wish, denoter) for wish in wishes)]
    if not said or len(picked) != 1:
        return steps
    named = numbered(picked)
    move = replace(turn.move, of=named) if isinstance(turn.move, Book) else Return(named or It())
    rest = [step for step in steps if step not in said]
    return [Step(move, tuple(picked)) if step is turn else step for step in rest]


def _all_so_named(turn: Step, denoter: Denoter) -> Frames:
    """Return the options that a turn may mean: of one to book that is meant by its name, all that are called so."""
    if not isinstance(turn.move, Book) or len(turn.frames) != 1:
        return turn.frames
    by_name = named_in(turn.move.of, denoter.schema.name)
    return called_alike(turn.frames[0], denoter) if by_name else turn.frames


def _tells_which(step: Step, turn: Step, schema: Schema) -> bool:
    """Return whether a wish of a turn may say which of several options is meant: none for other people does."""
    if not isinstance(step.move, Wish) or step.move.constraint.is_relative or not step.move.constraint.values:
        return False
    return step.move.slot != schema.party and (step.move.of is None or step.frames == turn.frames)


def wishes_for_booked(steps: Steps, denoter: Denoter) -> Steps:
    """Take wishes for the option that a turn books as what is so of it: "book the Anselm, with breakfast".

    What it has needs no search, but for whom it is priced is said where others travel now; whether it has what it seems
    to lack is asked, so that the user is told.
    """
    booked = {step.frames for step in steps_of(steps, Book) if len(step.frames) == 1}
    state, schema = denoter.state, denoter.schema
    travel = travellers(held_wishes(state, state.memory.active_frame, schema), schema)

    def as_held(step: Step, wish: Wish, denoter: Denoter) -> Steps:
        if wish.of is None or step.frames not in booked:
            return [step]
        if has_already(step.frames[0], wish, denoter):
            is_for_others = wish.slot == schema.party and state.options[step.frames[0]].party != travel
            return [step] if is_for_others else []
        slot = denoter.schema.slot(wish.slot)
        if slot and slot.kind == "yes_no" and slot.bearing == "value":
            return [Step(Ask("holds", (), wish.of, (replace(wish, of=None),)), step.frames)]
        return [step]

    return each(Wish, as_held)(steps, denoter)


def other_booking(step: Step, cancel: Cancel, denoter: Denoter) -> Steps:
    """Take the other booking as the one that wasn't spoken of before the turn, which speaks of it itself."""
    if not isinstance(cancel.of, Other):
        return [step]
    frames = denoter.bookings(cancel.of)
    named = numbered(frames)
    return [Step(Cancel(named if len(frames) == 1 else Described((), named)), frames)] if named else [step]


def bookings_turned_to(step: Step, move: Return, denoter: Denoter) -> Steps:
    """Take a turn to all bookings as a question what is booked."""
    return [Step(Recall("bookings"))] if move.to in (Booked(), Every(of=Booked())) else [step]


def trip_not_booked_yet(steps: Steps, denoter: Denoter) -> Steps:
    """Take the trip behind those that are booked as another one: "now the second trip: somewhere with a beach".

    Beside a booking that is just made, so is one for others or elsewhere: "book it. The second trip is for my sister".
    """
    schema = denoter.schema
    if not schema.windows:
        return steps
    due = len(denoter.state.standing) + len(steps_of(steps, Book)) + 1
    keeping = tuple(slot for slot in (schema.source, schema.party) if slot)
    found, begun = list[Step](), False
    for step in steps:
        if not _is_of_trip(step, due, schema, just_booked=bool(steps_of(found, Book))):
            found.append(step)
            continue
        if not begun:
            found.append(Step(Drop(keeping=keeping)))
            begun = True
        if isinstance(step.move, Wish):
            found.append(Step(replace(step.move, of=None)))
    return found


def _is_of_trip(step: Step, due: int, schema: Schema, *, just_booked: bool) -> bool:
    """Return whether a move turns to the trip that is `due` to be booked next, or wishes for something of it."""
    move = step.move
    if not isinstance(move, Return | Wish):
        return False
    reference = reference_of(move)
    if reference == Nth(due, Booked()):
        return True
    if not just_booked or reference != Nth(due) or not isinstance(move, Wish):
        return False
    return move.slot in {slot.name for slot in schema.of_kind("place", "party", "date")}


def asked_of_booked(steps: Steps, denoter: Denoter) -> Steps:
    """Take what is asked of all as asked of the one that the turn books: "how much is it for the three?"."""
    booked = [step.frames for step in steps_of(steps, Book)]
    if len(booked) != 1 or len(booked[0]) != 1:
        return steps
    asked = Ask("facts", of=Every())
    return [
        Step(replace(step.move, of=numbered(booked[0])), booked[0])
        if isinstance(step.move, Ask) and replace(step.move, slots=()) == asked and booked[0][0] in step.frames
        else step
        for step in steps
    ]


def asked_of_booking(steps: Steps, denoter: Denoter) -> Steps:
    """Take features beside a question for what is booked as asked of the only booking: "is it booked? And the gym?".

    So are figures of all bookings: "what have I booked, and how much is that each?".
    """
    booked = denoter.denote(Booked())
    if not booked or Recall("bookings") not in moves_of(steps, Recall):
        return steps
    steps = [_of_all_booked(step, booked) for step in steps]
    if len(booked) != 1 or not says_only(steps, *_ABOUT_BOOKING):
        return steps

    def as_asked(step: Step, wish: Wish, denoter: Denoter) -> Steps:
        slot = denoter.schema.slot(wish.slot)
        if wish.of is not None or slot is None or slot.kind != "yes_no":
            return [step]
        return [Step(Ask("holds", (), Numbered(booked[0]), (wish,)), booked)]

    return each(Wish, as_asked)(steps, denoter)


def _of_all_booked(step: Step, booked: Frames) -> Step:
    """Return a question for a sum or a share as one of all that is booked, where it names nothing."""
    ask = step.move
    if not isinstance(ask, Ask) or ask.of is not None or ask.question not in ("sum", "share"):
        return step
    return Step(replace(ask, of=Booked()), booked)


_ABOUT_BOOKING = (Recall, Wish, Note, Particulars, OutOfScope)
"""The moves of a turn that only asks about what is booked."""


def sum_of_bookings(steps: Steps, denoter: Denoter) -> Steps:
    """Take a question for a sum behind what is booked or cancelled as one of bookings: "book it. What's the total?"."""
    found = list[Step]()
    for at, step in enumerate(steps):
        before = steps[:at]
        done = steps_of(before, Book, Cancel, Change) or Recall("bookings") in [each.move for each in before]
        asks_for_both = isinstance(step.move, Ask) and _asks_for_both(step.move, before, denoter)
        if asks_for_both or (done and isinstance(step.move, Ask) and _asks_for_total(step.move, before, denoter)):
            step = Step(replace(step.move, question="sum", of=Booked()), denoter.denote(Booked()))
        found.append(step)
    return found


def _asks_for_both(ask: Ask, before: Steps, denoter: Denoter) -> bool:
    """Return whether a question beside or behind the second booking is for what both cost."""
    state, price = denoter.state, denoter.schema.price
    booking = steps_of(before, Book)
    standing = len(state.standing) + sum(len(step.frames) for step in booking)
    asks_for_prices = price is not None and ask.question == "facts" and ask.slots == (price.name,)
    is_of_two = (ask.question == "sum" or asks_for_prices) and ask.of == Every(2)
    return is_of_two and standing == 2 and bool(state.just_booked or booking)


def _asks_for_total(ask: Ask, before: Steps, denoter: Denoter) -> bool:
    """Return whether a question is for a sum of what nobody names; behind a cancellation, for the price, too."""
    price = denoter.schema.price
    after_cancelling = steps_of(before, Cancel) and price is not None and ask.slots == (price.name,)
    questions = ("sum", "facts") if after_cancelling else ("sum",)
    return ask.question in questions and ask.of in (None, It(), Every())
