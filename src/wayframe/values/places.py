"""Names out of a list (cities, hotels) found in a text: in any case, without accents, by synonym, misspelled, in part.

A name that is also a word ("nice", "mobile") counts only after a preposition of place or with a capital inside a
sentence; so do misspelled names and single words of a longer one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import combinations, starmap
from typing import NamedTuple

SYNONYMS: Mapping[str, str] = {
    "nyc": "New York", "ny": "New York", "new york city": "New York", "big apple": "New York", "la": "Los Angeles",
    "sf": "San Francisco", "frisco": "San Francisco", "san fran": "San Francisco", "dc": "Washington",
    "washington dc": "Washington",
    "philly": "Philadelphia", "phili": "Philadelphia", "vegas": "Las Vegas", "rio": "Rio de Janeiro",
    "ba": "Buenos Aires", "bsas": "Buenos Aires", "cdmx": "Mexico City", "ciudad de mexico": "Mexico City",
    "nola": "New Orleans", "slc": "Salt Lake City", "jozi": "Johannesburg", "joburg": "Johannesburg",
    "munchen": "Munich", "koln": "Cologne", "roma": "Rome", "milano": "Milan", "mtl": "Montreal",
    "saint louis": "St. Louis",
}  # fmt: skip
_WORDS = frozenset((
    "nice", "mobile", "reading", "bath", "orange", "split", "cork", "hull", "tours", "may", "male", "best", "bend",
    "enterprise", "paradise", "normal", "hope", "mission", "surprise", "deal", "ware", "rye", "battle", "wells",
    "success", "why", "boulder", "concord", "golden", "chance", "independence",
))  # fmt: skip
# Everyday words that are one slip away from a well-known city.
_NOT_MISSPELLED = frozenset((
    "august", "denser", "hungry", "leads", "logos", "pairs", "palms", "parish", "parks", "parts", "ports", "quite",
    "recipe", "roman", "settle",
))  # fmt: skip
# Names found but as they are: "the seats" and "the dates" are one or two letters away.
_AS_THEY_ARE = frozenset(("the states", "the us", "the uk"))
_PLACED = frozenset((
    "to", "from", "in", "at", "near", "visit", "visiting", "for", "leaving", "departing", "via", "into", "toward",
    "towards", "depart", "leave", "reach", "explore", "destination", "origin",
))  # fmt: skip
_LITTLE = frozenset(("the", "and", "of", "by", "at"))
_HOUSES = frozenset((
    "hotel", "hotels", "inn", "inns", "motel", "resort", "resorts", "lodge", "suites", "suite", "hostel", "spa",
    "house",
))  # fmt: skip
_LODGING = _LITTLE | _HOUSES
_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"[.!?:\n]")
_SHORTEST_GUESS = 5  # letters; shorter words are too near one another
_ABBREVIATED = frozenset(("st", "ft", "mt"))
_INITIALS = 2  # letters of "LA"
_ARTICLES = frozenset(("la",))
"""Initials that begin names elsewhere, too: "to la Rochelle"."""
_BEHIND = _PLACED | frozenset((
    "and", "or", "on", "with", "w", "then", "around", "me", "my", "us", "we", "i", "but", "if", "between", "before",
    "after", "by", "sometime", "next", "this", "two", "three", "four", "early", "mid", "late", "please", "pls",
))  # fmt: skip
"""Words that go on behind a place."""
_SHORTEST_PART = 3
_LONGEST_GUESS = 3  # words
_LEAST_KEPT = 0.6  # of a name's letters, where it is written without some of them
_EQUAL = 0.1  # names whose scores are no farther apart are equally likely
_NEAR = 0.79  # one slip in five letters, two in ten; a little less, for the sake of floats


class Match(NamedTuple):
    """A name of the list and how sure it is that it is meant, from 0 to 1."""

    name: str
    score: float


class Found(NamedTuple):
    """A name's place in a text: `text[start:end]`. Part of several names has no single one, so `name` is that part."""

    start: int
    end: int
    name: str
    score: float


@lru_cache(maxsize=65536)
def folded(text: str) -> str:
    """`text` in lower case, without accents and punctuation, single spaces between words."""
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(_WORD.findall(text.casefold()))


def distinctive(name: str) -> str:
    """The words of a hotel's name that tell it from others: without "hotel", "resort" and the like."""
    return " ".join(word for word in folded(name).split() if word not in _LODGING)


def alike(one: str, two: str) -> float:
    """Return how near two spellings are, 0 to 1: the share of letters that no slip touches (swaps count as one)."""
    from rapidfuzz.distance import OSA

    return OSA.normalized_similarity(one, two)


def _in_order(letters: str, name: str) -> bool:
    rest = iter(name)
    return all(letter in rest for letter in letters)


class _Reading(NamedTuple):
    """A name that starts at some word of a text, over how many words, and how sure it is."""

    name: str
    length: int
    score: float


