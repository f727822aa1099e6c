"""Answering: options turned to and compared, facts, reasons, figures of them, and what was said so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from wayframe.meaning.records import (
    PERHAPS,
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Described,
    Direction,
    Every,
    Extreme,
    Flag,
    It,
    Listed,
    Money,
    More,
    Move,
    Named,
    Note,
    Number,
    Numbered,
    Other,
    OutOfScope,
    Question,
    Recall,
    Reference,
    Reject,
    Return,
    Scope,
    Shown,
    Together,
    Value,
    Wish,
    wishes_besides,
    wishes_for,
)
from wayframe.planner.changes import say_changed
from wayframe.planner.denials import blamed, denied, say_denied, told
from wayframe.planner.hypothetical import tell_price_if
from wayframe.planner.offer_details import with_share
from wayframe.planner.other_days import answer_when_else, offer_where_stay_is
from wayframe.planner.plan import (
    MOST_NAMED,
    Again,
    Averages,
    BestOfAll,
    Comparison,
    Confirm,
    Done,
    Empty,
    Figure,
    HasAll,
    Holds,
    Noted,
    Nothing,
    NotKnown,
    Offer,
    OptionView,
    PlannerTurn,
    Reason,
    Recalled,
    Request,
    Several,
    Tell,
    most_telling_first,
)
from wayframe.planner.pricing import is_for_party, item_for_party, offered_as
from wayframe.planner.ranks import beyond_shown, offer_ranked, ranked
from wayframe.planner.reasons import explain, say_given_up, say_standing, say_unaffected
from wayframe.planner.searching import (
    OFFERS,
    SUGGESTIONS,
    ask_missing,
    asks_when,
    by_name,
    look_around,
    offer,
    offer_all,
    offer_of_all,
    offer_where_so,
    range_of,
    say_unknown,
    say_values,
    say_why_nothing,
    spread,
    suggest,
)
from wayframe.planner.searching import is_so as is_so_of_item
from wayframe.schema import Schema, Slot
from wayframe.schema.units import converted, told_in
from wayframe.sources.constraints import UNCONSTRAINING, describes, fits, known, order, shares
from wayframe.sources.protocol import Condition, Found, Item, Query, means_of
from wayframe.state.denotation import Denoter
from wayframe.state.records import Step, moves_of, steps_of
from wayframe.state.resolution import description, named_in, reference_of
from wayframe.state.wishes import BOUNDS, EXTREMES, absolute, is_of_stay, revised

MANY = 3
"""Options from which on each is told in brief."""


def turn_to(turn: PlannerTurn, step: Step, move: Return) -> None:
    """Tell about the options that the user turned to; not about one that something else was but to be compared with."""
    if turn.ask_which_several(move.to, "tell"):
        return
    if _turn_to_rank(turn, step, move):
        return
    known = turn.state.known(step.frames) or tuple(_never_shown(turn, move.to, ()))
    frames = tuple(_as_offered_now(turn, frame) for frame in known)
    if not frames:
        none_meant(turn)
        return
    if _show_all_that_fits(turn, move, frames):
        return
    if turn.offered and _is_offered_otherwise(turn, known, move.to):
        _propose_found(turn, known)
        return
    if len(frames) == 1 and frames[0] in turn.offered and known == turn.state.known(step.frames):
        return  # it was just told with what fits
    if isinstance(move.to, Extreme) and (tied := _tied(turn, step)):
        _tell_tied(turn, move.to, tied)
        return
    if len(frames) > 1 and turn.offered and set(frames).isdisjoint(turn.offered):
        return  # what the turn wishes of them was just found
    turn.focus(frames)
    if steps_of(turn.steps, Cancel, Change) and all(map(turn.is_booked, frames)):
        return  # "my booking at the Anselm: make it for three", "I only wanted the one in May, cancel the other"
    if len(frames) > 1:
        if isinstance(move.to, Extreme) and move.to.slot:
            views = turn.views(frames, [*turn.brief_slots(), move.to.slot])
            turn.say(Offer(views, len(frames), move.to.slot, move.to.direction, again="picked"))
            return
        slots = turn.shown_slots() if len(frames) < MANY else turn.brief_slots()
        turn.say(Offer(turn.views(frames, slots), len(frames), again="chosen"))
        return
    frame, chosen = frames[0], _chosen_by(turn, move.to)
    if asked := _asked_of(turn, frame):
        if chosen and any(len(frames) > 1 for frames in asked):  # which it is, isn't plain from the answer
            turn.say(Tell((turn.view(frame, [chosen[0]]),), chosen=chosen))
        elif _goes_back(turn, frame):
            turn.say(Offer((turn.view(frame, turn.brief_slots()),), 1, again="back"))
        elif not turn.is_booked(frame) and all(_asks_what_it_comes_to(turn, ask) for ask in moves_of(turn.steps, Ask)):
            _propose(turn, frame)  # who picks one and but asks what it comes to is about to take it
        return
    rivals = _ranked_by(turn, move.to)
    if isinstance(move.to, Extreme) and _tell_best_that_fits(turn, move.to, frame, rivals):
        return
    if chosen:
        _tell_best_shown(turn, frame, *chosen, rivals)
    else:  # whoever asks what nobody knows has looked at it already
        slots = turn.brief_slots() if steps_of(turn.steps, OutOfScope) else worth_telling(turn, frame)
        turn.say(Tell((turn.view(frame, slots),)))
    if not turn.is_booked(frame) and not (chosen and _is_weighing(turn)):
        _propose(turn, frame)


def _tell_best_shown(turn: PlannerTurn, frame: int, slot: str, direction: Direction, among: Sequence[int]) -> None:
    """Tell what the option that is picked by the least or the most of a slot has of it, and the other of two."""
    others = _other_of_two(turn, slot, among, frame)
    slots = [slot] if others or slot in turn.schema.lengths else [*turn.schema.windows, slot]
    against = turn.views(others, [slot])
    apart = _amount_apart(turn, slot, (frame, *others))
    turn.say(Tell((turn.view(frame, slots),), chosen=(slot, direction), against=against, apart=apart))


def _amount_apart(turn: PlannerTurn, slot: str, frames: Sequence[int]) -> Money | None:
    """Return by what amount two options for the same people differ; None where that is no money."""
    values = [turn.value(frame, slot) for frame in frames]
    amounts = [value for value in values if isinstance(value, Money)]
    if len(amounts) != 2 or len({turn.state.options[frame].party for frame in frames}) > 1:
        return None
    first, second = amounts
    return Money(round(abs(first.value - second.value), 2), first.currency)


def _has_just_compared(turn: PlannerTurn) -> bool:
    """Return whether the turn before put options side by side: "which is cheaper?" is of these."""
    return any(isinstance(move, Compare) for move in turn.before.moves)


def _is_weighing(turn: PlannerTurn) -> bool:
    """Return whether the user was asking about options or comparing them, so that none is about to be booked."""
    picked = [move for move in turn.before.moves if isinstance(move, Return) and isinstance(move.to, Extreme)]
    return picked != [] or any(isinstance(move, Ask | Compare) for move in turn.before.moves)


def _tell_best_that_fits(turn: PlannerTurn, best: Extreme, frame: int, rivals: Sequence[int]) -> bool:
    """Tell what has more, or less, of a slot than the option meant; return whether there is such a thing.

    That is of all that fits, or of what is described where but one of those shown is so: "which one in Venice is the
    cheapest?". Straight after a comparison only the compared ones count.
    """
    match best:
        case Extreme(slot=slot, of=None) if slot and not _has_just_compared(turn):
            return say_best_of_all(turn, frame, slot, best.direction)
        case Extreme(slot=slot, of=Described(wishes=wishes, of=None)) if slot and len(rivals) == 1:
            return say_best_of_all(turn, frame, slot, best.direction, wishes, rivals)
    return False


def _show_all_that_fits(turn: PlannerTurn, move: Return, frames: Sequence[int]) -> bool:
    """Show all that fits, or much of it, to whom wants to see "all of them" of a list that was but a part.

    Return whether the list was one.
    """
    is_of_list = turn.before.lists != () and set(frames) == set(turn.before.lists[-1])
    if move.to != Every() or len(turn.steps) > 1 or not is_of_list:
        return False
    return offer_all(turn, frames)


def _turn_to_rank(turn: PlannerTurn, step: Step, move: Return) -> bool:
    """Show options by their place in an order of all that fits, where it goes beyond what was shown.

    Return whether that is so: "the second cheapest" behind the cheapest, "the five best rated" of three.
    """
    rank = beyond_shown(move.to, turn.state.known(step.frames))
    if rank is None or turn.offered:
        return False
    if rank.first < rank.last:
        offer_ranked(turn, rank)
        return True
    frames = ranked(turn, rank)
    if not frames:
        return False
    view = turn.view(frames[0], worth_telling(turn, frames[0]))
    turn.say(Offer((view,), 1, further=True) if frames[0] in turn.offered else Tell((view,)))
    turn.focus(frames)
    _propose(turn, frames[0])
    return True


def _asked_of(turn: PlannerTurn, frame: int) -> list[tuple[int, ...]]:
    """Return the options of each question that is asked of one: "has the Cancun one got wifi?" is told just that."""
    asked = [turn.state.known(step.frames) for step in steps_of(turn.steps, Ask)]
    now = [tuple(_as_offered_now(turn, each) for each in frames) for frames in asked]
    return [frames for frames in now if frame in frames]


def _goes_back(turn: PlannerTurn, frame: int) -> bool:
    """Return whether an option is none of those that were listed or spoken of last, so that it is told which it is."""
    return frame in turn.before.options and frame not in turn.before.at_hand() and not turn.is_booked(frame)


def _asks_what_it_comes_to(turn: PlannerTurn, ask: Ask) -> bool:
    """Return whether a question is but about the price of something, or a part of it."""
    return (ask.slots != () or ask.question in ("share", "sum", "left")) and _asks_for_price(turn, ask)


def _tied(turn: PlannerTurn, step: Step) -> Sequence[int]:
    """Return the options that are alike in what one of them was meant by: "the cheapest" of two at the same price."""
    return turn.state.known(Denoter(turn.before, turn.schema).tied(reference_of(step.move)))


def _tell_tied(turn: PlannerTurn, best: Extreme, tied: Sequence[int]) -> None:
    """Tell which of several options have the least or the most of a slot alike; where all do, how much that is."""
    wish = Wish(best.slot, Constraint(best.direction))
    if len(_ranked(turn, best)) == len(tied):
        facts(turn, Ask("facts", (best.slot,)), tied)
        return
    turn.say(Holds(wish, turn.views(tied, [best.slot]), chosen="some"))
    turn.focus(tied)


def _is_offered_otherwise(turn: PlannerTurn, frames: Sequence[int], to: Reference) -> bool:
    """Return whether the turn's offer stands for what the user turned to: as wished for otherwise, or its list."""
    compared = any(wish.constraint.than == to for wish in moves_of(turn.steps, Wish))
    wished = [step.frames for step in turn.steps if isinstance(step.move, Wish) and step.move.of is not None]
    varied = any(turn.state.known(each) == tuple(frames) for each in wished)
    return compared or varied or isinstance(to, Listed)


