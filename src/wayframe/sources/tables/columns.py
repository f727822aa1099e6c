"""The values of a table column by column, so that a constraint is held against a whole column at once.

The rows that fit are a mask, a byte for each row, kept as one number: to hold several constraints at once is one `&`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from wayframe.meaning.records import Constraint, Direction, Text, Texts, Value
from wayframe.packages.facts import key
from wayframe.schema import Slot
from wayframe.sources.constraints import Allowed, Range, allowed, holds, order
from wayframe.sources.places import Places

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
        distinct = list(first)
        if slot.measured:
            distinct.sort(key=lambda each: _number(first[each]))
        places = {each: place for place, each in enumerate(distinct)}
        self.values = tuple(first[each] for each in distinct)
        self.codes = [places.get(each, UNKNOWN) for each in keys]
        self.numbers = list(map(_number, self.values)) if slot.measured else []

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
        away = [low - number if number < low else max(number - high, 0.0) for number in self.numbers]
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
