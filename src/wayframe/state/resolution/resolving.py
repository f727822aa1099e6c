"""Resolving: the frames that moves denote, and the readings that a turn passes in the state of the dialogue."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import (
    Ask,
    Book,
    Cancel,
    Change,
    Compare,
    Correct,
    Every,
    Hold,
    More,
    Move,
    Numbered,
    Reject,
    Return,
    Wish,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter, Frames
from wayframe.state.records import DialogueState, Step
from wayframe.state.resolution import Reading, Steps, each, reference_of
from wayframe.state.resolution.bookings import (
    asked_of_booked,
    asked_of_booking,
    booked_as_before,
    booked_as_told,
    bookings_turned_to,
    other_booking,
    picked_by_facts,
    sum_of_bookings,
    trip_not_booked_yet,
    wishes_for_booked,
)
from wayframe.state.resolution.changes import (
    booked_by_mistake,
    change_as_asked,
    change_as_wishes,
    change_of_booking,
    change_of_one_spoken_of,
    change_of_the_booking,
    change_there,
    correction_of_change,
    difference_of_change,
    exchange,
    swap_of_just_booked,
)
from wayframe.state.resolution.descriptions import (
    beyond_the_list,
    description_as_wishes,
    next_in_order,
    place_in_order_varied,
    several_asked_about,
)
from wayframe.state.resolution.people import (
    guests_who_pay,
    people_asked_for,
    people_of_booking,
    priced_for_others,
    same_people,
    terms_of_named,
)
from wayframe.state.resolution.places import place_at_hand, places_compared, start_left_open, torn_between_places
from wayframe.state.resolution.questions import (
    asked_again,
    asked_between_values,
    others_to_compare,
    told_all_of,
    what_was_asked_before,
)
from wayframe.state.resolution.wishes import (
    absent_said_again,
    anything_there_is,
    bounds,
    days_as_offered,
    in_own_money,
    known_as_wished,
    opening_said_back,
    other_days_of_named,
    possible_as_wishes,
    said_back,
    wish_of_one,
)


def resolved(moves: Sequence[Move], state: DialogueState, schema: Schema) -> tuple[Step, ...]:
    """Return the moves with what they denote, each after what the ones before it spoke of."""
    steps, denoter = _denoted(moves, state, schema), Denoter(state, schema)
    for reading in READINGS:
        steps = reading(steps, denoter)
    return tuple(steps)


def _denoted(moves: Sequence[Move], state: DialogueState, schema: Schema) -> Steps:
    """Return the moves with the frames that they denote; each is then what the next ones may mean by "it"."""
    steps, named = list[Step](), Frames()
    for move in moves:
        frames = _frames(move, Denoter(state, schema), named)
        steps.append(Step(move, frames))
        known = state.known(frames)
        if known and isinstance(move, Reject):
            state = state._replace(rejected=state.rejected.union(known))
        elif known:
            named = tuple(dict.fromkeys((*named, *known)))
            state = state._replace(focus=known, touched=(*state.touched, *known))
    return steps


REFERRING = (Ask, Book, Cancel, Change, Compare, Hold, Return, Reject)
"""The moves that are about options whether they name them or not; a wish is where it names one."""


def _frames(move: Move, denoter: Denoter, named: Frames) -> Frames:
    """Return the frames that a move denotes; a comparison of no others is of those that the turn has `named`.

    Two of a longer list are never booked as "both" that nobody has spoken of by themselves.

    Who returns to a frame by its number may mean one that holds wishes and is no option.
    """
    reference = reference_of(move)
    if isinstance(move, Return) and isinstance(reference, Numbered) and reference.frame in denoter.state.wishes:
        return (reference.frame,)
    if reference is not None:
        frames = denoter.denote(reference)
        counted = isinstance(reference, Every) and 0 < reference.count == len(frames)
        return () if counted and isinstance(move, Book) and denoter.are_several_of_a_list(frames) else frames
    if isinstance(move, Compare) and len(named) > 1:
        return named
    if isinstance(move, REFERRING):
        return denoter.spoken_of()
    return ()


READINGS: tuple[Reading, ...] = (
    trip_not_booked_yet,
    guests_who_pay,
    each(Wish | Correct | Ask | Change, bounds),
    each(Wish, same_people),
    each(Wish | Correct | Ask | Change, in_own_money),
    start_left_open,
    days_as_offered,
    said_back,
    opening_said_back,
    absent_said_again,
    asked_again,
    each(Ask, what_was_asked_before),
    place_at_hand,
    each(Ask | Compare | Return, next_in_order),
    each(Compare, torn_between_places),
    each(Compare, others_to_compare),
    places_compared,
    booked_as_told,
    booked_by_mistake,
    booked_as_before,
    each(Ask, asked_between_values),
    each(Ask, possible_as_wishes),
    each(Ask, people_asked_for),
    correction_of_change,
    change_of_booking,
    terms_of_named,
    known_as_wished,
    wish_of_one,
    other_days_of_named,
    each(Cancel, other_booking),
    each(Change, change_of_the_booking),
    each(Change, change_there),
    each(Change, change_of_one_spoken_of),
    exchange,
    asked_of_booked,
    difference_of_change,
    each(Change, swap_of_just_booked),
    change_as_asked,
    each(Change, change_as_wishes),
    people_of_booking,
    picked_by_facts,
    wishes_for_booked,
    asked_of_booking,
    priced_for_others,
    sum_of_bookings,
    each(Return | Wish | Ask | Book | Compare, description_as_wishes),
    each(Return | Book, place_in_order_varied),
    each(Ask, several_asked_about),
    told_all_of,
    each(Return, bookings_turned_to),
    each(Return, beyond_the_list),
    each(More, anything_there_is),
)
"""The readings that the state of the dialogue may ask for, each of what the one before has left."""
