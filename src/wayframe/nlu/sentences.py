"""From a text as it was written to sentences with their values: quotes and slips of the pen put right, then cut.

Slips are those of the words by which people say what they want: "retrun", "leavng", "chepaer". Names, months and
numbers are read with their slips by `wayframe.values`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from wayframe.nlu.phrases import Phrases, anywhere, at_start
from wayframe.values import Mention

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
RIGHT = {key: beside for row in _ROWS for key, beside in pairwise(row)}
"""The key to the right of each key that has one."""
LEFT = {beside: key for key, beside in RIGHT.items()}


def slips(word: str, at: int) -> tuple[str, str, str, str]:
    """Return a word with a slip at a letter inside: swapped with the next, left out, doubled, or the key beside."""
    before, letter, after = word[:at], word[at], word[at + 1 :]
    swapped = f"{before}{after[0]}{letter}{after[1:]}"
    return swapped, before + after, before + letter + letter + after, before + RIGHT.get(letter, letter) + after


# What is looked for, and words that are no slips although they are near to it.
_MEANT = (
    "airport", "amenities", "anything", "anywhere", "available", "between", "breakfast", "budget", "business",
    "cathedral", "cheaper", "cheapest", "children", "compare", "departing", "departure", "destination", "destinations",
    "different", "dollars", "economy", "expensive", "first", "flexible", "flying", "guests", "hotels", "internet",
    "leaving", "museum", "package", "packages", "parking", "rating", "return", "returning", "second", "shopping",
    "something", "suitcase", "theatre", "tomorrow", "travelling", "university", "until", "vacation", "weekend",
    "without",
)  # fmt: skip
_RIGHT = frozenset((
    *_MEANT,
    "airports", "amenity", "bearing", "betweens", "bombard", "breakfasts", "budge", "budged", "budgeted", "budgets",
    "cathedrals", "cheapen", "cheaply", "cheater", "collars", "company", "compared", "compares", "depart",
    "departed", "departures", "differ", "difference", "differing", "dollar", "economic", "economics", "expansive",
    "fidget", "fifth", "fists", "fliers", "flings", "foist", "frying", "gadget", "guess", "guessed", "guest",
    "gusts", "heaving", "hostels", "hotel", "interest", "leading", "leaning", "learning", "leasing", "leavings",
    "living", "mating", "museums", "pacing", "packaged", "packager", "packing", "parting", "partying", "raging",
    "raking", "ranting", "raring", "ratings", "rations", "raving", "reckon", "returned", "returner", "returns",
    "seconds", "shipping", "shocking", "someone", "stopping", "suitcases", "theater", "theaters", "theatres",
    "traveling", "unlit", "untie", "vacations", "vocation", "weaving", "weekday", "weekends", "withdraw", "within",
))  # fmt: skip
# Words too short to be compared with others: their slips are those of fingers alone.
_SHORT = (
    "about", "again", "adult", "adults", "back", "book", "coach", "days", "does", "ends", "first", "from", "have",
    "home", "last", "leave", "like", "near", "that", "this", "number", "packed", "stars", "start", "take", "there",
    "town", "trip", "until", "weeks", "what", "when", "with", "work", "would",
)  # fmt: skip
_OTHER_WORDS = frozenset((
    "bake", "dies", "dose", "dyas", "eds", "fiest", "fist", "form", "habe", "hae", "hoe", "hone", "lat", "lats",
    "lave", "lie", "loke", "luke", "nar", "ner", "paced", "stas", "stat", "stats", "strat", "tale", "thee", "thus",
    "three", "tip", "ton", "trop", "util", "wees", "werks", "wold", "wok",
))  # fmt: skip
_LONG = 8  # letters, from which on two slips are corrected instead of one
_LOWER = re.compile(r"(?<![\w'-])[A-Z]?[a-z]{2,}(?![\w'-])")
_COMPARED = re.compile("[a-z]{5,}")  # words that are compared with those that are meant


class CorrectedText(NamedTuple):
    """A text with its slips corrected, and for each place in it the place in the text as it was written."""

    words: str
    places: tuple[int, ...]

    def written(self, start: int, end: int) -> tuple[int, int]:
        """Map the words from `start` to `end` to their place in the text as it was written."""
        return self.places[start], self.places[end]


def spelled(text: str) -> CorrectedText:
    """The text with common words spelled as they should be."""
    lower = text.lower()
    heard = lower if text.isupper() and len(lower) == len(text) else text
    slips = [(found, right) for found in _LOWER.finditer(heard) if (right := _right(found.group()))]
    words, places, end = "", list[int](), 0
    for found, right in slips:
        words += text[end : found.start()] + right
        places += range(end, found.start())
        places += [min(found.start() + at, found.end() - 1) for at in range(len(right))]
        end = found.end()
    return CorrectedText(words + text[end:], (*places, *range(end, len(text) + 1)))


@cache
def _slips() -> dict[str, str]:
    """List the misspellings of the short words: two letters swapped, one left out, doubled or missed by a key."""
    right, found = {*_OTHER_WORDS, *_SHORT}, dict[str, str]()
    for word in _SHORT:
        for at in range(1, len(word) - 1):
            left = word[:at] + LEFT.get(word[at], word[at]) + word[at + 1 :]
            found.update((slip, word) for slip in (*slips(word, at), left) if slip not in right)
    return found


@lru_cache(maxsize=8192)
def _right(word: str) -> str | None:
    """The word that is meant, None where `word` is no slip of one."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if short := _slips().get(word.lower()):
        return short.capitalize() if word[0].isupper() else short
    if word in _RIGHT or not _COMPARED.fullmatch(word):
        return None
    distance = 2 if len(word) >= _LONG else 1
    near = process.extractOne(word, _MEANT, scorer=OSA.distance, score_cutoff=distance)
    return near[0] if near and near[0][0] == word[0] else None


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_END = re.compile(
    r"(?=[!?….\s,])(?:(?<!\bSt)(?<!\bst)(?:[!?…]++|\.++(?!\w))\s*|\n+|(?<=\w),?\s+(?=but\b))", re.IGNORECASE
)
_ASKS_FIRST = at_start(r"""
    (i forgot|(a |one )?(quick )?question|one more thing|by the way|wait|before (i|we) decide|just to be sure)\W+any
    what('s|s|'re|re)?  how  which  when  where  who  is  are  does  do  did  will  would  can  could  any  may  tell me
    give me  show me  let me know  list
""")
_ASKS = anywhere(r"""
    i('d| would) like to know  (want|need|like|love) to (know|hear|see)  (can|could) (you|i|we)  wondering  i wonder
    tell me  let me know  remind me  curious  what('s| is| are)  how (much|many|long)  do you know
    (information|details) (on|about)
""")


