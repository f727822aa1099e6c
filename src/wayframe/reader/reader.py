"""The embedded reader: from text to meaning, by a language's lexicon, a schema and the catalogue's names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from wayframe.language.lexicon import lexicon
from wayframe.meaning.records import Meaning, Spoken, Unread
from wayframe.reader import recognisers
from wayframe.reader.clauses import clauses
from wayframe.reader.context import ReaderContext
from wayframe.reader.joining import joined
from wayframe.reader.moves import MoveReader
from wayframe.reader.party import party_phrases
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
        self.schema, self._gazetteer, self._names = schema, gazetteer, names
        self._lexicon = lexicon(language)
        self._vocabulary = Vocabulary(self._lexicon, schema, names)
        self._spelling = Spelling(self._vocabulary)

    @cached_property
    def _starts(self) -> frozenset[str]:
        return frozenset(self._lexicon.clauses["starts"])

    @cached_property
    def _ends(self) -> frozenset[str]:
        return frozenset(self._lexicon.clauses["ends"])

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """See `Reader.read`."""
        cut = self.cut(text.replace("\n", ";"), context)  # a line ends what is said in it
        parties = party_phrases(cut, self._lexicon.party)
        moves = MoveReader(self.schema, context)
        spoken = list[Spoken]()
        for clause in clauses(cut, parties, self._starts, self._ends):
            start, end = clause.spans[0].start, clause.spans[-1].end
            spoken += [Spoken(move, start, end) for move in moves.read(clause)]
        spoken = joined(spoken, self.schema)
        unread = tuple(Unread(span.start, span.end, 0.5) for span in cut if not span.entries and span.words.isalpha())
        return Meaning(tuple(spoken), unread)

    def cut(self, text: str, context: ReaderContext) -> list[Span]:
        """Return the spans of a text."""
        tokens = self._spelling.named(tokenize(text, self._lexicon.expansions), tuple(context.options))
        found = self._recognised(text, tokens, context)
        names = {at for each in found for at in range(each.first, each.last)}
        return spans(self._spelling.corrected(tokens, names), self._vocabulary, found)

    def _recognised(self, text: str, tokens: Sequence[Token], context: ReaderContext) -> list[Recognised]:
        found = [*recognisers.numbers(tokens), *recognisers.amounts(tokens)]
        if self.schema.of_kind("date"):
            found += recognisers.days(text, tokens, context.today)
        if self._gazetteer:
            found += recognisers.places(text, tokens, self._gazetteer)
        found += recognisers.options(tokens, context.options, self._vocabulary.words)
        return found
