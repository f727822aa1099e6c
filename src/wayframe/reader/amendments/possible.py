"""Possible values: an amount that no item comes near in a column is of another one, or is but a remark."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Meaning, Money, Number, Spoken, Value, Wish, slots_in
from wayframe.reader.features import related_slots
from wayframe.reader.spans import some
from wayframe.reader.symbols import Extent, TurnSpans
from wayframe.schema import Slot
from wayframe.schema.units import ASKED_UNITS, time_in, told_in

FAR = 4.0
"""How many times as little as the least, or as much as the most, a value is that nobody means."""
NEAR, IDLE = 1.5, 2.0
"""How many times as little or as much one may be that is meant, and a limit that leaves out nothing, or everything."""
THOUSAND = 1000.0
_CEILINGS = ("at_most", "around")
_LIMITED_BY = ("operator", "operator_behind", "off_limit", "opens:operator", "scope")


def with_possible_values(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning without amounts that no item comes near: "under 800" is no screen's inches, but a price.

    One that is short of a price by thousands is of thousands: "up to 18", of a car.
    """
    moves = list[Spoken]()
    for each in meaning.moves:
        if not (isinstance(each.move, Wish) and _is_impossible(each.move, turn)):
            moves.append(each)
        elif (wish := _possible(each.move, meaning, turn)) is not None:
            moves.append(replace(each, move=wish))
    return replace(meaning, moves=tuple(moves))


def _is_impossible(wish: Wish, turn: TurnSpans) -> bool:
    """Return whether a wish is for an amount that its slot can't have, by its size or by the unit that is said."""
    amount, slot = _amount(wish), turn.schema.slot(wish.slot)
    if amount is None or slot is None or wish.constraint.than is not None:
        return False
    if slot.kind == "number" and _contradicts(_unit_said(amount, turn), slot):
        return True
    extent = turn.extent_of(wish.slot)
    return _is_idle(wish, amount, extent) or not _is_within(amount, extent, FAR)


def _possible(wish: Wish, meaning: Meaning, turn: TurnSpans) -> Wish | None:
    """Return a wish for the slot that can have the amount, if one is told by a word; None where it is but a remark."""
    amount = _amount(wish) or 0.0
    taken = slots_in(meaning.all())
    fitting = [slot for slot in turn.schema.of_kind("number", "money") if slot.name not in taken]
    fitting = [slot for slot in fitting if _suits(slot, amount, turn)]
    unit, told = _unit_said(amount, turn), _named_near(amount, turn)
    extent = turn.extent_of(wish.slot)
    is_far, is_idle = not _is_within(amount, extent, FAR), _is_idle(wish, amount, extent)
    if is_idle and not is_far and wish.slot in told:
        return wish
    named = [slot for slot in fitting if slot.name in told | _said_of_options(turn)]
    measured = [slot for slot in fitting if unit and slot.unit]
    for found in (named, measured):
        if len(found) == 1:
            return _of(wish, found[0])
    if is_far and not unit and wish.constraint.op in _CEILINGS and turn.schema.price in fitting:
        return _of(wish, turn.schema.price)
    if is_idle and (not _is_of_money(wish) or wish.slot in turn.context.asked):
        return wish
    if _is_of_money(wish) and _is_within(amount * THOUSAND, extent, NEAR):
        return replace(wish, constraint=replace(wish.constraint, values=(Money(amount * THOUSAND),)))
    return wish if wish.slot in told or _is_said_as_limit(amount, turn) else None


def _is_idle(wish: Wish, amount: float, extent: Extent | None) -> bool:
    """Return whether a limit leaves out nothing, by far: "at least 2 seats", of restaurants."""
    least, most = extent or (amount, amount)
    if wish.constraint.op == "at_most":
        return amount > most * IDLE
    return wish.constraint.op == "at_least" and amount < least / IDLE


def _amount(wish: Wish) -> float | None:
    """Return the one amount of a wish; None where it has none, or several."""
    match wish.constraint.values:
        case (Number(value=amount) | Money(value=amount),):
            return amount
    return None


