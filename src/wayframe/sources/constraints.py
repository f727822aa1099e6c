"""The meaning of constraints: when a value fulfils one, the same for every source.

Measured values (numbers, money, dates, times) are compared as ranges of numbers, so that a source can ask its own
index for just these ranges. A wish for

- `is` v: of numbers v, a whole one up to the next (15 inch is 15.6 too); of days that a stay counts about v; of money
  at most v, or at least where more is better (a salary); of dates the days that v names, and where earlier is better
  (free from) any before; of times v.
- `not` v: anything but v.
- `at_most`, `at_least` v: v counts unless it is strict; of a span of days the last, the first.
- `between` a and b: both count unless it is strict, in either order; of spans of days from the first to the last.
- `around` v: within 10 %, 20 % of a stay, 3 days of one date, an hour of a time; of what a party pays only upwards, for
  nobody minds to pay less.

A slot whose bearing is a window holds the whole stay: `is` a day then means to leave on that day or later, to be back
on it or earlier, but one of several days that day itself. Several values of `is` are alternatives, those of `not` are
all excluded. Text compares without case
and accents; a place fulfils the name of its country or region, a list that of any of its items, a text its words.
`any`, `least` and `most` exclude nothing. `more` and `less` are made `at_least` and `at_most` by whoever knows what
they compare with; here they aren't known.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from wayframe.meaning.records import Clock, Constraint, Days, Flag, Money, Number, Party, Text, Texts, Value
from wayframe.schema import Schema, Slot
from wayframe.schema.units import converted, time_in, told_in
from wayframe.sources.places import WORLD, Places, key
from wayframe.sources.protocol import Condition, Query

T = TypeVar("T")

UNCONSTRAINING = frozenset(("any", "least", "most"))
NEAR_SHARE = 0.1  # of a number or an amount, that is still around it
NEAR_DAYS, NEAR_MINUTES = 3, 60
STAY_SHARE = 0.2  # of a stay: by so much "two weeks" may be longer or shorter, and by a day at least
FLEXIBLE_DAYS = 2  # by which flexible dates are wider on each side
WINDOW_DAYS = 14  # from so many on days of departure are a window to travel in; also how long a trip takes at most
WEEK, LONGEST_STAY = 7, 365
_EPSILON = 1e-9
_WINDOWS = ("window_start", "window_end")


class Range(NamedTuple):
    """Numbers from `low` to `high`; an open end doesn't count itself."""

    low: float = -math.inf
    high: float = math.inf
    open_low: bool = False
    open_high: bool = False

    def holds(self, number: float) -> bool:
        """Return whether a number lies in the range; floats that differ by rounding are the same."""
        slack = _EPSILON * max(1.0, abs(number))
        above = number > self.low + slack if self.open_low else number >= self.low - slack
        below = number < self.high - slack if self.open_high else number <= self.high + slack
        return above and below

    def away(self, number: float) -> float:
        """Return how far a number is from the range."""
        return max(0.0, self.low - number, number - self.high)

    def scaled(self, factor: float) -> Range:
        """Return the range with both ends multiplied."""
        return Range(self.low * factor, self.high * factor, self.open_low, self.open_high)


class Allowed(NamedTuple):
    """The numbers that fulfil a constraint: those in one of the ranges, or `negated` those in none."""

    ranges: tuple[Range, ...]
    negated: bool = False

    def holds(self, number: float) -> bool:
        """Return whether a number is allowed."""
        return any(each.holds(number) for each in self.ranges) != self.negated

    def away(self, number: float) -> float:
        """Return how far a number is from being allowed; 1 where it is excluded."""
        if self.negated:
            return 0.0 if self.holds(number) else 1.0
        return min((each.away(number) for each in self.ranges), default=0.0)

    def scaled(self, factor: float) -> Allowed:
        """Return the same with all ends multiplied."""
        return Allowed(tuple(each.scaled(factor) for each in self.ranges), self.negated)


class Check(NamedTuple):
    """A condition that was asked and the plain ones that an item must fulfil for it: a window may need several."""

    asked: Condition
    needs: tuple[Condition, ...]


