"""Revision: how new wishes change those that hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Days, Party, Wish
from wayframe.schema import Schema

EXACT = frozenset(("is", "around", "between"))
EXTREMES = frozenset(("least", "most"))


def revised(held: Sequence[Wish], new: Sequence[Wish], schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that hold once new ones were said: of one slot the later replaces what it contradicts."""
    wishes = list(held)
    for wish in new:
        wishes = [*_kept(wishes, wish), _summed(wishes, wish)]
    said = {wish.slot for wish in new}
    return tuple(_consistent(_elsewhere(wishes, schema, said), schema, said))


def _elsewhere(wishes: Sequence[Wish], schema: Schema, new: set[str]) -> list[Wish]:
    """Return the wishes without a destination that has turned out to be where the journey starts."""
    source = next((slot.name for slot in schema.slots if slot.role == "source"), "")
    goal = next((slot.name for slot in schema.slots if slot.role == "goal"), "")
    if source not in new or goal in new:
        return list(wishes)
    starts = [value for wish in wishes if wish.slot == source for value in wish.constraint.values]
    return [
        wish
        for wish in wishes
        if wish.slot != goal or wish.constraint.op != "is" or list(wish.constraint.values) != starts
    ]


def travellers(wishes: Sequence[Wish], schema: Schema) -> Party:
    """Return who travels by the wishes that hold, one adult where nobody said."""
    slots = schema.of_kind("party")
    said = [w.constraint.values[0] for w in wishes if slots and w.slot == slots[0].name and w.constraint.values]
    party = said[-1] if said else None
    if not isinstance(party, Party):
        return Party(adults=1)
    if not (party.adults or party.children):
        return Party(adults=max(party.total, 1))
    return Party(party.adults, party.children, party.ages)


def contradicts(held: Sequence[Wish], wish: Wish) -> bool:
    """Return whether a new wish changes one that holds, so that it is a wish of another trip."""
    same = [each for each in held if each.slot == wish.slot and each.constraint.op != "any"]
    return any(not _stands(each.constraint, wish.constraint) and each.constraint != wish.constraint for each in same)


def _kept(wishes: Sequence[Wish], new: Wish) -> list[Wish]:
    """Return the wishes that stand beside a new one."""
    kept = list[Wish]()
    for wish in wishes:
        if wish.slot != new.slot:
            opposed = new.constraint.op in EXTREMES and wish.constraint.op in EXTREMES
            if not opposed:
                kept.append(wish)
            continue
        if _stands(wish.constraint, new.constraint):
            kept.append(_without(wish, new))
    return [wish for wish in kept if wish.constraint.values or wish.constraint.op not in ("is", "not")]


def _stands(old: Constraint, new: Constraint) -> bool:
    """Return whether a constraint still holds beside a later one on its slot."""
    if "any" in (old.op, new.op):
        return False
    if new.op in EXTREMES or old.op in EXTREMES:
        return old.op not in EXTREMES or new.op not in EXTREMES
    if new.op == "not":
        return old.op not in EXACT or set(old.values).isdisjoint(new.values) or len(old.values) > 1
    if old.op == "not":
        return set(old.values).isdisjoint(new.values)
    return {old.op, new.op} == {"at_most", "at_least"}


def _without(old: Wish, new: Wish) -> Wish:
    """Return a wish without the values that a new one rules out."""
    if new.constraint.op != "not" or old.constraint.op != "is":
        return old
    values = tuple(value for value in old.constraint.values if value not in new.constraint.values)
    return replace(old, constraint=replace(old.constraint, values=values))


def _summed(wishes: Sequence[Wish], new: Wish) -> Wish:
    """Return a wish for travellers as one for all of them: those who come on top, and the children besides adults."""
    values = new.constraint.values
    party = values[0] if values else None
    if not isinstance(party, Party):
        return new
    known = next((w.constraint.values[0] for w in reversed(wishes) if w.slot == new.slot and w.constraint.values), None)
    before = known if isinstance(known, Party) else Party(adults=1)
    if not party.added and party.children and not (party.adults or party.total):
        return _with_party(new, replace(party, adults=max(before.adults, before.total - before.children, 1)))
    if not party.added:
        stay = party.adults and not party.children and not party.total and before.children and not before.added
        return _with_party(new, replace(party, children=before.children, ages=before.ages)) if stay else new
    together = Party(
        before.adults + party.adults,
        before.children + party.children,
        (*before.ages, *party.ages),
        before.total + party.adults + party.children if before.total else 0,
    )
    return _with_party(new, together)


def _with_party(wish: Wish, party: Party) -> Wish:
    return replace(wish, constraint=replace(wish.constraint, values=(party,)))


def _consistent(wishes: Sequence[Wish], schema: Schema, new: set[str]) -> list[Wish]:
    """Return the wishes without an old return that a new departure has overtaken, or the other way round."""
    starts = [slot.name for slot in schema.slots if slot.bearing == "window_start"]
    ends = [slot.name for slot in schema.slots if slot.bearing == "window_end"]
    if not starts or not ends:
        return list(wishes)
    start, end = _day(wishes, starts[0]), _day(wishes, ends[0])
    if start is None or end is None or start <= end:
        return list(wishes)
    stale = ends[0] if ends[0] not in new else starts[0] if starts[0] not in new else ""
    return [wish for wish in wishes if wish.slot != stale]


def _day(wishes: Sequence[Wish], slot: str) -> date | None:
    days = [v.last for w in wishes if w.slot == slot for v in w.constraint.values if isinstance(v, Days)]
    return max(days) if days else None
