"""A notation for lists of phrases that can be read without knowing regular expressions by heart.

One phrase a line, or several on a line, two spaces apart. Inside a phrase everything is a regular expression, except
that every bracket groups only and that `{name}` stands for a part given by that name. Case doesn't matter.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

from wayframe.values.lexer import small

_SEPARATOR = re.compile(r"\n+|  +")
_BRACKET = re.compile(r"(?<!\\)\((?!\?)")
_CAPITAL = re.compile(r"(?<![\\?])[A-Z]")
_INTERJECTIONS = (
    r"^\W*(?:(?:oh|ok(?:ay)?|well|hm+|ah+|um+|wow|great|oo+h|so|alright|cool|sorry|unfortunately|actually|and|haha|lol|dear)"
    r"\W+)*"
)
_WORD_STARTS, _WORD_ENDS = r"(?<![\w'])", r"(?![\w'])"


class Phrases:
    """A pattern that doesn't mind capitals: places are those in the text, the words that it finds are in small letters.

    It looks at small letters only, which takes half the time of `re.IGNORECASE`.
    """

    __slots__ = ("_pattern",)

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(_CAPITAL.sub(lambda found: found.group().lower(), pattern))

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The first place at which a phrase stands."""
        return self._pattern.search(small(text), start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The phrase that stands at `start`."""
        return self._pattern.match(small(text), start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The phrase that is all of the text from `start` to `end`."""
        return self._pattern.fullmatch(small(text), start, end)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All phrases, in order and not overlapping."""
        return self._pattern.finditer(small(text))

    def sub(self, put: str | Callable[[re.Match[str]], str], text: str) -> str:
        """The text, in small letters, with something else in the place of phrases."""
        return self._pattern.sub(put, small(text))


def anywhere(phrases: str, **parts: str) -> Phrases:
    """A pattern that finds any of the phrases, as whole words."""
    return Phrases(_WORD_STARTS + either(phrases, **parts) + _WORD_ENDS)


def at_start(phrases: str, **parts: str) -> Phrases:
    """A pattern that finds any of the phrases where a text begins, after interjections at most."""
    return Phrases(_INTERJECTIONS + either(phrases, **parts) + _WORD_ENDS)


def before(phrases: str, **parts: str) -> Phrases:
    """A pattern that finds any of the phrases where a text ends, that is, right before something."""
    return Phrases(_WORD_STARTS + either(phrases, **parts) + r"\s*$")


def after(phrases: str, **parts: str) -> Phrases:
    """A pattern that matches any of the phrases where a text goes on, that is, right after something."""
    return Phrases(r"\s*" + either(phrases, **parts) + _WORD_ENDS)


def either(phrases: str, **parts: str) -> str:
    """The regular expression that stands for any of the phrases."""
    lines = [phrase for line in _SEPARATOR.split(phrases) if (phrase := line.strip())]
    pattern = _BRACKET.sub("(?:", "(" + "|".join(lines) + ")")
    for name, part in parts.items():
        pattern = pattern.replace("{" + name + "}", part if part.startswith("(?:") else either(part))
    return pattern
