"""Numbers: the slot that a number fills, by its unit, by the nouns and operators near it, or by what was asked."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from wayframe.meaning.records import Days, Money, Number, Party, Value
from wayframe.reader.bounds import OperatorReader
from wayframe.reader.context import ReaderContext
from wayframe.reader.lines import SpanLine, before, behind, being, having
from wayframe.reader.parts import SchemaParts
from wayframe.reader.roles import RoleReader
from wayframe.reader.spans import Span
from wayframe.schema.units import converted
from wayframe.values.dates import coming

SMALLEST_PRICE = 50  # a bare number from here on can be an amount of money
SMALLEST_LONE_PRICE = 200  # a number without any other word
FIRST_YEAR, LAST_YEAR = 1900, 2100  # "in 1989" and "since 1974" are years
_ROUND, _THOUSAND = 100, 1000
_UNIT = behind(2, over="hyphen after")
_NOUN_BEFORE = before(5, until="number money date place value conjunction")
_NOUN_BEHIND = behind(3, over="noun_link after")
_BEHIND_DAY = frozenset(("nothing", "conjunction", "preposition", "filler", "comma", "clause_end"))
_LONGEST_MONTH = 31
_NEAR_UNIT = 4  # spans from a unit to the noun of its slot


class ValuePhrase(NamedTuple):
    """A value of a slot and its spans (the last excluded)."""

    first: int
    last: int
    slot: str
    value: Value


class BareNumber(NamedTuple):
    """A number in a line, and where what counts as behind it begins: behind the range that it opens."""

    line: SpanLine
    at: int
    behind: int
    value: float

    @property
    def span(self) -> Span:
        """Return the span of the number."""
        return self.line[self.at]

    def next(self) -> Span:
        """Return the span behind it."""
        return self.line[self.behind]


class NumberReader:
    """Reads numbers. `recent` is the measured slot that the turn has spoken of last, `last_day` the day."""

    def __init__(
        self, parts: SchemaParts, context: ReaderContext, operators: OperatorReader, roles: RoleReader
    ) -> None:
        self._parts, self._context, self._operators, self._roles = parts, context, operators, roles
        self.recent, self.last_day = "", date.min
        self._readings = (
            self._by_unit,
            self._by_day,
            self._by_year,
            self._by_people,
            self._by_noun,
            self._by_price,
            self._by_asked_party,
            self._by_capacity,
            self._by_correction,
            self._by_slot_at_hand,
        )

    def read(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Return the value that the number at a place is; None where it is none, or nothing says of what."""
        if self._is_pronoun(line, at) or self._counts_options(line, at):
            return None
        behind_it, value = self._end_of_range(line, at) or at + 1, float(line[at].data("number", "few"))
        number = BareNumber(line, at, behind_it, value * _shared_scale(value, line[behind_it - 1]))
        for reading in self._readings:
            if self._is_past(number) and reading != self._by_year:
                continue
            if found := reading(number):
                return found
        return None

    def _end_of_range(self, line: SpanLine, at: int) -> int:
        """Return where the range ends that a number opens: "5 to 7 nights"; 0 where it opens none."""
        link = line[at + 1]
        joins = link.is_a("range", "alternative") or (link.is_a("range_and") and line[at - 1].is_a("between"))
        return at + 3 if joins and line[at + 2].has("number", "money") else 0

    def _is_pronoun(self, line: SpanLine, at: int) -> bool:
        """Return whether "one" stands for an option and is no number: "the price of the first one"."""
        if not line[at].is_a("pronoun_one"):
            return False
        if line[at - 1].is_a("demonstrative") or line[at - 1].has("ordinal"):
            return True
        counted = line.nearest(at, _UNIT, having("unit")).entries or self._counts_people(
            BareNumber(line, at, at + 1, 1)
        )
        return not counted and self._parts.party not in self._context.asked

    def _counts_options(self, line: SpanLine, at: int) -> bool:
        """Return whether a number says how many options from one on: "the first two"."""
        return line[at - 1].has("ordinal") and not line[at + 1].has("unit")

    def _is_past(self, number: BareNumber) -> bool:
        """Return whether a number is a year of a story: "in 1989"."""
        if not FIRST_YEAR <= number.value <= LAST_YEAR or number.next().has("unit"):
            return False
        return number.line[number.at - 1].is_a("of_years") and self._operators.is_plain(number.line, number.at)

    # Readings, in the order in which they are tried

    def _by_unit(self, number: BareNumber) -> ValuePhrase | None:
        place = number.line.place(number.behind - 1, _UNIT, having("unit"))
        if place < 0:
            return None
        last = place + 1 if number.behind == number.at + 1 else number.at + 1
        return self._measure(number.line, number.at, place, number.value)._replace(last=last)

    def single(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Read one unit of something: "a week"."""
        if line[at].has("scope") or not line[at - 1].is_a("single"):
            return None
        return self._measure(line, at, at, 1.0)

    def _measure(self, line: SpanLine, at: int, unit: int, value: float) -> ValuePhrase:
        """Return so many units, which stand at `unit`, in the unit of the slot that they measure."""
        slot, factor, offset = self._unit_slot(line, at, unit)
        self.recent, own = slot, self._parts.unit(slot)
        other = converted(value, line[unit].words, own) if (factor, offset) == (1, 0) else None
        number = value * factor + offset if other is None else other
        return ValuePhrase(at, unit + 1, slot, Number(round(number, 6), own))

    def _unit_slot(self, line: SpanLine, at: int, unit: int) -> tuple[str, float, float]:
        """Return the slot that a unit measures, factor and offset: that of the nearest noun, else the first."""
        around = (*line.part(unit + 1, unit + _NEAR_UNIT), *reversed(line.part(at - _NEAR_UNIT, at)))
        measures: dict[str, tuple[str, float, float]] = {each[0]: each for each in line[unit].every("unit")}
        nouns = (str(noun) for span in around for noun in span.every("noun"))
        return measures[next((noun for noun in nouns if noun in measures), next(iter(measures)))]

    def _by_day(self, number: BareNumber) -> ValuePhrase | None:
        """Read a number as the next such day after one that was said in full: "Sep 7, back by 22"."""
        other = number.line[number.at + 2].data("date") if number.line[number.at + 1].is_a("alternative") else None
        if other and other.exact and number.value < other.last.day:  # "the 12 or 13 of August"
            day = other.first.replace(day=max(int(number.value), 1))
            return ValuePhrase(number.at, number.at + 1, self._roles.date_slot(number.line, number.at), Days(day, day))
        link, following = number.line[number.at - 1], number.next()
        linked = link.says("number_day") and following.is_any(_BEHIND_DAY)
        if not linked or (link.is_a("number_day_next") and not number.line[number.at - 2].has("date")):
            return None
        if self.last_day == date.min or not 1 <= number.value <= _LONGEST_MONTH:
            return None
        day = coming(int(number.value), self.last_day)
        return ValuePhrase(number.at, number.at + 1, self._roles.date_slot(number.line, number.at), Days(day, day))

    def _by_year(self, number: BareNumber) -> ValuePhrase | None:
        is_year = FIRST_YEAR <= number.value <= LAST_YEAR and number.span.words.isdecimal()
        return self._phrase(self._parts.year, number) if is_year else None

    def _by_people(self, number: BareNumber) -> ValuePhrase | None:
        few = number.value < SMALLEST_PRICE
        return self._phrase(self._parts.party, number) if few and self._counts_people(number) else None

    def _by_noun(self, number: BareNumber) -> ValuePhrase | None:
        """Read a number by the measured slot whose noun stands before it ("a budget of") or right behind it."""
        ahead = number.line.place(number.at, _NOUN_BEFORE, self._names_measured)
        if ahead < 0:
            ahead = number.line.place(number.behind - 1, _NOUN_BEHIND, self._names_measured)
        return self._phrase(self.measured(number.line[ahead]), number)

    def _by_price(self, number: BareNumber) -> ValuePhrase | None:
        """Read a number as an amount where it is limited, is for each or all, or an amount was asked for."""
        if number.value < SMALLEST_PRICE:
            return None
        priced = self._parts.price in self._context.asked or number.next().has("scope")
        paid = number.line[number.at - 1].is_a("price_word") and number.span.words[:1].isdecimal()
        limited = priced or paid or self._is_limited(number)
        return self._phrase(self._parts.price, number) if limited else None

    def _by_asked_party(self, number: BareNumber) -> ValuePhrase | None:
        asked = number.value < SMALLEST_PRICE and self._parts.party in self._context.asked
        return self._phrase(self._parts.party, number) if asked else None

    def _by_capacity(self, number: BareNumber) -> ValuePhrase | None:
        counted = number.value < SMALLEST_PRICE and self._counts_people(number)
        return self._phrase(self._parts.capacity, number) if counted else None

    def _by_correction(self, number: BareNumber) -> ValuePhrase | None:
        """Read what corrects an amount that was said before as another one: "no, I meant 900"."""
        wished = any(wish.slot == self._parts.price for wish in self._context.wishes)
        if not wished or number.value < SMALLEST_PRICE:
            return None
        corrects = any(span.is_cue("correct") for span in number.line.spans)
        alone = number.value >= SMALLEST_LONE_PRICE and len(number.line) == 1
        return self._phrase(self._parts.price, number) if corrects or alone else None

    def _by_slot_at_hand(self, number: BareNumber) -> ValuePhrase | None:
        recent = [self.recent] if self._is_limited(number) else []
        measured = (name for name in (*self._context.asked, *recent) if self._parts.kind(name) in ("number", "money"))
        return self._phrase(next(measured, ""), number)

    def _is_limited(self, number: BareNumber) -> bool:
        """Return whether a number opens or closes a range, or an operator stands before or behind it."""
        closes = self._end_of_range(number.line, number.at - 2) == number.at + 1
        ranged = closes or number.behind > number.at + 1 or number.line[number.at - 1].is_a("than")
        return ranged or not self._operators.is_plain(number.line, number.at)

    # What numbers are of

    def _phrase(self, slot: str, number: BareNumber) -> ValuePhrase | None:
        """Return a number as a value of a slot, in the slot's unit; None where the slot has no numbers."""
        values: dict[str, Value] = {
            "money": Money(number.value, self._currency(number)),
            "number": Number(number.value, self._parts.unit(slot)),
            "party": Party(adults=int(number.value)),
        }
        value = values.get(self._parts.kind(slot))
        return ValuePhrase(number.at, number.at + 1, slot, value) if value else None

    def _currency(self, number: BareNumber) -> str:
        """Return the currency of the other end of a range; empty where it has none."""
        other = number.line[number.behind - 1].data("money")
        return other.currency if other else ""

    def measured(self, span: Span) -> str:
        """Return the slot with numbers that a noun names; empty where it names none."""
        slots = map(str, span.every("noun"))
        return next((slot for slot in slots if self._parts.kind(slot) in ("number", "money", "party")), "")

    def _names_measured(self, span: Span) -> bool:
        return bool(self.measured(span))

    def _counts_people(self, number: BareNumber) -> bool:
        """Return whether a number says who travels, or for how many a thing has to be: "for two"."""
        following = number.next()
        ends = not following.words or following.has("conjunction", "preposition", "scope", "reference", "not")
        if not ends and not following.is_a("comma", "accompanying", "people_owner"):
            return False
        if not number.line[number.at - 1].is_a("of_people"):
            return False
        return not self._parts.capacity or any(map(being("roomy"), number.line.spans))


def _shared_scale(value: float, end: Span) -> float:
    """Return what the end of a range shares with the number that opens it: the thousand of "10 to 15 thousand"."""
    last = float(end.data("number", "few") or 0)
    shares = last >= _THOUSAND and last % _THOUSAND == 0 and value * _THOUSAND < last
    return _THOUSAND if shares and value < _ROUND else 1.0
