"""Words around a number that make it a limit: "at least 4", "9 or more", "no more than 2000", "about 10"."""

from __future__ import annotations

import re

from wayframe.values.records import Bound

_UNIT = r"(?:\s*-?\s*(?:stars?|days?|nights?|weeks?|usd|dollars?|bucks|\$))?"
_BEFORE = re.compile(
    r"(?:(?P<at_most>\b(?:no|not) (?:more|over|higher|longer) than|\b(?:less|lower|cheaper|fewer|shorter) than|\bunder|\bbelow|\bup to"
    r"|\bat (?:the )?most|\bmax(?:imum)?(?: of)?|\bwithin|\bnot? (?:above|exceed(?:ing)?)|<=?|&lt;)"
    r"|(?P<at_least>\b(?:no|not) less than|\b(?:more|higher|greater|better|longer) than|\bover|\babove|\bat (?:the )?least"
    r"|\bmin(?:imum)?(?: of)?|>=?|&gt;)"
    r"|(?P<about>\babout|\baround|\bapprox(?:imately|\.)?|\broughly|\bclose to|\bnearly|~))\s*(?:an?\s+)?$",
    re.IGNORECASE,
)  # fmt: skip
_AFTER = re.compile(
    _UNIT + r"(?:(?P<at_most>\s*,?\s*(?:or (?:less|fewer|lower|below|under|cheaper|shorter)\b|max(?:imum)?\b|at (?:the )?most\b|tops\b))"
    r"|(?P<at_least>\s*(?:\+|or (?:more|over|above|higher|better|longer|up)\b|and (?:above|up|over)\b|min(?:imum)?\b|at (?:the )?least\b|plus\b))"
    r"|(?P<about>\s*(?:or so\b|-?ish\b)))",
    re.IGNORECASE,
)  # fmt: skip
_LOOKBACK = 24  # characters: more than the longest of these phrases


def bounded(text: str, start: int, end: int) -> tuple[int, int, Bound]:
    """The place of `text[start:end]`, a number, together with the words that limit it, and what kind of limit it is."""
    before = text[max(0, start - _LOOKBACK) : start]
    if found := _BEFORE.search(before):
        return start - len(before) + found.start(), end, _name(found)
    if found := _AFTER.match(text, end):
        return start, found.end(), _name(found)
    return start, end, "exact"


def _name(found: re.Match[str]) -> Bound:
    return next(name for name in ("at_most", "at_least", "about") if found.group(name) is not None)
