"""Stand-ins: what nearly fits, where nothing is all that was wished for.

What was wished for just now is given up last, and what the thing is called or where it is only where there is nothing
else. A stay on just the days that were said comes before one on some days near them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Correct, Days, Direction, Party, Wish, wishes_for
from wayframe.planner.plan import PlannerTurn
from wayframe.planner.refusals import declined, declined_items, passed_over
from wayframe.schema import Schema
from wayframe.sources.constraints import UNCONSTRAINING, WINDOW_DAYS, allowed, fits, is_shared, order, shares
from wayframe.sources.protocol import Condition, Item, Query, Relaxed
from wayframe.state.records import moves_of, steps_of
from wayframe.state.wishes import is_of_stay

MOST_CONSIDERED = 12
"""Near misses that are considered."""

Keep = Callable[[Item], bool]


def near_misses(turn: PlannerTurn, query: Query, limit: int, *, keep: Keep | None = None) -> tuple[Relaxed, ...]:
    """Return what nearly fits, of all that or what is to be kept of it, the nearest first.

    What is weeks away comes only where there is nothing else. An amount that is missed by far isn't near: there the
    least, or the most, that there is comes before what is elsewhere, or of another kind.
    """
    found = _near(turn, query, limit, keep, ()) if turn.schema.windows else ()
    found = found or _near(turn, query, limit, keep, turn.schema.windows)
    if not all(_is_something_else(turn, each) for each in found):
        return found
    best = _utmost(turn, query, keep)
    if best:
        return best if utmost_of(turn, best) else (*best, *found)[:limit]
    far = () if turn.schema.price is None else (*turn.schema.windows, turn.schema.price.name)
    dearer = _near(turn, query, limit, keep, far)
    return found if all(_is_something_else(turn, each) for each in dearer) else dearer


def _near(turn: PlannerTurn, query: Query, limit: int, keep: Keep | None, far: Collection[str]) -> tuple[Relaxed, ...]:
    """Return what nearly fits; what it has of the `far` slots may be far from what was said."""
    wanted = _Wanted(turn, query, keep, far)
    for firm in _firm_in_turn(turn, query):
        found = _around_what_is_firm(wanted, query, firm, limit)
        if found:
            return found
    return ()


def _is_something_else(turn: PlannerTurn, relaxed: Relaxed) -> bool:
    """Return whether a near miss is elsewhere, or of another kind or name, than was wished for."""
    given_up = [turn.schema.by_name[each.slot].kind for each in relaxed.given_up]
    return not {"place", "category", "name"}.isdisjoint(given_up)


def _around_what_is_firm(wanted: _Wanted, query: Query, firm: frozenset[Condition], limit: int) -> tuple[Relaxed, ...]:
    """Return what nearly fits and keeps what is firm: of days the very ones first."""
    exact = _Asked(wanted.turn, query, firm, exact=True)
    found = _nearest(wanted, query, exact, limit)
    if not found and exact.query != query:
        found = _nearest(wanted, query, _Asked(wanted.turn, query, firm, exact=False), limit)
    if found:
        return found
    return _with_most(wanted, query, firm) if _is_firm_on_what_matters(wanted.turn, query, firm) else ()


def _firm_in_turn(turn: PlannerTurn, query: Query) -> Iterator[frozenset[Condition]]:
    """Return the conditions that are to be kept, attempt by attempt: what is wished for just now, then but the core.

    Where one sets off from is given up before where one goes.
    """
    binding = [each for each in query.conditions if each.constraint.op not in UNCONSTRAINING]
    kept = frozenset(each for each in binding if each.constraint.op == "not" or _compares(turn, each))
    core = frozenset(each for each in binding if each.slot in _core_slots(turn))
    route = core | {each for each in binding if each.slot == turn.schema.source}
    just_wished = _just_wished(turn, query)
    attempts = (route | just_wished, route, core | just_wished, core, just_wished, frozenset[Condition]())
    for firm in dict.fromkeys(kept | each for each in attempts):
        if not firm.issuperset(binding):
            yield firm


def _compares(turn: PlannerTurn, condition: Condition) -> bool:
    """Return whether a condition is to be beyond an option that the turn names: "younger than Hazel"."""
    compared = [wish.constraint for wish in turn.heard.wished if wish.constraint.than is not None]
    return condition.constraint in compared


def _core_slots(turn: PlannerTurn) -> tuple[str, ...]:
    """Return the slots that say what is meant itself: what it is called, of a journey where it goes."""
    return (turn.schema.name, turn.schema.place) if turn.schema.source else (turn.schema.name,)


def _is_firm_on_what_matters(turn: PlannerTurn, query: Query, firm: Collection[Condition]) -> bool:
    """Return whether conditions that are firm hold what was just wished for, or the place or the name that was said."""
    core = [each for each in query.conditions if each.slot in _core_slots(turn)]
    return _just_wished(turn, query).issubset(firm) or any(each in firm and each.constraint.op == "is" for each in core)


def _just_wished(turn: PlannerTurn, query: Query) -> frozenset[Condition]:
    """Return the conditions that a turn wishes for, whether or not it was the first to do so."""
    slots = _slots_just_wished(turn)
    return frozenset(each for each in query.conditions if each.slot in slots)


def _slots_just_wished(turn: PlannerTurn) -> set[str]:
    """Return the slots that a turn has wishes for."""
    return {wish.slot for wish in turn.heard.wished}


# The days and lengths that were said


class _Asked:
    """A query whose days are just those that were said where it is `exact`, and what is firm of it."""

    def __init__(self, turn: PlannerTurn, query: Query, firm: Collection[Condition], *, exact: bool) -> None:
        said = {_as_said(turn, each): each for each in query.conditions} if exact else {}
        self._said: Mapping[Condition, Condition] = said
        self.query = query._replace(conditions=tuple(said)) if exact else query
        self.firm = [each for each in self.query.conditions if self.said(each) in firm]

    def said(self, condition: Condition) -> Condition:
        """Return a condition as it was said."""
        return self._said.get(condition, condition)

    def as_said(self, relaxed: Relaxed) -> Relaxed:
        """Return a near miss with what it misses as that was said."""
        return relaxed._replace(given_up=tuple(map(self.said, relaxed.given_up)))


def _as_said(turn: PlannerTurn, condition: Condition) -> Condition:
    """Return a condition on a day or the length of a stay as one for just that; any other as it is."""
    slot, constraint = turn.schema.by_name[condition.slot], condition.constraint
    is_length = slot.kind == "number" and is_of_stay(turn.schema, slot.name)
    is_day = condition.slot in turn.schema.windows and _is_day(constraint) and _is_meant_itself(turn, condition)
    if constraint.op != "is" or not (is_length or is_day):
        return condition
    values = sorted(constraint.values, key=lambda value: order(value) or 0.0)
    return condition._replace(constraint=replace(constraint, op="between", values=(values[0], values[-1])))


def _is_day(constraint: Constraint) -> bool:
    """Return whether a constraint names one day."""
    days = constraint.values
    return len(days) == 1 and isinstance(days[0], Days) and days[0].exact


def _is_meant_itself(turn: PlannerTurn, condition: Condition) -> bool:
    """Return whether a day is meant itself: two days far apart are those between which a trip is to lie.

    A day that is said by itself is no end of such a window.
    """
    windows = [wish for wish in wishes_for(turn.wishes(), *turn.schema.windows) if _is_day(wish.constraint)]
    days = [order(wish.constraint.values[0]) or 0.0 for wish in windows]
    said = {wish.slot for wish in wishes_for(turn.heard.wished, *turn.schema.windows)}
    return max(days, default=0.0) - min(days, default=0.0) < WINDOW_DAYS or said == {condition.slot}


# What comes into question


class _Wanted:
    """What may stand in for what was wished for; what it has of the `far` slots may be far from that."""

    def __init__(self, turn: PlannerTurn, query: Query, keep: Keep | None, far: Collection[str]) -> None:
        self.turn, self._keep, self._far = turn, keep, far
        self._party = turn.party()
        self._turned_from = _turned_from(turn)
        self._declined = frozenset(item.key for item in declined_items(turn))
        self._passed_over = passed_over(turn)
        self._booked = {booking.option.terms for booking in turn.state.standing}
        self._rejected = _rejected(turn, query)
        self._wished = {wish.slot for wish in turn.heard.wished} - set(turn.schema.windows)

    def admits(self, relaxed: Relaxed) -> bool:
        """Return whether a near miss may be offered: it is near, and the user hasn't passed over as much for that."""
        item, turn = relaxed.item, self.turn
        near = [each for each in relaxed.given_up if each.slot not in self._far]
        if any(is_far(turn, each, item) for each in near):
            return False
        return self._is_new(relaxed) and not any(self._is_no_nearer(item, each) for each in relaxed.given_up)

    def _is_new(self, relaxed: Relaxed) -> bool:
        """Return whether a near miss isn't what the user has, has ruled out or turns from."""
        item, turn = relaxed.item, self.turn
        if (item.key, self._party) in self._booked or item.text(turn.schema.name) in self._rejected:
            return False
        given_up = {condition.slot for condition in relaxed.given_up}
        if item.key in self._declined or (item.key in self._turned_from and given_up & self._wished):
            return False
        return _is_moved(turn, item) and (self._keep is None or self._keep(item))

    def _is_no_nearer(self, item: Item, condition: Condition) -> bool:
        """Return whether an item misses a condition as what the user has passed over for that does, or by more."""
        schema, party, value = self.turn.schema, self._party, item.values.get(condition.slot)
        for other in self._passed_over.get(condition.slot, ()):
            if fits(schema, condition, other.values, party) is not False:
                continue
            by_more = share_missed(schema, condition, item, party) > share_missed(schema, condition, other, party)
            if by_more or value == other.values.get(condition.slot):
                return True
        return False


