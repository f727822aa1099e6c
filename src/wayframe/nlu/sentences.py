"""A text as sentences with the values found in each."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.nlu.phrases import Phrases, anywhere, at_start
from wayframe.values import Mention

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_END = re.compile(
    r"(?=[!?….\s,])(?:(?<!\bSt)(?<!\bst)(?:[!?…]++|\.++(?!\w))\s*|\n+|(?<=\w),?\s+(?=but\b))", re.IGNORECASE
)
_ASKS_FIRST = at_start(r"""
    (i forgot|(a |one )?(quick )?question|one more thing|by the way|wait|before (i|we) decide|just to be sure)\W+any
    what('s|s|'re|re)?  how  which  when  where  who  is  are  does  do  did  will  would  can  could  any  may  tell me
    give me  show me  let me know  list
""")
_ASKS = anywhere(r"""
    i('d| would) like to know  (want|need|like|love) to (know|hear|see)  (can|could) (you|i|we)  wondering  i wonder
    tell me  let me know  remind me  curious  what('s| is| are)  how (much|many|long)  do you know
    (information|details) (on|about)
""")


# "sorry, does the one for $900 have wifi": a question within a sentence, by its order of words.
_TURNED_ROUND = Phrases(
    r", (?:will|would|do|can|could) (?:i|we)\b"
    r"|(?:^|, ?)(?:\w+ ){0,4}?(?:dates|price|rating|stars|category|duration|class)"
    r" (?:for|of|at) (?:the|that|this|number)\b"
    r"|(?:,|\b(?:me|us|again|and|(?<!and )so|decide|sure|great|good)) (?:is|are|was|were|does|do|did)"
    r" (?:the|it|there|that|this|they|those|these)\b",
)
_QUESTIONS = (_ASKS_FIRST, _ASKS, _TURNED_ROUND)


class TextSentence(NamedTuple):
    """A sentence: `words` is `text[start:end]` with plain quotes and dashes, `mentions` are the values inside."""

    start: int
    end: int
    words: str
    asks: bool
    mentions: tuple[Mention, ...]


def straightened(text: str) -> str:
    """The text with typographic quotes and dashes made plain, character by character."""
    return text.translate(_STRAIGHT)


def sentences(text: str, mentions: Sequence[Mention]) -> list[TextSentence]:
    """The sentences of a straightened text that have a word in them. A value is never cut in two."""
    starts = [m.start for m in mentions]
    found = []
    for start, end in pairwise([0, *_cuts(text, mentions, starts), len(text)]):
        words = text[start:end]
        if any(map(str.isalnum, words)):
            held = tuple(mentions[bisect_left(starts, start) : bisect_left(starts, end)])
            found.append(TextSentence(start, end, words, _asks(words), held))
    return found


def _asks(words: str) -> bool:
    return "?" in words or any(pattern.search(words) for pattern in _QUESTIONS)


def _cuts(text: str, mentions: Sequence[Mention], starts: Sequence[int]) -> Iterator[int]:
    """Yield the ends of sentences, except inside a value ("St. Louis")."""
    for match in _END.finditer(text):
        before = bisect_left(starts, match.end()) - 1
        if before < 0 or mentions[before].end <= match.end():
            yield match.end()
