"""Figures in words: sums, differences, shares, counts, and the values that a slot has in the catalogue."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Money, Number, Value
from wayframe.planner.plan import Figure, ValuesOf
from wayframe.realiser.draft import Draft, frames_of
from wayframe.realiser.nouns import plural
from wayframe.realiser.slots import slot_of
from wayframe.realiser.values import number_words, party_words, value_words
from wayframe.realiser.wishes import adjective_wishes, adjective_words, condition_words, value_list
from wayframe.schema import Slot


def figure(draft: Draft, part: Figure) -> str:
    """Return a number that was worked out."""
    return FIGURES[part.kind](draft, part)


def figure_slot(draft: Draft, part: Figure) -> Slot:
    """Return the slot that a figure is of; the price where it names none."""
    return slot_of(draft.locale, part.slot or draft.price_slot)


def whom_for(draft: Draft, part: Figure) -> str:
    """Return whom a figure's prices are for; empty where that is plain, or where it isn't one party."""
    parties = {option.party for option in part.options} - {None, draft.usual_party}
    (party,) = parties if len(parties) == 1 else (None,)
    return party_words(draft.locale, party) if party else ""


def total(draft: Draft, part: Figure) -> str:
    """Return a sum: "Together $4,136.91."."""
    named = len(part.options) == 1 or draft.is_focus(part.options)
    return draft.say(
        "sum",
        value=value_words(draft.locale, figure_slot(draft, part), part.value),
        names="" if named else draft.names(part.options),
        party=whom_for(draft, part),
    )


def difference(draft: Draft, part: Figure) -> str:
    """Return a difference of two options: "The Anselm costs $192.46 more than the Terrazza."."""
    slot = figure_slot(draft, part)
    value = amount_words(draft, slot, part.value)
    size = size_of(part.value)
    if not size:
        return draft.say("no_difference_in", label=slot.label)
    if len(part.options) != 2:
        return draft.say("difference", value=value)
    larger, smaller = part.options if size > 0 else reversed(part.options)
    draft.focus = frames_of(part.options)
    adjectives = [word for word in slot.more if " " not in word]
    return draft.say(
        "difference_money" if isinstance(part.value, Money) else "difference_other",
        first=draft.name(larger),
        second=draft.name(smaller),
        value=value,
        adjective=next(iter(adjectives), ""),
        label="" if adjectives else slot.label,
    )


def size_of(value: Value) -> float:
    """Return a figure as a number."""
    return value.value if isinstance(value, Number | Money) else 0


def amount_words(draft: Draft, slot: Slot, value: Value) -> str:
    """Return the size of a difference in words, without its sign."""
    if isinstance(value, Money):
        return value_words(draft.locale, slot, Money(abs(value.value), value.currency))
    if isinstance(value, Number):
        return number_words(draft.locale, Number(abs(value.value), value.unit), slot.unit)
    return value_words(draft.locale, slot, value)


def share(draft: Draft, part: Figure) -> str:
    """Return a share: "$1,174.19 each", "$487.05 a night"."""
    others = [option for option in part.options if option.frame not in draft.focus]
    return draft.say(
        "share",
        value=value_words(draft.locale, figure_slot(draft, part), part.value),
        by=draft.count(int(part.by)) if part.by and not part.scope else "",
        scope=draft.wording.scopes.get(part.scope, ""),
        name=draft.name(others[0]) if len(others) == 1 else "",
    )


def shares(draft: Draft, parts: Sequence[Figure]) -> str:
    """Return the shares of several options as one sentence: "$359.01 each for the Anselm and $447.45 for the Court"."""
    scope = draft.wording.scopes.get(parts[0].scope, "")
    clauses = list[str]()
    for part in parts:
        value = value_words(draft.locale, figure_slot(draft, part), part.value)
        said = "" if clauses else scope
        clauses.append(draft.say("share_each", value=value, scope=said, name=draft.names(part.options)))
    return draft.say("clause", clause=draft.listing(clauses))


def count(draft: Draft, part: Figure) -> str:
    """Return how many items fulfil wishes."""
    number = int(size_of(part.value))
    adjectives = adjective_wishes(draft.locale, part.wishes)
    places = [wish for wish in part.wishes if wish.slot == draft.schema.place and wish.constraint.op == "is"]
    others = [wish for wish in part.wishes if wish not in (*adjectives, *places)]
    place_slot = slot_of(draft.locale, draft.schema.place)
    return draft.say(
        COUNTS.get(number, "count_many"),
        value=draft.count(number),
        adjectives=adjective_words(draft.locale, adjectives),
        item=draft.item,
        items=draft.items,
        place=" ".join(value_list(draft.locale, place_slot, wish.constraint.values) for wish in places),
        wishes=condition_words(draft.locale, others),
        options=draft.listing([draft.heading(option, place=False) for option in part.options]),
    )


COUNTS = {0: "count_none", 1: "count_one"}
FIGURES = {"sum": total, "difference": difference, "share": share, "count": count}


def values_of(draft: Draft, part: ValuesOf) -> str:
    """Return the values that a slot has, or from where to where it goes."""
    slot = slot_of(draft.locale, part.slot)
    words = [value_words(draft.locale, slot, value) for value in part.values]
    if not words:
        return draft.say("missing", labels=slot.label)
    if part.range and words[0] != words[-1]:
        return draft.say("range", label=slot.label, first=words[0], last=words[-1])
    if part.total > len(words):
        labels = plural(draft.wording, slot.label)
        return draft.say("values_some", total=draft.count(part.total), labels=labels, values=", ".join(words))
    return draft.say("values_all", values=draft.listing(list(dict.fromkeys(words))))
