"""Denied: deeds that were just done and that the user says were not wanted, taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    NO,
    PERHAPS,
    Book,
    Cancel,
    Change,
    Deed,
    It,
    Meaning,
    Move,
    Reject,
    Spoken,
    Undo,
    numbered,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import Booking, DialogueState
from wayframe.state.resolution import reference_of

_DENIALS: tuple[Move, ...] = (NO, PERHAPS, Reject(), Reject(It()), Undo())
"""The moves that say no more than that what was done is taken back."""


class Done(NamedTuple):
    """A booking as it is since the turn before, and as it was; `before` is none where it was made then."""

    deed: Deed
    now: Booking
    before: Booking | None


def taken_back(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning that takes back the deed that was just done, where it is refused now: "no!! don't book it".

    "Put it back" takes back what was just cancelled or changed; what was just booked may not be meant by it. Of several
    it is those that are named.
    """
    denoter, restores = Denoter(state, schema), Undo() in meaning.all()
    naming = [each for each in meaning.moves if isinstance(each.move, Reject | Cancel) and each.move.of]
    named = set(chain.from_iterable(denoter.bookings(reference_of(each.move)) for each in naming))
    refused = [done for done in just_done(state) if done.deed in meaning.refused]
    undone = [done for done in refused if done.now.option.frame in named] or refused
    undone += [done for done in just_done(state) if restores and done.before and done not in undone]
    if not undone:
        return meaning
    kept = [each for each in meaning.moves if each.move not in _DENIALS and each not in naming]
    moves = [*kept, *(Spoken(move) for move in _undoing(undone))]
    deeds = dict.fromkeys((*meaning.refused, *(done.deed for done in undone)))
    return replace(meaning, moves=tuple(moves), refused=tuple(deeds))


def takes_back(meaning: Meaning, state: DialogueState) -> bool:
    """Return whether a meaning takes back what was just done, as it does where that is refused."""
    return any(done.deed in meaning.refused for done in just_done(state))


def _undoing(undone: Sequence[Done]) -> Iterator[Move]:
    """Yield what takes back some deeds, those of a kind together."""
    for deed in dict.fromkeys(done.deed for done in undone):
        of_kind = [done for done in undone if done.deed == deed]
        now = numbered(done.now.option.frame for done in of_kind)
        match deed:
            case "book":
                yield Cancel(now)
            case "cancel":
                yield Book(now)
            case "change":
                yield Change((), now, numbered(done.before.option.frame for done in of_kind if done.before))


def just_done(state: DialogueState) -> list[Done]:
    """Return what was booked, cancelled or changed in the turn before."""
    if set(map(type, state.moves)).isdisjoint((Book, Cancel, Change)) or not state.moments:
        return []
    then = {booking.number: booking for booking in state.moments[-1].bookings}
    done = ((booking, then.get(booking.number)) for booking in state.bookings)
    return [Done(_deed(now, before), now, before) for now, before in done if now != before]


def _deed(now: Booking, before: Booking | None) -> Deed:
    """Return the deed that has made a booking what it is now."""
    if before is None:
        return "book"
    return "cancel" if now.status == "cancelled" else "change"
