"""Comparisons in words: what speaks for one option and what for another, which is the extreme of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Value
from wayframe.planner.plan import Comparison, OptionView
from wayframe.realiser.draft import Draft, in_name
from wayframe.realiser.facts import tell_slot
from wayframe.realiser.slots import (
    Predicate,
    clause,
    comparative,
    extreme,
    measure_words,
    predicate,
    slot_of,
    with_stay,
)
from wayframe.schema import Slot

MOST_DIFFERENCES = 4
MOST_ALIKE = 2
FEW = 3


class Finding(NamedTuple):
    """What a comparison finds in a slot: of which options (by their places) something is so, perhaps of them alone."""

    winners: tuple[int, ...]
    said: Predicate
    alone: bool = False


def comparison(draft: Draft, part: Comparison) -> str:
    """Return in what options differ, most telling first, then in a few words what they share."""
    if not part.options:
        return ""
    options = [replace(option, values=different_values(draft, part, option)) for option in part.options]
    text = compared(draft, options, compared_slots(draft, part, options))
    shared = alike(draft, part)
    draft.note_told(part.options)
    if not text and (not shared or len(part.alike) > 1):
        text = draft.say("no_difference")
    return f"{text} {shared}".strip()


def alike(draft: Draft, part: Comparison) -> str:
    """Return the first few things that all options have."""
    values = part.options[0].values
    shared = {slot: values[slot] for slot in part.alike if values.get(slot, Flag(False)) != Flag(False)}
    few = list(with_stay(draft.locale, shared).items())[:MOST_ALIKE]
    said = [predicate(draft.locale, slot_of(draft.locale, slot), value) for slot, value in few]
    both = draft.quantifier(len(part.options))
    return draft.say("alike", both=both, predicates=clause(draft.locale, said, many=True))


def different_values(draft: Draft, part: Comparison, option: OptionView) -> dict[str, Value]:
    """Return an option's values of the slots in which it differs, without those that all names say already."""
    told = [slot for slot in part.slots if slot in option.values and not named_by_all(draft, part, slot)]
    return with_stay(draft.locale, {slot: option.values[slot] for slot in told})


def named_by_all(draft: Draft, part: Comparison, slot: str) -> bool:
    """Return whether the names of all options say their values of a slot: that one is a "Ford Fiesta"."""
    return all(in_name(draft.locale, option, slot, option.values.get(slot)) for option in part.options)


def compared_slots(draft: Draft, part: Comparison, options: Sequence[OptionView]) -> list[Slot]:
    """Return the slots to compare by: the price first, then those of which one way is better, then the others."""
    known = {slot for option in options for slot in option.values}
    told = [slot_of(draft.locale, name) for name in part.slots if name in known]
    return sorted(told, key=lambda slot: (slot.name != draft.price_slot, not slot.better))


def compared(draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot]) -> str:
    """Return the differences of options in words; empty where there are none."""
    if len(options) == 2:
        return compare_two(draft, options, slots)
    if len(slots) == 1:
        return tell_slot(draft, options, slots[0])
    return compare_many(draft, options, slots)


def compare_two(draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot]) -> str:
    """Return what speaks for one of two options and what for the other; both are named even if all speaks for one."""
    found = findings(draft, options, slots, between_two)
    clauses = clauses_of(draft, options, found)
    silent = unnamed(options, found) if clauses else []
    return draft.say("compared", clauses="; ".join(clauses), other=draft.names(silent))


def compare_many(draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot]) -> str:
    """Return which of several options stands out in what, and of each other one its most telling fact."""
    found = findings(draft, options, slots, standing_out)
    clauses = clauses_of(draft, options, found)
    clauses += most_telling(draft, unnamed(options, found), slots)
    return draft.say("compared", clauses="; ".join(clauses))


Find = Callable[[Draft, Slot, Sequence[OptionView]], list[Finding]]


def findings(draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot], find: Find) -> list[Finding]:
    """Return what is found in the most telling slots."""
    found: list[Finding] = []
    for slot in slots[:MOST_DIFFERENCES]:
        found += find(draft, slot, options)
    return found


def unnamed(options: Sequence[OptionView], found: Sequence[Finding]) -> list[OptionView]:
    """Return the options of which nothing was found."""
    named = [place for each in found for place in each.winners]
    return [option for place, option in enumerate(options) if place not in named]


def clauses_of(draft: Draft, options: Sequence[OptionView], found: Sequence[Finding]) -> list[str]:
    """Return findings in words, those of the same options together, those that are so of one alone at the end."""
    groups: dict[tuple[bool, tuple[int, ...]], list[Predicate]] = {}
    for each in sorted(found, key=lambda finding: finding.alone):
        groups.setdefault((each.alone, each.winners), []).append(each.said)
    clauses = []
    for (alone, winners), said in groups.items():
        subject = draft.names([options[place] for place in winners])
        words = clause(draft.locale, said, many=len(winners) > 1)
        clauses.append(draft.say("only_one" if alone else "gap", subject=subject, object=words))
    return clauses


