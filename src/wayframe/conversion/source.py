"""Input of every conversion: the dialogues of a file, as often as needed, never all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from wayframe.corpus import stream
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError


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
