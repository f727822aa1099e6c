"""The words that carry something when people talk about flights, and what they carry."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from wayframe.airdialogue.contexts.names import own
from wayframe.airdialogue.records import AIRLINES, CLASSES, MONTHS, Month

Role = Literal["departure", "return"]
"""Which end of the journey: of places the origin or the destination, of days and hours the way there or back."""

_WORDS: dict[str, Any] = tomllib.loads(
    files("wayframe.airdialogue.players").joinpath("vocabulary.toml").read_text("utf-8")
)
YES, NO, STOPS, DIRECT, LIMITS, NAMING, PARTICLES, BETWEEN, ORDINARY = (
    frozenset(_WORDS[name].split())
    for name in ("yes", "no", "stops", "direct", "limits", "naming", "particles", "between", "ordinary")
)
GOAL_WORDS: dict[str, list[str]] = {goal: words.split() for goal, words in _WORDS["goals"].items()}
TOPICS: dict[str, str] = {word: topic for topic, words in _WORDS["topics"].items() for word in words.split()}
CUES: dict[str, Role] = dict.fromkeys(_WORDS["leaving"].split(), "departure")
CUES |= dict.fromkeys(_WORDS["returning"].split(), "return")
FULL_MONTHS: dict[Month, str] = dict(zip(MONTHS, map(str.capitalize, _WORDS["months"].split()), strict=True))
MONTH_WORDS: dict[str, Month] = {
    word: month for month, name in FULL_MONTHS.items() for word in (name.lower(), name[:3].lower(), month.lower())
}
TIME_WORDS = {"morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "evening"}
NUMBERS = {"zero": 0, "no": 0, "without": 0, "any": 0, "one": 1, "single": 1, "two": 2, "0": 0, "1": 1, "2": 2}
"""How many, before a word for stops; "without any"."""

AIRPORTS = own().airports
"""The cities of the airports that players know by name. Any three capital letters are an airport all the same."""

CITIES: dict[str, tuple[str, ...]] = {
    city.lower(): tuple(code for code, other in AIRPORTS.items() if other == city)
    for city in dict.fromkeys(AIRPORTS.values())
}
"""The airports of each city, in small letters."""

CITIES_BY_WORD = {
    first: tuple(sorted((city for city in CITIES if city.split()[0] == first), key=len, reverse=True))
    for first in sorted({city.split()[0] for city in CITIES})
}
"""The cities by their first word."""

AIRLINE_WORDS = {name.lower(): name for name in AIRLINES} | {"united": "UA", "american": "AA"}


class VocabularyWord(NamedTuple):
    """Content of a word."""

    kind: str
    value: str


def _table() -> dict[str, VocabularyWord]:
    by_kind: dict[str, dict[str, str]] = {
        "goal": {word: goal for goal, telling in reversed(GOAL_WORDS.items()) for word in telling},
        "answer": dict.fromkeys(YES, "yes") | dict.fromkeys(NO, "no"),
        "month": dict(MONTH_WORDS),
        "window": TIME_WORDS,
        "airline": AIRLINE_WORDS,
        "city": {word: word for word in CITIES_BY_WORD},
        "stops": dict.fromkeys(STOPS, ""),
        "direct": dict.fromkeys(DIRECT, ""),
        "class": {word: word for word in CLASSES},
        "cost": {word: word for word in ("normal-cost", "low-cost")},
    }
    return {word: VocabularyWord(kind, value) for kind, held in by_kind.items() for word, value in held.items()}


WORDS = _table()
"""Every word that carries a value, in small letters; of cities of several words the first."""

GUESSABLE = {
    letter: tuple(sorted(word for word in {*WORDS, *CUES, "from"} if len(word) > 3 and word[0] == letter))
    for letter in sorted({word[0] for word in WORDS})
}
"""What a word that nobody knows may have been meant to be, by its first letter."""


@lru_cache(maxsize=16_384)
def guess(low: str) -> VocabularyWord | None:
    """Return the known word that is one slip away from an unknown one; the first letter is mostly right."""
    if len(low) < 3 or not low.isascii():
        return None
    if len(low) == 3:
        return VocabularyWord("answer", "yes") if sorted(low) == ["e", "s", "y"] else None
    found = extractOne(low, GUESSABLE.get(low[0], ()), scorer=OSA.distance, score_cutoff=1)
    if found is None:
        return None
    return WORDS.get(found[0]) or VocabularyWord("cue", CUES.get(found[0], "departure"))


def close(one: str, other: str) -> bool:
    """Tell whether two words are at most one slip apart."""
    return OSA.distance(one, other) <= 1
