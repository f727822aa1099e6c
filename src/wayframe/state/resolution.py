"""Resolution: the moves of a turn with what they denote, and as what they are meant in the state of the dialogue.

An answer to what the agent asked becomes the moves that it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Any, TypeAlias

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
    Meaning,
    Move,
    Nth,
    Numbered,
    OutOfScope,
    Recall,
    Reference,
    Reject,
    Return,
    Social,
    Spoken,
    Wish,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState, Step
from wayframe.state.wishes import held_wishes, is_of_stay, travellers

Steps: TypeAlias = Sequence[Step]
Reading: TypeAlias = Callable[[Steps, Denoter], Steps]


def resolved(moves: Sequence[Move], state: DialogueState, schema: Schema) -> tuple[Step, ...]:
    """Return the moves with what they denote, each after what the ones before it spoke of."""
    steps, denoter = _denoted(moves, state, schema), Denoter(state, schema)
    for reading in READINGS:
        steps = reading(steps, denoter)
    return tuple(steps)


def reference_of(move: Move) -> Reference | None:
    """Return the reference by which a move names options; none where it means what is spoken of."""
    if isinstance(move, Return):
        return move.to
    if isinstance(move, Change) and move.to is not None:
        return move.to
    return getattr(move, "of", None)


def _denoted(moves: Sequence[Move], state: DialogueState, schema: Schema) -> Steps:
    """Return the moves with the frames that they denote; each is then what the next ones may mean by "it"."""
    steps, named = list[Step](), dict[int, None]()
    for move in moves:
        frames = Denoter(state, schema).denote(reference_of(move)) if _refers(move) else ()
        if isinstance(move, Compare) and move.of is None and len(named) > 1:
            frames = tuple(named)
        steps.append(Step(move, frames))
        known = state.known(frames)
        if known and not isinstance(move, Reject):
            named.update(dict.fromkeys(known))
            state = state._replace(focus=known, touched=(*state.touched, *known))
    return steps


def _refers(move: Move) -> bool:
    """Return whether a move is about options; a wish is where it names one."""
    if isinstance(move, Wish):
        return move.of is not None
    return isinstance(move, Ask | Book | Cancel | Change | Compare | Return | Reject)


def _wishes(steps: Steps) -> list[Wish]:
    return [step.move for step in steps if isinstance(step.move, Wish)]


def _only(steps: Steps, *kinds: type[Move]) -> bool:
    """Return whether a turn has moves of some kinds, and none of another but courtesies."""
    said = {type(step.move) for step in steps} - {Social}
    return bool(said) and said.issubset(kinds)


def each(kind: type[Any] | UnionType, read: Callable[[Step, Any, Denoter], Steps]) -> Reading:
    """Return the reading that takes each move of a kind by itself as other steps."""

    def reading(steps: Steps, denoter: Denoter) -> Steps:
        found = list[Step]()
        for step in steps:
            found += read(step, step.move, denoter) if isinstance(step.move, kind) else [step]
        return found

    return reading


# Places


def place_at_hand(steps: Steps, denoter: Denoter) -> Steps:
    """Take a place that one of several options at hand is in as a turn to it: "Athens sounds nice"."""
    wishes = _wishes(steps)
    if len(wishes) != 1 or not _is_one_place(wishes[0], denoter.schema):
        return steps
    frame = _only_one_there(wishes[0], denoter)
    if not frame:
        return steps
    others = [_about(step, frame) for step in steps if step.move is not wishes[0]]
    if any(isinstance(step.move, Ask | Book) for step in others):
        return others
    turn = Step(Return(Described((wishes[0],))), (frame,))
    return [turn if step.move is wishes[0] else step for step in steps]


def _is_one_place(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for one place."""
    if wish.slot != schema.place or wish.of is not None:
        return False
    return wish.constraint.op == "is" and len(wish.constraint.values) == 1


def _only_one_there(wish: Wish, denoter: Denoter) -> int:
    """Return the only one of the options at hand that is in a place, where they are in several; 0 where none is."""
    listed = denoter.at_hand()
    there = [frame for frame in listed if denoter.fulfils(frame, (wish,))]
    places = {denoter.state.value(frame, wish.slot) for frame in listed}
    if len(places) < 2 or len(there) != 1:
        return 0
    return there[0]


def _about(step: Step, frame: int) -> Step:
    """Return a question or a booking of what is spoken of as one of an option."""
    if isinstance(step.move, Ask | Book) and step.move.of in (None, It(), Every()):
        return Step(step.move, (frame,))
    return step


# Wishes


