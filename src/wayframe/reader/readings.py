"""Readings: the rules' reading of a turn beside the semantic parser's, and which is taken.

The parser sees what the rules read and has learned when to follow them, so its reading is taken; where it is unsure,
the wishes that the rules are sure of stand beside it, and where it is too unsure theirs stands, in doubt. What only the
parser books, changes or cancels is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    NO,
    PERHAPS,
    YES,
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Compare,
    Correct,
    Described,
    Every,
    Extreme,
    Flag,
    Meaning,
    Money,
    More,
    Move,
    Named,
    NewTrip,
    Note,
    Nth,
    Number,
    Operator,
    OutOfScope,
    Particulars,
    Party,
    Reference,
    Return,
    Social,
    Spoken,
    Text,
    Together,
    Undo,
    Value,
    Wish,
    wishes_in,
)
from wayframe.reader.doubt import DEEDS, LASTING, UNPROVED
from wayframe.reader.features import facets, related_slots
from wayframe.reader.judgements import judgement
from wayframe.reader.spans import Span, SpanLine, before, having, some
from wayframe.reader.symbols import TurnSpans
from wayframe.reader.words import Entry

LEAST_UNDERSTOOD, LEAST_AT_FIRST, LEAST_LIKELY = 0.5, 0.1, 0.02
"""The probability below which the parser's reading of a turn isn't taken: where the rules understood it, and where they
didn't, before anything was offered (of first wishes they know most) and later."""

LIKELY_DEED, LIKELY_WITHOUT = 0.9, 0.85
"""The probability from which the parser's reading is taken where the rules do something: it does it, or doesn't."""

LIKELY_ALONE = 0.5
"""The probability from which the wishes of the parser's reading are all that there are."""

OWN_SLOT, SHARED_SLOT = 0.7, 0.4
"""The probability from which a wish of the rules is added to what an unsure parser read, or takes a wish's place."""

DENIED = 0.1
"""The probability from which a value that only the rules rule out is ruled out beside another value of its slot."""

REMARK, UNSHARED = 0.3, 0.4
"""The probability below which a wish that only the rules read is taken for a remark, and that of those which aren't."""

SURE = 0.85
"""The probability of the parser's reading from which a turn that the rules understood needs nobody else's."""

PROVED = 0.95
"""The probability from which a deed is done that only the parser reads."""

COUNTS = range(2, 61)
"""How many people share a price, or months and pieces cost it each."""

HESITATIONS = (PERHAPS, NO)
"""The answers of somebody who doesn't go on."""

_DENIED = before(2, over="article any_of")
_BEHIND_FEATURE = ("nothing", "clause_end", "comma", "conjunction", "filler", "particle", "preposition")

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


