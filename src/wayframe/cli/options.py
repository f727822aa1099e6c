"""Options that several commands share, and the catalogues that they name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.output import progress
from wayframe.errors import InputError, shown

if TYPE_CHECKING:
    from wayframe.packages import Catalogue
    from wayframe.sources.protocol import Source
    from wayframe.values import Lexicon


def day(moment: datetime | None) -> date | None:
    """The day of an option that typer reads as a date and time."""
    return moment.date() if moment else None


OwnCatalogue = Annotated[
    str | None,
    typer.Option(
        "--catalogue",
        help="Trips, or your own table: a CSV, Parquet or TOML file, or URL#table of a database. By default trips.",
        metavar="PATH|URL",
    ),
]


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
CorpusFile = Annotated[
    Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")
]
TRACKER = Annotated[
    str,
    typer.Option(
        help="rules, learned, paper-rules, random, previous, never-create, newest, uniform, gold-active, oracle, "
        "a model file (.json), one that a package announces, or module:Class."
    ),
]

FOLDS = Annotated[str, typer.Option(help="Only these of the ten standard folds.", metavar="N,N,...")]
TRAIN_ON = Annotated[str, typer.Option(help="In place of folds: train on these users.", metavar="ID,ID,...")]
TEST_ON = Annotated[str, typer.Option(help="In place of folds: test on these users.", metavar="ID,ID,...")]
JOBS = Annotated[
    int | None, typer.Option(min=1, help="Folds at the same time, by default one a core; the figures are the same.")
]


def sides(folds: str, train_on: str, test_on: str) -> tuple[list[int], list[str], list[str]]:
    """The folds, the users to train on and those to test on. Raises `InputError`, and `BadParameter` for both."""
    if folds and (train_on or test_on):
        raise typer.BadParameter("expected folds or users, found both", param_hint="--folds")
    return numbers("--folds", folds), words("--train-on", train_on), words("--test-on", test_on)


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def words(option: str, text: str) -> list[str]:
    """The words of a list with commas. Raises `InputError` where one is empty."""
    found = [word.strip() for word in text.split(",")] if text else []
    if not all(found):
        raise InputError(f"{option}: expected words with commas between, found {shown(text)}")
    return found


def numbers(option: str, text: str) -> list[int]:
    """The numbers of a list with commas. Raises `InputError` where one is none."""
    try:
        return [int(word) for word in words(option, text)]
    except ValueError as error:
        raise InputError(f"{option}: expected numbers with commas between, found {shown(text)}") from error


def own_modules() -> None:
    """Let `module:Class` find what lies in the current folder, as `python -m` does."""
    sys.path.insert(0, os.getcwd())


def opened(path: Path | None = None) -> Catalogue:
    """The catalogue in a file; without one the default, which is made on first use."""
    from wayframe.packages import Catalogue, Plan, default_catalogue, default_path

    if path:
        return Catalogue(path)
    if default_path().exists():
        return Catalogue(default_path())
    with progress("making the catalogue", Plan().packages) as told:
        return default_catalogue(told)


@contextmanager
def talked_over(where: str | None, today: date | None = None) -> Iterator[Catalogue | Source]:
    """The catalogue of a conversation: trips, by default those that are made here, or any table, seen as it changes."""
    from wayframe.catalogues import is_trips, live

    if where is None or is_trips(where):
        with opened(Path(where) if where else None) as trips:
            yield trips
    else:
        yield live(where, today=today)


def address_of(opened: Catalogue | Source, where: str | None) -> str:
    """The path or URL under which another process opens the catalogue of a conversation."""
    from wayframe.packages import Catalogue

    return str(opened.path) if isinstance(opened, Catalogue) else str(where)


def lexicon() -> Lexicon:
    """The names of cities and hotels that the default catalogue has."""
    from wayframe.packages.source import lexicon as names

    with opened() as catalogue:
        return names(catalogue)
