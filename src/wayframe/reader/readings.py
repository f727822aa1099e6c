"""Readings: the rules' reading of a turn beside the semantic parser's, and what is taken of each.

The rules' reading stands where they understood the turn. Else the parser's is taken, which sees what the rules read and
has learned when to follow them; where it is unsure, the wishes that the rules are sure of stand beside it. What only
the parser books, changes or cancels is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Change,
    Compare,
    Correct,
    Drop,
    Meaning,
    Move,
    NewTrip,
    Note,
    Number,
    Operator,
    OutOfScope,
    Particulars,
    Party,
    Recall,
    Social,
    Spoken,
    Undo,
    Value,
    Wish,
)
from wayframe.reader.doubt import DEEDS, LASTING, UNPROVED
from wayframe.reader.symbols import TurnSpans

LIKELY_DEED, LIKELY_WITHOUT = 0.9, 0.6
"""The probability from which the parser's reading is taken where the rules do something: it does it, or doesn't."""

LIKELY_ALONE = 0.6
"""The probability from which the wishes of the parser's reading are all that there are."""

OWN_SLOT, SHARED_SLOT = 0.7, 0.4
"""The probability from which a wish of the rules is added to what an unsure parser read, or takes a wish's place."""

LEAST_LIKELY = 0.05
"""The probability of the parser's reading below which the rules' is taken after all."""

REMARK, UNSHARED = 0.3, 0.4
"""The probability below which a wish that only the rules read is taken for a remark, and that of those which aren't."""

SURE = 0.85
"""The probability of the parser's reading from which a turn that the rules understood needs nobody else's."""

PROVED = 0.95
"""The probability from which a deed is done that only the parser reads."""

OF_NO_OPTION = (Wish, Drop, Correct, Answer, Recall, Social, OutOfScope)
"""Moves that need no options, which are all that is taken of the parser before something was offered."""

TERMS = (Note, Particulars)
"""What a turn says of a booking that no slot holds, which only the rules read."""


class ParsedMove(NamedTuple):
    """A move with its probability and the spans that it points at."""

    move: Move
    likely: float
    spans: tuple[int, ...]


class ParsedTurn(NamedTuple):
    """The moves of a turn, and the probability of all of them together."""

    moves: Sequence[ParsedMove]
    likely: float

    def meaning(self) -> tuple[Move, ...]:
        """Return the moves by themselves."""
        return tuple(each.move for each in self.moves)


def chosen(turn: TurnSpans, parse: Callable[[TurnSpans], ParsedTurn | None]) -> Meaning:
    """Return the reading of a turn that is taken; it is parsed only where the rules didn't understand it."""
    by_rules = turn.by_rules.meaning
    parsed = None if turn.by_rules.understood else parse(turn)
    if parsed is None:
        return by_rules
    if _is_same(parsed.meaning(), by_rules.all()):
        return _confirmed(by_rules, parsed)
    if any(contradicts(by_rules, parsed) for contradicts in _CONTRADICTIONS):
        return by_rules
    if not turn.context.offered and not all(isinstance(move, OF_NO_OPTION) for move in parsed.meaning()):
        return by_rules
    if parsed.likely < LEAST_LIKELY:
        return _doubted(by_rules, parsed)
    read = parsed_meaning(parsed, turn)
    return read if parsed.likely >= LIKELY_ALONE else _with_wishes(read, by_rules)


def _is_deed_of_rules(by_rules: Meaning, parsed: ParsedTurn) -> bool:
    """Return whether the rules do something that the parser is too unsure to leave out, or to do to something else.

    What the catalogue has nothing on is said beside a deed, and is no other reading of it.
    """
    done = {type(move) for move in by_rules.all() if isinstance(move, LASTING)}
    instead = [move for move in parsed.meaning() if not isinstance(move, OutOfScope)]
    shared = done & {type(move) for move in instead}
    return bool(done) and parsed.likely < (LIKELY_WITHOUT if instead and not shared else LIKELY_DEED)