def holds(slot: Slot, constraint: Constraint, value: Value | None, places: Places = WORLD) -> bool | None:
    """Return whether a value fulfils a constraint; None where that isn't known."""
    if _excludes_nothing(slot, constraint):
        return True
    if value is None:
        return None
    if slot.measured:
        return _holds_number(slot, constraint, value)
    if constraint.op not in ("is", "not"):
        return None
    same = [_same(slot, value, wanted, places) for wanted in constraint.values]
    if None in same:
        return None
    return any(same) == (constraint.op == "is")


def _excludes_nothing(slot: Slot, constraint: Constraint) -> bool:
    """Return whether every item fulfils a constraint: it has no preference, or isn't about the item."""
    return constraint.op in UNCONSTRAINING or slot.bearing in ("party", "flexible")


def _holds_number(slot: Slot, constraint: Constraint, value: Value) -> bool | None:
    """Return whether a measured value is allowed; None where either has no number in the slot's unit."""
    number = order(value)
    numbers = allowed(slot, constraint)
    if number is None or numbers is None:
        return None
    return numbers.holds(number)


_LEAST_LEFT: dict[str, Value] = {"yes_no": Flag(True), "number": Number(1)}
"""The least that is left of what can be had, by the kind of the slot that says so."""


def sold_out(slot: Slot) -> Constraint:
    """Return the constraint that a slot of what is in stock fulfils where nothing is left."""
    if slot.kind == "yes_no":
        return Constraint("is", (Flag(False),))
    return Constraint("at_most", (Number(0),))


def asks_for_sold_out(schema: Schema, asked: Iterable[Check]) -> bool:
    """Return whether conditions ask for what is sold out: by its name, whatever is left, or where nothing is left.

    "At most 24 bottles in stock" asks for what can be had.
    """
    for condition in (check.asked for check in asked):
        if condition.slot == schema.name:
            return True
        if condition.slot == schema.stock and _admits_sold_out(schema.by_name[condition.slot], condition.constraint):
            return True
    return False


def _admits_sold_out(stock: Slot, constraint: Constraint) -> bool:
    """Return whether a constraint on what is left is about nothing left, too: any number of it, or less than one."""
    return _excludes_nothing(stock, constraint) or holds(stock, constraint, _LEAST_LEFT[stock.kind]) is False


def describes(slot: Slot, constraint: Constraint, value: Value | None, places: Places = WORLD) -> bool | None:
    """Return whether a description is true of a value: "the one at $489", "the one that leaves on Friday".

    Other than a wish, it means the amount and the day as they are said.
    """
    if slot.kind == "money" and constraint.op == "is":
        alternatives = [Constraint("between", (wanted, wanted)) for wanted in constraint.values]
        found = [holds(slot, each, value, places) for each in alternatives]
        return None if None in found else any(found)
    return holds(_by_value(slot), constraint, value, places)


def just(constraint: Constraint) -> Constraint:
    """Return a constraint on a day or a number as one for just that: neither near it, nor from then on."""
    return replace(constraint, op="between", values=constraint.values[:1] * 2)


def single_day(constraint: Constraint) -> date | None:
    """Return the only day that a constraint is for; None where it is for several or for none in particular."""
    days = constraint.values
    if constraint.op == "is" and len(days) == 1 and isinstance(days[0], Days) and days[0].exact:
        return days[0].first
    return None


def fits(
    schema: Schema, condition: Condition, values: Mapping[str, Value], party: Party, places: Places = WORLD
) -> bool | None:
    """Return whether an item with these values fulfils a condition; None where that isn't known.

    A price for the party is compared by the share of it that is meant: for each person, for each night.
    """
    slot, constraint = schema.by_name[condition.slot], condition.constraint
    if not (slot.kind == "money" and is_shared(slot, constraint)):
        return holds(slot, constraint, values.get(slot.name), places)
    price, numbers = values.get(slot.name), allowed(slot, constraint)
    parts = shares(schema, constraint.scope, values, party)
    if not isinstance(price, Money) or numbers is None or parts is None:
        return holds(slot, constraint, None, places)
    return numbers.scaled(parts).holds(price.value)


def is_shared(slot: Slot, constraint: Constraint) -> bool:
    """Return whether a constraint is on a part of the party's price: for each person, for each night."""
    return bool(slot.scopes) and constraint.scope in ("person", "night")


