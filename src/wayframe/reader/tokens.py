"""The words, numbers and signs of a plain text, each with its place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from wayframe.values import lexer


class Token(NamedTuple):
    """A word, a number or a sign: `text[start:end]` in lower case, with its value where it is a number."""

    start: int
    end: int
    text: str
    value: float | None = None
    ordinal: bool = False
    capital: bool = False

    def is_word(self) -> bool:
        """Return whether it is no number and begins with a letter."""
        return self.value is None and self.text[0].isalpha()


def tokenize(text: str, apart: Collection[int] = ()) -> list[Token]:
    """Return the tokens of a text in order; those that end at one of the places `apart` are joined with none behind."""
    tokens = list[Token]()
    for piece in lexer.lex(text):
        whole = Token(piece.start, piece.end, piece.text, piece.value, piece.ordinal, text[piece.start].isupper())
        tokens += [whole._replace(text=word) for word in _words(whole)]
    return _joined(tokens, apart)


def _words(token: Token) -> Sequence[str]:
    """Return the words of a token: a possessive ending stands apart."""
    stem, apostrophe, ending = token.text.partition("'")
    if apostrophe and ending == "s":
        return (stem, "'s")
    return (token.text,)


def _joined(tokens: Sequence[Token], apart: Collection[int]) -> list[Token]:
    """Join what a hyphen joins into single words: "wi-fi" is one word; "4-star" stays apart."""
    joined = list[Token]()
    for token in tokens:
        joined.append(token)
        if _is_compound(joined[-3:]) and joined[-3].end not in apart:
            first, _, last = joined[-3:]
            joined[-3:] = [first._replace(end=last.end, text=f"{first.text}-{last.text}")]
    return joined


def _is_compound(tokens: Sequence[Token]) -> bool:
    """Return whether tokens are a word, a hyphen and a word, nothing between."""
    if len(tokens) < 3 or tokens[1].text != "-":
        return False
    first, hyphen, last = tokens
    touching = first.end == hyphen.start and hyphen.end == last.start
    return touching and first.is_word() and last.is_word()
