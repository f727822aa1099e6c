"""Words with tags: slots in IOB, acts from their first to their last value (paper section 8.1)."""

from __future__ import annotations

from wayframe.tagging.matching import HOWS, WHYS, Found, Matching, Missed, Said, gold, labelled, match, tagged
from wayframe.tagging.tagged import OUTSIDE, Span, Tagged, Word, iob, spans, words

__all__ = [
    "HOWS", "OUTSIDE", "WHYS", "Found", "Matching", "Missed", "Said", "Span", "Tagged", "Word", "gold", "iob",
    "labelled", "match", "spans", "tagged", "words",
]  # fmt: skip
