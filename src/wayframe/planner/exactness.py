"""Exactness: whether items have just the day or the number that was wished for, and what is said where none has.

"From the 20th on" and "two weeks" find what is near them, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from wayframe.meaning.records import Days, Wish, wishes_besides, wishes_for
from wayframe.planner.denials import blamed
from wayframe.planner.plan import MOST_BLAMED, NotQuite, OnlyLater, OnlySooner, OnlyWithin, PlannerTurn
from wayframe.sources.constraints import WINDOW_DAYS, holds, just, single_day
from wayframe.sources.protocol import Condition, Item, Query
from wayframe.state.wishes import held_wishes


def say_what_is_inexact(turn: PlannerTurn, query: Query, items: Sequence[Item], *, again: bool) -> None:
    """Say which days and numbers that were wished for none of some items has just so.

    Where these were offered `again`, their days were told.
    """
    if not again:
        say_on_another_day(turn, items)
    back = return_changed_to(turn)
    if back and not any(has_just(turn, item, back) for item in items):
        turn.say(OnlySooner(back))
    stay = _days_of_stay(turn)
    if stay and not again and all(_takes_a_part(turn, item, stay) for item in items):
        turn.say(OnlyWithin(stay))
    _say_another_number(turn, query, items)


def has_just(turn: PlannerTurn, item: Item, wish: Wish) -> bool:
    """Return whether an item has the number that is wished for, a week for 7 days; or none that is known."""
    constraint = just(wish.constraint)
    return holds(turn.schema.by_name[wish.slot], constraint, item.values.get(wish.slot)) is not False


def not_just(turn: PlannerTurn, wishes: Iterable[Wish], items: Sequence[Item]) -> tuple[Wish, ...]:
    """Return the wishes for just so many of something that none of some items has."""
    single = filter(_is_single, wishes)
    return tuple(wish for wish in single if not any(has_just(turn, item, wish) for item in items))


def _is_single(wish: Wish) -> bool:
    return wish.constraint.op == "is" and len(wish.constraint.values) == 1


# Days


def say_on_another_day(turn: PlannerTurn, items: Sequence[Item]) -> None:
    """Say that items don't leave on the day that is wished for, where none does, and none was shown that does."""
    day = day_of_departure(turn)
    if day and not any(has_just(turn, item, day) for item in items) and not _was_shown_on(turn, day):
        turn.say(on_another_day(day, items))


def on_another_day(day: Wish, items: Sequence[Item]) -> OnlyLater | NotQuite:
    """Return the part that says that items don't leave on the day of a wish: that all leave later, or but that."""
    return OnlyLater(day) if all(_is_later(item, day) for item in items) else NotQuite((day,))


def _is_later(item: Item, day: Wish) -> bool:
    """Return whether an item has a later day than a wish is for."""
    value, wished = item.values.get(day.slot), day.constraint.values[0]
    return isinstance(value, Days) and isinstance(wished, Days) and value.first > wished.last


def _was_shown_on(turn: PlannerTurn, day: Wish) -> bool:
    """Return whether an option of the journey that was shown before leaves on a day: then others come as more."""
    schema = turn.schema
    journey = (day, *wishes_for(turn.wishes(), schema.place, schema.source))
    return any(turn.denoter.fulfils(frame, journey) for frame in turn.denoter.shown())


def day_of_departure(turn: PlannerTurn) -> Wish | None:
    """Return the wish for a single day of departure, where it is no window that one has to be back in."""
    wish = turn.wish(turn.schema.start) if turn.schema.start else None
    if wish is None or (wishes_for(turn.wishes(), turn.schema.end) and day_just_said(turn) != wish):
        return None
    return wish if single_day(wish.constraint) else None


def day_just_said(turn: PlannerTurn) -> Wish | None:
    """Return the only day of a stay that a turn names: who says but when to be back means that day itself."""
    wishes = wishes_for(turn.heard.wished, *turn.schema.windows)
    return wishes[0] if len(wishes) == 1 and single_day(wishes[0].constraint) else None


