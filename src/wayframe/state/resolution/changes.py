"""Changes: what a turn changes of a booking, and of which one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.records import (
    NO,
    YES,
    Answer,
    Ask,
    Booked,
    Change,
    Correct,
    Described,
    It,
    Move,
    Note,
    Numbered,
    Reject,
    Return,
    Wish,
    numbered,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter, Frames
from wayframe.state.records import Step, moves_of, steps_of
from wayframe.state.resolution import Steps, description, reference_of, says_only
from wayframe.state.resolution.options import has_already, wishes_for_option
from wayframe.state.resolution.places import is_one_place
from wayframe.state.wishes import is_of_stay


def booked_by_mistake(steps: Steps, denoter: Denoter) -> Steps:
    """Take a turn to another option with a denial, right after a booking, as one to book that instead."""
    booked = denoter.state.just_booked
    if len(booked) != 1 or not says_only(steps, Answer, Reject, Correct, Return):
        return steps
    if not steps_of(steps, Reject, Correct) and NO not in moves_of(steps, Answer):
        return steps
    others = [step.frames for step in steps_of(steps, Return) if step.frames != booked]
    if list(map(len, others)) != [1]:
        return steps
    change = Change((), numbered(booked), numbered(others[0]))
    return [Step(change, others[0])]


def correction_of_change(steps: Steps, denoter: Denoter) -> Steps:
    """Take what is corrected while a change is asked about as one of the change: "no, we're six in all"."""
    pending = denoter.state.pending
    asked = [move for move in pending.on_yes if isinstance(move, Change)]
    if pending.purpose != "change" or len(asked) != 1 or not says_only(steps, Answer, Correct, Wish):
        return steps
    corrected = list(chain.from_iterable(move.wishes for move in moves_of(steps, Correct)))
    wishes = [*corrected, *moves_of(steps, Wish)]
    frames = denoter.bookings(asked[0].of)
    named = {step.frames for step in steps_of(steps, Wish) if step.frames}
    if len(frames) != 1 or not wishes or not named <= {frames, pending.options}:
        return steps
    new = [wish for wish in wishes if not has_already(frames[0], wish, denoter)]
    if YES in moves_of(steps, Answer) or not all(may_change(wish, frames[0], denoter) for wish in new):
        return steps
    said = {wish.slot for wish in wishes}
    before = [wish for wish in _wished_of_change(denoter.state.moves) if wish.slot not in said]
    return [Step(Change(tuple(replace(wish, of=None) for wish in (*before, *wishes)), asked[0].of), frames)]


def _wished_of_change(moves: Iterable[Move]) -> Iterator[Wish]:
    """Yield the wishes of a turn that asked for a change."""
    for move in moves:
        if isinstance(move, Wish):
            yield move
        elif isinstance(move, Change | Correct):
            yield from move.wishes


def change_of_booking(steps: Steps, denoter: Denoter) -> Steps:
    """Take other travellers, days or classes for a booking as a change of it: "make that three", "Rome for three".

    The booking is the one that is spoken of, or the only one in the place that is named. What the turn says of it as
    it is, only describes it: "the Cancun booking, I want it from Boston for three".
    """
    others = (Answer, Ask, Correct, Return, *_counted_people(denoter.schema))
    if not says_only(steps, Wish, *others) or NO in moves_of(steps, Answer):
        return steps
    turned_to = [frame for step in steps_of(steps, Return) for frame in step.frames]
    if not set(turned_to) <= set(denoter.denote(Booked())):
        return steps
    if any(ask.question not in _OF_PRICE for ask in moves_of(steps, Ask)):
        return steps
    corrected = chain.from_iterable(move.wishes for move in moves_of(steps, Correct))
    place, told = place_named([*moves_of(steps, Wish), *corrected], denoter.schema)
    wished = _latest(told)
    booked = booked_there(place, denoter) if place else _booking_meant(steps, denoter)
    if booked and turned_to:
        wished = [wish for wish in wished if not has_already(booked, wish, denoter)]
    if not booked or not wished or not all(may_change(wish, booked, denoter) for wish in wished):
        return steps
    unnamed = tuple(replace(wish, of=None) for wish in wished)
    return [Step(Change(unnamed, Numbered(booked)), (booked,))]


def _counted_people(schema: Schema) -> tuple[type[Move], ...]:
    """Return the moves that may but say again how many travel: "my wife comes along, change it to two"."""
    return (Note,) if schema.party and not schema.stock else ()


_OF_PRICE = ("sum", "facts")
"""The questions that a change answers by itself: it says what it would cost."""


def change_of_the_booking(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a change of what only its own value describes as one of the booking: "two nights longer", of two nights."""
    described, booked = description(change.of), denoter.denote(Booked())
    changed = {(wish.slot, value) for wish in change.wishes for value in wish.constraint.values}
    own = {(wish.slot, value) for wish in described for value in wish.constraint.values}
    if not set(step.frames).isdisjoint(booked) or len(booked) != 1 or not own or not own <= changed:
        return [step]
    return [Step(replace(change, of=Numbered(booked[0])), booked)]


