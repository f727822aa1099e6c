"""People: for whom options are wanted, priced and booked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Booked,
    Change,
    Constraint,
    Correct,
    Note,
    Nth,
    Number,
    Numbered,
    Party,
    Return,
    Wish,
    wishes_for,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import Step, moves_of, steps_of
from wayframe.state.resolution import Steps, description, each
from wayframe.state.resolution.options import classes_of_stay, is_priced_for, says_nothing_new, wishes_for_option
from wayframe.state.wishes import held_wishes, travellers


def same_people(step: Step, wish: Wish, denoter: Denoter) -> Steps:
    """Take a number of people that is just how many travel as those: "the five of us" of three adults and two children.

    So are those who were to travel before, where as many were. People who don't travel say nothing of who does.
    """
    schema = denoter.schema
    if wish.slot != schema.party or not wish.constraint.values:
        return [step]
    if wish.constraint.op == "not":
        return []
    said, state = wish.constraint.values[0], denoter.state
    if not isinstance(said, Party) or said.added or said.children or not said.total:
        return [step]
    held = travellers(held_wishes(state, state.memory.active_frame, schema), schema)
    before = (option.party for _, option in sorted(state.options.items(), reverse=True))
    same = next((party for party in (held, *before) if party.adults + party.children == said.total), None)
    if same is None or not same.children:
        return [step]
    return [step._replace(move=replace(wish, constraint=Constraint("is", (replace(same, total=0),))))]


def people_asked_for(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question whether an option has other people as a wish for them: "can you add one more to it?".

    One that isn't booked is priced for them: "would it be for two at that price?".
    """
    of_people = ask.wishes != () and all(wish.slot == denoter.schema.party for wish in ask.wishes)
    if ask.question != "holds" or not of_people:
        return [step]
    if not set(denoter.denote(Booked())).isdisjoint(step.frames):
        return list(map(Step, ask.wishes))
    frames = denoter.state.known(step.frames)
    if len(frames) != 1 or all(is_priced_for(frames[0], wish, denoter) for wish in ask.wishes):
        return [step]
    return [Step(replace(wish, of=Numbered(frames[0])), frames) for wish in ask.wishes]


def terms_of_named(steps: Steps, denoter: Denoter) -> Steps:
    """Take other people beside one option that is booked, picked or asked about as wished for with it.

    "We are six: book it", "he's seven, and we take the cheapest": so it is that option which is priced for them, and
    no others are looked for. The same goes for a class beside a question for the price, and for days beside an option
    that is booked by its name or its place, or was picked before.
    """
    wishes = moves_of(steps, Wish)
    wishes += [wish for move in moves_of(steps, Correct) for wish in move.wishes]
    named = {denoter.state.known(step.frames) for step in steps_of(steps, Book, Ask, Return)}
    fixed = {denoter.schema.party}
    if _asks_for_price(steps, denoter.schema):
        fixed.update(classes_of_stay(denoter.schema))
    if any(book.of is not None or denoter.state.picked for book in moves_of(steps, Book)):
        fixed.update((*denoter.schema.windows, *denoter.schema.lengths))
    if len(named) != 1 or any(wish.slot not in fixed or wish.of is not None for wish in wishes):
        return steps
    frames = named.pop()
    if len(frames) != 1 or all(says_nothing_new(frames[0], wish, denoter) for wish in wishes):
        return steps

    def of_option(step: Step, move: Wish | Correct, denoter: Denoter) -> Steps:
        said = (move,) if isinstance(move, Wish) else move.wishes
        return [Step(replace(wish, of=Numbered(frames[0])), frames) for wish in said]

    return each(Wish | Correct, of_option)(steps, denoter)


def _asks_for_price(steps: Steps, schema: Schema) -> bool:
    """Return whether nothing but prices is asked for, or shares of them."""
    price = schema.price.name if schema.price else ""
    asked = moves_of(steps, Ask)
    return asked != [] and all(ask.question in ("facts", "share") and ask.slots == (price,) for ask in asked)


MOST_GUESTS = 12
"""How many people one looks for seats for at most; who wants more seats wants a place of that size."""


def guests_who_pay(steps: Steps, denoter: Denoter) -> Steps:
    """Count those for whom something is booked, where its price is each person's: "book it for two".

    So are those for whom a booking is changed ("make it for four"), those who are said where it is asked whether to
    book, and, as guests that one has to agree to, those for whom seats were looked for.
    """
    if not denoter.schema.guests:
        return steps
    if not steps_of(steps, Book, Change):
        counted = list(guests_wished_for(moves_of(steps, Wish), denoter.schema))
        proposed = any(isinstance(move, Book) for move in denoter.state.pending.on_yes)
        only = len(counted) == len(steps) and proposed
        return [Step(Note(count=counted[-1], particular="guests"))] if counted and only else steps
    changed = chain.from_iterable(change.wishes for change in moves_of(steps, Change))
    described = chain.from_iterable(map(_descriptions, moves_of(steps, Book)))
    noted = [note.count for note in moves_of(steps, Note) if note.count]
    said = [*noted, *guests_wished_for((*moves_of(steps, Wish), *changed, *described), denoter.schema)]
    if said:
        return [*steps, Step(Note(count=said[-1]))]
    if moves_of(steps, Change) or denoter.state.terms.number:
        return steps
    held = held_wishes(denoter.state, denoter.state.memory.active_frame, denoter.schema)
    sought = [number for number in guests_wished_for(held, denoter.schema) if number <= MOST_GUESTS]
    return [*steps, *(Step(Note(count=number, particular="guests")) for number in sought[-1:])]


def _descriptions(book: Book) -> tuple[Wish, ...]:
    """Return the wishes by which a booking describes options, or those among which one is: "the first for two"."""
    within = book.of.of if isinstance(book.of, Nth) else None
    return (*description(book.of), *description(within))


def guests_wished_for(wishes: Iterable[Wish], schema: Schema) -> Iterator[int]:
    """Yield how many guests wishes are for."""
    for wish in wishes_for(wishes, schema.guests):
        held = next(iter(wish.constraint.values), None)
        if isinstance(held, Number) and wish.constraint.op == "at_least":  # "it has but 30 seats" counts nobody
            yield int(held.value)


def priced_for_others(steps: Steps, denoter: Denoter) -> Steps:
    """Have an option that was priced for others looked for again, for those who travel now, before it is booked."""
    state, schema = denoter.state, denoter.schema
    held = held_wishes(state, state.memory.active_frame, schema)
    said = wishes_for(held, schema.party)
    if not said or moves_of(steps, Wish):
        return steps
    party = travellers(held, schema)

    def repriced(step: Step, book: Book, denoter: Denoter) -> Steps:
        frames = state.known(step.frames)
        if len(frames) != 1 or state.options[frames[0]].party == party:
            return [step]
        return [*wishes_for_option(said[-1:], frames[0]), step]

    return each(Book, repriced)(steps, denoter)


def people_of_booking(steps: Steps, denoter: Denoter) -> Steps:
    """Let those travel who are booked where a booking is changed and nobody says who travels."""
    party, state = denoter.schema.party, denoter.state
    if not party or any(isinstance(step.move, Wish) and step.move.slot == party for step in steps):
        return steps
    held = held_wishes(state, state.memory.active_frame, denoter.schema)
    for step in steps_of(steps, Change):
        change = step.move
        booked = denoter.bookings(change.of) if isinstance(change, Change) and change.wishes else ()
        people = [state.options[frame].party for frame in booked]
        if len(people) == 1 and people[0] != travellers(held, denoter.schema):
            return [Step(Wish(party, Constraint("is", (people[0],)))), *steps]
    return steps
