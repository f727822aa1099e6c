"""Ranks: the options that a place in an order means, where that goes beyond what was shown.

"The second cheapest" behind the cheapest, and "the five best rated" of three, are of all that fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.meaning.records import Constraint, Direction, Extreme, Nth, Reference, Wish
from wayframe.planner.plan import MOST_NAMED, PlannerTurn
from wayframe.planner.pricing import offered_as
from wayframe.planner.searching import offer, spread
from wayframe.sources.protocol import Query
from wayframe.state.wishes import revised


class Rank(NamedTuple):
    """The places from `first` to `last`, counted from 1, of all that fits in the order of a slot."""

    slot: str
    direction: Direction
    first: int
    last: int


def rank_of(reference: Reference | None) -> Rank | None:
    """Return the places that a reference means of an order; None where it names another set, or no order."""
    match reference:
        case Extreme(slot=slot, direction=direction, count=count, of=None) if slot and count > 1:
            return Rank(slot, direction, 1, count)
        case Nth(n=n, of=Extreme(slot=slot, direction=direction, of=None), count=count) if slot and n > 0:
            return Rank(slot, direction, n, n + count - 1)
    return None


def offer_ranked(turn: PlannerTurn, rank: Rank) -> None:
    """Offer the options at some places of all that fits, in their order."""
    query = _in_order(turn, rank)
    found = turn.search(query, min(rank.last, MOST_NAMED))
    offer(turn, found._replace(items=found.items[rank.first - 1 :]), query)


def ranked(turn: PlannerTurn, rank: Rank) -> list[int]:
    """Return the options at some places of all that fits, those that were never offered as new options."""
    found = turn.search(_in_order(turn, rank), min(rank.last, MOST_NAMED)).items[rank.first - 1 :]
    frames = [offered_as(turn, item) or turn.add_option(item) for item in found]
    if not set(frames).isdisjoint(turn.offered):
        turn.list_offered()
    return frames


def _in_order(turn: PlannerTurn, rank: Rank) -> Query:
    """Return the search for all that fits, in the order of a rank."""
    order = Wish(rank.slot, Constraint(rank.direction))
    return spread(turn, turn.query(revised(turn.wishes(), [order], turn.schema)))


def beyond_shown(reference: Reference | None, shown: Sequence[int]) -> Rank | None:
    """Return the rank that a reference means where it goes beyond what was shown; else None."""
    rank = rank_of(reference)
    return rank if rank and len(shown) < rank.last - rank.first + 1 else None
