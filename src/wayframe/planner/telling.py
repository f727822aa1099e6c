"""Telling: options turned to, facts of them, whether something is so of them, comparisons."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import Ask, Compare, Constraint, Flag, Numbered, Return, Together, Wish
from wayframe.planner.plan import Comparison, Confirm, Empty, Holds, Offer, Propose, Tell
from wayframe.planner.searching import look_around
from wayframe.planner.turn import MOST_NAMED, PlannerTurn
from wayframe.sources.constraints import fits
from wayframe.sources.protocol import Condition
from wayframe.state.records import Step
from wayframe.state.relative import absolute

MANY = 3
"""Options from which on each is told in brief."""


def turn_to(turn: PlannerTurn, step: Step, move: Return) -> None:
    """Tell about the options that the user turned to."""
    if not step.frames:
        none_meant(turn)
        return
    turn.focus(step.frames)
    if len(step.frames) > 1:
        slots = turn.shown_slots() if len(step.frames) < MANY else turn.brief_slots()
        turn.say(Offer(turn.views(step.frames, slots), len(step.frames)))
        return
    frame = step.frames[0]
    turn.say(Tell((turn.view(frame, worth_telling(turn, frame)),)))
    if not turn.is_booked(frame):
        _propose(turn, frame)


def _propose(turn: PlannerTurn, frame: int) -> None:
    """Propose to book an option; in the place of another of its list that was booked just before."""
    booked = turn.before.just_booked
    together = any(frame in listed and set(booked) <= set(listed) for listed in turn.state.lists)
    if len(booked) == 1 and together and turn.is_booked(booked[0]):
        turn.say(Confirm("change", turn.bookings([frame]), changed=turn.bookings(booked)))
    else:
        turn.say(Propose("book"))


def none_meant(turn: PlannerTurn) -> None:
    """Say that a reference denotes nothing, and what there is; where nothing was offered yet, begin to."""
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
    slots = ask.slots or tuple(worth_telling(turn, frames[0]))
    known = [slot for slot in slots if any(turn.value(frame, slot) is not None for frame in frames)]
    missing = tuple(slot for slot in ask.slots if slot not in known)
    turn.say(Tell(turn.views(frames[:MOST_NAMED], known), missing))
    turn.focus(frames)


# Whether something is so


def holds(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Tell of which options each thing that is asked is so."""
    if not frames:
        none_meant(turn)
        return
    for wish in ask.wishes:
        asked = _positive(wish)
        known = {frame: is_so(turn, frame, _measured(turn, asked, frame)) for frame in frames}
        groups = {answer: [frame for frame in frames if known[frame] is answer] for answer in (True, False, None)}
        told = {answer: turn.views(group, [asked.slot]) for answer, group in groups.items()}
        turn.say(Holds(asked, told[True], told[False], told[None], denied=asked != wish))
    turn.focus(frames)


def which(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Name the options of which all that is asked is so."""
    if not (frames and ask.wishes):
        facts(turn, ask, frames)
        return
    known = {frame: _all_so(turn, frame, ask.wishes) for frame in frames}
    so = [frame for frame in frames if known[frame] is True]
    not_so = [frame for frame in frames if known[frame] is False and not so]
    unknown = [frame for frame in frames if known[frame] is None]
    slots = [wish.slot for wish in ask.wishes]
    turn.say(Holds(ask.wishes[0], turn.views(so, slots), turn.views(not_so, slots), turn.views(unknown, slots)))
    turn.focus(so or frames)


def is_so(turn: PlannerTurn, frame: int, wish: Wish) -> bool | None:
    """Return whether an option fulfils a wish; None where that isn't known."""
    if turn.schema.slot(wish.slot) is None:
        return None
    option = turn.state.options[frame]
    return fits(turn.schema, Condition(wish.slot, wish.constraint), option.item.values, option.party)


def _all_so(turn: PlannerTurn, frame: int, wishes: Sequence[Wish]) -> bool | None:
    """Return whether an option fulfils all of some wishes; None where one isn't known."""
    answers = [is_so(turn, frame, wish) for wish in wishes]
    return None if None in answers else all(answers)


def _positive(wish: Wish) -> Wish:
    """Return a question's wish without its denial: "isn't there a gym?" asks whether there is one."""
    denied = wish.constraint.values[:1] == (Flag(False),)
    return Wish(wish.slot, Constraint("is", (Flag(True),))) if denied else wish


def _measured(turn: PlannerTurn, wish: Wish, frame: int) -> Wish:
    """Return a comparison as a bound: with the option that is named, else with all others at hand."""
    others = tuple(Numbered(other) for other in turn.denoter.at_hand() if other != frame)
    relative = wish.constraint.op in ("more", "less")
    if relative and wish.constraint.than is None:
        if not others:
            return wish
        wish = replace(wish, constraint=replace(wish.constraint, than=Together(others)))
    return absolute(wish, (), turn.state, turn.schema)


# Comparisons


def compare(turn: PlannerTurn, step: Step, move: Compare) -> None:
    """Put options side by side."""
    frames = with_another(turn, turn.state.known(step.frames))
    if len(frames) < 2:
        turn.say(Empty("comparison", turn.at_hand()))
        return
    slots = move.slots or turn.told_slots()
    values = {slot: [turn.value(frame, slot) for frame in frames] for slot in slots}
    measured = {slot.name for slot in turn.measured()}
    differing = [slot for slot in slots if len(set(values[slot])) > 1 and slot != turn.schema.name]
    differing.sort(key=lambda slot: slot not in measured)
    alike = [slot for slot in slots if slot not in differing and None not in values[slot]]
    turn.say(Comparison(turn.views(frames, [*differing, *alike]), tuple(differing), tuple(alike)))
    turn.focus(frames)


def with_another(turn: PlannerTurn, frames: Sequence[int]) -> list[int]:
    """Return the options to compare: one that is named alone, with what was spoken of before, else at hand."""
    if len(frames) != 1:
        return list(frames)
    denoter = turn.denoter
    near = (*turn.before.focus, *denoter.at_hand(), *denoter.touched_before(frames[0]))
    others = [frame for frame in near if frame not in frames]
    return [*frames, *others[:1]]
