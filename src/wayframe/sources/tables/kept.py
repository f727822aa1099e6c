"""Columns of a large table as arrays in a folder, mapped into memory as they are needed."""

from __future__ import annotations

import hashlib
import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, overload

import msgspec
import numpy as np
from msgspec import Struct

from wayframe.errors import InputError
from wayframe.files import home
from wayframe.meaning.records import Clock, Constraint, Days, Direction, Flag, Money, Number, Text, Texts, Value
from wayframe.schema import Schema, Slot, units
from wayframe.schema.inference import TableGuess
from wayframe.schema.tables import RawTable, ReadingSettings
from wayframe.sources.constraints import Allowed, Range, allowed, holds
from wayframe.sources.places import Places, key
from wayframe.sources.tables.cells import said

Array = Any
"""A numpy array: of codes, of numbers, of rows that fit."""

UNKNOWN = 0
"""The code of what isn't known; the first value has 1."""


class ColumnSummary(Struct, frozen=True):
    """A column as the load report tells of it."""

    why: str
    doubts: tuple[str, ...]
    told: int
    examples: tuple[str, ...]


class TableSummary(Struct, frozen=True):
    """The part of a kept table that is no array; `mark` says of which file, in which state, it was made."""

    mark: str
    rows: int
    schema: Schema
    doubts: tuple[str, ...]
    notes: tuple[str, ...]
    columns: tuple[ColumnSummary, ...]


def _mapped(path: Path) -> Array:
    """Return the array in a file, read as it is needed."""
    return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))


class KeptTexts(Sequence[str]):
    """Texts one behind the other, and where each ends."""

    def __init__(self, letters: Array, ends: Array) -> None:
        self._letters, self._ends = letters, ends

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        return bytes(self._letters[self._ends[place] : self._ends[place + 1]]).decode()


class KeptColumn:
    """A column of a table: the code of each row, and the values by their codes, in their order.

    The values of measured slots are numbers, those of others texts in the order of their keys. `odd_places` are the
    rows whose cells aren't what the column holds, with these cells and the lines that they stand on.
    """

    def __init__(self, folder: Path, number: int, slot: Slot) -> None:
        self.slot = slot
        self._folder, self._number = folder, number
        self.codes = self._array("codes")
        self.odd_places, self.odd_lines = self._array("odd_places"), self._array("odd_lines")
        self.odd_texts = self._texts("odd")

    def _array(self, part: str) -> Array:
        return _mapped(self._folder / f"{self._number}.{part}.npy")

    def _texts(self, part: str) -> KeptTexts:
        return KeptTexts(self._array(f"{part}_letters"), self._array(f"{part}_ends"))

    @cached_property
    def numbers(self) -> Array:
        """The numbers of a slot of numbers, least first."""
        return self._array("numbers")

    @cached_property
    def texts(self) -> KeptTexts:
        """The texts of a slot of texts, as they are first written."""
        return self._texts("texts")

    @cached_property
    def keys(self) -> KeptTexts:
        """The keys of the texts, in their order."""
        return self._texts("keys")

    @property
    def size(self) -> int:
        """Return how many different values there are."""
        return len(self.numbers) if is_numeric(self.slot) else len(self.texts)

    def value(self, code: int) -> Value | None:
        """Return the value of a code."""
        if code == UNKNOWN:
            return None
        if is_numeric(self.slot):
            return value_of(self.slot, float(self.numbers[code - 1]))
        text = self.texts[code - 1]
        return Texts(tuple(units.items(text))) if self.slot.kind == "list" else Text(text)

    def record(self, place: int) -> str | bool | None:
        """Return a row's cell as a record says it; an odd one as it stands there."""
        value = self.value(int(self.codes[place]))
        if value is not None:
            return said(self.slot, value)
        at = int(np.searchsorted(self.odd_places, place))
        is_odd = at < len(self.odd_places) and self.odd_places[at] == place
        return self.odd_texts[at] if is_odd else None

    def mask(self, constraint: Constraint, places: Places) -> Array:
        """Return whether each row fulfils a constraint."""
        fits: Array = np.zeros(self.size + 1, dtype=bool)
        fits[1:] = self._fitting(constraint, places)
        return fits[self.codes]

    def _fitting(self, constraint: Constraint, places: Places) -> Array:
        """Return whether each value fulfils a constraint."""
        numbers = allowed(self.slot, constraint) if self.slot.measured else None
        if numbers is not None:
            return self._in_ranges(numbers)
        if self.slot.kind == "name" and constraint.op in ("is", "not"):
            return self._named(constraint)
        values = (self.value(code) for code in range(1, self.size + 1))
        found = (holds(self.slot, constraint, value, places) is True for value in values)
        return np.fromiter(found, dtype=bool, count=self.size)

    def _in_ranges(self, numbers: Allowed) -> Array:
        fits = np.full(self.size, numbers.negated)
        for limits in numbers.ranges:
            start, end = self._span(limits)
            fits[start:end] = not numbers.negated
        return fits

    def _span(self, limits: Range) -> tuple[int, int]:
        """Return the places of the numbers in a range, whose ends `Range.holds` decides."""
        near = 1e-6 * max(1.0, *(abs(end) for end in (limits.low, limits.high) if abs(end) < 1e300), 0.0)
        start = int(np.searchsorted(self.numbers, limits.low - near))
        end = int(np.searchsorted(self.numbers, limits.high + near, side="right"))
        while start < end and not limits.holds(float(self.numbers[start])):
            start += 1
        while end > start and not limits.holds(float(self.numbers[end - 1])):
            end -= 1
        return start, end

    def _named(self, constraint: Constraint) -> Array:
        fits = np.full(self.size, constraint.op == "not")
        for value in constraint.values:
            if isinstance(value, Text):
                start, end = self.found(value.value)
                fits[start:end] = constraint.op == "is"
        return fits

    def found(self, name: str) -> tuple[int, int]:
        """Return the places of the texts that are the same as a name."""
        wanted = key(name)
        return bisect_left(self.keys, wanted), bisect_right(self.keys, wanted)

    def ranks(self, direction: Direction, places: Array) -> Array:
        """Return for some rows a number by which they are in order; those without a value come last."""
        codes = self.codes[places].astype(np.int64)
        last = self.size + 1
        ranks = last - codes if direction == "most" else codes - 1
        return np.where(codes == UNKNOWN, last, ranks)

    def away(self, numbers: Allowed, places: Array) -> Array:
        """Return how far the values of some rows, which are known, are from what is allowed."""
        held = self.numbers[self.codes[places].astype(np.int64) - 1]
        if numbers.negated:
            return np.ones(len(places))
        found = [np.maximum(0.0, np.maximum(each.low - held, held - each.high)) for each in numbers.ranges]
        return np.minimum.reduce(found) if found else np.zeros(len(places))


