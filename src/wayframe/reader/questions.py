"""Questions: the moves of clauses that ask for facts, figures and comparisons."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Booked,
    Compare,
    Described,
    Direction,
    Every,
    Extreme,
    It,
    Move,
    Reference,
    Return,
    Together,
    Wish,
)
from wayframe.reader.readings import ClauseReading

_EXTREMES: dict[str, Direction] = {"least": "least", "less": "least", "most": "most", "more": "most"}


def difference(read: ClauseReading) -> Sequence[Move]:
    """Ask how far options are apart: in what is compared or named, else in price."""
    slots = (*(wish.slot for wish in read.compared), *read.measured, read.price)
    return [Ask("difference", slots[:1], _compared(read))]


def total(read: ClauseReading) -> Sequence[Move]:
    """Ask for the sum of prices: of what is named, of what is booked, of what was offered."""
    whole = Booked() if read.context.booked else Every()
    return [Ask("sum", (read.price,), read.reference() or whole)]


def share(read: ClauseReading) -> Sequence[Move]:
    """Ask for a price by person or night."""
    return [Ask("share", (read.price,), read.reference(), scope=read.scopes[0])]  # type: ignore[arg-type]


def comparison(read: ClauseReading) -> Sequence[Move]:
    """Compare options, by the slots that are named."""
    return [Compare(_compared(read), read.nouns)]


def _compared(read: ClauseReading) -> Reference | None:
    """Return what is compared: all that is named, a pronoun, options that wishes describe."""
    parts = [phrase.reference for phrase in read.strong or read.references[:1]]
    described = [Described((wish,)) for wish in read.wishes if wish.constraint.op == "is"]
    if len(parts) < 2:
        parts += described
    if len(parts) == 1 and len(read.references) > 1 and read.references[0].kind == "it":
        parts = [It(), *parts]
    if len(parts) < 2:
        return parts[0] if parts else None
    return Together(tuple(parts))


def reason(read: ClauseReading) -> Sequence[Move]:
    """Ask why."""
    return [Ask("reason", of=read.reference())]


def count(read: ClauseReading) -> Sequence[Move]:
    """Ask how many items there are."""
    return [Ask("count", wishes=read.wishes)]


def overview(read: ClauseReading) -> Sequence[Move]:
    """Ask for all that there is to tell."""
    return [Ask("facts", of=read.reference())]


def facts(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots."""
    return [Ask("facts", read.asked_slots, read.reference())]


def facts_there(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots of the option in a place: "when is it that we leave for Rome?"."""
    booked = Booked() if read.context.booked else None
    return [Ask("facts", read.asked_slots, Described(read.places, booked))]


def chosen(read: ClauseReading) -> Sequence[Move]:
    """Ask for the value of a slot by naming several: "is it economy or business?"."""
    return [Ask("facts", (read.choice,), read.reference())]


def held(read: ClauseReading) -> Sequence[Move]:
    """Ask whether something is so of options."""
    return [Ask("holds", of=read.reference(), wishes=read.asked)]


def held_there(read: ClauseReading) -> Sequence[Move]:
    """Ask about the option in a place: "is there a gym in Rome?"."""
    rest = tuple(wish for wish in read.asked if wish not in read.places)
    return [Ask("holds", of=Described(read.places), wishes=rest)]


def which(read: ClauseReading) -> Sequence[Move]:
    """Ask of which options something is so."""
    return [Ask("which", of=read.reference() or Every(), wishes=read.asked)]


def which_of_set(read: ClauseReading) -> Sequence[Move]:
    """Turn to those of a set that are described: "which of my bookings was the one by the sea?"."""
    first, second = (phrase.reference for phrase in read.strong)
    if isinstance(second, Described | Extreme) and second.of is None:
        return [Return(replace(second, of=first))]
    return [Return(Together((first, second)))]


def which_most(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option with the least or most: "which one is cheapest?"."""
    wish = read.asked[0]
    return [Return(Extreme(wish.slot, _EXTREMES[wish.constraint.op], of=read.reference()))]


def had_so(read: ClauseReading) -> Sequence[Move]:
    """Wish for an option as a search can have it: "couldn't it be had in September?"."""
    return [replace(_affirmed(wish), of=read.reference() or It()) for wish in read.asked]


def priced_for(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots for other people; what that is of an option is for the whole turn to say."""
    return [*read.asked, *facts(read)]


def _affirmed(wish: Wish) -> Wish:
    """Return a wish without the denial of a polite question."""
    constraint = wish.constraint
    return replace(wish, constraint=replace(constraint, op="is")) if constraint.op == "not" else wish
