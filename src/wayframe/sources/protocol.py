"""The interface of every source: what a catalogue answers, whatever it is stored in.

All sources pass the same conformance test (`wayframe.sources.conformance`), which is shipped for those of others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, Protocol

from wayframe.dialogue import Dialogue, Turn
from wayframe.meaning.records import Constraint, Direction, Money, Number, Party, Text, Value
from wayframe.schema import Schema, Slot

Values = Mapping[str, Value]
"""The facts of an item: slot to value; what isn't known is left out. Prices are those for the query's party."""


class Item(NamedTuple):
    """An item of a catalogue. `key` is the same whenever it is found and for no other item.

    `row` is the item as a dialogue's `db` records it (a `Package`, a row of a table): plain JSON-able data.
    """

    key: str
    values: Values
    row: Any

    def text(self, slot: str) -> str:
        """Return the text of a slot; empty where it has none."""
        value = self.values.get(slot)
        return value.value if isinstance(value, Text) else ""

    def shares(self, other: Item, slots: Iterable[str]) -> bool:
        """Return whether this item and another have the same values of some slots."""
        return all(self.values.get(slot) == other.values.get(slot) for slot in slots)


class Condition(NamedTuple):
    """A constraint on a slot."""

    slot: str
    constraint: Constraint


class Query(NamedTuple):
    """The conditions that items must fulfil, in conjunction, and how they are wanted.

    `order` names slots with the direction that comes first; the schema's own order breaks ties. `excluded` are keys of
    items that shall not come. `spread` wants one item (the first in order) for each value of that slot: one hotel
    for each city. `party` is whom prices are for. `counted` wants to know exactly how many fit.
    """

    conditions: tuple[Condition, ...] = ()
    order: tuple[tuple[str, Direction], ...] = ()
    party: Party = Party(adults=1)
    excluded: frozenset[str] = frozenset()
    spread: str = ""
    counted: bool = False


class RecordedSearch(NamedTuple):
    """A search as a dialogue's `db` holds it: what was wished for, by frame slot, how many were found, and the rows."""

    wanted: Mapping[str, Sequence[str | bool]]
    found: int
    rows: Sequence[Any]


class Found(NamedTuple):
    """Items in order, and how many fit in all: of a search with `spread`, how many of its values have one that fits.

    There may be `more` of them than were counted, or `about` as many, where they were estimated.
    """

    items: tuple[Item, ...]
    total: int
    more: bool = False
    about: bool = False


class Relaxed(NamedTuple):
    """An item that fulfils all conditions but those `given_up`; `distance` grows with how far it misses them."""

    item: Item
    given_up: tuple[Condition, ...]
    distance: float


class Mean(NamedTuple):
    """The mean of a slot over some items; `group` is what they have of another slot, None of all of them."""

    group: Value | None
    value: Value
    items: int


class Source(Protocol):
    """A catalogue. Reads only; threads may share it.

    `name` is the address of one's own catalogue, empty of the one that comes with the package; `row_type` is the type
    of `Item.row`, as JSON is decoded into it.
    """

    @property
    def schema(self) -> Schema:
        """What an item is called and which slots it has."""
        ...

    @property
    def today(self) -> date:
        """The day from which dates count."""
        ...

    @property
    def name(self) -> str:
        """The address; see above."""
        ...

    @property
    def row_type(self) -> Any:
        """The type of rows; see above."""
        ...

    def search(self, query: Query, limit: int) -> Found:
        """Return at most `limit` items that fit, in order."""
        ...

    def relax(self, query: Query, limit: int, seed: int = 0, firm: Collection[Condition] = ()) -> tuple[Relaxed, ...]:
        """Return items that nearly fit, each with the one or two conditions that it misses, nearest first.

        Those that are `firm` are missed by none.
        """
        ...

    def extreme(self, query: Query, slot: str, direction: Direction) -> Item | None:
        """Return the item with the least or the most of a slot among those that fit."""
        ...

    def distinct(self, query: Query, slot: str, limit: int) -> tuple[tuple[Value, int], ...]:
        """Return the values of a slot among the items that fit, each with how many items have it, most first.

        The number is 0 where there are too many to be counted.
        """
        ...

    def means(self, query: Query, slot: str, by: str = "") -> tuple[Mean, ...]:
        """Return the mean of a slot of numbers or money among the items that fit, least first.

        There is one for each value of the slot `by`, which has one a item; one for all where it isn't given; none where
        no item has the slot.
        """
        ...

    def names(self, slot: str) -> Sequence[str]:
        """Return the values that a slot of names, places or categories has in the whole catalogue, as written there."""
        ...

    def codes(self) -> Mapping[str, str]:
        """Return the names of the items by the codes that number them; none where no codes do, or more than fit."""
        ...

    def item(self, row: Any) -> Item:
        """Return the item that a dialogue's `db` recorded as a row, with the facts as they stand there."""
        ...

    def now(self, item: Item) -> Item | None:
        """Return an item as the catalogue has it by now; None where it has it no more, or none in stock."""
        ...

    def version(self) -> int:
        """Look whether the catalogue has changed; return a number that is another one whenever it has."""
        ...

    def record(self, query: Query, found: Found, timestamp: float) -> Any:
        """Return a search and its result as a dialogue's `db` holds them."""
        ...

    def recorded(self, turn: Turn) -> tuple[RecordedSearch, ...]:
        """Return the searches of a turn, in order. Raises `InputError` where they are none of such a catalogue."""
        ...

    def check(self, dialogue: Dialogue) -> None:
        """Raises `InputError` where a saved conversation can't be gone on with."""
        ...


def means_of(slot: Slot, sums: Mapping[Value | None, tuple[float, int]]) -> tuple[Mean, ...]:
    """Return the means of a slot by the sums of groups and how many items are in each, least first."""
    make = Money if slot.kind == "money" else Number
    means = {group: total / count for group, (total, count) in sums.items() if count}
    in_order = sorted(means, key=lambda group: means[group])
    return tuple(Mean(group, make(means[group], slot.unit), sums[group][1]) for group in in_order)


def usual_order(schema: Schema) -> tuple[tuple[str, Direction], ...]:
    """Return the order of a query that asks for none."""
    by = schema.slot(schema.order)
    return ((by.name, by.best_end),) if by else ()


def first_by(source: Source, query: Query, slot: str, direction: Direction) -> Item | None:
    """Return the item with the least or the most of a slot by a search in this order; None where none has the slot."""
    found = source.search(query._replace(order=((slot, direction), *query.order), spread=""), 1).items
    return found[0] if found and slot in found[0].values else None
