"""References: the noun phrases and pronouns that point at options, lists and bookings.

A noun phrase is read as determiner, modifiers, head and what follows it: "the two cheaper Paris ones with a gym". Its
values describe a set, its order ("second", "cheapest", "other") picks from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.meaning.records import (
    Booked,
    Constraint,
    Described,
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
    Wish,
)
from wayframe.reader.clauses import Clause
from wayframe.reader.context import ReaderContext
from wayframe.reader.phrases import Composer, Phrase
from wayframe.reader.spans import Span
from wayframe.schema import Schema

_DEFINITE = frozenset(("the", "that", "this", "those", "these", "your", "my", "our"))
_ONES = frozenset(("one", "ones"))
_LINKING = frozenset((
    "in", "with", "near", "by", "at", "from", "without", "that", "which", "for", "close to", "next to", "to", "on",
    "who", "of", "not",
    "no", "a", "an", "the", "you", "we", "i", "us", "me", "free", "for free", "it", "there", "beside",
    "where", "showed", "found", "offered", "mentioned", "gave", "cost", "costs", "costing",
    "came to", "comes to", "come to", "nearly", "around", "about",
    "priced at", "at about", "nearby", "and", "also", "for early", "for late",
))  # fmt: skip
_RELATIVE = frozenset(("that", "which", "who", "where"))
_VERBS = frozenset(
    (
        "has",
        "have",
        "had",
        "is",
        "are",
        "was",
        "were",
        "got",
        "include",
        "includes",
        "included",
        "leaves",
        "leaving",
        "goes",
        "going",
        "will",
        "would",
        "does",
        "do",
        "comes",
        "offers",
        "be",
        "serve",
        "offer",
        "cost",
        "last",
        "start",
        "end",
        "leave",
        "include",
        "return",
    )
)
_SHOWN = frozenset(("showed", "found", "offered", "mentioned", "gave", "suggested", "listed", "named"))
_AMOUNTS = frozenset(
    (
        "at",
        "for",
        "came to",
        "comes to",
        "come to",
        "costs",
        "cost",
        "costing",
        "priced at",
        "nearly",
        "around",
        "about",
        "was",
    )
)
_NAME_LINKS = frozenset(("in", "to", "for", "at", "that", "which", "costs", "cost", "costing", ",", "the", "one"))
_OWN = frozenset(("my", "our", "your"))
_CHANGING = frozenset(("change", "switch", "set", "make"))
MOST_COUNTED = 20  # options that a number before a noun can count
MOST_MODIFIERS = 12  # spans between a determiner and its head
MOST_AHEAD = 5  # spans between a head and a value that belongs to it
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
WEAK = frozenset(("it", "they", "there"))


class ReferencePhrase(NamedTuple):
    """A reference and its spans (last excluded), with the kind of its words."""

    first: int
    last: int
    reference: Reference
    kind: str = ""


class _Picked:
    """The modifiers of a noun phrase."""

    def __init__(self) -> None:
        self.count = 0
        self.n: int | None = None
        self.slot: str | None = None
        self.direction = "most"
        self.other = self.earlier = self.booked = False
        self.wishes: list[Wish] = []

    def picks(self) -> bool:
        """Return whether an order picks from the set."""
        return self.n is not None or self.slot is not None or self.other

    def reference(self, *, plural: bool) -> Reference:
        """Return the reference that the modifiers make."""
        of: Reference | None = Booked() if self.booked else Listed(-2) if self.earlier else None
        if self.wishes:
            of = Described(tuple(self.wishes), of)
        if self.other:
            return Other(of)
        if self.slot is not None:
            return Extreme(self.slot, self.direction, max(self.count, 1), of)  # type: ignore[arg-type]
        if self.n is not None:
            return Nth(self.n, of, max(self.count, 1))
        if plural and of is not None:
            return Every(self.count, of)
        return of or Every(self.count) if plural or self.count > 1 else of or It()


class Referrer:
    """Finds the references of a clause."""

    def __init__(self, schema: Schema, context: ReaderContext, composer: Composer) -> None:
        self.schema, self.context, self.composer = schema, context, composer

    def references(self, clause: Clause) -> list[ReferencePhrase]:
        """Return the references of a clause in order."""
        found = list[ReferencePhrase]()
        wishes = {phrase.first: phrase for phrase in self.composer.wishes(clause)}
        in_party = {at for phrase in clause.parties for at in range(phrase.first, phrase.last)}
        at = 0
        while at < len(clause.spans):
            phrase = None if at in in_party else self._at(clause.spans, at, wishes)
            if phrase:
                found.append(phrase)
                at = max(phrase.last, at + 1)
            else:
                at += 1
        return found

    def _at(self, spans: Sequence[Span], at: int, wishes: dict[int, Phrase]) -> ReferencePhrase | None:
        span = spans[at]
        if span.has("name"):
            return self._name_phrase(spans, at, at, wishes)
        if span.words in _DEFINITE and at + 1 < len(spans) and spans[at + 1].has("name"):
            return self._name_phrase(spans, at, at + 1, wishes)
        counted = span.words in ("number", "no", "#", "nr") or self._is_head(span)
        if counted and span.words not in _ONES and at + 1 < len(spans) and spans[at + 1].has("number"):
            n = float(str(spans[at + 1].data("number")))
            if n == int(n) and 0 < n < 50 and self.context.offered:
                return ReferencePhrase(at, at + 2, Nth(int(n)), "nth")
        phrase = self._noun_phrase(spans, at, wishes)
        return phrase or self._pointer(spans, at)

    def _name_phrase(self, spans: Sequence[Span], first: int, at: int, wishes: dict[int, Phrase]) -> ReferencePhrase:
        """Return the reference of a name with what tells it from others of that name: "the Fairwind for $489"."""
        name, last = str(spans[at].data("name")), self._head_end(spans, at + 1)
        told, ahead = list[Wish](), last
        while ahead < len(spans) and ahead - last < MOST_AHEAD:
            if ahead in wishes and self._tells_apart(wishes[ahead].wish):
                told.append(_exactly(wishes[ahead].wish))
                ahead = last = wishes[ahead].last
            elif spans[ahead].has("money", "number") and self._amount_follows(spans, ahead):
                told.append(self._amount(spans[ahead]))
                ahead = last = ahead + 1
            elif spans[ahead].words in _NAME_LINKS or not spans[ahead].entries:
                ahead += 1
            else:
                break
        if not told:
            return ReferencePhrase(first, last, Named(name), "name")
        named = Wish(self.schema.name, Constraint("is", (Text(name),)))
        return ReferencePhrase(first, last, Described((named, *told)), "name")

    def _tells_apart(self, wish: Wish) -> bool:
        """Return whether a value beside a name tells which option of that name is meant: its place, its price."""
        slot = self.schema.slot(wish.slot)
        return (
            slot is not None
            and wish.constraint.op == "is"
            and (slot.name == self.schema.place or slot == self.schema.price)
        )

    def _pointer(self, spans: Sequence[Span], at: int) -> ReferencePhrase | None:
        kinds = [str(entry.data) for entry in spans[at].entries if entry.kind == "reference"]
        if "neither" in kinds and any(span.has("value", "place") for span in spans[at + 1 : at + 3]):
            return None
        kind = next((kind for kind in kinds if kind in _POINTERS), "")
        return ReferencePhrase(at, at + 1, _POINTERS[kind], kind) if kind else None

    def _is_head(self, span: Span) -> bool:
        """Return whether a span is a word for an item: one, option, hotel."""
        naming = {self.schema.name, self.schema.place}
        nouns = {str(entry.data) for entry in span.entries if entry.kind == "noun"}
        leading = span.has("preposition") and span.words.split(" ")[0] == self.schema.item  # "trip to"
        return span.words in _ONES or span.has("item") or leading or bool(naming & nouns)

    def _is_place_noun(self, span: Span) -> bool:
        return any(entry.kind == "noun" and entry.data == self.schema.place for entry in span.entries)

    def _head_end(self, spans: Sequence[Span], at: int) -> int:
        return at + 1 if at < len(spans) and self._is_head(spans[at]) else at

    def _noun_phrase(self, spans: Sequence[Span], at: int, wishes: dict[int, Phrase]) -> ReferencePhrase | None:
        """Return the reference of a noun phrase that starts at a span; None where none does."""
        definite = spans[at].words in _DEFINITE
        picked = _Picked()
        place = self._modifiers(spans, at + 1 if definite else at, wishes, picked)
        head = place < len(spans) and self._is_head(spans[place])
        pronoun = head and spans[place].words in _ONES
        plural = (head and spans[place].words.endswith("s")) or picked.count > 1
        if not definite and not (pronoun and (picked.wishes or picked.picks())) and picked.n is None:
            return None
        if not definite and any(span.has("compare") for span in spans[at:place]):
            return None  # "a newer one" is a wish
        if picked.n is not None and not (definite or head or self.context.offered):
            return None
        if not head and not (picked.picks() or self._stands_alone(spans, place, picked)):
            return None
        if not head and place < len(spans) and _is_person(spans[place]):
            return None  # "my best friend"
        if not (head or definite) and spans[at].has("reference"):
            return None  # "how long does it last"
        if not head and place > at and spans[place - 1].has("before", "after"):
            return None  # "the latest I can be back" bounds a day
        if (
            head
            and self._is_place_noun(spans[place])
            and (spans[at].words in _OWN or (at and spans[at - 1].words in _CHANGING))
        ):
            return None  # "my destination", "change the destination to"
        if (
            head
            and not picked.picks()
            and not picked.wishes
            and spans[at].words in ("this", "that", "those", "these")
            and not pronoun
        ):
            end = place + 1
            return ReferencePhrase(at, end, Every() if plural else It(), "they" if plural else "it")
        if head and self.context.booked and spans[place].words in (self.schema.item, self.schema.items):
            picked.booked = True
        last = self._following(spans, place + 1 if head else place, wishes, picked)
        if head and not picked.picks() and not picked.wishes and not picked.booked:
            return None if not pronoun else ReferencePhrase(at, last, It(), "it")
        kind = (
            "booked"
            if picked.booked
            else "described"
            if not picked.picks()
            else "nth"
            if picked.n is not None
            else "extreme"
        )
        return ReferencePhrase(at, last, picked.reference(plural=plural), "other" if picked.other else kind)

    def _stands_alone(self, spans: Sequence[Span], place: int, picked: _Picked) -> bool:
        """Return whether "the four-star", "the Peugeot" or "the two" stands for options, without a noun."""
        if not self.context.offered:
            return False
        if picked.count > 1 and not picked.wishes:
            return place < len(spans) and spans[place].words in ("from", "in", "with", "that", "of", "you")
        ends = (
            place >= len(spans)
            or spans[place].words in _VERBS
            or spans[place].words in (",", "and", "please", "you", "that", "in")
            or spans[place].has("cue")
        )
        number = any(self._is_measured(wish) for wish in picked.wishes)
        there = any(wish.slot == self.schema.place for wish in picked.wishes)
        return (number and (ends or there)) or any(self._is_category(wish) for wish in picked.wishes)

    def _is_category(self, wish: Wish) -> bool:
        slot = self.schema.slot(wish.slot)
        return slot is not None and slot.kind in ("category", "name", "text") and wish.constraint.op == "is"

    def _is_party(self, wish: Wish) -> bool:
        slot = self.schema.slot(wish.slot)
        return slot is not None and slot.kind == "party"

    def _is_measured(self, wish: Wish) -> bool:
        slot = self.schema.slot(wish.slot)
        return slot is not None and slot.kind == "number"

    def _modifiers(self, spans: Sequence[Span], at: int, wishes: dict[int, Phrase], picked: _Picked) -> int:
        """Read what stands between determiner and head; returns where it ends."""
        end = min(at + MOST_MODIFIERS, len(spans))
        while at < end:
            span = spans[at]
            if span.has("ordinal") and self.composer.is_order(spans, at):
                picked.n = int(float(str(span.data("ordinal"))))
            elif span.has("reference") and span.data("reference") == "last" and picked.n is None:
                picked.n = -1
            elif span.has("reference") and span.data("reference") == "middle":
                picked.n = 2
            elif span.has("extreme"):
                picked.slot, picked.direction = span.data("extreme")
            elif span.has("degree") and at + 1 < len(spans) and (measured := self.composer.any_measured(spans[at + 1])):
                picked.slot = measured
                picked.direction = "least" if span.data("degree") in ("least", "less") else "most"
                at += 1
            elif span.has("compare"):
                slot, direction = span.data("compare")
                picked.slot, picked.direction = slot, "least" if direction == "less" else "most"
            elif span.words == "other":
                picked.other = True
            elif span.has("reference") and span.data("reference") == "earlier" and span.words != "before":
                picked.earlier = True
            elif span.words in (
                "very",
                "same",
                "small",
                "little",
                "nice",
                "good",
                "lovely",
                "own",
                "said",
                "-",
                "booked",
            ):
                picked.booked = picked.booked or span.words == "booked"
            elif at in wishes and _is_plain(wishes[at].wish.constraint) and not spans[at].has("party"):
                picked.wishes.append(wishes[at].wish)
                at = wishes[at].last
                continue
            elif span.words in _ONES:
                break
            elif span.has("number") and float(str(span.data("number"))) < MOST_COUNTED and at not in wishes:
                picked.count = int(float(str(span.data("number"))))
            elif (
                span.has("degree")
                and span.data("degree") in ("best", "most")
                and span.words in ("best", "nicest", "top")
            ):
                picked.slot, picked.direction = "", "most"
            else:
                break
            at += 1
        return at

    def _following(self, spans: Sequence[Span], at: int, wishes: dict[int, Phrase], picked: _Picked) -> int:
        """Read what follows the head: "in Paris", "with a gym", "you showed me first", "that costs least"."""
        last = at
        ahead = at
        relative = False
        while ahead < len(spans) and ahead - last < MOST_AHEAD:
            span = spans[ahead]
            if ahead in wishes and _is_plain(wishes[ahead].wish.constraint) and not self._is_party(wishes[ahead].wish):
                picked.wishes.append(wishes[ahead].wish)
                ahead = last = wishes[ahead].last
                relative = relative and ahead < len(spans) and spans[ahead].has("conjunction")
                continue
            if span.has("name") and not any(wish.slot == self.schema.name for wish in picked.wishes):
                picked.wishes.append(Wish(self.schema.name, Constraint("is", (Text(str(span.data("name"))),))))
                ahead = last = ahead + 1
                continue
            measured = (
                self.composer.any_measured(spans[ahead + 1]) if span.has("degree") and ahead + 1 < len(spans) else None
            )
            if measured and span.data("degree") in ("least", "most", "best"):
                picked.slot, picked.direction = measured, "least" if span.data("degree") == "least" else "most"
                last = ahead = ahead + 2
                continue
            if span.has("extreme") or span.words in ("least", "most"):
                price = self.schema.price
                slot, direction = (
                    span.data("extreme") if span.has("extreme") else (price.name if price else "", span.words)
                )
                picked.slot, picked.direction = slot, direction
                last = ahead + 1
            elif (span.has("reference") and span.data("reference") == "booked") or span.words in (
                "booked",
                "reserved",
                "took",
            ):
                picked.booked = True
                last = ahead + 1
            elif span.has("ordinal") and picked.booked:
                picked.n = int(float(str(span.data("ordinal"))))
                last = ahead + 1
            elif span.has("number", "money") and self._amount_follows(spans, ahead):
                picked.wishes.append(self._amount(span))
                last = ahead + 1
            elif (
                span.words in _SHOWN
                or self._of_set(spans, ahead)
                or (span.has("reference") and span.data("reference") == "list")
            ):
                last = ahead + 1
            elif span.has("reference") and span.data("reference") == "earlier":
                picked.earlier = True
                last = ahead + 1
            elif span.words in _RELATIVE:
                relative = True
            elif (
                span.words not in _LINKING
                and not (relative and span.words in _VERBS)
                and not self._leads_to(spans, ahead, wishes)
            ):
                break
            ahead += 1
        return last

    def _leads_to(self, spans: Sequence[Span], at: int, wishes: dict[int, Phrase]) -> bool:
        """Return whether a word only leads to a day behind it: "the one with the return on August 19"."""
        if not spans[at].has("preposition", "noun"):
            return False
        return any(ahead in wishes and spans[ahead].has("date") for ahead in range(at + 1, at + 4))

    def _of_set(self, spans: Sequence[Span], at: int) -> bool:
        return (spans[at].has("reference") and at > 0 and spans[at - 1].words == "of") or spans[at].words in (
            "of them",
            "of these",
            "of those",
        )

    def _amount_follows(self, spans: Sequence[Span], at: int) -> bool:
        return (
            self.schema.price is not None
            and spans[at - 1].words in _AMOUNTS
            and (spans[at].has("money") or float(str(spans[at].data("number"))) >= 20)
        )

    def _amount(self, span: Span) -> Wish:
        price = self.schema.price
        assert price is not None
        amount = span.data("money") if span.has("money") else Money(float(str(span.data("number"))))
        return Wish(price.name, Constraint("around", (amount,)))


def _is_person(span: Span) -> bool:
    return any(entry.kind == "party" and entry.data in ("adult", "child", "pair") for entry in span.entries)


def _exactly(wish: Wish) -> Wish:
    """Return a wish that describes rather than bounds: an amount as it was said."""
    return Wish(wish.slot, Constraint("is", wish.constraint.values))


def _is_plain(constraint: Constraint) -> bool:
    """Return whether a constraint can describe an option: a value that it has or hasn't."""
    return constraint.op in ("is", "not", "at_most", "at_least", "around", "between")


def together(references: Sequence[ReferencePhrase]) -> Reference | None:
    """Return one reference for all that were named; None where none was."""
    plain = [phrase.reference for phrase in references]
    if len(plain) <= 1:
        return plain[0] if plain else None
    return Together(tuple(plain))
