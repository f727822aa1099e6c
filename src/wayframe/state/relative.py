"""Relative wishes made absolute: "cheaper" is below a price, "a day later" is another day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from msgspec.structs import replace

from wayframe.meaning.records import Clock, Constraint, Days, Money, Number, Reference, Value, Wish
from wayframe.schema import Schema, Slot
from wayframe.sources.constraints import order
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState


def absolute(wish: Wish, held: Sequence[Wish], state: DialogueState, schema: Schema) -> Wish:
    """Return a wish with what it is compared with put in: an option's value, else the wish as it stood.

    Of several options that are spoken of, less than them is less than the least of them, more is more than the most.
    A wish that there is nothing to compare with becomes one for the extreme.
    """
    constraint = wish.constraint
    slot = schema.slot(wish.slot)
    if constraint.op not in ("more", "less") or slot is None:
        return wish
    value = _compared_with(slot, constraint.op, constraint.than, held, state, schema)
    if value is None:
        return replace(wish, constraint=Constraint("most" if constraint.op == "more" else "least"))
    if constraint.values:
        shifted = _shifted(value, constraint.values[0], 1 if constraint.op == "more" else -1)
        if shifted is not None:
            exact = "at_most" if slot.kind == "money" and constraint.op == "less" else "is"
            return replace(wish, constraint=Constraint(exact, (shifted,)))  # type: ignore[arg-type]
    limit = "at_least" if constraint.op == "more" else "at_most"
    return replace(wish, constraint=Constraint(limit, (value,), strict=True))  # type: ignore[arg-type]


def _compared_with(
    slot: Slot, op: str, than: Reference | None, held: Sequence[Wish], state: DialogueState, schema: Schema
) -> Value | None:
    denoter = Denoter(state, schema)
    frames = denoter.denote(than) if than is not None else denoter.spoken_of()
    values = [
        v for f in frames if f in state.options and (v := state.options[f].item.values.get(slot.name)) is not None
    ]
    measured = [(number, value) for value in values if (number := order(value)) is not None]
    if measured:
        choose = min if op == "less" else max
        return choose(measured, key=lambda pair: pair[0])[1]
    wished = [w.constraint.values[-1] for w in held if w.slot == slot.name and w.constraint.values]
    return wished[-1] if wished else None


def _shifted(value: Value, by: Value, sign: int) -> Value | None:
    """Return a value moved by an amount of its kind."""
    match value, by:
        case Money(amount, currency), Money(difference):
            return Money(max(amount + sign * difference, 0), currency)
        case Number(amount, unit), Number(difference):
            return Number(amount + sign * difference, unit)
        case Days(first, last), Number(days):
            delta = timedelta(days=sign * round(days))
            return Days(first + delta, last + delta)
        case Clock(minutes), Number(difference):
            return Clock(minutes + sign * round(difference))
    return None