def _takes_back(by_rules: Meaning, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes back what was done last, where the rules read something else."""
    undoes = any(isinstance(move, Undo) for move in parsed.meaning())
    return parsed.likely < LIKELY_WITHOUT and undoes and by_rules.all() != ()


def _says_the_contrary(by_rules: Meaning, parsed: ParsedTurn) -> bool:
    """Return whether the parser bounds a slot from the other side, or wants less of what is to be more.

    The rules know the words of a bound, so theirs stands however sure the parser is.
    """
    contrary = {(wish.slot, _CONTRARY.get(wish.constraint.op)) for wish in by_rules.all() if isinstance(wish, Wish)}
    said = {(wish.slot, wish.constraint.op) for wish in parsed.meaning() if isinstance(wish, Wish)}
    return not contrary.isdisjoint(said)


_CONTRARY: Mapping[Operator, Operator] = {
    "more": "less",
    "less": "more",
    "most": "least",
    "least": "most",
    "at_least": "at_most",
    "at_most": "at_least",
}


def _compares_otherwise(by_rules: Meaning, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, compares with another option than the rules do, or with none."""
    own = {(move.slot, move.constraint.than) for move in by_rules.all() if _compares(move)}
    said = {(move.slot, move.constraint.than) for move in parsed.meaning() if _compares(move)}
    return parsed.likely < LIKELY_WITHOUT and not own <= said


def _compares(move: Move) -> TypeGuard[Wish]:
    return isinstance(move, Wish) and move.constraint.than is not None


def _asks_for_less(by_rules: Meaning, parsed: ParsedTurn) -> bool:
    """Return whether the parser asks for but some of the slots that the rules find asked for."""
    own = _slots([move for move in by_rules.all() if isinstance(move, Ask)])
    other = _slots([move for move in parsed.meaning() if isinstance(move, Ask)])
    return bool(other) and other < own


def _leaves_a_trip_out(by_rules: Meaning, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, leaves out that some start from elsewhere, or another trip beside the one."""
    own = {move.slot for move in by_rules.all() if isinstance(move, Wish) and move.of == NewTrip()}
    said = {move.slot for move in parsed.meaning() if isinstance(move, Wish) and move.of == NewTrip()}
    return parsed.likely < LIKELY_WITHOUT and not own <= said


def _leaves_a_question_out(by_rules: Meaning, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, asks nothing where the rules are sure of a question."""
    asked = any(isinstance(each.move, Ask) and each.sure >= OWN_SLOT for each in by_rules.moves)
    return parsed.likely < LIKELY_WITHOUT and asked and not any(isinstance(move, ASKING) for move in parsed.meaning())


ASKING = (Ask, Compare, Recall, OutOfScope)
"""Moves that ask something."""


def _lacks_terms(by_rules: Meaning, parsed: ParsedTurn) -> bool:
    """Return whether the rules read terms of a booking, which the parser doesn't know."""
    return parsed.likely < LIKELY_WITHOUT and any(isinstance(move, TERMS) for move in by_rules.all())


_CONTRADICTIONS = (
    _is_deed_of_rules,
    _takes_back,
    _says_the_contrary,
    _compares_otherwise,
    _asks_for_less,
    _leaves_a_trip_out,
    _leaves_a_question_out,
    _lacks_terms,
)
"""The ways in which the parser may say less, or the contrary of, what the rules know better."""


def _slots(moves: Sequence[Move]) -> set[str]:
    """Return the slots that moves are about, those of their references not counted."""
    found = set[str]()
    for move in moves:
        wishes = (move,) if isinstance(move, Wish) else getattr(move, "wishes", ())
        found.update(wish.slot for wish in wishes)
        found.update((getattr(move, "slot", ""), *getattr(move, "slots", ())))
    return found - {""}


def _confirmed(by_rules: Meaning, parsed: ParsedTurn) -> Meaning:
    """Return the rules' reading, which the parser shares, each move as likely as one of both finds it.

    A deed that the rules take for thought over or put under a condition stays so.
    """
    likely = {each.move: each.likely for each in parsed.moves}
    spoken = [
        each if _stays_unproved(each, likely[each.move]) else replace(each, sure=max(each.sure, likely[each.move]))
        for each in by_rules.moves
    ]
    return replace(by_rules, moves=tuple(spoken))


def _stays_unproved(spoken: Spoken, likely: float) -> bool:
    """Return whether a move of the rules stays doubtful: a deed always, else where the parser isn't sure of it."""
    return spoken.sure <= UNPROVED and (isinstance(spoken.move, DEEDS) or likely < PROVED)


def _with_wishes(read: Meaning, by_rules: Meaning) -> Meaning:
    """Return the parser's reading with the wishes that the rules are sure of: beside it, or in the place of its own.

    A value that the rules wish for is no other slot's: "sorry, Rome" is where to, not where from.
    """
    about = _slots(read.all())
    added = [each for each in by_rules.moves if _is_missing(each, about)]
    values = [_said(each.move) for each in added if isinstance(each.move, Wish)]
    own = {each.move.slot for each in by_rules.moves if isinstance(each.move, Wish)}
    likely, single = _single_wishes(by_rules, SHARED_SLOT), _single_wishes(read)
    found = list[Spoken]()
    for each in read.moves:
        move = each.move
        if not isinstance(move, Wish):
            found.append(each)
        elif move.slot in likely and move.slot in single:
            found.append(replace(each, move=replace(move, constraint=likely[move.slot].constraint)))
        elif move.slot in own or _said(move) not in values:
            found.append(each)
    return replace(read, moves=tuple(sorted((*found, *added), key=lambda each: each.start)))


def _said(wish: Wish) -> tuple[Operator, Sequence[Value]]:
    """Return the operator and the values of a wish, without the unit that only its slot gives them."""
    values = [replace(value, unit="") if isinstance(value, Number) else value for value in wish.constraint.values]
    return wish.constraint.op, values


def _is_missing(spoken: Spoken, about: set[str]) -> bool:
    """Return whether a likely move is a wish for a slot that some moves aren't about; a denial need be less likely."""
    if not isinstance(spoken.move, Wish) or spoken.move.slot in about:
        return False
    return spoken.sure >= (SHARED_SLOT if spoken.move.constraint.op == "not" else OWN_SLOT)


def _single_wishes(meaning: Meaning, least: float = 0.0) -> Mapping[str, Wish]:
    """Return the wishes of at least a probability for slots that a meaning wishes for once, by their slots."""
    spoken = [(each.move, each.sure) for each in meaning.moves if isinstance(each.move, Wish)]
    often = Counter(wish.slot for wish, _ in spoken)
    return {wish.slot: wish for wish, sure in spoken if often[wish.slot] == 1 and sure >= least}


def _doubted(by_rules: Meaning, parsed: ParsedTurn) -> Meaning:
    """Return the rules' reading of a turn that neither understands; a wish is said back unless both have it."""
    shared, about, spoken = parsed.meaning(), _slots(parsed.meaning()), list[Spoken]()
    for each in by_rules.moves:
        if not isinstance(each.move, Wish) or each.move in shared:
            spoken.append(each)
        elif each.sure >= REMARK or each.move.slot in about:
            spoken.append(replace(each, sure=min(each.sure, UNSHARED)))
    return replace(by_rules, moves=tuple(spoken))


def is_sure(turn: TurnSpans, parsed: ParsedTurn | None) -> bool:
    """Return whether the rules' reading needs nobody else's: the parser has it, too, or knows such turns."""
    by_rules, understood = turn.by_rules.meaning.all(), turn.by_rules.understood
    if by_rules == () or any(isinstance(move, OutOfScope) for move in by_rules):
        return False
    if parsed is None:
        return understood
    return _is_same(parsed.meaning(), by_rules) or (understood and parsed.likely >= SURE)


def _is_same(moves: Sequence[Move], others: Sequence[Move]) -> bool:
    """Return whether some moves are others, in whatever order."""
    return Counter(moves) == Counter(others)


def parsed_meaning(parsed: ParsedTurn, turn: TurnSpans) -> Meaning:
    """Return the parser's reading, each move beside the words that it points at, or beside the whole turn."""
    by_rules = turn.by_rules.meaning.all()
    deeds = {type(move) for move in by_rules if isinstance(move, DEEDS)}
    consents = bool(deeds) or Answer("yes") in by_rules
    terms, spoken = list(_terms(parsed, turn)), list[Spoken]()
    for each in parsed.moves:
        start, end = min(each.spans, default=0), max(each.spans, default=len(turn.places) - 1)
        place = turn.places[start][0], turn.places[end][1]
        if isinstance(each.move, OutOfScope) and any(term.start < place[1] and place[0] < term.end for term in terms):
            continue  # what is noted with the booking
        proved = type(each.move) in deeds or not isinstance(each.move, DEEDS)
        if each.move == Answer("yes"):
            proved = consents
        sure = each.likely if proved or each.likely >= PROVED else min(each.likely, UNPROVED)
        spoken.append(Spoken(_counted(each.move, by_rules), *place, sure))
    return Meaning((*spoken, *terms))


def _counted(move: Move, by_rules: Sequence[Move]) -> Move:
    """Return a wish for those who travel with their number as the rules, which can count, have it."""
    counts = [each.constraint for each in by_rules if isinstance(each, Wish) and each.slot == getattr(move, "slot", "")]
    own = [each for each in counts if any(isinstance(value, Party) for value in each.values)]
    return replace(move, constraint=own[0]) if isinstance(move, Wish) and len(own) == 1 else move


def _terms(parsed: ParsedTurn, turn: TurnSpans) -> Iterator[Spoken]:
    """Yield the terms of a booking that the rules read, where something is booked."""
    books = any(isinstance(move, Book | Change) or move == Answer("yes") for move in parsed.meaning())
    if books or turn.context.confirming or turn.context.booked:
        yield from (each for each in turn.by_rules.meaning.moves if isinstance(each.move, TERMS))
