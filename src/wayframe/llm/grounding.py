"""Does a sentence in a model's own words say only what is so?

Each value is held against the option that the words before it name, each feature with its denial, each comparison
against the catalogue. A figure, a name, an extreme, a booking or "nothing fits" that is in no option, no search and no
wish is a fault, and what can't be proved is one, too. A model names options by their numbers in
brackets, as it would cite sources: "The Fairwind [3] costs $489."
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import chain, starmap
from math import isnan, nan
from typing import NamedTuple

from wayframe.errors import InputError, shown
from wayframe.faithfulness import FIGURE, stands
from wayframe.language import load
from wayframe.llm import cues
from wayframe.llm.accounting import NAMED, PROVED, Accounting
from wayframe.llm.openers import OPENERS
from wayframe.llm.spellings import party_spellings, spellings, stay_spellings
from wayframe.meaning.records import Constraint, Days, Direction, Flag, Money, Party, Text, Value, Wish
from wayframe.realiser.phrases import Locale, adjective_superlative, day_words, plain, value_words
from wayframe.schema import Kind, Slot
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Item, Source
from wayframe.tools.known import in_catalogue
from wayframe.values import Gazetteer

LONGEST = 600
"""Characters of a sentence."""

_SEVERAL = 2

_NAMING: tuple[Kind, ...] = ("name", "place", "category", "list")
"""The kinds of slots whose values are names."""

_ALIKE = 0.75
"""The likeness, from 0 to 1, from which a short name may be meant for one of the catalogue: "gray" for "grey"."""

_CITATION = re.compile(r" ?\[(\d{1,4}(?:, ?\d{1,4})*)\]")
_JOINED = re.compile(r"[\s,]*(?:and |or |nor |& ?|both )?(?:the |a |an )?", re.I)
_BEST: Mapping[Direction, Callable[[Iterable[float]], float]] = {"least": min, "most": max}
_IS_BEYOND: Mapping[Direction, Callable[[float, float], bool]] = {"least": operator.lt, "most": operator.gt}


class Evidence(NamedTuple):
    """All that a sentence may speak of.

    `items` are the options by their frames, each with whom its price is for in `parties`; `said` is what the user wrote
    in this turn, `counts` how many were found, `nothing` whether the latest search found nothing. `is_extreme` says
    whether an option has the least or the most of a slot among all that fits.
    """

    items: Mapping[int, Item]
    parties: Mapping[int, Party] = {}
    said: str = ""
    wishes: tuple[Wish, ...] = ()
    counts: frozenset[int] = frozenset()
    nothing: bool = False
    booked: frozenset[int] = frozenset()
    cancelled: frozenset[int] = frozenset()
    is_extreme: Callable[[int, str, Direction], bool] = lambda frame, slot, direction: False


class Claim(NamedTuple):
    """A value that a sentence gives an option, as it stands there; a boolean of what is so or isn't.

    Frame 0 stands for none: wishes that it repeats, and how many were found.
    """

    frame: int
    slot: str
    said: str | bool


class Sum(NamedTuple):
    """The sum of a slot of some options, as a sentence says it."""

    frames: tuple[int, ...]
    slot: str
    said: str


class GroundedSentence(NamedTuple):
    """A sentence taken apart: the text without citations, the options that it is about, what it says of them.

    `text` has values as the realiser writes them, `written` as the model did.
    `faults` says what can't be proved, each in a few words; `wrong` are claims that aren't so, `sums` what several
    options come to. `named` are the options that it names itself. `unaccounted` are words for which neither facts nor a
    word list account (`accounting`): they may claim anything. `proposes` are those that it asks whether to book (or
    cancel: `cancels`), `asks` the slots of which it wants to know something.
    """

    text: str
    written: str = ""
    about: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()
    wrong: tuple[Claim, ...] = ()
    sums: tuple[Sum, ...] = ()
    faults: tuple[str, ...] = ()
    unaccounted: tuple[str, ...] = ()
    proposes: tuple[int, ...] = ()
    cancels: bool = False
    asks: tuple[str, ...] = ()
    finds_nothing: bool = False


class Grounding:
    """Takes sentences about a source apart."""

    def __init__(self, source: Source, locale: Locale, language: str = "en") -> None:
        self.source, self.locale, self.schema = source, locale, source.schema
        self._language = language
        self.accounting = Accounting(load(language).talk, locale.wording, source.schema)

    def read(self, sentence: str, evidence: Evidence, about: Sequence[int] = ()) -> GroundedSentence:
        """Return what a sentence says; `about` are the options that the sentences before it were about."""
        return _Sentence(self, sentence, evidence, about).read()

    @cached_property
    def names(self) -> Mapping[str, frozenset[str]]:
        """The names, places and categories of the catalogue in small letters, by their first words."""
        found: dict[str, set[str]] = {}
        for slot in self.schema.of_kind(*_NAMING):
            for name in (*self.source.names(slot.name), *slot.values):
                said = plain(name).lower()
                found.setdefault(said.split(" ")[0], set()).add(said)
        return {first: frozenset(names) for first, names in found.items() if first}

    def lacks(self, name: str) -> bool:
        """Return whether the catalogue has nothing by a name, nor anything like it, and no slot is spoken of by it."""
        said = plain(name).lower()
        words = set(said.split())
        if self.accounting.speaks_of_slots(said) or words & (self.words | self._known_words):
            return False
        names = [plain(each).lower() for each in self._gazetteer.names]
        if self._gazetteer.resolve(said) or get_close_matches(said, names, 1, _ALIKE):
            return False
        return not any(self._knows(slot, name) for slot in self.schema.of_kind(*_NAMING))

    @cached_property
    def _gazetteer(self) -> Gazetteer:
        """The names of the catalogue as people write them, misspelled or in part."""
        slots = self.schema.of_kind(*_NAMING)
        return Gazetteer(name for slot in slots for name in (*self.source.names(slot.name), *slot.values))

    @cached_property
    def _known_words(self) -> frozenset[str]:
        """The words of the catalogue's names, of the calendar, and for what is of a country."""
        pack = load(self._language)
        texts = (*self._gazetteer.names, *pack.wording.months, *pack.lexicon.demonyms)
        return frozenset(" ".join(texts).lower().split()) | pack.talk.calendar

    def _knows(self, slot: Slot, name: str) -> bool:
        """Return whether a search understands a name as a value of a slot: a country, a part of the world."""
        try:
            in_catalogue(self.source, slot, Constraint("is", (Text(name),)))
        except InputError:
            return False
        return True

    @cached_property
    def item_names(self) -> frozenset[str]:
        """The names of items in small letters."""
        return frozenset(plain(name).lower() for name in self.source.names(self.schema.name))

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """The nouns of the items that are counted."""
        return (self.schema.items.lower(), self.schema.item.lower())

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the schema, which may have capitals: "RAM", "GB"."""
        texts = [self.schema.item, self.schema.items]
        for slot in self.schema.slots:
            texts += [slot.label, slot.unit, *slot.nouns, *slot.less, *slot.more, *slot.true, *slot.false]
        return frozenset(" ".join(texts).lower().split())

    @cached_property
    def features(self) -> tuple[tuple[str, Slot], ...]:
        """The words that say a yes/no slot of an item is so, the longest first; none that ends in "at"."""
        found = [
            (word.lower(), slot)
            for slot in self.schema.of_kind("yes_no")
            if slot.bearing == "value"
            for word in (slot.label, *slot.true)
            if not word.endswith(" at")
        ]
        return tuple(sorted(found, key=lambda pair: (-len(pair[0]), pair[0])))

    @cached_property
    def measured_words(self) -> tuple[tuple[str, Slot], ...]:
        """The labels and nouns of slots that have an order."""
        slots = [slot for slot in self.schema.slots if slot.measured]
        return tuple((word.lower(), slot) for slot in slots for word in (slot.label, *slot.nouns) if word)

    @cached_property
    def comparatives(self) -> tuple[tuple[str, Slot, Direction, bool], ...]:
        """The adjectives that compare, with their slot, their direction and whether they are superlatives."""
        found = list[tuple[str, Slot, Direction, bool]]()
        directions: tuple[Direction, ...] = ("least", "most")
        for slot in self.schema.slots:
            for direction in directions:
                for word in slot.less if direction == "least" else slot.more:
                    superlative = adjective_superlative(self.locale.wording, word)
                    found.append((word.lower(), slot, direction, False))
                    found += [(superlative.lower(), slot, direction, True)] if superlative else []
        return tuple(sorted(found, key=lambda each: (-len(each[0]), each[0])))


class _Mention(NamedTuple):
    """A place in a sentence where options are named."""

    start: int
    end: int
    frames: tuple[int, ...]


class _Segment(NamedTuple):
    """A part of a sentence with the options that it is about; `named` is where they are named, -1 if they aren't."""

    start: int
    end: int
    frames: tuple[int, ...]
    named: int = -1

    @property
    def names(self) -> bool:
        """Return whether the options are named in it."""
        return self.named >= 0


