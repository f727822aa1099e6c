"""Wishes: the values of a clause with the operators, denials and prepositions that belong to them, composed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Constraint,
    Days,
    Flag,
    Money,
    NewTrip,
    Number,
    Operator,
    Party,
    Text,
    Texts,
    Value,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.clocks import ClockReader
from wayframe.reader.judgements import judgement
from wayframe.reader.people import NOBODY, heads
from wayframe.reader.spans import NOTHING, Clause, PartyPhrase, Span, SpanLine, before, behind, having, matching, some
from wayframe.reader.values import (
    IS,
    PART_OF_PARTY,
    NumberReader,
    OperatorReader,
    RoleReader,
    SchemaParts,
    ValueBound,
    ValuePhrase,
    constraint,
    contrary,
    excess_place,
    is_condemned,
    is_crossed_out,
    is_declined,
    is_denied_behind,
    is_distant,
    is_excessive,
    is_had_already,
    is_refused,
    is_verb,
    money_slot,
    names_something_else,
    negated,
    tells_difference,
)
from wayframe.schema import Schema
from wayframe.sources.places import WORLD
from wayframe.values.dates import WEEKDAYS

SHORTEST_VALUE = 4  # letters of a value that may be a word of the conversation, too
_LIKED_LESS = before(3, until="number money date place")
_DROPPING = before(2, over="article owner")
_PREFERRED = before(6, over="predicative doing intensifying not filler")
_BUSY = before(3, until="comma clause_end number date place")
_DUTY = before(4, until="comma clause_end number date place subject")
NEAR_FLIGHT = 4
"""Spans from what is too much to the flight that it is said of, as in "too long on a plane"."""
_EVENT = before(2)
_COVERED = before(5, until="number money date comma")
_CLAUSE_BEFORE = before(10)
_OUTSIDE = before(2, over="article")
_ENGAGED = before(6, until="comma clause_end conjunction:but")
_LIFTED = ("place", "category", "number", "rating", "date")
_OPENING_UP = before(6, until="number money date place comma conjunction:but")
_LIFTING = before(6, until="number money date place comma conjunction:but wanting")
_NEEDED = behind(4, over="filler copula auxiliary not value alternative article")
_KIN = ("party:adult", "party:child")
_COMPARED = ("more", "less")
_NAMED_BY_PLACES = frozenset(("category", "list", "text"))
_NEAR_NOUN_BEHIND, _NEAR_NOUN_BEFORE = 4, 3  # spans from "any" to what it is about


class WishPhrase(NamedTuple):
    """A wish and the spans that it came from (the last excluded)."""

    first: int
    last: int
    wish: Wish


_SAID_OF = before(4, over="party_being party_adverb intensifying", until="not")
_NAMED_BEFORE = before(5, until="value number money date place conjunction")
_NAMED_BEHIND = behind(3, until="value number money date place conjunction comma")


def _named_slots(line: SpanLine, at: int) -> Iterator[str]:
    """Yield the slots that spans around a value name, the likeliest first: "small size", "high or medium energy"."""
    if line[at - 1].has("conjunction"):
        yield from (slot for slot, _ in line[at - 2].every("value"))
    near = line[at - 1], line[at + 1]
    far = line.nearest(at, _NAMED_BEFORE, having("noun")), line.nearest(at, _NAMED_BEHIND, having("noun"))
    for span in (*near, *far):
        yield from map(str, span.every("noun"))


class Composer:
    """Composes the wishes of clauses of one turn, in order."""

    def __init__(self, schema: Schema, context: ReaderContext) -> None:
        self.schema, self.context = schema, context
        self._parts = SchemaParts(schema)
        self._operators = OperatorReader(self._parts)
        self._roles = RoleReader(self._parts, context.asked)
        self._numbers = NumberReader(self._parts, context, self._operators, self._roles)
        self._clocks = ClockReader(self._parts, context, self._operators)
        self._comparing = ComparisonReader(self._parts, offered=context.offered)
        self._relative = RelativeReader(self._parts, context, self._roles)
        self._heads = self._parts.party or self._parts.capacity
        self._ruled_out = set[tuple[str, Value]]()
        self._counting = 0  # the place in an order that was named last
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
        line = SpanLine(clause.spans, asked=clause.question)
        taken = taken.union(*(range(each.first, each.last) for each in clause.parties if each.party == NOBODY))
        timed = self._timed(line, taken)
        taken = taken.union(*(range(phrase.first, phrase.last) for phrase in timed))
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
        found += self._from_so_many_on(line, found)
        found += [*timed, *relative, *compared, *self._indifferent(line, valued, taken)]
        found.sort(key=lambda phrase: phrase.first)
        together = self._amounts(self._parted(line, self._starting(line, joined(line, found, self._parts))))
        found = [each for phrase in together for each in self._of_whole_stay(line, phrase)]
        return self._consistent([self._had_from(each) for each in found])

    def _parted(self, line: SpanLine, found: Sequence[WishPhrase]) -> Sequence[WishPhrase]:
        """Return wishes, those for where another part of the party starts as of a trip of its own."""
        parted, first = list[WishPhrase](), -1
        for phrase in found:
            if phrase.wish.slot == self._parts.source and phrase.wish.constraint.op == "is":
                if first >= 0 and line.some(first, phrase.first, *PART_OF_PARTY):
                    phrase = phrase._replace(wish=replace(phrase.wish, of=NewTrip()))
                first = phrase.last if first < 0 else first
            parted.append(phrase)
        return parted

    def _starting(self, line: SpanLine, found: Sequence[WishPhrase]) -> list[WishPhrase]:
        """Return phrases with a bare place the start of the journey where it may lead anywhere: "Oslo, any city"."""
        wished = {(phrase.wish.slot, phrase.wish.constraint.op) for phrase in found}
        anywhere = (self._parts.goal, "any") in wished and (self._parts.source, "is") not in wished
        if not (anywhere and self._parts.source):
            return list(found)
        return [self._from_there(line, phrase) for phrase in found]

    def _from_there(self, line: SpanLine, phrase: WishPhrase) -> WishPhrase:
        """Return a phrase for a place that no preposition leads to as one for where the journey starts."""
        wish = phrase.wish
        if (wish.slot, wish.constraint.op) != (self._parts.goal, "is") or line[phrase.first - 1].has("preposition"):
            return phrase
        return phrase._replace(wish=replace(wish, slot=self._parts.source))

    def _amounts(self, found: Sequence[WishPhrase]) -> list[WishPhrase]:
        """Return phrases with an amount of money that is denied as the limit that it is: "not 3000!".

        It is none where another takes its place: "300, not 4750".
        """
        denied = [phrase for phrase in found if self._is_denied_amount(phrase)]
        limited = {phrase.wish.slot for phrase in found if phrase not in denied}
        kept = (phrase for phrase in found if phrase not in denied or phrase.wish.slot not in limited)
        return [self._limited(phrase) if phrase in denied else phrase for phrase in kept]

    def _had_from(self, phrase: WishPhrase) -> WishPhrase:
        """Return a phrase for when something is to be had as the last day from which it may be: "free in January"."""
        constraint = phrase.wish.constraint
        if phrase.wish.slot not in self._parts.schema.openings or constraint.op != "is":
            return phrase
        return phrase._replace(wish=replace(phrase.wish, constraint=replace(constraint, op="at_most")))

    def _is_denied_amount(self, phrase: WishPhrase) -> bool:
        return phrase.wish.constraint.op == "not" and self._parts.kind(phrase.wish.slot) == "money"

    def _limited(self, phrase: WishPhrase) -> WishPhrase:
        return phrase._replace(
            wish=replace(phrase.wish, constraint=replace(phrase.wish.constraint, op="at_most", strict=True))
        )

    def _consistent(self, found: Sequence[WishPhrase]) -> list[WishPhrase]:
        """Return phrases without those that only give the reason why a value was ruled out before in the turn.

        Of people, those that are no party any more are left out, too: "four people instead of two".
        """
        kept = list[WishPhrase]()
        counted = {(phrase.wish.slot, phrase.wish.constraint.op) for phrase in found} & {(self._parts.party, "is")}
        replaced = {slot for slot, _ in counted}
        for phrase in found:
            slot, wished = phrase.wish.slot, phrase.wish.constraint
            named = {(slot, value) for value in wished.values}
            if wished.op == "not":
                if slot in replaced:
                    continue
                self._ruled_out |= named
            elif wished.op == "is" and named and named <= self._ruled_out:
                continue
            kept.append(phrase)
        return kept

    def is_order(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether "the second" is a place in an order and no day; also behind "the first trip" in a turn."""
        line, options = SpanLine(spans), self.context.named_options
        found = self._roles.is_order(line, at, options, offered=self.context.offered)
        if not found and self._counting and line[at].has("ordinal"):
            found = line[at].words.isalpha() and self._counting < int(float(line[at].data("ordinal"))) <= options
        if found:
            self._counting = int(float(line[at].data("ordinal")))
        return found

    def any_measured(self, span: Span) -> str | None:
        """Return the measured slot that a noun or a unit names; None where it names none."""
        return self._comparing.measured(span) or None

    # Values

    def _timed(self, line: SpanLine, taken: frozenset[int]) -> list[WishPhrase]:
        """Return the wishes for times of day."""
        said = self._clocks.find(line, taken, behind_day=self._numbers.last_day != date.min)
        return [WishPhrase(each.first, each.last, Wish(each.slot, each.constraint)) for each in said]

    def _values(self, line: SpanLine, parties: Sequence[PartyPhrase], taken: frozenset[int]) -> Iterator[ValuePhrase]:
        """Yield the values of a line in order, not overlapping."""
        people = {each.first: self._people(each) for each in parties if self._are_counted(each.party)}
        end = 0
        for at in range(len(line)):
            if at < end:
                continue
            found = people.get(at) or self._value(line, at, taken)
            if found:
                end = found.last
                yield found

    def _value(self, line: SpanLine, at: int, taken: frozenset[int]) -> ValuePhrase | None:
        """Return the value that the first reading finds at a place; None where that is taken, or none finds one."""
        if at in taken or tells_difference(line, at):
            return None
        for kind, reading in self._readings:
            if line[at].has(kind) and (found := reading(line, at)):
                return found
        return None

    def _are_counted(self, party: Party) -> bool:
        """Return whether people are a party, or so many that a thing has to hold them.

        One fits in anything, unless it takes so many at least: "a game I can play alone".
        """
        if self._parts.party or self._parts.fewest:
            return party != NOBODY
        return bool(self._heads) and heads(party) > 1

    def _people(self, phrase: PartyPhrase) -> ValuePhrase:
        """Return who travels; where nobody travels, how many a thing has to hold: children and who has them."""
        value: Value = phrase.party
        if not self._parts.party:
            whose = int(phrase.party.children > 0 and phrase.party.adults == phrase.party.total == 0)
            value = Number(float(heads(phrase.party) + whose), self._parts.unit(self._heads))
        return ValuePhrase(phrase.first, phrase.last, self._heads, value)

    def _from_so_many_on(self, line: SpanLine, found: Sequence[WishPhrase]) -> Iterator[WishPhrase]:
        """Yield the wishes for what so few people can use already, where a thing is for so many: "a game for two"."""
        for phrase in found:
            wished = phrase.wish.constraint
            if self._parts.fewest and phrase.wish.slot == self._parts.capacity and wished.op == "at_least":
                yield phrase._replace(wish=Wish(self._parts.fewest, Constraint("at_most", wished.values[:1])))

    def _amount(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Read an amount of money, which is of the price where nothing else is named."""
        slot = money_slot(self._parts, line, at)
        return ValuePhrase(at, at + 1, slot, line[at].data("money")) if slot else None

    def _days(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Read a day or a span of days; the next number may go on from it."""
        if not self._parts.dates or self.is_order(line.spans, at) or line[at - 1].has("ever_since"):
            return None
        if not self._roles.is_dated(line):
            return None
        days: Days = line[at].data("date")
        self._numbers.last_day = days.first
        return ValuePhrase(at, at + 1, self._of_duty(line, at)[0] or self._roles.date_slot(line, at), days)

    def _of_duty(self, line: SpanLine, at: int) -> tuple[str, ValueBound]:
        """Return how a day limits the stay on which a duty begins or ends: "school starts on the 29th"; else nothing.

        One has to be back before it begins and leaves after it has ended.
        """
        if self._parts.start and line.place(at, _BUSY, having("says:busy_until")) >= 0:
            return self._parts.start, ValueBound("at_least", strict=True)
        verb = line.place(at, _DUTY, having("opens:duty_begins", "opens:duty_ends"))
        if verb < 0 or not line[verb - 1].has("duty") or not self._parts.end:
            return "", IS
        if line[verb].has("opens:duty_begins"):
            return self._parts.end, ValueBound("at_most", strict=True)
        return self._parts.start, ValueBound("at_least", strict=True)

    def _place(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Read a place; not one that is a value of another slot ("an Italian restaurant"), nor a relation's name."""
        span = line[at]
        slots = [slot for slot, _ in span.every("value")[:1]]
        if not self._parts.places or _NAMED_BY_PLACES.intersection(map(self._parts.kind, slots)):
            return None
        if line[at - 1].has(*_KIN) and _is_named(line, at):
            return None
        return ValuePhrase(at, at + 1, self._roles.place_slot(line, at), Text(str(span.data("place"))))

    def _known(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Read a value of a slot; not one that ends the name of where one leaves from: "Berlin airport"."""
        span, source = line[at], self._parts.source
        if span.has("cue") and len(span.words) < SHORTEST_VALUE:
            return None
        if names_something_else(line, at) and not line[at + 1].has("value"):
            return None
        if source and span.has(f"noun:{source}"):
            return None
        if is_verb(line, at):
            return None
        slot, value = self._meant_of(line, at, span.every("value"))
        from_there = source and line[at - 1].has("place") and self._roles.place_slot(line, at - 1) == source
        if from_there and line[at].has("place_ending"):
            return None
        if self._parts.kind(slot) in _NAMED_BY_PLACES and is_had_already(line, at):
            return None
        return ValuePhrase(at, at + 1, slot, value)

    def _meant_of(self, line: SpanLine, at: int, values: Sequence[tuple[str, Value]]) -> tuple[str, Value]:
        """Return the one of several slots' values that is named, asked for or wished for already: "energy: medium".

        Of what people are an option has something for them, or it hasn't: "we're vegan" is no cuisine.
        """
        if line.nearest(at, _SAID_OF, having("party")).words:
            values = [each for each in values if isinstance(each[1], Flag)] or values
        slots = [slot for slot, _ in values]
        wished = (wish.slot for wish in self.context.wishes)
        meant = (slot for slot in (*_named_slots(line, at), *self.context.asked, *wished) if slot in slots)
        found = next(meant, slots[0])
        return values[slots.index(found)]

    # Wishes

    def _wish(self, line: SpanLine, each: ValuePhrase, floor: int, ceiling: int) -> WishPhrase:
        """Return the wish for a value between the neighbouring ones."""
        return WishPhrase(each.first, each.last, Wish(each.slot, self._constraint(line, each, floor, ceiling)))

    def _constraint(self, line: SpanLine, each: ValuePhrase, floor: int, ceiling: int) -> Constraint:
        """Return what is wished of a value: it doesn't matter, it isn't wanted, or how it limits."""
        if isinstance(each.value, Party) and each.value.added:
            return Constraint("is", (each.value,))  # "without the kids" takes them away already
        is_flag = isinstance(each.value, Flag)
        if is_flag and self._is_indifferent(line, each, floor):
            return Constraint("any")
        if (
            self._parts.kind(each.slot) in _LIFTED
            and line.place(each.first, _OPENING_UP, having("says:open_to_others")) >= 0
        ):
            return Constraint("any")  # "it needn't be Rome"
        if self._is_less_liked(line, each):
            return Constraint("any") if is_flag else Constraint("not", (each.value,))
        if not is_flag and self._is_ruled_out(line, each):
            return Constraint("not", (each.value,))
        duty, limit_of_duty = self._of_duty(line, each.first)
        if duty == each.slot:
            return constraint(limit_of_duty, each.value, denied=False)
        bound = self._operators.bound(line, each.first, each.last, each.slot, floor, ceiling)
        denied = negated(line.part(max(floor, _behind_asking_denial(line, each.first)), each.first))
        if self._parts.kind(each.slot) == "date" and (limit := self._comparing.excess(line, each.last)):
            return Constraint(_BOUND_BY[limit], (each.value,), strict=True)
        if is_flag and is_condemned(line, each.last):  # "near the airport would be the end of us"
            denied = not denied
        elif is_flag and self._is_missed(line, floor):
            denied = False
        elif is_flag and _is_answered_behind(line):
            denied = line[each.last].has("cue:answer_no")
        elif denied:
            denied = not self._is_behind_answer(line, each)
        wished = constraint(bound, each.value, denied=denied)
        if self._parts.kind(each.slot) != "money":
            return wished
        scope = self._operators.scope(line.upto(ceiling), each.first, each.last)
        by_day = scope == "night" and not self._parts.schema.by_name[each.slot].scopes  # "95 a day" of a daily rate
        return replace(wished, scope="" if by_day else scope)

    def _of_whole_stay(self, line: SpanLine, phrase: WishPhrase) -> Iterator[WishPhrase]:
        """Yield the wishes for days as those for a whole stay, where days are said of neither of its ends.

        "Not in September" rules out to leave and to be back then; who is away on a day leaves before it at the latest.
        """
        wished = phrase.wish.constraint
        days = [value for value in wished.values if isinstance(value, Days)]
        if phrase.wish.slot != self._parts.start or not (self._parts.end and days):
            yield phrase
        elif wished.op == "not" and self._rules_out_stay(line, phrase, days[0]):
            yield phrase
            yield phrase._replace(wish=Wish(self._parts.end, wished))
        elif wished.op == "is" and days[0].exact and _is_of_stay(line, phrase.first):
            yield phrase._replace(wish=Wish(self._parts.start, replace(wished, op="at_most")))
            yield phrase._replace(wish=Wish(self._parts.end, replace(wished, op="at_least")))
        elif wished.op == "at_most" and wished.strict and not days[0].exact and is_excessive(line, phrase.last):
            yield phrase._replace(wish=Wish(self._parts.end, wished))
        else:
            yield phrase

    def _rules_out_stay(self, line: SpanLine, phrase: WishPhrase, days: Days) -> bool:
        """Return whether days are ruled out for all of a stay: not one day, not "rather August than September"."""
        less_liked = line.nearest(phrase.first, _LIKED_LESS, having("liked_less")).words
        return not (days.exact or less_liked or self._roles.says_end(line, phrase.first))

    def _is_less_liked(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether something else is preferred to a value: "rather Milan than Rome"."""
        if not line.nearest(each.first, _LIKED_LESS, having("liked_less")).words:
            return False
        return line.some(0, each.first, "preferring")

    def _is_ruled_out(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether a clause says of a place, a day or the like that it is too much, or not what one is after."""
        is_day = self._parts.kind(each.slot) == "date"
        if (self._parts.is_measured(each.slot) and not is_day) or self._parts.kind(each.slot) == "party":
            return False
        if is_day and self._comparing.excess(line, each.last):
            return False  # "the 9th is too early" limits the days
        if is_declined(line, each.first, each.last) or self._is_excess(line, each):
            return True
        if line.nearest(each.first, _OUTSIDE, having("outside")).words or is_denied_behind(line, each.last):
            return True
        if _is_weekday(each.value) and line.place(each.first, _ENGAGED, having("opens:engaged")) >= 0:
            return True  # "I work on Saturdays"
        if line[each.first - 1].has("preposition") and not is_crossed_out(line, each.last):
            return False  # "parking in Rome is a nightmare"
        behind = _behind_coordinated(line, each)
        return any(judged(line, behind) for judged in (is_excessive, is_condemned, is_distant, is_refused))

    def _is_excess(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether something is said to be too much of a value: "it's too small"."""
        return self._parts.kind(each.slot) == "category" and line[each.first - 1].has("excess")

    def _is_missed(self, line: SpanLine, floor: int) -> bool:
        """Return whether a feature is what the place before it is refused for: "Athens isn't on the sea"."""
        return line[floor - 1].has("place") and is_refused(line, floor)

    def _is_behind_answer(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether a value behind a no isn't denied: "no economy is fine", "no Milan" where Rome was wished for.

        Who rules out a place that nobody spoke of means to go there; else "no August" is no August.
        """
        if not line[0].has("cue:answer_no") or each.first != 1:
            return False
        kind = self._parts.kind(each.slot)
        if line[each.last].data("operator_behind") == "enough":
            return each.last + 1 == len(line) and kind in ("place", "date", "party", "category")
        held = [wish.constraint for wish in self.context.wishes if wish.slot == each.slot]
        known = (*chain.from_iterable(wish.values for wish in held), *self.context.facts.get(each.slot, ()))
        is_new = any(wish.op == "is" for wish in held) and each.value not in known
        return each.last == len(line) and kind == "place" and is_new

    def _is_indifferent(self, line: SpanLine, each: ValuePhrase, floor: int) -> bool:
        """Return whether a feature doesn't matter: "drop the gym", "no gym needed", "without wifi is fine"."""
        asks = line.asked or line[0].has("cue:holds", "inverted")  # "is it near a beach or not"
        if says_either_way(line, each) and not (asks or self._at_hand()):
            return True
        dropped = line.place(each.first, _DROPPING, having("any"))
        if _is_dropping(line[dropped]):
            return not negated(line.part(0, dropped))  # "I can't do without wifi"
        if _is_dropping(line[each.last]):
            return True
        if line.place(each.first, _LIFTING, having("says:lifting")) >= 0 or is_declined(line, each.first, each.last):
            return True
        needed = line.place(each.last - 1, _NEEDED, having("needed"))
        denied = negated(line.part(floor, each.first))
        if needed >= 0:
            return denied != line.some(each.last, needed, "not")
        return denied and line[each.last].data("operator_behind") == "enough"

    def _at_hand(self) -> bool:
        """Return whether one option is spoken of, of which "furnished or not" asks."""
        return len(self.context.focus) == 1

    def _comparisons(
        self, line: SpanLine, valued: Sequence[ValuePhrase], taken: frozenset[int]
    ) -> Iterator[WishPhrase]:
        """Yield the wishes for more or less of a slot, and for the most or least; a denial turns a comparative."""
        ends = [0, *(each.last for each in valued)]
        for at in range(len(line)):
            compared = None if at in taken else self._comparing.read(line, at)
            if not compared or _prefers_value(line, ends, at) or self._judges_day(line, at, valued):
                continue
            op = compared.op
            if op in _COMPARED and line[at].has("compare"):
                floor = ends[bisect_right(ends, at) - 1]
                op = contrary(op) if negated(line.part(floor, at)) and not line.asked else op  # "nothing nicer?"
            yield WishPhrase(at, compared.last, Wish(compared.slot, Constraint(op)))

    def _judges_day(self, line: SpanLine, at: int, valued: Sequence[ValuePhrase]) -> bool:
        """Return whether "too late" is said of a day before it, "too far" of a place."""
        return any(
            each.last < at <= each.last + 4
            and (
                (self._parts.kind(each.slot) == "date" and is_excessive(line, each.last))
                or (self._parts.kind(each.slot) != "date" and is_distant(line, each.last))
            )
            for each in valued
        )

    def _indifferent(
        self, line: SpanLine, valued: Sequence[ValuePhrase], taken: frozenset[int]
    ) -> Iterator[WishPhrase]:
        """Yield the slots of which anything will do: "any dates", "I don't care about the stars"."""
        used = taken.union(*(range(each.first, each.last) for each in valued))
        for at, span in enumerate(line.spans):
            if at in taken or not span.has("any"):
                continue
            noun = self._indifferent_noun(line, at, range(at + 1, at + 1 + _NEAR_NOUN_BEHIND), used)
            if noun < 0:
                noun = self._indifferent_noun(line, at, range(at - 1, at - 1 - _NEAR_NOUN_BEFORE, -1), used)
            first, last = sorted((at, noun))
            for slot in self._meant(line[noun]):
                yield WishPhrase(first, last + 1, Wish(slot, Constraint("any")))

    def _indifferent_noun(self, line: SpanLine, at: int, places: range, used: frozenset[int]) -> int:
        """Return where the noun stands that "any" is about; -1 where there is none."""
        bars = "value" if line[at].has("any_of") else "nothing"
        for place in places:
            if place in used:
                return -1
            if line[place + 1].has("except", "conjunction:but"):
                return -1  # "any seat but economy"
            if self._meant(line[place]) and not line[place].has(bars):
                return place
        return -1

    def _meant(self, noun: Span) -> Sequence[str]:
        """Return the slots that a noun is about: dates are those of both ways; of options themselves none."""
        if noun.has("asks_dates"):
            return list(filter(None, (self._parts.start, self._parts.end))) or self._parts.dates[:1]
        slots = map(str, noun.every("noun")[:1])
        return [slot for slot in slots if slot != self._parts.name]


def says_either_way(line: SpanLine, each: ValuePhrase | WishPhrase) -> bool:
    """Return whether a feature is named with its lack: "furnished or not", "with or without a lift"."""
    near = range(max(each.first - _TO_LACK, 0), each.last + 1)
    at = next((at for at in near if line[at].has("conjunction:or")), -1)
    if at < 0:
        return False
    own, before = _slots_of(line[each.first]), _slots_of(line[at - 1])
    lacks = line[at + 1].has("not")
    place = at + 2 if lacks else at + 1
    behind = line[place + 1] if line[place].has("article") else line[place]
    if not lacks:
        lack = {slot for slot, value in behind.every("value") if value == Flag(False)}
        return not lack.isdisjoint(own & before)  # "furnished or unfurnished"
    if line[at - 1].has("party:bringing"):
        return not own.isdisjoint(_slots_of(behind))
    ends = not behind.has("value", "noun", "place", "number", "strange", "unknown")
    return not own.isdisjoint(before) and (ends or not own.isdisjoint(_slots_of(behind)))


_TO_LACK = 3
"""Spans from a feature back to the "or" before it: "with or without a lift"."""


def _slots_of(span: Span) -> set[str]:
    """Return the slots that a span names or says a value of."""
    return {*map(str, span.every("noun")), *(slot for slot, _ in span.every("value"))}


_is_dropping = matching("any", "any_of")
_OPENING = ("particle", "article", "preposition", "filler", "conjunction", "comma")


def _is_weekday(value: Value) -> bool:
    """Return whether a value names a day of the week, as a column of them holds it."""
    return isinstance(value, Text) and value.value.casefold() in WEEKDAYS


def _behind_coordinated(line: SpanLine, each: ValuePhrase) -> int:
    """Return the place behind a value and those of its slot that it shares a predicate with: "Monday and Tuesday are".

    Only of values that open their clause, since "I want Rome, and Athens is too hot" says nothing against Rome.
    """
    opens = line.place(each.first, _CLAUSE_BEFORE, having("conjunction:but")) + 1
    if not all(span.has(*_OPENING) for span in line.part(opens, each.first)):
        return each.last
    last = each.last
    while line[last].has("conjunction:and", "alternative") and line[last + 1].has("value", "place"):
        last += 2
    return last if line[last].has("plural_predicate") else each.last


def _behind_asking_denial(line: SpanLine, first: int) -> int:
    """Return where a clause goes on behind the last denial before a place that but asks; 0 without one."""
    for at in range(first - 1, -1, -1):
        if asks_by_denial(line, at):
            return at + 1
    return 0


def asks_by_denial(line: SpanLine, at: int) -> bool:
    """Return whether a denial but asks: "isn't there one in Rome?", "is there really nothing?", "none there?"."""
    if not line[at].has("not"):
        return False
    if line[at - 1].has("opens:inverted") and line[at + 1].has("addressed", "subject", "place", "reference:there"):
        return True
    if not line.asked:
        return False
    begins = at
    while line[begins - 1].has("filler", "particle"):
        begins -= 1
    if line[begins - 1].has("says:existing"):
        return True
    if not line[begins - 1].has("nothing", "comma", "clause_end"):
        return False
    is_lacking = line[at].has("retraction") and line[at + 1].has("place")  # "no London?"
    return is_lacking or line[at].has("none_at_all") or line[at + 1].has("item", "pro_form", "degree", "noun:name")


def _prefers_value(line: SpanLine, ends: Collection[int], at: int) -> bool:
    """Return whether a comparison says but that a value is better than others: "Athens would be nicer"."""
    if not line[at].has("preferable"):
        return False
    said = line.place(at, _PREFERRED, having("place", "date"))
    return said >= 0 and said + 1 in ends


def _is_named(line: SpanLine, at: int) -> bool:
    """Return whether a name behind a relation is a person's: "my son Austin wants to come", "our niece Athena, who"."""
    almost = line[at].words != str(line[at].data("place")).casefold()
    return line[at + 1].has("opens:name_act") or (almost and at + 1 == len(line))


def _is_answered_behind(line: SpanLine) -> bool:
    """Return whether a yes or no stands behind each thing that is spoken of: "wifi yes, breakfast no"."""
    last = line[len(line) - 1]
    return last.has("cue:answer_yes", "cue:answer_no") and not line[0].has("cue", "not")


# Relative amounts: "a day later", "two nights more", "cheaper by 200", "raise the budget by 300"
#
# A span becomes one letter, and the expressions are patterns over the letters:
#
#    N number    1 a, an    U unit    S a night    $ amount of money    x another, extra    c cheaper, later
#    d more, less    r raise    l lower    a add    b by    p push, bring    B back    F forward
#    P postpone, push back    f bring forward    o or    i what may stand between: it, my budget    . anything else


SMALLEST_DIFFERENCE = 20  # a bare number from here on can be a difference in price
_LETTERS = {
    "alternative": "o",
    "additional": "x", "raising": "r", "lowering": "l", "adding": "a", "by_amount": "b", "shifting": "p",
    "backwards": "B", "forwards": "F", "delaying": "P", "single": "1", "money": "$", "number": "N", "few": "N",
    "compare": "c", "unit": "U",
    "degree:more": "d", "degree:less": "d", "filler": "i", "reference": "i", "noun": "i", "cue": "i", "item": "i",
    "preposition": "i", "place": "i", "name": "i", "ordinal": "i", "whole": "i",
}  # fmt: skip
"""The letters of spans by the names that they go by, the surest first."""
_SHIFTING = {"says:backwards": "P", "says:forwards": "f"}
"""The letters of cues that begin with a word of shifting, by what else they say: "push back"."""
_AMOUNT = r"(?P<amount>[N1]U|S|\$|N(?!U))"


class RelativeForm(NamedTuple):
    """A pattern of letters and the direction in which it leads: more, less, later, earlier; empty as its word says.

    `of_limits` says that it changes the limit that holds: "raise the budget by 300".
    """

    letters: re.Pattern[str]
    direction: str
    of_limits: bool


_FORMS = tuple(
    RelativeForm(re.compile(letters.replace("A", _AMOUNT)), direction, letters[0] in "rla")
    for letters, direction in (
        ("A(oN)?(?P<word>c)", ""),  # a day later, a night or two longer
        ("(?P<word>c)bA", ""),  # cheaper by 200
        ("r[i1]{0,5}bA", "more"),  # raise the budget by 300
        ("l[i1]{0,5}bA", "less"),
        ("P[i1]{0,5}b?A", "later"),  # postpone it by a week
        ("p[i1]{0,5}Bb?A", "later"),  # push it back a week
        ("p[i1]{0,5}b?AB", "later"),
        ("p[i1]{0,5}bA", "later"),
        ("p[i1]{0,3}i(?P<amount>[N1]U|S)", "later"),  # push it on a fortnight
        ("p[i1]{0,5}Fb?A", "earlier"),  # bring it forward two days
        ("p[i1]{0,5}b?AF", "earlier"),
        ("f[i1]{0,5}b?A", "earlier"),
        ("l[i1]{0,5}AB?", "less"),  # knock 200 off
        (r"(?P<amount>\$|N)B", "less"),
        ("(?P<amount>[N1]xU|xN?U)", "more"),  # another two nights
        ("Ax", "more"),
        ("aA", "more"),  # add a night
        ("(?P<amount>[N1](?P<word>d)U)", ""),  # two more nights
        ("A(oN)?(?P<word>[dlr])(?!U)", ""),  # 200 less
    )
)
_VERB_WITH_OBJECT = re.compile("[rlapPf][i1]*")
"""What stands before an amount behind a verb that moves something: "push the Rome trip" back three days."""
_DIRECTED: dict[str, Operator] = {"more": "more", "less": "less", "later": "more", "earlier": "less"}
_OF_DAYS = ("later", "earlier")


class RelativeReader:
    """Finds relative amounts in clauses."""

    def __init__(self, parts: SchemaParts, context: ReaderContext, roles: RoleReader) -> None:
        self._parts, self._context, self._roles = parts, context, roles
        self._units = {
            unit: (slot.name, factor)
            for slot in parts.schema.slots
            for unit, factor in [
                *((unit, 1.0) for unit in slot.units),
                *((u, c[0]) for u, c in slot.conversions.items()),
            ]
        }

    def find(self, line: SpanLine, taken: Collection[int]) -> Iterator[WishPhrase]:
        """Yield the wishes for more or less of a slot by an amount; spans that are `taken` belong to references."""
        letters = "".join("i" if at in taken else self._letter(span) for at, span in enumerate(line.spans))
        for form in _FORMS:
            for found in form.letters.finditer(letters):
                wish = self._wish(line, form, found)
                if wish and not line[found.start() - 1].has("not"):
                    yield WishPhrase(_behind_object(letters, found.start()), found.end(), wish)
                    letters = f"{letters[: found.start()]}{'.' * len(found[0])}{letters[found.end() :]}"

    def _letter(self, span: Span) -> str:
        """Return the letter of a span."""
        if span.has("scope:night") and self._unit(span):
            return "S"
        letters = _LETTERS
        if span.names >= {"cue", "opens:shifting"}:
            letters = _SHIFTING | _LETTERS
        if span.names >= {"cue", "opens:party_more"}:  # "two nights more please"
            return "d"
        return next((letter for name, letter in letters.items() if name in span.names), ".")

    def _wish(self, line: SpanLine, form: RelativeForm, found: re.Match[str]) -> Wish | None:
        """Return the wish of an expression; None where its amount is none of what it compares."""
        word = line[found.start("word")] if "word" in form.letters.groupindex else NOTHING
        compared, direction = _comparison(word)
        if form.direction in _OF_DAYS:
            compared = self._parts.start
        measured = self._amount(line.part(*found.span("amount")), compared)
        if not measured:
            return None
        slot, amount = measured
        if compared in self._parts.dates:
            slot = self._roles.date_slot(line, found.start())
        op = _DIRECTED.get(form.direction or direction, "more")
        return Wish(slot, self._from_budget(slot, op, amount, form) or Constraint(op, (amount,)))

    def _amount(self, spans: Sequence[Span], compared: str) -> tuple[str, Value] | None:
        """Return the slot that differs by so much, and how much; None where these don't go together."""
        money, measure = spans[0].data("money"), self._unit(spans[-1])
        if money or not measure:
            return self._difference(compared or self._parts.price, money or Money(_number(spans)))
        slot, factor = measure
        amount = Number(_number(spans) * factor, self._parts.unit(slot))
        if compared in ("", slot):
            return slot, amount
        if compared in self._parts.dates and amount.unit == "days":
            return compared, amount
        return None

    def _difference(self, slot: str, amount: Money) -> tuple[str, Value] | None:
        """Return a slot with an amount of money by which it can differ."""
        least = 1 if slot in self._context.state.failed else SMALLEST_DIFFERENCE  # "10 more" where nothing was under 5
        if self._parts.kind(slot) != "money" or amount.value < least:
            return None
        return slot, amount

    def _unit(self, span: Span) -> tuple[str, float] | None:
        """Return the slot that a unit at the end of a span measures, and how much of it one is: "a week"."""
        measured = span.data("unit")
        if measured:
            return measured[0], measured[1]
        return self._units.get(span.words.rpartition(" ")[2])

    def _from_budget(self, slot: str, op: Operator, amount: Value, form: RelativeForm) -> Constraint | None:
        """Return the limit of the price that holds, raised or lowered; None where none is spoken of."""
        if not form.of_limits or not isinstance(amount, Money):
            return None
        change = amount.value if op == "more" else -amount.value
        held = [wish.constraint for wish in self._context.wishes if wish.slot == slot and wish.constraint.values]
        for limited in held[-1:]:
            limit = limited.values[-1]
            if isinstance(limit, Money):
                return replace(limited, values=(Money(limit.value + change, limit.currency),))
        return None


def _is_of_stay(line: SpanLine, first: int) -> bool:
    """Return whether a day is one that the stay covers: "we have to be there on", "for a wedding on"."""
    covering = line.place(first, _COVERED, having("says:covering"))
    if covering >= 0:
        return not line[covering - 1].has("opens:setting_off")  # "get away on August 26"
    event = line.place(first, _EVENT, having("event"))
    return event >= 0 and line.some(event - 3, event, "purpose")


def _behind_object(letters: str, first: int) -> int:
    """Return where the amount begins behind a verb and what it moves, which may be a reference of its own."""
    found = _VERB_WITH_OBJECT.match(letters, first)
    return found.end() if found else first


def _comparison(word: Span) -> tuple[str, str]:
    """Return the slot that a word compares by, empty for any, and the direction."""
    if word.has("compare"):
        slot, direction = word.data("compare")
        return slot, direction
    if word.has("degree"):
        return "", word.data("degree")
    return "", "less" if word.has("lowering") else "more"


def _number(spans: Sequence[Span]) -> float:
    """Return the first number that some spans say; 1 where they say none."""
    for span in spans:
        if span.has("number", "few"):
            return float(span.data("number", "few"))
    return 1.0


# Comparisons


_INDEFINITE = before(3)
_is_indefinite = having("indefinite")
_CONTRARY: Mapping[Operator, Operator] = {"more": "less", "less": "more"}
_OF_DEGREES: Mapping[str, Operator] = {"more": "more", "less": "less", "most": "most", "least": "least"}
_EXTREME: Mapping[Operator, Operator] = {"more": "most", "less": "least"}


class ComparedSlot(NamedTuple):
    """A slot that words compare by, the direction, and the place behind the words."""

    slot: str
    op: Operator
    last: int


def sorts_list(line: SpanLine, at: int) -> bool:
    """Return whether a word behind an extreme makes it the order of a list: "cheapest first", not "the first one"."""
    is_first = line[at].has("ordinal") and float(line[at].data("ordinal")) == 1
    return is_first and not line[at + 1].has("pro_form", "item", "number")


def ends_sorting(line: SpanLine, at: int) -> bool:
    """Return whether a word ends what names the order of a list: "cheapest first", "longest battery first"."""
    first = at - 1 if line[at - 1].has("extreme") else at - 2
    named = line[first].has("extreme", "degree") and not line[first - 1].has("definite")
    return named and sorts_list(line, at)


class ComparisonReader:
    """Reads comparisons."""

    def __init__(self, parts: SchemaParts, *, offered: bool) -> None:
        """`offered` says that there are options that may be complained of."""
        self._parts, self._offered = parts, offered
        self._readings = (
            self._degree_of_noun,
            self._comparative,
            self._complaint,
            self._excess,
            self._degree_behind_verb,
            self._superlative,
            self._wished_adjective,
        )

    def read(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Return what the words at a place compare by; None where they don't."""
        return next(filter(None, (reading(line, at) for reading in self._readings)), None)

    def _comparative(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "cheaper"."""
        said = line[at].data("compare")
        return ComparedSlot(said[0], said[1], at + 1) if said else None

    def _excess(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "too expensive", which asks for less."""
        said = line[at].data("adjective")
        if not said or not line[at - 1].has("excess") or line.some(at + 1, at + NEAR_FLIGHT, "in_the_air"):
            return None  # "far too long on a plane" is no wish for a shorter stay
        return ComparedSlot(said[0], _CONTRARY[said[1]], at + 1)

    def _complaint(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "that's a bit small" and "bad rating", which ask for the contrary."""
        said = judgement(line, self._parts.schema) if self._offered and not line.asked else None
        return ComparedSlot(said.slot, said.wished, said.last) if said and said.complains and said.first == at else None

    def excess(self, line: SpanLine, first: int) -> Operator | None:
        """Return whether what stands before a place has to be more or less, since there is too much of it."""
        at = excess_place(line, first) + 1
        found = self._excess(line, at) if at else None
        return found.op if found else None

    def _degree_of_noun(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "more memory" and "the best rating"."""
        degree = line[at].data("degree")
        if not degree:
            return None
        slot = self.measured(line[at + 1])
        return ComparedSlot(slot, self._operator(slot, degree), at + 2 + sorts_list(line, at + 2)) if slot else None

    def _degree_behind_verb(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "which weighs the least", where no noun follows that the degree could be of."""
        slot, said = self.measured(line[at]), at + 1 + line[at + 1].has("definite")
        ends = line[said + 1].has("nothing", "clause_end", "comma", "conjunction", "of")
        if not slot or not ends or not line[said].has("least_or_most"):
            return None
        return ComparedSlot(slot, self._operator(slot, line[said].data("degree")), said + 1)

    def _superlative(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "cheapest"; not one that only introduces a day: "the earliest I can leave is August 8"."""
        said = line[at].data("extreme")
        if not said:
            return None
        introduces = said[0] in self._parts.dates and line.some(at + 1, len(line), "date")
        return None if introduces else ComparedSlot(said[0], said[1], at + 1 + sorts_list(line, at + 1))

    def _wished_adjective(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "something cheap", "as cheap as possible" as a wish for the cheapest; "it sounds grand" is a remark.

        What is counted is no adjective: "a 2 rooms flat".
        """
        said = line[at].data("adjective")
        if not said or line[at].has("filler") or line[at - 1].has("number"):
            return None
        if line[at + 1].has("opens:utmost"):
            return ComparedSlot(said[0], _EXTREME[said[1]], at + 2)
        if line[at + 1].has("item", f"noun:{self._parts.name}") or line.nearest(at, _INDEFINITE, _is_indefinite).words:
            return ComparedSlot(said[0], _EXTREME[said[1]], at + 1)
        return None

    def _operator(self, slot: str, degree: str) -> Operator:
        """Return the operator of a degree; the best is the most or the least, as the slot has it."""
        if degree == "best":
            return "least" if self._parts.schema.by_name[slot].better == "less" else "most"
        return _OF_DEGREES[degree]

    def measured(self, span: Span) -> str:
        """Return the slot with an order that a noun or a unit names; empty where it names none."""
        slots = (*map(str, span.every("noun")), *(unit[0] for unit in span.every("unit")))
        return next(filter(self._parts.is_measured, slots), "")


# Coordination


MOST_BETWEEN = 4  # spans between two coordinated values
MOST_TO_ALTERNATIVE = 8  # spans between days of which either will do
_RANGE_VERB = before(6, until="date number place conjunction comma")
_BOUND_BY: dict[Operator, Operator] = {"more": "at_least", "less": "at_most"}
_COMPARED_BY: dict[Operator, Operator] = {bound: compared for compared, bound in _BOUND_BY.items()}


_ENDS_OF_STAY: tuple[Operator, Operator] = ("is", "is")
_BOUNDS_OF_STAY: tuple[Operator, Operator] = ("at_least", "at_most")
"""How the first and the last day of a stay limit departure and return."""


class PhrasePair(NamedTuple):
    """Two neighbouring phrases of a line."""

    line: SpanLine
    one: WishPhrase
    two: WishPhrase
    parts: SchemaParts

    @property
    def first(self) -> Constraint:
        """The constraint of the first phrase."""
        return self.one.wish.constraint

    @property
    def second(self) -> Constraint:
        """The constraint of the second phrase."""
        return self.two.wish.constraint

    @property
    def slots(self) -> tuple[str, str]:
        """The slots of both."""
        return self.one.wish.slot, self.two.wish.slot

    @property
    def kinds(self) -> tuple[str, str]:
        """The kinds of their slots."""
        return self.parts.kind(self.one.wish.slot), self.parts.kind(self.two.wish.slot)

    @property
    def values(self) -> tuple[Value, ...]:
        """The values of both."""
        return *self.first.values, *self.second.values

    @property
    def between(self) -> Sequence[Span]:
        """The spans between them."""
        return self.line.part(self.one.last, self.two.first)

    @property
    def links(self) -> frozenset[str]:
        """The names of the only word between them; "and" is the link of a range behind "between"."""
        links = [span.names for span in self.between if not span.has("article")]
        if len(links) != 1:
            return frozenset()
        ranges = "range_and" in links[0] and self.is_range
        return links[0] | {"range"} if ranges else links[0]

    @property
    def is_range(self) -> bool:
        """Whether "between" stands before them."""
        return self.line.some(self.one.first - 3, self.one.first, "between")

    def joined(self, slot: str, joint: Constraint) -> list[WishPhrase]:
        """Return one phrase for both."""
        return [WishPhrase(self.one.first, self.two.last, Wish(slot, joint))]


def _is_coordinated(pair: PhrasePair) -> bool:
    """Return whether nothing but links, articles and prepositions stands between two phrases."""
    return len(pair.between) <= MOST_BETWEEN and all(span.has("conjunction", "slight") for span in pair.between)


def _is_bare_flag(pair: PhrasePair) -> bool:
    """Return whether the second phrase but names a feature: not so "forget breakfast, and wifi would be nice"."""
    says_more = pair.line[pair.two.last].has("auxiliary", "copula", "modal")
    linked = some(pair.between, "conjunction") and not some(pair.between, "comma")
    return pair.second.values == (Flag(True),) and linked and not says_more


def _is_one_each(pair: PhrasePair) -> bool:
    """Return whether another one is what the second phrase is for: "one to Rome and one to Oslo"."""
    between = pair.between
    linked = len(between) <= MOST_BETWEEN and all(span.has("conjunction", "slight", "pro_form") for span in between)
    return linked and some(between, "conjunction") and some(between, "pro_form")


def _denies(pair: PhrasePair) -> bool:
    """Return whether the first phrase says that something isn't so."""
    return pair.first.op == "not" or Flag(False) in pair.first.values


def _spreads_denial(pair: PhrasePair) -> bool:
    """Return whether a link between two phrases gives both the denial of the first."""
    links = ("alternative", "range_and") if len(pair.second.values) == 1 else ("alternative", "range_and", "comma")
    return some(pair.between, *links)


def _is_part_of(pair: PhrasePair) -> bool:
    """Return whether the place of the first phrase lies in that of the second: "Rome, Italy"."""
    places = [str(value) for name in (*pair.first.values[-1:], *pair.second.values) for value in _texts(name)]
    if len(places) != 2 or places[0] == places[1]:
        return False
    return WORLD.within(*places)


def _opens_choice(pair: PhrasePair) -> bool:
    """Return whether nothing but a comma stands between a phrase and a choice of others: "the 19th, 20th or 21st"."""
    chosen = some(pair.line.part(pair.two.first, pair.two.last), "says:alternative")
    return chosen and len(pair.between) == 1 and pair.between[0].has("comma")


SHORTEST_MONTH = timedelta(27)
"""From the first to the last day of a month at least: who is free "in August and September" is so in either."""


_OF_PAIRS: dict[str, Callable[[PhrasePair], object]] = {
    "one_slot": lambda pair: pair.slots[0] == pair.slots[1],
    "two_slots": lambda pair: pair.slots[0] != pair.slots[1],
    "one_op": lambda pair: pair.first.op == pair.second.op,
    "valued": lambda pair: pair.first.values and pair.second.values,
    "numeric": lambda pair: pair.kinds[0] in ("money", "number"),
    "one_kind_of_place_or_day": lambda pair: pair.kinds[0] == pair.kinds[1] and pair.kinds[0] in ("place", "date"),
    "dates": lambda pair: pair.slots[0] in pair.parts.dates,
    "days_of_stay": lambda pair: {*pair.slots} <= {pair.parts.start, pair.parts.end},
    "days_follow": lambda pair: _follow_on(pair),
    "days_in_order": lambda pair: _are_days_in_order(pair.values),
    "texts": lambda pair: all(isinstance(value, Text | Texts) for value in pair.values),
    "held_or_denied": lambda pair: pair.first.op in ("is", "not"),
    "one_is_denied": lambda pair: (pair.first.op == "not") != (pair.second.op == "not"),
    "denies": _denies,
    "first_open": lambda pair: not pair.first.values,
    "gives_up_first": lambda pair: pair.first.op == "any" and pair.line[pair.one.last - 1].has("value", "noun"),
    "second_is_bare_flag": lambda pair: _is_bare_flag(pair),
    "first_compares": lambda pair: {pair.first.op} & {*_BOUND_BY, *_COMPARED_BY},
    "second_compares": lambda pair: pair.second.op in _BOUND_BY,
    "second_valued": lambda pair: pair.second.values,
    "second_is_so": lambda pair: pair.second.op == "is",
    "one_slot_or_flag": lambda pair: pair.slots[0] == pair.slots[1] or Flag(True) in pair.second.values,
    "than": lambda pair: some(pair.between, "than"),
    "or": lambda pair: len(pair.between) == 1 and pair.between[0].has("alternative"),
    "comma": lambda pair: pair.line[pair.one.last].has("comma"),
    "apart": lambda pair: pair.between,
    "denying_words": lambda pair: all(span.has("not", "comma", "than", "article") for span in pair.between),
    "days_said": lambda pair: all(isinstance(value, Days) for value in pair.values),
    "months": lambda pair: all(
        isinstance(value, Days) and value.last - value.first >= SHORTEST_MONTH for value in pair.values
    ),
    "first_is_so": lambda pair: pair.first.op == "is",
    "said_again": lambda pair: pair.second.op in ("is", "not") and set(pair.second.values) <= set(pair.first.values),
    "or_between": lambda pair: len(pair.between) <= MOST_TO_ALTERNATIVE and some(pair.between, "alternative"),
    "opens_choice": _opens_choice,
    "leaving_or_back": lambda pair: pair.is_range and _verb_of_range(pair) is not None,
    "day_range": lambda pair: not pair.links.isdisjoint(("range", "back")),
    "number_range": lambda pair: not pair.links.isdisjoint(("range", "alternative")),
    "coordinated": _is_coordinated,
    "one_each": _is_one_each,
    "spreads_denial": _spreads_denial,
    "part_of": _is_part_of,
}
"""What may hold of two neighbouring phrases."""


def _compared_with_value(pair: PhrasePair) -> list[WishPhrase]:
    """Join a comparison and the value behind it: "newer than 2018", the contrary where that "is out"."""
    first = pair.first.op
    op, strict = _BOUND_BY.get(first, first), first in _BOUND_BY
    if is_condemned(pair.line, pair.two.last):
        op, strict = contrary(op), False
    return pair.joined(pair.slots[0], replace(pair.second, op=op, strict=strict))


def _value_or_compared(pair: PhrasePair) -> list[WishPhrase]:
    """Join a value and the comparison behind it: "2018 or older"."""
    return pair.joined(pair.slots[0], replace(pair.first, op=_BOUND_BY[pair.second.op]))


def _stay(pair: PhrasePair) -> list[WishPhrase]:
    """Make two days the ends of a stay, "August 20 to 30", or bounds of it: "between August 20 and 30"."""
    leaving, back = _BOUNDS_OF_STAY if pair.is_range else _ENDS_OF_STAY
    return [
        pair.one._replace(wish=Wish(pair.parts.start, replace(pair.first, op=leaving, strict=False))),
        pair.two._replace(wish=Wish(pair.parts.end, Constraint(back, pair.second.values[:1]))),
    ]


def _verb_of_range(pair: PhrasePair) -> Span | None:
    """Return the word that says of what a range of days is: leaving or coming home; None where nothing does."""
    at = pair.line.place(pair.one.first, _RANGE_VERB, having("setting_off", "says:homeward"))
    return pair.line[at] if at >= 0 else None


def _days_between(pair: PhrasePair) -> list[WishPhrase]:
    """Join the days between which one leaves or comes home: "leaving between the 21st and the 31st"."""
    verb = _verb_of_range(pair)
    slot = pair.parts.end if verb and verb.has("says:homeward") else pair.parts.start
    return pair.joined(slot, Constraint("between", (pair.first.values[0], pair.second.values[0])))


def _first_of_pair(pair: PhrasePair) -> list[WishPhrase]:
    """Leave out what but repeats that the first may not be had: "October, or if not October then"."""
    return [pair.one]


def _alternatives_of_days(pair: PhrasePair) -> list[WishPhrase]:
    """Join days of which any will do: "October or late September"."""
    return pair.joined(pair.slots[0], replace(pair.first, values=tuple(dict.fromkeys(pair.values))))


def _range(pair: PhrasePair) -> list[WishPhrase]:
    """Join the ends of a range: "between 100 and 200"."""
    return pair.joined(
        pair.slots[0], Constraint("between", (pair.first.values[0], pair.second.values[0]), pair.second.scope)
    )


def _either_day(pair: PhrasePair) -> list[WishPhrase]:
    """Join days of which any will do and that follow on one another: "the 12th or 13th of August"."""
    one, two = pair.first.values[-1], pair.second.values[0]
    assert isinstance(one, Days)
    assert isinstance(two, Days)
    values = (*pair.first.values[:-1], Days(one.first, two.last), *pair.second.values[1:])
    return pair.joined(pair.slots[0], replace(pair.first, values=values))


def _follow_on(pair: PhrasePair) -> bool:
    """Return whether the days of the second phrase begin where those of the first end: "the 12th or 13th"."""
    one, two = pair.first.values[-1:], pair.second.values[:1]
    days = [value for value in (*one, *two) if isinstance(value, Days)]
    return len(days) > 1 and days[1].first - days[0].last <= timedelta(1)


def _are_days_in_order(values: Sequence[Value]) -> bool:
    """Return whether two days follow one another."""
    days = [value for value in values if isinstance(value, Days)]
    return len(days) > 1 and days[0].last <= days[1].first


def _contrast(pair: PhrasePair) -> list[WishPhrase]:
    """Give what is denied beside a value of its kind the slot of that: "from Boston, not New York"."""
    return [pair.one, pair.two._replace(wish=replace(pair.two.wish, slot=pair.slots[0]))]


def _place_with_country(pair: PhrasePair) -> list[WishPhrase]:
    """Leave out the country that a place is said to lie in: "Rome, Italy"."""
    return [pair.one._replace(last=pair.two.last)]


def _alternatives(pair: PhrasePair) -> list[WishPhrase]:
    """Join coordinated values of one slot: "Rome, Athens or Madrid" is one of them; of a list, "and" wants all."""
    values = tuple(dict.fromkeys(pair.values))
    chosen = pair.first.op == "not" or some(pair.between, "alternative")
    if not chosen and pair.slots[0] in pair.parts.lists:
        values = (Texts(tuple(chain.from_iterable(map(_texts, values)))),)
    return pair.joined(pair.slots[0], replace(pair.first, values=values))


def _denial(pair: PhrasePair) -> list[WishPhrase]:
    """Spread a denial to what is coordinated with it: "neither white nor green"."""
    return [pair.one, pair.two._replace(wish=replace(pair.two.wish, constraint=_contrary(pair.second)))]


def _both_given_up(pair: PhrasePair) -> list[WishPhrase]:
    """Spread what gives something up to what is coordinated with it: "forget the breakfast and the park"."""
    return [pair.one, pair.two._replace(wish=replace(pair.two.wish, constraint=pair.first))]


class JoiningPattern(NamedTuple):
    """What has to hold of two neighbouring phrases, and what becomes of them then."""

    needs: tuple[str, ...]
    join: Callable[[PhrasePair], list[WishPhrase]]

    def fits(self, pair: PhrasePair) -> bool:
        """Return whether two phrases are meant."""
        return all(_OF_PAIRS[name](pair) for name in self.needs)


_PATTERNS = tuple(
    JoiningPattern(tuple(needs.split()), join)
    for needs, join in (
        ("one_slot than second_valued first_open first_compares", _compared_with_value),
        ("one_slot or second_compares", _value_or_compared),
        ("valued one_slot days_said first_is_so said_again or_between", _first_of_pair),
        ("valued leaving_or_back day_range days_of_stay days_said", _days_between),
        ("valued day_range days_of_stay", _stay),
        ("valued one_slot numeric number_range", _range),
        ("or one_op dates days_in_order days_follow", _either_day),
        ("valued one_slot days_said first_is_so second_is_so or_between", _alternatives_of_days),
        ("valued one_slot days_said first_is_so second_is_so months coordinated", _alternatives_of_days),
        ("valued one_slot days_said first_is_so second_is_so opens_choice days_follow", _either_day),
        ("valued one_slot days_said first_is_so second_is_so opens_choice", _alternatives_of_days),
        ("two_slots one_is_denied one_kind_of_place_or_day apart denying_words", _contrast),
        ("one_slot one_op held_or_denied texts comma coordinated part_of", _place_with_country),
        ("one_slot one_op held_or_denied texts coordinated", _alternatives),
        ("one_slot one_op first_is_so texts one_each", _alternatives),
        ("second_is_so second_valued denies one_slot_or_flag coordinated spreads_denial", _denial),
        ("gives_up_first second_is_so second_is_bare_flag coordinated", _both_given_up),
        ("one_slot one_op held_or_denied texts coordinated", _alternatives),
    )
)
"""The ways in which neighbouring phrases are joined, each for the whole line before the next."""


def joined(line: SpanLine, found: Sequence[WishPhrase], parts: SchemaParts) -> list[WishPhrase]:
    """Return the phrases of a line, those joined that belong together."""
    phrases = list(found)
    for rule in _PATTERNS:
        before, phrases = phrases, phrases[:1]
        for phrase in before[1:]:
            pair = PhrasePair(line, phrases[-1], phrase, parts)
            phrases[-1:] = rule.join(pair) if rule.fits(pair) else [phrases[-1], phrase]
    return list(map(_compared, phrases))


def _compared(phrase: WishPhrase) -> WishPhrase:
    """Return a denied comparison that no value follows as the contrary one: "not dearer" is cheaper."""
    wished = phrase.wish.constraint
    if wished.values or wished.op not in _COMPARED_BY:
        return phrase
    return phrase._replace(wish=replace(phrase.wish, constraint=replace(wished, op=_COMPARED_BY[wished.op])))


def _texts(value: object) -> tuple[str, ...]:
    """Return the texts that a value holds."""
    return value.values if isinstance(value, Texts) else (str(getattr(value, "value", value)),)


def _contrary(wished: Constraint) -> Constraint:
    """Return the contrary of a constraint for values."""
    value = wished.values[0]
    if isinstance(value, Flag):
        return replace(wished, values=(Flag(not value.value),))
    return replace(wished, op=contrary(wished.op))
