"""Resolution: the moves of a turn with what they denote, and as what they are meant in the state of the dialogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Described,
    Every,
    Extreme,
    It,
    Move,
    Nth,
    Numbered,
    Reference,
    Reject,
    Return,
    Social,
    Wish,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.holding import held_wishes
from wayframe.state.records import DialogueState, Step
from wayframe.state.relative import is_of_stay
from wayframe.state.revision import travellers

Steps: TypeAlias = tuple[Step, ...]
Reading: TypeAlias = Callable[[Steps, Denoter], Steps]


def resolved(moves: Sequence[Move], state: DialogueState, schema: Schema) -> Steps:
    """Return the moves with what they denote, each after what the ones before it spoke of."""
    steps, denoter = _denoted(moves, state, schema), Denoter(state, schema)
    for reading in READINGS:
        steps = reading(steps, denoter)
    return steps


def reference_of(move: Move) -> Reference | None:
    """Return the reference by which a move names options; none where it means what is spoken of."""
    if isinstance(move, Return):
        return move.to
    if isinstance(move, Change) and move.to is not None:
        return move.to
    return getattr(move, "of", None)


def _denoted(moves: Sequence[Move], state: DialogueState, schema: Schema) -> Steps:
    """Return the moves with the frames that they denote; each is then what the next ones may mean by "it"."""
    steps, named = list[Step](), list[int]()
    for move in moves:
        frames = Denoter(state, schema).denote(reference_of(move)) if _refers(move) else ()
        if isinstance(move, Compare) and move.of is None and len(named) > 1:
            frames = tuple(dict.fromkeys(named))
        steps.append(Step(move, frames))
        known = state.known(frames)
        if known and not isinstance(move, Reject):
            named += known
            state = state._replace(focus=known, touched=(*state.touched, *known))
    return tuple(steps)


def _refers(move: Move) -> bool:
    """Return whether a move is about options; a wish is where it names one."""
    if isinstance(move, Wish):
        return move.of is not None
    return isinstance(move, Ask | Book | Cancel | Change | Compare | Return | Reject)


def _only(steps: Steps, *kinds: type[Move]) -> bool:
    """Return whether a turn has moves of some kinds, and none of another but courtesies."""
    found = [isinstance(step.move, kinds) for step in steps if not isinstance(step.move, Social)]
    return bool(found) and all(found)


# Places


def place_at_hand(steps: Steps, denoter: Denoter) -> Steps:
    """Take a place that one of several options at hand is in as a turn to it: "Athens sounds nice"."""
    wish = _place_wished(steps, denoter.schema)
    frame = _only_one_there(wish, denoter) if wish else 0
    if not frame:
        return steps
    turn = Step(Return(Described((wish,))), (frame,)) if wish else steps[0]
    found = [turn if step.move is wish else _about(step, frame) for step in steps]
    said = any(isinstance(step.move, Ask | Book) for step in found)
    return tuple(step for step in found if not (said and step is turn))


def _place_wished(steps: Steps, schema: Schema) -> Wish | None:
    """Return the wish of a turn that has no other one, where it is for one place."""
    wishes = [step.move for step in steps if isinstance(step.move, Wish)]
    if len(wishes) != 1 or wishes[0].slot != schema.place or wishes[0].of is not None:
        return None
    constraint = wishes[0].constraint
    return wishes[0] if constraint.op == "is" and len(constraint.values) == 1 else None


def _only_one_there(wish: Wish, denoter: Denoter) -> int:
    """Return the only one of the options at hand that is in a place, where they are in several; 0 where none is."""
    listed = denoter.at_hand()
    places = {denoter.state.value(frame, wish.slot) for frame in listed}
    there = [frame for frame in listed if denoter.fulfils(frame, (wish,))]
    return there[0] if len(places) > 1 and len(there) == 1 else 0


def _about(step: Step, frame: int) -> Step:
    """Return a question or a booking of what is spoken of as one of an option."""
    if isinstance(step.move, Ask | Book) and step.move.of in (None, It(), Every()):
        return Step(step.move, (frame,))
    return step


def _by_an_amount(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for other days, so many more or fewer: "a day later", "two days longer"."""
    constraint = wish.constraint
    counted = bool(constraint.values) and constraint.op in ("more", "less") and constraint.than is None
    return counted and is_of_stay(schema, wish.slot)


