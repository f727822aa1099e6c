"""Plain text: a turn with its abbreviations, contractions and hurried digits written out, before anything reads it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from wayframe.language.lexicon import DigitWord

# A line ends what is said in it.
_SIGNS = str.maketrans({"\n": ";", "’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "“": '"', "”": '"'})
_WORD = re.compile(r"[^\W\d_]/[^\W\d_]?(?!\w)|[^\W_]+(?:'[^\W_]+)*")  # "w/", "y/o"; "don't"


class PlainText(NamedTuple):
    """A text as it is read; `starts` and `ends` say where each of its characters stood in the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def start(self, at: int) -> int:
        """Return where in the original a character stood."""
        return self.starts[at]

    def end(self, at: int) -> int:
        """Return where in the original the character before a place ended."""
        return self.ends[at - 1] if at else 0


class _Exchange(NamedTuple):
    """Words in the place of a stretch of a text."""

    start: int
    end: int
    words: str


def plain_text(
    text: str,
    expansions: Mapping[str, str],
    digits: Mapping[str, DigitWord] | None = None,
    places: Collection[int] = (),
) -> PlainText:
    """Return a text with its short forms written out; `digits` that stand for a word do so before `places`, too."""
    plain = text.translate(_SIGNS)
    words = list(_WORD.finditer(plain))
    exchanges = list(_expanded(words, expansions))
    if digits:
        exchanges = sorted([*exchanges, *_spelled(words, expansions, digits, places)])
    return _exchanged(plain, exchanges)


def _expanded(words: Sequence[re.Match[str]], expansions: Mapping[str, str]) -> Iterator[_Exchange]:
    for word in words:
        if expansion := expansions.get(word[0].lower()):
            yield _Exchange(*word.span(), expansion)


def _spelled(
    words: Sequence[re.Match[str]],
    expansions: Mapping[str, str],
    digits: Mapping[str, DigitWord],
    places: Collection[int],
) -> Iterator[_Exchange]:
    """Yield the digits that stand for words: "boston 2 tokyo", "4 us", "the other 1"."""
    said = [expansions.get(word[0].lower(), word[0].lower()).split() for word in words]
    following = [*(each[0] for each in said[1:]), ""]
    preceding = ["", *(each[-1] for each in said)]
    places_behind = [*(word.start() in places for word in words[1:]), False]
    for at, word in enumerate(words):
        digit = digits.get(word[0])
        if digit is None:
            continue
        shown = (digit.places and places_behind[at]) or following[at] in digit.before or preceding[at] in digit.behind
        if shown and following[at] not in digit.never_before and preceding[at] not in digit.never_behind:
            yield _Exchange(*word.span(), digit.word)


def _exchanged(text: str, exchanges: Sequence[_Exchange]) -> PlainText:
    pieces, starts, ends = list[str](), list[range | list[int]](), list[range | list[int]]()
    at = 0
    for exchange in [*exchanges, _Exchange(len(text), len(text), "")]:
        pieces += [text[at : exchange.start], exchange.words]
        starts += [range(at, exchange.start), [exchange.start] * len(exchange.words)]
        ends += [range(at + 1, exchange.start + 1), [exchange.end] * len(exchange.words)]
        at = exchange.end
    return PlainText("".join(pieces), list(chain(*starts)), list(chain(*ends)))
