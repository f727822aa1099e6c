"""Columns of tables: their names taken apart, what they are usually about, the kind of their cells."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from importlib.resources import files
from itertools import filterfalse
from typing import NamedTuple

import msgspec
from msgspec import Struct

from wayframe.schema import addresses, units
from wayframe.schema.records import Direction, Kind, Slot
from wayframe.schema.units import POINT, NumberStyle, StyleEvidence, style_of

Phrases = tuple[str, ...]


class ColumnConcept(Struct, frozen=True, forbid_unknown_fields=True):
    """Columns with one of these words in their name: what else they are called, and how one compares by them.

    `values` are codes and words that are common in such columns, with what people say for them.
    """

    heads: Phrases = ()
    better: Direction = ""
    nouns: Phrases = ()
    less: Phrases = ()
    more: Phrases = ()
    values: dict[str, Phrases] = msgspec.field(default_factory=dict)

    def is_measured(self) -> bool:
        """Return whether one compares by it."""
        return bool(self.less or self.more)


class ColumnWords(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The file: each of its keys is explained there."""

    money: frozenset[str]
    place: frozenset[str]
    name: Phrases
    parts: tuple[tuple[str, str], ...]
    key: frozenset[str]
    remarks: frozenset[str]
    until: frozenset[str]
    included: frozenset[str]
    per: frozenset[str]
    measured: dict[str, str]
    stock: frozenset[str]
    left: frozenset[str]
    year: frozenset[str]
    shared: frozenset[str]
    capacity: frozenset[str]
    by_person: Phrases
    rates: dict[str, frozenset[str]]
    ages: dict[str, frozenset[str]]
    fewest: frozenset[str]
    most: frozenset[str]
    in_full: dict[str, str]
    periods: frozenset[str]
    opening: frozenset[str]
    earlier: Phrases
    later: Phrases
    kinds: frozenset[str]
    asks: frozenset[str]
    generic: frozenset[str]
    lacking: frozenset[str]
    common: frozenset[str]
    concepts: tuple[ColumnConcept, ...]
    features: dict[str, Phrases]
    contraries: dict[str, Phrases]
    demonyms: dict[str, Phrases]
    families: dict[str, Phrases]

    @cached_property
    def measures(self) -> dict[str, ColumnConcept]:
        """The concepts that one compares by, by each of their words."""
        return _by_head(filter(ColumnConcept.is_measured, self.concepts))

    @cached_property
    def qualities(self) -> dict[str, ColumnConcept]:
        """The other concepts, by each of their words."""
        return _by_head(filterfalse(ColumnConcept.is_measured, self.concepts))


def _by_head(concepts: Iterable[ColumnConcept]) -> dict[str, ColumnConcept]:
    return {head: concept for concept in concepts for head in concept.heads}


def family_of(values: Iterable[str]) -> Phrases:
    """Return the family that two or more of some values belong to; nothing where there is none."""
    held = {value.casefold() for value in values}
    shared = {name: len(held.intersection(map(str.casefold, each))) for name, each in column_words().families.items()}
    best = max(shared, key=lambda name: shared[name])
    return column_words().families[best] if shared[best] > 1 else ()


