"""Tasks that lie ready: drawn ahead from the templates, handed out in order (paper section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from sqlalchemy import func, select

from wayframe.collection.storage import Storage
from wayframe.collection.storage.tables import TASKS
from wayframe.collection.study import Study
from wayframe.databases import ConflictError
from wayframe.dialogue import encode
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.tasks import Task, Template, draw


class Pool:
    """The tasks of a study. Task `n` is the same whoever draws it, and whenever: the study's seed decides."""

    def __init__(self, study: Study, storage: Storage, catalogue: Catalogue) -> None:
        self._study, self._storage, self._catalogue = study, storage, catalogue
        self._templates = study.templates()

    def check(self) -> None:
        """Draw every template once. Raises `InputError` where the catalogue has nothing for one."""
        for template in self._templates:
            draw(self._catalogue, 0, self._study.seed, (template,))

    def left(self) -> int:
        """How many lie ready."""
        with self._storage.reading() as connection:
            return int(connection.execute(_LEFT).scalar_one())

    def fill(self) -> None:
        """Draw as many as shall lie ready."""
        for _ in range(self._study.tasks.pool - self.left()):
            with self._storage.reading() as connection:
                number = _next(connection)
            content = encode(self.task(number))
            try:
                with self._storage.changing() as connection:
                    connection.execute(TASKS.insert().values(number=number, content=content))
            except ConflictError:
                continue  # another process drew the same task

    def take(self, connection: Any, talk: int) -> Task:
        """The next task, for this talk; drawn at once where none lies ready."""
        found = connection.execute(_FIRST.with_for_update(skip_locked=True)).first()
        if found is None:
            number = _next(connection)
            task = self.task(number)
            connection.execute(TASKS.insert().values(number=number, content=encode(task), talk=talk))
            return task
        connection.execute(TASKS.update().where(TASKS.c.number == found.number).values(talk=talk))
        return _TASK.decode(found.content)

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


def _next(connection: Any) -> int:
    return int(connection.execute(_AFTER).scalar_one())


_LEFT = select(func.count()).select_from(TASKS).where(TASKS.c.talk.is_(None))
_FIRST = select(TASKS.c.number, TASKS.c.content).where(TASKS.c.talk.is_(None)).order_by(TASKS.c.number).limit(1)
_AFTER = select(func.coalesce(func.max(TASKS.c.number) + 1, 0))
_TASK = msgspec.json.Decoder(Task)
