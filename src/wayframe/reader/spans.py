"""The phrases of a turn: its tokens cut into spans, each with all that it can stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from wayframe.reader.tokens import Token
from wayframe.reader.vocabulary import Entry, Vocabulary


class Span(NamedTuple):
    """Tokens that belong together: their range, their place in the text, and what they can stand for.

    `classes` are the word classes of the whole, `opening` of phrases that begin where it begins, and `within` of those
    that begin anywhere in it.
    """

    first: int
    last: int  # excluded
    start: int
    end: int
    words: str
    entries: tuple[Entry, ...]
    classes: frozenset[str] = frozenset()
    opening: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()

    def is_a(self, *classes: str) -> bool:
        """Return whether the whole is of one of these word classes."""
        return not self.classes.isdisjoint(classes)

    def opens(self, *classes: str) -> bool:
        """Return whether a phrase of one of these word classes begins where it begins."""
        return not self.opening.isdisjoint(classes)

    def says(self, *classes: str) -> bool:
        """Return whether a phrase of one of these word classes begins in it."""
        return not self.within.isdisjoint(classes)

    def is_any(self, names: Collection[str]) -> bool:
        """Return whether one of these names is a kind that it can stand for or a word class of the whole."""
        return not self.classes.isdisjoint(names) or self.has(*names)

    def data(self, *kinds: str) -> Any:
        """Return what the first entry of one of the kinds holds; None where there is none."""
        return next((entry.data for entry in self.entries if entry.kind in kinds), None)

    def every(self, kind: str) -> Iterator[Any]:
        """Yield what each entry of a kind holds."""
        return (entry.data for entry in self.entries if entry.kind == kind)

    def has(self, *kinds: str) -> bool:
        """Return whether it can stand for one of the kinds."""
        return any(entry.kind in kinds for entry in self.entries)

    def is_strange(self) -> bool:
        """Return whether nobody knows it: no entry, no class, and no sign or number."""
        return not (self.entries or self.classes) and self.words.replace("-", "").isalpha()

    def cues(self) -> frozenset[str]:
        """Return the moves that it makes likely."""
        return frozenset(str(entry.data) for entry in self.entries if entry.kind == "cue")

    def is_cue(self, *moves: str) -> bool:
        """Return whether it makes one of these moves likely."""
        return any(entry.kind == "cue" and entry.data in moves for entry in self.entries)


class Recognised(NamedTuple):
    """Something that a recogniser found: a range of tokens and what it stands for."""

    first: int
    last: int
    entries: tuple[Entry, ...]


def spans(tokens: Sequence[Token], vocabulary: Vocabulary, recognised: Iterable[Recognised]) -> list[Span]:
    """Return the tokens cut into spans so that the longest phrases are whole; a token that nothing knows is a span."""
    words = [token.text for token in tokens]
    found: dict[int, dict[int, list[Entry]]] = {at: {} for at in range(len(words))}
    for at in range(len(words)):
        for length, entries in vocabulary.longest(words, at):
            found[at].setdefault(at + length, []).extend(entries)
    for each in recognised:
        found[each.first].setdefault(each.last, [])[:0] = each.entries
    best: list[tuple[float, int]] = [(0.0, 0)] * (len(words) + 1)
    for at in range(len(words) - 1, -1, -1):
        best[at] = (best[at + 1][0], at + 1)
        for end, entries in found[at].items():
            score = best[end][0] + _worth(end - at, entries)
            if score > best[at][0]:
                best[at] = (score, end)
    cut = list[Span]()
    at = 0
    while at < len(words):
        end = best[at][1]
        known = tuple(dict.fromkeys(found[at].get(end, ())))
        phrase = " ".join(words[at:end])
        classes = vocabulary.classes.of(phrase)
        opening, *later = (vocabulary.classes.starting(words, place) for place in range(at, end))
        within = opening.union(*later)
        cut.append(Span(at, end, tokens[at].start, tokens[end - 1].end, phrase, known, classes, opening, within))
        at = end
    return cut


def _worth(length: int, entries: Sequence[Entry]) -> float:
    """Return how much a phrase is worth as a whole: long ones more than their parts, what carries content more."""
    plain = all(entry.kind == "filler" for entry in entries)
    return length * (1.0 if plain else 1.5) + (length - 1) * (0.2 if plain else 1.0)
