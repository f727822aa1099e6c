"""The catalogue that a command works on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wayframe.cli.progress import progress

if TYPE_CHECKING:
    from wayframe.packages import Catalogue
    from wayframe.values import Lexicon


def opened(path: Path | None = None) -> Catalogue:
    """The catalogue in a file; without one the default, which is made on first use."""
    from wayframe.packages import Catalogue, Plan, default_catalogue

    if path:
        return Catalogue(path)
    with progress("making the catalogue", Plan().packages) as told:
        return default_catalogue(told)


def lexicon() -> Lexicon:
    """The names of cities and hotels that the default catalogue has."""
    from wayframe.agent import lexicon as names

    with opened() as catalogue:
        return names(catalogue)
