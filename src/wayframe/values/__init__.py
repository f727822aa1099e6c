"""What a value means: dates, money, counts, lengths, ratings, seats and names; its canonical form; whether two match.

`find` locates the values in a text, `read` turns one surface form into a typed value, `canonical` into the form that
frames hold, and `matches` says whether two forms mean the same.
"""

from __future__ import annotations

from wayframe.values.canonical import DONT_CARE, canonical, matches, read
from wayframe.values.finding import Lexicon, find, fuller
from wayframe.values.lexer import bounded
from wayframe.values.places import Found, Gazetteer, Match
from wayframe.values.records import Dates, Mention, Money, Quantity

__all__ = [
    "DONT_CARE", "Dates", "Found", "Gazetteer", "Lexicon", "Match", "Mention", "Money", "Quantity", "bounded",
    "canonical", "find",
    "fuller", "matches", "read",
]  # fmt: skip