def is_far(turn: PlannerTurn, condition: Condition, item: Item) -> bool:
    """Return whether an item misses a day by more than a week, or an amount by more than half of it."""
    schema = turn.schema
    missed = share_missed(schema, condition, item, turn.party())
    if condition.slot in schema.windows:
        return missed > 1
    return _is_amount(schema, condition.slot) and missed > FAR and not _is_plenty(schema, condition, item)


def _is_plenty(schema: Schema, condition: Condition, item: Item) -> bool:
    """Return whether an item has more of something than was wished for, where that is no worse: six free places."""
    slot, constraint = schema.by_name[condition.slot], condition.constraint
    has, wished = order(item.values.get(slot.name)), [order(value) or 0.0 for value in constraint.values]
    return constraint.op == "is" and slot.better != "less" and slot.kind == "number" and (has or 0.0) > max(wished)


def _is_amount(schema: Schema, name: str) -> bool:
    """Return whether a slot is an amount or a number other than the length of a stay."""
    return schema.by_name[name].kind in ("number", "money") and not is_of_stay(schema, name)


FAR = 0.5
"""The share of an amount by which it may be missed at most by what is near."""


def _rejected(turn: PlannerTurn, query: Query) -> frozenset[str]:
    """Return the names of options that were ruled out or are declined, but for those that are asked for by name.

    Who declines one and wishes for other days may go there then.
    """
    name = turn.schema.name
    if any(each.slot == name and each.constraint.op == "is" for each in query.conditions):
        return frozenset()
    wishes_for_days = bool(wishes_for(turn.heard.wished, *turn.schema.windows))
    frames = (*turn.state.known(turn.state.rejected), *(() if wishes_for_days else declined(turn)))
    return frozenset(turn.state.options[frame].item.text(name) for frame in frames)


