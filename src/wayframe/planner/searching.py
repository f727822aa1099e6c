"""Searching: from wishes to offers, or to what nearly fits and why nothing does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain

from msgspec.structs import replace

from wayframe.meaning.records import (
    ALL,
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Direction,
    Drop,
    Every,
    It,
    More,
    Move,
    NewTrip,
    Note,
    Particulars,
    Party,
    Recall,
    Reject,
    Return,
    Social,
    Text,
    Texts,
    Value,
    Wish,
    wishes_besides,
    wishes_for,
    wishes_in,
)
from wayframe.planner.changes import say_changed
from wayframe.planner.denials import blamed, denied, say_denied, told, would_do_with_what_was_ruled_out
from wayframe.planner.exactness import (
    day_just_said,
    has_just,
    insisted_on,
    return_changed_to,
    say_on_another_day,
    say_what_is_inexact,
)
from wayframe.planner.offer_details import kinds, new_wishes, offer_slots, wished_slots, with_shares
from wayframe.planner.plan import (
    MOST_BLAMED,
    MOST_NAMED,
    Again,
    Holds,
    Nothing,
    Offer,
    PlannerTurn,
    Propose,
    Request,
    Suggest,
    Tell,
    Unbeaten,
    ValuesOf,
    implied_order,
)
from wayframe.planner.pricing import is_for_party, item_as_priced_now
from wayframe.planner.refusals import declined, declined_items
from wayframe.planner.stand_ins import is_far, near_misses, utmost_of
from wayframe.schema import Slot
from wayframe.sources.constraints import UNCONSTRAINING, describes, heads, just, order, single_day
from wayframe.sources.places import parts_of_the_world
from wayframe.sources.protocol import Condition, Found, Item, Query, Relaxed
from wayframe.state.records import Option, moves_of, steps_of
from wayframe.state.wishes import EXTREMES, RELATIVE_OPERATORS, compared_alone, is_of_stay, revised

OFFERS, SUGGESTIONS, DESTINATIONS = 3, 2, 6
MOST_VALUES, MOST_COUNTED = 8, 1000
"""The values of a slot that are named, and that are counted."""


ANSWERED_BESIDE: tuple[type[Move], ...] = (Ask, Book, Cancel, Compare, Recall, Return)
"""The moves to which a reply is due by themselves: beside it, options that were just shown aren't recited."""


def search(turn: PlannerTurn) -> None:
    """Answer wishes: ask for what is missing, else search and offer. A change of a booking has a search of its own."""
    more = _asks_for_more(turn)
    is_for_search = turn.heard.searched or bool(steps_of(turn.steps, More)) or _opens_with_terms(turn)
    if not is_for_search or steps_of(turn.steps, Change):
        return
    if _only_gives_up(turn) or _asks_what_it_costs_them(turn) or _is_so_of_what_is_meant(turn):
        return
    if _say_unknown_values(turn):
        return
    _say_unknown_places(turn)
    if ask_missing(turn):
        return
    if _starts_afresh(turn):
        turn.say(Propose("open"))
        return
    query = _named_in_part(turn, _query(turn, more=more))
    found = _found(turn, query)
    if found.items:
        if not more:
            _say_places_left_out(turn, query)
        if not _asks_for_the_best(turn):
            offer(turn, found, query, _asked_of_all(turn) if more else ())
            _propose_picked(turn)
    elif more and not _asks_for_what_is_not(turn):
        if not (_offer_of_those_shown(turn) or _suggest_others(turn, query)):
            turn.say(Nothing((), "no_more"))
            _name_those_left(turn)
    else:
        _nothing(turn, query._replace(excluded=frozenset()) if more else query)


def _asks_for_more(turn: PlannerTurn) -> bool:
    """Return whether a turn asks for others than were shown; who asks for so many of all is shown these as well."""
    return bool(steps_of(turn.steps, More)) and not turn.heard.to_see


def _asked_of_all(turn: PlannerTurn) -> list[Wish]:
    """Return what a turn asks of all that was shown, and so of what comes on top: "any with a gym? What else?"."""
    asks = [ask for ask in moves_of(turn.steps, Ask) if ask.question == "which" and ask.of in (None, Every())]
    wishes = [wish for ask in asks for wish in ask.wishes]
    return [wish for wish in wishes if wish.constraint.op not in EXTREMES and not wish.constraint.is_relative]


def _propose_picked(turn: PlannerTurn) -> None:
    """Propose to book the option that was picked, where it alone was found again as the turn wishes for it."""
    name = turn.value(turn.before.picked, turn.schema.name)
    found_again = len(turn.offered) == 1 and name is not None and turn.value(turn.offered[0], turn.schema.name) == name
    if turn.heard.pins and found_again and not steps_of(turn.steps, *ANSWERED_BESIDE):
        turn.propose_booking(turn.offered[0])


def _opens_with_terms(turn: PlannerTurn) -> bool:
    """Return whether a dialogue begins with for when, or for whom, something is looked for: "dinner on Friday"."""
    noted = steps_of(turn.steps, Note)
    said = [step for step in turn.steps if step not in noted and not isinstance(step.move, Particulars | Social)]
    return bool(noted) and not said and not turn.state.options


def _starts_afresh(turn: PlannerTurn) -> bool:
    """Return whether a turn but forgets all wishes: what there is without any is no answer to that."""
    return [step.move for step in turn.steps] == [Drop()]


def _suggest_others(turn: PlannerTurn, query: Query) -> bool:
    """Suggest what nearly fits beyond what was shown, where nothing fits; return whether that is so."""
    whole = query._replace(excluded=frozenset())
    if turn.source.search(whole, 0).total:
        return False
    turn.say(Nothing(blamed(turn, whole), "still"))
    suggest(turn, query, SUGGESTIONS)
    return True


def _offer_of_those_shown(turn: PlannerTurn) -> bool:
    """Offer what was shown before and is as a turn that asks for more wishes; return whether it wishes for anything.

    What it declines isn't offered again.
    """
    if all(wish.constraint.op == "any" for wish in turn.heard.wished):
        return False
    declined = frozenset(item.key for item in declined_items(turn))
    query = spread(turn, turn.query())._replace(excluded=declined)
    found = _found(turn, query)
    if found.items:
        offer(turn, found, query)
    else:
        _nothing(turn, query)
    return True


def _name_those_left(turn: PlannerTurn) -> None:
    """Name what is left of a list of which something was ruled out, where there is no more."""
    listed, rejected = turn.denoter.at_hand(), turn.state.rejected
    left = [frame for frame in listed if frame not in rejected and not turn.is_booked(frame)]
    if left and not rejected.isdisjoint(listed):
        turn.say(Offer(turn.views(left), len(left), again="left"))
        turn.focus(left)


def _named_in_part(turn: PlannerTurn, query: Query) -> Query:
    """Return a query for a name that nothing has as one for names that hold its words: "an Italian course"."""
    conditions = [_as_words(turn, each) if each.slot == turn.schema.name else each for each in query.conditions]
    return query._replace(conditions=tuple(conditions))


def _as_words(turn: PlannerTurn, condition: Condition) -> Condition:
    """Return a condition for names that nothing has as one for their words; any other as it is."""
    constraint = condition.constraint
    if constraint.op != "is" or turn.source.search(Query((condition,)), 0).total:
        return condition
    words = [Texts((value.value,)) if isinstance(value, Text) else value for value in constraint.values]
    return condition._replace(constraint=replace(constraint, values=tuple(words)))


