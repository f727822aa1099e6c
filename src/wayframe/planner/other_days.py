"""Other days: when else one option can be had, and what it costs then."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Ask, Constraint, Wish, wishes_besides
from wayframe.planner.denials import blamed
from wayframe.planner.plan import Nothing, Offer, OnlyThen, PlannerTurn
from wayframe.planner.pricing import is_for_party
from wayframe.sources.constraints import UNCONSTRAINING, order
from wayframe.sources.protocol import Query
from wayframe.state.wishes import is_of_stay, revised

MOST_DAYS = 5
"""Stays of one option that are told at once."""

MOST_BESIDE = 3
"""Stays of one option that are told at most beside an answer."""


def answer_when_else(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> bool:
    """Tell when else the option can be had that a question for days is about; return whether it is about one."""
    if turn.schema.start not in ask.slots:
        return False
    names = [wish for wish in ask.wishes if wish.slot == turn.schema.name and wish.constraint.op == "is"]
    if names:
        shown = reversed(turn.denoter.shown())
        frames = [each for each in shown if turn.value(each, turn.schema.name) in names[0].constraint.values][:1]
    elif ask.of is None or len({turn.value(frame, turn.schema.name) for frame in frames}) != 1:
        return False
    offer_other_days(turn, frames[0] if frames else 0, ask.wishes)
    return True


def offer_other_days(turn: PlannerTurn, frame: int, asked: Sequence[Wish] = ()) -> None:
    """Offer the other days of an option, or any of what is asked for, with their prices: of many the cheapest.

    What is wished for besides the days holds for them, too. That there are none is said.
    """
    shown = _stays_shown(turn, frame)
    query = _in_other_days(turn, frame, asked)._replace(excluded=frozenset(shown))
    if not _offer_days(turn, query, MOST_DAYS):
        _say_only_then(turn, frame, query, shown)


def offer_where_stay_is(turn: PlannerTurn, frame: int, asked: Sequence[Wish]) -> None:
    """Offer an option as it is asked about, where its own stay isn't so: "could we have a week there?".

    That is on its own days, or on those that were wished for, or else on any others.
    """
    schema = turn.schema
    kinds = [wish for wish in asked if (slot := schema.slot(wish.slot)) and slot.usual]
    of_days = [wish for wish in asked if is_of_stay(schema, wish.slot)]
    if not schema.name or turn.is_booked(frame) or len(kinds) + len(of_days) < len(asked):
        return
    if kinds and not of_days and _offer_on_same_days(turn, frame, kinds):
        return
    kept = [wish for wish in turn.wishes() if is_of_stay(schema, wish.slot)]
    if not _offer_days(turn, _in_other_days(turn, frame, (*kept, *asked)), MOST_BESIDE):
        _offer_days(turn, _in_other_days(turn, frame, asked), MOST_BESIDE)


def _offer_on_same_days(turn: PlannerTurn, frame: int, kinds: Sequence[Wish]) -> bool:
    """Offer an option of another kind on its own days; return whether there is one: "is that in business, too?"."""
    days = [
        Wish(slot, Constraint("is", (value,))) for slot in turn.schema.windows if (value := turn.value(frame, slot))
    ]
    found = turn.search(_in_other_days(turn, frame, (*days, *kinds)), 1)
    for item in found.items:
        turn.add_option(item)
        turn.list_offered()
        told = (*turn.brief_slots(), *(wish.slot for wish in kinds))
        turn.say(Offer(turn.views(turn.offered, told), 1, kinds=tuple(kinds), otherwise=True))
    return bool(found.items)


def _in_other_days(turn: PlannerTurn, frame: int, asked: Sequence[Wish]) -> Query:
    """Return a search for an option on any days, as it is asked for."""
    held = wishes_besides(turn.wishes(), turn.schema.place, *turn.schema.windows)
    return turn.query(revised(held, (*_alike(turn, frame), *asked), turn.schema))._replace(order=())


def _offer_days(turn: PlannerTurn, query: Query, most: int) -> bool:
    """Offer what a search finds on other days, of many the cheapest; return whether it finds any."""
    total = turn.source.search(query, 0).total
    if not total:
        return False
    found = turn.search(query, total if total <= most else most)
    for item in sorted(found.items, key=lambda item: order(item.values.get(turn.schema.start)) or 0.0):
        turn.add_option(item)
    turn.list_offered()
    turn.say(Offer(turn.views(turn.offered, turn.brief_slots()), total, days=True))
    return True


def _alike(turn: PlannerTurn, frame: int) -> list[Wish]:
    """Return the wishes for what an option is called and for what most take, as it has that; none for no option."""
    slots = (turn.schema.name, turn.schema.place, *(slot.name for slot in turn.schema.slots if slot.usual))
    values = [(slot, turn.value(frame, slot)) for slot in slots if slot and frame]
    return [Wish(slot, Constraint("is", (value,))) for slot, value in values if value is not None]


def _stays_shown(turn: PlannerTurn, frame: int) -> list[str]:
    """Return the stays of an option that were shown already, for those who travel."""
    name = turn.schema.name
    alike = [each for each in turn.denoter.shown() if frame and turn.value(each, name) == turn.value(frame, name)]
    return [turn.state.options[each].item.key for each in alike if is_for_party(turn, each)]


def _say_only_then(turn: PlannerTurn, frame: int, query: Query, shown: Sequence[str]) -> None:
    """Say that there are no other days for an option, with the wishes that stand in their way."""
    if not frame:
        turn.say(Nothing(blamed(turn, query)))
        return
    if len(set(shown)) > 1:
        turn.say(Nothing((), "no_more"))
        return
    schema = turn.schema
    naming = [slot.name for slot in schema.slots if slot.kind in ("name", "place", "party") or slot.usual]
    bounds = [each for each in query.conditions if each.slot not in naming and each.constraint.op not in UNCONSTRAINING]
    without = query._replace(conditions=tuple(each for each in query.conditions if each not in bounds))
    wishes = tuple(Wish(each.slot, each.constraint) for each in bounds) if turn.source.search(without, 0).total else ()
    turn.say(OnlyThen(turn.view(frame, schema.windows), wishes))
    turn.focus((frame,))
