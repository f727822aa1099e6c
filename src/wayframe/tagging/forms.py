"""Two ways to write the same value: other signs, words for numbers, abbreviated months, plurals, slips of the pen."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe.ontology import kind_of
from wayframe.tagging.tagged import TextWord
from wayframe.values.dates import month_of
from wayframe.values.lexer import Token, lex

_SAME_SPELLING = 80  # of 100: one slip in five letters
_SHORTEST_SLIP = 4  # letters; shorter words are too near one another
_SPELT = frozenset(("city", "date", "name", "seat", "text"))
_SIGNS = frozenset("$,.-'’\"()!?;:/")
_SILENT = _SIGNS | {"the", "of", "and"}


class TextPiece(NamedTuple):
    """Content of a part of a text, and its words, from `start` to before `end`."""

    key: str
    start: int
    end: int


def folded(text: str) -> str:
    """A word in small letters without accents, with plain apostrophes."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(character for character in apart if not unicodedata.combining(character)) or text


def pieces(text: str, tokens: Sequence[TextWord]) -> list[TextPiece]:
    """Split a text into parts with their content, whatever their form, and the words of each."""
    starts, ends = [token.start for token in tokens], [token.end for token in tokens]
    found = list[TextPiece]()
    for token in lex(text):
        if key := _key(token):
            found.append(TextPiece(key, bisect_right(ends, token.start), bisect_left(starts, token.end)))
    return found


def found_forms(pieces: Sequence[TextPiece], value: str) -> Iterator[tuple[int, int]]:
    """The places, as word `start` to before `end`, at which another form of `value` stands."""
    sought = list(filter(None, map(_key, lex(value))))
    keys = [piece.key for piece in pieces]
    if not sought:
        return
    for start in range(len(keys) - len(sought) + 1):
        if keys[start : start + len(sought)] == sought:
            yield pieces[start].start, pieces[start + len(sought) - 1].end


def misspelt(tokens: Sequence[TextWord], slot: str, value: str) -> Iterator[tuple[int, int]]:
    """The places at which `value` stands with a slip, the best one first."""
    from rapidfuzz.fuzz import ratio

    plain = folded("".join(value.split()))
    if kind_of(slot) not in _SPELT or len(plain) < _SHORTEST_SLIP or plain[0].isdecimal():
        return
    size = len(value.split())
    alike = list[tuple[float, int, int]]()
    for length in filter(None, (size, size + 1, size - 1)):
        for start in range(len(tokens) - length + 1):
            written = folded("".join(word.text for word in tokens[start : start + length]))
            score = ratio(plain, written)
            if score >= _SAME_SPELLING:
                alike.append((-score, start, start + length))
    for _, start, end in sorted(alike):
        yield start, end


def _key(token: Token) -> str:
    """Return the content of a token regardless of its form; empty for signs and fillers."""
    if token.value is not None:
        return f"{token.value:g}" if token.value < 1e6 else str(token.value)
    word = folded(token.text)
    if word in _SILENT:
        return ""
    month = month_of(word)
    if month:
        return f"month {month}"
    if len(word) > 3:
        return word.removesuffix("s")
    return word
