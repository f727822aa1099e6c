"""The draft of a reply: the phrasings to choose from, and what the reply has named and told so far."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar
from zlib import crc32

from wayframe.language.templates import filled, fitting
from wayframe.meaning.records import Money, Number, Party, Text, Value, Wish
from wayframe.planner.plan import OptionView
from wayframe.realiser.phrases import (
    Locale,
    count_word,
    digits,
    facts,
    is_lack,
    lacked,
    listing,
    noun_of,
    party_words,
    phrase,
    plain,
    plural,
    shared_facts,
    slot_of,
    value_words,
    with_stay,
)

T = TypeVar("T")


class Draft:
    """A reply in the making; all families of parts write to the same one.

    `usual_party` is whom all prices were for so far: it isn't said again beside one. `focus` are the frames that the
    last sentence was about, which "it" and "they" stand for in the next; `told` are the facts (frame, slot) that were
    said already. `alone`: the reply has but one part; `nothing_said`: that nothing fits was said, on account of the
    `missed` wishes, and of the `searched` place; `answered`: how the first question was answered, by its phrasing.
    `none_exact`: it was said that none is just what was wished for. `acknowledged` are the slots of wishes that the
    reply repeats: that options are so needs no telling. `is_per_person`: prices are for one person, so that so many are
    people.
    """

    def __init__(
        self, locale: Locale, variant: int, options: Iterable[OptionView] = (), usual_party: Party | None = None
    ) -> None:
        self.locale, self.wording, self.schema = locale, locale.wording, locale.schema
        self.variant = variant
        self.usual_party = usual_party
        self.focus: tuple[int, ...] = ()
        self.told: set[tuple[int, str]] = set()
        self.alone = True
        self.nothing_said = False
        self.none_exact = False
        self.missed: Sequence[Wish] = ()
        self.searched = ""
        self.answered = ""
        self.acknowledged: Collection[str] = ()
        self.price_slot = locale.schema.price.name if locale.schema.price else ""
        price = locale.schema.price
        self.is_per_person = bool(price and re.search(self.wording.per_person, f"{price.name} {price.label}"))
        self.price_unit = price_unit(locale)
        self.deed_words = deed_words(locale)
        self.item, self.items = item_nouns(locale)
        self._named: set[int] = set()
        self._uses: Counter[str] = Counter()
        known = {option.frame: option for option in options}
        self._short = short_names(locale, known)
        self._marks = {frame: self._mark(option, known.values()) for frame, option in known.items()}

    def say(self, key: str, **fields: str) -> str:
        """Return one of the phrasings of a key that say all these fields; empty where none can be filled."""
        phrasings = fitting(self.wording.phrases[key], fields)
        if not phrasings:
            return ""
        phrasing = phrasings[self._choice(key, self._uses[key], len(phrasings))]
        self._uses[key] += 1
        return filled(self._in_words_of_the_deed(phrasing), fields)

    def say_alike(self, key: str, **fields: str) -> str:
        """Return a phrasing of a key as `say` does, in this reply always the same one: things of a list are alike."""
        phrasings = fitting(self.wording.phrases[key], fields)
        return filled(phrasings[self._choice(key, 0, len(phrasings))], fields)

    def _in_words_of_the_deed(self, phrasing: str) -> str:
        """Return a phrasing with the words that the catalogue has for booking: an animal is adopted."""
        for pattern, words in self.deed_words:
            phrasing = re.sub(pattern, words, phrasing)
        return phrasing

    def _choice(self, key: str, uses: int, phrasings: int) -> int:
        """Return the place of the phrasing to take: another one in the next reply, and for the next use in this one."""
        return (self.variant + crc32(key.encode()) + uses) % phrasings

    def count(self, number: int) -> str:
        """Return a count in words."""
        return count_word(self.wording, number)

    def all_of(self, options: Sequence[OptionView]) -> str:
        """Return options as "both" or "all three"; by their names where the reply spoke of others just before."""
        if self._named and self.focus and set(self.focus).isdisjoint(frames_of(options)):
            return self.names(options)
        return self.quantifier(len(options))

    def quantifier(self, number: int) -> str:
        """Return "both" or "all three"."""
        return self.say("both") if number == 2 else self.say("all", count=self.count(number))

    def listing(self, items: Sequence[str], conjunction: str = "and") -> str:
        """Return things one after the other."""
        return listing(self.wording, items, conjunction)

    def labels(self, slots: Iterable[str]) -> str:
        """Return the nouns for slots as alternatives: "wifi or price"."""
        return self.listing([noun_of(self.locale, slot_of(self.locale, slot)) for slot in slots], "or")

    def quoted(self, words: str) -> str:
        """Return words of the user in quotation marks; empty where there are none."""
        return self.say("quoted", words=plain(words))

    # Names

    def name(self, option: OptionView) -> str:
        """Return an option's name, with what tells it from options of the same name."""
        return self.say("option", name=self.bare_name(option), **self._marks.get(option.frame, {}))

    def unmarked_name(self, option: OptionView, details: Collection[str], *, listed: bool = False) -> str:
        """Return an option's name, without what tells it from others of that name where details beside it say so.

        `listed`: it is one of a list rather than in a sentence.
        """
        marked = self._marks.get(option.frame, {}).get("details", "")
        return self.bare_name(option, listed=listed) if marked in details else self.name(option)

    def distinct(self, options: Sequence[OptionView]) -> Sequence[OptionView]:
        """Return options, of those that have one name and are told from one another by nothing only the first."""
        found = dict[tuple[str, ...], OptionView]()
        for option in options:
            found.setdefault((option.name, *self._marks.get(option.frame, {}).values()), option)
        return tuple(found.values())

    def placed_name(self, option: OptionView) -> str:
        """Return an option's name and place: "the Almandine Tower in Madrid"."""
        return (
            self.say("option", name=self.bare_name(option), place=plain(option.place))
            if option.place
            else self.name(option)
        )

    def bare_name(self, option: OptionView, *, listed: bool = False) -> str:
        """Return an option's name: in full when it is first named, then short where that is unambiguous."""
        name = plain(option.name)
        if option.frame in self._named:
            name = self._short.get(option.frame, name)
        self._named.add(option.frame)
        is_bare = listed or re.search(self.wording.bare_names, self.schema.item)
        rules = self.wording.naming_listed if is_bare else self.wording.naming
        full = plain(option.name)
        template = next(template for pattern, template in rules if re.search(pattern, full))
        return template.format(name=name, item=self.schema.item)

    def names(self, options: Iterable[OptionView], conjunction: str = "and") -> str:
        """Return the names of options one after the other."""
        return self.listing([self.name(option) for option in options], conjunction)

    def subject(self, options: Sequence[OptionView]) -> str:
        """Return options as the subject of a sentence: "it" or "they" if the last sentence was about them."""
        if self.is_focus(options):
            return self.say("it" if len(options) == 1 else "they")
        return self.names(options)

    def is_focus(self, options: Sequence[OptionView]) -> bool:
        """Return whether the last sentence was about these options; from now on it was."""
        before, self.focus = self.focus, frames_of(options)
        return before == self.focus

    def is_pronoun(self, subject: str) -> bool:
        """Return whether a subject is "it" or "they"."""
        return any(subject in self.wording.phrases[key] for key in ("it", "they"))

    def _mark(self, option: OptionView, others: Iterable[OptionView]) -> dict[str, str]:
        """Return what tells an option from others of the same name: its place, else the first fact that differs."""
        namesakes = [other for other in others if other.name == option.name]
        twins = [other for other in namesakes if other.frame != option.frame]
        is_placed_apart = all(twin.place != option.place for twin in twins)
        if twins and option.place and is_placed_apart:
            return {"place": plain(option.place)}
        return {"details": distinguishing(self.locale, option, twins)}

    def in_mark(self, option: OptionView, slot: str, value: Value) -> bool:
        """Return whether an option is told from others of its name by a fact: by anything but its price."""
        details = self._marks.get(option.frame, {}).get("details", "")
        return bool(details) and slot != self.price_slot and facts(self.locale, {slot: value}) == [details]

    # Options with their facts

    def price(self, option: OptionView) -> str:
        """Return what an option costs as far as it is told, with whom or what that is for: "$39 a day for 2 adults"."""
        amount = self.amount(option)
        unit = "" if option.count > 1 or self.is_free(option) else self.price_unit
        return self.say(
            "price",
            price=f"{amount} {unit}".strip() if amount else "",
            party=self.party(option),
            share=self.share(option),
        )

    def amount(self, option: OptionView) -> str:
        """Return what an option costs, without whom or what that is for: "$2,348.38"."""
        value = option.values.get(self.price_slot)
        if not isinstance(value, Money):
            return ""
        if self.is_free(option):
            return self.say("free")
        return value_words(self.locale, slot_of(self.locale, self.price_slot), value)

    def is_free(self, option: OptionView) -> bool:
        """Return whether an option costs nothing."""
        value = option.values.get(self.price_slot)
        return isinstance(value, Money) and not value.value

    def bare_price(self, option: OptionView) -> str:
        """Return what one of several options costs, with whom that is for, and what it is for each of them."""
        return self.say("price", price=self.amount(option), party=self.party(option), share=self.share(option))

    def share(self, option: OptionView) -> str:
        """Return what an option costs each person, or a night: "$930.68 each"; empty where that isn't told."""
        if option.share is None:
            return ""
        amount, scope = option.share
        words = value_words(self.locale, slot_of(self.locale, self.price_slot), amount)
        return f"{words} {self.wording.scopes[scope]}"

    def party(self, option: OptionView) -> str:
        """Return whom an option's price is for; empty where that is plain."""
        return self.whom(option.party)

    def whom(self, party: Party | None) -> str:
        """Return a party that prices are for; empty where that is plain."""
        if party is None or party == self.usual_party:
            return ""
        return party_words(self.locale, party)

    def heading(self, option: OptionView, *, place: bool = True, listed: bool = False) -> str:
        """Return an option's name with its place; `listed` where it is one of a list rather than in a sentence."""
        name = self.bare_name(option, listed=listed)
        where = plain(option.place)
        marked = "place" in self._marks.get(option.frame, {})
        said = where in name or not (place or marked)
        heading = self.say("option", name=name, place="" if said else where)
        if option.count == 1:
            return heading
        key = "for_so_many" if self.is_per_person else "so_many"
        return self.say(key, number=digits(self.locale, option.count), option=heading)

    def described(self, option: OptionView, *, place: bool = True) -> str:
        """Return an option with all that is told of it: "the Fairwind in Rome at $2,435.24 (August 22 to 26)"."""
        name, price, details = self.heading(option, place=place), self.price(option), self.details(option)
        if self.is_free(option):
            price, details = "", [price, *details]
        return self.say("option", name=name, price=price, details=", ".join(details))

    def listed(self, option: OptionView, details: str, *, place: bool) -> str:
        """Return an option as one of a list, with its place and price and some facts."""
        name = self.heading(option, place=place, listed=True)
        price = self.bare_price(option)
        key = "listed_for" if price and self.party(option) else "listed"
        if self.is_free(option):
            price, details = "", f"{price}, {details}".removesuffix(", ")
        return self.say_alike(key, name=name, price=price, details=details)

    def details(self, option: OptionView) -> list[str]:
        """Return an option's facts without its price, its name and its place, which stand with its name.

        Of a stand-in the length of its stay is one where another was asked for, and what it lacks of a list.
        """
        values, lacks = self.unpriced(option), [wish for wish in option.missed if is_lack(self.locale, wish)]
        said = facts(self.locale, without(values, [wish.slot for wish in lacks]))
        lengths = [wish.slot for wish in option.missed if wish.slot in self.schema.lengths and wish.slot in values]
        told = [phrase(self.locale, slot_of(self.locale, slot), values[slot]).text for slot in lengths]
        return [*(lacked(self.locale, wish) for wish in lacks), *said, *(each for each in told if each not in said)]

    def unpriced(self, option: OptionView) -> dict[str, Value]:
        """Return an option's values without its price, its name and its place, and without those that its name says."""
        beside = {self.schema.name, self.price_slot, self.schema.place if option.place else ""}
        return {
            slot: value
            for slot, value in option.values.items()
            if slot not in beside and not in_name(self.locale, option, slot, value)
        }

    def all_details(self, option: OptionView) -> str:
        """Return an option's facts, its price first: "$2,348.38 for 2 adults, August 22 to 26, with wifi"."""
        return ", ".join(filter(None, (self.price(option), *self.details(option))))

    def begins_with_prefix(self, option: OptionView) -> bool:
        """Return whether an option's facts begin with a word that wants a sentence before it: "with 22 seats"."""
        values = with_stay(self.locale, self.unpriced(option))
        first = next((phrase(self.locale, slot_of(self.locale, name), value) for name, value in values.items()), None)
        return first is not None and first.prefix != "" and not self.price(option)

    def described_all(self, options: Sequence[OptionView], *, place: bool = True) -> str:
        """Return a list of options with their facts; what neighbours share is said once, behind the last of them.

        A name that has several stays is said once, too.
        """
        described = [(option, ", ".join(self.details(option))) for option in options]
        is_one_name = len({(option.name, option.place) for option in options}) == 1
        if len(options) > 1 and is_one_name and all(details for _, details in described):
            return self._described_stays(described, place=place)
        runs = neighbours(described)
        texts = [self._described_run(run, details, place=place) for run, details in runs]
        if len(runs) < len(options):
            return "; ".join(texts)
        return self.listing(texts)

    def _described_stays(self, described: Sequence[tuple[OptionView, str]], *, place: bool) -> str:
        """Return one name with each of its stays: "the Claribel (May 9 to 13 for $887 or May 14 to 18 for $900)"."""
        name, *_ = [self.heading(option, place=place, listed=True) for option, _ in described]
        return self.say("stays", name=name, stays=self.listing(self.stays([option for option, _ in described]), "or"))

    def stays(self, options: Sequence[OptionView]) -> list[str]:
        """Return the stays of one name, each with its price: "May 9 to 13 for $887"."""
        described = [(option, ", ".join(self.details(option))) for option in options]
        return [self.stay(option, details) for option, details in described]

    def stay(self, option: OptionView, details: str) -> str:
        """Return a stay with its price, and with whom that is for where it has to be said."""
        price = self.price(option)
        key = "stay_for" if price and details and self.party(option) else "stay"
        return self.say(key, details=details, price=price)

    def _described_run(self, options: Sequence[OptionView], details: str, *, place: bool) -> str:
        """Return options with the facts that they share."""
        if len(options) == 1:
            return self.listed(options[0], details, place=place)
        texts = [self.listed(option, "", place=place) for option in options]
        alike = ", ".join(shared_facts(self.locale, self.unpriced(options[0])))
        return self.say("run", options=self.listing(texts), both=self.quantifier(len(options)), details=alike)

    def note_told(self, options: Sequence[OptionView]) -> None:
        """Keep in mind that all values of these options have been told, and that they were spoken of last."""
        self.told.update((option.frame, slot) for option in options for slot in option.values)
        self.focus = frames_of(options)

    def untold(self, option: OptionView) -> dict[str, Value]:
        """Return the values of an option that haven't been told in this reply."""
        return {slot: value for slot, value in option.values.items() if (option.frame, slot) not in self.told}


