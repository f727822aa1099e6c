"""What the values of a text are, once understood."""

from __future__ import annotations

from datetime import date
from typing import Literal, NamedTuple

from wayframe.ontology import Kind

Bound = Literal["exact", "at_most", "at_least", "about", "cheapest", "most"]
Superlative = Literal["min", "max"]
People = Literal["adults", "children", "people"]


class Dates(NamedTuple):
    """The days that an expression can mean, both ends included: "end of August" has several, a day has `first == last`.

    An open end is `date.max` ("September 3 or later"), an open start is the day of the conversation ("before the 5th").
    """

    first: date
    last: date


class Money(NamedTuple):
    """An amount, or where `amount` is None only a wish: `cheapest` ("as cheap as possible"), `most` ("unlimited")."""

    amount: float | None
    currency: str = "USD"
    bound: Bound = "exact"


class Quantity(NamedTuple):
    """A number of people, days, stars, points or hours, from `low` to `high`; None where an end is open.

    `superlative` stands for "the longest", "the best"; `of` says who is counted, where the text does.
    """

    low: float | None
    high: float | None
    superlative: Superlative | None = None
    of: People | None = None


Typed = Dates | Money | Quantity | str | bool


class Mention(NamedTuple):
    """A value in a text: `text[start:end]` is its surface. Times are Quantities in hours, names are the lexicon's."""

    start: int
    end: int
    kind: Kind
    value: Typed


def exactly(number: float, of: People | None = None) -> Quantity:
    """The quantity that is just this number."""
    return Quantity(number, number, None, of)
