"""The schema of a table from its header and its cells, and the names of its rows."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.errors import InputError, shown
from wayframe.ontology import FLAGS, REFERENCE_KEYS, SLOTS
from wayframe.schema import units
from wayframe.schema.columns import (
    MOST_VALUES,
    ColumnCells,
    ColumnKind,
    ColumnName,
    about,
    capacity_of,
    cells_of,
    column_words,
    is_short,
    kind_of,
    limits,
    named,
    singular,
    slugged,
)
from wayframe.schema.records import Direction, Kind, Schema, Slot
from wayframe.schema.tables import RawTable, check_columns
from wayframe.schema.units import usual_style

ROW = "#"
"""What stands for the number of the row in a template."""

_UNLIKE = 0.9  # share of rows with a value of their own, from which on a column names them
_NEARLY = 0.5  # the same of a column that is called a name
_BESIDE_CODES = 0.3  # the same where a code numbers the rows, which tells those of one name apart
_OF_ITEMS = 0.1  # the same of a column that is called what the table holds: "bike" in a table of bikes
_MOST_COLUMNS = 3  # of a template
_LONGEST = 60  # characters that a column of names has on average
FIELD = re.compile(r"\{([^{}]+)\}")
_YEARS = range(1000, 2200)


class RowName(NamedTuple):
    """How rows are called: a column's header or a template, and why."""

    header: str
    why: str
    doubts: tuple[str, ...] = ()

    @property
    def is_template(self) -> bool:
        """Return whether the name is made of columns."""
        return is_template(self.header)


class _Candidate:
    """A column that may name rows."""

    def __init__(self, slot: Slot, cells: Sequence[str]) -> None:
        self.slot, self._cells = slot, cells

    @cached_property
    def texts(self) -> list[str]:
        """The cells, without case."""
        return [text.strip().casefold() for text in self._cells]

    @cached_property
    def unlike(self) -> int:
        """Return how many rows it tells apart."""
        return len(set(filter(None, self.texts)))

    @property
    def is_key(self) -> bool:
        """Return whether it numbers the rows, as its name says or its cells do: "H-101"."""
        return self.has_codes or not column_words().key.isdisjoint(re.findall(r"\w+|#", self.slot.label.casefold()))

    @cached_property
    def has_codes(self) -> bool:
        """Return whether its cells are codes, each row's another."""
        return self.unlike == len(self._cells) and all(map(units.is_code, self._cells))

    @property
    def is_remark(self) -> bool:
        """Return whether its name says that anything may stand in it, as in remarks."""
        return not column_words().remarks.isdisjoint(self.slot.label.casefold().split())

    def is_called(self, word: str) -> bool:
        """Return whether its name has a word."""
        return word in self.slot.label.casefold().split()


def is_template(name: str) -> bool:
    """Return whether a name is a template of columns rather than a column."""
    return bool(FIELD.search(name))


def name_chosen(raw: RawTable, slots: Sequence[Slot], item: str) -> RowName:
    """Return how rows are called: by a name, by a text of their own, by columns together, else by their number."""
    candidates = [_Candidate(slot, raw.column(place)) for place, slot in enumerate(slots)]
    rows = len(raw.rows)
    texts = list(filter(_is_text, candidates))
    for words in column_words().parts:
        parts = _called(texts, words)
        if len(parts) == len(words):
            return RowName(_template_of(parts), "by name parts of a name")
    own = [each for each in texts if not (each.is_key or each.is_remark)]
    called = _called(own, column_words().name)
    of_items = [each for each in own if each.slot.label.casefold() in (item.casefold(), singular(item.casefold()))]
    if found := _first_with(of_items, rows):
        return RowName(found.slot.header, "by name what the table holds")
    if found := _first_with(called, math.ceil(_UNLIKE * rows)):
        return RowName(found.slot.header, "by name a name")
    if found := _first_with(of_items, math.ceil(_OF_ITEMS * rows)):
        return _shared(found)
    if found := _first_with(own, math.floor(_UNLIKE * rows) + 1):
        return RowName(found.slot.header, "tells rows apart")
    nearly = _BESIDE_CODES if any(each.has_codes for each in texts) else _NEARLY
    if found := _first_with(called, math.floor(nearly * rows) + 1):
        return _shared(found)
    if found := _first_with(texts, math.floor(_UNLIKE * rows) + 1):
        return RowName(found.slot.header, "a number tells rows apart")
    return _together(candidates, rows) or _numbered(candidates, rows, item)