def _asks_for_what_is_not(turn: PlannerTurn) -> bool:
    """Return whether a turn wishes for something that nothing fulfils: "what else is there, free by May?"."""
    return bool(turn.heard.wished) and not turn.source.search(turn.query(), 0).total


def _only_gives_up(turn: PlannerTurn) -> bool:
    """Return whether a turn books and but says what doesn't matter any more: "book it, and forget the price"."""
    if not steps_of(turn.steps, Book) or steps_of(turn.steps, More):
        return False
    return all(wish.constraint.op == "any" for wish in turn.heard.wished)


def _is_so_of_what_is_meant(turn: PlannerTurn) -> bool:
    """Return whether all that a turn wishes for is so of the one option that it asks about or books.

    "She must be home by the 29th. Has it got wifi?" wants no list of what else is home by then. Neither does "which of
    the two is better? She likes breakfast", where one of them has it.
    """
    about = {step.frames for step in steps_of(turn.steps, Ask, Book) if step.frames}
    if len(about) > 1:
        about = _asked_just_that(turn)
    frames = turn.state.known(next(iter(about))) if len(about) == 1 else ()
    recommends = any(move.question == "reason" for move in moves_of(turn.steps, Ask))
    if not frames or (len(frames) > 1 and not recommends) or turn.heard.pins:
        return False
    if any(wish.of == NewTrip() for wish in moves_of(turn.steps, Wish)):
        return False
    if steps_of(turn.steps, More, Reject) or (len(frames) > 1 and steps_of(turn.steps, Correct)):
        return False
    so = [frame for frame in frames if _is_as_wished(turn, frame)]
    if so and not recommends:
        turn.is_so_of(so)
    return so != []


def _asked_just_that(turn: PlannerTurn) -> set[tuple[int, ...]]:
    """Return the options of each question for just what the turn wishes for: "does it take pets? We have a cat"."""
    wished = {(wish.slot, wish.constraint) for wish in turn.heard.wished}
    found = set[tuple[int, ...]]()
    for step in steps_of(turn.steps, Ask):
        if isinstance(step.move, Ask) and wished <= {(wish.slot, wish.constraint) for wish in step.move.wishes}:
            found.add(step.frames)
    return found


def _is_as_wished(turn: PlannerTurn, frame: int) -> bool:
    """Return whether an option is for those who travel, and all that the turn wishes for is so of it."""
    item = turn.state.options[frame].item
    return is_for_party(turn, frame) and all(is_so(turn, item, wish) for wish in turn.heard.wished)


def is_so(turn: PlannerTurn, item: Item, wish: Wish) -> bool:
    """Return whether an item is as wished; any is for any travellers."""
    slot = turn.schema.slot(wish.slot)
    if slot is None or slot.kind == "party":
        return slot is not None
    return describes(slot, wish.constraint, item.values.get(wish.slot)) is True


def failed_by(turn: PlannerTurn, item: Item, wishes: Iterable[Wish]) -> tuple[Wish, ...]:
    """Return those of some wishes that an item fails."""
    return tuple(wish for wish in wishes if not is_so(turn, item, wish))


def _asks_what_it_costs_them(turn: PlannerTurn) -> bool:
    """Return whether a turn but says who travels and asks what options cost that it means, which are priced anew."""
    if not _is_but_for_others(turn):
        return False
    price = turn.schema.price.name if turn.schema.price else ""
    asked = [step.frames for step in turn.steps if isinstance(step.move, Ask) and _asks_its_price(step.move, price)]
    return any(turn.state.known(frames) and not any(map(turn.is_booked, frames)) for frames in asked)


def _is_but_for_others(turn: PlannerTurn) -> bool:
    """Return whether all that a turn wishes for, of whatever it means, is to be for other travellers."""
    return all(wish.slot == turn.schema.party for wish in turn.heard.wished if wish not in turn.heard.pins)


def _asks_its_price(ask: Ask, price: str) -> bool:
    """Return whether a question is about a price: what it is, what it comes to, whether it is within a limit."""
    return price in ask.slots or wishes_for(ask.wishes, price) != ()


def _query(turn: PlannerTurn, *, more: bool) -> Query:
    """Return the search for a turn: for the items that its wishes are about, or for others than were shown."""
    if more:
        others = _fresh(turn) or spread(turn, turn.query(_with_others(turn, ())))
        return others._replace(excluded=_shown(turn))
    query = turn.query(revised(turn.wishes(), _pins(turn), turn.schema))
    others = turn.query(_with_others(turn, ()))
    if not _names_an_option(turn) and others != query and turn.source.search(others, 0).total:
        query = others
    return spread(turn, query._replace(excluded=_unmeant(turn)))


def _names_an_option(turn: PlannerTurn) -> bool:
    """Return whether a turn wishes for something by its name, which may be one that was ruled out before."""
    return bool(turn.heard.pins or wishes_for(turn.wishes(), turn.schema.name))


def _unmeant(turn: PlannerTurn) -> frozenset[str]:
    """Return the items that a wish for other days is to change, and those declined in the turn or the one before."""
    frames = [] if turn.heard.pins else list(declined(turn))
    for step in turn.steps:
        if isinstance(step.move, Wish) and is_of_stay(turn.schema, step.move.slot):
            frames += step.frames
    if Reject in map(type, turn.before.moves) and not turn.heard.pins:
        frames += turn.before.rejected
    options = [turn.before.options[frame] for frame in turn.before.known(frames)]
    return frozenset(option.item.key for option in options if option.party == turn.party())


def _pins(turn: PlannerTurn) -> Sequence[Wish]:
    """Return the item that the wishes of a turn are about, without its name where nothing of that name is so.

    For other days it must be so with all that was wished for, for anything else on any day.
    """
    pins = turn.heard.pins
    wished = [wish for wish in turn.heard.wished if wish not in pins]
    if all(is_of_stay(turn.schema, wish.slot) for wish in wished):
        wishes = revised(turn.wishes(), pins, turn.schema)
    else:
        wishes = (*wishes_besides(pins, *turn.schema.windows), *wished)
    if not pins or turn.source.search(turn.query(wishes), 0).total:
        return pins
    return wishes_besides(pins, turn.schema.name)


def _found(turn: PlannerTurn, query: Query) -> Found:
    """Return what fits; where nothing does, what is better than was asked for."""
    limit = max(OFFERS, min(max(len(_named_places(turn)), turn.heard.to_see), DESTINATIONS))
    if _asks_of_the_best(turn):
        limit = 1
    elif steps_of(turn.steps, More) and turn.source.search(query, 0).total == limit + 1:
        limit += 1  # nobody has to ask for the last one alone
    query = _as_usual(turn, _as_long(turn, _back_on_the_day(turn, _within_amount(turn, query))))
    found = turn.search(query, limit)
    better = _or_better(turn, query)
    if not found.items and better != query:
        query = better
        found = turn.search(query, limit)
    found = found._replace(items=_on_the_very_days(turn, query, found.items, limit))
    return _ordered(turn, query, _counted_by_name(turn, query, found))