def _turned_from(turn: PlannerTurn) -> frozenset[str]:
    """Return the items that a turn for something else turns from: the one spoken of, all that it corrects."""
    focus = turn.before.focus if len(turn.before.focus) == 1 else ()
    corrected = chain.from_iterable(turn.before.lists[-1:]) if steps_of(turn.steps, Correct) else ()
    return frozenset(turn.before.options[frame].item.key for frame in turn.before.known((*focus, *corrected)))


def _is_moved(turn: PlannerTurn, item: Item) -> bool:
    """Return whether the days of an item are on the side to which a turn moves them: "two days earlier"."""
    for wish in moves_of(turn.steps, Wish):
        if wish.slot not in turn.schema.windows or not (wish.constraint.is_relative and wish.constraint.values):
            continue
        days = (order(turn.before.value(frame, wish.slot)) for frame in turn.before.focus)
        former = [day for day in days if day is not None]
        day = order(item.values.get(wish.slot))
        if former and (day is None or not _is_beyond(day, former, wish)):
            return False
    return True


def _is_beyond(day: float, former: Sequence[float], wish: Wish) -> bool:
    """Return whether a day is before all former ones, or behind them, as a wish moves it."""
    return day < min(former) if wish.constraint.op == "less" else day > max(former)


# The nearest