def _chosen_by(turn: PlannerTurn, reference: Reference) -> tuple[str, Direction] | None:
    """Return by the least or the most of which slot a reference picks one option, where only one of several has it."""
    if not isinstance(reference, Extreme) or not reference.slot or reference.count != 1:
        return None
    first, *others = _ranked(turn, reference) or (0,)
    measures = Denoter(turn.before, turn.schema).measures((first, *others), reference.slot)
    if not others or measures[first] in [measures[other] for other in others]:
        return None
    return reference.slot, reference.direction


def tell_choice(turn: PlannerTurn, reference: Reference | None, frames: Sequence[int]) -> None:
    """Tell by what an option is picked from others that were shown: by a measure that wasn't told with them."""
    chosen = _chosen_by(turn, reference) if reference else None
    if chosen is None or len(frames) != 1 or chosen[0] in turn.brief_slots():
        return
    others = _other_of_two(turn, chosen[0], _ranked_by(turn, reference), frames[0])
    view = turn.view(frames[0], [chosen[0]])
    turn.say(Tell((view,), chosen=chosen, against=turn.views(others, [chosen[0]])))


def _ranked_by(turn: PlannerTurn, reference: Reference | None) -> Sequence[int]:
    """Return all options from which a reference picks one by the least or the most of a slot; none where it doesn't."""
    return _ranked(turn, reference) if isinstance(reference, Extreme) else ()


def _ranked(turn: PlannerTurn, best: Extreme) -> Sequence[int]:
    """Return all options from which the least or the most of a slot is picked, that first."""
    return Denoter(turn.before, turn.schema).denote(replace(best, count=len(turn.before.options)))


def _propose(turn: PlannerTurn, frame: int) -> None:
    """Propose to book an option; in the place of another of its list that was booked just before.

    Beside something else that is to be done, or of which another option is told, nothing is proposed: a yes could mean
    either.
    """
    others = {each for step in turn.steps for each in step.frames} - {frame}
    if others or steps_of(turn.steps, Book, Cancel, Change):
        return
    if to_be_changed := _to_be_changed(turn):
        turn.say(Confirm("change", turn.bookings([frame]), changed=turn.bookings(to_be_changed)))
        return
    booked = turn.before.just_booked
    together = any(frame in listed and set(booked) <= set(listed) for listed in turn.state.lists)
    if len(booked) == 1 and together and turn.is_booked(booked[0]):
        turn.say(Confirm("change", turn.bookings([frame]), changed=turn.bookings(booked)))
    else:
        turn.propose_booking(frame, _also_in_play(turn, frame))


def _also_in_play(turn: PlannerTurn, frame: int) -> int:
    """Return the option that was about to be booked when the user turned to another one of its list; 0 if none was."""
    pending = turn.before.pending
    if pending.purpose != "book" or len(pending.options) != 1 or steps_of(turn.steps, Answer, Reject, Correct):
        return 0
    (other,) = pending.options
    names = {turn.value(each, turn.schema.name) for each in (other, frame)}
    listed_together = any({other, frame} <= set(listed) for listed in turn.before.lists)
    return other if listed_together and len(names) == 2 and other not in turn.state.rejected else 0


def _propose_found(turn: PlannerTurn, picked: Sequence[int]) -> None:
    """Propose to book what alone was found for an option that was picked, where nothing else is to be done."""
    if len(picked) != 1 or len(turn.offered) != 1 or steps_of(turn.steps, Ask, Book, Cancel, Change):
        return
    name, (frame,) = turn.schema.name, turn.offered
    if turn.value(frame, name) == turn.value(picked[0], name):
        turn.propose_booking(frame)


def _to_be_changed(turn: PlannerTurn) -> Sequence[int]:
    """Return the booking that the agent has just proposed to change; none where it proposed no such thing."""
    asked = turn.before.pending.on_yes if turn.before.pending.purpose == "change" else ()
    changes = [move for move in asked if isinstance(move, Change)]
    return turn.denoter.bookings(changes[0].of) if len(changes) == 1 else ()


def none_meant(turn: PlannerTurn) -> None:
    """Say that a reference denotes nothing, and what there is; where nothing was offered yet, begin to.

    Nothing is said behind an answer that none is so: "which has a gym, and what does that one cost?", nor beside a new
    list, from which one can be picked.
    """
    if turn.offered or any(isinstance(part, Holds) and not part.yes for part in turn.parts):
        return
    if turn.state.options:
        turn.say(Empty("option", turn.at_hand()))
    else:
        look_around(turn)


# Facts


def worth_telling(turn: PlannerTurn, frame: int) -> list[str]:
    """Return the slots to tell about an option: all that it has, not what it lacks."""
    return [slot for slot in turn.told_slots() if turn.value(frame, slot) != Flag(False)]


