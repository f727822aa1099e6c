"""Names out of a list (cities, hotels) found in a text: whatever their case or accents, by synonym, misspelled, in part.

A name that is also a word ("nice", "mobile") counts only after a preposition of place or in capitals inside a sentence,
and so do misspelled and shortened names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

SYNONYMS: Mapping[str, str] = {
    "nyc": "New York", "ny": "New York", "new york city": "New York", "big apple": "New York", "la": "Los Angeles",
    "sf": "San Francisco", "frisco": "San Francisco", "dc": "Washington", "washington dc": "Washington",
    "philly": "Philadelphia", "vegas": "Las Vegas", "rio": "Rio de Janeiro", "cdmx": "Mexico City",
    "nola": "New Orleans", "slc": "Salt Lake City", "jozi": "Johannesburg", "joburg": "Johannesburg",
}  # fmt: skip
_WORDS = frozenset(
    ["nice", "mobile", "reading", "bath", "orange", "split", "cork", "hull", "tours", "nancy", "may", "la", "ny", "male", "best", "bend", "enterprise", "paradise", "sandy", "normal", "hope", "mission", "surprise", "eureka", "deal", "ware", "rye", "battle", "wells", "success", "why", "boulder", "concord", "golden", "aurora", "chance", "independence", "buffalo", "victoria", "phoenix", "columbus"]
)
_PLACED = frozenset(["to", "from", "in", "at", "near", "visit", "visiting", "for", "leaving", "departing", "via", "into", "toward", "towards", "of"])
_LODGING = frozenset(
    ["hotel", "hotels", "inn", "motel", "resort", "resorts", "lodge", "suites", "suite", "hostel", "the", "and", "spa", "house", "of", "by", "at"]
)
_NEVER = frozenset(["august", "there", "where", "early", "advance", "business", "these", "those", "march"])
_WORD = re.compile(r"[^\W_]+")
_FUZZY_FROM = 5  # letters; shorter words are too near one another
_NEAR = 0.8


class Match(NamedTuple):
    """A name of the list and how sure it is that it is meant, from 0 to 1."""

    name: str
    score: float


class Found(NamedTuple):
    """A name's place in a text: `text[start:end]`."""

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


class Gazetteer:
    """A list of names that is found in texts. `synonyms` maps what people say to a name; common ones are built in."""

    def __init__(self, names: Iterable[str], synonyms: Mapping[str, str] | None = None) -> None:
        self.names = tuple(dict.fromkeys(names))
        self._exact = {folded(name): name for name in self.names}
        for said, name in (*SYNONYMS.items(), *(synonyms or {}).items()):
            if held := self._exact.get(folded(name)):
                self._exact.setdefault(folded(said), held)
        self._short = self._shortened()
        keys = (*self._exact, *self._short)
        self._longest = max((key.count(" ") + 1 for key in keys), default=0)
        self._first_words = frozenset(key.split(" ")[0] for key in keys)
        self._nearest = lru_cache(maxsize=8192)(self._measured)

    def resolve(self, text: str) -> list[Match]:
        """The names that `text` as a whole may mean, best first; empty where none is near."""
        key = folded(text)
        if name := self._exact.get(key) or self._short.get(_distinctive(key)):
            return [Match(name, 1.0)]
        return list(self._nearest(key))

    def find(self, text: str) -> list[Found]:
        """The names in the text, in order, not overlapping; the longest reading wins."""
        places = [(found.start(), found.end()) for found in _WORD.finditer(text)]
        words = [folded(text[start:end]) for start, end in places]
        found: list[Found] = []
        at = 0
        while at < len(words):
            marked = _marked(text, words, places, at)
            name, length, score = (
                self._known(words, at, marked) or (marked and self._guessed(words, at)) or ("", 1, 0.0)
            )
            if name:
                found.append(Found(places[at][0], places[at + length - 1][1], name, score))
            at += length
        return found

    def _known(self, words: Sequence[str], at: int, marked: bool) -> tuple[str, int, float] | None:
        """The longest name that starts here, how many words it has, and its score."""
        if words[at] not in self._first_words:
            return None
        for length in range(min(self._longest, len(words) - at), 0, -1):
            key = " ".join(words[at : at + length])
            if name := self._exact.get(key):
                return (name, length, 1.0) if marked or key not in _WORDS else None
            if marked and (name := self._short.get(key)):
                return name, length, 0.9
        return None

    def _guessed(self, words: Sequence[str], at: int) -> tuple[str, int, float] | None:
        """A misspelled name that starts here: of up to three words, the nearest."""
        best: tuple[str, int, float] | None = None
        for length in range(1, min(self._longest, 3, len(words) - at) + 1):
            key = " ".join(words[at : at + length])
            if len(key) < _FUZZY_FROM or key in _NEVER:
                continue
            match = next(iter(self._nearest(key)), None)
            if match and match.score > (best[2] if best else 0.0):
                best = match.name, length, match.score
        return best

    def _shortened(self) -> dict[str, str]:
        """Names by their distinctive words ("the Regal" for "Regal Resort"), where only one name has these."""
        short: dict[str, list[str]] = {}
        for key, name in self._exact.items():
            core = _distinctive(key)
            if core and core != key:
                short.setdefault(core, []).append(name)
        return {core: names[0] for core, names in short.items() if len(set(names)) == 1 and core not in self._exact}

    def _measured(self, key: str) -> tuple[Match, ...]:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        if not key:
            return ()
        keys = [held for held in self._exact if held[0] == key[0]]
        near = process.extract(key, keys, scorer=OSA.normalized_similarity, score_cutoff=_NEAR, limit=5)
        best: dict[str, float] = {}
        for said, score, _ in near:
            best.setdefault(self._exact[said], float(score))
        return tuple(Match(name, score) for name, score in best.items())


def _distinctive(key: str) -> str:
    """The words of a hotel's name that tell it from others: without "hotel", "resort" and the like."""
    return " ".join(word for word in key.split(" ") if word not in _LODGING)


def _marked(text: str, words: Sequence[str], places: Sequence[tuple[int, int]], at: int) -> bool:
    """Whether the text shows that a name stands here: a preposition of place before it, or a capital in a sentence."""
    start = places[at][0]
    if at and (words[at - 1] in _PLACED or (words[at - 1] == "the" and text[start].isupper())):
        return True
    before = text[:start].rstrip()[-1:] if at else ""
    return (
        text[start].isupper() and bool(before) and before not in ".!?:\n" and not text[start : places[at][1]].isupper()
    )
