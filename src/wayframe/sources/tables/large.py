"""Large tables as sources: rows found column by column in arrays that are kept beside the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import lru_cache, reduce
from operator import and_
from typing import NamedTuple

import numpy as np

from wayframe.meaning.records import Direction, Party, Text, Value
from wayframe.sources.constraints import Check, allowed, asks_for_sold_out, checks, fits, is_shared, sold_out
from wayframe.sources.places import WORLD, Places
from wayframe.sources.protocol import Condition, Found, Item, Mean, Query, Relaxed, first_by, means_of
from wayframe.sources.tables.kept import UNKNOWN, Array, KeptTable, is_numeric
from wayframe.sources.tables.records import MOST_GIVEN_UP, TableRecords, relaxed
from wayframe.sources.tables.source import parts, share_away

_REMEMBERED = 24  # masks, of the constraints that were asked last: a byte for each row
_MOST_COUNTED = 100_000  # different values of a slot of lists that are taken apart


class Misses(NamedTuple):
    """Rows, the bits of the conditions that they miss, and the bit of each condition as a number."""

    places: Array
    bits: Array
    numbers: Mapping[Check, int]


class LargeTable(TableRecords):
    """A kept table as a source: what `TableSource` finds, in arrays. Threads may share it."""

    def __init__(self, kept: KeptTable, *, today: date, name: str = "", places: Places = WORLD) -> None:
        super().__init__(kept.summary.schema, today, name)
        self.places, self._kept, self._columns = places, kept, kept.columns
        self._mask = lru_cache(maxsize=_REMEMBERED)(self._masked)
        self._all: Array = np.ones(kept.summary.rows, dtype=bool)
        self._stocked = self._all
        if stock := self.schema.slot(self.schema.stock):
            self._stocked = ~self._columns[stock.name].mask(sold_out(stock), places)

    def __len__(self) -> int:
        return self._kept.summary.rows

    def search(self, query: Query, limit: int) -> Found:
        """See `Source.search`."""
        fitting = self._fitting(checks(self.schema, query), query)
        if query.spread:
            places = self._spread(np.flatnonzero(fitting), query)
            return Found(tuple(map(self._item, places[:limit])), len(places))
        if query.order:
            places = self._first(np.flatnonzero(fitting), query.order, limit)
        else:
            places = _first_places(fitting, limit)
        return Found(tuple(map(self._item, places)), int(np.count_nonzero(fitting)))

    def relax(self, query: Query, limit: int, seed: int = 0, firm: Collection[Condition] = ()) -> tuple[Relaxed, ...]:
        """See `Source.relax`. Nothing is left to chance."""
        asked = [check for check in checks(self.schema, query) if check.needs]
        misses = self._misses(asked, query)
        return relaxed(asked, lambda given_up: self._nearest(misses, given_up, query), limit, firm)

    def extreme(self, query: Query, slot: str, direction: Direction) -> Item | None:
        """See `Source.extreme`."""
        return first_by(self, query, slot, direction)

    def distinct(self, query: Query, slot: str, limit: int) -> tuple[tuple[Value, int], ...]:
        """See `Source.distinct`. The items of a list count one by one."""
        column = self._columns[slot]
        codes = column.codes[self._fitting(checks(self.schema, query), query)]
        counts = np.bincount(codes, minlength=column.size + 1)
        counts[UNKNOWN] = 0
        if column.slot.kind != "list":
            most = np.argsort(-counts, kind="stable")[:limit]
            return tuple((_known(column.value(int(code))), int(counts[code])) for code in most if counts[code])
        counted = Counter[Value]()
        for code in np.flatnonzero(counts)[:_MOST_COUNTED]:
            for each in parts(_known(column.value(int(code)))):
                counted[each] += int(counts[code])
        return tuple(counted.most_common(limit))

    def means(self, query: Query, slot: str, by: str = "") -> tuple[Mean, ...]:
        """See `Source.means`."""
        column = self._columns[slot]
        places = self._fitting(checks(self.schema, query), query)
        codes = column.codes[places]
        is_known = codes != UNKNOWN
        numbers = column.numbers[codes[is_known] - 1]
        if not by:
            return means_of(column.slot, {None: (float(numbers.sum()), len(numbers))})
        groups = self._columns[by]
        group_codes = groups.codes[places][is_known]
        counts = np.bincount(group_codes, minlength=groups.size + 1)
        totals = np.bincount(group_codes, weights=numbers, minlength=groups.size + 1)
        counts[UNKNOWN] = 0
        present = map(int, np.flatnonzero(counts))
        sums = {groups.value(code): (float(totals[code]), int(counts[code])) for code in present}
        return means_of(column.slot, sums)

    def names(self, slot: str) -> Sequence[str]:
        """See `Source.names`. They stand where they are kept until somebody looks at them."""
        column = self._columns[slot]
        if is_numeric(column.slot):
            return ()
        if column.slot.kind != "list":
            return column.texts
        found = dict[str, str]()
        for code in range(1, min(column.size, _MOST_COUNTED) + 1):
            for each in parts(_known(column.value(code))):
                if isinstance(each, Text):
                    found.setdefault(each.value.casefold(), each.value)
        return tuple(found.values())

    def _held(self, key: str) -> Item | None:
        start, end = self._columns[self.schema.name].found(key)
        return self._item(int(self._kept.named[start])) if start < end else None

    def _item(self, place: int) -> Item:
        values, record = dict[str, Value](), dict[str, str | bool]()
        for slot, column in self._columns.items():
            value, words = column.value(int(column.codes[place])), column.record(place)
            if words is not None:
                record[slot] = words
            if value is not None:
                values[slot] = value
        names = self._columns[self.schema.name]
        return Item(names.keys[int(names.codes[place]) - 1], values, record)

    def _fitting(self, asked: Sequence[Check], query: Query) -> Array:
        """Return the rows that fulfil conditions, without those that are excluded."""
        offered = self._all if asks_for_sold_out(self.schema, asked) else self._stocked
        mask = reduce(and_, (self._mask(need, query.party) for check in asked for need in check.needs), offered)
        names = self._columns[self.schema.name]
        spans = [names.found(key) for key in query.excluded]
        gone = [int(self._kept.named[start]) for start, end in spans if start < end]
        if gone:
            mask = mask.copy()
            mask[gone] = False
        return mask

    def _masked(self, need: Condition, party: Party) -> Array:
        slot, constraint = self.schema.by_name[need.slot], need.constraint
        if is_shared(slot, constraint):
            items = map(self._item, range(len(self)))
            fulfilled = (fits(self.schema, need, item.values, party, self.places) is True for item in items)
            return np.fromiter(fulfilled, dtype=bool, count=len(self))
        return self._columns[slot.name].mask(constraint, self.places)

    def _ranks(self, places: Array, by: Sequence[tuple[str, Direction]]) -> Array:
        """Return a number for each of some rows by which they are in order."""
        ranks: Array = np.zeros(len(places), dtype=np.int64)
        for slot, direction in by:
            column = self._columns[slot]
            ranks = ranks * (column.size + 2) + column.ranks(direction, places)
        return ranks

    def _first(self, places: Array, by: Sequence[tuple[str, Direction]], limit: int) -> Array:
        """Return the first of some rows in an order; equal ones as they stand."""
        if not by or not limit:
            return places[:limit]
        ranks = self._ranks(places, by)
        if len(places) > limit:
            near = ranks <= np.partition(ranks, limit - 1)[limit - 1]
            places, ranks = places[near], ranks[near]
        return places[np.argsort(ranks, kind="stable")][:limit]

    def _spread(self, places: Array, query: Query) -> Array:
        """Return the first of some rows for each value of a slot, in order."""
        if query.order:
            places = places[np.argsort(self._ranks(places, query.order), kind="stable")]
        codes = self._columns[query.spread].codes[places]
        found, first = np.unique(codes, return_index=True)
        return places[np.sort(first[found != UNKNOWN])]

    def _misses(self, asked: Sequence[Check], query: Query) -> Misses:
        """Return the rows that miss a few conditions, each with a number that has a bit for each that it misses."""
        kind = next(kind for kind in (np.uint8, np.uint16, np.uint64) if len(asked) <= np.iinfo(kind).bits)
        bits: Array = np.zeros(len(self), dtype=kind)
        numbers = {check: 1 << place for place, check in enumerate(asked)}
        for check, number in numbers.items():
            bits |= (~self._fitting((check,), query)).view(np.uint8) * kind(number)
        missed = np.bitwise_count(bits)
        places = np.flatnonzero(self._fitting((), query) & (missed > 0) & (missed <= MOST_GIVEN_UP))
        return Misses(places, bits[places], numbers)

    def _nearest(self, misses: Misses, given_up: Sequence[Check], query: Query) -> Relaxed | None:
        """Return the nearest of the rows that miss just these conditions; None where there is none."""
        missed = sum(misses.numbers[check] for check in given_up)
        places = misses.places[misses.bits == missed]
        for check in given_up:
            places = places[self._columns[check.asked.slot].codes[places] != UNKNOWN]
        if not len(places):
            return None
        away = reduce(np.add, (self._away(check, places) for check in given_up))
        least = float(away.min())
        (place,) = self._first(places[away == least], query.order, 1)
        return Relaxed(self._item(int(place)), tuple(check.asked for check in given_up), round(max(least, 0.001), 3))

    def _away(self, check: Check, places: Array) -> Array:
        """Return how far rows are from what was asked, as a share of that; 1 for something else altogether."""
        column, constraint = self._columns[check.asked.slot], check.asked.constraint
        numbers = allowed(column.slot, constraint) if column.slot.measured else None
        share = share_away(column.slot, constraint)
        return np.full(len(places), share) if numbers is None else column.away(numbers, places) / share


def _first_places(fitting: Array, limit: int) -> Array:
    """Return the first rows that fit: most are near the beginning."""
    for end in (_NEAR, len(fitting)):
        places = np.flatnonzero(fitting[:end])
        if len(places) >= limit:
            break
    return places[:limit]


_NEAR = 50_000


def _known(value: Value | None) -> Value:
    assert value is not None, "expected a code of a value"
    return value
