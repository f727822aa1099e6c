"""Plain text: a turn with its abbreviations, contractions and hurried digits written out, before anything reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from wayframe.language.lexicon import Homophone

# A line ends what is said in it.
_SIGNS = str.maketrans({"\n": ";", "’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "“": '"', "”": '"'})
# "w/", "y/o"; "1,369.37"; "don't"
_WORD = re.compile(r"[^\W\d_]/[^\W\d_]?(?!\w)|[$€£]?\d+(?:[.,:/]\d+)+\w*|[$€£]\w+|[^\W_]+(?:'[^\W_]+)*")


Respelling = Callable[[re.Match[str]], str]


class PlainText(NamedTuple):
    """A text as it is read; `starts` and `ends` say where each of its characters stood in the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def behind(self, before: PlainText) -> PlainText:
        """Return it with places in the original of the text that it was made from."""
        starts, ends = map(before.starts.__getitem__, self.starts), map(before.ends.__getitem__, self._last())
        return PlainText(self.text, list(starts), list(ends))

    def _last(self) -> Iterator[int]:
        return (max(end - 1, 0) for end in self.ends)

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


def plain_text(text: str, expansions: Mapping[str, str], respelt: Respelling | None = None) -> PlainText:
    """Return a text with its short forms written out, and its other words in the spelling that is given for them."""
    plain = text.translate(_SIGNS)
    exchanges = list[_Exchange]()
    for word in _WORD.finditer(plain):
        meant = expansions.get(word[0].lower()) or (respelt(word) if respelt else word[0])
        if meant != word[0]:
            exchanges.append(_Exchange(*word.span(), meant))
    return _exchanged(plain, exchanges)


def by_neighbours(text: str, homophones: Mapping[str, Homophone], places: Collection[int] = ()) -> PlainText:
    """Return a text with the words exchanged that stand for others: "boston 2 tokyo", "4 us", "the other 1"."""
    words = list(_WORD.finditer(text))
    following = [*(word[0].lower() for word in words[1:]), ""]
    preceding = ["", *(word[0].lower() for word in words)]
    places_behind = [*(word.start() in places for word in words[1:]), False]
    exchanges = list[_Exchange]()
    for at, word in enumerate(words):
        meant = homophones.get(word[0].lower())
        if meant and _stands(meant, following[at], preceding[at], place=places_behind[at]):
            exchanges.append(_Exchange(*word.span(), meant.word))
    return _exchanged(text, exchanges)


def _stands(meant: Homophone, following: str, preceding: str, *, place: bool) -> bool:
    """Return whether a word stands for another between two neighbours, the second of them a place or not."""
    if following in meant.never_before or preceding in meant.never_behind:
        return False
    return (meant.places and place) or following in meant.before or preceding in meant.behind


def _exchanged(text: str, exchanges: Sequence[_Exchange]) -> PlainText:
    pieces, starts, ends = list[str](), list[range | list[int]](), list[range | list[int]]()
    at = 0
    for exchange in [*exchanges, _Exchange(len(text), len(text), "")]:
        pieces += [text[at : exchange.start], exchange.words]
        starts += [range(at, exchange.start), [exchange.start] * len(exchange.words)]
        ends += [range(at + 1, exchange.start + 1), [exchange.end] * len(exchange.words)]
        at = exchange.end
    return PlainText("".join(pieces), list(chain(*starts)), list(chain(*ends)))
