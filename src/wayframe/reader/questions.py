"""Questions for the times of a journey: which one "what time" or "when" asks for, by the words around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from wayframe.reader.words import Entry, Recognised, Token, Vocabulary
from wayframe.schema.records import Role

MOST_WORDS = 14  # of a question, on each side of the word that asks
MOST_BARE = 9  # words of a question that doesn't say of what it asks the time

_OF_TIMES = frozenset(
    ["asks_clock", "asks_how_late", "asks_when", "setting_out", "reaching", "homing", "in_the_air", "by_the_clock"]
)
_OF_CLOCKS = frozenset(["asks_clock", "in_the_air", "by_the_clock"])
_MOMENTS: dict[tuple[str, bool], Role] = {
    ("setting_out", False): "departure",
    ("reaching", False): "arrival",
    ("setting_out", True): "departure_back",
    ("reaching", True): "arrival_back",
}
"""What is asked for: by whether somebody sets out or gets somewhere, and whether homewards."""
_DEEDS = ("setting_out", "reaching")
_IMPLIED = {"in_the_air": "setting_out", "homing": "reaching"}
"""The deed that words speak of where none is said: "what time is the flight", "what time are we back"."""


class _Phrase(NamedTuple):
    """Words of a turn that belong to word classes: from `first` to `last` (excluded)."""

    first: int
    last: int
    classes: frozenset[str]


class _Question(NamedTuple):
    """The words that ask, and where what they belong to begins and ends."""

    asking: _Phrase
    first: int
    last: int


def asked_times(tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[Recognised]:
    """Yield the words that ask for times of a journey, each with the slots of the times."""
    slots: dict[str, str] = {slot.role: slot.name for slot in vocabulary.schema.of_kind("time") if slot.role}
    if slots:
        times = _TimeQuestions(tokens, vocabulary, slots)
        yield from times.asked()


class _TimeQuestions:
    """The questions for times among the words of a turn."""

    def __init__(self, tokens: Sequence[Token], vocabulary: Vocabulary, slots: Mapping[str, str]) -> None:
        self._vocabulary, self._slots = vocabulary, slots
        self._words = [token.text for token in tokens]
        self._phrases = list(self._found())
        self._ends = [at for at, word in enumerate(self._words) if "clause_end" in vocabulary.classes.of(word)]
        self._of_clock = any(not phrase.classes.isdisjoint(_OF_CLOCKS) for phrase in self._phrases)

    def asked(self) -> Iterator[Recognised]:
        """Yield what asks for a time, and what else in the same question stands for a day otherwise."""
        for question in self._questions():
            moments = self._moments(question)
            entries = tuple(Entry("noun", self._slots[moment]) for moment in moments if moment in self._slots)
            if entries:
                yield Recognised(question.asking.first, question.asking.last, entries)
                yield from (Recognised(each.first, each.last, entries) for each in self._legs(question))

    def _found(self) -> Iterator[_Phrase]:
        """Yield the longest phrase with a class from each word on, none within another."""
        at = 0
        while at < len(self._words):
            phrases = self._vocabulary.classes.phrases(self._words, at)
            told = ((length, names & _OF_TIMES) for length, names in phrases if names & _OF_TIMES)
            length, names = max(told, default=(1, frozenset()), key=itemgetter(0))
            yield _Phrase(at, at + length, names)
            at += length

    def _questions(self) -> Iterator[_Question]:
        """Yield the questions of each sentence: each reaches from its first word to where the next one asks."""
        for first, last in pairwise([-1, *self._ends, len(self._words)]):
            inside = [phrase for phrase in self._phrases if first < phrase.first < last]
            asking = [phrase for phrase in inside if self._asks(phrase, last)]
            bounds = [first + 1, *(phrase.first for phrase in asking[1:]), last]
            for phrase, (start, end) in zip(asking, pairwise(bounds), strict=False):
                yield _Question(phrase, start, end)

    def _asks(self, phrase: _Phrase, end: int) -> bool:
        """Return whether a phrase asks for a time: "when" does where a question begins or ends with it."""
        if "asks_clock" in phrase.classes:
            return True
        if "asks_when" not in phrase.classes:
            return False
        if self._ends_question(phrase.last, end) or self._opens(phrase.last, "auxiliary", "beside_time"):
            return True
        return phrase.first > 0 and self._opens(phrase.first - 1, "asks_for")

    def _ends_question(self, at: int, end: int) -> bool:
        rest = self._words[at:end]
        return all("beside_time" in self._vocabulary.classes.of(word) for word in rest)

    def _opens(self, at: int, *names: str) -> bool:
        if at >= len(self._words):
            return False
        return not self._vocabulary.classes.starting(self._words, at).isdisjoint(names)

    def _moments(self, question: _Question) -> Sequence[Role]:
        """Return the times that a question asks for: by the words behind it, else those before."""
        asking = question.asking
        behind = self._within(asking.first, min(question.last, asking.last + MOST_WORDS))
        before = self._within(max(question.first, asking.first - MOST_WORDS), asking.first)
        found = self._said(behind if _says_deed(behind) else [*before, *behind])
        if found or "asks_clock" not in asking.classes or not self._is_bare(question):
            return found
        earlier = self._within(max(question.first - MOST_WORDS, 0), question.first)
        default: Sequence[Role] = [] if "asks_how_late" in asking.classes else ["departure"]
        return self._said(earlier) or default

    def _within(self, first: int, last: int) -> list[_Phrase]:
        return [phrase for phrase in self._phrases if first <= phrase.first < last]

    def _said(self, phrases: Sequence[_Phrase]) -> Sequence[Role]:
        """Return the times that phrases speak of, where the turn is about times of day at all."""
        if not self._of_clock:
            return []
        names = frozenset[str]().union(*(phrase.classes for phrase in phrases))
        deeds = [deed for deed in _DEEDS if deed in names]
        implied = [deed for sign, deed in _IMPLIED.items() if sign in names]
        return [_MOMENTS[deed, "homing" in names] for deed in deeds or implied[:1]]

    def _is_bare(self, question: _Question) -> bool:
        """Return whether a question says nothing but that it asks for a time: "and at what time, please?"."""
        rest = [*range(question.first, question.asking.first), *range(question.asking.last, question.last)]
        if len(rest) > MOST_BARE:
            return False
        return all("beside_time" in self._vocabulary.classes.of(self._words[at]) for at in rest)

    def _legs(self, question: _Question) -> Iterator[_Phrase]:
        """Yield the phrases of a question that would stand for a day: "what time's the return flight"."""
        days = {slot.name for slot in self._vocabulary.schema.of_kind("date")}
        for at in range(question.first, question.last):
            for length, entries in self._vocabulary.longest(self._words, at):
                named = {entry.data for entry in entries if entry.kind == "noun"}
                says_day = any(
                    "names_day" in self._vocabulary.classes.of(word) for word in self._words[at : at + length]
                )
                if not named.isdisjoint(days) and not says_day and at + length <= question.last:
                    yield _Phrase(at, at + length, frozenset())


def _says_deed(phrases: Iterable[_Phrase]) -> bool:
    return any(not phrase.classes.isdisjoint(_DEEDS) for phrase in phrases)
