"""Read a sentence about flights: both players hear each other through it.

One pass over the words. A word that nobody knows but that is one slip away from one that carries something (Damerau and
Levenshtein's distance) is taken for that word, and what it gives is marked as unsure.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from wayframe.airdialogue.contexts.distributions import own_names
from wayframe.airdialogue.records import AIRLINES, CLASSES, MONTHS, Month, window

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

AIRPORTS = own_names().airports
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


_TOKEN = re.compile(
    r"[0-9]{1,2}[/-][0-9]{1,2}(?![0-9/])"  # 06/12
    r"|[0-9]{1,2}:[0-9]{2}"
    r"|\$?(?:[0-9][0-9,]*[0-9]|[0-9])(?:st|nd|rd|th)?"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*"
    r"|[?.,;:!#]"
)
_KNOWN = ORDINARY | WORDS.keys() | CUES.keys() | TOPICS.keys()
_AROUND = ("",) * 4
"""Tokens before the first and after the last one, so that a look back or ahead always finds one."""

_TO = frozenset(("to", "until", "till", "through", "for", "-"))
_BEFORE_A_DAY = frozenset(("to", "until", "till", "-", "the"))
_SEATS = frozenset(("class", "seat", "cabin", "fare", "ticket", "only"))
_NOT_AN_ANSWER = STOPS | {"low-cost", "budget"}
_SLOTS: dict[str, dict[Role, str]] = {
    "place": {"departure": "origin", "return": "destination"},
    "day": {"departure": "out", "return": "back"},
    "time": {"departure": "departure_time", "return": "return_time"},
}
"""What a place, a day or a part of the day is of a journey, by the end of the journey that it belongs to."""


class SpokenValue(NamedTuple):
    """A value that somebody wants or has; `limit` tells a condition from how an offer is."""

    value: Any
    sure: bool = True
    limit: bool = False


class PlaceMention(NamedTuple):
    """An airport, or the airports of a city; `slot` is origin or destination if that was said."""

    codes: tuple[str, ...]
    slot: str | None
    sure: bool


class DayMention(NamedTuple):
    """A day; without its month if only the number was said. `slot` is out or back if that was said.

    `turned` is 06/12 read the other way round.
    """

    month: Month | None
    day: int
    slot: str | None
    sure: bool
    turned: tuple[Month, int] | None = None


class FlightSentence(NamedTuple):
    """Content of a sentence. `runs` are capitalised words that may be a name, `name` was introduced as one."""

    goal: SpokenValue | None
    yes: bool
    no: bool
    name: str | None
    runs: tuple[str, ...]
    places: tuple[PlaceMention, ...]
    days: tuple[DayMention, ...]
    wishes: dict[str, SpokenValue]
    flight: int | None
    asks: frozenset[str]
    question: bool


@lru_cache(maxsize=16_384)
def read(text: str) -> FlightSentence:
    """Read `text`; never raises. The same text gives the same answer."""
    return _SentenceReader(_TOKEN.findall(text)).heard()


def read_apart_from(name: str, text: str) -> FlightSentence:
    """Read `text` without a known name: a customer called Austin May doesn't speak of a city and a month."""
    at = text.find(name) if name else -1
    after = text[at + len(name) : at + len(name) + 1]
    return read(text if at < 0 or after.isalnum() else text[:at] + text[at + len(name) :])


