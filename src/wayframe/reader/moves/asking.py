"""Asking: the questions of clauses, for facts, prices, differences and what there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Booked,
    Compare,
    Constraint,
    Described,
    Every,
    Extreme,
    Flag,
    It,
    Move,
    Numbered,
    Other,
    Recall,
    Reference,
    Shown,
    Together,
    Wish,
)
from wayframe.reader.clause_features import asked_of_one, measured_by
from wayframe.reader.clauses import SIDES, ClauseReading
from wayframe.reader.people import heads
from wayframe.reader.references import joint, together
from wayframe.reader.spans import Span
from wayframe.reader.values import SchemaParts
from wayframe.schema import Schema
from wayframe.schema.units import told_in

# What is so of options


def ask_facts(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots."""
    slots = (read.schema.by_name[name] for name in read.asked_slots)
    other = any(told_in(1, slot.unit, read.asked_unit) not in (None, 1) for slot in slots)
    return [Ask("facts", read.asked_slots, read.reference(), unit=read.asked_unit if other else "")]


def ask_facts_there(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots of the option in a place: "when is it that we leave for Rome?"."""
    booked = Booked() if read.context.booked else None
    return [Ask("facts", read.asked_slots, Described(read.places, booked))]


def ask_overview(read: ClauseReading) -> Sequence[Move]:
    """Ask for all that there is to tell."""
    return [Ask("facts", of=read.reference())]


def ask_choice(read: ClauseReading) -> Sequence[Move]:
    """Ask for the value of a slot by naming several: "is it economy or business?"."""
    return [Ask("facts", (read.choice,), read.reference())]


def ask_again(read: ClauseReading) -> Sequence[Move]:
    """Ask of an option what the turn before asked of another: "and the second?"."""
    return [replace(asked, of=read.reference()) for asked in asked_of_one(read.context.moves)]


def ask_held(read: ClauseReading) -> Sequence[Move]:
    """Ask whether something is so of options."""
    return [Ask("holds", of=read.reference(), wishes=read.asked)]


def ask_held_there(read: ClauseReading) -> Sequence[Move]:
    """Ask about the option in a place: "is there a gym in Rome?"."""
    rest = tuple(wish for wish in read.asked if wish not in read.places)
    return [Ask("holds", of=Described(read.places), wishes=rest)]


def ask_whether_so(read: ClauseReading) -> Sequence[Move]:
    """Ask whether an option has what is named with its lack: "furnished or not"."""
    return [
        Ask("holds", of=read.reference() or It(), wishes=(Wish(read.asked[0].slot, Constraint("is", (Flag(True),))),))
    ]


def ask_unmentioned(read: ClauseReading) -> Sequence[Move]:
    """Ask whether an option has what wasn't told of it: "you didn't mention breakfast", "no word of a gym"."""
    wishes = (Wish(wish.slot, Constraint("is", (Flag(True),))) for wish in read.asked)
    return [Ask("holds", of=read.reference(), wishes=tuple(wishes))]


def ask_standing(read: ClauseReading) -> Sequence[Move]:
    """Ask where an option stands among the others in what it is judged by: "is it big?", "that's cheap"."""
    assert read.judged is not None
    own = read.reference() or It()
    return [Ask("facts", (read.judged.slot,), Together((own, Other())))]


def ask_which(read: ClauseReading) -> Sequence[Move]:
    """Ask of which options something is so: "which of them have wifi?"."""
    return [Ask("which", of=read.reference() or Every(), wishes=read.asked)]


def ask_which_has_it(read: ClauseReading) -> Sequence[Move]:
    """Ask of which options that is so what was asked before: "which of the ones you showed me does have it?"."""
    shown = Shown() if "shown" in read.said else Every()
    return [Ask("which", of=together(read.meant) or shown)]


def ask_whether_it_has_it(read: ClauseReading) -> Sequence[Move]:
    """Ask of an option whether that is so what was said before: "I do need wifi. Does this one have it?"."""
    return [Ask("which", of=read.reference() or It())]


def ask_reason(read: ClauseReading) -> Sequence[Move]:
    """Ask why; of a value, why it is as it is: "why is it so cheap?"."""
    slots = tuple(dict.fromkeys(_slots_of_why(read.own)))
    return [Ask("reason", slots, read.reference())]


def _slots_of_why(spans: Sequence[Span]) -> Iterator[str]:
    """Yield the slots of values of which a clause asks why they are so: "so cheap", "only rated 3.4"."""
    numbered = any(span.has("number") for span in spans)
    for span in spans:
        yield from (str(slot) for slot, *_ in span.every("adjective")[:1])
        if numbered:
            yield from map(str, span.every("noun")[:1])


# Prices


def ask_price(read: ClauseReading) -> Sequence[Move]:
    """Ask what an option costs, which tells for whom: "is that for both of us?"."""
    return [Ask("facts", (read.price,), read.reference())]


def ask_price_for(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots for other people; what that is of an option is for the whole turn to say."""
    return [*read.asked, *ask_facts(read)]


def ask_price_checked(read: ClauseReading) -> Sequence[Move]:
    """Ask whether a price is the amount that is named, for the people who are named."""
    amounts = tuple(wish for wish in read.wishes if wish.slot == read.price)
    people = [wish for wish in read.wishes if wish not in amounts]
    return [*people, Ask("holds", of=read.reference(), wishes=amounts)]


def ask_total(read: ClauseReading) -> Sequence[Move]:
    """Ask for the sum of prices: of what is named, of what is booked, else what is spoken of comes to."""
    booked = Booked() if read.context.booked else None
    price = next((slot for slot in read.measured if read.schema.by_name[slot].kind == "money"), read.price)
    if booked and "whole" in read.said and not read.strong:
        return [Ask("sum", (price,), booked)]  # "what is it all costing me?"
    people = 0 if read.schema.party else sum(heads(phrase.party) for phrase in read.clause.parties)
    return [Ask("sum", (price,), read.reference() or booked, by=people)]


def ask_left(read: ClauseReading) -> Sequence[Move]:
    """Ask what is left of the budget, or of the amount that is named: "how much of our 9 grand is left?".

    Where no amount is known, and something is booked, what is left is what is booked still. Which ones are left is
    asked of options: "which are left under 12,000?" wishes for them.
    """
    if "which" in read.cues and read.wishes:
        return read.wishes
    limited = any(wish.slot == read.price for wish in (*read.wishes, *read.context.wishes))
    if read.context.booked and read.reference() == Other() and not (limited or read.nouns):
        return [Recall("bookings")]
    said = [wish.constraint for wish in read.wishes if wish.slot == read.price and wish.constraint.values]
    amounts = tuple(Wish(read.price, replace(each, op="at_most", values=each.values[-1:])) for each in said)
    orders = [wish for wish in read.wishes if wish.constraint.op in ("least", "most")]  # "what's left, lightest first?"
    return [*orders, Ask("left", (read.price,), read.reference(), amounts)]


def ask_share(read: ClauseReading) -> Sequence[Move]:
    """Ask for a price by person or night, in the class that is named: "what is that per head in business?"."""
    there = Described(read.places) if read.places and read.context.offered else None
    classes = [wish for wish in read.wishes if wish not in read.places and _is_class(wish, read.schema)]
    share = Ask("share", (read.price,), read.reference() or there, scope=read.scopes[0])  # type: ignore[arg-type]
    return [*classes, share]


def ask_share_of_one(read: ClauseReading) -> Sequence[Move]:
    """Ask for a price by person where several travel: "how much is it for one person?"."""
    return [Ask("share", (read.price,), read.reference(), scope="person")]


def ask_by_measure(read: ClauseReading) -> Sequence[Move]:
    """Ask for a price by what it buys: "what's the rent per square metre?"; "the cheapest per m2" is one of all."""
    reference = read.reference()
    picks = isinstance(reference, Extreme) and reference.of is None
    return [Ask("share", (read.price, measured_by(read)), Every() if picks else reference)]


def _is_class(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for a class in which the same stay may be had, not for what it is or where."""
    slot, fixed = schema.slot(wish.slot), (schema.name, schema.place, schema.source)
    return bool(schema.windows) and slot is not None and slot.kind == "category" and slot.name not in fixed


def ask_cheapest_days(read: ClauseReading) -> Sequence[Move]:
    """Ask on which days what is wished for costs least: "when is it cheapest to fly to Rome?"."""
    wishes = [wish for wish in read.wishes if wish.slot != read.price]
    return [*wishes, Ask("extreme", read.schema.windows[:1], wishes=(Wish(read.price, Constraint("least")),))]


# Comparisons


def ask_difference(read: ClauseReading) -> Sequence[Move]:
    """Ask how far options are apart, in what is compared or named, else in price; or from those of other days."""
    slots = (*(wish.slot for wish in read.compared), *read.measured, read.price)
    moved = tuple(wish for wish, slot in read.held if wish.constraint.is_relative and slot.bearing in SIDES.values())
    return [Ask("difference", slots[:1], _what_is_compared(read), wishes=moved)]


def compare(read: ClauseReading) -> Sequence[Move]:
    """Compare options, by the slots that are named."""
    return [Compare(_what_is_compared(read), read.nouns)]


def compare_too(read: ClauseReading) -> Sequence[Move]:
    """Compare what is named with those that were compared before: "put the third in as well"."""
    slots = next((move.slots for move in read.context.moves if isinstance(move, Compare)), ())
    before = [Numbered(frame) for frame in read.context.focus]
    return [Compare(joint([*before, *(each.reference for each in read.strong)]), slots)]


def _what_is_compared(read: ClauseReading) -> Reference | None:
    """Return what is compared: all that is named, a pronoun, options that wishes describe."""
    parts = [phrase.reference for phrase in read.strong or read.references[:1]]
    if len(parts) < 2:
        parts += [Described((wish,)) for wish in read.wishes if wish.constraint.op == "is"]
    parts = [part for whole in parts for part in _each_described(whole)]
    kinds = [phrase.kind for phrase in read.references]
    if kinds[1:] and kinds[0] == "it" and len(parts) == 1:
        parts = [It(), *parts]
    return joint(parts)


def _each_described(whole: Reference) -> Sequence[Reference]:
    """Return the options of a description that has several values of a slot: "the Rome one with the Oslo one"."""
    if not isinstance(whole, Described) or whole.of or len({wish.slot for wish in whole.wishes}) != 1:
        return [whole]
    return [Described((wish,)) for wish in whole.wishes]


# The catalogue


def ask_count(read: ClauseReading) -> Sequence[Move]:
    """Ask how many items there are."""
    return [Ask("count", wishes=read.wishes)]


def ask_values(read: ClauseReading) -> Sequence[Move]:
    """Ask which values a slot has: "which cities do you fly to?", "which districts have flats with a lift?"."""
    return [Ask("values", read.nouns[:1], wishes=read.wishes)]


def ask_kinds(read: ClauseReading) -> Sequence[Move]:
    """Ask of what kinds there are items: "what kinds of bikes do you have?"; of what is named where a slot is."""
    named = [noun for noun in read.nouns if read.schema.by_name[noun].kind in ("category", "list", "place")]
    return [Ask("values", (*named, SchemaParts(read.schema).kinds)[:1])]


# What was said


def recall_value(read: ClauseReading) -> Sequence[Move]:
    """Ask for the value of a wish that was said before: "which dates did I say?"."""
    return [Recall("slot", _recalled_slot(read))]


def recall_origin(read: ClauseReading) -> Sequence[Move]:
    """Ask from where one said that one leaves."""
    return [Recall("slot", slot.name) for slot in read.schema.slots if slot.role == "source"]


def _recalled_slot(read: ClauseReading) -> str:
    """Return the slot whose wish is asked for: who travels, when, else the first that is named."""
    parties, dates = read.schema.of_kind("party"), read.schema.of_kind("date")
    asked = {"asks_people": parties, "asks_dates": dates}
    slots = [slot.name for name, slots in asked.items() if name in read.said for slot in slots]
    return (*slots, *read.asked_slots)[0]