def _called(candidates: Sequence[_Candidate], words: Sequence[str]) -> list[_Candidate]:
    """Return the columns with one of some words in their names, in the order of the words."""
    return [each for word in words for each in candidates if each.is_called(word)]


def _first_with(candidates: Sequence[_Candidate], least: int) -> _Candidate | None:
    """Return the first column that tells so many rows apart; None where none does."""
    return next((each for each in candidates if each.unlike >= least), None)


def _template_of(columns: Sequence[_Candidate]) -> str:
    return " ".join(f"{{{each.slot.header}}}" for each in columns)


def row_names(raw: RawTable, name: str, apart: Iterable[str]) -> list[str]:
    """Return the name of each row, empty where it has none; `apart` are headers that tell rows of one name apart.

    Raises `InputError` where a template has a column that isn't there.
    """
    made = _made(raw, name)
    for header in apart:
        column = raw.column(raw.header.index(header))
        for places in _shared_places(made):
            if len({column[place].casefold() for place in places}) > 1:
                _add_words(made, places, column)
    for places in _shared_places(made):
        for number, place in enumerate(places[1:], 2):
            made[place] = f"{made[place]} ({number})"
    return made


def _add_words(names: list[str], places: Iterable[int], column: Sequence[str]) -> None:
    """Add what a column says of some rows to their names."""
    for place in places:
        words = " ".join(column[place].split())
        if words:
            names[place] = f"{names[place]} ({words})"


def _made(raw: RawTable, name: str) -> list[str]:
    """Return the name that each row has from a column or a template, whether or not others have the same."""
    if not is_template(name):
        return [" ".join(text.split()) for text in raw.column(raw.header.index(name))]
    unknown = _without(FIELD.findall(name), (*raw.header, ROW))
    if unknown:
        raise InputError(f"{raw.source}: name: no column {shown(unknown[0])}: expected some of {', '.join(raw.header)}")
    made = list[str]()
    for number, (_, cells) in enumerate(raw.rows, 1):
        values = dict(zip(raw.header, cells, strict=True))
        values[ROW] = str(number)
        made.append(_filled(name, values))
    return made


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Return a template with a row's values in the place of the headers."""
    text = FIELD.sub(lambda field: values[field[1]], template)
    return " ".join(text.split())


def _shared_places(names: Sequence[str]) -> list[list[int]]:
    """Return the rows that share a name, in groups."""
    places = dict[str, list[int]]()
    for place, name in enumerate(names):
        if name:
            places.setdefault(name.casefold(), []).append(place)
    return [group for group in places.values() if len(group) > 1]


def _is_text(candidate: _Candidate) -> bool:
    """Return whether a column has texts short enough for names."""
    if candidate.slot.kind not in ("text", "category", "place", "list") or candidate.slot.is_address:
        return False
    return sum(map(len, candidate.texts)) <= _LONGEST * len(candidate.texts)


def _shared(named: _Candidate) -> RowName:
    """Return a column called a name that some rows share, and the doubt about it."""
    doubt = f"some rows share a name; others may be better: name = '{{{named.slot.header}}} {{…}}'"
    return RowName(named.slot.header, "by name a name", (doubt,))


def _together(candidates: Sequence[_Candidate], rows: int) -> RowName | None:
    """Return the fewest columns that tell all rows apart together, taken one by one by how much each adds."""
    telling = [each for each in candidates if _tells_apart(each)]
    taken = list[_Candidate]()
    while telling and len(taken) < _MOST_COLUMNS:
        best = max(telling, key=lambda each: _told_apart([*taken, each]))
        telling.remove(best)
        taken.append(best)
        if _told_apart(taken) == rows:
            taken.sort(key=lambda each: (_RANKS.get(each.slot.kind, 2), candidates.index(each)))
            return RowName(_template_of(taken), "tell rows apart", (_MORE_NAMES,))
    return None


_RANKS = {"category": 0, "place": 0, "text": 0, "number": 1}
_MORE_NAMES = "no column names the rows: name = '{…} {…}' takes any columns"


