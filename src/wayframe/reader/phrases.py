"""Phrases: values with the operators, denials and prepositions that belong to them, composed into wishes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Days, Flag, Number, Text, Value, Wish
from wayframe.reader.bounds import OperatorReader, constraint, contrary, negated
from wayframe.reader.clauses import Clause
from wayframe.reader.comparisons import ComparisonReader
from wayframe.reader.context import ReaderContext
from wayframe.reader.coordination import PhraseJoiner, WishPhrase
from wayframe.reader.lines import SpanLine, before, being, having
from wayframe.reader.numbers import NumberReader, ValuePhrase
from wayframe.reader.parts import SchemaParts
from wayframe.reader.party import PartyPhrase
from wayframe.reader.relative import RelativeReader
from wayframe.reader.roles import RoleReader
from wayframe.reader.spans import Span
from wayframe.schema import Schema

Phrase = WishPhrase
SHORTEST_VALUE = 4  # letters of a value that may be a word of the conversation, too
_LIKED_LESS = before(3, until="number money date place")
_DROPPING = before(2, over="article owner")
_KIN = frozenset(("adult", "child"))
_NEAR_NOUN_BEHIND, _NEAR_NOUN_BEFORE = 4, 3  # spans from "any" to what it is about


class Composer:
    """Composes the wishes of clauses of one turn, in order."""

    def __init__(self, schema: Schema, context: ReaderContext) -> None:
        self.schema, self.context = schema, context
        self._parts = SchemaParts(schema)
        self._operators = OperatorReader(self._parts)
        self._roles = RoleReader(self._parts, context.asked)
        self._numbers = NumberReader(self._parts, context, self._operators, self._roles)
        self._comparing = ComparisonReader(self._parts)
        self._relative = RelativeReader(self._parts, context, self._roles)
        self._joiner = PhraseJoiner(self._parts)
        self._ruled_out = set[tuple[str, Value]]()
        self._readings = (
            ("money", self._amount),
            ("date", self._days),
            ("place", self._place),
            ("value", self._known),
            ("number", self._numbers.read),
            ("few", self._numbers.read),
            ("unit", self._numbers.single),
        )

    def wishes(self, clause: Clause, taken: frozenset[int] = frozenset()) -> list[WishPhrase]:
        """Return the wishes of a clause; spans that are `taken` belong to references."""
        line = SpanLine(clause.spans)
        relative = list(self._relative.find(line, taken))
        taken = taken.union(*(range(phrase.first, phrase.last) for phrase in relative))
        valued = list(self._values(line, clause.parties, taken))
        compared = list(self._comparisons(line, valued, taken))
        floors = [0, *(each.last for each in valued)]
        ceilings = [*(each.first for each in valued[1:]), len(line)]
        found = [
            self._wish(line, each, floor, ceiling)
            for each, floor, ceiling in zip(valued, floors, ceilings, strict=False)
        ]
        found += [*relative, *compared, *self._indifferent(line, valued, taken)]
        found.sort(key=lambda phrase: phrase.first)
        return self._consistent(self._joiner.joined(line, found))

    def _consistent(self, found: Sequence[WishPhrase]) -> list[WishPhrase]:
        """Return phrases without those that only give the reason why a value was ruled out before in the turn."""
        kept = list[WishPhrase]()
        counted = any(phrase.wish.slot == self._parts.party and phrase.wish.constraint.op == "is" for phrase in found)
        for phrase in found:
            wished = phrase.wish.constraint
            if counted and phrase.wish.slot == self._parts.party and wished.op == "not":
                continue  # "four people instead of two"
            named = {(phrase.wish.slot, value) for value in wished.values}
            if wished.op == "not":
                self._ruled_out |= named
            if wished.op != "is" or not named <= self._ruled_out or not named:
                kept.append(phrase)
        return kept

    def is_order(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether "the second" is a place in an order and no day."""
        return self._roles.is_order(SpanLine(spans), at, len(self.context.options), offered=self.context.offered)

    def any_measured(self, span: Span) -> str | None:
        """Return the measured slot that a noun or a unit names; None where it names none."""
        return self._comparing.measured(span) or None

    # Values

    def _values(self, line: SpanLine, parties: Sequence[PartyPhrase], taken: frozenset[int]) -> Iterator[ValuePhrase]:
        """Yield the values of a line in order, not overlapping."""
        groups = {phrase.first: phrase for phrase in parties} if self._parts.party or self._parts.capacity else {}
        at = 0
        while at < len(line):
            group = groups.get(at)
            found = self._people(group) if group else None if at in taken else self._value(line, at)
            if found:
                yield found
            at = max(found.last, at + 1) if found else at + 1

    def _value(self, line: SpanLine, at: int) -> ValuePhrase | None:
        span = line[at]
        readings = (reading(line, at) for kind, reading in self._readings if span.has(kind))
        return next(filter(None, readings), None)

    def _people(self, phrase: PartyPhrase) -> ValuePhrase:
        """Return who travels; where nobody travels, how many a thing has to hold."""
        party = phrase.party
        if self._parts.party:
            return ValuePhrase(phrase.first, phrase.last, self._parts.party, party)
        heads = Number(float(party.total or party.adults + party.children), self._parts.unit(self._parts.capacity))
        return ValuePhrase(phrase.first, phrase.last, self._parts.capacity, heads)

    def _amount(self, line: SpanLine, at: int) -> ValuePhrase | None:
        price = self._parts.price
        return ValuePhrase(at, at + 1, price, line[at].data("money")) if price else None

    def _days(self, line: SpanLine, at: int) -> ValuePhrase | None:
        if not self._parts.dates or self.is_order(line.spans, at):
            return None
        days: Days = line[at].data("date")
        self._numbers.last_day = days.first
        return ValuePhrase(at, at + 1, self._roles.date_slot(line, at), days)

    def _place(self, line: SpanLine, at: int) -> ValuePhrase | None:
        span = line[at]
        kind = self._parts.kind(span.data("value")[0]) if span.has("value") else ""
        if not self._parts.places or kind in ("category", "list", "text") or self._names_somebody(line, at):
            return None  # an Italian restaurant
        return ValuePhrase(at, at + 1, self._roles.place_slot(line, at), Text(str(span.data("place"))))

    def _names_somebody(self, line: SpanLine, at: int) -> bool:
        """Return whether a place is the name of a relation: "my son Austin wants to come"."""
        return line[at + 1].opens("name_act") and not _KIN.isdisjoint(line[at - 1].every("party"))

    def _known(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Read a value of a slot; not one that ends the name of where one leaves from: "Berlin airport"."""
        span = line[at]
        if span.has("cue") and len(span.words) < SHORTEST_VALUE:
            return None
        source = self._parts.source
        ends_a_name = line[at - 1].has("place") and self._roles.place_slot(line, at - 1) == source
        if source and (ends_a_name or source in span.every("noun")):
            return None
        slot, value = span.data("value")
        return ValuePhrase(at, at + 1, slot, value)

    # Wishes

    def _wish(self, line: SpanLine, each: ValuePhrase, floor: int, ceiling: int) -> WishPhrase:
        """Return the wish for a value between the neighbouring ones."""
        if isinstance(each.value, Flag) and self._is_indifferent(line, each):
            return WishPhrase(each.first, each.last, Wish(each.slot, Constraint("any")))
        if self._is_less_liked(line, each):
            return WishPhrase(each.first, each.last, Wish(each.slot, Constraint("not", (each.value,))))
        bound = self._operators.bound(line, each.first, each.last, each.slot, floor, ceiling)
        denied = negated(line.part(floor, each.first)) and not self._is_behind_answer(line, each)
        if isinstance(each.value, Flag) and _is_answered_behind(line):
            denied = line[each.last].is_cue("answer_no")
        wished = constraint(bound, each.value, denied=denied)
        if self._parts.kind(each.slot) == "money":
            wished = replace(wished, scope=self._operators.scope(line.upto(ceiling), each.first, each.last))
        return WishPhrase(each.first, each.last, Wish(each.slot, wished))

    def _is_less_liked(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether something else is preferred to a value: "rather Milan than Rome"."""
        if not line.nearest(each.first, _LIKED_LESS, being("liked_less")).words:
            return False
        return line.any_of(0, each.first, being("preferring"))

    def _is_behind_answer(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether a place or a day is all that stands behind a no, and wasn't wished before: "no, Milan"."""
        if self._parts.kind(each.slot) not in ("place", "date") or (each.first, each.last) != (1, len(line)):
            return False
        wished = any(each.value in wish.constraint.values for wish in self.context.wishes)
        return line[0].is_cue("answer_no") and bool(self.context.wishes) and not wished

    def _is_indifferent(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether a feature doesn't matter any more: "drop the gym", "breakfast isn't necessary"."""
        dropped = line.nearest(each.first, _DROPPING, having("any"))
        return any(span.has("any") and not span.is_a("any_of") for span in (dropped, line[each.last]))

    def _comparisons(
        self, line: SpanLine, valued: Sequence[ValuePhrase], taken: frozenset[int]
    ) -> Iterator[WishPhrase]:
        """Yield the wishes for more or less of a slot, and for the most or least."""
        for at in range(len(line)):
            compared = None if at in taken else self._comparing.read(line, at)
            if not compared:
                continue
            floor = max((each.last for each in valued if each.last <= at), default=0)
            denied = compared.op in ("more", "less") and line[at].has("compare") and negated(line.part(floor, at))
            op = contrary(compared.op) if denied else compared.op
            yield WishPhrase(at, compared.last, Wish(compared.slot, Constraint(op)))

    def _indifferent(
        self, line: SpanLine, valued: Sequence[ValuePhrase], taken: frozenset[int]
    ) -> Iterator[WishPhrase]:
        """Yield the slots of which anything will do: "any dates", "I don't care about the stars"."""
        used = taken.union(*(range(each.first, each.last) for each in valued))
        for at, span in enumerate(line.spans):
            if not span.has("any") or at in taken:
                continue
            for direction in (range(at + 1, at + 1 + _NEAR_NOUN_BEHIND), range(at - 1, at - 1 - _NEAR_NOUN_BEFORE, -1)):
                noun = self._indifferent_noun(line, at, direction, used)
                if noun >= 0:
                    slots = self._meant(line[noun])
                    yield from (
                        WishPhrase(min(at, noun), max(at, noun) + 1, Wish(slot, Constraint("any"))) for slot in slots
                    )
                    break

    def _indifferent_noun(self, line: SpanLine, at: int, places: range, used: frozenset[int]) -> int:
        """Return where the noun stands that "any" is about; -1 where there is none."""
        for place in places:
            if place in used:
                return -1
            noun = line[place]
            if line[place + 1].has("except") or line[place + 1].data("conjunction") == "but":
                return -1  # "any seat but economy"
            named = noun.is_a("asks_dates") or (noun.has("noun") and noun.data("noun") != self._parts.name)
            if named and not (line[at].is_a("any_of") and noun.has("value")):
                return place
        return -1

    def _meant(self, noun: Span) -> Sequence[str]:
        """Return the slots that a noun is about: dates are those of both ways."""
        if noun.is_a("asks_dates"):
            return [slot for slot in (self._parts.start, self._parts.end) if slot] or self._parts.dates[:1]
        return (str(noun.data("noun")),)


def _is_answered_behind(line: SpanLine) -> bool:
    """Return whether a yes or no stands behind each thing that is spoken of: "wifi yes, breakfast no"."""
    last = line[len(line) - 1]
    return last.is_cue("answer_yes", "answer_no") and not line[0].has("cue", "not")
