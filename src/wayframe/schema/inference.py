"""The schema of a table from its header and its cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.errors import InputError, shown
from wayframe.ontology import FLAGS, REFERENCE_KEYS, SLOTS
from wayframe.schema import units
from wayframe.schema.concepts import (
    CONTRARIES,
    DEMONYMS,
    FEATURES,
    MONEY_HEADS,
    NAME_HEADS,
    PLACE_HEADS,
    about,
)
from wayframe.schema.records import Kind, Schema, Slot

TAKEN = frozenset((*SLOTS, *FLAGS, *REFERENCE_KEYS, "id", "intent", "action"))
"""Slots that mean something in the Frames scheme already: a laptop's price is no trip's."""

LONGEST_VALUE, MOST_WORDS = 40, 4  # characters and words; longer texts are no categories
MOST_VALUES = 80  # that a category has
MOST_SHOWN = 6  # slots on a card
_UNLIKE = 0.9  # share of rows with a value of their own, from which on a column names them
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_IN_BRACKETS = re.compile(r"[(\[]\s*([^)\]]*?)\s*[)\]]")
_SUPERLATIVE = re.compile(
    r"(?:most|least|best|worst|highest|lowest|fewest|longest|biggest|largest|smallest)\b|\w+est\b"
)
_LETTERS = re.compile(r"[^\W_]+")
_IRREGULAR = {"better": ("good",), "worse": ("bad",)}
_SHORTEST_PART = 3
_ASKS = frozenset(("has", "is", "with"))
_GENERIC = frozenset((
    "number", "type", "from", "to", "on", "at", "by", "with", "for", "count", "name", "size", "of", "the", "in", "per",
    "total",
    "id", "no", "and", "options", "allowed", "included", "available", "accepted", "since", "person", "people", "open",
    "day", "year",
))  # fmt: skip
# Words of values that say nothing of which is meant.
_COMMON = frozenset((
    "the", "and", "one", "ones", "two", "three", "first", "second", "third", "last", "next", "other", "others", "best",
    "new", "old", "this", "that", "these", "those", "for", "with", "from", "not", "yes", "all", "any", "some", "more",
    "most", "less", "least", "before", "after",
))  # fmt: skip


class Raw(NamedTuple):
    """A table as it was read: where from, its header, its rows, each with the line it stands on; all cells text."""

    source: str
    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


class _Name(NamedTuple):
    """A column's name taken apart."""

    words: tuple[str, ...]
    unit: str


class _Type(NamedTuple):
    """The kind of a column, its unit, the format of its dates."""

    kind: Kind
    unit: str = ""
    format: str = ""


def inferred(raw: Raw, items: str, named: str = "") -> Schema:
    """Return the schema of a table; `items` is the plural of what it holds, `named` the column that names them.

    Raises `InputError` where there are no rows, a column has no name or one that another has, or none names the rows.
    """
    if not raw.rows:
        raise InputError(f"{raw.source}: expected a header and rows, found no rows")
    item = singular(items)
    columns = {place: [row[place] for _, row in raw.rows] for place in range(len(raw.header))}
    slots = [_slot(header, columns[place], place, item) for place, header in enumerate(raw.header)]
    for place, slot in enumerate(slots):
        if slot.name in [other.name for other in slots[:place]]:
            raise InputError(f"{raw.source}: column {place + 1}: {shown(raw.header[place])} comes twice")
    name = next((slot.name for slot in slots if slot.header == named), "") or _naming(raw, slots)
    slots = [_own_words(slot, slots) for slot in slots]
    slots = [as_name(slot) if slot.name == name else slot for slot in slots]
    cards = _cards([slot for slot in slots if slot.name != name])
    held = {slot.name: {text.strip().casefold() for text in columns[place]} for place, slot in enumerate(slots)}
    for place, slot in enumerate(slots):
        labelled, values = _needs_label(slot, slots, held), _values(slot, columns[place])
        slots[place] = replace(slot, shown=slot.name in cards, labelled=labelled, values=values)
    return of_slots(item, items, name, slots)


