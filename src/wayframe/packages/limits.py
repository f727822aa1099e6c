"""The constraints that a package's own columns can meet or miss, as SQL: the one place that says what each means.

Each is known by the slot that a user would set. `:name` is bound to the limit, from `limits`.
"""

from __future__ import annotations

from typing import NamedTuple

from wayframe.packages.query import Query, least_unit, most_unit, weight, window
from wayframe.packages.storage import day_number, seat_number


class Limit(NamedTuple):
    """When a package keeps to a limit, and by how much it misses it.

    Distances are ours: 1 is a change that a traveller would notice about as much as another week, a fifth of the
    higher price, four days more or fewer, the other seat class.
    """

    fits: str
    distance: str


LIMITS = {
    "budget": Limit("price <= :budget", "(price - :budget) * 5.0 / max(price, 1)"),
    "price": Limit("price >= :price", "(:price - price) * 5.0 / max(:price, 1)"),
    "str_date": Limit("leaves >= :str_date", "(:str_date - leaves) / 7.0"),
    "end_date": Limit("back <= :end_date", "(back - :end_date) / 7.0"),
    "max_duration": Limit("days <= :max_duration", "(days - :max_duration) / 4.0"),
    "min_duration": Limit("days >= :min_duration", "(:min_duration - days) / 4.0"),
    "seat": Limit("seat = :seat", "1.0"),
}


def limits(query: Query) -> dict[str, int]:
    """The limits that a query sets, in the units of the file, in the order of `LIMITS`."""
    first, last = window(query)
    party = weight(query.adults, query.children)
    bound = {
        "budget": None if query.price_max is None else most_unit(query.price_max, party),
        "price": None if query.price_min is None else least_unit(query.price_min, party),
        "str_date": None if first is None else day_number(first),
        "end_date": None if last is None else day_number(last),
        "max_duration": query.max_duration,
        "min_duration": query.min_duration,
        "seat": None if query.seat is None else seat_number(query.seat.upper()),
    }
    return {slot: limit for slot, limit in bound.items() if limit is not None}
