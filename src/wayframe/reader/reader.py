"""The embedded reader: from text to meaning, by a language's lexicon, a schema and the catalogue's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from wayframe.language.lexicon import lexicon
from wayframe.language.pack import load
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Described,
    Every,
    Extreme,
    It,
    Meaning,
    Money,
    More,
    Move,
    Named,
    NewTrip,
    Note,
    Nth,
    Number,
    Other,
    OutOfScope,
    Particular,
    Particulars,
    Party,
    Recall,
    Reference,
    Reject,
    Return,
    Social,
    Spoken,
    Text,
    Together,
    Undo,
    Unread,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.amendments.sequence import amended
from wayframe.reader.clauses import ClauseReader, ClauseReading
from wayframe.reader.doubt import (
    DEEDS,
    ClauseFacts,
    Clauses,
    clause_facts,
    doubts,
    is_understood,
    judged,
    weights_of,
)
from wayframe.reader.moves import ClauseMoves
from wayframe.reader.moves.beyond import BEYOND
from wayframe.reader.moves.patterns import moves
from wayframe.reader.orders import Orders
from wayframe.reader.people import NOBODY, heads, party_phrases
from wayframe.reader.preferences import of_their_owners, wished_by_each
from wayframe.reader.readings import chosen
from wayframe.reader.references import BOTH, joint
from wayframe.reader.refusals import Refusals
from wayframe.reader.repairs import repairs
from wayframe.reader.set_phrases import SetPhrases
from wayframe.reader.spans import (
    Span,
    SpanLine,
    clauses,
    some,
    spans,
    with_couples_of_units,
    without_ratings_of_unknown,
    without_sizes_of_degrees,
    without_values_of_plurals,
)
from wayframe.reader.sureness import SURE, UNSURE, TakenReading, in_doubt, sureness, sureness_features, sureness_weights
from wayframe.reader.symbols import ExtentOf, ParsedTurn, RuleReading, TurnSpans, rule_moves
from wayframe.reader.terms import booked_names
from wayframe.reader.values import SchemaParts, is_had_already, is_verb, names_something_else
from wayframe.reader.words import TurnWords, Vocabulary, WordReader
from wayframe.schema import Schema
from wayframe.sources.places import WORLD
from wayframe.values import Gazetteer

if TYPE_CHECKING:
    from wayframe.reader.parser import SemanticParser

MOST_REPAIRS = 3  # of a turn; each reads it again


class _TurnParts(NamedTuple):
    """A turn's text, its words, its spans, and what each clause does."""

    text: str
    words: TurnWords
    cut: Sequence[Span]
    clauses: Sequence[ClauseMoves]