def of_slots(item: str, items: str, name: str, slots: Sequence[Slot]) -> Schema:
    """Return the schema with these slots: in order of the first price, else of the rows."""
    price = next((slot for slot in slots if slot.kind == "money"), None)
    return Schema(
        item=item, items=items, name=name, slots=tuple(slots),
        order=price.name if price else "", currency=price.unit if price else "",
    )  # fmt: skip


def slugged(text: str) -> str:
    """Return a name as a slot: "Screen size", "screen-size" and "ScreenSize" are all screen_size."""
    return "_".join(re.findall(r"\w+", _CAMEL.sub(" ", text).casefold().replace("_", " ")))


def singular(items: str) -> str:
    """Return one of several: laptop of laptops, city of cities, dish of dishes."""
    for ending, one in (("ies", "y"), ("shes", "sh"), ("ches", "ch"), ("sses", "ss"), ("xes", "x")):
        if items.endswith(ending) and len(items) > len(ending) + 1:
            return items.removesuffix(ending) + one
    return items[:-1] if items.endswith("s") and not items.endswith("ss") and len(items) > 1 else items


def as_name(slot: Slot) -> Slot:
    """Return the slot as the one by which items are called."""
    return replace(
        slot, kind="name", better="", less=(), more=(), units=(), values={}, shown=False, labelled=False, wishable=True
    )


# One column


def _slot(header: str, texts: Sequence[str], place: int, item: str) -> Slot:
    name = _named(header)
    bare = "_".join(name.words) or slugged(header)
    if not bare:
        raise InputError(f"column {place + 1}: expected a name, found {shown(header)}")
    taken = bare in TAKEN or bare.upper() in TAKEN
    told = [" ".join(text.split()) for text in texts if text.strip().casefold() not in units.EMPTY]
    kind, unit, form = _typed(name, told)
    concept = about(name.words, measured=kind in ("number", "money", "date"))
    label = _labelled(name.words, header)
    less, more = _comparatives(concept.less), _comparatives(concept.more)
    adjectives = {base for words in (less, more) for word in words for base in _bases(word)}
    said_so = adjectives.difference(concept.words[:1])  # "more memory" makes no adjective of memory
    nouns = [word for word in dict.fromkeys(concept.words) if word != label and word not in said_so]
    return Slot(
        name=f"{slugged(item)}_{bare}" if taken else bare,
        header=header, kind=kind, label=label, unit=unit, format=form, nouns=tuple(nouns),
        units=_units(kind, unit, label), better=concept.better, less=less, more=more, wishable=kind != "text",
        true=_affirming(name.words, label) if kind == "yes_no" else (),
        false=_denying(name.words) if kind == "yes_no" else (),
    )  # fmt: skip


def _named(header: str) -> _Name:
    """Return the words of a column's name, without the unit in it: "Weight (kg)", "ram_gb", "priceEUR"."""
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
    """Return the words of a name; what is all capitals stays so: RAM."""
    capitals = {word.casefold(): word for word in _LETTERS.findall(header) if word.isupper() and len(word) > 1}
    shouted = header.isupper() and len(words) > 1
    return " ".join(word if shouted else capitals.get(word, word) for word in words)


def _is_unit(text: str) -> bool:
    return text.casefold() in units.UNITS or bool(units.currency(text))


def _comparatives(adjectives: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in adjectives if not _SUPERLATIVE.search(word))


def _bases(adjective: str) -> tuple[str, ...]:
    """Return what a comparative may be made from: heavier of heavy, bigger of big, more expensive of expensive."""
    if adjective in _IRREGULAR:
        return _IRREGULAR[adjective]
    words = adjective.split()
    if words[0] == "more":
        return (" ".join(words[1:]),)
    if len(words) > 1 or not adjective.endswith("er"):
        return ()
    stem = adjective[:-2]
    bases = [stem, stem + "e"]
    if stem.endswith("i"):
        bases.append(stem[:-1] + "y")
    if len(stem) > 2 and stem[-1] == stem[-2]:
        bases.append(stem[:-1])
    return tuple(bases)


