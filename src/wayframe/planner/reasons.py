"""Reasons: in what an option differs from others, why it is shown though not as wished, why a list stayed as it was.

A catalogue says what things are, never why; so whoever asks why something costs more, or is rated less, is told in what
it differs. Nothing is recommended to them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeAlias

from wayframe.meaning.records import Ask, Compare, Constraint, Days, Direction, Flag, Number, Wish, wishes_besides
from wayframe.planner.denials import blamed, told
from wayframe.planner.plan import (
    MOST_BLAMED,
    Comparison,
    Contrast,
    Noted,
    Nothing,
    PlannerTurn,
    StandIn,
    Unaffected,
    most_telling_first,
)
from wayframe.planner.searching import by_name
from wayframe.schema import Slot
from wayframe.schema.records import Kind
from wayframe.sources.constraints import UNCONSTRAINING, fits, order
from wayframe.sources.protocol import Condition, Query
from wayframe.state.records import Option, steps_of

MOST_TOLD = 2
"""Things that are told for an option, and against it."""


def explain(turn: PlannerTurn, frame: int, asked: Sequence[str] = ()) -> None:
    """Tell why an option is shown, or is as it is: what was wished for and it isn't, else in what it differs.

    `asked` are the slots whose values are to be explained, so that they explain nothing.
    """
    if any(frame in turn.state.known(step.frames) for step in steps_of(turn.steps, Compare)):
        return  # "why is it dearer? Compare the two"
    turn.focus((frame,))
    named = _named_beside(turn, frame)
    if not named and _say_stand_in(turn, frame):
        return
    told = {*asked, *_told_beside(turn, frame)}
    if _judged(turn, asked) is not None:
        told.add(turn.schema.order)  # nothing is good, or bad, because of its price
    if not named and (asked or not _were_compared(turn)):
        named = set(turn.before.known(turn.before.focus)) - {frame}
    others = _beside(turn, frame, named)
    if len(others) > 1 and _say_contrast(turn, frame, others, told, asked):
        return
    is_of_several = bool(asked) and turn.schema.order not in asked and len(others) > 1  # one would explain nothing
    if is_of_several or not _say_difference(turn, frame, others, told, asked):
        turn.say(Noted("no_reasons"))


# Why something is shown that isn't as wished


def _say_stand_in(turn: PlannerTurn, frame: int) -> bool:
    """Tell what an option misses of the wishes that it was offered for; return whether it misses any."""
    option = turn.state.options[frame]
    wishes = [wish for wish in option.wishes if _is_of_items(turn, wish)]
    missed = tuple(wish for wish in wishes if _is_so(turn, option, wish) is False)
    if missed:
        _say_nearest(turn, frame, missed)
        return True
    exact = next((wish for wish in wishes if _misses_but_just(turn, frame, wish)), None)
    if exact is None:
        return False
    turn.say(StandIn(turn.view(frame, [exact.slot]), (exact,), total=_with_just(turn, option, exact)))
    return True


def _is_of_items(turn: PlannerTurn, wish: Wish) -> bool:
    """Return whether a wish is for something that items have, other than their name."""
    is_of_people = wish.slot in (turn.schema.party, turn.schema.name)
    return turn.schema.slot(wish.slot) is not None and not is_of_people and wish.constraint.op not in UNCONSTRAINING


def _is_so(turn: PlannerTurn, option: Option, wish: Wish) -> bool | None:
    """Return whether an option is as a search for the wish would have it; None where that isn't known."""
    return fits(turn.schema, Condition(wish.slot, wish.constraint), option.item.values, option.party)


