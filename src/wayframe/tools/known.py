"""The values that the catalogue knows: wished values in its spelling, unknown ones refused with the nearest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wayframe.errors import InputError, shown
from wayframe.meaning.records import Constraint, Text
from wayframe.schema import Slot
from wayframe.sources.places import ELSEWHERE, KNOWN_CITIES, WORLD
from wayframe.sources.protocol import Condition, Query, Source
from wayframe.tools.encoding import constraints_of, slot_named
from wayframe.values.places import Gazetteer, folded

NAMED = frozenset(("name", "category", "place", "list"))
"""The kinds of slots whose values are names that the catalogue has or hasn't."""

_NEAREST = 5
_ALIKE = 50  # of 100, that a value is worth naming


class UnknownValueError(InputError):
    """A value that the catalogue hasn't: the slot, the value, and the values that are most like it.

    `meant` are the names of which it is a slip or a part, `elsewhere` a place of which it is a slip and that the
    catalogue hasn't either.
    """

    def __init__(
        self, slot: Slot, value: str, near: Sequence[str], meant: Sequence[str] = (), elsewhere: str = ""
    ) -> None:
        hint = f"nearest: {', '.join(near)}" if near else "call values to see what there is"
        super().__init__(f"{slot.name} {shown(value)}: not in the catalogue; {hint}")
        self.slot, self.value, self.near, self.meant, self.elsewhere = slot, value, near, meant, elsewhere


def wished(source: Source, name: str, said: Any) -> list[Constraint]:
    """Return the constraints on a slot that a JSON form says, in the catalogue's spelling.

    Raises `InputError` for a slot that can't be wished for and for a value that there isn't.
    """
    slot = slot_named(source.schema, name)
    if not slot.wishable:
        raise InputError(f"slot {shown(name)}: can't be wished for, only looked at")
    return [in_catalogue(source, slot, each) for each in constraints_of(slot, said)]


def in_catalogue(source: Source, slot: Slot, constraint: Constraint) -> Constraint:
    """Return a constraint with texts as the catalogue writes them. Raises `InputError` for one that it hasn't."""
    if slot.kind not in NAMED:
        return constraint
    values = tuple(_known(source, slot, each) if isinstance(each, Text) else each for each in constraint.values)
    return Constraint(constraint.op, values, constraint.scope, strict=constraint.strict)


def _known(source: Source, slot: Slot, value: Text) -> Text:
    names = source.names(slot.name)
    said = value.value.casefold()
    for name in (*names, *slot.values):
        if name.casefold() == said:
            return Text(name)
    for name, spellings in slot.values.items():
        if said in [spelling.casefold() for spelling in spellings]:
            return Text(name)
    wide = Query((Condition(slot.name, Constraint("is", (value,))),))
    if source.search(wide, 1).items:  # a country or a part of the world
        return value
    if slot.kind == "place" and (short := Gazetteer(names).resolve(value.value)) and short[0].score == 1:
        return Text(short[0].name)  # "NYC"
    meant, elsewhere = _meant(source, slot, value.value)
    raise UnknownValueError(slot, value.value, nearest(value.value, names), meant, elsewhere)


def _meant(source: Source, slot: Slot, said: str) -> tuple[list[str], str]:
    """Return the names that somebody may mean who writes this; where there are none, the place that it is a slip of."""
    names, others = list(source.names(slot.name)), list[str]()
    if slot.kind == "place":
        names += getattr(source, "places", WORLD).areas
        others += (*KNOWN_CITIES, *ELSEWHERE)
    found = [match.name for match in Gazetteer([*names, *others]).candidates(said)]
    held = [name for name in found if name in names]
    elsewhere = [name for name in found if name not in names and folded(name) != folded(said)]
    return held, "" if held or not elsewhere else elsewhere[0]


def nearest(word: str, names: Sequence[str]) -> list[str]:
    """Return the names that are most like a word; all of them where there are few."""
    from rapidfuzz import fuzz, process, utils

    if len(names) <= _NEAREST:
        return list(names)
    found = process.extract(
        word, names, scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=_ALIKE, limit=_NEAREST
    )
    return [name for name, _, _ in found]
