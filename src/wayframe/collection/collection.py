"""A study while it runs: access control, matchmaking and sessions, on one database."""

from __future__ import annotations

import time
from collections.abc import Callable

from wayframe.catalogues import opened as opened_catalogue
from wayframe.collection.access import AccessControl
from wayframe.collection.domains import study_domain
from wayframe.collection.lobby_store import LobbyStore
from wayframe.collection.matchmaking import MatchmakingQueue
from wayframe.collection.sessions import DialogueSessions
from wayframe.collection.storage import StudyStorage
from wayframe.collection.study import StudySettings
from wayframe.collection.tasks import TaskPool
from wayframe.packages import Catalogue, default_catalogue
from wayframe.sources.tables import TableSource


class StudyCollection:
    """The parts of a running study, which its faces share. Safe for several threads and, on PostgreSQL, processes."""

    def __init__(
        self,
        study: StudySettings,
        storage: StudyStorage,
        catalogue: Catalogue | TableSource,
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
