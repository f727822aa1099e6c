"""Set phrases: whole turns that many people say, read by a phrasebook before anything else.

"What do you have?", "any good?" and "that's all, thanks" are no compositions: what they mean depends on the moment at
which they are said, and hardly on their words. They are a language's data (`language/<code>/phrases.toml`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from wayframe.language.phrases import Phrasebook, PhraseFamily
from wayframe.meaning.notation import parse
from wayframe.meaning.records import ASKED_FIRST, Book, Cancel, Change, Compare, Meaning, Spoken
from wayframe.reader import ReaderContext
from wayframe.reader.words import TurnWords, words_of
from wayframe.schema import Schema

Words = tuple[str, ...]

LEFT_TO_OTHERS = "-"
"""The meaning of a set phrase at a moment at which the rest of the reader knows more."""

ALTERNATIVE = " | "
"""The mark between meanings of which the first that the schema has the slots for is taken."""

UNKNOWN = "out_of_scope"
"""The beginning of a meaning that no schema knows of, unless one has a slot for it."""

MOST_WORDS = 14
"""Words of a turn that may be a set phrase, with what stands before and behind it."""

IT, ITEMS = "{it}", "{items}"
"""The places of a phrase for a pronoun, and for a noun for items."""

_DEEDS = (Book, Cancel, Change)


class SetPhrases:
    """Reads turns that are a set phrase and nothing else. Threads may share it."""

    def __init__(self, book: Phrasebook, schema: Schema, language: str) -> None:
        self._schema = schema
        self._before, self._behind = _split(book.before), _split(book.behind)
        self._requesting = frozenset(book.requesting)
        nouns = [*_split(book.nouns), *(words_of(each, language) for each in _nouns_of(schema))]
        determined = [(*first, *noun) for first in _split(book.determiners) for noun in nouns]
        self._places = {**dict.fromkeys(_split(book.it), IT), **dict.fromkeys([*nouns, *determined], ITEMS)}
        names = (name for slot in schema.slots for name in (slot.label, *slot.nouns, *slot.true))
        self._slots = {words_of(name, language) for name in names}
        self._families = dict[Words, list[PhraseFamily]]()
        for family in book.families:
            for words in _split(family.said):
                self._families.setdefault(_with_places(words, self._places), []).append(family)

    def read(self, words: TurnWords, context: ReaderContext) -> Meaning | None:
        """Return what a turn says that is a set phrase at this moment; None where it is none."""
        said = tuple(token.text for token in words.tokens if any(map(str.isalnum, token.text)))
        for family in self._families_of(said) if len(said) <= MOST_WORDS else ():
            requested = family.asks_first and not self._requesting.isdisjoint(said)
            noted = "" if requested else self._at_moment(family, context)
            if noted.startswith(UNKNOWN) and self._names_slot(said):
                return None  # a table may well have a deposit
            if noted:
                start, end = words.plain.start(words.tokens[0].start), words.plain.end(words.tokens[-1].end)
                moves = (Spoken(move, start, end) for move in parse(noted))
                return Meaning(tuple(_asked_first(each) if family.asks_first else each for each in moves))
        return None

    def _names_slot(self, said: Words) -> bool:
        """Return whether words name a slot of the schema."""
        parts = (said[start:end] for start in range(len(said)) for end in range(start + 1, len(said) + 1))
        return not self._slots.isdisjoint(parts)

    def _families_of(self, said: Words) -> Sequence[PhraseFamily]:
        """Return the families of a turn, by all of its words or by most of those between such as add nothing."""
        starts = [at for at in range(len(said)) if _is_made_of(said[:at], self._before)]
        ends = [at for at in range(1, len(said) + 1) if _is_made_of(said[at:], self._behind)]
        parts = sorted({said[start:end] for start in starts for end in ends if start < end}, key=len, reverse=True)
        known = (self._families.get(_with_places(part, self._places)) for part in parts)
        return next(filter(None, known), ())

    def _at_moment(self, family: PhraseFamily, context: ReaderContext) -> str:
        """Return what a family means at a moment, with the schema's slots; empty where it means nothing then."""
        for moment in _moments(context, self._schema.place):
            noted = self._with_slots(getattr(family, moment))
            if noted:
                return "" if noted == LEFT_TO_OTHERS else noted
        return ""

    def _with_slots(self, noted: str) -> str:
        """Return the first alternative of a meaning of which the schema has all slots; empty where none is so."""
        named = {name: getattr(self._schema, name) for name in ("place", "rating", "stock")}
        price = self._schema.price
        slots = {**named, "price": price.name if price else ""}
        for alternative in noted.split(ALTERNATIVE):
            if all(slot or f"{{{name}}}" not in alternative for name, slot in slots.items()):
                return reduce(lambda text, name: text.replace(f"{{{name}}}", slots[name]), slots, alternative)
        return ""


def _nouns_of(schema: Schema) -> Iterator[str]:
    """Yield the nouns for a schema's items: its own, and those of the slot that names them."""
    yield from (schema.item, schema.items)
    name = schema.slot(schema.name)
    for noun in name.nouns if name else ():
        yield from (noun, f"{noun}s")


def _split(phrases: Iterable[str]) -> list[Words]:
    return [tuple(phrase.split()) for phrase in phrases]


def _with_places(words: Words, places: Mapping[Words, str]) -> Words:
    """Return words with a place for each pronoun and each noun for items, the longest of them first."""
    found, at = list[str](), 0
    while at < len(words):
        ends = (end for end in range(len(words), at, -1) if words[at:end] in places)
        end = next(ends, at)
        found.append(places[words[at:end]] if end > at else words[at])
        at = max(end, at + 1)
    return tuple(found)


def _moments(context: ReaderContext, place: str) -> Iterator[str]:
    """Yield the moments of a dialogue that hold, the most telling first; who is asked where to go has just begun."""
    if context.asked and place not in context.asked:
        yield "asking"
    if context.confirming or context.state.pending.purpose:
        yield "confirming"
    if context.booked and any(isinstance(move, _DEEDS) for move in context.moves):
        yield "booked"
    if context.turns and any(act.name == "no_result" for act in context.turns[-1].acts):
        yield "nothing"
    if any(isinstance(move, Compare) for move in context.moves):
        yield "compared"
    if not context.offered:
        yield "opening"
    elif len(context.focus) == 1:
        yield "single"
    else:
        yield "listed"
    yield "any"


def _asked_first(spoken: Spoken) -> Spoken:
    """Return a deed as one that is asked about before it is done."""
    if not isinstance(spoken.move, _DEEDS):
        return spoken
    return Spoken(spoken.move, spoken.start, spoken.end, ASKED_FIRST)


def _is_made_of(words: Sequence[str], phrases: Sequence[Words]) -> bool:
    """Return whether words are some phrases one behind the other."""
    if not words:
        return True
    return any(words[: len(each)] == each and _is_made_of(words[len(each) :], phrases) for each in phrases)