@cache
def column_words() -> ColumnWords:
    """Return the words that tell what columns are about."""
    text = files("wayframe.schema").joinpath("concepts.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), ColumnWords)


def about(words: Sequence[str], *, measured: bool) -> ColumnConcept:
    """Return what a column of this name is about, by its first telling word, as in "screen size"; else nothing.

    An area in square metres isn't one of the town: whether its values are `measured` tells.
    """
    heads = column_words().measures if measured else column_words().qualities
    for word in words:
        concept = heads.get(word) or heads.get(word.removesuffix("s"))
        if concept:
            return concept
    return ColumnConcept()


def counts_people(slot: Slot) -> bool:
    """Return whether a slot is called by what counts people: "seats", "sleeps", "max guests"."""
    words = (slot.label, slot.unit, *slot.nouns, *slot.units)
    return slot.kind == "number" and not column_words().capacity.isdisjoint(words)


def is_fewest(slot: Slot) -> bool:
    """Return whether a slot of people says from how many on a thing is: "min players"."""
    return not column_words().fewest.isdisjoint(slot.label.split())


def limits(slot: Slot) -> Direction:
    """Return on which side a slot's numbers limit what is so: at "most" and included ones above, at "least" ones below.

    What is neither limits nothing.
    """
    words = slot.header.casefold().replace(".", " ").split()
    if slot.kind != "number" or not words:
        return ""
    if words[0] in column_words().fewest:
        return "less"
    is_most = words[0] in column_words().most or words[-1] in column_words().included
    return "more" if is_most else ""


def paid_by(slot: Slot) -> str:
    """Return what a price is for each of: "night" of "price per night"; empty where it is for none."""
    said = slot.label.casefold().split()
    rates = column_words().rates.items()
    return next((each for each, words in rates if not words.isdisjoint(said)), "")


def capacity_of(slots: Iterable[Slot]) -> str:
    """Return the slot that says for how many an item is, at most; empty where none does.

    One that is called so comes before one of which that is only a part of the name: "fuel tank capacity".
    """
    held = [slot for slot in slots if counts_people(slot) and not is_fewest(slot)]
    called_so = [slot for slot in held if slot.label in column_words().capacity]
    return next((slot.name for slot in (*called_so, *held)), "")


_OWNERS = re.compile(r"\w+['’]s\b")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_IN_BRACKETS = re.compile(r"[(\[]\s*([^)\]]*?)\s*[)\]]")
_CAPITALS = re.compile(r"(?<![^\W_])[A-Z][A-Z0-9]+(?![^\W_])")
_CODES = re.compile(r"(?<![^\W_])\d+[A-Z]+(?![^\W_])")
_BEFORE_UNITS = ("in",)
_PLURAL_S = re.compile(r"(?<=[^isu])s$")
_PLURALS = (("ies", "y"), ("shes", "sh"), ("ches", "ch"), ("sses", "ss"), ("xes", "x"))


class ColumnName(NamedTuple):
    """A column's name taken apart: "Weight (kg)", "ram_gb", "priceEUR".

    `aside` are the words in brackets that tell but a scale or a period: of "energy (1-5)", of "age (years)".
    """

    header: str
    words: tuple[str, ...]
    unit: str
    aside: tuple[str, ...] = ()

    @property
    def slot(self) -> str:
        """The name as a slot, without the unit."""
        return "_".join(self.words) or slugged(self.header)

    @property
    def label(self) -> str:
        """The words of the name without those set aside; what is all capitals stays so: RAM, 5G."""
        words = " ".join(word for word in self.words if word not in self.aside)
        for owner in _OWNERS.findall(self.header):
            words = words.replace(slugged(owner).replace("_", " "), owner.casefold())
        for code in _CODES.findall(self.header):
            words = words.replace(" ".join(slugged(code).split("_")), code)
        if words in column_words().in_full:
            return column_words().in_full[words]
        if self.header.isupper() and len(self.words) > 1:
            return words
        written = {word.casefold(): word for word in _CAPITALS.findall(self.header)}
        return " ".join(written.get(word, word) for word in words.split())

    @property
    def period(self) -> str:
        """The period that is counted: the years of "age (years)"; empty where none is said."""
        return next((word for word in self.aside if word in column_words().periods), "")


def named(header: str, beside: Iterable[str] = ()) -> ColumnName:
    """Return a column's name taken apart; `beside` are all columns' names: beside a "max", "min" is no minutes."""
    if measure := column_words().measured.get(header.casefold()):
        return ColumnName(header, (measure,), header)
    bare, unit = _without_brackets(_spelled_out(header))
    words = list(filter(None, slugged(bare).split("_")))
    if "per" in words and words[-1] in column_words().included:
        words.pop()
    if not unit and words[1:2] == ["per"] and words[0] in column_words().measured:
        unit, words[0] = words[0], column_words().measured[words[0]]
    if not unit and _ends_in_unit(words, header) and not _is_least(words, beside):
        unit = words.pop()
        if len(words) > 1 and words[-1] in _BEFORE_UNITS:
            words.pop()
    if len(words) > 1 and words[0] in column_words().asks:
        words = words[1:]
    return ColumnName(header, tuple(words), unit, _set_aside(bare))


def _spelled_out(header: str) -> str:
    """Return a name with the stroke before what something is for each of as a word: "fee per day" of "fee/day"."""
    things, stroke, each = header.rpartition("/")
    return f"{things} per {each}" if stroke and each.strip().casefold() in column_words().per else header


def _set_aside(header: str) -> tuple[str, ...]:
    """Return the words in the brackets of a name where they are a scale or a period: "1-5", "years"."""
    found = _IN_BRACKETS.search(header)
    words = tuple(slugged(found.group(1)).split("_")) if found else ()
    tells = all(word.isdecimal() or word in column_words().periods for word in words)
    return words if tells else ()


def slugged(text: str) -> str:
    """Return a name as a slot: "Screen size", "screen-size" and "ScreenSize" are all screen_size."""
    return "_".join(re.findall(r"\w+", _CAMEL.sub(" ", text).casefold().replace("_", " ")))


def singular(items: str) -> str:
    """Return one of several: laptop of laptops, city of cities, dish of dishes."""
    for ending, one in _PLURALS:
        stem = items.removesuffix(ending)
        if stem != items and len(stem) > 1:
            return stem + one
    return _PLURAL_S.sub("", items)


def _without_brackets(header: str) -> tuple[str, str]:
    """Return a name without the unit that stands in brackets, and that unit."""
    found = _IN_BRACKETS.search(header)
    if found is None or not units.is_unit(found.group(1)):
        return header, ""
    return header.replace(found.group(), " "), found.group(1)


def _is_least(words: list[str], beside: Iterable[str]) -> bool:
    """Return whether a name ends in "min" and another column's is the same with "max": "price_min", "price_max"."""
    most = "_".join((*words[:-1], "max"))
    return words[-1] == "min" and any(slugged(header) == most for header in beside)


def _ends_in_unit(words: list[str], header: str) -> bool:
    """Return whether the last word is a unit; a letter is one only apart from the word before.

    "Built in" ends in no inches.
    """
    if len(words) < 2 or words[-2] == "per" or not units.is_unit(words[-1]):
        return False
    if words[-2] in column_words().year and words[-1] in _BEFORE_UNITS:
        return False
    return len(words[-1]) > 1 or header.casefold().endswith((f"_{words[-1]}", f" {words[-1]}"))


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

    def are_in_units(self, amounts: Mapping[str, units.Amount], is_one: Callable[[str], bool]) -> bool:
        """Return whether nearly all cells are amounts in certain units or in none."""
        count = sum(self.counted[text] for text, amount in amounts.items() if not amount.unit or is_one(amount.unit))
        return count >= NEARLY_ALL * self.total

    def amounts(self, read: Callable[[str], units.Amount | None]) -> dict[str, units.Amount]:
        """Return the cells that are numbers with a unit or without."""
        return {text: amount for text in self.counted if (amount := read(text))}

    def unit(self, amounts: Mapping[str, units.Amount]) -> str:
        """Return the unit that the name says, else that most cells have; none where none has one."""
        if self.name.unit:
            return self.name.unit
        counted = Counter[str]()
        for text, amount in amounts.items():
            counted[amount.unit] += self.counted[text]
        del counted[""]
        return max(counted, key=counted.__getitem__, default="")

    def share(self, reads: Callable[[str], object]) -> float:
        """Return the share of cells for which something isn't None."""
        read = sum(count for text, count in self.counted.items() if reads(text) is not None)
        return read / self.total


class ColumnKind(NamedTuple):
    """The kind of a column, its unit and format, why it is taken for that, and what speaks against it.

    `is_least`: its numbers are those from which on something is so ("8+").
    """

    kind: Kind
    why: str
    unit: str = ""
    format: str = ""
    doubts: tuple[str, ...] = ()
    is_least: bool = False


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
    """Recognise words for yes and no, and 0 and 1 where the name says nothing that is counted."""
    texts = {text.casefold() for text in cells.counted}
    if len(texts) == 1 and texts <= units.CROSSES:
        return ColumnKind("yes_no", "crosses, and nothing where it is not so", format=min(texts))
    if texts <= units.YES | units.NO:
        return ColumnKind("yes_no", "yes or no")
    if texts not in _BITS:
        return None
    if about(cells.name.words, measured=True).is_measured() or cells.name.unit:
        return None
    return ColumnKind("yes_no", "0 or 1", doubts=("0 and 1 are read as no and yes: or kind = 'number'",))


# Dates and times


def _date(cells: ColumnCells) -> ColumnKind | None:
    """Recognise days in the format that reads most of the cells; bare digits only where the name speaks of days."""
    says_so = cells.has_word(_DAY_WORDS)
    formats = (*units.FORMATS, *units.DIGIT_FORMATS) if says_so else units.FORMATS
    tried = cells._replace(counted=Counter(dict(cells.counted.most_common(_TRIED))))
    shares = {form: _days_read(cells, form) for form in formats if _days_read(tried, form) >= NEARLY_ALL}
    best = max(shares, key=shares.__getitem__, default="")
    most = shares.pop(best, 0.0)
    if most < NEARLY_ALL:
        return None
    alike = [form for form, share in shares.items() if share == most]
    doubts = _two_formats(cells, best, alike)
    return ColumnKind("date", f"days as {best}", format=best, doubts=doubts)


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
    read = cells.amounts(units.split_money)
    unit = cells.unit(read)
    currency = units.currency_code(unit)
    if not currency and (unit or not called):
        return None
    if not cells.are_in_units(read, lambda other: units.currency_code(other) == currency):
        return None
    if currency:
        return ColumnKind("money", f"amounts in {currency}", currency)
    return ColumnKind("money", "numbers, by name money", doubts=("no currency is said: unit = 'EUR'",))


def _number(cells: ColumnCells) -> ColumnKind | None:
    """Recognise numbers, nearly all of which have the unit of the column or one that is converted to it."""
    style = style_of(cells.counted, cells.usual)
    read = cells.amounts(partial(units.split, style=style.style))
    if any(map(_CODE.fullmatch, cells.counted)):
        return None
    unit = units.spelled(cells.unit(read))
    if not cells.are_in_units(read, lambda other: units.converted(1.0, other, unit) is not None):
        return None
    form = "" if style.style == POINT else style.style.example
    why = f"numbers in {unit}" if unit else "numbers"
    least = cells.share(lambda text: units.is_least(text) or None) >= NEARLY_ALL
    return ColumnKind("number", why, unit, form, _style_doubts(style), least)


def _style_doubts(style: StyleEvidence) -> tuple[str, ...]:
    """Return the doubt of a column whose numbers would do in the other style as well."""
    if style.sure:
        return ()
    amount = units.split(style.example, style.style)
    read = f"{amount.number:,.10g}" if amount else "nothing"
    return (f"{style.example!r} is read as {read}: or format = {style.style.other.example!r}",)


# Places, lists, categories


def _place(cells: ColumnCells) -> ColumnKind | None:
    if not cells.has_word(column_words().place) or any(len(text) > LONGEST_VALUE for text in cells.counted):
        return None
    return ColumnKind("place", "by name a place")


def _list(cells: ColumnCells) -> ColumnKind | None:
    """Recognise cells that hold several short things which come again in others: "wifi, parking"."""
    counted = Counter[str]()
    several = 0
    for text, count in cells.counted.items():
        items = units.items(text.casefold())
        several += count * (len(items) > 1)
        counted.update(dict.fromkeys(items, count))
    again = sum(count > 1 for count in counted.values())
    if len(counted) > MOST_VALUES or not all(map(is_short, counted)):
        return None
    if 3 * several < cells.total or 2 * again < len(counted):
        return None
    return ColumnKind("list", "lists of few things")


def _category(cells: ColumnCells) -> ColumnKind | None:
    """Recognise short texts of which most come again; in a table of a few rows two that are the same will do."""
    values = {text.casefold() for text in cells.counted}
    most = max(2, cells.total // 2)
    if cells.total < _FEW_ROWS:
        most = max(most, cells.total - 1)
    if len(values) > min(most, MOST_VALUES) or not all(map(is_short, values)):
        return None
    return ColumnKind("category", "few values")


def is_short(value: str) -> bool:
    """Return whether a text may be a value rather than something told."""
    return len(value) <= LONGEST_VALUE and len(value.split()) <= MOST_WORDS and not value.endswith((".", "!"))


# Addresses


def _address(cells: ColumnCells) -> ColumnKind | None:
    """Recognise addresses of pictures and of web pages."""
    counted = Counter[str]()
    for text, count in cells.counted.items():
        counted[addresses.format_of(text)] += count
    found = next((form for form in _ADDRESSES if counted[form] >= NEARLY_ALL * cells.total), "")
    return ColumnKind("text", _ADDRESSES[found], format=found) if found else None


_ADDRESSES = {addresses.PICTURE: "addresses of pictures", addresses.LINK: "web addresses"}

_RECOGNISERS = (_address, _yes_no, _date, _time, _money, _number, _place, _list, _category)
