"""Turning: the options that clauses turn to or reject."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Correct,
    Described,
    Every,
    Extreme,
    It,
    Move,
    Nth,
    Reject,
    Return,
    Shown,
    Together,
    Wish,
)
from wayframe.reader.clause_features import number_in_list
from wayframe.reader.clauses import ClauseReading
from wayframe.reader.moves import EXTREMES
from wayframe.reader.references import together
from wayframe.reader.spans import SpanLine


def turn_to(read: ClauseReading) -> Sequence[Move]:
    """Turn to what is named: "back to the second one"."""
    reference = read.reference()
    return [Return(reference)] if reference else []


def turn_to_number(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option of a list that has a number: "2"."""
    return [Return(Nth(number_in_list(read)))]


def turn_to_described(read: ClauseReading) -> Sequence[Move]:
    """Turn to what was shown before, by what is said of it: "you had one in Paris with four stars"."""
    described = [phrase.reference.wishes for phrase in read.strong if isinstance(phrase.reference, Described)]
    earlier = _named_before(read)
    wishes = (*chain.from_iterable(described), *(wish for wish in read.wishes if wish not in earlier))
    return [Return(Described(tuple(wish for wish in wishes if wish.constraint.values), Shown()))]


def _named_before(read: ClauseReading) -> list[Wish]:
    """Return the places before which something was shown: "before Rome you had one near a mall"."""
    line = SpanLine(read.spans)
    places = [phrase for phrase in read.phrases if line[phrase.first].has("place")]
    return [phrase.wish for phrase in places if line[phrase.first - 1].has("before")]


def turn_to_member(read: ClauseReading) -> Sequence[Move]:
    """Turn to those of a set that are described: "which of my bookings was the one by the sea?"."""
    first, second = (phrase.reference for phrase in read.strong)
    if isinstance(second, Described | Extreme) and second.of is None:
        return [Return(replace(second, of=first))]
    return [Return(Together((first, second)))]


def turn_to_most(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option with the least or most: "which one is cheapest?"."""
    wish = read.asked[0]
    return [Return(Extreme(wish.slot, EXTREMES[wish.constraint.op], of=read.reference()))]


def turn_to_whichever(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option that is the least or the most: "whichever is cheaper", "the one with more storage"."""
    wish = read.compared[0]
    return [Return(Extreme(wish.slot, EXTREMES[wish.constraint.op]))]


def lean_to(read: ClauseReading) -> Sequence[Move]:
    """Turn to an option without deciding for it: "I might book the second"."""
    return [*turn_to(read), Answer("perhaps")]


def lean_to_place(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option in a place that somebody is drawn to: "Athens is tempting"."""
    return [Answer("perhaps"), Return(Described(read.places))]


def agree_to_named(read: ClauseReading) -> Sequence[Move]:
    """Say yes, and turn to what is named: "yes, the 14"."""
    return [Answer("yes"), *turn_to(read)]


def turn_instead(read: ClauseReading) -> Sequence[Move]:
    """Take back what was said before, and turn to what is named: "no, the third"."""
    return [Answer("no"), *turn_to(read)]


def correct_question(read: ClauseReading) -> Sequence[Move]:
    """Correct what a question was understood to be about: "I asked about the second"."""
    return [Correct(()), *turn_to(read)]


def correct_place_of_question(read: ClauseReading) -> Sequence[Move]:
    """Correct what a question was understood to be about, by its place: "I asked about Miami"."""
    return [Correct(read.places)]


# Rejections


def reject(read: ClauseReading) -> Sequence[Move]:
    """Reject what is named, or what was spoken of: "I don't like that one"."""
    return [Reject(read.reference())]


def reject_and_turn(read: ClauseReading) -> Sequence[Move]:
    """Reject what was spoken of, and turn to what is named: "not that one, the other one"."""
    return [Reject(It()), *turn_to(read)]


def reject_denied(read: ClauseReading) -> Sequence[Move]:
    """Reject what is denied, and turn to what else is named: "not the Terrazza, the other one"."""
    rest = together(read.meant)
    rejected = Reject(together(read.denied))
    return [rejected, Return(rest)] if rest else [rejected]


def reject_all_and_turn(read: ClauseReading) -> Sequence[Move]:
    """Reject what was offered, and turn to what else is named: "neither of these, the one before"."""
    rest = together([phrase for phrase in read.strong if phrase.kind != "neither"])
    return [Reject(Every()), Return(rest)] if rest else [Reject(Every())]


def reject_there(read: ClauseReading) -> Sequence[Move]:
    """Reject the options in a place: "leave Japan out of it"."""
    there = tuple(Wish(read.schema.place, wish.constraint) for wish in read.asked)
    return [Reject(Described(there))]