def possible_as_wishes(steps: Steps, denoter: Denoter) -> Steps:
    """Take a question for what all that is offered lacks, but a search may find, as a wish: "could we leave later?"."""
    found = list[Step]()
    for step in steps:
        wishes = step.move.wishes if isinstance(step.move, Ask) and step.move.question == "holds" else ()
        sought = bool(wishes) and all(_is_sought(wish, step.frames, denoter) for wish in wishes)
        found += map(Step, wishes) if sought else [step]
    return tuple(found)


def _is_sought(wish: Wish, frames: Sequence[int], denoter: Denoter) -> bool:
    """Return whether a wish is for other days by an amount, or for a place to start from that no option has."""
    if wish.slot == denoter.schema.source:
        return not any(denoter.fulfils(frame, (wish,)) for frame in frames)
    return _by_an_amount(wish, denoter.schema)


def other_days_of_it(steps: Steps, denoter: Denoter) -> Steps:
    """Take a wish for other days by an amount as one for the option that is spoken of: "a day later"."""
    focus = denoter.state.focus
    if len(focus) != 1:
        return steps
    found = list[Step]()
    for step in steps:
        wish = step.move if isinstance(step.move, Wish) and step.move.of is None else None
        if wish is not None and _by_an_amount(wish, denoter.schema):
            step = Step(replace(wish, of=Numbered(focus[0])), focus)
        found.append(step)
    return tuple(found)


# Bookings


def booked_by_mistake(steps: Steps, denoter: Denoter) -> Steps:
    """Take a turn to another option with a denial, right after a booking, as one to book that instead."""
    booked = denoter.state.just_booked
    denies = any(_denies(step) for step in steps)
    if len(booked) != 1 or not denies or not _only(steps, Answer, Reject, Correct, Return):
        return steps
    others = [step for step in steps if isinstance(step.move, Return) and step.frames != booked]
    if len(others) != 1 or len(others[0].frames) != 1:
        return steps
    change = Change((), Numbered(booked[0]), Numbered(others[0].frames[0]))
    return (Step(change, others[0].frames),)


def _denies(step: Step) -> bool:
    """Return whether a step denies what was just done."""
    return isinstance(step.move, Reject | Correct) or step.move == Answer("no")


def change_of_booking(steps: Steps, denoter: Denoter) -> Steps:
    """Take other travellers or days, where a booking is spoken of, as a change of it: "make it three people"."""
    wishes = tuple(step.move for step in steps if isinstance(step.move, Wish))
    changes = [wish.slot == denoter.schema.party or _by_an_amount(wish, denoter.schema) for wish in wishes]
    if not all(changes) or not _only(steps, Wish):
        return steps
    meant = {step.frames for step in steps if isinstance(step.move, Wish) and step.move.of is not None}
    (frames,) = meant if len(meant) == 1 else (denoter.state.focus,)
    booked = [frame for frame in frames if frame in denoter.denote(Booked())]
    if len(booked) != 1 or len(meant) > 1 or (not meant and len(frames) != 1):
        return steps
    unnamed = tuple(replace(wish, of=None) for wish in wishes)
    return (Step(Change(unnamed, Numbered(booked[0])), (booked[0],)),)


def change_as_wishes(steps: Steps, denoter: Denoter) -> Steps:
    """Take a change as wishes for the booking that it is of; where none is, for the option that is spoken of."""
    found = list[Step]()
    for step in steps:
        found += _changed(step, step.move, denoter) if isinstance(step.move, Change) else [step]
    return tuple(found)


