"""Wishes: those that hold at a frame, how new ones change them, and relative ones made absolute.

"Cheaper" is below a price, "a day later" another day; the wishes of an option are those by which it was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Clock,
    Constraint,
    Correct,
    Days,
    Direction,
    Drop,
    Money,
    Move,
    Number,
    Numbered,
    Operator,
    Party,
    Text,
    Value,
    Wish,
    wishes_besides,
    wishes_for,
)
from wayframe.schema import Schema, Slot
from wayframe.sources.constraints import known, order
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState, Option


def wishing_frame(state: DialogueState, frame: int) -> int:
    """Return the frame whose wishes a frame goes by: an option's is the one that it was found by."""
    option = state.options.get(frame)
    return option.wishes_of if option else frame


def held_wishes(state: DialogueState, frame: int, schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that hold at a frame.

    An option goes by the wishes that it was found by and by later ones that it fulfils or that no option could fail:
    who goes back to it has given up those that it doesn't. Who books it has chosen its days and its place instead of
    those that were wished for. The travellers are those that were named last: they travel wherever they go.
    """
    wishes = state.wishes.get(wishing_frame(state, frame), ())
    option = state.options.get(frame)
    if option is None:
        return wishes
    fulfilled = unfailed(state, frame, wishes, schema)
    if state.was_booked(frame):
        kept = _as_chosen(wishes, fulfilled, option, schema)
    else:
        kept = tuple(wish for wish in wishes if wish in option.wishes or wish in fulfilled)
    party = _travellers(state, schema)
    return (*wishes_besides(kept, schema.party), *party) if party else kept


def _as_chosen(wishes: Sequence[Wish], fulfilled: Sequence[Wish], option: Option, schema: Schema) -> tuple[Wish, ...]:
    """Return wishes as the choice of an option leaves them: days, lengths and places that it fails become its own.

    The first and the last day of a long time in which it lies are still those between which one can travel.
    """
    kept, roomy = list[Wish](), lies_in_long_time(option, wishes, schema)
    for wish in wishes:
        if wish in fulfilled or (roomy and wish.slot in schema.windows):
            kept.append(wish)
        elif _is_where_or_when(wish.slot, schema):
            kept.append(Wish(wish.slot, Constraint("is", (option.item.values[wish.slot],))))
    return tuple(dict.fromkeys(kept))


def lies_in_long_time(option: Option, wishes: Sequence[Wish], schema: Schema) -> bool:
    """Return whether an option lies between a first and a last day that leave more to choose from than a stay."""
    start, end = days_of(wishes, schema.start), days_of(wishes, schema.end)
    leaves, returns = (option.item.values.get(slot) for slot in (schema.start, schema.end))
    if start is None or end is None or not isinstance(leaves, Days) or not isinstance(returns, Days):
        return False
    return end.last - start.first >= LONG_SPAN and start.first <= leaves.first and returns.last <= end.last


def _is_where_or_when(name: str, schema: Schema) -> bool:
    """Return whether a slot holds a place, the days of a stay, or its length."""
    slot = schema.slot(name)
    return is_of_stay(schema, name) or (slot is not None and slot.kind == "place")


def unfailed(state: DialogueState, frame: int, wishes: Sequence[Wish], schema: Schema) -> tuple[Wish, ...]:
    """Return those of some wishes that an option fulfils, or of which nothing is known of it."""
    values, denoter = state.options[frame].item.values, Denoter(state, schema)
    return tuple(wish for wish in wishes if wish.slot not in values or denoter.fulfils(frame, (wish,)))


def _travellers(state: DialogueState, schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that say who travels, of the newest frame that has any."""
    by_frame = [wishes_for(state.wishes[frame], schema.party) for frame in sorted(state.wishes, reverse=True)]
    return next(filter(None, by_frame), ())


EXACT = frozenset(("is", "around", "between"))
EXTREMES = frozenset(("least", "most"))
BOUNDS = frozenset(("at_most", "at_least"))


def revised(held: Sequence[Wish], new: Sequence[Wish], schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that hold once new ones were said: of one slot the later replaces what it contradicts."""
    wishes = _without_old_standards(held, new, schema)
    for wish in new:
        left = [_left(old, wish, schema) for old in wishes]
        wishes = [*chain.from_iterable(left), _summed(wishes, wish)]
    said = {wish.slot for wish in new}
    return tuple(_consistent(_elsewhere(wishes, schema, said), schema, said))


def travellers(wishes: Sequence[Wish], schema: Schema) -> Party:
    """Return who travels by the wishes that hold, one adult where nobody said."""
    party = _value(wishes, schema.party)
    if not isinstance(party, Party):
        return Party(adults=1)
    if party.adults or party.children:
        return Party(party.adults, party.children, party.ages)
    return Party(adults=max(party.total, 1))


def contradicts(held: Sequence[Wish], wish: Wish, schema: Schema) -> bool:
    """Return whether a new wish changes one that holds, so that it is a wish of another trip."""
    slot, new = schema.slot(wish.slot), wish.constraint
    for each in wishes_for(held, wish.slot):
        old = each.constraint
        if old.op != "any" and old != new and not _stands(old, new, slot):
            return True
    return False


def is_of_no_item(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for none of the values that a slot has, where the schema spells them out."""
    slot, constraint = schema.slot(wish.slot), wish.constraint
    if slot is None or not slot.values or constraint.op != "is":
        return False
    spelled = {each.casefold() for value, others in slot.values.items() for each in (value, *others)}
    texts = [value.value.casefold() for value in constraint.values if isinstance(value, Text)]
    return bool(texts) and spelled.isdisjoint(texts)


def _without_old_standards(held: Sequence[Wish], new: Sequence[Wish], schema: Schema) -> list[Wish]:
    """Return the wishes without limits that an option of another place set: "cheaper" was than what was there."""
    for wish in wishes_for(new, schema.place):
        if contradicts(held, wish, schema):
            return [wish for wish in held if wish.constraint.than is None]
    return list(held)


def _left(old: Wish, new: Wish, schema: Schema) -> list[Wish]:
    """Return a wish as it stands beside a new one; none where it doesn't."""
    if old.slot != new.slot:
        return [] if {old.constraint.op, new.constraint.op} <= EXTREMES else [old]
    if not _stands(old.constraint, new.constraint, schema.slot(new.slot)):
        return []
    return _without(old, new)


def _stands(old: Constraint, new: Constraint, slot: Slot | None) -> bool:
    """Return whether a constraint still holds beside a later one on its slot: of lists, all that is wished for."""
    ops = {old.op, new.op}
    if "any" in ops:
        return False
    if ops == {"is"}:
        is_list = slot is not None and slot.kind == "list"
        return is_list and old.values != new.values
    if ops & EXTREMES:
        return not ops <= EXTREMES
    if "not" in ops:
        return _stands_denial(old, new)
    return ops == BOUNDS and _leaves_room(old, new)


def _leaves_room(old: Constraint, new: Constraint) -> bool:
    """Return whether there are values between two bounds: not "over $1,500" and "$1,500 or less"."""
    low, high = (new, old) if new.op == "at_least" else (old, new)
    ends = known(order(value) for value in (*low.values, *high.values))
    if len(ends) != 2 or low.scope != high.scope:
        return True
    return ends[0] < ends[1] or (ends[0] == ends[1] and not (low.strict or high.strict))


def _stands_denial(old: Constraint, new: Constraint) -> bool:
    """Return whether a constraint still holds where it or a later one denies values."""
    if set(old.values).isdisjoint(new.values):
        return True
    if old.op == "not":
        return new.op == "not"
    return old.op not in EXACT or len(old.values) > 1


def _without(old: Wish, new: Wish) -> list[Wish]:
    """Return a wish without the values that a new one rules out; none where no value is left."""
    if (old.constraint.op, new.constraint.op) != ("is", "not"):
        return [old]
    values = tuple(value for value in old.constraint.values if value not in new.constraint.values)
    return [replace(old, constraint=replace(old.constraint, values=values))] if values else []


def _value(wishes: Sequence[Wish], slot: str) -> Value | None:
    """Return the first value of the last wish for a slot that has any."""
    for wish in reversed(wishes_for(wishes, slot)):
        constraint = wish.constraint
        if constraint.values and constraint.op != "not":
            return constraint.values[0]
    return None


# Travellers


def _summed(wishes: Sequence[Wish], new: Wish) -> Wish:
    """Return a wish for travellers as one for all of them: those who come on top, and the children besides adults."""
    said = new.constraint.values[0] if new.constraint.values else None
    if not isinstance(said, Party):
        return new
    known = _value(wishes, new.slot)
    before = known if isinstance(known, Party) else Party(adults=1)
    return replace(new, constraint=replace(new.constraint, values=(_together(before, said),)))


def _together(before: Party, said: Party) -> Party:
    """Return the whole party where one was known and another is said: who names no children means the same ones."""
    if said.added:
        return _joined(before, said)
    if said.total:
        return said
    if said.children:
        known_adults = max(before.adults, before.total - before.children, 1)
        ages = said.ages or (before.ages if said.children == before.children else ())
        return replace(said, adults=said.adults or known_adults, ages=ages)
    if before.added or not said.adults:
        return said
    return replace(said, children=before.children, ages=before.ages)


def corrected_people(wish: Wish, held: Sequence[Wish], schema: Schema) -> Wish:
    """Return a correction of who travels as one of all of them, where it can but mean that there are no children.

    That is where it names as many adults as were known, or as there are people: "no, six adults". So it is where it
    names as many as there are children, and more than there are adults; fewer adults leave the children: "two, not
    three".
    """
    said, known = next(iter(wish.constraint.values), None), _value(held, schema.party)
    if wish.slot != schema.party or not isinstance(said, Party) or not isinstance(known, Party):
        return wish
    counts = [known.adults, known.adults + known.children]
    if said.adults > known.adults:
        counts.append(known.children)
    if said.added or said.children or not said.adults or not known.children or said.adults not in counts:
        return wish
    return replace(wish, constraint=replace(wish.constraint, values=(replace(said, total=said.adults),)))


def added_to_option(wish: Wish, options: Sequence[Option]) -> Wish:
    """Return a wish for those who come on top as one for all, where it is about one option: counted from its party.

    The trip at hand may be for others: "add one more adult to my booking".
    """
    said = next(iter(wish.constraint.values), None)
    if wish.of is None or len(options) != 1 or not isinstance(said, Party) or not said.added:
        return wish
    joined = _joined(options[0].party, said)
    whole = joined if joined.children else replace(joined, total=joined.adults)
    return replace(wish, constraint=replace(wish.constraint, values=(whole,)))


def _joined(before: Party, said: Party) -> Party:
    """Return a party with those who come on top; an adult is left of it, whoever stays at home."""
    fewest = 1 if before.adults or said.adults < 0 < said.children else 0
    children = max(before.children + said.children, 0)
    return Party(
        max(before.adults + said.adults, fewest),
        children,
        (*before.ages, *said.ages) if children >= before.children else (),
        max(before.total + said.adults + children - before.children, 1) if before.total else 0,
    )


# Wishes that exclude each other


def _elsewhere(wishes: list[Wish], schema: Schema, new: set[str]) -> list[Wish]:
    """Return the wishes without a destination that has turned out to be where the journey starts."""
    if schema.source not in new or schema.goal in new:
        return wishes
    starts = [wish.constraint.values for wish in wishes_for(wishes, schema.source)]
    overtaken = [(schema.goal, "is", values) for values in starts]
    return [wish for wish in wishes if (wish.slot, wish.constraint.op, wish.constraint.values) not in overtaken]


def _consistent(wishes: list[Wish], schema: Schema, new: set[str]) -> Sequence[Wish]:
    """Return the wishes without an old return that a new departure has overtaken, or the other way round."""
    start, end = days_of(wishes, schema.start), days_of(wishes, schema.end)
    if start is None or end is None:
        return wishes
    if schema.end not in new and _is_too_long(wishes, schema, new):
        return wishes_besides(wishes, schema.end)
    if start.last <= end.last:
        return wishes
    is_deadline = all(wish.constraint.op == "at_most" for wish in wishes_for(wishes, schema.end))
    is_within = schema.start not in new and (is_deadline or schema.end not in new)
    if start.first < end.last and is_within:
        return wishes  # who leaves in August may well be back by the 15th
    overtaken = [slot for slot in (schema.end, schema.start) if slot not in new]
    return wishes_besides(wishes, *overtaken[:1])


def _is_too_long(wishes: Sequence[Wish], schema: Schema, new: set[str]) -> bool:
    """Return whether a new length of a stay doesn't fit between its days: "two days longer" than from 9 to 13."""
    start, end = days_of(wishes, schema.start), days_of(wishes, schema.end)
    lengths = [wish for name in new.intersection(schema.lengths) for wish in wishes_for(wishes, name)]
    if start is None or end is None or len(lengths) != 1 or lengths[0].constraint.op != "is":
        return False
    length = lengths[0].constraint.values[0]
    return isinstance(length, Number) and start.first + timedelta(days=length.value) > end.last


def stay_moved(said: Sequence[Wish], found: Sequence[Wish], held: Sequence[Wish], schema: Schema) -> list[Wish]:
    """Return when to come back from a stay whose first day is moved: "a week later" moves both its days.

    `said` are the wishes of a turn as they were said, `found` what these come to. Both days have to have been wished
    for, and nothing else said of the return.
    """
    moved = [wish for wish in said if wish.slot == schema.start and wish.constraint.is_relative]
    others = {wish.slot for wish in said if not _moves_as_far(wish, moved, schema)} & {schema.end, *schema.lengths}
    before, after = days_of(held, schema.start), days_of(found, schema.start)
    back = wishes_for(held, schema.end)
    if len(moved) != 1 or others or before is None or after is None or len(back) != 1:
        return []
    op = back[0].constraint.op
    day = back[0].constraint.values[0] if op in ("is", "around") else None
    if not isinstance(day, Days) or not (day.exact and before.exact and after.exact):
        return []
    by = after.first - before.first
    return [Wish(schema.end, Constraint(op, (Days(day.first + by, day.last + by),)))]


def _moves_as_far(wish: Wish, moved: Sequence[Wish], schema: Schema) -> bool:
    """Return whether a wish moves the last day of a stay as its first: "four days later, and home four days later"."""
    return wish.slot == schema.end and wish.constraint in [first.constraint for first in moved]


SHORTEST_COUNTED = 5
"""The days from which "and back so many days later" counts from an earlier turn's day of departure."""


def from_start(wish: Wish, held: Sequence[Wish], said: Sequence[Wish], schema: Schema) -> Wish | None:
    """Return a return so many days later as the day that comes then; None where it counts from another return.

    It counts from the day of departure where that is said with it, and nothing of the return is: "this Friday, and back
    a week later". Of a day said before, few days would be later than what was shown.
    """
    constraint, start = wish.constraint, days_of(said, schema.start)
    by = next(iter(constraint.values), None)
    if wish.slot != schema.end or not constraint.is_relative or constraint.op != "more" or not isinstance(by, Number):
        return None
    if start is None and by.value >= SHORTEST_COUNTED:
        start = days_of(held, schema.start)
    if start is None or not start.exact or wishes_for(held, schema.end, *schema.lengths):
        return None
    return replace(wish, constraint=Constraint("is", (_later_days(start, by, 1),)))


def days_of(wishes: Sequence[Wish], slot: str) -> Days | None:
    """Return the days from the first to the last that the wishes for a slot name, those that they rule out left out."""
    wanted = (wish.constraint for wish in wishes_for(wishes, slot) if wish.constraint.op != "not")
    values = chain.from_iterable(each.values for each in wanted)
    days = [value for value in values if isinstance(value, Days)]
    if not days:
        return None
    return Days(min(map(attrgetter("first"), days)), max(map(attrgetter("last"), days)))


def is_of_stay(schema: Schema, name: str) -> bool:
    """Return whether a slot says when a stay begins or ends, or how long it is."""
    return name in schema.windows or name in schema.lengths


class RelativeOperator(NamedTuple):
    """A way to compare: the limit that it sets, the extreme where there is nothing to compare with, its direction."""

    bound: Operator
    extreme: Direction
    nearest: Callable[..., int]
    sign: int


RELATIVE_OPERATORS: Mapping[Operator, RelativeOperator] = {
    "more": RelativeOperator("at_least", "most", max, 1),
    "less": RelativeOperator("at_most", "least", min, -1),
}
"""The operators that compare; of several options, more is more than the most of them, less is less than the least."""


def is_of_terms(schema: Schema, name: str) -> bool:
    """Return whether a slot says for whom something is, when or for how long, and not what."""
    return name == schema.party or is_of_stay(schema, name)


def compared_alone(moves: Iterable[Move], schema: Schema) -> Wish | None:
    """Return the wish for more or less of a slot than an option has, where moves wish for nothing else."""
    wishes = [move for move in moves if isinstance(move, Wish | Correct | Drop)]
    if len(wishes) != 1 or not isinstance(wishes[0], Wish):
        return None
    wish = wishes[0]
    slot = schema.slot(wish.slot)
    compared = wish.constraint.op in RELATIVE_OPERATORS and slot is not None and slot.measured
    return wish if compared and not is_of_stay(schema, wish.slot) else None


class Standard(NamedTuple):
    """A value that a wish is measured by, and the option that has it; 0 where an earlier wish said it.

    `about`: that wish was for about so much.
    """

    value: Value
    frame: int = 0
    about: bool = False


def absolute(wish: Wish, held: Sequence[Wish], state: DialogueState, schema: Schema) -> Wish:
    """Return a wish with what it is compared with put in: an option's value, else the wish as it stood.

    Of several options that are spoken of, less than them is less than the least of them, more is more than the most.
    A limit that an option set names that option, so that it goes when another place is wished for. A wish that there is
    nothing to compare with becomes one for the extreme.
    """
    slot = schema.slot(wish.slot)
    if wish.constraint.op in _NO_WORSE and not wish.constraint.values:  # "rated at least as well as the black one"
        beyond = replace(wish, constraint=replace(wish.constraint, op=_NO_WORSE[wish.constraint.op]))
        limit = absolute(beyond, held, state, schema)
        return replace(limit, constraint=replace(limit.constraint, strict=False))
    if wish.constraint.op not in RELATIVE_OPERATORS or slot is None:
        return wish
    if _lifts_failed_bound(wish, held, state):
        return replace(wish, constraint=Constraint("any"))
    standard = _standard(slot, wish.constraint, held, Denoter(state, schema))
    if standard is None:
        return replace(wish, constraint=Constraint(RELATIVE_OPERATORS[wish.constraint.op].extreme))
    return replace(wish, constraint=_shifted(slot, wish.constraint, standard) or _limit(wish.constraint, standard))


_NO_WORSE: Mapping[Operator, Operator] = {"at_least": "more", "at_most": "less"}
"""The bounds that may be those of an option, each with the comparison that leaves out its value."""


def narrowed(wish: Wish, held: Sequence[Wish], said: Sequence[Wish], schema: Schema) -> Wish:
    """Return a wish for days with a bound within a long span as what that leaves: "in August, not before the 20th".

    The span may have been held before; bounds that are said before a span count only in the same turn.
    """
    slot = schema.slot(wish.slot)
    if slot is None or slot.kind != "date":
        return wish
    if wish.constraint.op == "is":
        bounds = [each.constraint for each in wishes_for(said, wish.slot)]
        return replace(wish, constraint=_cut(wish.constraint, bounds))
    for span in reversed(wishes_for((*held, *said), wish.slot)):
        left = _cut(span.constraint, [wish.constraint])
        if left != span.constraint:
            return replace(wish, constraint=left)
    return wish


def _cut(span: Constraint, bounds: Sequence[Constraint]) -> Constraint:
    """Return a constraint for a long span without the days that bounds within it rule out; any other as it is."""
    for bound in bounds:
        left = _left_of_span(span, bound)
        if left:
            span = Constraint("is", (left,))
    return span


def _left_of_span(span: Constraint, bound: Constraint) -> Days | None:
    """Return the days that a bound leaves of a long span; none where it isn't within it."""
    if span.op != "is" or bound.op not in BOUNDS or len(span.values) != 1:
        return None
    days, limits = span.values[0], bound.values
    if not isinstance(days, Days) or days.last - days.first < LONG_SPAN:
        return None
    if len(limits) != 1 or not isinstance(limits[0], Days) or not limits[0].exact:
        return None
    limit = limits[0].first
    if not days.first < limit < days.last:
        return None
    beyond = timedelta(days=1 if bound.strict else 0)
    return Days(limit + beyond, days.last) if bound.op == "at_least" else Days(days.first, limit - beyond)


LONG_SPAN = timedelta(days=9)
"""The length from which on days are a time to choose from, such as a month, rather than those of a stay."""


def _lifts_failed_bound(wish: Wish, held: Sequence[Wish], state: DialogueState) -> bool:
    """Return whether a wish for more, or less, is one for beyond a bound within which there was nothing."""
    bounds = [each for each in wishes_for(held, wish.slot) if each.constraint.op == _BOUNDS[wish.constraint.op]]
    alone = wish.constraint.is_relative and not wish.constraint.values
    return alone and bounds != [] and wish.slot in state.failed


_BOUNDS: Mapping[Operator, Operator] = {"more": "at_most", "less": "at_least"}
"""The comparisons that go beyond a bound, each with that bound."""


def _limit(constraint: Constraint, standard: Standard) -> Constraint:
    """Return a comparison as a limit that the value of comparison itself doesn't meet."""
    than = Numbered(standard.frame) if standard.frame else None
    return Constraint(RELATIVE_OPERATORS[constraint.op].bound, (standard.value,), than=than, strict=True)


def _standard(slot: Slot, constraint: Constraint, held: Sequence[Wish], denoter: Denoter) -> Standard | None:
    """Return what a wish is compared with: the extreme of the options that are meant, else the last wish."""
    frames = denoter.denote(constraint.than)
    measures = denoter.measures(denoter.state.known(frames), slot.name)
    wishes = [wish for wish in wishes_for(held, slot.name) if wish.constraint.values]
    wished = [value for wish in wishes for value in wish.constraint.values]
    about = bool(wishes) and wishes[-1].constraint.op == "around"
    shifts_a_day = constraint.than is None and len(measures) > 1 and bool(constraint.values)
    if shifts_a_day and wished and isinstance(wished[-1], Days) and wished[-1].exact:
        return Standard(wished[-1], about=about)  # "a week later" than the day that was said, of several options
    if shifts_a_day and slot.name in denoter.schema.lengths and (stay := _stay(held, denoter.schema)):
        return Standard(stay)  # "two days longer" than from the 9th to the 13th
    if measures:
        frame = RELATIVE_OPERATORS[constraint.op].nearest(measures, key=lambda each: measures[each])
        return Standard(denoter.state.options[frame].item.values[slot.name], frame)
    return Standard(wished[-1], about=about) if wished else None


def _stay(held: Sequence[Wish], schema: Schema) -> Number | None:
    """Return how long the stay is whose first and last day were wished for; None where either is open."""
    start, end = days_of(held, schema.start), days_of(held, schema.end)
    if start is None or end is None or not (start.exact and end.exact):
        return None
    return Number(float((end.last - start.first).days), "days")


def _shifted(slot: Slot, constraint: Constraint, standard: Standard) -> Constraint | None:
    """Return a comparison by an amount as the value that is so far away; None where none was said that fits."""
    by = next(iter(constraint.values), None)
    shift = _SHIFTS.get((type(standard.value), type(by)))
    if shift is None:
        return None
    sign = RELATIVE_OPERATORS[constraint.op].sign
    if isinstance(standard.value, Days) and (slot.bearing, constraint.op) in OPEN_TOWARDS_WHAT_WAS:
        return _nearly(standard.value, by, sign)
    op: Operator = "around" if standard.about else _bound_of_shift(slot, constraint.op)
    return Constraint(op, (shift(standard.value, by, sign),))


def _bound_of_shift(slot: Slot, op: Operator) -> Operator:
    """Return how a value that is so far away limits: at least ("15 m² bigger"), or just ("two nights longer")."""
    if slot.kind == "number" and slot.unit and slot.unit != "days":
        return "at_least" if op == "more" else "at_most"
    return "at_most" if (slot.kind, op) == ("money", "less") else "is"


def _nearly(before: Days, by: Value | None, sign: int) -> Constraint:
    """Return a day so much earlier or later, give or take a third of that: a week is from five to nine days."""
    number = by.value if isinstance(by, Number) else 0
    slack = number // 3
    away = [_later_days(before, Number(days), sign) for days in (number - slack, number + slack)]
    return Constraint("between", tuple(away[::sign]))


OPEN_TOWARDS_WHAT_WAS = (("window_start", "less"), ("window_end", "more"))
"""The ways in which a day may move where any day of the stay so far would do for it, too."""


def _more_money(value: Money, by: Money, sign: int) -> Money:
    return Money(max(value.value + sign * by.value, 0), value.currency)


def _more(value: Number, by: Number, sign: int) -> Number:
    return Number(value.value + sign * by.value, value.unit)


def _later_days(value: Days, by: Number, sign: int) -> Days:
    delta = timedelta(days=sign * round(by.value))
    return Days(value.first + delta, value.last + delta)


def _later(value: Clock, by: Number, sign: int) -> Clock:
    return Clock(value.value + sign * round(by.value))


_SHIFTS: Mapping[tuple[type, type], Callable[[Any, Any, int], Value]] = {
    (Money, Money): _more_money,
    (Number, Number): _more,
    (Days, Number): _later_days,
    (Clock, Number): _later,
}
