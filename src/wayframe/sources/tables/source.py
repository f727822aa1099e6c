"""Tables as sources: the rows that fulfil a constraint are found column by column.

The rows that fit are a mask, a byte for each row, kept as one number: to hold several constraints at once is one `&`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache, reduce
from itertools import compress, islice
from operator import and_
from typing import Any, NamedTuple

from wayframe.meaning.records import Constraint, Direction, Party, Text, Texts, Value
from wayframe.schema import Schema, Slot
from wayframe.schema.units import is_code
from wayframe.sources.constraints import (
    Allowed,
    Check,
    Range,
    allowed,
    asks_for_sold_out,
    checks,
    fits,
    holds,
    is_shared,
    order,
    sold_out,
)
from wayframe.sources.places import WORLD, Places, key
from wayframe.sources.protocol import Condition, Found, Item, Mean, Query, Relaxed, first_by, means_of
from wayframe.sources.tables.cells import said
from wayframe.sources.tables.records import TableRecords, name_key, relaxed

UNKNOWN = -1


class Column:
    """The values of a slot: `values` the distinct ones, in their order, `codes` the place of each row's among them."""

    def __init__(self, slot: Slot, held: Sequence[Value | None]) -> None:
        self.slot = slot
        keys = [_key(value) for value in held]
        first = dict[object, Value]()
        for each, value in zip(keys, held, strict=True):
            if value is not None:
                first.setdefault(each, value)
        if slot.measured:
            first = dict(sorted(first.items(), key=lambda item: _number(item[1])))
        places = {each: place for place, each in enumerate(first)}
        self.values = tuple(first.values())
        self.codes = [places.get(each, UNKNOWN) for each in keys]
        self.numbers = list(map(_number, self.values))

    def mask(self, constraint: Constraint, places: Places) -> int:
        """Return the rows that fulfil a constraint."""
        numbers = allowed(self.slot, constraint) if self.slot.measured else None
        if numbers is not None:
            fits = self._in_ranges(numbers)
        else:
            fits = bytearray(holds(self.slot, constraint, value, places) is True for value in self.values)
        fits.append(0)  # of what isn't known: -1 is the last place
        return int.from_bytes(bytes(map(fits.__getitem__, self.codes)), "little")

    def away(self, numbers: Allowed, places: Sequence[int]) -> list[float]:
        """Return how far the values of some rows, which are known, are from what is allowed."""
        if numbers.negated or len(numbers.ranges) != 1:
            return [numbers.away(self.numbers[self.codes[place]]) for place in places]
        low, high, *_ = numbers.ranges[0]
        away = [max(low - number, number - high, 0.0) for number in self.numbers]
        return [away[self.codes[place]] for place in places]

    def known(self) -> int:
        """Return the rows whose value is known."""
        return int.from_bytes(bytes(code != UNKNOWN for code in self.codes), "little")

    def ranked(self, direction: Direction) -> list[int]:
        """Return all rows by value, those without one last; equal ones as they stand."""
        ranks = self.ranks(direction)
        return sorted(range(len(ranks)), key=ranks.__getitem__)

    def ranks(self, direction: Direction) -> list[int]:
        """Return a number for each row by which rows are in order; those without a value come last."""
        last = len(self.values)
        ranks = list(range(last))
        if direction == "most":
            ranks.reverse()
        ranks.append(last)  # of what isn't known: -1 is the last place
        return [ranks[code] for code in self.codes]

    def _in_ranges(self, numbers: Allowed) -> bytearray:
        """Return for each distinct value whether it is allowed: what is in order is so from one place to another."""
        inside, outside = (0, 1) if numbers.negated else (1, 0)
        fits = bytearray([outside]) * len(self.numbers)
        for limits in numbers.ranges:
            start, end = self._span(limits)
            fits[start:end] = bytes([inside]) * max(end - start, 0)
        return fits

    def _span(self, limits: Range) -> tuple[int, int]:
        """Return the places of the values in a range, whose ends `Range.holds` decides."""
        near = 1e-6 * max(1.0, *(abs(end) for end in (limits.low, limits.high) if abs(end) < 1e300), 0.0)
        start = bisect_left(self.numbers, limits.low - near)
        end = bisect_right(self.numbers, limits.high + near)
        while start < end and not limits.holds(self.numbers[start]):
            start += 1
        while end > start and not limits.holds(self.numbers[end - 1]):
            end -= 1
        return start, end


def _number(value: Value) -> float:
    return order(value) or 0.0


def _key(value: Value | None) -> object:
    """Return what makes two values the same: texts by their letters."""
    if isinstance(value, Text):
        return key(value.value)
    if isinstance(value, Texts):
        return tuple(map(key, value.values))
    return value


