"""The vocabulary of a reader: what each phrase of the language, the schema and the catalogue can stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from wayframe.language.lexicon import Lexicon
from wayframe.meaning.records import Flag, Text
from wayframe.reader.tokens import tokenize
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
      its kind; `story`, `unknown`, `filler`, `item`.
    """

    kind: str
    data: object = None


class Vocabulary:
    """Phrases with their entries; found from their first word."""

    def __init__(self, lexicon: Lexicon, schema: Schema, names: Callable[[str], Sequence[str]]) -> None:
        self.lexicon, self.schema = lexicon, schema
        self._phrases: dict[str, dict[Words, list[Entry]]] = defaultdict(dict)
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
        words = tuple(token.text for token in tokenize(phrase, self.lexicon.expansions))
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
        self._add_all("filler", None, lexicon.fillers["words"])
        self._add_tables("before", lexicon.before)
        self._add_tables("after", lexicon.after)
        self._add_tables("scope", lexicon.scopes)
        self._add_all("not", None, lexicon.negation["not"])
        self._add_all("except", None, lexicon.negation["except"])
        self._add_all("any", None, lexicon.indifference["words"])
        self._add_tables("preposition", lexicon.prepositions)
        self._add_tables("conjunction", lexicon.conjunctions)
        self._add_tables("degree", lexicon.degrees)
        for adjective, place in lexicon.demonyms.items():
            self.add(adjective, Entry("place", place))
        self._add_tables("reference", lexicon.references)
        self._add_all("item", None, lexicon.nouns["item"])
        self._add_tables("cue", lexicon.cues)
        self._add_all("story", None, lexicon.story)
        self._add_tables("social", lexicon.social)
        self._add_all("unknown", None, lexicon.unknown["words"])
        party = lexicon.party
        for field in party.__struct_fields__:
            self._add_all("party", field, getattr(party, field))

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
        for direction, adjectives in (("less", slot.less), ("more", slot.more)):
            for adjective in adjectives:
                self.add(adjective, Entry("compare", (slot.name, direction)))
                extreme = "least" if direction == "less" else "most"
                self._add_all("extreme", (slot.name, extreme), superlatives(adjective))
                self._add_all("adjective", (slot.name, direction), positives(adjective))

    def _add_names(self, slot: Slot, names: Sequence[str]) -> None:
        if len(names) > MOST_NAMES:
            return
        for name in names:
            self.add(name, Entry("value", (slot.name, Text(name))))
            self.add(f"{name}s", Entry("value", (slot.name, Text(name))))


def superlatives(comparative: str) -> list[str]:
    """Return the superlatives of a comparative: "cheapest" of "cheaper", "most popular" of "more popular"."""
    first, _, rest = comparative.partition(" ")
    whole = {"more": "most", "less": "least", "better": "best", "worse": "worst", "further": "furthest"}.get(first, "")
    if not whole and first.endswith("er"):
        whole = f"{first.removesuffix('er')}est"
    return [f"{whole} {rest}".strip()] if whole else []


def positives(comparative: str) -> list[str]:
    """Return the plain adjectives of a comparative: "cheap" of "cheaper", "heavy" of "heavier", "big" of "bigger"."""
    first, _, rest = comparative.partition(" ")
    if rest:
        return [rest] if first in ("more", "less") and first == "more" else []
    if first.endswith("ier"):
        return [f"{first.removesuffix('ier')}y"]
    stem = first.removesuffix("er")
    if stem == first:
        return []
    doubled = len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "ls"
    return [stem[:-1]] if doubled else [stem, f"{stem}e"]
