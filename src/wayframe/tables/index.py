"""The cells of a table column by column, so that a wish is held against a whole column at once.

Which rows fit a wish is a mask, a byte for each row, kept as one number: to hold several wishes at once is one `&`. The
rows stand by price, so that what is found needs no sorting.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import compress
from operator import and_, or_
from typing import Any

from wayframe.tables import cells
from wayframe.tables.rows import Row
from wayframe.tables.schema import Column, Schema
from wayframe.tables.wishes import Wish

REMEMBERED = 64  # masks, of the wishes that were asked last

Read = Mapping[str, Sequence[Wish]]
"""What is wanted, slot by slot; of several wishes for a slot any will do, and all refusals hold."""


class Index:
    """All rows of a table, by price where there is one, else as they stand. Threads may share it."""

    def __init__(self, schema: Schema, rows: Iterable[Row]) -> None:
        price = schema.money
        self.rows = tuple(sorted(rows, key=lambda row: _cost(row, price)) if price else rows)
        self._name, self._all = schema.name.slot, int.from_bytes(b"\x01" * len(self.rows), "little")
        self._measured = frozenset(column.slot for column in schema.columns if column.measured)
        self._lists = frozenset(column.slot for column in schema.columns if column.kind == "list")
        self._mask = lru_cache(maxsize=REMEMBERED)(self._masked)
        self._columns = {column.slot: self._cells(column.slot) for column in schema.columns}
        self._by = cache(self._ranked)
        for column in schema.columns:  # now, not in somebody's turn
            for pick in ("least", "most") if column.measured else ():
                self._by(column.slot, pick)

    def search(self, read: Read) -> list[Row]:
        """All rows that fit, by the superlative that was wished for last, if any."""
        mask, picks = self._fitting(read), [(slot, asked[-1].pick) for slot, asked in read.items() if asked[-1].pick]
        if len(picks) == 1:
            return [self.rows[place] for place in self._by(*picks[0]) if mask[place]]
        found = list(compress(self.rows, mask))
        for slot, pick in picks:
            sign = 1 if pick == "least" else -1
            found.sort(key=lambda row, s=slot, d=sign: d * (cells.order(row.values.get(s)) or 0.0))  # type: ignore[misc]
        return found

    def nearest(self, read: Read, slots: Sequence[str], without: Collection[str]) -> tuple[Row, float] | None:
        """Of the rows that fit all wishes but those of some slots the nearest to these, and how far away it is.

        Rows in which one of these slots is empty are none, nor are those called as one of `without`.
        """
        mask = self._fitting({slot: asked for slot, asked in read.items() if slot not in slots})
        names, known = self._columns[self._name], {name.casefold() for name in without}
        columns = [self._columns[slot] for slot in slots]
        places = [
            place for place in compress(range(len(self.rows)), mask)
            if names[place] not in known and all(column[place] is not None for column in columns)
        ]  # fmt: skip
        if not places:
            return None
        away = [sum(each) for each in zip(*(self._away(slot, read[slot], places) for slot in slots), strict=True)]
        least = min(away)
        return self.rows[places[away.index(least)]], least

    def ends(self, slot: str) -> tuple[Row, Row] | None:
        """The rows with the least and the greatest value of a column; None where it has none with an order."""
        by = self._by(slot, "least")
        return (self.rows[by[0]], self.rows[by[-1]]) if by else None

    def _cells(self, slot: str) -> list[Any]:
        """A column as its cells are compared: numbers by their order, texts without case; None where there is none."""
        held = (row.values.get(slot) for row in self.rows)
        if slot in self._measured:
            return [cells.order(cell) for cell in held]
        return [cell.casefold() if isinstance(cell, str) else cell for cell in held]

    def _ranked(self, slot: str, pick: str) -> list[int]:
        """The places of the rows by their number in a column, those without one left out."""
        column, sign = self._columns[slot], 1 if pick == "least" else -1
        numbers: list[Any] = column if slot in self._measured else [cells.order(cell) for cell in column]
        known = [place for place, number in enumerate(numbers) if number is not None]
        return sorted(known, key=lambda place: sign * numbers[place])

    def _fitting(self, read: Read) -> bytes:
        masks = (self._mask(slot, tuple(asked)) for slot, asked in read.items())
        return reduce(and_, masks, self._all).to_bytes(len(self.rows), "little")

    def _masked(self, slot: str, asked: tuple[Wish, ...]) -> int:
        """The rows that fit the wishes for a slot: one that was wished for, and all refusals."""
        masks = [(wish.negated, int.from_bytes(self._fits(slot, wish), "little")) for wish in asked]
        wanted = [mask for negated, mask in masks if not negated]
        refused = reduce(and_, (mask for negated, mask in masks if negated), self._all)
        both = reduce(and_, wanted, self._all) if all(wish.part for wish in asked) else 0
        if both or (slot in self._lists and wanted and asked[0].part):
            return refused & both  # a senior developer is both where there is one; who wants things in a list wants all
        return refused & reduce(or_, wanted) if wanted else refused

    def _fits(self, slot: str, wish: Wish) -> bytes:
        """See `Wish.fits`, of which this is the same for a whole column."""
        column, low, high = self._columns[slot], wish.low, wish.high
        if wish.value is None and slot in self._measured and (low > -math.inf or high < math.inf):
            if wish.strict:
                return bytes([cell is not None and low < cell < high for cell in column])
            return bytes([cell is not None and low <= cell <= high for cell in column])
        if wish.value is None or wish.part or slot in self._measured:
            return bytes([wish.fits(row.values.get(slot)) for row in self.rows])
        value = wish.value if isinstance(wish.value, bool) else wish.value.casefold()
        if wish.negated:
            return bytes([cell is not None and cell != value for cell in column])
        return bytes([cell == value for cell in column])

    def _away(self, slot: str, asked: Sequence[Wish], places: Sequence[int]) -> list[float]:
        """See `Wish.away`, of which this is the least for each of some rows."""
        column, wish = self._columns[slot], asked[0]
        if all(each.value is not None for each in asked):
            return [1.0] * len(places)
        if len(asked) > 1 or slot not in self._measured or math.isinf(wish.low) == math.isinf(wish.high):
            return [min(each.away(self.rows[place].values[slot]) for each in asked) for place in places]
        limit = wish.high if math.isinf(wish.low) else wish.low
        whole = max(abs(limit), 1.0)
        return [abs(column[place] - limit) / whole for place in places]


def _cost(row: Row, price: Column) -> float:
    """By what rows are put in order: less is better but for what is earned."""
    number = cells.order(row.values.get(price.slot))
    return math.inf if number is None else -number if price.better == "more" else number
