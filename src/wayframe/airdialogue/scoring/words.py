"""Words as the public toolkit counts them: nltk's tokens (version 3.8), sentence by sentence.

A sentence is rewritten step by step until blanks stand between all tokens (the Penn Treebank's conventions): quotes,
punctuation and brackets stand alone, "don't" is "do n't", and only the full stop at a sentence's end leaves its word.
"""

from __future__ import annotations

import re
from functools import lru_cache

from wayframe.airdialogue.scoring.sentences import sentences

_QUOTED = [
    (re.compile(r"([«“‘„]|`+)"), r" \1 "),
    (re.compile(r'^"'), "``"),
    (re.compile("(``)"), r" \1 "),
    (re.compile(r"([ (\[{<])(\"|'{2})"), r"\1 `` "),
    (re.compile(r"(?i)(')(?!re|ve|ll|m|t|s|d|n)(\w)\b"), r"\1 \2"),
]
_PUNCTUATED = [
    (re.compile(r"([^.])(\.)([\])}>\"'»”’ ]*)\s*$"), r"\1 \2 \3 "),
    (re.compile(r"([:,])([^\d])"), r" \1 \2"),
    (re.compile(r"([:,])$"), r" \1 "),
    (re.compile(r"(\.{2,}|[;@#$%&])"), r" \1 "),
    (re.compile(r"([^.])(\.)([\])}>\"']*)\s*$"), r"\1 \2\3 "),
    (re.compile(r"([?!])"), r" \1 "),
    (re.compile(r"([^'])' "), r"\1 ' "),
    (re.compile(r"([*\]\[(){}<>]|--)"), r" \1 "),
]
_CLOSED = [
    (re.compile(r"([»”’])"), r" \1 "),
    (re.compile(r"''|\""), " '' "),
    (re.compile(r"([^' ])('[sSmMdD]|') "), r"\1 \2 "),
    (re.compile(r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) "), r"\1 \2 "),
    (re.compile(r"(?i)\b(can)(not)\b|\b(d)('ye)\b|\b(gim)(me)\b|\b(gon)(na)\b|\b(got)(ta)\b|\b(lem)(me)\b"), None),
    (re.compile(r"(?i)\b(more)('n)\b|\b(wan)(na)(?=\s)| ('t)(is)\b| ('t)(was)\b"), None),
]


def words(text: str) -> list[str]:
    """The tokens of a text."""
    return [word for sentence in sentences(text) for word in _tokens(sentence)]


@lru_cache(maxsize=65536)
def _tokens(sentence: str) -> tuple[str, ...]:
    """The tokens of one sentence; people say the same sentences again and again."""
    for pattern, replacement in (*_QUOTED, *_PUNCTUATED):
        sentence = pattern.sub(replacement, sentence)
    sentence = f" {sentence} "
    for pattern, closing in _CLOSED:
        sentence = pattern.sub(closing or _apart, sentence)
    return tuple(sentence.split())


def _apart(found: re.Match[str]) -> str:
    first, second = (group for group in found.groups() if group)
    return f" {first} {second} "
