"""A text with a tag for each word: which slot's value it belongs to, and which acts it carries (paper section 8.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

OUTSIDE = "O"

# A number with its commas, point or colon, or an ordinal; letters, with apostrophes inside, but for the "'s" of
# "Rome's", which is a word by itself; any other sign by itself.
_WORD = re.compile(
    r"\d+(?:st|nd|rd|th)(?![^\W\d_])|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:[.:]\d+)?"
    r"|[^\W\d_]+(?:['’](?!s(?!\w))[^\W\d_]+)*|['’]s(?!\w)|[^\s\w]|_",
    re.IGNORECASE,
)


class TextWord(NamedTuple):
    """A word, a number or a sign of a text: `text` stands from character `start` to before `end`."""

    start: int
    end: int
    text: str


class TaggedSpan(NamedTuple):
    """Words that are a slot's value: from word `start` to before `end`."""

    start: int
    end: int
    slot: str


class TaggedText(NamedTuple):
    """A text word by word.

    `slots` has an IOB tag a word: "B-dst_city" begins a value, "I-dst_city" carries it on, "O" is outside. `acts` has
    for each word the names of the acts from whose first to last value it stands, none twice, in the order of the acts.
    """

    words: tuple[TextWord, ...]
    slots: tuple[str, ...]
    acts: tuple[tuple[str, ...], ...]

    @property
    def spans(self) -> tuple[TaggedSpan, ...]:
        """The values, in order."""
        return tuple(spans(self.slots))


def words(text: str) -> list[TextWord]:
    """The words of a text: every character that isn't a blank belongs to exactly one."""
    return [TextWord(found.start(), found.end(), found.group()) for found in _WORD.finditer(text)]


def spans(tags: Sequence[str]) -> list[TaggedSpan]:
    """The values that IOB tags mark. An "I" that carries on no value of its slot begins one."""
    found = list[TaggedSpan]()
    for at, tag in enumerate(tags):
        kind, _, slot = tag.partition("-")
        if kind == "I" and found and (found[-1].end, found[-1].slot) == (at, slot):
            found[-1] = found[-1]._replace(end=at + 1)
        elif tag != OUTSIDE:
            found.append(TaggedSpan(at, at + 1, slot))
    return found


def iob(length: int, spans: Iterable[TaggedSpan]) -> tuple[str, ...]:
    """The tags of so many words with these values, which don't overlap."""
    tags = [OUTSIDE] * length
    for start, end, slot in spans:
        tags[start:end] = [f"B-{slot}", *[f"I-{slot}"] * (end - start - 1)]
    return tuple(tags)
