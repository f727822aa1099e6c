"""The name of a row: a column, or a template of columns ("{make} {model} {year}") where no column tells rows apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from wayframe.errors import InputError, shown
from wayframe.schema.concepts import column_words
from wayframe.schema.kinds import is_short
from wayframe.schema.rawtable import RawTable
from wayframe.schema.records import Slot

ROW = "#"
"""What stands for the number of the row in a template."""

_UNLIKE = 0.9  # share of rows with a value of their own, from which on a column names them
_NEARLY = 0.5  # the same of a column that is called a name
_MOST_COLUMNS = 3  # of a template
_LONGEST = 60  # characters that a column of names has on average
_FIELD = re.compile(r"\{([^{}]+)\}")
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


def is_template(name: str) -> bool:
    """Return whether a name is a template of columns rather than a column."""
    return bool(_FIELD.search(name))


def chosen(raw: RawTable, slots: Sequence[Slot], item: str) -> RowName:
    """Return how rows are called: by a name, by a text of their own, by columns together, else by their number."""
    candidates = [_Candidate(slot, raw.column(place)) for place, slot in enumerate(slots)]
    rows = len(raw.rows)
    texts = [each for each in candidates if _is_text(each)]
    if parts := _in_parts(texts):
        return RowName(" ".join(f"{{{each.slot.header}}}" for each in parts), "by name parts of a name")
    called = [each for head in column_words().name for each in texts if head in each.slot.label.casefold().split()]
    for each in called:
        if each.unlike >= _UNLIKE * rows:
            return RowName(each.slot.header, "by name a name")
    for each in texts:
        if each.unlike > _UNLIKE * rows:
            return RowName(each.slot.header, "tells rows apart")
    for each in called:
        if each.unlike > _NEARLY * rows:
            return _shared(each)
    return _together(candidates, rows) or _numbered(candidates, rows, item)


def values(raw: RawTable, name: str, apart: Iterable[str]) -> list[str]:
    """Return the name of each row, empty where it has none; `apart` are headers that tell rows of one name apart.

    Raises `InputError` where a template has a column that isn't there.
    """
    made = _made(raw, name)
    shared = _shared_places(made)
    for header in apart:
        if not shared:
            break
        column = raw.column(raw.header.index(header))
        several = [places for places in shared if len({column[place].casefold() for place in places}) > 1]
        for place in (place for places in several for place in places if column[place].strip()):
            made[place] = f"{made[place]} ({' '.join(column[place].split())})"
        shared = _shared_places(made)
    for places in shared:
        for number, place in enumerate(places[1:], 2):
            made[place] = f"{made[place]} ({number})"
    return made


def _made(raw: RawTable, name: str) -> list[str]:
    if not is_template(name):
        return [" ".join(text.split()) for text in raw.column(raw.header.index(name))]
    unknown = [field for field in _FIELD.findall(name) if field not in (*raw.header, ROW)]
    if unknown:
        raise InputError(f"{raw.source}: name: no column {shown(unknown[0])}: expected some of {', '.join(raw.header)}")
    places = {header: place for place, header in enumerate(raw.header)}
    return [_filled(name, cells, places, number) for number, (_, cells) in enumerate(raw.rows, 1)]


def _filled(template: str, cells: Sequence[str], places: dict[str, int], number: int) -> str:
    def value(field: re.Match[str]) -> str:
        return str(number) if field[1] == ROW else cells[places[field[1]]]

    return " ".join(_FIELD.sub(value, template).split())


def _shared_places(names: Sequence[str]) -> list[list[int]]:
    """Return the rows that share a name, in groups."""
    places = dict[str, list[int]]()
    for place, name in enumerate(names):
        if name:
            places.setdefault(name.casefold(), []).append(place)
    return [group for group in places.values() if len(group) > 1]


def _is_text(candidate: _Candidate) -> bool:
    if candidate.slot.kind not in ("text", "category", "place", "list"):
        return False
    return sum(map(len, candidate.texts)) <= _LONGEST * len(candidate.texts)


def _in_parts(texts: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the columns that name a person together: first and last name."""
    for words in column_words().parts:
        found = [each for word in words for each in texts if word in each.slot.label.casefold().split()]
        if len(found) == len(words):
            return found
    return []


def _shared(named: _Candidate) -> RowName:
    doubt = f"some rows share a name; others may be better: name = '{{{named.slot.header}}} {{…}}'"
    return RowName(named.slot.header, "by name a name", (doubt,))


def _together(candidates: Sequence[_Candidate], rows: int) -> RowName | None:
    """Return the fewest columns that tell all rows apart together, taken one by one by how much each adds."""
    telling = [each for each in candidates if _is_telling(each)]
    taken = list[_Candidate]()
    while telling and len(taken) < _MOST_COLUMNS:
        best = max(telling, key=lambda each: _told_apart([*taken, each]))
        telling.remove(best)
        taken.append(best)
        if _told_apart(taken) == rows:
            taken.sort(key=lambda each: (_RANKS.get(each.slot.kind, 2), candidates.index(each)))
            headers = " ".join(f"{{{each.slot.header}}}" for each in taken)
            return RowName(headers, "tell rows apart", (_MORE_NAMES,))
    return None


_RANKS = {"category": 0, "place": 0, "text": 0, "number": 1}
_MORE_NAMES = "no column names the rows: name = '{…} {…}' takes any columns"


def _is_telling(candidate: _Candidate) -> bool:
    """Return whether one would say a column's values to tell rows apart: words, days and years, no measures."""
    kind = candidate.slot.kind
    if kind in ("category", "place", "date"):
        return True
    if kind == "text":
        return all(map(is_short, set(candidate.texts)))
    return kind == "number" and all(text.isdecimal() and int(text) in _YEARS for text in candidate.texts)


def _told_apart(candidates: Sequence[_Candidate]) -> int:
    return len(set(zip(*(each.texts for each in candidates), strict=True)))


def _numbered(candidates: Sequence[_Candidate], rows: int, item: str) -> RowName:
    """Return names with the number that a column has for each row, else with that of the row itself."""
    called = item.capitalize()
    for each in candidates:
        is_key = not column_words().key.isdisjoint(each.slot.label.casefold().split())
        if is_key and each.unlike == rows and each.slot.kind == "number":
            return RowName(f"{called} {{{each.slot.header}}}", "a number tells rows apart")
    return RowName(f"{called} {{{ROW}}}", "nothing tells rows apart", (_MORE_NAMES,))


def telling_apart(raw: RawTable, slots: Sequence[Slot], name: str) -> tuple[str, ...]:
    """Return the headers of columns that tell rows of one name apart, the best first; none where no rows share one."""
    shared = _shared_places(_made(raw, name))
    if not shared:
        return ()
    parts = _FIELD.findall(name) if is_template(name) else [name]
    splits = dict[str, int]()
    for place, header in enumerate(raw.header):
        slot = next((slot for slot in slots if slot.header == header), None)
        if slot is None or header in parts:
            continue
        candidate = _Candidate(slot, raw.column(place))
        groups = _groups(candidate, shared)
        if groups > len(shared) and _is_telling(candidate):
            splits[header] = groups
    return tuple(sorted(splits, key=splits.__getitem__, reverse=True))


def _groups(candidate: _Candidate, shared: Sequence[Sequence[int]]) -> int:
    """Return into how many a column parts the groups of rows that share a name."""
    return sum(len({candidate.texts[place] for place in places}) for places in shared)