def shares(schema: Schema, scope: str, values: Mapping[str, Value], party: Party) -> int | None:
    """Return of how many equal shares a price consists: one for each person, or for each night; None if not known."""
    if scope == "person":
        return sum(heads(party))
    ends = [order(values.get(slot.name)) for slot in schema.slots if slot.bearing in _WINDOWS]
    days = sorted(known(ends))
    return max(1, int(days[-1] - days[0])) if len(days) > 1 else None


def heads(party: Party) -> tuple[int, int]:
    """Return the adults and children of a party: one adult where nobody is known."""
    adults = party.adults or max(party.total - party.children, 0)
    return (adults, party.children) if adults + party.children else (1, 0)


def order(value: Value | None) -> float | None:
    """Return the number by which values of a kind are ordered; None for what has no order."""
    if isinstance(value, Number | Money | Clock):
        return float(value.value)
    return float(value.first.toordinal()) if isinstance(value, Days) else None


def known(values: Iterable[T | None]) -> list[T]:
    """Return the values that aren't None."""
    return [value for value in values if value is not None]


def allowed(slot: Slot, constraint: Constraint) -> Allowed | None:
    """Return the numbers that a constraint allows; None where it says none."""
    spans = [_span(slot, value) for value in constraint.values]
    numbers = known(spans)
    if len(numbers) < len(spans) or constraint.op not in _RANGES:
        return None
    ranges = _RANGES[constraint.op](slot, numbers, constraint.strict)
    return None if ranges is None else Allowed(ranges, constraint.op == "not")


def checks(schema: Schema, query: Query) -> tuple[Check, ...]:
    """Return the query's conditions with what each needs: windows whole and as wide as flexible dates make them.

    Who only says a day to leave is back two weeks later, or after a longer stay that was wished for; a longer span of
    days ("in August") holds the whole trip. Conditions that exclude nothing need nothing.
    """
    flexible = any(_is_flexible(schema, condition) for condition in query.conditions)
    ends = _ends(schema, query)
    made = []
    for condition in query.conditions:
        slot = schema.by_name[condition.slot]
        needs: tuple[Condition, ...] = ()
        if not _excludes_nothing(slot, condition.constraint):
            needs = (condition, *ends.get(condition, ()))
        if flexible:
            needs = tuple(_widened(schema, need) for need in needs)
        made.append(Check(condition, needs))
    return tuple(made)


def _is_flexible(schema: Schema, condition: Condition) -> bool:
    plain = condition.constraint.op == "is" and Flag(True) in condition.constraint.values
    return plain and schema.by_name[condition.slot].bearing == "flexible"


_CLOSING = ("is", "at_most", "between", "around")
"""The operators that say until when one is back."""

_LEAVING = ("is", "between", "around")
"""The operators that say on which days one leaves."""


def _ends(schema: Schema, query: Query) -> dict[Condition, tuple[Condition, ...]]:
    """Return the last day of being back that goes without saying, for each day of departure that was said."""
    back = schema.end
    closed = {each.constraint.op for each in query.conditions if each.slot == back}
    if not back or not closed.isdisjoint(_CLOSING):
        return {}
    found = dict[Condition, tuple[Condition, ...]]()
    stay = timedelta(days=max(WINDOW_DAYS, _longest_stay(schema, query)))
    for condition in query.conditions:
        leaving = _leaving(schema, condition)
        if leaving is None:
            continue
        last = _last_back(leaving, stay, is_window=condition.constraint.op != "between")
        found[condition] = (Condition(back, Constraint("at_most", (Days(last, last),))),)
    return found


def _leaving(schema: Schema, condition: Condition) -> Days | None:
    """Return the days of departure that a condition names; None where it names none."""
    is_departure = schema.by_name[condition.slot].bearing == "window_start"
    if not is_departure or condition.constraint.op not in _LEAVING:
        return None
    return _days(condition.constraint)


def _last_back(leaving: Days, stay: timedelta, *, is_window: bool) -> date:
    """Return the last day of a trip: a long span of days holds all of it, after a short one it takes up to a stay.

    It takes up to a stay, too, where the days between which one leaves were said: that is no `is_window` to travel in.
    """
    is_long = leaving.last - leaving.first >= timedelta(days=WINDOW_DAYS)
    if (is_window and is_long) or leaving.last > date.max - stay:
        return leaving.last
    return leaving.last + stay


