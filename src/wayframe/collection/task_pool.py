"""Tasks that lie ready: drawn ahead, handed out in order (paper section 3.2)."""

from __future__ import annotations

from typing import Any, Protocol

from sqlalchemy import func, select

from wayframe.collection.records import AnyTask, decoded_task
from wayframe.collection.storage import StudyStorage
from wayframe.collection.storage.tables import TASKS
from wayframe.collection.study import StudySettings
from wayframe.databases import ConflictError
from wayframe.dialogue import encode


class TaskSeries(Protocol):
    """Tasks by their numbers, from 0: task `n` is the same whoever draws it, and whenever."""

    def check(self) -> None:
        """Raise `InputError` where the catalogue has nothing for one of the study's tasks."""
        ...

    def task(self, number: int) -> AnyTask:
        """Return a task."""
        ...


class TaskPool:
    """The tasks of a study."""

    def __init__(self, study: StudySettings, storage: StudyStorage, tasks: TaskSeries) -> None:
        self._study, self._storage, self._tasks = study, storage, tasks

    def check(self) -> None:
        """See `TaskSeries.check`."""
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
