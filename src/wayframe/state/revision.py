"""Revision: how new wishes change those that hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Days, Party, Value, Wish
from wayframe.schema import Schema, Slot

EXACT = frozenset(("is", "around", "between"))
EXTREMES = frozenset(("least", "most"))
BOUNDS = frozenset(("at_most", "at_least"))


def revised(held: Sequence[Wish], new: Sequence[Wish], schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that hold once new ones were said: of one slot the later replaces what it contradicts."""
    wishes = _without_old_standards(held, new, schema)
    for wish in new:
        wishes = [*_kept(wishes, wish, schema), _summed(wishes, wish)]
    said = {wish.slot for wish in new}
    return tuple(_consistent(_elsewhere(wishes, schema, said), schema, said))


def travellers(wishes: Sequence[Wish], schema: Schema) -> Party:
    """Return who travels by the wishes that hold, one adult where nobody said."""
    party = _value(wishes, schema.party)
    if not isinstance(party, Party):
        return Party(adults=1)
    if party.adults or party.children:
        return Party(party.adults, party.children, party.ages)
    return Party(adults=max(party.total, 1))


def contradicts(held: Sequence[Wish], wish: Wish, schema: Schema) -> bool:
    """Return whether a new wish changes one that holds, so that it is a wish of another trip."""
    for each in held:
        if each.slot != wish.slot or each.constraint.op == "any" or each.constraint == wish.constraint:
            continue
        if not _stands(each.constraint, wish.constraint, schema.slot(wish.slot)):
            return True
    return False


def _without_old_standards(held: Sequence[Wish], new: Sequence[Wish], schema: Schema) -> list[Wish]:
    """Return the wishes without limits that an option of another place set: "cheaper" was than what was there."""
    moved = any(wish.slot == schema.place and contradicts(held, wish, schema) for wish in new)
    return [wish for wish in held if not (moved and wish.constraint.than is not None)]


def _kept(wishes: Sequence[Wish], new: Wish, schema: Schema) -> list[Wish]:
    """Return the wishes that stand beside a new one."""
    kept = list[Wish]()
    for wish in wishes:
        if wish.slot != new.slot:
            opposed = new.constraint.op in EXTREMES and wish.constraint.op in EXTREMES
            kept += [] if opposed else [wish]
        elif _stands(wish.constraint, new.constraint, schema.slot(new.slot)):
            kept += _without(wish, new)
    return kept


def _stands(old: Constraint, new: Constraint, slot: Slot | None) -> bool:
    """Return whether a constraint still holds beside a later one on its slot: of lists, all that is wished for."""
    ops = {old.op, new.op}
    if "any" in ops:
        return False
    if slot is not None and slot.kind == "list" and ops == {"is"}:
        return old.values != new.values
    if ops & EXTREMES:
        return not ops <= EXTREMES
    if "not" in ops:
        return _stands_denial(old, new)
    return ops == BOUNDS


def _stands_denial(old: Constraint, new: Constraint) -> bool:
    """Return whether a constraint still holds where it or a later one denies values."""
    if set(old.values).isdisjoint(new.values):
        return True
    if old.op == "not":
        return new.op == "not"
    return old.op not in EXACT or len(old.values) > 1


def _without(old: Wish, new: Wish) -> list[Wish]:
    """Return a wish without the values that a new one rules out; none where no value is left."""
    if (old.constraint.op, new.constraint.op) != ("is", "not"):
        return [old]
    values = tuple(value for value in old.constraint.values if value not in new.constraint.values)
    return [replace(old, constraint=replace(old.constraint, values=values))] if values else []


def _value(wishes: Sequence[Wish], slot: str) -> Value | None:
    """Return the first value of the last wish for a slot that has any."""
    for wish in reversed(wishes):
        if wish.slot == slot and wish.constraint.op != "not" and wish.constraint.values:
            return wish.constraint.values[0]
    return None


# Travellers


def _summed(wishes: Sequence[Wish], new: Wish) -> Wish:
    """Return a wish for travellers as one for all of them: those who come on top, and the children besides adults."""
    said = new.constraint.values[0] if new.constraint.values else None
    if not isinstance(said, Party):
        return new
    known = _value(wishes, new.slot)
    before = known if isinstance(known, Party) else Party(adults=1)
    return replace(new, constraint=replace(new.constraint, values=(_together(before, said),)))


def _together(before: Party, said: Party) -> Party:
    """Return the whole party where one was known and another is said."""
    if said.added:
        return _joined(before, said)
    names_adults, names_children = bool(said.adults or said.total), bool(said.children or said.total)
    if names_children and not names_adults:
        return replace(said, adults=max(before.adults, before.total - before.children, 1))
    if names_children or not names_adults or before.added:
        return said
    return replace(said, children=before.children, ages=before.ages)


def _joined(before: Party, said: Party) -> Party:
    """Return a party with those who come on top."""
    return Party(
        max(before.adults + said.adults, 0),
        max(before.children + said.children, 0),
        (*before.ages, *said.ages),
        before.total + said.adults + said.children if before.total else 0,
    )


# Wishes that exclude each other


def _elsewhere(wishes: list[Wish], schema: Schema, new: set[str]) -> list[Wish]:
    """Return the wishes without a destination that has turned out to be where the journey starts."""
    if schema.source not in new or schema.goal in new:
        return wishes
    starts = [wish.constraint.values for wish in wishes if wish.slot == schema.source]
    meant = [wish for wish in wishes if wish.slot == schema.goal and wish.constraint.op == "is"]
    overtaken = [wish for wish in meant if wish.constraint.values in starts]
    return [wish for wish in wishes if wish not in overtaken]


def _consistent(wishes: list[Wish], schema: Schema, new: set[str]) -> list[Wish]:
    """Return the wishes without an old return that a new departure has overtaken, or the other way round."""
    first, last = day_of(wishes, schema.start), day_of(wishes, schema.end)
    if first is None or last is None or first <= last:
        return wishes
    overtaken = next((slot for slot in (schema.end, schema.start) if slot not in new), "")
    return [wish for wish in wishes if wish.slot != overtaken]


def day_of(wishes: Sequence[Wish], slot: str) -> date | None:
    """Return the last day that the wishes for a slot name."""
    return max((days.last for days in _days_of(wishes, slot)), default=None)


def first_day_of(wishes: Sequence[Wish], slot: str) -> date | None:
    """Return the first day that the wishes for a slot name."""
    return min((days.first for days in _days_of(wishes, slot)), default=None)


def _days_of(wishes: Sequence[Wish], slot: str) -> list[Days]:
    values = [value for wish in wishes if wish.slot == slot for value in wish.constraint.values]
    return [value for value in values if isinstance(value, Days)]
