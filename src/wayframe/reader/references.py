"""References: the names, noun phrases and pronouns that point at options, lists and bookings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from wayframe.language.patterns import holding, pattern
from wayframe.meaning.records import (
    Booked,
    Constraint,
    Described,
    Direction,
    Every,
    Extreme,
    It,
    Listed,
    Money,
    Named,
    Neighbour,
    Nth,
    Other,
    Reference,
    Text,
    Together,
    Value,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.spans import Clause, Span, SpanLine, Wanted, having, matching, some
from wayframe.reader.wishes import Composer, WishPhrase, ends_sorting, sorts_list
from wayframe.schema import Schema, Slot

MOST_NUMBERED = 50  # options that can be pointed at by their number
_POINTERS: dict[str, Reference] = {
    "it": It(),
    "they": Every(),
    "both": Every(2),
    "there": It(),
    "other": Other(),
    "others": Other(),
    "neither": Every(),
    "before": Neighbour(-1),
    "after": Neighbour(1),
    "booked": Booked(),
}
_DEEDS = ("cue:compare", "cue:book", "cue:cancel")
_APPOSITIONS = (",", ":", "-")
WEAK = frozenset(("it", "they", "there"))


class ReferencePhrase(NamedTuple):
    """A reference and its spans (last excluded), with the kind of its words."""

    first: int
    last: int
    reference: Reference
    kind: str = ""


class Referrer:
    """Finds the references of a clause."""

    def __init__(self, schema: Schema, context: ReaderContext, composer: Composer) -> None:
        self.schema, self.context, self.composer = schema, context, composer

    def references(self, clause: Clause, found: Sequence[WishPhrase]) -> list[ReferencePhrase]:
        """Return the references of a clause in order; what was `found` in it as wishes may describe options."""
        wishes = {phrase.first: phrase for phrase in found}
        people = frozenset[int]().union(*(range(phrase.first, phrase.last) for phrase in clause.parties))
        grammar = PhraseGrammar(clause.spans, wishes, self.schema, self.context, self.composer)
        references = list[ReferencePhrase]()
        end = 0
        for at in range(len(clause.spans)):
            if at < end or at in people:
                continue
            phrase = _reference_at(grammar, at)
            if phrase:
                references.append(phrase)
                end = phrase.last
        things = _without_retracted(_without_people(references, grammar), grammar)
        return _without_explained(_picked_from_set(things, grammar), grammar)


BOTH = 2
MOST_EXPLAINED = 2  # spans between a description and the name that explains it


def _picked_from_set(references: Sequence[ReferencePhrase], grammar: PhraseGrammar) -> list[ReferencePhrase]:
    """Return references, the second picking from the first where that names a set: "of my two trips the later one"."""
    if len(references) < BOTH or references[0].first != 1 or not grammar.span(0).has("of"):
        return list(references)
    whole, picked, *rest = references
    if not isinstance(picked.reference, Described | Extreme | Nth | Other) or picked.reference.of is not None:
        return list(references)
    of = whole.reference.of if isinstance(whole.reference, Every) else whole.reference
    return [picked._replace(reference=replace(picked.reference, of=of), kind=whole.kind), *rest]


def _without_people(references: Sequence[ReferencePhrase], grammar: PhraseGrammar) -> list[ReferencePhrase]:
    """Return references without those for whom something is booked: "book the Anselm for the two of them"."""
    books = grammar.line.some(0, len(grammar.line), "cue:book", "cue:buy")
    if not books and len(references) < BOTH:
        return list(references)
    plural = [phrase for phrase in references if isinstance(phrase.reference, Every) and phrase.reference.of is None]
    people = [phrase for phrase in plural if grammar.line[phrase.first - 1].has("for_whom")]
    return [phrase for phrase in references if phrase not in people]


def _without_retracted(references: Sequence[ReferencePhrase], grammar: PhraseGrammar) -> list[ReferencePhrase]:
    """Return references without names that a no takes back for the one behind it: "cancel the Anselm no the Savoy"."""
    kept = list[ReferencePhrase]()
    for phrase in references:
        said = grammar.line.part(kept[-1].last, phrase.first) if kept else ()
        retracted = some(said, "retraction") and all(span.has("retraction", "comma") for span in said)
        if retracted and kept[-1].kind == phrase.kind == "name" and grammar.span(phrase.first).has("definite"):
            kept.pop()
        kept.append(phrase)
    return kept


def _without_explained(references: Sequence[ReferencePhrase], grammar: PhraseGrammar) -> list[ReferencePhrase]:
    """Return references without descriptions that a name behind them explains: "the Italian one, Crooked Lantern"."""
    behind = [*references[1:], None]
    return [
        phrase
        for phrase, following in zip(references, behind, strict=False)
        if not (phrase.kind == "described" and following and _explains(phrase, following, grammar))
    ]


def _explains(phrase: ReferencePhrase, name: ReferencePhrase, grammar: PhraseGrammar) -> bool:
    between = grammar.line.part(phrase.last, name.first)
    joined = any(span.has("conjunction") and span.words.isalpha() for span in between)  # no comma
    return name.kind == "name" and len(between) <= MOST_EXPLAINED and not joined


def together(phrases: Sequence[ReferencePhrase]) -> Reference | None:
    """Return one reference for all that were named; None where none was."""
    return joint([phrase.reference for phrase in phrases])


def joint(references: Sequence[Reference]) -> Reference | None:
    """Return one reference for several; None for none. "Both" before two that are named says no more than these."""
    if len(references) == 1 + BOTH and Every(BOTH) in references:
        references = [each for each in references if each != Every(BOTH)]
    if len(references) > 1:
        return Together(tuple(references))
    return references[0] if references else None


def _reference_at(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference that starts at a span; None where none does."""
    readings = (_by_name, _by_place, _by_number, _by_numbers, _by_noun_phrase, _by_pointer)
    return next(filter(None, (reading(grammar, at) for reading in readings)), None)


