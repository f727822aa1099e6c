"""A small study to test with: its parts on a database of its own, and people in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from wayframe.collection.collection import Collection
from wayframe.collection.records import Kind, Person
from wayframe.collection.storage import Storage
from wayframe.collection.study import Study, init, read
from wayframe.packages import Catalogue


class Clock:
    """Seconds since the epoch, which pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1_471_000_000.0

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds


def study_in(folder: Path, **changes: Any) -> Study:
    """The study that `init` writes, with some of its settings changed."""
    if not (folder / "study.toml").exists():
        init(folder)
    return replace(read(folder), **changes)


@contextmanager
def collecting(
    folder: Path, catalogue: Catalogue, url: str | None = None, clock: Clock | None = None, **changes: Any
) -> Iterator[Collection]:
    """The parts of a study, on SQLite unless a URL says otherwise."""
    study = study_in(folder, **changes)
    storage = Storage(url or study.database_url)
    try:
        yield Collection(study, storage, catalogue, clock or Clock())
    finally:
        storage.close()


def come(collection: Collection, kind: Kind = "either") -> Person:
    """Somebody comes by a link of their own."""
    doors = collection.doors
    return doors.join(doors.token(doors.invite(kind)), "en")


def paired(collection: Collection) -> tuple[Person, Person, int]:
    """A user and a wizard who talk, and the number of their talk."""
    user, wizard = come(collection, "user"), come(collection, "wizard")
    collection.hall.available(user, "user")
    number = collection.hall.available(wizard, "wizard").talk
    assert number
    return user, wizard, number
