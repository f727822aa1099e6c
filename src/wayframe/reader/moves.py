"""Moves: what each clause of a turn does, decided by a table of patterns over the features of clauses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from itertools import chain, pairwise, starmap
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.dialogue import Turn
from wayframe.language.patterns import FeaturePattern, holding, pattern
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
    Days,
    Described,
    Direction,
    Drop,
    Every,
    Extreme,
    Flag,
    Hold,
    It,
    More,
    Move,
    Named,
    Nth,
    Numbered,
    Other,
    OutOfScope,
    Party,
    Recall,
    Reference,
    Reject,
    Return,
    Shown,
    Social,
    Text,
    Together,
    Undo,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.judgements import Judgement, judgement
from wayframe.reader.people import heads
from wayframe.reader.references import WEAK, ReferencePhrase, Referrer, joint, together
from wayframe.reader.spans import NOTHING, Clause, Span, SpanLine, behind, having, some
from wayframe.reader.terms import TermPhrase, given_names, needed, quantity, unheld
from wayframe.reader.values import SchemaParts, is_excessive, tells_difference
from wayframe.reader.wishes import Composer, WishPhrase, says_either_way
from wayframe.schema import Schema, Slot
from wayframe.schema.units import told_in

# What is known of a clause


MOST_TO_MEASURE = 2  # spans from a comparison to what it is measured by
COMPARING = ("more", "less")
"""The units of slots that say what others think of something."""


class ClauseReading:
    """A clause and what was found in it.

    `phrases` are the wishes that belong to no reference, with their places; `mentions` those that only name a value.
    """

    def __init__(
        self,
        clause: Clause,
        schema: Schema,
        context: ReaderContext,
        references: Sequence[ReferencePhrase],
        phrases: Sequence[WishPhrase],
        mentions: Sequence[WishPhrase] = (),
        counted: TermPhrase | None = None,
    ) -> None:
        self.clause, self.schema, self.context = clause, schema, context
        self.references, self.phrases, self.mentions = tuple(references), tuple(phrases), tuple(mentions)
        self.spans, self.counted = clause.spans, counted
        self.strong = tuple(phrase for phrase in references if phrase.kind not in WEAK)
        self.wishes = tuple(phrase.wish for phrase in phrases)
        self.price = schema.price.name if schema.price else ""

    @property
    def words(self) -> str:
        """Its words in one piece."""
        return " ".join(span.words for span in self.spans).strip(" ,")

    @cached_property
    def cues(self) -> frozenset[str]:
        """The moves that its words make likely."""
        return frozenset(str(cue) for span in self.spans for cue in span.every("cue"))

    @cached_property
    def said(self) -> frozenset[str]:
        """The word classes of which it says a phrase."""
        return frozenset[str]().union(*(span.within for span in self.spans))

    @cached_property
    def used(self) -> frozenset[int]:
        """The places of the spans that wishes, mentions and references were made of."""
        return frozenset(_places((*self.references, *self.phrases, *self.mentions)))

    @cached_property
    def own(self) -> tuple[Span, ...]:
        """The spans that no reference describes an option with."""
        return self._outside(self.strong)

    def _outside(self, phrases: Iterable[ReferencePhrase | WishPhrase | TermPhrase]) -> tuple[Span, ...]:
        """Return the spans that some phrases don't have."""
        inside = _places(phrases)
        return tuple(span for at, span in enumerate(self.spans) if at not in inside)

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """The slots that are named without a value."""
        passed = {wish.slot for wish in self.wishes if wish.constraint.values} | {self.schema.name}
        rest = self._outside((*self.strong, *self.phrases, *filter(None, (self.counted,))))
        named = dict.fromkeys(str(noun) for span in rest for noun in span.every("noun"))
        return tuple(noun for noun in named if noun not in passed)

    @cached_property
    def measured(self) -> tuple[str, ...]:
        """The slots that are named without a value and can be measured."""
        slots = (self.schema.by_name[noun] for noun in self.nouns)
        return tuple(slot.name for slot in slots if slot.measured)

    @cached_property
    def held(self) -> tuple[tuple[Wish, Slot], ...]:
        """The wishes that may be asked about, with their slots: all but those that anything will do for."""
        wishes = (wish for wish in self.wishes if wish.constraint.op != "any")
        return tuple((wish, self.schema.by_name[wish.slot]) for wish in wishes)

    @property
    def asked(self) -> tuple[Wish, ...]:
        """The wishes that may be asked about."""
        return tuple(wish for wish, _ in self.held)

    @cached_property
    def places(self) -> tuple[Wish, ...]:
        """The wishes for where to go."""
        return tuple(wish for wish, slot in self.held if slot.role == "goal" and wish.constraint.op == "is")

    @cached_property
    def goals(self) -> tuple[Wish, ...]:
        """The wishes that name where to go or not to go, those that describe options too."""
        described = (wish for phrase in self.strong for wish in getattr(phrase.reference, "wishes", ()))
        wishes = (*self.wishes, *described)
        return tuple(wish for wish in wishes if wish.slot == self.schema.place and wish.constraint.values)

    @cached_property
    def compared(self) -> tuple[Wish, ...]:
        """The wishes that compare without an amount."""
        return tuple(wish for wish in self.wishes if wish.constraint.op in COMPARING and not wish.constraint.values)

    @cached_property
    def scopes(self) -> tuple[str, ...]:
        """The limits of amounts that it names: for a person, for a night.

        "Does each cost" and "stay a night" name none.
        """
        differing = self._outside(phrase for phrase in self.phrases if _is_measured(phrase.wish))
        pairs = pairwise((NOTHING, *differing))
        named = (span for before, span in pairs if span.has("scope") and not _is_subject(before, span))
        return tuple(str(span.data("scope")) for span in named if not _is_stay(differing, span))

    @cached_property
    def measures(self) -> tuple[Wish, ...]:
        """The comparisons that say with what or by how much: "cheaper than the second"."""
        return tuple(filter(_is_measured, self.wishes))

    @property
    def meant(self) -> list[ReferencePhrase]:
        """The references that are more than pronouns and aren't denied."""
        return [phrase for phrase in self.strong if phrase not in self.denied]

    @cached_property
    def denied(self) -> tuple[ReferencePhrase, ...]:
        """The references that are denied: "not the Terrazza", "I don't want the second one"."""
        return tuple(phrase for phrase in self.references if _is_denied(self.spans, phrase))

    @cached_property
    def rating(self) -> str:
        """The slot that says what others think of an option; empty where none does."""
        return self.schema.rating

    @cached_property
    def let_go(self) -> tuple[Wish, ...]:
        """The wishes that hold for a value that it names, else for a feature or a noun.

        What stands before the word that lets go is none of it where something stands behind: "two rooms regardless of
        the price".
        """
        at = next((at for at, span in enumerate(self.spans) if span.has("dropping", "opens:dismissing", "any")), 0)
        behind = [span for span in self.spans[at:] if span.has(*_VALUED, "noun")]
        values = [span.data(*_VALUED) for span in behind or self.spans if span.has(*_VALUED)]
        named = {*self.nouns, *(wish.slot for wish in self.wishes if _is_flag(wish))}
        held = [wish for wish in self.context.wishes if wish.constraint.values and wish.slot in self.schema.by_name]
        valued = tuple(wish for wish in held if _says_value(wish, values))
        return valued or tuple(wish for wish in held if wish.slot in named)

    @cached_property
    def childless(self) -> tuple[Wish, ...]:
        """The wish for a party without the children that it says there aren't: "no kids", "what kids?"."""
        pairs = pairwise(self.spans)
        denied = any(span.has("party:children") and before.has("not", "opens:wh") for before, span in pairs)
        if not denied and not ("disclaiming" in self.said and some(self.spans, "party:children")):
            return ()
        held = [wish for wish in self.context.wishes if _heads(wish)[1] > 0]
        return tuple(
            Wish(wish.slot, Constraint("is", (Party(children=-_heads(wish)[1], added=True),))) for wish in held[-1:]
        )

    @cached_property
    def choice(self) -> str:
        """The slot of which it names several values: "is it economy or business?"; empty where it names none."""
        if len(self.held) != 1:
            return ""
        wish, slot = self.held[0]
        several = wish.constraint.op == "is" and len(wish.constraint.values) > 1
        return slot.name if several and slot.kind == "category" else ""

    @cached_property
    def told(self) -> bool:
        """Return whether it tells a story, past or other people's, or gives a reason."""
        story = any(span.has("story") and not span.has("value") for span in self.spans)
        return self.gives_reason or (story and not self.clause.supposing and not self.clause.has("says:inviting"))

    @property
    def gives_reason(self) -> bool:
        """Return whether it but says why: "because term starts on the 5th"; "because we need wifi" says a wish."""
        return self.spans[0].has("reason_link") and not self.clause.has("says:wanting")

    @property
    def remarks(self) -> bool:
        """Return whether it says of an option what that is like: "it's two nights, I could"."""
        if not self.context.offered:
            return False
        if self.only_compares:
            if self.judged and self.judged.complains:
                return False
            if some(self.spans, "opens:complaining"):
                return False
            return some(self.spans[:2], "opens:copula", "says:copula", "copula") and some(
                self.spans[:1], "opens:remarked", "remarked"
            )
        if self.tells_days:
            return True
        if not self._amounts:
            return False
        if not self._amounts.isdisjoint(self.context.asked):
            return False
        content = [span for span in self.spans if not span.has("particle")]
        if not some(content[:2], "opens:copula"):
            return False
        if content[0].has("place"):
            return True
        return content[0].has("opens:remarked") and self._amounts.issuperset(slot.name for _, slot in self.held)

    @cached_property
    def judged(self) -> Judgement | None:
        """The judgement of an option that is all that it says: "that's small"."""
        line = SpanLine(self.spans, asked=self.clause.question)
        return judgement(line, self.schema) if self.context.offered else None

    @cached_property
    def objects(self) -> bool:
        """Return whether it says what an option lacks: "that's not a beach holiday", "but it has no breakfast"."""
        content = [span for span in self.spans if not span.has("particle", "conjunction", "article")]
        at = next((at for at, span in enumerate(content) if span.has("not")), 0)
        denied = all(slot.kind == "yes_no" and Flag(False) in wish.constraint.values for wish, slot in self.held)
        subject = content[max(at - 2, 0) : at]
        told = some(subject, "opens:remarked", "remarked") or some(subject[:1], "reference")
        wanted = some(self.spans[: at + 1], "says:modal", "says:wanting")
        return self.context.offered and bool(self.held) and denied and told and not wanted

    @cached_property
    def tells_days(self) -> bool:
        """Return whether it but tells when options are: "it leaves in August", "the Rome one is back on the 2nd".

        Who wishes that says what has to be; days that were asked for are an answer.
        """
        slots = {slot.name for _, slot in self.held}
        if not self.context.offered or not slots or not slots.isdisjoint(self.context.asked) or self.asking:
            return False
        told = all(slot.kind == "date" and wish.constraint.values for wish, slot in self.held)
        if not told or some(self.spans, "says:wanting", "says:modal"):
            return False
        content = [at for at, span in enumerate(self.spans) if not span.has("particle", "conjunction")]
        named = [phrase for phrase in self.references if phrase.first in content[:2]]
        if named:
            verb = named[0].last
        elif self.spans[content[0]].has("opens:remarked"):
            verb = content[0] + 1
        else:
            return False
        begins = some(self.spans[verb : verb + 2], "opens:telling_days")
        return begins or self.spans[verb - 1].has("says:telling_days")

    @property
    def tells_most(self) -> bool:
        """Return whether it but says of an option that it is the most in something: "and it's the dearest, too"."""
        content = [span for span in self.spans if not span.has("particle", "conjunction")]
        told = some(content[:1], "opens:remarked", "remarked") and some(content[:2], "opens:copula", "says:copula")
        extreme = len(self.strong) == 1 and isinstance(self.strong[0].reference, Extreme)
        return told and extreme and not (self.asking or self.wishes)

    @property
    def only_compares(self) -> bool:
        """Return whether all that it says is that something is better or worse: "that's nicer"."""
        return self.held != () and all(
            wish.constraint.op in ("more", "less") and not wish.constraint.values for wish, _ in self.held
        )

    @property
    def checks_price(self) -> bool:
        """Return whether it holds an amount against the price: "is it 745 all in?", "so 372 each then?"."""
        slots = {slot.name for _, slot in self.held if slot.kind != "party"}
        if not self.context.offered or slots != {self.price} or self.price in self.context.asked:
            return False
        if self.price in self.context.state.failed:
            return False  # "400?" where nothing was under 300
        amounts = [wish.constraint for wish in self.wishes if wish.slot == self.price]
        if any(amount.op not in ("is", "around") or len(amount.values) != 1 for amount in amounts):
            return False
        rest = [span for at, span in enumerate(self.spans) if at not in self.used]
        if some(rest, "checking", "says:checking") or (self.strong and some(rest, "copula")):
            return True
        said = all(span.has("particle", "filler", "scope", "operator", "comma", "social") for span in rest)
        return said and not some(rest, "opens:inverted", "opens:wh")

    @property
    def _amounts(self) -> frozenset[str]:
        """The slots of which it says a number or an amount of money."""
        held = [slot for wish, slot in self.held if wish.constraint.op == "is"]
        return frozenset(slot.name for slot in held if slot.kind in ("number", "money"))

    @cached_property
    def asking(self) -> bool:
        """Return whether it is a question, by its mark or by how it begins."""
        indifferent = len(self.held) < len(self.wishes)
        return is_question(self.clause, any_asks=self.context.offered and not indifferent)

    @cached_property
    def asked_slots(self) -> tuple[str, ...]:
        """The slots whose values it asks for; where it says a unit, those that can be told in that."""
        named = dict.fromkeys((*self.nouns, *asked_slots(self.spans, self.own, self.schema)))
        slots = [self.schema.by_name[name] for name in named]
        if self.asked_unit:
            fitting = [slot for slot in self.schema.slots if told_in(1, slot.unit, self.asked_unit) is not None]
            slots = [slot for slot in fitting if slot in slots] or slots or fitting[:1]
        return tuple(slot.name for slot in slots if slot.kind != "party")

    @cached_property
    def asked_unit(self) -> str:
        """The unit in which it asks for a value: "in pounds", "how many miles"; empty where it says none."""
        pairs = pairwise(self.spans)
        return next((str(after.data("measure")) for before, after in pairs if _asks_in_unit(before, after)), "")

    @property
    def only_heads(self) -> bool:
        """Return whether all that it wishes for is room for so many people."""
        return {wish.slot for wish in self.wishes} == {SchemaParts(self.schema).capacity}

    @cached_property
    def terms(self) -> tuple[TermPhrase, ...]:
        """What it says of a booking that no slot holds: how many, and days, hours and guests."""
        if self.told:
            return ()
        just_booked = self.context.booked and any(isinstance(move, Book | Change) for move in self.context.moves)
        named = list(given_names(SpanLine(self.spans), people=not self.schema.party)) if just_booked else []
        if named and not self.wishes:
            return tuple(named)
        booked = bool(self.context.booked) and (self.only_heads or not self.wishes)
        rest = unheld(self.spans, self.used, self.clause.parties, self.schema, booked=booked)
        return (self.counted, *rest) if self.counted else tuple(rest)

    def ordered(self, *, in_turn: bool) -> Sequence[TermPhrase]:
        """Return those terms with which something is ordered, by itself or `in_turn`."""
        return [phrase for phrase in self.terms if phrase.ordered or in_turn]

    def reference(self) -> Reference | None:
        """Return what it is about: all that it names and doesn't deny, else a pronoun."""
        return together(self.meant) or together(self.strong) or together(self.references[:1])