# "sorry, does the one for $900 have wifi": a question within a sentence, by its order of words.
_TURNED_ROUND = Phrases(
    r", (?:will|would|do|can|could) (?:i|we)\b"
    r"|(?:^|, ?)(?:\w+ ){0,4}?(?:dates|price|rating|stars|category|duration|class)"
    r" (?:for|of|at) (?:the|that|this|number)\b"
    r"|(?:,|\b(?:me|us|again|and|(?<!and )so|decide|sure|great|good)) (?:is|are|was|were|does|do|did)"
    r" (?:the|it|there|that|this|they|those|these)\b",
)
_QUESTIONS = (_ASKS_FIRST, _ASKS, _TURNED_ROUND)


class TextSentence(NamedTuple):
    """A sentence: `words` is `text[start:end]` with plain quotes and dashes, `mentions` are the values inside."""

    start: int
    end: int
    words: str
    asks: bool
    mentions: tuple[Mention, ...]


def straightened(text: str) -> str:
    """The text with typographic quotes and dashes made plain, character by character."""
    return text.translate(_STRAIGHT)


def sentences(text: str, mentions: Sequence[Mention]) -> list[TextSentence]:
    """The sentences of a straightened text that have a word in them. A value is never cut in two."""
    starts = [m.start for m in mentions]
    found = []
    for start, end in pairwise([0, *_cuts(text, mentions, starts), len(text)]):
        words = text[start:end]
        if any(map(str.isalnum, words)):
            held = tuple(mentions[bisect_left(starts, start) : bisect_left(starts, end)])
            found.append(TextSentence(start, end, words, _asks(words), held))
    return found


def _asks(words: str) -> bool:
    return "?" in words or any(pattern.search(words) for pattern in _QUESTIONS)


def _cuts(text: str, mentions: Sequence[Mention], starts: Sequence[int]) -> Iterator[int]:
    """Yield the ends of sentences, except inside a value ("St. Louis")."""
    for match in _END.finditer(text):
        before = bisect_left(starts, match.end()) - 1
        if before < 0 or mentions[before].end <= match.end():
            yield match.end()
