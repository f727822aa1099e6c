"""Relative wishes made absolute: "cheaper" is below a price, "a day later" is another day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Clock, Constraint, Days, Money, Number, Numbered, Operator, Value, Wish
from wayframe.schema import Schema, Slot
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState


def is_of_stay(schema: Schema, name: str) -> bool:
    """Return whether a slot says when a stay begins or ends, or how long it is."""
    slot = schema.slot(name)
    return slot is not None and (name in schema.windows or slot.unit == "days")


class Standard(NamedTuple):
    """A value that a wish is measured by, and the option that has it; 0 where an earlier wish said it."""

    value: Value
    frame: int = 0


def absolute(wish: Wish, held: Sequence[Wish], state: DialogueState, schema: Schema) -> Wish:
    """Return a wish with what it is compared with put in: an option's value, else the wish as it stood.

    Of several options that are spoken of, less than them is less than the least of them, more is more than the most.
    A limit that an option set names that option, so that it goes when another place is wished for. A wish that there is
    nothing to compare with becomes one for the extreme.
    """
    slot = schema.slot(wish.slot)
    if wish.constraint.op not in ("more", "less") or slot is None:
        return wish
    standard = _standard(slot, wish.constraint, held, Denoter(state, schema))
    if standard is None:
        return replace(wish, constraint=Constraint("most" if wish.constraint.op == "more" else "least"))
    return replace(wish, constraint=_shifted(slot, wish.constraint, standard) or _limit(wish.constraint, standard))


def _limit(constraint: Constraint, standard: Standard) -> Constraint:
    """Return a comparison as a limit that the value of comparison itself doesn't meet."""
    op: Operator = "at_least" if constraint.op == "more" else "at_most"
    than = Numbered(standard.frame) if standard.frame else None
    return Constraint(op, (standard.value,), than=than, strict=True)


def _standard(slot: Slot, constraint: Constraint, held: Sequence[Wish], denoter: Denoter) -> Standard | None:
    """Return what a wish is compared with: the extreme of the options that are meant, else the last wish."""
    frames = denoter.denote(constraint.than)
    measures = denoter.measures(denoter.state.known(frames), slot.name)
    if measures:
        extreme = min if constraint.op == "less" else max
        frame = extreme(measures, key=lambda each: measures[each])
        return Standard(denoter.state.options[frame].item.values[slot.name], frame)
    wished = [wish.constraint.values[-1] for wish in held if wish.slot == slot.name and wish.constraint.values]
    return Standard(wished[-1]) if wished else None


def _shifted(slot: Slot, constraint: Constraint, standard: Standard) -> Constraint | None:
    """Return a comparison by an amount as the value that is so far away; None where none was said that fits."""
    if not constraint.values:
        return None
    shift = _SHIFTS.get((type(standard.value), type(constraint.values[0])))
    if shift is None:
        return None
    sign = 1 if constraint.op == "more" else -1
    up_to = slot.kind == "money" and constraint.op == "less"
    op: Operator = "at_most" if up_to else "is"
    if isinstance(standard.value, Days) and (slot.bearing, constraint.op) in OPEN_TOWARDS_WHAT_WAS:
        return _nearly(standard.value, constraint.values[0], sign)
    return Constraint(op, (shift(standard.value, constraint.values[0], sign),))


def _nearly(before: Days, by: Value, sign: int) -> Constraint:
    """Return a day so much earlier or later, give or take two days, but not the day that it was."""
    number = by.value if isinstance(by, Number) else 0
    nearest, furthest = _later_days(before, Number(1), sign), _later_days(before, Number(number + 2), sign)
    return Constraint("between", (furthest, nearest) if sign < 0 else (nearest, furthest))


OPEN_TOWARDS_WHAT_WAS = (("window_start", "less"), ("window_end", "more"))
"""The ways in which a day may move where any day of the stay so far would do for it, too."""


def _more_money(value: Money, by: Money, sign: int) -> Money:
    return Money(max(value.value + sign * by.value, 0), value.currency)


def _more(value: Number, by: Number, sign: int) -> Number:
    return Number(value.value + sign * by.value, value.unit)


def _later_days(value: Days, by: Number, sign: int) -> Days:
    delta = timedelta(days=sign * round(by.value))
    return Days(value.first + delta, value.last + delta)


def _later(value: Clock, by: Number, sign: int) -> Clock:
    return Clock(value.value + sign * round(by.value))


_SHIFTS: dict[tuple[type[Value], type[Value]], Callable[[Any, Any, int], Value]] = {
    (Money, Money): _more_money,
    (Number, Number): _more,
    (Days, Number): _later_days,
    (Clock, Number): _later,
}
