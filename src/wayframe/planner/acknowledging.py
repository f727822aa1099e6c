"""Acknowledging: a reply says what the turn changed and its answer doesn't show, so that each part leaves a trace."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Drop,
    OutOfScope,
    Party,
    Recall,
    Social,
    Wish,
    wishes_besides,
    wishes_for,
)
from wayframe.planner.plan import (
    Holds,
    Noted,
    Nothing,
    Offer,
    PlannerTurn,
    Request,
    Suggest,
    Tell,
)
from wayframe.planner.searching import is_so
from wayframe.sources.constraints import UNCONSTRAINING, heads
from wayframe.state.records import moves_of, steps_of
from wayframe.state.wishes import held_wishes, revised, travellers


def acknowledge(turn: PlannerTurn) -> None:
    """Say what was heard that the rest of the reply doesn't show: what is corrected, and what may be misread.

    What is given up is said where that is a correction, or all that a turn does.
    """
    if turn.heard.doubted or steps_of(turn.steps, Change):
        return
    corrected = [wish for wish in _corrected(turn) if not any(part.names(wish.slot) for part in turn.parts)]
    heard = dict.fromkeys((*corrected, *_unseen(turn, (*_in_doubt(turn), *_said_before_a_question(turn)))))
    corrected_away = {wish.slot for wish in _corrections(turn)}
    given_up = [wish for wish in _given_up(turn) if wish.slot in corrected_away or _does_nothing_else(turn)]
    if heard:
        turn.say_before_findings(Noted("heard", tuple(dict.fromkeys((*_taken_from_question(turn), *heard)))))
    elif given_up:
        turn.say_before_findings(Noted("dropped", tuple(given_up)))
    if any(not drop.slot and not _is_for_another(turn, drop) for drop in moves_of(turn.steps, Drop)):
        turn.say_before_findings(Noted("dropped"))


def _taken_from_question(turn: PlannerTurn) -> list[Wish]:
    """Return what a question would acknowledge by itself, the place first, and leave it out there: once is enough."""
    places = [wish for part in turn.parts if isinstance(part, Request) for wish in part.there]
    turn.parts = [replace(part, there=()) if isinstance(part, Request) else part for part in turn.parts]
    return places


# What is corrected, and what may be misread


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


def _in_doubt(turn: PlannerTurn) -> list[Wish]:
    """Return the wishes of a turn that may be misread as they are in the end, those for travellers with all of them."""
    party, said = turn.schema.party, turn.heard.wished
    kept = revised((), wishes_besides(said, party), turn.schema)
    doubtful = wishes_for(kept, *turn.heard.supposed)
    given_up = {wish.slot for wish in _given_up(turn)}
    found = [wish for wish in doubtful if wish.constraint.op != "any" or wish.slot in given_up]
    people = [wish for wish in wishes_for(said, party) if wish.constraint.op == "is"]
    if people and party in turn.heard.supposed:
        found.append(_travellers_said(turn, people))
    return found


def _said_before_a_question(turn: PlannerTurn) -> list[Wish]:
    """Return the wishes of a turn that is answered by nothing but a question for what is missing: they were heard."""
    asks_back = [part for part in turn.parts if isinstance(part, Request)]
    if not asks_back or len(asks_back) < len(turn.parts):
        return []
    party, said = turn.schema.party, turn.heard.wished
    people = [wish for wish in wishes_for(said, party) if wish.constraint.op == "is"]
    others = revised((), wishes_besides(said, party), turn.schema)
    found = [wish for wish in others if wish.constraint.op not in UNCONSTRAINING and not wish.constraint.is_relative]
    return [*found, *([_travellers_said(turn, people)] if people else [])]


def _travellers_said(turn: PlannerTurn, said: Sequence[Wish]) -> Wish:
    """Return the wish for all who travel, where others were known, or come on top or don't come; else as it was said.

    Whoever only counts children has named no adult, and nobody is "-1 children".
    """
    party = turn.schema.party
    known = wishes_for(held_wishes(turn.before, turn.before.memory.active_frame, turn.schema), party)
    values = [value for wish in said for value in wish.constraint.values if isinstance(value, Party)]
    changes = any(value.added or min(value.adults, value.children) < 0 for value in values)
    return (turn.wish(party) if known or changes or len(said) > 1 else None) or said[-1]


def _unseen(turn: PlannerTurn, wishes: Iterable[Wish]) -> list[Wish]:
    """Return the wishes of which the reply says nothing yet, and shows nothing by what it tells of options."""
    return [wish for wish in wishes if not any(part.answers(wish, turn.schema) for part in turn.parts)]


# What is given up


def _given_up(turn: PlannerTurn) -> list[Wish]:
    """Return the wishes of a turn for just anything, of slots for which something was wished before."""
    before = held_wishes(turn.before, turn.before.memory.active_frame, turn.schema)
    restricted = {wish.slot for wish in before if wish.constraint.op not in UNCONSTRAINING}
    dropped = {drop.slot for drop in moves_of(turn.steps, Drop)}
    said = [*moves_of(turn.steps, Wish), *_corrections(turn)]
    renewed = {wish.slot for wish in said if wish.constraint.op not in ("any", "not")}
    gone = (restricted & {wish.slot for wish in said if wish.constraint.op == "any"} | dropped) - renewed
    named = [slot for slot in turn.schema.slots if slot.kind != "list"]  # nobody says "any on site"
    return [Wish(slot.name, Constraint("any")) for slot in named if slot.name in gone]


def _does_nothing_else(turn: PlannerTurn) -> bool:
    """Return whether a turn does nothing but give up wishes, perhaps with a courtesy or what no catalogue knows."""
    wishes = [*moves_of(turn.steps, Wish), *_corrections(turn)]
    beside = steps_of(turn.steps, Wish, Correct, Drop, Social, OutOfScope)
    return len(beside) == len(turn.steps) and all(wish.constraint.op == "any" for wish in wishes)


def _is_for_another(turn: PlannerTurn, drop: Drop) -> bool:
    """Return whether a fresh start is but for another trip, whose wishes are said with it."""
    return bool(drop.keeping and steps_of(turn.steps, Wish))


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
        if wish.constraint.is_relative or any(part.names(wish.slot) for part in turn.parts):
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