def _asks_for_the_best(turn: PlannerTurn) -> bool:
    """Return whether a turn asks for the best of all that it wishes for, which is told instead of a list."""
    extremes = [move for move in moves_of(turn.steps, Ask) if move.question == "extreme"]
    asked = [move for move in extremes if not move.slots or asks_when(turn, move)]
    of_all = [move for move in asked if move.of in (None, It())]
    return any(turn.schema.slot(wish.slot) for move in of_all for wish in move.wishes)


def asks_when(turn: PlannerTurn, ask: Ask) -> bool:
    """Return whether a question is for the days themselves, beside days that were wished for before the turn."""
    windows = turn.schema.windows
    days = wishes_for(turn.wishes(), *windows)
    said = wishes_for(turn.heard.wished, *windows)
    return bool(days) and not said and not set(windows).isdisjoint(ask.slots)


def _asks_of_the_best(turn: PlannerTurn) -> bool:
    """Return whether a turn wishes for the cheapest, or the best, and asks about it: "what is it a night?"."""
    asked = [move for move in moves_of(turn.steps, Ask) if move.question in ("facts", "holds", "share")]
    best = any(wish.constraint.op in EXTREMES for wish in turn.heard.wished)
    return best and bool(asked) and all(move.of in (None, It()) for move in asked)


def _on_the_very_days(turn: PlannerTurn, query: Query, items: Sequence[Item], limit: int) -> tuple[Item, ...]:
    """Return items with those first that take just the days of a stay, where both are wished for.

    A stay within those days may be cheaper, but is it what was asked for? Of one name it gives way.
    """
    windows = [wish for wish in wishes_for(turn.wishes(), *turn.schema.windows) if single_day(wish.constraint)]
    if not items or {wish.slot for wish in windows} != {turn.schema.start, turn.schema.end}:
        return tuple(items)
    days = [Condition(wish.slot, just(wish.constraint)) for wish in windows]
    others = [each for each in query.conditions if each.slot not in turn.schema.windows]
    exact = turn.search(query._replace(conditions=(*others, *days)), limit).items
    names = {item.values.get(turn.schema.name) for item in exact}
    return (*exact, *(item for item in items if item.values.get(turn.schema.name) not in names))[:limit]


def _back_on_the_day(turn: PlannerTurn, query: Query) -> Query:
    """Return a query for stays that end on the day of return that was changed to; without any, the last come first."""
    day = return_changed_to(turn)
    if day is None:
        return query
    others = [each for each in query.conditions if each.slot != day.slot]
    exact = query._replace(conditions=(*others, Condition(day.slot, just(day.constraint))))
    if turn.source.search(exact, 0).total:
        return exact
    return query if query.order else query._replace(order=((day.slot, "most"),))


def _counted_by_name(turn: PlannerTurn, query: Query, found: Found) -> Found:
    """Return what was found in several places, one of each, with how many fit there by name.

    Where more is asked for in other places than those shown, what is left in these counts, too.
    """
    place = turn.schema.place
    if not found.items or query.spread != place:
        return found
    elsewhere = any(each.slot == place and each.constraint.op == "not" for each in query.conditions)
    asks_for_more = elsewhere and steps_of(turn.steps, More)
    whole = _by_other_names(turn) if asks_for_more else query._replace(spread=turn.schema.name)
    return found._replace(total=turn.source.search(whole, 0).total)


def _within_amount(turn: PlannerTurn, query: Query) -> Query:
    """Return a query that doesn't go beyond "about so much" to spend, where anything stays within it."""
    price = turn.schema.price.name if turn.schema.price else ""
    conditions = list[Condition]()
    for each in query.conditions:
        is_about = each.slot == price and each.constraint.op == "around"
        conditions.append(Condition(price, replace(each.constraint, op="at_most")) if is_about else each)
    within = query._replace(conditions=tuple(conditions))
    return within if within != query and turn.source.search(within, 0).total else query


def _as_usual(turn: PlannerTurn, query: Query) -> Query:
    """Return a query for what most take where nothing else is asked for: who has about $6,000 may fly economy.

    Who asks for more wants no more of the same, but dearer.
    """
    asked = {each.slot for each in query.conditions}
    implied = [
        Condition(slot.name, Constraint("is", (Text(slot.usual),)))
        for slot in turn.schema.slots
        if slot.usual and slot.name not in asked
    ]
    usual = query._replace(conditions=(*query.conditions, *implied))
    if not implied or not (query.order or steps_of(turn.steps, More)):
        return query
    return usual if steps_of(turn.steps, More) or turn.source.search(usual, 0).total else query


def _as_long(turn: PlannerTurn, query: Query) -> Query:
    """Return a query for stays that are just as long as was said, where there are any: else they are about that.

    Who looks for the cheapest of stays about so long means all of them.
    """
    seeks_best = bool(query.order) or any(ask.question == "extreme" for ask in moves_of(turn.steps, Ask))
    operators = ("is",) if seeks_best else ("is", "around")
    conditions = [_as_just(turn, each, operators) for each in query.conditions]
    exact = query._replace(conditions=tuple(conditions))
    return exact if exact != query and turn.source.search(exact, 0).total else query


def _as_just(turn: PlannerTurn, condition: Condition, operators: Collection[str]) -> Condition:
    """Return a condition for the length of a stay, by one of these operators, as one for just that; else as it is."""
    slot, constraint = turn.schema.by_name[condition.slot], condition.constraint
    if slot.kind != "number" or not is_of_stay(turn.schema, slot.name) or constraint.op not in operators:
        return condition
    if len(constraint.values) != 1:
        return condition  # "four or five nights" are each about that
    return Condition(slot.name, just(constraint))


def _or_better(turn: PlannerTurn, query: Query) -> Query:
    """Return a query that what is better than asked for fulfils, too: who wants 4 stars takes 5."""
    better = {slot.name for slot in turn.schema.of_kind("number") if slot.better == "more"}
    conditions = list[Condition]()
    for each in query.conditions:
        single = each.constraint.op == "is" and len(each.constraint.values) == 1
        widened = Condition(each.slot, replace(each.constraint, op="at_least"))
        conditions.append(widened if single and each.slot in better else each)
    return query._replace(conditions=tuple(conditions))


def offer_all(turn: PlannerTurn, shown: Sequence[int]) -> bool:
    """Offer all that fits, or much of it, where a list of it was but a part; return whether it was.

    Where much was shown already, what is left comes next.
    """
    query = _named_in_part(turn, _query(turn, more=len(shown) >= DESTINATIONS))
    total = _counted_by_name(turn, query, turn.source.search(query, OFFERS)).total
    if total <= (0 if query.excluded else len(shown)):
        return False
    turn.heard = turn.heard._replace(to_see=ALL)
    offer(turn, _found(turn, query), query)
    return True


