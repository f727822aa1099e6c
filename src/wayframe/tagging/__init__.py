"""Words with tags: slots in IOB, acts from their first to their last value (paper section 8.1)."""

from __future__ import annotations

from wayframe.tagging.matching import (
    HOWS,
    NAMED_BY_SCHEME,
    AnnotatedValue,
    FoundValue,
    MissedValue,
    TagMatching,
    gold,
    labelled,
    match,
    reaches,
    tagged,
)
from wayframe.tagging.tagged import OUTSIDE, TaggedSpan, TaggedText, TextWord, iob, spans, words

__all__ = [
    "HOWS",
    "NAMED_BY_SCHEME",
    "OUTSIDE",
    "AnnotatedValue",
    "FoundValue",
    "MissedValue",
    "TagMatching",
    "TaggedSpan",
    "TaggedText",
    "TextWord",
    "gold",
    "iob",
    "labelled",
    "match",
    "reaches",
    "spans",
    "tagged",
    "words",
]  # fmt: skip
