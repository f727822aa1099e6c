"""What is known of a clause before it is decided what it does: its cues, references and wishes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec.structs import replace

from wayframe.meaning.records import Reference, Wish
from wayframe.reader.asking import asked_slots, is_question
from wayframe.reader.clauses import Clause
from wayframe.reader.context import ReaderContext
from wayframe.reader.phrases import Composer, Phrase
from wayframe.reader.references import WEAK, ReferencePhrase, Referrer, together
from wayframe.reader.spans import Span
from wayframe.schema import Schema, Slot

MOST_TO_MEASURE = 2  # spans from a comparison to what it is measured by
COMPARING = ("more", "less")


class ClauseReading:
    """A clause and what was found in it; `phrases` are the wishes that belong to no reference, with their places."""

    def __init__(
        self,
        clause: Clause,
        schema: Schema,
        context: ReaderContext,
        references: Sequence[ReferencePhrase],
        phrases: Sequence[Phrase],
    ) -> None:
        self.clause, self.schema, self.context = clause, schema, context
        self.references, self.phrases = tuple(references), tuple(phrases)
        self.spans = clause.spans
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
        return frozenset[str]().union(*(span.cues() for span in self.spans))

    @cached_property
    def said(self) -> frozenset[str]:
        """The word classes of which it says a phrase."""
        return frozenset[str]().union(*(span.within for span in self.spans))

    @cached_property
    def used(self) -> frozenset[int]:
        """The places of the spans that wishes and references were made of."""
        return frozenset(_places((*self.references, *self.phrases)))

    @cached_property
    def own(self) -> tuple[Span, ...]:
        """The spans that no reference describes an option with."""
        return self._outside(self.strong)

    def _outside(self, phrases: Iterable[ReferencePhrase | Phrase]) -> tuple[Span, ...]:
        inside = _places(phrases)
        return tuple(span for at, span in enumerate(self.spans) if at not in inside)

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """The slots that are named without a value."""
        passed = {wish.slot for wish in self.wishes if wish.constraint.values} | {self.schema.name}
        rest = self._outside((*self.strong, *self.phrases))
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
        """The limits of amounts that it names: for a person, for a night; "does each cost" names none."""
        differing = self._outside([phrase for phrase in self.phrases if phrase.wish in self.measures])
        pairs = zip((None, *differing), differing, strict=False)
        named = (span for before, span in pairs if span.has("scope") and not _is_subject(before, span))
        return tuple(str(span.data("scope")) for span in named)

    @cached_property
    def measures(self) -> tuple[Wish, ...]:
        """The comparisons that say with what or by how much: "cheaper than the second"."""
        return tuple(wish for wish in self.wishes if wish.constraint.than or wish.constraint.values)

    @property
    def meant(self) -> list[ReferencePhrase]:
        """The references that are more than pronouns and aren't denied."""
        return [phrase for phrase in self.strong if phrase not in self.denied]

    @cached_property
    def denied(self) -> tuple[ReferencePhrase, ...]:
        """The references that are denied: "not the Terrazza", "I don't want the second one"."""
        return tuple(phrase for phrase in self.references if _is_denied(self.spans, phrase))

    @cached_property
    def choice(self) -> str:
        """The slot of which it names several values: "is it economy or business?"; empty where it names none."""
        if len(self.held) != 1:
            return ""
        wish, slot = self.held[0]
        several = wish.constraint.op == "is" and len(wish.constraint.values) > 1
        return slot.name if several and slot.kind == "category" else ""

    @property
    def told(self) -> bool:
        """Return whether it tells a story, past or other people's, or gives a reason."""
        if self.gives_reason:
            return True
        return any(span.has("story") for span in self.spans) and not self.clause.supposing

    @property
    def gives_reason(self) -> bool:
        """Return whether it but says why: "because term starts on the 5th"; "because we need wifi" says a wish."""
        return self.spans[0].is_a("reason_link") and not self.clause.says("wanting")

    @property
    def remarks(self) -> bool:
        """Return whether it says of an option what that is like: "it's two nights, I could"."""
        content = [span for span in self.spans if not span.is_a("particle")]
        if not self.context.offered or not content or not any(span.opens("copula") for span in content[:2]):
            return False
        slots = {
            slot.name for wish, slot in self.held if slot.kind in ("number", "money") and wish.constraint.op == "is"
        }
        placed = content[0].has("place") and bool(slots)
        pronoun = content[0].opens("remarked") and all(slot.name in slots for _, slot in self.held)
        return bool(slots) and (placed or pronoun) and slots.isdisjoint(self.context.asked)

    @cached_property
    def asking(self) -> bool:
        """Return whether it is a question, by its mark or by how it begins."""
        indifferent = len(self.held) < len(self.wishes)
        return is_question(self.clause, any_asks=self.context.offered and not indifferent)

    @cached_property
    def asked_slots(self) -> tuple[str, ...]:
        """The slots whose values it asks for."""
        named = dict.fromkeys((*self.nouns, *asked_slots(self.spans, self.own, self.schema)))
        slots = (self.schema.by_name[name] for name in named)
        return tuple(slot.name for slot in slots if slot.kind != "party")

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
        references = self.referrer.references(clause)
        taken = frozenset(_places(phrase for phrase in references if phrase.kind not in WEAK))
        wishes = [_compared_with(phrase, clause, references) for phrase in self.composer.wishes(clause, taken)]
        measures = {each for each in references for wish in wishes if _is_measure(wish, clause, each)}
        rest = [each for each in references if each not in measures]
        return ClauseReading(clause, self.schema, self.context, rest, wishes)


def _places(phrases: Iterable[ReferencePhrase | Phrase]) -> set[int]:
    """Return where the spans of phrases are."""
    return {at for phrase in phrases for at in range(phrase.first, phrase.last)}


def _compared_with(phrase: Phrase, clause: Clause, references: Sequence[ReferencePhrase]) -> Phrase:
    """Return a comparison with the option behind "than": "cheaper than the second"."""
    measure = next((each for each in references if _is_measure(phrase, clause, each)), None)
    if measure is None:
        return phrase
    constraint = replace(phrase.wish.constraint, than=measure.reference)
    return phrase._replace(wish=replace(phrase.wish, constraint=constraint))


def _is_measure(phrase: Phrase, clause: Clause, reference: ReferencePhrase) -> bool:
    """Return whether a comparison is with what a reference denotes."""
    if phrase.wish.constraint.op not in COMPARING:
        return False
    between = clause.spans[phrase.last : reference.first]
    return len(between) <= MOST_TO_MEASURE and any(span.is_a("than") for span in between)


def _is_denied(spans: Sequence[Span], phrase: ReferencePhrase) -> bool:
    """Return whether a denial stands right before a reference, with nothing but its subject before that."""
    lead = spans[: phrase.first]
    if phrase.kind == "there" or not lead:
        return False
    if lead[-1].has("except"):
        return True
    if not lead[-1].has("not"):
        return False
    return len(lead) == 1 or lead[-2].is_a("particle", "subject")


def _is_subject(before: Span | None, span: Span) -> bool:
    """Return whether "each" stands for the options: "how much does each cost", not "how much is it each"."""
    return before is not None and span.is_a("each") and before.is_a("auxiliary")
