"""Facts in words: a slot's value in a list ("8.1/10 from guests"), and said of an option ("is rated 8.1/10 by guests").

Facts that can share a word are merged: "with wifi and a gym", "August 22 to 26".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from wayframe.language.wording import FeatureForms, SlotForms, Verb, Wording
from wayframe.meaning.records import Days, Flag, Number, Value
from wayframe.realiser.nouns import (
    adjective_superlative,
    is_plural,
    is_uncounted,
    listing,
    singular,
    with_article,
)
from wayframe.realiser.values import Locale, value_words
from wayframe.schema import Slot


class Phrase(NamedTuple):
    """Words that share what stands before and after them with others of their kind: "near" + "a beach"."""

    text: str
    prefix: str = ""
    suffix: str = ""
    conjunction: str = "and"


class Predicate(NamedTuple):
    """A verb with what it is said of: "have" + "a gym"; denied where `denied`, with `bare` instead: "gym"."""

    verb: str
    object: str
    denied: bool = False
    bare: str = ""


def slot_of(locale: Locale, name: str) -> Slot:
    """Return a slot of the schema; a plain one of text where the schema has none of that name."""
    return locale.schema.slot(name) or Slot(name=name, kind="text", label=name.replace("_", " "))


def forms_of(locale: Locale, slot: Slot) -> SlotForms:
    """Return the ways to say a slot's values: those of its label, else those of its kind."""
    by_label = locale.wording.labels.get(slot.label.lower())
    return by_label or locale.wording.kinds[forms_key(locale, slot)]


def forms_key(locale: Locale, slot: Slot) -> str:
    """Return the kind of words that a slot's values take: its own kind, or one that says the label with the value."""
    if slot.kind == "number":
        return number_key(locale, slot)
    labelled = f"labelled_{slot.kind}"
    second_price = slot.kind == "money" and slot != locale.schema.price
    if labelled in locale.wording.kinds and (slot.labelled or second_price):
        return labelled
    return slot.kind


def number_key(locale: Locale, slot: Slot) -> str:
    """Return the kind of words that a number takes: "5 seats", "16 GB RAM", "mileage 44,000 km", "1.2 kg"."""
    if not slot.unit:
        return "counted" if is_plural(locale.wording, slot.label) else "labelled_number"
    if is_uncounted(locale.wording, slot.label):
        return "measured"
    return "number" if tells_itself(locale, slot) else "labelled_number"


def tells_itself(locale: Locale, slot: Slot) -> bool:
    """Return whether a number's unit says what it is: no other slot has it ("16 GB" of what?)."""
    units = [other.unit for other in locale.schema.of_kind("number")]
    return units.count(slot.unit) < 2 and not slot.labelled


def filled(locale: Locale, template: str, slot: Slot, text: str, *, one: bool = False) -> str:
    """Return a template of a slot with a value's words, the slot's label and the label with its article."""
    return template.format(
        value=text,
        label=slot.label,
        a_label=with_article(locale.wording, slot.label),
        counted=singular(locale.wording, slot.label) if one else slot.label,
    )


# Values


def phrase(locale: Locale, slot: Slot, value: Value) -> Phrase:
    """Return a fact as it stands in a list: "$489", "4 stars", "near" + "a beach"."""
    if isinstance(value, Flag):
        return feature_phrase(locale, slot, True) if value.value else lack_phrase(locale, slot)
    forms = forms_for(locale, slot, value)
    if is_zero(value) and forms.zero:
        return Phrase(forms.zero)
    text = filled(locale, forms.phrase, slot, value_words(locale, slot, value), one=is_one(value))
    return Phrase(text, forms.prefix)


def predicate(locale: Locale, slot: Slot, value: Value) -> Predicate:
    """Return a fact as it is said of an option: "cost" + "$489", "have" + "a gym"."""
    if isinstance(value, Flag):
        return feature_predicate(locale, slot, value.value)
    forms = forms_for(locale, slot, value)
    if is_zero(value) and forms.zero:
        return Predicate("have", forms.zero)
    return Predicate(
        forms.verb, filled(locale, forms.object, slot, value_words(locale, slot, value), one=is_one(value))
    )


