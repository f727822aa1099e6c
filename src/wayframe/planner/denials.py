"""Denials: the wishes that nothing fulfils together, as few as that takes, what was just said among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wayframe.meaning.records import Wish, wishes_besides, wishes_for
from wayframe.planner.plan import MOST_BLAMED, Nothing, PlannerTurn
from wayframe.sources.constraints import UNCONSTRAINING, single_day
from wayframe.sources.protocol import Condition, Query


class Denial(NamedTuple):
    """The wishes that nothing fulfils together; `others`: nothing else does, for what was ruled out would."""

    wishes: tuple[Wish, ...] = ()
    others: bool = False


def denied(turn: PlannerTurn, query: Query, asked: Sequence[Wish] = ()) -> Denial:
    """Return for which wishes of a query there is nothing, those of a question (`asked`) counting as just said."""
    whole = _with_what_was_ruled_out(turn, query)
    others = whole != query and _finds_any(turn, whole, whole.conditions)
    searched = query if others else whole
    said = {wish.slot for wish in (*turn.heard.wished, *asked)}
    for conditions in _attempts(turn, searched, said):
        if not _finds_any(turn, searched, conditions):
            return Denial(_as_few_as_it_takes(turn, searched, conditions, said), others)
    return Denial((), others)


def blamed(turn: PlannerTurn, query: Query, asked: Sequence[Wish] = ()) -> tuple[Wish, ...]:
    """Return for which wishes together there is nothing, apart from what was ruled out."""
    return denied(turn, query, asked).wishes


def say_denied(turn: PlannerTurn, denial: Denial, given_up: Iterable[Condition] = ()) -> None:
    """Say for which wishes there is nothing; of too many, with which of earlier turns the new ones don't go.

    `given_up` are the conditions that near misses miss, so that each is told.
    """
    because = told(turn, denial.wishes, given_up)
    slots = {wish.slot for wish in because}
    places = [slot.name for slot in turn.schema.of_kind("place")]
    earlier = tuple(wish for wish in wishes_besides(because, *places) if wish not in turn.heard.wished)
    if len(because) > MOST_BLAMED and turn.heard.wished and 0 < len(earlier) < MOST_BLAMED:
        turn.say(Nothing(earlier, "earlier"))
    elif denial.others:
        turn.say(Nothing(because, "others"))
    elif slots and slots == turn.before.failed and slots.isdisjoint(wish.slot for wish in turn.heard.wished):
        turn.say(Nothing(because, "still"))
    else:
        turn.say(Nothing(because))


def would_do_with_what_was_ruled_out(turn: PlannerTurn, query: Query) -> bool:
    """Return whether more would fit than does if nothing had been ruled out."""
    whole = _with_what_was_ruled_out(turn, query)
    return whole != query and turn.source.search(whole, 0).total > turn.source.search(query, 0).total


def told(turn: PlannerTurn, wishes: Sequence[Wish], given_up: Iterable[Condition] = ()) -> tuple[Wish, ...]:
    """Return the wishes of a denial as they are told: both days of a stay that were just said, and no needless place.

    What is named is where it is. Where one sets off from goes without saying on the way elsewhere; it is told where
    nothing goes that way at all, and where a near miss sets off from elsewhere (`given_up`).
    """
    start, places = turn.schema.source, [slot.name for slot in turn.schema.of_kind("place")]
    others = wishes_besides(wishes, *places)
    if any(wish.slot == turn.schema.name and wish.constraint.op == "is" for wish in others):
        return _with_whole_stay(turn, others)
    starts_elsewhere = any(each.slot == start for each in given_up)
    if others and wishes_for(wishes, turn.schema.place) and not starts_elsewhere:
        return _with_whole_stay(turn, wishes_besides(wishes, start))
    return _with_whole_stay(turn, wishes)


def _with_whole_stay(turn: PlannerTurn, wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    """Return wishes with both days of a stay where one of them is among them and the turn names both."""
    days = [wish for wish in wishes_for(turn.heard.wished, *turn.schema.windows) if single_day(wish.constraint)]
    if len(days) < len(turn.schema.windows) or not wishes_for(wishes, *turn.schema.windows):
        return tuple(wishes)
    return (*wishes_besides(wishes, *turn.schema.windows), *days)


def _with_what_was_ruled_out(turn: PlannerTurn, query: Query) -> Query:
    """Return a query without the names and items that it leaves out unless they were wished away."""
    name = turn.schema.name
    wished = {wish.constraint for wish in turn.wishes() if wish.slot == name}
    kept = [each for each in query.conditions if each.slot != name or each.constraint.op != "not"]
    kept += [each for each in query.conditions if each not in kept and each.constraint in wished]
    return query._replace(conditions=tuple(kept), excluded=frozenset())


def _attempts(turn: PlannerTurn, query: Query, said: Iterable[str]) -> Iterator[list[Condition]]:
    """Return the conditions that may be to blame, attempt by attempt: the way, what was just said, what failed before.

    Each stands with the way. All of them come last.
    """
    places = [slot.name for slot in turn.schema.of_kind("place")]
    binding = [each for each in query.conditions if each.constraint.op not in UNCONSTRAINING]
    way = [each for each in binding if each.slot in places]
    fresh = [each for each in binding if each.slot in set(said) and each not in way]
    yield way
    yield from ([*way, each] for each in fresh)
    yield [*way, *fresh]
    yield [*way, *(each for each in binding if each.slot in turn.before.failed and each not in way)]
    yield binding


def _as_few_as_it_takes(
    turn: PlannerTurn, query: Query, conditions: Sequence[Condition], said: Iterable[str]
) -> tuple[Wish, ...]:
    """Return of conditions that exclude everything as few as do: what was just said is spared last.

    Where something is, is spared first: nobody goes anywhere for what there is nowhere. Where one goes stands by where
    one sets off from.
    """
    places = [slot.name for slot in turn.schema.of_kind("place")]

    def rank(condition: Condition) -> tuple[bool, bool, bool]:
        return condition.slot != turn.schema.source, condition.slot in set(said), condition.slot not in places

    kept = list(conditions)
    for each in sorted(conditions, key=rank):
        others = [other for other in kept if other != each]
        is_way_there = each.slot == turn.schema.place and any(other.slot == turn.schema.source for other in others)
        if not is_way_there and not _finds_any(turn, query, others):
            kept = others
    return tuple(Wish(each.slot, each.constraint) for each in kept)


def _finds_any(turn: PlannerTurn, query: Query, conditions: Iterable[Condition]) -> bool:
    """Return whether anything fulfils some conditions."""
    return turn.source.search(query._replace(conditions=tuple(conditions), spread="", order=()), 0).total > 0
