"""Words, numbers and signs of a text with their places: what the grammars of this package read.

Spelled numbers are read by text2num, run by run, so that "three thousand two hundred", "3.2k" and "3,200" are all one
token with the value 3200, and "twenty-fifth" is one with the value 25 and the mark of an ordinal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class Token(NamedTuple):
    """A word, a number or a sign: `text[start:end]`, in lower case, with its value where it is a number."""

    start: int
    end: int
    text: str
    value: float | None = None
    ordinal: bool = False
    spelled: bool = False


UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]  # noqa: E501
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth", "thirtieth"]  # noqa: E501
SCALES = {"hundred": 100.0, "thousand": 1000.0, "grand": 1000.0, "k": 1000.0, "million": 1_000_000.0}
_CARDINALS = frozenset((*UNITS, *TENS, "hundred", "thousand", "million"))
_SPELLED = _CARDINALS | frozenset(ORDINALS)
_PIECE = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s]|_")
_SUFFIXES = frozenset(("st", "nd", "rd", "th"))
_LONGEST_NUMBER = 15  # digits; a longer run is no amount, and float would lose some of them


def lex(text: str) -> list[Token]:
    """The tokens of `text` in order; numbers, spelled or not, are one token each."""
    return list(_with_numbers(list(_pieces(text))))


def _pieces(text: str) -> Iterator[Token]:
    for found in _PIECE.finditer(text):
        piece = found.group().lower()
        value = None
        if piece[0].isdecimal() and len(piece) <= _LONGEST_NUMBER:
            value = float(piece.replace(",", ""))
        yield Token(found.start(), found.end(), piece, value)


def _with_numbers(pieces: list[Token]) -> Iterator[Token]:
    at = 0
    while at < len(pieces):
        token, after = _number(pieces, at)
        yield token
        at = after


def _number(pieces: list[Token], at: int) -> tuple[Token, int]:
    """The token at `at`, made whole if it starts a number, and the index after it."""
    token = pieces[at]
    if token.value is not None:
        return _digits(pieces, at)
    if token.text in _SPELLED:
        return _spelled(pieces, at)
    after = at + 1
    if (
        token.text in ("a", "another")
        and after < len(pieces)
        and pieces[after].text in ("hundred", "thousand", "grand")
    ):
        return _joined(token, pieces[after], SCALES[pieces[after].text]), after + 1
    return token, after


def _digits(pieces: list[Token], at: int) -> tuple[Token, int]:
    token, after = pieces[at], at + 1
    if after == len(pieces) or token.value is None:
        return token, after
    follower = pieces[after]
    touching = follower.start == token.end
    if touching and follower.text in _SUFFIXES:
        return _joined(token, follower, token.value)._replace(ordinal=True, spelled=False), after + 1
    if follower.text in SCALES and (touching or follower.text != "k"):
        return _joined(token, follower, token.value * SCALES[follower.text])._replace(spelled=False), after + 1
    return token, after


def _spelled(pieces: list[Token], at: int) -> tuple[Token, int]:
    after = at + 1
    while after < len(pieces):
        step = _continues(pieces, after)
        if not step:
            break
        after += step
    words = [p.text for p in pieces[at:after] if p.text != "-"]
    value, ordinal = _reading(" ".join(words))
    if value is None and after > at + 1:  # "two three": no number, so each word stands alone
        after = at + 1
        value, ordinal = _reading(words[0])
    token = _joined(pieces[at], pieces[after - 1], value, ordinal)
    if not ordinal and value is not None and after < len(pieces) and pieces[after].text == "grand":
        return _joined(token, pieces[after], value * 1000), after + 1
    return token, after


def _continues(pieces: list[Token], at: int) -> int:
    """How many pieces from `at` carry a spelled number on: none, the next word, or a hyphen or "and" with it."""
    before, here = pieces[at - 1].text, pieces[at].text
    following = pieces[at + 1].text if at + 1 < len(pieces) else ""
    if here in _SPELLED:
        return int(here in ("hundred", "thousand", "million") or before in TENS or before in SCALES)
    if here == "-" and before in TENS and following in _SPELLED:
        return 2
    if here == "and" and before in SCALES and following in _CARDINALS:
        return 2
    return 0


def _joined(first: Token, last: Token, value: float | None, ordinal: bool = False) -> Token:
    return Token(
        first.start, last.end, f"{first.text} {last.text}" if first != last else first.text, value, ordinal, True
    )


@lru_cache(maxsize=4096)
def _reading(words: str) -> tuple[float | None, bool]:
    """The number that spelled words say, and whether they say a place in an order."""
    from text_to_num import alpha2digit  # type: ignore[import-untyped]

    digits = alpha2digit(words, "en", threshold=0)
    if digits.isdecimal():
        return float(digits), False
    found = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", digits)
    return (float(found.group(1)), True) if found else (None, False)