def _tells_apart(candidate: _Candidate) -> bool:
    """Return whether one would say a column's row_names to tell rows apart: words, days and years, no measures."""
    tells = _TELLING.get(candidate.slot.kind)
    return tells is not None and not candidate.slot.is_address and all(map(tells, candidate.texts))


def _is_year(text: str) -> bool:
    return text.isdecimal() and int(text) in _YEARS


_TELLING: dict[Kind, Callable[[str], bool]] = {
    "category": lambda text: True,
    "place": lambda text: True,
    "date": lambda text: True,
    "text": is_short,
    "number": _is_year,
}
"""The cells that a column has to have to tell rows apart, by its kind."""


def _told_apart(candidates: Sequence[_Candidate]) -> int:
    return len(set(zip(*(each.texts for each in candidates), strict=True)))


def _numbered(candidates: Sequence[_Candidate], rows: int, item: str) -> RowName:
    """Return names with the number that a column has for each row, else with that of the row itself."""
    called = item.capitalize()
    for each in candidates:
        if each.is_key and each.unlike == rows and each.slot.kind == "number":
            return RowName(f"{called} {{{each.slot.header}}}", "a number tells rows apart")
    return RowName(f"{called} {{{ROW}}}", "nothing tells rows apart", (_MORE_NAMES,))


def telling_apart(raw: RawTable, slots: Sequence[Slot], name: str) -> tuple[str, ...]:
    """Return the headers of columns that tell rows of one name apart: words, then codes, days, numbers of rows.

    None where no rows share a name.
    """
    shared = _shared_places(_made(raw, name))
    by_header = {slot.header: slot for slot in slots}
    parts = FIELD.findall(name) or [name]
    splits = dict[str, tuple[int, int]]()
    for header in filter(by_header.__contains__, _without(raw.header, parts)):
        candidate = _Candidate(by_header[header], raw.column(raw.header.index(header)))
        groups = _groups(candidate, shared)
        if groups > len(shared) and _tells_apart(candidate):
            splits[header] = (_standing(candidate), -groups)
    return tuple(sorted(splits, key=splits.__getitem__))


def _standing(candidate: _Candidate) -> int:
    """Return how late a column tells rows of one name apart, where others do."""
    ranks = (candidate.has_codes, candidate.slot.kind == "date", candidate.is_key, candidate.is_remark)
    return next((rank for rank, holds in enumerate(ranks, 1) if holds), 0)


def _groups(candidate: _Candidate, shared: Sequence[Sequence[int]]) -> int:
    """Return into how many a column parts the groups of rows that share a name."""
    return sum(len({candidate.texts[place] for place in places}) for places in shared)


TAKEN = frozenset((*SLOTS, *FLAGS, *REFERENCE_KEYS, "id", "intent", "action"))
"""Slots that mean something in the Frames scheme already: a laptop's price is no trip's."""

_MOST_SHOWN = 6  # slots on a card
_SHORTEST_PART = 3
_LETTERS = re.compile(r"[^\W_]+")
SPELLED_KINDS: tuple[Kind, ...] = ("category", "place", "list")
"""The kinds of columns whose values are spelled out."""


class ColumnGuess(NamedTuple):
    """A column as it is understood: its slot, why it is taken for that, and what speaks against it."""

    slot: Slot
    why: str
    doubts: tuple[str, ...] = ()


class TableGuess(NamedTuple):
    """A table as it is understood: its schema, its columns, how rows are called."""

    schema: Schema
    columns: tuple[ColumnGuess, ...]
    name: RowName


def inferred(raw: RawTable, items: str, name: str = "") -> Schema:
    """Return the schema of a table; `items` is the plural of what it holds, `name` a column or template for its rows.

    Raises `InputError` where there are no rows, two columns are called the same, or none is called `name`.
    """
    return guessed(raw, items, name).schema