class Gazetteer:
    """A list of names that is found in texts. `synonyms` maps what people say to a name; common ones are built in."""

    def __init__(self, names: Iterable[str], synonyms: Mapping[str, str] | None = None) -> None:
        self.names, self._synonyms = tuple(dict.fromkeys(names)), dict(synonyms or {})
        self._exact = {key: name for name in self.names if (key := folded(name))}
        for said, name in (*SYNONYMS.items(), *self._synonyms.items()):
            if held := self._exact.get(folded(name)):
                self._exact.setdefault(folded(said), held)
        self._longest = 0  # words of a name
        self._beginnings: set[str] = set()
        self._by_letter: dict[str, list[str]] = {}
        for key in self._exact:
            words = key.split(" ")
            self._longest = max(self._longest, len(words))
            self._beginnings.add(words[0])
            if key not in _AS_THEY_ARE:
                self._by_letter.setdefault(key[:1], []).append(key)
        self._near = lru_cache(maxsize=8192)(self._measured)

    def __reduce__(self) -> tuple[type[Gazetteer], tuple[object, ...]]:
        return Gazetteer, (self.names, self._synonyms)  # another process makes indexes and caches anew

    def with_names(self, names: Iterable[str]) -> Gazetteer:
        """A gazetteer that knows these names too."""
        return Gazetteer((*self.names, *names), self._synonyms)

    @cached_property
    def _parts(self) -> Mapping[str, tuple[str, ...]]:
        """Every run of words of a name, and the names that have it."""
        parts: dict[str, dict[str, None]] = {}
        for key, name in self._exact.items():
            words = key.split(" ")
            for first, last in combinations(range(len(words) + 1), 2):
                parts.setdefault(" ".join(words[first:last]), {})[name] = None
        return {part: tuple(names) for part, names in parts.items() if len(distinctive(part)) >= _SHORTEST_PART}

    def resolve(self, text: str) -> list[Match]:
        """The names that `text` as a whole may mean, best first; empty where none is near.

        A score of 1 is the name itself or a synonym, from 0.8 a slip of the pen, and what is below should be asked
        about: part of a name, or a name of which up to two letters in five are missing.
        """
        key = folded(text)
        names = [self._exact[each] for each in (key, folded(text.partition(",")[0])) if each in self._exact]
        if names:
            return [Match(names[0], 1.0)]
        near = self._near(key)
        if near:
            return list(near)
        whole = self._parts.get(key) or self._parts.get(distinctive(key), ())
        parts = [Match(name, (1 + len(key) / max(len(key), len(name))) / 2) for name in whole]
        return sorted(parts or self._shortened(key), key=lambda match: -match.score)

    def candidates(self, text: str) -> list[Match]:
        """The names that `text` means about equally likely: more than one says that it is ambiguous."""
        found = self.resolve(text)
        return [match for match in found if found[0].score - match.score <= _EQUAL]

    def _shortened(self, key: str) -> list[Match]:
        """The names that have these letters in this order and not many more."""
        if len(key) < _SHORTEST_PART:
            return []
        best: dict[str, float] = {}
        for held in self._by_letter.get(key[0], ()):
            kept = len(key) / len(held)
            if _LEAST_KEPT <= kept < 1 and _in_order(key, held):
                best[self._exact[held]] = max(kept, best.get(self._exact[held], 0.0))
        return list(starmap(Match, best.items()))

    def find(self, text: str) -> list[Found]:
        """The names in the text, in order, not overlapping; the longest reading wins."""
        return self._scanned(text, lambda words, at: self._known(words, at) or self._guessed(words, at))

    def find_parts(self, text: str) -> list[Found]:
        """Whole and shortened names ("the Marlin" for "Marlin Resort"): people seldom say all of a hotel's name."""
        return self._scanned(text, self._part)

    def _scanned(self, text: str, reading: Callable[[_Words, int], _Reading | None]) -> list[Found]:
        if not self.names:
            return []
        words = _words(text)
        found: list[Found] = []
        at = 0
        while at < len(words.keys):
            here = reading(words, at)
            if here is None:
                at += 1
                continue
            found.append(Found(*words.span(at, here.length), here.name, here.score))
            at += here.length
        return found

    def _known(self, words: _Words, at: int) -> _Reading | None:
        """The longest name that starts here."""
        if words.keys[at] not in self._beginnings:
            return None
        for length in range(self._most(words, at), 0, -1):
            key = words.key(at, length)
            if key in self._exact:
                return _Reading(self._exact[key], length, 1.0) if self._meant(words, at, key) else None
        return None

    def _most(self, words: _Words, at: int) -> int:
        """Return how many words a name that starts here can have."""
        return min(self._longest, len(words.keys) - at)

    def _meant(self, words: _Words, at: int, key: str) -> bool:
        """Whether a name that is also something else stands for itself: "LA" and "from la to" do, "to la" doesn't."""
        if len(key) > _INITIALS:
            return key not in _WORDS or words.placed(at)
        if words.upper(at) and not words.text.isupper():
            return True
        if words.keys[at + 1 : at + 2] == ["to"] and (at == 0 or key not in _ARTICLES):
            return True  # "la to tokyo", "make it sf to tokyo"
        return words.placed(at) and (key not in _ARTICLES or words.ends_phrase(at))

    def _guessed(self, words: _Words, at: int) -> _Reading | None:
        """A misspelled name that starts here: of up to three words, the nearest."""
        if not words.placed(at):
            return None
        longest = min(self._most(words, at), _LONGEST_GUESS)
        guesses = [guess for length in range(1, longest + 1) for guess in self._guess(words.key(at, length), length)]
        return max(guesses, key=lambda guess: guess.score, default=None)

    def _guess(self, key: str, length: int) -> list[_Reading]:
        """The name that so many words are a slip of, if any."""
        if len(key) < _SHORTEST_GUESS or key in _NOT_MISSPELLED:
            return []
        return [_Reading(match.name, length, match.score) for match in self._near(key)[:1]]

    def _part(self, words: _Words, at: int) -> _Reading | None:
        """The longest run of words from here that belongs to a name and can't mean anything else."""
        if words.keys[at] not in self._parts and words.keys[at] not in _LODGING:
            return None
        lengths = range(self._most(words, at), 0, -1)
        return next(filter(None, (self._part_of(words, at, length) for length in lengths)), None)

    def _part_of(self, words: _Words, at: int, length: int) -> _Reading | None:
        """The names that so many words belong to, as one reading; None where they can mean anything else."""
        key = words.key(at, length)
        names = self._parts.get(key)
        if not names or not self._telling(words, at, length):
            return None
        if whole := self._exact.get(key):
            return _Reading(whole, length, 1.0)
        if words.keys[at] in _LITTLE:
            return None
        name = names[0] if len(names) == 1 else words.text[slice(*words.span(at, length))]
        return _Reading(name, length, len(key) / (len(folded(names[0])) + 1))

    def _telling(self, words: _Words, at: int, length: int) -> bool:
        """Return whether part of a name stands for it: two words that tell, or one beside "hotel" or with a capital."""
        keys, beside = words.keys[at : at + length], words.keys[at + length : at + length + 1]
        telling = [key for key in keys if key not in _LODGING]
        if len(telling) > 1 or not _HOUSES.isdisjoint(keys):
            return True
        place = at + keys.index(telling[0])
        return words.marked(place) and (words.capital(place) or not _HOUSES.isdisjoint(beside))

    def _measured(self, key: str) -> tuple[Match, ...]:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near = process.extract(
            key, self._by_letter.get(key[:1], ()), scorer=OSA.normalized_similarity, score_cutoff=_NEAR, limit=5
        )
        best: dict[str, float] = {}
        for held, score, _ in near:
            best.setdefault(self._exact[held], float(score))
        return tuple(Match(name, score) for name, score in best.items())


