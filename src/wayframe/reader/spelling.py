"""Spelling: words that nothing knows read as the known words that they are slips of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache

from wayframe.reader.tokens import Token
from wayframe.reader.vocabulary import Vocabulary
from wayframe.values import Gazetteer
from wayframe.values.amounts import CURRENCIES
from wayframe.values.dates import WEEKDAYS, month_of

MOST_NEAR = 8  # words that are compared with one another
LEAST_KEPT = 0.6  # of a place's letters, where one was asked for
SHORTEST_PLACE, LEAST_ALIKE = 6, 0.79  # letters of a place that is corrected wherever it stands; how near it has to be
SHORTEST, LONG = 4, 8  # letters: of words that are corrected, of those with two slips


_VOWELS = frozenset("aeiouy")
_NO_VOWELS = dict.fromkeys(map(ord, _VOWELS))


class Spelling:
    """Corrects the tokens of a text. Threads may share it."""

    def __init__(self, vocabulary: Vocabulary, gazetteer: Gazetteer | None = None) -> None:
        """Words near no word of the vocabulary may be slips of a place that the `gazetteer` has."""
        self._gazetteer = gazetteer
        self._right = vocabulary.words | vocabulary.classes.words | frozenset(vocabulary.lexicon.spelling["right"])
        self._endings = ("", *vocabulary.lexicon.spelling["endings"])
        targets = vocabulary.words.union(vocabulary.lexicon.spelling["numbers"])
        self._meant = tuple(sorted(word for word in targets if len(word) >= SHORTEST and word.isalpha()))
        self._skeletons = _skeletons(self._meant)
        self._corrected = lru_cache(maxsize=4096)(self._nearest)

    def named(self, tokens: Sequence[Token], names: Sequence[str]) -> list[Token]:
        """Return the tokens with slips in the words of names corrected: "the Opsrey" is the Osprey."""
        words = sorted({word for name in names for word in name.casefold().split() if len(word) > SHORTEST})
        known = self._right.union(words)
        return [_respelt(token, words, known) for token in tokens]

    def corrected(self, tokens: Sequence[Token], names: Collection[int]) -> list[Token]:
        """Return the tokens with slips corrected; those at the places of `names` stay as they are."""
        return [token if at in names else self._token(token) for at, token in enumerate(tokens)]

    def word(self, word: str, *, place: bool = False) -> str:
        """Return a word with a slip corrected; one that begins with a capital may be a name and stays as it is.

        Where a place was asked for, a word that could be one is that rather than another word.
        """
        plain = word.lower()
        is_name = word[0].isupper() and not word.isupper()
        if is_name or len(plain) < SHORTEST or not plain.isalpha() or self._is_form(plain):
            return word
        if plain in CURRENCIES or plain in WEEKDAYS or month_of(plain):
            return word
        return (self._place(plain, LEAST_KEPT) if place else "") or self._corrected(plain)

    def _token(self, token: Token) -> Token:
        if not token.is_word() or len(token.text) < SHORTEST or not token.text.isalpha() or self._is_form(token.text):
            return token
        return token._replace(text=self._corrected(token.text))

    def _is_form(self, word: str) -> bool:
        """Return whether a word is a known one or a form of one: "hired" of "hire", "settled" of "settle"."""
        return any(word.endswith(ending) and word.removesuffix(ending) in self._right for ending in self._endings)

    def _nearest(self, word: str) -> str:
        """Return the known word that a word is a slip of: one letter off, two of a long word; else the word itself."""
        abbreviated = self._skeletons.get(_consonants(word), "") if _VOWELS.isdisjoint(word) else ""
        near = _near(word, self._meant)
        if near.startswith(word) and near.removeprefix(word) in self._endings:
            near = ""  # "name" is no slip of "named"
        return near or self._place(word) or abbreviated or word

    def _place(self, word: str, least: float = LEAST_ALIKE) -> str:
        """Return the only place that is so near to a word; empty where there is none."""
        long_enough = len(word) >= SHORTEST_PLACE or least < LEAST_ALIKE
        near = self._gazetteer.candidates(word) if self._gazetteer and long_enough else []
        return near[0].name if len(near) == 1 and near[0].score >= least else ""


def _skeletons(words: Sequence[str]) -> dict[str, str]:
    """Return words by their consonants, those that only one word has."""
    found = defaultdict[str, list[str]](list)
    for word in words:
        found[_consonants(word)].append(word)
    return {consonants: meant[0] for consonants, meant in found.items() if len(meant) == 1}


def _respelt(token: Token, words: Sequence[str], known: Collection[str]) -> Token:
    """Return a token as one of some words where it is a slip of that; as it is where it is known."""
    if token.value is not None or token.text in known or len(token.text) <= SHORTEST:
        return token
    return token._replace(text=_near(token.text, words) or token.text)


def _near(word: str, words: Sequence[str]) -> str:
    """Return the word that is one slip away, two of a long one; empty where none is."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    slips = 2 if len(word) >= LONG else 1
    found = process.extract(word, words, scorer=OSA.distance, score_cutoff=slips, limit=MOST_NEAR)
    near = [
        (distance, _consonants(meant) != _consonants(word), abs(len(meant) - len(word)), meant)
        for meant, distance, _ in found
        if meant[0] == word[0]
    ]
    distance, other_sound, _, meant = min(near, default=(0, False, 0, ""))
    return "" if distance > 1 and other_sound else meant  # "password" is no slip of "passport"


def _consonants(word: str) -> str:
    """Return the consonants of a word, doubled ones once: vowels are confused more often than they."""
    return re.sub(r"(.)\1", r"\1", word.translate(_NO_VOWELS))
