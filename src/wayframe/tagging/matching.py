"""Annotated values found again in the text, which gives every word its tags (paper section 8.1).

The annotation says which values an act has, not where they stand. A value is looked for in four ways, each only for
what the ones before left over: letter by letter; without regard to case and accents; in another form of the same
(two and 2, 17th and 17, $1,700 and 1700, stars and star, Aug and August); with slips of the pen. Longer values choose
first, then in the order of the acts; of several places the first one that is free. Where two acts say the same value
and it stands there once, both are about those words; so are two slots, of which the first one gives the tag.

Never looked for: requests (no value), yes and no, don't care, and the slots whose values are names of the annotation
scheme, not words: `intent`, `action`, `amenities`, `vicinity`. An act without a value in the text has no words.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from msgspec import UnsetType

from wayframe.dialogue import Act, Turn, opened, plain_args
from wayframe.ontology import kind_of
from wayframe.tagging.tagged import TaggedSpan, TaggedText, TextWord, iob, words
from wayframe.values import DONT_CARE
from wayframe.values.dates import month_of
from wayframe.values.lexer import Token, lex

_SAME_SPELLING = 80  # of 100: one slip in five letters
_SHORTEST_SLIP = 4  # letters; shorter words are too near one another
_SPELT = frozenset(("city", "date", "name", "seat", "text"))
_SIGNS = frozenset("$,.-'’\"()!?;:/")
_SILENT = _SIGNS | {"the", "of", "and"}


class TextPiece(NamedTuple):
    """Content of a part of a text, and its words, from `start` to before `end`."""

    key: str
    start: int
    end: int


def folded(text: str) -> str:
    """A word in small letters without accents, with plain apostrophes."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(character for character in apart if not unicodedata.combining(character)) or text


def pieces(text: str, tokens: Sequence[TextWord]) -> list[TextPiece]:
    """Split a text into parts with their content, whatever their form, and the words of each."""
    starts, ends = [token.start for token in tokens], [token.end for token in tokens]
    found = list[TextPiece]()
    for token in lex(text):
        if key := _key(token):
            found.append(TextPiece(key, bisect_right(ends, token.start), bisect_left(starts, token.end)))
    return found


def found_forms(pieces: Sequence[TextPiece], value: str) -> Iterator[tuple[int, int]]:
    """The places, as word `start` to before `end`, at which another form of `value` stands."""
    sought = list(filter(None, map(_key, lex(value))))
    keys = [piece.key for piece in pieces]
    if not sought:
        return
    for start in range(len(keys) - len(sought) + 1):
        if keys[start : start + len(sought)] == sought:
            yield pieces[start].start, pieces[start + len(sought) - 1].end


def misspelt(tokens: Sequence[TextWord], slot: str, value: str) -> Iterator[tuple[int, int]]:
    """The places at which `value` stands with a slip, the best one first."""
    from rapidfuzz.fuzz import ratio

    plain = folded("".join(value.split()))
    if kind_of(slot) not in _SPELT or len(plain) < _SHORTEST_SLIP or plain[0].isdecimal():
        return
    size = len(value.split())
    alike = list[tuple[float, int, int]]()
    for length in filter(None, (size, size + 1, size - 1)):
        for start in range(len(tokens) - length + 1):
            written = folded("".join(word.text for word in tokens[start : start + length]))
            score = ratio(plain, written)
            if score >= _SAME_SPELLING:
                alike.append((-score, start, start + length))
    for _, start, end in sorted(alike):
        yield start, end


def _key(token: Token) -> str:
    """Return the content of a token regardless of its form; empty for signs and fillers."""
    if token.value is not None:
        return f"{token.value:g}" if token.value < 1e6 else str(token.value)
    word = folded(token.text)
    if word in _SILENT:
        return ""
    month = month_of(word)
    if month:
        return f"month {month}"
    if len(word) > 3:
        return word.removesuffix("s")
    return word


How = Literal["exact", "case", "form", "spelling"]
Why = Literal["no value", "yes or no", "don't care", "name of the scheme", "not in the text"]
HOWS: tuple[How, ...] = get_args(How)

NAMED_BY_SCHEME = frozenset(("intent", "action", "amenities", "vicinity"))


class AnnotatedValue(NamedTuple):
    """A slot of an act, the number of the act, and its value as it is annotated."""

    act: int
    slot: str
    value: str | bool | int | float | None


class FoundValue(NamedTuple):
    """A value that stands in the text, from word `start` to before `end`; `tags`: it gives these words their tag."""

    said: AnnotatedValue
    start: int
    end: int
    how: How
    tags: bool


class MissedValue(NamedTuple):
    """A value that no word was found for."""

    said: AnnotatedValue
    why: Why


class TagMatching(NamedTuple):
    """A text with its tags, and how they came about."""

    tagged: TaggedText
    found: tuple[FoundValue, ...]
    missed: tuple[MissedValue, ...]


def gold(turn: Turn) -> TaggedText:
    """The tags that the labels of a turn give."""
    return match(turn.text, labelled(turn)).tagged


