"""Scanning: what the readers of our notations share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, NoReturn

from wayframe.errors import InputError, shown


class TextScanner:
    """A text and how far it has been read; blanks are passed over before whatever comes next."""

    blank: ClassVar[re.Pattern[str]]

    def __init__(self, text: str) -> None:
        self.text, self.position = text, 0

    def skip(self, pattern: re.Pattern[str] | None = None) -> None:
        """Pass over a pattern, by default over blanks."""
        found = (pattern or self.blank).match(self.text, self.position)
        self.position = found.end() if found else self.position

    def at_end(self) -> bool:
        """Return whether nothing but blanks is left."""
        self.skip()
        return self.position == len(self.text)

    def fail(self, expected: str, position: int | None = None) -> NoReturn:
        """Raise `InputError` naming a position, by default this one, and what was expected there."""
        at = self.position if position is None else position
        rest = self.text[at:]
        raise InputError(f"position {at + 1}: expected {expected}, found {shown(rest, 30) if rest else 'the end'}")

    def take(self, *marks: str) -> str:
        """Return the one of the marks that comes next, and pass over it; empty where none does."""
        self.skip()
        for mark in marks:
            if self.text.startswith(mark, self.position):
                self.position += len(mark)
                return mark
        return ""

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what comes next by a pattern, and pass over it; None where it isn't there."""
        self.skip()
        found = pattern.match(self.text, self.position)
        self.position = found.end() if found else self.position
        return found

    def items(self, separator: str, end: str) -> Iterator[None]:
        """Yield before each of the things between separators, up to a bracket."""
        mark = self.take(end)
        while mark != end:
            yield
            mark = self.take(separator, end) or self.fail(f"'{separator}' or '{end}'")
