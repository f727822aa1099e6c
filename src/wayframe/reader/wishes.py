"""Wishes: the values of a clause with the operators, denials and prepositions that belong to them, composed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Days, Flag, Money, Number, Operator, Text, Texts, Value, Wish
from wayframe.reader import ReaderContext
from wayframe.reader.spans import NOTHING, Clause, PartyPhrase, Span, SpanLine, before, having, some
from wayframe.reader.values import (
    NumberReader,
    OperatorReader,
    RoleReader,
    SchemaParts,
    ValuePhrase,
    constraint,
    contrary,
    negated,
)
from wayframe.schema import Schema
from wayframe.sources.places import WORLD

SHORTEST_VALUE = 4  # letters of a value that may be a word of the conversation, too
_LIKED_LESS = before(3, until="number money date place")
_DROPPING = before(2, over="article owner")
_KIN = frozenset(("adult", "child"))
_NEAR_NOUN_BEHIND, _NEAR_NOUN_BEFORE = 4, 3  # spans from "any" to what it is about


class WishPhrase(NamedTuple):
    """A wish and the spans that it came from (the last excluded)."""

    first: int
    last: int
    wish: Wish


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
        return line[at + 1].has("opens:name_act") and not _KIN.isdisjoint(line[at - 1].every("party"))

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
            denied = line[each.last].has("cue:answer_no")
        wished = constraint(bound, each.value, denied=denied)
        if self._parts.kind(each.slot) == "money":
            wished = replace(wished, scope=self._operators.scope(line.upto(ceiling), each.first, each.last))
        return WishPhrase(each.first, each.last, Wish(each.slot, wished))

    def _is_less_liked(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether something else is preferred to a value: "rather Milan than Rome"."""
        if not line.nearest(each.first, _LIKED_LESS, having("liked_less")).words:
            return False
        return line.some(0, each.first, "preferring")

    def _is_behind_answer(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether a place or a day is all that stands behind a no, and wasn't wished before: "no, Milan"."""
        if self._parts.kind(each.slot) not in ("place", "date") or (each.first, each.last) != (1, len(line)):
            return False
        wished = any(each.value in wish.constraint.values for wish in self.context.wishes)
        return line[0].has("cue:answer_no") and bool(self.context.wishes) and not wished

    def _is_indifferent(self, line: SpanLine, each: ValuePhrase) -> bool:
        """Return whether a feature doesn't matter any more: "drop the gym", "breakfast isn't necessary"."""
        dropped = line.nearest(each.first, _DROPPING, having("any"))
        return any(span.has("any") and not span.has("any_of") for span in (dropped, line[each.last]))

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
            if line[place + 1].has("except") or line[place + 1].has("conjunction:but"):
                return -1  # "any seat but economy"
            named = noun.has("asks_dates") or (noun.has("noun") and noun.data("noun") != self._parts.name)
            if named and not (line[at].has("any_of") and noun.has("value")):
                return place
        return -1

    def _meant(self, noun: Span) -> Sequence[str]:
        """Return the slots that a noun is about: dates are those of both ways."""
        if noun.has("asks_dates"):
            return [slot for slot in (self._parts.start, self._parts.end) if slot] or self._parts.dates[:1]
        return (str(noun.data("noun")),)


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
#    P postpone, push back    f bring forward    i what may stand between: it, my budget    . anything else


SMALLEST_DIFFERENCE = 20  # a bare number from here on can be a difference in price
_LETTERS_OF_CLASSES = {
    "additional": "x", "raising": "r", "lowering": "l", "adding": "a", "by_amount": "b", "shifting": "p",
    "backwards": "B", "forwards": "F", "delaying": "P", "single": "1",
}  # fmt: skip
_LETTERS_OF_KINDS = {"money": "$", "number": "N", "few": "N", "compare": "c", "unit": "U", "degree": "d"}
_SHIFTED = {"says:backwards": "P", "says:forwards": "f"}
_BETWEEN = ("filler", "reference", "noun", "cue", "item", "preposition", "place", "name", "ordinal")
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
        ("A(?P<word>c)", ""),  # a day later
        ("(?P<word>c)bA", ""),  # cheaper by 200
        ("r[i1]{0,5}bA", "more"),  # raise the budget by 300
        ("l[i1]{0,5}bA", "less"),
        ("P[i1]{0,5}b?A", "later"),  # postpone it by a week
        ("p[i1]{0,5}Bb?A", "later"),  # push it back a week
        ("p[i1]{0,5}b?AB", "later"),
        ("p[i1]{0,5}bA", "later"),
        ("p[i1]{0,5}Fb?A", "earlier"),  # bring it forward two days
        ("p[i1]{0,5}b?AF", "earlier"),
        ("f[i1]{0,5}b?A", "earlier"),
        ("l[i1]{0,5}AB?", "less"),  # knock 200 off
        (r"(?P<amount>\$|N)B", "less"),
        ("(?P<amount>[N1]xU|xN?U)", "more"),  # another two nights
        ("Ax", "more"),
        ("aA", "more"),  # add a night
        ("(?P<amount>[N1](?P<word>d)U)", ""),  # two more nights
        ("A(?P<word>[dlr])(?!U)", ""),  # 200 less
    )
)
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
                    yield WishPhrase(found.start(), found.end(), wish)
                    letters = f"{letters[: found.start()]}{'.' * len(found[0])}{letters[found.end() :]}"

    def _letter(self, span: Span) -> str:
        if span.data("scope") == "night" and self._unit(span):
            return "S"
        if span.has("cue") and span.has("opens:shifting") and span.has(*_SHIFTED):
            return next(letter for name, letter in _SHIFTED.items() if span.has(name))
        classes = (letter for name, letter in _LETTERS_OF_CLASSES.items() if span.has(name))
        kinds = (letter for kind, letter in _LETTERS_OF_KINDS.items() if span.has(kind))
        between = "i" if span.has(*_BETWEEN) or span.has("whole") else "."
        return next(chain(classes, kinds), between)

    def _wish(self, line: SpanLine, form: RelativeForm, found: re.Match[str]) -> Wish | None:
        """Return the wish of an expression; None where its amount is none of what it compares."""
        word = line[found.start("word")] if "word" in form.letters.groupindex else NOTHING
        compared, direction = word.data("compare") or ("", word.data("degree") or _direction(word))
        if form.direction in _OF_DAYS:
            compared = self._parts.start
        slot, amount = self._amount(line.part(*found.span("amount")), compared)
        if not slot:
            return None
        if compared in self._parts.dates:
            slot = self._roles.date_slot(line, found.start())
        op = _DIRECTED.get(form.direction or direction, "more")
        return Wish(slot, self._from_budget(slot, op, amount, form) or Constraint(op, (amount,)))

    def _amount(self, spans: Sequence[Span], compared: str) -> tuple[str, Value]:
        """Return the slot that differs by so much, and how much; an empty slot where these don't go together."""
        numbers = (span.data("number", "few") for span in spans)
        number = next((float(number) for number in numbers if number is not None), 1.0)
        money = spans[0].data("money")
        measure = self._unit(spans[-1])
        if money or not measure:
            slot = compared or self._parts.price
            amount = money or Money(number)
            fits = self._parts.kind(slot) == "money" and amount.value >= SMALLEST_DIFFERENCE
            return (slot, amount) if fits else ("", amount)
        slot, factor = measure
        amount = Number(number * factor, self._parts.unit(slot))
        of_days = compared in self._parts.dates and amount.unit == "days"
        return (compared or slot, amount) if of_days or compared in ("", slot) else ("", amount)

    def _unit(self, span: Span) -> tuple[str, float] | None:
        """Return the slot that a unit at the end of a span measures, and how much of it one is: "a week"."""
        return self._units.get(span.words.rpartition(" ")[2])

    def _from_budget(self, slot: str, op: Operator, amount: Value, form: RelativeForm) -> Constraint | None:
        """Return the limit of the price that holds, raised or lowered; None where none is spoken of."""
        held = [wish.constraint for wish in self._context.wishes if wish.slot == slot and wish.constraint.values]
        if not form.of_limits or not held or not isinstance(amount, Money):
            return None
        limit = held[-1].values[-1]
        if not isinstance(limit, Money):
            return None
        change = amount.value if op == "more" else -amount.value
        return replace(held[-1], values=(Money(limit.value + change, limit.currency),))


