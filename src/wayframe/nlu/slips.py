"""Slips of the fingers: a word with two letters swapped, one left out, doubled, or missed by a key."""

from __future__ import annotations

from itertools import pairwise

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
RIGHT = {key: beside for row in _ROWS for key, beside in pairwise(row)}
"""The key to the right of each key that has one."""
LEFT = {beside: key for key, beside in RIGHT.items()}


def slips(word: str, at: int) -> tuple[str, str, str, str]:
    """Return a word with a slip at a letter inside: swapped with the next, left out, doubled, or the key beside."""
    before, letter, after = word[:at], word[at], word[at + 1 :]
    swapped = f"{before}{after[0]}{letter}{after[1:]}"
    return swapped, before + after, before + letter + letter + after, before + RIGHT.get(letter, letter) + after