class _SentenceReader:
    """One pass over the tokens of a sentence. Methods take the place of a token, and return how many they have read."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = [*_AROUND, *tokens, *_AROUND]
        self.low = [token.lower() for token in self.tokens]
        self.goals = dict[str, bool]()  # each goal that is named, and whether the first word for it was sure
        self.said = list[tuple[bool, str]]()  # each yes or no: whether it is inside a sentence, and which
        self.name: str | None = None
        self.runs: list[str] = []
        self.places: list[PlaceMention] = []
        self.days: list[DayMention] = []
        self.wishes: dict[str, SpokenValue] = {}
        self.flight: int | None = None
        self.asks: set[str] = set()
        self.cues: dict[str, Role | None] = dict.fromkeys(_SLOTS)
        self.run_start: int | None = None
        at, end = len(_AROUND), len(_AROUND) + len(tokens)
        while at < end:
            at += self._token(at)
        self._end_run(end)

    def heard(self) -> FlightSentence:
        goal = next((SpokenValue(goal, self.goals[goal]) for goal in GOAL_WORDS if goal in self.goals), None)
        if len(self.goals) == len(GOAL_WORDS):  # "to book, to change or to cancel?"
            goal = None
            self.asks.add("goal")
        _, answer = min(self.said, default=(False, ""), key=itemgetter(0))  # the first one that opens a sentence counts
        return FlightSentence(
            goal,
            answer == "yes",
            answer == "no",
            self.name,
            tuple(self.runs),
            tuple(self.places),
            tuple(self.days),
            self.wishes,
            self.flight,
            frozenset(self.asks),
            "?" in self.low,
        )

    def _token(self, at: int) -> int:
        token, low = self.tokens[at], self.low[at]
        if low[0] in "0123456789$":
            self._end_run(at)
            return self._number(at, low)
        if self._is_code(token, low):
            self._end_run(at)
            self.places.append(PlaceMention((token,), self._slot(at, "place"), token in AIRPORTS))
            return 1
        if topic := TOPICS.get(low):
            self.asks.add(topic)
        if role := CUES.get(low):
            self._end_run(at)
            return self._cue(at, role)
        word = WORDS.get(low)
        if word is not None:
            return self._open_run(at) if self._in_a_name(at, word) else self._word(at, word)
        if low in ORDINARY or low in TOPICS or not low[0].isalpha():
            self._end_run(at)
            if low == "do" and self.low[at - 1] == "i":  # "what can I do for you"
                self.asks.add("goal")
            return 1
        return self._unknown(at)

    def _is_code(self, token: str, low: str) -> bool:
        """Tell whether three capitals are an airport: they are unless they shout a word."""
        if len(token) != 3 or not token.isupper() or not token.isascii():
            return False
        return token in AIRPORTS or low not in _KNOWN

    def _unknown(self, at: int) -> int:
        """A word that nobody knows: part of a name, or meant to be another one."""
        named = self.run_start is not None
        capital = self.tokens[at][0].isupper() or (named and self.low[at] in PARTICLES)
        if capital and (named or self.low[at - 1] in NAMING or self._a_name_follows(at)):
            return self._open_run(at)
        word = guess(self.low[at])
        if word is not None:
            return self._word(at, word, sure=False)
        if capital:
            return self._open_run(at)
        self._end_run(at)
        return 1

    def _word(self, at: int, word: VocabularyWord, sure: bool = True) -> int:
        self._end_run(at)
        if word.kind == "cue":
            return self._cue(at, "departure" if word.value == "departure" else "return")
        if word.kind == "city":
            return self._city(at, word.value, sure)
        if word.kind == "month":
            return self._month(at, word.value, sure)
        _READ[word.kind](self, at, word.value, sure)
        return 1

    def _goal(self, at: int, goal: str, sure: bool) -> None:
        self.goals.setdefault(goal, sure)

    def _answer(self, at: int, answer: str, sure: bool) -> None:
        if self.low[at + 1] not in _NOT_AN_ANSWER:
            self.said.append((self.low[at - 1] not in ("", ".", "!", "?"), answer))

    def _class(self, at: int, name: str, sure: bool) -> None:
        if name == "economy" or self.low[at + 1] in _SEATS:
            self._wish(at, "class", name, sure)

    def _stops(self, at: int, value: str, sure: bool) -> None:
        """Read the number of stops: "no stops", "at most one connection"."""
        before = [token for token in self.low[at - 3 : at] if token in NUMBERS]
        if before:
            self._wish(at, "max_connections", NUMBERS[before[-1]], sure)

    def _direct(self, at: int, value: str, sure: bool) -> None:
        self._wish(at, "max_connections", 0, sure)

    def _airline(self, at: int, name: str, sure: bool) -> None:
        self.wishes["airline_preference"] = SpokenValue(AIRLINES[name], sure)

    def _cost(self, at: int, cost: str, sure: bool) -> None:
        avoided = not {"no", "not", "avoid", "without"}.isdisjoint(self.low[at - 3 : at])
        self.wishes["airline_preference"] = SpokenValue("normal-cost" if avoided else cost, sure, limit=True)

    def _window(self, at: int, part: str, sure: bool) -> None:
        role = self.cues["time"] or CUES.get(self.low[at + 1])
        self.cues["time"] = None
        if role:
            self.wishes[_SLOTS["time"][role]] = SpokenValue(part, sure, limit=True)
        else:
            self.wishes.setdefault("departure_time", SpokenValue(part, sure=False, limit=True))

    def _wish(self, at: int, slot: str, value: str | int, sure: bool) -> None:
        limit = not LIMITS.isdisjoint((*self.low[at - 3 : at], *self.low[at + 1 : at + 3]))
        self.wishes[slot] = SpokenValue(value, sure, limit)

    def _number(self, at: int, low: str) -> int:
        if ":" in low:
            hour = int(low.split(":")[0])
            if hour < 24:
                self._window(at, window(hour), sure=True)
            return 1
        if "/" in low or "-" in low:
            return self._numeric_day(at, low)
        digits = low.lstrip("$").rstrip("stndrh").replace(",", "")
        number = int(digits) if 0 < len(digits) < 9 else 0
        if low[-1].isalpha() or (number <= 31 and self._is_day(at)):
            return self._day_number(at, number)
        if low[0] != "$" and self.low[at - 1] in ("flight", "number", "#"):
            self.flight = number
        elif number >= 50:
            self._wish(at, "max_price", number, sure=True)
        return 1

    def _cue(self, at: int, role: Role) -> int:
        self.cues = dict.fromkeys(_SLOTS, role)
        return 1

    def _slot(self, at: int, kind: str) -> str | None:
        """Return what is meant of the journey: by the word right before, else by the last one that told."""
        before = next((token for token in reversed(self.low[at - 3 : at]) if token not in BETWEEN), "")
        role, self.cues[kind] = self.cues[kind], None
        if before in _TO:
            role = "return"
        elif before == "from":
            role = "departure"
        return _SLOTS[kind][role] if role else None

    def _city(self, at: int, first: str, sure: bool) -> int:
        """A city by its first word; its other words may have slips too."""
        if first == "nice" and self.low[at - 1] not in ("to", "from"):
            return 1
        city = self._city_at(at, first)
        if city is None:
            return 1
        words = city.split()
        after = at + len(words)
        if self.tokens[after] not in CITIES[city]:  # not "Washington DCA"
            certain = sure and words[1:] == self.low[at + 1 : after]
            self.places.append(PlaceMention(CITIES[city], self._slot(at, "place"), certain))
        return len(words)

    def _city_at(self, at: int, first: str) -> str | None:
        """The city whose words stand here, the longest of several."""
        for city in CITIES_BY_WORD[first]:
            words = city.split()
            if all(map(close, words[1:], self.low[at + 1 : at + len(words)])):
                return city
        return None

    def _month(self, at: int, month: str, sure: bool) -> int:
        """A month counts beside the number of a day only: "may" and "march" are other words too."""
        digits = self.low[at + 1].rstrip("stndrh")
        number = int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 3 else 0
        if not 1 <= number <= 31:
            return 1
        self.days.append(DayMention(month, number, self._slot(at, "day"), sure))  # type: ignore[arg-type]
        return 2

    def _is_day(self, at: int) -> bool:
        _, month, _ = self._month_after(at)
        return month is not None or self.low[at - 1] in _BEFORE_A_DAY

    def _month_after(self, at: int) -> tuple[int, Month | None, bool]:
        """Return the place after a number where its month would be, the month there, and whether it is sure."""
        ahead = at + 1
        while self.low[ahead] in ("of", "the") and ahead < at + 3:
            ahead += 1
        low = self.low[ahead]
        known = WORDS.get(low)
        month = known if known or low in ORDINARY else guess(low)
        if month is None or month.kind != "month":
            return ahead, None, False
        return ahead, month.value, known is not None  # type: ignore[return-value]

    def _day_number(self, at: int, number: int) -> int:
        """The number of a day with its month after it, or alone."""
        if not 1 <= number <= 31:
            return 1
        ahead, month, sure = self._month_after(at)
        if month is not None:
            self.days.append(DayMention(month, number, self._slot(at, "day"), sure))
            return ahead - at + 1
        if self.days or self.low[at][-1].isalpha():
            self.days.append(DayMention(None, number, self._slot(at, "day"), sure=True))
        return 1

    def _numeric_day(self, at: int, low: str) -> int:
        """06/12 is June 12; what can't be so is the other way round."""
        first, second = map(int, re.split("[/-]", low))
        slot = self._slot(at, "day")
        readings = [
            (MONTHS[month - 1], day)
            for month, day in dict.fromkeys(((first, second), (second, first)))
            if 1 <= month <= 12 and 1 <= day <= 31
        ]
        if readings:
            self.days.append(DayMention(*readings[0], slot, True, *readings[1:]))
        return 1

    def _in_a_name(self, at: int, word: VocabularyWord) -> bool:
        """A word that carries something but is part of a name: "my name is Jan Houston"."""
        if not self.tokens[at][0].isupper() or word.kind not in ("city", "month", "airline"):
            return False
        if self.run_start is not None or self._introduced(at):
            return True
        city = self._city_at(at, word.value) if word.kind == "city" else None
        last = at + (city.count(" ") if city else 0)
        return self._a_name_follows(last) or self._ends_a_name(last + 1, word)

    def _a_name_follows(self, at: int) -> bool:
        after = at + 2 if self.low[at + 1] in PARTICLES else at + 1
        return self.tokens[after][:1].isupper() and self.low[after] not in _KNOWN

    def _ends_a_name(self, at: int, first: VocabularyWord) -> bool:
        """Tell whether a city or a month, after a month or a city, is a last name: "April Houston", "Austin May"."""
        word = WORDS.get(self.low[at])
        if word is None or not self.tokens[at][0].isupper():
            return False
        kinds = (first.kind, word.kind)
        both = "month" in kinds and set(kinds) <= {"month", "city"}
        return both and not self.low[at + 1][:1].isdigit()

    def _introduced(self, at: int) -> bool:
        """Tell whether a name must follow: after "I'm", or "is" if it is a name that is something."""
        before = self.low[at - 1]
        if before == "is":
            return self.low[at - 2] in ("name", "this")
        return before in NAMING and before != "for"

    def _open_run(self, at: int) -> int:
        if self.run_start is None:
            self.run_start = at
        return 1

    def _end_run(self, at: int) -> None:
        if self.run_start is None:
            return
        name = " ".join(self.tokens[self.run_start : at])
        if self.low[self.run_start - 1] in NAMING:
            self.name = name
        self.runs.append(name)
        self.run_start = None


_READ: dict[str, Callable[[_SentenceReader, int, str, bool], None]] = {
    "goal": _SentenceReader._goal,
    "answer": _SentenceReader._answer,
    "window": _SentenceReader._window,
    "class": _SentenceReader._class,
    "stops": _SentenceReader._stops,
    "direct": _SentenceReader._direct,
    "airline": _SentenceReader._airline,
    "cost": _SentenceReader._cost,
}
"""How a word of each kind is read."""