def guessed(raw: RawTable, items: str, name: str = "") -> TableGuess:
    """Return a table as it is understood; raises like `inferred`."""
    _check(raw, name)
    item = singular(items)
    names = [named(header, raw.header) for header in raw.header]
    columns = list(map(raw.column, range(len(names))))
    kinds = _kinds(list(map(cells_of, names, columns)), raw.delimiter)
    slots = list(map(_slot, names, kinds, _slot_names(names, item)))
    row_name = RowName(name, "the TOML file says so") if name else name_chosen(raw, slots, item)
    slots = _with_name(slots, row_name.header)
    slots = _with_own_words(slots, (item, items))
    slots = [
        _with_values(slot, texts, (item, items, *slot.label.split()))
        for slot, texts in zip(slots, columns, strict=True)
    ]
    slots = _labelled(_with_cards(slots))
    guesses = [ColumnGuess(slot, kind.why, kind.doubts) for slot, kind in zip(slots, kinds, strict=True)]
    return TableGuess(of_slots(item, items, row_name.header, slots), tuple(guesses), row_name)


def _kinds(columns: Sequence[ColumnCells], delimiter: str) -> list[ColumnKind]:
    """Return the kinds of a table's columns, with the style of numbers that most of them have for the others, too."""
    usual = usual_style((cells.counted for cells in columns), delimiter)
    return [kind_of(cells._replace(usual=usual)) for cells in columns]


def _with_name(slots: Sequence[Slot], header: str) -> list[Slot]:
    """Return the slots, that of the column by which rows are called turned into a name."""
    return [as_name(slot) if slot.header == header else slot for slot in slots]


def _check(raw: RawTable, name: str) -> None:
    if not raw.rows:
        raise InputError(f"{raw.source}: expected a header and rows, found no rows")
    for place, header in enumerate(raw.header):
        if header in raw.header[:place]:
            raise InputError(f"{raw.source}: column {place + 1}: {shown(header)} comes twice")
    if name and not is_template(name):
        check_columns([name], raw.header, raw.source)


def of_slots(item: str, items: str, name: str, slots: Sequence[Slot]) -> Schema:
    """Return the schema with these slots, named by a header or template: in order of the first price, else of rows."""
    held = list(slots)
    if is_template(name):
        held = [_template_slot(name, item, slots), *(slot for slot in slots if slot.kind != "name")]
    named = next(slot.name for slot in held if slot.header == name)
    schema = Schema(item=item, items=items, name=named, slots=tuple(held), stock=_stock(held))
    paid = _paid(schema.of_kind("money"))
    if paid is None:
        return schema
    guests = capacity_of(held) if _is_by_person(paid) else ""
    return replace(schema, order=paid.name, currency=paid.unit, guests=guests)


def _is_by_person(price: Slot) -> bool:
    """Return whether a price is each person's, by the name of its column or its label."""
    said = f" {price.header} {price.label} ".casefold()
    return any(f" {phrase} " in said for phrase in column_words().by_person)


def _paid(sums: Sequence[Slot]) -> Slot | None:
    """Return the first price that is no other's with a word more: of "min price" and "price" the second."""
    words = [set(slot.label.casefold().split()) for slot in sums]
    plain = [slot for slot, own in zip(sums, words, strict=True) if not any(other < own for other in words)]
    return next(iter(plain), None)


def _stock(slots: Iterable[Slot]) -> str:
    """Return the slot that is called stock and says how many are left, or whether any are; empty where none does."""
    counted = [slot for slot in slots if slot.kind in ("number", "yes_no")]
    called = (slot.name for slot in counted if _is_stock(slot.label.casefold()))
    bare = (slot for slot in counted if slot.kind == "number" and not slot.unit)
    left = (slot.name for slot in bare if _is_left(slot.label.casefold()))
    return next(called, next(left, ""))


def _is_stock(label: str) -> bool:
    """Return whether a label says that something is left: "stock", "bottles in stock"."""
    several = tuple(f" {phrase}" for phrase in column_words().stock if " " in phrase)
    return label in column_words().stock or label.endswith(several)


def _is_left(label: str) -> bool:
    """Return whether a label says of how many things it counts that they are left: "bottles left", not "years left"."""
    things, _, last = label.rpartition(" ")
    counted = things.rpartition(" ")[2]
    measured = counted in column_words().periods or units.is_unit(counted)
    return last in column_words().left and counted != "" and not measured


def as_name(slot: Slot) -> Slot:
    """Return the slot as the one by which items are called."""
    return replace(
        slot, kind="name", better="", less=(), more=(), units=(), values={}, shown=False, labelled=False, wishable=True,
        format="", unit="", true=(), false=(),
    )  # fmt: skip


