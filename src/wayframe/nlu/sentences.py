"""A text as sentences with the values found in each."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.values import Mention

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_END = re.compile(r"(?<!\bSt)(?<!\bst)(?:[!?…]+|\.+(?!\w))\s*|\n+|(?<=\w),?\s+(?=but\b)", re.IGNORECASE)
_ASKS = re.compile(
    r"^\W*(?:(?:and|ok|okay|so|well|hm+|oh|cool|great|also|but|yes|wow|alright)\b\W*)*"
    r"(?:what|what's|whats|how|which|when|where|who|is|are|does|do|did|will|would|can|could|any|may|tell me"
    r"|give me|show me"
    r"|let me know|list)\b"
    r"|\b(?:i(?:'d| would) like to know|(?:want|need|like|love) to (?:know|hear|see)|(?:can|could) (?:you|i|we)"
    r"|wondering"
    r"|tell me|let me know|remind me|curious|i wonder|what(?:'s| is| are)|how (?:much|many|long)|do you know"
    r"|information (?:on|about)|details (?:on|about))\b",
    re.IGNORECASE,
)


class Sentence(NamedTuple):
    """A sentence: `words` is `text[start:end]` with plain quotes and dashes, `mentions` are the values inside."""

    start: int
    end: int
    words: str
    asks: bool
    mentions: tuple[Mention, ...]


def straightened(text: str) -> str:
    """The text with typographic quotes and dashes made plain, character by character."""
    return text.translate(_STRAIGHT)


def sentences(text: str, mentions: Sequence[Mention]) -> list[Sentence]:
    """The sentences of a straightened text that have a word in them. A value is never cut in two."""
    starts = [m.start for m in mentions]
    found = []
    for start, end in pairwise([0, *_cuts(text, mentions, starts), len(text)]):
        words = text[start:end]
        if any(map(str.isalnum, words)):
            held = tuple(mentions[bisect_left(starts, start) : bisect_left(starts, end)])
            found.append(Sentence(start, end, words, "?" in words or bool(_ASKS.search(words)), held))
    return found


def _cuts(text: str, mentions: Sequence[Mention], starts: Sequence[int]) -> Iterator[int]:
    """Where sentences end, but for places inside a value ("St. Louis")."""
    for match in _END.finditer(text):
        before = bisect_left(starts, match.end()) - 1
        if before < 0 or mentions[before].end <= match.end():
            yield match.end()