def frames_of(options: Iterable[OptionView]) -> tuple[int, ...]:
    """Return the frames of options."""
    return tuple(option.frame for option in options)


Run = tuple[list[OptionView], str]


def neighbours(described: Iterable[tuple[OptionView, str]]) -> list[Run]:
    """Return options by their facts, neighbours with the same facts together."""
    runs: list[Run] = []
    for option, details in described:
        if details and runs and runs[-1][1] == details:
            runs[-1][0].append(option)
        else:
            runs.append(([option], details))
    return runs


def item_nouns(locale: Locale) -> tuple[str, str]:
    """Return the noun for an item in the singular and plural: "hotel" where the name is a hotel's, else the item's."""
    label = slot_of(locale, locale.schema.name).label
    if re.search(locale.wording.naming_labels, label):
        return locale.schema.item, locale.schema.items
    return label, plural(locale.wording, label)


def price_unit(locale: Locale) -> str:
    """Return what a price is for each of, by its label: "a day" of a daily rate; empty where it is for the whole."""
    label = locale.schema.price.label if locale.schema.price else ""
    return next((words for pattern, words in locale.wording.price_units if re.search(pattern, label)), "")


def deed_words(locale: Locale) -> tuple[tuple[str, str], ...]:
    """Return the words that are rewritten where a catalogue of a kind has other words than that something is booked."""
    price = locale.schema.price.label if locale.schema.price else ""
    said = f"{locale.schema.item} {price}"
    found = (words.rewritten for words in locale.wording.deed_words if re.search(words.pattern, said))
    return next(found, ())