def forms_for(locale: Locale, slot: Slot, value: Value) -> SlotForms:
    """Return the ways to say a value of a slot: a stay's days are said in another way than its first day."""
    stay = isinstance(value, Days) and not value.exact and slot.bearing == "window_start"
    return locale.wording.kinds["window"] if stay else forms_of(locale, slot)


def is_one(value: Value) -> bool:
    """Return whether a value is the number 1, so that a noun behind it is in the singular."""
    return isinstance(value, Number) and value.value == 1


def is_zero(value: Value) -> bool:
    """Return whether a value is the number 0, which may stand for none."""
    return isinstance(value, Number) and value.value == 0


# Verbs


def conjugated(verb: Verb, *, many: bool, denied: bool) -> str:
    """Return a verb for one subject or several, said or denied."""
    forms = verb.denied if denied else verb.said
    return forms[many]


def short_answer(verb: Verb, *, many: bool, denied: bool) -> str:
    """Return the verb that stands for another in a short answer: "does", "isn't"."""
    forms = verb.short_denied if denied else verb.short
    return forms[many]


def clause(locale: Locale, predicates: Iterable[Predicate], *, many: bool) -> str:
    """Return predicates as one, what is so before what isn't: "costs $489 and has wifi but isn't near a beach"."""
    said: dict[str, list[str]] = {}
    denied: dict[str, list[str]] = {}
    for each in predicates:
        verb = conjugated(locale.wording.verbs[each.verb], many=many, denied=each.denied)
        group, words = (denied, each.bare or each.object) if each.denied else (said, each.object)
        group.setdefault(verb, []).append(words)
    positive = listing(locale.wording, with_verbs(locale, said, "and"))
    negative = listing(locale.wording, with_verbs(locale, denied, "or"))
    if not positive or not negative:
        return positive or negative
    return locale.wording.but.format(text=positive, other=negative)


def with_verbs(locale: Locale, groups: Mapping[str, Sequence[str]], conjunction: str) -> list[str]:
    """Return verbs with their objects: "has wifi and a gym"."""
    return [f"{verb} {listing(locale.wording, objects, conjunction)}" for verb, objects in groups.items()]


# Yes/no slots


@cache
def found_in(pattern: str, label: str) -> re.Match[str] | None:
    """Return where the pattern of a group of features is found in a label."""
    return re.search(pattern, label) if pattern else None


def feature_forms(wording: Wording, slot: Slot) -> tuple[FeatureForms, str]:
    """Return the group that a yes/no slot's label belongs to and the noun that is said for it."""
    for forms in wording.features:
        found = found_in(forms.pattern, slot.label)
        if found:
            return forms, found["noun"]
        if slot.label.lower() in forms.labels:
            return forms, forms.noun or slot.label
    return wording.features[-1], slot.label


def feature_phrase(locale: Locale, slot: Slot, holds: bool) -> Phrase:
    """Return that something is so or not: "with" + "a gym", "without" + "a gym"."""
    forms, noun = feature_forms(locale.wording, slot)
    text = with_its_article(locale, forms, noun)
    if holds:
        return Phrase(text, forms.prefix, forms.suffix)
    return Phrase(text, forms.not_prefix, forms.not_suffix, "or")


def lack_phrase(locale: Locale, slot: Slot) -> Phrase:
    """Return that something isn't so as a fact in a list: "no" + "gym"."""
    forms, noun = feature_forms(locale.wording, slot)
    if forms.lack_prefix:
        return Phrase(noun, forms.lack_prefix, conjunction="or")
    return feature_phrase(locale, slot, False)


def feature_predicate(locale: Locale, slot: Slot, holds: bool) -> Predicate:
    """Return that something is so or not, said of an option: "feature" + "a gym", denied "feature" + "gym"."""
    forms, noun = feature_forms(locale.wording, slot)
    said = forms.object.format(noun=noun, a_noun=with_its_article(locale, forms, noun))
    return Predicate(forms.verb, said, denied=not holds, bare=forms.not_object.format(noun=noun))


def with_its_article(locale: Locale, forms: FeatureForms, noun: str) -> str:
    """Return a feature's noun with the article of its group, else with its own."""
    if forms.article:
        return forms.article.format(noun=noun)
    return with_article(locale.wording, noun)