def possible_as_wishes(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question for what no option has, but a search may find, as a wish: "could we leave a day later?"."""
    if ask.question != "holds" or not ask.wishes:
        return [step]
    if all(_is_sought(wish, step.frames, denoter) for wish in ask.wishes):
        return [*map(Step, ask.wishes)]
    return [step]


def _is_sought(wish: Wish, frames: Sequence[int], denoter: Denoter) -> bool:
    """Return whether a wish is for other days by an amount, or for a place to start from that no option has."""
    if wish.slot == denoter.schema.source:
        return not any(denoter.fulfils(frame, (wish,)) for frame in frames)
    return _by_an_amount(wish, denoter.schema)


def _by_an_amount(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for other days, so many more or fewer: "a day later", "two days longer"."""
    constraint = wish.constraint
    if not constraint.values or constraint.op not in COMPARED or constraint.than is not None:
        return False
    return is_of_stay(schema, wish.slot)


COMPARED = ("more", "less")


def wish_of_one(step: Step, wish: Wish, denoter: Denoter) -> Steps:
    """Take a wish about several options as one about none of them, and one for other days as one about "it"."""
    if len(step.frames) > 1:
        return [Step(replace(wish, of=None))]
    focus = denoter.state.focus
    if wish.of is None and len(focus) == 1 and _by_an_amount(wish, denoter.schema):
        return [Step(replace(wish, of=Numbered(focus[0])), focus)]
    return [step]


# Bookings


def booked_by_mistake(steps: Steps, denoter: Denoter) -> Steps:
    """Take a turn to another option with a denial, right after a booking, as one to book that instead."""
    booked = denoter.state.just_booked
    denied = any(isinstance(step.move, Reject | Correct) or step.move == Answer("no") for step in steps)
    if len(booked) != 1 or not denied or not _only(steps, Answer, Reject, Correct, Return):
        return steps
    others = [step.frames for step in steps if isinstance(step.move, Return) and step.frames != booked]
    if len(others) != 1 or len(others[0]) != 1:
        return steps
    change = Change((), Numbered(booked[0]), Numbered(others[0][0]))
    return [Step(change, others[0])]


def change_of_booking(steps: Steps, denoter: Denoter) -> Steps:
    """Take other travellers or days, where a booking is spoken of, as a change of it: "make it three people"."""
    wishes = _wishes(steps)
    if not _only(steps, Wish) or not all(_may_change(wish, denoter.schema) for wish in wishes):
        return steps
    booked = _booking_meant(steps, denoter)
    if not booked:
        return steps
    unnamed = tuple(replace(wish, of=None) for wish in wishes)
    return [Step(Change(unnamed, Numbered(booked)), (booked,))]


def _may_change(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for other travellers, or for other days by an amount."""
    return wish.slot == schema.party or _by_an_amount(wish, schema)


def _booking_meant(steps: Steps, denoter: Denoter) -> int:
    """Return the booked option that wishes name, else the one that is spoken of; 0 where it isn't one."""
    named = {step.frames for step in steps if isinstance(step.move, Wish) and step.move.of is not None}
    if not named and len(denoter.state.focus) == 1:
        named = {denoter.state.focus}
    if len(named) != 1:
        return 0
    booked = [frame for frame in named.pop() if frame in denoter.denote(Booked())]
    return booked[0] if len(booked) == 1 else 0


def change_as_wishes(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a change as wishes for the booking that it is of; where none is, for the option that is spoken of."""
    if change.to is not None:
        return [step]
    pronoun = change.of in (None, It())
    booked = denoter.bookings(It() if pronoun else change.of)
    if len(booked) == 1:
        return [*_wishes_for(change.wishes, booked[0]), step]
    if booked or not pronoun:
        return [step]
    if len(step.frames) == 1:
        return _wishes_for(change.wishes, step.frames[0])
    return [*map(Step, change.wishes)]


def _wishes_for(wishes: Sequence[Wish], frame: int) -> list[Step]:
    """Return wishes for an option, relative ones measured by it."""
    this, found = Numbered(frame), list[Step]()
    for wish in wishes:
        constraint = wish.constraint
        if constraint.op in COMPARED and constraint.than is None:
            constraint = replace(constraint, than=this)
        found.append(Step(Wish(wish.slot, constraint, this), (frame,)))
    return found


def priced_for_others(steps: Steps, denoter: Denoter) -> Steps:
    """Have an option that was priced for others looked for again, for those who travel now, before it is booked."""
    state, schema = denoter.state, denoter.schema
    held = held_wishes(state, state.memory.active_frame, schema)
    said = [wish for wish in held if wish.slot == schema.party]
    if not said or _wishes(steps):
        return steps
    party = travellers(held, schema)

    def repriced(step: Step, book: Book, denoter: Denoter) -> Steps:
        frames = state.known(step.frames)
        if len(frames) != 1 or state.options[frames[0]].party == party:
            return [step]
        return [*_wishes_for(said[-1:], frames[0]), step]

    return each(Book, repriced)(steps, denoter)


# Descriptions


def description_as_wishes(step: Step, move: Return | Wish | Ask, denoter: Denoter) -> Steps:
    """Take a description that nothing shown fulfils as wishes: "the cheapest in Madrid"."""
    wishes = () if step.frames else _description(move)
    if not wishes:
        return [step]
    if isinstance(move, Wish):  # "the lightest under 1500", where nothing was shown
        return [*map(Step, (*wishes, replace(move, of=None)))]
    if isinstance(move, Return):
        return [*map(Step, wishes)]
    if move.question == "holds" and [wish.slot for wish in wishes] == [denoter.schema.place]:
        return [*map(Step, (*wishes, *move.wishes))]
    return [step]


def _description(move: Move) -> tuple[Wish, ...]:
    """Return the wishes by which a move describes options."""
    reference = reference_of(move)
    if isinstance(reference, Described):
        return reference.wishes
    if not isinstance(reference, Extreme):
        return ()
    inner = reference.of.wishes if isinstance(reference.of, Described) else ()
    if not reference.slot:
        return inner
    return (*inner, Wish(reference.slot, Constraint(reference.direction)))


def place_in_order_varied(step: Step, move: Return, denoter: Denoter) -> Steps:
    """Take an option by order that is described otherwise than it is as wishes: "the first one in business"."""
    place = move.to
    if step.frames or not isinstance(place, Nth) or not isinstance(place.of, Described) or place.count != 1:
        return [step]
    of = Nth(place.n)
    frames = denoter.denote(of)
    if len(frames) != 1:
        return [step]
    return [Step(replace(wish, of=of), frames) for wish in place.of.wishes]


READINGS: tuple[Reading, ...] = (
    place_at_hand,
    booked_by_mistake,
    each(Ask, possible_as_wishes),
    change_of_booking,
    each(Wish, wish_of_one),
    each(Change, change_as_wishes),
    priced_for_others,
    each(Return | Wish | Ask, description_as_wishes),
    each(Return, place_in_order_varied),
)
"""The readings that the state of the dialogue may ask for, each of what the one before has left."""


YES = Answer("yes")


def answered(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning in which a yes, or an option named when asked which, has become what it stands for."""
    return _named(_affirmed(_repeated(meaning, state, schema), state), state, schema)


def _repeated(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning in which a demand for just what the agent asked whether to do has become a yes to it."""
    denoter, pending = Denoter(state, schema), state.pending
    moves = list[Spoken]()
    for spoken in meaning.moves:
        asked = [move for move in pending.on_yes if type(move) is type(spoken.move)]
        if asked and isinstance(spoken.move, Book) and denoter.denote(spoken.move.of) == pending.options:
            spoken = Spoken(YES, spoken.start, spoken.end, spoken.sure)
        moves.append(spoken)
    return _with_moves(meaning, moves)


def _affirmed(meaning: Meaning, state: DialogueState) -> Meaning:
    """Return a meaning with what was asked in the place of a yes to it, said alone or with questions and courtesies."""
    others = [spoken.move for spoken in meaning.moves if spoken.move != YES]
    said = len(others) < len(meaning.moves)
    if not (state.pending.on_yes and said) or not all(isinstance(move, _BESIDE_A_YES) for move in others):
        return meaning
    moves = list[Spoken]()
    for spoken in meaning.moves:
        meant = state.pending.on_yes if spoken.move == YES and not moves else (spoken.move,)
        moves += [Spoken(move, spoken.start, spoken.end, spoken.sure) for move in meant]
    return _with_moves(meaning, moves)


_BESIDE_A_YES = (Ask, OutOfScope, Recall, Social)


def _named(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning with the option that was asked for, where it names one: booked, cancelled or changed."""
    pending = state.pending
    if len(pending.options) < 2 or pending.purpose not in _DEEDS:
        return meaning
    denoter = Denoter(state._replace(focus=pending.options), schema)
    moves = list[Spoken]()
    for spoken in meaning.moves:
        reference = _answer(spoken.move, schema)
        named = denoter.denote(reference) if reference is not None else ()
        if named and set(named) <= set(pending.options):
            deed = _DEEDS[pending.purpose](reference, state.moves)
            spoken = Spoken(deed, spoken.start, spoken.end, spoken.sure)
        moves.append(spoken)
    return _with_moves(meaning, moves)


def _answer(move: Move, schema: Schema) -> Reference | None:
    """Return the reference by which a move names an option; a place or a name by itself does."""
    if isinstance(move, Return):
        return move.to
    if isinstance(move, Wish) and move.slot in (schema.place, schema.name):
        return Described((move,))
    return None


def _book(reference: Reference | None, moves: tuple[Move, ...]) -> Move:
    return Book(reference)


def _cancel(reference: Reference | None, moves: tuple[Move, ...]) -> Move:
    return Cancel(reference)


def _change(reference: Reference | None, moves: tuple[Move, ...]) -> Move:
    """Return the change that was asked for, of the booking that is named now."""
    wishes = [wish for move in moves if isinstance(move, Change) for wish in move.wishes]
    return Change(tuple(wishes), reference)


_DEEDS: Mapping[str, Callable[[Reference | None, tuple[Move, ...]], Move]] = {
    "book": _book,
    "cancel": _cancel,
    "change": _change,
}


def _with_moves(meaning: Meaning, moves: list[Spoken]) -> Meaning:
    return Meaning(tuple(moves), meaning.unread, meaning.score, meaning.alternatives)