def _nearest(wanted: _Wanted, query: Query, asked: _Asked, limit: int) -> tuple[Relaxed, ...]:
    """Return the nearest of what may be offered: what misses least, and others that miss no more."""
    turn = wanted.turn
    relaxed = turn.source.relax(asked.query, MOST_CONSIDERED, turn.seed, asked.firm)
    admitted = [
        each for each in map(asked.as_said, relaxed) if wanted.admits(each) and _has_something(turn, asked.query, each)
    ]
    if not admitted:
        return ()
    ranked = sorted(admitted, key=lambda each: (_weight(turn, each), each.distance))
    most = _weight(turn, ranked[0]) + LIKE_WEIGHT
    nearest = list[Relaxed]()
    for each in ranked:
        if _weight(turn, each) < most and not any(set(way.given_up) <= set(each.given_up) for way in nearest):
            nearest.append(each)
    nearest = nearest[:limit]
    if len(nearest) == 1 < limit:
        nearest += (
            _next_door(wanted, query, nearest[0])
            or _in_other_place(wanted, asked, nearest[0])
            or _like(wanted, asked, nearest[0])
        )
    return tuple(nearest)


def _in_other_place(wanted: _Wanted, asked: _Asked, nearest: Relaxed) -> list[Relaxed]:
    """Return the nearest in another of several places that are wished for than the one where the nearest of all is."""
    place = wanted.turn.schema.place
    there = nearest.item.values.get(place)
    for each in asked.query.conditions:
        others = tuple(value for value in each.constraint.values if value != there)
        if each.slot != place or each.constraint.op != "is" or not 0 < len(others) < len(each.constraint.values):
            continue
        elsewhere = each._replace(constraint=replace(each.constraint, values=others))
        conditions = tuple(elsewhere if other == each else other for other in asked.query.conditions)
        firm = [elsewhere, *(other for other in asked.firm if other != each)]
        relaxed = wanted.turn.source.relax(asked.query._replace(conditions=conditions), 1, wanted.turn.seed, firm)
        return [found for found in map(asked.as_said, relaxed) if wanted.admits(found)]
    return []


LIKE_WEIGHT = 0.75
"""By how much more weight what a near miss misses may have than what the nearest misses."""

LIKE_DISTANCE, LIKE_DAYS = 0.4, 0.7
"""By how much farther off a second near miss may be that misses just what the nearest misses: in general, and in days,
of which a week is 1."""


def _next_door(wanted: _Wanted, query: Query, nearest: Relaxed) -> list[Relaxed]:
    """Return what is so in a place nearby, where the nearest is of another kind, or fails what was just wished for.

    So is what is of the kind that holds from before and not of one just wished for. Other days are nearer than another
    place.
    """
    turn = wanted.turn
    if any(is_of_stay(turn.schema, each.slot) for each in nearest.given_up):
        return []
    core = [each for each in nearest.given_up if _matters_beside_place(turn, query, each)]
    if not core:
        return []
    kept = [each for each in query.conditions if each in core or each not in nearest.given_up]
    just_wished = _just_wished(turn, query)
    instead = {turn.schema.place}
    if any(_is_kind(turn, each) and each not in just_wished for each in core):
        instead |= {each.slot for each in just_wished if _is_kind(turn, each)}
    firm = [each for each in kept if each.slot not in instead or each in core]
    is_journey = bool(turn.schema.source)
    relaxed = turn.source.relax(query, 1, turn.seed, firm)
    return [each for each in relaxed if wanted.admits(each) and not (is_journey and each.distance > NEXT_DOOR)]