def _template_slot(template: str, item: str, slots: Sequence[Slot]) -> Slot:
    """Return the slot of names that are made of columns."""
    own = f"{slugged(item)}_name"
    free = own if all(slot.name != own for slot in slots) else f"{own}_made"
    return Slot(name=free, header=template, kind="name", label="name")


# One column


def _slot_names(names: Sequence[ColumnName], item: str) -> list[str]:
    """Return the slots of columns: none that means something in the scheme, none twice."""
    found = list[str]()
    for place, name in enumerate(names, 1):
        slot = name.slot or f"column_{place}"
        if slot in TAKEN or slot.upper() in TAKEN:
            slot = f"{slugged(item)}_{slot}"
        free, number = slot, 1
        while free in found:
            number += 1
            free = f"{slot}_{number}"
        found.append(free)
    return found


def _slot(name: ColumnName, kind: ColumnKind, slot_name: str) -> Slot:
    """Return the slot of a column as its name and its kind alone make it; its neighbours don't bear on it yet."""
    concept = about(name.words, measured=kind.kind in ("number", "money", "date"))
    label, unit = name.label or name.header, kind.unit
    if kind.kind == "date" and name.unit:
        label = f"{label} {name.unit}"  # the "first day" isn't so many days
    elif kind.kind == "number":
        unit = unit or name.period
    slot = Slot(
        name=slot_name, header=name.header, kind=kind.kind, label=label, unit=unit, format=kind.format,
        nouns=_without(concept.nouns, (label,)),
        better="less" if kind.is_least else concept.better, less=concept.less, more=concept.more,
        wishable=kind.kind != "text" or not kind.format,
    )  # fmt: skip
    if kind.kind == "number":
        slot = replace(slot, units=_counted(unit, label), values=concept.values)
        return _as_limit(slot, limits(slot))
    if kind.kind == "time":
        return replace(slot, less=column_words().earlier, more=column_words().later)
    if kind.kind == "date" and not column_words().until.isdisjoint(name.words):
        return replace(slot, better="more", less=column_words().earlier, more=column_words().later)
    if kind.kind == "date" and not column_words().opening.isdisjoint(name.words):
        return replace(slot, better="less", less=column_words().earlier, more=column_words().later)
    if kind.kind == "yes_no":
        contraries = (*_phrases(name, column_words().contraries), *_lacked(name))
        return replace(slot, true=_affirming(name, label), false=contraries)
    return slot


def _as_limit(slot: Slot, limit: Direction) -> Slot:
    """Return the slot of a number by what it limits: the longer something may be kept, the better."""
    if limit == "more":
        return replace(slot, better=limit, less=(), more=())
    return replace(slot, better=limit) if limit else slot


def _counted(unit: str, label: str) -> tuple[str, ...]:
    """Return the words that count a number: those of its unit's family, or the things that are counted."""
    if unit:
        return units.family(unit)
    last = label.split()[-1]
    return _unique((last, singular(last))) if last.endswith("s") and last.islower() else ()


def _affirming(name: ColumnName, label: str) -> tuple[str, ...]:
    """Return the words that say that a feature is there."""
    features = column_words().features
    heads = filter(features.__contains__, name.words)
    return _unique((label, *heads, *_phrases(name, features)))


def _lacked(name: ColumnName) -> tuple[str, ...]:
    """Return what isn't there where a yes/no column is so: the nuts of "nut-free"."""
    things = name.words[:-1]
    return (" ".join(things),) if things and name.words[-1] in column_words().lacking else ()


