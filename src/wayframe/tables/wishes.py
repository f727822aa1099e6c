"""What a user wants of a column, as frames hold it: "at most €1,500", "16 GB to 32 GB", "not Dell", "any".

The words are of a fixed form, so that they can be read back and the same wish always looks the same.
"""

from __future__ import annotations

import math
import re
from datetime import date, datetime
from typing import NamedTuple

from wayframe.tables.cells import Cell, converted, order, split, write
from wayframe.tables.schema import Column
from wayframe.values import DONT_CARE

LEAST, MOST = "the least", "the most"
LIKE = "like "  # a part of a name, "like Nurse", or of a list
_SEPARATED = re.compile(r"\s*[,;|]\s*")
ABOUT = 0.1  # how much more or less is still "about"
_OF_DAYS = {"at most": "by", "at least": "from", "less than": "before", "more than": "after"}
_LIMITS = {word: limit for limit, word in _OF_DAYS.items()} | {limit: limit for limit in (*_OF_DAYS, "about")}
_FORM = re.compile(rf"(?:(?P<limit>{'|'.join(_LIMITS)}) )?(?P<value>.+)")


class Wish(NamedTuple):
    """From `low` to `high`, in the order of the column's values; the ends count unless the wish is `strict`.

    `pick` is "least" or "most" for a superlative; `value` is what a column without order should or (`negated`) should
    not hold, or of a name a `part`. A wish without any of these is none.
    """

    low: float = -math.inf
    high: float = math.inf
    strict: bool = False
    pick: str = ""
    value: str | bool | None = None
    negated: bool = False
    part: bool = False

    def fits(self, cell: Cell | None) -> bool:
        """Whether a cell is so; an empty one is nothing."""
        if self.value is not None:
            same = self.holds(cell) if self.part else isinstance(cell, str | bool) and _same(cell, self.value)
            return cell is not None and same != self.negated
        number = order(cell)
        if number is None:
            return self.low == -math.inf and self.high == math.inf and (not self.pick or cell is not None)
        return self.low < number < self.high if self.strict else self.low <= number <= self.high

    def holds(self, cell: Cell | None) -> bool:
        """Whether a name has the words of this wish in it, or a list has it among its items."""
        return f" {self.value} ".casefold() in _SEPARATED.sub(" , ", f" {cell} ").casefold()

    def away(self, cell: Cell | None) -> float:
        """How far a cell is from what was asked for, as a share of that; 1 for something else altogether."""
        number = order(cell)
        if number is None or self.value is not None:
            return 1.0
        limit = self.low if number <= self.low else self.high
        return abs(number - limit) / max(abs(limit), 1.0)


def _same(one: str | bool, other: str | bool) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one.casefold() == other.casefold()


def said(column: Column, limit: str, number: float) -> str:
    """A limit as frames hold it."""
    value = write(column, date.fromordinal(int(number)) if column.kind == "date" else number)
    word = _OF_DAYS.get(limit, limit) if column.kind == "date" else limit
    return f"{word} {value}" if word else str(value)


def between(column: Column, low: float, high: float) -> str:
    """A range as frames hold it."""
    return f"{said(column, '', low)} to {said(column, '', high)}"


def read(column: Column, text: str | bool) -> Wish:
    """The wish behind what a frame holds. What can't be read is no wish, whatever somebody wrote there."""
    if isinstance(text, bool):
        return Wish(value=text)
    if text == DONT_CARE:
        return Wish()
    if text in (LEAST, MOST):
        return Wish(pick="least" if text == LEAST else "most")
    if not column.measured:
        bare = text.removeprefix("not ")
        part = column.kind in ("name", "list") and bare.startswith(LIKE)
        return Wish(value=bare.removeprefix(LIKE) if part else bare, negated=text.startswith("not "), part=part)
    low, joint, high = text.partition(" to ")
    if joint:
        ends = number(column, low), number(column, high)
        return Wish(ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else Wish()
    found = _FORM.fullmatch(text)
    value = number(column, found.group("value")) if found else None
    return Wish() if found is None or value is None else _limited(column, _LIMITS.get(found.group("limit"), ""), value)


def number(column: Column, text: str) -> float | None:
    """The number, in the column's order, that a written value says; None where it says none."""
    if column.kind == "date":
        try:
            return float(datetime.strptime(text, "%B %d, %Y").toordinal())
        except ValueError:
            return None
    found = split(text)
    if found is None:
        return None
    return found[0] if column.kind == "money" else converted(*found, column.unit)


def _limited(column: Column, limit: str, value: float) -> Wish:
    """The wish of a limit. A bare number is one as well, in the direction in which the column gets worse."""
    match limit or {"less": "at most", "more": "at least"}.get(column.better, ""):
        case "at most":
            return Wish(high=value)
        case "at least":
            return Wish(low=value)
        case "less than":
            return Wish(high=value, strict=True)
        case "more than":
            return Wish(low=value, strict=True)
        case "about":
            return Wish(value - abs(value) * ABOUT, value + abs(value) * ABOUT)
        case _:
            # Who says "15 inch" means 15.6, too.
            return Wish(value, value + 0.99 if value == math.floor(value) and column.kind == "number" else value)