def _by_name(grammar: PhraseGrammar, first: int) -> ReferencePhrase | None:
    """Return the reference of a name with what tells it from others of that name: "the Fairwind for $489"."""
    at = first + 1 if grammar.span(first).has("definite") else first
    if not grammar.span(at).has("name"):
        return None
    name = str(grammar.span(at).data("name"))
    told, last = _told_apart(grammar, grammar.after_head(at + 1), name)
    if not told:
        return ReferencePhrase(first, last, Named(name), "name")
    named = Wish(grammar.schema.name, Constraint("is", (Text(name),)))
    return ReferencePhrase(first, last, Described((named, *told)), "name")


def _told_apart(grammar: PhraseGrammar, at: int, name: str) -> tuple[list[Wish], int]:
    """Return what is said behind a name to tell which of that name is meant, and where that ends."""
    told = list[Wish]()
    last = ahead = at
    while ahead < len(grammar.spans) and ahead - last < MOST_AHEAD:
        span, amount = grammar.span(ahead), grammar.amount(ahead)
        if _tells_apart(grammar, ahead, name):
            wish = grammar.wishes[ahead].wish
            told.append(Wish(wish.slot, Constraint("is", wish.constraint.values)))
            ahead = last = grammar.wishes[ahead].last
        elif amount:
            told.append(amount)
            ahead = last = ahead + 1
        elif span.has("name_link") or not span.entries or _leads_to_day(grammar, ahead, name):
            ahead += 1
        else:
            break
    return told, last


def _tells_apart(grammar: PhraseGrammar, at: int, name: str) -> bool:
    """Return whether a value beside a name tells which option of that name is meant: its place, its price.

    So does a day on which one of them begins or ends: "the Anselm leaving August 19".
    """
    if at not in grammar.wishes or grammar.wishes[at].wish.constraint.op != "is":
        return False
    wish = grammar.wishes[at].wish
    if wish.slot in grammar.schema.windows:
        return any(day in wish.constraint.values for day in _days_of_named(grammar, name, wish.slot))
    return wish.slot in (grammar.schema.place, grammar.price)


def _leads_to_day(grammar: PhraseGrammar, at: int, name: str) -> bool:
    """Return whether a preposition stands before what tells which is meant: "the Anselm of August 19"."""
    return grammar.span(at).has("preposition", "of") and _tells_apart(grammar, at + 1, name)


def _days_of_named(grammar: PhraseGrammar, name: str, slot: str) -> Iterator[Value | None]:
    """Yield the days on which the options that were shown of a name begin, or end."""
    for option in grammar.context.state.options.values():
        if option.item.values.get(grammar.schema.name) == Text(name):
            yield option.item.values.get(slot)


