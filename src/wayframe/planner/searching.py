"""Searching: from wishes to offers, or to what nearly fits and why nothing does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import More, Text, Wish
from wayframe.planner.plan import Nothing, Offer, Request, Suggest
from wayframe.planner.turn import PlannerTurn
from wayframe.sources.constraints import UNCONSTRAINING
from wayframe.sources.protocol import Condition, Found, Item, Query
from wayframe.state.revision import revised

OFFERS, SUGGESTIONS, DESTINATIONS = 3, 2, 6


def search(turn: PlannerTurn) -> bool:
    """Answer wishes: ask for what is missing, else search and offer; whether there was anything to search for."""
    more = any(isinstance(step.move, More) for step in turn.steps)
    if not (turn.heard.searched or more):
        return False
    if _ask_missing(turn) or _unknown_values(turn):
        return True
    query = _spread(turn, turn.query(revised(turn.wishes(), turn.heard.pins, turn.schema)))
    if more:
        query = query._replace(excluded=_shown(turn))
    found = _ordered(turn, query, turn.search(query, _limit(turn)))
    better = _or_better(turn, query)
    if not found.items and better != query:
        found = _ordered(turn, better, turn.search(better, _limit(turn)))
    if found.items:
        offer(turn, found, query)
    else:
        _nothing(turn, query, more=more)
    return True


def _or_better(turn: PlannerTurn, query: Query) -> Query:
    """Return a query that what is better than asked for fulfils, too: who wants 4 stars takes 5."""
    better = {slot.name for slot in turn.schema.slots if slot.better == "more" and slot.kind == "number"}
    conditions = tuple(
        Condition(each.slot, replace(each.constraint, op="at_least"))
        if each.slot in better and each.constraint.op == "is" and len(each.constraint.values) == 1
        else each
        for each in query.conditions
    )
    return query._replace(conditions=conditions)


def offer(turn: PlannerTurn, found: Found, query: Query) -> None:
    """Offer items as new options."""
    frames = [turn.add_option(item) for item in found.items]
    slots = _told(turn, found.items)
    turn.list_offered()
    by, direction = query.order[0] if query.order else ("", None)
    turn.say(Offer(tuple(turn.view(frame, slots) for frame in frames), found.total, by, direction))


def _told(turn: PlannerTurn, items: Sequence[Item]) -> list[str]:
    """Return the slots that an offer tells: the most telling ones, and those whose measures were wished for."""
    measured = {slot.name for slot in turn.measured()}
    wished = [wish.slot for wish in turn.heard.wished if wish.constraint.op != "any" and wish.slot in measured]
    known = [
        slot for slot in dict.fromkeys((*turn.brief_slots(), *wished)) if any(slot in item.values for item in items)
    ]
    naming = (turn.schema.name, turn.schema.place)
    hidden = {slot.name for slot in turn.schema.slots if slot.role == "source"}
    return [slot for slot in known if slot not in naming and slot not in hidden]


def _ask_missing(turn: PlannerTurn) -> bool:
    """Ask for the slots without which a search makes no sense."""
    asked = sorted((slot for slot in turn.schema.slots if slot.ask), key=lambda slot: slot.ask)
    needed = [slot for slot in asked if slot.ask <= 2]
    missing = [slot.name for slot in needed if turn.wish(slot.name) is None]
    if not missing:
        return False
    held = [slot.name for slot in needed if slot.name not in missing]
    others = [wish for wish in turn.wishes() if wish.slot not in held]
    if missing == [needed[0].name] and others:
        return False  # where to is open: what there is will show
    turn.say(Request(tuple(missing)))
    return True


def _unknown_values(turn: PlannerTurn) -> bool:
    """Say which wished value the catalogue doesn't have at all."""
    for wish in turn.wishes():
        slot = turn.schema.slot(wish.slot)
        if slot is None or slot.kind not in ("place", "category") or wish.constraint.op != "is":
            continue
        alone = Query((Condition(wish.slot, wish.constraint),))
        if turn.source.search(alone, 1).total == 0:
            words = tuple(v.value for v in wish.constraint.values if isinstance(v, Text))
            turn.say(Nothing((wish,), "unknown", words))
            return True
    return False


def _pinned(turn: PlannerTurn, slot: str) -> list[str]:
    """Return the single values that a slot is wished to have."""
    wish = turn.wish(slot) if slot else None
    if wish is None or wish.constraint.op != "is":
        return []
    known = {name.casefold() for name in turn.source.names(slot)}
    names = [v.value for v in wish.constraint.values if isinstance(v, Text)]
    return names if all(name.casefold() in known for name in names) else []


def _spread(turn: PlannerTurn, query: Query) -> Query:
    """Return the search for one item of each place, or of each name where the place is one."""
    place = turn.schema.place
    if not place:
        return query
    return query._replace(spread=turn.schema.name if len(_pinned(turn, place)) == 1 else place)


def _limit(turn: PlannerTurn) -> int:
    named = _pinned(turn, turn.schema.place)
    return max(OFFERS, min(len(named), DESTINATIONS))


def _ordered(turn: PlannerTurn, query: Query, found: Found) -> Found:
    """Return what was found in the order in which places were named."""
    named = [name.casefold() for name in _pinned(turn, turn.schema.place)]
    if len(named) < 2 or query.order:
        return found

    def place(item: Item) -> int:
        value = item.values.get(turn.schema.place)
        text = value.value.casefold() if isinstance(value, Text) else ""
        return named.index(text) if text in named else len(named)

    return Found(tuple(sorted(found.items, key=place)), found.total)


def _shown(turn: PlannerTurn) -> frozenset[str]:
    return frozenset(option.item.key for option in turn.state.options.values())


def _nothing(turn: PlannerTurn, query: Query, *, more: bool) -> None:
    """Say that nothing fits, why, and what nearly does."""
    if more:
        turn.say(Nothing((), "no_more"))
        return
    nearest = turn.source.relax(query, SUGGESTIONS, turn.seed)
    blamed = _blamed(turn, query)
    turn.say(Nothing(blamed, "combination"))
    if not nearest:
        return
    items = [each.item for each in nearest]
    for each in nearest:
        kept = tuple(condition for condition in query.conditions if condition not in each.given_up)
        turn.record(query._replace(conditions=kept), Found((each.item,), 1))
    frames = [turn.add_option(item) for item in items]
    slots = _told(turn, items)
    turn.list_offered()
    missed = tuple(
        tuple((Wish(c.slot, c.constraint), each.item.values.get(c.slot)) for c in each.given_up) for each in nearest
    )
    turn.say(Suggest(tuple(turn.view(frame, slots) for frame in frames), missed))


def _blamed(turn: PlannerTurn, query: Query) -> tuple[Wish, ...]:
    """Return the wish without which something would fit, where there is just one such."""
    guilty = list[Wish]()
    for at, condition in enumerate(query.conditions):
        if condition.constraint.op in UNCONSTRAINING:
            continue
        without = query._replace(conditions=(*query.conditions[:at], *query.conditions[at + 1 :]))
        if turn.source.search(without, 1).total:
            guilty.append(Wish(condition.slot, condition.constraint))
    return tuple(guilty[:1]) if len(guilty) == 1 else tuple(guilty)
