"""Two ways to write the same value: other signs, words for numbers, abbreviated months, plurals, slips of the pen."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wayframe.ontology import SLOTS
from wayframe.tagging.tagged import Word
from wayframe.values.days import month_of
from wayframe.values.lexer import Token, lex

Key = Callable[[str], str]

_SAME_SPELLING = 80  # of 100: one slip in five letters
_SHORTEST_SLIP = 4  # letters; shorter words are too near one another
_SPELT = frozenset(("city", "date", "name", "seat", "text"))
_SIGNS = frozenset("$,.-'’\"()!?;:/")
_FILLERS = frozenset(("the", "of", "and"))


class Piece(NamedTuple):
    """What a piece of a text says, and the words that it is in, from `start` to before `end`."""

    key: str
    start: int
    end: int


def folded(text: str) -> str:
    """A word in small letters without accents, with plain apostrophes."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(character for character in apart if not unicodedata.combining(character)) or text


def pieces(text: str, tokens: Sequence[Word]) -> list[Piece]:
    """What a text says piece by piece, whatever form it has, and the words that each piece is in."""
    found, first = list[Piece](), 0
    for token in lex(text):
        while tokens[first].end <= token.start:
            first += 1
        last = first
        while last + 1 < len(tokens) and tokens[last + 1].start < token.end:
            last += 1
        if key := _key(token):
            found.append(Piece(key, first, last + 1))
    return found


def found_forms(pieces: Sequence[Piece], value: str) -> Iterator[tuple[int, int]]:
    """The places, as word `start` to before `end`, at which another form of `value` stands."""
    sought = [key for token in lex(value) if (key := _key(token))]
    keys = [piece.key for piece in pieces]
    for start in range(len(keys) - len(sought) + 1 if sought else 0):
        if keys[start : start + len(sought)] == sought:
            yield pieces[start].start, pieces[start + len(sought) - 1].end


def misspelt(tokens: Sequence[Word], slot: str, value: str) -> Iterator[tuple[int, int]]:
    """The places at which `value` stands with a slip, the best one first."""
    from rapidfuzz.fuzz import ratio

    plain = folded("".join(value.split()))
    kind = SLOTS[slot].kind if slot in SLOTS else "text"
    if kind not in _SPELT or len(plain) < _SHORTEST_SLIP or plain[0].isdecimal():
        return
    size = len(value.split())
    alike = list[tuple[float, int, int]]()
    for length in (size, size + 1, size - 1):
        for start in range(len(tokens) - length + 1 if length else 0):
            written = folded("".join(word.text for word in tokens[start : start + length]))
            if (score := ratio(plain, written)) >= _SAME_SPELLING:
                alike.append((-score, start, start + length))
    yield from ((start, end) for _, start, end in sorted(alike))


def _key(token: Token) -> str:
    """What a piece of text says, however it is written; nothing for signs and fillers."""
    if token.value is not None:
        return f"{token.value:g}" if token.value < 1e6 else str(token.value)
    word = folded(token.text)
    if word in _SIGNS or word in _FILLERS:
        return ""
    month = month_of(word)
    if month:
        return f"month {month}"
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
