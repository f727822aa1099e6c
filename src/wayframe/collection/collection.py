"""A study while it runs: its doors, its hall, its rooms, on one database."""

from __future__ import annotations

import time
from collections.abc import Callable

from wayframe.collection.doors import Doors
from wayframe.collection.hall import Hall
from wayframe.collection.lobby import KeptLobby
from wayframe.collection.pool import Pool
from wayframe.collection.rooms import Rooms
from wayframe.collection.storage import Storage
from wayframe.collection.study import Study
from wayframe.packages import Catalogue, default_catalogue


class Collection:
    """What the faces of a study share. Safe for several threads and, on PostgreSQL, several processes."""

    def __init__(
        self, study: Study, storage: Storage, catalogue: Catalogue, clock: Callable[[], float] = time.time
    ) -> None:
        """`clock` gives seconds since the epoch. Raises `InputError` where a template finds nothing to draw from."""
        self.study, self.storage, self.catalogue, self.clock = study, storage, catalogue, clock
        self.pool = Pool(study, storage, catalogue)
        lobby = KeptLobby(study, storage, self.pool)
        self.doors = Doors(study, storage, lobby, clock)
        self.hall = Hall(study, storage, lobby, clock)
        self.rooms = Rooms(study, storage, lobby, catalogue, clock)

    def close(self) -> None:
        """Let go of the database and the catalogue."""
        self.storage.close()
        self.catalogue.close()


def opened(study: Study) -> Collection:
    """The collection of a study, with its database and catalogue. Raises `InputError`."""
    catalogue = default_catalogue() if study.catalogue == "default" else Catalogue(study.path(study.catalogue))
    return Collection(study, Storage(study.database_url), catalogue)
