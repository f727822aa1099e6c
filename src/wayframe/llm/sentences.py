"""Sentences, or lines, of a text that is still being written: each is taken as soon as it is whole."""

from __future__ import annotations

import re
from collections.abc import Callable

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_THINKS = "<think>"
_WHOLE = re.compile(r"[^\n]*?(?:[.!?…]+[\"'”’)]*(?: ?\[[\d, ]+\][.!?]?)*(?=\s+[\"“‘'(\[]?[A-Z0-9$€£])\s+|\n+)")

LINES = re.compile(r"[^\n]*\n+")
"""Where a line is whole."""


class SentenceStream:
    """Takes a text piece by piece and gives its sentences; thoughts before it are left out.

    A point inside a number, a name or an abbreviation ends no sentence, since no capital follows a blank after it.
    """

    def __init__(self, said: Callable[[str], None], whole: re.Pattern[str] = _WHOLE) -> None:
        """`whole` says where a piece ends; by default a sentence does."""
        self._said, self._whole, self._text = said, whole, ""

    def take(self, piece: str) -> None:
        """Take what came next, and give the sentences that are whole now."""
        self._text = _THOUGHT.sub("", self._text + piece)
        if self._text.lstrip().startswith(_THINKS):
            return
        while found := self._whole.match(self._text):
            self._text = self._text[found.end() :]
            self._give(found[0])

    def end(self) -> None:
        """Give what is left at the end; a thought without an end is no sentence."""
        rest, self._text = self._text, ""
        if not rest.lstrip().startswith(_THINKS):
            for line in rest.splitlines():
                self._give(line)

    def _give(self, sentence: str) -> None:
        if sentence.strip():
            self._said(sentence.strip())
