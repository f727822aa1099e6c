"""Consents: a plain yes to what the agent has just asked, heard whatever else the turn says.

Who says "yes, book it, and my brother needs something in Oslo" has agreed; what comes besides is another matter.
A yes that isn't plain may be no more than liking something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    YES,
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Hold,
    It,
    Meaning,
    Move,
    Reject,
    Return,
    Spoken,
    Undo,
)
from wayframe.reader.doubt import PLAIN, UNPROVED
from wayframe.reader.spans import Span, some
from wayframe.reader.symbols import TurnSpans

PLAIN_YES = 0.9
"""The probability from which a yes agrees though a question about the same thing stands beside it."""
_SEPARATORS = ("comma", "clause_end", "conjunction:and")
_DEEDS = ("cue:book", "cue:cancel", "cue:change")
_RESERVED = tuple(f"{begins}:{name}" for begins in ("says", "opens") for name in ("reserving", "acknowledging"))
_SAYS_OTHERWISE = (Answer, Book, Cancel, Change, Hold, Reject, Return, Undo)
"""The moves beside which nothing is agreed to: they say what is meant."""


def with_consent(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that agrees where its turn begins with a plain yes, as surely as that is said."""
    if not consents(turn):
        return meaning
    moves = [replace(each, sure=max(each.sure, PLAIN)) if each.move == YES else each for each in meaning.moves]
    if opens_with_consent(turn) and not any(isinstance(each.move, _SAYS_OTHERWISE) for each in moves):
        moves.insert(0, Spoken(YES, *turn.places[0], PLAIN))
    return replace(meaning, moves=tuple(moves))


def consents(turn: TurnSpans) -> bool:
    """Return whether the agent has asked, and some words between commas are but a yes, without any reservation."""
    asked = turn.context.confirming and not some(turn.spans, *_RESERVED)
    return asked and any(map(_is_yes, _pieces(turn)))


def opens_with_consent(turn: TurnSpans) -> bool:
    """Return whether the first words of a turn that aren't mere fillers are but a yes to what the agent has asked."""
    said = (piece for piece in _pieces(turn) if not all(span.has("filler", "social") for span in piece))
    return consents(turn) and _is_yes(next(said, ()))


def _pieces(turn: TurnSpans) -> Iterator[Sequence[Span]]:
    """Yield what stands between the commas, the ends of sentences and each "and" of a turn that aren't questions."""
    piece = list[Span]()
    for span in turn.spans:
        if not span.has(*_SEPARATORS):
            piece.append(span)
            continue
        if piece and "?" not in span.words:
            yield piece
        piece = []
    if piece:
        yield piece


def _is_yes(piece: Sequence[Span]) -> bool:
    """Return whether words say yes, and nothing else than to do what was asked: "yes, book it", "go ahead then"."""
    agrees = any(span.has("cue:answer_yes") and not span.has("filler") for span in piece)
    return agrees and all(span.has("cue:answer_yes", "filler", *_DEEDS) for span in piece)


def with_likings(meaning: Meaning) -> Meaning:
    """Return a meaning in which a yes that isn't plain is doubtful beside a question about what it agrees to.

    "Perfect, what class is the flight?" may be no more than liking it.
    """
    if not any(_asks_about_it(each.move) for each in meaning.moves):
        return meaning
    moves = [
        replace(each, sure=UNPROVED) if each.move == YES and UNPROVED < each.sure < PLAIN_YES else each
        for each in meaning.moves
    ]
    return replace(meaning, moves=tuple(moves))


def _asks_about_it(move: Move) -> bool:
    """Return whether a move asks something about what is spoken of."""
    return isinstance(move, Ask) and move.question in ("facts", "holds") and move.of in (None, It())
