"""The words that a table brings along: its values, its columns, its numbers' units, found in what somebody writes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.tables import cells
from wayframe.tables.schema import Column
from wayframe.tables.table import Table
from wayframe.tables.wishes import LIKE

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NEITHER = re.compile(r"[\W_]+")
LONGEST = 8  # words that a name may have in a text
LOOKED_AT = 60  # characters before or behind something that say what it means
_SHORTEST_GUESS, _ALIKE = 5, 84.0  # letters, and how alike (0 to 100), of a misspelled value
_SEVERAL = 2  # names that have a part, from which on it is what they have in common
_NEAR = 3  # words before a value that can say of which column it is
_PREPOSITIONS = frozenset(("from", "to", "in", "at", "on", "by"))
_ARTICLES = frozenset(("the", "that", "this", "to", "than", "and", "or", "vs", "versus"))
_SUPERLATIVE = re.compile(r"(?:most|least|best|highest|lowest|fewest)\b|.*est\b", re.IGNORECASE)
# Words of names that say nothing of which is meant.
_COMMON_WORDS = """
    the and one ones two three first second third last next other others best new old this that these those it for with
    from not yes all any some more most less least before after
"""
_COMMON = frozenset(_COMMON_WORDS.split())
# Columns whose names say what something is, so that a part of them is a wish: a nurse, a lamp.
_DESCRIBING = frozenset(("title", "position", "role", "job", "product", "course", "dish", "article"))
# What comes from a country is called otherwise than it.
DEMONYMS = {
    "france": "french", "italy": "italian", "spain": "spanish", "portugal": "portuguese", "germany": "german",
    "austria": "austrian", "greece": "greek", "switzerland": "swiss", "netherlands": "dutch", "belgium": "belgian",
    "unitedkingdom": "british english", "uk": "british english", "england": "english", "ireland": "irish",
    "usa": "american", "unitedstates": "american", "us": "american", "canada": "canadian", "mexico": "mexican",
    "argentina": "argentinian argentine", "chile": "chilean", "brazil": "brazilian", "australia": "australian",
    "newzealand": "kiwi", "southafrica": "southafrican", "japan": "japanese", "china": "chinese", "india": "indian",
    "korea": "korean", "southkorea": "korean", "thailand": "thai", "vietnam": "vietnamese", "turkey": "turkish",
    "sweden": "swedish", "norway": "norwegian", "denmark": "danish", "finland": "finnish", "poland": "polish",
    "hungary": "hungarian",
}  # fmt: skip
_GREATER = "more most bigger biggest larger largest higher highest greater longer longest"
_SMALLER = "less least fewer fewest smaller smallest lower lowest shorter shortest"


class Word(NamedTuple):
    """A word of a text, folded: no case, no accents."""

    start: int
    end: int
    key: str


class Found(NamedTuple):
    """A value in a text; `sure` unless it was guessed from a part or a misspelling."""

    start: int
    end: int
    column: Column
    value: str
    sure: bool = True


class Named(NamedTuple):
    """A column that is named in a text."""

    start: int
    end: int
    column: Column


class Degree(NamedTuple):
    """Words that compare by a column: more or less of it, or the most or the least."""

    start: int
    end: int
    column: Column
    more: bool
    superlative: bool


def before(text: str, place: int) -> str:
    """Return what stands right before a place, as far as it can say what stands there."""
    return text[max(0, place - LOOKED_AT) : place]


def words(text: str) -> list[Word]:
    """The words of a text."""
    return [Word(*found.span(), folded(found.group())) for found in _TOKEN.finditer(text)]


def folded(text: str) -> str:
    """A text without case, accents and whatever is neither letter nor digit: "Touch-Screen" is touchscreen."""
    if text.isascii():
        return _NEITHER.sub("", text.casefold())
    bare = (c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return "".join(c for c in bare if c.isalnum())


class Vocabulary:
    """The words of a table."""

    def __init__(self, table: Table) -> None:
        schema = table.schema
        self._columns = dict[str, Column]()
        self._values = dict[str, list[tuple[Column, str]]]()
        self._degrees = dict[str, tuple[Column, bool, bool]]()
        self._too = dict[str, tuple[Column, bool]]()
        for column in schema.columns:
            self._add_column(column)
        texts = [c for c in schema.columns if c.searched and c.kind in ("name", "category", "place", "text")]
        for column in (c for c in schema.columns if c.searched and c.kind == "list"):
            for item in dict.fromkeys(item for value in table.values(column) for item in cells.items(value)):
                for key in _plurals(folded(item)):
                    self._values.setdefault(key, []).append((column, f"{LIKE}{item}"))
        for column in sorted(texts, key=lambda c: c.kind == "name"):  # "Bruno's" is a name before it is anything else
            for value in table.values(column):
                for spelling in (value, *column.values.get(value, ())):
                    for key in _plurals(folded(spelling)) if column.kind != "name" else (folded(spelling),):
                        self._values.setdefault(key, []).append((column, value))
        for column in (c for c in texts if c.kind in ("category", "place")):
            self._add_parts(table, column)
        self._parts = dict(_parts(table, schema.name, self._taken(schema.item, schema.items)))
        self._guessable = dict[str, list[str]]()
        for key in self._values:
            if len(key) >= _SHORTEST_GUESS:
                self._guessable.setdefault(key[0], []).append(key)

    def _add_parts(self, table: Table, column: Column) -> None:
        """Words that only one value of a column has, "black" of "matt black", and people of countries: "French"."""
        for key, (_, values) in dict(_parts(table, column, self._taken())).items():
            if len(values) == 1:
                self._values.setdefault(key, []).append((column, values[0]))
        for value in table.values(column):
            for people in DEMONYMS.get(folded(value), "").split():
                self._values.setdefault(people, []).append((column, value))

    def _taken(self, *others: str) -> set[str]:
        return {*self._columns, *self._values, *map(folded, others), *_COMMON}

    def _add_column(self, column: Column) -> None:
        for word in (column.label, column.header, column.slot, *column.words):
            for key in _plurals(folded(word)) if word.casefold() not in _PREPOSITIONS else ():
                self._columns.setdefault(key, column)
        if not column.measured:
            return
        for adjectives, more in ((column.less, False), (column.more, True)):
            for adjective in adjectives:
                superlative = _SUPERLATIVE.match(adjective) is not None
                self._degrees.setdefault(folded(adjective), (column, more, superlative))
                for base in _bases(adjective):
                    self._too.setdefault(folded(base), (column, more))
        for comparing, more in ((_GREATER, True), (_SMALLER, False)):
            for word in comparing.split():
                for name in (column.label, *column.words):
                    superlative = _SUPERLATIVE.match(word) is not None
                    self._degrees.setdefault(folded(word + name), (column, more, superlative))
        if column.better:
            for word, superlative in (("better", False), ("best", True)):
                entry = (column, column.better == "more", superlative)
                self._degrees.setdefault(folded(word + column.label), entry)

    def columns(self, text: Sequence[Word]) -> list[Named]:
        """The columns that are named, the longest names first where they overlap."""
        return [Named(start, end, self._columns[key]) for start, end, key in _spans(text, self._columns)]

    def degrees(self, text: Sequence[Word]) -> list[Degree]:
        """Words that compare: "lighter", "the most memory", "too heavy" (so that less is wanted)."""
        found = [Degree(start, end, *self._degrees[key]) for start, end, key in _spans(text, self._degrees)]
        for too, word in pairwise(text):
            if too.key == "too" and word.key in self._too:
                column, more = self._too[word.key]
                found.append(Degree(too.start, word.end, column, not more, superlative=False))
        return found

    def values(self, text: Sequence[Word], written: str, known: Sequence[str]) -> list[Found]:
        """The values that are named; of names also parts, those of what is `known` from the conversation first."""
        found = [
            Found(start, end, *self._meant(key, before(written, start)))
            for start, end, key in _spans(text, self._values)
        ]
        rest = [word for word in text if not any(f.start <= word.start < f.end for f in found)]
        parts = list(self._partial(rest, written, known))
        rest = [word for word in rest if not any(f.start <= word.start < f.end for f in parts)]
        return sorted([*found, *parts, *self._guessed(rest)])

    def _meant(self, key: str, earlier: str) -> tuple[Column, str]:
        """Of columns with the same value the one that is called right before it: "from Lyon"; else the first."""
        choices, last = self._values[key], [word.key for word in words(earlier)][-_NEAR:]
        called = [(column, value) for column, value in choices if _calls(column) & set(last)]
        nearest = max(called, key=lambda each: max(last.index(k) for k in _calls(each[0]) & set(last)), default=None)
        return nearest or choices[0]

    def _partial(self, text: Sequence[Word], written: str, known: Sequence[str]) -> Iterator[Found]:
        """Parts of names, where something marks them as such: a capital, or an article before."""
        for start, end, key in _spans(text, self._parts):
            column, names = self._parts[key]
            if len(names) >= _SEVERAL and _DESCRIBING.intersection(column.label.split()):
                yield Found(start, end, column, f"{LIKE}{written[start:end]}", sure=False)
                continue
            nearby = [word.key for word in text if word.end <= start][-1:] + [w.key for w in text if w.start == start]
            if not (written[start].isupper() or _ARTICLES.intersection(nearby)):
                continue
            meant = sorted([name for name in names if name in known] or names, key=lambda name: len(name.split()))
            if len(meant) == 1 or len(meant[0].split()) < len(meant[1].split()):  # the Aero 14, not the Aero 14 Plus
                yield Found(start, end, column, meant[0], sure=False)

    def _guessed(self, text: Sequence[Word]) -> Iterator[Found]:
        from rapidfuzz import fuzz, process

        for word in text:
            if len(word.key) < _SHORTEST_GUESS or word.key in self._columns:
                continue
            likely = self._guessable.get(word.key[0], ())  # hardly anybody mistypes the first letter
            if best := process.extractOne(word.key, likely, scorer=fuzz.ratio, score_cutoff=_ALIKE):
                yield Found(word.start, word.end, *self._values[best[0]][0], sure=False)


def _calls(column: Column) -> set[str]:
    """The words by which a column is called."""
    return {word.key for name in (column.label, *column.words) for word in words(name)}


def _plurals(key: str) -> tuple[str, ...]:
    """A word and its other number."""
    if key.endswith("y") and len(key) > 3:
        return (key, key[:-1] + "ies")
    return (key, key[:-1]) if key.endswith("s") and len(key) > 3 else (key, key + "s")


def _bases(adjective: str) -> tuple[str, ...]:
    """What a comparative is made from: heavier of heavy, bigger of big, more expensive of expensive."""
    if adjective.startswith(("more ", "less ")):
        return (adjective[5:],) if adjective.startswith("more ") else ()
    if " " in adjective or not adjective.endswith("er"):
        return ()
    stem = adjective[:-2]
    doubled = len(stem) > 2 and stem[-1] == stem[-2]
    return (stem[:-1] + "y",) if stem.endswith("i") else (stem, stem + "e", *((stem[:-1],) if doubled else ()))


def _spans(text: Sequence[Word], known: Container[str]) -> list[tuple[int, int, str]]:
    """Where runs of words stand that are known, read together without blanks; none overlaps a longer one before it."""
    found, at = list[tuple[int, int, str]](), 0
    while at < len(text):
        key, longest, following = "", "", at + 1
        for end in range(at, min(at + LONGEST, len(text))):
            key += text[end].key
            if key in known:
                longest, following = key, end + 1
        if longest:
            found.append((text[at].start, text[following - 1].end, longest))
        at = following
    return found


def _parts(table: Table, column: Column, taken: set[str]) -> Iterator[tuple[str, tuple[Column, tuple[str, ...]]]]:
    """The runs of words in names that aren't whole ones, with the names that have them."""
    holders = dict[str, dict[str, None]]()
    for name in table.values(column):
        keys = [word.key for word in words(name)]
        for start in range(len(keys)):
            for end in range(start + 1, len(keys) + 1):
                key = "".join(keys[start:end])
                if end - start < len(keys) and key not in taken and len(key) > 2 and not key.isdecimal():
                    holders.setdefault(key, {})[name] = None
    return ((key, (column, tuple(names))) for key, names in holders.items())