class KeptTable:
    """The columns of a table in a folder, and the place of the row that has each name, by the names' codes."""

    def __init__(self, folder: Path, summary: TableSummary) -> None:
        self.summary = summary
        slots = summary.schema.slots
        self.columns = {slot.name: KeptColumn(folder, number, slot) for number, slot in enumerate(slots)}
        self.named = _mapped(folder / "named.npy")


def is_numeric(slot: Slot) -> bool:
    """Return whether a slot's values are kept as numbers."""
    return slot.measured or slot.kind == "yes_no"


def value_of(slot: Slot, number: float) -> Value:
    """Return a number as a value of a slot."""
    match slot.kind:
        case "money":
            return Money(number, slot.unit)
        case "date":
            day = date.fromordinal(int(number))
            return Days(day, day)
        case "time":
            return Clock(int(number))
        case "yes_no":
            return Flag(bool(number))
    return Number(number, slot.unit)


def opened(folder: Path, mark: str) -> KeptTable | None:
    """Return the table that is kept in a folder; None where there is none, or it was made of something else."""
    try:
        summary = msgspec.json.decode((folder / SUMMARY).read_bytes(), type=TableSummary)
        return KeptTable(folder, summary) if summary.mark == mark else None
    except (OSError, ValueError, msgspec.DecodeError):
        return None


SUMMARY = "table.json"


# Finding


Understand = Callable[[RawTable, str], TableGuess]
"""Gives what is made of a table's columns from some of its rows, with a template for their names; empty: any."""


class IndexedTable(NamedTuple):
    """A large file that is to be indexed: how it is read, what is left out, how its columns are understood.

    `said` is all that the user said of it, by which an index is another one.
    """

    path: str
    reading: ReadingSettings
    ignored: frozenset[str]
    understand: Understand
    said: str = ""


def kept(table: IndexedTable) -> KeptTable:
    """Return a file's columns as they are kept, or made and kept anew where the file has changed since.

    Raises `InputError`.
    """
    mark = _mark(table)
    places = _folders(table.path)
    for folder in places:
        if found := opened(folder, mark):
            return found
    from wayframe.sources.tables import indexing  # by those who make an index only

    folder = next(filter(_may_be_written, places))
    indexing.make(table, folder, mark)
    found = opened(folder, mark)
    if found is None:
        raise InputError(f"{table.path}: its index in {folder} can't be read")
    return found


_VERSION = 1
"""The version of the arrays' form."""


def _mark(table: IndexedTable) -> str:
    """Return what is another when the file, or what is said of it, has changed."""
    try:
        found = os.stat(table.path)
    except OSError as error:
        raise InputError(f"{table.path}: {error.strerror}") from error
    said = hashlib.sha256(table.said.encode()).hexdigest()
    return f"{_VERSION} {found.st_size} {found.st_mtime_ns} {said}"


def _folders(path: str) -> list[Path]:
    """Return where an index may be: beside the file, else where Wayframe keeps what it makes."""
    beside = Path(path).resolve()
    elsewhere = home() / "tables" / hashlib.sha256(str(beside).encode()).hexdigest()[:24]
    return [beside.with_name(f".{beside.name}.index"), elsewhere]


def _may_be_written(folder: Path) -> bool:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder.parent, os.W_OK)
