"""Picked: the option that the user had turned to, first of all where the turn but changes for whom or when it is.

An item of the catalogue can be picked, too, from where faces show it, without having been offered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from wayframe.meaning.records import (
    Answer,
    Constraint,
    Correct,
    Move,
    NewTrip,
    Note,
    OutOfScope,
    Particulars,
    Social,
    Wish,
    wishes_besides,
    wishes_for,
)
from wayframe.planner.exactness import has_just, return_changed_to
from wayframe.planner.plan import Confirm, Empty, Nothing, Offer, OnlySooner, PlannerTurn
from wayframe.planner.pricing import item_as_priced_now
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Found, Item
from wayframe.state.records import Option, moves_of, steps_of
from wayframe.state.wishes import is_of_terms, revised

BESIDE_TERMS: tuple[type[Move], ...] = (Wish, Correct, Answer, Note, OutOfScope, Particulars, Social)
"""The moves of a turn that but says for whom or when something is to be."""

MOST_STAYS = 20
"""Stays of one name among which the nearest to the former days is looked for."""


def offering(item: Item) -> Callable[[PlannerTurn], None]:
    """Return the strategy that answers a turn with an item that was picked, and asks whether to book it."""

    def offer(turn: PlannerTurn) -> None:
        now = item_as_priced_now(turn, item)
        if now is None:
            turn.say(Empty("option", turn.at_hand()))
            return
        frame = turn.add_option(now)
        turn.list_offered()
        turn.say(Offer(turn.views([frame], turn.shown_slots()), 1))
        turn.propose_booking(frame)

    return offer


def offer_picked(turn: PlannerTurn) -> None:
    """Ask whether to book the option that was picked as it is under new terms, in the place of a search.

    Where it can't be had so but others can, that is said before these are looked for.
    """
    frame = turn.before.picked
    if not turn.heard.searched or turn.heard.doubted or not _says_but_terms(turn) or not _is_open(turn, frame):
        return
    option = turn.before.options[frame]
    items = _stays(turn, option, turn.wishes())
    if not items:
        price = turn.schema.price.name if turn.schema.price else ""
        is_too_dear = _stays(turn, option, wishes_besides(turn.wishes(), price)) != ()
        if not is_too_dear and turn.source.search(turn.query(), 0).total:
            turn.say(Nothing((*_named(turn, option), *turn.heard.wished)))
        return
    day = return_changed_to(turn)
    on_the_day = [item for item in items if day and has_just(turn, item, day)]
    if day and not on_the_day:
        turn.say(OnlySooner(day))
    nearest = min(on_the_day or items, key=lambda item: _days_apart(turn, item, option.item))
    turn.record(turn.query(), Found((nearest,), 1))
    fresh = turn.add_option(nearest)
    turn.list_offered()
    turn.say(Confirm("book", turn.bookings([fresh])))
    turn.heard = turn.heard._replace(searched=False)


def _says_but_terms(turn: PlannerTurn) -> bool:
    """Return whether a turn but says for whom, when or for how long something is to be, or corrects what was said."""
    if len(steps_of(turn.steps, *BESIDE_TERMS)) < len(turn.steps) or turn.heard.pins:
        return False
    corrected = chain.from_iterable(correct.wishes for correct in moves_of(turn.steps, Correct))
    wished = (*moves_of(turn.steps, Wish), *corrected)
    return all(is_of_terms(turn.schema, wish.slot) and wish.of != NewTrip() for wish in wished)


def _is_open(turn: PlannerTurn, frame: int) -> bool:
    """Return whether an option may still be booked: it is where one wants to go."""
    if frame not in turn.before.options or turn.is_booked(frame) or frame in turn.state.rejected:
        return False
    option, places = turn.before.options[frame], [slot.name for slot in turn.schema.of_kind("place")]
    return wishes_for(option.wishes, *places) == wishes_for(turn.wishes(), *places)


def _named(turn: PlannerTurn, option: Option) -> list[Wish]:
    """Return the wish for the name of an option."""
    name = option.item.values.get(turn.schema.name)
    return [Wish(turn.schema.name, Constraint("is", (name,)))] if name is not None else []


def _stays(turn: PlannerTurn, option: Option, wishes: Sequence[Wish]) -> tuple[Item, ...]:
    """Return what has an option's name and place and is as wished for."""
    place = option.item.values.get(turn.schema.place)
    there = [Wish(turn.schema.place, Constraint("is", (place,)))] if place is not None else []
    query = turn.query(revised(wishes, (*there, *_named(turn, option)), turn.schema))
    return turn.source.search(query, MOST_STAYS).items


def _days_apart(turn: PlannerTurn, item: Item, former: Item) -> float:
    """Return by how many days an item's stay is another than a former one."""
    days = [(order(each.values.get(slot)) or 0.0) for each in (item, former) for slot in turn.schema.windows]
    half = len(days) // 2
    return sum(abs(new - old) for new, old in zip(days[:half], days[half:], strict=True))
