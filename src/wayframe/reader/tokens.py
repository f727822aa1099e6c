"""The words, numbers and signs of a text, contractions written out, each with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wayframe.values import lexer

_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "“": '"', "”": '"'})


class Token(NamedTuple):
    """A word, a number or a sign: `text[start:end]` in lower case, with its value where it is a number.

    Of a contraction that is written out, all words have the place of the whole.
    """

    start: int
    end: int
    text: str
    value: float | None = None
    ordinal: bool = False
    capital: bool = False


def tokenize(text: str, expansions: Mapping[str, str]) -> list[Token]:
    """Return the tokens of a text in order."""
    plain = text.translate(_QUOTES)
    tokens = list[Token]()
    for piece in lexer.lex(plain):
        capital = plain[piece.start].isupper()
        if piece.value is not None:
            tokens.append(Token(piece.start, piece.end, piece.text, piece.value, piece.ordinal, capital))
            continue
        tokens += [Token(piece.start, piece.end, word, None, False, capital) for word in _words(piece.text, expansions)]
    return _joined(tokens)


def _words(word: str, expansions: Mapping[str, str]) -> Sequence[str]:
    """Return the words that a word stands for: "don't" is two; a possessive ending stands apart."""
    if word in expansions:
        return expansions[word].split()
    stem, apostrophe, ending = word.partition("'")
    if apostrophe and ending == "s":
        return (stem, "'s")
    return (word,)


def _joined(tokens: Sequence[Token]) -> list[Token]:
    """Join what a hyphen joins into single words: "wi-fi" is one word; "4-star" stays apart."""
    joined = list[Token]()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        while at + 2 < len(tokens) and _hyphenated(token, tokens[at + 1], tokens[at + 2]):
            last = tokens[at + 2]
            token = Token(token.start, last.end, f"{token.text}-{last.text}", None, False, token.capital)
            at += 2
        joined.append(token)
        at += 1
    return joined


def _hyphenated(first: Token, hyphen: Token, last: Token) -> bool:
    words = first.value is None and last.value is None and first.text[0].isalpha() and last.text[0].isalpha()
    return words and hyphen.text == "-" and first.end == hyphen.start and hyphen.end == last.start
