"""Offer details: the slots that an offer tells of its items.

First comes where a journey starts from, its days and its price, then what was wished for, so that one sees that it was
understood. Other details are told only where these give nothing to choose by.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.records import Money, Text, Wish, wishes_for
from wayframe.planner.plan import OptionView, PlannerTurn
from wayframe.schema import Slot
from wayframe.sources.constraints import UNCONSTRAINING, shares
from wayframe.sources.protocol import Item


def offer_slots(turn: PlannerTurn, items: Sequence[Item], asked: Sequence[str] = ()) -> list[str]:
    """Return the slots that an offer tells of its items, also those that are asked for, in the order of telling."""
    wished = [*_left_open(turn, items), *wished_slots(turn), *asked]
    pinned = [wish.slot for wish in turn.heard.wished if turn.heard.pins and wish not in turn.heard.pins]
    deciding, others = _deciding(turn), [slot for slot in turn.brief_slots() if slot not in _deciding(turn)]
    slots = dict.fromkeys(
        (
            *_open_start(turn, items),
            *deciding,
            *_unusual(turn, items),
            *wished,
            *_beside(turn, items, [*deciding, *wished], others),
            *_given_up(turn),
            *pinned,
            *turn.twin_slots(items),
        )
    )
    unsaid = {turn.schema.name, turn.schema.place}
    return [slot for slot in slots if slot not in unsaid and any(slot in item.values for item in items)]


def wished_slots(turn: PlannerTurn) -> list[str]:
    """Return the slots of the new wishes that items have something to tell of."""
    return [wish.slot for wish in new_wishes(turn) if _is_told(turn, wish)]


def new_wishes(turn: PlannerTurn) -> list[Wish]:
    """Return the wishes of the turn that hold, and those of earlier turns by which nothing was offered yet."""
    listed = turn.before.known(chain(*turn.before.lists[-1:]))
    shown = set(chain.from_iterable(turn.before.options[frame].wishes for frame in listed))
    holding = turn.wishes()
    said = wishes_for(turn.heard.wished, *(wish.slot for wish in holding))  # others were given up as unknown
    return list(dict.fromkeys((*said, *(wish for wish in holding if wish not in shown))))


def _is_told(turn: PlannerTurn, wish: Wish) -> bool:
    """Return whether an offer tells what its items have of a slot that is wished for."""
    slot = turn.schema.slot(wish.slot)
    if slot is None or wish.slot == turn.schema.source or wish.constraint.op == "any":
        return False
    return slot.measured or (slot.kind in NAMED and wish.constraint.op in ("is", "not"))


NAMED = ("yes_no", "list", "category", "place")
"""The kinds of slots without an order whose values are told where they are wished for."""


def kinds(turn: PlannerTurn, wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    """Return of some wishes those for just one value of a category: all that fits is of that kind."""
    categories = [slot.name for slot in turn.schema.of_kind("category")]
    named = wishes_for(wishes, *categories)
    return tuple(wish for wish in named if wish.constraint.op == "is" and len(wish.constraint.values) == 1)


def with_shares(turn: PlannerTurn, views: Sequence[OptionView]) -> tuple[OptionView, ...]:
    """Return options with what they cost each person, or a night, where the price is limited by that."""
    price = turn.schema.price.name if turn.schema.price else ""
    wish = turn.wish(price) if price else None
    if wish is None or wish.constraint.scope not in ("person", "night") or not wish.constraint.values:
        return tuple(views)
    return tuple(with_share(turn, view, wish) for view in views)


def with_share(turn: PlannerTurn, view: OptionView, limit: Wish) -> OptionView:
    """Return an option with what it costs each person, or a night, as a limit to its price is for that."""
    option, scope, value = turn.state.options[view.frame], limit.constraint.scope, view.values.get(limit.slot)
    parts = shares(turn.schema, scope, option.item.values, option.party)
    if not isinstance(value, Money) or not parts or parts == 1:
        return view
    return replace(view, share=(Money(round(value.value / parts, 2), value.currency), scope))


def _differ(items: Sequence[Item], slot: str) -> bool:
    """Return whether items have different values of a slot."""
    return len({item.values.get(slot) for item in items}) > 1


# What decides the price or the journey


def _deciding(turn: PlannerTurn) -> list[str]:
    """Return the slots that every offer tells: the schema's own choice, else the price."""
    price = turn.schema.price
    return [slot for slot in turn.brief_slots() if turn.schema.by_name[slot].brief or (price and slot == price.name)]


