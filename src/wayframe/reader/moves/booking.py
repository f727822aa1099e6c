"""Booking: what clauses have booked, cancelled, changed or kept back, and which booking they mean."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    Book,
    Booked,
    Cancel,
    Change,
    Constraint,
    Described,
    Every,
    Extreme,
    Hold,
    It,
    Move,
    Named,
    Reference,
    Social,
    Text,
    Wish,
)
from wayframe.reader.clause_features import moved_to
from wayframe.reader.clauses import ClauseReading, party_heads
from wayframe.reader.moves import EXTREMES
from wayframe.reader.references import together
from wayframe.reader.spans import SpanLine
from wayframe.reader.values import SchemaParts
from wayframe.schema import Schema


def book(read: ClauseReading) -> Sequence[Move]:
    """Book what is named, as it is wished for: "the second for three people"; else what the wishes describe."""
    if not read.wishes or read.compared:
        return [Book(read.reference())]
    for_people = all(_is_for_people(wish, read.schema) for wish in read.wishes)
    if not (read.strong or for_people):
        return [Book(Described(read.wishes))]
    option = read.reference() or It()  # "book it for the two of us"
    return [*(replace(wish, of=option) for wish in read.wishes), Book(option)]


def hold(read: ClauseReading) -> Sequence[Move]:
    """Ask to have kept what is named first, without booking it; who is told of it isn't meant."""
    return [Hold(read.meant[0].reference if read.meant else read.reference())]


