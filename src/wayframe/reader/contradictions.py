"""Contradictions: the ways in which the rules' reading of a turn stands against the semantic parser's.

The parser reads most turns better. But it says less than what is plain where rules know bounds, denials and deeds, and
a booking isn't to hang on a guess, so that in each of these ways the rules' reading is taken instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from wayframe.meaning.notation import show
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
    Described,
    Drop,
    Every,
    Extreme,
    It,
    More,
    Move,
    Named,
    Note,
    Nth,
    Operator,
    Other,
    OutOfScope,
    Recall,
    Reference,
    Return,
    Social,
    Text,
    Together,
    Undo,
    Value,
    Wish,
    slots_in,
    wishes_for,
    wishes_in,
)
from wayframe.reader.amendments.consents import opens_with_consent
from wayframe.reader.amendments.days import days_of_events
from wayframe.reader.doubt import LASTING, PLAIN
from wayframe.reader.judgements import judgement
from wayframe.reader.spans import SpanLine, some
from wayframe.reader.symbols import ParsedTurn, TurnSpans
from wayframe.reader.values import SchemaParts
from wayframe.state.resolution import reference_of

LIKELY_DEED, LIKELY_WITHOUT = 0.9, 0.85
"""The probability from which the parser's reading is taken where the rules do something: it does it, or doesn't."""

LEAST_DEED = 0.3
"""The probability from which a deed of the rules counts: less likely, it is but a word that means something else."""

LONG, LIKELY_IN_LONG = 9, 0.35
"""The spans of a long turn, of whose deeds rules know less, and the probability from which the parser is believed."""

PLAIN_DEED = 0.8
"""The probability from which the rules know to what a deed of a long turn is done, where the parser has it, too."""

PLAIN_YES = 0.85
"""The probability from which the parser hears a yes that the first words say."""

LIKELY_TARGET = 0.5
"""The probability from which the parser says what a deed is to that the rules do to a pronoun."""

LIKELY_ALONE = 0.55
"""The probability from which the wishes of the parser's reading are all that there are."""

LIKELY_TO_WISH = 0.7
"""The probability from which the parser wishes for what the rules find asked of what was shown."""

LIKELY_GUESS = 0.1
"""The probability below which a wish or a question of the parser is but a guess."""

SHARED_SLOT = 0.4
"""The probability from which a wish that the rules read is likely enough to stand against the parser."""

HESITATIONS = (PERHAPS, NO)
"""The answers of somebody who doesn't go on."""


