"""Rows of tables as conversations record them: searches, the items that were found, what became of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct, UnsetType

from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError
from wayframe.meaning import decoded
from wayframe.meaning.records import Text, Value
from wayframe.ontology import ACTS
from wayframe.schema import Schema
from wayframe.sources.constraints import Check, holds, known, sold_out
from wayframe.sources.places import key
from wayframe.sources.protocol import Condition, Found, Item, Query, RecordedSearch, Relaxed
from wayframe.sources.tables.cells import recorded, wished


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


def name_key(name: Value | None, record: Mapping[str, str | bool]) -> str:
    """Return the key of a row by its name; of one without a name by all that it says."""
    if isinstance(name, Text):
        return key(name.value)
    return str(sorted(record.items()))


class TableRecords:
    """The part of a table's source that is the same wherever its rows lie."""

    row_type: Any = dict[str, str | bool]
    is_current = False
    """Whether it answers as the table is now, without being read again."""

    def __init__(self, schema: Schema, today: date, name: str) -> None:
        self.schema, self.today, self.name = schema, today, name

    def codes(self) -> Mapping[str, str]:
        """See `Source.codes`: those of large tables aren't known by heart."""
        return {}

    def item(self, row: Any) -> Item:
        """See `Source.item`: with the facts as they were recorded, whatever the table has now."""
        values = dict[str, Value]()
        for slot, words in row.items():
            known = self.schema.slot(slot)
            value = recorded(known, words) if known else None
            if value is not None:
                values[slot] = value
        own = name_key(values.get(self.schema.name), row)
        held = self._held(own)
        return held if held is not None and held.row == row else Item(own, values, row)

    def now(self, item: Item) -> Item | None:
        """See `Source.now`. What stands in the record as before is the same value, however it was rounded there."""
        held = self._held(item.key)
        if held is None or self._is_sold_out(held):
            return None
        if held.row == item.row:
            return item
        same = {slot: value for slot, value in item.values.items() if held.row.get(slot) == item.row.get(slot)}
        return held._replace(values={**held.values, **same})

    def version(self) -> int:
        """See `Source.version`. These rows never change."""
        return 0

    def _held(self, key: str) -> Item | None:
        """Return the item of a key as the table has it; None where there is none."""
        raise NotImplementedError

    def _is_sold_out(self, item: Item) -> bool:
        stock = self.schema.slot(self.schema.stock)
        return stock is not None and holds(stock, sold_out(stock), item.values.get(stock.name)) is True

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


MOST_GIVEN_UP = 2
"""Conditions that an item may miss and still nearly fit."""


def relaxed(
    asked: Iterable[Check],
    nearest: Callable[[Sequence[Check]], Relaxed | None],
    limit: int,
    firm: Collection[Condition] = (),
) -> tuple[Relaxed, ...]:
    """Return the items that miss the fewest conditions, nearest first; `nearest` is the one that misses just some.

    Those that are `firm` are missed by none.
    """
    chosen, asked = list[Relaxed](), tuple(check for check in asked if check.asked not in firm)
    for count in range(1, MOST_GIVEN_UP + 1):
        ways = map(nearest, combinations(asked, count))
        fresh = [way for way in known(ways) if not _gives_up_more(way, chosen)]
        chosen += sorted(fresh, key=lambda way: way.distance)[: limit - len(chosen)]
    return tuple(chosen)


def _gives_up_more(way: Relaxed, others: Iterable[Relaxed]) -> bool:
    """Return whether another item misses only some of the conditions that this one misses."""
    return any(set(other.given_up) < set(way.given_up) for other in others)
