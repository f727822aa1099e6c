"""The comparison that is open in a conversation: asked for in words, until its options are no longer chosen from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wayframe.agent import Agent
from wayframe.conversation import Exchange
from wayframe.meaning.records import Compare, Wish, wishes_for
from wayframe.schema import Schema
from wayframe.sources.constraints import fits
from wayframe.sources.protocol import Condition
from wayframe.state.records import DialogueState, Option
from wayframe.state.update import DEEDS
from wayframe.state.wishes import travellers
from wayframe.web.views import moves_of_user


def compared_now(agent: Agent, exchanges: Sequence[Exchange], over: frozenset[int]) -> tuple[int, ...]:
    """Return the frames that the last comparison in words put side by side; none where nobody chooses from them."""
    for exchange in reversed(exchanges):
        if any(isinstance(move, Compare) for move in moves_of_user(exchange)):
            frames = agent.state(exchange.after).focus
            return frames if len(frames) > 1 and over.isdisjoint(frames) else ()
        if changes_bookings(exchange):
            return ()
    return ()


def changes_bookings(exchange: Exchange) -> bool:
    """Return whether something was booked, cancelled or changed in an exchange."""
    told = [arg for act in exchange.wizard.acts if act.name == "inform" for arg in act.slots]
    return any(arg.key == "action" and arg.value in DEEDS for arg in told)


def settled_at(exchanges: Mapping[int, Exchange]) -> int:
    """Return the number of the last exchange that changed the bookings; 0 where none did."""
    return max((number for number, exchange in exchanges.items() if changes_bookings(exchange)), default=0)


def no_longer_in_play(agent: Agent, state: DialogueState) -> frozenset[int]:
    """Return the options that are for other places or people than are wished for now, and those that were cancelled."""
    standing = {booking.option.frame for booking in state.standing}
    cancelled = {booking.option.frame for booking in state.bookings} - standing
    wishes = agent.wishes(state)
    elsewhere = {frame for frame, option in state.options.items() if not is_of_trip(agent.schema, wishes, option)}
    return frozenset(cancelled | elsewhere)


def is_of_trip(schema: Schema, wishes: Sequence[Wish], option: Option) -> bool:
    """Return whether an option is for the places and the people that are wished for."""
    if schema.party and option.party != travellers(wishes, schema):
        return False
    places = wishes_for(wishes, *(slot.name for slot in schema.of_kind("place")))
    conditions = [Condition(wish.slot, wish.constraint) for wish in places]
    return all(fits(schema, each, option.item.values, option.party) is not False for each in conditions)
