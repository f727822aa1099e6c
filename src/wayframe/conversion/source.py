"""Input and output of conversions: the dialogues of a file, never all at once, and folders, whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from wayframe.corpus import stream
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError, reason


class DialogueSource:
    """The dialogues of a file, one at a time, counted as they pass.

    `progress` is told how many have passed. After a whole pass, `dialogues` and `turns` are those of the file.
    """

    def __init__(self, path: Path, progress: Callable[[int], None]) -> None:
        self.path = path
        self.dialogues = 0
        self.turns = 0
        self._progress = progress

    def __iter__(self) -> Iterator[Dialogue]:
        self.dialogues = self.turns = 0
        for dialogue in stream(self.path):
            yield dialogue
            self.dialogues += 1
            self.turns += len(dialogue.turns)
            self._progress(self.dialogues)

    def decoded(self) -> Iterator[Dialogue]:
        """The dialogues, for who needs their `frames` and `db`: raises `InputError` naming the turn whose are none."""
        for dialogue in self:
            for number, turn in enumerate(dialogue.turns, 1):
                try:
                    _ = turn.frames, turn.db
                except InputError as error:
                    where = f"{self.path}: dialogue {self.dialogues + 1}: turn {number}"
                    raise InputError(f"{where}: {error}") from error
            yield dialogue


@contextmanager
def making(path: Path) -> Iterator[Path]:
    """Give an empty folder that takes the name `path` when the block ends well, and is gone when it doesn't.

    Raises `InputError` where `path` is there already, or can't be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists():
        raise InputError(f"{path}: can't be written: it is there already, and a folder is never written over")
    beside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        beside.mkdir()
        yield beside
        beside.rename(target)
    except OSError as error:
        if error.filename is None or not Path(error.filename).is_relative_to(beside):
            raise
        raise InputError(f"{path}: can't be written: {reason(error)}") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