def _units(kind: Kind, unit: str, label: str) -> tuple[str, ...]:
    """Return the words that count a number: those of its unit's family, or the things that are counted."""
    if kind != "number":
        return ()
    if unit:
        return units.family(unit)
    last = label.split()[-1] if label else ""
    return tuple(dict.fromkeys((last, singular(last)))) if last.endswith("s") and last.islower() else ()


def _affirming(words: Sequence[str], label: str) -> tuple[str, ...]:
    """Return the words that say that a feature is there."""
    others = [word for head in words for word in FEATURES.get(head, ())]
    first = [word for word in words if word in FEATURES]
    return tuple(dict.fromkeys((label, *first, *others)))


def _denying(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for head in words for word in CONTRARIES.get(head, ())))


# The kind of a column


def _typed(name: _Name, texts: Sequence[str]) -> _Type:
    if not texts:
        return _Type("text")
    if all(text.casefold() in units.YES | units.NO for text in texts):
        return _Type("yes_no")
    if form := next((form for form in units.FORMATS if all(_is_date(text, form) for text in texts)), ""):
        return _Type("date", format=form)
    if numbers := _as_numbers(name, texts):
        return numbers
    if any(word in PLACE_HEADS for word in name.words) and all(len(text) <= LONGEST_VALUE for text in texts):
        return _Type("place")
    if _are_lists(texts):
        return _Type("list")
    return _Type("category" if _is_category(texts) else "text")


