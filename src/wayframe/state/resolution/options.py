"""Options: what they have of what a turn says of them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import Money, Numbered, Party, Wish
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter, Frames
from wayframe.state.records import Step
from wayframe.state.wishes import travellers


def has_already(frame: int, wish: Wish, denoter: Denoter) -> bool:
    """Return whether an option is as wished, and was priced for the people that are wished for."""
    if any(isinstance(value, Party) and value.added for value in wish.constraint.values):
        return False
    if wish.slot == denoter.schema.party:
        said = travellers((wish,), denoter.schema)
        option = denoter.state.options[frame]
        return (said.adults, said.children) == (option.party.adults, option.party.children)
    return denoter.fulfils(frame, (wish,))


def is_priced_for(frame: int, wish: Wish, denoter: Denoter) -> bool:
    """Return whether an option was priced for just those whom a wish names."""
    return wish.constraint.values == (denoter.state.options[frame].party,)


def says_nothing_new(frame: int, wish: Wish, denoter: Denoter) -> bool:
    """Return whether an option has what is wished for, the ages of those who travel, too."""
    ages = [age for value in wish.constraint.values if isinstance(value, Party) for age in value.ages]
    return has_already(frame, wish, denoter) and (not ages or is_priced_for(frame, wish, denoter))


def has_told(frame: int, wish: Wish, denoter: Denoter) -> bool:
    """Return whether an option is as it is told: has a price to the whole number, fulfils any other wish."""
    slot, value = denoter.schema.slot(wish.slot), next(iter(wish.constraint.values), None)
    if slot and slot.kind == "money" and isinstance(value, Money) and not wish.constraint.strict:
        had = denoter.measures((frame,), wish.slot).get(frame, 0.0)
        return value.value in (had, int(had), round(had))
    return denoter.fulfils(frame, (wish,))


def called_alike(frame: int, denoter: Denoter) -> Frames:
    """Return the options that have the name of one, each item once."""
    name = denoter.schema.name
    called = denoter.state.value(frame, name)
    return tuple(each for each in denoter.shown() if denoter.state.value(each, name) == called)


def wishes_for_option(wishes: Sequence[Wish], frame: int) -> list[Step]:
    """Return wishes for an option, relative ones measured by it."""
    this, found = Numbered(frame), list[Step]()
    for wish in wishes:
        constraint = wish.constraint
        if constraint.is_relative:
            constraint = replace(constraint, than=this)
        found.append(Step(Wish(wish.slot, constraint, this), (frame,)))
    return found


def classes_of_stay(schema: Schema) -> list[str]:
    """Return the categories in which the same stay can be had otherwise, but for what it is and where."""
    fixed = (schema.name, schema.place, schema.source)
    return [slot.name for slot in schema.of_kind("category") if schema.windows and slot.name not in fixed]