def _say_nearest(turn: PlannerTurn, frame: int, missed: Sequence[Wish]) -> None:
    """Tell that nothing is as wished, and what the option that came nearest misses and keeps of it."""
    option = turn.state.options[frame]
    because = told(turn, blamed(turn, turn.query(option.wishes)))
    if because and not any(isinstance(part, Nothing) for part in turn.parts):
        turn.say(Nothing(because if len(because) <= MOST_BLAMED else ()))
    others = wishes_besides(because or option.wishes, *turn.schema.windows, turn.schema.place, turn.schema.source)
    kept = [wish for wish in others if wish not in missed and _is_of_items(turn, wish) and _is_so(turn, option, wish)]
    view = turn.view(frame, [wish.slot for wish in (*missed, *kept[:MOST_TOLD])])
    turn.say(StandIn(view, tuple(missed), tuple(kept[:MOST_TOLD])))


def _misses_but_just(turn: PlannerTurn, frame: int, wish: Wish) -> bool:
    """Return whether an option hasn't just the day or the length that was wished for, which others of its list have."""
    own, schema = order(turn.value(frame, wish.slot)), turn.schema
    is_exact = wish.slot in (schema.start, *schema.lengths) and wish.constraint.op == "is"
    if own is None or not is_exact or not _is_single(wish.constraint):
        return False
    wished = order(wish.constraint.values[0])
    listed = [order(turn.value(other, wish.slot)) for other in _list_of(turn, frame)]
    return own != wished and wished in listed


def _is_single(constraint: Constraint) -> bool:
    """Return whether a constraint has one value that is one day or one number."""
    match constraint.values:
        case [Days(first, last)]:
            return first == last
        case [Number()]:
            return True
    return False


def _with_just(turn: PlannerTurn, option: Option, wish: Wish) -> int:
    """Return how many have just what was wished for, of all that fits the other wishes of an option."""
    value = wish.constraint.values[0]
    just = Wish(wish.slot, Constraint("between", (value, value)))
    query = turn.query((*wishes_besides(option.wishes, wish.slot), just))
    return turn.source.search(by_name(turn, query)._replace(order=()), 0).total


# In what options differ


def _told_beside(turn: PlannerTurn, frame: int) -> list[str]:
    """Return the slots that this turn or the one before asked of an option: they are known, and explain nothing."""
    steps = [(step.move, turn.state.known(step.frames)) for step in turn.steps]
    asked = [move for move, frames in steps if frame in frames]
    found = list[str]()
    for move in (*asked, *turn.before.moves):
        if isinstance(move, Ask) and move.question in ("facts", "difference"):
            found += move.slots or ((turn.schema.order,) if move.question == "difference" else ())
    return found


def _named_beside(turn: PlannerTurn, frame: int) -> set[int]:
    """Return the other options that the turn speaks of."""
    return {other for step in turn.steps for other in turn.state.known(step.frames)} - {frame}


def _beside(turn: PlannerTurn, frame: int, named: set[int]) -> list[int]:
    """Return the options beside which one is seen: the only other that is spoken of, else those of its list."""
    others = list(named) if len(named) == 1 else [other for other in _list_of(turn, frame) if other != frame]
    own = turn.state.options[frame]
    return [other for other in others if turn.state.options[other].party == own.party]


def _were_compared(turn: PlannerTurn) -> bool:
    """Return whether the turn before put options side by side, which needn't be told again."""
    return any(isinstance(move, Compare) and not move.slots for move in turn.before.moves)


def _list_of(turn: PlannerTurn, frame: int) -> Sequence[int]:
    """Return the newest list of several options that has one, else all that was shown."""
    listed = [frames for frames in reversed(turn.before.lists) if frame in frames and len(frames) > 1]
    return turn.before.known(listed[0]) if listed else turn.denoter.shown()


Side: TypeAlias = Literal["for", "against", "both"]
"""The side on which the reason for an option lies: of one that costs more in what speaks for it."""


