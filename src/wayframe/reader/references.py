"""References: the names, noun phrases and pronouns that point at options, lists and bookings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.meaning.records import (
    Booked,
    Constraint,
    Described,
    Every,
    It,
    Named,
    Neighbour,
    Nth,
    Other,
    Reference,
    Text,
    Together,
    Wish,
)
from wayframe.reader.clauses import Clause
from wayframe.reader.context import ReaderContext
from wayframe.reader.lines import being
from wayframe.reader.nounphrases import MOST_AHEAD, NounPhrase, PhraseGrammar, noun_phrase
from wayframe.reader.phrases import Composer
from wayframe.schema import Schema

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
_DEEDS = ("compare", "book", "cancel")
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

    def references(self, clause: Clause) -> list[ReferencePhrase]:
        """Return the references of a clause in order."""
        wishes = {phrase.first: phrase for phrase in self.composer.wishes(clause)}
        people = {at for phrase in clause.parties for at in range(phrase.first, phrase.last)}
        grammar = PhraseGrammar(clause.spans, wishes, self.schema, self.context, self.composer)
        found = list[ReferencePhrase]()
        end = 0
        for at in range(len(clause.spans)):
            phrase = _at(grammar, at) if at >= end and at not in people else None
            if phrase:
                found.append(phrase)
                end = phrase.last
        return found


def together(references: Sequence[ReferencePhrase]) -> Reference | None:
    """Return one reference for all that were named; None where none was."""
    plain = [phrase.reference for phrase in references]
    if len(plain) > 1:
        return Together(tuple(plain))
    return plain[0] if plain else None


def _at(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference that starts at a span; None where none does."""
    readings = (_named, _numbered, _numbered_pair, _described, _pointer)
    return next(filter(None, (reading(grammar, at) for reading in readings)), None)


def _named(grammar: PhraseGrammar, first: int) -> ReferencePhrase | None:
    """Return the reference of a name with what tells it from others of that name: "the Fairwind for $489"."""
    at = first + 1 if grammar.span(first).is_a("definite") else first
    if not grammar.span(at).has("name"):
        return None
    name = str(grammar.span(at).data("name"))
    told, last = _told_apart(grammar, grammar.after_head(at + 1))
    if not told:
        return ReferencePhrase(first, last, Named(name), "name")
    named = Wish(grammar.schema.name, Constraint("is", (Text(name),)))
    return ReferencePhrase(first, last, Described((named, *told)), "name")


def _told_apart(grammar: PhraseGrammar, at: int) -> tuple[list[Wish], int]:
    """Return what is said behind a name to tell which of that name is meant, and where that ends."""
    told = list[Wish]()
    last = ahead = at
    while ahead < len(grammar.spans) and ahead - last < MOST_AHEAD:
        span, amount = grammar.span(ahead), grammar.amount(ahead)
        if _tells_apart(grammar, ahead):
            wish = grammar.wishes[ahead].wish
            told.append(Wish(wish.slot, Constraint("is", wish.constraint.values)))
            ahead = last = grammar.wishes[ahead].last
        elif amount:
            told.append(amount)
            ahead = last = ahead + 1
        elif span.is_a("name_link") or not span.entries:
            ahead += 1
        else:
            break
    return told, last


def _tells_apart(grammar: PhraseGrammar, at: int) -> bool:
    """Return whether a value beside a name tells which option of that name is meant: its place, its price."""
    if at not in grammar.wishes or grammar.wishes[at].wish.constraint.op != "is":
        return False
    slot = grammar.slot(grammar.wishes[at].wish)
    return slot.name == grammar.schema.place or slot == grammar.schema.price


def _numbered(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of a number behind a noun: "option 3", "number two"."""
    number = grammar.span(at + 1).data("number")
    if number is None or not grammar.context.offered or grammar.span(at).is_a("pro_form"):
        return None
    if not grammar.span(at).is_a("number_sign") and not grammar.is_head(at):
        return None
    n = float(number)
    return ReferencePhrase(at, at + 2, Nth(int(n)), "nth") if n in range(1, MOST_NUMBERED) else None


def _numbered_pair(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of two numbers behind a verb, with nothing behind them: "compare 1 and 3"."""
    numbers = [grammar.span(place).data("number") for place in (at, at + 2)]
    if not grammar.context.offered or not grammar.span(at + 1).has("conjunction"):
        return None
    if not any(map(grammar.span(at - 1).is_cue, _DEEDS)) or grammar.span(at + 3).words.isalpha():
        return None
    orders = [int(float(number)) for number in numbers if number is not None]
    if len(orders) < 2 or not all(n in range(1, MOST_NUMBERED) for n in orders):
        return None
    return ReferencePhrase(at, at + 3, Together(tuple(map(Nth, orders))), "nth")


def _described(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of a noun phrase: "the two cheaper ones with a gym"."""
    phrase = noun_phrase(grammar, at)
    if phrase is None:
        return None
    if _is_demonstrative(phrase):
        every, kind = (Every(), "they") if phrase.plural else (It(), "it")
        return ReferencePhrase(at, phrase.end + 1, every, kind)
    head = grammar.span(phrase.end)
    if (
        phrase.head
        and grammar.context.booked
        and head.words.split(" ")[0] in (grammar.schema.item, grammar.schema.items)
    ):
        phrase.booked = True
    amended = head.has("preposition") and grammar.line.any_of(0, at, being("amending"))
    last = phrase.after if amended else phrase.follow(phrase.after)  # "move the Rome trip to September 5"
    if phrase.head and phrase.bare:
        return ReferencePhrase(at, last, It(), "it") if phrase.pronoun else None
    return ReferencePhrase(at, last, phrase.reference(), phrase.kind)


def _is_demonstrative(phrase: NounPhrase) -> bool:
    """Return whether a phrase but points: "this hotel", "those trips"."""
    if not phrase.head or phrase.pronoun or phrase.picks or phrase.wishes:
        return False
    return phrase.grammar.span(phrase.first).is_a("deictic")


def _pointer(grammar: PhraseGrammar, at: int) -> ReferencePhrase | None:
    """Return the reference of a word that is one in itself: it, both, the others."""
    kinds = [str(kind) for kind in grammar.span(at).every("reference")]
    if "neither" in kinds and any(span.has("value", "place") for span in grammar.spans[at + 1 : at + 3]):
        return None  # "neither white nor green"
    kind = next((kind for kind in kinds if kind in _POINTERS), None)
    return ReferencePhrase(at, at + 1, _POINTERS[kind], kind) if kind else None