def offer(turn: PlannerTurn, found: Found, query: Query, asked: Sequence[Wish] = ()) -> None:
    """Offer items as new options; what was `asked` of them is told, too."""
    again: Again = "" if turn.heard.to_see else _offered_before(turn, found.items)
    if _is_refused_on_its_day(turn, found.items, query):
        return
    if again and _is_answered_by_the_same(turn, found.items, query):
        return
    if _are_compared(turn, found.items):
        return
    best = [] if again else _best_of_alternatives(turn, query, found.items)
    here = len(turn.parts)
    say_what_is_inexact(turn, query, found.items, again=again != "")
    frames, best_frames = _added(turn, found.items), _added(turn, [item for _, item in best])
    turn.list_offered()
    by, direction = _order_wished(turn, query)
    slots = _slots_told(turn, found.items, [*_told_of_order(turn, by), *(wish.slot for wish in asked)], again=again)
    further = bool(query.excluded) and bool(asked or steps_of(turn.steps, More))
    is_alone = found.total == len(frames) == 1 and not (turn.heard.pins or _is_called(turn))
    falls_short = found.total == len(frames) < turn.heard.to_see and turn.heard.to_see != ALL
    only = (is_alone or falls_short) and not further and len(turn.parts) == here
    turn.say(
        Offer(
            with_shares(turn, turn.views(frames, slots)),
            found.total,
            by="" if only else by,
            direction=direction,
            again=again or _as_priced_anew(turn, found.items),
            more=found.more,
            about=found.about,
            further=further,
            moved=further and _are_other_stays(turn, found.items),
            only=only,
            of_others=only and would_do_with_what_was_ruled_out(turn, query),
            kinds=kinds(turn, () if again else new_wishes(turn)),
        )
    )
    for (wish, _), frame in zip(best, best_frames, strict=True):
        turn.say(Offer((turn.view(frame, [*slots, wish.slot]),), 1, by, direction, among=(wish,)))
    for frame in frames:
        say_changed(turn, frame)


def _added(turn: PlannerTurn, items: Iterable[Item]) -> list[int]:
    """Add options that a turn offers; return their frames."""
    return [turn.add_option(item) for item in items]


def _is_refused_on_its_day(turn: PlannerTurn, items: Sequence[Item], query: Query) -> bool:
    """Say that nothing leaves on a day that is insisted on, where items don't; return whether that is so."""
    insisted = insisted_on(turn, items)
    if insisted:
        _say_still_none(turn, query, insisted)
    return insisted is not None


def _is_answered_by_the_same(turn: PlannerTurn, items: Sequence[Item], query: Query) -> bool:
    """Tell of the items that were listed just before what the turn asks of them; return whether that is an answer."""
    if query.order and _tell_extreme(turn, query):
        return True
    if not steps_of(turn.steps, *ANSWERED_BESIDE):
        return _is_so_already(turn)
    if not _tell_on_the_day(turn):
        say_on_another_day(turn, items)
        turn.is_so_of(turn.before.lists[-1])
    return True


def _told_of_order(turn: PlannerTurn, by: str) -> list[str]:
    """Return the slot by which items come in order, if any: "lightest first" is shown with what each weighs."""
    return [by] if by in turn.measured_names() else []


def _slots_told(turn: PlannerTurn, items: Sequence[Item], asked: Sequence[str], *, again: Again) -> list[str]:
    """Return the slots that an offer tells: of what was listed before the news, of one that is called for all."""
    if len(items) == 1 and _is_called(turn):
        slots = [slot for slot in turn.told_slots() if slot != turn.schema.name]
    elif again:
        slots = wished_slots(turn)
    else:
        slots = offer_slots(turn, items, asked)
    return list(dict.fromkeys((*slots, *asked)))


MOST_ALTERNATIVES = 3
"""Values that a turn names as alternatives, of which the best of each is told."""


def _best_of_alternatives(turn: PlannerTurn, query: Query, items: Sequence[Item]) -> list[tuple[Wish, Item]]:
    """Return the best of each alternative that none of some items has: "from Dallas or Houston, whichever is cheaper".

    Only where the turn wishes for the best of what it names alternatives for. For which there is nothing, is said.
    """
    by, direction = _order_wished(turn, query)
    if direction is None or not wishes_for(turn.heard.wished, by):
        return []
    slots = [slot.name for slot in turn.schema.of_kind("place", "category") if slot.name != turn.schema.place]
    found = list[tuple[Wish, Item]]()
    for wish in wishes_for(turn.heard.wished, *slots):
        values = wish.constraint.values if wish.constraint.op == "is" else ()
        had = {item.values.get(wish.slot) for item in items}
        for value in values if 1 < len(values) <= MOST_ALTERNATIVES else ():
            other = Wish(wish.slot, Constraint("is", (value,)))
            there = query._replace(conditions=tuple(_as_condition(each, other) for each in query.conditions))
            best = () if value in had else turn.search(there, 1).items
            found += [(other, item) for item in best]
            reasons = () if best or value in had else wishes_besides(blamed(turn, there), wish.slot)
            if 0 < len(reasons) < MOST_BLAMED:
                turn.say(Nothing((other, *reasons)))
    return found


def _are_other_stays(turn: PlannerTurn, items: Sequence[Item]) -> bool:
    """Return whether items are but what was listed last, or shown for the same wishes before, on other days."""
    slots = (turn.schema.name, turn.schema.place)
    frames = turn.before.known((*_shown_of_these(turn), *chain(*turn.before.lists[-1:])))
    shown = [turn.before.options[frame].item for frame in frames]
    days = {tuple(each.values.get(slot) for slot in (*slots, *turn.schema.windows)) for each in shown}
    on_other_days = all(
        tuple(item.values.get(slot) for slot in (*slots, *turn.schema.windows)) not in days for item in items
    )
    return on_other_days and all(any(item.shares(each, slots) for each in shown) for item in items)


def _as_priced_anew(turn: PlannerTurn, items: Sequence[Item]) -> Again:
    """Return that a turn but has the one option that is spoken of priced for others, if so: "what is it for three?"."""
    only_for_others = all(wish.slot == turn.schema.party for wish in turn.heard.wished if wish not in turn.heard.pins)
    known = {option.item.key for option in turn.before.options.values()}
    asked = any(isinstance(move, Ask) for move in moves_of(turn.steps, Ask))
    is_known = len(items) == 1 and items[0].key in known
    return "repriced" if asked and only_for_others and is_known else ""


def _is_so_already(turn: PlannerTurn) -> bool:
    """Say that all that a turn wishes for is so of all that was listed last; return whether it wishes for anything.

    Who raises an amount, or moves a day, hopes for something else: they are told what there is.
    """
    listed = turn.before.known(turn.before.lists[-1])
    said = [wish for wish in turn.heard.wished if wish.constraint.op not in UNCONSTRAINING]
    bounded = (turn.schema.party, *turn.measured_names(), *turn.schema.windows)
    if not said or any(wish.slot in bounded for wish in said):
        return False
    if not all(is_so(turn, turn.state.options[frame].item, wish) for frame in listed for wish in said):
        return False
    spoken_of = set(turn.before.focus) == set(listed)
    for wish in said:
        so = _by_value(turn, wish, listed)
        turn.say(Holds(so, turn.views(listed, [wish.slot]), chosen="all" if spoken_of else "some"))
    turn.focus(listed)
    return True


def _by_value(turn: PlannerTurn, wish: Wish, frames: Sequence[int]) -> Wish:
    """Return a wish for anything but a value as one for the value that options share: "not economy" for business."""
    values = {turn.value(frame, wish.slot) for frame in frames}
    value = next(iter(values))
    if wish.constraint.op != "not" or len(values) > 1 or value is None:
        return wish
    return Wish(wish.slot, Constraint("is", (value,)))


def _are_compared(turn: PlannerTurn, items: Sequence[Item]) -> bool:
    """Return whether all items are options that the turn compares, for the same people."""
    compared = {turn.state.options[frame].terms for step in steps_of(turn.steps, Compare) for frame in step.frames}
    return {(item.key, turn.party()) for item in items} <= compared


