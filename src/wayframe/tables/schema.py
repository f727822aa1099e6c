"""What a table's columns are: the one record that understanding, search and wording go by."""

from __future__ import annotations

import re
from typing import Literal, get_args

from msgspec import Struct, field

from wayframe.ontology import FLAGS, REFERENCE_KEYS, SLOTS

Kind = Literal["name", "category", "place", "text", "list", "number", "money", "date", "boolean"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Better = Literal["less", "more", ""]

TAKEN = frozenset((*SLOTS, *FLAGS, *REFERENCE_KEYS, "id"))
"""Slots that mean something else already: the trips' own."""


class Column(Struct, frozen=True, kw_only=True):
    """A column: its slot in frames, its name in the file, what its cells are and how people speak of it.

    `unit` stands behind numbers ("GB") or is a currency; `words` are other names of the column, `less` and `more` the
    adjectives that compare by it ("lighter", "heavier"), `values` other spellings of its values. `format` is how its
    dates are written (as `strptime` has it). `searched`: users can wish for a value of it; `shown`: it stands on an
    offer's card; `labelled`: its values don't say by themselves what they are, so that the label stands before them.
    """

    slot: str
    header: str
    kind: Kind
    label: str
    unit: str = ""
    better: Better = ""
    words: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    format: str = ""
    searched: bool = True
    shown: bool = False
    labelled: bool = False

    @property
    def measured(self) -> bool:
        """Whether its values have an order."""
        return self.kind in ("number", "money", "date")


_ADJECTIVES = re.compile(
    r"(?:\w+(?:ic|ed|able|ible|proof|free|friendly|less|ous|ish)|remote|new|used|vegan|vegetarian|halal|kosher|digital"
    r"|indoor|outdoor|foldable|portable|wireless|local|natural|dry|sweet)", re.IGNORECASE,
)  # fmt: skip


def is_adjective(column: Column) -> bool:
    """Whether a column's name says how something is ("electric") and not what it has ("wifi")."""
    return _ADJECTIVES.fullmatch(column.label) is not None


class Schema(Struct, frozen=True, kw_only=True):
    """A table: what a row is called (one, several), the column by which rows are named, all columns in order."""

    item: str
    items: str
    name: Column
    columns: tuple[Column, ...]

    def column(self, slot: str) -> Column | None:
        """The column of a slot."""
        return next((column for column in self.columns if column.slot == slot), None)

    @property
    def shown(self) -> tuple[Column, ...]:
        """The columns on a card, in order; the price last."""
        cards = [column for column in self.columns if column.shown and column.slot != self.name.slot]
        return tuple(sorted(cards, key=lambda column: column.kind == "money"))

    def told_by(self, name: str, slot: str, value: str | bool) -> bool:
        """Whether a row's name says a value already: the brand of a "Kestrel Aero 14"."""
        column = self.column(slot)
        plain = column is not None and column.kind in ("category", "place") and isinstance(value, str)
        return plain and f" {str(value).casefold()} " in f" {name.casefold()} "

    @property
    def money(self) -> Column | None:
        """The column by which rows are put in order where nothing else is asked: the first price."""
        return next((column for column in self.columns if column.kind == "money"), None)