def _is_for_people(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish says for how many something is."""
    parts = SchemaParts(schema)
    return party_heads(wish) != (0, 0) or wish.slot in (parts.capacity, parts.fewest)


# Cancelling


def cancel(read: ClauseReading) -> Sequence[Move]:
    """Cancel what is named, or the bookings that wishes describe: "cancel the Rome trip"."""
    return [Cancel(_booking(read, read.wishes))]


def cancel_mistaken(read: ClauseReading) -> Sequence[Move]:
    """Complain, and cancel what is named: "I never ordered the Orla!"."""
    meant = (wish for wish in read.wishes if wish.constraint.op in ("is", "not"))
    named = tuple(replace(wish, constraint=replace(wish.constraint, op="is")) for wish in meant)
    return [Social("complaint"), Cancel(together(read.strong) or Described(named, Booked()))]


def cancel_there(read: ClauseReading) -> Sequence[Move]:
    """Cancel the booking in a place: "delete the Munich one", "ditch Vancouver but not Rome", "drop all but Rome"."""
    line = SpanLine(read.spans)
    kept = [phrase.wish for phrase in read.phrases if line[phrase.first - 1].has("except")]
    places = (wish for wish in read.goals if wish not in kept)
    there = tuple(replace(wish, constraint=replace(wish.constraint, op="is")) for wish in places)
    if not there or line.some(0, len(line), "whole"):
        return [Cancel(_all_but(read))]
    return [Cancel(Described(there, Booked()))]


def cancel_others(read: ClauseReading) -> Sequence[Move]:
    """Cancel all bookings but those that are to be kept: "only keep Rome"."""
    named = [phrase.reference for phrase in read.strong]
    kept = tuple(wish for each in named if isinstance(each, Described) for wish in each.wishes) or read.places
    if kept:
        return [Cancel(Described(tuple(map(_ruled_out, kept)), Booked()))]
    return [Cancel(Booked())]  # which of them is asked


# Changing


def change(read: ClauseReading) -> Sequence[Move]:
    """Change a booking as is wished: "make my booking for three"."""
    return [Change(read.wishes, _booking(read, ()))]


def change_there(read: ClauseReading) -> Sequence[Move]:
    """Change the booking in a place: "add my sister to Rome", "move the Rome trip to September 5"."""
    rest = tuple(wish for wish in read.wishes if wish not in read.places)
    return [Change(rest, Described(read.places, Booked()))]


def exchange(read: ClauseReading) -> Sequence[Move]:
    """Change a booking to the option that is named last: "can we swap that for the Anselm?", "move Rome to it"."""
    *before, instead = read.strong
    if read.places:
        return [Change((), Described(read.places, Booked()), instead.reference)]
    return [Change((), before[0].reference if before else It(), instead.reference)]


def book_instead(read: ClauseReading) -> Sequence[Move]:
    """Change the booking that is named behind "instead of" to another option: "book that one instead of the Anselm"."""
    instead = next(at for at, span in enumerate(read.spans) if span.has("says:in_its_place"))
    booked = [phrase.reference for phrase in read.strong if phrase.first > instead]
    chosen = [phrase.reference for phrase in read.strong if phrase.first < instead]
    return [Change((), booked[0] if booked else It(), chosen[-1] if chosen else It())]


def change_to(read: ClauseReading) -> Sequence[Move]:
    """Change a booking to another option: "can you move it to the one from the 3rd to the 9th?"."""
    instead = moved_to(read)
    before = [phrase for phrase in read.strong if phrase is not instead and phrase.reference != Booked()]
    return [Change((), before[0].reference if before else Booked(), instead.reference if instead else None)]


# Which booking is meant


def _booking(read: ClauseReading, wishes: tuple[Wish, ...]) -> Reference | None:
    """Return which bookings are meant: among those booked, by what is said of them.

    Several or all are meant by "both bookings" and "everything"; of "my booking in Rome" the wishes tell which.
    """
    kinds = {type(phrase.reference) for phrase in read.strong}
    if Every in kinds and "whichever" in read.said and read.compared:
        wish = read.compared[0]  # "whichever of the two is cheaper"
        return Extreme(wish.slot, EXTREMES[wish.constraint.op], of=Booked())
    best = [phrase.reference for phrase in read.meant if isinstance(phrase.reference, Extreme)]
    if Every in kinds and best:
        return replace(best[0], of=Booked())  # "whichever of my two trips is the dearer"
    if Every in kinds or "whole" in read.said:
        return _all_but(read)
    named = [phrase for phrase in read.meant if not isinstance(phrase.reference, Booked)]
    if named:
        return together(named)
    if wishes:
        return Described(wishes, Booked())
    several = len(read.context.booked) > 1
    if read.strong or (several and any(phrase.kind == "they" for phrase in read.references)):
        return Booked()  # of "cancel them" it is asked which
    return It() if read.references else None


def _all_but(read: ClauseReading) -> Reference:
    """Return all bookings, without those that are spared: "everything except Rome", "both but not the Trillium"."""
    line = SpanLine(read.spans)
    spared = [phrase.wish for phrase in read.phrases if _is_spared(line, phrase.first)]
    for phrase in read.references:
        if not _is_spared(line, phrase.first):
            continue
        match phrase.reference:
            case Named(name):
                spared.append(Wish(read.schema.name, Constraint("is", (Text(name),))))
            case Described(wishes):
                spared += wishes
            case Booked():
                pass  # "our trip to Rome": the place tells which
            case _:
                return Booked()  # which of them is asked
    if not spared:
        return Every(0, Booked())
    return Described(tuple(map(_ruled_out, spared)), Booked())


def _ruled_out(wish: Wish) -> Wish:
    return replace(wish, constraint=replace(wish.constraint, op="not"))


def _is_spared(line: SpanLine, first: int) -> bool:
    """Return whether what begins at a span is excepted: right behind "except", or "except for my trip to"."""
    but = "conjunction:but" if line.some(0, first, "whole") else "except"  # "all bookings but Rome"
    behind = next((at for at in range(first - 1, -1, -1) if line[at].has("except", but)), None)
    return behind is not None and first - behind <= MOST_TO_SPARED


MOST_TO_SPARED = 4
"""Spans from "except" to what is excepted, as in "except for our trip to Rome"."""
