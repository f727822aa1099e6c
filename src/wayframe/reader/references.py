"""References: the noun phrases and pronouns that point at options, lists and bookings."""

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
    Number,
    Other,
    Reference,
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
_WITH = frozenset(("with", "in", "near", "by", "at", "from", "without", "that", "which", "for", "close to", "next to", "to", "has", "on", "who", "of"))
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
    "list": Listed(),
    "booked": Booked(),
}
WEAK = frozenset(("it", "they", "there"))


class ReferencePhrase(NamedTuple):
    """A reference and its spans; `weak` where a pronoun alone may as well refer to nothing ("it is fine")."""

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
        found = list[ReferencePhrase]()
        wishes = self.composer.wishes(clause)
        in_party = {at for phrase in clause.parties for at in range(phrase.first, phrase.last)}
        at = 0
        while at < len(clause.spans):
            phrase = None if at in in_party else self._at(clause, at, wishes)
            if phrase:
                found.append(phrase)
                at = max(phrase.last, at + 1)
            else:
                at += 1
        return found

    def _at(self, clause: Clause, at: int, wishes: Sequence[Phrase]) -> ReferencePhrase | None:
        spans = clause.spans
        span = spans[at]
        if span.has("name"):
            return ReferencePhrase(at, at + 1, Named(str(span.data("name"))), "name")
        pointed = self._pointer(spans, at)
        if pointed and pointed.kind not in WEAK:
            return pointed
        definite = span.words in _DEFINITE
        start = at + 1 if definite else at
        for build in (self._ordered, self._extreme, self._compared, self._numbered, self._described):
            if phrase := build(spans, start, wishes, definite):
                return phrase._replace(first=at)
        return pointed

    def _pointer(self, spans: Sequence[Span], at: int) -> ReferencePhrase | None:
        kinds = [str(entry.data) for entry in spans[at].entries if entry.kind == "reference"]
        kind = next((kind for kind in kinds if kind in _POINTERS), "")
        if not kind:
            return None
        if kind == "it" and spans[at].words in ("it", "that", "this") and at + 1 < len(spans) and self._is_noun(spans[at + 1]):
            return None
        return ReferencePhrase(at, at + 1, _POINTERS[kind], kind)

    def _is_noun(self, span: Span) -> bool:
        """Return whether a span is a word for an item: one, option, hotel."""
        names = {str(entry.data) for entry in span.entries if entry.kind == "noun"}
        return span.words in _ONES or span.has("item") or self.schema.name in names

    def _end(self, spans: Sequence[Span], at: int) -> int:
        """Return the end of a reference behind its last word: with "one", "of them", "you showed us" taken in."""
        while at < len(spans):
            words = spans[at]
            if self._is_noun(words) or words.words in ("of the two", "of them", "of these", "of those", "of the three", "of the lot"):
                at += 1
            elif words.words == "of" and at + 1 < len(spans) and spans[at + 1].has("reference"):
                at += 2
            else:
                break
        return at

    def _restriction(
        self, spans: Sequence[Span], at: int, wishes: Sequence[Phrase]
    ) -> tuple[Reference | None, int]:
        """Return the set that a reference is taken from ("of the Paris ones", "in Rome", "earlier"), and its end."""
        if at < len(spans) and spans[at].is_cue() is False and spans[at].has("reference") and spans[at].data("reference") == "earlier":
            return Listed(-2), at + 1
        if at < len(spans) and (spans[at].words in _WITH):
            inside = [phrase for phrase in wishes if phrase.first > at and phrase.first - at <= 3]
            if inside and all(_is_plain(phrase.wish.constraint) for phrase in inside[:1]):
                last = _noun_end(self, spans, inside[0].last)
                return Described((inside[0].wish,)), last
        return None, at

    def _ordered(self, spans: Sequence[Span], at: int, wishes: Sequence[Phrase], definite: bool) -> ReferencePhrase | None:
        """The second, the last one, the first two, number 3."""
        if at >= len(spans):
            return None
        span = spans[at]
        n: int | None = None
        if span.has("ordinal") and self.composer._is_order(spans, at):
            n = int(float(str(span.data("ordinal"))))
        elif span.has("reference") and span.data("reference") == "last" and (definite or self._noun_follows(spans, at)):
            n = -1
        elif span.words in ("number", "option", "no", "#", "nr") and at + 1 < len(spans) and spans[at + 1].has("number"):
            n = int(float(str(spans[at + 1].data("number"))))
            return ReferencePhrase(at, at + 2, Nth(n), "nth")
        elif span.has("reference") and span.data("reference") == "middle":
            n = 2
        if n is None or not -1 <= n <= 50:
            return None
        if not (definite or self._noun_follows(spans, at) or self.context.offered):
            return None
        last, count = at + 1, 1
        if last < len(spans) and spans[last].has("number") and spans[last].words in ("two", "three", "2", "3", "four"):
            count = int(float(str(spans[last].data("number"))))
            last += 1
        elif last < len(spans) and spans[last].words == "couple":
            count, last = 2, last + 1
        end = self._end(spans, last)
        within, end = self._restriction(spans, end, wishes)
        return ReferencePhrase(at, end, Nth(n, within, count), "nth")

    def _noun_follows(self, spans: Sequence[Span], at: int) -> bool:
        return at + 1 < len(spans) and (self._is_noun(spans[at + 1]) or spans[at + 1].has("number"))

    def _extreme(self, spans: Sequence[Span], at: int, wishes: Sequence[Phrase], definite: bool) -> ReferencePhrase | None:
        """The cheapest, the two dearest, the one with the most memory, the best."""
        count, place = 1, at
        if at + 1 < len(spans) and spans[at].has("number") and spans[at + 1].has("extreme"):
            count, place = int(float(str(spans[at].data("number")))), at + 1
        if place >= len(spans) or not definite:
            return None
        span = spans[place]
        if span.has("extreme"):
            slot, direction = span.data("extreme")  # type: ignore[misc]
            last = place + 1
        elif span.has("degree") and span.data("degree") == "best" and place + 1 <= len(spans):
            slot, direction, last = "", "most", place + 1
        else:
            return None
        if last < len(spans) and spans[last].has("number") and spans[last].words in ("two", "three", "2", "3"):
            count, last = int(float(str(spans[last].data("number")))), last + 1
        end = self._end(spans, last)
        within, end = self._restriction(spans, end, wishes)
        return ReferencePhrase(at, end, Extreme(slot, direction, count, within), "extreme")

    def _compared(self, spans: Sequence[Span], at: int, wishes: Sequence[Phrase], definite: bool) -> ReferencePhrase | None:
        """The cheaper one, the better rated of the two."""
        if not definite or at >= len(spans) or not spans[at].has("compare"):
            return None
        slot, direction = spans[at].data("compare")  # type: ignore[misc]
        extreme = "least" if direction == "less" else "most"
        return ReferencePhrase(at, self._end(spans, at + 1), Extreme(slot, extreme), "extreme")

    def _numbered(self, spans: Sequence[Span], at: int, wishes: Sequence[Phrase], definite: bool) -> ReferencePhrase | None:
        """The one at 489, the one that cost $2,435: an amount that an option has."""
        if not definite or at >= len(spans) or not self._is_noun(spans[at]):
            return None
        following = at + 1
        if following + 1 < len(spans) and spans[following].words in ("at", "for") and spans[following + 1].has("number", "money"):
            raw = spans[following + 1]
            price = self.schema.price
            if price:
                amount = raw.data("money") if raw.has("money") else Money(float(str(raw.data("number"))))
                assert isinstance(amount, Money)
                wish = Wish(price.name, Constraint("is", (amount,)))
                return ReferencePhrase(at, following + 2, Described((wish,)), "described")
        return None

    def _described(self, spans: Sequence[Span], at: int, wishes: Sequence[Phrase], definite: bool) -> ReferencePhrase | None:
        """The Paris one, the four-star, the one with a gym, the Rome hotel."""
        inside = [phrase for phrase in wishes if phrase.first >= at]
        if not inside or at >= len(spans):
            return None
        first = inside[0]
        if first.first == at:
            last, described = first.last, [first]
            for phrase in inside[1:]:
                if phrase.first - last <= 1 and _is_plain(phrase.wish.constraint):
                    described.append(phrase)
                    last = phrase.last
            noun = last < len(spans) and self._is_noun(spans[last])
            ends = definite and isinstance(first.wish.constraint.values[:1], tuple) and self._ends_as_noun(spans, last, first)
            if (noun and (definite or spans[last].words in _ONES) or ends) and _is_plain(first.wish.constraint):
                wished = tuple(phrase.wish for phrase in described)
                return ReferencePhrase(at, self._end(spans, last), Described(wished), "described")
            return None
        if definite and self._is_noun(spans[at]) and at + 1 < len(spans) and spans[at + 1].words in _WITH:
            close = [phrase for phrase in inside if phrase.first - at <= 5]
            described = list[Phrase]()
            last = at + 1
            for phrase in close:
                if phrase.first - last <= 3 and not any(spans[k].cues() & {"book", "cancel", "compare"} for k in range(last, phrase.first)):
                    described.append(phrase)
                    last = phrase.last
            if described:
                return ReferencePhrase(at, last, Described(tuple(phrase.wish for phrase in described)), "described")
        return None

    def _ends_as_noun(self, spans: Sequence[Span], last: int, phrase: Phrase) -> bool:
        """Return whether "the four-star" or "the Madrid" stands for an option: a measured value, and nothing behind it."""
        number = isinstance(phrase.wish.constraint.values[0], Number) if phrase.wish.constraint.values else False
        return number and self.context.offered and (last == len(spans) or spans[last].words in (",", "and", "please"))


def _noun_end(referrer: Referrer, spans: Sequence[Span], at: int) -> int:
    return at + 1 if at < len(spans) and referrer._is_noun(spans[at]) else at


def _is_plain(constraint: Constraint) -> bool:
    """Return whether a constraint can describe an option: a value that it has or hasn't."""
    return constraint.op in ("is", "not", "at_most", "at_least", "around", "between")


def together(references: Sequence[ReferencePhrase]) -> Reference | None:
    """Return one reference for all that were named; None where none was."""
    plain = [phrase.reference for phrase in references]
    if len(plain) <= 1:
        return plain[0] if plain else None
    return Together(tuple(plain))