class EmbeddedReader:
    """Reads by rules over a language's lexicon, and by a semantic parser that sees what they read.

    Threads may share it.
    """

    def __init__(
        self,
        schema: Schema,
        names: Callable[[str], Sequence[str]],
        gazetteer: Gazetteer | None = None,
        codes: Mapping[str, str] = MappingProxyType({}),
        language: str = "en",
        extent_of: ExtentOf = lambda slot: None,
    ) -> None:
        """`names` gives the catalogue's values of a slot; `gazetteer` finds places that the schema's journeys go to.

        `codes` are those that number items, with the names of these; `extent_of` tells between which amounts they are.
        """
        self.schema, self.names, self.language, self._extent_of = schema, names, language, extent_of
        known = lexicon(language)
        self._vocabulary = Vocabulary(language, schema, names, codes)
        self._doubt, self._sureness = weights_of(language), sureness_weights(language)
        self._words = WordReader(known, self._vocabulary, gazetteer, language)
        self._orders, self._refusals = Orders(known), Refusals(known)
        self._set_phrases = SetPhrases(load(language).phrases, schema, language)

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """See `Reader.read`."""
        return self.taken(text, context).meaning

    def sure(self, text: str, context: ReaderContext) -> Meaning | None:
        """Return what a text says where nothing of it is in question; else None."""
        taken = self.taken(text, context)
        return taken.meaning if taken.sure >= SURE else None

    def taken(self, text: str, context: ReaderContext) -> TakenReading:
        """Return what a text says, and how likely that is right as a whole; what is unlikely is in doubt."""
        words = self._words.read(text, context)
        phrase = self._set_phrases.read(words, context)
        if phrase is not None:
            return TakenReading(phrase)
        turn = self._pointed(text, words, context)
        parsed = self._parsed(turn)
        meaning = chosen(turn, parsed)
        found = sureness_features(meaning, turn, parsed)
        sure = sureness(meaning, turn, found, self._sureness)
        return TakenReading(self._ordered(in_doubt(meaning) if sure < UNSURE else meaning, turn), sure, found)

    def read_by_rules(self, text: str, context: ReaderContext) -> Meaning:
        """Return what a text says by the rules, without the semantic parser."""
        words = self._words.read(text, context)
        phrase = self._set_phrases.read(words, context)
        if phrase is not None:
            return phrase
        turn = self._pointed(text, words, context)
        return self._ordered(turn.by_rules.meaning, turn)

    def _ordered(self, meaning: Meaning, turn: TurnSpans) -> Meaning:
        """Return a meaning in which only doubtful moves are less than sure, its deeds as the turn orders them."""
        return self._refusals.meant(self._orders.meant(doubts(amended(meaning, turn)), turn), turn)

    def _parsed(self, turn: TurnSpans) -> ParsedTurn | None:
        return self._parser.parse(turn) if self._parser else None

    @cached_property
    def _parser(self) -> SemanticParser | None:
        """The semantic parser, where the language has one; NumPy and its weights are loaded by the first turn."""
        from wayframe.reader.parser import SemanticParser, network_of

        network = network_of(self.language)
        return SemanticParser(network, self.schema) if network else None

    def pointed(self, text: str, context: ReaderContext) -> TurnSpans:
        """Return a turn with what the rules read in it, as symbols point at it."""
        return self._pointed(text, self._words.read(text, context), context)

    def _pointed(self, text: str, said: TurnWords, context: ReaderContext) -> TurnSpans:
        words, cut = self._turn(said, context)
        meaning, facts = self._meaning(_TurnParts(text, words, cut, self._clauses(cut, context)), context)
        meaning = judged(meaning, facts, context, self.schema, self._doubt)
        places = [(words.plain.start(span.start), words.plain.end(span.end)) for span in cut]
        by_rules = RuleReading(meaning, rule_moves(meaning, places), is_understood(meaning, facts))
        return TurnSpans(
            words.plain.text, cut, places, context, self.schema, self.constraint, by_rules, self._extent_of
        )

    def read_with_facts(self, text: str, context: ReaderContext) -> tuple[Meaning, Clauses]:
        """Return what the rules read before anything of it is doubted, and how far each clause was understood."""
        words, cut = self._turn(self._words.read(text, context), context)
        return self._meaning(_TurnParts(text, words, cut, self._clauses(cut, context)), context)

    def _clauses(self, cut: Sequence[Span], context: ReaderContext) -> list[ClauseMoves]:
        return [ClauseMoves(read, tuple(moves(read))) for read in self._composed(cut, context)]

    def _meaning(self, turn: _TurnParts, context: ReaderContext) -> tuple[Meaning, Clauses]:
        """Return the meaning of a turn of which each clause does what the rules say."""
        plain = turn.words.plain
        spoken, unread, facts = list[Spoken](), list[Unread](), dict[tuple[int, int], ClauseFacts]()
        every = [move for clause in turn.clauses for move in clause.moves]
        says_more = any(map(_says_more, turn.clauses))
        points_elsewhere = any(_points_elsewhere(move, self.schema) for move in every)
        asked = context.state.pending.on_yes if context.confirming else ()
        orders = any(isinstance(move, Book) for move in (*every, *asked))
        for read, found in turn.clauses:
            if (says_more and read.tells_days) or (points_elsewhere and read.tells_most):
                continue
            noted = _noted(turn, read, orders=orders)
            if noted and all(isinstance(move, OutOfScope) for move in found):
                found = read.wishes  # what no slot holds is noted
            start, end = plain.start(read.spans[0].start), plain.end(read.spans[-1].end)
            spoken += [Spoken(move, start, end) for move in found]
            spoken += noted
            unread += [
                Unread(plain.start(left.start), plain.end(left.end), left.weight)
                for left in leftovers(read, found, orders=orders)
            ]
            facts[start, end] = clause_facts(read, found)
        spoken = _without_reported(_amended(spoken, turn.cut), turn.cut)
        spoken = _cancelled_besides(spoken, _kept_bookings(turn.clauses, self.schema), self.schema)
        spoken = _beyond_the_list(_likened(spoken, turn.cut), turn.cut)
        spoken = wished_by_each(_with_alternatives(spoken, turn.cut), turn.cut, self.schema)
        spoken = _without_those_there(_setting_off(spoken, turn.cut, self.schema), turn.cut, self.schema)
        starts = [plain.start(clause.read.spans[0].start) for clause in turn.clauses]
        spoken = of_their_owners(spoken, turn.clauses, starts)
        spoken = _asked_of_named_places(spoken, self.schema, context)
        confirming = context.confirming and _says_yes(turn.clauses) and not _books_instead(turn.clauses)
        if confirming:
            spoken = _with_what_comes_besides(spoken, turn.cut)
        together = joined(spoken, self.schema, offered=context.offered, confirming=confirming)
        together = _without_former_party(together, context)
        particulars = _particulars(together, turn, self.schema)
        if particulars:
            together.append(Spoken(Particulars(particulars), 0, turn.words.end))
        rest = _rest(turn.words.end, len(turn.text))
        return Meaning(tuple(together), (*unread, *rest), score(unread, turn.cut)), facts

    def constraint(self, slot: str, words: str, context: ReaderContext) -> Constraint | None:
        """Return what words say of a slot, as an answer to a question for it; None where they say nothing of it.

        Names and texts that the catalogue doesn't have are taken as they are.
        """
        asked = ReaderContext(context.today, (slot,))
        for move in self.read_by_rules(words, asked).all():
            if isinstance(move, Wish) and move.slot == slot:
                return move.constraint
        known = self.schema.slot(slot)
        named = known is not None and known.kind in ("name", "place", "category", "text")
        return Constraint("is", (Text(words),)) if named else None

    def clauses(self, text: str, context: ReaderContext) -> list[ClauseReading]:
        """Return the clauses of a text with what the rules compose of each."""
        return self._composed(self.cut(text, context), context)

    def cut(self, text: str, context: ReaderContext) -> list[Span]:
        """Return the spans of a text, as it was meant in the end."""
        return self._turn(self._words.read(text, context), context)[1]

    def _turn(self, words: TurnWords, context: ReaderContext) -> tuple[TurnWords, list[Span]]:
        """Return the words and spans of a turn; what its speaker takes back in the middle of it is no part of them."""
        cut = self._spans(words)
        for _ in range(MOST_REPAIRS):
            exchanges = repairs(words.plain.text, cut)
            if not exchanges:
                break
            words = self._words.reread(words, exchanges, context)
            cut = self._spans(words)
        return words, cut

    def _spans(self, words: TurnWords) -> list[Span]:
        cut = spans(words.tokens, self._vocabulary, words.recognised)
        cut = without_values_of_plurals(without_ratings_of_unknown(cut))
        return with_couples_of_units(without_sizes_of_degrees(cut))

    def _composed(self, cut: Sequence[Span], context: ReaderContext) -> list[ClauseReading]:
        if _denies_held(SpanLine(cut), context) or _corrects_goal(cut, context, self.schema):
            context = context._replace(asked=())  # "it's Athens, not Paris" is no answer to "where from?"
        clause_reader = ClauseReader(self.schema, context)
        known = next(chain.from_iterable(map(_party, context.wishes)), NOBODY)
        return [clause_reader.read(clause) for clause in clauses(cut, party_phrases(cut, known))]


def _noted(turn: _TurnParts, read: ClauseReading, *, orders: bool) -> list[Spoken]:
    """Return what a clause says of a booking that no slot holds, where it or its turn orders something."""
    plain, noted = turn.words.plain, list[Spoken]()
    for phrase in read.ordered(in_turn=orders):
        start, end = plain.start(read.spans[phrase.first].start), plain.end(read.spans[phrase.last - 1].end)
        note = Note(count=phrase.number) if phrase.number else Note(turn.text[start:end], particular=phrase.kind)
        noted.append(Spoken(note, start, end))
    return noted


def _with_alternatives(spoken: Sequence[Spoken], cut: Sequence[Span]) -> list[Spoken]:
    """Return the moves, wishes for a slot that "or" joins as one for either: "Thai would be nice, or maybe Indian"."""
    found = list[Spoken]()
    for each in spoken:
        either = _either(found[-1], each, cut) if found else None
        if either:
            found[-1] = replace(found[-1], move=either, end=each.end)
        else:
            found.append(each)
    return found


def _either(before: Spoken, each: Spoken, cut: Sequence[Span]) -> Wish | None:
    """Return a wish for either value where a wish names another value of a slot behind "or"; else None."""
    first, second = before.move, each.move
    if not isinstance(first, Wish) or not isinstance(second, Wish):
        return None
    if (first.slot, first.of) != (second.slot, second.of):
        return None
    if (first.constraint.op, second.constraint.op) != ("is", "is"):
        return None
    values = (*first.constraint.values, *second.constraint.values)
    start, end = (before.end, each.start) if before.end <= each.start else (each.start, each.end)
    joined = any(span.has("conjunction:or") for span in cut if start <= span.start <= end)
    if not joined or not all(isinstance(value, Text) for value in values):
        return None
    return replace(first, constraint=replace(first.constraint, values=values))


