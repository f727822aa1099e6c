"""Cities and hotels that training dialogues name: a model knows them beside those of the catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from wayframe.tagging import TaggedSpan, TaggedText
from wayframe.tagging.matching import folded
from wayframe.values import Lexicon

CITIES, HOTELS = frozenset(("dst_city", "or_city")), frozenset(("name",))
_OFTEN = 2  # times that a name has to be annotated
_SURELY = 0.5  # the share of a name's occurrences that have to be annotated
_LONGEST = 6  # words


def names(turns: Sequence[TaggedText], slots: frozenset[str]) -> tuple[str, ...]:
    """List the words that usually mean a value of one of these slots in these turns, in small letters."""
    annotated = Counter(_name(turn, span) for turn in turns for span in turn.spans if span.slot in slots)
    known = {name for name, times in annotated.items() if times >= _OFTEN and len(name) > 2}
    seen = Counter(name for turn in turns for name in _phrases(turn) if name in known)
    return tuple(sorted(name for name in known if annotated[name] >= _SURELY * seen[name]))


@lru_cache(maxsize=8)
def widened(lexicon: Lexicon, cities: tuple[str, ...], hotels: tuple[str, ...]) -> Lexicon:
    """The lexicon with more names, as far as it doesn't know them."""
    return Lexicon(lexicon.cities.with_names(cities), lexicon.hotels.with_names(hotels))


def _name(turn: TaggedText, span: TaggedSpan) -> str:
    return " ".join(folded(word.text) for word in turn.words[span.start : span.end])


def _phrases(turn: TaggedText) -> Iterable[str]:
    heard = [folded(word.text) for word in turn.words]
    for start in range(len(heard)):
        for end in range(start + 1, min(start + _LONGEST, len(heard)) + 1):
            yield " ".join(heard[start:end])
