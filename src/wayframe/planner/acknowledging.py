"""Acknowledging: a reply says what the turn changed and its answer doesn't show, so that each part leaves a trace."""

from __future__ import annotations

from collections.abc import Collection

from wayframe.meaning.records import (
    Ask,
    Book,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Drop,
    Number,
    Recall,
    Wish,
    wishes_besides,
    wishes_for,
)
from wayframe.planner.plan import (
    Courtesy,
    Figure,
    Holds,
    Meant,
    Noted,
    Nothing,
    NotQuite,
    Offer,
    OnlyLater,
    OnlyWithin,
    PlannerTurn,
    Recalled,
    Suggest,
    Tell,
    Unbeaten,
)
from wayframe.planner.searching import by_name, is_so
from wayframe.sources.constraints import UNCONSTRAINING, heads
from wayframe.state.records import moves_of, steps_of
from wayframe.state.wishes import held_wishes, travellers


def acknowledge(turn: PlannerTurn) -> None:
    """Say first what a turn corrects and what it gives up, where its answer doesn't say so anyway."""
    if turn.heard.doubted or steps_of(turn.steps, Change) or _is_said_as_understood(turn):
        return
    named = {wish.slot for part in turn.parts for wish in _wishes_named(part)}
    corrected = [wish for wish in _corrected(turn) if wish.slot not in named]
    given_up = [wish for wish in _given_up(turn) if wish.slot not in named]
    if corrected:
        _say_first(turn, Noted("corrected", (*given_up, *corrected)))
    elif given_up:
        _say_first(turn, Noted("dropped", tuple(given_up)))


def _is_said_as_understood(turn: PlannerTurn) -> bool:
    """Return whether the reply says already as what the turn was understood."""
    return any(isinstance(part, Recalled) and part.about == "understood" for part in turn.parts)


def _wishes_named(part: object) -> tuple[Wish, ...]:
    """Return the wishes that a part of the reply names already: that nothing fulfils them, or how they are taken."""
    match part:
        case Nothing(because=wishes) | Unbeaten(because=wishes) | Meant(wishes=wishes):
            return wishes
        case NotQuite(wishes=wishes) | OnlyWithin(wishes=wishes):
            return wishes
        case OnlyLater(wish=wish) | Holds(wish=wish):
            return (wish,)
        case Noted(kind="currency", wishes=wishes):
            return wishes
    return ()


def _say_first(turn: PlannerTurn, part: Noted) -> None:
    """Say a part before all others but the courtesies with which a reply begins."""
    first = next((at for at, each in enumerate(turn.parts) if not isinstance(each, Courtesy)), len(turn.parts))
    turn.parts.insert(first, part)


def _corrected(turn: PlannerTurn) -> list[Wish]:
    """Return the wishes of a turn's corrections as they are now, and who travels where that changes no price."""
    party, corrections = turn.schema.party, _corrections(turn)
    said = [wish for wish in wishes_besides(turn.heard.wished, party, *_told_anyway(turn)) if wish in corrections]
    found = [wish for wish in said if wish.constraint.op not in UNCONSTRAINING and not wish.constraint.is_relative]
    priced = any(isinstance(part, Offer) and part.again == "priced" for part in turn.parts)
    if wishes_for(turn.heard.wished, party) and (priced or wishes_for(corrections, party)):
        found.append(Wish(party, Constraint("is", (turn.party(),))))
    return list(dict.fromkeys(found))


def _corrections(turn: PlannerTurn) -> list[Wish]:
    """Return the wishes of a turn's corrections."""
    return [wish for correction in moves_of(turn.steps, Correct) for wish in correction.wishes]


def _told_anyway(turn: PlannerTurn) -> tuple[str, ...]:
    """Return the slots that an offer tells with its options' names: where they are."""
    offers = any(isinstance(part, Offer | Suggest) for part in turn.parts)
    return (turn.schema.place,) if offers else ()


def _given_up(turn: PlannerTurn) -> list[Wish]:
    """Return the wishes of a turn for just anything, of slots for which something was wished before."""
    before = held_wishes(turn.before, turn.before.memory.active_frame, turn.schema)
    restricted = {wish.slot for wish in before if wish.constraint.op not in UNCONSTRAINING}
    dropped = {drop.slot for drop in moves_of(turn.steps, Drop)}
    said = [*moves_of(turn.steps, Wish), *_corrections(turn)]
    renewed = {wish.slot for wish in said if wish.constraint.op not in ("any", "not")}
    slots = {wish.slot for wish in said if wish.constraint.op == "any"} & restricted - dropped - renewed
    named = [slot for slot in turn.schema.slots if slot.kind != "list"]  # nobody says "any on site"
    return [Wish(slot.name, Constraint("any")) for slot in named if slot.name in slots]


