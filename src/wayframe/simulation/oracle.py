"""The oracle NLU: readers that know what is meant, so that what is left are the faults of the other stages."""

from __future__ import annotations

from wayframe.dialogue import Act
from wayframe.meaning.records import Meaning
from wayframe.reader import ReaderContext
from wayframe.reader.acts import meaning_of
from wayframe.reader.reader import EmbeddedReader


class OracleReader:
    """Reads the meaning that it was told, whatever was said."""

    def __init__(self) -> None:
        self.meant = Meaning()

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """Return the meaning of the turn as it was meant."""
        return self.meant


class OracleActsReader:
    """Reads the dialogue acts that it was told, whatever was said; their words get their values as any do."""

    def __init__(self, values: EmbeddedReader) -> None:
        self._values = values
        self.acts: tuple[Act, ...] = ()

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """Return the meaning of the acts as they were meant."""
        return meaning_of(self.acts, self._values, context)
