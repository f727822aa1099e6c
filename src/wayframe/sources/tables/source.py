"""Tables as sources: the rows that fulfil a constraint are found column by column.

The rows that fit are a mask, a byte for each row, kept as one number: to hold several constraints at once is one `&`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property, lru_cache, reduce
from itertools import combinations, compress, islice
from operator import and_
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, UnsetType

from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError
from wayframe.meaning import decoded
from wayframe.meaning.records import Constraint, Direction, Party, Text, Texts, Value
from wayframe.ontology import ACTS
from wayframe.schema import Schema, Slot
from wayframe.sources.constraints import Allowed, Check, Range, allowed, checks, fits, holds, is_shared, known, order
from wayframe.sources.places import WORLD, Places, key
from wayframe.sources.protocol import Condition, Found, Item, Query, RecordedSearch, Relaxed
from wayframe.sources.tables.cells import said, wished


class Searches(Struct, frozen=True, gc=False):
    """The searches of a turn: the wishes of each, how many rows fit, and the first of these."""

    search: tuple[dict[str, tuple[str | bool, ...]], ...] = ()
    found: tuple[int, ...] = ()
    result: tuple[tuple[dict[str, str | bool], ...], ...] = ()


_DECODER = msgspec.json.Decoder(Searches)


def searches_of(turn: Turn) -> Searches:
    """Return the searches of a turn. Raises `InputError` where they are none of a table."""
    if isinstance(turn.db_json, UnsetType):
        return Searches()
    try:
        return _DECODER.decode(turn.db_json)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"db: {error}") from error


def check_dialogue(dialogue: Dialogue) -> None:
    """Check frames, acts, meaning and searches; values are the table's own. Raises `InputError`, naming the turn."""
    for number, turn in enumerate(dialogue.turns):
        searches_of(turn)
        meaning = turn.labels.meaning_json
        if not isinstance(meaning, UnsetType):
            decoded(bytes(meaning))
        _check_frames(turn, number)
        for act in turn.acts:
            if act.name not in ACTS:
                raise InputError(f"turn {number}: there is no act {act.name!r}")


def _check_frames(turn: Turn, number: int) -> None:
    """Check that a turn's frames are numbered from 1 on, one is active, and parents come first."""
    ids = [frame.frame_id for frame in turn.frames]
    if ids != list(range(1, len(ids) + 1)) or turn.active_frame not in ids:
        raise InputError(f"turn {number}: expected frames from 1 on, one of them active")
    for frame in turn.frames:
        parent = frame.frame_parent_id
        if parent is not None and not 0 < parent < frame.frame_id:
            raise InputError(f"turn {number}: expected frames whose parents come before them")


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


def _parts(value: Value) -> Iterable[Value]:
    """Return the items of a list, each once; of another value just that."""
    if isinstance(value, Texts):
        return dict.fromkeys(map(Text, value.values))
    return (value,)


def _gives_up_more(way: Relaxed, others: Iterable[Relaxed]) -> bool:
    """Return whether another item misses only some of the conditions that this one misses."""
    return any(set(other.given_up) < set(way.given_up) for other in others)


REMEMBERED = 64  # masks, of the constraints that were asked last
_MOST_GIVEN_UP = 2
_NAME_AWAY, _AWAY = 3.0, 1.0  # of what isn't measured: who names an item wants no other


class Row(NamedTuple):
    """A row of a table: its values by slot, and the row as a dialogue's record holds it."""

    values: Mapping[str, Value]
    record: Any


def row(schema: Schema, values: Mapping[str, Value]) -> Row:
    """Return the row that holds these values, recorded as they are said."""
    return Row(values, {slot: said(schema.by_name[slot], value) for slot, value in values.items()})


def _record_key(record: Mapping[str, str | bool]) -> tuple[tuple[str, str | bool], ...]:
    return tuple(sorted(record.items()))


