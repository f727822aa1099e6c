"""The schema of a table from its header and its cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.errors import InputError, shown
from wayframe.schema.concepts import MONEY_HEADS, NAME_HEADS, PLACE_HEADS, about
from wayframe.schema.inference import Raw
from wayframe.tables import cells
from wayframe.tables.schema import TAKEN, Column, Kind, Schema

LONGEST_VALUE, MOST_WORDS = 40, 4  # characters and words; longer texts are no categories
MOST_VALUES = 80  # that a category has
MOST_SHOWN = 6  # columns on a card
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_IN_BRACKETS = re.compile(r"[(\[]\s*([^)\]]*?)\s*[)\]]")
_ASKS = frozenset(("has", "is", "with"))
_GENERIC = frozenset((
    "number", "type", "from", "to", "on", "at", "by", "with", "for", "count", "name", "size", "of", "the", "in", "per",
    "total",
    "id", "no", "and", "options", "allowed", "included", "available", "accepted", "since", "person", "people", "open",
    "day", "year",
))  # fmt: skip


class _Name(NamedTuple):
    """A column's name taken apart."""

    words: tuple[str, ...]
    unit: str


def inferred(raw: Raw, items: str, named: str = "") -> Schema:
    """The schema of a table; `items` is what it holds, plural, `named` the column that names them, if told.

    Raises `InputError` where there are no rows, a column has no name or one that another has, or none names the rows.
    """
    if not raw.rows:
        raise InputError(f"{raw.source}: expected a header and rows, found no rows")
    columns, slots = list[Column](), set[str]()
    item = singular(items)
    for place, header in enumerate(raw.header):
        column = _column(header, [row[place] for _, row in raw.rows], slots, item)
        if column.slot in slots:
            raise InputError(f"{raw.source}: column {place + 1}: {shown(header)} comes twice")
        slots.add(column.slot)
        columns.append(column)
    name = next((c.slot for c in columns if c.header == named), "") or _naming(raw, columns)
    columns = [_own_words(c, columns) for c in columns]
    known = {c.slot: as_name(c) if c.slot == name else c for c in columns}
    cards = _cards([c for c in columns if c.slot != name])
    held = {c.slot: {row[place].strip().casefold() for _, row in raw.rows} for place, c in enumerate(columns)}
    whole = tuple(
        replace(column, shown=slot in cards, labelled=_needs_label(column, known.values(), held))
        for slot, column in known.items()
    )
    return Schema(item=item, items=items, name=known[name], columns=whole)


def slugged(text: str) -> str:
    """A name as a slot: "Screen size", "screen-size" and "ScreenSize" are all screen_size."""
    return "_".join(re.findall(r"\w+", _CAMEL.sub(" ", text).casefold().replace("_", " ")))


def singular(items: str) -> str:
    """One of several: laptop of laptops, city of cities, dish of dishes."""
    for ending, one in (("ies", "y"), ("shes", "sh"), ("ches", "ch"), ("sses", "ss"), ("xes", "x")):
        if items.endswith(ending) and len(items) > len(ending) + 1:
            return items.removesuffix(ending) + one
    return items[:-1] if items.endswith("s") and not items.endswith("ss") and len(items) > 1 else items


def _column(header: str, texts: Sequence[str], taken: set[str], item: str) -> Column:
    name = _named(header)
    slot = "_".join(name.words) or slugged(header)
    if not slot:
        raise InputError(f"column {len(taken) + 1}: expected a name, found {shown(header)}")
    # Slots of trips mean what trips make of them: a laptop's price is no trip's.
    slot = f"{slugged(item)}_{slot}" if slot in TAKEN or slot.upper() in TAKEN or slot in ("intent", "action") else slot
    kind, unit, form = _typed(name, [" ".join(t.split()) for t in texts if t.strip().casefold() not in cells.EMPTY])
    measured = kind in ("number", "money", "date")
    concept = about(name.words, measured=measured)
    label = _labelled(name.words, header)
    words = tuple(word for word in dict.fromkeys(concept.words) if word != label)
    return Column(
        slot=slot, header=header, kind=kind, label=label, unit=unit, format=form, words=words,
        better=concept.better, less=concept.less, more=concept.more, searched=kind != "text",
    )  # fmt: skip


def _named(header: str) -> _Name:
    """The words of a column's name, without the unit in it: "Weight (kg)", "ram_gb", "priceEUR"."""
    bracketed = _IN_BRACKETS.search(header)
    unit = bracketed.group(1) if bracketed and _is_unit(bracketed.group(1)) else ""
    bare = header.replace(bracketed.group(), " ") if bracketed and unit else header
    words = [word for word in slugged(bare).split("_") if word]
    if not unit and len(words) > 1 and _is_unit(words[-1]) and words[-2] != "per":
        unit = words.pop()
    if len(words) > 1 and words[0] in _ASKS:
        words = words[1:]
    return _Name(tuple(words), unit)


def _labelled(words: Sequence[str], header: str) -> str:
    """The words of a name; what is all capitals stays so: RAM."""
    capitals = {word.casefold(): word for word in re.findall(r"[^\W_]+", header) if word.isupper() and len(word) > 1}
    shouted = header.isupper() and len(words) > 1
    return " ".join(word if shouted else capitals.get(word, word) for word in words)


def _is_unit(text: str) -> bool:
    return text.casefold() in cells.UNITS or bool(cells.currency(text))


