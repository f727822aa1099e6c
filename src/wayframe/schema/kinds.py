"""The kind of a column: the first that reads nearly all of its cells. A few odd cells don't change what it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from wayframe.schema import units
from wayframe.schema.concepts import about, column_words
from wayframe.schema.headers import ColumnName
from wayframe.schema.numerals import StyleEvidence, style_of
from wayframe.schema.records import Kind
from wayframe.schema.units import POINT, NumberStyle

LONGEST_VALUE, MOST_WORDS = 40, 4  # characters and words; longer texts are no categories
MOST_VALUES = 80  # that a category has
NEARLY_ALL = 0.8  # share of a column's cells that its kind reads
_TRIED = 20  # different cells that a format of dates is tried on before all are
_FEW_ROWS = 6
_CODE = re.compile(r"0\d+")
_BITS = ({"0", "1"}, {"0.0", "1.0"})
_DAY_WORDS = frozenset(("date", "day", "datum", "when"))


class ColumnCells(NamedTuple):
    """The cells of a column that say something: how often each text stands there, and the style of the table."""

    name: ColumnName
    counted: Counter[str]
    usual: NumberStyle = POINT

    @property
    def total(self) -> int:
        """Return how many cells say something."""
        return self.counted.total()

    def has_word(self, words: frozenset[str]) -> bool:
        """Return whether the column's name has one of some words."""
        return not words.isdisjoint(self.name.words)

    def are_nearly_all(self, texts: Iterable[str]) -> bool:
        """Return whether some texts stand in nearly all cells."""
        return sum(self.counted[text] for text in texts) >= NEARLY_ALL * self.total

    def most_common_unit(self, amounts: Mapping[str, units.Amount]) -> str:
        """Return the unit that most cells have; none where none has one."""
        counted = Counter[str]()
        for text, amount in amounts.items():
            if amount.unit:
                counted[amount.unit] += self.counted[text]
        return counted.most_common(1)[0][0] if counted else ""

    def share(self, reads: Callable[[str], object]) -> float:
        """Return the share of cells for which something isn't None."""
        read = sum(count for text, count in self.counted.items() if reads(text) is not None)
        return read / self.total


class ColumnKind(NamedTuple):
    """The kind of a column, its unit and format, why it is taken for that, and what speaks against it."""

    kind: Kind
    why: str
    unit: str = ""
    format: str = ""
    doubts: tuple[str, ...] = ()


def cells_of(name: ColumnName, texts: Iterable[str]) -> ColumnCells:
    """Return the cells of a column that say something."""
    counted = Counter[str]()
    for text, count in Counter(texts).items():
        told = " ".join(text.split())
        if told.casefold() not in units.EMPTY:
            counted[told] += count
    return ColumnCells(name, counted)


def kind_of(cells: ColumnCells) -> ColumnKind:
    """Return the kind of a column."""
    if not cells.counted:
        return ColumnKind("text", "all empty")
    for recognise in _RECOGNISERS:
        found = recognise(cells)
        if found:
            return found
    return ColumnKind("text", "texts")


# Yes and no


def _yes_no(cells: ColumnCells) -> ColumnKind | None:
    texts = {text.casefold() for text in cells.counted}
    if texts <= units.YES | units.NO:
        return ColumnKind("yes_no", "yes or no")
    if texts not in _BITS:
        return None
    if about(cells.name.words, measured=True).is_measured() or cells.name.unit:
        return None
    return ColumnKind("yes_no", "0 or 1", doubts=("0 and 1 are read as no and yes: or kind = 'number'",))


# Dates and times


def _date(cells: ColumnCells) -> ColumnKind | None:
    says_so = cells.has_word(_DAY_WORDS)
    formats = (*units.FORMATS, *units.DIGIT_FORMATS) if says_so else units.FORMATS
    tried = cells._replace(counted=Counter(dict(cells.counted.most_common(_TRIED))))
    likely = [form for form in formats if _reads_days(tried, form)]
    fitting = [form for form in likely if _reads_days(cells, form)]
    if not fitting:
        return None
    best = max(fitting, key=lambda form: _days_read(cells, form))
    alike = [form for form in fitting if form != best and _days_read(cells, form) == _days_read(cells, best)]
    doubts = _two_formats(cells, best, alike)
    return ColumnKind("date", f"days as {best}", format=best, doubts=doubts)