def _phrases(name: ColumnName, of: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    return _unique(chain.from_iterable(of.get(word, ()) for word in name.words))


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _without(words: Iterable[str], left_out: Container[str]) -> tuple[str, ...]:
    """Return words but for some, each once."""
    return _unique(word for word in words if word not in left_out)


# A column among others


def _with_own_words(slots: Sequence[Slot], items: Sequence[str]) -> list[Slot]:
    """Return the slots, each with those words of its name that no other has, and without the words of earlier ones.

    Common words are those of all ("where" asks for the country and the region). What the rows are called is no column's
    word either: who asks for dogs isn't asking what is good with dogs.
    """
    holders = Counter(chain.from_iterable(map(_label_words, slots)))
    changed = list[Slot]()
    for place, slot in enumerate(slots):
        earlier = slots[:place]
        elsewhere = holders - Counter(_label_words(slot))
        telling = _without(slot.label.split(), column_words().generic | {slot.label, *items})
        known = _without(slot.nouns, set(_nouns_taken(slot, earlier)) - column_words().shared)
        lacked = {*slot.false, *column_words().lacking} if slot.false else set[str]()
        own = replace(slot, nouns=_without((*telling, *known), {*elsewhere, *lacked}), true=())
        if slot.kind == "yes_no":
            own = replace(own, true=_without((*slot.true, *own.nouns), items))
        if _COMPARING(slot) in map(_COMPARING, earlier):
            own = replace(own, less=(), more=())
        changed.append(own)
    return changed


_COMPARING = attrgetter("less", "more")


def _nouns_taken(slot: Slot, earlier: Iterable[Slot]) -> tuple[str, ...]:
    """Return the nouns of the first earlier slot that has one in common with a slot: they stay with the earlier one."""
    for other in earlier:
        if not set(other.nouns).isdisjoint(slot.nouns):
            return other.nouns
    return ()


def _label_words(slot: Slot) -> set[str]:
    return {slot.label, *slot.label.split()}


def _with_cards(slots: Sequence[Slot]) -> list[Slot]:
    """Return the slots, the price and the first others that say by themselves what they are on a card."""
    plain = [slot for slot in slots if slot.kind not in ("name", "text", "yes_no")]
    first = sorted(plain, key=lambda slot: slot.kind != "money")[:_MOST_SHOWN]
    return [replace(slot, shown=slot in first) for slot in slots]


def _labelled(slots: Sequence[Slot]) -> list[Slot]:
    """Return the slots, those labelled whose values don't say what they are: "partly", or one of another slot's."""
    return [replace(slot, labelled=_needs_label(slot, slots)) for slot in slots]


def _needs_label(slot: Slot, slots: Sequence[Slot]) -> bool:
    if slot.kind == "number":
        return " per " in slot.label
    if slot.kind not in ("category", "place"):
        return False
    unclear = set(units.YES | units.NO)
    for other in slots:
        if other.name != slot.name and other.kind == slot.kind:
            unclear.update(map(str.casefold, other.values))
    return not unclear.isdisjoint(map(str.casefold, slot.values))


def _with_values(slot: Slot, texts: Iterable[str], called: Sequence[str]) -> Slot:
    """Return the slot with its values as they are first written, each with its other spellings.

    What rows and column are `called` is part of no value: who wants games doesn't ask for "Meadow Games".
    """
    if slot.kind not in SPELLED_KINDS:
        return slot
    written = _written(slot.kind, texts)
    if len(written) > MOST_VALUES:
        return slot
    parts = {} if slot.kind == "list" else _parts(list(written))
    demonyms, usual = column_words().demonyms, about(slot.name.split("_"), measured=False).values
    values = {
        text: _unique((*demonyms.get(folded, ()), *usual.get(folded, ()), *_without(parts.get(folded, ()), called)))
        for folded, text in written.items()
    }
    return replace(slot, values=values)


def _written(kind: Kind, texts: Iterable[str]) -> dict[str, str]:
    """Return the different values of cells in lower case, each as it is first written."""
    values = dict[str, str]()
    for text in dict.fromkeys(texts):
        told = " ".join(text.split())
        if told.casefold() in units.EMPTY:
            continue
        for item in units.items(told) if kind == "list" else (told,):
            values.setdefault(item.casefold(), item)
    return values


def _parts(values: Sequence[str]) -> dict[str, list[str]]:
    """Return for each value the words that it alone has: "black" of "matt black"."""
    words = dict[str, tuple[str, ...]]()
    for text in values:
        found = _LETTERS.findall(text)
        if len(found) > 1:
            words[text] = _unique(found)
    holders = Counter(chain.from_iterable(words.values()))
    shared = holders - Counter(holders.keys())
    taken = shared.keys() | values
    return {text: list(filter(_is_telling, _without(own, taken))) for text, own in words.items()}


def _is_telling(word: str) -> bool:
    """Return whether a part of a value may stand for the whole: no number, no short, common or place word."""
    if len(word) < _SHORTEST_PART or word.isdecimal():
        return False
    return word not in column_words().common and word not in column_words().place