def _side(turn: PlannerTurn, frame: int, others: Sequence[int], asked: Collection[str]) -> Side:
    """Return what is the reason for an option among others: what speaks for it, what speaks against it, or both.

    What speaks for an option doesn't make it cheap, or badly rated; what speaks against it doesn't make it dear, or
    well rated. Whoever but asks why the cheapest is shown may wonder at its price.
    """
    price = turn.schema.order
    end = _alone_at(turn, frame, others, price) if others else None
    if price in asked:
        return PRICED[end]
    judged = _judged(turn, asked)
    if judged is not None and (judged_end := _alone_at(turn, frame, others, judged.name) if others else None):
        return "for" if judged_end == _rank(turn, judged) else "against"
    if not asked and any(_alone_at(turn, frame, others, slot) == sought for slot, sought in _sought(turn).items()):
        return "for"
    return "both" if asked or end == "least" else "for"


def _judged(turn: PlannerTurn, asked: Collection[str]) -> Slot | None:
    """Return the slot that says how good an option is of which it is asked why it is as it is; None where none is."""
    slots = (turn.schema.by_name[slot] for slot in asked if slot != turn.schema.order)
    return next((slot for slot in slots if _rank(turn, slot)), None)


def _sought(turn: PlannerTurn) -> dict[str, Direction]:
    """Return the slots of which the least or the most is wished for."""
    return {wish.slot: op for wish in turn.wishes() if (op := wish.constraint.op) in ("least", "most")}


PRICED: Mapping[Direction | None, Side] = {"least": "against", "most": "for", None: "both"}
"""The side on which the reason for a price lies, by whether it is the lowest or the highest."""


def _say_contrast(
    turn: PlannerTurn, frame: int, others: Sequence[int], told: Collection[str], asked: Collection[str]
) -> bool:
    """Tell of what an option alone has the best or the worst of several; return whether there is such a thing."""
    side = _side(turn, frame, others, asked)
    merits, flaws = _ends(turn, frame, others, told)
    alone, lacking = _features_apart(turn, frame, others)
    if side == "against":
        merits, alone = (), ()
    if side == "for":
        flaws, lacking = (), ()
    alone, lacking = () if merits else alone, () if flaws else lacking
    wishes = () if merits or alone or asked else _kept(turn, frame)
    slots = [*(name for name, _ in (*merits, *flaws)), *alone, *lacking]
    if not slots or (slots == [turn.schema.order] and flaws):
        return False  # that it costs the most is no reason for that
    turn.say(Contrast(turn.view(frame, slots), merits, flaws, alone, lacking, wishes))
    return True


def say_standing(turn: PlannerTurn, slot: str, frame: int, others: Sequence[int]) -> bool:
    """Tell that an option alone has the least or the most of a slot among several; return whether that is so."""
    end = _alone_at(turn, frame, others, slot) if len(others) > 1 else None
    if end is None:
        return False
    ends, speaks = ((slot, end),), end == _rank(turn, turn.schema.by_name[slot])
    turn.say(Contrast(turn.view(frame, [slot]), ends if speaks else (), () if speaks else ends))
    turn.focus((frame,))
    return True


def _kept(turn: PlannerTurn, frame: int) -> tuple[Wish, ...]:
    """Return a few of the wishes that an option was offered for and fulfils, other than where and when it is."""
    option, schema = turn.state.options[frame], turn.schema
    besides = (*schema.windows, *(slot.name for slot in schema.of_kind("place")))
    wishes = [wish for wish in wishes_besides(option.wishes, *besides) if _is_of_items(turn, wish)]
    return tuple(wish for wish in wishes if wish.constraint.op != "not" and _is_so(turn, option, wish))[:MOST_TOLD]


Ends = tuple[tuple[str, Direction], ...]


def _ends(turn: PlannerTurn, frame: int, others: Sequence[int], told: Collection[str]) -> tuple[Ends, Ends]:
    """Return of which slots an option alone has the best of several, and of which the worst, the most telling first."""
    merits, flaws = list[tuple[str, Direction]](), list[tuple[str, Direction]]()
    rated = [slot.name for slot in turn.measured() if _rank(turn, slot) and slot.name not in told and slot.told]
    sought = _sought(turn)
    ordered = sorted(most_telling_first(rated, turn.schema), key=lambda name: name not in sought)
    for slot in map(turn.schema.by_name.__getitem__, ordered):
        end = _alone_at(turn, frame, others, slot.name)
        if end:
            (merits if end == _rank(turn, slot) else flaws).append((slot.name, end))
    return tuple(merits[:MOST_TOLD]), tuple(flaws[:MOST_TOLD])


