"""Spelling: words that nothing knows read as the known words that they are slips of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from wayframe.reader.tokens import Token
from wayframe.reader.vocabulary import Vocabulary

MOST_NEAR = 8  # words that are compared with one another
SHORTEST, LONG = 4, 8  # letters: of words that are corrected, of those with two slips


class Spelling:
    """Corrects the tokens of a text. Threads may share it."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._right = vocabulary.words | vocabulary.classes.words | frozenset(vocabulary.lexicon.spelling["right"])
        self._endings = ("", *vocabulary.lexicon.spelling["endings"])
        self._meant = tuple(sorted(word for word in vocabulary.words if len(word) >= SHORTEST and word.isalpha()))
        self._corrected = lru_cache(maxsize=4096)(self._nearest)

    def named(self, tokens: Sequence[Token], names: Sequence[str]) -> list[Token]:
        """Return the tokens with slips in the words of names corrected: "the Opsrey" is the Osprey."""
        words = sorted({word for name in names for word in name.casefold().split() if len(word) > SHORTEST})
        known = self._right.union(words)
        return [_respelt(token, words, known) for token in tokens]

    def corrected(self, tokens: Sequence[Token], names: Collection[int]) -> list[Token]:
        """Return the tokens with slips corrected; those at the places of `names` stay as they are."""
        return [token if at in names else self._token(token) for at, token in enumerate(tokens)]

    def _token(self, token: Token) -> Token:
        if not token.is_word() or len(token.text) < SHORTEST or not token.text.isalpha() or self._is_form(token.text):
            return token
        return token._replace(text=self._corrected(token.text))

    def _is_form(self, word: str) -> bool:
        """Return whether a word is a known one or a form of one: "hired" of "hire", "settled" of "settle"."""
        return any(word.endswith(ending) and word.removesuffix(ending) in self._right for ending in self._endings)

    def _nearest(self, word: str) -> str:
        """Return the known word that a word is a slip of: one letter off, two of a long word; else the word itself."""
        return _near(word, self._meant) or word


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
    near = [(distance, abs(len(meant) - len(word)), meant) for meant, distance, _ in found if meant[0] == word[0]]
    return min(near, default=(0, 0, ""))[2]
