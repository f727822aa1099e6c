"""A table that is read again when its file or its database changes, and until then answers as it was read."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import Any

from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError
from wayframe.meaning.records import Direction, Value
from wayframe.schema import Schema
from wayframe.sources.protocol import Condition, Found, Item, Mean, Query, RecordedSearch, Relaxed, Source

_AT_ONCE = 0.5  # seconds that reading may take while somebody waits for an answer; longer, it is done beside
_LOG = logging.getLogger(__name__)


class LiveTable:
    """A source over the table that was read last. Threads may share it.

    `read` returns the table as it is now, `changed` something that is another whenever it may have changed. Where
    reading fails (somebody is still writing), the table stays as it was, and the next change is waited for.
    """

    row_type: Any = dict[str, str | bool]

    def __init__(self, read: Callable[[], Source], changed: Callable[[], object]) -> None:
        self._read, self._changed = read, changed
        self._lock = threading.Lock()
        self._number = 0
        self._mark = changed()
        began = time.monotonic()
        self._table = self._next = read()
        self._took = time.monotonic() - began

    @property
    def table(self) -> Source:
        """The table as it was read last."""
        return self._table

    @property
    def schema(self) -> Schema:
        """The schema of the table as it was read last."""
        return self._table.schema

    @property
    def today(self) -> date:
        """The day from which dates count."""
        return self._table.today

    @property
    def name(self) -> str:
        """The address of the table."""
        return self._table.name

    def __len__(self) -> int:
        return self.search(Query(counted=True), 0).total

    def version(self) -> int:
        """See `Source.version`. What takes long to read is read beside; until that is done, the table is as it was."""
        if not self._lock.acquire(blocking=False):
            return self._number
        mark = self._changed()
        if self._next is not self._table:
            self._table = self._next
            self._number += 1
            self._lock.release()
        elif mark == self._mark:
            self._lock.release()
        elif self._took > _AT_ONCE:
            threading.Thread(target=self._read_again, args=(mark,), daemon=True).start()
        else:
            self._read_again(mark)
            return self.version()
        return self._number

    def _read_again(self, mark: object) -> None:
        """Read the table, then let others look for changes again."""
        self._mark = mark
        try:
            self._next = self._read()
        except InputError as error:
            _LOG.warning("%s; the table stays as it was read before", error)
        finally:
            self._lock.release()

    def search(self, query: Query, limit: int) -> Found:
        """See `Source.search`."""
        return self._table.search(query, limit)

    def relax(self, query: Query, limit: int, seed: int = 0, firm: Collection[Condition] = ()) -> tuple[Relaxed, ...]:
        """See `Source.relax`."""
        return self._table.relax(query, limit, seed, firm)

    def extreme(self, query: Query, slot: str, direction: Direction) -> Item | None:
        """See `Source.extreme`."""
        return self._table.extreme(query, slot, direction)

    def distinct(self, query: Query, slot: str, limit: int) -> tuple[tuple[Value, int], ...]:
        """See `Source.distinct`."""
        return self._table.distinct(query, slot, limit)

    def means(self, query: Query, slot: str, by: str = "") -> tuple[Mean, ...]:
        """See `Source.means`."""
        return self._table.means(query, slot, by)

    def names(self, slot: str) -> Sequence[str]:
        """See `Source.names`."""
        return self._table.names(slot)

    def codes(self) -> Mapping[str, str]:
        """See `Source.codes`."""
        return self._table.codes()

    def item(self, row: Any) -> Item:
        """See `Source.item`."""
        return self._table.item(row)

    def now(self, item: Item) -> Item | None:
        """See `Source.now`."""
        return self._table.now(item)

    def record(self, query: Query, found: Found, timestamp: float) -> Any:
        """See `Source.record`."""
        return self._table.record(query, found, timestamp)

    def recorded(self, turn: Turn) -> tuple[RecordedSearch, ...]:
        """See `Source.recorded`."""
        return self._table.recorded(turn)

    def check(self, dialogue: Dialogue) -> None:
        """See `Source.check`."""
        self._table.check(dialogue)
