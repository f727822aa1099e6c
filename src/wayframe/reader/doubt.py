"""Doubt: how likely it is that a move was read out of words that meant something else, a story or an aside.

Each move gets a probability of being right, by logistic regression over the kind of the move and over how much of its
clause and turn was understood. The weights are a language's data (`doubt.json`); `benchmarks/doubt.py` learns them from
labelled turns and measures them on voices that they were not learned from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from wayframe import language
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Correct,
    Days,
    Drop,
    Hold,
    Meaning,
    Move,
    Spoken,
    Value,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.clauses import ClauseReading
from wayframe.schema import Schema

LEAST = 0.5
"""The probability below which a move is doubtful."""

UNPROVED = 0.35
"""The probability of a move that the words of a turn don't prove: it is said back, or asked about where it books."""

PLAIN = 0.6
"""The probability of a move that plain words say, whatever else was read of them."""

UNSHARED = 0.4
"""The probability of a wish that may well be misread: it is said back."""

DEEDS = (Book, Cancel, Change)
LASTING = (*DEEDS, Drop, Hold)
"""Moves that do something, and those whose effect lasts, too."""

LEFT_STANDING = 2
"""The phrases that may be left of a turn that the rules understood."""

MOST = 500.0  # beyond it a probability is nothing or one

Features: TypeAlias = dict[str, float]
Weights: TypeAlias = Mapping[str, float]


class ClauseFacts(NamedTuple):
    """A clause as far as it was understood: counts of spans, of those used, unknown or fillers, and of its moves.

    `told` says that it tells a story; `classes` and `cues` are the word classes and cues of its phrases.
    """

    spans: int
    used: int
    unknown: int
    fillers: int
    moves: int
    told: bool
    classes: frozenset[str]
    cues: frozenset[str]

    @property
    def free(self) -> int:
        """The spans that are known and that nothing was made of."""
        return max(0, self.spans - self.used - self.fillers)


_NOTHING = ClauseFacts(1, 0, 0, 0, 0, False, frozenset(), frozenset())

Clauses: TypeAlias = Mapping[tuple[int, int], ClauseFacts]
"""The facts of each clause by its place in the text."""


def clause_facts(read: ClauseReading, moves: Sequence[Move]) -> ClauseFacts:
    """Return the facts of a clause that has been read."""
    return ClauseFacts(
        spans=len(read.spans),
        used=len(read.used) if moves else 0,
        unknown=sum(span.has("strange") for span in read.spans),
        fillers=sum(span.has("filler") for span in read.spans),
        moves=len(moves),
        told=bool(read.told),
        classes=read.said,
        cues=read.cues,
    )


def judged(meaning: Meaning, clauses: Clauses, context: ReaderContext, schema: Schema, weights: Weights) -> Meaning:
    """Return a meaning that says of each move how likely it was meant."""
    if not weights:
        return meaning
    spoken = list[Spoken]()
    for each in meaning.moves:
        sure = probability(features(each, meaning, clauses, context, schema), weights)
        clause = clauses.get((each.start, each.end), _NOTHING)
        if _is_not_ordered(each.move, clause, clauses):
            sure = min(sure, UNPROVED)
        spoken.append(replace(each, sure=sure))
    return replace(meaning, moves=tuple(spoken))


_RESERVED = frozenset(("reserving", "acknowledging"))
"""The classes of words that make a yes less than an order: "yes, it's lovely, shame about the dates"."""


_CONSIDERED = frozenset(("deliberating", "getting", "settled", "causing"))
"""The classes of words with which a deed may not be an order yet: "should we book it?", "that's our summer sorted"."""

_DELIBERATED = frozenset(("deliberating",))
_CONDITIONS = frozenset(("if", "condition"))


def _may_cancel(clause: ClauseFacts) -> bool:
    """Return whether a clause takes something back under a condition: "and bin it again if there's no gym"."""
    return "cancel" in clause.cues and not _CONDITIONS.isdisjoint(clause.classes)


_MISTAKEN = "mistaken"
"""The cue of a deed that was done by mistake, which may be but remarked on."""


def _is_not_ordered(move: Move, clause: ClauseFacts, clauses: Clauses) -> bool:
    """Return whether a deed is thought over ("should we book it?") or put under a condition of the turn ("unless").

    A yes with a reservation, or that only says that something was heard ("yes, I know"), orders nothing either.
    """
    if move == Answer("yes"):
        return any(not _RESERVED.isdisjoint(each.classes) for each in clauses.values())
    if not isinstance(move, DEEDS):
        return False
    unsaid = _CONSIDERED if isinstance(move, Book) else _DELIBERATED  # "get rid of it" is plain
    considered = _MISTAKEN in clause.cues or not clause.classes.isdisjoint(unsaid)
    return (
        considered
        or any(map(_may_cancel, clauses.values()))
        or any("proviso" in each.classes for each in clauses.values())
    )


def doubts(meaning: Meaning) -> Meaning:
    """Return a meaning in which only doubtful moves are less than sure."""
    spoken = [replace(each, sure=round(each.sure, 2) if each.sure < LEAST else 1.0) for each in meaning.moves]
    return replace(meaning, moves=tuple(spoken))