def parts(value: Value) -> Iterable[Value]:
    """Return the items of a list, each once; of another value just that."""
    if isinstance(value, Texts):
        return dict.fromkeys(map(Text, value.values))
    return (value,)


REMEMBERED = 64  # masks, of the constraints that were asked last
_NAME_AWAY, _AWAY = 3.0, 1.0  # of what isn't measured: who names an item wants no other


class Row(NamedTuple):
    """A row of a table: its values by slot, and the row as a dialogue's record holds it."""

    values: Mapping[str, Value]
    record: Any


def row(schema: Schema, values: Mapping[str, Value]) -> Row:
    """Return the row that holds these values, recorded as they are said."""
    return Row(values, {slot: said(schema.by_name[slot], value) for slot, value in values.items()})


def _keyed(schema: Schema, rows: Sequence[Row]) -> list[Item]:
    """Return rows as items, each with a key of its own: its name, and a number where others have the same."""
    items, taken = list[Item](), set[str]()
    for row in rows:
        first = name_key(row.values.get(schema.name), row.record)
        free, number = first, 1
        while free in taken:
            number += 1
            free = f"{first} ({number})"
        taken.add(free)
        items.append(Item(free, row.values, row.record))
    return items


class TableSource(TableRecords):
    """Rows with a schema as a source. Holds all; threads may share it.

    Items come by the schema's order (more first where that is better), else as they stand in the table. A key is the
    row's name, so that a row keeps its key when the table changes. What is out of stock isn't found, unless one asks
    for it by name or for just that.
    """

    def __init__(
        self, schema: Schema, rows: Iterable[Row], *, today: date, name: str = "", places: Places = WORLD
    ) -> None:
        super().__init__(schema, today, name)
        self.places = places
        self._items = self._in_order(_keyed(schema, list(rows)))
        self._columns = {
            slot.name: Column(slot, [item.values.get(slot.name) for item in self._items]) for slot in schema.slots
        }
        self._places = {item.key: place for place, item in enumerate(self._items)}
        self._all = int.from_bytes(b"\x01" * len(self._items), "little")
        self._stocked = self._all
        if stock := schema.slot(schema.stock):
            self._stocked &= ~self._columns[stock.name].mask(sold_out(stock), places)
        self._mask = lru_cache(maxsize=REMEMBERED)(self._masked)
        self._ranked = cache(lambda slot, direction: self._columns[slot].ranked(direction))

    def __len__(self) -> int:
        return len(self._items)

    def search(self, query: Query, limit: int) -> Found:
        """See `Source.search`."""
        mask = self._fitting(checks(self.schema, query), query)
        total = mask.bit_count()
        found: Iterator[int] = self._sorted(mask, query.order)
        if query.spread:
            first = dict[int, int]()
            codes = self._columns[query.spread].codes
            for place in found:
                first.setdefault(codes[place], place)
            first.pop(UNKNOWN, None)
            found, total = iter(first.values()), len(first)
        return Found(tuple(self._items[place] for place in islice(found, limit)), total)

    def relax(self, query: Query, limit: int, seed: int = 0, firm: Collection[Condition] = ()) -> tuple[Relaxed, ...]:
        """See `Source.relax`. Nothing is left to chance."""
        masks = {check: self._fitting((check,), query) for check in checks(self.schema, query) if check.needs}
        return relaxed(masks, lambda given_up: self._nearest(masks, given_up, query), limit, firm)

    def extreme(self, query: Query, slot: str, direction: Direction) -> Item | None:
        """See `Source.extreme`."""
        return first_by(self, query, slot, direction)

    def distinct(self, query: Query, slot: str, limit: int) -> tuple[tuple[Value, int], ...]:
        """See `Source.distinct`. The items of a list count one by one."""
        column = self._columns[slot]
        mask = self._fitting(checks(self.schema, query), query)
        codes = Counter(column.codes[place] for place in self._places_of(mask))
        counted = Counter[Value]()
        for code, value in enumerate(column.values):
            for each in parts(value):
                counted[each] += codes[code]
        present = +counted
        return tuple(present.most_common(limit))

    def means(self, query: Query, slot: str, by: str = "") -> tuple[Mean, ...]:
        """See `Source.means`."""
        column, groups = self._columns[slot], self._columns.get(by)
        sums = dict[Value | None, tuple[float, int]]()
        for place in self._places_of(self._fitting(checks(self.schema, query), query)):
            group = groups.values[groups.codes[place]] if groups and groups.codes[place] != UNKNOWN else None
            if column.codes[place] == UNKNOWN or (groups and group is None):
                continue
            total, count = sums.get(group, (0.0, 0))
            sums[group] = total + column.numbers[column.codes[place]], count + 1
        return means_of(column.slot, sums)

    def names(self, slot: str) -> Sequence[str]:
        """See `Source.names`."""
        found = dict[str, str]()
        for value in self._columns[slot].values:
            for each in parts(value):
                if isinstance(each, Text):
                    found.setdefault(each.value.casefold(), each.value)
        return tuple(found.values())

    def codes(self) -> Mapping[str, str]:
        """See `Source.codes`. A column of them has another code in each row."""
        for slot in self.schema.of_kind("text"):
            texts = [str(value.value) for value in self._columns[slot.name].values if isinstance(value, Text)]
            if len(set(texts)) == len(self._items) and all(map(is_code, texts)):
                return self._names_by(slot.name)
        return {}

    def _names_by(self, slot: str) -> Mapping[str, str]:
        """Return the names of rows by their texts in a slot."""
        pairs = [(item.values[slot], item.values.get(self.schema.name)) for item in self._items]
        return {code.value: name.value for code, name in pairs if isinstance(code, Text) and isinstance(name, Text)}

    def _held(self, key: str) -> Item | None:
        place = self._places.get(key)
        return None if place is None else self._items[place]

    def _in_order(self, items: Sequence[Item]) -> tuple[Item, ...]:
        by = self.schema.slot(self.schema.order)
        if by is None:
            return tuple(items)
        column = Column(by, [item.values.get(by.name) for item in items])
        return tuple(items[place] for place in column.ranked(by.best_end))

    def _sorted(self, mask: int, by: Sequence[tuple[str, Direction]]) -> Iterator[int]:
        """Return the rows of a mask in an order."""
        if not by:
            return self._places_of(mask)
        fits = mask.to_bytes(len(self._items), "little")
        if len(by) == 1:
            return (place for place in self._ranked(*by[0]) if fits[place])
        ranks = [self._columns[slot].ranks(direction) for slot, direction in by]
        return iter(sorted(self._places_of(mask), key=lambda place: [each[place] for each in ranks]))

    def _places_of(self, mask: int) -> Iterator[int]:
        return compress(range(len(self._items)), mask.to_bytes(len(self._items), "little"))

    def _fitting(self, asked: Sequence[Check], query: Query) -> int:
        """Return the rows that fulfil conditions, without those that are excluded."""
        offered = self._all if asks_for_sold_out(self.schema, asked) else self._stocked
        mask = reduce(and_, (self._mask(need, query.party) for check in asked for need in check.needs), offered)
        for each in query.excluded:
            if (place := self._places.get(each)) is not None:
                mask &= ~(1 << 8 * place)
        return mask

    def _masked(self, need: Condition, party: Party) -> int:
        slot, constraint = self.schema.by_name[need.slot], need.constraint
        if is_shared(slot, constraint):
            fulfilled = (fits(self.schema, need, item.values, party, self.places) is True for item in self._items)
            return int.from_bytes(bytes(fulfilled), "little")
        return self._columns[slot.name].mask(constraint, self.places)

    def _nearest(self, masks: Mapping[Check, int], given_up: Sequence[Check], query: Query) -> Relaxed | None:
        """Return the nearest of the rows that miss just these conditions; None where there is none."""
        kept = reduce(and_, (mask for check, mask in masks.items() if check not in given_up), self._fitting((), query))
        for check in given_up:
            kept &= ~masks[check] & self._columns[check.asked.slot].known()
        places = list(self._sorted(kept & self._all, query.order))
        if not places:
            return None
        misses = [self._away(check, places) for check in given_up]
        away = list(map(sum, zip(*misses, strict=True)))
        least = min(away)
        item = self._items[places[away.index(least)]]
        return Relaxed(item, tuple(check.asked for check in given_up), round(max(least, 0.001), 3))

    def _away(self, check: Check, places: Sequence[int]) -> list[float]:
        """Return how far rows are from what was asked, as a share of that; 1 for something else altogether."""
        column, constraint = self._columns[check.asked.slot], check.asked.constraint
        numbers = allowed(column.slot, constraint) if column.slot.measured else None
        share = share_away(column.slot, constraint)
        if numbers is None:
            return [share] * len(places)
        return [away / share for away in column.away(numbers, places)]


def share_away(slot: Slot, constraint: Constraint) -> float:
    """Return by how much a measured value is another altogether than is asked for; of others how far away they are."""
    if not slot.measured or allowed(slot, constraint) is None:
        return _NAME_AWAY if slot.kind == "name" else _AWAY
    return _SIZES[slot.kind] if slot.kind in _SIZES else _size(constraint)


_SIZES = {"date": 7.0, "time": 240.0}
"""Days, minutes by which a value is another altogether."""


def _size(constraint: Constraint) -> float:
    return max((abs(order(value) or 0.0) for value in constraint.values), default=0.0) or 1.0