class _Words:
    """The words of a text, folded, with their places."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = [found.span() for found in _WORD.finditer(text)]
        self.keys = [folded(text[start:end]) for start, end in self.spans]
        self.breaks = {at for at in range(len(self.keys) - 1) if self._ends_sentence(at)}

    def _ends_sentence(self, at: int) -> bool:
        """Return whether a sentence ends behind a word."""
        end, start = self.spans[at][1], self.spans[at + 1][0]
        return _SENTENCE_END.search(self.text, end, start) is not None and self.keys[at] not in _ABBREVIATED

    def key(self, at: int, length: int) -> str:
        """The words from `at` as one key; empty where a sentence ends between them."""
        if length > 1 and self.breaks & set(range(at, at + length - 1)):
            return ""
        return " ".join(self.keys[at : at + length])

    def span(self, at: int, length: int) -> tuple[int, int]:
        return self.spans[at][0], self.spans[at + length - 1][1]

    def upper(self, at: int) -> bool:
        """Return whether the word is all capitals."""
        return self.text[slice(*self.spans[at])].isupper()

    def capital(self, at: int) -> bool:
        """Return whether the word has a capital and isn't all capitals."""
        start, end = self.spans[at]
        return self.text[start].isupper() and not (end - start > 1 and self.upper(at))

    def placed(self, at: int) -> bool:
        """Return whether a place may stand here: after a preposition of place, or with a capital inside a sentence."""
        if at == 0:
            return False
        return self.keys[at - 1] in _PLACED or (self.capital(at) and at - 1 not in self.breaks)

    def ends_phrase(self, at: int) -> bool:
        """Return whether a word is no beginning of a name: a sign, a number or a word that goes on stands behind it."""
        if at + 1 == len(self.keys):
            return True
        between = self.text[self.spans[at][1] : self.spans[at + 1][0]]
        following = self.keys[at + 1]
        return between.strip() != "" or following.isdecimal() or following in _BEHIND

    def marked(self, at: int) -> bool:
        """Return whether a name may stand here: where a place may, or after "the"."""
        return self.placed(at) or (at > 0 and self.keys[at - 1] == "the")


_words = lru_cache(maxsize=16)(_Words)  # a turn is read for cities, hotels and what the frames name