def _likened(spoken: list[Spoken], cut: Sequence[Span]) -> list[Spoken]:
    """Return the moves, a wish for more or less behind an option as one for more or less than that has.

    "The third, but cheaper" turns to the third as well; "like the third, but white" only says where the wish begins.
    """
    found = list(spoken)
    for at, each in enumerate(spoken):
        if not isinstance(each.move, Return) or isinstance(each.move.to, _SETS):
            continue
        end = next((span.start for span in cut if span.start >= each.end and span.has("clause_end")), cut[-1].end)
        behind = [other for other in spoken[at + 1 :] if isinstance(other.move, Wish) and other.end <= end]
        for other in behind:
            found = _exchanged(found, other, _than(other.move, each.move.to))
        likened = some(_within(cut, each), "likening", "opens:likening")
        if likened and not all(_is_relative(other.move) for other in behind):
            found.remove(each)
    return found


def _amended(spoken: Sequence[Spoken], cut: Sequence[Span]) -> list[Spoken]:
    """Return the moves without an undoing that but opens a correction: "scratch that, four adults"."""
    opening = [
        first
        for first, second in pairwise(spoken)
        if isinstance(first.move, Undo) and isinstance(second.move, Wish) and some(_within(cut, first), "cue:instead")
    ]
    return [each for each in spoken if each not in opening]


