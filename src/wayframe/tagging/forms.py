"""Two ways to write the same value: other signs, words for numbers, abbreviated months, plurals, slips of the pen."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

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


def folded(text: str) -> str:
    """A word in small letters without accents, with plain apostrophes."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(character for character in apart if not unicodedata.combining(character)) or text


def found_forms(text: str, tokens: Sequence[Word], value: str) -> Iterator[tuple[int, int]]:
    """The places, as word `start` to before `end`, at which another form of `value` stands."""
    sought = [key for token in lex(value) if (key := _key(token))]
    pieces = [(token, key) for token in lex(text) if (key := _key(token))]
    keys = [key for _, key in pieces]
    for start in range(len(keys) - len(sought) + 1 if sought else 0):
        if keys[start : start + len(sought)] == sought:
            first, last = pieces[start][0].start, pieces[start + len(sought) - 1][0].end
            inside = [number for number, word in enumerate(tokens) if first < word.end and word.start < last]
            yield inside[0], inside[-1] + 1


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