def short_names(locale: Locale, options: Mapping[int, OptionView]) -> dict[int, str]:
    """Return the short names of options ("Fairwind"): of two words, the second its kind, the first no other's."""
    names = {frame: plain(option.name) for frame, option in options.items()}
    firsts = Counter(name.partition(" ")[0] for name in set(names.values()))
    short: dict[int, str] = {}
    for frame, name in names.items():
        first, _, kind = name.partition(" ")
        if kind in locale.wording.kind_words and firsts[first] == 1:
            short[frame] = first
    return short


def in_name(locale: Locale, option: OptionView, slot: str, value: Value | None) -> bool:
    """Return whether an option's name says a value already: the make and the year of a "Ford Fiesta 2016"."""
    if not isinstance(value, Text | Number):
        return False
    words = value_words(locale, slot_of(locale, slot), value)
    return bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", plain(option.name)))


def distinguishing(locale: Locale, option: OptionView, twins: Sequence[OptionView]) -> str:
    """Return the first fact of an option that others of its name have otherwise, its price last; empty if none."""
    if not twins:
        return ""
    shared = list(chain.from_iterable(with_stay(locale, twin.values).items() for twin in twins))
    told = {slot for slot, _ in shared}
    values = with_stay(locale, option.values)
    for slot in sorted(values, key=lambda slot: slot_of(locale, slot) == locale.schema.price):
        if slot in told and (slot, values[slot]) not in shared:
            return facts(locale, {slot: values[slot]})[0]
    return ""


def only(values: Iterable[T]) -> T | None:
    """Return the one value that all are; None where they differ or there are none."""
    different = set(values)
    return different.pop() if len(different) == 1 else None


def shared_values(locale: Locale, values: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    """Return the values that all options have alike; none where there is but one option."""
    if len(values) < 2:
        return {}
    first, *others = [with_stay(locale, each).items() for each in values]
    return dict(fact for fact in first if all(fact in other for other in others))


def without(values: Mapping[str, Value], said: Collection[str]) -> dict[str, Value]:
    """Return values without those of the slots that are said elsewhere."""
    return {slot: value for slot, value in values.items() if slot not in said}


def within(values: Mapping[str, Value], slots: Collection[str]) -> dict[str, Value]:
    """Return the values of some slots."""
    return {slot: value for slot, value in values.items() if slot in slots}