def offer_where_so(turn: PlannerTurn, wishes: Sequence[Wish]) -> None:
    """Offer items of which something more is so: of those that fit, else, but for trips, the nearest to them.

    A question gives no destination up.
    """
    query = spread(turn, turn.query(revised(turn.wishes(), wishes, turn.schema)))
    found = turn.search(query, SUGGESTIONS)
    if found.items:
        offer(turn, found, query, wishes)
    elif not turn.schema.source:
        nearest = near_misses(turn, query, SUGGESTIONS, keep=lambda item: not failed_by(turn, item, wishes))
        if nearest:
            say_denied(turn, denied(turn, query, wishes))
            offer_near_misses(turn, query, nearest)


def offer_left(turn: PlannerTurn, gone: Sequence[int]) -> bool:
    """Offer what fits but for the names of options that are `gone`, and what is booked.

    Return whether anything is left. Of a few all are offered, seen or not; where nothing fits, the other near misses.
    """
    booked = [booking.option.frame for booking in turn.state.standing]
    others = _other_than(turn, [*gone, *booked], turn.schema.name)
    query = spread(turn, turn.query((*turn.wishes(), *others)))
    total = turn.source.search(query, 0).total
    found = turn.search(query, total if total <= MOST_LEFT else OFFERS)
    if not found.items:
        names = {turn.value(frame, turn.schema.name) for frame in (*gone, *booked)}
        left = [frame for frame in turn.denoter.at_hand() if turn.value(frame, turn.schema.name) not in names]
        if left:
            turn.say(Offer(turn.views(left, turn.brief_slots()), len(left), again="left"))
        return left != []
    frames = [turn.add_option(item) for item in found.items]
    turn.list_offered()
    views = with_shares(turn, turn.views(frames, offer_slots(turn, found.items)))
    turn.say(Offer(views, found.total, again="left", more=found.more, about=found.about))
    return True


MOST_LEFT = 4
"""Options that are all offered where nothing else is left."""


def offer_of_all(turn: PlannerTurn, wishes: Sequence[Wish], count: int = 0) -> bool:
    """Offer of a few that fit, some of which weren't named yet, those of which more is so; return whether they are few.

    `count` is their number where it was said: "which of the four are furnished?", after three of four.
    """
    query = spread(turn, turn.query(_with_others(turn, ())))
    total = turn.source.search(query, 0).total
    names = {turn.value(frame, turn.schema.name) for frame in turn.before.options}
    if (count and total != count) or not 0 < total <= MOST_NAMED:
        return False
    if all(item.values.get(turn.schema.name) in names for item in turn.source.search(query, total).items):
        return False
    query = spread(turn, turn.query(revised(_with_others(turn, ()), wishes, turn.schema)))
    found = turn.search(query, MOST_NAMED)
    if found.items:
        offer(turn, found, query, wishes)
    else:
        turn.say(Nothing(tuple(wishes)))
    return True


def _tell_extreme(turn: PlannerTurn, query: Query) -> bool:
    """Tell which of the options at hand is the extreme that a turn wishes for; return whether it wishes for one."""
    by, direction = _order_wished(turn, query)
    if direction is None or not wishes_for(turn.heard.wished, by):
        return False
    frame = turn.before.lists[-1][0]
    turn.say(Tell(turn.views([frame], turn.shown_slots()), chosen=(by, direction)))
    turn.propose_booking(frame)
    turn.focus([frame])
    return True


def _order_wished(turn: PlannerTurn, query: Query) -> tuple[str, Direction | None]:
    """Return the slot by which options come in order, and its direction; empty where nobody wished for an order."""
    implied = query.order == implied_order(turn.schema, turn.wishes())
    return query.order[0] if query.order and not implied else ("", None)


def _tell_on_the_day(turn: PlannerTurn) -> bool:
    """Offer the one option that a turn asks about on a day that it wishes for, or tell its own day; return whether.

    "We need to be back on the 28th. Has it got wifi?" leaves the list as it was, of what is back by then.
    """
    questions = [step for step in turn.steps if isinstance(step.move, Ask) and step.move.question in ("facts", "holds")]
    asked = {frame for step in questions for frame in turn.state.known(step.frames)}
    day = day_just_said(turn)
    if len(asked) != 1 or day is None:
        return False
    (frame,) = asked
    if has_just(turn, turn.state.options[frame].item, day):
        return False
    pins = [Wish(slot, Constraint("is", (value,))) for slot in _naming(turn) if (value := turn.value(frame, slot))]
    others, that_day = wishes_besides(turn.wishes(), day.slot), Wish(day.slot, just(day.constraint))
    there = turn.query(revised(others, [*pins, that_day], turn.schema))
    found = turn.search(there, 1)
    if found.items:
        fresh = turn.add_option(found.items[0])
        turn.list_offered()
        turn.say(Offer((turn.view(fresh, turn.brief_slots()),), 1, further=True))
    else:
        turn.say(Tell(turn.views([frame], [day.slot])))
    return True


def _naming(turn: PlannerTurn) -> tuple[str, ...]:
    """Return the slots by which an option is called."""
    return tuple(filter(None, (turn.schema.name, turn.schema.place)))


def _say_still_none(turn: PlannerTurn, query: Query, day: Wish) -> None:
    """Say that nothing leaves on a day, and suggest what does elsewhere or what leaves near it; not the same again."""
    conditions = [_as_condition(each, Wish(day.slot, just(day.constraint))) for each in query.conditions]
    there = wishes_for(turn.wishes(), turn.schema.place)
    turn.say(Nothing((*there, day), "still"))
    suggest(turn, query._replace(conditions=tuple(conditions), excluded=_shown(turn), order=()), SUGGESTIONS)


def _is_called(turn: PlannerTurn) -> bool:
    """Return whether a row was asked for by its name: who does so wants to know all about it."""
    named = wishes_for(turn.heard.wished, turn.schema.name)
    return not turn.schema.place and any(wish.constraint.op == "is" for wish in named)


def _offered_before(turn: PlannerTurn, items: Sequence[Item]) -> Again:
    """Return whether just these items, as they are, are the list that was offered last: for the same people, or others.

    A child whose age is told by now is one of the others, for whom it may cost the same.
    """
    options = [turn.before.options[frame] for frame in chain(*turn.before.lists[-1:])]
    listed = [(option.item.key, option.item.values) for option in options]
    if not items or listed != [(item.key, item.values) for item in items]:
        return ""
    party = turn.party()
    if all(option.party == party for option in options):
        return "same"
    return "priced" if all(heads(option.party) == heads(party) for option in options) else ""


# What is asked first


def look_around(turn: PlannerTurn) -> None:
    """Begin to offer something, where nothing was offered yet: ask for what is missing, else show what there is."""
    if ask_missing(turn):
        return
    query = spread(turn, turn.query())
    found = _found(turn, query)
    if found.items:
        offer(turn, found, query)
    else:
        _nothing(turn, query)