def _is_category(texts: Sequence[str]) -> bool:
    values = {text.casefold() for text in texts}
    repeated = len(values) <= max(2, len(texts) // 2) or (len(texts) < 6 and len(values) < len(texts))
    return repeated and len(values) <= MOST_VALUES and all(map(_is_short, values))


def _are_lists(texts: Sequence[str]) -> bool:
    """Return whether many cells hold several short things that come again in others: "wifi, parking"."""
    items = [units.items(text.casefold()) for text in texts]
    counted = Counter(item for each in items for item in each)
    several, again = sum(len(each) > 1 for each in items), sum(count > 1 for count in counted.values())
    few = len(counted) <= MOST_VALUES and all(map(_is_short, counted))
    return few and 3 * several >= len(texts) and 2 * again >= len(counted)


def _is_short(value: str) -> bool:
    """Return whether a text may be a value rather than something told."""
    return len(value) <= LONGEST_VALUE and len(value.split()) <= MOST_WORDS and not value.endswith((".", "!"))


def _as_numbers(name: _Name, texts: Sequence[str]) -> _Type | None:
    """Return numbers, or money where a currency or the name says so; None where a text is no number."""
    called_money = any(word in MONEY_HEADS for word in name.words)
    money = bool(units.currency(name.unit)) or called_money
    found = [split for text in texts if (split := units.split(text, money=money))]
    if len(found) < len(texts):
        return None
    counted = Counter(unit for _, unit in found if unit)
    signs = {units.currency_code(unit) for unit in (*counted, name.unit) if unit}
    if len(signs) == 1 and "" not in signs:
        return _Type("money", signs.pop())
    if called_money and not counted and not name.unit:
        return _Type("money")
    unit = name.unit or next((unit for unit, _ in counted.most_common(1)), "")
    if any(units.converted(1.0, each, unit) is None for each in counted):
        return _Type("text")
    return _Type("number", units.spelled(unit))


def _is_date(text: str, form: str) -> bool:
    try:
        datetime.strptime(text, form)
    except ValueError:
        return False
    return True


# A column among others


def _naming(raw: Raw, slots: Sequence[Slot]) -> str:
    """Return the slot by which items are called: one that is called so, else the first text that tells them apart."""
    distinct = {
        slot.name: len({row[place].strip().casefold() for _, row in raw.rows if row[place].strip()})
        for place, slot in enumerate(slots)
    }
    unlike = [
        slot for slot in slots
        if distinct[slot.name] > len(raw.rows) * _UNLIKE and slot.kind not in ("yes_no", "money")
    ]  # fmt: skip
    called = [slot for head in NAME_HEADS for slot in unlike if head in slot.label.split()]
    texts = [slot for slot in unlike if slot.kind not in ("number", "date")]
    chosen = [*[slot for slot in called if slot in texts], *texts, *called]
    if not chosen:
        raise InputError(
            f"{raw.source}: no column tells the rows apart: name them in one, or set name in the TOML file"
        )
    return chosen[0].name


def _own_words(slot: Slot, slots: Sequence[Slot]) -> Slot:
    """Return the slot with the words of its name that no other has, and without words of others."""
    others = {word for other in slots if other is not slot for word in (other.label, *other.label.split())}
    own = [word for word in slot.label.split() if word not in others | _GENERIC and word != slot.label]
    kept = [word for word in (*own, *slot.nouns) if word not in others]
    first = next(other for other in slots if set(other.nouns) & set(slot.nouns) or other is slot)
    if first is not slot:
        kept = [word for word in kept if word not in first.nouns]
    alike = next((other for other in slots if (other.less, other.more) == (slot.less, slot.more)), slot)
    less, more = (slot.less, slot.more) if alike is slot else ((), ())
    true = tuple(dict.fromkeys((*slot.true, *kept))) if slot.kind == "yes_no" else ()
    return replace(slot, nouns=tuple(dict.fromkeys(kept)), less=less, more=more, true=true)


def _cards(slots: Sequence[Slot]) -> set[str]:
    """Return the slots on a card: the price, and the first others whose values say by themselves what they are."""
    plain = [slot for slot in slots if slot.kind not in ("text", "yes_no")]
    return {slot.name for slot in sorted(plain, key=lambda slot: slot.kind != "money")[:MOST_SHOWN]}


def _needs_label(slot: Slot, slots: Iterable[Slot], held: Mapping[str, set[str]]) -> bool:
    """Return whether texts of a slot don't say what they are: "yes" or "partly", or another slot has them as well."""
    if slot.kind not in ("category", "place"):
        return False
    if held[slot.name] & (units.YES | units.NO):
        return True
    others = (other for other in slots if other.name != slot.name and other.kind == slot.kind)
    return any(held[slot.name] & held[other.name] - units.EMPTY for other in others)


def _values(slot: Slot, texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the values of a slot as they are first written, each with its other spellings."""
    if slot.kind not in ("category", "place", "list"):
        return {}
    told = (" ".join(text.split()) for text in texts if text.strip().casefold() not in units.EMPTY)
    each = (item for text in told for item in (units.items(text) if slot.kind == "list" else (text,)))
    values = dict[str, str]()
    for item in each:
        values.setdefault(item.casefold(), item)
    if len(values) > MOST_VALUES:
        return {}
    parts = _parts(list(values)) if slot.kind != "list" else {}
    found = dict[str, tuple[str, ...]]()
    for text in values:
        spellings = [*DEMONYMS.get(text, ()), *(part for part, holder in parts.items() if holder == text)]
        found[values[text]] = tuple(spellings)
    return found


def _parts(values: Sequence[str]) -> dict[str, str]:
    """Return the words that only one value has: "black" of "matt black"."""
    holders = dict[str, set[str]]()
    for text in values:
        words = _LETTERS.findall(text)
        for word in words if len(words) > 1 else ():
            holders.setdefault(word, set()).add(text)
    telling = (word for word in holders if len(word) >= _SHORTEST_PART and word not in _COMMON | PLACE_HEADS)
    return {
        word: next(iter(holders[word]))
        for word in telling
        if len(holders[word]) == 1 and word not in values and not word.isdecimal()
    }
