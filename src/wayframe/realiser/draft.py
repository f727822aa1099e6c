"""The draft of a reply: the phrasings to choose from, and what the reply has named and told so far."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from zlib import crc32

from wayframe.meaning.records import Money, Number, Party, Text, Value
from wayframe.planner.plan import OptionView
from wayframe.realiser.slots import facts, slot_of, with_stay
from wayframe.realiser.values import (
    Locale,
    capitalised,
    count_word,
    listing,
    party_words,
    plain,
    plural,
    value_words,
)


class Draft:
    """A reply in the making; all families of parts write to the same one.

    `focus` are the frames that the last sentence was about, which "it" and "they" stand for in the next. `told` are the
    facts (frame, slot) that were said already.
    """

    def __init__(self, locale: Locale, variant: int, options: Iterable[OptionView] = ()):
        self.locale = locale
        self.variant = variant
        self.focus: tuple[int, ...] = ()
        self.told: set[tuple[int, str]] = set()
        self.nothing_said = False
        self.price_slot = locale.schema.price.name if locale.schema.price else ""
        self.answered = False
        self._named: set[int] = set()
        self._uses: Counter[str] = Counter()
        known = {option.frame: option for option in options}
        self._short = short_names(locale, known.values())
        self._marks = {frame: self._mark(option, known.values()) for frame, option in known.items()}

    def say(self, key: str, **fields: str) -> str:
        """Return one of a key's phrasings with its fields filled in; a field with a capital has its value begin so."""
        phrasings = self.locale.wording.phrases[key]
        choice = (self.variant + crc32(key.encode()) + self._uses[key]) % len(phrasings)
        self._uses[key] += 1
        capitals = {name.capitalize(): capitalised(value) for name, value in fields.items()}
        return phrasings[choice].format(**fields, **capitals)

    def fitting(self, *keys: str, **fields: str) -> str:
        """Return a phrasing of the first key all of whose fields have words; empty where none fits."""
        phrases = self.locale.wording.phrases
        for key in keys:
            if key in phrases and all(fields[field] for field in fields_of(phrases[key])):
                return self.say(key, **fields)
        return ""

    def count(self, number: int) -> str:
        """Return a count in words."""
        return count_word(self.locale, number)

    def quantifier(self, number: int) -> str:
        """Return "both" or "all three"."""
        return self.say("both") if number == 2 else self.say("all", count=self.count(number))

    def listing(self, items: Sequence[str], conjunction: str = "and") -> str:
        """Return things one after the other."""
        return listing(self.locale, items, conjunction)

    # Names

    def name(self, option: OptionView) -> str:
        """Return an option's name with "the": in full when it is first named, then short where that is unambiguous."""
        text = self.bare_name(option)
        return text + self._marks.get(option.frame, "")

    def bare_name(self, option: OptionView) -> str:
        """Return an option's name without what tells it from options of the same name."""
        schema, name = self.locale.schema, plain(option.name)
        if not name:
            return self.say("item_unnamed", item=schema.item)
        if name.isdecimal():
            return self.say("item_number", item=schema.item, name=name)
        if option.frame in self._named:
            name = self._short.get(option.frame, name)
        self._named.add(option.frame)
        if re.search(self.locale.wording.named_bare, name):
            return name
        return self.say("the", name=name)

    def names(self, options: Iterable[OptionView], conjunction: str = "and") -> str:
        """Return the names of options one after the other."""
        return self.listing([self.name(option) for option in options], conjunction)

    def subject(self, options: Sequence[OptionView]) -> str:
        """Return options as the subject of a sentence: "it" or "they" if the last sentence was about them."""
        frames = tuple(option.frame for option in options)
        if frames == self.focus:
            return self.say("it" if len(frames) == 1 else "they")
        self.focus = frames
        return self.names(options)

    def _mark(self, option: OptionView, others: Iterable[OptionView]) -> str:
        """Return what tells an option from others of the same name: its place, else the first fact that differs."""
        twins = [other for other in others if other.name == option.name and other.frame != option.frame]
        if not twins:
            return ""
        if option.place and all(twin.place != option.place for twin in twins):
            return self.say("option_place", text="", place=plain(option.place))
        values = with_stay(self.locale, option.values)
        for slot, value in values.items():
            if all(with_stay(self.locale, twin.values).get(slot) != value for twin in twins):
                return self.say("option_detail", text="", details=facts(self.locale, {slot: value})[0])
        return ""

    # Options with their facts

    def price(self, option: OptionView) -> Money | None:
        """Return what an option costs, as far as it is told."""
        value = option.values.get(self.price_slot)
        return value if isinstance(value, Money) else None

    def price_words(self, price: Money, party: Party | None) -> str:
        """Return a price with whom it is for: "$2,348.38 for 2 adults"."""
        text = value_words(self.locale, slot_of(self.locale, self.price_slot), price)
        return self.say("party", text=text, party=party_words(self.locale, party)) if party else text

    def heading(self, option: OptionView, *, place: bool = True) -> str:
        """Return an option's name with its place."""
        name = self.bare_name(option)
        marked = bool(option.place) and self._marks.get(option.frame, "").endswith(plain(option.place))
        if (place or marked) and option.place and plain(option.place) not in name:
            return self.say("option_place", text=name, place=plain(option.place))
        return name

    def priced(self, option: OptionView, *, place: bool = True, party: bool = True) -> str:
        """Return an option with its place and price: "the Fairwind in Rome at $2,435.24 for 2 adults"."""
        text = self.heading(option, place=place)
        price = self.price(option)
        if price is None:
            return text
        return self.say("option_at", text=text, price=self.price_words(price, option.party if party else None))

    def details(self, option: OptionView, *, party: bool = True) -> list[str]:
        """Return an option's facts without its price; the party, where there is no price to stand beside."""
        values = self.unpriced(option)
        said = facts(self.locale, values)
        if party and option.party and self.price(option) is None:
            said.append(self.say("party", text="", party=party_words(self.locale, option.party)).strip())
        return said

    def unpriced(self, option: OptionView) -> dict[str, Value]:
        """Return an option's values without its price, its name and its place, which stand with its name."""
        schema = self.locale.schema
        beside = {schema.name, self.price_slot, schema.place if option.place else ""}
        return {
            slot: value
            for slot, value in option.values.items()
            if slot not in beside and not in_name(self.locale, option, slot, value)
        }

    def all_details(self, option: OptionView) -> str:
        """Return an option's facts, its price first: "$2,348.38 for 2 adults, August 22 to 26, with wifi"."""
        price = self.price(option)
        said = [self.price_words(price, option.party)] if price else []
        return ", ".join(said + self.details(option))

    def described(self, option: OptionView, *, place: bool = True, party: bool = True) -> str:
        """Return an option with all that is told of it: "the Fairwind in Rome at $2,435.24 (August 22 to 26)"."""
        text = self.priced(option, place=place, party=party)
        details = ", ".join(self.details(option, party=party))
        return self.say("option_detail", text=text, details=details) if details else text

    def described_all(
        self, options: Sequence[OptionView], *, place: bool = True, party: bool = True, conjunction: str = "and"
    ) -> str:
        """Return options with their facts; what the last of them share is said once at the end."""
        details = [", ".join(self.details(option, party=party)) for option in options]
        alike = 0
        while alike < len(details) and details[-1] and details[-1 - alike] == details[-1]:
            alike += 1
        if alike < 2:
            return self.listing([self.described(o, place=place, party=party) for o in options], conjunction)
        first, last = options[:-alike], options[-alike:]
        texts = [self.described(option, place=place, party=party) for option in first]
        texts += [self.priced(option, place=place, party=party) for option in last]
        both = self.quantifier(alike)
        return self.say("trailing", options=self.listing(texts, conjunction), both=both, details=details[-1])

    def note_told(self, options: Iterable[OptionView]) -> None:
        """Keep in mind that all values of these options have been told."""
        self.told.update((option.frame, slot) for option in options for slot in option.values)

    def untold(self, option: OptionView) -> dict[str, Value]:
        """Return the values of an option that haven't been told in this reply."""
        return {slot: value for slot, value in option.values.items() if (option.frame, slot) not in self.told}


