"""Clauses: what is known of each clause of a turn, its references, its wishes and what it asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise

from msgspec.structs import replace

from wayframe.meaning.records import Book, Change, Constraint, Described, Every, Extreme, Flag, Party, Reference, Wish
from wayframe.reader import ReaderContext
from wayframe.reader.judgements import Judgement, judgement
from wayframe.reader.references import WEAK, ReferencePhrase, Referrer, together
from wayframe.reader.spans import NOTHING, Clause, Span, SpanLine, some
from wayframe.reader.terms import TermPhrase, given_names, needed, quantity, unheld
from wayframe.reader.values import SchemaParts
from wayframe.reader.wishes import Composer, WishPhrase
from wayframe.schema import Schema, Slot
from wayframe.schema.units import told_in

MOST_TO_MEASURE = 2  # spans from a comparison to what it is measured by
COMPARING = ("more", "less")
"""The operators of comparisons."""


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
        named = {*self.nouns, *(wish.slot for wish in self.wishes if is_flag(wish))}
        held = [wish for wish in self.context.wishes if wish.constraint.values and wish.slot in self.schema.by_name]
        valued = tuple(wish for wish in held if says_value(wish, values))
        return valued or tuple(wish for wish in held if wish.slot in named)

    @cached_property
    def childless(self) -> tuple[Wish, ...]:
        """The wish for a party without the children that it says there aren't: "no kids", "what kids?"."""
        pairs = pairwise(self.spans)
        denied = any(span.has("party:children") and before.has("not", "opens:wh") for before, span in pairs)
        if not denied and not ("disclaiming" in self.said and some(self.spans, "party:children")):
            return ()
        held = [wish for wish in self.context.wishes if party_heads(wish)[1] > 0]
        return tuple(
            Wish(wish.slot, Constraint("is", (Party(children=-party_heads(wish)[1], added=True),)))
            for wish in held[-1:]
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


# Wishes and references of a clause


def _is_one_wish_of_many(phrase: ReferencePhrase, found: Sequence[WishPhrase]) -> bool:
    """Return whether the least or most is one wish beside others: "a red one, the one with the fewest kilometres"."""
    reference = phrase.reference
    if not isinstance(reference, Extreme) or not reference.slot or reference.count != 1:
        return False
    if not (reference.of is None or (isinstance(reference.of, Described) and reference.of.of is None)):
        return False
    return any(not phrase.first <= each.first < phrase.last for each in found)


_VALUED = ("clock", "money", "number", "date", "place")


def says_value(wish: Wish, values: Iterable[object]) -> bool:
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


def is_flag(wish: Wish) -> bool:
    """Return whether a wish is for what an option has or hasn't."""
    return wish.constraint.op not in COMPARING and all(isinstance(value, Flag) for value in wish.constraint.values)


def party_heads(wish: Wish) -> tuple[int, int]:
    """Return how many adults and children a wish is for; none of either where it isn't for people."""
    parties = [value for value in wish.constraint.values if isinstance(value, Party)]
    return (parties[0].adults, parties[0].children) if parties else (0, 0)


# Questions


MOST_BEFORE_DEMAND = 2  # spans
SIDES = {"outward": "window_start", "homeward": "window_end"}


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
    sides = SIDES.keys() & {*said} or SIDES.keys()
    bearings = set(map(SIDES.__getitem__, sides))
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
