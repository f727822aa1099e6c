"""The embedded reader: from text to meaning, by a language's lexicon, a schema and the catalogue's names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from wayframe.language.lexicon import lexicon
from wayframe.meaning.records import Constraint, Meaning, Spoken, Text, Unread, Wish
from wayframe.reader import recognisers
from wayframe.reader.clauses import clauses
from wayframe.reader.context import ReaderContext
from wayframe.reader.doubt import ClauseFacts, Clauses, clause_facts, doubts, judged, weights_of
from wayframe.reader.joining import joined
from wayframe.reader.leftovers import leftovers, score
from wayframe.reader.moves import moves
from wayframe.reader.party import party_phrases
from wayframe.reader.placenames import PlaceNames
from wayframe.reader.plaintext import PlainText, by_neighbours, plain_text
from wayframe.reader.readings import ClauseReader
from wayframe.reader.spans import Recognised, Span, spans
from wayframe.reader.spelling import Spelling
from wayframe.reader.tokens import Token, tokenize
from wayframe.reader.vocabulary import Vocabulary
from wayframe.schema import Schema
from wayframe.values import Gazetteer


class Reader(Protocol):
    """Reads a turn."""

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """Return what a text says in the circumstances of a dialogue."""
        ...


class EmbeddedReader:
    """Reads by rules of composition over a language's lexicon; needs no model. Threads may share it."""

    def __init__(
        self,
        schema: Schema,
        names: Callable[[str], Sequence[str]],
        gazetteer: Gazetteer | None = None,
        language: str = "en",
    ) -> None:
        """`names` gives the catalogue's values of a slot; `gazetteer` finds places that the schema's journeys go to."""
        self.schema, self._gazetteer, self.names = schema, gazetteer, names
        self._lexicon, self._doubt = lexicon(language), weights_of(language)
        self._expansions = {**self._lexicon.expansions, **self._lexicon.nicknames}
        self._vocabulary = Vocabulary(self._lexicon, schema, names)
        self._spelling = Spelling(self._vocabulary, gazetteer)
        self._place_names = PlaceNames(self._vocabulary, gazetteer) if gazetteer else None

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """See `Reader.read`."""
        return doubts(self.judged(text, context)[0])

    def judged(self, text: str, context: ReaderContext) -> tuple[Meaning, Clauses]:
        """Return what a text says and how likely each move was meant, with how far each clause was understood."""
        meaning, facts = self.read_with_facts(text, context)
        return judged(meaning, facts, context, self.schema, self._doubt), facts

    def read_with_facts(self, text: str, context: ReaderContext) -> tuple[Meaning, Clauses]:
        """Return what a text says before anything of it is doubted, and how far each clause was understood."""
        plain = self._plain(text, context)
        cut = self._cut(plain.text, context)
        parties = party_phrases(cut)
        clause_reader = ClauseReader(self.schema, context)
        spoken, unread, facts = list[Spoken](), list[Unread](), dict[tuple[int, int], ClauseFacts]()
        for clause in clauses(cut, parties):
            start, end = plain.start(clause.spans[0].start), plain.end(clause.spans[-1].end)
            reading = clause_reader.read(clause)
            found = moves(reading)
            spoken += [Spoken(move, start, end) for move in found]
            unread += [
                Unread(plain.start(left.start), plain.end(left.end), left.weight) for left in leftovers(reading, found)
            ]
            facts[start, end] = clause_facts(reading, found)
        together = joined(spoken, self.schema, offered=context.offered)
        return Meaning(tuple(together), tuple(unread), score(unread, cut)), facts

    def constraint(self, slot: str, words: str, context: ReaderContext) -> Constraint | None:
        """Return what words say of a slot, as an answer to a question for it; None where they say nothing of it.

        Names and texts that the catalogue doesn't have are taken as they are.
        """
        asked = ReaderContext(context.today, (slot,))
        for move in self.read(words, asked).all():
            if isinstance(move, Wish) and move.slot == slot:
                return move.constraint
        known = self.schema.slot(slot)
        named = known is not None and known.kind in ("name", "place", "category", "text")
        return Constraint("is", (Text(words),)) if named else None

    def cut(self, text: str, context: ReaderContext) -> list[Span]:
        """Return the spans of a text."""
        return self._cut(self._plain(text, context).text, context)

    def _plain(self, text: str, context: ReaderContext) -> PlainText:
        """Return a text with its short forms written out, slips of everyday words corrected."""
        names = {word for name in context.options for word in name.casefold().split()}
        places = self._gazetteer.find(text) if self._gazetteer else ()
        named = {at for found in places for at in range(found.start, found.end)}
        expansions = self._expansions if self._gazetteer else self._lexicon.expansions

        asked = any(slot.name in context.asked for slot in self.schema.of_kind("place"))
        leading = {*self._lexicon.classes["place_from"], *self._lexicon.classes["goal_word"]}

        def respelt(word: re.Match[str]) -> str:
            if word.start() in named or word[0].lower() in names:
                return word[0]
            before = word.string[: word.start()].split()[-1:]
            return self._spelling.word(word[0], place=asked or not leading.isdisjoint(before))

        plain = plain_text(text, expansions, respelt)
        starts = {found.start for found in self._gazetteer.find(plain.text)} if self._gazetteer else set[int]()
        return by_neighbours(plain.text, self._lexicon.homophones, starts).behind(plain)

    def _cut(self, text: str, context: ReaderContext) -> list[Span]:
        places = {found.end for found in self._gazetteer.find(text)} if self._gazetteer else set[int]()
        tokens = self._spelling.named(tokenize(text, places), tuple(context.options))
        found = self._recognised(text, tokens, context)
        names = {at for each in found for at in range(each.first, each.last)}
        return spans(self._spelling.corrected(tokens, names), self._vocabulary, found)

    def _recognised(self, text: str, tokens: Sequence[Token], context: ReaderContext) -> list[Recognised]:
        found = [*recognisers.numbers(tokens), *recognisers.amounts(tokens)]
        if self.schema.of_kind("date"):
            found += recognisers.days(text, tokens, context.today, self._lexicon.classes["day_bound"])
        if self._gazetteer:
            found += recognisers.places(text, tokens, self._gazetteer, self._lexicon.classes["place_ending"])
        found += recognisers.options(tokens, context.options, self._vocabulary.words)
        if self._place_names:
            found += self._place_names.find(text, tokens, found)
        return found