def ask_missing(turn: PlannerTurn) -> bool:
    """Ask for the slots without which a search makes no sense."""
    needed = sorted((slot for slot in turn.schema.slots if 0 < slot.ask <= 2), key=lambda slot: slot.ask)
    missing = [slot.name for slot in needed if turn.wish(slot.name) is None]
    if turn.schema.place in missing and turn.wish(turn.schema.name) is not None:
        missing.remove(turn.schema.place)  # something that is named is where it is
    if not missing or _shows_what_there_is(turn, needed, missing):
        return False
    if missing == [turn.schema.source] == list(turn.before.pending.slots) and _goes_on(turn):
        return False
    is_echoed = turn.heard.unread != "" or any(not isinstance(part, Nothing) for part in turn.parts)
    there = _places_named(turn) if missing == [turn.schema.source] and not is_echoed else ()
    turn.say(Request(tuple(missing), there=there))
    return True


def _goes_on(turn: PlannerTurn) -> bool:
    """Return whether a turn goes on without an answer to where from: it declines, asks or wishes for something else.

    It is shown what there is from anywhere. Who changes where to is asked again.
    """
    wished = [wish for wish in turn.heard.wished if wish.constraint.op not in UNCONSTRAINING]
    declines = any(move.word == "no" for move in moves_of(turn.steps, Answer))
    asks = any(move.question == "extreme" for move in moves_of(turn.steps, Ask))
    return (declines or asks or wished != []) and not wishes_for(wished, turn.schema.place)


def _places_named(turn: PlannerTurn) -> tuple[Wish, ...]:
    """Return the wish of a turn for a place, with the values of which there is something, and what else it asks there.

    A yes to the place would be one to that, too: where nothing there has it, none is said.
    """
    found = list[Wish]()
    for wish in wishes_for(turn.heard.wished, turn.schema.place):
        known = [
            each for each in wish.constraint.values if isinstance(each, Text) and _any_there(turn, wish, each.value)
        ]
        if known and wish.constraint.op == "is":
            found.append(replace(wish, constraint=replace(wish.constraint, values=tuple(known))))
    features = [slot.name for slot in turn.schema.of_kind("yes_no", "category") if slot.name != turn.schema.name]
    said = (*found, *wishes_for(turn.heard.wished, *features))
    conditions = tuple(Condition(wish.slot, wish.constraint) for wish in said)
    return said if found and turn.source.search(Query(conditions), 0).total else ()


def _shows_what_there_is(turn: PlannerTurn, needed: Sequence[Slot], missing: Sequence[str]) -> bool:
    """Return whether only the first of the needed slots is open, and other wishes narrow down what there is."""
    others = wishes_besides(turn.wishes(), *(slot.name for slot in needed))
    return list(missing) == [needed[0].name] and others != ()


def _say_unknown_values(turn: PlannerTurn) -> bool:
    """Say which wished values the catalogue doesn't have; return whether the turn wishes for nothing else.

    Else what it wishes for besides is searched: "two bedrooms near the centre", where no district is called that. It
    isn't where most of what was wished for isn't there.
    """
    strange = say_unknown(turn, turn.wishes())
    if not strange:
        return False
    turn.give_up(strange)
    slots = [wish.slot for wish in strange]
    others = wishes_besides(turn.heard.wished, *slots)
    route = {turn.schema.source, turn.schema.place}
    known = [wish for wish in others if wish.constraint.op != "any"]
    if route.isdisjoint(slots) and len(known) >= max(len(wishes_for(turn.heard.wished, *slots)), 1):
        return False
    for slot in map(turn.schema.by_name.__getitem__, slots):
        if slot.name == turn.schema.source:
            say_values(turn, slot.name)
            turn.say(Request((slot.name,)))
        elif slot.name == turn.schema.place:
            _say_where_one_can_go(turn, wishes_for(strange, slot.name)[-1])
        elif slot.name in turn.before.pending.absent:
            turn.say(Request((slot.name,)))  # what there is was just told
        elif slot.kind == "category" and wishes_for(turn.heard.wished, slot.name):
            say_values(turn, slot.name)
    if turn.schema.source not in slots and turn.wish(turn.schema.source) is None:
        ask_missing(turn)
    return True


def _say_where_one_can_go(turn: PlannerTurn, wish: Wish) -> None:
    """Tell the places in the part of the world of one that isn't there, else all; ask for one where that was told."""
    around = _around(turn, wish)
    before = [_around(turn, each) for each in wishes_for(wishes_in(turn.before.moves), wish.slot)]
    if wish.slot in turn.before.pending.absent and around in before:
        turn.say(Request((wish.slot,)))
    else:
        say_values(turn, wish.slot, within=around)


def _around(turn: PlannerTurn, wish: Wish) -> tuple[Wish, ...]:
    """Return the wish for the part of the world in which a place lies, where one can go there; else nothing."""
    start = wishes_for(turn.wishes(), turn.schema.source)
    named = [value.value for value in wish.constraint.values if isinstance(value, Text)]
    for part in chain.from_iterable(map(parts_of_the_world, named)):
        there = Wish(wish.slot, Constraint("is", (Text(part),)))
        if turn.source.search(turn.query((*start, there)), 0).total:
            return (there,)
    return ()


def say_unknown(turn: PlannerTurn, wishes: Sequence[Wish]) -> Sequence[Wish]:
    """Say which values of some wishes the catalogue doesn't have; return the wishes that have them."""
    strange = [wish for wish in wishes if is_unknown(turn, wish)]
    for wish in strange:
        words = [value.value for value in wish.constraint.values if isinstance(value, Text)]
        turn.say(_unknown(turn, wish, turn.schema.by_name[wish.slot], words))
    return strange


def is_unknown(turn: PlannerTurn, wish: Wish) -> bool:
    """Return whether nothing in the catalogue is as wished, of a place or a category; of the latter as just wished."""
    slot = turn.schema.slot(wish.slot)
    if slot is None or slot.kind not in ("place", "category") or wish.constraint.op != "is":
        return False
    if slot.kind == "category" and wish not in turn.heard.wished:
        return False
    words = [value.value for value in wish.constraint.values if isinstance(value, Text)]
    alone = Query((Condition(wish.slot, wish.constraint),))
    return not _all_known(turn, slot.name, words) and turn.source.search(alone, 0).total == 0


def _say_unknown_places(turn: PlannerTurn) -> None:
    """Say which of several places that a turn wishes for the catalogue doesn't have."""
    for wish in wishes_for(turn.heard.wished, *(slot.name for slot in turn.schema.of_kind("place"))):
        words = [value.value for value in wish.constraint.values if isinstance(value, Text)]
        strange = [word for word in words if not _any_there(turn, wish, word)]
        if wish.constraint.op == "is" and strange and len(strange) < len(words):
            texts = tuple(map(Text, strange))
            turn.say(
                Nothing((replace(wish, constraint=replace(wish.constraint, values=texts)),), "unknown", tuple(strange))
            )


def _say_places_left_out(turn: PlannerTurn, query: Query) -> None:
    """Say of which of several places that are wished for nothing is offered, and why, in one sentence if short."""
    place, named = turn.schema.place, _named_places(turn)
    is_of_one_name = any(each.slot == turn.schema.name for each in query.conditions)
    if not 1 < len(named) <= DESTINATIONS or not turn.heard.wished or is_of_one_name:
        return
    reasons = dict[str, tuple[Wish, ...]]()
    for name in named:
        wish = Wish(place, Constraint("is", (Text(name),)))
        there = query._replace(conditions=tuple(_as_condition(each, wish) for each in query.conditions))
        if not turn.source.search(there, 0).total:
            reasons[name] = wishes_besides(told(turn, blamed(turn, there)), place)
    of_all = tuple(dict.fromkeys(chain.from_iterable(reasons.values())))
    groups = dict[tuple[Wish, ...], list[Text]]()
    for name, own in reasons.items():
        because = of_all if len(of_all) < MOST_BLAMED else own
        groups.setdefault(because if len(because) < MOST_BLAMED else (), []).append(Text(name))
    for because, names in groups.items():
        turn.say(Nothing((Wish(place, Constraint("is", tuple(names))), *because)))


