"""The words that carry something when people talk about flights, and what they carry."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from wayframe.airdialogue.contexts.names import own
from wayframe.airdialogue.records import AIRLINES, CLASSES, MONTHS, Month


def words(text: str) -> tuple[str, ...]:
    """A list of words, written as one string."""
    return tuple(text.split())


Role = Literal["departure", "return"]
"""Which end of the journey: of places the origin or the destination, of days and hours the way there or back."""

_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
MONTH_WORDS: dict[str, Month] = {
    word: month
    for month, name in zip(MONTHS, _MONTH_NAMES, strict=True)
    for word in {name, name[:3], name[:4] if name == "september" else name, month.lower()}
}

FULL_MONTHS: dict[Month, str] = {month: name.capitalize() for month, name in zip(MONTHS, _MONTH_NAMES, strict=True)}

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

YES = frozenset(
    words("yes yeah yep sure right correct fine perfect okay ok great agreed absolutely exactly suits accept")
)
NO = frozenset(words("no nope not wrong incorrect don't doesn't isn't unfortunately"))

GOAL_WORDS = {
    "cancel": ("cancel", "cancelling", "canceling", "cancelled", "cancellation", "undo"),
    "change": ("change", "changing", "reschedule", "modify", "move", "alter", "rebook", "switch"),
    "book": ("book", "booking", "reserve", "buy", "ticket", "tickets", "flight"),
}
"""Words that tell what somebody wants, the telling first: who cancels a booking speaks of booking too."""

TIME_WORDS = {"morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "evening"}
NUMBERS = {"zero": 0, "no": 0, "without": 0, "any": 0, "one": 1, "single": 1, "two": 2, "0": 0, "1": 1, "2": 2}
"""How many, before a word for stops; "without any"."""

STOPS = frozenset(words("connection connections connecting stop stops stopover stopovers layover layovers"))
DIRECT = frozenset(("direct", "nonstop", "non-stop"))
LIMITS = frozenset(words("most only under below within maximum max limit up budget exceed than over spend"))
"""Words by which a number or a class is a condition, where it would else be how something is."""

_LEAVING = frozenset(
    words(
        "leave leaving leaves depart departing departs departure departures outbound out outward origin start starting"
    )
)
_RETURNING = frozenset(words("return returning returns back inbound home"))
_ARRIVING = frozenset(words("destination arrive arriving arrival heading headed bound"))

_TOPICS = {
    "name": "name named",
    "route": "airport airports where route cities city",
    "origin": "origin",
    "destination": "destination",
    "dates": "date dates when day days",
    "goal": "help assist aid",
    "wishes": "preference preferences else wishes wish requirements requirement conditions other price fare budget "
    "class connections connection stops times time airline airlines",
}
TOPICS = {word: topic for topic, text in _TOPICS.items() for word in words(text)}
"""What somebody who asks may ask about, by the words that give it away."""

CUES: dict[str, Role] = dict.fromkeys(sorted(_LEAVING), "departure")
CUES |= dict.fromkeys(sorted(_RETURNING | _ARRIVING), "return")
"""Words that tell which end of the journey comes next."""


NAMING = frozenset(words("i'm am it's is name named under this for called"))
"""Words that a name may follow."""

PARTICLES = frozenset(words("al bin da de del den der di dos du el la le ten ter van von"))
"""What stands in the middle of a name in small letters."""

ORDINARY = frozenset(
    words(
        "is im i'm i'd i'll i've it's you're let's the a an of in on at by with and or that my your our do "
        "does so am this be are if i you we it please would like could can may will shall want need have has "
        "been there here them then than just very much thank thanks hello what which whose these those some "
        "any about also still only well good time times cheap let know tell give take find found make wait "
        "moment mind changed sorry ask asked trip journey airport airports city cities seat seats price fare "
        "ticket plane sister brother mother father friend friends wedding party dinner weather rain summer "
        "winter though think going from into to for before after until till through between more less"
    )
)
BETWEEN = frozenset(words("the city of airport is be : at in on"))
"""What may stand between a word that tells which end of the journey comes and the end itself."""


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