def _reads_days(cells: ColumnCells, form: str) -> bool:
    return _days_read(cells, form) >= NEARLY_ALL


def _days_read(cells: ColumnCells, form: str) -> float:
    return cells.share(lambda text: units.day(text, form))


def _two_formats(cells: ColumnCells, form: str, others: Sequence[str]) -> tuple[str, ...]:
    """Return the doubt of a column that another format would read as well, to other days."""
    for other in others:
        for text in cells.counted:
            one, two = units.day(text, form), units.day(text, other)
            if one and two and one != two:
                return (f"{text!r} is read as {one:%B} {one.day}: or format = {other!r}",)
    return ()


def _time(cells: ColumnCells) -> ColumnKind | None:
    if cells.share(units.minutes) < NEARLY_ALL:
        return None
    return ColumnKind("time", "times of day")


# Numbers and money


def _money(cells: ColumnCells) -> ColumnKind | None:
    """Recognise amounts of money, where most cells or the column's name have a currency, or the name says money."""
    called = cells.has_word(column_words().money)
    read = {text: amount for text in cells.counted if (amount := units.split_money(text))}
    unit = cells.name.unit or cells.most_common_unit(read)
    currency = units.currency_code(unit)
    if not currency and (unit or not called):
        return None
    fitting = [text for text, amount in read.items() if not amount.unit or units.currency_code(amount.unit) == currency]
    if not cells.are_nearly_all(fitting):
        return None
    if currency:
        return ColumnKind("money", f"amounts in {currency}", currency)
    return ColumnKind("money", "numbers, by name money", doubts=("no currency is said: unit = 'EUR'",))


def _number(cells: ColumnCells) -> ColumnKind | None:
    """Recognise numbers, nearly all of which have the unit of the column or one that is converted to it."""
    style = style_of(cells.counted, cells.usual)
    read = {text: amount for text in cells.counted if (amount := units.split(text, style.style))}
    if any(map(_CODE.fullmatch, cells.counted)):
        return None
    unit = units.spelled(cells.name.unit or cells.most_common_unit(read))
    fitting = [text for text, amount in read.items() if units.converted(1.0, amount.unit, unit) is not None]
    if not cells.are_nearly_all(fitting):
        return None
    form = "" if style.style == POINT else style.style.example
    return ColumnKind("number", f"numbers in {unit}" if unit else "numbers", unit, form, _style_doubts(style))


def _style_doubts(style: StyleEvidence) -> tuple[str, ...]:
    if style.sure:
        return ()
    other = next(each for each in units.STYLES.values() if each != style.style)
    amount = units.split(style.example, style.style)
    read = f"{amount.number:,.10g}" if amount else "nothing"
    return (f"{style.example!r} is read as {read}: or format = {other.example!r}",)


# Places, lists, categories


def _place(cells: ColumnCells) -> ColumnKind | None:
    if not cells.has_word(column_words().place) or any(len(text) > LONGEST_VALUE for text in cells.counted):
        return None
    return ColumnKind("place", "by name a place")


def _list(cells: ColumnCells) -> ColumnKind | None:
    """Recognise cells that hold several short things which come again in others: "wifi, parking"."""
    listed = {text: units.items(text.casefold()) for text in cells.counted}
    counted = Counter[str]()
    several = 0
    for text, items in listed.items():
        several += cells.counted[text] * (len(items) > 1)
        counted.update(dict.fromkeys(items, cells.counted[text]))
    again = sum(count > 1 for count in counted.values())
    if len(counted) > MOST_VALUES or not all(map(is_short, counted)):
        return None
    if 3 * several < cells.total or 2 * again < len(counted):
        return None
    return ColumnKind("list", "lists of few things")


def _category(cells: ColumnCells) -> ColumnKind | None:
    values = {text.casefold() for text in cells.counted}
    repeated = len(values) <= max(2, cells.total // 2)
    few = cells.total < _FEW_ROWS and len(values) < cells.total
    if not (repeated or few) or len(values) > MOST_VALUES:
        return None
    if not all(map(is_short, values)):
        return None
    return ColumnKind("category", "few values")


def is_short(value: str) -> bool:
    """Return whether a text may be a value rather than something told."""
    return len(value) <= LONGEST_VALUE and len(value.split()) <= MOST_WORDS and not value.endswith((".", "!"))


_RECOGNISERS = (_yes_no, _date, _time, _money, _number, _place, _list, _category)