def _changed(step: Step, change: Change, denoter: Denoter) -> list[Step]:
    """Return a change with its wishes before it, measured by what they are to change."""
    if change.to is not None:
        return [step]
    pronoun = change.of in (None, It())
    booked = denoter.bookings(It() if pronoun else change.of)
    if len(booked) == 1:
        return [*_wishes_for(change.wishes, booked[0]), step]
    if booked or not pronoun:
        return [step]
    return _wishes_for(change.wishes, step.frames[0]) if len(step.frames) == 1 else [*map(Step, change.wishes)]


def _wishes_for(wishes: Sequence[Wish], frame: int) -> list[Step]:
    """Return wishes for an option, relative ones measured by it."""
    this, found = Numbered(frame), list[Step]()
    for wish in wishes:
        constraint = wish.constraint
        if constraint.op in ("more", "less") and constraint.than is None:
            constraint = replace(constraint, than=this)
        found.append(Step(Wish(wish.slot, constraint, this), (frame,)))
    return found


def priced_for_others(steps: Steps, denoter: Denoter) -> Steps:
    """Have an option that was priced for others looked for again, for those who travel now, before it is booked."""
    state, schema = denoter.state, denoter.schema
    held = held_wishes(state, state.memory.active_frame, schema)
    said = [wish for wish in held if wish.slot == schema.party]
    if not said or any(isinstance(step.move, Wish) for step in steps):
        return steps
    found = list[Step]()
    for step in steps:
        frames = state.known(step.frames) if isinstance(step.move, Book) else ()
        if len(frames) == 1 and state.options[frames[0]].party != travellers(held, schema):
            found += _wishes_for(said[-1:], frames[0])
        found.append(step)
    return tuple(found)


# Descriptions


def descriptions_as_wishes(steps: Steps, denoter: Denoter) -> Steps:
    """Take descriptions that nothing shown fulfils as wishes: "the cheapest in Madrid"."""
    found = list[Step]()
    for step in steps:
        found += _looked_for(step, denoter)
    return tuple(found)


def _looked_for(step: Step, denoter: Denoter) -> list[Step]:
    """Return a step as wishes, where it describes what was not shown yet; else the step."""
    if step.frames:
        return [step]
    wishes, move = _description(step.move), step.move
    if wishes and isinstance(move, Return):
        return _varied(move, denoter) or [Step(wish) for wish in wishes]
    if wishes and isinstance(move, Wish):  # "the lightest under 1500", where nothing was shown
        return [Step(wish) for wish in (*wishes, replace(move, of=None))]
    if isinstance(move, Ask) and move.question == "holds" and [wish.slot for wish in wishes] == [denoter.schema.place]:
        return [Step(wish) for wish in (*wishes, *move.wishes)]
    return _varied(move, denoter) or [step]


def _description(move: Move) -> tuple[Wish, ...]:
    """Return the wishes by which a move describes options."""
    reference = reference_of(move)
    if isinstance(reference, Described):
        return reference.wishes
    if not isinstance(reference, Extreme):
        return ()
    inner = reference.of.wishes if isinstance(reference.of, Described) else ()
    return (*inner, Wish(reference.slot, Constraint(reference.direction))) if reference.slot else inner


def _varied(move: Move, denoter: Denoter) -> list[Step]:
    """Return the wishes of an option by order that is described otherwise than it is: "the first one in business"."""
    place = move.to if isinstance(move, Return) else None
    if not isinstance(place, Nth) or not isinstance(place.of, Described) or place.count != 1:
        return []
    of = Nth(place.n)
    frames = denoter.denote(of)
    return [Step(replace(wish, of=of), frames) for wish in place.of.wishes] if len(frames) == 1 else []


READINGS: tuple[Reading, ...] = (
    place_at_hand,
    booked_by_mistake,
    possible_as_wishes,
    change_of_booking,
    other_days_of_it,
    change_as_wishes,
    priced_for_others,
    descriptions_as_wishes,
)
"""The readings that the state of the dialogue may ask for, each of what the one before has left."""
