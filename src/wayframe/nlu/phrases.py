"""A notation for lists of phrases that can be read without knowing regular expressions by heart.

One phrase a line, or several on a line, two spaces apart. Inside a phrase everything is a regular expression, except
that every bracket groups only and that `{name}` stands for a part given by that name. Case doesn't matter.
"""

from __future__ import annotations

import re

_SEPARATOR = re.compile(r"\n+|  +")
_BRACKET = re.compile(r"(?<!\\)\((?!\?)")
_INTERJECTIONS = (
    r"^\W*(?:(?:oh|ok(?:ay)?|well|hm+|ah+|um+|wow|great|oo+h|so|alright|cool|sorry|unfortunately|actually|and|haha|lol|dear)"
    r"\W+)*"
)
_WORD_STARTS, _WORD_ENDS = r"(?<![\w'])", r"(?![\w'])"


def anywhere(phrases: str, **parts: str) -> re.Pattern[str]:
    """A pattern that finds any of the phrases, as whole words."""
    return re.compile(_WORD_STARTS + either(phrases, **parts) + _WORD_ENDS, re.IGNORECASE)


def at_start(phrases: str, **parts: str) -> re.Pattern[str]:
    """A pattern that finds any of the phrases where a text begins, after interjections at most."""
    return re.compile(_INTERJECTIONS + either(phrases, **parts) + _WORD_ENDS, re.IGNORECASE)


def before(phrases: str, **parts: str) -> re.Pattern[str]:
    """A pattern that finds any of the phrases where a text ends, that is, right before something."""
    return re.compile(_WORD_STARTS + either(phrases, **parts) + r"\s*$", re.IGNORECASE)


def after(phrases: str, **parts: str) -> re.Pattern[str]:
    """A pattern that matches any of the phrases where a text goes on, that is, right after something."""
    return re.compile(r"\s*" + either(phrases, **parts) + _WORD_ENDS, re.IGNORECASE)


def either(phrases: str, **parts: str) -> str:
    """The regular expression that stands for any of the phrases."""
    lines = [phrase for line in _SEPARATOR.split(phrases) if (phrase := line.strip())]
    pattern = _BRACKET.sub("(?:", "(" + "|".join(lines) + ")")
    for name, part in parts.items():
        pattern = pattern.replace("{" + name + "}", part if part.startswith("(?:") else either(part))
    return pattern
