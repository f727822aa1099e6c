"""Tasks over trips, drawn from the study's templates (paper section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from wayframe.collection.study import StudySettings
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.tasks import Task, Template, draw


class TripTasks:
    """See `TaskSeries`."""

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
