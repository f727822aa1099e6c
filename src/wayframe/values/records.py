"""What the values of a text are, once understood."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal, NamedTuple, TypeVar

from wayframe.ontology import Kind

Bound = Literal["exact", "at_most", "at_least", "about", "cheapest", "most", "cheaper", "dearer"]
T = TypeVar("T")
Superlative = Literal["min", "max", "less", "more"]
People = Literal["adults", "children", "people"]


class Dates(NamedTuple):
    """The days that an expression can mean, both ends included: "end of August" has several, a day `first == last`.

    An open end is `date.max` ("September 3 or later"), an open start is the day of the conversation ("before the 5th").
    """

    first: date
    last: date


class Money(NamedTuple):
    """An amount, or where `amount` is None only a wish.

    A wish is `cheapest` ("as cheap as possible") or `most` ("the priciest"), and compared with what was offered
    `cheaper` or `dearer`.
    """

    amount: float | None
    currency: str = "USD"
    bound: Bound = "exact"


class Quantity(NamedTuple):
    """A number of people, days, stars, points or hours after midnight, from `low` to `high`; None where an end is open.

    `superlative` stands for "the longest" (max), "the shortest" (min) and, compared with what was offered, "longer"
    (more) and "shorter" (less). `of` says who is counted, where the text does.
    """

    low: float | None
    high: float | None
    superlative: Superlative | None = None
    of: People | None = None


Typed = Dates | Money | Quantity | str | bool


class Mention(NamedTuple):
    """A value in a text. `text[start:end]` is its surface as annotators mark it: "3" of "3 kids", "17th" of "the 17th".

    Times of day are Quantities in hours; cities and hotels are the lexicon's names.
    """

    start: int
    end: int
    kind: Kind
    value: Typed


class Reading(NamedTuple):
    """A mention and the place of the whole expression that it was read from: "at least 3 stars" for the surface "3"."""

    start: int
    end: int
    mention: Mention


def typed(readings: Iterable[Reading], kind: type[T]) -> list[T]:
    """List the values of one type that readings have."""
    return [reading.mention.value for reading in readings if isinstance(reading.mention.value, kind)]


def exactly(number: float, of: People | None = None) -> Quantity:
    """The quantity that is just this number."""
    return Quantity(number, number, None, of)