class ClauseReader:
    """Finds the references and wishes of clauses."""

    def __init__(self, schema: Schema, context: ReaderContext) -> None:
        self.schema, self.context = schema, context
        self.composer = Composer(schema, context)
        self.referrer = Referrer(schema, context, self.composer)

    def read(self, clause: Clause) -> ClauseReading:
        """Return what is known of a clause."""
        found = self.composer.wishes(clause)
        references = self.referrer.references(clause, found)
        if not self.context.offered:
            references = [phrase for phrase in references if not _is_one_wish_of_many(phrase, found)]
        taken = frozenset(_places(phrase for phrase in references if phrase.kind not in WEAK))
        if taken:
            found = self.composer.wishes(clause, taken)
        counted = self._counted(clause, references, found)
        if counted:
            found = [each for each in found if not counted.first <= each.first < counted.last]
        wishes = [_compared_with(phrase, clause, references) for phrase in found]
        measures = {each for each in references for wish in wishes if _is_measure(wish, clause, each)}
        rest = [each for each in references if each not in measures]
        return ClauseReading(clause, self.schema, self.context, rest, wishes, counted=counted)

    def _counted(
        self, clause: Clause, references: Sequence[ReferencePhrase], found: Sequence[WishPhrase]
    ) -> TermPhrase | None:
        """Return how many of an option are wanted; "two of them" is of several options where so many are at hand."""
        if not self.context.offered:
            return needed(clause.spans, found, self.schema)
        counted = quantity(clause.spans, references, found, self.schema)
        sets = some(clause.spans, "cue:book") and any(isinstance(phrase.reference, Every) for phrase in references)
        at_hand = len(self.context.latest) if len(self.context.focus) != 1 else 1
        return None if counted and sets and counted.number <= at_hand else counted


def _is_one_wish_of_many(phrase: ReferencePhrase, found: Sequence[WishPhrase]) -> bool:
    """Return whether the least or most is one wish beside others: "a red one, the one with the fewest kilometres"."""
    reference = phrase.reference
    if not isinstance(reference, Extreme) or not reference.slot or reference.count != 1:
        return False
    if not (reference.of is None or (isinstance(reference.of, Described) and reference.of.of is None)):
        return False
    return any(not phrase.first <= each.first < phrase.last for each in found)


_VALUED = ("clock", "money", "number", "date", "place")


def _says_value(wish: Wish, values: Iterable[object]) -> bool:
    """Return whether a wish is for one of some values, as spans have them."""
    held = (*wish.constraint.values, *(getattr(value, "value", None) for value in wish.constraint.values))
    return any(value in held or getattr(value, "value", NOTHING) in held for value in values)


def _asks_in_unit(before: Span, after: Span) -> bool:
    return after.has("measure") and before.has("unit_link", "how_many")


def _is_measured(wish: Wish) -> bool:
    """Return whether a wish says a value, or what it compares with."""
    return bool(wish.constraint.than or wish.constraint.values)


def _places(phrases: Iterable[ReferencePhrase | WishPhrase | TermPhrase]) -> set[int]:
    """Return where the spans of phrases are."""
    return {at for phrase in phrases for at in range(phrase.first, phrase.last)}


def _compared_with(phrase: WishPhrase, clause: Clause, references: Sequence[ReferencePhrase]) -> WishPhrase:
    """Return a comparison with the option behind "than": "cheaper than the second"."""
    measure = next((each for each in references if _is_measure(phrase, clause, each)), None)
    if measure is None:
        return phrase
    constraint = replace(phrase.wish.constraint, than=measure.reference)
    return phrase._replace(wish=replace(phrase.wish, constraint=constraint))


def _is_measure(phrase: WishPhrase, clause: Clause, reference: ReferencePhrase) -> bool:
    """Return whether a comparison is with what a reference denotes."""
    if phrase.wish.constraint.op not in COMPARING:
        return False
    between = clause.spans[phrase.last : reference.first]
    return len(between) <= MOST_TO_MEASURE and some(between, "than")


def _is_denied(spans: Sequence[Span], phrase: ReferencePhrase) -> bool:
    """Return whether a denial stands right before a reference, with nothing but its subject before that."""
    subject, denial = (NOTHING, NOTHING, *spans[: phrase.first])[-2:]
    if phrase.kind == "there":
        return False
    if denial.has("except"):
        return True
    return denial.has("not") and subject.has("nothing", "particle", "subject")


def _is_subject(before: Span, span: Span) -> bool:
    """Return whether "each" stands for the options: "how much does each cost", not "how much is it each"."""
    return span.has("each") and before.has("auxiliary")


def _is_stay(spans: Sequence[Span], scope: Span) -> bool:
    """Return whether a night is how long somebody stays, which no price is for: "could we stay on for a night?"."""
    return scope.has("scope:night") and some(spans, "staying") and not some(spans, "asks_price", "says:asks_price")


# Questions


MOST_BEFORE_DEMAND = 2  # spans
_SIDES = {"outward": "window_start", "homeward": "window_end"}


def is_question(clause: Clause, *, any_asks: bool) -> bool:
    """Return whether a clause is a question; `any_asks` says whether "any amenities" is one."""
    content = [span for span in clause.spans if not span.has("particle")]
    if clause.question or not content:
        return clause.question
    first = content[0]
    demanding = some(content[:MOST_BEFORE_DEMAND], "demand")
    signs = {
        "opens:any_of": any_asks,
        "opens:demand": False,  # "make sure there's parking"
        "opens:inverted": len(content) > 1 and not (_denies_itself(content) or _wants_itself(content)),
        "opens:wh": not some(clause.spans, "important", "says:important"),  # "what matters most is a good breakfast"
    }
    begins = "opens:demand" if demanding else next(filter(first.has, signs), "")
    return signs.get(begins, some(clause.spans, "cue:asks"))


def _asks_whether_so(read: ClauseReading) -> bool:
    """Return whether a clause but names a feature with its lack: "furnished or not"."""
    line = SpanLine(read.spans)
    either = [phrase for phrase in read.phrases if says_either_way(line, phrase)]
    return len(read.spans) <= BRIEF and either != [] and len({wish.slot for wish in read.wishes}) == 1


def _unmeasured(spans: Sequence[Span]) -> str:
    """Return what an option is said to be too much of where no slot measures that: "a bit far out"; else nothing."""
    line = SpanLine([span for span in spans if not span.has("particle", "clause_end", "social", "exclaiming")])
    at = next((at for at in range(len(line)) if line[at].has("opens:sized")), 0)
    excess = line[at - 1].has("excess", "complaining", "intensified")
    measured = line.some(0, len(line), "adjective", "compare", "value", "noun", "number", "money", "place", "not", "wh")
    if at == 0 or not excess or measured or not all(span.has(*_BEFORE_SIZE) for span in line.part(0, at)):
        return ""
    last = at + 2 if line[at + 1].has("outward", "plain_word") else at + 1  # "far out"
    behind = line.part(last, len(line))
    return " ".join(span.words for span in line.part(at, last)) if all(span.has("filler") for span in behind) else ""


_BEFORE_SIZE = ("excess", "complaining", "intensified", "remarked", "says:remarked", "copula", "filler")
"""The names of words before that of which an option has too much."""


def _object_to_unmeasured(read: ClauseReading) -> Sequence[Move]:
    """Say that the catalogue doesn't know what is objected to: "a bit far out", where nothing says how far it is."""
    return [OutOfScope(_unmeasured(read.spans))]


MOST_TO_REGION = 4
"""Spans from "anywhere" to the part of the world that it is in."""


def _unknown_start(spans: Sequence[Span]) -> str:
    """Return the words that say where "anywhere" is, and that nothing knows: "anywhere on the east coast"."""
    line = SpanLine(spans)
    for at, span in enumerate(spans):
        if not span.has("indefinite", "any"):
            continue
        for place in range(at + 1, min(at + MOST_TO_REGION, len(line))):
            if line[place].has("preposition:near") and line[place + 1].has("party:speaker"):
                return line[place].words + " " + line[place + 1].words
            if line[place].has("strange") and line[at + 1].has("linking"):
                last = next((each for each in range(place, len(line)) if not line[each + 1].has("strange")), place)
                return " ".join(each.words for each in line.part(place, last + 1))
    return ""


def _starts_somewhere(read: ClauseReading) -> Sequence[Move]:
    """Say that nothing is known of where one starts: "anywhere on the east coast"."""
    return [OutOfScope(_unknown_start(read.spans))]


def _asks_beyond(read: ClauseReading) -> str:
    """Return what nobody knows that a clause asks of what is offered: "should I dress up?"."""
    spans = [span for span in read.spans if not span.has("particle", "clause_end", "social", "party_mark")]
    if not read.context.offered or read.references[1:] or len(spans) > ASKING:
        return ""
    strange = [at for at, span in enumerate(spans) if span.has("strange", "called_by_feature")]
    asks = read.clause.question or some(spans[:1], "opens:inverted") or _of_either(read.spans)
    if not strange or not asks:
        return ""
    last = strange[-1] + int(some(spans[strange[-1] + 1 : strange[-1] + 2], "outward", "upward"))
    return " ".join(span.words for span in spans[strange[0] : last + 1])


def _of_either(spans: Sequence[Span]) -> bool:
    """Return whether "either one" is where something is, and no answer: "metro near either one"."""
    return any(first.has("preposition") and span.has("cue:answer_either") for first, span in pairwise(spans))


def _ask_beyond(read: ClauseReading) -> Sequence[Move]:
    """Say that the catalogue doesn't know what is asked: "should I dress up?"."""
    return [OutOfScope(_asks_beyond(read))]


def _asks_leave(read: ClauseReading) -> bool:
    """Return whether a clause but asks if something is all right: "is that ok", "that fine?", "would it be allowed"."""
    line = SpanLine([span for span in read.spans if not span.has("comma", "conjunction")])
    asks = len(line) > 1 and (line[0].has("opens:inverted") or (read.clause.question and line[0].has("remarked")))
    whole = all(span.has(*_OF_LEAVE) or line[at - 1].has("article") for at, span in enumerate(line.spans))
    return (
        asks
        and whole
        and not line.some(0, len(line), "noun", "value", "unknown")
        and line.some(0, len(line), "opens:consent", "says:consent")
    )


_OF_LEAVE = (
    "opens:consent",
    "says:consent",
    "opens:inverted",
    "remarked",
    "says:remarked",
    "bare_verb",
    "cue:answer_yes",
)
"""The names of words of a question that but asks if something is all right."""