def facts(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell the values of slots; all that is worth telling where none was named."""
    if not frames:
        none_meant(turn)
        return
    if _asks_for_standing(ask) and say_standing(turn, ask.slots[0], frames[0], frames[1:]):
        return
    if turn.schema.party and turn.schema.party in ask.slots:
        _say_whom_for(turn, frames)
        ask = replace(ask, slots=tuple(slot for slot in ask.slots if slot != turn.schema.party))
        if not ask.slots:
            turn.focus(frames)
            return
    slots = ask.slots or tuple(worth_telling(turn, frames[0]))
    if _are_twins(turn, frames):
        slots = tuple(dict.fromkeys((*turn.schema.windows, *slots)))
    known = [slot for slot in slots if any(turn.value(frame, slot) is not None for frame in frames)]
    missing = tuple(slot for slot in ask.slots if slot not in known)
    known = _but_what_it_lacks(turn, known, frames)
    only_names = [*ask.slots] == known == [turn.schema.name]
    if only_names and len(frames) == 1:
        known = [*known, *turn.brief_slots()]  # "what was it called?"
    if only_names and len(frames) > 1:
        turn.say(Offer(turn.views(frames), len(frames), again="same"))
    else:
        views = turn.views(frames[:MOST_NAMED], _with_days(turn.schema, known))
        turn.say(Tell(tuple(_told_in(view, ask.unit) for view in views), missing))
    turn.focus(frames)


def _asks_for_standing(ask: Ask) -> bool:
    """Return whether a question is where one option stands among the others in a slot: "4.66, is that good?"."""
    return isinstance(ask.of, Together) and Other() in ask.of.parts and len(ask.slots) == 1


def _say_whom_for(turn: PlannerTurn, frames: Sequence[int]) -> None:
    """Say who travels with options."""
    parties = {frame: turn.state.options[frame].party for frame in frames}
    for party in dict.fromkeys(parties.values()):
        wish = Wish(turn.schema.party, Constraint("is", (party,)))
        turn.say(Holds(wish, turn.views([frame for frame in frames if parties[frame] == party]), chosen="all"))


def _but_what_it_lacks(turn: PlannerTurn, slots: Sequence[str], frames: Sequence[int]) -> list[str]:
    """Return slots without what options lack, where they have something of many: "what is there to do near it?"."""
    held = [slot for slot in slots if any(turn.value(frame, slot) != Flag(False) for frame in frames)]
    return held if held and len(slots) >= MANY_SLOTS else list(slots)


MANY_SLOTS = 5
"""Slots that are asked for at once, from which on those that an option lacks aren't told."""


def _are_twins(turn: PlannerTurn, frames: Sequence[int]) -> bool:
    """Return whether options have one name, so that only their days tell them apart."""
    names = {turn.value(frame, turn.schema.name) for frame in frames}
    return len(names) < len(frames)


def _told_in(view: OptionView, unit: str) -> OptionView:
    """Return an option with its values in the unit that was asked for, as far as they can be."""
    values = {slot: _in_unit(value, unit) for slot, value in view.values.items()}
    return replace(view, values=values)


def _in_unit(value: Value, unit: str) -> Value:
    """Return a number in another unit; any other value as it is."""
    number = told_in(value.value, value.unit, unit) if isinstance(value, Number) else None
    return value if number is None else Number(round(number, 1 if number >= _LARGE else 2), unit)


_LARGE = 10
"""The number from which on one decimal is enough in a unit that was asked for."""


def _with_days(schema: Schema, slots: Sequence[str]) -> list[str]:
    """Return slots with the day of each time of day before it, as "when are we home?" asks for both."""
    found = list[str]()
    for name in slots:
        slot = schema.by_name[name]
        if slot.kind == "time":
            found += [day.name for day in schema.of_kind("date") if day.header == slot.header]
        found.append(name)
    return list(dict.fromkeys(found))


# Whether something is so


def holds(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell of which options each thing that is asked is so; where it names no value, the values of its slots."""
    if _is_of_all_there_is(turn, ask, frames):
        _offer_as_asked(turn, ask)
        return
    if not (frames and ask.wishes):
        facts(turn, ask, frames)
        return
    if len(frames) > 1 and [wish.constraint.op in EXTREMES for wish in ask.wishes] == [True]:
        which(turn, ask, frames)  # "what's the earliest that we can move in?"
        return
    rivals = frames if len(frames) > 1 else _rivals(turn, frames, ask.wishes)  # each thing is told of each of several
    wishes = [_bounded(turn, wish) for wish in ask.wishes]
    for wish in wishes:
        asked = _positive(wish)
        if len(frames) == 1 and _is_for_all(turn, asked):
            _say_several(turn, asked, frames[0])
            continue
        if _is_amount(turn, asked):
            _check_amount(turn, asked, frames)
            continue
        groups = _divided(frames, partial(_holds, turn, asked, rivals))
        yes, no, unknown = (_views_asked(turn, group, asked) for group in groups)
        part = Holds(asked, yes, no, unknown, denied=asked != wish or PERHAPS in turn.state.moves)
        turn.say(_beside_others(turn, part, rivals, [_positive(each) for each in wishes]))
    turn.focus(frames)
    _offer_otherwise(turn, ask, frames)


def _views_asked(turn: PlannerTurn, frames: Sequence[int], asked: Wish) -> tuple[OptionView, ...]:
    """Return options with what they have of what is asked about: a price for whom, or how long, that is asked."""
    views = turn.views(frames, [asked.slot])
    price = turn.schema.price.name if turn.schema.price else ""
    is_shared = asked.slot == price and asked.constraint.scope in SHARED
    return tuple(with_share(turn, view, asked) for view in views) if is_shared else views


def _beside_others(turn: PlannerTurn, part: Holds, rivals: Sequence[int], asked: Sequence[Wish]) -> Holds:
    """Return an answer about one option with the other one that it is compared with, or those of which it is so."""
    if part.unknown or len(part.yes) + len(part.no) != 1:
        return part
    frame = (*part.yes, *part.no)[0].frame
    if others := _compared_with(turn, part.wish, frame) or _better_than(turn, part, frame, rivals):
        return replace(part, against=turn.views(others, [part.wish.slot]))
    return replace(part, instead=turn.views(_so_instead(turn, part, frame, asked), [part.wish.slot]))


def _compared_with(turn: PlannerTurn, asked: Wish, frame: int) -> Sequence[int]:
    """Return the one option with which another one is compared: "is it better rated than that?".

    Where two were compared before, that is the other of them: "so the second's cheaper?".
    """
    than, focus = asked.constraint.than, turn.before.known(turn.before.focus)
    others = turn.state.known(turn.denoter.denote(than)) if than else ()
    if asked.constraint.is_relative and len(focus) == 2:
        others = tuple(other for other in focus if other != frame)
    known = all(order(turn.value(each, asked.slot)) is not None for each in (frame, *others))
    return others if len(others) == 1 and others[0] != frame and known else ()


def _better_than(turn: PlannerTurn, part: Holds, frame: int, rivals: Sequence[int]) -> Sequence[int]:
    """Return the option that is the cheapest, where it was asked whether another one is."""
    extreme = part.wish.constraint
    if not part.no or extreme.op not in EXTREMES or extreme.scope:
        return ()
    best = [other for other in rivals if other != frame and _is_so_among(turn, other, part.wish, rivals)]
    return best[:1]


MOST_INSTEAD = 2
"""Options that are named at most because something is so of them that isn't of the one that was asked about."""


def _so_instead(turn: PlannerTurn, part: Holds, frame: int, asked: Sequence[Wish]) -> Sequence[int]:
    """Return others of the list of which all that is asked is so, where it isn't of the one that was asked about.

    Only for what was wished for: who but asks about one is told about that. Nothing else is told beside what was
    offered, or of something that is booked or about to be.
    """
    slot, op = turn.schema.slot(part.wish.slot), part.wish.constraint.op
    if not part.no or part.denied or slot is None or slot.kind in ("name", "place") or op in EXTREMES:
        return ()
    if is_of_stay(turn.schema, slot.name):
        return ()  # "could it be in May?" is of its days, not of those of others
    if turn.offered or turn.is_booked(frame) or steps_of(turn.steps, Book, Cancel, Change, Compare):
        return ()
    if not wishes_for(turn.wishes(), slot.name):
        return ()
    left = [each for each in turn.denoter.at_hand() if each != frame and each not in turn.state.rejected]
    if place := turn.wish(turn.schema.place):
        left = [each for each in left if is_so(turn, each, place) is not False]
    so = [other for other in left if all(is_so(turn, other, wish) is True for wish in asked)]
    return so[:MOST_INSTEAD]


def _offer_otherwise(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Offer what is of a category that none of several options at hand is of: "is there that in economy?"."""
    if len(frames) == 1 and not turn.offered and not any(is_so(turn, frames[0], wish) for wish in ask.wishes):
        offer_where_stay_is(turn, frames[0], ask.wishes)
        return
    asks_of_several = ask.of in (None, It(), Every()) and len(frames) > 1
    if not asks_of_several or not ask.wishes or turn.offered:
        return
    categories = {slot.name for slot in turn.schema.of_kind("category")}
    if not all(wish.slot in categories for wish in ask.wishes):
        return
    if not any(is_so(turn, frame, wish) for frame in frames for wish in ask.wishes):
        offer_where_so(turn, ask.wishes)


ABOUT = 0.05
"""The share by which an amount that is said to be about so much may be another."""


def _is_amount(turn: PlannerTurn, wish: Wish) -> bool:
    """Return whether a wish says what something costs."""
    slot, constraint = turn.schema.slot(wish.slot), wish.constraint
    return slot is not None and slot.kind == "money" and constraint.op in ("is", "around") and bool(constraint.values)


def _check_amount(turn: PlannerTurn, asked: Wish, frames: Sequence[int]) -> None:
    """Tell whether options cost what is asked, to the whole number, and what they do cost."""
    yes = [frame for frame in frames if _costs(turn, asked, frame)]
    if not yes and not asked.constraint.scope:
        each = replace(asked, constraint=replace(asked.constraint, scope="person"))
        yes = [frame for frame in frames if _costs(turn, each, frame)]
        asked = each if yes else asked
    no = [frame for frame in frames if frame not in yes]
    if len(yes) == 1:
        exact = _like(asked.constraint.values[0], _cost(turn, asked, yes[0]))
        asked = replace(asked, constraint=replace(asked.constraint, op="is", values=(exact,)))
    turn.say(Holds(asked, turn.views(yes, [asked.slot]), turn.views([] if yes else no, [asked.slot])))
    if not yes and asked.constraint.scope in ("person", "night"):
        _share(turn, Ask("share", (asked.slot,), scope=asked.constraint.scope), no)


def _is_for_all(turn: PlannerTurn, asked: Wish) -> bool:
    """Return whether an amount is that for all of several things: "do five of them stay under the 4,000?"."""
    price = turn.schema.price.name if turn.schema.price else ""
    if asked.slot != price or turn.schema.party or turn.state.terms.number < 2:
        return False
    totals = [wish.constraint for wish in wishes_for(turn.wishes(), price) if wish.constraint.scope == "total"]
    amounts = _amounts(asked.constraint)
    return amounts != [] and {*amounts} <= {amount for total in totals for amount in _amounts(total)}


def _amounts(constraint: Constraint) -> list[float]:
    return [value.value for value in constraint.values if isinstance(value, Money)]


def _say_several(turn: PlannerTurn, asked: Wish, frame: int) -> None:
    """Tell what so many of an option as are wanted come to, and what that leaves of an amount."""
    view, count = turn.view(frame, [asked.slot]), turn.state.terms.number
    price = turn.denoter.measures((frame,), asked.slot).get(frame, 0.0)
    if not any(note.count for note in moves_of(turn.steps, Note)):  # which says it already
        turn.say(Several(view, count, _like(view.values[asked.slot], count * price)))
    _say_left(turn, asked.slot, replace(asked.constraint, scope="total"), (frame,))


def _cost(turn: PlannerTurn, asked: Wish, frame: int) -> float:
    """Return what an option costs: in all, or each person or night where that is asked."""
    price = turn.denoter.measures((frame,), asked.slot).get(frame, 0.0)
    scope = asked.constraint.scope
    return round(price / _parts(turn, scope, frame), 2) if scope in ("person", "night") else price


def _costs(turn: PlannerTurn, asked: Wish, frame: int) -> bool:
    """Return whether an option costs just what is asked, or about that."""
    said: float = getattr(asked.constraint.values[0], "value", 0.0)
    cost = _cost(turn, asked, frame)
    if asked.constraint.op == "around":
        return abs(said - cost) <= ABOUT * cost
    return said in (cost, int(cost), round(cost))


def _holds(turn: PlannerTurn, asked: Wish, rivals: Sequence[int], frame: int) -> bool | None:
    return _is_so_among(turn, frame, _measured(turn, asked, frame), rivals)


def which(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Name the options of which all that is asked is so."""
    if _is_of_all_there_is(turn, ask, frames):
        _offer_as_asked(turn, ask)
        return
    if not (frames and ask.wishes):
        facts(turn, ask, frames)
        return
    if _tell_best_of_so(turn, ask, frames):
        return
    if _asks_of_all(turn, ask):
        offer_where_so(turn, ask.wishes)
        if turn.offered:
            return
    so, not_so, unknown = _divided(frames, partial(_all_so, turn, ask.wishes, _rivals(turn, frames, ask.wishes)))
    if not so and len(ask.wishes) > 1:
        _tell_of_each(turn, ask, frames)
        _offer_others(turn, ask, frames)
        return
    if len(ask.wishes) == 1 and so and _tell_best(turn, ask.wishes[0], frames, so):
        return
    told = (so, [] if so else not_so, unknown)
    slots = [wish.slot for wish in ask.wishes]
    yes, no, not_known = (turn.views(group, slots) for group in told)
    for wish in ask.wishes:
        turn.say(Holds(wish, yes, no, not_known, chosen=_chosen_of(so, frames)))
    turn.focus(so or frames)
    if not so and not unknown:
        _offer_others(turn, ask, frames)
    elif ask.of == Every() and not (turn.offered or turn.heard.searched or steps_of(turn.steps, More)):
        _tell_beyond(turn, ask.wishes, so)


def _asks_of_all(turn: PlannerTurn, ask: Ask) -> bool:
    """Return whether a question that names no options was just answered for those at hand: "do any of the 23?"."""
    asked = [set(move.wishes) for move in turn.before.moves if isinstance(move, Ask)]
    return ask.of is None and set(ask.wishes) in asked and not turn.offered


def _chosen_of(so: Sequence[int], frames: Sequence[int]) -> Literal["", "all", "some", "none"]:
    """Return of how many of several options something is so; of one it is a plain yes or no that it isn't."""
    if so:
        return "all" if len(so) == len(frames) else "some"
    return "none" if len(frames) > 1 else ""


def _is_of_all_there_is(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> bool:
    """Return whether a question is of all that there is, as nothing was shown yet and it names nothing."""
    return ask.wishes != () and not (frames or turn.state.options) and ask.of in (None, It(), Every())


def _offer_as_asked(turn: PlannerTurn, ask: Ask) -> None:
    """Offer what is as a question asks; where something has to be known first, say how many there are, and ask that."""
    if say_unknown(turn, ask.wishes):
        return
    here = len(turn.parts)
    if ask_missing(turn):
        there = _counted(turn, turn.query(revised(turn.wishes(), ask.wishes, turn.schema)))
        turn.parts.insert(here, _count_figure(there, (*wishes_for(turn.wishes(), turn.schema.place), *ask.wishes)))
        return
    query = spread(turn, turn.query(revised(turn.wishes(), ask.wishes, turn.schema)))
    found = turn.search(query, OFFERS)
    if found.items:
        offer(turn, found, query, ask.wishes)
    else:
        say_denied(turn, denied(turn, query, ask.wishes))
        categories = [slot.name for slot in turn.schema.of_kind("category")]
        kinds = wishes_for(ask.wishes, *categories)[:1]  # no guitar is anything like a harp
        suggest(turn, query, SUGGESTIONS, keep=lambda item: all(is_so_of_item(turn, item, kind) for kind in kinds))


def _tell_of_each(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Say that nothing is all that is asked, and of which options each thing is: first what none of them is."""
    if len(frames) == 1:
        holds(turn, ask, frames)
        return
    rivals = _rivals(turn, frames, ())
    groups = {wish: _divided(frames, partial(_is_so_of, turn, wish, rivals)) for wish in ask.wishes}
    lacking = [wish for wish in ask.wishes if not any(groups[wish][0])]
    if not lacking:
        turn.say(HasAll(turn.views(frames), none=True))
    for wish in [*lacking, *(wish for wish in ask.wishes if wish not in lacking)]:
        so, not_so, unknown = groups[wish]
        yes, no, not_known = (turn.views(group, [wish.slot]) for group in (so, [] if so else not_so, unknown))
        turn.say(Holds(wish, yes, no, not_known, chosen=_chosen_of(so, frames)))
    turn.focus(frames)


def _is_so_of(turn: PlannerTurn, wish: Wish, rivals: Sequence[int], frame: int) -> bool | None:
    return _is_so_among(turn, frame, wish, rivals)


def _tell_has_all(turn: PlannerTurn, step: Step, frames: Sequence[int]) -> None:
    """Tell first of which options all is so that several questions of the turn ask of the same ones.

    That goes without saying where one of the answers says it.
    """
    asked = [each for each in steps_of(turn.steps, Ask) if each.frames == step.frames and _asks_which(each.move)]
    wishes = [wish for each in asked if isinstance(each.move, Ask) for wish in each.move.wishes]
    if len(asked) < 2 or asked[0] is not step or any(wish.constraint.op in EXTREMES for wish in wishes):
        return
    answers = [{frame for frame in frames if is_so(turn, frame, wish)} for wish in wishes]
    so = set(frames).intersection(*answers)
    if so and so not in answers:
        turn.say(HasAll(turn.views([frame for frame in frames if frame in so])))


def _asks_which(move: Move) -> bool:
    return isinstance(move, Ask) and move.question == "which" and move.wishes != ()


def _tell_best_of_so(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> bool:
    """Tell which has the least or the most of a slot among the options of which all else that is asked is so.

    Return whether that is asked: "which has breakfast and is rated best?".
    """
    extremes = [wish for wish in ask.wishes if wish.constraint.op in EXTREMES]
    others = [wish for wish in ask.wishes if wish not in extremes]
    there = [frame for frame in frames if all(is_so(turn, frame, wish) is True for wish in others)]
    if len(extremes) != 1 or not (others and there):
        return False
    best = [frame for frame in there if _is_so_among(turn, frame, extremes[0], there)]
    return bool(best) and _tell_best(turn, extremes[0], frames, best, others)


FEW_BEYOND = 3
"""Items that are offered beside those shown of which something is so; of more it is told how many there are."""


def _tell_beyond(turn: PlannerTurn, wishes: tuple[Wish, ...], so: Sequence[int]) -> None:
    """Offer the few of all that fits that are as asked, too, or say how many there are: "which are automatic?".

    Of what was shown in several places one of each, others there were not asked about.
    """
    if any(wish.constraint.op in EXTREMES or wish.constraint.is_relative for wish in wishes):
        return
    query = turn.query(revised(turn.wishes(), wishes, turn.schema))
    found = _counted(turn, query)
    beyond = found.total - len(so)
    in_several_places = bool(turn.schema.place) and spread(turn, query).spread == turn.schema.place
    if beyond <= 0 or found.about or in_several_places:
        return
    if beyond > FEW_BEYOND:
        turn.say(replace(_count_figure(found, wishes), kind="in_all"))
        return
    names = tuple(value for frame in so if (value := turn.value(frame, turn.schema.name)))
    others_by_name = [Wish(turn.schema.name, Constraint("not", names))] if turn.schema.place else []
    query = by_name(turn, turn.query(revised(turn.wishes(), (*wishes, *others_by_name), turn.schema)))
    others = query._replace(excluded=frozenset(turn.state.options[frame].item.key for frame in so))
    offer(turn, turn.search(others, FEW_BEYOND), others, wishes)


def _offer_others(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Offer what is as asked beside several options of which none is: "which of these has a lift?" asks for one.

    "Which hotels in Paris have breakfast?" asks for others than the only one that was shown there.
    """
    there = wishes_for(description(ask.of), turn.schema.place) if turn.schema.place else ()
    asks_for_several = len(frames) > 1 or bool(there)
    if not there and not _are_as_sought(turn, frames):
        return
    if asks_for_several and not any(wish.constraint.op in EXTREMES for wish in ask.wishes):
        offer_where_so(turn, (*there, *ask.wishes))


def _are_as_sought(turn: PlannerTurn, frames: Sequence[int]) -> bool:
    """Return whether options are where something is looked for now, and no others are compared beside the question."""
    places = wishes_for(turn.wishes(), *(slot.name for slot in turn.schema.of_kind("place")))
    there = all(is_so(turn, frame, wish) is not False for frame in frames for wish in places)
    return there and not steps_of(turn.steps, Compare)


def _tell_best(
    turn: PlannerTurn, best: Wish, frames: Sequence[int], so: Sequence[int], others: Sequence[Wish] = ()
) -> bool:
    """Tell which option has the least or the most of something, or what all have alike; return whether that is asked.

    "Both are from 2019" tells more than "both are the newest". `others` is what else it has to be.
    """
    direction, scope = best.constraint.op, best.constraint.scope
    if direction not in ("least", "most"):
        return False
    if len(so) == len(frames) > 1 and not scope:
        facts(turn, Ask("facts", (best.slot,)), frames)
        return True
    if len(so) > 1:
        return False
    if scope in SHARED:
        _say_shares(turn, best, frames, so[0])
    else:
        is_of_list = set(frames) >= set(turn.denoter.at_hand())  # "which of the first two is the cheapest?" isn't
        if is_of_list and say_best_of_all(turn, so[0], best.slot, direction, others):
            return True
        if others:
            view = turn.view(so[0], [*turn.schema.windows, best.slot])
            turn.say(Tell((view,), chosen=(best.slot, direction), among=tuple(others)))
        else:
            _tell_best_shown(turn, so[0], best.slot, direction, frames)
    turn.focus(so)
    return True


def _other_of_two(turn: PlannerTurn, slot: str, frames: Sequence[int], best: int) -> Sequence[int]:
    """Return the other one of two options, where both have a value of a slot."""
    known = all(turn.value(frame, slot) is not None for frame in frames)
    return [frame for frame in frames if frame != best] if len(frames) == 2 and known else []


def say_best_of_all(
    turn: PlannerTurn,
    frame: int,
    slot: str,
    direction: Direction,
    others: Sequence[Wish] = (),
    rivals: Sequence[int] = (),
) -> bool:
    """Name what has more, or less, of a slot than the best of those shown, where something has that fits.

    `others` is what else is asked of it, `rivals` are those shown, all at hand unless some are given. Where that is but
    one it is offered. Return whether there is such a thing.
    """
    query = turn.query(revised(turn.wishes(), others, turn.schema))
    item = turn.source.extreme(query, slot, direction)
    own, best = order(turn.value(frame, slot)), order(item.values.get(slot)) if item else None
    if item is None or own is None or best is None:
        return False
    if own <= best if direction == "least" else own >= best:
        return False
    asked = [slot, *(wish.slot for wish in others)]
    if known := _shown_as_good(turn, slot, best, others):
        turn.say(Tell((turn.view(known, [*turn.schema.windows, *asked]),), chosen=(slot, direction)))
        turn.focus((known,))
        return True
    item = _cheapest_as_good(turn, query, slot, item)
    turn.record(query, Found((item,), 1))
    if len(rivals or turn.denoter.at_hand()) > 1:
        best_of_all = turn.item_view(item, [*turn.brief_slots(), *asked], party=turn.party())
        turn.say(BestOfAll(best_of_all, turn.view(frame, [*turn.schema.windows, *asked]), slot, direction))
        turn.focus((frame,))
        return True
    found = turn.add_option(item)
    turn.list_offered()
    turn.say(Offer((turn.view(found, [*turn.brief_slots(), *asked]),), 1, slot, direction))
    return True


def _shown_as_good(turn: PlannerTurn, slot: str, best: float, others: Sequence[Wish]) -> int:
    """Return the newest option shown that has as much of a slot as anything that fits, and is as wished; else 0."""
    wishes = [wish for wish in (*turn.wishes(), *others) if wish.constraint.op not in UNCONSTRAINING]
    for frame in reversed(turn.denoter.shown()):
        is_as_wished = is_for_party(turn, frame) and all(is_so(turn, frame, wish) for wish in wishes)
        if is_as_wished and order(turn.value(frame, slot)) == best:
            return frame
    return 0


def _cheapest_as_good(turn: PlannerTurn, query: Query, slot: str, item: Item) -> Item:
    """Return the cheapest of all that fit and have as much of a slot as an item: its cheapest stay, too."""
    value, price = item.values.get(slot), turn.schema.price
    if price is None or value is None or slot == price.name:
        return item
    alike = Condition(slot, Constraint("between", (value, value)))
    cheapest = query._replace(conditions=(*query.conditions, alike), order=((price.name, "least"),))
    return next(iter(turn.source.search(cheapest, 1).items), item)


SHARED: tuple[Scope, ...] = ("person", "night")
"""For whom, or how long, an amount may be compared instead of in all."""


def _say_shares(turn: PlannerTurn, best: Wish, frames: Sequence[int], chosen: int) -> None:
    """Tell what options cost each night, or each person, the one that is asked for first."""
    ordered = sorted(frames, key=lambda frame: frame != chosen)
    _say_each_share(turn, Ask("share", (best.slot,), scope=best.constraint.scope), ordered)


def _divided(frames: Sequence[int], answered: Callable[[int], bool | None]) -> tuple[list[int], list[int], list[int]]:
    """Return the options of which something is so, of which it isn't, and of which it isn't known."""
    groups: dict[bool | None, list[int]] = {True: [], False: [], None: []}
    for frame in frames:
        groups[answered(frame)].append(frame)
    return groups[True], groups[False], groups[None]


def is_so(turn: PlannerTurn, frame: int, wish: Wish) -> bool | None:
    """Return whether an option fulfils a wish; None where that isn't known.

    Of a day it is asked whether it is that day: a stay that fits between two days isn't on both; of the length of a
    stay whether it is just that: four days will do for five, but they aren't five.
    """
    slot = turn.schema.slot(wish.slot)
    if slot is None:
        return None
    option = turn.state.options[frame]
    if is_of_stay(turn.schema, slot.name) and wish.constraint.op == "is" and slot.name not in turn.schema.windows:
        return _lasts(slot, option.item.values.get(slot.name), wish.constraint.values)
    if slot.name in turn.schema.windows:
        return describes(slot, wish.constraint, option.item.values.get(slot.name))
    return fits(turn.schema, Condition(wish.slot, wish.constraint), option.item.values, option.party)


def _lasts(slot: Slot, value: Value | None, asked: Sequence[Value]) -> bool | None:
    """Return whether a stay lasts just one of the lengths that are asked; None where it isn't known."""
    lengths = [converted(each.value, each.unit, slot.unit) or each.value for each in asked if isinstance(each, Number)]
    return value.value in lengths if isinstance(value, Number) else None


def _rivals(turn: PlannerTurn, frames: Sequence[int], asked: Sequence[Wish]) -> Sequence[int]:
    """Return the options among which one may be the extreme: those that are meant, or where it is one, its list.

    Only those count of which all else that is asked is so: "is it the cheapest in Rome?".
    """
    listed = turn.denoter.at_hand()
    rivals = frames if len(frames) > 1 else listed if set(frames) < set(listed) else turn.denoter.shown()
    others = [wish for wish in asked if wish.constraint.op not in EXTREMES]
    return [frame for frame in rivals if all(is_so(turn, frame, wish) is True for wish in others)]


def _is_so_among(turn: PlannerTurn, frame: int, wish: Wish, rivals: Sequence[int]) -> bool | None:
    """Return whether an option fulfils a wish; one for the least or the most is held against its rivals."""
    if wish.constraint.op not in ("least", "most"):
        return is_so(turn, frame, wish)
    measures = turn.denoter.measures(rivals, wish.slot)
    if frame not in measures:
        return None
    if wish.constraint.scope in SHARED:
        measures = {each: measure / _parts(turn, wish.constraint.scope, each) for each, measure in measures.items()}
    best = min if wish.constraint.op == "least" else max
    if len(measures) == 1 and not wish.constraint.scope:
        return _is_best_of_all(turn, frame, wish)
    return measures[frame] == best(measures.values())


def _is_best_of_all(turn: PlannerTurn, frame: int, wish: Wish) -> bool:
    """Return whether nothing that fits, where an option is, has less or more of a slot than it."""
    place = turn.value(frame, turn.schema.place) if turn.schema.place else None
    there = [Wish(turn.schema.place, Constraint("is", (place,)))] if place else []
    direction = DIRECTIONS["less" if wish.constraint.op == "least" else "more"]
    _, item = _best_of_all(turn, turn.wishes(), there, wish.slot, direction)
    own, best = order(turn.value(frame, wish.slot)), order(item.values[wish.slot]) if item else None
    if own is None or best is None:
        return True
    return own <= best if direction == "least" else own >= best


def _all_so(turn: PlannerTurn, wishes: Sequence[Wish], rivals: Sequence[int], frame: int) -> bool | None:
    """Return whether an option fulfils all of some wishes; None where one isn't known."""
    answers = [_is_so_among(turn, frame, wish, rivals) for wish in wishes]
    return None if None in answers else all(answers)


def _bounded(turn: PlannerTurn, wish: Wish) -> Wish:
    """Return a wish that an option is the bound of with that option's value: "at least as good as the black one"."""
    is_open = wish.constraint.op in BOUNDS and not wish.constraint.values
    return absolute(wish, (), turn.state, turn.schema) if is_open else wish


def _positive(wish: Wish) -> Wish:
    """Return a question's wish without its denial: "isn't there a gym?" asks whether there is one."""
    denied = wish.constraint.values[:1] == (Flag(False),)
    return Wish(wish.slot, Constraint("is", (Flag(True),))) if denied else wish


def _measured(turn: PlannerTurn, wish: Wish, frame: int) -> Wish:
    """Return a comparison as a bound: with the option that is named, else with the others spoken of, or at hand."""
    focus = turn.before.known(turn.before.focus)
    rivals = focus if frame in focus and len(focus) > 1 else turn.denoter.at_hand()
    others = tuple(Numbered(other) for other in rivals if other != frame)
    if wish.constraint.is_relative:
        if not others:
            return wish
        wish = replace(wish, constraint=replace(wish.constraint, than=Together(others)))
    return absolute(wish, (), turn.state, turn.schema)


# Comparisons


def compare(turn: PlannerTurn, step: Step, move: Compare) -> None:
    """Put options side by side; what is new of them is told in the comparison, not offered before."""
    shown, before = turn.state.known(step.frames), len(turn.parts)
    frames = with_another(turn, _different(turn, (*shown, *_never_shown(turn, move.of, shown))))
    if len(frames) < 2:
        turn.say(Empty("comparison", turn.at_hand()))
        return
    slots = move.slots or turn.told_slots()
    if turn.schema.price and turn.schema.price.name in slots:
        frames = _priced_now(turn, frames)
    values = {slot: [turn.value(frame, slot) for frame in frames] for slot in slots}
    differing = [slot for slot in slots if len(set(values[slot])) > 1 and slot != turn.schema.name]
    lacked = {wish.slot for wish in turn.wishes() if not all(is_so(turn, frame, wish) for frame in frames)}
    differing = most_telling_first(differing, turn.schema, lacked)
    lacking = [slot for slot in move.slots if set(values[slot]) == {Flag(False)}]
    alike = [slot for slot in slots if slot not in (*differing, *lacking) and None not in values[slot]]
    if not move.slots:
        alike = [slot for slot in alike if slot not in _goes_without_saying(turn, move.of, frames)]
    turn.parts = [part for at, part in enumerate(turn.parts) if at < before or not isinstance(part, Offer)]
    if not move.slots and _has_compared(turn, frames):
        turn.say(Tell(turn.views(frames, differing)))  # "what else is different?"
        turn.focus(frames)
        return
    if differing or alike or not lacking:
        views = turn.views(frames, [*differing, *alike, *_days_beside(turn, differing)])
        turn.say(Comparison(views, tuple(differing), tuple(alike)))
    for slot in lacking:
        turn.say(Holds(Wish(slot, Constraint("is", (Flag(True),))), no=turn.views(frames, [slot]), chosen="all"))
    turn.focus(frames)


def _days_beside(turn: PlannerTurn, differing: Sequence[str]) -> tuple[str, ...]:
    """Return both days of a stay and how long it is, where options differ in one of these days."""
    windows = turn.schema.windows
    return () if set(windows).isdisjoint(differing) else (*windows, *turn.schema.lengths)


def _goes_without_saying(turn: PlannerTurn, of: Reference | None, frames: Sequence[int]) -> set[str]:
    """Return the slots that need not be told of options that have them alike.

    They are so as was wished, or as they were picked by, or on days that were told with them.
    """
    asked = [wish for wish in (*turn.wishes(), *description(of)) if wish.constraint.op not in UNCONSTRAINING]
    shown = all(frame in turn.before.options for frame in frames)
    days = (*turn.schema.windows, *turn.schema.lengths) if shown else ()
    return {*days, *(wish.slot for wish in asked)}


def _has_compared(turn: PlannerTurn, frames: Sequence[int]) -> bool:
    """Return whether the turn before put the same options side by side."""
    compared = any(isinstance(each, Compare) and not each.slots for each in turn.before.moves)
    return compared and set(turn.before.focus) == set(frames)


def _different(turn: PlannerTurn, frames: Sequence[int]) -> list[int]:
    """Return options without those that came up again: the same item for the same people is compared once."""
    options = {frame: turn.state.options[frame] for frame in frames}
    newest = {each.terms: frame for frame, each in options.items()}
    found = list[int]()
    for frame, option in options.items():
        latest = newest[option.terms]
        if frame == latest or option.item.values != options[latest].item.values:
            found.append(frame)
    return found


def _never_shown(turn: PlannerTurn, reference: Reference | None, shown: Sequence[int]) -> Sequence[int]:
    """Return the options that a reference means by name, or by rank, and that were never shown before this turn."""
    rank = beyond_shown(reference, shown)
    if rank:
        return ranked(turn, rank)
    name = turn.schema.name
    known = {turn.value(frame, name): 0 for frame in turn.before.options}
    known |= {turn.value(frame, name): frame for frame in turn.offered}
    known |= {turn.value(frame, name): 0 for frame in shown}
    named, fresh = list[int](), list[int]()
    for value in named_in(reference, name):
        if value not in known:
            fresh += _offered_by_name(turn, value)
        named += [known[value]] if known.get(value) else []
    if fresh:
        turn.list_offered()
        # Of a stay it has to be said which one it is.
        again: Again = "" if turn.schema.windows else "told"
        turn.say(Offer(turn.views(fresh, turn.brief_slots()), len(fresh), again=again, further=True))
    return [*named, *fresh]


def _offered_by_name(turn: PlannerTurn, value: Value) -> list[int]:
    """Return the item of a name as an option that this turn offers; none where the catalogue has none of that name.

    It is as wished for where it can be, else on the days that are wished for, else as it is to be had at all.
    """
    schema, held = turn.schema, turn.wishes()
    named = Wish(schema.name, Constraint("is", (value,)))
    start, stay = wishes_for(held, schema.source), wishes_for(held, *schema.windows, *schema.lengths)
    for wishes in (wishes_besides(held, schema.place), (*start, *stay), start):
        query = turn.query((*wishes, named))._replace(party=turn.party())
        found = turn.source.search(query, 1)
        if found.items:
            break
    turn.record(query, found)
    return [turn.add_option(item) for item in found.items]


def with_another(turn: PlannerTurn, frames: Sequence[int]) -> list[int]:
    """Return the options to compare: one that is named alone, with what was spoken of before, else at hand.

    Another stay at a place that is booked, or the same for others, is compared with that booking.
    """
    if len(frames) != 1:
        return list(frames)
    denoter, name = turn.denoter, turn.value(frames[0], turn.schema.name)
    booked = [frame for frame in denoter.denote(Booked()) if turn.value(frame, turn.schema.name) == name]
    near = (*booked, *turn.before.focus, *denoter.at_hand(), *denoter.touched_before(frames[0]))
    others = [frame for frame in turn.state.known(near) if len(_different(turn, (*frames, frame))) > 1]
    return [*frames, *others[:1]]


BEST = Extreme("", "most")
"""What is the best, by whatever that is judged: "which would you choose, and why?"."""


def reason(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell why one option is as it is; of several, the one to recommend, and what it costs beyond the cheapest.

    Nothing is recommended to whoever asks about one, or beside a new list.
    """
    candidates = _to_recommend(turn, ask, frames)
    asked = turn.before.pending.slots
    if not turn.state.options and asked:
        turn.say(Noted("needed"))
        turn.say(Request(asked))
        return
    if ask.of is None and turn.offered and asked:
        return  # "why do you want to know? From Philadelphia": what was asked for is known by now
    if not candidates:
        none_meant(turn)
        return
    if ask.of is None and turn.before.failed and say_why_nothing(turn):
        return
    if ask.of is None and say_unaffected(turn):
        return
    differing = _told_to_differ(turn) if ask.of is None else ()
    if differing:
        compare(turn, Step(Compare(), differing), Compare())  # "It costs $90 more." "Why?"
        return
    recommends = ask.of in (None, Every(), BEST)
    if len(frames) == 1 and (ask.slots or not recommends):
        explain(turn, frames[0], ask.slots)
        return
    if ask.slots and len(frames) == 2:
        measures = turn.denoter.measures(frames, ask.slots[0])
        explain(turn, max(frames, key=lambda frame: measures.get(frame, 0.0)), ask.slots)
        return
    if ask.slots:
        turn.say(Noted("no_reasons"))
        return
    frame = recommended(turn, candidates)
    others = _keeping_most(turn, candidates) if len(candidates) > 1 else turn.denoter.at_hand()
    held = wishes_besides(turn.wishes(), turn.schema.name)
    wished = [wish for wish in held if wish.constraint.op not in UNCONSTRAINING]
    fulfilled = [wish for wish in wished if is_so(turn, frame, wish) is True]
    # First what was just wished for, then what tells it from the others.
    fulfilled.sort(key=lambda wish: (wish not in turn.heard.wished, all(is_so(turn, other, wish) for other in others)))
    best = _best_at(turn, frame, others)
    cheapest, more = _beyond_cheapest(turn, frame, others)
    picked = len(candidates) > 1
    slots = dict.fromkeys((*turn.shown_slots(), *(slot for slot, _ in best)))
    turn.say(Reason(turn.view(frame, [*slots]), tuple(fulfilled), best, cheapest, more, picked=picked))
    if best == ((turn.schema.order, "least"),):
        say_given_up(turn, frame, others)  # that it costs least is known from the list
    turn.focus((frame,))


def _told_to_differ(turn: PlannerTurn) -> tuple[int, ...]:
    """Return the options of which the turn before asked by how much they differ."""
    asked = [move for move in turn.before.moves if isinstance(move, Ask) and move.question == "difference"]
    return turn.denoter.denote(asked[0].of or It()) if asked else ()


def _to_recommend(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> Sequence[int]:
    """Return the options of which one is to be recommended: those meant, of one that was offered alone all shown.

    Behind questions about one option, "which would you take?" is of all at hand; "why?", behind anything else, of it.
    """
    at_hand, is_of_none = turn.denoter.at_hand(), ask.of in (None, Every())
    if is_of_none and len(at_hand) == 1:
        shown = [frame for frame in turn.denoter.shown() if frame not in turn.state.rejected]
        return shown or at_hand
    asked = [move for move in turn.before.moves if isinstance(move, Ask) and move.question in ("facts", "holds")]
    if is_of_none and asked and len(asked) == len(turn.before.moves):
        return at_hand
    return frames or at_hand


def recommended(turn: PlannerTurn, frames: Sequence[int]) -> int:
    """Return the option to recommend of some, of those that keep most of the wishes.

    It is better than the others in most of what can be compared but the price; of equals it is the cheapest. Whoever
    looks for the cheapest is recommended that.
    """
    frames = _keeping_most(turn, frames)
    prices = turn.denoter.measures(frames, turn.schema.order)
    points = dict.fromkeys(frames, 0.0)
    for slot in _judged(turn):
        measures = turn.denoter.measures(frames, slot.name)
        sign = 1 if slot.better == "less" else -1
        for frame, measure in measures.items():
            worse = [other for other in measures.values() if sign * (other - measure) > 0]
            points[frame] += len(worse) / max(len(measures) - 1, 1)
    return min(frames, key=lambda frame: (-points[frame], prices.get(frame, 0.0)))


def _judged(turn: PlannerTurn) -> list[Slot]:
    """Return the slots by which options are judged: how good they are, to who looks for the cheapest the price."""
    wish = turn.wish(turn.schema.order)
    if wish is not None and wish.constraint.op == "least":
        return [turn.schema.by_name[wish.slot]]
    return [slot for slot in turn.measured() if slot.better and slot.kind != "money"]


def _keeping_most(turn: PlannerTurn, frames: Sequence[int]) -> list[int]:
    """Return the options that keep most of the wishes; where they were found for different places, of the others."""
    places = [slot.name for slot in turn.schema.of_kind("place")]
    sought = {frozenset(wishes_for(turn.state.options[frame].wishes, *places)) for frame in frames}
    wishes = wishes_besides(turn.wishes(), *places) if len(sought) > 1 else turn.wishes()
    kept = {frame: sum(is_so(turn, frame, wish) is True for wish in wishes) for frame in frames}
    return [frame for frame in frames if kept[frame] == max(kept.values())]


def _best_at(turn: PlannerTurn, frame: int, others: Sequence[int]) -> tuple[tuple[str, Direction], ...]:
    """Return the first slots by which an option alone is the best of some, each with its direction."""
    best = [slot for slot in turn.measured() if slot.better and _is_best(turn, frame, slot, others)]
    return tuple((slot.name, DIRECTIONS[slot.better]) for slot in best[:MOST_REASONS])


def _beyond_cheapest(turn: PlannerTurn, frame: int, others: Sequence[int]) -> tuple[OptionView | None, Value | None]:
    """Return the cheapest of some options and how much more another one costs; nothing where it is that one."""
    price = turn.schema.price.name if turn.schema.price else ""
    party = turn.state.options[frame].party
    alike = [each for each in others if turn.state.options[each].party == party]
    prices = {each: turn.value(each, price) for each in (frame, *alike)}
    amounts = {each: value for each, value in prices.items() if isinstance(value, Money)}
    if frame not in amounts or len({value.currency for value in amounts.values()}) != 1:
        return None, None
    cheapest = min(amounts, key=lambda each: amounts[each].value)
    more = round(amounts[frame].value - amounts[cheapest].value, 2)
    if not more:
        return None, None
    return turn.view(cheapest), Money(more, amounts[frame].currency)


MOST_REASONS = 2
"""Things of which an option is the best that are told as the reason for it."""


DIRECTIONS: Mapping[str, Direction] = {"less": "least", "more": "most"}


def _is_best(turn: PlannerTurn, frame: int, slot: Slot, others: Sequence[int]) -> bool:
    """Return whether an option alone has the best of a slot among some."""
    measures = turn.denoter.measures(others, slot.name)
    if frame not in measures or len(measures) < 2:
        return False
    ranked = sorted(measures.values(), reverse=slot.better == "more")
    return measures[frame] == ranked[0] != ranked[1]


def answer(turn: PlannerTurn, step: Step, move: Ask) -> None:
    """Answer a question about options."""
    if move.question in OF_OPTIONS and turn.ask_which_several(move.of, "tell"):
        return
    tied = _tied(turn, step)
    if tied and isinstance(move.of, Extreme) and (move.question, move.slots) == ("facts", (move.of.slot,)):
        _tell_tied(turn, move.of, tied)
        return
    frames = tied or turn.state.known(step.frames)
    frames = (*frames, *_never_shown(turn, move.of, frames))
    if not frames and any(wish.slot == turn.schema.party for wish in moves_of(turn.steps, Wish)):
        frames = tuple(turn.offered)  # "we're three now: how much is the August 29 one each?"
    if move.of == It() and turn.offered and any(map(_asks_for_new, moves_of(turn.steps, Ask))):
        frames = tuple(turn.offered)  # "which of all of them is rated best, and has it breakfast?"
    if _asks_of_what_is_found(turn, step, move):
        frames = tuple(turn.offered)  # "what is there in Athens, and how is it rated?"
        if not frames:
            return
    if move.of == Booked():
        if move.question == "sum" and Recall("bookings") in [each.move for each in turn.steps]:
            return  # the sum of bookings is told with them
        frames = turn.denoter.denote(Booked())  # those that the turn has booked or cancelled are other by now
    if tell_price_if(turn, move, frames):
        return
    if _asks_of_more_than_named(move) and offer_of_all(turn, move.wishes, getattr(move.of, "count", 0)):
        return
    now = [_as_offered_now(turn, frame) for frame in frames]
    if _asks_which(move):
        _tell_has_all(turn, step, now)
    if _asks_for_price(turn, move) and not _is_told_by_price(turn, move.of):
        now = _priced_now(turn, now, told=move.question == "holds")
    _QUESTIONS[move.question](turn, move, now)


def _asks_of_what_is_found(turn: PlannerTurn, step: Step, ask: Ask) -> bool:
    """Return whether a question that names nothing is about what a turn found for the wishes before it.

    So it is behind a wish for a place, and of several: "breakfast is a must. Which of these is well rated?".
    """
    if ask.of not in (None, It(), Every()) or ask.question not in OF_OPTIONS or not turn.heard.searched:
        return False
    wished = [wish for wish in moves_of(turn.steps[: turn.steps.index(step)], Wish) if wish.of is None]
    if any(wish.slot == turn.schema.goal for wish in wished):
        return True
    return ask.question != "holds" and bool(wished and turn.offered) and len(turn.before.focus) > 1


def _asks_for_new(ask: Ask) -> bool:
    """Return whether a question may be about something that wasn't shown: the best of all, something by its name."""
    return ask.question == "extreme" or isinstance(ask.of, Named)


def _is_told_by_price(turn: PlannerTurn, reference: Reference | None) -> bool:
    """Return whether a price tells which option is meant, so that it is the one that had that price."""
    return turn.schema.price is not None and bool(wishes_for(description(reference), turn.schema.price.name))


def _asks_of_more_than_named(ask: Ask) -> bool:
    """Return whether a question of which something is so may be about more options than were named."""
    if ask.question != "which" or not ask.wishes or any(wish.constraint.op in EXTREMES for wish in ask.wishes):
        return False
    return (isinstance(ask.of, Every) and ask.of.count > 0 and ask.of.of is None) or ask.of == Other()


def _asks_for_price(turn: PlannerTurn, ask: Ask) -> bool:
    """Return whether a question is about what options cost."""
    price = turn.schema.price
    slots = (*ask.slots, *(wish.slot for wish in ask.wishes)) or (_slot(turn, ask),)
    return price is not None and price.name in slots and ask.question in OF_PRICES


OF_OPTIONS: tuple[Question, ...] = ("facts", "holds", "sum", "difference", "share")
"""The questions that are about just the options that are meant."""

OF_PRICES: tuple[Question, ...] = (*OF_OPTIONS, "which", "left")
"""The questions that may be about what options cost."""


def _priced_now(turn: PlannerTurn, frames: Sequence[int], *, told: bool = False) -> list[int]:
    """Return options as they are priced for those who travel now; offer them where they never were before.

    They are told by the answer itself, or in the offer.
    """
    priced, fresh = list[int](), list[int]()
    for frame in frames:
        item = item_for_party(turn, frame)
        known = offered_as(turn, item) if item else frame
        if item and known is None:
            known = turn.add_option(item)
            fresh.append(known)
        priced.append(known or frame)
    if fresh:
        turn.list_offered()
        turn.say(Offer(turn.views(fresh, turn.brief_slots()), len(fresh), again="told" if told else "repriced"))
    return priced


def _as_offered_now(turn: PlannerTurn, frame: int) -> int:
    """Return an option as this turn offers it: to other people, or as it is wished for otherwise; else as it was."""
    key, name = turn.state.options[frame].item.key, turn.value(frame, turn.schema.name)
    varied = any(step.frames == (frame,) for step in turn.steps if isinstance(step.move, Wish))
    named = [each for each in turn.offered if turn.value(each, turn.schema.name) == name]
    if varied and len(named) == 1:
        return named[0]
    return next((each for each in turn.offered if turn.state.options[each].item.key == key), frame)


def _slot(turn: PlannerTurn, ask: Ask) -> str:
    """Return the slot that a figure is about: the price where none was named."""
    return ask.slots[0] if ask.slots else turn.schema.order


def _like(value: Value, number: float) -> Value:
    """Return a number as a value of the same kind as another."""
    if isinstance(value, Money):
        return Money(round(number, 2), value.currency)
    return Number(round(number, 4), value.unit if isinstance(value, Number) else "days")


# Of options


def _sum(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell what options, or else the bookings, come to together; alternatives that "it" stands for one by one."""
    slot = _slot(turn, ask)
    measures = turn.denoter.measures(frames or turn.denoter.denote(Booked()), slot)
    if not measures:
        turn.say(Empty("booking" if ask.of == Booked() else "comparison"))
        return
    measures = {frame: _booked_times(turn, frame, slot) * measure for frame, measure in measures.items()}
    if len(measures) == 1 and (count := _booked_times(turn, next(iter(measures)), slot)) > 1:
        frame, total = next(iter(measures.items()))
        view = turn.view(frame, [slot])
        turn.say(Several(view, count, _like(view.values[slot], total)))
        turn.focus(frames)
        return
    if ask.by > 1 and len(measures) == 1 and not turn.schema.party:
        view, count = turn.view(next(iter(measures)), [slot]), int(ask.by)
        if not any(isinstance(part, Several) and part.option.frame == view.frame for part in turn.parts):
            turn.say(Several(view, count, _like(view.values[slot], count * measures[view.frame]), unit=ask.unit))
        turn.focus(frames)
        return
    alternatives = ask.of in (None, It()) and not all(map(turn.is_booked, measures))
    if ask.of == Booked() and len(measures) == 1:
        frame, value = next(iter(measures)), turn.value(next(iter(measures)), slot)
        assert value is not None
        turn.say(Figure("sum", value, slot, (turn.view(frame, [slot]),)))
        turn.focus((frame,))
        return
    if alternatives or len(measures) == 1:
        facts(turn, replace(ask, slots=(slot,)), list(measures))
        return
    first = turn.value(next(iter(measures)), slot)
    assert first is not None
    turn.say(Figure("sum", _like(first, sum(measures.values())), slot, turn.views(list(measures), [slot])))


def _booked_times(turn: PlannerTurn, frame: int, slot: str) -> int:
    """Return how many of an option are booked, by which its price counts in a sum; 1 of anything else."""
    if not turn.is_booked(frame) or not turn.schema.price or slot != turn.schema.price.name:
        return 1
    return max(turn.state.terms_of(turn.state.options[frame]).number, 1)


def _difference(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell by how much two options differ in each slot that is asked for, by default the price."""
    several = with_another(turn, frames)
    known = [slot for slot in ask.slots or (turn.schema.order,) if len(turn.denoter.measures(several[:2], slot)) > 1]
    if not known:
        turn.say(Empty("comparison"))
        return
    for slot in known:
        _say_difference(turn, ask, several, slot)
    turn.focus(several)


def _say_difference(turn: PlannerTurn, ask: Ask, several: Sequence[int], slot: str) -> None:
    """Tell by how much two options differ in a slot, for each person or night where that is asked, with more first."""
    measures = turn.denoter.measures(several[:2], slot)
    if ask.scope in SHARED and turn.schema.by_name[slot].kind == "money":
        measures = {frame: measure / _parts(turn, ask.scope, frame) for frame, measure in measures.items()}
    more, less = sorted(measures, key=lambda frame: -measures[frame])
    value = turn.value(more, slot)
    assert value is not None
    apart = _like(value, measures[more] - measures[less])
    told = _what_tells_twins(turn, more, less)
    turn.say(Figure("difference", apart, slot, turn.views((more, less), [slot, *told]), ask.scope))


def _what_tells_twins(turn: PlannerTurn, first: int, second: int) -> Sequence[str]:
    """Return the slots that say which options are meant beside others of their name: days, else what differs."""
    if not any(_has_twin(turn, frame) for frame in (first, second)):
        return ()
    items = [turn.state.options[frame].item for frame in (first, second)]
    days = () if items[0].shares(items[1], turn.schema.windows) else turn.schema.windows
    return (*days, *turn.twin_slots(items))


def _has_twin(turn: PlannerTurn, frame: int) -> bool:
    """Return whether another stay of an option's name was shown, so that only its days say which one is meant."""
    key, name = turn.state.options[frame].item.key, turn.value(frame, turn.schema.name)
    others = [each for each, option in turn.state.options.items() if option.item.key != key]
    return name in [turn.value(each, turn.schema.name) for each in others]


def _share(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Divide a price by people, by nights, by a number, or by what an option has of another slot, the least first."""
    slot, per = _slot(turn, ask), ask.slots[1] if len(ask.slots) > 1 else ""
    if per and turn.offered:
        frames = turn.offered  # "flats with a balcony, please. What's the rent per m2?"
    measures = turn.denoter.measures(frames, slot)
    if not measures:
        none_meant(turn)
    shares_of = {frame: number / (_divisor(turn, ask, frame) or 1) for frame, number in measures.items()}
    _say_each_share(turn, ask, sorted(measures, key=shares_of.__getitem__))


def _divisor(turn: PlannerTurn, ask: Ask, frame: int) -> float:
    """Return by how many, or by how much of another slot, a price is divided; 0 where that isn't known."""
    if len(ask.slots) > 1:
        return turn.denoter.measures((frame,), ask.slots[1]).get(frame, 0)
    return ask.by or _parts(turn, ask.scope, frame)


def _say_each_share(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell what the price of each of some options comes to, divided as is asked."""
    slot, per = _slot(turn, ask), ask.slots[1] if len(ask.slots) > 1 else ""
    for frame, number in turn.denoter.measures(frames, slot).items():
        value = turn.value(frame, slot)
        assert value is not None
        parts = _divisor(turn, ask, frame)
        if not parts:
            turn.say(NotKnown(slots=(per,)))
            continue
        share = _like(value, round(number / parts, 2))
        turn.say(Figure("share", share, slot, (turn.view(frame, [slot]),), ask.scope, parts, per=per))
    turn.focus(frames)


def _left(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell what each option, or what all that is booked, leaves of the budget; the price where there is no budget."""
    slot, booked = _slot(turn, ask), turn.denoter.denote(Booked())
    together = booked if ask.of in (None, It(), Booked()) and set(frames) <= set(booked) else ()
    limits = [wish.constraint for wish in wishes_for(ask.wishes or turn.wishes(), slot) if wish.constraint.values]
    budget = next((limit for limit in limits if limit.op not in ("not", "at_least")), None)
    if turn.offered and not wishes_for(turn.heard.wished, slot):
        return  # "nothing under 14 inches. What's left?" is answered by what was found
    listed = turn.denoter.at_hand() if ask.of in (None, Other()) else frames
    several = not together and ask.of in (None, Other()) and len(turn.before.focus) > 1  # nobody pays for all of these
    if several or (budget is None and _is_what_is_left(turn, ask)):
        left = [frame for frame in listed or turn.denoter.at_hand() if _is_left(turn, frame)]
        if not left:
            none_meant(turn)
            return
        turn.say(Offer(turn.views(left), len(left), again="left"))
        turn.focus(left)
        return
    if budget is None:
        facts(turn, replace(ask, slots=(slot,)), together or frames)
        turn.say(Recalled("slot", slot=slot))
        return
    if not (together or frames):
        none_meant(turn)
    for group in [together] if together else [(frame,) for frame in frames]:
        _say_left(turn, slot, budget, group)
    turn.focus(together or frames)


def _is_left(turn: PlannerTurn, frame: int) -> bool:
    """Return whether an option wasn't ruled out, by itself or by what the turn wishes."""
    denials = [wish for wish in turn.heard.wished if wish.constraint.op == "not"]
    return frame not in turn.state.rejected and all(is_so(turn, frame, wish) for wish in denials)


def _is_what_is_left(turn: PlannerTurn, ask: Ask) -> bool:
    """Return whether "what's left?" is of options, some of which the turn rules out, rather than of money."""
    ruled_out = any(wish.constraint.op == "not" for wish in turn.heard.wished)
    return isinstance(ask.of, Other | Described) or ruled_out or bool(steps_of(turn.steps, Reject))


def _say_left(turn: PlannerTurn, slot: str, budget: Constraint, frames: Sequence[int]) -> None:
    """Tell what options that are paid together leave of a budget, for each person where that is for each."""
    prices, limit = turn.denoter.measures(frames, slot), budget.values[-1]
    if not prices or not isinstance(limit, Money):
        turn.say(Empty("comparison"))
        return
    option = turn.state.options[frames[0]]
    parts = (shares(turn.schema, budget.scope, option.item.values, option.party) or 1) if budget.scope else 1
    total = limit.value * (1 if budget.scope == "total" else parts)
    price = turn.value(frames[0], slot)
    assert price is not None
    paid = sum(_paid_times(turn, frame, slot, budget) * each for frame, each in prices.items())
    value = _like(price, total - paid)
    turn.say(Figure("left", value, slot, turn.views(frames, [slot]), by=total))


def _paid_times(turn: PlannerTurn, frame: int, slot: str, budget: Constraint) -> int:
    """Return how many of an option are paid: as many as are booked, or as a budget in all is for."""
    if turn.is_booked(frame) or budget.scope != "total" or turn.schema.party:
        return _booked_times(turn, frame, slot)
    return max(turn.state.terms.number, 1)


def _parts(turn: PlannerTurn, scope: str, frame: int) -> float:
    """Return by how many people, or nights, a price is divided."""
    option = turn.state.options[frame]
    return shares(turn.schema, scope or "person", option.item.values, option.party) or 1


# Of the catalogue


def _count(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell how many items fit the wishes and what is asked, of what the catalogue knows."""
    if say_unknown(turn, ask.wishes):
        return
    grouped = [slot.name for name in ask.slots if (slot := turn.schema.slot(name)) and _is_of_kinds(slot)]
    if grouped:
        say_values(turn, grouped[0], ask.wishes, counted=not turn.schema.place, in_all=True)
        return
    query = turn.query(revised(turn.wishes(), ask.wishes, turn.schema))
    found = _counted(turn, query)
    alone = turn.query(ask.wishes)
    if not found.total and alone != query and (there := _counted(turn, alone)).total:
        turn.say(_count_figure(there, ask.wishes))
        because = blamed(turn, query, ask.wishes)
        earlier = wishes_besides(because, *(wish.slot for wish in ask.wishes))
        is_news = any(wish in turn.heard.wished for wish in earlier)
        turn.say(Nothing(told(turn, because)) if is_news else Nothing(earlier, "earlier"))
    elif not ask.wishes or not 0 < found.total <= OFFERS:
        turn.say(_count_figure(found, ask.wishes or wishes_for(turn.wishes(), turn.schema.place)))
    elif not turn.offered:
        _say_counted(turn, by_name(turn, query), ask.wishes)


def _is_of_kinds(slot: Slot) -> bool:
    """Return whether a slot divides what there is into kinds that can be counted: cities, families, colours."""
    return slot.kind in ("category", "place")


def _say_counted(turn: PlannerTurn, query: Query, wishes: tuple[Wish, ...]) -> None:
    """Tell how many a few items are by their names; offer several where one wasn't shown yet."""
    found = turn.source.search(query, OFFERS)
    known = [frame for item in found.items if (frame := offered_as(turn, item))]
    if len(known) < len(found.items) > 1:
        turn.record(query, found)
        offer(turn, found, query, wishes)
        return
    turn.say(replace(_count_figure(found, wishes), options=turn.views(known)))
    if known:
        turn.focus(known)


def _count_figure(found: Found, wishes: tuple[Wish, ...]) -> Figure:
    return Figure("count", Number(found.total), wishes=wishes, more=found.more, about=found.about)


def _counted(turn: PlannerTurn, query: Query) -> Found:
    """Return how many items fit; of a catalogue of places, how many names have one."""
    return turn.search(by_name(turn, query)._replace(counted=True), 1)


def _extreme(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Offer what has the least or the most of a slot among all that fits, or tell it of the options that are meant."""
    if ask.of not in (None, It()) and len(frames) > 1 and ask.wishes:
        which(turn, ask, frames)
        return
    is_of_any_days = asks_when(turn, ask)
    if ask.slots and ((turn.offered and not is_of_any_days) or ask_missing(turn)):
        return  # what was just offered comes in that order
    known = [wish for wish in ask.wishes if turn.schema.slot(wish.slot)]
    if not known:
        turn.say(NotKnown(slots=tuple(wish.slot for wish in ask.wishes)))
        return
    best = next((wish for wish in known if wish.constraint.op in EXTREMES), known[-1])
    slot, direction = best.slot, DIRECTIONS["less" if best.constraint.op == "least" else "more"]
    held = wishes_besides(turn.wishes(), *turn.schema.windows) if is_of_any_days else turn.wishes()
    query, item = _best_of_all(turn, held, known, slot, direction)
    if item is None:
        turn.say(Empty("option"))
        return
    measured = turn.schema.by_name[slot]
    groups = [each.name for each in turn.schema.slots if each.is_group and each.name in ask.slots]
    if groups and measured.has_mean and not turn.schema.source:
        say_averages(turn, measured, groups[0], wishes_besides(ask.wishes, slot), direction)
    frame = offered_as(turn, item) if ask.slots else None
    start = [turn.schema.source] if turn.schema.source and turn.wish(turn.schema.source) is None else []
    if frame is not None:
        among = tuple(wish for wish in known if wish is not best)
        view = turn.view(frame, [*start, *turn.schema.windows, slot, *groups])
        turn.say(Tell((view,), chosen=(slot, direction), among=among))
        turn.focus((frame,))
        return
    turn.record(query, Found((item,), 1))
    frame = turn.add_option(item)
    turn.list_offered()
    asked = [wish.slot for wish in known]
    turn.say(Offer((turn.view(frame, [*start, *turn.brief_slots(), *asked, *groups]),), 1, slot, direction))
    say_changed(turn, frame)


def _best_of_all(
    turn: PlannerTurn, held: Sequence[Wish], asked: Sequence[Wish], slot: str, direction: Direction
) -> tuple[Query, Item | None]:
    """Return what has the least or the most of a slot, with its search.

    That is of all that fits the wishes held and is as asked; where nothing does, in the places that are wished for,
    else in any.
    """
    schema = turn.schema
    places = [slot.name for slot in schema.of_kind("place")]
    for wishes in (held, wishes_for(held, schema.party, *places), wishes_for(held, schema.party, schema.source)):
        query = turn.query(revised(wishes, asked, turn.schema))
        item = turn.source.extreme(query, slot, direction)
        if item is not None:
            break
    return query, item


def _values(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell the values that a slot has among all that fits, and is so as asked; of an option when else it can be had."""
    if answer_when_else(turn, ask, frames):
        return
    slot = _known_slot(turn, ask)
    if slot:
        say_values(turn, slot, ask.wishes, counted=not turn.schema.place)


def _range(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell from what to what a slot goes among all that fits; where nothing does, in the whole catalogue."""
    slot = _known_slot(turn, ask)
    if not slot:
        return
    fitting = range_of(turn, slot, turn.query())
    turn.say(fitting if fitting.values else range_of(turn, slot, Query()))


MOST_GROUPS = 6
"""Groups whose means are told one by one."""


def _average(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell the mean of a slot, by default the price, over the options that are meant, else over all that is as asked.

    Where a slot of groups is asked for, too, there is one for each.
    """
    asked = [turn.schema.by_name[name] for name in ask.slots if turn.schema.slot(name)]
    by = next((slot.name for slot in asked if slot.is_group), "")
    of = [slot for slot in asked if not slot.is_group]
    measured = next((slot for slot in of if slot.has_mean), None if of else turn.schema.price)
    if say_unknown(turn, ask.wishes):
        return
    if measured is None:
        turn.say(NotKnown(slots=ask.slots))
        return
    own = known(order(turn.value(frame, measured.name)) for frame in frames)
    if ask.of is not None and own:
        (mean,) = means_of(measured, {None: (sum(own), len(own))})
        turn.say(Averages(measured.name, (rounded(mean.value),)))
        return
    if not say_averages(turn, measured, by, ask.wishes):
        turn.say(NotKnown(slots=(measured.name,)))


def say_averages(
    turn: PlannerTurn, slot: Slot, by: str, asked: Sequence[Wish] = (), direction: Direction | None = None
) -> bool:
    """Tell means of what fits and is so as asked, else of all that is so; return whether there are any.

    The groups come in a direction, by default the better ones first.
    """
    held = wishes_besides(turn.wishes(), slot.name, by)
    for wishes in (held, wishes_for(held, turn.schema.party, turn.schema.source), ()):
        together = revised(wishes, asked, turn.schema)
        means = turn.source.means(turn.query(together), slot.name, by)
        if means:
            break
    else:
        return False
    if (direction or slot.best_end) == "most":
        means = means[::-1]
    named = means[:MOST_GROUPS]
    groups = tuple(mean.group for mean in named if mean.group is not None)
    values = tuple(rounded(mean.value) for mean in named)
    told = () if by else tuple(together)
    turn.say(Averages(slot.name, values, by, groups, len(means), told, direction or ""))
    return True


PLAIN_FROM = 100
"""The size from which a mean is told without fractions."""


def rounded(value: Value) -> Value:
    """Return a mean as precise as people would say it."""
    assert isinstance(value, Number | Money)
    return replace(value, value=float(round(value.value) if abs(value.value) >= PLAIN_FROM else round(value.value, 1)))


def _known_slot(turn: PlannerTurn, ask: Ask) -> str:
    """Return the slot that is asked about; where there is none, say so."""
    slot = next((name for name in ask.slots if turn.schema.slot(name)), "")
    if not slot:
        turn.say(NotKnown(slots=ask.slots))
    return slot


_QUESTIONS: Mapping[Question, Callable[[PlannerTurn, Ask, Sequence[int]], None]] = {
    "facts": facts,
    "holds": holds,
    "which": which,
    "sum": _sum,
    "difference": _difference,
    "share": _share,
    "left": _left,
    "count": _count,
    "extreme": _extreme,
    "reason": reason,
    "values": _values,
    "range": _range,
    "average": _average,
}


def recall(turn: PlannerTurn, step: Step, move: Recall) -> None:
    """Tell what was said, shown or booked."""
    _RECALLED.get(move.about, _recall_all)(turn, move)


def _recall_wishes(turn: PlannerTurn, move: Recall) -> None:
    """Tell all wishes that hold."""
    turn.say(Recalled("wishes", _held(turn), slot=move.slot))


def _recall_slot(turn: PlannerTurn, move: Recall) -> None:
    """Tell the wishes for a slot; for both ends of a stay, which are asked for in one breath."""
    if turn.schema.slot(move.slot) is None:
        _recall_wishes(turn, move)
        return
    windows = turn.schema.windows
    related = windows if move.slot in windows else (move.slot,)
    said, spoken_of = wishes_for(_held(turn), *related), turn.state.known(turn.state.focus)
    turn.say(Recalled("slot", said, slot=move.slot))
    if not said and len(spoken_of) == 1:  # "remind me what we pay"
        facts(turn, Ask("facts", (move.slot,), It()), spoken_of)


def _recall_options(turn: PlannerTurn, move: Recall) -> None:
    """Tell the options that were looked at; where there are none, begin to offer some.

    Beside a new list it is that which is asked for: "under 35, then. What are my options?".
    """
    if turn.offered:
        return
    shown = turn.denoter.denote(Shown())
    if not shown:
        look_around(turn)
        return
    turn.say(Recalled("options", options=turn.views(shown, _recalled_slots(turn))))


def _recall_bookings(turn: PlannerTurn, move: Recall) -> None:
    """Tell the bookings that stand, with what they cost together; the only one not again, where it was just made."""
    booked = turn.denoter.denote(Booked())
    if not booked and steps_of(turn.steps, Book):
        return  # "is it booked? Please book it" is answered by that
    views = turn.bookings(booked)
    if not any(isinstance(part, Done) and part.options == views and len(views) == 1 for part in turn.parts):
        cancelled = not booked and turn.state.bookings != ()
        turn.say(Recalled("bookings", bookings=views, total=_joint_price(turn, views), cancelled=cancelled))
    if not turn.state.bookings and _may_want_booked(turn):
        turn.say(Confirm("book", turn.bookings(_priced_now(turn, turn.before.focus))))
    else:
        turn.focus(booked)


def _may_want_booked(turn: PlannerTurn) -> bool:
    """Return whether who only asks what is booked may have meant to book the one option that is spoken of."""
    focus = turn.before.known(turn.before.focus)
    if len(focus) != 1 or len(turn.steps) > 1:
        return False
    left = turn.value(focus[0], turn.schema.stock)
    return not isinstance(left, Number) or left.value >= turn.state.terms.number


def _recall_all(turn: PlannerTurn, move: Recall) -> None:
    """Tell all of it."""
    slots, booked = _recalled_slots(turn), turn.denoter.denote(Booked())
    shown = turn.views(turn.denoter.denote(Shown()), slots)
    views = turn.bookings(booked)
    turn.say(Recalled("summary", _held(turn), shown, views, _joint_price(turn, views)))


_RECALLED = {
    "wishes": _recall_wishes,
    "slot": _recall_slot,
    "options": _recall_options,
    "bookings": _recall_bookings,
}


def _held(turn: PlannerTurn) -> tuple[Wish, ...]:
    """Return the wishes that hold, without those for anything."""
    return tuple(wish for wish in turn.wishes() if wish.constraint.op != "any")


def _recalled_slots(turn: PlannerTurn) -> list[str]:
    """Return the slots that options are recalled with: when and the price."""
    price = [turn.schema.price.name] if turn.schema.price else []
    return [*turn.schema.windows, *price]


def _joint_price(turn: PlannerTurn, bookings: Sequence[OptionView]) -> Value | None:
    """Return what several bookings cost together; None where that isn't known of any, or in several currencies."""
    slot = turn.schema.price
    if slot is None or len(bookings) < 2:
        return None
    values = [view.values.get(slot.name) for view in bookings]
    prices = [value for value in values if isinstance(value, Money)]
    currencies = {price.currency for price in prices}
    if len(currencies) != 1:
        return None
    return Money(round(sum(price.value for price in prices), 2), currencies.pop())