class _Reading(NamedTuple):
    """What some words say: slots with their values (empty: as it is written), and how it is shown, where not so."""

    args: tuple[tuple[str, str], ...]
    text: str = ""


def _reading(locale: Locale, slot: Slot, value: Value, key: str) -> _Reading:
    """Return what a spelling of a value says; amounts, days and times are shown as the realiser writes them."""
    words = value_words(locale, slot, value) if slot.kind in ("money", "date", "time") else ""
    return _Reading(((key, words),), words)


def _side_by_side(words: Sequence[re.Match[str]], text: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where words stand that have but blanks between them."""
    start = None
    for place, word in enumerate(words):
        start = word.start() if start is None else start
        following = words[place + 1].start() if place + 1 < len(words) else len(text)
        if place + 1 == len(words) or text[word.end() : following].strip():
            yield start, word.end()
            start = None


class _Sentence:
    """One sentence on its way; `rest` is what of it isn't proved yet, in small letters."""

    def __init__(self, of: Grounding, sentence: str, evidence: Evidence, about: Sequence[int]) -> None:
        self.of, self.evidence = of, evidence
        self.before = tuple(frame for frame in about if frame in evidence.items)
        self.faults = list[str]()
        self.claims, self.wrong, self.sums = list[Claim](), list[Claim](), list[Sum]()
        self.spoken_of = set[str]()  # slots of which something else was proved
        self.rewritten = list[tuple[int, int, str]]()
        self.citations = list[tuple[int, tuple[int, ...]]]()
        self.text = cues.WIFI.sub("wifi", self._without_citations(" ".join(sentence.split())))
        lower = self.text.lower()
        self.rest = lower if len(lower) == len(self.text) else self.text
        self.asking = self.text.endswith("?")

    def read(self) -> GroundedSentence:
        """Return what the sentence says."""
        if len(self.text) > LONGEST or not self.text.isprintable() or cues.LINK.search(self.text):
            return GroundedSentence(self.text, self.text, self.before, faults=("is no plain sentence",))
        mentions = self._mentions()
        segments = self._segments(mentions)
        for found in list(cues.NOT_COMPARED.finditer(self.rest)):
            self._prove(*found.span(found.lastindex or 0))
        self._check_absent()
        self._prove_comparison_of_places()
        named = tuple(dict.fromkeys(chain.from_iterable(mention.frames for mention in mentions)))
        for segment in segments:
            self._prove_bounds(segment)
            self._prove_sum(segment, mentions)
            self._prove_values(segment)
            self._check_features(segment)
            self._check_comparisons(segment, named)
        self._check_deeds(named or self.before)
        nothing = self._check_nothing()
        for segment in segments:
            self._check_extremes(segment, named)
            self._check_more(segment, named)
            self._check_names(segment)
            self._check_figures(segment)
        unaccounted = self._unaccounted()
        written = self.text
        for start, end, words in sorted(self.rewritten, reverse=True):
            self.text = self.text[:start] + words + self.text[end:]
        about = named or self.before
        proposes = bool(self.asking and cues.PROPOSED.search(self.text)) and len(about) > 0
        return GroundedSentence(
            text=self.text,
            written=written,
            about=about,
            named=named,
            claims=tuple(dict.fromkeys(self.claims)),
            wrong=tuple(dict.fromkeys(self.wrong)),
            sums=tuple(dict.fromkeys(self.sums)),
            faults=tuple(dict.fromkeys(self.faults)),
            unaccounted=unaccounted,
            proposes=about if proposes else (),
            cancels=proposes and bool(cues.CANCELLED.search(self.text)),
            asks=() if proposes else self._asked(),
            finds_nothing=nothing,
        )

    # Which options

    def _without_citations(self, sentence: str) -> str:
        """Return a sentence without the numbers of options, which are noted with their places."""
        text, end = "", 0
        for found in _CITATION.finditer(sentence):
            text += sentence[end : found.start()]
            self.citations.append((len(text), tuple(int(each) for each in found[1].split(","))))
            end = found.end()
        return text + sentence[end:]

    def _mentions(self) -> list[_Mention]:
        """Return where options are named, by name, by number or both."""
        found = list[_Mention]()
        cited = dict(self.citations)
        for frame in set(chain.from_iterable(cited.values())) - set(self.evidence.items):
            self.faults.append(f"names an option [{frame}] that there isn't")
        for name, frames in self._names():
            for start in list(stands(name, self.rest)):
                end = start + len(name)
                meant = cited.pop(end, ()) or self._meant(frames)
                if not set(meant) <= set(frames):
                    self.faults.append(f"names another option for {shown(name)}")
                found.append(_Mention(start, end, tuple(meant)))
                self.claims += [Claim(frame, self.of.schema.name, self._called(frame)) for frame in meant]
                self._prove(start, end)
        for place, numbers in cited.items():
            found.append(_Mention(place, place, numbers))
            if not cues.POINTS.search(self.text[:place]):
                names = " and ".join(self._called(frame) for frame in numbers)
                self.rewritten.append((place, place, f" {names}" if place else names))
        known = self.evidence.items
        found = [each._replace(frames=tuple(frame for frame in each.frames if frame in known)) for each in found]
        return sorted(each for each in found if each.frames)

    def _names(self) -> list[tuple[str, list[int]]]:
        """Return the names of options, the longest first, each with the options that have it."""
        names: dict[str, list[int]] = {}
        slot = self.of.schema.by_name[self.of.schema.name]
        for frame, item in self.evidence.items.items():
            value = item.values.get(slot.name)
            for name in spellings(self.of.locale, slot, value) if value is not None else ():
                names.setdefault(name, []).append(frame)
        return sorted(names.items(), key=lambda pair: (-len(pair[0]), pair[0]))

    def _called(self, frame: int) -> str:
        """Return the name of an option as the catalogue has it."""
        item = self.evidence.items.get(frame)
        value = item.values.get(self.of.schema.name) if item else None
        return plain(value.value) if isinstance(value, Text) else ""

    def _meant(self, frames: Sequence[int]) -> tuple[int, ...]:
        """Return which of several options of one name is meant: the one spoken of, else that of the values said."""
        spoken = tuple(frame for frame in frames if frame in self.before)
        return spoken or (max(frames, key=lambda frame: (self._values_said(frame), frame)),)

    def _values_said(self, frame: int) -> int:
        """Return how many of the spellings of an option's values stand in the sentence."""
        return sum(next(stands(words, self.rest), None) is not None for words in self._spelt(frame))

    def _segments(self, mentions: Sequence[_Mention]) -> list[_Segment]:
        """Return the parts of the sentence: each from where options are named to where others are."""
        whole = (0, len(self.text))
        if not mentions:
            return [_Segment(*whole, self.before)]
        groups = [[mentions[0]]]
        for mention in mentions[1:]:
            between = self.text[groups[-1][-1].end : mention.start]
            if _JOINED.fullmatch(between):
                groups[-1].append(mention)
            else:
                groups.append([mention])
        starts = [0, *(group[0].start for group in groups[1:]), whole[1]]
        found = list[_Segment]()
        if self.before and cues.BEGINS_WITH_IT.match(self.text) and groups[0][0].start > 0:
            starts[0] = groups[0][0].start
            found.append(_Segment(0, starts[0], self.before))
        for group, start, end in zip(groups, starts, starts[1:], strict=False):
            frames = tuple(dict.fromkeys(chain.from_iterable(mention.frames for mention in group)))
            found.append(_Segment(start, end, frames, group[0].start))
        return found

    # Values

    def _prove(self, start: int, end: int) -> None:
        """Take a place out of what is left to be proved."""
        self.rest = self.rest[:start] + PROVED * (end - start) + self.rest[end:]

    def _name(self, start: int, end: int) -> None:
        """Take out a place where something is named of which nothing is claimed."""
        self.rest = self.rest[:start] + NAMED * (end - start) + self.rest[end:]

    def _stands(self, words: str, segment: _Segment) -> Iterator[int]:
        """Yield where words stand in what is left of a segment, a figure by itself: "4" doesn't in "4.4"."""
        for at in list(stands(words, self.rest)):
            end = at + len(words)
            goes_on = words[-1:].isdigit() and cues.DECIMALS.match(self.rest, end)
            has_begun = words[:1].isdigit() and cues.WHOLE.search(self.rest[:at])
            if segment.start <= at < segment.end and not goes_on and not has_begun:
                yield at

    def _prove_values(self, segment: _Segment) -> None:
        """Take out the values that all options of a segment have; wishes that are repeated, where it is about none."""
        frames = segment.frames if self._is_claim(segment) else (0,)
        shared = [self._spelt(frame) if frame else self._wished() for frame in frames]
        for words, reading in sorted(shared[0].items(), key=lambda pair: (-len(pair[0]), pair[0])):
            if not all(words in spelt for spelt in shared):
                continue
            for at in self._stands(words, segment):
                said = self.text[at : at + len(words)]
                if frames != (0,) and self._is_mistaken(at, at + len(words), reading, segment):
                    self.faults.append(f"says {shown(said)} of something else")
                self.claims += [Claim(frame, slot, value or said) for frame in frames for slot, value in reading.args]
                self._prove(at, at + len(words))
                if reading.text and reading.text != said:
                    self.rewritten.append((at, at + len(words), reading.text))

    def _prove_bounds(self, segment: _Segment) -> None:
        """Take out wishes repeated with their bound, "at least 512 GB", where all options of a segment fulfil them."""
        frames = segment.frames if self._is_claim(segment) else ()
        for wish in self.evidence.wishes:
            slot, op = self.of.schema.by_name[wish.slot], wish.constraint.op
            if op not in cues.BOUNDS or wish.constraint.scope:
                continue
            for value in wish.constraint.values:
                if all(self._is_within(frame, slot, op, value) for frame in frames):
                    reading = _reading(self.of.locale, slot, value, slot.wish.get(op, slot.name))
                    for words in spellings(self.of.locale, slot, value):
                        self._prove_bound(words, reading, op, segment)

    def _prove_bound(self, words: str, reading: _Reading, op: str, segment: _Segment) -> None:
        """Take out the places where a value stands as a bound, and of no other slot."""
        before, after = cues.BOUNDS[op]
        for at in list(self._stands(words, segment)):
            end = at + len(words)
            opened = before.search(self.rest[segment.start : at])
            closed = after.match(self.rest, end, segment.end)
            if not (opened or closed) or self._is_mistaken(at, end, reading, segment):
                continue
            said = self.text[at:end]
            self.claims += [Claim(0, slot, value or said) for slot, value in reading.args]
            if reading.text and reading.text != said:
                self.rewritten.append((at, end, reading.text))
            self._prove(segment.start + opened.start() if opened else at, closed.end() if closed else end)

    def _prove_sum(self, segment: _Segment, mentions: Sequence[_Mention]) -> None:
        """Take out what several options cost together: those of a segment, or else all that are named."""
        named = tuple(dict.fromkeys(chain.from_iterable(mention.frames for mention in mentions)))
        frames = segment.frames if len(segment.frames) > 1 else named
        slot = self.of.schema.price
        total = self._sum(frames, slot) if slot and self._is_claim(segment) else None
        if slot is None or total is None:
            return
        reading = _reading(self.of.locale, slot, total, slot.name)
        for words in spellings(self.of.locale, slot, total):
            for at in list(self._stands(words, segment)):
                together = self._together(at, at + len(words), segment, mentions)
                if together is None:
                    continue
                said = self.text[at : at + len(words)]
                self.sums.append(Sum(frames, slot.name, reading.text))
                self.spoken_of.add(slot.name)
                if reading.text != said:
                    self.rewritten.append((at, at + len(words), reading.text))
                self._prove(at, at + len(words))
                self._prove(*together.span())

    def _together(self, start: int, end: int, segment: _Segment, mentions: Sequence[_Mention]) -> re.Match[str] | None:
        """Return what says that an amount is a sum: in its clause, or before all that several options cost.

        An amount in a clause that names one of them alone is that one's, whatever is said of others beside it.
        """
        first, last = self._clause_around(start, end)
        several = len(segment.frames) > 1
        alone = not several and any(first <= mention.start < last for mention in mentions)
        if alone or cues.SINGLE.search(self.rest, first, last) or cues.DENIAL.search(self.text, first, last):
            return None
        begins = cues.TOGETHER.match(self.rest) if several else None
        return cues.TOGETHER.search(self.rest, first, last) or begins

    def _sum(self, frames: Sequence[int], slot: Slot) -> Money | None:
        """Return what several options cost together; None where there are none, or in several currencies."""
        prices = [self.evidence.items[frame].values.get(slot.name) for frame in frames]
        amounts = [price for price in prices if isinstance(price, Money)]
        if len(amounts) < _SEVERAL or len(amounts) < len(prices) or len({each.currency for each in amounts}) > 1:
            return None
        return Money(round(sum(each.value for each in amounts), 2), amounts[0].currency)

    def _clause_around(self, start: int, end: int) -> tuple[int, int]:
        """Return from where to where the clause around a place goes."""
        parts = [found.span() for found in cues.PARTED.finditer(self.rest)]
        first = max((last for _, last in parts if last <= start), default=0)
        return first, min((begin for begin, _ in parts if begin >= end), default=len(self.rest))

    def _is_within(self, frame: int, slot: Slot, op: str, value: Value) -> bool:
        """Return whether an option is within a bound."""
        measure, bound = self._measure(frame, slot), order(value)
        return bound is not None and (measure >= bound if op == "at_least" else measure <= bound)

    def _is_mistaken(self, start: int, end: int, reading: _Reading, segment: _Segment) -> bool:
        """Return whether the words beside a value deny it, or say that it is one of another slot: "256 GB of RAM"."""
        before, after = self.rest[segment.start : start], self.rest[end : segment.end].lstrip()
        if cues.NOT_BEFORE.search(before):
            return True
        slots = [self.of.schema.by_name[slot] for slot, _ in reading.args if slot in self.of.schema.by_name]
        for slot in slots if len(slots) == 1 else ():
            for key in (slot.role, slot.bearing):
                if key in cues.MISTAKEN and cues.MISTAKEN[key].search(before):
                    return True
        own = {word.lower() for slot in slots for word in (slot.label, *slot.nouns)}
        for words, slot in self.of.measured_words:
            if words in own or slot in slots or not slots or slot.kind != slots[0].kind:
                continue
            if after.startswith((f"{words} ", f"{words}.", f"{words},", f"of {words}")):
                return True
            if re.search(rf"\b{re.escape(words)}(?: is| of|:)? ?$", before):
                return True
        return False

    def _spelt(self, frame: int) -> dict[str, _Reading]:
        """Return the spellings of an option's values."""
        schema, locale, values = self.of.schema, self.of.locale, self.evidence.items[frame].values
        found: dict[str, _Reading] = {}
        for slot in schema.slots:
            if slot.name in values and slot.name != schema.name:
                value = values[slot.name]
                own = _reading(locale, slot, value, slot.name)
                found = dict.fromkeys(spellings(locale, slot, value), own) | found
        first, last = values.get(schema.start), values.get(schema.end)
        if isinstance(first, Days) and isinstance(last, Days):
            ends = ((schema.start, day_words(locale, first)), (schema.end, day_words(locale, last)))
            stay = _Reading(ends, day_words(locale, Days(first.first, last.last)))
            found |= dict.fromkeys(stay_spellings(locale, first, last), stay)
        if frame in self.evidence.parties:
            found |= self._people(self.evidence.parties[frame])
        return found

    def _people(self, party: Party) -> dict[str, _Reading]:
        """Return the spellings of those whom a price is for."""
        return {words: _Reading(((slot, ""),)) for words, slot in party_spellings(self.of.locale, party).items()}

    def _wished(self) -> dict[str, _Reading]:
        """Return the spellings of what is wished for, as the frame slots that it fills."""
        found: dict[str, _Reading] = {}
        for wish in self.evidence.wishes:
            slot = self.of.schema.by_name[wish.slot]
            for value in wish.constraint.values:
                if isinstance(value, Party):
                    found |= self._people(value)
                else:
                    own = _reading(self.of.locale, slot, value, slot.wish.get(wish.constraint.op, slot.name))
                    found |= dict.fromkeys(spellings(self.of.locale, slot, value), own)
        return found

    # Features

    def _check_features(self, segment: _Segment) -> None:
        """Hold the features that a segment speaks of against its options."""
        for words, slot in self.of.features:
            for at in self._stands(words, segment):
                wished = slot.name in [wish.slot for wish in self.evidence.wishes]
                if self._is_claim(segment):
                    self._check_feature(segment, slot, at)
                elif self._announces() and not wished:
                    self.faults.append(f"says {shown(words)} of nothing named")
                if wished:
                    self.spoken_of.add(slot.name)
                take_out = self._prove if wished or self._is_claim(segment) else self._name
                begun = cues.COMES_WITH.search(self.rest, segment.start, at) if self._is_claim(segment) else None
                take_out(begun.start() if begun else at, at + len(words))

    def _is_claim(self, segment: _Segment) -> bool:
        """Return whether a segment says something of options.

        One that names none doesn't where it asks, speaks of the agent or the user ("I'll look further"), or says that
        nothing fits.
        """
        if not segment.frames or segment.names:
            return bool(segment.frames)
        if self.asking:
            return False
        of_none = cues.OF_PEOPLE.match(self.text) or cues.NOTHING.search(self.text)
        return cues.PRONOUN.search(self.text) is not None or of_none is None

    def _check_feature(self, segment: _Segment, slot: Slot, at: int) -> None:
        said = self._affirms(segment, at)
        for frame in segment.frames:
            value = self.evidence.items[frame].values.get(slot.name)
            if said is None or value != Flag(said):
                self.faults.append(f"says of option {frame} what isn't so: {slot.label}")
                if said is not None:
                    self.wrong.append(Claim(frame, slot.name, said))
            else:
                self.claims.append(Claim(frame, slot.name, said))

    def _affirms(self, segment: _Segment, at: int) -> bool | None:
        """Return whether a place is affirmed or denied; None where it is denied twice."""
        clause = cues.CLAUSE.split(self.text[segment.start : at])[-1]
        denials = len(cues.DENIAL.findall(cues.PLAIN_NO.sub("", clause)))
        return None if denials > 1 else denials == 0

    # Comparisons

    def _check_comparisons(self, segment: _Segment, named: Sequence[int]) -> None:
        """Hold "cheaper" and "cheapest" against the other options and against the catalogue."""
        for words, slot, direction, superlative in self.of.comparatives:
            for at in self._stands(words, segment):
                claimed = self._is_claim(segment)
                if claimed and not self._compares(segment, named, slot, direction, superlative):
                    self.faults.append(f"compares what isn't so: {shown(words)}")
                elif not claimed and superlative and self._announces():
                    self.faults.append(f"says {shown(words)} of nothing named")
                take_out = self._prove if claimed else self._name
                take_out(at, at + len(words))

    def _prove_comparison_of_places(self) -> None:
        """Take out "Rome is cheaper (than Paris)" where it is so of all options spoken of there."""
        slot = self.of.schema.place
        places = self._places_before(slot) if slot and not self.asking else {}
        for words, measured, direction, superlative in self.of.comparatives:
            of_places = re.fullmatch(
                rf"(?P<one>[^\W\d_][\w .'’-]*?) is {re.escape(words)}(?: than (?P<other>[\w .'’-]+?))?[.!]", self.rest
            )
            one = places.get(of_places["one"], ()) if of_places else ()
            if of_places is None or superlative or not one:
                continue
            rest = [frame for place, frames in places.items() if place != of_places["one"] for frame in frames]
            others = places.get(of_places["other"], ()) if of_places["other"] else rest
            pairs = [(self._measure(this, measured), self._measure(that, measured)) for this in one for that in others]
            if pairs and all(starmap(_IS_BEYOND[direction], pairs)):
                for frames, (first, last) in ((one, of_places.span("one")), (others, of_places.span("other"))):
                    self.claims += [Claim(frame, slot, self.text[first:last]) for frame in frames if last > 0]
                self._prove(0, of_places.end())

    def _places_before(self, slot: str) -> dict[str, tuple[int, ...]]:
        """Return the options spoken of before by the places where they are."""
        found: dict[str, tuple[int, ...]] = {}
        for frame in self.before:
            place = plain(self.evidence.items[frame].text(slot)).lower()
            found[place] = (*found.get(place, ()), frame)
        return found

    def _announces(self) -> bool:
        """Return whether a sentence tells of options that it doesn't name: "I found the two cheapest"."""
        return not self.asking and cues.FOUND.search(self.text) is not None

    def _compares(
        self, segment: _Segment, named: Sequence[int], slot: Slot, direction: Direction, superlative: bool
    ) -> bool:
        """Return whether all options of a segment compare with the others as is said."""
        if superlative:
            return all(self._is_extreme(frame, slot, direction, named) for frame in segment.frames)
        others = [frame for frame in (*named, *self.before) if frame not in segment.frames]
        pairs = [
            (self._measure(frame, slot), self._measure(other, slot)) for frame in segment.frames for other in others
        ]
        return pairs != [] and all(starmap(_IS_BEYOND[direction], pairs))

    def _is_extreme(self, frame: int, slot: Slot, direction: Direction, named: Sequence[int]) -> bool:
        """Return whether an option has the least or the most of all that fits, or of what was named."""
        spoken = tuple(dict.fromkeys((*named, *self.before)))
        among = cues.AMONG.search(self.text)
        count = cues.COUNTED[among["count"].lower()] if among and among["count"] else len(spoken)
        if among is None or (count != len(spoken) and count in self.evidence.counts):
            return self.evidence.is_extreme(frame, slot.name, direction)
        if count != len(spoken):
            return False
        own = self._measure(frame, slot)
        measured = [self._measure(each, slot) for each in spoken]
        return len(measured) > 1 and not any(map(isnan, measured)) and own == _BEST[direction](measured)

    def _measure(self, frame: int, slot: Slot) -> float:
        """Return the number by which an option compares; NaN, with which no comparison holds, where it has none."""
        number = order(self.evidence.items[frame].values.get(slot.name))
        return nan if number is None else number

    def _check_more(self, segment: _Segment, named: Sequence[int]) -> None:
        """Hold "more storage" and "the same storage" against the other options; that they are alike isn't proved."""
        if not self._is_claim(segment):
            return
        alike = list(cues.EQUAL.finditer(self.rest, segment.start, segment.end))
        if segment.start:
            alike += cues.ELLIPSIS.finditer(self.rest, segment.start, segment.end)
        for found in alike:
            if found[0] != cues.SAME or not self._are_alike(found.end(), segment, named):
                self.faults.append(f"says {shown(found[0])}, which isn't proved")
            self._prove_with_label(*found.span())
        for found in cues.MORE.finditer(self.rest, segment.start, segment.end):
            slot = self._slot_after(found.end())
            direction: Direction = "most" if found[0] in cues.MORE_UPWARDS else "least"
            if slot is None or not self._compares(segment, named, slot, direction, superlative=False):
                self.faults.append(f"compares what isn't so: {shown(found[0])}")
            self._prove_with_label(*found.span())

    def _prove_with_label(self, start: int, end: int) -> None:
        """Take out a place with the label or noun that comes next: "more storage", "the same days"."""
        rest = self.rest[end:].lstrip()
        skipped = len(self.rest) - len(rest)
        for slot in self.of.schema.slots:
            for word in (slot.label, *slot.nouns):
                if word and re.match(rf"{re.escape(word.lower())}\b", rest):
                    end = max(end, skipped + len(word))
                    self.spoken_of.add(slot.name)
        if stay := cues.STAY.match(rest):
            end = max(end, skipped + stay.end())
            self.spoken_of.update(self.of.schema.windows)
        self._prove(start, end)

    def _are_alike(self, place: int, segment: _Segment, named: Sequence[int]) -> bool:
        """Return whether the options spoken of, and those before them, have the same values of what comes next."""
        slots, rest = self._slots_after(place), self.rest[place:].lstrip()
        if cues.STAY.match(rest) and self.of.schema.start and self.of.schema.end:
            slots = [self.of.schema.start, self.of.schema.end]
        frames = dict.fromkeys((*segment.frames, *named, *self.before))
        held = [[self.evidence.items[frame].values.get(slot) for slot in slots] for frame in frames]
        return len(held) > 1 and slots != [] and None not in held[0] and all(each == held[0] for each in held)

    def _slots_after(self, place: int) -> list[str]:
        """Return the slot whose label or noun comes next, the longest; none where there is none."""
        words = [(word.lower(), slot.name) for slot in self.of.schema.slots for word in (slot.label, *slot.nouns)]
        rest = self.rest[place:].lstrip()
        found = [(word, slot) for word, slot in words if word and re.match(rf"{re.escape(word)}\b", rest)]
        return [max(found, key=lambda each: len(each[0]))[1]] if found else []

    def _check_extremes(self, segment: _Segment, named: Sequence[int]) -> None:
        """Hold "the highest guest rating" against the catalogue; an extreme of nothing named isn't proved."""
        if not self._is_claim(segment) and not self._announces():
            return
        for found in cues.EXTREME.finditer(self.rest, segment.start, segment.end):
            slot = self._slot_after(found.end())
            direction: Direction = "most" if found[0] in cues.UPWARDS else "least"
            frames = segment.frames if self._is_claim(segment) else ()
            if slot is None or not frames or not all(self._is_extreme(f, slot, direction, named) for f in frames):
                self.faults.append(f"says {shown(found[0])}, which isn't proved")
            self._prove_with_label(*found.span())

    def _slot_after(self, place: int) -> Slot | None:
        """Return the measured slot whose label or noun comes next."""
        rest = self.rest[place:].lstrip()
        for slot in self.of.schema.slots:
            if slot.measured and any(rest.startswith(word.lower()) for word in (slot.label, *slot.nouns) if word):
                return slot
        return None

    # Bookings, and that nothing fits

    def _check_deeds(self, frames: Sequence[int]) -> None:
        """Check that what is said to be booked or cancelled is."""
        for found in cues.NEVER.finditer(self.rest):
            if found[0] not in self.of.counted:  # a catalogue of restaurants is of restaurants
                self.faults.append(f"says {shown(found[0])}, which isn't proved")
        if cues.BOOKING.search(self.rest) and not self.evidence.booked | self.evidence.cancelled:
            self.faults.append("speaks of a booking that there isn't")
        done_words = cues.DONE.search(self.rest)
        if not done_words or (self.asking and not re.search(r"\bi['’]?(?:ve|m|ll)\b|\bjust\b", self.rest)):
            return
        done = self.evidence.cancelled if cues.CANCELLED.search(done_words[0]) else self.evidence.booked
        if not frames or not set(frames) <= done or not done_words[0].rstrip().endswith("ed"):
            self.faults.append(f"says {shown(done_words[0])}, which wasn't done")
        self._prove(*done_words.span())

    def _check_nothing(self) -> bool:
        """Return whether the sentence says that nothing fits; check that it is so."""
        found = cues.NOTHING.search(self.rest)
        if found is None or self.asking:
            return False
        if not self.evidence.nothing:
            self.faults.append(f"says {shown(found[0])}, though something fits")
        self._prove(*found.span())
        return True

    def _check_absent(self) -> None:
        """Check that what is said not to be in the catalogue isn't there; it is shown as the user wrote it."""
        for found in cues.ABSENT.finditer(self.rest):
            start, end = next(found.span(group) for group, words in found.groupdict().items() if words is not None)
            if cues.OF_WHAT_IS_SAID.match(self.rest, start, end):
                continue
            missing = self._missing(start, end)
            if missing is None:
                what = shown(self.text[start:end].strip())
                self.faults.append(f"says that {what} isn't in the catalogue, which isn't proved")
            else:
                self.rewritten += [(*place, f"“{words}”") for place, words in missing.items()]
                self._name(min(first for first, _ in missing), max(last for _, last in missing))

    def _missing(self, start: int, end: int) -> dict[tuple[int, int], str] | None:
        """Return the names that stand in a place, with the user's spelling; None unless the catalogue lacks them all.

        No other word may stand there but of grammar, of courtesy and for items.
        """
        accounting, found = self.of.accounting, dict[tuple[int, int], str]()
        rest = accounting.talk.courtesy.sub(lambda polite: " " * len(polite[0]), self.rest[start:end])
        if PROVED in rest or FIGURE.search(rest):
            return None
        words = [each for each in cues.WORD.finditer(rest) if not accounting.is_of_grammar(each[0])]
        for first, last in _side_by_side(words, rest):
            said = self.text[start + first : start + last]
            users = next(iter(re.findall(rf"\b{re.escape(said)}\b", self.evidence.said, re.I)), "")
            if not users or not self.of.lacks(said):
                return None
            found[start + first, start + last] = users
        return found or None

    # What is left

    def _check_names(self, segment: _Segment) -> None:
        """Check that no name is left that neither an option nor the user has."""
        for found in cues.WORD.finditer(self.text, segment.start, segment.end):
            if {PROVED, NAMED} & set(self.rest[found.start() : found.end()]):
                continue
            name = self._catalogue_name(found.start())
            if name:
                self._check_catalogued(name, found.start(), segment)
                self._name(found.start(), found.start() + len(name))
            elif not self._is_name(found[0], found.start()):
                continue
            elif not self._is_claim(segment) and found[0] in self.evidence.said.split():
                self.rewritten.append((*found.span(), f"“{found[0]}”"))
                self._name(*found.span())
            else:
                self.faults.append(f"says {shown(found[0])}")

    def _check_catalogued(self, name: str, at: int, segment: _Segment) -> None:
        """Check a name that the catalogue has: those of options and wishes are proved already.

        A question may speak of values that are no names: "economy or business?"
        """
        if self._is_claim(segment) or not self.asking or self.text[at].isupper() or name in self.of.item_names:
            self.faults.append(f"says {shown(name)}")

    def _catalogue_name(self, at: int) -> str:
        """Return the longest name of the catalogue that stands at a place; empty where there is none."""
        first = cues.WORD.match(self.rest, at)
        names = self.of.names.get(first[0], frozenset()) if first else frozenset()
        fitting = [name for name in names if at in stands(name, self.rest)]
        return max(fitting, key=len, default="")

    def _is_name(self, word: str, at: int) -> bool:
        """Return whether a word has a capital for another reason than to begin a sentence, or may have."""
        if not word[0].isupper() or word in cues.OWN or word.lower() in self.of.words:
            return False
        before = self.text[:at].rstrip()
        begins = not before or before[-1] in cues.ENDS
        return not begins or re.split("['’-]", word.lower())[0] not in OPENERS

    def _check_figures(self, segment: _Segment) -> None:
        """Check that no figure is left but how many were found."""
        for found in FIGURE.finditer(self.rest, segment.start, segment.end):
            if self._is_count(found, segment):
                self.claims.append(Claim(0, "count", found[0].rstrip(".,")))
                self._prove(*found.span())
            else:
                self.faults.append(f"says {shown(self._with_unit(found))}")
                self._note_wrong(found, segment)
        if large := cues.LARGE.search(self.rest, segment.start, segment.end):
            self.faults.append(f"says {shown(large[0])}")
        for number, word in enumerate(cues.SMALL, 2):
            counted = {len(segment.frames), *self.evidence.counts, *range(2, len(self.evidence.items) + 1)}
            for at in self._stands(word, segment):
                if number not in counted:
                    self.faults.append(f"says {shown(word)}")
                elif number in {len(segment.frames), *self.evidence.counts}:
                    self._prove(at, at + len(word))
        if 1 in self.evidence.counts and (one := cues.JUST_ONE.search(self.rest, segment.start, segment.end)):
            self._prove(*one.span())

    def _is_count(self, found: re.Match[str], segment: _Segment) -> bool:
        """Return whether a figure says how many were found: one without a unit, and of no option."""
        number = found[0].rstrip(".,").replace(",", "")
        if not number.isdecimal() or int(number) not in self.evidence.counts:
            return False
        if segment.names and found.start() > segment.named:
            return False
        after = self.rest[found.end() :]
        counts = after.lstrip().startswith(self.of.counted) or cues.COUNTING.match(after) is not None
        return self._with_unit(found) == found[0].rstrip(".,") and counts

    def _with_unit(self, found: re.Match[str]) -> str:
        start = found.start() - (self.text[found.start() - 1 : found.start()] in ("$", "€", "£"))
        return self.text[max(0, start) : found.end()].rstrip(".,")

    def _note_wrong(self, found: re.Match[str], segment: _Segment) -> None:
        """Note a figure as a wrong value of the slot that its sign or its unit names."""
        if len(segment.frames) != 1:
            return
        said = self._with_unit(found)
        slot: Slot | None = self.of.schema.price if said[:1] in "$€£" else self._unit_slot(found.end())
        if slot is not None:
            self.wrong.append(Claim(segment.frames[0], slot.name, said))

    def _unit_slot(self, end: int) -> Slot | None:
        rest = self.rest[end:].lstrip(" -")
        for slot in self.of.schema.of_kind("number"):
            if slot.unit and rest.startswith((slot.unit.lower(), slot.unit.lower().removesuffix("s"))):
                return slot
        return None

    # Words that claim what nobody knows

    def _unaccounted(self) -> tuple[str, ...]:
        """Return the words for which neither facts nor wishes nor the neutral words of the language account."""
        names = dict.fromkeys((*(claim.slot for claim in self.claims), *sorted(self.spoken_of)))
        slots = [self.of.schema.of_frames(name) for name in names]
        told = [slot for slot in slots if slot is not None]
        found = self.of.accounting.unaccounted(self.rest, told, self.evidence.said, asks=self.asking)
        return tuple(dict.fromkeys(found))

    # What is asked

    def _asked(self) -> tuple[str, ...]:
        """Return the slots that a question wants to know."""
        if not self.asking:
            return ()
        words = self.text.lower()
        asked = [slot.name for slot in self.of.schema.slots if slot.ask and _asks_for(words, slot)]
        if self.of.schema.start in asked and self.of.schema.end and cues.BACK.search(words):
            asked.append(self.of.schema.end)
            if not cues.LEAVING.search(words):
                asked.remove(self.of.schema.start)
        return tuple(dict.fromkeys(asked))


def _asks_for(words: str, slot: Slot) -> bool:
    """Return whether a question has a word for a slot."""
    pattern = cues.ASKED.get(slot.role) or cues.ASKED.get(slot.kind)
    if pattern:
        return pattern.search(words) is not None
    return any(next(stands(word.lower(), words), None) is not None for word in (slot.label, *slot.nouns))
