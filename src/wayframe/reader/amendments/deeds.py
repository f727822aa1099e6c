"""Deeds: bookings, changes and cancellations, each done once, and to what the turn names beside it."""

from __future__ import annotations

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Cancel,
    Change,
    Every,
    It,
    Meaning,
    Named,
    Note,
    Nth,
    Recall,
    Return,
    Spoken,
    Wish,
    wishes_in,
)
from wayframe.reader.doubt import PLAIN, UNPROVED
from wayframe.reader.spans import some
from wayframe.reader.symbols import TurnSpans
from wayframe.state.resolution import reference_of


def with_counted_booked(meaning: Meaning) -> Meaning:
    """Return a meaning that books so many of one where these are "them": "two bottles of the first, book them"."""
    turned_to = [move.to for move in meaning.all() if isinstance(move, Return) and isinstance(move.to, Nth | Named)]
    counted = any(isinstance(move, Note) and move.count > 1 for move in meaning.all())
    if len(turned_to) != 1 or not counted:
        return meaning
    moves = [
        replace(each, move=Book(turned_to[0])) if each.move == Book(Every()) else each
        for each in meaning.moves
        if not (isinstance(each.move, Return) and Book(Every()) in meaning.all())
    ]
    return replace(meaning, moves=tuple(moves))


def with_changes_filled(meaning: Meaning) -> Meaning:
    """Return a meaning in which a change that names nothing is to what is wished for, or asked about, beside it.

    "Add her to it", "could it be moved so that we leave a day later?".
    """
    wishes = [move for move in meaning.all() if isinstance(move, Wish) and move.of is None]
    asked = [move for move in meaning.all() if isinstance(move, Ask) and move.question == "holds" and move.wishes]
    empty = [
        move for move in meaning.all() if isinstance(move, Change) and not move.wishes and move.to in (None, move.of)
    ]
    to = tuple(wishes or wishes_in(asked))
    if len(empty) != 1 or not to:
        return meaning
    moves = [
        replace(each, move=Change(to, empty[0].of)) if each.move == empty[0] else each
        for each in meaning.moves
        if each.move not in to and (wishes or each.move not in asked)
    ]
    return replace(meaning, moves=tuple(moves))


def with_taken_instead(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that books what is named in the place of what it cancels: "cancel it and take the first"."""
    turned = [each for each in meaning.moves if isinstance(each.move, Return) and each.move.to not in (It(), Every())]
    cancels = [each.start for each in meaning.moves if isinstance(each.move, Cancel)]
    books = any(isinstance(each.move, Book) for each in meaning.moves)
    if books or len(turned) != 1 or len(cancels) != 1 or cancels[0] > turned[0].start:
        return meaning
    said = [span for span, place in zip(turn.spans, turn.places, strict=True) if turned[0].overlaps(*place)]
    if not some(said, "party_taking"):
        return meaning  # "cancel it and show me the first"
    moves = [replace(each, move=Book(reference_of(each.move))) if each is turned[0] else each for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def with_swaps_meant(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that cancels as surely as it books something else: "cancel that one and book the second".

    The rules hear both orders, too. Who says that something was never ordered has cancelled nothing yet.
    """
    cancels = [each for each in meaning.moves if isinstance(each.move, Cancel)]
    books = [each for each in meaning.moves if isinstance(each.move, Book)]
    heard = set(map(type, turn.by_rules.meaning.all())) >= {Book, Cancel}
    if not heard or len(cancels) != 1 or len(books) != 1 or books[0].sure < PLAIN or cancels[0].sure <= UNPROVED:
        return meaning
    moves = [replace(each, sure=max(each.sure, PLAIN)) if each is cancels[0] else each for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def without_orders_repeated(meaning: Meaning) -> Meaning:
    """Return a meaning that books once what it says twice: "I'll take the best rated one, could you reserve it?"."""
    books = [each for each in meaning.moves if isinstance(each.move, Book)]
    again = [each for each in books[1:] if each.move == Book(It())]
    if not again or books[0].move == Book(It()):
        return meaning
    return replace(meaning, moves=tuple(each for each in meaning.moves if each not in again))


MOST_TO_DEED = 4
"""Spans from the beginning of a question for what was done to its verb: "what did I just book?"."""


def with_deeds_asked_about(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks for the bookings where a turn asks what was booked: "wait, what did I just book?"."""
    places = [
        place
        for at, place in enumerate(turn.places)
        if turn.spans[at].has("cue:book", "cue:buy")
        and some(turn.spans[max(at - MOST_TO_DEED, 0) : at], "opens:past_question")
    ]
    verbs = [span for span in turn.spans if span.has("cue:book", "cue:buy")]
    if not places or len(verbs) > len(places):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        asked = isinstance(each.move, Book) and any(each.overlaps(*place) for place in places)
        moves.append(replace(each, move=Recall("bookings")) if asked else each)
    return replace(meaning, moves=tuple(moves))