# Behind the answers

WITH_A_RESULT: tuple[type[object], ...] = (Offer, Suggest, Nothing)
"""The parts that show what a wish comes to."""


def tell_what_is_so(turn: PlannerTurn) -> None:
    """Tell behind the answers that the options asked about are as wished, where nothing else was offered for that."""
    frames = turn.fulfilling
    if not frames or steps_of(turn.steps, Book, Cancel, Change, Recall):
        return
    held = held_wishes(turn.before, turn.before.memory.active_frame, turn.schema)
    known = {*held, *_corrections(turn)}
    said = [wish for wish in turn.heard.wished if wish not in known and wish.constraint.op not in UNCONSTRAINING]
    wishes = wishes_besides(said, turn.schema.party, turn.schema.place, turn.schema.source, *_asked(turn))
    if len(frames) == 1:
        slots = list(dict.fromkeys(wish.slot for wish in wishes))
        if slots:
            turn.say(Tell((turn.view(frames[0], slots),)))
        return
    for wish in wishes:
        if wish.constraint.is_relative or _is_denied(turn, wish):
            continue
        yes = [frame for frame in frames if is_so(turn, turn.state.options[frame].item, wish)]
        no = [frame for frame in frames if frame not in yes]
        views = turn.views(yes, [wish.slot]), turn.views(no, [wish.slot])
        turn.say(Holds(wish, *views, chosen="some" if no else "all"))


def _asked(turn: PlannerTurn) -> Collection[str]:
    """Return the slots that a turn asks about, which its answer tells."""
    asks = moves_of(turn.steps, Ask)
    compared = {slot for compare in moves_of(turn.steps, Compare) for slot in compare.slots}
    return compared.union(*(ask.slots for ask in asks), (wish.slot for ask in asks for wish in ask.wishes))


def _is_denied(turn: PlannerTurn, wish: Wish) -> bool:
    """Return whether a part of the reply says that something isn't as wished."""
    return any(wish.slot in {each.slot for each in _wishes_named(part)} for part in turn.parts)


def count_what_fits(turn: PlannerTurn) -> None:
    """Tell how many fit now, where a wish is given up beside a question that is answered: "let manual ones in, too"."""
    given_up = wishes_for(moves_of(turn.steps, Wish), *(wish.slot for wish in _given_up(turn)))
    asks_of_one = any(len(step.frames) == 1 for step in steps_of(turn.steps, Ask))
    if not given_up or not asks_of_one or steps_of(turn.steps, Book, Cancel, Change):
        return
    if any(isinstance(part, WITH_A_RESULT) for part in turn.parts):
        return
    query = turn.query()
    found = turn.search(by_name(turn, query)._replace(counted=True), 1)
    binding = [wish for wish in turn.wishes() if wish.constraint.op not in UNCONSTRAINING]
    wishes = tuple(wishes_besides(binding, turn.schema.party))
    turn.say(Figure("count", Number(found.total), wishes=wishes, more=found.more, about=found.about))


def limit_for_fewer(turn: PlannerTurn) -> None:
    """Say that a limit in all was said for fewer people than travel by now, where it rules something out."""
    party, price = turn.schema.party, turn.schema.price
    if not party or price is None or not wishes_for(turn.heard.wished, party):
        return
    if not any(isinstance(part, WITH_A_RESULT) for part in turn.parts):
        return
    before = held_wishes(turn.before, turn.before.memory.active_frame, turn.schema)
    limits = [wish for wish in wishes_for(turn.wishes(), price.name) if wish in before]
    limits = [wish for wish in limits if wish.constraint.op in ("at_most", "around") and not _is_for_each(wish)]
    fewer = travellers(before, turn.schema)
    if not limits or not wishes_for(before, party) or sum(heads(fewer)) >= sum(heads(turn.party())):
        return
    without = turn.query(wishes_besides(turn.wishes(), price.name))
    if turn.source.search(without, 0).total > turn.source.search(turn.query(), 0).total:
        turn.say(Noted("for_fewer", (limits[-1], Wish(party, Constraint("is", (fewer,))))))


def _is_for_each(limit: Wish) -> bool:
    """Return whether a limit is for each person or night, so that it grows with them."""
    return limit.constraint.scope in ("person", "night") or limit.constraint.than is not None