def _matters_beside_place(turn: PlannerTurn, query: Query, condition: Condition) -> bool:
    """Return whether a condition may be worth another place: a kind of thing, a start, what was just wished for."""
    is_just_wished = condition in _just_wished(turn, query)
    return is_just_wished or condition.slot == turn.schema.source or _is_kind(turn, condition)


def _is_kind(turn: PlannerTurn, condition: Condition) -> bool:
    return turn.schema.by_name[condition.slot].kind == "category"


NEXT_DOOR = 1.3
"""How far off another place may be: some hundred kilometres, in the same country."""


def _like(wanted: _Wanted, asked: _Asked, nearest: Relaxed) -> list[Relaxed]:
    """Return another that misses just what the nearest does, and by little more.

    It has another name, or else sets off on another day, where days are what the nearest misses.
    """
    turn = wanted.turn
    misses_days = any(is_of_stay(turn.schema, each.slot) for each in nearest.given_up)
    for slot in (turn.schema.name, turn.schema.start) if misses_days else (turn.schema.name,):
        own = nearest.item.values.get(slot)
        if own is None:
            continue
        other = Condition(slot, Constraint("not", (own,)))
        firm = [each for each in asked.query.conditions if asked.said(each) not in nearest.given_up]
        query = asked.query._replace(conditions=(*asked.query.conditions, other))
        for each in map(asked.as_said, turn.source.relax(query, 1, turn.seed, [*firm, other])):
            is_near = each.distance <= nearest.distance + (LIKE_DAYS if misses_days else LIKE_DISTANCE)
            if set(each.given_up) == set(nearest.given_up) and is_near and wanted.admits(each):
                return [each]
    return []


def _has_something(turn: PlannerTurn, query: Query, relaxed: Relaxed) -> bool:
    """Return whether a near miss has anything of what was wished for: else it is something else altogether."""
    binding = [each for each in query.conditions if each.constraint.op not in UNCONSTRAINING]
    return len(relaxed.given_up) < len(binding) or len(binding) == 1


def _with_most(wanted: _Wanted, query: Query, firm: Collection[Condition]) -> tuple[Relaxed, ...]:
    """Return something that keeps what is firm, and of the other conditions as many as go together, newest first."""
    turn = wanted.turn
    kept = [each for each in query.conditions if each in firm]
    for each in reversed(query.conditions):
        if each not in firm and turn.source.search(query._replace(conditions=(*kept, each), spread=""), 0).total:
            kept.append(each)
    found = turn.source.search(query._replace(conditions=tuple(kept), spread=""), MOST_CONSIDERED).items
    for item in found:
        relaxed = Relaxed(item, _missed_by(turn, item, query, kept), float(len(query.conditions)))
        if relaxed.given_up and wanted.admits(relaxed):
            return (relaxed,)
    return ()


def _missed_by(turn: PlannerTurn, item: Item, query: Query, kept: Collection[Condition]) -> tuple[Condition, ...]:
    """Return the conditions that an item misses, of those that it wasn't found by."""
    others = [each for each in query.conditions if each not in kept]
    return tuple(each for each in others if fits(turn.schema, each, item.values, query.party) is not True)


# How much it matters


def _weight(turn: PlannerTurn, relaxed: Relaxed) -> float:
    """Return how much it matters what a near miss misses: the more so what was wished for just now.

    Other days are one thing, however many wishes they fail.
    """
    just_wished = _slots_just_wished(turn)
    weights = dict[str, float]()
    for condition in relaxed.given_up:
        name = condition.slot
        thing = turn.schema.start if is_of_stay(turn.schema, name) else name
        weight = _condition_weight(turn, condition, relaxed.item) * (1.0 if name in just_wished else EARLIER)
        weights[thing] = max(weight, weights.get(thing, 0.0))
    return sum(weights.values())


EARLIER = 0.1
"""The share of its weight that a wish of an earlier turn has."""


