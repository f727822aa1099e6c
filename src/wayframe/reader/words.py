"""Words: a turn's text written out, spelt right and cut into tokens, and all that these can stand for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache
from itertools import chain, pairwise
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import msgspec

from wayframe.language.lexicon import Homophone, Lexicon, lexicon
from wayframe.language.patterns import PatternTable
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Text
from wayframe.reader import ReaderContext
from wayframe.reader.calendar import DayReader
from wayframe.reader.rows import MOST_OF_NAME, MOST_TEXTS, RowWords, run_of
from wayframe.reader.rows import words_of as written_words
from wayframe.schema import Schema, Slot
from wayframe.schema.columns import family_of
from wayframe.schema.units import ASKED_UNITS
from wayframe.sources.places import COUNTRIES, KNOWN_CITIES, key
from wayframe.values import Gazetteer, lexer
from wayframe.values.amounts import CURRENCIES
from wayframe.values.clocks import find_clocks
from wayframe.values.dates import WEEKDAYS, month_of

if TYPE_CHECKING:
    from spellchecker import WordFrequency

MOST_PIECES, MOST_NUMBERS = 1200, 300
"""Words, numbers and signs of a text that are read, and numbers among them; the longest prose has fewer."""
_QUARTER_HOUR = re.compile(r"\d{1,2}\.(?:00|15|30|45)")
"""A time of day with a dot, which is rarely an amount: "7.30"."""

_DECIMAL, _NEAR_NOUN = re.compile(r"\d{1,2}\.\d{1,2}\."), 6
"""A number with the end of its sentence; tokens from it to a noun before it."""
_PIECE = re.compile(r"[^\W\d]+|\d+|[^\w\s]")


class TurnWords(NamedTuple):
    """The words of a turn: its text as it is read, the tokens of that, and what was recognised among them.

    `end` is where in the original text the reading ends.
    """

    end: int
    plain: PlainText
    tokens: Sequence[Token]
    recognised: Sequence[Recognised]


class WordReader:
    """Finds the words of turns. Threads may share it."""

    def __init__(self, lexicon: Lexicon, vocabulary: Vocabulary, gazetteer: Gazetteer | None, language: str) -> None:
        """The `gazetteer` finds places that the schema's journeys go to; without one there are no places."""
        self._lexicon, self._vocabulary = lexicon, vocabulary
        self._gazetteer = gazetteer.with_names(KNOWN_CITIES) if gazetteer else Gazetteer([])
        self._expansions = lexicon.expansions
        self._place_names = list[PlaceNames]()
        if gazetteer:
            self._expansions = {**lexicon.expansions, **lexicon.nicknames}
            self._place_names = [PlaceNames(vocabulary, self._gazetteer, language)]
        self._days = DayReader(lexicon, shifting=gazetteer is None)
        self._spelling = Spelling(vocabulary, self._gazetteer, language)
        self._clock_words = _clock_words(lexicon)
        self._rows = vocabulary.rows()
        self._leading = frozenset((*lexicon.classes["place_from"], *lexicon.classes["goal_word"]))

    def read(self, text: str, context: ReaderContext) -> TurnWords:
        """Return the words of a text, as far as it is read."""
        end = _readable(text)
        return self._words(end, self._plain(text[:end], context), context)

    def reread(self, words: TurnWords, exchanges: Sequence[Exchange], context: ReaderContext) -> TurnWords:
        """Return the words of a text with words in the place of some of its stretches, apart and in their order."""
        return self._words(words.end, _exchanged(words.plain.text, exchanges).behind(words.plain), context)

    def _words(self, end: int, plain: PlainText, context: ReaderContext) -> TurnWords:
        places = {found.end for found in self._gazetteer.find(plain.text)}
        tokens = self._spelling.named(tokenize(plain.text, places), tuple(context.options))
        found = self._recognised(plain.text, tokens, context)
        names = frozenset[int]().union(*(range(each.first, each.last) for each in found))
        return TurnWords(end, plain, self._spelling.corrected(tokens, names), found)

    def _plain(self, text: str, context: ReaderContext) -> PlainText:
        """Return a text with its short forms written out, slips of everyday words corrected.

        What is part of a place's or an option's name stays as it is.
        """
        names = self._rows.words.union(*map(words_of_name, context.options))
        named = frozenset[int]().union(*(range(found.start, found.end) for found in self._gazetteer.find(text)))
        places = {slot.name for slot in self._vocabulary.schema.of_kind("place")}
        asked = not places.isdisjoint(context.asked)

        def respelt(word: re.Match[str]) -> str:
            if word.start() in named or word[0].lower() in names:
                return word[0]
            before = word.string[: word.start()].split()[-1:]
            ahead = (self._spelling.going_on(each, word[0]) or self._spelling.unit(each, word[0]) for each in before)
            return "".join(ahead) or self._spelling.word(word[0], place=asked or not self._leading.isdisjoint(before))

        plain = plain_text(text, self._short_forms(text), respelt)
        starts = {found.start for found in self._gazetteer.find(plain.text)}
        return by_neighbours(plain.text, self._lexicon.homophones, starts).behind(plain)

    def _short_forms(self, text: str) -> Mapping[str, str]:
        """Return the short forms that a text may have; behind "the" or "what" one is a column called so: "ID"."""
        words, leading = text.casefold().split(), (*self._lexicon.classes["definite"], *self._lexicon.classes["wh"])
        named = {word.rstrip("?.!,") for before, word in pairwise(words) if before in leading}
        nouns = named & self._vocabulary.short_nouns
        if not nouns:
            return self._expansions
        return {short: meant for short, meant in self._expansions.items() if short not in nouns}

    def _recognised(self, text: str, tokens: Sequence[Token], context: ReaderContext) -> list[Recognised]:
        """Return all that is recognised among the tokens of a text."""
        named = [*places(text, tokens, self._gazetteer, self._lexicon.classes["place_ending"])]
        named += options(tokens, context.options, self._vocabulary.words, self._pointed_at(tokens))
        named += begun(tokens, context, self._lexicon.classes["definite"], _places_of(named))
        named += shortened(tokens, context, self._vocabulary, _places_of(named))
        found = [*numbers(tokens), *amounts(tokens)]
        if self._vocabulary.schema.of_kind("date"):
            names = {str(each.entries[0].data) for each in named}
            said = days(self._without_pro_forms(text, tokens), tokens, context, self._days, names)
            found += [each for each in said if not self._is_decimal(text, tokens, each)]
        if self._vocabulary.schema.of_kind("time"):
            found += clocks(tokens, self._clock_words, self._vocabulary.classes)
        found += named
        if not self._vocabulary.schema.windows:
            hours = list(self._dotted_hours(tokens))
            places_of_hours = {(each.first, each.last) for each in hours}
            found = [each for each in found if (each.first, each.last) not in places_of_hours]
            found += [*self._of_no_booking(text, tokens, context), *hours]
        capitals, words = {at for at, token in enumerate(tokens) if token.capital}, [token.text for token in tokens]
        for row in self._rows.find(words, capitals, tuple(context.options)):
            found.append(Recognised(row.first, row.last, (Entry("value", (row.slot, row.value)),)))
        slot = self._vocabulary.schema.name
        for first, last, name in self._rows.coded(words):
            entry = Entry("name", name) if name in context.options else Entry("value", (slot, Text(name)))
            found.append(Recognised(first, last, (entry,)))
        asked = not {slot.name for slot in self._vocabulary.schema.of_kind("place")}.isdisjoint(context.asked)
        for place_names in self._place_names:
            found += place_names.find(text, tokens, found)
            found += place_names.answer(text, tokens, found) if asked else []
        return found

    def _of_no_booking(self, text: str, tokens: Sequence[Token], context: ReaderContext) -> Iterator[Recognised]:
        """Yield days and times of day in words, where bookings have none of their own: "for Thursday at 7.30 pm"."""
        schema = self._vocabulary.schema
        if not schema.of_kind("date"):
            for day in days(text, tokens, context, self._days):
                if any(token.is_word() and not month_of(token.text) for token in tokens[day.first : day.last]):
                    yield day._replace(entries=(Entry("unheld", "day"),))
        if not schema.of_kind("time"):
            for hour in clocks(tokens, self._clock_words, self._vocabulary.classes):
                if hour.entries[0].kind == "clock" or hour.last - hour.first > 1:  # "half past seven", not a mere "7"
                    yield hour._replace(entries=(Entry("unheld", "hour"),))

    def _dotted_hours(self, tokens: Sequence[Token]) -> Iterator[Recognised]:
        """Yield times of day with a dot, where bookings have none: "book it for 7.30" is no number of seats."""
        if self._vocabulary.schema.of_kind("time"):
            return
        for at, (before, token) in enumerate(pairwise(tokens), 1):
            if before.text in self._lexicon.classes["booked_at"] and _QUARTER_HOUR.fullmatch(token.text):
                yield Recognised(at, at + 1, (Entry("unheld", "hour"),))

    def _is_decimal(self, text: str, tokens: Sequence[Token], found: Recognised) -> bool:
        """Return whether a day is a number that ends a sentence of what is measured: "a rating of at least 3.6."."""
        if not _DECIMAL.fullmatch(text[tokens[found.first].start : tokens[found.last - 1].end]):
            return False
        before = tokens[max(found.first - _NEAR_NOUN, 0) : found.first]
        return any(token.text in self._vocabulary.number_nouns for token in before)

    def _without_pro_forms(self, text: str, tokens: Sequence[Token]) -> str:
        """Return a text with spaces for each "one" beside a month that tells an option and no day.

        "The August one" has no day in it, nor has "a week in September, the one for 1891".
        """
        definite, pro_forms = self._lexicon.classes["definite"], self._lexicon.classes["pro_form"]
        for at, token in enumerate(tokens):
            before = [each.text for each in tokens[max(at - 3, 0) : at] if each.text != ","][-2:]
            if token.text not in pro_forms or len(before) < 2:
                continue
            first, second = before
            if (first in definite and month_of(second)) or (month_of(first) and second in definite):
                text = text[: token.start] + " " * (token.end - token.start) + text[token.end :]
        return text

    def _pointed_at(self, tokens: Sequence[Token]) -> frozenset[int]:
        """Return the places of words that can name an option though they are known: "the sunny one", "the Air".

        They say nothing by themselves that options have or that a user wishes.
        """
        definite, pro_forms = self._lexicon.classes["definite"], self._lexicon.classes["pro_form"]
        found = set[int]()
        for at, (before, token, behind) in enumerate(zip(tokens, tokens[1:], [*tokens[2:], None], strict=False), 1):
            if before.text not in definite or not self._vocabulary.is_idle(token.text):
                continue
            if token.capital or (behind and behind.text in pro_forms):
                found.add(at)
        return frozenset(found)


