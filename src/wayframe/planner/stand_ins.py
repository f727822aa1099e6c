"""Stand-ins: what nearly fits, where nothing is all that was wished for.

What was wished for just now is given up last, and what the thing is called or where it is only where there is nothing
else. A stay on just the days that were said comes before one on some days near them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Correct, Days, Value, Wish, wishes_for
from wayframe.planner.plan import PlannerTurn
from wayframe.schema import Slot
from wayframe.sources.constraints import UNCONSTRAINING, WINDOW_DAYS, allowed, fits, order
from wayframe.sources.protocol import Condition, Item, Query, Relaxed
from wayframe.state.records import moves_of, steps_of
from wayframe.state.wishes import is_of_stay

MOST_CONSIDERED = 12
"""Near misses that are considered."""

Keep = Callable[[Item], bool]


def near_misses(turn: PlannerTurn, query: Query, limit: int, *, keep: Keep | None = None) -> tuple[Relaxed, ...]:
    """Return what nearly fits, of all that or what is to be kept of it, the nearest first.

    What is weeks away comes only where there is nothing else.
    """
    for far in (False, True) if turn.schema.windows else (True,):
        wanted = _Wanted(turn, query, keep, far=far)
        for firm in _firm_in_turn(turn, query):
            found = _around_what_is_firm(wanted, query, firm, limit)
            if found:
                return found
    return ()


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
    ruled_out = frozenset(each for each in binding if each.constraint.op == "not")
    core = frozenset(each for each in binding if each.slot in _core_slots(turn))
    route = core | {each for each in binding if each.slot == turn.schema.source}
    just_wished = _just_wished(turn, query)
    attempts = (route | just_wished, route, core | just_wished, core, just_wished, frozenset[Condition]())
    for firm in dict.fromkeys(ruled_out | each for each in attempts):
        if not firm.issuperset(binding):
            yield firm


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
    """What may stand in for what was wished for, be it on days `far` from those that were said."""

    def __init__(self, turn: PlannerTurn, query: Query, keep: Keep | None, *, far: bool) -> None:
        self.turn, self._keep, self._far = turn, keep, far
        self._turned_from = _turned_from(turn)
        self._booked = {booking.option.terms for booking in turn.state.standing}
        self._rejected = _rejected(turn, query)
        self._wished = {wish.slot for wish in turn.heard.wished} - set(turn.schema.windows)

    def admits(self, relaxed: Relaxed) -> bool:
        """Return whether a near miss may be offered: it isn't what the user has, has ruled out or turns from."""
        item = relaxed.item
        if (item.key, self.turn.party()) in self._booked or item.text(self.turn.schema.name) in self._rejected:
            return False
        if not self._far and any(_is_far(self.turn, item, each) for each in relaxed.given_up):
            return False
        given_up = {condition.slot for condition in relaxed.given_up}
        if item.key in self._turned_from and given_up & self._wished:
            return False
        return _is_moved(self.turn, item) and (self._keep is None or self._keep(item))


def _is_far(turn: PlannerTurn, item: Item, condition: Condition) -> bool:
    """Return whether an item misses a day by more than a week."""
    slot = turn.schema.by_name[condition.slot]
    is_day = slot.name in turn.schema.windows
    return is_day and share_missed(slot, condition.constraint, item.values.get(slot.name)) > 1


def _rejected(turn: PlannerTurn, query: Query) -> frozenset[str]:
    """Return the names of options that were ruled out, but for those that are asked for by name."""
    name = turn.schema.name
    if any(each.slot == name and each.constraint.op == "is" for each in query.conditions):
        return frozenset()
    frames = turn.state.known(turn.state.rejected)
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
        nearest += _next_door(wanted, query, nearest[0]) or _like(wanted, asked, nearest[0])
    return tuple(nearest)


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
        share = share_missed(slot, condition.constraint, item.values.get(slot.name))
        return min(LEAST_MEASURED + 2 * share, MOST_MEASURED)
    return WEIGHTS.get(slot.kind, 1.0)


SOURCE_WEIGHT, CORE_WEIGHT = 3.0, 10.0
LEAST_MEASURED, MOST_MEASURED = 0.5, 1.5
"""How much an amount, a number or a day matters that is hardly, or altogether, another than was wished for."""

WEIGHTS = {"yes_no": 1.6, "category": 3.2, "place": 3.2}
"""How much a wish matters by the kind of its slot, beside 1 for an item of a list: of what kind a thing is, and where,
more than that it has a feature."""


def share_missed(slot: Slot, constraint: Constraint, value: Value | None) -> float:
    """Return by how much a measured value misses a constraint: as a share of what was asked for, of a week."""
    number, numbers = order(value), allowed(slot, constraint)
    if number is None or numbers is None:
        return 1.0
    size = SIZES.get(slot.kind) or max((abs(order(each) or 0.0) for each in constraint.values), default=0.0)
    return numbers.away(number) / (size or 1.0)


SIZES = {"date": 7.0, "time": 240.0}
"""Days and minutes by which a value is another altogether."""
