"""The catalogue that a command works on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from wayframe.packages import Catalogue
    from wayframe.sources.tables import TableSource
    from wayframe.values import Lexicon


def opened(path: Path | None = None) -> Catalogue:
    """The catalogue in a file; without one the default, which is made on first use."""
    from wayframe.packages import Catalogue, Plan, default_catalogue, default_path

    if path:
        return Catalogue(path)
    if default_path().exists():
        return Catalogue(default_path())
    from wayframe.cli.progress import progress

    with progress("making the catalogue", Plan().packages) as told:
        return default_catalogue(told)


@contextmanager
def talked_over(where: str | None, today: date | None = None) -> Iterator[Catalogue | TableSource]:
    """The catalogue of a conversation: trips, by default those that are made here, or any table."""
    from wayframe.catalogues import is_trips
    from wayframe.catalogues import opened as opened_any

    if where is None or is_trips(where):
        with opened(Path(where) if where else None) as trips:
            yield trips
    else:
        yield opened_any(where, today=today)


def lexicon() -> Lexicon:
    """The names of cities and hotels that the default catalogue has."""
    from wayframe.packages.source import lexicon as names

    with opened() as catalogue:
        return names(catalogue)