def _readable(text: str) -> int:
    """Return where the last piece of a text ends that is read; the end of the text where all are."""
    numbers = 0
    for count, piece in enumerate(_PIECE.finditer(text)):
        numbers += piece[0].isdecimal()
        if count == MOST_PIECES or numbers > MOST_NUMBERS:
            return piece.start()
    return len(text)


# Plain text


# A line ends what is said in it.
_SIGNS = str.maketrans({"\n": ";", "’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "“": '"', "”": '"'})
# "w/", "y/o"; "1,369.37"; "don't"
_WORD = re.compile(r"[^\W\d_]/[^\W\d_]?(?!\w)|[$€£]?\d+(?:[.,:/]\d+)+\w*|[$€£]\w+|[^\W_]+(?:'[^\W_]+)*")

_PARTING = frozenset(".,;:!?")
_COUNTED_SHORTLY = re.compile(r"(?P<number>\d+)(?!(?:st|nd|rd|th)$)(?P<short>[^\W\d_]{2,})")
"""A short form that touches its number; an ordinal has none."""

Respelling = Callable[[re.Match[str]], str]


class PlainText(NamedTuple):
    """A text as it is read; `starts` and `ends` say where each of its characters stood in the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def behind(self, before: PlainText) -> PlainText:
        """Return it with places in the original of the text that it was made from."""
        starts, ends = map(before.starts.__getitem__, self.starts), map(before.ends.__getitem__, self._last())
        return PlainText(self.text, list(starts), list(ends))

    def _last(self) -> Iterator[int]:
        return (max(end - 1, 0) for end in self.ends)

    def start(self, at: int) -> int:
        """Return where in the original a character stood."""
        return self.starts[at]

    def end(self, at: int) -> int:
        """Return where in the original the character before a place ended."""
        return self.ends[at - 1] if at else 0


class Exchange(NamedTuple):
    """Words in the place of a stretch of a text."""

    start: int
    end: int
    words: str


def plain_text(text: str, expansions: Mapping[str, str], respelt: Respelling | None = None) -> PlainText:
    """Return a text with its short forms written out, and its other words in the spelling that is given for them.

    A letter that is all of the text stands for itself: "n" is a no. The dot behind a short form ends no sentence. A
    short form may be spelt as it is written: "Mia" is a name, "mia" an airport.
    """
    plain = text.translate(_SIGNS)
    if len(plain.strip()) == 1:
        return _exchanged(plain, ())
    exchanges = list[Exchange]()
    for word in _WORD.finditer(plain):
        dotted = plain[word.start() : word.end() + 1].lower()
        if dotted in expansions and dotted.endswith("."):
            exchanges.append(Exchange(word.start(), word.end() + 1, expansions[dotted]))
            continue
        meant = expansions.get(word[0]) or _written_out(word[0].lower(), expansions)
        meant = meant or (respelt(word) if respelt else word[0])
        if meant != word[0]:
            exchanges.append(Exchange(*word.span(), meant))
    return _exchanged(plain, exchanges)


def _written_out(word: str, expansions: Mapping[str, str]) -> str:
    """Return a short form written out, also behind a number: "2ppl"; empty for what is none."""
    counted = _COUNTED_SHORTLY.fullmatch(word)
    if counted and counted["short"] in expansions:
        return f"{counted['number']} {expansions[counted['short']]}"
    return expansions.get(word, "")


def by_neighbours(text: str, homophones: Mapping[str, Homophone], places: Collection[int] = ()) -> PlainText:
    """Return a text with the words exchanged that stand for others: "boston 2 tokyo", "4 us", "the other 1"."""
    words = list(_WORD.finditer(text))
    lowered = [word[0].lower() for word in words]
    linked = [not _parted(text[word.end() : behind.start()]) for word, behind in pairwise(words)]
    exchanges = list[Exchange]()
    for at, word in enumerate(words):
        meant = homophones.get(lowered[at])
        if not meant:
            continue
        preceding = lowered[at - 1] if at and linked[at - 1] else ""
        leads_on = at < len(linked) and linked[at]
        following = lowered[at + 1] if leads_on else ""
        place = leads_on and words[at + 1].start() in places
        if _stands_for(meant, following, preceding, place=place):
            exchanges.append(Exchange(*word.span(), meant.word))
    return _exchanged(text, exchanges)


def _parted(between: str) -> bool:
    """Return whether a sign parts two words, which are no neighbours then: "a party of 4. Our flight"."""
    return not _PARTING.isdisjoint(between)


def _stands_for(meant: Homophone, following: str, preceding: str, *, place: bool) -> bool:
    """Return whether a word stands for another between two neighbours, the second of them a place or not.

    "2" is "to" before a place, unless a word stands before it that counts: "for 2 tokyo".
    """
    if following in meant.surely_before:
        return True
    if following in meant.never_before:
        return False
    if preceding in meant.never_behind:
        return False
    if place and meant.places:
        return True
    return following in meant.before or preceding in meant.behind


def _exchanged(text: str, exchanges: Sequence[Exchange]) -> PlainText:
    """Return a text with words in the place of some of its stretches."""
    pieces, starts, ends = list[str](), list[range | list[int]](), list[range | list[int]]()
    at = 0
    for exchange in [*exchanges, Exchange(len(text), len(text), "")]:
        pieces += [text[at : exchange.start], exchange.words]
        starts += [range(at, exchange.start), [exchange.start] * len(exchange.words)]
        ends += [range(at + 1, exchange.start + 1), [exchange.end] * len(exchange.words)]
        at = exchange.end
    return PlainText("".join(pieces), list(chain(*starts)), list(chain(*ends)))


# Tokens


class Token(NamedTuple):
    """A word, a number or a sign: `text[start:end]` in lower case, with its value where it is a number."""

    start: int
    end: int
    text: str
    value: float | None = None
    ordinal: bool = False
    capital: bool = False

    def is_word(self) -> bool:
        """Return whether it is no number and begins with a letter."""
        return self.value is None and self.text[0].isalpha()


def tokenize(text: str, apart: Collection[int] = ()) -> list[Token]:
    """Return the tokens of a text in order; those that end at one of the places `apart` are joined with none behind."""
    tokens = list[Token]()
    for piece in lexer.lex(text):
        whole = Token(piece.start, piece.end, piece.text, piece.value, piece.ordinal, text[piece.start].isupper())
        tokens += [whole._replace(text=word) for word in _words_of_token(whole)]
    return _joined_by_hyphens(tokens, apart)


def _words_of_token(token: Token) -> Sequence[str]:
    """Return the words of a token: a possessive ending stands apart."""
    stem, apostrophe, ending = token.text.partition("'")
    if apostrophe and ending == "s":
        return (stem, "'s")
    return (token.text,)


def _joined_by_hyphens(tokens: Sequence[Token], apart: Collection[int]) -> list[Token]:
    """Join what a hyphen joins into single words: "wi-fi" is one word; "4-star" stays apart."""
    joined = list[Token]()
    for token in tokens:
        joined.append(token)
        if _is_compound(joined[-3:]) and joined[-3].end not in apart:
            first, _, last = joined[-3:]
            joined[-3:] = [first._replace(end=last.end, text=f"{first.text}-{last.text}")]
    return joined


def _is_compound(tokens: Sequence[Token]) -> bool:
    """Return whether tokens are a word, a hyphen and a word, nothing between."""
    if [token.text for token in tokens[1:-1]] != ["-"]:
        return False
    first, hyphen, last = tokens
    if not first.is_word() or not last.is_word():
        return False
    return (first.end, hyphen.end) == (hyphen.start, last.start)


# The vocabulary


Words = tuple[str, ...]
_FEW_WORDS = 3  # that texts have on average which are values rather than told
MOST_NAMES = 50_000  # values of a slot that are known by heart; of more, none is


class Entry(NamedTuple):
    """One thing that a phrase can stand for: its kind, and what belongs to the kind.

    - `clock` and `clock_open` a time of day, the latter in either half of it;
    - `value` (slot, Value); `noun` slot; `unit` (slot, factor, offset);
      `compare` (slot, less or more); `extreme` (slot, least or most);
      `adjective` (slot, less or more); `name` the item's name;
    - `operator` and `operator_behind` a bound that stands before or behind its value; `not`, `except`, `any`;
      `preposition` its role; `conjunction` and, or, but;
    - `degree` more, less, most, least or best; `reference` its kind; `scope`; `cue` a move; `social` its kind; `party`
      its kind; `story`, `unknown`, `foreign`, `filler`, `item`.
    """

    kind: str
    data: object = None

    def names(self) -> tuple[str, ...]:
        """Return its kind, and its kind with the word that it holds: "cue", "cue:book"."""
        return (self.kind, f"{self.kind}:{self.data}") if isinstance(self.data, str) else (self.kind,)


def _tells_much(texts: Sequence[str]) -> bool:
    """Return whether texts tell something, so that single words of theirs are wished for."""
    some = texts[:1000]
    return bool(some) and sum(len(text.split()) for text in some) > _FEW_WORDS * len(some)


def _measures(entries: Iterable[Entry]) -> bool:
    """Return whether a phrase is a unit."""
    return any(entry.kind == "unit" for entry in entries)


UNKNOWN_KINDS = ("unknown", "unknown_wished")
OF_SCHEMA = ("item", "noun", "adjective", "value")
"""The kinds of entries of what no catalogue knows; of what a schema has."""


@lru_cache(maxsize=10_000)
def words_of(phrase: str, language: str) -> Words:
    """Return the words of a phrase; kept, as the vocabularies of a language share most of their phrases."""
    return tuple(token.text for token in tokenize(plain_text(phrase, lexicon(language).expansions).text))


class Vocabulary:
    """Phrases with their entries; found from their first word."""

    def __init__(
        self,
        language: str,
        schema: Schema,
        names: Callable[[str], Sequence[str]],
        codes: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.lexicon, self.schema, self._language = lexicon(language), schema, language
        self._phrases: dict[str, dict[Words, list[Entry]]] = defaultdict(dict)
        self.short_nouns = set[str]()
        self.classes = WordClasses(self.lexicon.classes)
        self._add_language(self.lexicon)
        if _is_geographic(schema, names):
            self._add_tables("place", {place: (adjective,) for adjective, place in self.lexicon.demonyms.items()})
        told = [slot for slot in schema.of_kind("text") if _tells_much(names(slot.name))]
        for slot in schema.slots:
            self._add_slot(slot)
            if slot.kind in ("category", "list") or (slot.kind == "place" and not slot.role):
                self._add_names(slot, names(slot.name))
        self._written = {
            word for slot in told for text in names(slot.name)[:MOST_TEXTS] for word in written_words(text)
        }
        for answer in schema.answers:
            self._add_all("answer", answer.words[0], answer.words)
        self._told = told
        self._add_all("item", None, (schema.item, schema.items, *self.lexicon.occasions.get(schema.item, ())))
        self._forget_written()
        self._codes, self._names = codes, names
        known = set(chain.from_iterable(chain.from_iterable(self._phrases.values())))
        for slot in schema.of_kind("text"):
            plain = [text for text in names(slot.name) if text not in codes]
            self._add_names(slot, plain)
            if slot not in told:
                known.update(text.casefold() for text in plain if " " not in text)
        self._telling = frozenset(known)
        self._forget_unknown()
        nouns = chain.from_iterable((slot.label, *slot.nouns) for slot in schema.of_kind("number", "money"))
        self.number_nouns = frozenset(noun.casefold() for noun in nouns)
        phrases = chain.from_iterable(self._phrases.values())
        self.words = frozenset(chain.from_iterable(phrases))

    def rows(self) -> RowWords:
        """Return the names of rows and the words of their texts.

        Items that are called by a place besides, as hotels are, are known by whole names of several words only.
        """
        schema, known = self.schema, self._telling | self.classes.words
        prepositions = frozenset(chain.from_iterable(self.lexicon.prepositions.values()))
        idle = prepositions.union(self.lexicon.fillers["words"], self.lexicon.classes["definite"])
        if schema.place:
            names = [name for name in self._names(schema.name) if " " in name]
            return RowWords(schema.name, names, {}, known, idle, prepositions, whole=True)
        texts = {slot.name: self._names(slot.name) for slot in self._told if slot.wishable}
        units = {words[0] for phrases in self._phrases.values() for words, found in phrases.items() if _measures(found)}
        called = self._names(schema.name)
        return RowWords(schema.name, called, texts, known, idle, prepositions, units, codes=self._codes)

    def longest(self, words: Sequence[str], at: int) -> Iterable[tuple[int, list[Entry]]]:
        """Return how long each phrase that starts at a word is, in words, with its entries."""
        for phrase, entries in self._phrases.get(words[at], {}).items():
            if tuple(words[at : at + len(phrase)]) == phrase:
                yield len(phrase), entries

    def kinds(self, words: Sequence[str], at: int) -> set[str]:
        """Return the kinds of all that the phrases that begin at a word can stand for; none behind the last word."""
        if at >= len(words):
            return set()
        return {entry.kind for _, entries in self.longest(words, at) for entry in entries}

    def is_idle(self, word: str) -> bool:
        """Return whether a word by itself says nothing that options have or that a user wishes."""
        entries = self._phrases.get(word, {}).get((word,), ())
        return all(entry.kind in UNKNOWN_KINDS for entry in entries)

    def add(self, phrase: str, entry: Entry) -> None:
        """Add an entry of a phrase."""
        words = words_of(phrase, self._language)
        if words:
            entries = self._phrases[words[0]].setdefault(words, [])
            if entry not in entries:
                entries.append(entry)

    def _forget_written(self) -> None:
        """Forget words of which nothing is known where the texts of items have them: "quiet" beside "quiet street"."""
        for word in self._written & self._phrases.keys():
            entries = self._phrases[word].get((word,), [])
            if entries and all(entry.kind in UNKNOWN_KINDS for entry in entries):
                del self._phrases[word][(word,)]

    def _forget_unknown(self) -> None:
        """Take it from phrases that nothing is known of them where the schema has them: dogs where there are some."""
        for phrases in self._phrases.values():
            for entries in phrases.values():
                if any(entry.kind in OF_SCHEMA for entry in entries):
                    entries[:] = [entry for entry in entries if entry.kind not in UNKNOWN_KINDS]

    def _add_all(self, kind: str, data: object, phrases: Iterable[str]) -> None:
        """Add the same entry for several phrases."""
        for phrase in phrases:
            self.add(phrase, Entry(kind, data))

    def _add_tables(self, kind: str, tables: Mapping[str, Sequence[str]]) -> None:
        """Add entries of a kind, each with what a table has its phrases under."""
        for data, phrases in tables.items():
            self._add_all(kind, data, phrases)

    def _add_language(self, lexicon: Lexicon) -> None:
        """Add the words of the language."""
        lists = {
            "filler": lexicon.fillers["words"],
            "not": lexicon.negation["not"],
            "except": lexicon.negation["except"],
            "any": lexicon.indifference["words"],
            "item": lexicon.nouns["item"],
            "story": lexicon.story,
            "unknown": [*lexicon.unknown["words"], *lexicon.unknown["wished"]],
            "unknown_wished": lexicon.unknown["wished"],
            "foreign": lexicon.foreign["words"],
        }
        tables = {
            "operator": lexicon.before,
            "operator_behind": lexicon.after,
            "scope": lexicon.scopes,
            "preposition": lexicon.prepositions,
            "conjunction": lexicon.conjunctions,
            "degree": lexicon.degrees,
            "reference": lexicon.references,
            "cue": lexicon.cues,
            "social": lexicon.social,
            "party": msgspec.structs.asdict(lexicon.party),
        }
        for kind, phrases in lists.items():
            self._add_all(kind, None, phrases)
        for kind, table in tables.items():
            self._add_tables(kind, table)
        for unit in sorted(ASKED_UNITS):
            self.add(unit, Entry("measure", unit))
        for count, words in lexicon.few.items():
            self._add_all("few", float(count), words)

    def _add_slot(self, slot: Slot) -> None:
        """Add the names, units and values of a slot, and the adjectives that compare by it."""
        nouns = (slot.label, *slot.nouns)
        short = [noun for noun in map(str.casefold, nouns) if noun in self.lexicon.expansions]
        self.short_nouns.update(short)
        for noun in short:  # "ID" is no "I'd"
            self._phrases[noun].setdefault((noun,), []).append(Entry("noun", slot.name))
        nouns = tuple(noun for noun in nouns if noun.casefold() not in short)
        self._add_all("noun", slot.name, (*nouns, *(f"{noun}s" for noun in nouns if not noun.endswith("s"))))
        self._add_all("unit", (slot.name, 1.0, 0.0), slot.units)
        for unit, (factor, offset) in slot.conversions.items():
            self.add(unit, Entry("unit", (slot.name, factor, offset)))
        if slot.kind == "yes_no":
            self._add_all("value", (slot.name, Flag(True)), _hyphened((slot.label, *slot.nouns, *slot.true)))
            self._add_all("value", (slot.name, Flag(False)), _hyphened(slot.false))
        for value, spellings in slot.values.items():
            if slot.kind == "number":
                self._add_all("value", (slot.name, Number(float(value), slot.unit)), spellings)
            else:
                self._add_all("value", (slot.name, Text(value)), _hyphened((value, *spellings)))
        self._add_adjectives(slot.name, slot.less, "less", "least")
        self._add_adjectives(slot.name, slot.more, "more", "most")

    def _add_adjectives(self, slot: str, adjectives: Sequence[str], direction: str, extreme: str) -> None:
        """Add comparatives and the forms that their language has of them: "cheaper", "cheapest", "cheap"."""
        rules = self.lexicon.adjectives
        for adjective in adjectives:
            self._add_all("compare", (slot, direction), _hyphened((adjective,)))
            self._add_all("extreme", (slot, extreme), _hyphened(inflected(rules["superlatives"], adjective)))
            positives = inflected(rules["positives"], adjective)
            self._add_all("adjective", (slot, direction), _hyphened(positives))
            lessened = chain.from_iterable(inflected(rules["lessened"], positive) for positive in positives)
            self._add_all("compare", (slot, _CONTRARY[direction]), lessened)

    def _add_names(self, slot: Slot, names: Sequence[str]) -> None:
        """Add the values that a slot has in the catalogue, as one and as several."""
        if len(names) > MOST_NAMES:
            return
        known = {value.casefold() for value in (*names, *slot.values, *chain(*slot.values.values()))}
        others = (value for value in family_of(names) if value.casefold() not in known)
        for name in (*names, *others):
            self.add(name, Entry("value", (slot.name, Text(name))))
            self.add(f"{name}s", Entry("value", (slot.name, Text(name))))


def _is_geographic(schema: Schema, names: Callable[[str], Sequence[str]]) -> bool:
    """Return whether places are of the world: of journeys, or known ones. A course at Mill School isn't in Spain."""
    places = schema.of_kind("place")
    if any(slot.role for slot in places):
        return True
    known = {key(place) for place in (*KNOWN_CITIES, *COUNTRIES, *COUNTRIES.values())}
    return any(key(name) in known for slot in places for name in names(slot.name))


_CONTRARY = {"less": "more", "more": "less"}
"""The direction of what is less so: "not so expensive" is cheaper."""


def _hyphened(phrases: Iterable[str]) -> Iterator[str]:
    """Yield phrases, those of two words with a hyphen, too: "house trained" and "house-trained"."""
    for phrase in phrases:
        yield phrase
        if phrase.count(" ") == 1:
            yield phrase.replace(" ", "-")


def inflected(rules: Sequence[Sequence[str]], word: str) -> list[str]:
    """Return the forms that the first rule of a language whose pattern a word has gives for it."""
    for pattern, *forms in rules:
        if found := re.fullmatch(pattern, word):
            return [found.expand(form) for form in forms]
    return []


_NO_CLASSES = frozenset[str]()


class WordClasses:
    """The classes of phrases, as a lexicon lists them."""

    def __init__(self, classes: Mapping[str, Sequence[str]]) -> None:
        found = defaultdict[str, set[str]](set)
        for name, phrases in classes.items():
            for phrase in phrases:
                found[phrase].add(name)
        self._classes = {phrase: frozenset(names) for phrase, names in found.items()}
        self._lengths = defaultdict[str, set[int]](set)
        for phrase in self._classes:
            words = phrase.split()
            self._lengths[words[0]].add(len(words))

    @property
    def words(self) -> frozenset[str]:
        """All words of their phrases."""
        return frozenset(" ".join(self._classes).split())

    def of(self, phrase: str) -> frozenset[str]:
        """Return the classes of a phrase."""
        return self._classes.get(phrase, _NO_CLASSES)

    def starting(self, words: Sequence[str], at: int) -> frozenset[str]:
        """Return the classes of the phrases that begin at a word, however long they are."""
        return _NO_CLASSES.union(*(classes for _, classes in self.phrases(words, at)))

    def phrases(self, words: Sequence[str], at: int) -> Iterator[tuple[int, frozenset[str]]]:
        """Yield how long each phrase that begins at a word is, in words, with its classes."""
        for length in self._lengths.get(words[at], ()):
            classes = self.of(" ".join(words[at : at + length]))
            if classes and at + length <= len(words):
                yield length, classes


# Spelling


MOST_NEAR = 8  # words that are compared with one another
LEAST_KEPT = 0.6  # of a place's letters, where one was asked for
SHORTEST_PLACE, LEAST_ALIKE = 6, 0.79  # letters of a place that is corrected wherever it stands; how near it has to be
MOST_SLIPS = 2  # between a place and a word that has all its consonants
SHORTEST_SLIP, LONG_SLIP = 4, 8  # letters: of words that are corrected, of those with two slips


_VOWELS = frozenset("aeiouy")
_NO_VOWELS = dict.fromkeys(map(ord, _VOWELS))


_SENTENCE_ENDS = frozenset(".!?;")
_NO_SLIPS = frozenset((*CURRENCIES, *WEEKDAYS))


def _is_long(word: str) -> bool:
    """Return whether a word has so many letters that it can be corrected."""
    return word.isalpha() and len(word) >= SHORTEST_SLIP


class Spelling:
    """Corrects the tokens of a text. Threads may share it."""

    def __init__(self, vocabulary: Vocabulary, gazetteer: Gazetteer, language: str) -> None:
        """Words near no word of the vocabulary may be slips of a place that the `gazetteer` has."""
        self._gazetteer, self._language = gazetteer, language
        spelling = vocabulary.lexicon.spelling
        self._right = (vocabulary.words | vocabulary.classes.words).union(spelling["right"], spelling["numbers"])
        self._endings = ("", *spelling["endings"])
        targets = vocabulary.words.union(spelling["numbers"])
        self._meant = tuple(sorted(filter(_is_long, targets)))
        self._units = tuple(word for word in self._meant if "unit" in vocabulary.kinds((word,), 0))
        self._skeletons = _skeletons(self._meant)
        self._ahead = _words_ahead(gazetteer.names)
        self._corrected = lru_cache(maxsize=4096)(self._nearest)

    def named(self, tokens: Sequence[Token], names: Sequence[str]) -> list[Token]:
        """Return the tokens with slips in the words of names corrected: "the Opsrey" is the Osprey."""
        words = sorted({word for word in chain(*map(words_of_name, names)) if len(word) > SHORTEST_SLIP})
        known = self._right.union(words)
        return [_respelt(token, words, known) for token in tokens]

    def corrected(self, tokens: Sequence[Token], names: Collection[int]) -> list[Token]:
        """Return the tokens with slips corrected; those at the places of `names` stay as they are.

        So does one with a capital within a sentence, which may be a name: "my name is Ida Holm".
        """
        within = {at for at, before in enumerate(tokens, 1) if before.text not in _SENTENCE_ENDS}
        return [
            token if at in names or (token.capital and at in within) else self._token(token)
            for at, token in enumerate(tokens)
        ]

    def going_on(self, before: str, word: str) -> str:
        """Return the word of a place's name that a word behind another is a slip of, or nothing: "San Fransisco"."""
        ahead = self._ahead.get(before.lower(), ())
        return _near(word.lower(), ahead) if ahead and self._may_be_slip(word.lower()) else ""

    def unit(self, before: str, word: str) -> str:
        """Return the unit that a word behind a figure is a slip of, or nothing: "4 sars" are stars, not "says"."""
        plain = word.lower()
        if not before[-1:].isdecimal() or not self._may_be_slip(plain) or is_common(plain, self._language):
            return ""
        return _near(plain, self._units, self._language)

    def word(self, word: str, *, place: bool = False) -> str:
        """Return a word with a slip corrected; one that begins with a capital may be a name and stays as it is.

        Where a place was asked for, a word that could be one is that rather than another word.
        """
        plain = word.lower()
        if word[0].isupper() and not word.isupper():
            return word
        if plain in _NO_SLIPS or month_of(plain):
            return word
        if not self._may_be_slip(plain):
            return word
        meant = self._place(plain, LEAST_KEPT) if place else ""
        return meant or self._corrected(plain)

    def _token(self, token: Token) -> Token:
        if not token.is_word() or not self._may_be_slip(token.text):
            return token
        return token._replace(text=self._corrected(token.text))

    def _may_be_slip(self, word: str) -> bool:
        """Return whether a word is long enough to be corrected, and unknown."""
        return _is_long(word) and not self._is_form(word)

    def _is_form(self, word: str) -> bool:
        """Return whether a word is a known one or a form of one: "hired" of "hire", "settled" of "settle"."""
        return any(word.endswith(ending) and word.removesuffix(ending) in self._right for ending in self._endings)

    def _nearest(self, word: str) -> str:
        """Return the known word that a word is a slip of: one letter off, two of a long word; else the word itself."""
        near = _near(word, self._meant, self._language)
        if near and is_common(word, self._language):
            return word  # a boot is no slip of "book"
        if near and near not in {f"{word}{ending}" for ending in self._endings}:
            return near  # "name" is no slip of "named"
        place = self._place(word)
        if place:
            return place
        abbreviated = self._skeletons.get(_consonants(word), word)
        return abbreviated if _VOWELS.isdisjoint(word) else word

    def _place(self, word: str, least: float = LEAST_ALIKE) -> str:
        """Return the only place that is so near to a word; empty where there is none."""
        if len(word) < SHORTEST_PLACE and least >= LEAST_ALIKE:
            return ""
        near = self._gazetteer.candidates(word)
        return near[0].name if [each.score >= least for each in near] == [True] else ""


LEAST_COMMON = 1000
"""The count from which on a word is one that people use, in the subtitles that pyspellchecker's lists were made of."""


def is_common(word: str, language: str) -> bool:
    """Return whether a language has a word and people use it, so that it is no slip of another."""
    return _counts(language)[word] >= LEAST_COMMON


@cache
def _counts(language: str) -> WordFrequency:
    """Return how often a language's words are used, loaded once a word may be a slip; nothing where no list is."""
    from spellchecker import SpellChecker

    return SpellChecker(language if language in SpellChecker.languages() else None).word_frequency


def _words_ahead(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the words that follow each word in the names of places."""
    found = defaultdict[str, set[str]](set)
    for name in names:
        for word, following in pairwise(words_of_name(name)):
            found[word].add(following)
    return {word: tuple(sorted(following)) for word, following in found.items()}


def _skeletons(words: Sequence[str]) -> dict[str, str]:
    """Return words by their consonants, those that only one word has."""
    found = defaultdict[str, list[str]](list)
    for word in words:
        found[_consonants(word)].append(word)
    return {consonants: meant[0] for consonants, meant in found.items() if len(meant) == 1}


def _respelt(token: Token, words: Sequence[str], known: Collection[str]) -> Token:
    """Return a token as one of some words where it is a slip of that; as it is where it is known."""
    if token.value is not None or token.text in known:
        return token
    meant = _near(token.text, words) if len(token.text) > SHORTEST_SLIP else ""
    return token._replace(text=meant or token.text)


def _near(word: str, words: Sequence[str], language: str = "") -> str:
    """Return the word that is one slip away, two of a long one; empty where none is.

    Of several that are as near, one of the same letters or consonants is meant, and else the one that is used most in a
    `language`: "kisd" are kids rather than "kind", "culd" is "could" rather than "cold".
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    slips = 2 if len(word) >= LONG_SLIP else 1
    found = process.extract(word, words, scorer=OSA.distance, score_cutoff=slips, limit=MOST_NEAR)
    used = _counts(language) if language and len(found) > 1 else Counter[str]()
    near = [
        (
            distance,
            sorted(meant) != sorted(word),
            _consonants(meant) != _consonants(word),
            -used[meant],
            abs(len(meant) - len(word)),
            meant,
        )
        for meant, distance, _ in found
        if meant[0] == word[0]
    ]
    distance, _, other_sound, *_, meant = min(near, default=(0, False, False, 0, 0, ""))
    return "" if distance > 1 and other_sound else meant  # "password" is no slip of "passport"


def _slips(one: str, other: str) -> int:
    """Return how many slips lie between two words."""
    from rapidfuzz.distance import OSA

    return OSA.distance(one.casefold(), other.casefold())


def _sorted_consonants(word: str) -> str:
    """Return the consonants of a word in the order of the alphabet, behind its first letter."""
    plain = word.casefold()
    return plain[:1] + "".join(sorted(_consonants(plain)))


def _consonants(word: str) -> str:
    """Return the consonants of a word, doubled ones once: vowels are confused more often than they."""
    return re.sub(r"(.)\1", r"\1", word.translate(_NO_VOWELS))


# Recognised things


class Recognised(NamedTuple):
    """Something that a recogniser found: a range of tokens and what it stands for."""

    first: int
    last: int
    entries: tuple[Entry, ...]


_DOTTED_DAY = re.compile(r"(?<![\d.])(?P<day>[0-3]?\d)\.(?P<month>[01]?\d)\.(?:(?P<year>20\d\d)\b)?")


def numbers(tokens: Sequence[Token]) -> Iterator[Recognised]:
    """Recognise numbers and places in an order."""
    for at, token in enumerate(tokens):
        if token.value is not None:
            yield Recognised(at, at + 1, (Entry("ordinal" if token.ordinal else "number", token.value),))


def amounts(tokens: Sequence[Token]) -> Iterator[Recognised]:
    """Recognise amounts of money: a number with a sign or word of a currency."""
    codes = ["", *(CURRENCIES.get(token.text, "") for token in tokens), ""]
    for at, token in enumerate(tokens):
        if token.value is None or token.ordinal:
            continue
        before, behind = codes[at], codes[at + 2]
        if before:
            yield Recognised(at - 1, at + 1, (Entry("money", Money(token.value, before)),))
        elif behind:
            yield Recognised(at, at + 2, (Entry("money", Money(token.value, behind)),))


def days(
    text: str, tokens: Sequence[Token], context: ReaderContext, reader: DayReader, named: Collection[str] = ()
) -> Iterator[Recognised]:
    """Recognise days and spans of days; `named` are the places and options that the text names."""
    yield from _dotted_days(text, tokens, context.today)
    for said in reader.read(text, context, named):
        yield _recognised(tokens, said.start, said.end, Entry("date", said.days))


_CLOCK_LETTERS = {
    "clock_in": "i", "clock_range": "l", "clock_noon": "x", "clock_midnight": "z", "clock_face": "k", "clock_half": "h",
    "clock_quarter": "q", "clock_past": ">", "clock_to": "<", "day_morning": "b", "day_afternoon": "c",
    "day_evening": "e", "day_night": "g",
}  # fmt: skip
"""The letters of words that times of day are made of, by their classes."""


def _clock_words(lexicon: Lexicon) -> dict[str, str]:
    """Return the words of times of day with their letters."""
    return {word: letter for name, letter in _CLOCK_LETTERS.items() for word in lexicon.classes[name]}


def clocks(tokens: Sequence[Token], words: Mapping[str, str], classes: WordClasses) -> Iterator[Recognised]:
    """Recognise times of day, and hours that may be in either half of it: "nine o'clock".

    One is an hour only behind what limits times: "the one in the morning" is no time.
    """
    for mention in find_clocks(tokens, words):
        led = mention.first > 0 and classes.of(tokens[mention.first - 1].text) & {"time_bound", "time_mark"}
        if "pronoun_one" in classes.of(tokens[mention.first].text) and not led:
            continue
        kind = "clock_open" if mention.open else "clock"
        yield Recognised(mention.first, mention.last, (Entry(kind, Clock(mention.minutes)),))


def _dotted_days(text: str, tokens: Sequence[Token], today: date) -> Iterator[Recognised]:
    """Recognise days as numbers with dots: "17.8."."""
    for found in _DOTTED_DAY.finditer(text):
        day = _dotted(found, today)
        if day:
            yield _recognised(tokens, found.start(), found.end(), Entry("date", Days(day, day)))


def _dotted(found: re.Match[str], today: date) -> date | None:
    """Return the day of "17.8." or "17.08.2016": this year's, or next year's if it has passed."""
    years = [int(found["year"])] if found["year"] else [today.year, today.year + 1]
    for year in years:
        try:
            day = date(year, int(found["month"]), int(found["day"]))
        except ValueError:
            continue  # "29.2." is in few years
        if found["year"] or day >= today:
            return day
    return None


def places(
    text: str, tokens: Sequence[Token], gazetteer: Gazetteer, endings: Collection[str] = ()
) -> Iterator[Recognised]:
    """Recognise the places that a gazetteer knows, in any usual spelling, with an ending: "Boston airport"."""
    for found in gazetteer.find(text):
        place = _recognised(tokens, found.start, found.end, Entry("place", found.name))
        ended = place.last < len(tokens) and tokens[place.last].text in endings
        yield place._replace(last=place.last + 1) if ended else place


def options(
    tokens: Sequence[Token], names: Mapping[str, int], known: frozenset[str], pointed_at: Collection[int] = ()
) -> Iterator[Recognised]:
    """Recognise the options at hand by their names, or by a word of a name that no other option at hand has.

    `known` are the words of the language and the schema: these alone name nothing ("red" of "Red Lion"), but at the
    places that are `pointed_at`.
    """
    parts = {name: words_of_name(name) for name in names}
    counts = Counter(chain.from_iterable(map(set, parts.values())))
    telling = {word for word, count in counts.items() if count == 1 and word[0].isalpha()} - known
    beginnings = Counter(words[:length] for words in parts.values() for length in range(2, len(words) + 1))
    places = [place for place, token in enumerate(tokens) if token.text not in _BRACKETS]
    texts = [tokens[place].text for place in places]
    for name, words in parts.items():
        for at, text in enumerate(texts):
            if text not in words:
                continue
            length = _common(texts[at : at + len(words)], words)
            if length < len(words) and beginnings[words[:length]] != 1:
                alone = text in telling or (places[at] in pointed_at and counts[text] == 1)
                length = run_of(texts[at : at + MOST_OF_NAME], words) if alone else 0
            if length and not (length < len(words) and _goes_on(tokens, places[at + length - 1] + 1)):
                yield Recognised(places[at], _closed(tokens, places[at + length - 1] + 1), (Entry("name", name),))


_BRACKETS = ("(", ")")
SHORTEST_BEGINNING = 2
"""Words with which several names begin that stand for the one of these options that is at hand."""


def begun(
    tokens: Sequence[Token], context: ReaderContext, definite: Collection[str], taken: Collection[int]
) -> Iterator[Recognised]:
    """Recognise the only option at hand of several whose names begin alike: "the Pinto Max" for the Pinto Max 16 Plus.

    Without one at hand it is the one that was offered last.
    """
    texts = [token.text for token in tokens]
    names = {name: words_of_name(name) for name in context.options}
    for at in range(len(texts)):
        said = {name: _common(texts[at:], words) for name, words in names.items()}
        length = max(said.values(), default=0)
        meant = [name for name, count in said.items() if count == length]
        if length < SHORTEST_BEGINNING or len(meant) == 1 or at in taken or texts[at] in definite:
            continue
        at_hand = [name for name in meant if context.options[name] in (*context.latest, *context.focus)]
        only = at_hand[0] if len(at_hand) == 1 else max(meant, key=context.options.__getitem__)
        yield Recognised(at, at + length, (Entry("name", only),))


def _places_of(found: Iterable[Recognised]) -> frozenset[int]:
    """Return the places of the tokens that were recognised."""
    return frozenset(at for each in found for at in range(each.first, each.last))


@lru_cache(maxsize=4096)
def words_of_name(name: str) -> tuple[str, ...]:
    """Return the words of a name as they stand in a turn; what tells it from others of that name has no brackets."""
    return tuple(token.text for token in tokenize(name) if token.text not in _BRACKETS)


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Return whether brackets behind a name tell which of that name is meant: "the Pacer (2014)"."""
    return at < len(tokens) and tokens[at].text == _BRACKETS[0]


def _closed(tokens: Sequence[Token], at: int) -> int:
    """Return the place behind a name, its last bracket included."""
    return at + 1 if at < len(tokens) and tokens[at].text == _BRACKETS[1] else at


def shortened(
    tokens: Sequence[Token], context: ReaderContext, vocabulary: Vocabulary, taken: Collection[int]
) -> Iterator[Recognised]:
    """Recognise options by some words of their names in order, a number among them: "the 13 plus", "lumen 14".

    Of several that have these words it is the one that ends in them, or the only one at hand. A number by itself names
    what is pointed at: "the 14". What measures is no part of a name: "the 14 hour one".
    """
    texts, classes = [token.text for token in tokens], vocabulary.lexicon.classes
    names = {name: words_of_name(name) for name in context.options}
    known, last = frozenset(chain.from_iterable(names.values())), 0
    for at, text in enumerate(texts):
        if at < last or at in taken or text not in known:
            continue
        said = {name: run_of(texts[at : at + MOST_OF_NAME], words) for name, words in names.items()}
        length = max(said.values())
        last = at + length
        numbers = [token for token in tokens[at:last] if token.value is not None and not token.ordinal]
        if not numbers or not vocabulary.kinds(texts, last).isdisjoint(_COUNTED if length == 1 else _MEASURING):
            continue
        if length == 1 and (at == 0 or texts[at - 1] not in classes["definite"] or text in classes["pro_form"]):
            continue  # "that one" is no Nova One
        meant = [name for name, count in said.items() if count == length]
        ending = [name for name in meant if names[name][-1] == texts[last - 1]]
        at_hand = [name for name in meant if context.options[name] in (*context.latest, *context.focus)]
        only = next((found for found in (meant, ending, at_hand) if len(found) == 1), None)
        if only:
            yield Recognised(at, last, (Entry("name", only[0]),))


_MEASURING = frozenset(("unit",))
_COUNTED = frozenset(("unit", "noun", "item", "value", "party", "reference", "scope"))
"""The kinds of words behind a number that is no part of a name: what it measures, what it counts."""


def _common(texts: Sequence[str], words: Sequence[str]) -> int:
    """Return how many words from the first on are the same."""
    for at, (text, word) in enumerate(zip(texts, words, strict=False)):
        if text != word:
            return at
    return min(len(texts), len(words))


def _recognised(tokens: Sequence[Token], start: int, end: int, entry: Entry) -> Recognised:
    """Return what was found between two characters as a range of tokens."""
    first = bisect_right(tokens, start, key=attrgetter("end"))
    last = bisect_left(tokens, end, key=attrgetter("start"))
    return Recognised(first, max(last, first + 1), (entry,))


# Places that no gazetteer knows in this spelling


SHORTEST_NAME = 3  # letters
_BEHIND_ANSWER = frozenset(("comma", "clause_end", "behind_place"))


class PlaceNames:
    """Reads words that nothing knows as places where the words around them lead to a place: "from mntrl to Gotham".

    A token becomes one letter, and what leads to a place is a pattern over the letters:

        P, p place    F from    T to, a dash    t travelling, comma, end of a sentence    s 's    . anything else
        N, n word that nothing knows    X such a word in something that was recognised; with a capital N, P and X
    """

    _LETTERS: ClassVar = PatternTable(
        ("place strange capital", "", "P"),
        ("place", "", "p"),
        ("place_from", "", "F"),
        ("place_to", "", "T"),
        ("travelling", "", "t"),
        ("comma", "", "t"),
        ("clause_end", "", "t"),
        ("possessive", "", "s"),
        ("new strange capital", "", "N"),
        ("new strange", "", "n"),
        ("strange capital", "", "X"),
        ("", "", "."),
    )
    _NAME = re.compile(
        "(?P<led>(?<=F)|(?<=^T)|(?<=tT)|(?<=[Pp]T))?"  # "from", "fly to", "Rome to"
        "[Nn](?![sNPX])"  # neither "Tom's wedding" nor "John Smith"
        "(?P<leads>(?=T[Pp]))?"  # "to Rome"
    )

    def __init__(self, vocabulary: Vocabulary, gazetteer: Gazetteer, language: str) -> None:
        self._language = language
        self._known = vocabulary.words | frozenset(vocabulary.lexicon.spelling["right"])
        self._classes, self._gazetteer = vocabulary.classes, gazetteer
        self._skeletons = defaultdict[str, list[str]](list)
        for name in gazetteer.names:
            self._skeletons[_sorted_consonants(name)].append(name)

    def find(self, text: str, tokens: Sequence[Token], found: Collection[Recognised]) -> list[Recognised]:
        """Return the places among the tokens that nothing was `found` in yet."""
        kinds = {at: each.entries[0].kind for each in found for at in range(each.first, each.last)}
        letters = "".join(self._letter(token, kinds.get(at, "")) for at, token in enumerate(tokens))
        names = list[Recognised]()
        for name in self._NAME.finditer(letters):
            at, led = name.start(), name["led"] is not None
            if not led and name["leads"] is None:
                continue
            place = self._name(text, tokens[at], led=led)
            if place:
                names.append(Recognised(at, at + 1, (Entry("place", place),)))
        return names

    def answer(self, text: str, tokens: Sequence[Token], found: Collection[Recognised]) -> list[Recognised]:
        """Return the places that a sentence opens with and that nothing was `found` in, where a place was asked for.

        They are words that nothing knows, of which a capital or the beginning of the text makes names: "Tampere.";
        or initials that nobody takes for a place elsewhere: "la".
        """
        taken = {at for each in found for at in range(each.first, each.last)}
        answers = list[Recognised]()
        for at, token in enumerate(tokens):
            if at in taken or not token.is_word() or not self._opens(tokens, at):
                continue
            last = at + 1
            while last < len(tokens) and last not in taken and self._is_name(tokens[last]):
                last += 1
            following = tokens[last].text if last < len(tokens) else "."
            place = self._answer(text, tokens[at:last], first=at == 0)
            if place and not _BEHIND_ANSWER.isdisjoint(self._classes.of(following)):
                answers.append(Recognised(at, last, (Entry("place", place),)))
        return answers

    def _answer(self, text: str, tokens: Sequence[Token], *, first: bool) -> str:
        """Return the place that words with which a sentence opens name; empty where they name none."""
        exact = [match.name for match in self._gazetteer.resolve(tokens[0].text) if match.score == 1]
        if exact:
            return exact[0]
        if not self._is_name(tokens[0]) and not (first and self._is_strange(tokens[0])):
            return ""
        words = text[tokens[0].start : tokens[-1].end]
        near = self._near(words)
        if not near and len(tokens) == 1 and is_common(tokens[0].text, self._language):
            return ""  # "Honestly, I don't know"
        return near or words.title()

    def _opens(self, tokens: Sequence[Token], at: int) -> bool:
        return at == 0 or "clause_end" in self._classes.of(tokens[at - 1].text)

    def _is_strange(self, token: Token) -> bool:
        return token.is_word() and len(token.text) > SHORTEST_NAME and token.text not in self._known

    def _is_name(self, token: Token) -> bool:
        return token.capital and self._is_strange(token)

    def _near(self, word: str) -> str:
        """Return the place that a word is a slip of, two slips where all consonants are there; empty where none is."""
        near = self._gazetteer.candidates(word)
        if len(near) == 1:
            return near[0].name
        same = [name for name in self._skeletons.get(_sorted_consonants(word), ()) if _slips(name, word) <= MOST_SLIPS]
        return same[0] if len(same) == 1 and len(word) >= SHORTEST_PLACE else ""

    def _letter(self, token: Token, kind: str) -> str:
        """Return the letter of a token of which something of a kind was recognised; the kind is empty for nothing."""
        names = {*self._classes.of(token.text), kind or "new"}
        if token.capital:
            names.add("capital")
        if token.value is None and len(token.text) >= SHORTEST_NAME and token.text not in self._known:
            names.add("strange")
        return self._LETTERS.outcome(frozenset(names))

    def _name(self, text: str, token: Token, *, led: bool) -> str:
        """Return the place that a token names: the one that is near, else one that nobody knows; empty for none."""
        near = self._near(token.text)
        if near:
            return near
        return text[token.start : token.end] if led and token.capital else ""
