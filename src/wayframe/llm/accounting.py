"""The accounting for the words of a language model's sentence.

What a sentence says of values, features, comparisons and names is held against the facts (`grounding`). What is left
has to be made of words that claim nothing by themselves: those of a language's `talk.toml`, and those by which the
schema and the language pack speak of what was proved. Of any other word nothing is known, so that it may claim a deed
("charged"), or a fact that no slot has ("waterproof"): such a sentence isn't shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from wayframe.language.talk import Talk
from wayframe.language.wording import Wording
from wayframe.realiser.phrases import Locale, forms_of, verb_of
from wayframe.schema import Schema, Slot

PROVED, NAMED, POLITE = "\0", "\1", "\2"
"""Characters that stand where something was proved, where something is named that the schema or the user names, and
where a courtesy stood."""

_MARKS = re.compile(f"[{PROVED}{NAMED}{POLITE}]+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FIELD = re.compile(r"\{\w+\}")
_ENDINGS = ("ing", "es", "ed", "s", "d", "e")
_STEM = 3  # letters at least


class Clause(NamedTuple):
    """A part of a sentence: `text` is what is left of it, in small letters, `begins` the word that parts it off."""

    begins: str
    text: str

    @property
    def shown(self) -> str:
        """Return its text with dots where something was taken out."""
        return _MARKS.sub("…", self.text.strip())

    @property
    def proves(self) -> bool:
        """Return whether something was proved in it."""
        return PROVED in self.text

    @property
    def names(self) -> bool:
        """Return whether it names what the schema or the user names."""
        return NAMED in self.text


class Accounting:
    """The words of a language and of a schema."""

    def __init__(self, talk: Talk, wording: Wording, schema: Schema) -> None:
        self.talk, self._wording, self.schema = talk, wording, schema

    def unaccounted(self, rest: str, slots: Iterable[Slot], said: str, *, asks: bool) -> Iterator[str]:
        """Yield the words of a sentence for which nothing accounts, clause by clause.

        `rest` is the sentence in small letters with marks where something was proved or named, `slots` are those of
        which something was proved, `said` is what the user wrote: it may be repeated where something is asked, isn't
        known or is wished for, and nowhere else.
        """
        own, repeated = self._words_of_all(slots), self._schema_words | stems(self.words_in(said.lower()))
        repeats = False
        for clause in self._clauses(rest):
            goes_on = repeats and clause.begins in self.talk.dependent
            repeats = asks or goes_on or self._repeats(clause.text)
            if clause.names and not repeats:
                yield clause.shown
                continue
            spoken = (own if clause.proves else frozenset()) | (repeated if repeats else frozenset())
            neutral = self._neutral(clause, spoken, freely=repeats, asks=asks) | self.talk.weighing
            yield from self._unknown(clause, neutral, spoken)
            if not clause.proves and not repeats and self._tells(clause):
                yield clause.shown

    def added(self, rest: str, template: str, slots: Iterable[Slot], *, asks: bool) -> Iterator[str]:
        """Yield the words of a rewording for which neither its template nor a word list accounts.

        `rest` is the rewording in small letters with marks where values stand, `template` what it rewords, with
        them, too; `slots` are those of its values. A clause without any has to say what the template says.
        """
        words = frozenset(self.words_in(template))
        held = stems(words) | self._words_of_all(slots)
        told = stems(words - self.talk.function - self.talk.verbs)
        for clause in self._clauses(rest):
            spoken = held | (self._schema_words if asks else frozenset())
            yield from self._unknown(clause, self._neutral(clause, spoken, freely=asks, asks=asks), spoken)
            found = self.words_in(clause.text)
            if clause.proves or asks or self._repeats(clause.text) or any(stem(word) in told for word in found):
                continue
            if self._tells(clause) or (PROVED in template and not self.talk.function.issuperset(found)):
                yield clause.shown

    def _clauses(self, rest: str) -> Iterator[Clause]:
        """Yield the clauses of a text without its courtesies."""
        rest = self.talk.courtesy.sub(lambda found: POLITE * len(found[0]), rest)
        begins, start = "", 0
        for found in self.talk.part.finditer(rest):
            yield Clause(begins, rest[start : found.start()])
            begins, start = found[0], found.end()
        yield Clause(begins, rest[start:])

    def _repeats(self, text: str) -> bool:
        """Return whether a clause says that something isn't known, or repeats a wish."""
        return bool(self.talk.of_the_unknown.search(text) or self.talk.of_wishes.match(text.lstrip()))

    def _neutral(self, clause: Clause, spoken: frozenset[str], *, freely: bool, asks: bool) -> frozenset[str]:
        """Return the neutral words of a clause; those of a talk only where it is one of those who talk.

        `spoken` are the words by which is said what was proved.
        """
        neutral = self.talk.function | self.talk.counts | self.talk.verbs
        if freely or not clause.proves or self._is_of_talkers(clause, spoken):
            neutral |= self.talk.talk | self.talk.beside
        return neutral | self.talk.asked if asks else neutral

    def _is_of_talkers(self, clause: Clause, spoken: frozenset[str]) -> bool:
        """Return whether a clause speaks of those who talk: they, or a courtesy, stand before its verb."""
        verbs = self.talk.verbs | (spoken - self.talk.function - self.talk.talkers)
        before = takewhile(lambda word: word not in verbs, self.words_in(clause.text))
        return POLITE in clause.text or not self.talk.talkers.isdisjoint(before)

    def _unknown(self, clause: Clause, neutral: frozenset[str], spoken: frozenset[str]) -> Iterator[str]:
        """Yield the words of a clause that are neither neutral nor, by their stems, words that are spoken of."""
        spoken |= self._items
        for word in self.words_in(clause.text):
            if word not in neutral and not spoken.intersection((word, stem(word))):
                yield word

    def _tells(self, clause: Clause) -> bool:
        """Return whether a clause without a proof says something of options, or of the talkers but not of the talk."""
        words, talk = set(self.words_in(clause.text)), self.talk
        if words.isdisjoint(talk.verbs | talk.talk | talk.beside):
            return False
        of_the_talk = self._is_of_talkers(clause, frozenset()) and (
            POLITE in clause.text or not words.isdisjoint(talk.talk)
        )
        return not of_the_talk or not words.isdisjoint(talk.pointing)

    def is_of_grammar(self, word: str) -> bool:
        """Return whether a word is one of grammar, or for an item."""
        return word in self.talk.function or not self._items.isdisjoint((word, stem(word)))

    def speaks_of_slots(self, text: str) -> bool:
        """Return whether a text has a word by which slots are spoken of."""
        return not self._schema_words.isdisjoint(stems(self.words_in(text)))

    def _words_of_all(self, slots: Iterable[Slot]) -> frozenset[str]:
        return frozenset[str]().union(*map(self.words_of, slots))

    @cached_property
    def _items(self) -> frozenset[str]:
        """The words for an item."""
        return stems(self.words_in(f"{self.schema.item} {self.schema.items}".lower()))

    @cached_property
    def _schema_words(self) -> frozenset[str]:
        """All words by which the schema is spoken of."""
        return self._words_of_all(self.schema.slots)

    def words_in(self, text: str) -> list[str]:
        """Return the words of a text in small letters, contractions and phrases as the words that they stand for."""
        found = list[str]()
        text = self.talk.of_several_words.sub(lambda phrase: self.talk.phrases[phrase[0]], text)
        for word in _WORD.findall(text):
            whole = word.replace("’", "'")
            ending = next((each for each in self.talk.contractions if whole.endswith(each)), "")
            found += filter(None, (whole.removesuffix(ending), self.talk.contractions.get(ending)))
        return found

    def words_of(self, slot: Slot) -> frozenset[str]:
        """Return the words by which a slot is spoken of where a value of it is proved, by their stems."""
        label = set(slot.label.lower().split())
        near = [noun for noun in slot.nouns if " " not in noun or not label.isdisjoint(noun.lower().split())]
        texts = [slot.label, slot.heading, slot.unit, *(near if slot.measured else ())]
        wording = self._wording
        for form in (wording.kinds[slot.kind], forms_of(Locale(wording, self.schema), slot)):
            texts += [form.phrase, form.prefix, form.object, form.wish, form.zero, form.zero_object]
            texts += [*form.extremes.values(), *form.degrees.values(), form.ask]
            if form.verb:
                verb = verb_of(wording, form.verb)
                texts += [*verb.said, *verb.denied, *verb.short]
        words = self.words_in(_FIELD.sub(" ", " ".join(texts)).lower())
        return stems(words) | self.talk.said_of.get(slot.kind, frozenset())


def stems(words: Iterable[str]) -> frozenset[str]:
    """Return words and their stems."""
    found = set(words)
    return frozenset(found | {stem(word) for word in found})


def stem(word: str) -> str:
    """Return a word without the ending that a verb or a noun takes: "cost" of "costs" and "costing"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word.removesuffix(ending)
    return word