def tagged(text: str, acts: Sequence[Act]) -> TaggedText:
    """The tags that acts give a text; with references or without."""
    return match(text, acts).tagged


def labelled(turn: Turn) -> tuple[Act, ...]:
    """The labelled acts without references; a wizard's turn has its acts with references only, which are opened."""
    acts = turn.labels.acts_without_refs
    return tuple(map(opened, turn.acts)) if isinstance(acts, UnsetType) else acts


def match(text: str, acts: Sequence[Act]) -> TagMatching:
    """Find the values of acts in a text."""
    tokens = tuple(words(text))
    search = _WordSearch(text, tokens)
    annotated = [(said, _hopeless(said)) for said in _said(acts)]
    wanted = [said for said, why in annotated if why is None]
    missed = [MissedValue(said, why) for said, why in annotated if why]
    for how in HOWS:
        wanted = search.find(wanted, how)
    missed += [MissedValue(said, "not in the text") for said in wanted]
    found = sorted(search.found, key=lambda each: (each.start, each.end, each.said.act))
    slots = iob(len(tokens), (TaggedSpan(each.start, each.end, each.said.slot) for each in found if each.tags))
    return TagMatching(TaggedText(tokens, slots, _act_tags(len(tokens), acts, found)), tuple(found), tuple(missed))


def _said(acts: Sequence[Act]) -> Iterator[AnnotatedValue]:
    for number, act in enumerate(acts):
        for arg in plain_args(act):
            yield AnnotatedValue(number, arg.key, arg.value)


def _hopeless(said: AnnotatedValue) -> Why | None:
    reasons: dict[Why, bool] = {
        "no value": said.value is None or not str(said.value).strip(),
        "yes or no": isinstance(said.value, bool),
        "name of the scheme": said.slot in NAMED_BY_SCHEME,
        "don't care": said.value == DONT_CARE,
    }
    return next((why for why, holds in reasons.items() if holds), None)


class _WordSearch:
    """A text in which values find their places."""

    def __init__(self, text: str, tokens: Sequence[TextWord]) -> None:
        self.text, self.tokens = text, tokens
        self.found = list[FoundValue]()
        self.taken = [False] * len(tokens)

    @cached_property
    def _exact(self) -> list[str]:
        return [word.text for word in self.tokens]

    @cached_property
    def _folded(self) -> list[str]:
        return [folded(word.text) for word in self.tokens]

    @cached_property
    def _pieces(self) -> list[TextPiece]:
        return pieces(self.text, self.tokens)

    def find(self, wanted: Sequence[AnnotatedValue], how: How) -> list[AnnotatedValue]:
        """Look for values in one way; those that are left over, in their order."""
        left = list[tuple[int, AnnotatedValue]]()
        order = sorted(enumerate(wanted), key=lambda each: (-len(words(str(each[1].value))), each[0]))
        for number, said in order:
            places = list(self._places(said, how))
            if not places:
                left.append((number, said))
                continue
            free = [place for place in places if not any(self.taken[slice(*place)])]
            start, end = free[0] if free else self._shared(said, places)
            self.found.append(FoundValue(said, start, end, how, tags=bool(free)))
            self.taken[start:end] = [True] * (end - start)
        return [said for _, said in sorted(left)]

    def _shared(self, said: AnnotatedValue, places: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """The place that another act has taken for the same slot, else the first one."""
        same = {(each.start, each.end) for each in self.found if each.said.slot == said.slot}
        return next((place for place in places if place in same), places[0])

    def _places(self, said: AnnotatedValue, how: How) -> Iterator[tuple[int, int]]:
        value = str(said.value)
        sought = [word.text for word in words(value)]
        searches: dict[How, Callable[[], Iterator[tuple[int, int]]]] = {
            "exact": lambda: _sequences(self._exact, sought),
            "case": lambda: _sequences(self._folded, list(map(folded, sought))),
            "form": lambda: found_forms(self._pieces, value),
            "spelling": lambda: misspelt(self.tokens, said.slot, value),
        }
        return searches[how]()


def _sequences(texts: Sequence[str], sought: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places at which some words stand one after the other."""
    for start in range(len(texts) - len(sought) + 1):
        if texts[start : start + len(sought)] == sought:
            yield start, start + len(sought)


def _act_tags(length: int, acts: Sequence[Act], found: Sequence[FoundValue]) -> tuple[tuple[str, ...], ...]:
    tags = [dict[str, None]() for _ in range(length)]
    for number, (first, last) in sorted(reaches(found).items()):
        for word in tags[first:last]:
            word[acts[number].name] = None
    return tuple(map(tuple, tags))


def reaches(found: Sequence[FoundValue]) -> dict[int, tuple[int, int]]:
    """The words of each act by its number: from its first value to before the end of its last."""
    places = dict[int, tuple[int, int]]()
    for each in found:
        start, end = places.get(each.said.act, (each.start, each.end))
        places[each.said.act] = min(start, each.start), max(end, each.end)
    return places
