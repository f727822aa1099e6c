"""Answers to what the agent asked, as the moves that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Described,
    Meaning,
    Move,
    OutOfScope,
    Recall,
    Reference,
    Return,
    Social,
    Spoken,
    Wish,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState

YES = Answer("yes")


def answered(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning in which a yes, or an option named when asked which, has become what it stands for."""
    return _named(_affirmed(_repeated(meaning, state, schema), state), state, schema)


def _repeated(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning in which a demand for just what the agent asked whether to do has become a yes to it."""
    denoter, pending = Denoter(state, schema), state.pending
    moves = list[Spoken]()
    for spoken in meaning.moves:
        asked = [move for move in pending.on_yes if type(move) is type(spoken.move)]
        if asked and isinstance(spoken.move, Book) and denoter.denote(spoken.move.of) == pending.options:
            spoken = Spoken(YES, spoken.start, spoken.end)
        moves.append(spoken)
    return _with_moves(meaning, moves)


def _affirmed(meaning: Meaning, state: DialogueState) -> Meaning:
    """Return a meaning with what was asked in the place of a yes to it, said alone or with questions and courtesies."""
    others = [spoken.move for spoken in meaning.moves if spoken.move != YES]
    said = len(others) < len(meaning.moves)
    if not (state.pending.on_yes and said) or not all(isinstance(move, _BESIDE_A_YES) for move in others):
        return meaning
    moves = list[Spoken]()
    for spoken in meaning.moves:
        meant = state.pending.on_yes if spoken.move == YES and not moves else (spoken.move,)
        moves += [Spoken(move, spoken.start, spoken.end) for move in meant]
    return _with_moves(meaning, moves)


_BESIDE_A_YES = (Ask, OutOfScope, Recall, Social)


def _named(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning with the option that was asked for, where it names one: booked, cancelled or changed."""
    pending = state.pending
    if len(pending.options) < 2 or pending.purpose not in _DEEDS:
        return meaning
    denoter = Denoter(state._replace(focus=pending.options), schema)
    moves = list[Spoken]()
    for spoken in meaning.moves:
        reference = _answer(spoken.move, schema)
        named = denoter.denote(reference) if reference is not None else ()
        if named and set(named) <= set(pending.options):
            spoken = Spoken(_DEEDS[pending.purpose](reference, state.moves), spoken.start, spoken.end)
        moves.append(spoken)
    return _with_moves(meaning, moves)


def _answer(move: Move, schema: Schema) -> Reference | None:
    """Return the reference by which a move names an option; a place or a name by itself does."""
    if isinstance(move, Return):
        return move.to
    if isinstance(move, Wish) and move.slot in (schema.place, schema.name):
        return Described((move,))
    return None


def _book(reference: Reference | None, moves: tuple[Move, ...]) -> Move:
    return Book(reference)


def _cancel(reference: Reference | None, moves: tuple[Move, ...]) -> Move:
    return Cancel(reference)


def _change(reference: Reference | None, moves: tuple[Move, ...]) -> Move:
    """Return the change that was asked for, of the booking that is named now."""
    wishes = [wish for move in moves if isinstance(move, Change) for wish in move.wishes]
    return Change(tuple(wishes), reference)


_DEEDS: Mapping[str, Callable[[Reference | None, tuple[Move, ...]], Move]] = {
    "book": _book,
    "cancel": _cancel,
    "change": _change,
}


def _with_moves(meaning: Meaning, moves: list[Spoken]) -> Meaning:
    return Meaning(tuple(moves), meaning.unread, meaning.score, meaning.alternatives)
