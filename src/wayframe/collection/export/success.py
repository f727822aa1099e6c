"""Whether a user got what the task asked for: what was agreed on, from the labels, beside the task's goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wayframe.dialogue import Dialogue, Frame, Package, Turn
from wayframe.packages import Catalogue, facts
from wayframe.tasks import Task, fits, possible
from wayframe.values import matches

_NAMING = ("name", "dst_city", "or_city", "price", "seat")  # what tells an offer from others
_BOOK, _CANCEL = "book", "cancel"


def reached(task: Task, dialogue: Dialogue, catalogue: Catalogue, *, sure: bool) -> bool | None:
    """Whether what was agreed on fits the task: its alternative where nothing fits the task itself.

    Where nothing was to be had, agreeing on nothing is right. None where it can't be known: it can't be told which
    package was meant, or nothing was agreed on by labels that nobody looked at (`sure` says that somebody did).
    """
    aim = task.goal.aim if task.solvable or task.goal.alternative is None else task.goal.alternative
    packages = agreed(dialogue)
    if packages is None:
        there = task.solvable or possible(catalogue, aim)
        return True if not there else False if sure else None
    verdicts = {fits(catalogue, aim, package) for package in packages}
    return verdicts.pop() if len(verdicts) == 1 else None


def agreed(dialogue: Dialogue) -> tuple[Package, ...] | None:
    """The packages that may be meant by what was agreed on last; None where nothing was, or it was taken back.

    The wizard says what was booked, or the user what to book, once it is something that the wizard has seen: "I'd like
    to book a trip" is no decision.
    """
    seen: dict[Package, None] = {}
    decided: dict[int, tuple[Package, ...]] = {}
    for turn in dialogue.turns:
        seen |= dict.fromkeys(package for result in turn.db.result for package in result)
        for number, kept in _decisions(turn):
            decided.pop(number, None)
            meant = _meant(turn.frames[number - 1], seen)
            if kept and (meant or turn.author == "wizard"):
                decided[number] = meant
    return next(reversed(decided.values()), None)


def _decisions(turn: Turn) -> Iterator[tuple[int, bool]]:
    """The frames that a turn decides about, each with whether it is to be booked or not any more."""
    key = "action" if turn.author == "wizard" else "intent"
    for act in turn.acts:
        said = {str(arg.value).lower() for arg in act.slots if arg.key == key}
        if act.name == "inform" and said & {_BOOK, _CANCEL}:
            named = [ref.frame for ref in (*act.refs("write"), *act.refs()) if 0 < ref.frame <= len(turn.frames)]
            yield (named or [turn.active_frame])[-1], _BOOK in said


def _meant(frame: Frame, seen: Iterable[Package]) -> tuple[Package, ...]:
    """The packages that are what a frame says; none if it doesn't say which."""
    if "name" not in frame.info and "price" not in frame.info:
        return ()
    return tuple(package for package in seen if _agrees(frame, package))


def _agrees(frame: Frame, package: Package) -> bool:
    known = facts(package)
    for slot in _NAMING:
        held = [value.val for value in frame.info.get(slot, ()) if isinstance(value.val, str) and not value.negated]
        if held and not any(matches(slot, known[slot], value) for value in held):
            return False
    return True