def _asks_suited(read: ClauseReading) -> bool:
    """Return whether a clause asks if something is right for people who aren't counted: "is it ok for kids?"."""
    at = next((at for at, span in enumerate(read.spans) if span.has("opens:right_for")), len(read.spans))
    asks = read.clause.question or some(read.spans[:1], "opens:inverted")
    leads = all(
        span.has("opens:inverted", "remarked", "says:remarked", "bare_verb", "particle") for span in read.spans[:at]
    )
    rest = read.spans[at:]
    return asks and leads and some(rest, "party") and not some(rest, "number", "few")


def _denies_itself(content: Sequence[Span]) -> bool:
    """Return whether a clause begins with a denial that nobody is asked about: "don't book it", "needn't be near"."""
    if content[0].has("not"):
        return True
    return content[1].has("not") and not some(content[2:3], "opens:subject")


def _wants_itself(content: Sequence[Span]) -> bool:
    """Return whether a clause begins with a wish whose subject stands before it: "we're two and would like to go"."""
    return some(content[:2], "minding") and not some(content[:2], "opens:subject")


def classes_said(spans: Sequence[Span]) -> frozenset[str]:
    """Return the word classes of which spans say a phrase."""
    return frozenset[str]().union(*(span.within for span in spans))


def asked_slots(spans: Sequence[Span], own: Sequence[Span], schema: Schema) -> Iterator[str]:
    """Return the slots that a clause asks for without naming them; its `own` spans describe no option."""
    said = classes_said(own)
    asked = (
        _asked_price(own, said, schema),
        _asked_days(own, said, schema),
        _asked_units(spans),
        _asked_heads(spans, schema),
        _asked_adjectives(spans, said),
    )
    return chain.from_iterable(asked)


def _asked_price(own: Sequence[Span], said: Collection[str], schema: Schema) -> Sequence[str]:
    """Return the slot of the price, where "how much" or the like asks for it.

    "How much memory" doesn't, nor "how much is the deposit" where nothing is known of one.
    """
    if not schema.price or _asks_for_unknown(own):
        return []
    nouns = chain.from_iterable(span.every("noun") for span in own)
    asks = "asks_price" in said
    if "how_much" in said:
        asks = asks or not any(schema.by_name[noun].measured for noun in nouns)
    return [schema.price.name] if asks else []


def _asks_for_unknown(own: Sequence[Span]) -> bool:
    """Return whether "how much is the" is asked of what nothing knows."""
    line = SpanLine(own)
    for at, span in enumerate(own):
        article = at + 1 + line[at + 1].has("copula")
        if span.has("how_much") and line[article].has("article") and line[article + 1].has("strange", "unknown"):
            return line[article + 2].has("nothing", "clause_end", "preposition", "particle")
    return False


def _asked_days(own: Sequence[Span], said: Collection[str], schema: Schema) -> Sequence[str]:
    """Return the slots of the days that "when" asks for: leaving, coming home, or both; "when: 8/16" doesn't."""
    led_to = [following for span, following in pairwise(own) if span.has("says:asks_days")]
    labels = any(following.has("date") or following.words == ":" for following in led_to)
    if "asks_days" not in said or labels:
        return []
    sides = _SIDES.keys() & {*said} or _SIDES.keys()
    bearings = set(map(_SIDES.__getitem__, sides))
    return [slot.name for slot in schema.slots if slot.bearing in bearings]


def _asked_units(spans: Sequence[Span]) -> Iterator[str]:
    """Yield the slots of units that are counted: "how many stars"."""
    for span, following in pairwise(spans):
        if span.has("how_many"):
            yield from (slot for slot, *_ in following.every("unit")[:1])


def _asked_heads(spans: Sequence[Span], schema: Schema) -> Iterator[str]:
    """Yield the slots that say for how many a thing is, where that is asked: "how many people can play it?"."""
    parts = SchemaParts(schema)
    for span, following in pairwise(spans):
        if span.has("how_many") and following.has("party:person", "opens:auxiliary") and parts.capacity:
            yield from filter(None, (parts.fewest, parts.capacity))


def _asked_adjectives(spans: Sequence[Span], said: Collection[str]) -> Iterator[str]:
    """Yield the slots of adjectives that are asked for: "how heavy"."""
    if "how" in said:
        yield from (str(span.data("adjective")[0]) for span in spans if span.has("adjective"))


# Features


SHORT = 3  # spans of a clause that says nothing but its cue
ASKING = 4  # spans of a question on the one thing that it names
BRIEF = 7  # spans of a clause that is about the one thing that it names
SET_AND_MEMBER = 2  # references: "which of our bookings was the one by the sea"
FOREIGN = 2  # words of other languages from which on a clause is in one
MOST_TO_DENIAL = 4  # spans from a denial to the deed
MOST_TO_ANOTHER = 6  # spans from "was for" to the trip
_PICKING = ("least", "most", "less", "more")

_OF_SPANS: dict[str, Callable[[Span], bool]] = {
    "social": lambda span: span.has("social"),
    "sharing": lambda span: "sharing" in span.every("social"),
    "unknown": lambda span: span.has("unknown") and not span.has("value"),
    "unknown_wished": lambda span: span.has("unknown_wished") and not span.has("value"),
    "answered": lambda span: span.has("answer"),
    "strange": lambda span: span.has("strange"),
    "as_booked": lambda span: span.has("reference:booked"),
    "indifferent": lambda span: span.has("any") and not span.has("cue"),
    "reshapes": lambda span: span.has("reshaping"),
    "looks_elsewhere": lambda span: span.has("searching") and not span.has("opens:place_for"),
    "asks_for_offers": lambda span: span.has("says:offering"),
    "item": lambda span: span.has("item"),
    "not_said": lambda span: span.has("not"),
    "letting_go": lambda span: span.has("dropping", "opens:dismissing", "any") and not span.has("any_of"),
}
"""What holds of a clause where it holds of one of its spans."""

_OF_ALL_HELD: dict[str, Callable[[Wish, Slot], bool]] = {
    "held": lambda wish, slot: True,
    "flags": lambda wish, slot: _is_flag(wish),
    "ruled_out": lambda wish, slot: wish.constraint.op == "not",
    "features": lambda wish, slot: slot.kind == "yes_no" and slot.bearing == "value",
    "flexible": lambda wish, slot: slot.bearing == "flexible",
    "of_the_search": lambda wish, slot: slot.bearing != "value",
    "of_the_journey": lambda wish, slot: slot.bearing != "value" or slot.unit == "days",
    "whereabouts": lambda wish, slot: slot.kind == "place",
    "for_people": lambda wish, slot: slot.kind == "party",
    "of_the_item": lambda wish, slot: slot.kind == "category",
    "names_kind": lambda wish, slot: slot.kind in ("category", "name", "place"),
    "flags_or_places": lambda wish, slot: slot.role == "goal" or _is_flag(wish),
}
"""What holds of a clause where it holds of all the wishes that may be asked about, and there are any."""

_OF_CLAUSES: dict[str, Callable[[ClauseReading], object]] = {
    "asks_kinds": lambda read: read.clause.has("says:kinds_of") and SchemaParts(read.schema).kinds,
    "asks_only_price": lambda read: read.asked_slots == (read.price,),
    "asks_values": lambda read: _asks_values(read),
    "asks_values_of_items": lambda read: _asks_values_of_items(read),
    "asks_unknown_values": lambda read: _asks_what_there_is(read, "strange"),
    "difference": lambda read: any(_is_by_how_much(before, span) for before, span in pairwise(read.spans)),
    "told_difference": lambda read: not read.asking and _tells_difference(read),
    "asking": lambda read: read.asking,
    "untold": lambda read: read.clause.has("says:untold"),
    "reprices": lambda read: read.clause.has("says:reprices"),
    "demands_facts": lambda read: read.clause.has("says:demands_facts"),
    "judges": lambda read: read.judged is not None and (read.clause.question or not read.judged.complains),
    "announces": lambda read: read.clause.announces,
    "tells_days": lambda read: read.tells_days,
    "told": lambda read: read.told,
    "gives_reason": lambda read: read.gives_reason,
    "remarks": lambda read: read.remarks,
    "objects": lambda read: read.objects,
    "conditional": lambda read: read.clause.supposing,
    "supposing": lambda read: read.clause.supposed,
    "but_not": lambda read: read.spans[0].has("conjunction:but") and some(read.spans, "not"),
    "noun_book": lambda read: any(_is_noun(read.spans, at) for at in range(len(read.spans))),
    "noun_buy": lambda read: any(_is_order(before, span) for before, span in pairwise(read.spans)),
    "asked_about": lambda read: _is_asked_about(read),
    "denied_book": lambda read: _denies(read.spans, "cue:book", "cue:buy"),
    "of_another": lambda read: _is_of_another(read.spans),
    "definite_anew": lambda read: _has_definite_before(read.spans, "anew"),
    "the_other": lambda read: _has_definite_before(read.spans, "more"),
    "counts_unknown": lambda read: any(
        span.has("how_many") and following.has("strange") for span, following in pairwise(read.spans)
    ),
    "by_measure": lambda read: read.price != "" and not read.schema.windows and _measured_by(read) != "",
    "bare_more": lambda read: _says_only_more(read.spans),
    "of_it": lambda read: read.context.offered and _is_it_so(read.spans),
    "asks_of_us": lambda read: _asks_of_us(read),
    "checks_it": lambda read: read.context.offered and _checks_it(read),
    "number_in_list": lambda read: _number_in_list(read),
    "doubts_count": lambda read: _doubts_count(read),
    "only_all": lambda read: all(span.has("says:whole_set", "particle", "clause_end", "social") for span in read.spans),
    "compares": lambda read: read.only_compares,
    "in_difference": lambda read: (
        some(read.spans, "says:difference_word") and len(read.nouns) == 1 and len(read.measured) == 1
    ),
    "near_it": lambda read: any(
        span.has("preposition:near") and following.has("reference:it") for span, following in pairwise(read.spans)
    ),
    "near_strange": lambda read: _near_strange(read.spans) >= 0,
    "no_thing": lambda read: _says_no_thing(read.spans),
    "without_it": lambda read: _says_only_without(read.spans),
    "asks_agent": lambda read: read.asking and SpanLine(read.spans)[1].has("addressed"),
    "whether_so": lambda read: len(read.context.focus) == 1 and _asks_whether_so(read),
    "agreement_asked": lambda read: len(read.spans) > 1 and read.spans[-1].has("tag"),
    "objects_to_unmeasured": lambda read: read.context.offered and _unmeasured(read.spans) != "",
    "starts_somewhere": lambda read: read.schema.source in read.context.asked and _unknown_start(read.spans),
    "asks_beyond": _asks_beyond,
    "changes_days": lambda read: some(read.spans, "opens:changed_days"),
    "of_either": lambda read: _of_either(read.spans),
    "asks_leave": lambda read: read.context.offered and _asks_leave(read),
    "asks_suited": lambda read: read.context.offered and _asks_suited(read),
    "denied_cancel": lambda read: _denies(read.spans, "cue:cancel"),
    "foreign": lambda read: sum(span.has("foreign") for span in read.spans) >= FOREIGN,
    "denied_reference": lambda read: any(read.denied),
    "short": lambda read: len(read.spans) <= SHORT,
    "brief": lambda read: len(read.spans) <= BRIEF,
    "pointing": lambda read: read.references,
    "goes_on_to": lambda read: read.clause.question and _goes_on_to(read),
    "one_pronoun": lambda read: some(read.spans, "pronoun_one"),
    "naming": lambda read: read.strong,
    "neither": lambda read: any(phrase.kind == "neither" for phrase in read.references),
    "checks_price": lambda read: read.checks_price,
    "routed": lambda read: {read.schema.source, read.schema.place} <= {wish.slot for wish in read.wishes},
    "judged_excessive": lambda read: any(is_excessive(SpanLine(read.spans), phrase.last) for phrase in read.strong),
    "costly": lambda read: any(span.has("adjective") for span in read.spans),
    "naming_bookings": lambda read: any(phrase.kind == "booked" for phrase in read.references),
    "naming_described": lambda read: any(isinstance(phrase.reference, Described) for phrase in read.strong),
    "only_bookings": lambda read: isinstance(read.reference(), Booked),
    "nouns": lambda read: read.nouns,
    "measured": lambda read: read.measured,
    "other_nouns": lambda read: {*read.nouns} - {read.price},
    "moved_to": lambda read: _moved_to(read) is not None,
    "one_of_several": lambda read: read.clause.has("one_person") and _travel_together(read),
    "shared": lambda read: read.scopes[:1] in (("person",), ("night",)),
    "asked_slots": lambda read: read.asked_slots,
    "naming_noun": lambda read: any(_names_item(span, read) for span in read.spans),
    "wishes": lambda read: read.wishes,
    "only_any": lambda read: read.wishes and not read.held,
    "let_go": lambda read: read.let_go,
    "rated": lambda read: read.rating,
    "childless": lambda read: read.childless,
    "let_go_value": lambda read: any(_says_value(wish, _amounts_said(read)) for wish in read.let_go),
    "goal": lambda read: read.places,
    "one_place": lambda read: len(read.places) == 1 < len(read.held),
    "one_place_only": lambda read: len(read.places) == 1 == len(read.held),
    "only_places": lambda read: read.places and len(read.places) == len(read.held),
    "more_than_goal": lambda read: len(read.places) < len(read.wishes),
    "only_denied_places": lambda read: read.goals and len(read.wishes) <= len(read.goals),
    "naming_set": lambda read: (
        len(read.strong) == SET_AND_MEMBER and isinstance(read.strong[0].reference, Booked | Every)
    ),
    "called": lambda read: any(_calls(wish, read.schema) for wish in read.wishes),
    "for_goal": lambda read: any(read.schema.by_name[wish.slot].role == "goal" for wish in read.wishes),
    "compared": lambda read: read.compared,
    "choice": lambda read: read.choice,
    "for_others": lambda read: any(_is_for_others(wish, read.context.wishes) for wish in read.wishes),
    "extreme": lambda read: [wish.constraint.op in _PICKING for wish in read.asked] == [True] and not read.measures,
    "money": lambda read: any(wish.slot == read.price and wish.constraint.values for wish in read.wishes),
    "offered": lambda read: read.context.offered,
    "compared_before": lambda read: _has_compared(read.context.turns),
    "confirming": lambda read: read.context.confirming,
    "going": lambda read: any(wish.slot == read.schema.place for wish in read.context.wishes),
    "deciding": lambda read: read.context.state.pending.purpose in ("book", "cancel", "change"),
    "only_later": lambda read: all(span.has("says:put_off", "particle", "clause_end", "social") for span in read.spans),
    "begins_with_yes": lambda read: read.spans[0].has("plain_yes"),
    "booked": lambda read: read.context.booked,
    "one_booking": lambda read: len(read.context.booked) == 1,
    "only_heads": lambda read: read.only_heads,
    "priced": lambda read: read.price,
    "for_parties": lambda read: read.schema.of_kind("party"),
    "dated": lambda read: read.schema.of_kind("date"),
}
"""What holds of a clause as a whole."""