def _open_start(turn: PlannerTurn, items: Sequence[Item]) -> list[str]:
    """Return the slot of where journeys start from, where that was left open, or is another place by now."""
    start = turn.schema.source
    wish = turn.wish(start) if start else None
    if not start or (wish is not None and _names_all(wish, items) and not _starts_elsewhere(turn, items)):
        return []
    return [start]


def _starts_elsewhere(turn: PlannerTurn, items: Sequence[Item]) -> bool:
    """Return whether a turn has changed where journeys start from since the last offer, and not where they go."""
    start = turn.schema.source
    if wishes_for(turn.heard.wished, turn.schema.place):
        return False
    listed = turn.before.known(chain(*turn.before.lists[-1:]))
    before = {turn.value(frame, start) for frame in listed}
    changed = before.isdisjoint(item.values.get(start) for item in items)
    return changed and listed != () and wishes_for(turn.heard.wished, start) != ()


def _names_all(wish: Wish, items: Sequence[Item]) -> bool:
    """Return whether a wish is for one place that all items have, by its name."""
    named = [value.value.casefold() for value in wish.constraint.values if isinstance(value, Text)]
    values = [item.values.get(wish.slot) for item in items]
    have = {value.value.casefold() for value in values if isinstance(value, Text)}
    return wish.constraint.op == "is" and len(named) == 1 and have <= set(named)


def _unusual(turn: PlannerTurn, items: Sequence[Item]) -> list[str]:
    """Return the slots of which items have something else than most people take: nobody flies business unawares."""
    return [slot.name for slot in turn.schema.slots if any(_is_unusual(slot, item) for item in items)]


def _is_unusual(slot: Slot, item: Item) -> bool:
    value = item.values.get(slot.name)
    return slot.usual != "" and value is not None and value != Text(slot.usual)


# What else is told


def _left_open(turn: PlannerTurn, items: Sequence[Item]) -> list[str]:
    """Return the categories of which an earlier wish admits several, where items have different ones."""
    categories = [slot.name for slot in turn.schema.of_kind("category")]
    wishes = [wish for wish in wishes_for(turn.wishes(), *categories) if wish.constraint.op == "is"]
    return [wish.slot for wish in wishes if len(wish.constraint.values) > 1 and _differ(items, wish.slot)]


def _beside(turn: PlannerTurn, items: Sequence[Item], told: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the details that nobody asks for now and that are told nevertheless: what was wished for before.

    Where what is told gives nothing to choose by but the price, those in which items differ are told, too.
    """
    price = turn.schema.price.name if turn.schema.price else ""
    beyond_price = [slot for slot in told if slot != price]
    if not beyond_price:
        return list(others)
    chosen_by = len(items) == 1 or any(_differ(items, slot) for slot in beyond_price)
    held = {wish.slot for wish in turn.wishes() if wish.constraint.op not in UNCONSTRAINING}
    return [slot for slot in others if slot in held or (not chosen_by and _differ(items, slot))]


def _given_up(turn: PlannerTurn) -> list[str]:
    """Return the slots of which anything will do by now and some values were preferred, so that one sees what it is."""
    held = [option.wishes for option in turn.before.options.values()][-1:]
    preferred = [wish for wish in chain.from_iterable(held) if wish.constraint.op in ("is", "not")]
    found = list[str]()
    for slot in turn.schema.of_kind("category", "place"):
        any_will_do = any(wish.constraint.op == "any" for wish in wishes_for(turn.heard.wished, slot.name))
        if any_will_do and wishes_for(preferred, slot.name):
            found.append(slot.name)
    return found
