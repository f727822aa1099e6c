"""Word classes: closed sets of function words and turns of phrase that the grammar asks for by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

_NONE = frozenset[str]()


class WordClasses:
    """The classes of phrases, as a lexicon lists them."""

    def __init__(self, classes: Mapping[str, Sequence[str]]) -> None:
        found = defaultdict[str, set[str]](set)
        for name, phrases in classes.items():
            for phrase in phrases:
                found[phrase].add(name)
        self._classes = {phrase: frozenset(names) for phrase, names in found.items()}
        self._lengths = defaultdict[str, set[int]](set)
        for phrase in self._classes:
            words = phrase.split()
            self._lengths[words[0]].add(len(words))

    @property
    def words(self) -> frozenset[str]:
        """All words of their phrases."""
        return frozenset(word for phrase in self._classes for word in phrase.split())

    def of(self, phrase: str) -> frozenset[str]:
        """Return the classes of a phrase."""
        return self._classes.get(phrase, _NONE)

    def starting(self, words: Sequence[str], at: int) -> frozenset[str]:
        """Return the classes of the phrases that begin at a word, however long they are."""
        lengths = self._lengths.get(words[at], ())
        return _NONE.union(*(self.of(" ".join(words[at : at + length])) for length in lengths))