def _has_compared(turns: Sequence[Turn]) -> bool:
    """Return whether the user's turn before this one asked for a comparison."""
    return any(act.name == "request_compare" for turn in turns[-2:] for act in turn.acts)


_JOINT = (
    ("book", pattern("buy pointing", "noun_buy wh")),
    ("book", pattern("buy called", "noun_buy wh")),
    ("something", pattern("naming")),
    ("something", pattern("wishes")),
    ("something_named", pattern("nouns")),
    ("something_named", pattern("wishes")),
    ("about_options", pattern("offered")),
    ("about_options", pattern("naming")),
    ("groundless", pattern("wishes", "naming offered")),
    ("remembering", pattern("again")),
    ("remembering", pattern("booked")),
    ("seeking", pattern("item")),
    ("seeking", pattern("naming_noun")),
    ("new_search", pattern("looks_elsewhere")),
    ("new_search", pattern("for_goal")),
    ("new_search", pattern("asks_for_offers wishes")),
    ("asked_noun", pattern("nouns asking")),
    ("counted", pattern("how_much")),
    ("counted", pattern("how_many")),
    ("counted", pattern("save")),
    ("counted", pattern("measured")),
    ("counted", pattern("difference priced")),
    ("measured_difference", pattern("difference measured naming")),
    ("measured_difference", pattern("difference priced naming")),
    ("recalled_slot", pattern("asked_slots")),
    ("recalled_slot", pattern("asks_people for_parties")),
    ("recalled_slot", pattern("asks_dates dated")),
)
"""What holds of a clause where features hold of it, and others don't."""


def features(read: ClauseReading) -> frozenset[str]:
    """Return all that holds of a clause."""
    found = read.cues | read.said
    found |= holding(_OF_SPANS, lambda test: any(map(test, read.spans)))
    found |= holding(_OF_CLAUSES, lambda test: test(read))
    if read.held:
        found |= holding(_OF_ALL_HELD, lambda test: all(starmap(test, read.held)))
    return found.union(name for name, parts in _JOINT if parts.fits(found))


def _is_by_how_much(before: Span, span: Span) -> bool:
    """Return whether two spans ask how far options are apart: "how much heavier"."""
    return before.has("how_much") and span.has("compare")


def _goes_on_to(read: ClauseReading) -> bool:
    """Return whether a clause asks of another option what the turn before asked of one: "and the second?"."""
    return read.spans[0].has("conjunction:and", "asking_about") and _asked_of_one(read.context.moves) != []


ASKED_OF_ONE = ("facts", "holds", "share")
"""The questions that are asked of one option after another."""


def _asked_of_one(moves: Iterable[Move]) -> list[Ask]:
    """Return what a turn asks that can be asked of another option, too; nothing where it says anything else."""
    said = [move for move in moves if not isinstance(move, Social)]
    asked = [move for move in said if isinstance(move, Ask) and move.question in ASKED_OF_ONE]
    return asked if len(asked) == len(said) else []


def _tells_difference(read: ClauseReading) -> bool:
    """Return whether a clause tells how far an amount is from another: "120 is just the difference"."""
    line = SpanLine(read.spans)
    return any(tells_difference(line, at) for at in range(len(line)))


def _amounts_said(read: ClauseReading) -> list[object]:
    """Return the times, amounts and numbers that a clause says."""
    return [span.data("clock", "money", "number") for span in read.spans if span.has("clock", "money", "number")]


def _is_flag(wish: Wish) -> bool:
    """Return whether a wish is for what an option has or hasn't."""
    return wish.constraint.op not in COMPARING and all(isinstance(value, Flag) for value in wish.constraint.values)