def is_contradicted(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser says less than, or other than, what the rules know better."""
    known = _CONTRADICTIONS if _is_long(turn) else (*_CONTRADICTIONS, *_CONTRADICTIONS_IN_BRIEF)
    return any(contradicts(turn, parsed) for contradicts in known)


def _is_deed_of_rules(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the rules do something that the parser is too unsure to leave out, or to do to something else.

    What the catalogue has nothing on is said beside a deed, and is no other reading of it. In a long turn the parser
    need be less sure, unless the rules know plainly to what the deed is done, or it passes over a yes. The rules know
    no better where they pass over a place that the parser reads: "Rome instead, book the cheapest".
    """
    own = turn.by_rules.meaning.all()
    moves = turn.by_rules.meaning.moves
    deeds = [each for each in moves if isinstance(each.move, LASTING) and each.sure >= LEAST_DEED]
    done = {type(each.move) for each in deeds}
    instead = [move for move in parsed.meaning() if not isinstance(move, OutOfScope)]
    shared = done & {type(move) for move in instead}
    if YES in instead and YES not in own and opens_with_consent(turn):
        return False  # "yes, book it, and find me something in Oslo" books nothing there
    if shared and _named_places(turn, parsed.meaning()) > _named_places(turn, own):
        return False
    least = LIKELY_WITHOUT if instead and not shared else LIKELY_DEED
    is_plain = bool(shared) and all(each.sure >= PLAIN_DEED and not _is_composed(each.move) for each in deeds)
    if shared and any(_is_meant_by_parser(each.move, parsed, turn) for each in deeds):
        return False
    passes_over_yes = YES in own and YES not in instead
    if _is_long(turn) and not is_plain and not passes_over_yes:
        least = LIKELY_IN_LONG
    return done != set() and parsed.likely < least


def _is_composed(move: Move) -> bool:
    """Return whether a deed is to what several descriptions say together: "it's the lightest and the best rated"."""
    of = reference_of(move)
    return isinstance(of, Together) and not any(isinstance(part, Named | Nth) for part in of.parts)


def _is_meant_by_parser(own: Move, parsed: ParsedTurn, turn: TurnSpans) -> bool:
    """Return whether the parser likely says which of several at hand a deed is to that the rules do to "it".

    The rules then hear nothing else named.
    """
    if len(turn.context.focus or turn.context.latest) < 2 or reference_of(own) not in _ALL_AT_HAND:
        return False
    named = {reference_of(move) for move in turn.by_rules.meaning.all()}
    alike = [each for each in parsed.moves if type(each.move) is type(own) and each.likely >= LIKELY_TARGET]
    targets = [of for each in alike if isinstance(of := reference_of(each.move), Extreme | Named | Described)]
    return any(named <= {*_ALL_AT_HAND, target} for target in targets)


def _named_places(turn: TurnSpans, moves: Sequence[Move]) -> set[str]:
    """Return the places that a turn names and that moves are about."""
    read = show(moves).casefold()
    named = {str(span.data("place")).casefold() for span in turn.spans if span.has("place")}
    return {place for place in named if place in read}


def _is_long(turn: TurnSpans) -> bool:
    return len(turn.spans) >= LONG


def _compares_otherwise(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, compares with another option than the rules do, or with none.

    What is put beside those that were compared isn't booked: "throw in the third".
    """
    own, said = set(_compared(turn.by_rules.meaning.all())), set(_compared(parsed.meaning()))
    books = any(isinstance(move, Book) for move in parsed.meaning())
    return parsed.likely < (LIKELY_DEED if books else LIKELY_ALONE) and not own <= said


def _compared(moves: Sequence[Move]) -> Iterator[tuple[str, Reference]]:
    """Yield the options that are compared, or with which options are, by a slot."""
    for move in moves:
        if isinstance(move, Wish) and move.constraint.than is not None:
            yield move.slot, move.constraint.than
        if isinstance(move, Compare) and isinstance(move.of, Together):
            yield "", move.of
        if isinstance(move, Ask) and move.question == "difference" and isinstance(move.of, Described):
            yield "", move.of


def _leaves_on_the_day_of_an_event(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes the day of something else for one of the stay, where the rules read another."""
    windows = turn.schema.windows
    own = [wish for wish in wishes_in(turn.by_rules.meaning.all()) if wish.slot in windows]
    said = [wish for wish in wishes_in(parsed.meaning()) if wish.slot in windows]
    events = set(days_of_events(turn))
    takes_event = any(not events.isdisjoint(wish.constraint.values) for wish in said)
    return takes_event and any(events.isdisjoint(wish.constraint.values) for wish in own)


def _leaves_out_hesitation(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser finds nothing where the rules find but a word of hesitation: "let me sleep on it".

    "Later" to a question whether to book is one, and no later day.
    """
    own = turn.by_rules.meaning.all()
    hesitates = own != () and all(move in HESITATIONS for move in own)
    return hesitates and all(isinstance(move, Wish) and move.constraint.is_relative for move in parsed.meaning())


def _hesitates_where_ruled_out(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser finds nothing, or but hesitation, where the rules find a value ruled out.

    "I'm busy on Sundays" rules a day out.
    """
    denied = any(wish.constraint.op == "not" for wish in wishes_in(turn.by_rules.meaning.all()))
    return denied and all(move in HESITATIONS for move in parsed.meaning())


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


def _wants_what_is_left_open(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, wishes for a feature, or for one of several values, that rules leave open.

    "Furnished or not" and "automatic or manual" want neither of the two, "make that Old Town or Station" either.
    """
    moves, said = turn.by_rules.meaning.all(), wishes_in(parsed.meaning())
    own = [move for move in moves if isinstance(move, Wish)]
    lifted = {wish.slot for wish in own if wish.constraint.op == "any"}
    if some(turn.spans, "conjunction:or"):
        lifted |= {wish.slot for move in moves if isinstance(move, Ask) for wish in move.wishes}
    features = lifted & {slot.name for slot in turn.schema.of_kind("yes_no")}
    several = {wish.slot: {*wish.constraint.values} for wish in wishes_in(moves) if wish.constraint.op == "is"}
    closed = [wish for wish in said if wish.constraint.op == "is"]
    wished = {move.slot for move in parsed.meaning() if isinstance(move, Wish)} & {wish.slot for wish in closed}
    fewer = any({*wish.constraint.values} < several.get(wish.slot, set()) for wish in closed)
    return parsed.likely < LIKELY_DEED and (fewer or not features.isdisjoint(wished))


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


def _valued(moves: Sequence[Move], op: Operator) -> Iterator[tuple[str, Value]]:
    """Yield the values that moves wish for with an operator, each with its slot."""
    for wish in wishes_in(moves):
        if wish.constraint.op == op:
            yield from ((wish.slot, value) for value in wish.constraint.values)


def _knows_nothing_of_it(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, finds beyond the catalogue what the rules find wished for or asked of a slot.

    "How far does that get on a full battery?" asks for its range.
    """
    likely = [each.move for each in turn.by_rules.meaning.moves if each.sure >= SHARED_SLOT]
    known = any(isinstance(move, Wish) or (isinstance(move, Ask) and move.slots) for move in likely)
    beyond = all(isinstance(move, OutOfScope) for move in parsed.meaning())
    return known and beyond and parsed.likely < LIKELY_ALONE


def _hears_but_a_no(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, hears but a no where rules hear more: "no, the third", "no. Cancel it all".

    That is another option turned to, or a booking that is plainly cancelled.
    """
    moves = turn.by_rules.meaning.moves
    returns = any(isinstance(each.move, Return) for each in moves)
    cancels = any(isinstance(each.move, Cancel) and each.sure >= PLAIN for each in moves)
    return (
        (returns or (cancels and bool(turn.context.booked)))
        and parsed.meaning() == (NO,)
        and parsed.likely < LIKELY_ALONE
    )


def _passes_over_bookings(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser means options where rules hear the same of bookings: "the one I booked last"."""
    own, said = map(reference_of, turn.by_rules.meaning.all()), set(map(reference_of, parsed.meaning()))
    of_bookings = [of for of in own if isinstance(of, Extreme | Nth) and of.of == Booked()]
    return bool(turn.context.booked) and any(replace(of, of=None) in said for of in of_bookings)


def _looks_on_instead(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser asks for other options where rules hear but a comparison: "what else is different?"."""
    compared = any(isinstance(move, Compare) for move in turn.context.moves)
    instead = turn.by_rules.meaning.all() == (Compare(),) and parsed.meaning() == (More(),)
    return turn.is_question and compared and instead


def _takes_a_question_for_less(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for a yes, or a feature, what rules know to be asked: "should I dress up?"."""
    own = turn.by_rules.meaning.all()
    beyond = own != () and all(isinstance(move, OutOfScope) for move in own)
    called = any(span.has("called_by_feature") for span in turn.spans)
    wishes = called and _says_only(parsed, lambda move: isinstance(move, Wish))
    return beyond and (_is_plain_yes(parsed) or wishes)


def _measures_otherwise(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, wishes for something else, or nothing, where no slot measures what is meant.

    "A bit far out" says nothing of the price.
    """
    own = turn.by_rules.meaning.all()
    beyond = own != () and all(isinstance(move, OutOfScope) for move in own)
    objects = beyond and any(span.has("opens:sized") for span in turn.spans)
    return objects and parsed.likely < LIKELY_DEED and all(isinstance(move, Wish) for move in parsed.meaning())


def _misses_judgement(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether a turn but judges an option, which rules know: "that's tiny", "too high up for us"."""
    line = SpanLine(turn.spans, asked=turn.is_question)
    judges = turn.context.offered and judgement(line, turn.schema) is not None
    return judges and turn.by_rules.meaning.all() != ()


def _compares_what_is_asked(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser asks by how much one option differs where rules ask just for its price."""
    own, said = turn.by_rules.meaning.all(), parsed.meaning()
    if len(own) != 1 or len(said) != 1 or parsed.likely >= LIKELY_ALONE:
        return False
    (asked,), (differs,) = own, said
    if not isinstance(asked, Ask) or not isinstance(differs, Ask):
        return False
    same = (asked.slots, asked.of) == (differs.slots, differs.of)
    return same and (asked.question, differs.question) == ("facts", "difference")


def _adds_up_what_is_left(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, asks for a price where the rules find asked what is left of the money."""
    own = {move.question for move in turn.by_rules.meaning.all() if isinstance(move, Ask)}
    asked = {move.question for move in parsed.meaning() if isinstance(move, Ask)}
    return "left" in own - asked and bool(asked & {"sum", "facts"}) and parsed.likely < LIKELY_DEED


def _passes_over_a_name(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether rules find but what is to be noted, and the parser an answer or talk: "it's for Dave Miller".

    A question for what can't be done is none: "can we go and see it on Saturday?".
    """
    own = turn.by_rules.meaning.all()
    noted = own != () and all(isinstance(move, Note) and move.words for move in own)
    talk: tuple[type[Move], ...] = (Answer, Social, Recall)
    if not turn.is_question:
        talk = (*talk, OutOfScope)
    return noted and all(isinstance(move, talk) for move in parsed.meaning())


def _agrees_to_all(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for a plain yes what the rules find qualified: "yes, for three".

    In a long turn, which says why, only an option that is named qualifies a likely yes: "ok, the Firefly. Book it".
    Where a turn begins with a likely yes, only what its first sentence says does.
    """
    said = [each for each in turn.by_rules.meaning.moves if isinstance(each.move, _QUALIFYING)]
    if opens_with_consent(turn) and any(each.move == YES and each.likely >= PLAIN_YES for each in parsed.moves):
        said = [each for each in said if each.start < _end_of_first(turn) and not isinstance(each.move, Book)]
    qualifying = [each.move for each in said]
    if _is_long(turn) and parsed.likely >= LIKELY_IN_LONG:
        qualifying = [move for move in qualifying if isinstance(reference_of(move), Named)]
    return qualifying != [] and turn.context.confirming and _is_plain_yes(parsed)


def _end_of_first(turn: TurnSpans) -> int:
    """Return where the first sentence of a turn ends."""
    ends = (end for span, (_, end) in zip(turn.spans, turn.places, strict=True) if span.has("clause_end"))
    return next(ends, turn.places[-1][1])


def _passes_over_a_yes(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, does something where rules hear a yes to what was asked: "yes, do it".

    So does it where it hears but a remark: "there's a conference there ... sure".
    """
    own, said = turn.by_rules.meaning.all(), parsed.meaning()
    does = any(isinstance(move, LASTING) for move in said)
    remarks = _says_only(parsed, lambda move: isinstance(move, OutOfScope))
    agrees = turn.context.confirming and own[:1] == (YES,) and YES not in said
    return agrees and (does or remarks) and parsed.likely < LIKELY_ALONE


def _agrees_where_leave_is_asked(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether a turn asks if something is all right, and the parser finds a yes, or nothing that is asked."""
    asks = any(isinstance(move, OutOfScope) and not move.words for move in turn.by_rules.meaning.all())
    return asks and not any(isinstance(move, Ask | Wish) and parsed.likely >= LIKELY_GUESS for move in parsed.meaning())


def _agrees_instead_of_refusing(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for a plain yes what the rules find a no or a perhaps: "I don't think so"."""
    answers = [move for move in turn.by_rules.meaning.all() if isinstance(move, Answer)]
    return _is_plain_yes(parsed) and answers != [] and all(move in HESITATIONS for move in answers)


def _refuses_unsaid(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for a no to a booking what denies nothing: "it's for my parents"."""
    denies_nothing = turn.by_rules.meaning.all() != () and not any(span.has(*_DENYING) for span in turn.spans)
    return bool(turn.context.booked) and denies_nothing and _says_only(parsed, lambda move: move == NO)


_DENYING = (
    "not",
    "cue:answer_no",
    "cue:cancel",
    "cue:undo",
    "cue:instead",
    "cue:reject",
    "cue:correct",
    "retraction",
    "except",
)
"""The names of words that deny, or take back."""


def _is_plain_yes(parsed: ParsedTurn) -> bool:
    return [move for move in parsed.meaning() if not isinstance(move, Social)] == [YES]


_QUALIFYING = (Wish, Return, Book, Ask)


def _passes_over_an_answer(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for mere talk what the schema has an answer to: "what if I cancel?"."""
    asks = any(has_answer(move, turn) for move in turn.by_rules.meaning.all())
    return asks and all(isinstance(move, Social) for move in parsed.meaning())


def _passes_over_a_goal(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether an unsure parser but asks about what was shown where the rules hear a place to go to as well.

    "What hotels do you have in Vienna, and how are they rated?"
    """
    moves, goal = parsed.meaning(), turn.schema.goal
    of_all = [move for move in moves if isinstance(move, Ask) and not move.wishes and move.of in _ALL_AT_HAND]
    heard = (each for each in turn.by_rules.meaning.moves if isinstance(each.move, Wish) and each.move.slot == goal)
    asks = of_all != [] and len(of_all) == len(moves) and parsed.likely < LIKELY_ALONE
    return asks and any(each.sure >= SHARED_SLOT for each in heard)


_ALL_AT_HAND = (None, It(), Every())
"""The references to what was shown that name none of it."""


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

    That is another place, other days, how many there are, or what was shown: "just four?", "show me both". The others
    than several that are spoken of may be those not shown yet: "what are the other two?".
    """
    own = list(turn.by_rules.meaning.all())
    if len(turn.context.focus) > 1 and parsed.likely >= LIKELY_DEED and own == [Return(Other())]:
        return False
    others = any(isinstance(move, Wish) and move.constraint.op in ("not", "any") for move in own)
    shown = turn.by_rules.understood and any(isinstance(move, Return) or move == Ask("count") for move in own)
    return (others or shown) and _says_only(parsed, lambda move: isinstance(move, More))


def _asks_for_one_end(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser asks for one end of for how many people something is: "how many can play?"."""
    parts = SchemaParts(turn.schema)
    ends = {parts.fewest, parts.capacity} - {""}
    own = slots_in([move for move in turn.by_rules.meaning.all() if isinstance(move, Ask)])
    other = slots_in([move for move in parsed.meaning() if isinstance(move, Ask)])
    return len(ends) == 2 and ends <= own and len(ends & other) == 1


def _picks_where_ordered(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser turns to the extreme option where the rules want options in that order.

    "The biggest" is one option, "the biggest first" an order.
    """
    wishes = [move for move in turn.by_rules.meaning.all() if isinstance(move, Wish)]
    wished = {(wish.slot, wish.constraint.op) for wish in wishes}
    turned = [move.to for move in parsed.meaning() if isinstance(move, Return)]
    picked = {(to.slot, to.direction) for to in turned if isinstance(to, Extreme) and to.of is None}
    return not wished.isdisjoint(picked)


def _asks_without_condition(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, but asks, where the rules plainly ask under a condition.

    "How much would I save if I flew a week later?".
    """
    plain = [each.move for each in turn.by_rules.meaning.moves if each.sure >= PLAIN_DEED]
    under = any(isinstance(move, Ask) and move.wishes for move in plain)
    asks = any(isinstance(move, Ask) for move in parsed.meaning())
    return under and asks and not any(wishes_in(parsed.meaning())) and parsed.likely < LIKELY_ALONE


def _wishes_what_is_asked(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, wishes for what the rules find asked of what was shown: "is it red?"."""
    asked = [wish for move in turn.by_rules.meaning.all() if isinstance(move, Ask) for wish in move.wishes]
    wished = [move for move in parsed.meaning() if isinstance(move, Wish)]
    same = {(wish.slot, wish.constraint) for wish in asked} == {(wish.slot, wish.constraint) for wish in wished}
    if asked and same and len(wished) == len(parsed.moves) and parsed.likely < LIKELY_TO_WISH:
        return True
    about_it = some(turn.spans[:1], "opens:inverted") and some(turn.spans[:2], "says:remarked", "remarked")
    if len(turn.by_rules.meaning.all()) != 1 or not about_it or not turn.context.offered:
        return False
    return parsed.likely < LIKELY_DEED and not {wish.slot for wish in asked}.isdisjoint(wish.slot for wish in wished)


def _steps_back_from_named(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, only takes back what the rules find to be corrected: "I meant the first"."""
    named = any(isinstance(move, Return) for move in turn.by_rules.meaning.all())
    return named and _says_only(parsed, lambda move: isinstance(move, Undo)) and parsed.likely < LIKELY_WITHOUT


def _numbers_otherwise(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the rules find a turn to be but the number of an option in the list: "2", "no. 3"."""
    own = turn.by_rules.meaning.all()
    alone = [span for span in turn.spans if span.words.strip(" .#").isdigit()]
    return len(own) == 1 == len(alone) and isinstance(own[0], Return) and isinstance(own[0].to, Nth)


def _picks_by_unsaid_number(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser, unsure, picks by a number that no word says, where the rules hear an option described.

    "He will have the one with the gym" is no first.
    """
    own = {reference_of(move) for move in turn.by_rules.meaning.all()}
    picked = [of for of in map(reference_of, parsed.meaning()) if isinstance(of, Nth)]
    if not picked or not any(isinstance(of, Described | Extreme | Named) for of in own):
        return False
    numbered = any(span.has("ordinal") or (span.has("number") and span.words != "one") for span in turn.spans)
    return parsed.likely < LIKELY_DEED and not numbered and not any(isinstance(of, Nth) for of in own)


def _names_one_twice(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser puts an option beside itself, where the rules read something: "the first and first"."""
    joint = [of.parts for of in map(reference_of, parsed.meaning()) if isinstance(of, Together)]
    named = [{_called(part, turn.schema.name) for part in parts} for parts in joint]
    twice = any(len(names) < len(parts) for names, parts in zip(named, joint, strict=True))
    return turn.by_rules.meaning.all() != () and twice


def _called(of: Reference, slot: str) -> Reference:
    """Return what a reference names by the slot of names, however it describes it; itself where it names nothing."""
    wishes = wishes_for(of.wishes, slot) if isinstance(of, Described) else ()
    names = [value.value for wish in wishes for value in wish.constraint.values if isinstance(value, Text)]
    return Named(names[0]) if len(names) == 1 else of


def _lifts_unsaid(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser takes for "anywhere" an answer in which no word says so: "home", "just the hotel".

    Nor is "anywhere" what rules hear limited to what nobody knows: "anywhere on the east coast".
    """
    lifted = {wish.slot for wish in wishes_in(parsed.meaning()) if wish.constraint.op == "any"}
    limited = any(isinstance(move, OutOfScope) for move in turn.by_rules.meaning.all())
    said = any(span.has(*_INDIFFERENT) for span in turn.spans) and not limited
    return turn.schema.source in lifted.intersection(turn.context.asked) and not said


_INDIFFERENT = ("any", "indefinite", "reserving", "cue:answer_either", "cue:perhaps_alone", "cue:return", "cue:more")
"""The names of words that pass over a question for a slot."""


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
    if any(span.has("cue:cancel", "cue:change", "cue:undo", "booking_noun") for span in turn.spans):
        return False
    return any(isinstance(move, Cancel | Change) and getattr(move, "to", None) is None for move in parsed.meaning())


def _passes_over_next_trip(turn: TurnSpans, parsed: ParsedTurn) -> bool:
    """Return whether the parser passes over the trip that is due to be booked: "for the second trip, a beach"."""
    announced = Return(Nth(len(turn.context.booked) + 1, Booked()))
    if not turn.context.booked or announced not in turn.by_rules.meaning.all():
        return False
    return not any(isinstance(move, Drop | Return) for move in parsed.meaning())


def _says_only(parsed: ParsedTurn, is_such: Callable[[Move], bool]) -> bool:
    """Return whether the parser reads moves of one sort and no others."""
    return len(parsed.moves) > 0 and all(map(is_such, parsed.meaning()))


def has_answer(move: Move, turn: TurnSpans) -> bool:
    """Return whether a move asks what no slot holds and the schema has an answer to, or what is worked out of two."""
    if isinstance(move, Ask):
        return move.question == "share" and len(move.slots) > 1
    return isinstance(move, OutOfScope) and turn.schema.answer_to(move.words) != ""


_CONTRADICTIONS = (
    _is_deed_of_rules,
    _compares_otherwise,
    _leaves_on_the_day_of_an_event,
    _asks_for_one_end,
    _picks_where_ordered,
    _asks_without_condition,
    _wishes_what_is_asked,
    _leaves_out_hesitation,
    _hesitates_where_ruled_out,
    _wants_what_is_denied,
    _takes_what_is_denied,
    _cancels_what_stays,
    _knows_nothing_of_it,
    _hears_but_a_no,
    _passes_over_bookings,
    _looks_on_instead,
    _takes_a_question_for_less,
    _measures_otherwise,
    _misses_judgement,
    _compares_what_is_asked,
    _adds_up_what_is_left,
    _passes_over_a_name,
    _agrees_to_all,
    _passes_over_a_yes,
    _agrees_where_leave_is_asked,
    _agrees_instead_of_refusing,
    _refuses_unsaid,
    _passes_over_an_answer,
    _passes_over_a_goal,
    _passes_over_next_trip,
    _starts_where_one_goes,
    _numbers_otherwise,
    _picks_by_unsaid_number,
    _lifts_unsaid,
    _books_where_else_was_asked,
    _undoes_unsaid,
)
"""The ways in which the parser may say less than, or other than, what rules know better."""

_CONTRADICTIONS_IN_BRIEF = (
    _wants_what_is_left_open,
    _asks_for_more_of_the_same,
    _steps_back_from_named,
    _names_one_twice,
)
"""The ways in which the parser may do so in a brief turn only; of a long one it knows more than rules."""