def _rank(turn: PlannerTurn, slot: Slot) -> Direction | None:
    """Return which end of a slot speaks for an option; of how long a stay is the longer, None where neither does."""
    if slot.name in turn.schema.lengths:
        return "most"
    return slot.best_end if slot.better else None


def _alone_at(turn: PlannerTurn, frame: int, others: Sequence[int], slot: str) -> Direction | None:
    """Return the end of a slot at which an option is alone among others; None where it is at neither."""
    own = turn.denoter.measures((frame,), slot).get(frame)
    theirs = list(turn.denoter.measures(others, slot).values())
    if own is None or len(theirs) < len(others):
        return None
    if own < min(theirs):
        return "least"
    return "most" if own > max(theirs) else None


def _features_apart(turn: PlannerTurn, frame: int, others: Sequence[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the first feature that an option alone has of several, and the first that it alone lacks."""
    alone, lacking = list[str](), list[str]()
    for slot in turn.schema.of_kind("yes_no"):
        own = turn.value(frame, slot.name)
        theirs = {turn.value(other, slot.name) for other in others}
        if not slot.told or len(theirs) != 1 or own is None or own in theirs or None in theirs:
            continue
        (alone if own == Flag(True) else lacking).append(slot.name)
    return tuple(alone[:1]), tuple(lacking[:1])


EXPLAINING: tuple[Kind, ...] = ("number", "money", "yes_no", "category")
"""The kinds of slots that may explain why an option costs more, or is rated less: when and where it is doesn't."""


def _say_difference(
    turn: PlannerTurn, frame: int, others: Sequence[int], told: Collection[str], asked: Collection[str]
) -> bool:
    """Tell in what an option differs from one other, of several the cheapest; return whether it does in anything.

    Of the same thing on other days there is no more to tell than these.
    """
    prices = turn.denoter.measures(others, turn.schema.order)
    if not others:
        return False
    other = min(others, key=lambda each: prices.get(each, 0.0))
    if turn.value(frame, turn.schema.name) == turn.value(other, turn.schema.name) is not None:
        return _say_other_days(turn, frame, other)
    side, price = _side(turn, frame, [other], asked), turn.schema.order
    known = {*told} if side == "both" and price not in asked else {*told, price}  # the dearer one's price is known
    slots = [slot.name for slot in map(turn.schema.by_name.__getitem__, turn.told_slots()) if slot.kind in EXPLAINING]
    differing = [slot for slot in slots if slot not in known and _differ(turn, frame, other, slot)]
    sides = {slot: _speaks_for(turn, frame, other, slot) for slot in differing}
    speaking = [slot for slot in differing if side in ("both", sides[slot])]
    if speaking:
        differing = [slot for slot in differing if slot in speaking or sides[slot] is None]
        if len(differing) > MOST_TOLD:
            differing = [slot for slot in differing if turn.schema.by_name[slot].kind != "category"] or differing
    else:
        differing = most_telling_first(differing, turn.schema)[:MOST_TOLD]
    if differing:
        priced = [price] if price in asked and not _is_price_told(turn, frame) else []
        ordered = [*priced, *most_telling_first(differing, turn.schema)]
        turn.say(Comparison(turn.views((frame, other), ordered), tuple(ordered)))
        if not speaking:
            turn.say(Noted("no_reasons"))
    return bool(differing)


def _is_price_told(turn: PlannerTurn, frame: int) -> bool:
    """Return whether this turn, or the one before, told what an option costs beside another one."""
    return _were_compared(turn) or turn.schema.order in _told_beside(turn, frame)


def say_given_up(turn: PlannerTurn, frame: int, others: Sequence[int]) -> None:
    """Tell what the next cheapest of several has over the cheapest, which is but cheaper."""
    prices = turn.denoter.measures([other for other in others if other != frame], turn.schema.order)
    if not prices:
        return
    following = min(prices, key=prices.__getitem__)
    kinds = [slot.name for slot in map(turn.schema.by_name.__getitem__, turn.told_slots()) if slot.kind in EXPLAINING]
    differing = [slot for slot in kinds if slot != turn.schema.order and _differ(turn, following, frame, slot)]
    over = [slot for slot in differing if _speaks_for(turn, following, frame, slot) == "for"]
    slots = tuple(most_telling_first(over, turn.schema)[:MOST_TOLD])
    if slots:
        turn.say(Comparison(turn.views((frame, following), slots), slots))


def _say_other_days(turn: PlannerTurn, frame: int, other: int) -> bool:
    """Tell that the same thing on other days differs in these, of which no reason is known; return whether it does."""
    days = [slot for slot in (*turn.schema.windows, *turn.schema.lengths) if _differ(turn, frame, other, slot)]
    if days:
        turn.say(Comparison(turn.views((frame, other), days), tuple(days)))
        turn.say(Noted("no_reasons"))
    return bool(days)


def _differ(turn: PlannerTurn, frame: int, other: int, slot: str) -> bool:
    """Return whether two options are known to differ in a slot."""
    own, its = turn.value(frame, slot), turn.value(other, slot)
    return None not in (own, its) and own != its


def _speaks_for(turn: PlannerTurn, frame: int, other: int, slot: str) -> Side | None:
    """Return whether an option's value of a slot speaks for it beside another one; None where it does neither."""
    if turn.schema.by_name[slot].kind == "yes_no":
        return "for" if turn.value(frame, slot) == Flag(True) else "against"
    end, rank = _alone_at(turn, frame, [other], slot), _rank(turn, turn.schema.by_name[slot])
    if end is None or rank is None:
        return None
    return "for" if end == rank else "against"


# Why a list stayed as it was


def say_unaffected(turn: PlannerTurn) -> bool:
    """Tell that what was just wished for was so of all already, where it left the list as it was; return whether."""
    wished = [move for move in turn.before.moves if isinstance(move, Wish) and _is_of_items(turn, move)]
    held = [wish for wish in turn.wishes() if any(wish.slot == move.slot for move in wished)]
    if not held or not _has_stayed(turn, held):
        return False
    listed = turn.before.lists[-1]
    options = [turn.before.options[frame] for frame in turn.before.known(listed)]
    if not all(_is_so(turn, option, wish) for option in options for wish in held):
        return False
    everything = by_name(turn, turn.query())._replace(order=())
    found, before = turn.source.search(everything, 0), turn.source.search(_without(everything, held), 0)
    total = found.total if found.total == before.total and not found.about else len(options)
    turn.say(Unaffected(tuple(held), turn.views(listed, [wish.slot for wish in held]), total))
    turn.focus(listed)
    return True


def _has_stayed(turn: PlannerTurn, wishes: Sequence[Wish]) -> bool:
    """Return whether the last list is from before some wishes, or the same as the one before it."""
    lists = turn.before.lists[-2:]
    if len(lists) == 2 and _terms(turn, lists[0]) == _terms(turn, lists[1]):
        return True
    options = [turn.before.options[frame] for each in lists[-1:] for frame in turn.before.known(each)]
    return bool(options) and not any(wish in option.wishes for option in options for wish in wishes)


def _terms(turn: PlannerTurn, frames: Sequence[int]) -> list[object]:
    return [turn.before.options[frame].terms for frame in turn.before.known(frames)]


def _without(query: Query, wishes: Sequence[Wish]) -> Query:
    """Return a search without the conditions of wishes."""
    slots = {wish.slot for wish in wishes}
    return query._replace(conditions=tuple(each for each in query.conditions if each.slot not in slots))