def _as_condition(condition: Condition, wish: Wish) -> Condition:
    """Return the condition of a wish in the place of one for the same slot; any other as it is."""
    return Condition(wish.slot, wish.constraint) if condition.slot == wish.slot else condition


def _any_there(turn: PlannerTurn, wish: Wish, word: str) -> bool:
    """Return whether the catalogue has anything at a place: a city, a country, a region."""
    there = replace(wish.constraint, values=(Text(word),))
    return turn.source.search(Query((Condition(wish.slot, there),)), 0).total > 0


def _unknown(turn: PlannerTurn, wish: Wish, slot: Slot, words: Sequence[str]) -> Nothing:
    """Return that a value is unknown, or that nothing is so though other slots have it: "nothing from Cancun"."""
    others = [other.name for other in turn.schema.of_kind(slot.kind) if other.name != slot.name]
    elsewhere = any(_all_known(turn, other, words) for other in others)
    return Nothing((wish,), "combination") if elsewhere else Nothing((wish,), "unknown", tuple(words))


def _all_known(turn: PlannerTurn, slot: str, words: Sequence[str]) -> bool:
    """Return whether the catalogue has all of some values, by the names that it gives them."""
    known = {name.casefold() for name in turn.source.names(slot)}
    return known.issuperset(word.casefold() for word in words)


# Places


def say_values(
    turn: PlannerTurn,
    slot: str,
    asked: Sequence[Wish] = (),
    *,
    counted: bool = False,
    in_all: bool = False,
    within: tuple[Wish, ...] = (),
) -> None:
    """Tell the values that a slot has among all that fits and is so as `asked`, else among all that is so.

    What was wished for the slot itself bounds nothing. Days and amounts come in their order, else what there is most
    of first. `counted`: with the number of items that have each; `in_all`: with how many values there are; `within`:
    only those that are as it says, which is said: "in Europe".
    """
    others = wishes_besides(turn.wishes(), slot)
    places = wishes_for(others, *(each.name for each in turn.schema.of_kind("place")))
    for wishes in (others, places, ()):
        query = turn.query(revised(wishes, (*asked, *within), turn.schema))
        found = list(turn.source.distinct(query, slot, MOST_COUNTED))
        if not found:
            continue
        if turn.schema.by_name[slot].kind in ORDERED:
            found.sort(key=lambda pair: order(pair[0]) or 0.0)
        named, counts = zip(*found[:MOST_VALUES], strict=True)
        of_all = wishes == others  # what there is of other things is no number of those that fit
        counts = counts if counted and of_all and all(counts) else ()
        turn.say(ValuesOf(slot, named, len(found), counts=counts, in_all=in_all, within=within))
        return


ORDERED = ("date", "number", "money", "time")
"""The kinds of slots whose values have an order of their own."""


def _named_places(turn: PlannerTurn) -> list[str]:
    """Return the single places that are wished for, of those that the catalogue has; a country or a region is none."""
    place = turn.schema.place
    wished = [wish.constraint.values for wish in wishes_for(turn.wishes(), place) if wish.constraint.op == "is"]
    names = [value.value for value in chain(*wished[-1:]) if isinstance(value, Text)]
    return [name for name in names if _all_known(turn, place, [name])] if _all_there(turn, names) else []


def _all_there(turn: PlannerTurn, names: Sequence[str]) -> bool:
    """Return whether the places of some names that the catalogue has anything at are single ones."""
    wish = Wish(turn.schema.place, Constraint("is"))
    there = [name for name in names if _any_there(turn, wish, name)]
    return bool(there) and _all_known(turn, turn.schema.place, there)


def spread(turn: PlannerTurn, query: Query) -> Query:
    """Return the search for one item of each place, or of each name where the place is one or an order is wished for.

    Who asks for other days of one option is shown several of it.
    """
    place = turn.schema.place
    if not place or _asks_for_other_days(turn):
        return query
    is_ordered = any(wish.constraint.op in EXTREMES for wish in turn.wishes())
    if is_ordered or len(_named_places(turn)) == 1:
        return by_name(turn, query)
    return query._replace(spread=place)


def by_name(turn: PlannerTurn, query: Query) -> Query:
    """Return a search for one item of each name where the catalogue is one of places."""
    return query._replace(spread=turn.schema.name if turn.schema.place else "")


def _asks_for_other_days(turn: PlannerTurn) -> bool:
    """Return whether a turn wishes for any days of one option that it points at: "has it got other dates?"."""
    days = wishes_for(turn.heard.wished, *turn.schema.windows)
    return bool(turn.heard.pins and days) and all(wish.constraint.op == "any" for wish in days)


def _ordered(turn: PlannerTurn, query: Query, found: Found) -> Found:
    """Return what was found in the order in which places were named."""
    ranks = {name.casefold(): rank for rank, name in enumerate(_named_places(turn))}
    if len(ranks) < 2 or query.order:
        return found

    def rank(item: Item) -> int:
        value = item.values.get(turn.schema.place)
        return ranks.get(value.value.casefold(), len(ranks)) if isinstance(value, Text) else len(ranks)

    return found._replace(items=tuple(sorted(found.items, key=rank)))


def _fresh(turn: PlannerTurn) -> Query | None:
    """Return the search for places, or else names, that were not shown yet: before other days of those that were.

    None where there are none, or no places.
    """
    if not turn.schema.place:
        return None
    in_other_places = (*_with_others(turn, ()), *_other_than(turn, _shown_of_these(turn), turn.schema.place))
    elsewhere, by_other_names = spread(turn, turn.query(in_other_places)), _by_other_names(turn)
    searches = [by_other_names] if elsewhere.spread == turn.schema.name else [elsewhere, by_other_names]
    return next((query for query in searches if turn.source.search(query, 0).total), None)


def _shown_of_these(turn: PlannerTurn) -> list[int]:
    """Return the options that were shown for the wishes that hold."""
    return [frame for frame, option in turn.state.options.items() if option.wishes_of == turn.active]


def _by_other_names(turn: PlannerTurn) -> Query:
    """Return the search for names that weren't shown yet, one item of each."""
    return turn.query(_with_others(turn, _shown_of_these(turn)))._replace(spread=turn.schema.name)


def _with_others(turn: PlannerTurn, shown: Sequence[int]) -> tuple[Wish, ...]:
    """Return the wishes with one for other names than those of options that were ruled out or shown."""
    rejected = turn.state.known(sorted(turn.state.rejected))
    return (*turn.wishes(), *_other_than(turn, (*rejected, *shown), turn.schema.name))


def _other_than(turn: PlannerTurn, frames: Sequence[int], slot: str) -> tuple[Wish, ...]:
    """Return the wish for other values of a slot than those of some options; nothing where they have none."""
    values = [turn.value(frame, slot) for frame in dict.fromkeys(frames)]
    known = tuple(dict.fromkeys(value for value in values if value is not None))
    return (Wish(slot, Constraint("not", known)),) if known else ()


