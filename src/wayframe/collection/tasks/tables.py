"""Tasks over a table: texts that the team wrote, else wishes drawn around rows that exist."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from wayframe.collection.records import TableStudyTask
from wayframe.collection.study import StudySettings
from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError, shown
from wayframe.files import read_toml
from wayframe.language import load
from wayframe.meaning.records import Wish
from wayframe.realiser.nouns import with_article
from wayframe.schema import Slot
from wayframe.sources.protocol import Condition, Query
from wayframe.sources.tables import TableSource
from wayframe.sources.tables.cells import wished
from wayframe.tasks.table_tasks import TableTask, draw_table_task
from wayframe.tasks.templates import NO_OTHERWISE
from wayframe.tools.encoding import constraints_of, slot_named

_VARIED = {
    "return": "Before you decide, look at what there is with this instead: {}. Then come back to what you wanted.",
    "change": "When you have seen some, change your mind: {}.",
}
"""The line about another wish, by the course of a task."""


class _OwnTask(FramesRecord, frozen=True):
    """A task in the team's file: its text, what to do where nothing fits, the wishes that it amounts to."""

    name: str
    text: str
    otherwise: str = NO_OTHERWISE
    role: bool = False
    wishes: dict[str, Any] = msgspec.field(default_factory=dict)


class _OwnTasks(FramesRecord, frozen=True):
    task: tuple[_OwnTask, ...]


class TableTasks:
    """See `TaskSeries`."""

    def __init__(self, study: StudySettings, source: TableSource) -> None:
        self._seed, self._source = study.seed, source
        path = study.path(study.tasks.own) if study.tasks.own else None
        self._own = tuple(_read(path, source)) if path else ()

    def check(self) -> None:
        """See `TaskSeries.check`."""
        self.task(0)

    def task(self, number: int) -> TableStudyTask:
        """Return task `number`: the team's in turn, where there are any; else one that is drawn."""
        if self._own:
            return self._own[number % len(self._own)]
        drawn = draw_table_task(self._source, number, self._seed)
        wishes = tuple(Condition(wish.slot, wish.constraint) for wish in drawn.goal)
        otherwise = f"If nothing matches, this will do: {self._said(drawn.alternative)}." if drawn.alternative else ""
        text = "\n".join(self._told(drawn))
        return TableStudyTask(drawn.course, text, otherwise or NO_OTHERWISE, wishes, solvable=drawn.solvable)

    def _told(self, task: TableTask) -> Iterator[str]:
        """Yield the lines that tell a user of a task."""
        schema = self._source.schema
        yield f"You are looking for {with_article(load('en').wording, schema.item)}. This is what you want:"
        for wish in task.wishes:
            yield f"- {self._said(wish)}"
        if task.best:
            end = "most" if task.best.constraint.op == "most" else "least"
            yield f"Of those that fit take the one with the {end} {schema.by_name[task.best.slot].label}."
        if task.variation:
            yield _VARIED[task.course].format(self._said(task.variation))
        yield "Book the one that you choose."

    def _said(self, wish: Wish) -> str:
        return said_wish(self._source.schema.by_name[wish.slot], Condition(wish.slot, wish.constraint))


def said_wish(slot: Slot, wish: Condition) -> str:
    """Return a wish in words: "price: at most €900", "touchscreen"."""
    constraint = wish.constraint
    words = wished(slot, constraint.op, constraint.values, strict=constraint.strict)
    if words == (True,):
        return slot.label
    if words == (False,):
        return f"no {slot.label}"
    return f"{slot.label}: {' or '.join(map(str, words))}"


def _read(path: Path, source: TableSource) -> Iterator[TableStudyTask]:
    """Yield the tasks of a file. Raises `InputError` naming the task and the wish."""
    book = read_toml(path, _OwnTasks)
    if not book.task:
        raise InputError(f"{path}: expected some [[task]], found none")
    for own in book.task:
        try:
            wishes = list(_wishes(own, source))
        except (InputError, AttributeError, TypeError) as error:
            raise InputError(f"{path}: task {shown(own.name)}: wishes: {error}") from error
        solvable = source.search(Query(tuple(wishes)), 1).total > 0
        yield TableStudyTask(own.name, own.text.strip(), own.otherwise, tuple(wishes), own.role, solvable)


def _wishes(own: _OwnTask, source: TableSource) -> Iterator[Condition]:
    for name, constraint in own.wishes.items():
        slot = slot_named(source.schema, name)
        for each in constraints_of(slot, constraint):
            yield Condition(name, each)
