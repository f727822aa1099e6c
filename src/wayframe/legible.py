"""Cut a text to the length that a person would write."""

from __future__ import annotations

import re

LONGEST = 2000  # characters; the longest turn of a user in the Frames corpus has a fifth of that
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


def writable(text: str) -> str:
    """The text with U+FFFD for what no UTF-8 can write."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def legible(text: str) -> str:
    """Return the beginning of a text, up to `LONGEST` characters, without characters that can't be written."""
    return writable(text[:LONGEST])
