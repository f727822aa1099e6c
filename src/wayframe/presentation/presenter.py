"""Slots and values as faces show them: labels, titles, cards, searches. All follows from the schema.

Terminal, page, desk and board draw what stands here; the same for trips, a table and a knowledge base.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Frame
from wayframe.dialogue import Value as FrameValue
from wayframe.language import load
from wayframe.meaning.records import Flag, Money, Number, Party, Value
from wayframe.realiser.phrases import (
    Locale,
    adults_words,
    capitalised,
    children_words,
    counts_days,
    facts,
    lack_phrase,
    merged,
    money_words,
    number_words,
    plural,
    slot_of,
    value_words,
)
from wayframe.schema import Slot, trips
from wayframe.schema.addresses import LINK, PICTURE, is_picture, is_web
from wayframe.sources.protocol import Item, RecordedSearch
from wayframe.values import DONT_CARE

LINE = 27  # characters that one line of a card holds
PARTY = ("n_adults", "n_children")
"""The frame slots that say whom a price is for: no facts of an item."""

_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_BARE_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_OPERATORS = {"$LT": "less than", "$GT": "more than"}
_COUNT = "count_"  # begins the slots of frames that count the values of another
_BEST: Mapping[str, Callable[[Iterable[float]], float]] = {"less": min, "more": max}
_WORDS: Mapping[str | bool, str] = {True: "yes", False: "no", DONT_CARE: "any", "$MIN": "the least", "$MAX": "the most"}


class OfferCard(NamedTuple):
    """An offer as faces show it: what it is called, what stands on it line by line, what it costs."""

    title: str
    facts: tuple[str, ...]
    price: str
    people: str = ""  # whom the price is for

    @property
    def priced(self) -> str:
        """The price with whom it is for."""
        return " for ".join(filter(None, (self.price, self.people)))

    @property
    def lines(self) -> list[str]:
        """The facts in lines, as many as fit into each."""
        lines = list[str]()
        for fact in self.facts:
            if lines and len(lines[-1]) + len(fact) + 3 <= LINE:
                lines[-1] += f" · {fact}"
            else:
                lines.append(fact)
        return lines


class ItemLink(NamedTuple):
    """A page about an item: what its column is called, its address on the web."""

    label: str
    address: str


class ItemMedia(NamedTuple):
    """The pictures that a catalogue has of an item, as addresses on the web or files beside it, and the pages."""

    pictures: tuple[str, ...] = ()
    links: tuple[ItemLink, ...] = ()


class Presenter:
    """Shows what frames, acts and searches hold, in the words of a schema."""

    def __init__(self, locale: Locale) -> None:
        self.locale, self.schema = locale, locale.schema
        self.naming = tuple(filter(None, (self.schema.name, self.schema.place)))
        slots = sorted(self.schema.slots, key=lambda slot: (slot != self.schema.price, not slot.shown))
        self.compared = tuple(slot.name for slot in slots if slot.name not in self.naming)
        self.untold = (self.schema.name, "intent", "action", "count")
        self.price = self.schema.price.name if self.schema.price else ""
        self.journey = (self.schema.source, self.schema.goal)
        first = (*self.journey, *self.schema.windows, self.schema.party)
        names = dict.fromkeys((*first, *self.schema.by_name))
        self.rows = tuple(self.schema.by_name[name] for name in names if name not in ("", self.schema.name))
        self.on_cards = frozenset((*first, *(slot.name for slot in self.rows if slot.shown)))
        self.addresses = tuple(slot for slot in self.schema.slots if slot.is_address)
        self._stay = (self.schema.start, self.schema.end)
        self._dates = {slot.name for slot in self.schema.of_kind("date")}

    def label(self, slot: str) -> str:
        """Return a frame's slot as people call it."""
        known = self.schema.slot(slot)
        if known:
            return known.heading or known.label
        counted = self.schema.slot(slot.removeprefix(_COUNT))
        if counted and slot not in self.schema.labels:
            return plural(self.locale.wording, counted.label)
        return self.schema.labels.get(slot, slot.replace("_", " ").lower())

    def text(self, slot: str, value: str | bool) -> str:
        """Return a value of a frame or an act as it is said: "$1,203.50", "4 stars", "yes"."""
        if value in _WORDS:
            return _WORDS[value]
        text = str(value)
        operator, _, operand = text.partition(" ")
        if operator in _OPERATORS:
            return f"{_OPERATORS[operator]} {self.text(slot, operand)}"
        if _BARE_NUMBER.fullmatch(text):
            return self._number_text(slot, text)
        if slot in self._dates:
            return capitalised(text)
        return text

    def _number_text(self, name: str, value: str) -> str:
        """Return a bare number with what it counts, which frames leave out."""
        number = float(value)
        if name == "n_adults":
            return adults_words(self.locale, Party(adults=int(number)))
        if name == "n_children":
            return children_words(self.locale, Party(children=int(number))) or "no children"
        match self.schema.of_frames(name):
            case Slot(kind="money", unit=unit):
                return money_words(self.locale, Money(number, unit))
            case Slot(kind="number", unit=unit):
                return number_words(self.locale, Number(number), unit)
        return value

    def words(self, slot: Slot, value: Value) -> str:
        """Return a fact of an item as it is said."""
        if isinstance(value, Flag):
            return self.text(slot.name, value.value)
        return value_words(self.locale, slot, value)

    def facts(self, item: Item) -> dict[str, str]:
        """Return what is true of an item; a cell that isn't what its column holds stands as it is."""
        row = item.row if isinstance(item.row, Mapping) else {}
        found = dict[str, str]()
        for slot in self.schema.slots:
            if slot.name in item.values:
                found[slot.name] = self.words(slot, item.values[slot.name])
            elif slot.name in row:
                found[slot.name] = self.text(slot.name, row[slot.name])
        return found

    def media(self, item: Item) -> ItemMedia:
        """Return the pictures and the links of an item; a cell that is no such address is left out."""
        facts = self.facts(item) if self.addresses else {}
        held = [(slot, facts[slot.name]) for slot in self.addresses if slot.name in facts]
        pictures = tuple(text for slot, text in held if slot.format == PICTURE and is_picture(text))
        links = tuple(
            ItemLink(self.label(slot.name), text) for slot, text in held if slot.format == LINK and is_web(text)
        )
        return ItemMedia(pictures, links)

    def name(self, item: Item) -> str:
        """Return what an item is called: "Aare, Bern"."""
        return ", ".join(_texts_of(self.naming, self.facts(item))) or f"a {self.schema.item}"

    def stay(self, item: Item) -> str:
        """Return the days of an item in words: "August 30 to September 5"; empty where it has none."""
        days = {slot: item.values[slot] for slot in self.schema.windows if slot in item.values}
        return ", ".join(facts(self.locale, days))

    def best(self, slot: str, texts: Sequence[str | bool | None]) -> frozenset[int]:
        """Return the places of a row's best value; none where all are alike or the slot has no better and worse."""
        known = self.schema.slot(slot)
        if known is None or known.kind not in ("number", "money"):
            return frozenset()
        return extremes([number(text) for text in texts], known.better)

    def title(self, frame: Frame) -> str:
        """Return what a frame is called: its name, else its journey, else what is wanted, else its number."""
        named = [_held(frame, slot) for slot in self.naming]
        if named[0]:
            return ", ".join(filter(None, named))
        source, goal = self.journey
        journey = _journey(_held(frame, source), _held(frame, goal))
        wanted = ", ".join(dict.fromkeys(self._wanted(frame)))
        return journey or wanted or f"Option {frame.frame_id}"

    def search_title(self, wishes: Mapping[str, str], frame: int) -> str:
        """Return what a search is called by its wishes in words: its journey, else two wishes, else its number."""
        source, goal = (wishes.get(slot, "") for slot in self.journey)
        wanted = [f"{self.label(slot)} {text}" for slot, text in wishes.items()]
        title = _journey(source, goal) or " · ".join(wanted[:2]) or f"Option {frame}"
        return title[0].upper() + title[1:]

    def _wanted(self, frame: Frame) -> Iterator[str]:
        """Yield the values that a frame holds of the schema's slots."""
        slots = [slot for slot in frame.info if slot in self.schema.by_name]
        for slot in slots:
            for value in frame.info[slot]:
                if isinstance(value.val, str) and value.val != DONT_CARE:
                    yield with_negation(self.text(slot, value.val), value)

    def card(self, act: Act) -> OfferCard:
        """Return an offer as its act has it, the price apart."""
        said = {arg.key: arg.value for arg in act.slots if isinstance(arg.value, str | bool)}
        texts = {slot: self.text(slot, value) for slot, value in said.items()}
        title = ", ".join(_texts_of(self.naming, texts)) or f"Option {act.id}"
        people = " and ".join(_texts_of(PARTY, texts))
        elsewhere = {*self.naming, *PARTY, self.price, *self._in_title(title, texts), *self._in_stay(texts)}
        facts = {slot: value for slot, value in said.items() if slot not in elsewhere}
        return OfferCard(title, tuple(self._told(facts, self._card_fact)), texts.get(self.price, ""), people)

    def _in_title(self, title: str, texts: Mapping[str, str]) -> list[str]:
        """Return the slots that the title says: a brand that the name has."""
        words = f" {title.casefold()} "
        groups = [slot.name for slot in self.schema.of_kind("category", "place") if slot.name in texts]
        return [slot for slot in groups if f" {texts[slot].casefold()} " in words]

    def _in_stay(self, texts: Mapping[str, str]) -> list[str]:
        """Return the slots that the days of a stay say: its length."""
        if not texts.keys() >= set(self._stay):
            return []
        return [slot for slot in texts if counts_days(self.locale, slot)]

    def _card_fact(self, name: str, value: str | bool) -> str:
        """Return a fact as it stands on a card: in its slot's own wording, else labelled where it says too little."""
        slot = self.schema.slot(name)
        if slot is None or isinstance(value, bool):
            return self._labelled(name, value)
        if slot.card:
            return slot.card.format(value=self.text(name, value))
        if slot.labelled or slot.measured:
            return self._labelled(name, value)
        return self.text(name, value)

    def searches(self, searches: Iterable[RecordedSearch]) -> list[tuple[str, int]]:
        """Return searches in a line each, and how many they found."""
        return [(self._search(search.wanted), search.found) for search in searches]

    def _search(self, wanted: Mapping[str, Sequence[str | bool]]) -> str:
        """Return what was searched for: several values of a slot are alternatives."""
        values = dict[str, str | bool]()
        for slot, words in wanted.items():
            if len(words) == 1:
                values[slot] = words[0]
            else:
                values[slot] = " or ".join(self.text(slot, each) for each in words)
        return ", ".join(self._told(values, self._labelled)) or f"all {self.schema.items}"

    def _labelled(self, slot: str, value: str | bool) -> str:
        label = self.label(slot)
        if value is True:
            return label
        if value is False:
            return merged(self.locale, [lack_phrase(self.locale, slot_of(self.locale, slot))])[0]
        return f"{label} {self.text(slot, value)}"

    def _told(self, values: Mapping[str, str | bool], fact: Callable[[str, str | bool], str]) -> list[str]:
        """Return slots with their values, each as a fact, the two ends of a journey or a stay as one."""
        ends = dict(pair for pair in (self.journey, self._stay) if values.keys() >= set(pair))
        found = list[str]()
        for slot, value in values.items():
            if slot in ends:
                found.append(f"{self.text(slot, value)} → {self.text(ends[slot], values[ends[slot]])}")
            elif slot not in ends.values():
                found.append(fact(slot, value))
        return found