def is_understood(meaning: Meaning, clauses: Clauses) -> bool:
    """Return whether the rules understood a judged turn: all its moves are likely, and few of its phrases are left."""
    whole = _whole(clauses)
    likely = [each.sure >= LEAST for each in meaning.moves]
    return bool(likely) and all(likely) and whole.free + whole.unknown <= LEFT_STANDING


def probability(found: Mapping[str, float], weights: Weights) -> float:
    """Return the probability that a move with these features was meant."""
    total = sum(value * weights.get(name, 0.0) for name, value in found.items())
    return 1.0 / (1.0 + exp(-max(-MOST, min(MOST, total))))


@cache
def weights_of(code: str) -> Weights:
    """Return the weights of a language; none where its pack has none, so that nothing is doubted."""
    file = files(language) / code / "doubt.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def features(spoken: Spoken, meaning: Meaning, clauses: Clauses, context: ReaderContext, schema: Schema) -> Features:
    """Return the features of a move by name."""
    kind = type(spoken.move).__name__
    clause = clauses.get((spoken.start, spoken.end), _NOTHING)
    found = {"always": 1.0, f"move {kind}": 1.0}
    found |= dict.fromkeys(_of_move(spoken.move, context, schema), 1.0)
    found |= _of_dialogue(kind, context)
    found |= {"moves in turn": len(meaning.moves) / 4, "clauses": min(8, len(clauses)) / 4, "score": meaning.score}
    amounts = _amounts("clause", clause) | _amounts("turn", _whole(clauses))
    found |= amounts
    found |= {f"{kind}: {name}": amounts[name] for name in _BY_KIND}
    found |= {"moves in clause": clause.moves / 3, "told": float(clause.told)}
    found |= {f"class {name}": 0.5 for name in clause.classes}
    for name in clause.cues:
        found |= {f"cue {name}": 0.5, f"{kind}: cue {name}": 0.5}
    return found


_BY_KIND = ("clause free", "clause unknown", "turn free", "turn many free", "turn unknown", "turn length")


def _of_move(move: Move, context: ReaderContext, schema: Schema) -> Iterator[str]:
    """Yield the features of a move by itself: a wish's operator and kind of slot, a question's kind."""
    if isinstance(move, Ask):
        yield f"question {move.question}"
    if isinstance(move, Correct):
        move = move.wishes[0] if move.wishes else move
    if not isinstance(move, Wish):
        return
    slot = schema.slot(move.slot)
    kind = slot.kind if slot else "none"
    yield f"operator {move.constraint.op}"
    yield f"kind {kind}"
    yield f"kind {kind} {move.constraint.op}"
    if move.slot in context.asked:
        yield "asked for"
    if is_said_back(move, context):
        yield from ("said back", f"said back {kind}", f"said back {move.constraint.op}")
    if move.of is not None:
        yield "of an option"


def is_said_back(wish: Wish, context: ReaderContext) -> bool:
    """Return whether a wish is for just what an option at hand has, as remarks are: "but those are all on the 26th"."""
    had = context.facts.get(wish.slot, ())
    return any(is_same(value, other) for value in wish.constraint.values for other in had)


def is_same(said: Value, had: Value) -> bool:
    """Return whether a value says what another is, amounts to the whole number, days by the first."""
    if isinstance(said, Days) and isinstance(had, Days):
        return said.first == had.first
    amount, other = getattr(said, "value", said), getattr(had, "value", had)
    if isinstance(amount, float) and isinstance(other, float):
        return amount in (other, float(int(other)), float(round(other)))
    return bool(amount == other)


def _of_dialogue(kind: str, context: ReaderContext) -> Features:
    """Return the features of the moment in the dialogue."""
    confirming, offered = float(context.confirming), float(context.offered)
    return {
        "confirming": confirming,
        f"{kind}: confirming": confirming,
        "offered": offered,
        f"{kind}: offered": offered,
        f"{kind}: booked": float(bool(context.booked)),
    }


def _whole(clauses: Clauses) -> ClauseFacts:
    """Return the facts of all clauses together."""
    every = list(clauses.values())
    return ClauseFacts(
        spans=sum(clause.spans for clause in every),
        used=sum(clause.used for clause in every),
        unknown=sum(clause.unknown for clause in every),
        fillers=sum(clause.fillers for clause in every),
        moves=sum(clause.moves for clause in every),
        told=any(clause.told for clause in every),
        classes=frozenset(),
        cues=frozenset(),
    )


def _amounts(name: str, facts: ClauseFacts) -> Features:
    """Return how much was understood of a clause or a turn, as shares and as counts up to a bound."""
    spans = max(1, facts.spans)
    return {
        f"{name} free": facts.free / spans,
        f"{name} many free": min(facts.free, 20) / 10,
        f"{name} unknown": facts.unknown / spans,
        f"{name} many unknown": min(facts.unknown, 8) / 4,
        f"{name} length": min(facts.spans, 40) / 16,
    }