def _condition_weight(turn: PlannerTurn, condition: Condition, item: Item) -> float:
    slot = turn.schema.by_name[condition.slot]
    if slot.name == turn.schema.source:
        return SOURCE_WEIGHT
    if slot.name in _core_slots(turn):
        return CORE_WEIGHT
    if slot.measured:
        share = share_missed(turn.schema, condition, item, turn.party())
        return min(LEAST_MEASURED + 2 * share, MOST_MEASURED)
    return WEIGHTS.get(slot.kind, 1.0)


SOURCE_WEIGHT, CORE_WEIGHT = 3.0, 10.0
LEAST_MEASURED, MOST_MEASURED = 0.5, 1.5
"""How much an amount, a number or a day matters that is hardly, or altogether, another than was wished for."""

WEIGHTS = {"yes_no": 1.6, "category": 3.2, "place": 3.2}
"""How much a wish matters by the kind of its slot, beside 1 for an item of a list: of what kind a thing is, and where,
more than that it has a feature."""


def share_missed(schema: Schema, condition: Condition, item: Item, party: Party) -> float:
    """Return by how much a measured value misses a condition: as a share of what was asked for, of a week.

    A limit for each person, or night, is compared with what the item costs each.
    """
    slot, constraint = schema.by_name[condition.slot], condition.constraint
    number, numbers = order(item.values.get(slot.name)), allowed(slot, constraint)
    if number is None or numbers is None:
        return 1.0
    parts = shares(schema, constraint.scope, item.values, party) if is_shared(slot, constraint) else 1
    ends = [end for each in numbers.ranges for end in (each.low, each.high) if math.isfinite(end)]
    size = SIZES.get(slot.kind) or max(map(abs, ends), default=0.0)
    away = numbers.away(number / (parts or 1))
    return away / size if size else min(away, FAR)


SIZES = {"date": 7.0, "time": 240.0}
"""Days and minutes by which a value is another altogether."""


# Missed by far


def _utmost(turn: PlannerTurn, query: Query, keep: Keep | None) -> tuple[Relaxed, ...]:
    """Return what has the least, or the most, of an amount that was limited, and is all else that was wished for.

    What has less than half as many of something as are needed is of no use.
    """
    wanted = _Wanted(turn, query, keep, turn.schema.by_name)
    conditions = [_as_said(turn, each) for each in query.conditions]
    for condition in conditions:
        end = _end_towards(turn, condition)
        if end is None:
            continue
        others = tuple(each for each in conditions if each != condition)
        item = turn.source.extreme(query._replace(conditions=others, spread="", order=()), condition.slot, end)
        relaxed = Relaxed(item, (condition,), FAR) if item else None
        if relaxed and wanted.admits(relaxed) and not _has_too_few(turn, condition, relaxed.item):
            return (relaxed,)
    return ()


def _has_too_few(turn: PlannerTurn, condition: Condition, item: Item) -> bool:
    """Return whether an item has far fewer of something than are needed at least: no berths for six."""
    is_number = turn.schema.by_name[condition.slot].kind == "number"
    return is_number and condition.constraint.op == "at_least" and is_far(turn, condition, item)


def _end_towards(turn: PlannerTurn, condition: Condition) -> Direction | None:
    """Return the end of an amount at which what comes nearest to a wish for it is; None where it is at neither."""
    slot, bound = turn.schema.by_name[condition.slot], condition.constraint.op
    if not _is_amount(turn.schema, slot.name):
        return None
    if bound == "is":
        return slot.best_end if slot.better else None
    return ENDS.get(bound)


ENDS: Mapping[str, Direction] = {"at_most": "least", "at_least": "most"}


def utmost_of(turn: PlannerTurn, nearest: Sequence[Relaxed]) -> tuple[str, Direction] | None:
    """Return the slot of which the only near miss has the least, or the most, that there is; None where it is near."""
    if len(nearest) != 1 or len(nearest[0].given_up) != 1:
        return None
    (condition,) = nearest[0].given_up
    end = _end_towards(turn, condition)
    return (condition.slot, end) if end and is_far(turn, condition, nearest[0].item) else None
