"""Erasure of what a study leaves outside of its database: releases, and the list of replacements in the last one.

When somebody's data is deleted, all that lies in the study's folder goes, too; whoever deletes is told of the rest.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import select

from wayframe.collection.storage import AUDIT, StudyStorage
from wayframe.errors import InputError

MARK = "export.json"
"""The file by which a folder is known as an export."""

REVIEW = "review.csv"
"""The private file in the study's folder that lists what the last export replaced."""

_TELLING = ("frames.json", "dialogues.csv", "tasks.json", "report.html")  # the rest of an export has sums only
_PART = ".*.part"  # what writing that was interrupted leaves


class ErasureReport(NamedTuple):
    """The dialogues that were deleted with somebody, and where else their words may still lie."""

    dialogues: tuple[int, ...]
    elsewhere: tuple[str, ...]


def begin(storage: StudyStorage, path: Path, now: float) -> int:
    """Note in the log that something is exported to a folder, before it is read; the number of the entry."""
    entry = {"at": now, "who": "command line", "action": "export", "detail": str(path.resolve())}
    with storage.changing() as connection:
        return int(connection.execute(AUDIT.insert().values(entry)).inserted_primary_key[0])


def finish(storage: StudyStorage, number: int, path: Path, folder: Path) -> None:
    """Note that what was begun with entry `number` is written: an erasure from now on finds it.

    Raises `InputError`, and takes away what was written, where somebody was forgotten since it was begun.
    """
    forgets = select(AUDIT.c.number).where(AUDIT.c.action == "forget", AUDIT.c.number > number)
    with storage.reading() as connection:
        disturbed = connection.execute(forgets).first()
    if disturbed:
        for each in _telling(path):
            _deleted(each)
        clean(folder)
        raise InputError(f"{path}: somebody's data was deleted while this was written: export again")


def elsewhere(connection: Any, folder: Path, since: float) -> tuple[str, ...]:
    """The folders outside of the study's to which was exported since a time, each once."""
    entries = select(AUDIT.c.detail).where(AUDIT.c.action == "export", AUDIT.c.at >= since).order_by(AUDIT.c.number)
    paths = dict.fromkeys(path for (path,) in connection.execute(entries))
    return tuple(path for path in paths if not Path(path).is_relative_to(folder.resolve()))


def clean(folder: Path) -> tuple[str, ...]:
    """Delete what tells of people in a study's folder, databases aside; what couldn't be deleted."""
    found = [folder / REVIEW, *folder.rglob(_PART)]
    for mark in folder.rglob(MARK):
        found += _telling(mark.parent)
    return tuple(str(path.resolve()) for path in found if not _deleted(path))


def _telling(export: Path) -> Iterator[Path]:
    return (export / name for name in _TELLING)


def _deleted(path: Path) -> bool:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
        return not path.exists()
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True