class TableSource:
    """Rows with a schema as a source. Holds all; threads may share it.

    Items come by the schema's order (more first where that is better), else as they stand in the table; a key is the
    row's number in the table.
    """

    row_type: Any = dict[str, str | bool]

    def __init__(
        self, schema: Schema, rows: Iterable[Row], *, today: date, name: str = "", places: Places = WORLD
    ) -> None:
        self.schema, self.today, self.name, self.places = schema, today, name, places
        items = [Item(str(number), row.values, row.record) for number, row in enumerate(rows)]
        self._items = self._in_order(items)
        self._columns = {
            slot.name: Column(slot, [item.values.get(slot.name) for item in self._items]) for slot in schema.slots
        }
        self._places = {item.key: place for place, item in enumerate(self._items)}
        self._all = int.from_bytes(b"\x01" * len(self._items), "little")
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

    def relax(self, query: Query, limit: int, seed: int = 0) -> tuple[Relaxed, ...]:
        """See `Source.relax`. Nothing is left to chance."""
        masks = {check: self._fitting((check,), query) for check in checks(self.schema, query) if check.needs}
        chosen = list[Relaxed]()
        for count in range(1, _MOST_GIVEN_UP + 1):
            ways = (self._nearest(masks, given_up, query) for given_up in combinations(masks, count))
            fresh = [way for way in known(ways) if not _gives_up_more(way, chosen)]
            chosen += sorted(fresh, key=lambda way: way.distance)[: limit - len(chosen)]
        return tuple(chosen)

    def extreme(self, query: Query, slot: str, direction: Direction) -> Item | None:
        """See `Source.extreme`."""
        found = self.search(query._replace(order=((slot, direction), *query.order), spread=""), 1).items
        return found[0] if found and slot in found[0].values else None

    def distinct(self, query: Query, slot: str, limit: int) -> tuple[tuple[Value, int], ...]:
        """See `Source.distinct`. The items of a list count one by one."""
        column = self._columns[slot]
        mask = self._fitting(checks(self.schema, query), query)
        codes = Counter(column.codes[place] for place in self._places_of(mask))
        counted = Counter[Value]()
        for code, value in enumerate(column.values):
            for each in _parts(value):
                counted[each] += codes[code]
        present = +counted
        return tuple(present.most_common(limit))

    def names(self, slot: str) -> Sequence[str]:
        """See `Source.names`."""
        found = dict[str, str]()
        for value in self._columns[slot].values:
            for each in _parts(value):
                if isinstance(each, Text):
                    found.setdefault(each.value.casefold(), each.value)
        return tuple(found.values())

    def item(self, row: Any) -> Item:
        """See `Source.item`. A row that the table no longer has keeps what was said of its name."""
        found = self._by_record.get(_record_key(row))
        if found is not None:
            return found
        name = str(row.get(self.schema.name, ""))
        return Item(f"gone {name}", {self.schema.name: Text(name)}, row)

    @cached_property
    def _by_record(self) -> dict[tuple[tuple[str, str | bool], ...], Item]:
        return {_record_key(item.row): item for item in reversed(self._items)}

    def record(self, query: Query, found: Found, timestamp: float) -> Searches:
        """See `Source.record`."""
        asked = dict[str, tuple[str | bool, ...]]()
        for slot, constraint in query.conditions:
            words = wished(self.schema.by_name[slot], constraint.op, constraint.values, strict=constraint.strict)
            asked[slot] = (*asked.get(slot, ()), *words)
        return Searches((asked,), (found.total,), (tuple(item.row for item in found.items),))

    def recorded(self, turn: Turn) -> tuple[RecordedSearch, ...]:
        """See `Source.recorded`."""
        log = searches_of(turn)
        return tuple(map(RecordedSearch, log.search, log.found, log.result))

    def check(self, dialogue: Dialogue) -> None:
        """See `Source.check`."""
        check_dialogue(dialogue)

    def _in_order(self, items: Sequence[Item]) -> tuple[Item, ...]:
        by = self.schema.slot(self.schema.order)
        if by is None:
            return tuple(items)
        column = Column(by, [item.values.get(by.name) for item in items])
        return tuple(items[place] for place in column.ranked("most" if by.better == "more" else "least"))

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
        mask = reduce(and_, (self._mask(need, query.party) for check in asked for need in check.needs), self._all)
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
        if numbers is None:
            return [_NAME_AWAY if column.slot.kind == "name" else _AWAY] * len(places)
        whole = _size(constraint) if column.slot.kind in ("number", "money") else _SIZES[column.slot.kind]
        return [away / whole for away in column.away(numbers, places)]


_SIZES = {"date": 7.0, "time": 240.0}
"""Days, minutes by which a value is another altogether."""


def _size(constraint: Constraint) -> float:
    return max((abs(order(value) or 0.0) for value in constraint.values), default=0.0) or 1.0