def _direction(word: Span) -> str:
    return "less" if word.has("lowering") else "more"


# Comparisons


_INDEFINITE = before(3)
_CONTRARY: Mapping[Operator, Operator] = {"more": "less", "less": "more"}
_EXTREME: Mapping[Operator, Operator] = {"more": "most", "less": "least"}


class ComparedSlot(NamedTuple):
    """A slot that words compare by, the direction, and the place behind the words."""

    slot: str
    op: Operator
    last: int


class ComparisonReader:
    """Reads comparisons."""

    def __init__(self, parts: SchemaParts) -> None:
        self._parts = parts
        self._readings = (
            self._comparative,
            self._excess,
            self._degree_of_noun,
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
        return ComparedSlot(said[0], _CONTRARY[said[1]], at + 1) if said and line[at - 1].has("excess") else None

    def _degree_of_noun(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "more memory" and "the best rating"."""
        degree = line[at].data("degree")
        slot = self.measured(line[at + 1]) if degree else ""
        return ComparedSlot(slot, self._operator(slot, degree), at + 2) if slot else None

    def _superlative(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "cheapest"; not one that only introduces a day: "the earliest I can leave is August 8"."""
        said = line[at].data("extreme")
        if not said or (said[0] in self._parts.dates and some(line.spans[at + 1 :], "date")):
            return None
        return ComparedSlot(said[0], said[1], at + 1)

    def _wished_adjective(self, line: SpanLine, at: int) -> ComparedSlot | None:
        """Read "something cheap" as a wish for the cheapest; "it sounds grand" is a remark."""
        said = line[at].data("adjective")
        if not said or line[at].has("filler"):
            return None
        qualifies = line[at + 1].has("item") or self._parts.name in line[at + 1].every("noun")
        wished = qualifies or line.place(at, _INDEFINITE, having("indefinite")) >= 0
        return ComparedSlot(said[0], _EXTREME[said[1]], at + 1) if wished else None

    def _operator(self, slot: str, degree: Operator | str) -> Operator:
        """Return the operator of a degree; the best is the most or the least, as the slot has it."""
        known = self._parts.schema.slot(slot)
        operators: dict[str, Operator] = {"more": "more", "less": "less", "most": "most", "least": "least"}
        best: Operator = "least" if known and known.better == "less" else "most"
        return operators.get(degree, best)

    def measured(self, span: Span) -> str:
        """Return the slot with an order that a noun or a unit names; empty where it names none."""
        slots = (*map(str, span.every("noun")), *(unit[0] for unit in span.every("unit")))
        return next(filter(self._parts.is_measured, slots), "")


# Coordination


_DAY_LINKS, _NUMBER_LINKS = frozenset(("range", "back")), frozenset(("range", "alternative"))
_DENIAL_LINKS = ("alternative", "range_and")
MOST_BETWEEN = 4  # spans between two coordinated values
_BOUND_BY: dict[Operator, Operator] = {"more": "at_least", "less": "at_most"}
_COMPARED_BY: dict[Operator, Operator] = {bound: compared for compared, bound in _BOUND_BY.items()}


Joining = Callable[[SpanLine, WishPhrase, WishPhrase], list[WishPhrase] | None]


class PhraseJoiner:
    """Joins neighbouring phrases."""

    def __init__(self, parts: SchemaParts) -> None:
        self._parts = parts
        self._rules: tuple[Joining, ...] = (
            self._measured,
            self._ranged,
            self._either_day,
            self._contrasted,
            self._alternatives,
            self._denied,
            self._alternatives,
        )

    def joined(self, line: SpanLine, found: Sequence[WishPhrase]) -> list[WishPhrase]:
        """Return the phrases of a line, those joined that belong together."""
        phrases = list(found)
        for rule in self._rules:
            phrases = _folded(line, phrases, rule)
        return list(map(_compared, phrases))

    def _measured(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Join a comparison and the value it is with: "newer than 2018", "2018 or older"."""
        first, second = one.wish.constraint, two.wish.constraint
        if one.wish.slot != two.wish.slot:
            return None
        if line.some(one.last, two.first, "than") and second.values and not first.values:
            op = _BOUND_BY.get(first.op, first.op)
            if op not in _COMPARED_BY:
                return None
            joint = replace(second, op=op, strict=first.op in _BOUND_BY)
        elif line[one.last].has("alternative") and two.first == one.last + 1 and second.op in _BOUND_BY:
            joint = replace(first, op=_BOUND_BY[second.op])
        else:
            return None
        return [WishPhrase(one.first, two.last, Wish(one.wish.slot, joint))]

    def _ranged(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Join the ends of a range: "between 100 and 200", "August 20 to 30"."""
        link, slots = _link(line, one, two), (one.wish.slot, two.wish.slot)
        first, second = one.wish.constraint, two.wish.constraint
        if not link or not first.values or not second.values:
            return None
        if link & _DAY_LINKS and {*slots} <= {self._parts.start, self._parts.end}:
            return [
                one._replace(wish=Wish(self._parts.start, replace(first, op="is", strict=False))),
                two._replace(wish=Wish(self._parts.end, Constraint("is", second.values[:1]))),
            ]
        if not link & _NUMBER_LINKS or slots[0] != slots[1] or self._parts.kind(slots[0]) not in ("money", "number"):
            return None
        joint = Constraint("between", (first.values[0], second.values[0]), second.scope)
        return [WishPhrase(one.first, two.last, Wish(slots[0], joint))]

    def _either_day(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Join days of which either will do: "the 12th or 13th of August"."""
        first, second = one.wish.constraint, two.wish.constraint
        if two.first != one.last + 1 or not line[one.last].has("alternative") or first.op != second.op:
            return None
        days = [value for value in (*first.values, *second.values) if isinstance(value, Days)]
        if one.wish.slot not in self._parts.dates or len(days) < 2 or days[0].last > days[1].first:
            return None
        span = replace(first, values=(Days(days[0].first, days[1].last),))
        return [WishPhrase(one.first, two.last, replace(one.wish, constraint=span))]

    def _alternatives(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Join coordinated values of one slot: "Rome, Athens or Madrid" is one of them; of a list, "and" wants all."""
        if not (_coordinated(line, one, two) and _mergeable(one.wish, two.wish)):
            return None
        first, second = one.wish.constraint, two.wish.constraint
        if self._parts.kind(one.wish.slot) == "place" and line[one.last].has("comma") and _lies_in(first, second):
            return [one._replace(last=two.last)]
        values = (*first.values, *(value for value in second.values if value not in first.values))
        chosen = line.some(one.last, two.first, "alternative")
        if one.wish.slot in self._parts.lists and first.op == "is" and not chosen:
            values = (Texts(tuple(text for value in values for text in _texts(value))),)
        return [WishPhrase(one.first, two.last, Wish(one.wish.slot, replace(first, values=values)))]

    def _contrasted(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Give what is denied beside a value of its kind the slot of that: "from Boston, not New York"."""
        kind = self._parts.kind(one.wish.slot)
        alike = kind in ("place", "date") and self._parts.kind(two.wish.slot) == kind
        ops = {one.wish.constraint.op, two.wish.constraint.op}
        if not alike or one.wish.slot == two.wish.slot or "not" not in ops or len(ops) == 1:
            return None
        between = line.part(one.last, two.first)
        if not between or not all(span.has("not") or span.has("comma", "than", "article") for span in between):
            return None
        return [one, two._replace(wish=replace(two.wish, slot=one.wish.slot))]

    def _denied(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Spread a denial to what is coordinated with it: "neither white nor green"."""
        wished = two.wish.constraint
        alike = one.wish.slot == two.wish.slot or Flag(True) in wished.values
        if wished.op != "is" or not wished.values or not alike or not _denies(one.wish):
            return None
        links = _DENIAL_LINKS if len(wished.values) == 1 else (*_DENIAL_LINKS, "comma")
        linked = _coordinated(line, one, two) and line.some(one.last, two.first, *links)
        return [one, two._replace(wish=replace(two.wish, constraint=_contrary(wished)))] if linked else None


def _link(line: SpanLine, one: WishPhrase, two: WishPhrase) -> frozenset[str]:
    """Return the classes of the only word between two phrases; "and" is the link of a range behind "between"."""
    links = [span for span in line.part(one.last, two.first) if not span.has("article")]
    if len(links) != 1:
        return frozenset()
    between = line.some(one.first - 3, one.first, "between")
    return links[0].names | {"range"} if between and links[0].has("range_and") else links[0].names


def _folded(line: SpanLine, found: Sequence[WishPhrase], rule: Joining) -> list[WishPhrase]:
    """Return phrases with each two neighbours replaced as a rule has it."""
    joined = list(found[:1])
    for phrase in found[1:]:
        joined[-1:] = rule(line, joined[-1], phrase) or [joined[-1], phrase]
    return joined


def _compared(phrase: WishPhrase) -> WishPhrase:
    """Return a denied comparison that no value follows as the contrary one: "not dearer" is cheaper."""
    wished = phrase.wish.constraint
    if wished.values or wished.op not in _COMPARED_BY:
        return phrase
    return phrase._replace(wish=replace(phrase.wish, constraint=replace(wished, op=_COMPARED_BY[wished.op])))


def _lies_in(one: Constraint, two: Constraint) -> bool:
    """Return whether the place of a constraint lies in that of another: "Rome, Italy"."""
    places = [*map(_text, one.values[-1:]), *map(_text, two.values)]
    return len(places) == 2 and places[0] != places[1] and WORLD.within(*places)


def _text(value: object) -> str:
    return str(getattr(value, "value", ""))


def _texts(value: object) -> tuple[str, ...]:
    return value.values if isinstance(value, Texts) else (str(getattr(value, "value", value)),)


def _contrary(wished: Constraint) -> Constraint:
    """Return the contrary of a constraint for values."""
    value = wished.values[0]
    if isinstance(value, Flag):
        return replace(wished, values=(Flag(not value.value),))
    return replace(wished, op=contrary(wished.op))


def _denies(wish: Wish) -> bool:
    """Return whether a wish is that something isn't so."""
    return wish.constraint.op == "not" or Flag(False) in wish.constraint.values


def _coordinated(line: SpanLine, one: WishPhrase, two: WishPhrase) -> bool:
    """Return whether nothing but links, articles and prepositions stands between two phrases."""
    between = line.part(one.last, two.first)
    plain = all(span.has("conjunction") or span.has("slight") for span in between)
    return plain and len(between) <= MOST_BETWEEN


def _mergeable(one: Wish, two: Wish) -> bool:
    values = (*one.constraint.values, *two.constraint.values)
    same = one.slot == two.slot and one.constraint.op == two.constraint.op
    return same and one.constraint.op in ("is", "not") and all(isinstance(value, Text | Texts) for value in values)
