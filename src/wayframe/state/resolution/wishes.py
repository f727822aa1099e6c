"""Wishes: what they are meant to say of the options at hand, and in whose units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Change,
    Clock,
    Constraint,
    Days,
    Drop,
    It,
    Money,
    More,
    Move,
    Note,
    Number,
    Numbered,
    Other,
    Reference,
    Return,
    Social,
    Wish,
    numbered,
    slots_in,
    wishes_for,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter, Frames
from wayframe.state.records import Step, moves_of, steps_of
from wayframe.state.resolution import Steps, each, named_in, reference_of
from wayframe.state.resolution.options import called_alike, has_already
from wayframe.state.wishes import RELATIVE_OPERATORS, held_wishes, is_of_stay
from wayframe.values.dates import read_dates


def said_back(steps: Steps, denoter: Denoter) -> Steps:
    """Take an amount that is just the one of an option at hand as that option's: "are flights in the 539?".

    So is what was just asked and told of it ("a manual is fine"), and its days where nothing else is wished for:
    "September 3 to 8 could work". It is no wish; where a turn says nothing else it turns to that option.
    """
    said = {step: _had_already(step.move, denoter) for step in steps if isinstance(step.move, Wish)}
    stays = {step: _stays_so(step.move, denoter) for step in said if isinstance(step.move, Wish)}
    said = stays if all(stays.values()) else said
    back = {step for step, frames in said.items() if frames}
    others = [step for step in steps if step not in back]
    if back and all(isinstance(step.move, Social | Answer) for step in others):
        frames = said[min(back, key=steps.index)]
        named = numbered(frames)
        return [*others, Step(Return(named), frames)] if named else others
    return others


def opening_said_back(steps: Steps, denoter: Denoter) -> Steps:
    """Take the day from which an option at hand can be had as no term of a booking: "since november already, ok"."""
    if steps_of(steps, Book):
        return steps
    return [step for step in steps if not (isinstance(step.move, Note) and _is_opening(step.move, denoter))]


def _is_opening(note: Note, denoter: Denoter) -> bool:
    """Return whether terms are but the days in which an option at hand begins to be had."""
    state, today = denoter.state, denoter.state.memory.today
    said = read_dates(note.words, today) if today and note.particular == "day" else None
    if said is None:
        return False
    values = (state.value(frame, slot) for frame in denoter.at_hand() for slot in denoter.schema.openings)
    return any(isinstance(day, Days) and said.first <= day.first <= said.last for day in values)


def absent_said_again(steps: Steps, denoter: Denoter) -> Steps:
    """Drop the wish for what was just said not to be there, beside anything else: "no London, then; a day earlier?"."""
    state = denoter.state
    absent = set(wishes_for([move for move in state.moves if isinstance(move, Wish)], *state.pending.absent))
    others = [step for step in steps if step.move not in absent]
    return others or steps


def _had_already(wish: Wish, denoter: Denoter) -> Frames:
    """Return the options at hand of which a wish but says back what they have."""
    return _with_amount(wish, denoter) or _just_told(wish, denoter)


def _stays_so(wish: Wish, denoter: Denoter) -> Frames:
    """Return the one option spoken of where a wish names a day on which its stay begins or ends."""
    day, focus = next(iter(wish.constraint.values), None), denoter.state.focus
    is_day = isinstance(day, Days) and day.exact and wish.constraint.op == "is" and not wish.constraint.strict
    if not is_day or not is_of_stay(denoter.schema, wish.slot) or len(focus) != 1:
        return ()
    return focus if denoter.state.value(focus[0], wish.slot) == day else ()


def _just_told(wish: Wish, denoter: Denoter) -> Frames:
    """Return the one option at hand that has what is wished for, where the user had just asked about that."""
    state, slot = denoter.state, denoter.schema.slot(wish.slot)
    if slot is None or slot.kind != "category" or wish.of is not None or wish.constraint.op != "is":
        return ()
    asked = [move for move in state.moves if isinstance(move, Ask) and wish.slot in slots_in([move])]
    if not asked or len(state.focus) != 1 or not denoter.fulfils(state.focus[0], (wish,)):
        return ()
    return state.focus


SMALLEST_SAID_BACK = 100
"""The least whole amount that is taken for an option's own: smaller ones are wished for as they are had."""


