"""Readings: the rules' reading of a turn beside the semantic parser's, and which of them is taken.

The parser's probability of a whole turn tells well how often it is right (`docs/understanding.md`). Below a bound the
rules' reading stands, with what is doubted of it; what only the parser books, changes or cancels is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeGuard

from wayframe.meaning.records import (
    Answer,
    Ask,
    Correct,
    Drop,
    Extreme,
    Hold,
    Meaning,
    Move,
    Note,
    Operator,
    OutOfScope,
    Particulars,
    Party,
    Recall,
    Return,
    Social,
    Spoken,
    Value,
    Wish,
)
from wayframe.reader.candidates import DEEDS, LASTING
from wayframe.reader.doubt import UNPROVED
from wayframe.reader.spans import Span
from wayframe.reader.words import TurnWords

LIKELY, LIKELIER = 0.6, 0.93
"""The probability from which the parser's reading of a turn is taken.

The second counts where the rules understood the turn, or where the parser reads nothing in what they read something in.
"""

OF_NO_OPTION = (Wish, Drop, Correct, Answer, Recall, Social, OutOfScope)
"""Moves that need no options, which are all that is taken of the parser before something was offered."""

CERTAIN = 0.9
"""The probability from which a wish of the rules is not left out."""

UNSEEN = (Hold, Note, Particulars)
"""Moves that the parser has not learned, so that the rules' reading stands."""


class ParsedMove(NamedTuple):
    """A move with its probability and the spans that it points at."""

    move: Move
    likely: float
    spans: tuple[int, ...]


class ParsedTurn(NamedTuple):
    """The moves of a turn, and the probability of all of them together."""

    moves: Sequence[ParsedMove]
    likely: float


def is_taken(parsed: ParsedTurn, by_rules: Meaning, *, understood: bool, offered: bool) -> bool:
    """Return whether the parser's reading is taken in the place of the rules'.

    `understood` says that the rules understood the turn, `offered` that there are options to speak of.
    """
    moves, own = [each.move for each in parsed.moves], by_rules.all()
    if any(isinstance(move, UNSEEN) for move in own) or _is_all_beyond(own) or _leaves_out(moves, by_rules):
        return False
    if any(contradicts(moves, own) for contradicts in _CONTRADICTIONS):
        return False
    if not offered and not all(isinstance(move, OF_NO_OPTION) for move in moves):
        return False
    silent = own != () and not moves
    return parsed.likely >= (LIKELIER if understood or silent else LIKELY)


def _is_all_beyond(moves: Sequence[Move]) -> bool:
    """Return whether a turn is but for what no slot holds, to which the schema may have an answer of its own."""
    return moves != () and all(isinstance(move, OutOfScope) for move in moves)


def _are_swapped(parsed: Sequence[Move], by_rules: Sequence[Move]) -> bool:
    """Return whether two values have each other's slots, which prepositions tell: "to Calgary from Austin"."""
    own = _slots_of_values(by_rules)
    other = {value: slot for value, slot in _slots_of_values(parsed).items() if own.get(value, slot) != slot}
    return len(other) > 1 and set(other.values()) == {own[value] for value in other}


def _joins_otherwise(parsed: Sequence[Move], by_rules: Sequence[Move]) -> bool:
    """Return whether people join those that travel by one reading, and are all of them by the other: "just me"."""
    own, other = (
        {value.added for value in _slots_of_values(moves) if isinstance(value, Party)} for moves in (by_rules, parsed)
    )
    return bool(own and other) and own != other


def _wishes_for_what_is_asked(parsed: Sequence[Move], by_rules: Sequence[Move]) -> bool:
    """Return whether the parser wishes for what is a question by the rules, which does less harm."""
    asked = {wish.slot for move in by_rules if isinstance(move, Ask) for wish in move.wishes}
    return any(isinstance(move, Wish) and move.slot in asked for move in parsed)


def _goes_the_other_way(parsed: Sequence[Move], by_rules: Sequence[Move]) -> bool:
    """Return whether the parser wishes for less of what is to be more by the rules, which know the adjectives."""
    own = {(move.slot, _OPPOSITES[move.constraint.op]) for move in by_rules if _is_directed(move)}
    return any((move.slot, move.constraint.op) in own for move in parsed if _is_directed(move))


_OPPOSITES: dict[Operator, Operator] = {"more": "less", "less": "more", "most": "least", "least": "most"}


def _is_directed(move: Move) -> TypeGuard[Wish]:
    return isinstance(move, Wish) and move.constraint.op in _OPPOSITES


def _keeps_to_the_list(parsed: Sequence[Move], by_rules: Sequence[Move]) -> bool:
    """Return whether the parser means the extreme of a list where the rules mean that of all that fits."""
    extremes = {move.slot for move in by_rules if _is_directed(move) and move.constraint.op in ("least", "most")}
    return any(
        isinstance(move, Return) and isinstance(move.to, Extreme) and move.to.slot in extremes for move in parsed
    )


def _reckons_otherwise(parsed: Sequence[Move], by_rules: Sequence[Move]) -> bool:
    """Return whether by the rules a sum, a difference, a share or a count is asked for, and not by the parser."""
    own, other = ({move.question for move in moves if isinstance(move, Ask)} for moves in (by_rules, parsed))
    return not _RECKONED & own <= other


_RECKONED = frozenset(("sum", "difference", "share", "count"))

_CONTRADICTIONS = (
    _are_swapped,
    _joins_otherwise,
    _wishes_for_what_is_asked,
    _goes_the_other_way,
    _keeps_to_the_list,
    _reckons_otherwise,
)
"""The ways in which the parser may say the contrary of what the rules know better."""


def _leaves_out(parsed: Iterable[Move], by_rules: Meaning) -> bool:
    """Return whether the parser has nothing of a slot of which the rules are certain, or rule out a value."""
    said = set[str]()
    for move in parsed:
        wishes = (move,) if isinstance(move, Wish) else getattr(move, "wishes", ())
        said |= {wish.slot for wish in wishes} | {getattr(move, "slot", ""), *getattr(move, "slots", ())}
    kept = [
        each.move
        for each in by_rules.moves
        if isinstance(each.move, Wish) and (each.sure >= CERTAIN or each.move.constraint.op == "not")
    ]
    return any(move.slot not in said for move in kept)


def _slots_of_values(moves: Iterable[Move]) -> dict[Value, str]:
    wishes = [move for move in moves if isinstance(move, Wish)]
    return {value: wish.slot for wish in wishes for value in wish.constraint.values}


def parsed_meaning(parsed: ParsedTurn, by_rules: Meaning, words: TurnWords, cut: Sequence[Span]) -> Meaning:
    """Return the parser's reading, each move beside the words that it points at, or beside the whole turn."""
    ordered = {type(move) for move in by_rules.all() if isinstance(move, LASTING)}
    consents = Answer("yes") in by_rules.all()
    spoken = list[Spoken]()
    for each in parsed.moves:
        proved = type(each.move) in ordered or not isinstance(each.move, DEEDS)
        if each.move == Answer("yes"):
            proved = consents
        sure = each.likely if proved else min(each.likely, UNPROVED)
        spoken.append(Spoken(each.move, *_place(each.spans, words, cut), sure))
    return Meaning(tuple(spoken))


def _place(pointed: Sequence[int], words: TurnWords, cut: Sequence[Span]) -> tuple[int, int]:
    if not pointed:
        return 0, words.end
    return words.plain.start(cut[min(pointed)].start), words.plain.end(cut[max(pointed)].end)