@cache
def fields_of(phrasings: tuple[str, ...]) -> frozenset[str]:
    """Return the names of the fields that phrasings have, in small letters."""
    fields = (name for phrasing in phrasings for _, name, _, _ in Formatter().parse(phrasing))
    return frozenset(name.lower() for name in fields if name)


def short_names(locale: Locale, options: Iterable[OptionView]) -> dict[int, str]:
    """Return the short names of options ("Fairwind"): of two words, the second its kind, the first no other's."""
    names = {option.frame: plain(option.name) for option in options}
    firsts = Counter(name.split()[0] for name in set(names.values()) if name)
    kinds = locale.wording.kind_words
    return {
        frame: name.split()[0]
        for frame, name in names.items()
        if len(name.split()) == 2 and name.split()[1] in kinds and firsts[name.split()[0]] == 1
    }


def in_name(locale: Locale, option: OptionView, slot: str, value: Value | None) -> bool:
    """Return whether an option's name says a value already: the make and the year of a "Ford Fiesta 2016"."""
    if not isinstance(value, Text | Number):
        return False
    words = value_words(locale, slot_of(locale, slot), value)
    return bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", plain(option.name)))


def item_nouns(locale: Locale) -> tuple[str, str]:
    """Return the noun for an item in the singular and plural: "hotel" where the name is a hotel's, else the item's."""
    schema = locale.schema
    label = slot_of(locale, schema.name).label
    if re.search(locale.wording.naming_labels, label):
        return schema.item, schema.items
    return label, plural(locale, label)


def shared_values(locale: Locale, values: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    """Return the values that all options have alike; none where there is but one option."""
    first, *others = [with_stay(locale, each) for each in values] or [{}]
    if not others:
        return {}
    return {slot: value for slot, value in first.items() if all(other.get(slot) == value for other in others)}
