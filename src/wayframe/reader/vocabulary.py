"""The vocabulary of a reader: what each phrase of the language, the schema and the catalogue can stand for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from wayframe.language.lexicon import Lexicon
from wayframe.meaning.records import Flag, Text
from wayframe.reader.plaintext import plain_text
from wayframe.reader.tokens import tokenize
from wayframe.reader.wordclasses import WordClasses
from wayframe.schema import Schema, Slot

Words = tuple[str, ...]
MOST_NAMES = 50_000  # values of a slot that are known by heart; of more, none is


class Entry(NamedTuple):
    """One thing that a phrase can stand for: its kind, and what belongs to the kind.

    - `value` (slot, Value); `noun` slot; `unit` (slot, factor, offset);
      `compare` (slot, less or more); `extreme` (slot, least or most);
      `adjective` (slot, less or more); `name` the item's name;
    - `before` and `after` an operator; `not`, `except`, `any`; `preposition` its role; `conjunction` and, or, but;
    - `degree` more, less, most, least or best; `reference` its kind; `scope`; `cue` a move; `social` its kind; `party`
      its kind; `story`, `unknown`, `foreign`, `filler`, `item`.
    """

    kind: str
    data: object = None


class Vocabulary:
    """Phrases with their entries; found from their first word."""

    def __init__(self, lexicon: Lexicon, schema: Schema, names: Callable[[str], Sequence[str]]) -> None:
        self.lexicon, self.schema = lexicon, schema
        self._phrases: dict[str, dict[Words, list[Entry]]] = defaultdict(dict)
        self.classes = WordClasses(lexicon.classes)
        self._add_language(lexicon)
        for slot in schema.slots:
            self._add_slot(slot)
            if slot.kind in ("category", "list", "text") or (slot.kind == "place" and not slot.role):
                self._add_names(slot, names(slot.name))
        self._add_all("item", None, (schema.item, schema.items))
        self.words = frozenset(word for phrases in self._phrases.values() for phrase in phrases for word in phrase)

    def longest(self, words: Sequence[str], at: int) -> Iterable[tuple[int, list[Entry]]]:
        """Return how long each phrase that starts at a word is, in words, with its entries."""
        for phrase, entries in self._phrases.get(words[at], {}).items():
            if tuple(words[at : at + len(phrase)]) == phrase:
                yield len(phrase), entries

    def add(self, phrase: str, entry: Entry) -> None:
        """Add an entry of a phrase."""
        words = tuple(token.text for token in tokenize(plain_text(phrase, self.lexicon.expansions).text))
        if words:
            entries = self._phrases[words[0]].setdefault(words, [])
            if entry not in entries:
                entries.append(entry)

    def _add_all(self, kind: str, data: object, phrases: Iterable[str]) -> None:
        for phrase in phrases:
            self.add(phrase, Entry(kind, data))

    def _add_tables(self, kind: str, tables: Mapping[str, Sequence[str]]) -> None:
        for data, phrases in tables.items():
            self._add_all(kind, data, phrases)

    def _add_language(self, lexicon: Lexicon) -> None:
        lists = {
            "filler": lexicon.fillers["words"],
            "not": lexicon.negation["not"],
            "except": lexicon.negation["except"],
            "any": lexicon.indifference["words"],
            "item": lexicon.nouns["item"],
            "story": lexicon.story,
            "unknown": lexicon.unknown["words"],
            "foreign": lexicon.foreign["words"],
        }
        tables = {
            "before": lexicon.before,
            "after": lexicon.after,
            "scope": lexicon.scopes,
            "preposition": lexicon.prepositions,
            "conjunction": lexicon.conjunctions,
            "degree": lexicon.degrees,
            "reference": lexicon.references,
            "cue": lexicon.cues,
            "social": lexicon.social,
            "party": msgspec.structs.asdict(lexicon.party),
            "place": {place: (adjective,) for adjective, place in lexicon.demonyms.items()},
        }
        for kind, phrases in lists.items():
            self._add_all(kind, None, phrases)
        for kind, table in tables.items():
            self._add_tables(kind, table)
        for count, words in lexicon.few.items():
            self._add_all("few", float(count), words)

    def _add_slot(self, slot: Slot) -> None:
        nouns = (slot.label, *slot.nouns)
        self._add_all("noun", slot.name, (*nouns, *(f"{noun}s" for noun in nouns if not noun.endswith("s"))))
        self._add_all("unit", (slot.name, 1.0, 0.0), slot.units)
        for unit, (factor, offset) in slot.conversions.items():
            self.add(unit, Entry("unit", (slot.name, factor, offset)))
        if slot.kind == "yes_no":
            self._add_all("value", (slot.name, Flag(True)), (slot.label, *slot.nouns, *slot.true))
            self._add_all("value", (slot.name, Flag(False)), slot.false)
        for value, spellings in slot.values.items():
            self._add_all("value", (slot.name, Text(value)), (value, *spellings))
        self._add_adjectives(slot.name, slot.less, "less", "least")
        self._add_adjectives(slot.name, slot.more, "more", "most")

    def _add_adjectives(self, slot: str, adjectives: Sequence[str], direction: str, extreme: str) -> None:
        """Add comparatives and the forms that their language has of them: "cheaper", "cheapest", "cheap"."""
        rules = self.lexicon.adjectives
        for adjective in adjectives:
            self.add(adjective, Entry("compare", (slot, direction)))
            self._add_all("extreme", (slot, extreme), inflected(rules["superlatives"], adjective))
            self._add_all("adjective", (slot, direction), inflected(rules["positives"], adjective))

    def _add_names(self, slot: Slot, names: Sequence[str]) -> None:
        if len(names) > MOST_NAMES:
            return
        for name in names:
            self.add(name, Entry("value", (slot.name, Text(name))))
            self.add(f"{name}s", Entry("value", (slot.name, Text(name))))


def inflected(rules: Sequence[Sequence[str]], word: str) -> list[str]:
    """Return the forms that the first rule of a language whose pattern a word has gives for it."""
    for pattern, *forms in rules:
        if found := re.fullmatch(pattern, word):
            return [found.expand(form) for form in forms]
    return []