def most_telling(draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot]) -> list[str]:
    """Return the most telling fact of each option that doesn't excel in any."""
    clauses = []
    for option in options:
        told = [(slot.name, option.values[slot.name]) for slot in slots if slot.name in option.values]
        details = draft.all_details(replace(option, values=dict(told[:1])))
        clauses.append(draft.say("told_each", subject=draft.name(option), details=details))
    return list(filter(None, clauses))


# Two options


def between_two(draft: Draft, slot: Slot, options: Sequence[OptionView]) -> list[Finding]:
    """Return how two options differ in a slot: which has the feature or is better, else what each of them has."""
    have = values_in(slot, options)
    if None in have or len(set(have)) == 1:
        return []
    if slot.kind == "yes_no":
        return [Finding((have.index(Flag(True)),), predicate(draft.locale, slot, Flag(True)))]
    best = best_places(slot, have) if slot.better else ()
    if len(best) != 1:
        return each_by_itself(draft, slot, have)
    side = best[0]
    return [advantage(draft, slot, side, options[side], options[1 - side])]


def advantage(draft: Draft, slot: Slot, side: int, better: OptionView, other: OptionView) -> Finding:
    """Return how one of two options is better in a slot: "be" + "cheaper ($489 against $549 for 2 adults)"."""
    said = comparative(draft.locale, slot, slot.better)
    alike = better.party == other.party
    first = measured(draft, slot, replace(better, party=None) if alike else better)
    text = draft.say("against", adjective=said.object, first=first, second=measured(draft, slot, other))
    return Finding((side,), said._replace(object=text))


def measured(draft: Draft, slot: Slot, option: OptionView) -> str:
    """Return the value that an option is compared by, a price with whom it is for."""
    if slot.name == draft.price_slot:
        return draft.price(option)
    return measure_words(draft.locale, slot, option.values[slot.name])


def values_in(slot: Slot, options: Sequence[OptionView]) -> list[Value | None]:
    """Return the values that options have in a slot."""
    return [option.values.get(slot.name) for option in options]


def each_by_itself(draft: Draft, slot: Slot, have: Sequence[Value | None]) -> list[Finding]:
    """Return what each option has in a slot."""
    known = [(place, value) for place, value in enumerate(have) if value is not None]
    return [Finding((place,), predicate(draft.locale, slot, value)) for place, value in known]


# The better of values


def rank(value: Value | None) -> float | None:
    """Return a value as a number by which it comes before or after others; None where it has no order."""
    if isinstance(value, Number | Money | Clock):
        return value.value
    return value.first.toordinal() if isinstance(value, Days) else None


def best_places(slot: Slot, have: Sequence[Value | None]) -> tuple[int, ...]:
    """Return the places of the best of several values; the least where neither way is better, none without an order."""
    ranks = {place: number for place, value in enumerate(have) if (number := rank(value)) is not None}
    if not ranks:
        return ()
    better = max if slot.better == "more" else min
    best = better(ranks.values())
    return tuple(place for place, number in ranks.items() if number == best)


# Several options


def standing_out(draft: Draft, slot: Slot, options: Sequence[OptionView]) -> list[Finding]:
    """Return which options stand out in a slot: by its extreme, by a feature, else each of a few by its own value."""
    have = values_in(slot, options)
    if len(set(have)) == 1:
        return []
    if slot.kind == "yes_no":
        return by_feature(draft, slot, have)
    winners = best_places(slot, have) if slot.better else ()
    if not winners:
        return each_by_itself(draft, slot, have) if len(options) <= FEW else []
    said = extreme(draft.locale, slot, slot.better)
    text = draft.say("extreme", extreme=said.object, value=measured(draft, slot, options[winners[0]]))
    return [Finding(winners, said._replace(object=text))]


def by_feature(draft: Draft, slot: Slot, have: Sequence[Value | None]) -> list[Finding]:
    """Return which options have a feature; the one that alone has it, or alone lacks it, stands out."""
    yes = tuple(place for place, value in enumerate(have) if value == Flag(True))
    no = tuple(place for place, value in enumerate(have) if value == Flag(False))
    if len(no) == 1 < len(yes):
        return [Finding(no, predicate(draft.locale, slot, Flag(False)), alone=True)]
    if not yes:
        return []
    return [Finding(yes, predicate(draft.locale, slot, Flag(True)), alone=len(yes) == 1)]