def with_named_slots(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn in which the one slot that is named takes the place of the one that no word says.

    It stays as it is where several are, or where the two are of different kinds. The parser hardly knows names that
    seldom head a column ("rent per m²"), and takes another slot of the kind.
    """
    moves, schema = parsed.meaning(), turn.schema.by_name
    about = {slot for move in moves for _, slot in facets(move, "")}
    related = [relation for span in turn.spans for relation in related_slots(span)]
    unsaid = (_slots(moves) & schema.keys()) - {slot for _, slot in related}
    words = {span.words.casefold() for span in turn.spans}
    labelled = {slot.name for slot in turn.schema.slots if slot.label.casefold() in words}
    measures = {slot for how, slot in related if how == "noun" and slot in schema and schema[slot].measured}
    named = (labelled | measures) - about
    if len(unsaid) != 1 or len(named) != 1:
        return parsed
    wrong, right = unsaid.pop(), named.pop()
    if schema[wrong].kind != schema[right].kind:
        return parsed
    return parsed._replace(moves=[each._replace(move=_with_slot(each.move, wrong, right)) for each in parsed.moves])


def _with_slot(move: Move, wrong: str, right: str) -> Move:
    """Return a wish or a question about the right slot where it is about the wrong one."""
    if isinstance(move, Wish) and move.slot == wrong:
        return replace(move, slot=right)
    if isinstance(move, Ask) and wrong in move.slots:
        return replace(move, slots=tuple(right if slot == wrong else slot for slot in move.slots))
    return move


def chosen(turn: TurnSpans, parse: Callable[[TurnSpans], ParsedTurn | None]) -> Meaning:
    """Return the reading of a turn that is taken: the parser's, where it isn't too unlikely."""
    by_rules, parsed = turn.by_rules.meaning, parse(turn)
    if parsed is None:
        return by_rules
    if _is_same(parsed.meaning(), by_rules.all()):
        return _confirmed(by_rules, parsed)
    if any(contradicts(turn, parsed) for contradicts in _CONTRADICTIONS):
        return by_rules
    if parsed.likely < _least(turn):
        return _doubted(by_rules, parsed)
    read = parsed_meaning(parsed, turn)
    if parsed.likely >= LIKELY_ALONE:
        return read
    joined = _with_wishes(read, by_rules)
    return replace(joined, moves=(*joined.moves, *_unanswered(parsed, turn)))


def _least(turn: TurnSpans) -> float:
    """Return the probability that the parser's reading of a turn must have to be taken."""
    if turn.by_rules.understood:
        return LEAST_UNDERSTOOD
    return LEAST_LIKELY if turn.context.offered else LEAST_AT_FIRST


def _is_deed_of_rules(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the rules do something that the parser is too unsure to leave out, or to do to something else.

    What the catalogue has nothing on is said beside a deed, and is no other reading of it.
    """
    done = {type(move) for move in turn.by_rules.meaning.all() if isinstance(move, LASTING)}
    instead = [move for move in parsed.meaning() if not isinstance(move, OutOfScope)]
    shared = done & {type(move) for move in instead}
    return bool(done) and parsed.likely < (LIKELY_WITHOUT if instead and not shared else LIKELY_DEED)


def _compares_otherwise(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, compares with another option than the rules do, or with none."""
    own, said = set(_compared(turn.by_rules.meaning.all())), set(_compared(parsed.meaning()))
    return parsed.likely < LIKELY_ALONE and not own <= said


def _compared(moves: Sequence[Move]) -> Iterator[tuple[str, Reference]]:
    """Yield the options that are compared, or with which options are, by a slot."""
    for move in moves:
        if isinstance(move, Wish) and move.constraint.than is not None:
            yield move.slot, move.constraint.than
        if isinstance(move, Compare) and isinstance(move.of, Together):
            yield "", move.of


def _asks_for_less(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser asks for but some of the slots that the rules find asked for."""
    own = _slots([move for move in turn.by_rules.meaning.all() if isinstance(move, Ask)])
    other = _slots([move for move in parsed.meaning() if isinstance(move, Ask)])
    return bool(other) and other < own


def _asks_what_is_described(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, asks whether something is so by which the rules hear an option described.

    "We're keeping the Fairwind, but what was the one with the spa called?".
    """
    own = [move.of for move in turn.by_rules.meaning.all() if isinstance(move, Ask)]
    described = {wish for of in own if isinstance(of, Described) for wish in of.wishes}
    asked = {wish for move in parsed.meaning() if isinstance(move, Ask) for wish in move.wishes}
    return asked != set() and asked <= described and parsed.likely < LIKELY_ALONE


def _turns_to_less(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, turns to but some of the options to which the rules turn by their names."""
    own = {move.to for move in turn.by_rules.meaning.all() if isinstance(move, Return)}
    said = {move.to for move in parsed.meaning() if isinstance(move, Return)}
    named = all(isinstance(to, Named) for to in own)
    return named and set() < said < own and parsed.likely < LIKELY_ALONE


def _picks_where_ordered(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser turns to the extreme option where the rules want options in that order.

    "The biggest" is one option, "the biggest first" an order.
    """
    wishes = [move for move in turn.by_rules.meaning.all() if isinstance(move, Wish)]
    wished = {(wish.slot, wish.constraint.op) for wish in wishes}
    turned = [move.to for move in parsed.meaning() if isinstance(move, Return)]
    picked = {(to.slot, to.direction) for to in turned if isinstance(to, Extreme) and to.of is None}
    return not wished.isdisjoint(picked)


def _counts_stock(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, takes how many are wanted for how many are left, or for a value.

    "Two of the first", "make it six bottles".
    """
    counted = {move.count for move in turn.by_rules.meaning.all() if isinstance(move, Note)} - {0}
    slots = {slot for move in parsed.meaning() for _, slot in facets(move, "")}
    valued = {value.value for value in _values(parsed.meaning()) if isinstance(value, Number | Money)}
    taken = turn.schema.stock in slots - {""} or not counted.isdisjoint(valued)
    return bool(counted) and parsed.likely < LIKELY_ALONE and taken


def _counts_options(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, takes a number of options for that of the people: "which of your three"."""
    own = turn.by_rules.meaning.all()
    counted = {reference.count for move in own for reference in _referred(move) if isinstance(reference, Every)}
    parties = {_all_heads(value) for value in _values(parsed.meaning()) if isinstance(value, Party)}
    counts_people = any(isinstance(value, Party) for value in _values(own))
    return not counts_people and not counted.isdisjoint(parties) and parsed.likely < LIKELY_ALONE


def _all_heads(party: Party) -> int:
    return party.total or party.adults + party.children


def _referred(move: Move) -> Sequence[Reference | None]:
    """Return what a move is about, and what that is one of."""
    reference: Reference | None = getattr(move, "of", None) or getattr(move, "to", None)
    return (reference, getattr(reference, "of", None))


def _leaves_out_hesitation(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser finds nothing where the rules find but a word of hesitation: "let me sleep on it".

    "Later" to a question whether to book is one, and no later day.
    """
    own = turn.by_rules.meaning.all()
    hesitates = own != () and all(move in HESITATIONS for move in own)
    return hesitates and all(isinstance(move, Wish) and move.constraint.is_relative for move in parsed.meaning())


def _hesitates_where_ruled_out(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser finds but hesitation where the rules find a value ruled out: "I'm busy on Sundays"."""
    denied = any(wish.constraint.op == "not" for wish in wishes_in(turn.by_rules.meaning.all()))
    return denied and parsed.moves != () and all(move in HESITATIONS for move in parsed.meaning())


def _values(moves: Sequence[Move]) -> Iterator[Value]:
    """Yield the values of what moves wish for."""
    for wish in wishes_in(moves):
        yield from wish.constraint.values


def _wants_what_is_denied(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, wishes for what is ruled out now or was before, or rules out less than rules.

    "Anything not in Rome" is elsewhere, "neither Rome nor Oslo" rules out both.
    """
    own, said = turn.by_rules.meaning.all(), parsed.meaning()
    ruled_out, left_out = set(_valued(own, "not")), set(_valued(said, "not"))
    before = set(_valued(turn.context.wishes, "not")) - set(_valued(own, "is"))
    wants = not (before | ruled_out).isdisjoint(_valued(said, "is"))
    lifted = {wish.slot for wish in wishes_in(said) if wish.constraint.op == "any"}
    lifts = not lifted.isdisjoint(slot for slot, _ in ruled_out)
    return parsed.likely < LIKELY_ALONE and (wants or lifts or set() < left_out < ruled_out)


def _takes_what_is_denied(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, books or changes what rules find ruled out by its name: "not the Anselm"."""
    names = {value for slot, value in _valued(turn.by_rules.meaning.all(), "not") if slot == turn.schema.name}
    deeds = [move.of for move in parsed.meaning() if isinstance(move, Book | Change)]
    taken = {Text(of.name) for of in deeds if isinstance(of, Named)}
    return parsed.likely < LIKELY_ALONE and not names.isdisjoint(taken)


def _cancels_what_stays(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser cancels what the rules hear spared: "Rome stays. Cancel the other"."""
    spared = set(_valued(_described_as_cancelled(turn.by_rules.meaning.all()), "not"))
    return not spared.isdisjoint(_valued(_described_as_cancelled(parsed.meaning()), "is"))


def _described_as_cancelled(moves: Sequence[Move]) -> Sequence[Wish]:
    """Return the wishes by which what is cancelled is described."""
    described = [move.of for move in moves if isinstance(move, Cancel)]
    return [wish for of in described if isinstance(of, Described) for wish in of.wishes]


def _asks_about_bookings(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, asks about bookings where there are none, and the rules read something."""
    about = any(isinstance(move, Ask) and move.of == Booked() for move in parsed.meaning())
    return about and not turn.context.booked and turn.by_rules.meaning.all() != () and parsed.likely < LIKELY_ALONE


def _valued(moves: Sequence[Move], op: Operator) -> Iterator[tuple[str, Value]]:
    """Yield the values that moves wish for with an operator, each with its slot."""
    for wish in wishes_in(moves):
        if wish.constraint.op == op:
            yield from ((wish.slot, value) for value in wish.constraint.values)


def _knows_nothing_of_it(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, finds a turn beyond the catalogue in which the rules read likely wishes."""
    likely = any(isinstance(each.move, Wish) and each.sure >= SHARED_SLOT for each in turn.by_rules.meaning.moves)
    beyond = all(isinstance(move, OutOfScope) for move in parsed.meaning())
    return likely and beyond and parsed.likely < LIKELY_ALONE


def _moves_another_slot(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, wants more or less of another slot than the rules: "back by a week"."""
    own = {(wish.constraint, wish.slot) for wish in wishes_in(turn.by_rules.meaning.all())}
    said = {(wish.constraint, wish.slot) for wish in wishes_in(parsed.meaning()) if wish.constraint.is_relative}
    elsewhere = {constraint for constraint, _ in own} & {constraint for constraint, _ in said - own}
    return bool(elsewhere) and parsed.likely < LIKELY_ALONE


def _points_elsewhere(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, speaks of other options than those that rules find pointed at.

    "I was speaking of the last one, near the mall" turns to the last one, "1 or 3?" is about two.
    """
    own, said = turn.by_rules.meaning.all(), set(_pointed_at(parsed.meaning()))
    put_right = any(span.has("says:asked_of") for span in turn.spans)
    returns = [move for move in own if put_right and isinstance(move, Return)]
    several = [move for move in own if isinstance(_of(move), Together)]
    pointed = set(_pointed_at([*returns, *several]))
    return bool(pointed) and parsed.likely < LIKELY_ALONE and not pointed <= said


_POINTING = (Described, Named, Nth)


def _pointed_at(moves: Sequence[Move]) -> Iterator[Reference]:
    """Yield the options that moves turn to, compare or ask about by what tells them from others."""
    for of in map(_of, moves):
        yield from (each for each in (of.parts if isinstance(of, Together) else (of,)) if isinstance(each, _POINTING))


def _of(move: Move) -> Reference | None:
    """Return the options that a move is about; None where it names none."""
    return move.to if isinstance(move, Return) else getattr(move, "of", None)


def _looks_on_instead(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser asks for other options where rules hear but a comparison: "what else is different?"."""
    asks = bool(turn.spans) and "?" in turn.spans[-1].words
    compared = any(isinstance(move, Compare) for move in turn.context.moves)
    return asks and compared and (turn.by_rules.meaning.all(), parsed.meaning()) == ((Compare(),), (More(),))


def _misses_judgement(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether a turn but judges an option, which rules know: "that's tiny", "too high up for us"."""
    asked = bool(turn.spans) and "?" in turn.spans[-1].words
    judges = turn.context.offered and judgement(SpanLine(turn.spans, asked=asked), turn.schema) is not None
    return judges and turn.by_rules.meaning.all() != ()


def _agrees_to_all(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for a plain yes what the rules find qualified: "yes, for three"."""
    qualifying = any(isinstance(move, _QUALIFYING) for move in turn.by_rules.meaning.all())
    return qualifying and turn.context.confirming and _is_plain_yes(parsed)


def _agrees_instead_of_refusing(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for a plain yes what the rules find a no or a perhaps: "I don't think so"."""
    answers = [move for move in turn.by_rules.meaning.all() if isinstance(move, Answer)]
    return _is_plain_yes(parsed) and answers != [] and all(move in HESITATIONS for move in answers)


def _refuses_what_is_kept(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for a no, which would deny a booking, what is to keep it: "keep it"."""
    keeps = bool(turn.context.booked) and any(span.has("cue:keep") for span in turn.spans)
    return keeps and parsed.moves != [] and all(move == NO for move in parsed.meaning())


def _is_plain_yes(parsed: ParsedTurn) -> bool:
    return [move for move in parsed.meaning() if not isinstance(move, Social)] == [YES]


_QUALIFYING = (Wish, Return, Book, Ask)


def _passes_over_an_answer(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for mere talk what the schema has an answer to: "what if I cancel?"."""
    asks = any(_has_answer(move, turn) for move in turn.by_rules.meaning.all())
    return asks and all(isinstance(move, Social) for move in parsed.meaning())


def _starts_where_one_goes(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for where one starts what the rules find to be where one goes.

    Who is asked where from and says "sorry, Oslo" corrects where to.
    """
    source, goal = turn.schema.source, turn.schema.place
    said = [value for slot, value in _valued(parsed.meaning(), "is") if slot == source]
    own = [value for slot, value in _valued((*turn.by_rules.meaning.all(), *turn.context.wishes), "is") if slot == goal]
    return source in turn.context.asked and not set(said).isdisjoint(own)


def _asks_for_more_of_the_same(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for more of the same what the rules find to be something else.

    That is another place, other days, how many there are, or what was shown: "just four?", "show me both".
    """
    own = turn.by_rules.meaning.all()
    others = any(isinstance(move, Wish) and move.constraint.op in ("not", "any") for move in own)
    shown = turn.by_rules.understood and any(isinstance(move, Return) or move == Ask("count") for move in own)
    return (others or shown) and parsed.moves != [] and all(isinstance(move, More) for move in parsed.meaning())


def _wishes_what_is_asked(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, wishes for what the rules find asked of what was shown: "is it red?"."""
    asked = [wish for move in turn.by_rules.meaning.all() if isinstance(move, Ask) for wish in move.wishes]
    wished = [move for move in parsed.meaning() if isinstance(move, Wish)]
    same = {(wish.slot, wish.constraint) for wish in asked} == {(wish.slot, wish.constraint) for wish in wished}
    if asked and same and len(wished) == len(parsed.moves) and parsed.likely < LIKELY_ALONE:
        return True
    about_it = some(turn.spans[:1], "opens:inverted") and some(turn.spans[:2], "says:remarked", "remarked")
    if len(turn.by_rules.meaning.all()) != 1 or not about_it or not turn.context.offered:
        return False
    return parsed.likely < LIKELY_DEED and not {wish.slot for wish in asked}.isdisjoint(wish.slot for wish in wished)


def _steps_back_from_named(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, only takes back what the rules find to be corrected: "I meant the first"."""
    named = any(isinstance(move, Return) for move in turn.by_rules.meaning.all())
    only = parsed.moves != [] and all(isinstance(move, Undo) for move in parsed.meaning())
    return named and only and parsed.likely < LIKELY_WITHOUT


def _numbers_otherwise(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the rules find but a number of the list, for which the parser is too unsure of another reading."""
    own = turn.by_rules.meaning.all()
    alone = [span for span in turn.spans if span.words.strip(" .#").isdigit()]
    return len(own) == 1 == len(alone) and isinstance(own[0], Return) and isinstance(own[0].to, Nth)


def _lifts_unsaid(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for "anywhere" an answer in which no word says so: "home", "just the hotel"."""
    lifted = {wish.slot for wish in wishes_in(parsed.meaning()) if wish.constraint.op == "any"}
    said = any(span.has(*_INDIFFERENT) for span in turn.spans)
    return turn.schema.source in lifted.intersection(turn.context.asked) and not said


_INDIFFERENT = ("any", "indefinite", "reserving", "cue:answer_either", "cue:perhaps_alone", "cue:return", "cue:more")
"""What the words are that pass over a question for a slot."""


def _books_where_else_was_asked(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser alone books what is named in answer to which booking shall be cancelled or changed."""
    books = any(isinstance(move, Book) for move in parsed.meaning())
    own = any(isinstance(move, Book) for move in turn.by_rules.meaning.all())
    return turn.context.state.pending.purpose in ("cancel", "change") and books and not own


def _undoes_unsaid(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, cancels or changes a booking where the rules read something else.

    No word says so then: "Oslo too", "just the Oslo one".
    """
    own = turn.by_rules.meaning.all()
    if not own or any(isinstance(move, Cancel | Change) for move in own) or parsed.likely >= LIKELY_ALONE:
        return False
    if any(span.has("cue:cancel", "cue:change") for span in turn.spans):
        return False
    return any(isinstance(move, Cancel | Change) and getattr(move, "to", None) is None for move in parsed.meaning())


_CONTRADICTIONS = (
    _is_deed_of_rules,
    _compares_otherwise,
    _asks_for_less,
    _asks_what_is_described,
    _wishes_what_is_asked,
    _turns_to_less,
    _picks_where_ordered,
    _counts_stock,
    _counts_options,
    _leaves_out_hesitation,
    _hesitates_where_ruled_out,
    _wants_what_is_denied,
    _takes_what_is_denied,
    _cancels_what_stays,
    _asks_about_bookings,
    _knows_nothing_of_it,
    _moves_another_slot,
    _points_elsewhere,
    _looks_on_instead,
    _misses_judgement,
    _agrees_to_all,
    _agrees_instead_of_refusing,
    _refuses_what_is_kept,
    _passes_over_an_answer,
    _starts_where_one_goes,
    _steps_back_from_named,
    _numbers_otherwise,
    _lifts_unsaid,
    _asks_for_more_of_the_same,
    _books_where_else_was_asked,
    _undoes_unsaid,
)
"""The ways in which the parser may say less than, or other than, what rules know better."""


def _slots(moves: Sequence[Move]) -> set[str]:
    """Return the slots that moves are about, those of their references not counted."""
    found = set[str]()
    for move in moves:
        found.update(wish.slot for wish in wishes_in([move]))
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
    about, said = _slots(read.all()), read.all()
    added = [each for each in by_rules.moves if _is_missing(each, about) or _is_besides(each, said)]
    values = [_said(each.move) for each in added if isinstance(each.move, Wish)]
    own = {each.move.slot for each in by_rules.moves if isinstance(each.move, Wish)}
    likely, single = _single_wishes(by_rules, SHARED_SLOT), _single_wishes(read)
    found = list[Spoken]()
    for each in read.moves:
        move = each.move
        if isinstance(move, Correct):
            known = tuple(_as_rules_limit(wish, likely, single) for wish in move.wishes)
            found.append(replace(each, move=Correct(known)))
        elif not isinstance(move, Wish):
            found.append(each)
        elif move.slot in likely and move.slot in single:
            wish, own_words = likely[move.slot]
            found.append(replace(own_words, move=replace(move, constraint=wish.constraint), sure=each.sure))
        elif move.slot in own or _said(move) not in values:
            found.append(each)
    return replace(read, moves=tuple(sorted((*found, *added), key=lambda each: each.start)))


def _as_rules_limit(
    wish: Wish, likely: Mapping[str, tuple[Wish, Spoken]], single: Mapping[str, tuple[Wish, Spoken]]
) -> Wish:
    """Return a corrected wish as the rules limit the same values: "September is too late" means before that."""
    own = likely.get(wish.slot)
    same = own is not None and wish.slot not in single and own[0].constraint.values == wish.constraint.values
    return replace(wish, constraint=own[0].constraint) if own and same else wish


def _unanswered(parsed: ParsedTurn, turn: TurnSpans) -> Iterator[Spoken]:
    """Yield what the rules know to be beyond the catalogue, where the parser finds nothing so nor uses a word of it."""
    if any(isinstance(each.move, OutOfScope) for each in parsed.moves):
        return
    used = [turn.places[span] for each in parsed.moves for span in each.spans]
    for each in turn.by_rules.meaning.moves:
        apart = not any(each.overlaps(*place) for place in used)
        if isinstance(each.move, OutOfScope) and each.sure >= SHARED_SLOT and apart:
            yield each


def _said(wish: Wish) -> tuple[Operator, Sequence[Value]]:
    """Return the operator and the values of a wish, without the unit that only its slot gives them."""
    values = [replace(value, unit="") if isinstance(value, Number) else value for value in wish.constraint.values]
    return wish.constraint.op, values


def _is_denial(move: Move) -> bool:
    return isinstance(move, Wish) and move.constraint.op == "not"


def _is_missing(spoken: Spoken, about: set[str]) -> bool:
    """Return whether a likely move is a wish for a slot that some moves aren't about.

    A denial need be less likely, and so need those who travel: the rules can count.
    """
    if not isinstance(spoken.move, Wish) or spoken.move.slot in about:
        return False
    counts = any(isinstance(value, Party) for value in spoken.move.constraint.values)
    is_known = counts or _is_denial(spoken.move)
    return spoken.sure >= (SHARED_SLOT if is_known else OWN_SLOT)


def _is_besides(spoken: Spoken, said: Sequence[Move]) -> bool:
    """Return whether a wish stands beside what a reading says of its slot: "in Spain, not Barcelona".

    Where that but wishes, the rules rule another value out: a clause that nobody understood may do so all the same, and
    who says so would mind to be shown it. Where that but rules out, the rules wish for another value.
    """
    move = spoken.move
    if not isinstance(move, Wish) or move.of is not None:
        return False
    ops = {wish.constraint.op for wish in wishes_in(said) if wish.slot == move.slot}
    contrary, least = {"not": ("is", DENIED), "is": ("not", OWN_SLOT)}.get(move.constraint.op, ("", 1.0))
    named = {(wish.slot, value) for wish in wishes_in(said) for value in wish.constraint.values}
    others = named.isdisjoint((move.slot, value) for value in move.constraint.values)
    return ops == {contrary} and others and spoken.sure >= least


def _single_wishes(meaning: Meaning, least: float = 0.0) -> Mapping[str, tuple[Wish, Spoken]]:
    """Return the wishes of at least a probability for slots that a meaning wishes for once, by their slots."""
    spoken = [(each.move, each) for each in meaning.moves if isinstance(each.move, Wish)]
    often = Counter(wish.slot for wish, _ in spoken)
    return {wish.slot: (wish, each) for wish, each in spoken if often[wish.slot] == 1 and each.sure >= least}


def _doubted(by_rules: Meaning, parsed: ParsedTurn) -> Meaning:
    """Return the rules' reading where the parser is too unsure of its own; a wish is said back unless both have it."""
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
    added, spoken = list(_of_rules_alone(parsed, turn)), list[Spoken]()
    terms = [each for each in added if isinstance(each.move, TERMS)]
    for each in parsed.moves:
        start, end = min(each.spans, default=0), max(each.spans, default=len(turn.places) - 1)
        place = turn.places[start][0], turn.places[end][1]
        if isinstance(each.move, OutOfScope) and any(term.overlaps(*place) for term in terms):
            continue  # what is noted with the booking
        proved = type(each.move) in deeds or not isinstance(each.move, DEEDS)
        if each.move == Answer("yes"):
            proved = consents
        is_certain = proved or (each.likely >= PROVED and Answer("no") not in by_rules)
        sure = each.likely if is_certain else min(each.likely, UNPROVED)
        spoken.append(Spoken(_as_rules_say(each.move, place, turn), *place, sure))
    return Meaning((*spoken, *added))


def _as_rules_say(move: Move, place: tuple[int, int], turn: TurnSpans) -> Move:
    """Return a move with what rules know better: how many travel, a unit, words that the schema has an answer to."""
    match move:
        case Wish():
            return _denied(_counted(move, turn.by_rules.meaning.all()), turn)
        case Correct():
            return Correct(tuple(_counted(wish, turn.by_rules.meaning.all()) for wish in move.wishes))
        case Ask():
            move = _by_what_is_said(move, turn)
            asked = [each for each in turn.by_rules.meaning.all() if isinstance(each, Ask) and each.unit]
            same = [each.unit for each in asked if not set(each.slots).isdisjoint(move.slots)]
            return replace(move, unit=same[0]) if same else move
        case Cancel(of=Booked()):
            whole = Cancel(Every(of=Booked()))  # "cancel both"
            return whole if whole in turn.by_rules.meaning.all() else move
        case OutOfScope():
            own = [each for each in turn.by_rules.meaning.moves if each.overlaps(*place)]
            answered = [each.move for each in own if _has_answer(each.move, turn)]
            return answered[0] if answered else OutOfScope(_unknown_words(place, turn))
    return move


def _unknown_words(place: tuple[int, int], turn: TurnSpans) -> str:
    """Return what nobody knows in a place of the turn, without the words around it: "is there anything from Apple"."""
    first, last = place
    inside = [at for at, (start, end) in enumerate(turn.places) if first <= start and end <= last]
    unknown = [at for at in inside if turn.spans[at].has("strange", "unknown")]
    quoted = unknown or inside
    return turn.words(quoted[0], quoted[-1])


def _by_what_is_said(ask: Ask, turn: TurnSpans) -> Ask:
    """Return a question about a sum or a share with the number that is said: "how much for 2 of us?"."""
    counts = [count for span in turn.spans for count in _counts(span)]
    return replace(ask, by=counts[0]) if ask.by and counts and ask.by not in counts else ask


def _counts(span: Span) -> Iterator[int]:
    """Yield how many a span may say that there are of something."""
    for entry in span.entries:
        if entry.kind == "number" and isinstance(entry.data, float) and entry.data in COUNTS:
            yield int(entry.data)
        if entry == Entry("party", "two"):
            yield 2


def _counted(wish: Wish, by_rules: Sequence[Move]) -> Wish:
    """Return a wish for those who travel with their number as the rules, which can count, have it."""
    counts = [each.constraint for each in by_rules if isinstance(each, Wish) and each.slot == wish.slot]
    own = [each for each in counts if any(isinstance(value, Party) for value in each.values)]
    return replace(wish, constraint=own[0]) if len(own) == 1 else wish


def _denied(wish: Wish, turn: TurnSpans) -> Wish:
    """Return a wish for a feature as the denial of it that rules read in the very words: "no terrace", "unfurnished".

    What is judged behind it is left to the parser: "no terrace is a pity".
    """
    own = [each for each in wishes_in(turn.by_rules.meaning.all()) if each.slot == wish.slot]
    denials = [each.constraint for each in own if each.constraint.values == (Flag(False),)]
    wanted = wish.constraint.op == "is" and wish.constraint.values == (Flag(True),)
    said = any(_says_without(SpanLine(turn.spans), at, wish.slot) for at in range(len(turn.spans)))
    return replace(wish, constraint=denials[0]) if wanted and said and len(denials) == len(own) == 1 else wish


def _says_without(line: SpanLine, at: int, slot: str) -> bool:
    """Return whether a word is that for a feature's lack, or all that is said is that one doesn't want the feature."""
    values = line[at].every("value")
    if (slot, Flag(True)) not in values:
        return (slot, Flag(False)) in values
    denied = line.place(at, _DENIED, having("not")) >= 0
    return denied and line[at + 1].has(*_BEHIND_FEATURE) and not line[at + 1].has("predicative")


def _has_answer(move: Move, turn: TurnSpans) -> bool:
    return isinstance(move, OutOfScope) and turn.schema.answer_to(move.words) != ""


def _of_rules_alone(parsed: ParsedTurn, turn: TurnSpans) -> Iterator[Spoken]:
    """Yield what rules alone read: terms of a booking, and where others set off from."""
    starts = {move.slot for move in parsed.meaning() if isinstance(move, Wish)} & {turn.schema.source}
    for each in turn.by_rules.meaning.moves:
        sets_off = isinstance(each.move, Wish) and each.move.of == NewTrip() and each.move.slot in starts
        if sets_off and each.move not in parsed.meaning():
            yield each
        if isinstance(each.move, TERMS):
            yield each