def _kept_bookings(clauses: Sequence[ClauseMoves], schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that tell which bookings are to stay: "Rome stays", "keep the Anselm"."""
    kept = list[Wish]()
    for read, _ in clauses:
        if "keep" not in read.cues or "cancel" in read.cues or not read.context.booked or read.asking:
            continue
        for phrase in read.strong:
            match phrase.reference:
                case Named(name):
                    kept.append(Wish(schema.name, Constraint("is", (Text(name),))))
                case Described(wishes):
                    kept += wishes
        kept += read.places
    return tuple(dict.fromkeys(wish for wish in kept if wish.constraint.op == "is"))


def _cancelled_besides(spoken: Sequence[Spoken], kept: Sequence[Wish], schema: Schema) -> list[Spoken]:
    """Return the moves, a cancelling of the others as one of all but what is to stay: "Rome stays. Cancel the other".

    What is to stay isn't cancelled, whatever was said of it before.
    """
    if not kept:
        return list(spoken)
    rest = tuple(replace(wish, constraint=replace(wish.constraint, op="not")) for wish in kept)
    found = list[Spoken]()
    for each in spoken:
        match each.move:
            case Cancel(of=Other()):
                found.append(replace(each, move=Cancel(Described(rest, Booked()))))
            case Cancel(of=Described(wishes)) if set(wishes) <= set(kept):
                pass
            case Cancel(of=Named(name)) if Wish(schema.name, Constraint("is", (Text(name),))) in kept:
                pass
            case _:
                found.append(each)
    return found


def _setting_off(spoken: list[Spoken], cut: Sequence[Span], schema: Schema) -> list[Spoken]:
    """Return the moves without where people live, where it is said where they leave: "I'm in Rome, I fly from Oslo"."""
    starts = [
        each
        for each in spoken
        if isinstance(each.move, Wish) and each.move.slot == schema.source and each.move.constraint.op == "is"
    ]
    leaving = [each for each in starts if some(_within(cut, each), "says:flying_from")]
    living = [each for each in starts if some(_within(cut, each), "says:being_home") and each not in leaving]
    return [each for each in spoken if each not in living] if leaving else spoken


def _without_those_there(spoken: list[Spoken], cut: Sequence[Span], schema: Schema) -> list[Spoken]:
    """Return the moves without a turn to what is in a place that is wished for: "to Rome. Show me all hotels there"."""
    if not any(isinstance(each.move, Wish) and each.move.slot == schema.place for each in spoken):
        return spoken
    return [each for each in spoken if each.move != Return(It()) or not some(_within(cut, each), "in_that_place")]


def _without_former_party(spoken: list[Spoken], context: ReaderContext) -> list[Spoken]:
    """Return the moves without those who were to travel, where it is said who does now: "it was just me, now it's two".

    Who was to travel is who the wishes that hold are for, or one where nobody was counted. Who comes besides is counted
    among all that are: "my brother is coming along. Two adults".
    """
    held = heads(next(chain.from_iterable(map(_party, context.wishes)), Party(adults=1)))
    counts = [(each, party) for each in spoken for party in _counted_party(each.move)]
    if not counts or counts[-1][1].added:
        return spoken
    whole = heads(counts[-1][1])
    former = [each for each, party in counts[:-1] if not party.added and heads(party) == held]
    besides = [each for each, party in counts[:-1] if party.added and held + heads(party) == whole]
    return [each for each in spoken if each not in (*former, *besides)]


def _counted_party(move: Move) -> list[Party]:
    """Return the people that a wish, or a correction to one wish, is for; nobody of another trip."""
    if isinstance(move, Correct) and len(move.wishes) == 1:
        move = move.wishes[0]
    return _party(move) if isinstance(move, Wish) and move.of != NewTrip() else []


def _without_reported(spoken: Sequence[Spoken], cut: Sequence[Span]) -> list[Spoken]:
    """Return the moves without a no that is told as why something is cancelled: "cancel it, my boss said no"."""
    if not any(isinstance(each.move, Cancel) for each in spoken):
        return list(spoken)
    return [each for each in spoken if each.move != Answer("no") or not some(_within(cut, each), "saying")]


_SETS = (Described, Every, Together)
"""References that may denote several options."""


def _is_relative(move: Move) -> bool:
    return isinstance(move, Wish) and move.constraint.is_relative


def _than(move: Move, option: Reference) -> Move:
    """Return a wish for more or less as one for more or less than an option has."""
    if not isinstance(move, Wish) or not move.constraint.is_relative:
        return move
    return replace(move, constraint=replace(move.constraint, than=option))


def _exchanged(spoken: Iterable[Spoken], old: Spoken, move: Move) -> list[Spoken]:
    return [replace(each, move=move) if each is old else each for each in spoken]


def _within(cut: Sequence[Span], spoken: Spoken) -> list[Span]:
    """Return the spans of the clause that a move came from."""
    return [span for span in cut if spoken.start <= span.start < spoken.end]


def _says_more(clause: ClauseMoves) -> bool:
    """Return whether a clause says more than a remark on days, which is answered where it stands alone."""
    return not clause.read.tells_days and any(not isinstance(move, _ASIDES) for move in clause.moves)


def _points_elsewhere(move: Move, schema: Schema) -> bool:
    """Return whether a move compares what it names, or is for a place, so that what "it" is said to be is a remark."""
    if isinstance(move, Compare):
        return not is_pronoun(move.of)
    return isinstance(move, Wish) and move.slot == schema.place


def _particulars(spoken: Sequence[Spoken], turn: _TurnParts, schema: Schema) -> tuple[Particular, ...]:
    """Return what a turn says, or asks, of bookings that these don't hold: a day, an hour, people, a name."""
    moves = [each.move for each in spoken]
    books, recalls = any(isinstance(move, Book) for move in moves), Recall("bookings") in moves
    if not (books or recalls) or schema.windows:
        return ()
    said = frozenset[str]().union(*(span.names for span in turn.cut))
    parties = [phrase.party for clause in turn.clauses for phrase in clause.read.clause.parties]
    seated = not schema.party and (SchemaParts(schema).capacity is not None or "party:person" in said)
    found: dict[Particular, bool] = {
        "day": bool(said & {"date", "unheld:day"}) or (recalls and "says:asks_days" in said),
        "hour": bool(said & {"unheld:hour"}) or (recalls and "says:asks_clock" in said),
        "guests": seated and (any(map(_is_group, parties)) or (recalls and "says:asks_people" in said)),
        "name": any(booked_names(SpanLine(turn.cut))),
    }
    return tuple(kind for kind, holds in found.items() if holds)


def _is_group(party: Party) -> bool:
    return party.adults + party.children + party.total > 1


def _beyond_the_list(spoken: list[Spoken], cut: Sequence[Span]) -> list[Spoken]:
    """Return the moves, the extreme of a list as that of all there is where the turn says so.

    "Of all that fit, the one with the most memory" and "the lightest first" ask for another search.
    """
    words = [span for span in cut if span.words[:1].isalnum()]
    orders = bool(words) and words[-1].has("comes_first")
    if not orders and not some(cut, "opens:all_there_is"):
        return spoken
    return [replace(each, move=_of_all_there_is(each.move)) for each in spoken]


def _asked_of_named_places(spoken: list[Spoken], schema: Schema, context: ReaderContext) -> list[Spoken]:
    """Return the moves, a question about "those two" or a sum as one about the places that are named right before it.

    "Madrid and Tokyo - what do those two cost?" is about options at hand there; where there are none, they are wished.
    """
    found, at_hand = list(spoken), context.facts.get(schema.place, ())
    for first, second in pairwise(spoken):
        wish, ask = first.move, second.move
        if not isinstance(wish, Wish) or not isinstance(ask, Ask) or wish.slot != schema.place:
            continue
        places = wish.constraint.values
        if wish.constraint.op != "is" or len(places) < BOTH or not all(place in at_hand for place in places):
            continue
        if ask.of == Every(len(places)) or (ask.question == "sum" and ask.of in (None, Every())):
            there = (Described((Wish(wish.slot, Constraint("is", (place,))),)) for place in places)
            found = _exchanged(found, second, replace(ask, of=Together(tuple(there))))
            found.remove(first)
    return found


def _of_all_there_is(move: Move) -> Move:
    """Return the wish for the extreme of all that fits in the place of a turn to that of the list."""
    if isinstance(move, Return) and isinstance(move.to, Extreme) and move.to.of is None and move.to.slot:
        return Wish(move.to.slot, Constraint(move.to.direction))
    return move


def _denies_held(line: SpanLine, context: ReaderContext) -> bool:
    """Return whether a turn says that a place or a day is wrong that was wished for."""
    held = [value for wish in context.wishes for value in wish.constraint.values]
    denied = [span for at, span in enumerate(line.spans) if line[at - 1].has("not")]
    places = (Text(str(span.data("place"))) for span in denied if span.has("place"))
    days = (span.data("date") for span in denied if span.has("date"))
    return any(value in held for value in (*places, *days))


def _corrects_goal(cut: Sequence[Span], context: ReaderContext, schema: Schema) -> bool:
    """Return whether a turn says anew where to go, asked where from: "sorry, Oslo", or just the place that is known.

    Nothing is better than where to go but another place to go to: no start has been named yet.
    """
    goals = [wish for wish in context.wishes if wish.slot == schema.place and wish.constraint.op == "is"]
    places = [span for span in cut if span.has("place")]
    if schema.source not in context.asked or not goals or not places or some(cut, "preposition:source"):
        return False
    if (len(places) > 1 or cut[-1].words == "?") and _narrow([str(span.data("place")) for span in places], goals[-1]):
        return True
    if len(places) > 1:
        return False
    known = Text(str(places[0].data("place"))) in goals[-1].constraint.values
    preferred = some(cut, "preferable", "opens:preferable", "preferring", "opens:preferring", "says:in_its_place")
    return known or preferred or some(cut[: cut.index(places[0])], "retraction")


def _narrow(places: Sequence[str], goal: Wish) -> bool:
    """Return whether places lie in the part of the world to go to: "Europe" - "Madrid or Barcelona then?"."""
    areas = [value.value for value in goal.constraint.values if isinstance(value, Text)]
    return all(any(place != area and WORLD.within(place, area) for area in areas) for place in places)


# Joining


_IT: tuple[Reference | None, ...] = (None, It())
_PRICED = ("facts", "share")
_ASIDES = (Social, Answer, Reject)
_BETWEEN = (Wish, Answer, Social)
JoiningRule: TypeAlias = "Callable[[TurnMoves, Schema], TurnMoves]"


def joined(moves: Sequence[Spoken], schema: Schema, *, offered: bool = True, confirming: bool = False) -> list[Spoken]:
    """Return the moves of a turn with those joined that belong joint.

    `offered` says whether there are options, `confirming` whether the agent has just asked and a plain yes begins them.
    """
    turn = TurnMoves(moves)
    rules = list(_RULES)
    if not offered:
        for of_options in (_best_booked, _done_there, _without_remarks):
            rules.remove(of_options)
        rules = [_without_turns_to_nothing, *rules, _of_no_set]
    if confirming and _consents(turn):
        rules.remove(_without_asides)
    for rule in rules:
        turn = rule(turn, schema)
    return list(turn.spoken)


def _says_yes(clauses: Sequence[ClauseMoves]) -> bool:
    """Return whether the first clause that says something says yes; "okay" and "to be sure" may begin anything."""
    first = next((clause.read for clause in clauses if clause.moves), None)
    return first is not None and some(first.spans, "plain_yes", "opens:plain_yes")


def _books_instead(clauses: Sequence[ClauseMoves]) -> bool:
    """Return whether a clause books something, and doesn't say that it comes besides: "yes, book the second"."""
    books = [clause.read for clause in clauses if any(isinstance(move, Book) for move in clause.moves)]
    return any(not some(read.spans, "says:besides") for read in books)


def _with_what_comes_besides(spoken: Sequence[Spoken], cut: Sequence[Span]) -> list[Spoken]:
    """Return the moves behind a yes, an option that is to come besides as one to book: "yes, and the second too"."""
    return [
        replace(each, move=Book(each.move.to))
        if isinstance(each.move, Return) and some(_within(cut, each), "says:as_well")
        else each
        for each in spoken
    ]


def _consents(turn: TurnMoves) -> bool:
    """Return whether a turn begins with a yes in few words, or one that names what it is to: "Yes. And is it new?"."""
    said = [spoken for spoken in turn.spoken if not isinstance(spoken.move, Social)]
    if not said or said[0].move != Answer("yes"):
        return False
    names = any(spoken.start == said[0].start for spoken in said[1:])
    return names or said[0].end - said[0].start <= LONGEST_YES


LONGEST_YES = 16
"""Letters of a clause that is a yes before a question; longer ones ask: "so it's definitely off, I owe nothing?"."""


# What is taken back


def _taken_back(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A deed that is taken back in the same turn isn't done: "book the cheapest. Actually, wait"."""
    at, denial = turn.last(_is_deed), turn.last_denial()
    if not 0 <= at < denial:
        return turn
    deed, denied, instead = turn.moves[at], turn.moves[denial], turn[denial + 1]
    if isinstance(deed, Book | Cancel) and isinstance(instead, Return):
        rest = turn.without(denied, instead)  # "book the second. No, the third"
        return rest.exchanged(deed, replace(deed, of=instead.to))
    if isinstance(deed, Book) and deed.of and denied == Answer("perhaps") and not is_pronoun(deed.of):
        return turn.exchanged(deed, Return(deed.of))
    if isinstance(deed, Cancel) and Answer("yes") in turn.moves[:at]:
        return turn.without(denied)  # "yes, cancel it, I'll sleep on it"
    if isinstance(deed, Cancel):
        return turn.without(deed).exchanged(denied, Answer("perhaps"))  # a no would deny the booking
    return turn.without(deed)


def _is_deed(move: Move) -> bool:
    return isinstance(move, DEEDS)


def _wished_instead(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A value behind a no replaces those of its slot before: "to Rome. No, Athens"."""
    denial = turn.last_denial()
    if denial < 0:
        return turn
    before, after = turn.part(0, denial), turn.part(denial)
    instead = {wish.slot for wish in _valued(after)}
    return turn.without(*(wish for wish in _valued(before) if wish.slot in instead))


def _corrected(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Leave out what a correction denies, which is what it takes the place of: "I meant Athens, not Rome".

    Where it but rules out, it goes on: "I said none in Paris. And none in Rome".
    """
    corrected = [{(wish.slot, wish.constraint.op) for wish in correction.wishes} for correction in turn.of(Correct)]
    denied = {said for each in corrected for said in each if said[1] == "not" and (said[0], "is") in each}
    return turn.without(*(wish for wish in turn.of(Wish) if (wish.slot, wish.constraint.op) in denied))


def _valued(turn: TurnMoves) -> list[Wish]:
    """Return the wishes for a value."""
    return [wish for wish in turn.of(Wish) if wish.constraint.op == "is"]


def _without_drawing(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """What somebody is drawn to gives way to what is named after it: "Athens is tempting, but back to the first"."""
    pairs = pairwise(turn.moves)
    drawn = [move for before, move in pairs if before == Answer("perhaps") and isinstance(move, Return)]
    rest = turn.without(*drawn)
    return rest if (*rest.of(Return), *rest.naming(Ask)) else turn


def _lifted(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A feature of which the next words say that it doesn't matter is lifted: "no museum, doesn't matter"."""
    found = turn
    for first, second in pairwise(turn.spoken):
        features = schema.of_kind("yes_no")
        match first.move, second.move:
            case Wish(of=None) as wish, Answer("either") if second.start - first.end <= CLOSE:
                if wish.slot in {slot.name for slot in features}:
                    found = found.without(second.move).exchanged(wish, Wish(wish.slot, Constraint("any")))
    return found


CLOSE = 2
"""Letters between what belongs to one sentence."""

# What a move is about


def _named_first(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """An option that is named and then spoken of by a pronoun is what the second move is about."""
    found = turn
    named = list[Return]()  # since the last move of another kind
    for move in turn.moves:
        taken = _taken_up(move, named)
        if taken:
            of = joint([each.to for each in taken]) or It()
            found = found.without(*taken).exchanged(move, _about(move, of))
            named = []
        elif isinstance(move, Return):
            named.append(move)
        elif not isinstance(move, _BETWEEN):
            named = []
    return found


def _taken_up(move: Move, named: Sequence[Return]) -> Sequence[Return]:
    """Return the turns to options that a move speaks of: all where several are compared, else the last."""
    match move:
        case Compare(of=of) if is_pronoun(of):
            return named
        case Ask(of=of) | Book(of=of) | Cancel(of=of) if is_pronoun(of):
            return named[-1:]
        case Return(to=Extreme(of=None)):
            several = isinstance((joint([each.to for each in named]) or It()), Together)
            return named if several else ()
    return ()


def _of_bookings(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Ask for bookings alone where it is asked for when and how many they are: "what did you book? For which day?"."""
    if Recall("bookings") not in turn.moves:
        return turn
    parts = SchemaParts(schema)
    told = {slot.name for slot in schema.of_kind("party", "date")} | {parts.capacity, parts.fewest}
    asks = [ask for ask in turn.unnamed(Ask) if not ask.wishes and told.issuperset(ask.slots)]
    return turn.without(*(ask for ask in asks if ask.question in ("count", "facts")))


def _counted_on(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A place in an order is of what was counted before it: "cancel the first booking and move the second"."""
    found = turn
    counted: Nth | None = None
    for move in turn.moves:
        match _reference(move):
            case Nth(n=n, of=None) as reference if counted and n > counted.n:
                found = found.exchanged(move, _about(move, replace(reference, of=counted.of)))
            case Nth() as reference:
                counted = reference
    return found


def _about(move: Move, of: Reference) -> Move:
    """Return a move about an option that was named before it."""
    if isinstance(move, Return) and isinstance(move.to, Extreme):
        return Return(replace(move.to, of=of))
    return replace(move, of=of)


def _which_also(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """What goes on with a question of which options is asked of them, too: "which has a spa and isn't by the sea"."""
    found = turn
    for first, second in pairwise(turn.spoken):
        match first.move, second.move:
            case Ask(question="which"), Ask(question="holds", of=None) if second.start - first.end <= 1:
                whole = replace(first.move, wishes=(*first.move.wishes, *second.move.wishes))
                found = found.without(second.move).exchanged(first.move, whole)
    return found


def _asked_as_wished(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """What is wished for right before it is asked whether one has it is but asked: "I need wifi, has it that?"."""
    flags = {slot.name for slot in schema.of_kind("yes_no")}
    for first, second in pairwise(turn.moves):
        if isinstance(first, Wish) and first.slot in flags and second == Ask("which", of=getattr(second, "of", None)):
            return turn.without(first).exchanged(second, replace(second, question="holds", wishes=(first,)))
    return turn


def _fits_still(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """What is wished for right before it is asked which options would do is asked of them: "from May 3. Which fit?"."""
    wishes = list[Wish]()
    for move in turn.moves:
        if isinstance(move, Wish):
            wishes.append(move)
        elif isinstance(move, Ask) and move.question == "which" and not move.wishes and wishes:
            return turn.without(*wishes).exchanged(move, replace(move, wishes=tuple(wishes)))
        else:
            wishes = []
    return turn


def _done_there(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A deed on a pronoun beside a place is on the option there: "we can't make Italy, so take that off"."""
    places = [wish for wish in turn.of(Wish) if wish.slot == schema.place and wish.constraint.values]
    if not places:
        return turn
    there = Wish(schema.place, Constraint("is", places[-1].constraint.values))
    rest = turn.without(places[-1])
    for cancel in turn.unnamed(Cancel)[:1]:
        return rest.exchanged(cancel, Cancel(Described((there,), Booked())))
    for book in turn.unnamed(Book)[:1]:
        if there == places[-1]:
            return rest.exchanged(book, Book(Described((there,))))
    return turn


def _best_booked(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """The best of those at hand is what is booked where nothing else is wished for: "cheapest of those. Book"."""
    for first, second in pairwise(turn.moves):
        if isinstance(first, Wish) and len(turn.of(Wish)) == 1 and second in turn.unnamed(Book):
            direction = first.constraint.op
            if direction in ("least", "most") and first.of is None:
                return turn.without(first).exchanged(second, Book(Extreme(first.slot, direction)))
    return turn


def _priced_for_others(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A question about an option for other people is a wish for the very option with them; shares are told then."""
    asks = list(filter(_is_about_price, turn.of(Ask)))
    said = list(filter(_is_for_people, turn.of(Wish)))
    parties = [*said, *filter(_party, chain.from_iterable(ask.wishes for ask in asks))]
    if not asks or not parties:
        return turn
    named = turn.naming(Ask)
    wish = replace(_whole(parties), of=named[-1].of if named else It())
    shares = [ask for ask in asks if ask.question == "share" and not any(map(_party, ask.wishes))]
    if not said or not shares:
        return turn.without(*said, *asks[:-1]).exchanged(asks[-1], wish)
    rest = [ask for ask in asks if ask not in shares]
    return turn.without(*said[:-1], *shares[:-1], *rest).exchanged(said[-1], wish)


def _is_about_price(ask: Ask) -> bool:
    """Return whether a question is for facts or what an option comes to, or whether something holds for some people."""
    is_total = ask.question == "sum" and isinstance(ask.of, It | Named | Described | Nth)
    return ask.question in _PRICED or is_total or any(map(_party, ask.wishes))


def _is_for_people(wish: Wish) -> bool:
    """Return whether a wish says who travels, whatever option it is about."""
    return wish.of is None and bool(_party(wish))


def _whole(parties: Sequence[Wish]) -> Wish:
    """Return the wish that says who travels in all: the last that doesn't but add somebody."""
    whole = [wish for wish in parties if not _party(wish)[0].added]
    return whole[-1] if whole else parties[-1]


def _party(wish: Wish) -> list[Party]:
    """Return the people that a wish is for."""
    return [value for value in wish.constraint.values if isinstance(value, Party)]


# What is said beside


def _without_turns_to_nothing(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A turn to all of what isn't there yet is none beside wishes: "Rome or Oslo, show us both", "I mean both days"."""
    if not turn.of(Wish):
        return turn
    return turn.without(*(move for move in turn.of(Return) if isinstance(move.to, Every) and move.to.of is None))


def _of_no_set(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A wish is for nothing else where there is no set yet that it could be of: "we'd both fly from Munich"."""
    for wish in turn.of(Wish):
        if isinstance(wish.of, Every) and wish.of.of is None:
            turn = turn.exchanged(wish, replace(wish, of=None))
    return turn


def _without_remarks(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A place beside a turn to an option is a remark: "Athens tempted me, but back to the one in Spain".

    Behind an option that is booked it is where one goes next: "book the Anselm. Then I need something in Oslo". Beside
    the best of all it is a wish: "to Paris, which is the cheapest?".
    """
    booked = [book for book in turn.naming(Book) if not isinstance(book.of, Extreme)]
    turned = [move for move in turn.of(Return) if not isinstance(move.to, Extreme)]
    pointing = (*turned, *turn.naming(Compare), *turn.naming(Ask))
    if not pointing and not booked:
        return turn
    last = turn.moves.index(booked[-1]) if booked and not pointing else len(turn.moves)
    before = turn.moves[:last]
    return turn.without(*(wish for wish in turn.unnamed(Wish) if wish.slot == schema.place and wish in before))


def _without_days_of_farewell(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A day in a farewell is no wish: "not today, maybe tomorrow, bye"."""
    if Social("goodbye") not in turn.moves:
        return turn
    wished = {wish.slot for wish in turn.of(Wish)}
    dates = {slot.name for slot in schema.of_kind("date")}
    return turn.without(*turn.of(Wish)) if wished <= dates else turn


def _without_asides(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """An answer or a rejection beside what says more needs no reply of its own."""
    if all(isinstance(move, _ASIDES) for move in turn.moves):
        return turn
    later = turn.part(1)
    answers = turn.of(Answer)
    if Return(Every(BOTH)) in turn.moves:
        answers = [answer for answer in answers if answer != Answer("yes")]  # "yes, do it, both of them"
    if not (*later.of(Ask), *later.of(Book), *later.of(OutOfScope)):
        answers = [answer for answer in answers if answer != Answer("perhaps")]
    rejections = [rejection for rejection in turn.of(Reject) if rejection.of in _IT]
    return turn.without(*answers, *rejections)


def _other_than_named(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """What is ruled out by its name beside a search stays out of it: "not the Terrazza. What else leaves in May?"."""
    if not any(isinstance(move, Wish | More) for move in turn.moves):
        return turn
    for move in turn.of(Reject):
        if isinstance(move.of, Named):
            turn = turn.exchanged(move, Wish(schema.name, Constraint("not", (Text(move.of.name),))))
    return turn


def _booked_in_its_place(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """What comes in the place of a booking that the turn cancels is booked: "cancel it and book the Anselm instead"."""
    for at, move in enumerate(turn.moves):
        gives_up = any(isinstance(before, Cancel | Reject) for before in turn.moves[:at])
        if gives_up and isinstance(move, Change) and not move.wishes and move.to:
            return turn.exchanged(move, Book(move.to))
    return turn


def _extreme_there(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """The best is sought in the place that was named before it: "back to Paris, what's the cheapest there?"."""
    for move, behind in pairwise(turn.moves):
        if not (isinstance(move, Wish) and isinstance(behind, Return) and isinstance(behind.to, Extreme)):
            continue
        if move.slot == schema.place and move.constraint.op == "is" and behind.to.of is None:
            best = Return(replace(behind.to, of=Described((move,))))
            return turn.exchanged(behind, best).without(move)
    return turn


def _extreme_of_place(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A place wished of the best is where that is sought: "Miami then, the one with the best rating in Miami"."""
    for move in turn.of(Wish):
        there = Wish(move.slot, move.constraint)
        if move.slot == schema.place and isinstance(move.of, Extreme) and move.of.of is None:
            best = Return(replace(move.of, of=Described((there,))))
            return turn.without(*(wish for wish in turn.of(Wish) if wish == there)).exchanged(move, best)
    return turn


def _counted_in_full(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A number of all goes before how many of them are children: "we are four: two adults and two children".

    The others are adults where only the children are counted: "four of us, him, me and the two kids".
    """
    for wish, behind in pairwise([wish for wish in turn.of(Wish) if wish.slot == schema.party]):
        for whole, parts in zip(_party(wish), _party(behind), strict=False):
            if whole.added or parts.added or whole.children or not parts.children:
                continue
            if whole.total > parts.children and not parts.adults:
                together = replace(parts, adults=whole.adults - parts.children)
                counted = replace(behind, constraint=replace(behind.constraint, values=(together,)))
                turn = turn.without(wish).exchanged(behind, counted)
            elif whole.adults == parts.adults + parts.children and (whole.total or parts.adults):
                turn = turn.without(wish)
    return turn


def _trips_to_several_places(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Places of two trips are shown beside each other: "two trips, one to Rome and one to Oslo"."""
    places = [wish for wish in turn.of(Wish) if wish.slot == schema.place and wish.constraint.op == "is"]
    values = tuple(dict.fromkeys(chain.from_iterable(wish.constraint.values for wish in places)))
    if len(values) < 2 or any(wish.of != places[0].of or not _counts_several(wish.of) for wish in places):
        return turn
    turn = turn.without(*places[1:]).exchanged(places[0], replace(places[0], constraint=Constraint("is", values)))
    for move in turn.of(Wish):
        if _counts_several(move.of):
            turn = turn.exchanged(move, replace(move, of=None))
    return turn.without(*turn.unnamed(Book))


def _counts_several(reference: Reference | None) -> bool:
    """Return whether a reference is to so many that nobody has named: "two trips"."""
    return isinstance(reference, Every) and reference.count > 1 and reference.of is None


def _others_than_there(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """The others are those elsewhere than in a place that was ruled out: "Tokyo is out. Of the other two, ...?"."""
    for move, behind in pairwise(turn.moves):
        if not (isinstance(move, Wish) and move.slot == schema.place and move.constraint.op == "not"):
            continue
        elsewhere = Described((move,))
        match behind:
            case Ask(of=Other()) | Compare(of=Other()):
                return turn.exchanged(behind, replace(behind, of=elsewhere)).without(move)
            case Return(to=Other()):
                return turn.exchanged(behind, Return(elsewhere)).without(move)
    return turn


def _added_together(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """People who are added one after the other come together: "his wife is joining him, and they bring their son"."""
    added = [wish for wish in turn.of(Wish) if wish.slot == schema.party and all(each.added for each in _party(wish))]
    parties = list(chain.from_iterable(map(_party, added)))
    if len(added) < 2 or any(min(each.adults, each.children) < 0 for each in parties):
        return turn
    ages = tuple(chain.from_iterable(each.ages for each in parties))
    whole = Party(sum(each.adults for each in parties), sum(each.children for each in parties), ages, added=True)
    together = replace(added[0], constraint=replace(added[0].constraint, values=(whole,)))
    return turn.without(*added[1:]).exchanged(added[0], together)


def _children_besides(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Children of a party whose adults were counted as such come besides: "for 6 adults. 3 of us are kids".

    So do those that are counted apart: "4 adults; there are also 4 kids", "with 2 kids to Rome, back on the 5th, for 3
    adults".
    """
    counted = False
    for first, second in pairwise([wish for wish in turn.of(Wish) if wish.slot == schema.party]):
        for one, other in zip(_party(first), _party(second), strict=False):
            adults, children = (other, one) if _are_children(one) else (one, other)
            if _are_adults(adults) and _are_children(children) and first.of == second.of:
                both = replace(children, adults=adults.adults)
                whole = replace(second, constraint=replace(second.constraint, values=(both,)))
                turn = turn.without(first).exchanged(second, whole)
    for wish in turn.of(Wish):
        party = next(iter(wish.constraint.values), None) if wish.slot == schema.party else None
        if not isinstance(party, Party):
            continue
        if counted and party.added and party.adults == -party.children:
            besides = replace(party, adults=0)
            turn = turn.exchanged(wish, replace(wish, constraint=replace(wish.constraint, values=(besides,))))
        counted = counted or (party.adults > 0 and not party.total and not party.added)
    return turn


def _changed_as_wished(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Wishes beside a change without any are what is changed: "we are seven, change the booking please"."""
    changes = [change for change in turn.of(Change) if change.to is None]
    wishes = [wish for wish in turn.of(Wish) if is_pronoun(wish.of)]
    if len(changes) != 1 or changes[0].wishes or not wishes or len(wishes) != len(turn.of(Wish)):
        return turn
    return turn.without(*wishes).exchanged(changes[0], replace(changes[0], wishes=tuple(wishes)))


def _are_adults(party: Party) -> bool:
    """Return whether a party is so many adults and says no other number."""
    return party.adults > 0 and not (party.children or party.total or party.added)


def _are_children(party: Party) -> bool:
    """Return whether a party is but so many children."""
    return party.children > 0 and not (party.adults or party.total or party.added)


def _without_children(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Where it was said that there are no children, all who are counted are adults: "no kids! Still four of us"."""
    childless = False
    for wish in turn.of(Wish):
        for party in _party(wish):
            if childless and party.total and not party.children:
                adults = Party(adults=party.total)
                turn = turn.exchanged(wish, replace(wish, constraint=replace(wish.constraint, values=(adults,))))
            childless = childless or (party.added and party.children < 0 == party.adults)
    return turn


def _without_leave(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Return the moves without a question for leave beside what it is about: "can we bring a dog, is that ok?"."""
    said = any(isinstance(move, Ask | Wish | Compare) or _is_beyond(move) for move in turn.moves)
    return turn.without(*(move for move in turn.moves if move == BEYOND)) if said else turn


def _is_beyond(move: Move) -> bool:
    return isinstance(move, OutOfScope) and move != BEYOND


def _last_answer(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Of several answers the last one counts: "yes, but not yet"."""
    last = turn.last(lambda move: isinstance(move, Answer))
    before = (each for each in turn.spoken[: max(last, 0)] if not isinstance(each.move, Answer))
    return TurnMoves((*before, *turn.spoken[max(last, 0) :]))


def _once(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A courtesy that is said twice is one: "Thanks, that's very helpful"."""
    found = list[Spoken]()
    for at, spoken in enumerate(turn.spoken):
        courtesy = isinstance(spoken.move, Social)
        if not courtesy or spoken.move not in turn.moves[:at]:
            found.append(spoken)
    return TurnMoves(found)


_RULES: tuple[JoiningRule, ...] = (
    _taken_back,
    _wished_instead,
    _corrected,
    _without_drawing,
    _lifted,
    _named_first,
    _of_bookings,
    _booked_in_its_place,
    _other_than_named,
    _extreme_there,
    _extreme_of_place,
    _trips_to_several_places,
    _others_than_there,
    _counted_on,
    _which_also,
    _asked_as_wished,
    _fits_still,
    _best_booked,
    _done_there,
    _priced_for_others,
    _without_remarks,
    _without_days_of_farewell,
    _added_together,
    _children_besides,
    _changed_as_wished,
    _counted_in_full,
    _without_children,
    _without_asides,
    _without_leave,
    _last_answer,
    _once,
)


Kind = TypeVar("Kind", bound=Move)
_PRONOUNS: tuple[Reference | None, ...] = (None, It(), Every(), Every(2))
_DENIALS: tuple[Move, ...] = (Answer("no"), Answer("perhaps"))


def is_pronoun(reference: Reference | None) -> bool:
    """Return whether a reference stands for what was spoken of, and names nothing itself."""
    return reference in _PRONOUNS


class TurnMoves:
    """The moves of a turn, each with its place in the text. Never changed: every operation gives another turn."""

    def __init__(self, spoken: Iterable[Spoken]) -> None:
        self.spoken = tuple(spoken)
        self.moves: tuple[Move, ...] = tuple(each.move for each in self.spoken)

    def __getitem__(self, at: int) -> Move | None:
        return self.moves[at] if at < len(self.moves) else None

    def part(self, first: int, last: int | None = None) -> TurnMoves:
        """Return the moves from one place to another (excluded)."""
        return TurnMoves(self.spoken[first:last])

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Return the moves of a kind."""
        return [move for move in self.moves if isinstance(move, kind)]

    def naming(self, kind: type[Kind]) -> list[Kind]:
        """Return the moves of a kind that name what they are about."""
        return [move for move in self.of(kind) if not is_pronoun(_reference(move))]

    def unnamed(self, kind: type[Kind]) -> list[Kind]:
        """Return the moves of a kind that are about what a pronoun stands for."""
        return [move for move in self.of(kind) if is_pronoun(_reference(move))]

    def last(self, wanted: Callable[[Move], bool]) -> int:
        """Return where the last wanted move is; -1 where there is none."""
        return max((at for at, move in enumerate(self.moves) if wanted(move)), default=-1)

    def last_denial(self) -> int:
        """Return where the last no or perhaps is; -1 where there is none."""
        return self.last(_DENIALS.__contains__)

    def without(self, *dropped: Move) -> TurnMoves:
        """Return the turn without some of its moves."""
        passed = set(map(id, dropped))
        return TurnMoves(each for each in self.spoken if id(each.move) not in passed)

    def exchanged(self, old: Move, new: Move) -> TurnMoves:
        """Return the turn with one move in the place of another."""
        return TurnMoves(Spoken(new, each.start, each.end) if each.move is old else each for each in self.spoken)


def _reference(move: Move) -> Reference | None:
    """Return what a move is about; none where it is about no option."""
    reference: Reference | None = getattr(move, "of", None)
    return reference


# Leftovers


MOST_QUOTED = 40  # letters of a text that is too long
UNKNOWN, CONTENT = 0.5, 1.0  # weights: of words that nobody knows, of values
_VALUES = ("place", "date", "money", "value")
LARGE = 100  # a bare number below it may be part of a name


def leftovers(read: ClauseReading, moves: Sequence[Move], *, orders: bool = False) -> Iterator[Unread]:
    """Yield the words of a clause that its moves don't use: values, unless a story is told, and unknown words.

    `orders` says whether the turn books something: a day that no booking holds is said to be none.
    """
    keeps = "keep" in read.cues and read.context.booked  # what is named stays as it is
    used = read.used if moves or keeps else frozenset[int]()
    points = any(isinstance(move, Book | Cancel) and is_pronoun(move.of) for move in moves)  # "I'll take the 13 plus"
    noted = {at for phrase in read.ordered(in_turn=orders) for at in range(phrase.first, phrase.last)}
    heard = {read.spans[at].words for at in used}  # "Paris not, because Paris I know"
    for at, span in enumerate(read.spans):
        if at in noted or (span.has("date") and orders and not read.schema.windows):
            continue
        if span.has("strange"):
            yield Unread(span.start, span.end, UNKNOWN if at else _weight_of_first(read.spans))
        elif at in used or read.told or span.words in heard or _is_known_amount(span, read.context):
            continue
        elif _is_wishable(read.spans, at) or (points and _is_pointed_at(read.spans, at)):
            yield Unread(span.start, span.end, CONTENT)


def _is_wishable(spans: Sequence[Span], at: int) -> bool:
    """Return whether a span says a value that isn't of what somebody has or does, denied, nor in another name."""
    line = SpanLine(spans)
    if names_something_else(line, at) or line[at - 1].has("not"):
        return False
    return _is_value(spans[at]) and not (spans[at].has("value") and (is_had_already(line, at) or is_verb(line, at)))


SMALLEST_REMARK = 100
"""The least number that is taken for one of an option's own; smaller ones may be of anything."""


def _is_known_amount(span: Span, context: ReaderContext) -> bool:
    """Return whether a span says an amount that an option at hand has: "225 horses in a family car!"."""
    number = span.data("number") or getattr(span.data("money"), "value", None)
    if not isinstance(number, float) or number < SMALLEST_REMARK:
        return False
    held = chain.from_iterable(context.facts.values())
    return any(int(value.value) == int(number) for value in held if isinstance(value, Number | Money))


def _is_pointed_at(spans: Sequence[Span], at: int) -> bool:
    """Return whether a number stands for something that is pointed at: "the 13 plus"."""
    return spans[at].has("number") and not spans[at].has("pro_form") and some(spans[max(at - 1, 0) : at], "definite")


def _weight_of_first(spans: Sequence[Span]) -> float:
    """Return how much an unknown word matters that begins a clause: more if its object follows: "write me a poem"."""
    return CONTENT if some(spans[1:2], "article", "subject", "owner", "ordered_for") else UNKNOWN


def _rest(first: int, last: int) -> Sequence[Unread]:
    """Return what of a text is left out because it is too long; only its beginning matters enough to be quoted."""
    quoted = min(first + MOST_QUOTED, last)
    rest = Unread(first, quoted, CONTENT), Unread(quoted, last, UNKNOWN)
    return [each for each in rest if each.start < each.end]


def score(unread: Iterable[Unread], spans: Iterable[Span]) -> float:
    """Return the share of weighty words that were read."""
    spans = list(spans)
    whole = CONTENT * sum(map(_is_value, spans)) + UNKNOWN * sum(span.has("strange") for span in spans)
    left = sum(each.weight for each in unread)
    return 1.0 - left / whole if whole else 1.0


def _is_value(span: Span) -> bool:
    """Return whether a span says a value that means something by itself; "one" may be anything."""
    if span.has("pro_form", "filler", "cue", "reference"):
        return False
    number = span.data("number")
    return span.has(*_VALUES) or (number is not None and number >= LARGE)