def _shown(turn: PlannerTurn) -> frozenset[str]:
    return frozenset(option.item.key for option in turn.state.options.values())


# Nothing that fits


def _nothing(turn: PlannerTurn, query: Query) -> None:
    """Say that nothing fits, why, and what nearly does."""
    if _price_listed_anew(turn):
        return
    unbeaten = _unbeaten(turn)
    if unbeaten:
        turn.say(unbeaten)
        suggest(turn, query._replace(excluded=_shown(turn)), SUGGESTIONS)
        return
    nearest, denial = near_misses(turn, query, SUGGESTIONS), denied(turn, query)
    say_denied(turn, denial, chain.from_iterable(each.given_up for each in nearest))
    if [wish.slot for wish in denial.wishes] == [turn.schema.start] and wishes_for(
        turn.heard.wished, turn.schema.start
    ):
        turn.say(range_of(turn, turn.schema.start, Query()))  # nothing leaves then from anywhere
        nearest = tuple(each for each in nearest if each.item.key not in _shown(turn))
    offer_near_misses(turn, query, nearest)


def _price_listed_anew(turn: PlannerTurn) -> bool:
    """Offer what was listed last as it is priced for others, where but the price is beyond what was said for fewer.

    Return whether that is all that a turn asks for: "what would it be with three?".
    """
    listed = turn.before.known(chain(*turn.before.lists[-1:]))
    if not (listed and turn.heard.wished) or not _is_but_for_others(turn) or len(listed) > OFFERS:
        return False
    booked = [frame for step in steps_of(turn.steps, Book) for frame in step.frames if frame in listed]
    if len(booked) == 1:
        listed = tuple(booked)  # "book the second one for three" asks for no others
    priced = [item_as_priced_now(turn, turn.state.options[frame].item) for frame in listed]
    found = [item for item in priced if item is not None]
    price = turn.schema.price.name if turn.schema.price else ""
    others = wishes_besides(turn.wishes(), price)
    if len(found) < len(listed) or any(failed_by(turn, item, others) for item in found):
        return False
    frames = _added(turn, found)
    turn.list_offered()
    views = with_shares(turn, turn.views(frames, turn.brief_slots()))
    turn.say(Offer(views, len(frames), again="repriced"))
    return True


def say_why_nothing(turn: PlannerTurn) -> bool:
    """Say for which wishes there is nothing, and what is the least or the most there is without a bound of theirs.

    Of a way that nothing goes, say from where else one can go there. Return whether there is nothing.
    """
    query = turn.query()
    because = blamed(turn, query)
    if not because or turn.source.search(query, 0).total:
        return False
    turn.say(Nothing(because, "still"))
    if turn.schema.source in {wish.slot for wish in because}:
        say_values(turn, turn.schema.source)
    for wish in because:
        slot, bound = turn.schema.by_name[wish.slot], wish.constraint.op
        others = turn.query(wishes_besides(turn.wishes(), wish.slot))
        if slot.measured and bound in ("at_most", "at_least") and turn.source.search(others, 0).total:
            turn.say(range_of(turn, wish.slot, others))
    return True


def range_of(turn: PlannerTurn, slot: str, query: Query) -> ValuesOf:
    """Return from what to what a slot goes among all that a query finds."""
    ends = [turn.source.extreme(query, slot, "least"), turn.source.extreme(query, slot, "most")]
    return ValuesOf(slot, tuple(item.values[slot] for item in ends if item), range=True)


def _unbeaten(turn: PlannerTurn) -> Unbeaten | None:
    """Return that an option is the extreme of all that fits, where a turn wishes but for one beyond it."""
    wish = compared_alone([step.move for step in turn.steps], turn.schema)
    if wish is None or turn.heard.pins:
        return None
    direction = RELATIVE_OPERATORS[wish.constraint.op].extreme
    held = [wish for wish in turn.state.moments[-1].wishes if wish.constraint.op not in EXTREMES]
    found = turn.source.search(turn.query((*held, Wish(wish.slot, Constraint(direction)))), 1)
    frames = [frame for frame, option in turn.before.options.items() if _stands_for(option, found.items, turn.party())]
    if not frames:
        return None
    return Unbeaten(turn.view(frames[-1], [wish.slot]), wish.slot, direction, turn.heard.wished)


def _stands_for(option: Option, items: Sequence[Item], party: Party) -> bool:
    """Return whether an option is one of some items, for the same people."""
    return option.terms in [(item.key, party) for item in items]


def suggest(
    turn: PlannerTurn, query: Query, limit: int, *, keep: Callable[[Item], bool] | None = None
) -> tuple[Relaxed, ...]:
    """Offer what nearly fits as new options, of all that or what is to be kept of it; return it."""
    nearest = near_misses(turn, query, limit, keep=keep)
    offer_near_misses(turn, query, nearest)
    return nearest


def offer_near_misses(turn: PlannerTurn, query: Query, nearest: Sequence[Relaxed]) -> None:
    """Offer near misses as new options, if there are any."""
    if not nearest:
        return
    for each in nearest:
        others = tuple(condition for condition in query.conditions if condition not in each.given_up)
        turn.record(query._replace(conditions=others), Found((each.item,), 1))
    frames = _added(turn, [each.item for each in nearest])
    turn.list_offered()
    is_far_off = any(is_far(turn, condition, each.item) for each in nearest for condition in each.given_up)
    turn.say(
        Suggest(
            with_shares(turn, turn.views(frames, _slots_of_near_misses(turn, nearest))),
            tuple(_missed(turn, each) for each in nearest),
            utmost_of(turn, nearest),
            is_far_off,
        )
    )


def _slots_of_near_misses(turn: PlannerTurn, nearest: Sequence[Relaxed]) -> list[str]:
    """Return the slots that are told of near misses, other than the places of a denial that all of them keep."""
    failed = chain.from_iterable(part.because for part in turn.parts if isinstance(part, Nothing))
    missed = {condition.slot for each in nearest for condition in each.given_up}
    kept = {wish.slot for wish in failed} - missed
    said = [slot.name for slot in turn.schema.of_kind("place") if slot.name in kept]
    slots = [slot for slot in offer_slots(turn, [each.item for each in nearest]) if slot not in said]
    return [*slots, *_missed_categories(turn, nearest)]


def _missed_categories(turn: PlannerTurn, nearest: Sequence[Relaxed]) -> list[str]:
    """Return the categories and places that some of several near misses miss, so that it is told which keep them."""
    missed = {condition.slot for each in nearest for condition in each.given_up}
    route = (turn.schema.name, turn.schema.place, turn.schema.source)
    slots = [slot.name for slot in turn.schema.of_kind("category", "place") if slot.name not in route]
    return [slot for slot in slots if slot in missed]


def _missed(turn: PlannerTurn, relaxed: Relaxed) -> tuple[tuple[Wish, Value | None], ...]:
    """Return the wishes that an item misses, each with what the item has instead; the newest first."""
    ranks = {wish.slot: rank for rank, wish in enumerate((*turn.wishes(), *turn.heard.wished))}
    given_up = sorted(relaxed.given_up, key=lambda each: ranks.get(each.slot, 0), reverse=True)
    return tuple((Wish(slot, constraint), relaxed.item.values.get(slot)) for slot, constraint in given_up)
