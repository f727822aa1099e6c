"""Words around a number that make it a limit: "at least 4", "9 or more", "no more than 2000", "about 10"."""

from __future__ import annotations

import re

from wayframe.values.lexer import small
from wayframe.values.records import Bound

# "Isn't" is a word, however its apostrophe is written.
_DENYING = r"(?:is|are|was|were|do|does|did|ca|could|wo|would|should|has|have|must|need)n['’]?t"
_BEFORE = re.compile(
    r"(?:(?P<at_most>(?:\b(?:no|not|cannot|(?:ca|wo|would|could)n['’]?t|don['’]?t want to|rather not|unable to)"
    r"(?: (?:to|go|spend|pay|afford|cost|be|stay|want|really|have|exceed|do))*)"
    r"(?: (?:more|over|above|higher|longer)(?: than)?)+|\b(?:less|lower|cheaper|fewer|shorter) than|\bunder"
    r"|\bbelow|\bup to|\bat (?:the )?most|\bmax(?:imum)?(?: of)?|\bwithin|\bnot? (?:above|exceed(?:ing)?)|<=?|&lt;)"
    rf"|(?P<at_least>\b(?:no|not|nothing|never|cannot|{_DENYING})(?: [\w-]+){{0,6}}?"
    r" (?:(?:less|fewer|lower) than|below|under)(?: less than)?"
    r"|\b(?:more|higher|greater|better|longer) than|\bover|\babove"
    r"|\bat (?:the )?least|\bmin(?:imum)?(?: of)?|>=?|&gt;)"
    r"|(?P<about>\babout|\baround|\bapprox(?:imately|\.)?|\broughly|\bclose to|\bnearly|~))\s*(?:an?\s+)?$",
)
_UNIT = r"(?:\s*-?\s*(?:stars?|days?|nights?|weeks?|usd|dollars?|bucks|\$))?"
_AFTER = re.compile(
    _UNIT + r"(?:(?P<at_most>\s*,?\s*(?:or (?:less|fewer|lower|below|under|cheaper|shorter)\b|max(?:imum)?\b"
    r"|at (?:the )?most\b|tops\b))"
    r"|(?P<at_least>\s*(?:\+|or (?:more|over|above|higher|better|longer|up)\b|and (?:above|up|over)\b|min(?:imum)?\b"
    r"|at (?:the )?least\b|plus\b))"
    r"|(?P<about>\s*(?:or so\b|-?ish\b)))",
)
_LOOKBACK = 48  # characters: more than the longest of these phrases


def bounded(text: str, start: int, end: int) -> tuple[int, int, Bound]:
    """The place of `text[start:end]`, a number, together with the words that limit it, and what kind of limit it is."""
    text = small(text)
    if found := _BEFORE.search(text, max(0, start - _LOOKBACK), start):
        return found.start(), end, _kind(found)
    if found := _AFTER.match(text, end):
        return start, found.end(), _kind(found)
    return start, end, "exact"


def _kind(found: re.Match[str]) -> Bound:
    if found.group("at_most") is not None:
        return "at_most"
    return "at_least" if found.group("at_least") is not None else "about"