def _is_of_money(wish: Wish) -> bool:
    return all(isinstance(value, Money) for value in wish.constraint.values)


def _of(wish: Wish, slot: Slot) -> Wish:
    """Return a wish as one for another slot."""
    values = tuple(_as(value, slot) for value in wish.constraint.values)
    return replace(wish, slot=slot.name, constraint=_bounded(replace(wish.constraint, values=values), slot))


def _as(value: Value, slot: Slot) -> Value:
    amount = value.value if isinstance(value, Number | Money) else 0.0
    return Money(amount) if slot.kind == "money" else Number(amount, slot.unit)


def _bounded(constraint: Constraint, slot: Slot) -> Constraint:
    """Return a constraint in which a bare amount of money is the most that one pays."""
    return replace(constraint, op="at_most") if slot.kind == "money" and constraint.op == "is" else constraint


def _is_within(amount: float, extent: Extent | None, times: float) -> bool:
    """Return whether an amount lies between the least and the most, or not so many times beyond; so it does unknown."""
    if extent is None or amount == 0:
        return True
    least, most = extent
    return least / times <= amount <= most * times


def _suits(slot: Slot, amount: float, turn: TurnSpans) -> bool:
    """Return whether an amount can be a slot's, by its size and by the unit that is said."""
    unit = _unit_said(amount, turn)
    if unit and (slot.kind == "money" or _contradicts(unit, slot)):
        return False
    return _is_within(amount, turn.extent_of(slot.name), NEAR)


def _contradicts(unit: str, slot: Slot) -> bool:
    """Return whether a unit measures something else than a slot: "up to five years" is no weight."""
    if not unit or not slot.unit or unit in slot.units or unit == slot.unit:
        return False
    return told_in(1, unit, slot.unit) is None and time_in(1, unit, slot.unit) is None


def _unit_said(amount: float, turn: TurnSpans) -> str:
    """Return the unit of measure, or of time, that stands right behind an amount; empty where none does."""
    for at in _places(amount, turn):
        behind = next((span.words.partition(" ")[0] for span in turn.spans[at + 1 : at + 2]), "")  # "years old"
        if behind in ASKED_UNITS or time_in(1, behind, "days") is not None:
            return behind
    return ""


def _places(amount: float, turn: TurnSpans) -> Iterator[int]:
    """Yield where a turn says an amount."""
    for at, span in enumerate(turn.spans):
        if amount in (span.data("number", "few"), getattr(span.data("money"), "value", None)):
            yield at


def _named_near(amount: float, turn: TurnSpans) -> set[str]:
    """Return the slots that are named, or counted by their unit, in the sentences that say an amount."""
    named = set[str]()
    for place in _places(amount, turn):
        first = last = place
        while first > 0 and not turn.spans[first - 1].has("clause_end"):
            first -= 1
        while last < len(turn.spans) and not turn.spans[last].has("clause_end"):
            last += 1
        sentence = turn.spans[first:last]
        named |= {slot for span in sentence for kind, slot in related_slots(span) if kind in _NAMING}
        words = {word for span in sentence for word in span.words.split()}
        named |= {slot.name for slot in turn.schema.slots if slot.label in words}
    return named


def _said_of_options(turn: TurnSpans) -> set[str]:
    """Return the slots of which a turn says an amount that an option at hand has: "121,000 is a lot; under 60,000"."""
    said = {span.data("number", "few") for span in turn.spans}
    return {
        slot
        for slot, values in turn.context.facts.items()
        if any(isinstance(value, Number | Money) and value.value in said for value in values)
    }


_NAMING = ("noun", "unit")


def _is_said_as_limit(amount: float, turn: TurnSpans) -> bool:
    """Return whether a word around an amount limits it, or it is written as money, or paid."""
    for at in _places(amount, turn):
        around = (*turn.spans[max(at - 2, 0) : at], *turn.spans[at + 1 : at + 3])
        if turn.spans[at].has("money") or some(around, *_LIMITED_BY) or some(turn.spans, "says:paying"):
            return True
    return False