# Several facts


def merged(locale: Locale, phrases: Iterable[Phrase]) -> list[str]:
    """Return phrases in words, those with the same beginning and end as one: "near a beach and a park"."""
    groups: dict[tuple[str, str, str, str], list[str]] = {}
    for said in phrases:
        alone = "" if said.prefix else said.text
        groups.setdefault((said.prefix, said.suffix, said.conjunction, alone), []).append(said.text)
    return [
        f"{prefix} {listing(locale.wording, list(dict.fromkeys(texts)), conjunction)} {suffix}".strip()
        for (prefix, suffix, conjunction, _), texts in groups.items()
    ]


def with_stay(locale: Locale, values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values with the two days of a stay as one fact, and without its length, which the days say already."""
    first, last = locale.schema.start, locale.schema.end
    stay = stay_of(values.get(first), values.get(last))
    if stay is None:
        return dict(values)
    others = {name: value for name, value in values.items() if name != last and not counts_days(locale, name)}
    return {**others, first: stay}


def stay_of(start: Value | None, end: Value | None) -> Days | None:
    """Return the days from one to another; None where they are none, or the wrong way round."""
    if not isinstance(start, Days) or not isinstance(end, Days):
        return None
    return Days(start.first, end.last) if start.first <= end.last else None


def counts_days(locale: Locale, name: str) -> bool:
    """Return whether a slot is a number of days or nights."""
    return slot_of(locale, name).unit in locale.wording.day_units


def facts(locale: Locale, values: Mapping[str, Value]) -> list[str]:
    """Return the facts of an option as they stand in a list, merged; a stay's days are one fact."""
    spoken = with_stay(locale, values).items()
    return merged(locale, [phrase(locale, slot_of(locale, name), value) for name, value in spoken])


# Comparisons


def extreme(locale: Locale, slot: Slot, direction: str) -> Predicate:
    """Return the least or the most of a slot as it is said of an option: "be" + "the cheapest"."""
    forms = forms_of(locale, slot)
    if forms.extremes:
        return Predicate("have", forms.extremes[BOUNDS[direction]])
    words = superlative(locale, slot, direction)
    return Predicate(comparing_verb(locale, slot, words), locale.wording.bounds["extreme"].format(superlative=words))


def comparative(locale: Locale, slot: Slot, direction: str) -> Predicate:
    """Return less or more of a slot as it is said of an option: "be" + "cheaper", "have" + "the lower mileage"."""
    adjectives = slot.less if direction == "less" else slot.more
    if not adjectives:
        return Predicate("have", locale.wording.bounds[f"{direction}_of_two"].format(label=slot.label))
    verb = comparing_verb(locale, slot, adjectives[0])
    return Predicate(verb, adjectives[0] if verb == "be" else with_article(locale.wording, adjectives[0]))


def comparing_verb(locale: Locale, slot: Slot, words: str) -> str:
    """Return the verb that goes with a comparison: "is cheaper", but "has longer battery life", "has more memory"."""
    degree, _, rest = words.partition(" ")
    counted = rest in (slot.label, *slot.nouns, *slot.units) or is_uncounted(locale.wording, rest)
    graded = degree in locale.wording.degrees and not counted
    return "be" if graded or re.search(locale.wording.adjectival, words) else "have"


BOUNDS = {"least": "least", "less": "least", "most": "most", "more": "most"}
"""The bound that a direction goes to."""


def superlative(locale: Locale, slot: Slot, direction: str) -> str:
    """Return the adjective for the least or the most of a slot: "cheapest"; without one "lowest price"."""
    bound = BOUNDS[direction]
    adjectives = {"least": slot.less, "most": slot.more}[bound]
    found = (adjective_superlative(locale.wording, adjective) for adjective in adjectives)
    return next(filter(None, found), locale.wording.bounds[bound].format(label=slot.label))


def measure_words(locale: Locale, slot: Slot, value: Value) -> str:
    """Return a value by which options are compared, with what it counts: "$489", "5 seats"."""
    if is_zero(value) or forms_of(locale, slot) == locale.wording.kinds["counted"]:
        return phrase(locale, slot, value).text
    return value_words(locale, slot, value)
