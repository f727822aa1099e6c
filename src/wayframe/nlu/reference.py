"""Words that point at an option already talked about: "the second one", "that hotel", "it"."""

from __future__ import annotations

import re

_NOUN = (
    r"(?:one|option|package|hotel|trip|offer|deal|flight|choice|resort|place|vacation|stay|city|destination|room"
    r"|booking|inn)"
)
_ORDINAL = r"(?:first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th)"
_RANK = (
    rf"(?:{_ORDINAL}|last|other|previous|former|latter|original|initial|cheap(?:er|est)?|(?:more|most|less"
    rf"|least) expensive"
    r"|longer|shorter|better|nicer|nicest|earlier|later|(?:higher|better|highest)[ -]rated)"
)
_ALONE = rf"(?:former|latter|{_ORDINAL}|cheaper|cheapest|other|longer|shorter|better)"
_POINTING = re.compile(
    rf"\b(?:(?:the|that|this|my) (?:very )?(?:{_RANK}) (?:\w+ )?{_NOUN}\b"
    rf"|(?<!\ba )(?<!another )(?<!any ){_ORDINAL} {_NOUN}\b"
    rf"|the {_ALONE}\b(?= (?:please|then|sounds?|looks?|seems?|would|is|works?|of)\b|\W*$|[.,!?])|the one you \w+)",
    re.IGNORECASE,
)
_RANKING = re.compile(
    r"\b(?:which|what)(?: \w+)? (?:is|one|has|would|leads|offers)\b|\b(?:longer|sooner|more"
    r"|bigger|cheaper)[^.]{0,15} the better\b",
    re.IGNORECASE,
)
_THIS = re.compile(rf"\b(?:that|this|the) {_NOUN}s?\b", re.IGNORECASE)
_THAT_ONE = re.compile(rf"\b(?:that|this) {_NOUN}\b", re.IGNORECASE)
_IT = re.compile(r"\b(?:that's|thats|that|this|it's|its|it|there)\b", re.IGNORECASE)
_NOT_THERE = re.compile(
    r"\b(?:is|are|hi|hey|hello|be) there\b|\bthere(?:'s| is| are)\b|\b(?:make|think|know|so"
    r"|say\w*) (?:that|it)\b",
    re.IGNORECASE,
)


def pointing(words: str) -> tuple[int, int] | None:
    """Where the words stand that choose one option among several: "the first one", "the latter"."""
    found = _POINTING.search(words)
    return found.span() if found and not _RANKING.search(words) else None


def singled_out(words: str) -> str | None:
    """The words that name one option right here: "this one", "that package"."""
    found = _THAT_ONE.search(words)
    return found.group() if found else None


def anaphora(words: str) -> str | None:
    """The words that stand for the option at hand: "that hotel", or else "it"."""
    found = _THIS.search(words)
    if found is None:
        blank = _NOT_THERE.sub(lambda m: " " * len(m.group()), words)
        found = _IT.search(blank)
    return words[found.start() : found.end()] if found else None
