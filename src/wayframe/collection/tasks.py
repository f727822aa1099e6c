"""The tasks of a study, a series that its seed decides: drawn ahead, handed out in order (paper section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from sqlalchemy import func, select

from wayframe.collection.records import AnyTask, TableStudyTask, decoded_task
from wayframe.collection.storage import TASKS, StudyStorage
from wayframe.collection.study import StudySettings
from wayframe.databases import ConflictError
from wayframe.dialogue import FramesRecord, encode
from wayframe.errors import InputError, shown
from wayframe.files import read_toml
from wayframe.packages import Catalogue
from wayframe.sources.protocol import Condition, Query, Source
from wayframe.tasks import Task, Template, draw
from wayframe.tasks.tables import draw_table_task
from wayframe.tasks.texts import table_otherwise, table_task_text
from wayframe.tasks.trips import NO_OTHERWISE
from wayframe.tools.encoding import constraints_of, slot_named


class TripTasks:
    """The tasks of a study over trips."""

    def __init__(self, study: StudySettings, catalogue: Catalogue) -> None:
        self._study, self._catalogue = study, catalogue
        self._templates = study.templates()

    def check(self) -> None:
        """Draw every template once. Raises `InputError` where the catalogue has nothing for one."""
        for template in self._templates:
            draw(self._catalogue, 0, self._study.seed, (template,))

    def task(self, number: int) -> Task:
        """Task `number`, from 0: plain or with a role to play in the study's share, the templates of each in turn."""
        plain = tuple(template for template in self._templates if not template.role)
        roles = tuple(template for template in self._templates if template.role)
        if not plain or not roles:
            return self._drawn(self._templates, number, number)
        chances = list(_chances(self._study.seed, number, self._study.tasks.role_share))
        with_role = chances[-1]
        return self._drawn(roles if with_role else plain, chances.count(with_role) - 1, number)

    def _drawn(self, templates: tuple[Template, ...], turn: int, number: int) -> Task:
        """The template whose turn it is; where the catalogue has no trips for it this time, the next one."""
        for later in range(len(templates)):
            with suppress(InputError):
                return draw(self._catalogue, number, self._study.seed, (templates[(turn + later) % len(templates)],))
        raise InputError(f"{self._catalogue.path}: has no trips for any of the study's templates")


def _chances(seed: int, number: int, share: float) -> Iterator[bool]:
    """For each task up to this one whether it gives a role to play."""
    rng = Random(f"{seed} roles")
    for _ in range(number + 1):
        yield rng.random() < share


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
    """The tasks of a study over a table."""

    def __init__(self, study: StudySettings, source: Source) -> None:
        self._seed, self._source = study.seed, source
        path = study.path(study.tasks.own) if study.tasks.own else None
        self._own = tuple(_own_tasks(path, source)) if path else ()

    def check(self) -> None:
        """Draw the first one. Raises `InputError` where there is none to draw."""
        self.task(0)

    def task(self, number: int) -> TableStudyTask:
        """Return task `number`: the team's in turn, where there are any; else one that is drawn."""
        if self._own:
            return self._own[number % len(self._own)]
        drawn = draw_table_task(self._source, number, self._seed)
        wishes = tuple(Condition(wish.slot, wish.constraint) for wish in drawn.goal)
        text, otherwise = table_task_text(drawn, self._source.schema), table_otherwise(drawn, self._source.schema)
        return TableStudyTask(drawn.course, text, otherwise, wishes, solvable=drawn.solvable)


def _own_tasks(path: Path, source: Source) -> Iterator[TableStudyTask]:
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


def _wishes(own: _OwnTask, source: Source) -> Iterator[Condition]:
    for name, constraint in own.wishes.items():
        slot = slot_named(source.schema, name)
        for each in constraints_of(slot, constraint):
            yield Condition(name, each)


StudyTasks = TripTasks | TableTasks
"""Tasks by their numbers, from 0: task `n` is the same whoever draws it, and whenever."""


class TaskPool:
    """The tasks of a study."""

    def __init__(self, study: StudySettings, storage: StudyStorage, tasks: StudyTasks) -> None:
        self._study, self._storage, self._tasks = study, storage, tasks

    def check(self) -> None:
        """Raise `InputError` where the catalogue has nothing for one of the study's tasks."""
        self._tasks.check()

    def left(self) -> int:
        """Return how many lie ready."""
        return int(self._storage.value(select(func.count()).select_from(TASKS).where(TASKS.c.talk.is_(None))))

    def fill(self) -> None:
        """Draw as many as shall lie ready."""
        for _ in range(self._study.tasks.pool - self.left()):
            number = int(self._storage.value(_AFTER))
            content = encode(self._tasks.task(number))
            try:
                with self._storage.changing() as connection:
                    connection.execute(TASKS.insert().values(number=number, content=content))
            except ConflictError:
                continue  # another process drew the same task

    def take(self, connection: Any, talk: int) -> AnyTask:
        """The next task, for this talk; drawn at once where none lies ready."""
        found = connection.execute(_FIRST.with_for_update(skip_locked=True)).first()
        if found is None:
            number = int(connection.execute(_AFTER).scalar_one())
            task = self._tasks.task(number)
            connection.execute(TASKS.insert().values(number=number, content=encode(task), talk=talk))
            return task
        connection.execute(TASKS.update().where(TASKS.c.number == found.number).values(talk=talk))
        return decoded_task(found.content)


_FIRST = select(TASKS.c.number, TASKS.c.content).where(TASKS.c.talk.is_(None)).order_by(TASKS.c.number).limit(1)
_AFTER = select(func.coalesce(func.max(TASKS.c.number) + 1, 0))
