"""Values: the numbers, days and places that a clause says, each with its slot and how it limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from wayframe.language.patterns import PatternTable
from wayframe.meaning.records import Constraint, Days, Flag, Money, Number, Operator, Party, Scope, Value
from wayframe.reader import ReaderContext
from wayframe.reader.spans import Span, SpanLine, Wanted, before, behind, having, matching, some
from wayframe.schema import Schema, Slot
from wayframe.schema.columns import capacity_of, column_words, counts_people, is_fewest
from wayframe.schema.records import Kind
from wayframe.schema.units import ASKED_UNITS, converted, time_in, told_in
from wayframe.values.dates import coming

# The parts that slots play


class SchemaParts:
    """The names of the slots of a schema by the part that they play; empty where none plays it."""

    def __init__(self, schema: Schema) -> None:
        self.schema, self.name = schema, schema.name
        self.source = self._first(lambda slot: slot.role == "source")
        self.goal = self._first(lambda slot: slot.role == "goal")
        self.start = self._first(lambda slot: slot.bearing == "window_start")
        self.end = self._first(lambda slot: slot.bearing == "window_end")
        self.party = self._first(lambda slot: slot.kind == "party")
        self.year = self._first(_is_year)
        self.capacity = "" if self.party else capacity_of(schema.slots)
        self.fewest = self._first(lambda slot: bool(self.capacity) and counts_people(slot) and is_fewest(slot))
        self.kinds = next(filter(None, map(self._first, (_says_kind, _is_telling, _is_shown_place))), "")
        self.price = getattr(schema.price, "name", "")
        self.of_money = self._of_kind("money")
        self._rated = _rated(schema)
        self.dates, self.places, self.lists = (self._of_kind(kind) for kind in ("date", "place", "list"))

    def _first(self, plays: Callable[[Slot], bool]) -> str:
        """Return the name of the first slot that plays a part."""
        return getattr(next(filter(plays, self.schema.slots), None), "name", "")

    def _of_kind(self, kind: Kind) -> list[str]:
        """Return the names of the slots of a kind."""
        return [slot.name for slot in self.schema.of_kind(kind)]

    def rate(self, line: SpanLine, at: int) -> str:
        """Return the slot of money by what it is paid for, behind an amount: "40 a kilo"; else empty."""
        if not line[at + 1].has("opens:rate_link"):
            return ""
        said = f"{line[at + 1].words} {line[at + 2].words}".split()[1:2]
        return next((self._rated[word] for word in said if word in self._rated), "")

    def unit(self, slot: str) -> str:
        """Return the unit of a slot; empty where it has none."""
        known = self.schema.slot(slot)
        return known.unit if known else ""

    def kind(self, slot: str) -> str:
        """Return the kind of a slot; empty where there is none of that name."""
        known = self.schema.slot(slot)
        return known.kind if known else ""

    def is_measured(self, slot: str) -> bool:
        """Return whether the values of a slot have an order."""
        known = self.schema.slot(slot)
        return known is not None and known.measured


def _rated(schema: Schema) -> dict[str, str]:
    """Return the slots of money whose labels say what is paid for, by the words for that: "price per kilo"."""
    found = dict[str, str]()
    for words in column_words().rates.values():
        slots = [slot.name for slot in schema.of_kind("money") if not words.isdisjoint(slot.label.split())]
        if len(slots) == 1:
            found |= dict.fromkeys(words, slots[0])
    return found


def _is_year(slot: Slot) -> bool:
    """Return whether the values of a slot are years."""
    return slot.kind == "number" and not column_words().year.isdisjoint((slot.label, *slot.nouns))


def _says_kind(slot: Slot) -> bool:
    """Return whether a slot says of what kind a thing is."""
    return slot.kind in _OF_KINDS and not column_words().kinds.isdisjoint(slot.label.split())


def _is_telling(slot: Slot) -> bool:
    """Return whether a slot has few values and stands on a card, so that it says something of the kind of a thing."""
    return slot.kind in _OF_KINDS and slot.shown


def _is_shown_place(slot: Slot) -> bool:
    return slot.kind == "place" and slot.shown


_OF_KINDS = ("category", "list")


# Numbers


SMALLEST_PRICE = 50  # a bare number from here on can be an amount of money
SMALLEST_LONE_PRICE = 200  # a number without any other word
FIRST_YEAR, LAST_YEAR = 1900, 2100  # "in 1989" and "since 1974" are years
MOST_HEADS = 12  # a bare number behind "for" up to here counts people where a thing is for so many
MOST_POINTED_AT = 10  # options behind "those" that a bare number counts
SMALLEST_SHARE = 10  # a number "each" or "a night" from here on
_NEAR_LIMIT = 4  # spans from an amount to the limit that it is beyond: "over my own budget"
_ROUND, _ROUNDER = 100, 50
_TENS = range(20, 100, 10)
_SCALES = {"hundred": 100.0, "thousand": 1000.0, "grand": 1000.0, "k": 1000.0}
_SCALED = re.compile("(hundred|thousand|grand|k)$")
_SMALL_UNITS = frozenset(("days", "stars", "/10", "hours"))
"""Units of which nobody counts hundreds."""
_NO_SUM_BEFORE = frozenset(("noun", "unit", "item", "name", "number", "value", "hyphen", "few"))
_NO_SUM_BEHIND = frozenset(("name", "of_years", "ordinal", "hyphen", "item"))
_BESIDE_LIMIT = ("filler", "particle", "comma", "remaking", "retraction", "cue:change", "cue:answer_yes", "operator")
_UNIT = behind(2, over="hyphen operator_behind whole_unit")
_NOUN_BEFORE = before(5, until="number money date place value conjunction")
_NOUN_BEHIND = behind(3, over="noun_link operator_behind")
_BEHIND_DAY = frozenset(("nothing", "conjunction", "preposition", "filler", "comma", "clause_end"))
_BEHIND_PEOPLE = frozenset((
    "nothing", "conjunction", "preposition", "scope", "reference", "not", "comma", "accompanying", "people_owner",
    "of_days", "date", "clock", "day_part", "unheld", "between", "requesting", "any",
))  # fmt: skip
_IN_OTHER_WEEKS = (
    "number", "unit", "ordinal", "few", "date", "place", "preposition", "conjunction", "comma", "particle",
)  # fmt: skip
"""Names of words between "a" and "week" with which it is no stay: "a second week"."""
_TRAVELLED = ("item", "noun", "travelling", "place", "indefinite", "nothing")
"""Names of what stands before "for 4" that says who travels."""
_LONGEST_MONTH = 31
_NEAR_UNIT = 4  # spans from a unit to a noun of its slot behind it
_BEFORE_UNIT = before(60)
_MONEY_NOUN = before(6, until="number money date conjunction")


def money_slot(parts: SchemaParts, line: SpanLine, at: int) -> str:
    """Return the slot of an amount of money: that of the noun before or right behind it, else the price."""
    sums = parts.of_money
    if rated := parts.rate(line, at):
        return rated
    if len(sums) > 1:
        for span in (line.nearest(at, _MONEY_NOUN, having("noun")), line[at + 1], line[at + 2]):
            named = next((noun for noun in map(str, span.every("noun")) if noun in sums), "")
            if named:
                return named
    return parts.price


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
        self._tests: dict[str, Callable[[BareNumber], object]] = {
            "few": lambda number: number.value < SMALLEST_PRICE,
            "large": lambda number: number.value >= SMALLEST_PRICE,
            "year": _is_written_year,
            "people": self._counts_people,
            "people_asked": lambda number: parts.party in context.asked,
            "amount": self._is_amount,
            "correction": self._corrects,
            "share": self._is_share,
            "sum": self._is_sum,
            "ceiling": self._is_ceiling,
            "raised": self._raises_limit,
        }
        self._slots: tuple[tuple[str, Callable[[BareNumber], str]], ...] = (
            ("year", lambda number: parts.year),
            ("", lambda number: parts.rate(number.line, number.behind - 1)),
            ("few people", lambda number: parts.party),
            ("share", lambda number: parts.price),
            ("raised", lambda number: parts.price),
            ("", self._noun_slot),
            ("large amount", lambda number: parts.price),
            ("few people_asked", lambda number: parts.party),
            ("few people", lambda number: parts.capacity),
            ("large correction", lambda number: parts.price),
            ("", self._slot_at_hand),
            ("sum", lambda number: parts.price),
            ("ceiling", lambda number: parts.price),
        )

    def read(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Return the value that the number at a place is; None where it is none, or nothing says of what.

        Its unit says it, or the day that it goes on; else what holds of it says its slot, the surest first.
        """
        if self._is_pronoun(line, at) or self._counts_options(line, at):
            return None
        if line[at - 1].has("alternative") and line[at - 3].has("single") and not line[at + 1].has("unit"):
            return self._or_so(line, at)
        end, value = self._end_of_range(line, at) or at + 1, float(line[at].data("number", "few"))
        number = BareNumber(line, at, end, value * _shared_scale(value, line[end - 1]))
        if self._is_year_of_days(number):
            year = int(number.value)
            days = Days(date(year, 1, 1), date(year, 12, 31))
            return ValuePhrase(at, at + 1, self._roles.date_slot(line, at), days)
        if self._is_past(number):
            return self._phrase(self._parts.year, number) if _is_written_year(number) else None
        found = (
            self._by_hundreds(number)
            or self._by_unit(number)
            or self._by_either_day(number)
            or self._by_next_day(number)
        )
        if found:
            return found
        is_measure = number.next().words in ASKED_UNITS  # "under 1.5 metres" is no price
        for needs, slot in self._slots:
            if all(self._tests[name](number) for name in needs.split()):
                found = self._phrase(slot(number), number)
                if found and not (is_measure and isinstance(found.value, Money)):
                    return found
        return None

    def _or_so(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Return a number in the unit before it, "a week or two"; None where it is but vague: "a museum or two"."""
        if not line[at - 2].has("unit"):
            return None
        measured = self._measure(line, at, at - 2, float(line[at].data("number", "few")))
        return measured._replace(first=at, last=at + 1)

    def _end_of_range(self, line: SpanLine, at: int) -> int:
        """Return where the range ends that a number opens: "5 to 7 nights"; 0 where it opens none."""
        links = ["range", "alternative"]
        if line[at - 1].has("between"):
            links.append("range_and")
        return at + 3 if line[at + 1].has(*links) and line[at + 2].has("number", "money") else 0

    def _is_pronoun(self, line: SpanLine, at: int) -> bool:
        """Return whether "one" stands for an option and is no number: "the price of the first one"."""
        if not line[at].has("pronoun_one"):
            return False
        if line[at - 1].has("demonstrative", "ordinal"):
            return True
        if self._parts.party in self._context.asked or line.nearest(at, _UNIT, having("unit")).entries:
            return False
        return not self._counts_people(BareNumber(line, at, at + 1, 1))

    def _counts_options(self, line: SpanLine, at: int) -> bool:
        """Return whether a number counts options from one on, or those pointed at: "the first two", "those two"."""
        few = float(line[at].data("number", "few")) in range(2, MOST_POINTED_AT)
        pointed = self._context.offered and line[at - 1].has("says:deictic") and few
        return (line[at - 1].has("ordinal") or pointed) and not line[at + 1].has("unit")

    def _is_year_of_days(self, number: BareNumber) -> bool:
        """Return whether a number is the year of days that are spoken of: "released before 2025"."""
        if self._parts.year or self._parts.start or not self._parts.dates:
            return False
        is_amount = number.next().has("unit") or number.line[number.at - 1].has("off_limit")  # "below 2000"
        is_year = _is_written_year(number) and not is_amount
        return is_year and self._roles.is_dated(number.line)

    def _is_past(self, number: BareNumber) -> bool:
        """Return whether a number is a year of a story, and so nothing else: "in 1989"."""
        if not FIRST_YEAR <= number.value <= LAST_YEAR or number.next().has("unit"):
            return False
        before = number.line[number.at - 1]
        return before.has("ever_since") or (before.has("of_years") and self._operators.is_plain(number.line, number.at))

    # Readings, in the order in which they are tried

    def _by_unit(self, number: BareNumber) -> ValuePhrase | None:
        """Read a number by the unit behind it, also behind the end of its range: "5 to 7 nights"."""
        place = number.line.place(number.behind - 1, _UNIT, having("unit"))
        if place < 0 or number.line[place + 1].has("scope:night"):  # "60 km a day" is how far one drives
            return None
        if number.value == 1 and number.line[number.at - 1].has("unit_link"):
            return None
        last = place + 1 if number.behind == number.at + 1 else number.at + 1
        return self._measure(number.line, number.at, place, number.value)._replace(last=last)

    def _by_hundreds(self, number: BareNumber) -> ValuePhrase | None:
        """Read two spelled numbers as an amount: the first counts hundreds of the price, "six fifty"."""
        line, at, tens = number.line, number.at, float(number.next().data("number") or 0)
        spelled = number.span.words.isalpha() and line[at + 1].words.isalpha()
        if not spelled or tens not in _TENS or not 1 <= number.value < _ROUND:
            return None
        if not self._parts.price or not self._speaks_of_price(line):
            return None
        return ValuePhrase(at, at + 2, self._parts.price, Money(number.value * _ROUND + tens))

    def single(self, line: SpanLine, at: int) -> ValuePhrase | None:
        """Read one unit of something: "a week", "a good week", "for one week", and with it "a metre fifty".

        "Two trips in one month" are no stay of a month.
        """
        praised = line[at].has("week_unit") and not line[at - 1].has(*_IN_OTHER_WEEKS)
        is_one = (
            line[at - 1].has("single")
            or (line[at - 1].has("party:alone") and line[at - 1].has("says:pronoun_one"))
            or (praised and line[at - 2].has("single"))
        )
        if line[at].has("scope") or not is_one or line[at - 2].has("unit_link"):
            return None
        if line[at - 1].has("rate_link") and line[at - 2].has("number", "money"):
            return None  # "40 a kilo"
        hundredths = line[at + 1].data("number") if line[at].has("in_hundredths") else None
        phrase = self._measure(line, at, at, 1 + float(hundredths or 0) / 100)
        return phrase._replace(last=at + 2) if hundredths else phrase

    def _measure(self, line: SpanLine, at: int, unit: int, value: float) -> ValuePhrase:
        """Return so many units, which stand at `unit`, in the unit of the slot that they measure."""
        slot, factor, offset = self._unit_slot(line, at, unit)
        self.recent, own = slot, self._parts.unit(slot)
        said = line[unit].words
        other = converted(value, said, own) if (factor, offset) == (1, 0) else None
        if other is None and (factor, offset) == (1, 0) and time_in(value, said, own) is not None:
            return ValuePhrase(at, unit + 1, slot, Number(value, said))  # "two months" of a notice in days
        number = value * factor + offset if other is None else other
        return ValuePhrase(at, unit + 1, slot, Number(round(number, 6), own))

    def _unit_slot(self, line: SpanLine, at: int, unit: int) -> tuple[str, float, float]:
        """Return the slot that a unit measures, factor and offset: that of the nearest noun, else the first."""
        far = line.part(line.place(at, _BEFORE_UNIT, having("number", "money")) + 1, at)
        around = (*line.part(unit + 1, unit + _NEAR_UNIT), *reversed(far))
        measures: dict[str, tuple[str, float, float]] = {each[0]: each for each in line[unit].every("unit")}
        nouns = (str(noun) for span in around for noun in span.every("noun"))
        asked = next((slot for slot in self._context.asked if slot in measures), "")
        usual = asked or (self._parts.capacity if self._parts.capacity in measures else next(iter(measures)))
        return measures[next((noun for noun in nouns if noun in measures), usual)]

    def _by_either_day(self, number: BareNumber) -> ValuePhrase | None:
        """Read a number as a day beside another of its month: "the 12 or 13 of August", "August 12 or 13"."""
        line, at = number.line, number.at
        after = line[at + 2].data("date") if line[at + 1].has("alternative") else None
        before = line[at - 2].data("date") if line[at - 1].has("alternative") else None
        day = int(number.value)
        if after and after.exact and 0 < day < after.last.day:
            first = after.first.replace(day=day)
        elif before and before.exact and before.last.day < day <= _LONGEST_MONTH and number.next().has(*_BEHIND_DAY):
            first = coming(day, before.last)
        else:
            return None
        return ValuePhrase(at, at + 1, self._roles.date_slot(line, at), Days(first, first))

    def _by_next_day(self, number: BareNumber) -> ValuePhrase | None:
        """Read a number as the next such day after one that was said in full: "Sep 7, back by 22"."""
        line, at = number.line, number.at
        if not line[at - 1].has("says:number_day") or not number.next().has(*_BEHIND_DAY):
            return None
        if line[at - 1].has("number_day_next") and not line[at - 2].has("date"):
            return None
        if line.place(at, _NOUN_BEFORE, self._names_measured) >= 0 and line[at - 1].has("operator"):
            return None  # "a floor of up to 3"
        if self.last_day == date.min or not 1 <= number.value <= _LONGEST_MONTH:
            return None
        day = coming(int(number.value), self.last_day)
        return ValuePhrase(at, at + 1, self._roles.date_slot(line, at), Days(day, day))

    def _noun_slot(self, number: BareNumber) -> str:
        """Return the measured slot whose noun stands before a number ("a budget of") or right behind it."""
        line = number.line
        ahead = line.place(number.at, _NOUN_BEFORE, self._names_measured)
        if ahead < 0 or line[ahead - 1].has("number", "few"):  # the stars of "four stars and under 900"
            ahead = line.place(number.behind - 1, _NOUN_BEHIND, self._names_measured)
        slot = self.measured(line[ahead])
        if ahead > number.at and line[ahead].has("pieces") and self._parts.kind(slot) == "money":
            return ""  # "six bottles", beside a column "bottle price"
        too_many = number.value >= SMALLEST_LONE_PRICE and self._parts.unit(slot) in _SMALL_UNITS
        return "" if too_many else slot

    def _is_amount(self, number: BareNumber) -> bool:
        """Return whether a number is limited or paid, is for each or all, or an amount was asked for."""
        if self._parts.price in self._context.asked or number.next().has("scope"):
            return True
        if number.line[number.at - 1].has("price_word") and number.span.words[:1].isdecimal():
            return True
        return self._is_limited(number)

    def _corrects(self, number: BareNumber) -> bool:
        """Return whether a number takes the place of an amount that was said before: "no, I meant 900"."""
        if not any(wish.slot == self._parts.price for wish in self._context.wishes):
            return False
        alone = len(number.line) == 1 and number.value >= SMALLEST_LONE_PRICE
        return alone or some(number.line.spans, "cue:correct")

    def _is_share(self, number: BareNumber) -> bool:
        """Return whether a number is what each pays, or what a night costs."""
        return number.value >= SMALLEST_SHARE and number.next().has("scope:person", "scope:night")

    def _is_sum(self, number: BareNumber) -> bool:
        """Return whether a large number that nothing else lays claim to is money.

        It is in words of thousands, or the price has been spoken of, or the clause speaks of paying.
        """
        if number.value < SMALLEST_LONE_PRICE or _is_recent_year(number):
            return False
        line, at = number.line, number.at
        if number.next().has(*_NO_SUM_BEFORE) or line[at - 1].has(*_NO_SUM_BEHIND):
            return False
        unknown = number.next().has("strange") or line[at - 1].has("strange")  # "room 512"
        if unknown and number.value % _ROUNDER:
            return False
        if line[at - 1].has("amount_link") and line[at - 2].has("item", "pronoun_one"):
            return False  # "the one at 2435"
        if _SCALED.search(number.span.words):
            return True
        return self._speaks_of_price(line)

    def _is_ceiling(self, number: BareNumber) -> bool:
        """Return whether a bare number that nothing counts is the most one pays for a thing: "something under 25"."""
        behind = number.next()
        if self._parts.start or behind.has(*_NO_SUM_BEFORE, "strange") or _is_recent_year(number):
            return False
        if behind.data("operator_behind") in _CEILINGS:
            return number.value > MOST_HEADS  # "a table for 6 at most" counts people
        return number.line[number.at - 1].data("operator") in _CEILINGS

    def _raises_limit(self, number: BareNumber) -> bool:
        """Return whether a number by itself is more than the limit of the price under which nothing was found."""
        if self._parts.price not in self._context.state.failed or number.behind > number.at + 1:
            return False
        rest = [*number.line.part(0, number.at), *number.line.part(number.at + 1, len(number.line))]
        if not all(span.has(*_BESIDE_LIMIT) and not span.has("unit", "item", "not") for span in rest):
            return False
        held = [wish.constraint for wish in self._context.wishes if wish.slot == self._parts.price]
        limits = [each.values[-1] for each in held if each.op in ("at_most", "around") and each.values]
        return any(isinstance(limit, Money) and limit.value < number.value for limit in limits)

    def _speaks_of_price(self, line: SpanLine) -> bool:
        """Return whether a wish for a price holds, or a clause speaks of paying."""
        held = any(wish.slot == self._parts.price for wish in self._context.wishes)
        return held or some(line.spans, "says:paying")

    def _slot_at_hand(self, number: BareNumber) -> str:
        """Return the measured slot that was asked for, or of a limited number the one that was spoken of last."""
        known = [*self._context.asked, self.recent] if self._is_limited(number) else self._context.asked
        return next((slot for slot in known if self._parts.kind(slot) in ("number", "money")), "")

    def _is_limited(self, number: BareNumber) -> bool:
        """Return whether a number opens or closes a range, or an operator stands before or behind it."""
        closes = self._end_of_range(number.line, number.at - 2) == number.at + 1
        ranged = closes or number.behind > number.at + 1 or number.line[number.at - 1].has("than")
        return ranged or not self._operators.is_plain(number.line, number.at)

    # What numbers are of

    def _phrase(self, slot: str, number: BareNumber) -> ValuePhrase | None:
        """Return a number as a value of a slot, in the slot's unit; None where the slot has no numbers."""
        values: dict[str, Value] = {
            "money": Money(number.value, self._currency(number)),
            "number": _in_unit(number, self._parts.unit(slot)),
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
        """Return whether a number says who travels, or for how many a thing has to be: "for two".

        It doesn't where the agent's words are said back: "you said there are four".
        """
        leads, before = number.line[number.at - 1], number.line[number.at - 2]
        if not leads.has("of_people") or (leads.has("existing") and before.has("saying", "opens:saying")):
            return False
        if not number.next().has(*_BEHIND_PEOPLE) and not self._leads_to_wish(number):
            return False
        few = number.value <= MOST_HEADS and not some(number.line.spans, "says:paying")
        return not self._parts.capacity or few or some(number.line.spans, "roomy")

    def _leads_to_wish(self, number: BareNumber) -> bool:
        """Return whether another wish stands behind travellers: "a trip for 3 near a park", "for 4 under 3000"."""
        ahead, behind = number.line[number.at - 2], number.line[number.at + 2]
        if not self._parts.party or not ahead.has(*_TRAVELLED):
            return False
        if number.next().has("operator"):
            return behind.has("money") or (behind.data("number") or 0) >= SMALLEST_PRICE
        return number.next().has("value")


def _in_unit(number: BareNumber, unit: str) -> Number:
    """Return a number in a slot's unit, where another one stands behind it: "3.5 metres" of a length in cm.

    Times of other lengths stay as they are: "two months" of a notice in days.
    """
    said = number.next().words
    if unit and said != unit and time_in(1, said, unit) is not None:
        return Number(number.value, said)
    other = told_in(number.value, said, unit)
    return Number(number.value if other is None else round(other, 6), unit)


def tells_difference(line: SpanLine, at: int) -> bool:
    """Return whether an amount is but a distance: "150 over my budget", "120 is the difference"."""
    if not line[at].has("number", "money"):
        return False
    if line[at + 1].has("opens:off_limit") and line.some(at + 1, at + _NEAR_LIMIT, "says:limit_word"):
        return True
    if line[at - 1].has("of", "copula") and line[at - 2].has("says:difference_word"):
        return True
    end = at + 1
    while line[end].has("copula", "filler") and not line[end].has("says:difference_word"):
        end += 1
    return line[end].has("says:difference_word")


_CEILINGS = frozenset(("at_most", "under"))
"""The operators of the most that one pays."""


def _is_written_year(number: BareNumber) -> bool:
    """Return whether a number is a year in digits: "2019"."""
    return FIRST_YEAR <= number.value <= LAST_YEAR and number.span.words.isdecimal()


def _is_recent_year(number: BareNumber) -> bool:
    """Return whether a number in digits is a year that people speak of, and no round sum: "2016"."""
    return _is_written_year(number) and number.value % _ROUND != 0


def _shared_scale(value: float, end: Span) -> float:
    """Return what the end of a range shares with the number that opens it: the thousand of "10 to 15 thousand"."""
    last = float(end.data("number", "few") or 0)
    scaled = _SCALED.search(end.words)
    if not scaled or value >= _ROUND:
        return 1.0
    scale = _SCALES[scaled[1]]
    return scale if value * scale < last else 1.0


# Places and days


_VALUES = "number money date place"
_PREPOSITION = before(3, until=f"{_VALUES} comma")
_LABEL = before(5, until=f"{_VALUES} conjunction value comma accompanying")
_HOME = before(60, until="date")
_RETURNING_FROM = before(3, until="place date conjunction clause_link")


def roles_of(span: Span) -> frozenset[str]:
    """Return the roles that a preposition may give."""
    return frozenset(map(str, span.every("preposition")))


PART_OF_PARTY = ("number", "few", "party", "reference:others")
"""Names of what counts or names a part of those who travel."""
_COUNTING = ("number", "few", "party", "party_are", "party_mark", "party_link")
"""Names of what people are counted with."""

_OTHER_START = before(5)
_GROUP = before(8, until="comma clause_end place date")
_LEFT_BEHIND = behind(6, until="comma clause_end place date conjunction:and")
_STEM = 4  # letters by which a word is told whatever its ending: "opened", of "open since"


class RoleReader:
    """Finds the slots of places and days in a clause; `asked` are the slots that the agent has just asked for."""

    def __init__(self, parts: SchemaParts, asked: Collection[str]) -> None:
        self._parts, self._asked = parts, asked
        self._leaving = (
            self._begins_route,
            self._first_of_two,
            self._left_by_preposition,
            self._is_anywhere_left,
            self._goes_on_with_source,
            self._labelled_source,
            self._stays_there,
            self._is_start_of_some,
            self._is_start_of_others,
            self._is_start_of_group,
            self._is_where_speakers_are,
            self._is_where_counted_are,
            self._is_left_behind,
            self._asked_source,
        )
        self._returning = (
            self._labelled_end,
            self._ended_by_preposition,
            self._asked_end,
            self._comes_home,
            self._home_then,
        )

    # Places

    def place_slot(self, line: SpanLine, at: int) -> str:
        """Return the slot of the place that stands somewhere."""
        if not self._parts.goal:
            return self._parts.places[0]
        leaves = any(rule(line, at) for rule in self._leaving)
        return self._parts.source if leaves else self._parts.goal

    def _begins_route(self, line: SpanLine, at: int) -> bool:
        """Return whether a way leads on from a place: "Rome to Athens", "Rome to anywhere"."""
        if not line[at + 1].has("onward") or (line[at + 1].has("hyphen") and line[at - 1].has("not")):
            return False  # "not Rome - Athens"
        bound = "goal" in self._preposition(line, at)
        if not bound and line[at + 2].has("indefinite"):
            return True
        return line.some(at + 2, at + (4 if bound else 5), "place")

    def _first_of_two(self, line: SpanLine, at: int) -> bool:
        """Return whether a place is where a way begins: "between Rome and Athens"."""
        return line[at - 1].has("between") and line.some(at + 1, at + 4, "place")

    def _left_by_preposition(self, line: SpanLine, at: int) -> bool:
        """Return whether a preposition before a place says that one leaves it: "out of Rome"."""
        roles = self._preposition(line, at)
        if "source" not in roles or "goal" in roles or is_crossed_out(line, at + 1):
            return False
        if line.some(line.place(at, _PREPOSITION, having("preposition")) + 1, at, "conjunction:and"):
            return False  # "it's Oslo I'm leaving from and Rome I'm going to"
        if line[at - 1].has("homing", "being_home"):
            return True  # "back in Boston" is home again, "my home is Boston"
        return line.place(at, _RETURNING_FROM, having("homing", "opens:homing")) < 0  # "when are we back from Rome?"

    def _is_anywhere_left(self, line: SpanLine, at: int) -> bool:
        """Return whether one may start anywhere in a place: "to Paris from somewhere in Canada"."""
        return line[at - 1].has("being_in") and line[at - 2].has("indefinite") and line[at - 3].has("opens:place_from")

    def _goes_on_with_source(self, line: SpanLine, at: int) -> bool:
        """Return whether a place is another to start from: "might it leave from Oslo or Bergen?"."""
        if not line[at - 1].has("alternative") or not line[at - 2].has("place"):
            return False
        return self._left_by_preposition(line, at - 2)

    def _stays_there(self, line: SpanLine, at: int) -> bool:
        """Return whether somebody is in a place now: "we're in Toronto at the moment"."""
        return line[at + 1].has("opens:at_present", "opens:lived_in")

    def _is_start_of_some(self, line: SpanLine, at: int) -> bool:
        """Return whether a part of those who travel is said to be in a place: "half of us are in Toronto"."""
        if not line[at - 1].has("preposition") or line.asked:
            return False
        return line[at - 2].has("party_being") and line[at - 3].has("party_part")

    def _is_start_of_others(self, line: SpanLine, at: int) -> bool:
        """Return whether others of a party live in a place: "four of us live in Toronto and three in Atlanta"."""
        part = at - 2 - int(line[at - 2].has("party_being"))
        if not line[at - 1].has("preposition") or not line[part].has(*PART_OF_PARTY):
            return False
        if line[at - 1].has("strong_goal", "opens:travelling"):
            return False  # "from Toronto, two adults and an infant to Rome", "from Toronto I'm heading to Rome"
        other = line.place(part, _OTHER_START, having("place"))
        return other >= 0 and self.place_slot(line, other) == self._parts.source

    def _is_start_of_group(self, line: SpanLine, at: int) -> bool:
        """Return whether those who speak say who and where they are: "we're seven friends in Toronto"."""
        if line.asked or not line[at - 1].has("clock_in"):
            return False
        said = line.place(at - 1, _GROUP, having("party_are"))
        if said < 0 or line.some(said + 1, at - 1, "having"):
            return False  # "we've got family in Tokyo"
        return line[said].has("party_we") and line.some(said + 1, at - 1, *PART_OF_PARTY)

    def _is_where_speakers_are(self, line: SpanLine, at: int) -> bool:
        """Return whether those who speak are in a place: "my wife and I are in Oslo", "there's two of us in Oslo"."""
        if line.asked or not line[at - 1].has("clock_in"):
            return False
        if line[at - 2].has("party:person", "party:two"):
            return line.place(at - 1, _GROUP, having("party_are")) >= 0
        if not line[at - 2].has("party_being"):
            return False
        return line.place(at - 2, _GROUP, having("party:speaker", "party:first_person")) >= 0

    def _is_where_counted_are(self, line: SpanLine, at: int) -> bool:
        """Return whether those who speak count themselves where they are: "five of us in Oslo want to go to Rome".

        So do "we're four, two adults and two kids, in Oslo"; but "five of us in Rome in May" says where to.
        """
        if line.asked or not line[at - 1].has("clock_in"):
            return False
        first = at - 1
        while line[first - 1].has(*_COUNTING):
            first -= 1
        counted = line.part(first, at - 1)
        if not some(counted, "number", "few"):
            return False
        introduced = some(counted, "party_are") and not line[at + 1].has("preposition", "date", "operator")
        wanting = some(counted, "party_part") and line[at + 1].has("party_wanting", "party_we")
        return introduced or (wanting and not line[first - 1].has("preposition", "operator"))

    def _is_left_behind(self, line: SpanLine, at: int) -> bool:
        """Return whether words behind a place say that one leaves it: "it's Oslo that I set out from"."""
        where = line.place(at, _LEFT_BEHIND, having("preposition:source"))
        return where > at + 1 and line[where].words.endswith("from") and not self._leads_on(line, where + 1)

    def _leads_on(self, line: SpanLine, at: int) -> bool:
        """Return whether what "from" is of begins there: "from Rome", "from the 5th", "the best rating from guests"."""
        return line[at].has("place", "date", "noun:party") or (line[at].has("article") and line[at + 1].has("date"))

    def _labelled_source(self, line: SpanLine, at: int) -> bool:
        """Return whether a noun before a place calls it the place to leave: "departure: Rome"."""
        return self._label(line, at) in (self._parts.source, self._parts.start)

    def _asked_source(self, line: SpanLine, at: int) -> bool:
        """Return whether a place that stands alone answers the question for where the journey starts."""
        if self._parts.source not in self._asked or self._parts.goal in self._asked:
            return False
        places = [place for place, span in enumerate(line.spans) if span.has("place")]
        if any(self._left_by_preposition(line, place) for place in places if place != at):
            return False  # "a hotel in Tokyo, from Rome"
        first = places[0]
        linked = at == first or line.some(first, at, "alternative")
        goes = any(span.has("says:strong_goal") and not span.has("preposition:near") for span in line.part(0, at))
        return linked and not goes

    def _preposition(self, line: SpanLine, at: int) -> frozenset[str]:
        """Return the roles that the words before a value give it."""
        return roles_of(line.nearest(at, _PREPOSITION, having("preposition")))

    def _label(self, line: SpanLine, at: int) -> str:
        """Return the slot whose noun stands before a value, nothing but a verb between: "my home town is Rome"."""
        named = {self._parts.source, self._parts.goal, self._parts.start, self._parts.end} - {""}
        span = line.nearest(at, _LABEL, lambda span: not named.isdisjoint(span.every("noun")))
        return next((noun for noun in map(str, span.every("noun")) if noun in named), "none")

    # Days

    def is_dated(self, line: SpanLine) -> bool:
        """Return whether a day in a clause can be one of the catalogue's: of a stay, else of a day that is spoken of.

        The day of a birthday dinner is none since when a restaurant has been open.
        """
        if self._parts.start or not set(self._asked).isdisjoint(self._parts.dates):
            return True
        if self._parts.schema.openings and some(
            line.spans, "opens:having_from", "says:moved_later", "says:moved_earlier"
        ):
            return True
        nouns = {str(noun) for span in line.spans for noun in span.every("noun")}
        if not nouns.isdisjoint(self._parts.dates):
            return True
        labels = " ".join(self._parts.schema.by_name[slot].label for slot in self._parts.dates)
        stems = {word[:_STEM] for word in labels.lower().split() if len(word) >= _STEM}
        return any(span.words[:_STEM] in stems for span in line.spans)

    def date_slot(self, line: SpanLine, at: int) -> str:
        """Return the slot of the day that stands somewhere."""
        if not self._parts.start:
            return self._named_date(line, at)
        returns = any(rule(line, at) for rule in self._returning)
        return self._parts.end if returns else self._parts.start

    def _named_date(self, line: SpanLine, at: int) -> str:
        """Return the slot of days that the nearest noun names; the first where none is named."""
        dates = self._parts.dates
        nouns = (
            str(noun)
            for span in (*reversed(line.part(0, at)), *line.part(at + 1, len(line)))
            for noun in span.every("noun")
        )
        return next((noun for noun in nouns if noun in dates), dates[0])

    def says_end(self, line: SpanLine, at: int) -> bool:
        """Return whether what stands before a day says of which end of a stay it is."""
        if any(rule(line, at) for rule in self._returning):
            return True
        return line.place(at, _HOME, having("setting_off", "preposition:start")) >= 0

    def _labelled_end(self, line: SpanLine, at: int) -> bool:
        """Return whether a noun before a day calls it the day of coming home: "return: August 5"."""
        return self._label(line, at) == self._parts.end

    def _ended_by_preposition(self, line: SpanLine, at: int) -> bool:
        """Return whether a preposition before a day says that the stay ends then: "until August 5"."""
        roles = self._preposition(line, at)
        return "end" in roles and "start" not in roles and not self._begins_stay(line, at)

    def _begins_stay(self, line: SpanLine, at: int) -> bool:
        """Return whether a day ends nothing though its preposition may: "leave by the 5th", "be in Rome by the 5th".

        Where "until" stands before it, the place that one sets off from begins no stay: "from Oslo until the 5th".
        """
        where = line.place(at, _PREPOSITION, having("preposition"))
        if not line[where].has("day_link") or line.some(0, where, "date"):
            return False
        if line[where].has("until_day"):
            return any(line[each].has("preposition:start") and not line[each + 1].has("place") for each in range(where))
        if line[where].has("time_bound") and line[where - 1].has("place"):
            return self.place_slot(line, where - 1) == self._parts.goal
        return line[where].has("goal_word") or line.some(0, where, "preposition:start")

    def _asked_end(self, line: SpanLine, at: int) -> bool:
        """Return whether a day answers the question for when to come home."""
        return self._parts.end in self._asked and self._parts.start not in self._asked

    def _comes_home(self, line: SpanLine, at: int) -> bool:
        """Return whether the clause speaks of coming home before a day, and no other day is between."""
        if line.nearest(at, _PREPOSITION, having("preposition")).has("setting_off"):
            return False
        return line.place(at, _HOME, having("says:homeward")) >= 0

    def _home_then(self, line: SpanLine, at: int) -> bool:
        """Return whether a day is followed by coming home, and that by no other day: "August 20 come back"."""
        if not line[at].has("date") or "start" in self._preposition(line, at):
            return False  # "leave August 12 must be back for her birthday"
        home = line.place(at, _HOME_BEHIND, having("says:homeward"))
        if home < 0:
            home = line.place(at, _DUE_HOME, having("says:homeward"))  # "on the 26th we have to be home again"
        return home >= 0 and not line.some(home + 1, home + 1 + MOST_TO_OTHER_DAY, "date", "number", "ordinal")

    # Orders

    def is_order(self, line: SpanLine, at: int, options: int, *, offered: bool) -> bool:
        """Return whether "the second" is a place in an order, of so many options, and no day."""
        if not line[at].has("ordinal"):
            return False
        if line[at + 1].has("item", "extreme", "counted", f"noun:{self._parts.name}"):
            return True
        if not offered or (self.is_dated(line) and self._leads_to_a_day(line, at)):
            return False
        return float(str(line[at].data("ordinal"))) <= max(options, 1)

    def _leads_to_a_day(self, line: SpanLine, at: int) -> bool:
        """Return whether what stands before an ordinal leads to a day: "be back the 30th"."""
        place = line.place(at, before(3, over="article approximate"), having("says:of_days"))
        return place >= 0 and not line[place].has("likening")


# Bounds


_LEFT = before(5, over="filler noun scope article", until="number money place conjunction")
_HOME_BEHIND = behind(2, until="place number money conjunction clause_link preposition:start")
_DUE_HOME = behind(7, over="filler modal wanting again", until="place number money conjunction clause_link")
MOST_TO_OTHER_DAY = 4  # spans
_RIGHT = behind(3, over="scope noun filler", until="place date number conjunction")
_NEAR_SCOPE = 3  # spans from an amount to its scope


class ValueBound(NamedTuple):
    """How a value limits; `strict` says that the value itself is left out."""

    op: Operator
    strict: bool = False


IS = ValueBound("is")
_BOUNDS: Mapping[str, ValueBound] = {
    "is": IS,
    "at_most": ValueBound("at_most"),
    "at_least": ValueBound("at_least"),
    "around": ValueBound("around"),
    "under": ValueBound("at_most", strict=True),
    "over": ValueBound("at_least", strict=True),
}
"""The bounds by the tables of a lexicon in which their words stand."""
_CONTRARIES: Mapping[Operator, Operator] = {
    "at_most": "at_least",
    "at_least": "at_most",
    "is": "not",
    "around": "not",
    "not": "is",
    "more": "at_most",
    "less": "at_least",
}


class OperatorReader:
    """Finds the operators around values."""

    def __init__(self, parts: SchemaParts) -> None:
        self._parts = parts
        self._operating: Wanted = having("operator") if parts.capacity else matching("operator", "noun")

    def is_plain(self, line: SpanLine, at: int) -> bool:
        """Return whether no operator stands before or behind the number at a place."""
        return self._before(line, at) is None and self._behind(line, at + 1, len(line)) is None

    def bound(self, line: SpanLine, first: int, last: int, slot: str, floor: int, ceiling: int) -> ValueBound:
        """Return how a value limits that stands from `first` to `last`, its neighbours at `floor` and `ceiling`."""
        if not self._parts.is_measured(slot):
            return IS
        leading = self._before(line, first) if first > floor else None
        trailing = self._behind(line, last, ceiling) or self._inside(line.part(first, last))
        if leading and is_condemned(line, last):
            return ValueBound(contrary(leading.op))
        if not leading and is_excessive(line, last) and self._parts.kind(slot) != "date":
            little = line[excess_place(line, last) + 1].has("opens:too_little")
            return ValueBound("at_least" if little else "at_most", strict=True)
        if self._parts.kind(slot) == "date":
            return self._of_days(line, first, last, slot, leading, trailing)
        if line[last].data("operator_behind") == "enough":
            better = self._parts.schema.by_name[slot].better
            return _BOUNDS["at_least" if better == "more" else "at_most"]
        usual = _BOUNDS["at_least"] if slot == self._parts.capacity else IS
        return trailing or leading or usual

    def _before(self, line: SpanLine, at: int) -> ValueBound | None:
        """Return the bound that stands before a value: "at most"."""
        place = line.place(at, _LEFT, self._operating)
        if place < 0:
            return None
        if line[place].data("operator") == "around" and line[place - 1].has("operator"):
            place -= 1  # "no more than about 3000"
        return _BOUNDS[line[place].data("operator")]

    def _behind(self, line: SpanLine, at: int, ceiling: int) -> ValueBound | None:
        """Return the bound behind a value, before the next one.

        "Onwards" is none before something else: "back September 3 on a budget".
        """
        place = line.place(at - 1, _RIGHT, having("operator_behind"))
        if place < 0 or place >= ceiling:
            return None
        leads_on = place > at or line[place + 1].has("owner", "article", "date")
        if (leads_on or line[place + 1].has("ordered_for", "remarked")) and line[place].has("onwards"):
            return None
        begins = place > at or line[place].has("opens:clause_link")
        if begins and line[place].has("operator") and line[place + 1].has("number", "money"):
            return None  # "four stars and under 700", "4 stars with at most 20 rooms"
        if line[place].has("party_link") and line[place + 1].has("number", "party"):
            return None  # "a budget of $3000 plus 3 kids"
        return _BOUNDS.get(line[place].data("operator_behind"))

    def _inside(self, spans: Sequence[Span]) -> ValueBound | None:
        """Return the bound that stands between a number and its unit: "4 or more stars"."""
        said = next((operator for span in spans for operator in span.every("operator_behind")), "")
        return _BOUNDS.get(said)

    def _of_days(
        self, line: SpanLine, first: int, last: int, slot: str, leading: ValueBound | None, trailing: ValueBound | None
    ) -> ValueBound:
        """Return how a day limits: home by it, not before it; "from" it and "until" it are as good as on it."""
        links = line[last].has("operator", "party_link")
        leads_on = links and line[last + 1].has("number", "money", "value")
        if trailing and not leads_on:  # "back September 1, minimum 5 stars", "until September 1 plus 2 children"
            return trailing
        if not leading:
            return IS
        exact = ("from_day", "during") if slot == self._parts.end else ("from_day", "until_day", "during")
        if line.nearest(first, _LEFT, self._operating).has(*exact):
            return leading if negated(line.part(0, first)) else IS
        return leading

    def scope(self, line: SpanLine, first: int, last: int) -> Scope:
        """Return the share that an amount is meant for."""
        near = (*line.part(last, last + _NEAR_SCOPE), *line.part(first - _NEAR_SCOPE, first))
        return next((span.data("scope") for span in near if span.has("scope")), "")


DENIAL_REACH = 30
"""Spans that a denial reaches over; so the work for a long text grows no faster than its length."""


_EFFECTS = PatternTable(
    ("except", "", "e"),
    ("conjunction:but", "", "b"),
    ("fresh_start", "", "b"),
    ("consequence_link", "", "c"),
    ("reason_link", "", "b"),
    ("comma", "", ","),
    ("any_of", "", "a"),
    ("whole", "", "a"),
    ("differing", "", "o"),
    ("than", "", "t"),
    ("not", "operator", "n"),
    ("denial", "operator", "n"),
    ("dropping", "operator", "n"),
    ("opens:dismissing", "operator", "n"),
    ("", "", "."),
)
_NOT_SO = "nc"  # "not so far"
_ANY_BUT = re.compile(r"a\.{0,2}b|o\.{0,2}t")  # "any colour but black", "another colour than black"


def is_condemned(line: SpanLine, at: int) -> bool:
    """Return whether a judgement against what stands before a place begins there: "over 2000 is too much"."""
    if line[at].has("not") and line[at + 1].has("on_day") and line[at + 2].has(*_VALUED):
        return False  # "under 150 euros not on Monday" says nothing against the amount
    if line[at].has("opens:condemned") or (line[at].has("judging") and line[at + 1].has("opens:condemned")):
        return True
    begins = _predicate(line, at)
    if begins >= 0:
        return line[begins].has("gone") and line[begins + 1].has("nothing", "clause_link")
    return is_crossed_out(line, at)


def is_crossed_out(line: SpanLine, at: int) -> bool:
    """Return whether a verb around what stands before a place leaves it out: "cross it off", "leave Athens out"."""
    return line[at].has("gone") and line.nearest(at - 1, before(2), having("crossing")).words != ""


_DENIAL_ENDS = ("nothing", "comma", "clause_end", "clause_link", "social", "particle")


def is_denied_behind(line: SpanLine, at: int) -> bool:
    """Return whether what stands before a place is denied by a "not" that nothing follows: "but Paris not, because"."""
    return line[at].has("not") and line[at + 1].has(*_DENIAL_ENDS) and not line[at - 2].has("alternative")


def is_distant(line: SpanLine, at: int) -> bool:
    """Return whether what stands before a place is said to be too far away: "Tokyo is a bit far for my mother"."""
    begins = at
    while line[begins].has("predicative", "copula", "judging"):
        begins += 1
    return begins > at and line[begins].has("opens:distant")


_DECLINING = behind(2, over="subject filler intensifying particle", until="comma clause_end")
_VALUED = ("place", "date", "money", "number", "value", "party")


def is_declined(line: SpanLine, first: int, last: int) -> bool:
    """Return whether a clause opens with a value that it says one doesn't want: "to Japan we don't want any more"."""
    if not all(span.has("particle", "preposition", "article", "filler", "goal_word") for span in line.part(0, first)):
        return False
    subject = last + line[last].has("pro_form")
    subject += line[subject].has("comma")
    at = line.place(subject, _DECLINING, having("opens:declined"))
    if not line[subject].has("subject") or at < 0:
        return False
    ends = line.place(at, behind(len(line)), having("nothing", "comma", "clause_end"))
    return not line.some(at + 1, ends, *_VALUED)


_HAD = before(2, over="article owner")


def is_had_already(line: SpanLine, at: int) -> bool:
    """Return whether a value is said of what one has: "our Corsa", "the old Fiesta", "I drive a Polo".

    Whose something is may be whom it's for: "our vegan daughter"; who drives nothing else wants it: "she only drives
    automatics".
    """
    if line[at + 1].has("party"):
        return False
    while line[at - 1].has("value"):
        at -= 1
    owner = line[at - 1]
    if owner.has("had_already"):
        return line[at - 2].has("definite", "possessive", "third_person")
    if owner.has("owner", "third_person", "possessive"):
        return True
    driving = line.place(at, _HAD, having("says:driving"))
    return driving >= 0 and not line[driving - 1].has("nothing_else")


def names_something_else(line: SpanLine, at: int) -> bool:
    """Return whether a noun is but how something else is called: "airport transfer", "beach bar"."""
    return line[at].has("noun") and line[at + 1].has("called_by_feature")


def is_verb(line: SpanLine, at: int) -> bool:
    """Return whether a value's word is what somebody does, or whether something suits: "I work", "it doesn't work"."""
    if not line[at].has("party_doing", "suiting") or line[at + 1].has("item"):
        return False
    return line[at - 1].has("party:first_person", "doing", "opens:doing")


def is_refused(line: SpanLine, at: int) -> bool:
    """Return whether what stands before a place is said not to be what one is after: "Athens isn't my idea of fun".

    Who denies a fault of it praises it, and who denies that it is dear, or asks, says nothing against it.
    """
    begins = _predicate(line, at)
    if begins < 0 or line.asked:
        return False
    while line[begins].has("intensifying"):
        begins += 1
    hardly = line[begins].has("hardly")
    if not hardly and not line[begins].has("not"):
        return False
    said = begins + 1
    while line[said].has("predicative", "intensifying", "operator:is"):
        said += 1
    if line.some(begins - 1, begins, "doing") or line[begins].has("opens:doing"):
        return line[said].has("opens:suiting")
    return line[said].words != "" and not line[said].has("opens:fault", "excess", "adjective", "compare")


def _predicate(line: SpanLine, at: int) -> int:
    """Return where that begins which is said of what stands before a place; -1 where nothing is said of it."""
    begins = at
    while line[begins].has("predicative", "doing", "intensifying"):
        begins += 1
    said = begins > at or line[at - 1].has("says:possessive") or line[at].names >= {"not", "opens:doing"}
    return begins if said else -1


def is_excessive(line: SpanLine, at: int) -> bool:
    """Return whether what stands before a place is too much of something: "Athens is too hot"."""
    return 0 < excess_place(line, at) + 1 < len(line)


_NO_ADJECTIVES = ("particle", "article", "preposition", "clause_link", "social", "auxiliary", "subject")


def excess_place(line: SpanLine, at: int) -> int:
    """Return where a judgement that begins at a place says "too"; -1 where it doesn't, or means "as well" by it."""
    while line[at].has("judging", "copula", "intensifying"):
        at += 1
    adjective = line[at + 1]
    if not line[at].has("excess") or adjective.has(*_NO_ADJECTIVES):
        return -1
    return at if adjective.words else -1


def negated(window: Sequence[Span]) -> bool:
    """Return whether the words before a value deny it; two denials are none; "but", "so" and a comma begin anew."""
    effects = _ANY_BUT.sub("e", "".join(map(_effect, window[-DENIAL_REACH:]))).replace(_NOT_SO, "n.")
    last = max(map(effects.rfind, "ebc,"))
    denials = effects.count("n", last + 1)
    return (denials % 2 == 1) != (effects[last : last + 1] == "e")


def _effect(span: Span) -> str:
    """Return the letter of what a word does to a denial: exception, new beginning, "any", denial, nothing."""
    return _EFFECTS.outcome(span.names)


def constraint(bound: ValueBound, value: Value, *, denied: bool) -> Constraint:
    """Return the constraint of a value."""
    if not denied:
        return Constraint(bound.op, (value,), strict=bound.strict)
    if isinstance(value, Flag):
        return Constraint("is", (Flag(not value.value),))
    return Constraint(contrary(bound.op), (value,), strict=bound.strict and bound.op == "is")


def contrary(op: Operator) -> Operator:
    """Return the operator of a denied constraint."""
    return _CONTRARIES.get(op, "not")
