"""Read a sentence about flights: both players hear each other through it.

One pass over the words. A word that nobody knows but that is one slip away from one that carries something (Damerau and
Levenshtein's distance) is taken for that word, and what it gives is marked as unsure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from wayframe.airdialogue.players.guessing import close, guess
from wayframe.airdialogue.players.vocabulary import (
    AIRPORTS,
    BETWEEN,
    CITIES,
    CITIES_BY_WORD,
    CUES,
    LIMITS,
    NAMING,
    NUMBERS,
    ORDINARY,
    PARTICLES,
    STOPS,
    TOPICS,
    WORDS,
    Role,
    VocabularyWord,
)  # fmt: skip  # isort: skip
from wayframe.airdialogue.records import AIRLINES, MONTHS, Goal, Month, window

_TOKEN = re.compile(
    r"[0-9]{1,2}[/-][0-9]{1,2}(?![0-9/])"  # 06/12
    r"|[0-9]{1,2}:[0-9]{2}"
    r"|\$?(?:[0-9][0-9,]*[0-9]|[0-9])(?:st|nd|rd|th)?"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*"
    r"|[?.,;:!#]"
)
_KNOWN = ORDINARY | WORDS.keys() | CUES.keys() | TOPICS.keys()


class PlaceMention(NamedTuple):
    """An airport, or the airports of a city, and which end of the journey it is if that was said."""

    codes: tuple[str, ...]
    role: Role | None
    sure: bool


class DayMention(NamedTuple):
    """A day; without its month if only the number was said. `turned` is 06/12 read the other way round."""

    month: Month | None
    day: int
    role: Role | None
    sure: bool
    turned: tuple[Month, int] | None = None


class WishMention(NamedTuple):
    """A value of one of an intent's other fields; `limit` tells a condition from how an offer is."""

    value: str | int
    sure: bool = True
    limit: bool = False