def _by_place(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of a place with what picks among the options there: "Tokyo, the second"."""
    found = grammar.wishes.get(at)
    if found is None or found.wish.slot != grammar.schema.place or not grammar.context.offered:
        return None
    picked = found.last + 1 if grammar.span(found.last).words in _APPOSITIONS else found.last
    phrase = _by_number(grammar, picked) or _by_noun_phrase(grammar, picked)
    if phrase is None or found.wish.constraint.op != "is":
        return None
    if not isinstance(phrase.reference, Nth | Extreme) or phrase.reference.of is not None:
        return None
    return phrase._replace(first=at, reference=replace(phrase.reference, of=Described((found.wish,))))


def _by_number(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of a number behind a noun: "option 3", "number two"."""
    noun = grammar.span(at)
    if not grammar.context.offered or noun.has("pro_form"):
        return None
    orders = noun.has("cue:buy") and not grammar.line.some(0, at, "cue:cancel")  # "order two of the first"
    if orders or not (noun.has("number_sign") or grammar.is_head(at)):
        return None
    if noun.has("not") and grammar.line.some(at + 2, at + 4, "unit"):
        return None  # "no 3 star places"
    for order in _orders(grammar.span(at + 1)):
        return ReferencePhrase(at, at + 2, order, "nth")
    return None


def _orders(span: Span) -> list[Nth]:
    """Return the place in the order of options that a number can say; an empty list where it can say none."""
    numbers = [float(number) for number in span.every("number")[:1]]
    return [Nth(int(number)) for number in numbers if number in range(1, MOST_NUMBERED)]


def _by_numbers(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of two numbers behind a verb or alone: "compare 1 and 3", "1 or 2?", "1 vs 3 - price?"."""
    link = grammar.span(at + 1)
    if not grammar.context.offered or not link.has("conjunction", "cue:compare"):
        return None
    of_both = grammar.span(at - 1).words == "of" and grammar.span(at - 2).has("noun")  # "the rating of 1 and 3"
    compared = link.has("cue:compare") or of_both or grammar.line.some(0, at, "says:difference_word")
    alone = at + 3 == len(grammar.line) and all(span.has("filler") for span in grammar.line.part(0, at))
    if not grammar.span(at - 1).has(*_DEEDS) and not compared and not alone:
        return None
    if grammar.span(at + 3).words.isalpha():
        return None
    orders = *_orders(grammar.span(at)), *_orders(grammar.span(at + 2))
    known = [order for order in orders if order.n <= grammar.context.named_options]
    return ReferencePhrase(at, at + 3, Together(orders), "nth") if len(known) == BOTH else None


def _by_noun_phrase(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of a noun phrase: "the two cheaper ones with a gym"."""
    phrase = noun_phrase(grammar, at)
    if phrase is None:
        return None
    if phrase.is_demonstrative:
        every, kind = (Every(), "they") if phrase.plural else (It(), "it")
        return ReferencePhrase(at, phrase.end + 1, every, kind)
    last = phrase.after
    amended = grammar.line.some(0, at, "amending")
    if not amended or not grammar.span(phrase.end).has("preposition"):  # "move the Rome trip to September 5"
        last = phrase.follow(last)
    if not phrase.head or not phrase.bare:
        return ReferencePhrase(at, last, phrase.reference(), phrase.kind)
    return ReferencePhrase(at, last, It(), "it") if phrase.pronoun else None


def _by_pointer(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of a word that is one in itself: it, both, the others."""
    span = grammar.span(at)
    if span.has("reference:others") and grammar.line[at - 1].has("telling", "says:telling"):
        return None  # "I have to tell the others"
    if span.has("reference:neither") and grammar.line.some(at + 1, at + 3, "value", "place"):
        return None  # "neither white nor green"
    if span.has("reference:others") and _are_people(grammar, at + 1):
        return None
    of_people = grammar.line[at - 1].has("subject") or grammar.line[at + 1].has("opens:minding")
    if span.has("reference:both") and of_people:
        return None  # "we both like the Fairwind", "both say"
    if span.has("reference:they", "reference:both") and grammar.span(at + 1).data("unit"):
        return None  # "for a week in those two weeks"
    for kind in map(str, span.every("reference")):
        if kind == "booked" and grammar.line.some(at - 3, at, "causing", "cue:book"):
            continue  # "let's get it booked"
        if kind in _POINTERS:
            return ReferencePhrase(at, at + 1, _POINTERS[kind], kind)
    return None


def _are_people(grammar: PhraseGrammar, at: int) -> bool:
    """Return whether others want something, or start elsewhere: "two fly from Boston, the others from Rome"."""
    if grammar.span(at).has("opens:minding"):
        return True
    where = at + int(grammar.span(at).has("party_being"))  # "half of us are in Toronto, the rest (are) in Atlanta"
    is_there = grammar.span(where).has("preposition") and grammar.span(where + 1).has("place")
    if is_there and grammar.line.some(0, at, "party_part"):
        return True
    leaves = grammar.span(at).has("preposition:source") and grammar.span(at + 1).has("place")
    return leaves and grammar.line.some(0, at, "place")


# Noun phrases


MOST_COUNTED = 20  # options that a number before a noun can count
MOST_MODIFIERS = 12  # spans between a determiner and its head
MOST_AHEAD = 5  # spans between a head and a value that belongs to it
SMALLEST_AMOUNT = 20  # a bare number behind "at" from here on is an amount of money
MIDDLE, LAST = 2, -1  # of three; of all
FIRST, EARLIER = 1, -2  # lists: of the first, the one before the latest
_DESCRIBING = ("is", "not", "at_most", "at_least", "around", "between")
_LEADING = ("cue", "conjunction", "preposition", "not", "social")
_TELLING_KINDS = ("category", "name", "text")
_MOVING = ("goal_word", "by_amount", "backwards", "forwards")
_ENDS = ("least", "most")
_DIRECTIONS: dict[str, Direction] = {"less": "least", "least": "least", "more": "most", "most": "most", "best": "most"}


class PhraseGrammar:
    """What noun phrases of a clause are read by: its spans, the wishes in it by their first span, the catalogue."""

    def __init__(
        self,
        spans: Sequence[Span],
        wishes: Mapping[int, WishPhrase],
        schema: Schema,
        context: ReaderContext,
        composer: Composer,
    ) -> None:
        self.spans, self.wishes, self.line = spans, wishes, SpanLine(spans)
        self.schema, self.context, self.composer = schema, context, composer
        self.price = schema.price.name if schema.price else ""

    def span(self, at: int) -> Span:
        """Return the span at a place; outside the clause, one without words."""
        return self.line[at]

    def slot(self, wish: Wish) -> Slot:
        """Return the slot that a wish is for."""
        return self.schema.by_name[wish.slot]

    def is_head(self, at: int) -> bool:
        """Return whether a span is a word for an item: one, option, hotel."""
        span, schema = self.span(at), self.schema
        if span.has("preposition") and span.words.split(" ")[0] == schema.item:  # "trip to"
            return True
        if span.has("booking_noun", "pro_form", "item", f"noun:{schema.name}", f"noun:{schema.place}"):
            return True
        return self.context.offered and self._is_flight_of_trip(at)

    def _is_flight_of_trip(self, at: int) -> bool:
        """Return whether a flight stands for its trip, by where it goes: "the flight to Athens"."""
        if not self.span(at).has("in_the_air"):
            return False
        behind, before = self.span(at + 1), self.span(at - 1)
        names_goal = behind.has("preposition:goal") and self.span(at + 2).has("place")
        return (before.has("definite") and names_goal) or (before.has("place") and self.span(at - 2).has("definite"))

    def is_booking(self, at: int) -> bool:
        """Return whether a span is a word for a booking; once something is booked, "trip" is one."""
        span = self.span(at)
        if span.has("booking_noun"):
            return True
        if not self.context.booked or not self.is_head(at):
            return False
        return span.words.split(" ")[0] in (self.schema.item, self.schema.items)

    def after_head(self, at: int) -> int:
        """Return the place behind a head, where there is one at a place; else the place itself."""
        return at + 1 if self.is_head(at) else at

    def measured(self, at: int) -> str | None:
        """Return the slot of which the degree at a place picks the least or most: "the lowest mileage"."""
        return self.composer.any_measured(self.span(at + 1)) if self.span(at).has("degree") else None

    def amount(self, at: int) -> Wish | None:
        """Return the price that a number behind "at" or "for" names: "the one at 489"; None where it names none."""
        span = self.span(at)
        if not self.price or not self.span(at - 1).has("amount_link"):
            return None
        amount = span.data("money") or Money(float(span.data("number") or 0))
        if not span.has("money") and amount.value < SMALLEST_AMOUNT:
            return None
        return Wish(self.price, Constraint("around", (amount,)))


def _says_no_more(rest: Sequence[Span]) -> bool:
    """Return whether spans only round a question off, or name an alternative: "is it near a mall or something"."""
    return some(rest[:1], "conjunction:or") or all(span.has("particle", "filler", "social") for span in rest)


class DescriptionPiece(NamedTuple):
    """Spans that describe options: where they begin and end (excluded), and how many wishes were there before.

    `linked` says whether a word leads to them: "with a gym".
    """

    first: int
    last: int
    described: int
    linked: bool


class NounPhrase:
    """A noun phrase as far as it is read: what its modifiers pick, and where its head is."""

    def __init__(self, grammar: PhraseGrammar, first: int) -> None:
        self.grammar, self.first = grammar, first
        self.definite = grammar.span(first).has("definite")
        self.count = self.listed = 0
        self.n: int | None = None
        self.slot: str | None = None
        self.rank = 1
        self.direction: Direction = "most"
        self.other = self.booked = self.shown = self.relative = False
        self.wishes: list[Wish] = []
        self.of: Reference | None = None
        self.head = False
        self.pieces: list[DescriptionPiece] = []
        self.of_set = self.definite and grammar.span(first - 1).has("says:set_link")
        self.end = self._modified(first + 1 if self.definite else first)
        self.head = grammar.is_head(self.end)
        self.booked = self.booked or grammar.is_booking(self.end)
        self.pronoun = grammar.span(self.end).has("pro_form")
        self.plural = self.count > 1 or (self.head and grammar.span(self.end).words.endswith("s"))

    def mark(self, **marks: Any) -> None:
        """Note what a modifier says."""
        for name, value in marks.items():
            setattr(self, name, value)

    @property
    def after(self) -> int:
        """The place behind the head; where there is none, behind the modifiers."""
        return self.end + 1 if self.head else self.end

    @property
    def picks(self) -> bool:
        """Return whether an order picks from the set."""
        return self.n is not None or self.slot is not None or self.other

    @property
    def bare(self) -> bool:
        """Return whether nothing picks or describes."""
        return not (self.picks or self.wishes or self.booked)

    @property
    def is_demonstrative(self) -> bool:
        """Return whether it but points: "this hotel", "those trips"."""
        if not self.head or self.pronoun:
            return False
        if self.picks or self.wishes:
            return False
        return self.grammar.span(self.first).has("deictic")

    @property
    def kind(self) -> str:
        """The kind of its words, which says how it stands beside others."""
        held = {"booked": self.booked, "other": self.other, "nth": self.n is not None, "extreme": self.picks}
        return next((kind for kind, holds in held.items() if holds), "described")

    def _modified(self, at: int) -> int:
        """Read what stands between determiner and head; returns where it ends."""
        last = min(at + MOST_MODIFIERS, len(self.grammar.spans))
        ahead = at
        while ahead < last:
            end = self._read(_MODIFIERS, ahead, ahead)
            if end == ahead and not self._goes_on_to_day(ahead):
                break
            ahead = max(end, ahead + 1)
        return ahead

    def _goes_on_to_day(self, at: int) -> bool:
        """Return whether days that describe go on there: "the 16 to 22 September one"."""
        line = self.grammar.line
        return bool(self.wishes) and line[at].has("onward") and line[at - 1].has("date") and line[at + 1].has("date")

    def _read(self, readers: Iterable[Modifier], at: int, last: int) -> int:
        """Return where the modifier at a place ends; a description is kept as a piece, `last` where that begins."""
        described = len(self.wishes)
        end = _read(readers, self, at)
        if len(self.wishes) > described:
            self.pieces.append(DescriptionPiece(last, end, described, at > last))
        return end

    def follow(self, at: int) -> int:
        """Read what follows the head: "in Paris", "with a gym", "you showed me first"; returns where it ends."""
        last = ahead = at
        while ahead < len(self.grammar.spans) and ahead - last < MOST_AHEAD:
            if self._begins_anew(ahead):
                break
            end = self._read(_FOLLOWERS, ahead, last)
            if end > ahead:
                last = ahead = end
            elif _leads_on(self, ahead):
                ahead += 1
            else:
                break
        return self._without_predicate(last)

    def _begins_anew(self, at: int) -> bool:
        """Return whether another phrase begins that picks as this one does: "the cheapest and the dearest"."""
        grammar = self.grammar
        return self.slot is not None and grammar.span(at).has("definite") and grammar.span(at + 1).has("extreme")

    def _without_predicate(self, last: int) -> int:
        """Return where it ends without what is asked or wished of it: "is the first one furnished?".

        That is what follows the head without a link, or, in a question, the last thing that is said.
        """
        role = self.role
        bare = [piece for piece in self.pieces if piece.first >= self.after and not piece.linked]
        if role and bare:
            return self._cut(bare[0])
        rest = self.grammar.spans[last:]
        if role != "questioned" or not _says_no_more(rest):
            return last
        behind = [piece for piece in self.pieces if not self.head or piece.first >= self.after]
        if not self.head and not self.picks:
            behind = behind[1:]  # "is the four-star near the beach"
        return self._cut(behind[-1]) if behind else last

    def _cut(self, piece: DescriptionPiece) -> int:
        """Leave a piece out, and all behind it; returns where the phrase ends now."""
        del self.wishes[piece.described :]
        return piece.first

    @property
    def role(self) -> str:
        """What a clause makes of it, where that tells what belongs to it: "questioned", "amended", else empty."""
        line = self.grammar.line
        before = self.first - 1
        while line[before].has("says:set_link", "either"):
            before -= 1
        if line[before].has("questioning") and line[before - 1].has("nothing", "particle", "social"):
            return "questioned"
        if line[before].has("amending"):
            return "amended"
        opens = line[before].has("nothing", "particle")
        return "amended" if opens and self.n is not None and self.pronoun else ""

    def reference(self) -> Reference:
        """Return the reference that it makes: what its order picks from its set, else the set itself.

        "The other one" is an other, "the cheapest" an extreme, "the second" one of the set; without an order several
        are all that there are, and one is the one at hand.
        """
        of = self._set()
        if self.other:
            return Other(of)
        if self.slot is not None and self.rank > 1:
            return Nth(self.rank, Extreme(self.slot, self.direction, self.rank, of))
        if self.slot is not None:
            return Extreme(self.slot, self.direction, max(self.count, 1), of)
        if self.n is not None:
            return Nth(self.n, of, max(self.count, 1))
        if self.plural:
            return Every(self.count, of)
        return of or It()

    def _set(self) -> Reference | None:
        """Return the set that it picks from; None where it is the one at hand."""
        of = self.of
        if self.booked:
            of = Booked()
        elif self.listed and of is None:
            of = Listed(self.listed)
        return Described(tuple(self.wishes), of) if self.wishes else of


Modifier = Callable[[NounPhrase, int], int]


def _read(readers: Iterable[Modifier], phrase: NounPhrase, at: int) -> int:
    """Return where the modifier at a place ends; the place itself where there is none."""
    return next((end for reader in readers if (end := reader(phrase, at)) > at), at)


def _marking(test: Wanted, **marks: Any) -> Modifier:
    """Return a reader of a span that fulfils a test, and of what that says of the phrase."""

    def read(phrase: NounPhrase, at: int) -> int:
        if not test(phrase.grammar.span(at)):
            return at
        phrase.mark(**marks)
        return at + 1

    return read


# Modifiers on either side of the head


def _wish(phrase: NounPhrase, at: int) -> int:
    """Read a value that an option has or hasn't."""
    found = phrase.grammar.wishes.get(at)
    if found is None or found.wish.constraint.op not in _DESCRIBING:
        return at
    phrase.wishes.append(_undenied(phrase, at, found.wish))
    return found.last


def _undenied(phrase: NounPhrase, at: int, wish: Wish) -> Wish:
    """Return a wish without a denial that stands before the phrase: of "scrap the Rome trip", Rome."""
    if not phrase.head and not phrase.grammar.is_head(phrase.grammar.wishes[at].last):
        return wish  # "not the Skoda"
    if wish.constraint.op != "not" or phrase.grammar.line.some(phrase.first, at + 1, "not", "except"):
        return wish
    return Wish(wish.slot, Constraint("is", wish.constraint.values))


def _extreme_wish(phrase: NounPhrase, at: int) -> int:
    """Read a word for little or much that picks among options: "the cheap one"."""
    found = phrase.grammar.wishes.get(at)
    if found is None or found.wish.constraint.op not in ("least", "most"):
        return at
    if not phrase.definite or not phrase.grammar.span(found.last).has("pro_form"):
        return at
    phrase.slot, phrase.direction = found.wish.slot, _DIRECTIONS[found.wish.constraint.op]
    return found.last


def _middle(phrase: NounPhrase, at: int) -> int:
    """Read "in the middle", where no other place in the order is said: "the one in the middle"."""
    if phrase.n is not None or not phrase.grammar.span(at).has("reference:middle"):
        return at
    phrase.n = MIDDLE
    return at + 1


def _measured_most(phrase: NounPhrase, at: int) -> int:
    """Read the most or least of a noun behind the head, where "more" and "less" compare."""
    return at if phrase.grammar.span(at).data("degree") in ("more", "less") else _measured(phrase, at)


def _measured(phrase: NounPhrase, at: int) -> int:
    """Read the least or most of a noun: "lowest mileage", "with the most stars"."""
    slot = phrase.grammar.measured(at)
    if slot is None or _is_sorted_by(phrase, at + 2):
        return at
    phrase.rank = _rank(phrase, at)
    phrase.slot, phrase.direction = slot, _DIRECTIONS[phrase.grammar.span(at).data("degree")]
    return at + 2


def _superlative(phrase: NounPhrase, at: int) -> int:
    """Read the least or most in one word: "cheapest"."""
    span = phrase.grammar.span(at)
    if not span.has("extreme") or _is_sorted_by(phrase, at + 1):
        return at
    phrase.rank = _rank(phrase, at)
    phrase.slot, phrase.direction = span.data("extreme")
    return at + 1


def _is_sorted_by(phrase: NounPhrase, behind: int) -> bool:
    """Return whether what stands behind an extreme makes it the order of a list: "cheapest first"."""
    return not phrase.definite and sorts_list(phrase.grammar.line, behind)


def _rank(phrase: NounPhrase, at: int) -> int:
    """Return the place in the order of a superlative that is said before it: 2 of "the second cheapest", else 1."""
    before = phrase.grammar.line[at - 1]
    return int(float(before.data("ordinal"))) if at > phrase.first and before.has("ordinal") else 1


# Modifiers before the head


def _ordinal(phrase: NounPhrase, at: int) -> int:
    """Read a place in an order: "the second"; not "a second booking", which is one more."""
    span = phrase.grammar.span(at)
    if phrase.grammar.span(at - 1).has("indefinite_article") or ends_sorting(phrase.grammar.line, at):
        return at
    if not span.has("ordinal") or not phrase.grammar.composer.is_order(phrase.grammar.spans, at):
        return at
    phrase.n = int(float(span.data("ordinal")))
    return at + 1


def _very_first(phrase: NounPhrase, at: int) -> int:
    """Read the first of all that was offered: "the very first one"."""
    if not phrase.grammar.span(at).has("opens:very_first"):
        return at
    phrase.n, phrase.listed = 1, FIRST
    return at + 2


def _comparative(phrase: NounPhrase, at: int) -> int:
    """Read a comparative, which picks the extreme of the set: "the cheaper one"."""
    span = phrase.grammar.span(at)
    if not span.has("compare") or phrase.wishes:
        return at  # "the Volvo newer than ..."
    if phrase.grammar.line[at - 1].has("ordinal") and not phrase.grammar.line[at + 1].has("pro_form"):
        return at  # "is the second cheaper?"
    slot, direction = span.data("compare")
    phrase.slot, phrase.direction = slot, _DIRECTIONS[direction]
    return at + 1


def _better(phrase: NounPhrase, at: int) -> int:
    """Read the better of several: "the better one"; not "the better choice", which says what one thinks."""
    behind = phrase.grammar.span(at + 1)
    if not phrase.definite or not phrase.grammar.span(at).has("better_overall") or not behind.has("pro_form", "of"):
        return at
    phrase.slot, phrase.direction = "", "most"
    return at + 1


def _value(phrase: NounPhrase, at: int) -> int:
    """Read a value before the head: "the Paris one"; nobody travels in an option."""
    return at if phrase.grammar.span(at).has("party") else _wish(phrase, at)


def _count_of_set(phrase: NounPhrase, at: int) -> int:
    """Read a number that counts options though it could be a value, too: "the rating of the other two"."""
    span, grammar = phrase.grammar.span(at), phrase.grammar
    if not span.has("number") or span.has("pro_form", "money") or grammar.span(at + 1).has("times"):
        return at
    if at in grammar.wishes and grammar.wishes[at].last > at + 1:
        return at  # "the other two star hotel"
    ordered = at > phrase.first and grammar.span(at - 1).has("other", "ordinal", "reference:last")
    whole = at == phrase.first + 1 and phrase.of_set
    number = float(span.data("number"))
    if not (ordered or whole) or number not in range(2, MOST_COUNTED):
        return at
    phrase.count = int(number)
    return at + 1


def _amount_before(phrase: NounPhrase, at: int) -> int:
    """Read a number before the head that is too high to count options: "the 990 one"."""
    span, grammar = phrase.grammar.span(at), phrase.grammar
    if not span.has("number", "money") or at in grammar.wishes or not grammar.span(at + 1).has("pro_form"):
        return at
    amount = span.data("money") or Money(float(span.data("number")))
    if not grammar.price or amount.value < SMALLEST_AMOUNT:
        return at
    phrase.wishes.append(Wish(grammar.price, Constraint("around", (amount,))))
    return at + 1


def _counted(phrase: NounPhrase, at: int) -> int:
    """Read a number of options: "the first two"."""
    span = phrase.grammar.span(at)
    if not span.has("number") or span.has("pro_form") or at in phrase.grammar.wishes:
        return at
    if phrase.grammar.span(at + 1).has("times"):
        return at  # "book the second three times"
    number = float(span.data("number"))
    if number >= MOST_COUNTED:
        return at
    phrase.count = int(number)
    return at + 1


_MODIFIERS: tuple[Modifier, ...] = (
    _very_first,
    _ordinal,
    _marking(having("reference:last"), n=LAST),
    _marking(having("reference:middle"), n=MIDDLE),
    _superlative,
    _measured,
    _comparative,
    _marking(having("other"), other=True),
    _marking(matching("reference:earlier", "before"), listed=EARLIER),
    _marking(having("modifier")),
    _marking(having("reserved"), booked=True),
    _extreme_wish,
    _count_of_set,
    _value,
    _amount_before,
    _counted,
    _marking(having("best_overall"), slot="", direction="most"),
    _better,
)


# What follows the head


def _description(phrase: NounPhrase, at: int) -> int:
    """Read a value behind the head: "with a gym"; nobody travels in an option."""
    found = phrase.grammar.wishes.get(at)
    if found is None or phrase.grammar.slot(found.wish).kind == "party":
        return at
    if phrase.grammar.span(at - 1).has("before"):
        return at  # "the one you had before Rome came up"
    end = _wish(phrase, at)
    phrase.relative = phrase.relative and phrase.grammar.span(end).has("conjunction")
    return end


def _compared_behind(phrase: NounPhrase, at: int) -> int:
    """Read a comparative of a relative clause, which picks the extreme of the set: "the one that starts later"."""
    found = phrase.grammar.wishes.get(at)
    if found is None or not phrase.relative or not phrase.definite or phrase.plural or phrase.slot is not None:
        return at
    constraint = found.wish.constraint
    if constraint.op not in ("more", "less") or constraint.values or constraint.than is not None:
        return at
    phrase.slot, phrase.direction = found.wish.slot, _DIRECTIONS[constraint.op]
    return found.last


def _name(phrase: NounPhrase, at: int) -> int:
    """Read the name of an option: "the one called Fairwind"; further names are others."""
    span, slot = phrase.grammar.span(at), phrase.grammar.schema.name
    if not span.has("name") or any(wish.slot == slot for wish in phrase.wishes):
        return at
    if phrase.grammar.line.some(phrase.after, at, "name_apart"):
        return at  # "the cheapest and the Fairwind"
    phrase.wishes.append(Wish(slot, Constraint("is", (Text(str(span.data("name"))),))))
    return at + 1


def _price_most(phrase: NounPhrase, at: int) -> int:
    """Read "that costs least", "most": of the price."""
    span = phrase.grammar.span(at)
    if not span.has("least_or_most"):
        return at
    phrase.slot, phrase.direction = phrase.grammar.price, _DIRECTIONS[span.data("degree")]
    return at + 1


def _noun_most(phrase: NounPhrase, at: int) -> int:
    """Read the most or least behind what it is of: "the one that guests rate highest"."""
    grammar = phrase.grammar
    named = at + int(grammar.span(at).has("article"))  # "the one the guests rate highest"
    slot, degree = grammar.composer.any_measured(grammar.span(named)), grammar.span(named + 1).data("degree")
    if slot is None or degree not in _ENDS:
        return at
    phrase.slot, phrase.direction = slot, _DIRECTIONS[degree]
    return named + 2


def _in_order(phrase: NounPhrase, at: int) -> int:
    """Read when it was booked or shown: "the one you showed me second", "the hotel I booked last"."""
    span = phrase.grammar.span(at)
    if not span.has("ordinal", "reference:last") or not (phrase.booked or phrase.shown):
        return at
    phrase.n = int(float(span.data("ordinal"))) if span.has("ordinal") else LAST
    return at + 1


def _priced(phrase: NounPhrase, at: int) -> int:
    """Read a price that tells which one is meant: "the one at 489"."""
    amount = phrase.grammar.amount(at)
    if amount is None:
        return at
    phrase.wishes.append(amount)
    return at + 1


def _booked(phrase: NounPhrase, at: int) -> int:
    """Read that it is booked already: not what is to be: "shall we get that one booked?"."""
    if not phrase.grammar.span(at).has("reference:booked", "reserved"):
        return at
    if phrase.grammar.line.some(phrase.first - 1, phrase.first + 1, "causing", "cue:book"):
        return at
    phrase.booked = True
    return at + 1


def _set(phrase: NounPhrase, at: int) -> int:
    """Read a set in one word: "of these"."""
    whole = phrase.grammar.span(at).has("reference") and phrase.grammar.span(at - 1).has("of")
    return at + 1 if whole else at


def _member(phrase: NounPhrase, at: int) -> int:
    """Read the set that it is of: "the lighter of the first two"."""
    grammar = phrase.grammar
    whole = noun_phrase(grammar, at + 1) if grammar.span(at).has("of", "of_several") else None
    if whole is None:
        return at
    if whole.booked and not whole.picks:
        phrase.booked = True  # "the dearer of my two bookings"
        return whole.after
    if not whole.picks:
        return whole.after if whole.of_set else at  # "the older of the two" is of all at hand
    phrase.of = whole.reference()
    return whole.after


_FOLLOWERS: tuple[Modifier, ...] = (
    _compared_behind,
    _description,
    _name,
    _measured_most,
    _superlative,
    _price_most,
    _noun_most,
    _booked,
    _in_order,
    _middle,
    _priced,
    _member,
    _marking(having("of_them")),
    _marking(having("shown"), shown=True),
    _marking(having("reference:list"), shown=True),
    _set,
    _marking(having("reference:earlier"), listed=EARLIER),
)


def _leads_on(phrase: NounPhrase, at: int) -> bool:
    """Return whether a word only leads to what may still belong to the phrase."""
    grammar, span = phrase.grammar, phrase.grammar.span(at)
    if span.has("opens:relative"):
        phrase.relative = True
        return True
    if at == phrase.after and span.has("article"):
        return False  # "is the Volvo an automatic"
    if _is_predicate(phrase, at):
        return False
    if span.has(*_MOVING) and grammar.line.some(0, phrase.first, "amending"):
        return False  # "move the Rome trip to September 5"
    if phrase.slot is not None and not phrase.role and span.has("operator"):
        return at + 1 in grammar.wishes  # "what's the cheapest under 500"
    leading = ("linking", "having") if phrase.relative else ("linking",)
    if span.has(*leading):
        return True
    if not span.has("preposition", "noun"):
        return False
    ahead = grammar.wishes.keys() & range(at + 1, at + 4)  # "the one with the return on August 19"
    return any(grammar.span(place).has("date") for place in ahead)


def _is_predicate(phrase: NounPhrase, at: int) -> bool:
    """Return whether a verb begins what is asked of the phrase: "can the Rome one leave on the 14th"."""
    grammar = phrase.grammar
    if not grammar.span(at).has("opens:bare_verb") or grammar.span(at - 1).has("article"):
        return False
    return grammar.span(phrase.first - 1).has("inverted")


# Phrases that point at no option

_PEOPLE = ("party:adult", "party:adults", "party:child", "party:children", "party:pair", "party:person")
_TRAITS: dict[str, Callable[[NounPhrase], object]] = {
    "definite": lambda phrase: phrase.definite,
    "indefinite": lambda phrase: phrase.grammar.span(phrase.first - 1).has("indefinite_article"),
    "head": lambda phrase: phrase.head,
    "pronoun": lambda phrase: phrase.pronoun,
    "picks": lambda phrase: phrase.picks,
    "ordered": lambda phrase: phrase.n is not None,
    "described": lambda phrase: phrase.wishes,
    "alone": lambda phrase: _stands_alone(phrase),
    "offered": lambda phrase: phrase.grammar.context.offered,
    "compared": lambda phrase: some(phrase.grammar.spans[phrase.first : phrase.end], "compare"),
    "person": lambda phrase: phrase.grammar.span(phrase.end).has(*_PEOPLE),
    "reference": lambda phrase: phrase.grammar.span(phrase.first).has("reference"),
    "bound": lambda phrase: some(
        phrase.grammar.line.part(phrase.first, phrase.end)[-1:], "operator", "operator_behind"
    ),
    "place": lambda phrase: phrase.grammar.schema.place in phrase.grammar.span(phrase.end).every("noun"),
    "partitive": lambda phrase: _is_part_of_a_thing(phrase),
    "of_noun": lambda phrase: _is_before_a_thing(phrase),
    "doing": lambda phrase: _is_said_to_do(phrase),
    "before_deed": lambda phrase: phrase.grammar.span(phrase.end).has(
        "cue:book", "cue:buy", "cue:cancel", "cue:change"
    ),
    "owned": lambda phrase: phrase.grammar.span(phrase.first).has("own"),
    "changed": lambda phrase: phrase.grammar.span(phrase.first - 1).has("changing"),
    "behind": lambda phrase: phrase.first > 0 and not phrase.grammar.span(phrase.first - 1).has(*_LEADING),
    "last": lambda phrase: phrase.end == len(phrase.grammar.spans),
}
"""What may hold of a noun phrase."""

_POINTING = ("ordinal", "reference:last", "reference:middle", "opens:very_first", "pro_form")
"""The words that a noun phrase without an article has to have one of: "first", "ones"."""
_NO_OPTIONS = (
    pattern("", "definite ordered pronoun"),
    pattern("pronoun", "definite ordered picks described"),  # "one"
    pattern("compared", "definite"),  # "a newer one" is a wish
    pattern("indefinite described pronoun", "definite picks"),  # "not a black one" is a wish
    pattern("ordered", "definite head offered"),  # "first, we need wifi"
    pattern("ordered last behind", "definite head"),  # an adverb: "I'd better ask my wife first"
    pattern("", "head picks alone"),  # "the four-star" does without a noun, "the week" points at nothing
    pattern("ordered partitive", "head"),  # "in the middle of town"
    pattern("ordered of_noun", "head doing"),  # "the first floor", but "what does the first weigh?"
    pattern("ordered before_deed", "definite head"),  # an adverb: "first book the Lumen"
    pattern("person", "head"),  # "my best friend"
    pattern("reference", "head definite"),  # "how long does it last"
    pattern("bound", "head"),  # "the latest I can be back"
    pattern("head place owned"),  # "my destination" is the wish itself
    pattern("head place changed"),  # "change the destination to"
)


def noun_phrase(grammar: PhraseGrammar, at: int) -> NounPhrase | None:
    """Return the noun phrase that starts at a span and points at options; None where none does."""
    definite = grammar.span(at).has("definite")
    if not definite and not grammar.line.some(at, at + MOST_MODIFIERS + 1, *_POINTING):
        return None
    phrase = NounPhrase(grammar, at)
    traits = holding(_TRAITS, lambda test: test(phrase))
    return None if any(each.fits(traits) for each in _NO_OPTIONS) else phrase


def _is_before_a_thing(phrase: NounPhrase) -> bool:
    """Return whether a noun or a unit stands behind it: "the first floor"; "in" is one of inches and no thing here."""
    following = phrase.grammar.span(phrase.end)
    return following.has("noun", "unit") and not following.has("preposition")


def _is_said_to_do(phrase: NounPhrase) -> bool:
    """Return whether what stands behind it is no noun but what it does: "how much does the second weigh in pounds?"."""
    grammar = phrase.grammar
    ends = grammar.span(phrase.end + 1).has("nothing", "preposition", "clause_end", "particle")
    return ends and grammar.span(phrase.first - 1).has("doing")


def _stands_alone(phrase: NounPhrase) -> bool:
    """Return whether "the four-star", "the Peugeot" or "the two" stands for options, without a noun."""
    grammar, following = phrase.grammar, phrase.grammar.span(phrase.end)
    if not grammar.context.offered:
        return False
    slots = [grammar.slot(wish) for wish in phrase.wishes if wish.constraint.op != "not"]
    if not slots:
        some_at_hand = phrase.count <= max(len(grammar.context.latest), len(grammar.context.focus))
        whole = phrase.of_set and some_at_hand
        return phrase.count > 1 and (whole or following.has("after_count"))
    kinds = {slot.kind for slot in slots}
    if not kinds.isdisjoint(_TELLING_KINDS):
        return True
    if following.has("opens:settling"):
        return True  # "the $990 it is"
    if "number" not in kinds:
        return False
    if following.has("having", "after_phrase", "cue", "nothing"):
        return True
    return grammar.schema.place in {slot.name for slot in slots}


def _is_part_of_a_thing(phrase: NounPhrase) -> bool:
    """Return whether it is part of something that is no set of options: "the middle of town"."""
    grammar, at = phrase.grammar, phrase.end
    if phrase.count or not grammar.span(at).has("of"):
        return False
    return not grammar.span(at + 1).has("reference", "definite", "number", "pro_form")
