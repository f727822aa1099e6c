"""Task success: the option that was agreed on, from the labels, beside the task's goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wayframe.collection.records import TableStudyTask
from wayframe.dialogue import Act, Dialogue, Frame, Package, Turn
from wayframe.meaning.records import Constraint, Text
from wayframe.packages import Catalogue, facts
from wayframe.sources.protocol import Condition, Query
from wayframe.sources.tables import TableSource
from wayframe.tasks import Task, fits, possible
from wayframe.values import matches

_NAMING = ("name", "dst_city", "or_city", "price", "seat")  # what tells an offer from others
_BOOK, _CANCEL = "book", "cancel"


def reached(task: Task, dialogue: Dialogue, catalogue: Catalogue, *, sure: bool) -> bool | None:
    """Return whether what was agreed on fits the task: its alternative where nothing fits the task itself.

    Where nothing was to be had, agreeing on nothing is right. None where it can't be known: it can't be told which
    package was meant, or nothing was agreed on by labels that nobody looked at (`sure` says that somebody did).
    """
    aim = task.goal.aim if task.solvable or task.goal.alternative is None else task.goal.alternative
    packages = agreed(dialogue)
    if packages is None:
        return _of_nothing(task.solvable or possible(catalogue, aim), sure=sure)
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


def _of_nothing(there: bool, *, sure: bool) -> bool | None:
    """Return whether agreeing on nothing is right; `there` says that something was to be had."""
    if not there:
        return True
    return False if sure else None


def reached_row(task: TableStudyTask, dialogue: Dialogue, source: TableSource, *, sure: bool) -> bool | None:
    """Return whether the row that was agreed on last fulfils a task's wishes; None where that can't be known."""
    agreed_on = ""
    for turn in dialogue.turns:
        for number, kept in _decisions(turn):
            agreed_on = _row_name(turn.frames[number - 1], source) if kept else ""
    if not agreed_on:
        return _of_nothing(bool(source.search(Query(task.wishes), 1).items), sure=sure)
    named = Condition(source.schema.name, Constraint("is", (Text(agreed_on),)))
    if not source.search(Query((named,)), 1).items:
        return None
    return bool(source.search(Query((named, *task.wishes)), 1).items)


def _row_name(frame: Frame, source: TableSource) -> str:
    return next(iter(_texts(frame, source.schema.name)), "")


def _decisions(turn: Turn) -> Iterator[tuple[int, bool]]:
    """Yield the frames that a turn decides about, each with whether it is to be booked or not any more."""
    key = "action" if turn.author == "wizard" else "intent"
    for act in turn.acts:
        if act.name != "inform":
            continue
        said = {str(arg.value).lower() for arg in act.slots if arg.key == key}
        if _BOOK in said or _CANCEL in said:
            yield _frame_of(act, turn), _BOOK in said


def _frame_of(act: Act, turn: Turn) -> int:
    """Return the frame that an act is about: the last that it refers to, else the active one."""
    named = [ref.frame for ref in (*act.refs("write"), *act.refs())]
    there = [frame for frame in named if 0 < frame <= len(turn.frames)]
    return there[-1] if there else turn.active_frame


def _meant(frame: Frame, seen: Iterable[Package]) -> tuple[Package, ...]:
    """Return the packages that are what a frame says; none if it doesn't say which."""
    if "name" not in frame.info and "price" not in frame.info:
        return ()
    return tuple(package for package in seen if _agrees(frame, package))


def _agrees(frame: Frame, package: Package) -> bool:
    known = facts(package)
    for slot in _NAMING:
        held = _texts(frame, slot)
        if held and not any(matches(slot, known[slot], value) for value in held):
            return False
    return True


def _texts(frame: Frame, slot: str) -> list[str]:
    """Return the values of a slot that a frame holds and doesn't exclude."""
    values = [value.val for value in frame.info.get(slot, ()) if not value.negated]
    return [value for value in values if isinstance(value, str)]