def _longest_stay(schema: Schema, query: Query) -> int:
    """Return how many days a stay can count that the query asks for."""
    most, least = math.inf, 0.0
    for condition in query.conditions:
        slot = schema.by_name[condition.slot]
        if slot.kind != "number" or slot.unit != "days":
            continue
        numbers = allowed(slot, condition.constraint)
        if numbers is None or numbers.negated:
            continue
        most = min(most, max(_highs(numbers.ranges)))
        least = max(least, min(_lows(numbers.ranges)))
    longest = most if math.isfinite(most) else least + WEEK
    return int(min(longest, LONGEST_STAY))


def _days(constraint: Constraint) -> Days | None:
    """Return the days from the first to the last that a constraint names."""
    named = [value for value in constraint.values if isinstance(value, Days)]
    if not named:
        return None
    firsts, lasts = zip(*((value.first, value.last) for value in named), strict=True)
    days = Days(min(firsts), max(lasts))
    return _wider(days, NEAR_DAYS) if constraint.op == "around" and days.exact else days


def _widened(schema: Schema, condition: Condition) -> Condition:
    """Return a condition on a window as flexible dates have it."""
    bearing, constraint = schema.by_name[condition.slot].bearing, condition.constraint
    if bearing not in _WINDOWS or constraint.op == "not":
        return condition
    values = tuple(_moved(value, bearing, constraint.op) for value in constraint.values)
    return Condition(condition.slot, Constraint(constraint.op, values, constraint.scope, strict=constraint.strict))


def _moved(value: Value, bearing: str, op: str) -> Value:
    """Return days two days wider; a day from which or until which something holds moves that way."""
    if not isinstance(value, Days):
        return value
    wider = _wider(value, FLEXIBLE_DAYS)
    if value.exact and (bearing, op) in _EARLIER:
        return Days(wider.first, wider.first)
    if value.exact and (bearing, op) in _LATER:
        return Days(wider.last, wider.last)
    return wider


_EARLIER = (("window_start", "is"), ("window_start", "at_least"), ("window_end", "at_least"))
_LATER = (("window_end", "is"), ("window_start", "at_most"), ("window_end", "at_most"))
"""Wishes for the ends of a window that hold from a day on or until a day."""


def _wider(days: Days, by: int) -> Days:
    first = date.fromordinal(max(days.first.toordinal() - by, date.min.toordinal()))
    last = date.fromordinal(min(days.last.toordinal() + by, date.max.toordinal()))
    return Days(first, last)


def _by_value(slot: Slot) -> Slot:
    return slot if slot.bearing == "value" else replace(slot, bearing="value")


# Text, places, lists, yes and no


def _same(slot: Slot, value: Value, wanted: Value, places: Places) -> bool | None:
    """Return whether a value is the one that is wanted; None where they are of different kinds."""
    match value, wanted:
        case Flag(held), Flag(asked):
            return held is asked
        case Texts(listed), Texts(several):
            return all(_is_listed(each, listed) for each in several)
        case Texts(listed), Text(asked):
            return _is_listed(asked, listed)
        case Text(held), Texts(several):
            return all(_said_in(each, _plain(held)) for each in several)
        case Text(held), Text(asked):
            return _same_text(slot, held, asked, places)
    return None


def _same_text(slot: Slot, held: str, asked: str, places: Places) -> bool:
    """Return whether a text is the one that is asked: a place lies in it, a longer text has its words."""
    if slot.kind == "place":
        return places.within(held, asked)
    if slot.kind == "text":
        return _said_in(asked, _plain(held))
    if slot.kind == "name":
        return key(held) == key(asked) or key(held).startswith(f"{key(asked)} (")
    return key(held) == key(asked)


def _is_listed(asked: str, listed: Sequence[str]) -> bool:
    return any(_said_in(asked, each) for each in listed)


def _plain(text: str) -> str:
    """Return the words of a text without the marks between them."""
    return " ".join(_WORDS.findall(text))


_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def _said_in(words: str, text: str) -> bool:
    return f" {key(words)} " in f" {key(text)} "


# Numbers, money, dates, times


