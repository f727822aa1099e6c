"""Deeds: what a reading books, cancels or changes, and whether our own reading of the turn does just that at once.

A model that reads may say anything, so it is never surer of a deed than the embedded reader: what only it would do, or
would do to another option, is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from wayframe.meaning.records import (
    ASKED_FIRST,
    YES,
    Book,
    Cancel,
    Change,
    Extreme,
    It,
    Meaning,
    Move,
    Party,
    Spoken,
    Wish,
)
from wayframe.reader.doubt import UNPROVED
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState, Step, steps_of
from wayframe.state.resolution import description, reference_of
from wayframe.state.resolution.answers import answered
from wayframe.state.update import Heard, hear

_DEEDS = (Book, Cancel, Change)

ItemTerms: TypeAlias = tuple[str, Party]
"""The key of an item, and for whom it is."""


class Deed(NamedTuple):
    """A booking, a cancellation or a change: the items that it is `of`, those that it goes `to`, the new `wishes`.

    Items are known by their keys, since the same one may have been offered twice under different numbers.
    """

    kind: type[Move]
    of: frozenset[ItemTerms]
    to: frozenset[ItemTerms] = frozenset()
    wishes: frozenset[Wish] = frozenset()


class TurnInDialogue(NamedTuple):
    """The text of a turn, and the state and the schema of the dialogue in which it is said."""

    text: str
    state: DialogueState
    schema: Schema

    def heard(self, meaning: Meaning) -> Heard:
        """Return what the dialogue comes to by one reading of the turn."""
        return hear(self.state, answered(meaning, self.state, self.schema), self.schema, self.text)


def as_demanded(meaning: Meaning, own: Meaning, turn: TurnInDialogue) -> Meaning:
    """Return a model's meaning; its deeds are in doubt unless our own reading does the same without a question."""
    heard, demands = turn.heard(meaning), any(map(is_demand, meaning.all()))
    done = {deed for deed, _ in _deeds(heard, turn)}
    if not done and not demands:
        return meaning
    ours = turn.heard(own)
    shared = done <= set(_at_once(ours, turn)) if done else any(map(is_demand, own.all()))
    if shared and _is_said_as_surely(heard, ours):
        return meaning
    return replace(meaning, moves=tuple(_doubted(each, demands=demands) for each in meaning.moves))


def is_demand(move: Move) -> bool:
    """Return whether a move demands something lasting or agrees to it."""
    return isinstance(move, _DEEDS) or move == YES


def _doubted(spoken: Spoken, *, demands: bool) -> Spoken:
    """Return a move in doubt: a demand, and, in a turn that demands nothing, whatever may answer a question."""
    if is_demand(spoken.move):
        return replace(spoken, sure=ASKED_FIRST)
    if demands:
        return spoken
    return replace(spoken, sure=min(spoken.sure, UNPROVED))


def _deeds(heard: Heard, turn: TurnInDialogue) -> Iterator[tuple[Deed, Step]]:
    """Yield what a turn books, cancels or changes, each with the step that does it."""
    denoter = Denoter(heard.state, turn.schema)
    for step in steps_of(heard.steps, *_DEEDS):
        match step.move:
            case Cancel(of=of):
                yield Deed(Cancel, _terms(denoter.bookings(of), heard.state)), step
            case Change(wishes=wishes, of=of, to=to):
                into = _terms(step.frames, heard.state) if to is not None else frozenset[ItemTerms]()
                plain = frozenset(replace(wish, of=None) for wish in wishes)
                yield Deed(Change, _terms(denoter.bookings(of), heard.state), into, plain), step
            case _:
                yield Deed(Book, _terms(step.frames, heard.state)), step


def _terms(frames: Iterable[int], state: DialogueState) -> frozenset[ItemTerms]:
    return frozenset(state.options[frame].terms for frame in state.known(frames))


def _at_once(ours: Heard, turn: TurnInDialogue) -> Iterator[Deed]:
    """Yield what our own reading of a turn does without a question."""
    denoter = Denoter(ours.state, turn.schema)
    for deed, step in _deeds(ours, turn):
        frames = denoter.bookings(step.move.of) if isinstance(step.move, Cancel) else step.frames
        several_meant = len(frames) < 2 or denoter.means_all(reference_of(step.move))
        asked_first = isinstance(step.move, Book) and _may_be_another(step, denoter, turn)
        if several_meant and not asked_first and not ours.is_unsure_of(frames, turn.state.pending):
            yield deed


def _may_be_another(step: Step, denoter: Denoter, turn: TurnInDialogue) -> bool:
    """Return whether what is booked may be meant otherwise by our own reading.

    "It" behind a turn that was not understood may be anything; "the cheapest" in answer to which shall be booked may
    ask which is; and an option may not be as it is called ("the red Lumen").
    """
    reference, state = reference_of(step.move), turn.state
    if reference in (None, It()) and not state.moves:
        return True
    if isinstance(reference, Extreme) and state.pending.purpose == "book":
        return True
    called = [wish for wish in description(reference) if wish.constraint.op not in ("least", "most")]
    return not all(denoter.fulfils(frame, called) for frame in state.known(step.frames))


def _is_said_as_surely(heard: Heard, ours: Heard) -> bool:
    """Return whether a turn is no surer a yes than by our own reading, its wishes are sure, and none of ours is lost.

    So a booking is for the people and days that were said, and for no others.
    """
    wished, said = ({wish.slot for wish in each.wished} for each in (heard, ours))
    return (ours.confirmed or not heard.confirmed) and not heard.supposed and not heard.doubted and said <= wished