def with_negation(text: str, value: FrameValue) -> str:
    """Return the text of a frame's value as it is said where the value may be excluded: "not Paris"."""
    return f"not {text}" if value.negated else text


def number(text: str | bool | None) -> float | None:
    """Return the number in the text of a value; None where there is none."""
    if not isinstance(text, str):
        return None
    found = _NUMBER.search(text)
    return float(found.group().replace(",", "")) if found else None


def extremes(numbers: Sequence[float | None], better: str) -> frozenset[int]:
    """Return the places of the best of several numbers, `better` being less or more; none where all are alike."""
    known = {each for each in numbers if each is not None}
    choose = _BEST.get(better)
    if choose is None or len(known) < 2:
        return frozenset()
    chosen = choose(known)
    return frozenset(place for place, each in enumerate(numbers) if each == chosen)


def trips_presenter() -> Presenter:
    """Return what shows dialogues of the Frames corpus, for which no catalogue is at hand."""
    return Presenter(Locale(load("en").wording, trips()))


def _texts_of(slots: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    """Return the texts of slots in the order of the slots, without those that have none."""
    return [texts[slot] for slot in slots if slot in texts]


def _journey(source: str, goal: str) -> str:
    """Return where a journey goes from and to, as far as either is known; empty where neither is."""
    if source and goal:
        return f"{source} → {goal}"
    if source:
        return f"From {source}"
    if goal:
        return f"To {goal}"
    return ""


def _held(frame: Frame, slot: str) -> str:
    """Return the values that a frame holds of a slot, without those that it excludes."""
    wanted = [value for value in frame.info.get(slot, ()) if value.val not in ("", DONT_CARE) and not value.negated]
    return " or ".join(dict.fromkeys(str(value.val) for value in wanted))