def _span(slot: Slot, value: Value) -> Range | None:
    """Return a value as a range in the slot's unit: one number, or the days that it may be; None for another kind."""
    match slot.kind, value:
        case "date", Days():
            return Range(value.first.toordinal(), value.last.toordinal())
        case "time", Clock(minutes):
            return Range(minutes, minutes)
        case "money", Number(amount):
            return Range(amount, amount)
        case "money", Money(amount, currency) if currency in (slot.unit, "") or not slot.unit:
            return Range(amount, amount)
        case "number", Number(number, unit):
            exact = _in_unit(number, unit, slot.unit)
            return Range(exact, exact)
    return None


def _in_unit(number: float, unit: str, own: str) -> float:
    """Return a number in a slot's own unit, a metre in centimetres; as it is where it measures something else."""
    for conversion in (converted, told_in, time_in):
        same = conversion(number, unit, own)
        if same is not None:
            return same
    return number


def _lows(spans: Iterable[Range]) -> list[float]:
    return [span.low for span in spans]


def _highs(spans: Iterable[Range]) -> list[float]:
    return [span.high for span in spans]


Ranges = tuple[Range, ...] | None


def _is(slot: Slot, spans: list[Range], strict: bool) -> Ranges:
    """Return what plain values are wishes for; of several days each is meant itself: "on the 19th or the 26th"."""
    if slot.bearing in _WINDOWS and len(spans) > 1:
        return tuple(spans)
    return tuple(_meant(slot, span) for span in spans)


def _meant(slot: Slot, span: Range) -> Range:
    """Return what a plain value is a wish for: see the module."""
    match slot.kind, slot.bearing:
        case "money", _ if slot.better == "more":
            return Range(low=span.low)
        case ("money", _) | (_, "window_end"):
            return Range(high=span.high)
        case "date", "value" if slot.better == "less":
            return Range(high=span.high)
        case _, "window_start" if span.low == span.high:
            return Range(low=span.low)
        case "number", _ if slot.unit == "days":
            margin = max(1, int(abs(span.low) * STAY_SHARE))
            return Range(span.low - margin, span.high + margin)
    return _whole(slot, span)


def _whole(slot: Slot, span: Range) -> Range:
    """Return a whole number with its fractions."""
    if slot.kind == "number" and span.low == math.floor(span.low):
        return Range(span.low, span.low + 1, open_high=True)
    return span


def _not(slot: Slot, spans: list[Range], strict: bool) -> Ranges:
    """Return the values that are excluded."""
    return tuple(_whole(slot, span) for span in spans)


def _at_most(slot: Slot, spans: list[Range], strict: bool) -> Ranges:
    """Return all up to the last of the values, or before its first day where it is strict."""
    if strict:
        return (Range(high=max(_lows(spans), default=math.inf), open_high=True),)
    return (Range(high=max(_highs(spans), default=math.inf)),)


def _at_least(slot: Slot, spans: list[Range], strict: bool) -> Ranges:
    """Return all from the first of the values on, or after its last day where it is strict."""
    if strict:
        return (Range(low=min(_highs(spans), default=-math.inf), open_low=True),)
    return (Range(low=min(_lows(spans), default=-math.inf)),)


def _between(slot: Slot, spans: list[Range], strict: bool) -> Ranges:
    """Return all from the least to the most of the values."""
    if not spans:
        return None
    return (Range(min(_lows(spans)), max(_highs(spans)), strict, strict),)


def _around(slot: Slot, spans: list[Range], strict: bool) -> Ranges:
    """Return what is near the values."""
    return tuple(_near(slot, span) for span in spans)


def _near(slot: Slot, span: Range) -> Range:
    """Return what is near a value; of what a party pays only upwards.

    Days from one to another stay as they are: who says "around the end of August" has said about when already.
    """
    margin = abs(span.high) * NEAR_SHARE
    if slot.kind == "date" and span.low != span.high:
        return span
    if slot.kind in _MARGINS:
        margin = _MARGINS[slot.kind]
    elif slot.unit == "days":
        margin = max(1.0, abs(span.high) * STAY_SHARE)
    if slot.kind == "money" and slot.scopes:
        return Range(high=span.high + margin)
    return Range(span.low - margin, span.high + margin)


_MARGINS: Mapping[str, float] = {"date": NEAR_DAYS, "time": NEAR_MINUTES}
_RANGES: Mapping[str, Callable[[Slot, list[Range], bool], Any]] = {
    "is": _is,
    "not": _not,
    "at_most": _at_most,
    "at_least": _at_least,
    "between": _between,
    "around": _around,
}
