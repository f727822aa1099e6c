"""Pricing: options as they are priced for those who travel now."""

from __future__ import annotations

from wayframe.meaning.records import Constraint, Wish
from wayframe.planner.plan import PlannerTurn
from wayframe.sources.protocol import Found, Item

MOST_ALIKE = 20
"""Items of one name, place and days among which one is looked for."""


def item_for_party(turn: PlannerTurn, frame: int) -> Item | None:
    """Return the item of an option that was priced for others than those who travel now, with its price for these."""
    option, party, schema = turn.state.options[frame], turn.party(), turn.schema
    if is_for_party(turn, frame) or turn.is_booked(frame):
        return None
    telling = (schema.name, schema.place, schema.source, *schema.windows)
    values = {slot: option.item.values[slot] for slot in telling if slot in option.item.values}
    query = turn.query([Wish(slot, Constraint("is", (value,))) for slot, value in values.items()])
    query = query._replace(party=party)
    found = [item for item in turn.source.search(query, MOST_ALIKE).items if item.key == option.item.key]
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
