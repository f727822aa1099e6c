"""A small study to test with: its parts on a database of its own, and people in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from wayframe.collection.collection import StudyCollection, TripsStudyDomain
from wayframe.collection.records import AnySearch, ParticipantKind, StudyParticipant, WizardSearch
from wayframe.collection.storage import StudyStorage
from wayframe.collection.study import StudySettings, init, read
from wayframe.packages import Catalogue
from wayframe.sources.protocol import Source


class Clock:
    """Seconds since the epoch, which pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1_471_000_000.0

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds


def study_in(folder: Path, **changes: Any) -> StudySettings:
    """The study that `init` writes, with some of its settings changed."""
    if not (folder / "study.toml").exists():
        init(folder)
    return replace(read(folder), **changes)


@contextmanager
def collecting(
    folder: Path, catalogue: Catalogue | Source, url: str | None = None, clock: Clock | None = None, **changes: Any
) -> Iterator[StudyCollection]:
    """The parts of a study, on SQLite unless a URL says otherwise."""
    study = study_in(folder, **changes)
    storage = StudyStorage(url or study.database_url)
    try:
        yield StudyCollection(study, storage, catalogue, clock or Clock())
    finally:
        storage.close()


def come(collection: StudyCollection, kind: ParticipantKind = "either") -> StudyParticipant:
    """Somebody comes by a link of their own."""
    access = collection.access
    return access.join(access.token(access.invite(kind)), "en")


def paired(collection: StudyCollection) -> tuple[StudyParticipant, StudyParticipant, int]:
    """A user and a wizard who talk, and the number of their talk."""
    user, wizard = come(collection, "user"), come(collection, "wizard")
    collection.matchmaking.available(user, "user")
    number = collection.matchmaking.available(wizard, "wizard").talk
    assert number
    return user, wizard, number


def trips_of(collection: StudyCollection) -> Catalogue:
    """The catalogue of a study over trips."""
    assert isinstance(collection.domain, TripsStudyDomain)
    return collection.domain.catalogue


def of_trips(found: AnySearch) -> WizardSearch:
    """A search of trips as one."""
    assert isinstance(found, WizardSearch)
    return found