def _is_for_people(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish says for how many something is."""
    parts = SchemaParts(schema)
    return _heads(wish) != (0, 0) or wish.slot in (parts.capacity, parts.fewest)


def _is_for_others(wish: Wish, held: Sequence[Wish]) -> bool:
    """Return whether a wish is for other people than those held: for more of them, or for another number."""
    if any(isinstance(value, Party) and value.added for value in wish.constraint.values):
        return True
    return _heads(wish) not in map(_heads, held)


def _heads(wish: Wish) -> tuple[int, int]:
    """Return how many adults and children a wish is for; none of either where it isn't for people."""
    parties = [value for value in wish.constraint.values if isinstance(value, Party)]
    return (parties[0].adults, parties[0].children) if parties else (0, 0)


def _calls(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for an item by its name, where names are all that tells items apart."""
    return not schema.place and wish.slot == schema.name and wish.constraint.op == "is"


def _denies(spans: Sequence[Span], *cues: str) -> bool:
    """Return whether a cue stands behind a denial: "don't book it yet"."""
    line = SpanLine(spans)
    at = line.place(-1, behind(len(spans)), having(*cues))
    return line.some(at - MOST_TO_DENIAL, at, "not", "opens:undesired", "opens:declined")


def _is_of_another(spans: Sequence[Span]) -> bool:
    """Return whether something is said to have been for another trip: "the 900 was for the first trip"."""
    line = SpanLine(spans)
    at = _belonging_place(line)
    trip = line.place(at, behind(MOST_TO_ANOTHER), having("anew_item"))
    if at < 0 or trip < 0:
        return False
    told = [span for span in line.part(at, trip) if not span.has("definite", "opens:belonging", "preposition")]
    return bool(told) or line[trip + 1].has("accompanying", "goal_word")


def _belonging_place(line: SpanLine) -> int:
    """Return where a clause says what something was for; -1 where it doesn't."""
    return line.place(-1, behind(len(line)), having("opens:belonging"))


def _has_definite_before(spans: Sequence[Span], cue: str) -> bool:
    """Return whether a cue is about something known: "the new trip"."""
    return any(first.has("definite") and span.has(f"cue:{cue}") for first, span in pairwise(spans))


def _is_asked_about(read: ClauseReading) -> bool:
    """Return whether a clause asks something about a deed, and doesn't ask for it: "is it too early to book it?"."""
    content = [span for span in read.spans if not span.has("particle", "social")]
    if some(content[:1], "cue:book"):
        return False  # "do book it"
    if some(content[:1], "preposition") and some(content[1:2], "opens:wh"):
        return True  # "until when can I cancel?"
    if not content or not content[0].has("opens:inverted", "opens:wh") or content[0].has("opens:deliberating"):
        return False
    return not content[0].has("opens:requesting") or read.clause.has("says:deed_terms", "alternative")


def _says_only_more(spans: Sequence[Span]) -> bool:
    """Return whether a clause asks for more and says nothing else: "more", "more?"."""
    content = [span for span in spans if not span.has("particle", "clause_end", "social")]
    return len(content) == 1 and content[0].has("party_more") and content[0].data("degree") == "more"  # not "bigger"


def _is_it_so(spans: Sequence[Span]) -> bool:
    """Return whether a clause asks what something is like, and nothing else: "is it cheaper?", "is that one nicer?"."""
    content = [span for span in spans if not span.has("particle", "clause_end")]
    others = all(span.has("reference", "definite", "pro_form", "compare", "degree", "noun") for span in content[1:])
    return bool(content) and content[0].has("says:copula") and others


def _checks_it(read: ClauseReading) -> bool:
    """Return whether a clause asks whether what was shown is as it says, and nothing else: "is it under $900?".

    So does one that asks what it does: "does it leave from Boston?".
    """
    content = [at for at, span in enumerate(read.spans) if not span.has("particle", "clause_end")]
    first = read.spans[content[0]] if content else NOTHING
    if not first.has("says:copula") and not first.names >= {"opens:doing", "says:remarked"}:
        return False
    of_it = read.spans[content[0]].has("says:remarked") or some(
        read.spans[content[0] + 1 : content[0] + 2], "reference:it", "reference:they"
    )
    rest = [read.spans[at] for at in content[1:] if at not in read.used]
    return of_it and read.asking and all(span.has(*_AROUND_VALUES) for span in rest)


def _asks_of_us(read: ClauseReading) -> bool:
    """Return whether a clause asks whether that is so of those who would travel: "are we back by noon?"."""
    content = [span for span in read.spans if not span.has("particle", "conjunction:and")]
    if len(content) < 2 or not content[0].has("says:copula"):
        return False
    return content[1].has("party_we", "party:first_person")


_AROUND_VALUES = (
    "reference",
    "filler",
    "article",
    "preposition",
    "operator",
    "unit",
    "value",
    "social",
    "item",
    "noun",
)


def _number_in_list(read: ClauseReading) -> int:
    """Return the place in the list that a clause gives by its number alone: "2", "3 please"; 0 where it doesn't."""
    content = [span for span in read.spans if not span.has("particle", "clause_end", "social")]
    if len(content) != 1 or read.context.asked:
        return 0
    number = content[0].words.strip(" .#")
    return int(number) if number.isdecimal() and 1 <= int(number) <= len(read.context.latest) else 0


def _doubts_count(read: ClauseReading) -> bool:
    """Return whether a clause asks whether there are just so many: "just four?", "only three?"."""
    content = [span for span in read.spans if not span.has("particle", "clause_end", "social")]
    only = some(content[:1], "says:just_so_many") and not read.context.asked
    return only and read.clause.question and len(content) == 1 + 1 and content[1].has("number")


def _says_no_thing(spans: Sequence[Span]) -> bool:
    """Return whether a no is about the thing behind it and answers nothing: "I get no holiday"."""
    denials = [at for at, span in enumerate(spans) if span.has("cue:answer_no")]
    return bool(denials) and all(_denies_thing(SpanLine(spans), at) for at in denials)


def _says_only_without(spans: Sequence[Span]) -> bool:
    """Return whether a clause but goes on with what isn't to be there: "without a balcony?", "and unfurnished?"."""
    content = [span for span in spans if not span.has("particle", "conjunction", "article", "definite")]
    if len(content) == 2 and content[0].names >= {"not", "opens:party_without"}:
        return content[1].has("value")
    lacks = [value for span in content for _, value in span.every("value")]
    return spans[0].has("conjunction") and len(content) == 1 and lacks != [] and set(lacks) == {Flag(False)}


def _denies_thing(line: SpanLine, at: int) -> bool:
    """Return whether a no denies the thing behind it: "I get no holiday", "no hotel"."""
    if not line[at].has("indefinite_article") or line[at + 1].has("nothing"):
        return False
    if at == 0 or line[at - 1].has("comma"):
        return line[at + 1].has("item", "noun", "in_the_air", "day_morning", "day_evening")
    return not line[at - 1].has("particle", "article")


def _is_noun(spans: Sequence[Span], at: int) -> bool:
    """Return whether the word for booking is a noun: "she kept a cash book"."""
    if not spans[at].has("booking"):
        return False
    lead = [span for span in spans[max(at - MOST_TO_DENIAL, 0) : at] if span.entries]
    return some(lead, "article")


def _is_order(before: Span, span: Span) -> bool:
    """Return whether a word for buying is a noun: "my order", "the Orla order"."""
    return span.has("cue:buy") and span.has("booking_noun") and before.has("definite", "article", "name", "value")


def _names_item(span: Span, read: ClauseReading) -> bool:
    """Return whether a span is a noun for items, by their name or place."""
    return not {read.schema.name, read.schema.place}.isdisjoint(span.every("noun"))


# Questions


_EXTREMES: dict[str, Direction] = {"least": "least", "less": "least", "most": "most", "more": "most"}


def _ask_difference(read: ClauseReading) -> Sequence[Move]:
    """Ask how far options are apart, in what is compared or named, else in price; or from those of other days."""
    slots = (*(wish.slot for wish in read.compared), *read.measured, read.price)
    moved = tuple(wish for wish, slot in read.held if wish.constraint.is_relative and slot.bearing in _SIDES.values())
    return [Ask("difference", slots[:1], _what_is_compared(read), wishes=moved)]


def _ask_total(read: ClauseReading) -> Sequence[Move]:
    """Ask for the sum of prices: of what is named, of what is booked, else what is spoken of comes to."""
    booked = Booked() if read.context.booked else None
    price = next((slot for slot in read.measured if read.schema.by_name[slot].kind == "money"), read.price)
    if booked and "whole" in read.said and not read.strong:
        return [Ask("sum", (price,), booked)]  # "what is it all costing me?"
    people = 0 if read.schema.party else sum(heads(phrase.party) for phrase in read.clause.parties)
    return [Ask("sum", (price,), read.reference() or booked, by=people)]


def _ask_left(read: ClauseReading) -> Sequence[Move]:
    """Ask what is left of the budget, or of the amount that is named: "how much of our 9 grand is left?".

    Where no amount is known, and something is booked, what is left is what is booked still. Which ones are left is
    asked of options: "which are left under 12,000?" wishes for them.
    """
    if "which" in read.cues and read.wishes:
        return read.wishes
    limited = any(wish.slot == read.price for wish in (*read.wishes, *read.context.wishes))
    if read.context.booked and read.reference() == Other() and not (limited or read.nouns):
        return [Recall("bookings")]
    said = [wish.constraint for wish in read.wishes if wish.slot == read.price and wish.constraint.values]
    amounts = tuple(Wish(read.price, replace(each, op="at_most", values=each.values[-1:])) for each in said)
    orders = [wish for wish in read.wishes if wish.constraint.op in ("least", "most")]  # "what's left, lightest first?"
    return [*orders, Ask("left", (read.price,), read.reference(), amounts)]


def _ask_price_checked(read: ClauseReading) -> Sequence[Move]:
    """Ask whether a price is the amount that is named, for the people who are named."""
    amounts = tuple(wish for wish in read.wishes if wish.slot == read.price)
    people = [wish for wish in read.wishes if wish not in amounts]
    return [*people, Ask("holds", of=read.reference(), wishes=amounts)]


def _ask_share(read: ClauseReading) -> Sequence[Move]:
    """Ask for a price by person or night, in the class that is named: "what is that per head in business?"."""
    there = Described(read.places) if read.places and read.context.offered else None
    classes = [wish for wish in read.wishes if wish not in read.places and _is_class(wish, read.schema)]
    share = Ask("share", (read.price,), read.reference() or there, scope=read.scopes[0])  # type: ignore[arg-type]
    return [*classes, share]


def _ask_share_of_one(read: ClauseReading) -> Sequence[Move]:
    """Ask for a price by person where several travel: "how much is it for one person?"."""
    return [Ask("share", (read.price,), read.reference(), scope="person")]


def _travel_together(read: ClauseReading) -> bool:
    """Return whether it is known that more than one travels."""
    held = [wish for wish in read.context.wishes if wish.slot == read.schema.party]
    values = [value for wish in held for value in wish.constraint.values]
    return any(heads(value) > 1 for value in values if isinstance(value, Party))


def _ask_by_measure(read: ClauseReading) -> Sequence[Move]:
    """Ask for a price by what it buys: "what's the rent per square metre?"; "the cheapest per m2" is one of all."""
    reference = read.reference()
    picks = isinstance(reference, Extreme) and reference.of is None
    return [Ask("share", (read.price, _measured_by(read)), Every() if picks else reference)]


def _measured_by(read: ClauseReading) -> str:
    """Return the slot by whose unit a price is asked for; empty where none is."""
    measured = [slot.name for slot in read.schema.of_kind("number") if slot.unit]
    behind = [second for first, second in pairwise(read.spans) if first.has("per")]
    units = [entry.data for span in behind for entry in span.entries if entry.kind == "unit"]
    slots = [str(unit[0]) for unit in units if isinstance(unit, tuple)]
    return next((slot for slot in slots if slot in measured), "")


def _is_class(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for a class in which the same stay may be had, not for what it is or where."""
    slot, fixed = schema.slot(wish.slot), (schema.name, schema.place, schema.source)
    return bool(schema.windows) and slot is not None and slot.kind == "category" and slot.name not in fixed


def _compare(read: ClauseReading) -> Sequence[Move]:
    """Compare options, by the slots that are named."""
    return [Compare(_what_is_compared(read), read.nouns)]


def _compare_too(read: ClauseReading) -> Sequence[Move]:
    """Compare what is named with those that were compared before: "put the third in as well"."""
    slots = next((move.slots for move in read.context.moves if isinstance(move, Compare)), ())
    before = [Numbered(frame) for frame in read.context.focus]
    return [Compare(joint([*before, *(each.reference for each in read.strong)]), slots)]


def _what_is_compared(read: ClauseReading) -> Reference | None:
    """Return what is compared: all that is named, a pronoun, options that wishes describe."""
    parts = [phrase.reference for phrase in read.strong or read.references[:1]]
    if len(parts) < 2:
        parts += [Described((wish,)) for wish in read.wishes if wish.constraint.op == "is"]
    parts = [part for whole in parts for part in _each_described(whole)]
    kinds = [phrase.kind for phrase in read.references]
    if kinds[1:] and kinds[0] == "it" and len(parts) == 1:
        parts = [It(), *parts]
    return joint(parts)


def _each_described(whole: Reference) -> Sequence[Reference]:
    """Return the options of a description that has several values of a slot: "the Rome one with the Oslo one"."""
    if not isinstance(whole, Described) or whole.of or len({wish.slot for wish in whole.wishes}) != 1:
        return [whole]
    return [Described((wish,)) for wish in whole.wishes]


def _ask_reason(read: ClauseReading) -> Sequence[Move]:
    """Ask why; of a value, why it is as it is: "why is it so cheap?"."""
    slots = tuple(dict.fromkeys(_slots_of_why(read.own)))
    return [Ask("reason", slots, read.reference())]


def _slots_of_why(spans: Sequence[Span]) -> Iterator[str]:
    """Yield the slots of values of which a clause asks why they are so: "so cheap", "only rated 3.4"."""
    numbered = any(span.has("number") for span in spans)
    for span in spans:
        yield from (str(slot) for slot, *_ in span.every("adjective")[:1])
        if numbered:
            yield from map(str, span.every("noun")[:1])


def _ask_count(read: ClauseReading) -> Sequence[Move]:
    """Ask how many items there are."""
    return [Ask("count", wishes=read.wishes)]


def _ask_overview(read: ClauseReading) -> Sequence[Move]:
    """Ask for all that there is to tell."""
    return [Ask("facts", of=read.reference())]


def _ask_facts(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots."""
    slots = (read.schema.by_name[name] for name in read.asked_slots)
    other = any(told_in(1, slot.unit, read.asked_unit) not in (None, 1) for slot in slots)
    return [Ask("facts", read.asked_slots, read.reference(), unit=read.asked_unit if other else "")]


def _ask_again(read: ClauseReading) -> Sequence[Move]:
    """Ask of an option what the turn before asked of another: "and the second?"."""
    return [replace(asked, of=read.reference()) for asked in _asked_of_one(read.context.moves)]


def _ask_facts_there(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots of the option in a place: "when is it that we leave for Rome?"."""
    booked = Booked() if read.context.booked else None
    return [Ask("facts", read.asked_slots, Described(read.places, booked))]


def _ask_choice(read: ClauseReading) -> Sequence[Move]:
    """Ask for the value of a slot by naming several: "is it economy or business?"."""
    return [Ask("facts", (read.choice,), read.reference())]


def _ask_held(read: ClauseReading) -> Sequence[Move]:
    """Ask whether something is so of options."""
    return [Ask("holds", of=read.reference(), wishes=read.asked)]


def _ask_whether_so(read: ClauseReading) -> Sequence[Move]:
    """Ask whether an option has what is named with its lack: "furnished or not"."""
    return [
        Ask("holds", of=read.reference() or It(), wishes=(Wish(read.asked[0].slot, Constraint("is", (Flag(True),))),))
    ]


def _ask_standing(read: ClauseReading) -> Sequence[Move]:
    """Ask where an option stands among the others in what it is judged by: "is it big?", "that's cheap"."""
    assert read.judged is not None
    own = read.reference() or It()
    return [Ask("facts", (read.judged.slot,), Together((own, Other())))]


def _ask_held_there(read: ClauseReading) -> Sequence[Move]:
    """Ask about the option in a place: "is there a gym in Rome?"."""
    rest = tuple(wish for wish in read.asked if wish not in read.places)
    return [Ask("holds", of=Described(read.places), wishes=rest)]


def _ask_unmentioned(read: ClauseReading) -> Sequence[Move]:
    """Ask whether an option has what wasn't told of it: "you didn't mention breakfast", "no word of a gym"."""
    wishes = (Wish(wish.slot, Constraint("is", (Flag(True),))) for wish in read.asked)
    return [Ask("holds", of=read.reference(), wishes=tuple(wishes))]


def _ask_which(read: ClauseReading) -> Sequence[Move]:
    """Ask of which options something is so: "which of them have wifi?"."""
    return [Ask("which", of=read.reference() or Every(), wishes=read.asked)]


def _ask_whether_it_has_it(read: ClauseReading) -> Sequence[Move]:
    """Ask of an option whether that is so what was said before: "I do need wifi. Does this one have it?"."""
    return [Ask("which", of=read.reference() or It())]


def _return_described(read: ClauseReading) -> Sequence[Move]:
    """Turn to what was shown before, by what is said of it: "you had one in Paris with four stars"."""
    described = [phrase.reference.wishes for phrase in read.strong if isinstance(phrase.reference, Described)]
    earlier = _named_before(read)
    wishes = (*chain.from_iterable(described), *(wish for wish in read.wishes if wish not in earlier))
    return [Return(Described(tuple(wish for wish in wishes if wish.constraint.values), Shown()))]


def _named_before(read: ClauseReading) -> list[Wish]:
    """Return the places before which something was shown: "before Rome you had one near a mall"."""
    line = SpanLine(read.spans)
    places = [phrase for phrase in read.phrases if line[phrase.first].has("place")]
    return [phrase.wish for phrase in places if line[phrase.first - 1].has("before")]


def _ask_which_has_it(read: ClauseReading) -> Sequence[Move]:
    """Ask of which options that is so what was asked before: "which of the ones you showed me does have it?"."""
    shown = Shown() if "shown" in read.said else Every()
    return [Ask("which", of=together(read.meant) or shown)]


def _turn_to_member(read: ClauseReading) -> Sequence[Move]:
    """Turn to those of a set that are described: "which of my bookings was the one by the sea?"."""
    first, second = (phrase.reference for phrase in read.strong)
    if isinstance(second, Described | Extreme) and second.of is None:
        return [Return(replace(second, of=first))]
    return [Return(Together((first, second)))]


def _turn_to_most(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option with the least or most: "which one is cheapest?"."""
    wish = read.asked[0]
    return [Return(Extreme(wish.slot, _EXTREMES[wish.constraint.op], of=read.reference()))]


def _wish_had_so(read: ClauseReading) -> Sequence[Move]:
    """Wish for an option as a search can have it: "couldn't it be had in September?"."""
    of = read.reference()
    option = It() if of is None or "having_it" in read.said else of  # "do they have it in September?"
    return [replace(affirmed(wish), of=option) for wish in read.asked]


def _ask_price_for(read: ClauseReading) -> Sequence[Move]:
    """Ask for the values of slots for other people; what that is of an option is for the whole turn to say."""
    return [*read.asked, *_ask_facts(read)]


def _ask_values(read: ClauseReading) -> Sequence[Move]:
    """Ask which values a slot has: "which cities do you fly to?", "which districts have flats with a lift?"."""
    return [Ask("values", read.nouns[:1], wishes=read.wishes)]


def _asks_values_of_items(read: ClauseReading) -> bool:
    """Return whether a clause asks which values of a slot there are items with: "which districts have flats?"."""
    kinds = [read.schema.by_name[noun].kind for noun in read.nouns[:1]]
    starts = [at for at, span in enumerate(read.spans) if span.has("opens:wh")][:1]
    if not starts or kinds not in _NAMED_KINDS:
        return False
    line, at = SpanLine(read.spans), starts[0] + 1
    has_items = line[at + 1].has("having") or line.some(at + 1, at + 4, "says:there_is")
    return line[at].has("noun") and has_items and line.some(at + 1, len(line), "item", f"noun:{read.schema.name}")


def _asks_values(read: ClauseReading) -> bool:
    """Return whether a clause asks which values a slot has: "which colours do you have?"."""
    kinds = [read.schema.by_name[noun].kind for noun in read.nouns[:1]]
    return _asks_what_there_is(read, "noun") and kinds in _NAMED_KINDS


def _asks_what_there_is(read: ClauseReading, of: str) -> bool:
    """Return whether a clause asks what there is of something: "what brands do you have?"."""
    asks = any(first.has("opens:wh") and second.has(of) for first, second in pairwise(read.spans))
    return asks and read.clause.has("says:there_is")


_NAMED_KINDS = (["category"], ["list"], ["place"])
"""The kinds of a single slot whose values have names."""


def _ask_kinds(read: ClauseReading) -> Sequence[Move]:
    """Ask of what kinds there are items: "what kinds of bikes do you have?"; of what is named where a slot is."""
    named = [noun for noun in read.nouns if read.schema.by_name[noun].kind in ("category", "list", "place")]
    return [Ask("values", (*named, SchemaParts(read.schema).kinds)[:1])]


def affirmed(wish: Wish) -> Wish:
    """Return a wish without the denial of a polite question."""
    constraint = wish.constraint
    return replace(wish, constraint=replace(constraint, op="is")) if constraint.op == "not" else wish


# Moves


Builder = Callable[[ClauseReading], Sequence[Move]]

BEYOND = OutOfScope("")
"""A question on which the catalogue says nothing, and that names nothing: "is that ok?"."""


class MovePattern(NamedTuple):
    """A row of the table: its name, the clauses that are meant, and what they do."""

    name: str
    clauses: FeaturePattern
    moves: Builder


class ClauseMoves(NamedTuple):
    """A clause, and what the rules say that it does."""

    read: ClauseReading
    moves: tuple[Move, ...]


def moves(read: ClauseReading) -> Sequence[Move]:
    """Return the moves of a clause, by the first pattern that fits; none where nothing in it says anything."""
    return first_fitting(read, features(read))[1]


def first_fitting(read: ClauseReading, found: frozenset[str]) -> tuple[str, tuple[Move, ...]]:
    """Return the name of the first pattern that fits, and its moves; none where no pattern fits."""
    for row in _PATTERNS:
        if row.clauses.fits(found):
            return row.name, tuple(row.moves(read))
    return "no pattern", ()


def _always(*said: Move) -> Builder:
    """Return a builder of moves that are the same whatever else a clause says."""
    return lambda read: said


# Courtesies, answers


def _social(read: ClauseReading) -> Sequence[Move]:
    """Return the courtesies; help that is thanked for is none that is asked for: "thanks for your help"."""
    kinds = dict.fromkeys(str(kind) for span in read.spans for kind in span.every("social"))
    if "thanks" in kinds:
        kinds.pop("help", None)
    return [Social(kind) for kind in kinds]  # type: ignore[arg-type]


def _any_will_do(read: ClauseReading) -> Sequence[Move]:
    """Return an answer for which anything will do: of what was asked for, else of what was said."""
    asked = [Wish(slot, Constraint("any")) for slot in read.context.asked if read.schema.slot(slot)]
    return asked or [Answer("either")]


def _answered(read: ClauseReading) -> Sequence[Move]:
    """Ask what the schema has an answer to that is no slot's: "are flights included?"."""
    asked = dict.fromkeys(str(span.data("answer")) for span in read.spans if span.has("answer"))
    return [*_wishes(read), *map(OutOfScope, asked)]


def _suited(read: ClauseReading) -> Sequence[Move]:
    """Say that the catalogue doesn't know for whom something is right: "good for kids?"."""
    at = next(at for at, span in enumerate(read.spans) if span.has("opens:right_for"))
    people = [span for span in read.spans[at:] if not span.has("filler", "particle", "says:right_for")]
    return [OutOfScope(" ".join(span.words for span in people))]


def _unknown(read: ClauseReading) -> Sequence[Move]:
    """Say that something is beyond the catalogue: "is there a casino?"."""
    return [OutOfScope(", ".join(span.words for span in read.spans if span.has("unknown")))]


# Deeds


def _book(read: ClauseReading) -> Sequence[Move]:
    """Book what is named, as it is wished for: "the second for three people"; else what the wishes describe."""
    if not read.wishes or read.compared:
        return [Book(read.reference())]
    for_people = all(_is_for_people(wish, read.schema) for wish in read.wishes)
    if not (read.strong or for_people):
        return [Book(Described(read.wishes))]
    option = read.reference() or It()  # "book it for the two of us"
    return [*(replace(wish, of=option) for wish in read.wishes), Book(option)]


def _cancel(read: ClauseReading) -> Sequence[Move]:
    """Cancel what is named, or the bookings that wishes describe: "cancel the Rome trip"."""
    return [Cancel(_booking(read, read.wishes))]


def _cancel_mistaken(read: ClauseReading) -> Sequence[Move]:
    """Complain, and cancel what is named: "I never ordered the Orla!"."""
    meant = (wish for wish in read.wishes if wish.constraint.op in ("is", "not"))
    named = tuple(replace(wish, constraint=replace(wish.constraint, op="is")) for wish in meant)
    return [Social("complaint"), Cancel(together(read.strong) or Described(named, Booked()))]


def _cancel_there(read: ClauseReading) -> Sequence[Move]:
    """Cancel the booking in a place: "delete the Munich one", "ditch Vancouver but not Rome", "drop all but Rome"."""
    line = SpanLine(read.spans)
    kept = [phrase.wish for phrase in read.phrases if line[phrase.first - 1].has("except")]
    places = (wish for wish in read.goals if wish not in kept)
    there = tuple(replace(wish, constraint=replace(wish.constraint, op="is")) for wish in places)
    if not there or line.some(0, len(line), "whole"):
        return [Cancel(_all_but(read))]
    return [Cancel(Described(there, Booked()))]


def _held_and_unknown(read: ClauseReading) -> Sequence[Move]:
    """Ask whether something is so, and for what is beyond the catalogue: "has it wifi and a casino?"."""
    return [*_ask_held(read), *_unknown(read)]


def _terms(read: ClauseReading) -> Sequence[Move]:
    """Ask for the terms of a deed, of which the catalogue tells nothing: "can I cancel later?"."""
    return [OutOfScope(read.words)]


def _change(read: ClauseReading) -> Sequence[Move]:
    """Change a booking as is wished: "make my booking for three"."""
    return [Change(read.wishes, _booking(read, ()))]


def _change_there(read: ClauseReading) -> Sequence[Move]:
    """Change the booking in a place: "add my sister to Rome", "move the Rome trip to September 5"."""
    rest = tuple(wish for wish in read.wishes if wish not in read.places)
    return [Change(rest, Described(read.places, Booked()))]


def _exchange(read: ClauseReading) -> Sequence[Move]:
    """Change a booking to the option that is named last: "can we swap that for the Anselm?", "move Rome to it"."""
    *before, instead = read.strong
    if read.places:
        return [Change((), Described(read.places, Booked()), instead.reference)]
    return [Change((), before[0].reference if before else It(), instead.reference)]


def _book_instead(read: ClauseReading) -> Sequence[Move]:
    """Change the booking that is named behind "instead of" to another option: "book that one instead of the Anselm"."""
    instead = next(at for at, span in enumerate(read.spans) if span.has("says:in_its_place"))
    booked = [phrase.reference for phrase in read.strong if phrase.first > instead]
    chosen = [phrase.reference for phrase in read.strong if phrase.first < instead]
    return [Change((), booked[0] if booked else It(), chosen[-1] if chosen else It())]


def _moved_to(read: ClauseReading) -> ReferencePhrase | None:
    """Return the option that something is moved to: "move my booking to that one"; None where none is named."""
    line = SpanLine(read.spans)
    named = [phrase for phrase in read.references if line[phrase.first - 1].has("says:goal_word")]
    return named[-1] if named else None


def _change_to(read: ClauseReading) -> Sequence[Move]:
    """Change a booking to another option: "can you move it to the one from the 3rd to the 9th?"."""
    instead = _moved_to(read)
    before = [phrase for phrase in read.strong if phrase is not instead and phrase.reference != Booked()]
    return [Change((), before[0].reference if before else Booked(), instead.reference if instead else None)]


def _booking(read: ClauseReading, wishes: tuple[Wish, ...]) -> Reference | None:
    """Return which bookings are meant: among those booked, by what is said of them.

    Several or all are meant by "both bookings" and "everything"; of "my booking in Rome" the wishes tell which.
    """
    kinds = {type(phrase.reference) for phrase in read.strong}
    if Every in kinds and "whichever" in read.said and read.compared:
        wish = read.compared[0]  # "whichever of the two is cheaper"
        return Extreme(wish.slot, _EXTREMES[wish.constraint.op], of=Booked())
    best = [phrase.reference for phrase in read.meant if isinstance(phrase.reference, Extreme)]
    if Every in kinds and best:
        return replace(best[0], of=Booked())  # "whichever of my two trips is the dearer"
    if Every in kinds or "whole" in read.said:
        return _all_but(read)
    named = [phrase for phrase in read.meant if not isinstance(phrase.reference, Booked)]
    if named:
        return together(named)
    if wishes:
        return Described(wishes, Booked())
    several = len(read.context.booked) > 1
    if read.strong or (several and any(phrase.kind == "they" for phrase in read.references)):
        return Booked()  # of "cancel them" it is asked which
    return It() if read.references else None


def _cancel_others(read: ClauseReading) -> Sequence[Move]:
    """Cancel all bookings but those that are to be kept: "only keep Rome"."""
    named = [phrase.reference for phrase in read.strong]
    kept = tuple(wish for each in named if isinstance(each, Described) for wish in each.wishes) or read.places
    if kept:
        return [Cancel(Described(tuple(map(_ruled_out, kept)), Booked()))]
    return [Cancel(Booked())]  # which of them is asked


def _ruled_out(wish: Wish) -> Wish:
    return replace(wish, constraint=replace(wish.constraint, op="not"))


def _all_but(read: ClauseReading) -> Reference:
    """Return all bookings, without those that are spared: "everything except Rome", "both but not the Trillium"."""
    line = SpanLine(read.spans)
    spared = [phrase.wish for phrase in read.phrases if _is_spared(line, phrase.first)]
    for phrase in read.references:
        if not _is_spared(line, phrase.first):
            continue
        match phrase.reference:
            case Named(name):
                spared.append(Wish(read.schema.name, Constraint("is", (Text(name),))))
            case Described(wishes):
                spared += wishes
            case Booked():
                pass  # "our trip to Rome": the place tells which
            case _:
                return Booked()  # which of them is asked
    if not spared:
        return Every(0, Booked())
    return Described(tuple(map(_ruled_out, spared)), Booked())


def _is_spared(line: SpanLine, first: int) -> bool:
    """Return whether what begins at a span is excepted: right behind "except", or "except for my trip to"."""
    but = "conjunction:but" if line.some(0, first, "whole") else "except"  # "all bookings but Rome"
    behind = next((at for at in range(first - 1, -1, -1) if line[at].has("except", but)), None)
    return behind is not None and first - behind <= MOST_TO_SPARED


MOST_TO_SPARED = 4
"""Spans from "except" to what is excepted, as in "except for our trip to Rome"."""


def _wished_all_the_same(read: ClauseReading) -> Sequence[Move]:
    """Wish for what an option lacks: who says that it does wants it."""
    return [Wish(wish.slot, Constraint("is", (Flag(True),))) for wish in read.wishes]


def _remark(read: ClauseReading) -> Sequence[Move]:
    """Wish nothing: what is said of an option is no wish. Who says that one is better may want it."""
    return [Answer("perhaps")] if read.only_compares else []


# What was said


def _recalled(read: ClauseReading) -> Sequence[Move]:
    """Ask for the value of a wish that was said before: "which dates did I say?"."""
    return [Recall("slot", _recalled_slot(read))]


def _recalled_origin(read: ClauseReading) -> Sequence[Move]:
    """Ask from where one said that one leaves."""
    return [Recall("slot", slot.name) for slot in read.schema.slots if slot.role == "source"]


def _recalled_slot(read: ClauseReading) -> str:
    """Return the slot whose wish is asked for: who travels, when, else the first that is named."""
    parties, dates = read.schema.of_kind("party"), read.schema.of_kind("date")
    asked = {"asks_people": parties, "asks_dates": dates}
    slots = [slot.name for name, slots in asked.items() if name in read.said for slot in slots]
    return (*slots, *read.asked_slots)[0]


# Turns to options


def _return(read: ClauseReading) -> Sequence[Move]:
    """Turn to what is named: "back to the second one"."""
    reference = read.reference()
    return [Return(reference)] if reference else []


def _return_to_number(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option of a list that has a number: "2"."""
    return [Return(Nth(_number_in_list(read)))]


def _ask_price(read: ClauseReading) -> Sequence[Move]:
    """Ask what an option costs, which tells for whom: "is that for both of us?"."""
    return [Ask("facts", (read.price,), read.reference())]


def _whichever(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option that is the least or the most: "whichever is cheaper", "the one with more storage"."""
    wish = read.compared[0]
    return [Return(Extreme(wish.slot, _EXTREMES[wish.constraint.op]))]


def _leaning(read: ClauseReading) -> Sequence[Move]:
    """Turn to an option without deciding for it: "I might book the second"."""
    return [*_return(read), Answer("perhaps")]


def _neither(read: ClauseReading) -> Sequence[Move]:
    """Reject what was offered, and turn to what else is named: "neither of these, the one before"."""
    rest = together([phrase for phrase in read.strong if phrase.kind != "neither"])
    return [Reject(Every()), Return(rest)] if rest else [Reject(Every())]


def _denied(read: ClauseReading) -> Sequence[Move]:
    """Reject what is denied, and turn to what else is named: "not the Terrazza, the other one"."""
    rest = together(read.meant)
    rejected = Reject(together(read.denied))
    return [rejected, Return(rest)] if rest else [rejected]


def _named_instead(read: ClauseReading) -> Sequence[Move]:
    """Take back what was said before, and turn to what is named: "no, the third"."""
    return [Answer("no"), *_return(read)]


def _asked_of(read: ClauseReading) -> Sequence[Move]:
    """Correct what a question was understood to be about: "I asked about the second"."""
    return [Correct(()), *_return(read)]


def _asked_of_place(read: ClauseReading) -> Sequence[Move]:
    """Correct what a question was understood to be about, by its place: "I asked about Miami"."""
    return [Correct(read.places)]


def _hold(read: ClauseReading) -> Sequence[Move]:
    """Ask to have kept what is named first, without booking it; who is told of it isn't meant."""
    return [Hold(read.meant[0].reference if read.meant else read.reference())]


def _wishes_with_yes(read: ClauseReading) -> Sequence[Move]:
    """Say yes, and what is wished with it: "yes for three"."""
    return [Answer("yes"), *_wishes(read)]


def _agreed_to_named(read: ClauseReading) -> Sequence[Move]:
    """Say yes, and turn to what is named: "yes, the 14"."""
    return [Answer("yes"), *_return(read)]


def _place_in_mind(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option in a place that somebody is drawn to: "Athens is tempting"."""
    return [Answer("perhaps"), Return(Described(read.places))]


def _foreign(read: ClauseReading) -> Sequence[Move]:
    """Note that another language is spoken, beside what is understood all the same."""
    return [Social("other_language"), *read.wishes]


def _left_out(read: ClauseReading) -> Sequence[Move]:
    """Reject the options in a place: "leave Japan out of it"."""
    there = tuple(Wish(read.schema.place, wish.constraint) for wish in read.asked)
    return [Reject(Described(there))]


def _rejected_instead(read: ClauseReading) -> Sequence[Move]:
    """Reject what was spoken of, and turn to what is named: "not that one, the other one"."""
    return [Reject(It()), *_return(read)]


def _reject(read: ClauseReading) -> Sequence[Move]:
    """Reject what is named, or what was spoken of: "I don't like that one"."""
    return [Reject(read.reference())]


# Wishes


def _wishes(read: ClauseReading) -> Sequence[Wish]:
    """Return the wishes of a clause; a price that nobody asked for is the most to be paid: "four stars and $800"."""
    if read.price in read.context.asked or read.clause.has("operator:is"):
        return read.wishes
    return [_as_limit(wish, read.price) for wish in read.wishes]


def _anew(read: ClauseReading) -> Sequence[Move]:
    """Begin another trip: from the same place and for the same people, unless others are named."""
    parts = SchemaParts(read.schema)
    return [Drop(keeping=tuple(filter(None, (parts.source, parts.party)))), *_wishes(read)]


def _let_go(read: ClauseReading) -> Sequence[Move]:
    """Drop the wishes that hold for what is named: "I never said 3 pm"; a place that is named so is ruled out."""
    slots = dict.fromkeys(wish.slot for wish in read.let_go)
    ruled_out = [
        Wish(wish.slot, replace(wish.constraint, op="not"))
        for wish in read.let_go
        if read.schema.by_name[wish.slot].kind == "place" and wish.constraint.op == "is"
    ]
    dropped = {*slots} - {wish.slot for wish in ruled_out}
    others = [wish for wish in read.wishes if wish.slot not in slots and wish.constraint.op != "not"]
    return [
        *map(Drop, filter(dropped.__contains__, slots)),
        *ruled_out,
        *(() if "disclaiming" in read.said else others),
    ]


def _without_children(read: ClauseReading) -> Sequence[Move]:
    """Wish for nobody but the adults of those who travel."""
    return read.childless


def _start_over(read: ClauseReading) -> Sequence[Move]:
    """Drop all wishes, and wish for what is said beside: "let's start over with Rome"."""
    return [Drop(), *_wishes(read)]


def _ask_for_better(read: ClauseReading) -> Sequence[Move]:
    """Reject what is complained of, and wish for what guests think better of: "it's a bit shabby"."""
    complained = together(read.strong) or read.reference()
    return [Reject(complained), Wish(read.rating, Constraint("more", than=complained))]


def _ask_for_best(read: ClauseReading) -> Sequence[Move]:
    """Wish for what guests think best of: "somewhere that people loved"."""
    return [*_wishes(read), Wish(read.rating, Constraint("most"))]


def _any_asked(read: ClauseReading) -> Sequence[Move]:
    """Wish for anything of the slots that a question would be for: "I don't care when we leave"."""
    return [Wish(slot, Constraint("any")) for slot in read.asked_slots]


def _at_most_that(read: ClauseReading) -> Sequence[Move]:
    """Wish for the amount that was said before as the most to be paid: "we shouldn't go over it"."""
    amounts = [wish.constraint for wish in read.context.wishes if wish.slot == read.price and wish.constraint.values]
    return [Wish(read.price, replace(amount, op="at_most", strict=False)) for amount in amounts[-1:]]


def _drop_of_another(read: ClauseReading) -> Sequence[Move]:
    """Drop the wishes for what is said to have been for another trip: "the 900 was for the first trip"."""
    subject = _belonging_place(SpanLine(read.spans))
    wished = [phrase.wish.slot for phrase in read.phrases if phrase.last <= subject]
    nouns = [str(noun) for span in read.spans[:subject] for noun in span.every("noun") if noun in read.nouns]
    return [Drop(slot) for slot in dict.fromkeys((*nouns, *wished))]


def _wishes_and_unknown(read: ClauseReading) -> Sequence[Move]:
    """Wish for what is known, and ask for what is beyond the catalogue: "with a pool and a gym"."""
    beyond = _unknown if any(span.has("unknown") for span in read.spans) else _terms
    return [*_wishes(read), *beyond(read)]


def _wishes_and_strange(read: ClauseReading) -> Sequence[Move]:
    """Wish for what is known, and ask for a place that nothing knows: "a hotel near the Louvre"."""
    return [*_wishes(read), OutOfScope(read.spans[_near_strange(read.spans)].words)]


def _near_strange(spans: Sequence[Span]) -> int:
    """Return where a word stands that nothing knows, right behind "near" and an article; -1 where none does."""
    line = SpanLine(spans)
    for at in range(1, len(line)):
        lead = at - 2 if line[at - 1].has("article") else at - 1
        is_near = line[lead].has("preposition:near") and not line[lead].has("preposition:goal", "operator")
        if line[at].has("strange") and is_near:
            return at
    return -1


def _elsewhere(read: ClauseReading) -> Sequence[Move]:
    """Wish for another place than the one that holds, or the one that is named: "another city, maybe Naples"."""
    place = read.schema.place
    if read.goals:
        return _wishes(read)
    held = [value for wish in read.context.wishes if wish.slot == place for value in wish.constraint.values]
    return [*_wishes(read), Wish(place, Constraint("not", tuple(held)))]


def _on_other_days(read: ClauseReading) -> Sequence[Move]:
    """Wish for other days: of the option that is spoken of, else of all that fits."""
    of = It() if len(read.context.focus) == 1 else None
    return [Wish(read.schema.start, Constraint("any"), of)]


def _more_so(read: ClauseReading) -> Sequence[Move]:
    """Ask for others that are as is wished for: "is there anything else there under 900?"."""
    return [More(), *_wishes(read)]


def _more_there(read: ClauseReading) -> Sequence[Move]:
    """Ask for others in the place that is wished for: "what else is there in Rome?"."""
    wishes = _wishes(read)
    return [More()] if set(wishes) <= set(read.context.wishes) else wishes


def _cheapest(read: ClauseReading) -> Sequence[Move]:
    """Wish for the lowest price, in words that don't name it: "we're broke"."""
    return [Wish(read.price, Constraint("least"))]


def _ask_cheapest_days(read: ClauseReading) -> Sequence[Move]:
    """Ask on which days what is wished for costs least: "when is it cheapest to fly to Rome?"."""
    wishes = [wish for wish in read.wishes if wish.slot != read.price]
    return [*wishes, Ask("extreme", read.schema.windows[:1], wishes=(Wish(read.price, Constraint("least")),))]


def _as_limit(wish: Wish, price: str) -> Wish:
    """Return a wish for an exact price as one for at most that."""
    if wish.slot != price or wish.constraint.op != "is":
        return wish
    return replace(wish, constraint=replace(wish.constraint, op="at_most"))


def _wishes_of(read: ClauseReading) -> Sequence[Move]:
    """Wish for what is named as it would be otherwise: "the second one, but in September"."""
    return [replace(wish, of=read.reference()) for wish in _wishes(read)]


def _corrected(read: ClauseReading) -> Sequence[Move]:
    """Take back what is said anew; who doesn't travel after all is nothing new."""
    denied = {(slot.name, "not") for slot in read.schema.of_kind("party")}
    return [Correct(tuple(wish for wish in _wishes(read) if (wish.slot, wish.constraint.op) not in denied))]


_TOLD = ("place", "name")
_TOLD_AT_MOST = (*_TOLD, "yes_no", "number")
"""The kinds of slots whose values in a story are no wishes: where somebody says in it what they want, and where not."""


STORY_AHEAD = 180
"""Days from which on a day in a story is taken for the one a year before: "we met in June", told in August."""


def _is_last_years(wish: Wish, today: date) -> bool:
    """Return whether a wish is for days so far ahead that a story means those of the year before."""
    days = [value for value in wish.constraint.values if isinstance(value, Days)]
    return bool(days) and (days[0].first - today).days > STORY_AHEAD


def _wishes_beside_story(read: ClauseReading) -> Sequence[Move]:
    """Return the wishes of a clause that tells a story: places and names in it are no wishes, nor days that were."""
    kinds = _TOLD if read.clause.has("says:wanting") else _TOLD_AT_MOST
    told = [wish for wish, slot in read.held if slot.kind in kinds or _is_last_years(wish, read.context.today)]
    return [wish for wish in _wishes(read) if wish not in told or wish.constraint.op not in ("is", "between")]


# The table


def _row(needs: str, bars: str, builder: Builder) -> MovePattern:
    """Return a row that goes by what its clauses need and bar, so that learned weights know it among new ones."""
    return MovePattern(f"pattern {needs} / {bars}", pattern(needs, bars), builder)


_NO_DEED = "supposed denied_book told noun_book asked_about carried"

_PATTERNS = (
    _row("foreign", "", _foreign),
    _row("changes_days dated booked", "naming wishes told", _always(Change((), It()))),
    _row("changes_days dated offered", "naming wishes told", _on_other_days),
    _row("whether_so flags", "", _ask_whether_so),
    _row("objects_to_unmeasured", "asking wishes naming", _object_to_unmeasured),
    _row("starts_somewhere", "whereabouts", _starts_somewhere),
    _row("asks_leave", "", _always(BEYOND)),
    _row("asks_suited", "flags of_the_item", _suited),
    _row("answered", "book", _answered),
    _row("untold asked_slots offered", "", _ask_facts),
    _row("untold nouns offered", "wishes", _ask_facts),
    _row("disclaiming let_go", "naming", _let_go),
    _row("childless", "wishes naming", _without_children),
    _row("sharing", "wishes book cancel compare", _always(Social("sharing"))),
    _row("social", "perhaps wishes naming book cancel compare asked_noun", _social),
    _row("cheapest_days priced dated", "cancel", _ask_cheapest_days),
    _row("asks_kinds", "wishes naming", _ask_kinds),
    _row("asks_values", "wishes naming", _ask_values),
    _row("asks_values_of_items wishes", "naming", _ask_values),
    _row("asks_unknown_values", "wishes naming", _terms),
    _row("announces", "", _anew),
    _row("anew wishes", "asking definite_anew", _anew),
    _row("of_another wishes", "asking", _drop_of_another),
    _row("of_another nouns", "asking", _drop_of_another),
    _row("undo", "wishes", _always(Undo())),
    _row("drop wishes", "asking", _start_over),
    _row("drop", "wishes", _always(Drop())),
    _row("letting_go let_go_value", "naming asking naming_bookings", _let_go),
    _row("dropping only_any", "naming asking naming_bookings", _wishes),
    _row("dropping only_denied_places wishes", "naming asking naming_bookings booked keep", _wishes),
    _row("beyond_it priced pointing not_said", "wishes asking", _at_most_that),
    _row("indifferent asked_slots asking", "wishes naming", _any_asked),
    _row("indifferent asked_slots wh", "wishes naming", _any_asked),
    _row("recall_bookings recall_options", "wishes", _always(Recall("bookings"))),
    _row("recall_bookings", "wishes keep which other", _always(Recall("bookings"))),
    _row("asking naming naming_bookings confirmed", "wishes asked_slots sum wh compare", _always(Recall("bookings"))),
    _row("recall_wishes recalled_slot", "for_people", _recalled),
    _row("recall_wishes asking", "for_people", _always(Recall("wishes"))),
    _row("recall_wishes", "wishes naming asking", _always(Recall("wishes"))),
    _row("recall_options", "wishes sum best_overall", _always(Recall("options"))),
    _row("recall_origin", "wishes", _recalled_origin),
    _row("recall_summary", "wishes", _always(Recall("summary"))),
    _row("perhaps book", "asking", _always(Answer("perhaps"))),
    _row("perhaps", "asking wishes naming", _always(Answer("perhaps"))),
    _row("perhaps naming", "asking wishes reject", _leaning),
    _row("deciding put_off only_later", "asking", _always(Answer("perhaps"))),
    _row("perhaps_alone short", "asking wishes naming nouns", _always(Answer("perhaps"))),
    _row("perhaps offered one_place_only", "asking", _place_in_mind),
    _row("keeping_only booked naming", "asking cancel book change", _cancel_others),
    _row("keeping_only booked whereabouts", "asking cancel book change", _cancel_others),
    _row("keep booked pointing", "thinking wishes asking cancel book change", _always()),
    _row("keep booked whereabouts", "thinking asking cancel book change", _always()),
    _row("mistaken booked naming", "", _cancel_mistaken),
    _row("mistaken booked wishes names_kind", "", _cancel_mistaken),
    _row("mistaken booked pointing", "asking wishes", _reject),
    _row("repeating booked of_people", "asking wishes naming", _always(Book(It()))),
    _row("repeating booked for_people", "asking naming", _always(Book(It()))),
    _row("asks_name", "wishes", _ask_overview),
    _row("cancel asking supposing", "supposed denied_cancel", _terms),
    _row("cancel asking conditional", "supposed denied_cancel", _terms),
    _row("dropping naming_bookings", "asking keep", _cancel),
    _row("booked reject naming_bookings", "asking keep", _cancel),
    _row("dropping booked only_denied_places", "keep more", _cancel_there),
    _row("cancel denied_cancel confirming", "asking", _always(Answer("no"))),
    _row("cancel denied_cancel", "asking", _always(Answer("perhaps"))),
    _row("cancel asked_about", "supposed", _terms),
    _row("cancel", "supposed denied_cancel asked_about conditional", _cancel),
    _row("booked amending goal more_than_goal", "naming", _change_there),
    _row("booked amending naming_bookings wishes", "", _change),
    _row("booked only_bookings for_people modal", "asking conditional", _change),
    _row("booked exchanging naming", "wishes naming_bookings denied_reference", _exchange),
    _row("book one_booking in_its_place naming", f"{_NO_DEED} asking wishes conditional", _book_instead),
    _row("booked amending naming only_places", "asking naming_bookings", _exchange),
    _row("booked exchanging pointing", "wishes naming cancel", _always(Change((), It()))),
    _row("change booked moved_to", "wishes", _change_to),
    _row("booked amending moved_to", "wishes", _change_to),
    _row("change naming_bookings", "", _change),
    _row("change booked wishes", "reshapes", _change),
    _row("change booked only_heads", "asking naming", _change),
    _row("change booked only_heads requesting", "naming", _change),
    _row("change booked", "wishes naming reshapes wh reason", _change),
    _row("book denied_book", "asking wishes", _always(Answer("no"))),
    _row("book asking past_question", "", _always(Recall("bookings"))),
    _row("book asking wh reason", "naming", _ask_reason),
    _row("book asking wh", "requesting naming asked_slots", _terms),
    _row("book asked_about", "supposed asked_slots wishes", _terms),
    _row("book booking conditional wishes", f"{_NO_DEED} groundless", _ask_held),
    _row("book booking", f"{_NO_DEED} groundless conditional", _book),
    _row("as_booked causing offered", "denied_book told noun_book wishes", _book),
    _row("keeping_back offered pointing", "for_people told perhaps_alone booked cancel setting_aside", _hold),
    _row("settled offered", "asking wishes told denied_reference cancel booked", _book),
    _row("book called", f"{_NO_DEED} supposing conditional", _book),
    _row("book offered conditional wishes naming", f"{_NO_DEED} supposing", _ask_held),
    _row("book offered naming", f"{_NO_DEED} supposing conditional", _book),
    _row("book offered pointing", f"{_NO_DEED} supposing conditional wishes", _book),
    _row("book offered", f"{_NO_DEED} supposing conditional wishes asking", _book),
    _row("doubts_count offered", "", _always(Ask("count"))),
    _row("number_in_list offered", "", _return_to_number),
    _row("whole_set only_all offered", "booked asking", _always(Return(Every()))),
    _row("difference compared_before priced asking", "", _ask_difference),
    _row("difference_word compared_before priced asking how_much", "", _ask_difference),
    _row("difference difference_word offered asking", "in_difference", _ask_difference),
    _row("elsewhere going offered", "naming booked", _elsewhere),
    _row("other_days dated offered", "naming wishes booked change", _on_other_days),
    _row("left asking priced offered", "how_many looks_elsewhere any_of more", _ask_left),
    _row("asking checks_price", "looks_elsewhere any_of more book wanting asks_for_offers", _ask_price_checked),
    _row("difference additional asking offered held flags", "how_much save", _ask_held),
    _row("difference counted something asking", "", _ask_difference),
    _row("sum priced asking pointing offered", "", _ask_total),
    _row("sum priced asking offered", "money", _ask_total),
    _row("by_measure", "money", _ask_by_measure),
    _row("asking priced shared", "money other_nouns", _ask_share),
    _row("asking priced one_of_several", "money other_nouns naming amending", _ask_share_of_one),
    _row("asking how_much one_of_several", "money other_nouns naming", _ask_share_of_one),
    _row("compare in_difference offered", "told_difference", _ask_difference),
    _row("compare pointing", "measured_difference told_difference", _compare),
    _row("compare offered", "measured_difference told_difference", _compare),
    _row("reason", "unknown", _ask_reason),
    _row("shabby offered rated", "asking wishes booked book cancel unknown", _ask_for_better),
    _row("pictured offered rated not_said", "asking booked book cancel", _ask_for_better),
    _row("shown_before wishes offered", "cancel book", _return_described),
    _row("loved rated", "asking booked book cancel naming", _ask_for_best),
    _row("unmentioned offered flags", "book cancel", _ask_unmentioned),
    _row("unmentioned offered asked_slots", "wishes book cancel", _ask_facts),
    _row("asking neither", "wishes asked_slots nouns", _always()),
    _row("asking whereabouts preferable", "naming", _wishes),
    _row("asking whereabouts strange goal seeking", "naming pointing about_options", _wishes_and_unknown),
    _row("asking whereabouts strange", "offering searching any_of item book addressed", _terms),
    _row("asking whereabouts far", "", _terms),
    _row("confirming conditional held flags", "", _ask_held),
    _row("asking unknown flags about_options", "new_search", _held_and_unknown),
    _row("asking unknown routed", "flags naming", _wishes_and_unknown),
    _row("asking unknown", "flags naming", _unknown),
    _row("asking asks_only_price offered dated of_the_journey", "for_people", _wish_had_so),
    _row("checks_it held for_people priced", "for_others flexible", _ask_price),
    _row("checks_it held", "flexible for_people extreme naming unknown_wished having_it available", _ask_held),
    _row("asking asks_of_us about_options held", "flexible new_search any_of goal for_people", _ask_held),
    _row("asking asked_slots one_place_only remembering", "offering more looks_elsewhere", _ask_facts_there),
    _row("asking asked_slots about_options for_people for_others", "goal", _ask_price_for),
    _row("reprices for_people offered", "goal", _ask_price_for),
    _row("asking asked_slots about_options for_people", "goal for_others", _ask_facts),
    _row("asking asked_slots about_options of_the_search pointing", "for_people", _wish_had_so),
    _row("asking counts_unknown about_options", "", _terms),
    _row("asking count how_many", "flexible asked_slots", _ask_count),
    _row("asking offered one_place flags_or_places", "flexible naming seeking", _ask_held_there),
    _row("asking about_options choice", "flexible", _ask_choice),
    _row("asking held available pointing of_the_item", "flexible ruled_out", _wishes),
    _row("asking held available pointing of_the_search", "flexible", _wish_had_so),
    _row("asking held having_it offered of_the_search", "flexible naming", _wish_had_so),
    _row("goes_on_to pointing offered", "wishes asked_slots held features unknown book booked", _ask_again),
    _row("asking which naming_set", "wishes", _turn_to_member),
    _row("asking which about_options extreme", "flexible", _turn_to_most),
    _row("asking which about_options held", "flexible goal", _ask_which),
    _row("asking about_options held ruled_out of_the_item", "flexible new_search pointing any_of", _ask_held),
    _row("asking offered features without_it", "naming pointing", _wishes),
    _row("asking more about_options held offered", "naming_bookings the_other", _more_so),
    _row("asking about_options held flags", "flexible new_search", _ask_held),
    _row("asking compared_before held flags", "flexible", _ask_held),
    _row("judges", "wishes", _ask_standing),
    _row("asking of_it compares", "flexible goal", _ask_held),
    _row("asking near_it held flags offered", "", _ask_held),
    _row("asking about_options held pointing", "flexible new_search", _ask_held),
    _row("asking which having_it offered", "wishes asked_slots unknown", _ask_which_has_it),
    _row("asking which still_fitting offered", "wishes asked_slots unknown booked", _ask_which_has_it),
    _row("asking having_it offered pointing", "wishes asked_slots unknown", _ask_whether_it_has_it),
    _row("asking asked_slots about_options", "flexible new_search", _ask_facts),
    _row("asking asked_slots", "wishes new_search", _ask_facts),
    _row("asking unknown", "wishes", _unknown),
    _row("demands_facts asked_slots about_options", "flexible new_search wishes told", _ask_facts),
    _row("overview about_options", "wishes", _ask_overview),
    _row("tells_days", "cancel book change", _ask_held),
    _row("denied_reference", "asking wishes", _denied),
    _row("leaving_out offered whereabouts", "asking naming", _left_out),
    _row("confirming answer_no", "asking wishes naming", _always(Answer("no"))),
    _row("confirming answer_yes", "asking wishes naming reject more wh", _always(Answer("yes"))),
    _row("instead short", "asking wishes naming book", _always(Answer("no"))),
    _row("dropping naming", "asking wishes naming_bookings book more keep", _reject),
    _row("reject_it naming", "wishes", _rejected_instead),
    _row("reject_it", "wishes", _reject),
    _row("reject", "wishes", _reject),
    _row("naming judged_excessive", "asking wishes costly", _reject),
    _row("more", "wishes naming", _always(More())),
    _row("bare_more offered", "", _always(More())),
    _row("more one_place_only offered", "naming", _more_there),
    _row("return offered pointing", "wishes naming", _return),
    _row("asked_of naming", "asking", _asked_of),
    _row("asked_of offered one_place_only", "asking", _asked_of_place),
    _row("naming answer_yes confirming", "asking answer_no wishes reject more", _agreed_to_named),
    _row("naming neither", "", _neither),
    _row("naming only_bookings wishes", "booked asking", _wishes),
    _row("booked amending only_bookings", "wishes wh reason", _always(Change(()))),
    _row("naming only_bookings", "", _always(Recall("bookings"))),
    _row("naming answer_no", "asking wishes", _named_instead),
    _row("naming correct", "asking wishes", _asked_of),
    _row("naming instead", "asking wishes", _named_instead),
    _row("whichever compared offered", "asking naming told", _whichever),
    _row("compared_too compared_before naming", "wishes asked_slots book cancel booked", _compare_too),
    _row("naming features", "", _ask_held),
    _row("naming compares agreement_asked", "", _ask_held),
    _row("return naming_described offered only_places", "asking", _return_described),
    _row("naming wishes only_places told", "", _return),
    _row("naming wishes", "", _wishes_of),
    _row("naming asked_slots", "", _ask_facts),
    _row("naming asking", "return recall_bookings brief which", _ask_overview),
    _row("naming", "", _return),
    _row("wishes correct", "", _corrected),
    _row("wishes gives_reason", "", _always()),
    _row("wishes objects", "asking", _wished_all_the_same),
    _row("wishes remarks", "asking", _remark),
    _row("wishes told", "", _wishes_beside_story),
    _row("wishes unknown_wished", "", _wishes_and_unknown),
    _row("wishes near_strange", "asking", _wishes_and_strange),
    _row("wishes confirming begins_with_yes", "asking", _wishes_with_yes),
    _row("wishes", "", _wishes),
    _row("pointing confirming one_pronoun short", "asking answer_no answer_either", _always(Answer("yes"))),
    _row("pointing offered one_pronoun short", "asking answer_yes answer_no answer_either", _return),
    _row("indifferent", "nouns asking", _any_will_do),
    _row("but_not", "answer_yes", _always(Answer("no"))),
    _row("answer_yes answer_no", "", _always(Answer("perhaps"))),
    _row("answer_either", "of_either", _always(Answer("either"))),
    _row("retracting", "", _always(Answer("no"))),
    _row("answer_no", "no_thing", _always(Answer("no"))),
    _row("answer_yes", "wh asks_agent", _always(Answer("yes"))),
    _row("correct", "", _always(Reject())),
    _row("unknown brief", "told", _unknown),
    _row("asks_beyond", "wishes told wh answer_yes answer_no", _ask_beyond),
)