def _typed(name: _Name, texts: Sequence[str]) -> tuple[Kind, str, str]:
    """The kind of a column, its unit, how its dates are written."""
    if not texts:
        return "text", "", ""
    if all(text.casefold() in cells.YES | cells.NO for text in texts):
        return "boolean", "", ""
    if form := next((form for form in cells.FORMATS if all(_is_date(text, form) for text in texts)), ""):
        return "date", "", form
    money = bool(cells.currency(name.unit)) or any(word in MONEY_HEADS for word in name.words)
    split = [cells.split(text, money=money) for text in texts]
    if (found := [each for each in split if each]) and len(found) == len(split):
        return _measured(name, found)
    if any(word in PLACE_HEADS for word in name.words) and all(len(t) <= LONGEST_VALUE for t in texts):
        return "place", "", ""
    if _are_lists(texts):
        return "list", "", ""
    values = {text.casefold() for text in texts}
    repeated = len(values) <= max(2, len(texts) // 2) or (len(texts) < 6 and len(values) < len(texts))
    few = len(values) <= MOST_VALUES and all(_is_short(value) for value in values)
    return ("category" if repeated and few else "text"), "", ""


def _are_lists(texts: Sequence[str]) -> bool:
    """Whether many cells hold several short things that come again in others: "wifi, parking"."""
    items = [cells.items(text.casefold()) for text in texts]
    counted = Counter(item for each in items for item in each)
    several, again = sum(len(each) > 1 for each in items), sum(count > 1 for count in counted.values())
    few = len(counted) <= MOST_VALUES and all(map(_is_short, counted))
    return few and 3 * several >= len(texts) and 2 * again >= len(counted)


def _is_short(value: str) -> bool:
    """Whether a text may be a value rather than something told."""
    return len(value) <= LONGEST_VALUE and len(value.split()) <= MOST_WORDS and not value.endswith((".", "!"))


def _measured(name: _Name, found: Sequence[tuple[float, str]]) -> tuple[Kind, str, str]:
    """Money where a currency or the name says so, else a number in the unit that most cells have, if all have one."""
    units = Counter(unit for _, unit in found if unit)
    signs = {cells.currency(unit) for unit in (*units, name.unit) if unit}
    if len(signs) == 1 and "" not in signs:
        return "money", signs.pop(), ""
    if not units and not name.unit and any(word in MONEY_HEADS for word in name.words):
        return "money", "", ""
    unit = name.unit or next((unit for unit, _ in units.most_common(1)), "")
    if any(cells.converted(1.0, each, unit) is None for each in units):
        return "text", "", ""
    return "number", cells.spelled(unit), ""


def _is_date(text: str, form: str) -> bool:
    try:
        datetime.strptime(text, form)
    except ValueError:
        return False
    return True


def _naming(raw: Raw, columns: Sequence[Column]) -> str:
    """The slot of the column by which rows are called: one that is called so, else the first text that tells apart."""
    distinct = {
        column.slot: len({row[place].strip().casefold() for _, row in raw.rows if row[place].strip()})
        for place, column in enumerate(columns)
    }
    unlike = [c for c in columns if distinct[c.slot] > len(raw.rows) * 0.9 and c.kind not in ("boolean", "money")]
    called = [c for head in NAME_HEADS for c in unlike if head in c.label.split()]
    texts = [c for c in unlike if c.kind not in ("number", "date")]
    if not (chosen := [*[c for c in called if c in texts], *texts, *called]):
        raise InputError(
            f"{raw.source}: no column tells the rows apart: name them in one, or set name in the TOML file"
        )
    return chosen[0].slot


def _own_words(column: Column, columns: Sequence[Column]) -> Column:
    """With the words of its name that no other column has: "screen" for "screen size"; without words of others."""
    others = {word for other in columns if other is not column for word in (other.label, *other.label.split())}
    own = [w for w in column.label.split() if w not in others and w not in _GENERIC and w != column.label]
    kept = [word for word in (*own, *column.words) if word not in others]
    first = next(c for c in columns if set(c.words) & set(column.words) or c is column)
    kept = kept if first is column else [word for word in kept if word not in first.words]
    adjectives = (column.less, column.more) if _compares_first(column, columns) else ((), ())
    return replace(column, words=tuple(dict.fromkeys(kept)), less=adjectives[0], more=adjectives[1])


def _compares_first(column: Column, columns: Sequence[Column]) -> bool:
    """Whether no earlier column takes the same adjectives."""
    return next((c for c in columns if c.less == column.less and c.more == column.more), column) is column


def _cards(columns: Sequence[Column]) -> set[str]:
    """The columns on a card: the price, and the first others whose values say by themselves what they are."""
    plain = [c for c in columns if c.kind not in ("text", "boolean")]
    return {column.slot for column in sorted(plain, key=lambda c: c.kind != "money")[:MOST_SHOWN]}


def as_name(column: Column) -> Column:
    """The column as the one by which rows are called."""
    return replace(column, kind="name", better="", less=(), more=(), shown=False, searched=True)


def _needs_label(column: Column, columns: Iterable[Column], held: Mapping[str, set[str]]) -> bool:
    """Whether texts of a column don't say what they are: "yes" or "partly", or another column has them as well."""
    if column.kind not in ("category", "place"):
        return False
    if held[column.slot] & (cells.YES | cells.NO):
        return True
    others = (c for c in columns if c.slot != column.slot and c.kind == column.kind)
    return any(held[column.slot] & held[other.slot] - cells.EMPTY for other in others)