class FlightSentence(NamedTuple):
    """Content of a sentence. `runs` are capitalised words that may be a name, `name` was introduced as one."""

    goal: Goal | None
    yes: bool
    no: bool
    name: str | None
    runs: tuple[str, ...]
    places: tuple[PlaceMention, ...]
    days: tuple[DayMention, ...]
    wishes: dict[str, WishMention]
    flight: int | None
    asks: frozenset[str]
    question: bool
    sure: bool


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
    """One pass over the tokens of a sentence."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self.low = [token.lower() for token in tokens]
        self.goal: Goal | None = None
        self.goal_sure = True
        self.goals = set[str]()
        self.said = list[tuple[bool, str]]()  # each yes or no: whether it is inside a sentence, and which
        self.name: str | None = None
        self.runs: list[str] = []
        self.places: list[PlaceMention] = []
        self.days: list[DayMention] = []
        self.wishes: dict[str, WishMention] = {}
        self.flight: int | None = None
        self.asks: set[str] = set()
        self.cues: dict[str, Role | None] = {"place": None, "day": None, "time": None}
        self.run_start: int | None = None
        self._pass()

    def heard(self) -> FlightSentence:
        if len(self.goals) == 3:  # "to book, to change or to cancel?"
            self.goal = None
            self.asks.add("goal")
        _, answer = min(self.said, default=(False, ""), key=itemgetter(0))  # the first one that opens a sentence counts
        return FlightSentence(
            self.goal,
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
            self.goal_sure,
        )

    def _pass(self) -> None:
        at, count = 0, len(self.tokens)
        while at < count:
            at += self._token(at)
        self._end_run(count)

    def _token(self, at: int) -> int:
        """Take in what stands at `at`; how many tokens that was."""
        token, low = self.tokens[at], self.low[at]
        if low[0] in "0123456789$":
            self._end_run(at)
            return self._number(at)
        if len(token) == 3 and self._code(at, token, low):
            return 1
        if topic := TOPICS.get(low):
            self.asks.add(topic)
        if role := CUES.get(low):
            self._end_run(at)
            self._cue(role)
            return 1
        word = WORDS.get(low)
        if word is not None:
            if self._in_a_name(at, word):
                self._open_run(at)
                return 1
            self._end_run(at)
            return self._word(at, word, sure=True)
        if low in ORDINARY or low in TOPICS or not low[0].isalpha():
            self._end_run(at)
            if low == "do" and self._before(at) == "i":  # "what can I do for you"
                self.asks.add("goal")
            return 1
        return self._unknown(at)

    def _unknown(self, at: int) -> int:
        """A word that nobody knows: part of a name, or meant to be another one."""
        capital = self.tokens[at][0].isupper() or (self.run_start is not None and self.low[at] in PARTICLES)
        if capital and (self.run_start is not None or self._before(at) in NAMING or self._a_name_follows(at)):
            self._open_run(at)
            return 1
        word = guess(self.low[at])
        if word is None and capital:
            self._open_run(at)
            return 1
        self._end_run(at)
        if word is None:
            return 1
        if word.kind == "cue":
            self._cue("departure" if word.value == "departure" else "return")
            return 1
        return self._word(at, word, sure=False)

    def _a_name_follows(self, at: int) -> bool:
        if self._next(at) in PARTICLES:
            at += 1
        return at + 1 < len(self.tokens) and self.tokens[at + 1][0].isupper() and self.low[at + 1] not in _KNOWN

    def _word(self, at: int, word: VocabularyWord, sure: bool) -> int:
        kind, value = word
        if kind == "city":
            return self._city(at, value, sure)
        if kind == "month":
            return self._month(at, value, sure)
        if kind in ("yes", "no") and self._next(at) not in (*STOPS, "low-cost", "budget"):
            self.said.append((self._before(at) not in ("", ".", "!", "?"), kind))
        if kind == "goal":
            if self.goal is None or _RANK[value] < _RANK[self.goal]:
                self.goal, self.goal_sure = value, sure  # type: ignore[assignment]
            self.goals.add(value)
        elif kind == "window":
            self._window(at, value, sure)
        elif kind == "class":
            if value == "economy" or self._next(at) in ("class", "seat", "cabin", "fare", "ticket", "only"):
                self.wishes["class"] = WishMention(value, sure, self._limited(at))
        elif kind == "stops":
            self._stops(at, sure)
        elif kind == "direct":
            self.wishes["max_connections"] = WishMention(0, sure, self._limited(at))
        elif kind == "airline":
            if value in AIRLINES:
                self.wishes["airline_preference"] = WishMention(AIRLINES[value], sure)
        elif kind == "cost":
            avoided = any(token in ("no", "not", "avoid", "without") for token in self.low[max(0, at - 3) : at])
            self.wishes["airline_preference"] = WishMention("normal-cost" if avoided else value, sure, limit=True)
        return 1

    def _number(self, at: int) -> int:
        token, low = self.tokens[at], self.low[at]
        if ":" in low:
            hour = int(low.split(":")[0])
            if hour < 24:
                self._window(at, window(hour), sure=True)
            return 1
        if "/" in low or "-" in low:
            return self._numeric_day(low)
        digits = low.lstrip("$").rstrip("stndrh").replace(",", "")
        number = int(digits) if digits and len(digits) < 9 else 0
        if low[-1].isalpha() or (number <= 31 and self._by_month(at)):
            return self._day_number(at, number)
        if token[0] != "$" and self._before(at) in ("flight", "number", "#"):
            self.flight = number
        elif number >= 50:
            self.wishes["max_price"] = WishMention(number, limit=self._limited(at))
        return 1

    def _stops(self, at: int, sure: bool) -> None:
        """Read the number of stops: "no stops", "at most one connection"."""
        for before in reversed(self.low[max(0, at - 3) : at]):
            if before in NUMBERS:
                self.wishes["max_connections"] = WishMention(NUMBERS[before], sure, self._limited(at))
                return

    def _cue(self, role: Role) -> None:
        self.cues = {"place": role, "day": role, "time": role}

    def _role(self, at: int, kind: str) -> Role | None:
        """Return the end of the journey that is meant: by the word right before, else by the last one that told."""
        before = next((token for token in reversed(self.low[max(0, at - 3) : at]) if token not in BETWEEN), "")
        cue, self.cues[kind] = self.cues[kind], None
        if before in ("to", "until", "till", "through", "for", "-"):
            return "return"
        return "departure" if before == "from" else cue

    def _code(self, at: int, token: str, low: str) -> bool:
        """Tell whether three capitals are an airport: they are unless they shout a word."""
        known = token in AIRPORTS
        if not token.isupper() or not token.isascii() or (not known and low in _KNOWN):
            return False
        self._end_run(at)
        self.places.append(PlaceMention((token,), self._role(at, "place"), known))
        return True

    def _city(self, at: int, first: str, sure: bool) -> int:
        """A city by its first word; its other words may have slips too."""
        if first == "nice" and self._before(at) not in ("to", "from"):
            return 1
        city = self._city_at(at, first)
        if city is None:
            return 1
        words = city.split()
        after = at + len(words)
        if after >= len(self.tokens) or self.tokens[after] not in CITIES[city]:  # not "Washington DCA"
            certain = sure and words[1:] == self.low[at + 1 : after]
            self.places.append(PlaceMention(CITIES[city], self._role(at, "place"), certain))
        return len(words)

    def _city_at(self, at: int, first: str) -> str | None:
        """The city whose words stand here, the longest of several."""
        for city in CITIES_BY_WORD[first]:
            words = city.split()
            there = self.low[at : at + len(words)]
            if len(there) == len(words) and all(map(close, words[1:], there[1:])):
                return city
        return None

    def _month(self, at: int, month: str, sure: bool) -> int:
        """A month counts beside the number of a day only: "may" and "march" are other words too."""
        after = self.low[at + 1] if at + 1 < len(self.low) else ""
        number = _ordinal(after)
        if number:
            self.days.append(DayMention(month, number, self._role(at, "day"), sure))  # type: ignore[arg-type]
            return 2
        return 1

    def _by_month(self, at: int) -> bool:
        following = [token for token in self.low[at + 1 : at + 4] if token not in ("of", "the")][:1]
        month = (
            WORDS.get(following[0]) or (None if following[0] in ORDINARY else guess(following[0]))
            if following
            else None
        )
        return (month is not None and month.kind == "month") or self._before(at) in ("to", "until", "till", "-", "the")

    def _day_number(self, at: int, number: int) -> int:
        """The number of a day with its month after it, or alone."""
        if not 1 <= number <= 31:
            return 1
        for ahead in range(at + 1, min(at + 4, len(self.low))):
            if (low := self.low[ahead]) in ("of", "the"):
                continue
            known = WORDS.get(low)
            month = known or (None if low in ORDINARY else guess(low))
            if month is not None and month.kind == "month":
                role = self._role(at, "day")
                self.days.append(DayMention(month.value, number, role, known is not None))  # type: ignore[arg-type]
                return ahead - at + 1
            break
        if self.days or self.low[at][-1].isalpha():
            self.days.append(DayMention(None, number, self._role(at, "day"), True))
        return 1

    def _numeric_day(self, low: str) -> int:
        """06/12 is June 12; what can't be so is the other way round."""
        first, second = map(int, re.split("[/-]", low))
        role = self._role(self.low.index(low), "day")
        if 1 <= first <= 12 and 1 <= second <= 31:
            turned = (MONTHS[second - 1], first) if second <= 12 and first != second else None
            self.days.append(DayMention(MONTHS[first - 1], second, role, True, turned))
        elif 1 <= second <= 12 and 1 <= first <= 31:
            self.days.append(DayMention(MONTHS[second - 1], first, role, True))
        return 1

    def _window(self, at: int, part: str, sure: bool) -> None:
        role = self.cues["time"] or CUES.get(self._next(at))
        self.cues["time"] = None
        if role:
            self.wishes[f"{role}_time"] = WishMention(part, sure, limit=True)
        elif "departure_time" not in self.wishes:
            self.wishes["departure_time"] = WishMention(part, False, limit=True)

    def _limited(self, at: int) -> bool:
        return any(token in LIMITS for token in (*self.low[max(0, at - 3) : at], *self.low[at + 1 : at + 3]))

    def _before(self, at: int) -> str:
        return self.low[at - 1] if at else ""

    def _next(self, at: int) -> str:
        return self.low[at + 1] if at + 1 < len(self.low) else ""

    def _in_a_name(self, at: int, word: VocabularyWord) -> bool:
        """A word that carries something but is part of a name: "my name is Jan Houston"."""
        if not self.tokens[at][0].isupper() or word.kind not in ("city", "month", "airline"):
            return False
        if self.run_start is not None or self._introduced(at):
            return True
        city = self._city_at(at, word.value) if word.kind == "city" else None
        last = at + (len(city.split()) - 1 if city else 0)
        return self._a_name_follows(last) or self._ends_a_name(last + 1, word)

    def _ends_a_name(self, at: int, first: VocabularyWord) -> bool:
        """Tell whether a city or a month, after a month or a city, is a last name: "April Houston", "Austin May"."""
        if at >= len(self.tokens) or not self.tokens[at][0].isupper():
            return False
        word = WORDS.get(self.low[at])
        months = [each.kind == "month" for each in (first, word) if each and each.kind in ("month", "city")]
        return len(months) == 2 and any(months) and not self._next(at)[:1].isdigit()

    def _introduced(self, at: int) -> bool:
        """Tell whether a name must follow: after "I'm", or "is" if it is a name that is something."""
        before = self._before(at)
        if before == "is":
            return at > 1 and self.low[at - 2] in ("name", "this")
        return before in NAMING and before != "for"

    def _open_run(self, at: int) -> None:
        if self.run_start is None:
            self.run_start = at

    def _end_run(self, at: int) -> None:
        if self.run_start is None:
            return
        name = " ".join(self.tokens[self.run_start : at])
        if self._before(self.run_start) in NAMING:
            self.name = name
        self.runs.append(name)
        self.run_start = None


_RANK = {"cancel": 0, "change": 1, "book": 2}


def _ordinal(low: str) -> int:
    digits = low.rstrip("stndrh")
    number = int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 3 else 0
    return number if 1 <= number <= 31 else 0