def _with_amount(wish: Wish, denoter: Denoter) -> Frames:
    """Return the options at hand that have just the amount of a wish, told to the whole number."""
    slot, constraint = denoter.schema.slot(wish.slot), wish.constraint
    if slot is None or slot.kind not in ("money", "number") or wish.of is not None or len(constraint.values) != 1:
        return ()
    amount = getattr(constraint.values[0], "value", 0)
    if constraint.op not in ("is", "at_most", "around") or constraint.strict:
        return ()
    if slot.kind == "number" and constraint.op != "is":
        return ()  # "the vintage has to be at most 2017"; a mere amount of money is the most one pays
    if amount % 50 == 0 or (amount < SMALLEST_SAID_BACK and amount == int(amount)):  # one that happens to be met
        return ()
    had = denoter.measures(denoter.at_hand(), wish.slot)
    if constraint.scope == "person":  # "1035 each is more than some can pay"
        parties = {frame: option.party for frame, option in denoter.state.options.items()}
        people = {frame: party.total or party.adults + party.children for frame, party in parties.items()}
        had = {frame: value / people.get(frame, 1) for frame, value in had.items()}
    return tuple(frame for frame, value in had.items() if amount in (value, int(value), round(value)))


def bounds(step: Step, move: Any, denoter: Denoter) -> Steps:
    """Take a comparison with a day or an hour, which is no amount to be more or less by, as a bound: "before 5 pm"."""
    return [_with_each_wish(step, _bounded)]


def in_own_money(step: Step, move: Any, denoter: Denoter) -> Steps:
    """Take an amount in another currency as one in the catalogue's own, which nobody can exchange here."""
    return [_with_each_wish(step, partial(_in_own_money, denoter.schema))]


def _with_each_wish(step: Step, meant: Callable[[Wish], Wish]) -> Step:
    """Return a step with the wish that its move is, or those that it holds, each as what it is taken for."""
    move: Any = step.move
    if isinstance(move, Wish):
        return step._replace(move=meant(move))
    return step._replace(move=replace(move, wishes=tuple(map(meant, move.wishes))))


def _bounded(wish: Wish) -> Wish:
    constraint = wish.constraint
    relative = RELATIVE_OPERATORS.get(constraint.op)
    if relative is None or not any(isinstance(value, Days | Clock) for value in constraint.values):
        return wish
    return replace(wish, constraint=Constraint(relative.bound, constraint.values, strict=True))


def _in_own_money(schema: Schema, wish: Wish) -> Wish:
    slot = schema.slot(wish.slot)
    if slot is None or slot.kind != "money" or not slot.unit:
        return wish
    values = tuple(
        replace(value, currency=slot.unit) if isinstance(value, Money) and value.currency else value
        for value in wish.constraint.values
    )
    return replace(wish, constraint=replace(wish.constraint, values=values))


def wish_of_one(steps: Steps, denoter: Denoter) -> Steps:
    """Take a wish about several options as one about none of them, and some wishes as ones about "it".

    Such are those for other days, and for another value of what was just wished of one option: "the Anselm in business
    class?", "And in economy?". "It" is the option that the turn goes to, or books, else the one that was spoken of.
    """
    turned = [step.frames for step in steps_of(steps, Return, Book)]
    spoken_of = turned[0] if len(turned) == 1 else denoter.state.focus
    begins_anew = bool(steps_of(steps, Drop))

    def as_meant(step: Step, wish: Wish, denoter: Denoter) -> Steps:
        if len(step.frames) > 1:
            looks_on = wish.of == Other() and wish.constraint.op in ("least", "most")  # "the rest, lightest first"
            wished = Step(replace(wish, of=None))
            return [Step(More()), wished] if looks_on else [wished]
        meant = is_by_amount(wish, denoter.schema) or _was_wished_of_one(wish, denoter)
        if wish.of is None and len(spoken_of) == 1 and meant and not begins_anew:
            return [Step(replace(wish, of=Numbered(spoken_of[0])), spoken_of)]
        return [step]

    return each(Wish, as_meant)(steps, denoter)


def _was_wished_of_one(wish: Wish, denoter: Denoter) -> bool:
    """Return whether the turn before wished for something of one option, of which the wish names another value."""
    before = [move for move in denoter.state.moves if isinstance(move, Wish) and move.of is not None]
    return any(move.slot == wish.slot and move.constraint != wish.constraint for move in before)


