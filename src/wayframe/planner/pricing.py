"""Pricing: options as they are priced for those who travel now."""

from __future__ import annotations

from wayframe.meaning.records import Constraint, Wish
from wayframe.planner.plan import PlannerTurn
from wayframe.sources.protocol import Found, Item

MOST_ALIKE = 20
"""Items of one name, place and days among which one is looked for."""


def item_for_party(turn: PlannerTurn, frame: int) -> Item | None:
    """Return the item of an option that was priced for others than those who travel now, with its price for these."""
    if is_for_party(turn, frame) or turn.is_booked(frame):
        return None
    return item_as_priced_now(turn, turn.state.options[frame].item)


def item_as_priced_now(turn: PlannerTurn, item: Item) -> Item | None:
    """Return an item with its price for those who travel now; None where it can't be had any more."""
    schema = turn.schema
    telling = (schema.name, schema.place, schema.source, *schema.windows)
    values = {slot: item.values[slot] for slot in telling if slot in item.values}
    query = turn.query([Wish(slot, Constraint("is", (value,))) for slot, value in values.items()])
    query = query._replace(party=turn.party())
    found = [each for each in turn.source.search(query, MOST_ALIKE).items if each.key == item.key]
    if found:
        turn.record(query, Found((found[0],), 1))
    return found[0] if found else None


def is_for_party(turn: PlannerTurn, frame: int) -> bool:
    """Return whether an option was priced for as many as travel now, or nobody said who does."""
    own, party = turn.state.options[frame].party, turn.party()
    return not turn.party_known() or (own.adults, own.children) == (party.adults, party.children)


def offered_as(turn: PlannerTurn, item: Item) -> int | None:
    """Return the frame that stands for an item already, for the people who travel now."""
    terms = (item.key, turn.party())
    return next((frame for frame, option in turn.state.options.items() if option.terms == terms), None)


def same_option(turn: PlannerTurn, item: Item) -> int | None:
    """Return the frame that stands for an item just as it is, for the people who travel now."""
    terms = (item.key, turn.party())
    for frame, option in turn.state.options.items():
        if option.terms == terms and option.item.values == item.values:
            return frame
    return None
