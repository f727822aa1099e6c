"""What a model's work took: counted over all threads, and said of one answer."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple


class Usage(NamedTuple):
    """What was taken up. `seconds` are those that were waited; `cost` is in dollars, None where no price is known."""

    calls: int = 0
    failures: int = 0
    seconds: float = 0.0
    read: int = 0  # tokens
    written: int = 0
    cost: float | None = None

    @property
    def summary(self) -> str:
        """All of it in a line: 12 calls, 1 answer missing, 9.81 s, 4,912 + 436 tokens, $0.00172."""
        missing = f", {self.failures} answer{'s' * (self.failures != 1)} missing" if self.failures else ""
        return f"{self.calls} call{'s' * (self.calls != 1)}{missing}, {self}"

    def __str__(self) -> str:
        """As a face says it: 0.84 s, 412 + 36 tokens, $0.00012."""
        tokens = f", {self.read:,} + {self.written:,} tokens" if self.read or self.written else ""
        return f"{self.seconds:.2f} s{tokens}" + (f", ${self.cost:.5f}" if self.cost is not None else "")

    def since(self, before: Usage) -> Usage:
        """Return what was taken up after an earlier count of the same meter."""
        return Usage(
            self.calls - before.calls,
            self.failures - before.failures,
            self.seconds - before.seconds,
            self.read - before.read,
            self.written - before.written,
            None if self.cost is None else self.cost - (before.cost or 0.0),
        )


class Meter:
    """A running sum, for many threads."""

    def __init__(self) -> None:
        self._lock, self._sum = threading.Lock(), Usage()

    def add(self, used: Usage) -> None:
        """Count what an answer took."""
        with self._lock:
            self._sum = _added(self._sum, used)

    @property
    def sum(self) -> Usage:
        """All that was counted so far."""
        with self._lock:
            return self._sum


def _added(one: Usage, other: Usage) -> Usage:
    costs = [cost for cost in (one.cost, other.cost) if cost is not None]
    return Usage(
        one.calls + other.calls,
        one.failures + other.failures,
        one.seconds + other.seconds,
        one.read + other.read,
        one.written + other.written,
        sum(costs) if costs else None,
    )


def total(each: Iterable[Usage]) -> Usage:
    """Return what several answers took, all together."""
    return reduce(_added, each, Usage())
