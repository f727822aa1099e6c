"""Options that the commands of a study share, and the opening of a study."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.errors import InputError
from wayframe.extras import missing

if TYPE_CHECKING:
    from wayframe.collection.collection import StudyCollection

STUDY = Annotated[Path, typer.Argument(help="The study's folder, made by wayframe collect init.", metavar="FOLDER")]


@contextmanager
def libraries() -> Iterator[None]:
    """Say which library is missing, where what is imported within needs one. Raises `InputError`."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing(f"wayframe collect needs {error.name}", "collect") from error


@contextmanager
def opened(folder: Path) -> Iterator[StudyCollection]:
    """The study in a folder. Raises `InputError`, also where its database doesn't answer any more."""
    from wayframe.collection import collection
    from wayframe.collection.study import read
    from wayframe.databases import UnavailableError

    found = collection.opened(read(folder))
    try:
        yield found
    except UnavailableError as error:
        raise InputError(f"{folder}: the database doesn't answer: {error}") from error
    finally:
        found.close()
