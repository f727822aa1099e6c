"""Options that the commands about trackers share."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from wayframe.errors import InputError, shown

FILE = Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")]
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