def known_as_wished(steps: Steps, denoter: Denoter) -> Steps:
    """Take days and a place that an option has, or one of its name, as a turn to it: "the Anselm, 10 to 18, fits".

    Beside a booking of "it", that option is booked.
    """
    said = [step for step in steps if isinstance(step.move, Wish) and step.move.of is not None]
    wishes = [replace(wish, of=None) for wish in moves_of(said, Wish)]
    booked = steps_of(steps, Book)
    if steps_of(steps, Change) or not all(_tells_stay(wish, denoter.schema) for wish in wishes):
        return steps
    if [step.move for step in booked] not in ([], [Book()], [Book(It())]):
        return steps
    options = {step.frames for step in said}
    if list(map(len, options)) != [1]:
        return steps
    ((named,),) = options
    known = [named, *reversed(called_alike(named, denoter))]
    fitting = [frame for frame in known if all(has_already(frame, wish, denoter) for wish in wishes)]
    if not fitting:
        return steps
    to: Reference = Numbered(fitting[0])
    if fitting[0] == named:  # the words that name it may be read again
        to = next(move.of for move in moves_of(said, Wish) if move.of)
    turned = Step(Book(to) if booked else Return(to), (fitting[0],))
    rest = [step for step in steps if step is said[0] or step not in (*said, *booked)]
    return [turned if step is said[0] else step for step in rest]


def _tells_stay(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish says when or where an option is, and not by another one."""
    if wish.constraint.is_relative or not wish.constraint.values:
        return False
    return is_of_stay(schema, wish.slot) or wish.slot in (schema.place, schema.source)


def other_days_of_named(steps: Steps, denoter: Denoter) -> Steps:
    """Take a turn to an option by its name, beside days that it hasn't, as a wish for it on those days."""
    schema, turned = denoter.schema, steps_of(steps, Return)
    wishes = moves_of(steps, Wish)
    if len(turned) != 1 or len(turned[0].frames) != 1 or not named_in(reference_of(turned[0].move), schema.name):
        return steps
    frame = turned[0].frames[0]
    if not wishes or not all(wish.of is None and is_of_stay(schema, wish.slot) for wish in wishes):
        return steps
    if all(has_already(frame, wish, denoter) for wish in wishes):
        return steps
    of_named = [
        Step(replace(step.move, of=Numbered(frame)), (frame,)) if isinstance(step.move, Wish) else step
        for step in steps
    ]
    return [step for step in of_named if step is not turned[0]]


def anything_there_is(step: Step, move: More, denoter: Denoter) -> Steps:
    """Take a demand for more as one for any value of a slot where there is none as wished: "somewhere else then"."""
    return [step, *(Step(Drop(slot)) for slot in denoter.state.pending.absent)]


# Other days


def days_as_offered(steps: Steps, denoter: Denoter) -> Steps:
    """Drop a shift of the days that was wished for where all that was offered is off by just that: "a day later is ok".

    It is a word of assent where the turn goes on with what was offered.
    """
    if not steps_of(steps, Book, Return):
        return steps
    return [step for step in steps if not _is_as_offered(step.move, denoter)]


def _is_as_offered(move: Move, denoter: Denoter) -> bool:
    """Return whether a wish shifts a day of the stay by just as much as all options at hand are off it."""
    if not isinstance(move, Wish) or not is_by_amount(move, denoter.schema) or move.constraint.than is not None:
        return False
    shift, wished = move.constraint.values[0], _day_wished(move.slot, denoter)
    if not isinstance(shift, Number) or wished is None:
        return False
    days = [denoter.state.value(frame, move.slot) for frame in denoter.latest_list()]
    off = {(day.first - wished.first).days for day in days if isinstance(day, Days)}
    return off == {shift.value if move.constraint.op == "more" else -shift.value}


def _day_wished(slot: str, denoter: Denoter) -> Days | None:
    """Return the single day that is wished for in a slot; None where it is none, or several."""
    state, schema = denoter.state, denoter.schema
    held = wishes_for(held_wishes(state, state.memory.active_frame, schema), slot)
    match held[-1:]:
        case [Wish(constraint=Constraint(op="is", values=(Days() as day,)))] if day.exact:
            return day
    return None


def possible_as_wishes(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question for what no option has, but a search may find, as a wish: "could we leave a day later?"."""
    if ask.question != "holds":
        return [step]
    for wish in ask.wishes:
        if not _is_sought(wish, step.frames, denoter):
            return [step]
    return list(map(Step, ask.wishes)) or [step]


def _is_sought(wish: Wish, frames: Sequence[int], denoter: Denoter) -> bool:
    """Return whether a wish is for other days by an amount, or for a place to start from that no option has."""
    if wish.slot == denoter.schema.source:
        return not any(denoter.fulfils(frame, (wish,)) for frame in frames)
    return is_by_amount(wish, denoter.schema)


def is_by_amount(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for other days, so many more or fewer: "a day later", "two days longer"."""
    return wish.constraint.is_relative and wish.constraint.values != () and is_of_stay(schema, wish.slot)
