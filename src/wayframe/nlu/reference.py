"""Words that point at an option already talked about: "the second one", "that hotel", "it"."""

from __future__ import annotations

import re

_NOUN = (
    r"(?:one|option|package|hotel|trip|offer|deal|flight|choice|resort|place|vacation|stay|city|destination|room"
    r"|booking|inn)s?"
)
_RANK = (
    r"(?:first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last|other|previous|former|latter|original|initial"
    r"|cheap(?:er|est)?|(?:more|most|less|least) expensive|long(?:er|est)|short(?:er|est)|better|best|nicer|nicest"
    r"|earlier|later|(?:higher|better|best|highest)[ -]rated)"
)
_ALONE = r"(?:former|latter|first|second|third|cheaper|cheapest|other|longer|shorter|better)"
_POINTING = re.compile(
    rf"\b(?:(?:the|that|this|my) )?(?:very )?{_RANK} {_NOUN}\b|\bthe {_ALONE}\b(?! (?:of|day|week|thing|time))",
    re.IGNORECASE,
)
_THIS = re.compile(rf"\b(?:that|this|the) {_NOUN}\b", re.IGNORECASE)
_IT = re.compile(r"\b(?:that's|thats|that|this|it's|its|it|there)\b", re.IGNORECASE)


def pointing(words: str) -> str | None:
    """The words that choose one option among several: "the first one", "the latter"."""
    found = _POINTING.search(words)
    return found.group() if found else None


def anaphora(words: str) -> str | None:
    """The words that stand for the option at hand: "that hotel", or else "it"."""
    found = _THIS.search(words) or _IT.search(words)
    return found.group() if found else None
