"""A study while it runs: its domain, access control, matchmaking and sessions, on one database."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from wayframe.catalogues import opened as opened_catalogue
from wayframe.collection.access import AccessControl
from wayframe.collection.desk.protocol import SearchDesk
from wayframe.collection.desk.tables import TableDesk
from wayframe.collection.desk.trips import TripsDesk
from wayframe.collection.matchmaking import LobbyStore, MatchmakingQueue
from wayframe.collection.records import AnyTask, TableStudyTask
from wayframe.collection.sessions import DialogueSessions
from wayframe.collection.storage import StudyStorage
from wayframe.collection.study import StudySettings
from wayframe.collection.tasks import StudyTasks, TableTasks, TaskPool, TripTasks
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.packages import Catalogue, default_catalogue
from wayframe.sources.protocol import Source

if TYPE_CHECKING:
    from wayframe.agent import Agent
    from wayframe.collection.labelling.protocol import DialogueLabeller
    from wayframe.conversation import Clock


class StudyDomain(ABC):
    """The parts of a study that depend on its catalogue: the searches of wizards, the tasks of users, labels."""

    def __init__(self, catalogue: Catalogue | Source, desk: SearchDesk, tasks: StudyTasks) -> None:
        self._catalogue = catalogue
        self.desk, self.tasks = desk, tasks

    def agent(self, seed: int = 0, clock: Clock | None = None) -> Agent:
        """Return the agent over the catalogue. Raises `InputError` where its models can't be used."""
        from wayframe.catalogues import agent_over

        return agent_over(self._catalogue, seed=seed, clock=clock)

    def close(self) -> None:
        """Let go of the catalogue; a table is held in memory."""
        if isinstance(self._catalogue, Catalogue):
            self._catalogue.close()

    @abstractmethod
    def labeller(self) -> DialogueLabeller:
        """Return what labels dialogues. Raises `InputError` where its models can't be used."""

    @abstractmethod
    def problem(self, dialogue: Dialogue) -> str:
        """Return how a dialogue contradicts the format; empty where it doesn't."""

    @abstractmethod
    def counted(self, dialogue: Dialogue) -> Dialogue:
        """Return a dialogue as the figures of a corpus can count it."""

    @abstractmethod
    def reached(self, task: AnyTask, dialogue: Dialogue, *, sure: bool) -> bool | None:
        """Return whether what was agreed on fits the task; None where it can't be known.

        `sure` says that somebody has looked at the labels.
        """


class TripsStudyDomain(StudyDomain):
    """Studies over trips."""

    def __init__(self, study: StudySettings, catalogue: Catalogue) -> None:
        super().__init__(catalogue, TripsDesk(catalogue), TripTasks(study, catalogue))
        self.catalogue = catalogue

    def labeller(self) -> DialogueLabeller:
        """See `StudyDomain.labeller`."""
        from wayframe.collection.labelling.trips import TripsLabeller

        return TripsLabeller(self.catalogue)

    def problem(self, dialogue: Dialogue) -> str:
        """See `StudyDomain.problem`."""
        from wayframe.validation import problems

        return next((str(each) for each in problems(dialogue) if each.severity == "error"), "")

    def counted(self, dialogue: Dialogue) -> Dialogue:
        """See `StudyDomain.counted`."""
        return dialogue

    def reached(self, task: AnyTask, dialogue: Dialogue, *, sure: bool) -> bool | None:
        """See `StudyDomain.reached`."""
        from wayframe.collection.export.outcomes import reached

        return None if isinstance(task, TableStudyTask) else reached(task, dialogue, self.catalogue, sure=sure)


class TableStudyDomain(StudyDomain):
    """Studies over a table."""

    def __init__(self, study: StudySettings, source: Source) -> None:
        super().__init__(source, TableDesk(source), TableTasks(study, source))
        self.source = source

    def labeller(self) -> DialogueLabeller:
        """See `StudyDomain.labeller`."""
        from wayframe.collection.labelling.tables import TableLabeller

        return TableLabeller(self.agent())

    def problem(self, dialogue: Dialogue) -> str:
        """See `StudyDomain.problem`: frames, acts and searches are checked; values are the table's own."""
        try:
            self.source.check(dialogue)
        except InputError as error:
            return str(error)
        return ""

    def counted(self, dialogue: Dialogue) -> Dialogue:
        """See `StudyDomain.counted`: without its searches, which are none of trips."""
        return replace(dialogue, turns=tuple(replace(turn, db_json=UNSET) for turn in dialogue.turns))

    def reached(self, task: AnyTask, dialogue: Dialogue, *, sure: bool) -> bool | None:
        """See `StudyDomain.reached`."""
        from wayframe.collection.export.outcomes import reached_row

        return reached_row(task, dialogue, self.source, sure=sure) if isinstance(task, TableStudyTask) else None


def study_domain(study: StudySettings, catalogue: Catalogue | Source) -> StudyDomain:
    """Return the domain of a study over a catalogue."""
    if isinstance(catalogue, Catalogue):
        return TripsStudyDomain(study, catalogue)
    return TableStudyDomain(study, catalogue)


class StudyCollection:
    """The parts of a running study, which its faces share. Safe for several threads and, on PostgreSQL, processes."""

    def __init__(
        self,
        study: StudySettings,
        storage: StudyStorage,
        catalogue: Catalogue | Source,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock` gives seconds since the epoch. Raises `InputError` where the tasks don't fit the catalogue."""
        self.study, self.storage, self.clock = study, storage, clock
        self.domain = study_domain(study, catalogue)
        self.pool = TaskPool(study, storage, self.domain.tasks)
        lobby = LobbyStore(study, storage, self.pool)
        self.access = AccessControl(study, storage, lobby, clock)
        self.matchmaking = MatchmakingQueue(study, storage, lobby, clock)
        self.sessions = DialogueSessions(study, storage, lobby, self.domain.desk, clock)

    def close(self) -> None:
        """Let go of the database and the catalogue."""
        self.storage.close()
        self.domain.close()


def opened(study: StudySettings) -> StudyCollection:
    """Return the collection of a study, with its database and catalogue. Raises `InputError`."""
    catalogue = default_catalogue() if study.catalogue == "default" else opened_catalogue(study.catalogue_address)
    return StudyCollection(study, StudyStorage(study.database_url), catalogue)