def return_changed_to(turn: PlannerTurn) -> Wish | None:
    """Return the day of return in the place of another one, that was wished for or that the option spoken of has.

    The first one that is said of a trip is but the last day that will do.
    """
    day, held = day_just_said(turn), held_wishes(turn.before, turn.before.memory.active_frame, turn.schema)
    if day is None or day.slot != turn.schema.end:
        return None
    return day if wishes_for(held, day.slot) or len(turn.before.focus) == 1 else None


def insisted_on(turn: PlannerTurn, items: Sequence[Item]) -> Wish | None:
    """Return the wish for a day of departure that is said again though none of what was offered leaves on it."""
    day = day_of_departure(turn)
    held = held_wishes(turn.before, turn.before.memory.active_frame, turn.schema)
    if day is None or day not in turn.heard.wished or day not in held:
        return None
    shown = {option.item.key for option in turn.before.options.values()}
    was_shown = all(item.key in shown for item in items)
    return day if was_shown and not any(has_just(turn, item, day) for item in items) else None


def _days_of_stay(turn: PlannerTurn) -> tuple[Wish, ...]:
    """Return the wishes of a turn for the days of a stay, where it names both and they are no wide window."""
    wishes = wishes_for(turn.heard.wished, *turn.schema.windows)
    days = [day for wish in wishes if (day := single_day(wish.constraint))]
    if {wish.slot for wish in wishes} != {turn.schema.start, turn.schema.end} or len(days) != 2:
        return ()
    return wishes if abs(days[1] - days[0]).days < WINDOW_DAYS else ()


def _takes_a_part(turn: PlannerTurn, item: Item, stay: Sequence[Wish]) -> bool:
    """Return whether an item lies within the days of a stay and leaves some of them over.

    Flexible days may have it begin before, or end behind them.
    """
    leave, back = (item.values.get(slot) for slot in (turn.schema.start, turn.schema.end))
    if not isinstance(leave, Days) or not isinstance(back, Days):
        return False
    days = [day for wish in stay if (day := single_day(wish.constraint))]
    first, last = min(days), max(days)
    return first <= leave.first and back.last <= last and (leave.first, back.last) != (first, last)


# Numbers


def _denied(part: OnlyLater | NotQuite) -> Sequence[Wish]:
    """Return the wishes that a part says nothing fulfils just so."""
    return (part.wish,) if isinstance(part, OnlyLater) else part.wishes


def _say_another_number(turn: PlannerTurn, query: Query, items: Sequence[Item]) -> None:
    """Say which numbers nothing has just so, whenever they were wished for, and with which other wishes.

    That what was listed last has another number, too, was told with it.
    """
    numbers = [slot.name for slot in turn.schema.of_kind("number")]
    listed = [turn.before.options[frame].item for frame in turn.before.known(chain(*turn.before.lists[-1:]))]
    said = wishes_for(turn.heard.wished, *numbers)
    held = list(filter(_is_single, wishes_for(turn.wishes(), *numbers)))
    news = [wish for wish in held if not listed or any(has_just(turn, item, wish) for item in listed)]
    missed = not_just(turn, dict.fromkeys((*said, *news)), items)
    if not missed:
        return
    exact = {wish.slot: just(wish.constraint) for wish in missed}
    conditions = tuple(Condition(each.slot, exact.get(each.slot, each.constraint)) for each in query.conditions)
    because = blamed(turn, query._replace(conditions=conditions))
    denied = {wish.slot for part in turn.parts if isinstance(part, OnlyLater | NotQuite) for wish in _denied(part)}
    if not denied.isdisjoint(wish.slot for wish in because):
        return  # nothing leaves on that day, for so long neither
    beside = wishes_besides(because, *exact, *(slot.name for slot in turn.schema.of_kind("place")))
    turn.say(NotQuite(missed, beside if len(beside) < MOST_BLAMED - 1 else ()))
