"""The catalogue that everybody has: made on first use, in the user's data folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wayframe.files import folder, home
from wayframe.packages.catalogue import Catalogue
from wayframe.packages.generator import GENERATOR_VERSION, Plan, generate
from wayframe.packages.storage import SCHEMA_VERSION


def default_path() -> Path:
    """Return where the default catalogue lies: in the folder that WAYFRAME_HOME names, else in the user's data folder.

    The name carries the versions of schema and generator, so that a newer program makes its own.
    """
    return home() / f"packages-{SCHEMA_VERSION}.{GENERATOR_VERSION}.sqlite"


def default_path_made() -> Path:
    """`default_path`, its folder made where it was missing. Raises `InputError` where that can't be."""
    path = default_path()
    return folder(path.parent) / path.name


def default_catalogue(progress: Callable[[int], None] | None = None) -> Catalogue:
    """The default catalogue, made if it isn't there yet; `progress` is told how many packages are made.

    Two processes may come first at the same time: each makes a whole file, and the last one's stays. Raises
    `InputError` where the folder can't be written.
    """
    if not default_path().exists():
        generate(default_path_made(), Plan(), progress)
    return Catalogue(default_path())