def change_there(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a place that a change is wished for with as that of the booking: "upgrade us to business for Rome"."""
    place, others = place_named(change.wishes, denoter.schema)
    if place is None or change.of is not None or not others:
        return [step]
    booked = booked_there(place, denoter)
    return [Step(Change(tuple(others), Numbered(booked)), (booked,))] if booked else [step]


def change_of_one_spoken_of(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take other people for one of several bookings that isn't named as those of the one that is spoken of.

    "Our neighbour comes along, make it three": it is asked about before it is changed.
    """
    booked, focus = denoter.denote(Booked()), denoter.state.focus
    is_for_others = change.wishes != () and {wish.slot for wish in change.wishes} == {denoter.schema.party}
    if not is_for_others or change.of not in (None, Booked()) or len(booked) < 2:
        return [step]
    if len(focus) != 1 or focus[0] not in booked:
        return [step]
    return [Step(replace(change, of=Numbered(focus[0])), focus)]


def change_as_wishes(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a change as wishes for the booking that it is of; where none is, for the option that is spoken of."""
    if change.to is not None:
        return [step]
    pronoun = change.of in (None, It())
    booked = denoter.bookings(It() if pronoun else change.of)
    if len(booked) == 1:
        return [*wishes_for_option(change.wishes, booked[0]), step]
    if booked or not pronoun:
        return [step]
    if len(step.frames) == 1:
        return wishes_for_option(change.wishes, step.frames[0])
    return [*map(Step, change.wishes)]


def change_as_asked(steps: Steps, denoter: Denoter) -> Steps:
    """Take what is asked beside a change that doesn't say into what as the change: "move it: can it be earlier?"."""
    changes = [step for step in steps_of(steps, Change) if step.move == Change((), reference_of(step.move))]
    asked = [step for step in steps_of(steps, Ask) if _asks_whether_it_may_be(step.move)]
    if len(changes) != 1 or len(asked) != 1:
        return steps
    move = Change(tuple(chain.from_iterable(ask.wishes for ask in moves_of(asked, Ask))), reference_of(changes[0].move))
    rest = [step for step in steps if step is not asked[0]]
    return [Step(move, step.frames) if step is changes[0] else step for step in rest]


def _asks_whether_it_may_be(move: Move) -> bool:
    """Return whether a question is whether what is spoken of may be as is wished for."""
    return isinstance(move, Ask) and move.question == "holds" and move.of in (None, It())


# Into another option


def exchange(steps: Steps, denoter: Denoter) -> Steps:
    """Take a change that doesn't say into what as one into the option beside it: "the Anselm sounds good, swap it".

    Of two options that are exchanged the booked one is given up, in whatever order they are named.
    """
    named = [step for step in steps_of(steps, Return) if _is_unbooked(step.frames, denoter)]
    found = list[Step]()
    for step in steps:
        match step.move:
            case Change(wishes=(), to=None) if len(named) == 1:
                found.append(Step(Change((), step.move.of, numbered(named[0].frames)), named[0].frames))
            case Change(of=of, to=to) if to is not None and not _is_unbooked(step.frames, denoter):
                given_up = denoter.denote(of) if of is not None else ()
                turned = _is_unbooked(given_up, denoter)
                found.append(Step(Change((), to, of), given_up) if turned else step)
            case Return() if step in named and any(isinstance(other.move, Change) for other in steps):
                continue
            case _:
                found.append(step)
    return found


def _is_unbooked(frames: Frames, denoter: Denoter) -> bool:
    """Return whether frames are those of a single option that isn't booked."""
    return len(frames) == 1 and frames[0] not in denoter.denote(Booked())


def swap_of_just_booked(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a change to another option, of what no booking is, as one of what was just booked: "no, I meant the second".

    What it is of was read out of other words; it is asked about first.
    """
    booked = denoter.state.just_booked
    if change.to is None or change.of is None or len(booked) != 1 or denoter.bookings(change.of):
        return [step]
    return [step._replace(move=replace(change, of=Numbered(booked[0])))]


def difference_of_change(steps: Steps, denoter: Denoter) -> Steps:
    """Ask by how much the option into which a booking is changed differs from what was booked."""
    changes = [(step.move.of, step.frames) for step in steps if isinstance(step.move, Change) and step.move.to]
    if len(changes) != 1:
        return steps
    ((changed, chosen),) = changes
    given_up = denoter.denote(changed or Booked())
    if len(given_up) != 1 or len(chosen) != 1:
        return steps
    both = (*given_up, *chosen)
    return [
        Step(replace(step.move, of=numbered(both)), both)
        if isinstance(step.move, Ask) and step.move.question == "difference" and step.move.of is None
        else step
        for step in steps
    ]


# Which booking, and what of it


def place_named(wishes: Sequence[Wish], schema: Schema) -> tuple[Wish | None, Sequence[Wish]]:
    """Return the only wish for a place among some, if there is one, and the other wishes."""
    places = [wish for wish in wishes if wish.slot == schema.place]
    if len(places) != 1 or not is_one_place(places[0], schema):
        return None, wishes
    return places[0], [wish for wish in wishes if wish is not places[0]]


def _latest(wishes: Sequence[Wish]) -> Sequence[Wish]:
    """Return the last wish for each slot; one that tells a value goes before what only tells more or less."""
    latest = dict[str, Wish]()
    for wish in sorted(wishes, key=lambda wish: wish.constraint.op == "is"):
        latest[wish.slot] = wish
    return tuple(latest.values())


def booked_there(place: Wish, denoter: Denoter) -> int:
    """Return the only booked option in a place; 0 where there is none, or several."""
    there = denoter.denote(Described((replace(place, of=None),), Booked()))
    return there[0] if len(there) == 1 else 0


def may_change(wish: Wish, booked: int, denoter: Denoter) -> bool:
    """Return whether a wish is for other travellers, days or a class than a booked option has."""
    schema = denoter.schema
    slot = schema.slot(wish.slot)
    if slot is None or wish.constraint.op == "any":
        return False
    if wish.slot == schema.party or is_of_stay(schema, wish.slot):
        return not denoter.fulfils(booked, (wish,)) or wish.slot == schema.party
    named = wish.slot in (schema.name, schema.place, schema.source)
    return slot.kind == "category" and not named and bool(schema.windows) and not denoter.fulfils(booked, (wish,))


def _booking_meant(steps: Steps, denoter: Denoter) -> int:
    """Return the booked option that wishes name, else the one that is spoken of; 0 where it isn't one."""
    focus = denoter.state.focus
    named = {step.frames for step in steps if reference_of(step.move)}
    if not named and len(focus) == 1:
        named.add(focus)
    if len(named) != 1:
        return 0
    booked = set(denoter.denote(Booked())).intersection(*named)
    if len(booked) != 1:
        return 0
    return booked.pop()
