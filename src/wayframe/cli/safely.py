"""Text of others on a terminal: what could move the cursor or colour the screen is shown, not obeyed."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """`text` with its control and format characters written out (`\\x1b`); line breaks become spaces."""
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in "\n\r\t":
        return " "
    # Cc: control; Cf: direction marks and the like; Cs: halves of a character. Joiners hold emoji together.
    harmless = character in "\u200d\ufe0f" or unicodedata.category(character) not in ("Cc", "Cf", "Cs")
    return character if harmless else character.encode("unicode_escape").decode()
