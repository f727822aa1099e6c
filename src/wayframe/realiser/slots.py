"""Facts in words: a slot's value in a list ("8.1/10 from guests"), and said of an option ("is rated 8.1/10 by guests").

Facts that can share a word are merged: "with wifi and a gym", "August 22 to 26".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from wayframe.language.wording import FeatureForms, SlotForms, Verb
from wayframe.meaning.records import Days, Flag, Money, Number, Value
from wayframe.realiser.values import (
    Locale,
    adjective_superlative,
    is_plural,
    listing,
    number_words,
    singular,
    value_words,
    with_article,
)
from wayframe.schema import Slot


class Phrase(NamedTuple):
    """Words that share what stands before and after them with others of their kind: "near" + "a beach"."""

    text: str
    prefix: str = ""
    suffix: str = ""
    conjunction: str = "and"


class Predicate(NamedTuple):
    """A verb with what it is said of: "have" + "a gym"; denied where `denied`."""

    verb: str
    object: str
    denied: bool = False


def slot_of(locale: Locale, name: str) -> Slot:
    """Return a slot of the schema; a plain one of text where the schema has none of that name."""
    return locale.schema.slot(name) or Slot(name=name, kind="text", label=name.replace("_", " "))


def forms_of(locale: Locale, slot: Slot) -> SlotForms:
    """Return the ways to say a slot's values: those of its label, else those of its kind."""
    wording = locale.wording
    if form := wording.labels.get(slot.label.lower()):
        return form
    if slot.kind == "number" and not slot.unit and is_plural(locale, slot.label):
        return wording.kinds["counted"]
    labelled = wording.kinds.get(f"labelled_{slot.kind}")
    if labelled and (slot.labelled or (slot.kind == "number" and not tells_itself(locale, slot))):
        return labelled
    if slot.kind == "money" and labelled and slot != locale.schema.price:
        return labelled
    return wording.kinds[slot.kind]


def tells_itself(locale: Locale, slot: Slot) -> bool:
    """Return whether a number's unit says what it is: there is one, and no other slot has it ("16 GB" of what?)."""
    sharing = [other for other in locale.schema.slots if other.unit == slot.unit and other.kind == "number"]
    return bool(slot.unit) and len(sharing) < 2


def filled(locale: Locale, template: str, slot: Slot, text: str, *, one: bool = False) -> str:
    """Return a template of a slot with a value's words, the slot's label and the label with its article."""
    return template.format(
        value=text,
        label=slot.label,
        a_label=with_article(locale, slot.label),
        counted=singular(locale, slot.label) if one else slot.label,
    )


def phrase(locale: Locale, slot: Slot, value: Value) -> Phrase:
    """Return a fact as it stands in a list: "$489", "4 stars", "near" + "a beach"."""
    if isinstance(value, Flag):
        return feature_phrase(locale, slot, value.value)
    forms = forms_of(locale, slot)
    if forms.zero and value in (Number(0), Number(0, slot.unit)):
        return Phrase(forms.zero)
    one = isinstance(value, Number) and value.value == 1
    if is_stay(slot, value):
        forms = locale.wording.kinds["window"]
    return Phrase(filled(locale, forms.phrase, slot, value_words(locale, slot, value), one=one))


def predicate(locale: Locale, slot: Slot, value: Value) -> Predicate:
    """Return a fact as it is said of an option: "cost" + "$489", "have" + "a gym"."""
    if isinstance(value, Flag):
        return feature_predicate(locale, slot, value.value)
    forms = forms_of(locale, slot)
    if forms.zero and value in (Number(0), Number(0, slot.unit)):
        return Predicate("have", forms.zero)
    one = isinstance(value, Number) and value.value == 1
    if is_stay(slot, value):
        forms = locale.wording.kinds["window"]
    return Predicate(forms.verb, filled(locale, forms.object, slot, value_words(locale, slot, value), one=one))


def is_stay(slot: Slot, value: Value) -> bool:
    """Return whether a value is the days from a stay's first to its last rather than one of them."""
    return isinstance(value, Days) and not value.exact and slot.bearing == "window_start"


def conjugated(verb: Verb, *, many: bool, denied: bool) -> str:
    """Return a verb for one subject or several, said or denied."""
    forms = ((verb.one, verb.many), (verb.not_one, verb.not_many))
    return forms[denied][many]


def short_answer(verb: Verb, *, many: bool, denied: bool) -> str:
    """Return the verb that stands for another in a short answer: "does", "isn't"."""
    forms = ((verb.short_one, verb.short_many), (verb.short_not_one, verb.short_not_many))
    return forms[denied][many]


# Yes/no slots


@cache
def _feature_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def feature_forms(locale: Locale, slot: Slot) -> tuple[FeatureForms, str]:
    """Return the group that a yes/no slot's label belongs to and the noun that is said for it."""
    for forms in locale.wording.features:
        if slot.label.lower() in forms.labels:
            return forms, forms.noun or slot.label
        if forms.pattern and (found := _feature_pattern(forms.pattern).search(slot.label)):
            return forms, found["noun"]
    return locale.wording.features[-1], slot.label


def feature_phrase(locale: Locale, slot: Slot, holds: bool, *, after_nothing: bool = False) -> Phrase:
    """Return that something is so or not: "with" + "a gym", "no" + "gym", "without" + "a gym" after "Nothing"."""
    forms, noun = feature_forms(locale, slot)
    if holds:
        return Phrase(_with_its_article(locale, forms, noun), forms.prefix, forms.suffix)
    if after_nothing:
        return Phrase(noun, forms.nothing_prefix, forms.nothing_suffix, "or")
    return Phrase(noun, forms.not_prefix, forms.not_suffix, "or")


def feature_predicate(locale: Locale, slot: Slot, holds: bool) -> Predicate:
    """Return that something is so or not, said of an option: "have" + "a gym", "be" + "near a beach"."""
    forms, noun = feature_forms(locale, slot)
    said = forms.object.format(noun=_with_its_article(locale, forms, noun))
    return Predicate(forms.verb, said, denied=not holds)


def _with_its_article(locale: Locale, forms: FeatureForms, noun: str) -> str:
    if forms.article == "none":
        return noun
    if forms.article:
        return f"{forms.article} {noun}"
    return with_article(locale, noun)


# Several facts


def merged(locale: Locale, phrases: Iterable[Phrase]) -> list[str]:
    """Return phrases in words, those with the same beginning and end as one: "near a beach and a park"."""
    groups: dict[tuple[str, str, str, int], list[str]] = {}
    for number, said in enumerate(phrases):
        alone = 0 if said.prefix else number
        groups.setdefault((said.prefix, said.suffix, said.conjunction, alone), []).append(said.text)
    return [
        " ".join(word for word in (prefix, listing(locale, list(dict.fromkeys(texts)), conjunction), suffix) if word)
        for (prefix, suffix, conjunction, _), texts in groups.items()
    ]


def with_stay(locale: Locale, values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values with the two days of a stay as one fact, and without its length, which the days say already."""
    first, last = stay_slots(locale)
    start, end = values.get(first), values.get(last)
    if not (isinstance(start, Days) and isinstance(end, Days)) or end.last < start.first:
        return dict(values)
    stay: dict[str, Value] = {}
    for name, value in values.items():
        slot = slot_of(locale, name)
        if name == first:
            stay[name] = Days(start.first, end.last)
        elif name != last and not (isinstance(value, Number) and slot.unit in locale.wording.day_units):
            stay[name] = value
    return stay


def stay_slots(locale: Locale) -> tuple[str, str]:
    """Return the slots of a stay's first and last day; empty where the schema has none."""
    first = next((slot.name for slot in locale.schema.slots if slot.bearing == "window_start"), "")
    last = next((slot.name for slot in locale.schema.slots if slot.bearing == "window_end"), "")
    return first, last


def facts(locale: Locale, values: Mapping[str, Value]) -> list[str]:
    """Return the facts of an option as they stand in a list, merged; a stay's days are one fact."""
    spoken = with_stay(locale, values).items()
    return merged(locale, [phrase(locale, slot_of(locale, name), value) for name, value in spoken])


def predicates(locale: Locale, values: Mapping[str, Value], *, many: bool) -> str:
    """Return facts as one predicate: "costs $489, has wifi and a gym but isn't near a beach"."""
    groups: dict[tuple[str, bool], list[str]] = {}
    for name, value in with_stay(locale, values).items():
        said = predicate(locale, slot_of(locale, name), value)
        groups.setdefault((said.verb, said.denied), []).append(said.object)
    return joined_predicates(locale, groups, many=many)


def joined_predicates(locale: Locale, groups: Mapping[tuple[str, bool], Sequence[str]], *, many: bool) -> str:
    """Return verbs with their objects as one predicate, what is so before what isn't."""
    verbs = locale.wording.verbs
    said: list[str] = []
    denied: list[str] = []
    for (verb, negative), objects in groups.items():
        conjunction = "or" if negative else "and"
        words = f"{conjugated(verbs[verb], many=many, denied=negative)} {listing(locale, objects, conjunction)}"
        (denied if negative else said).append(words)
    if not said or not denied:
        return listing(locale, said or denied)
    return locale.wording.phrases["but"][0].format(text=listing(locale, said), other=listing(locale, denied))


def extreme(locale: Locale, slot: Slot, direction: str) -> Predicate:
    """Return the least or the most of a slot as it is said of an option: "be" + "the cheapest"."""
    words = superlative(locale, slot, direction)
    return Predicate(comparing_verb(locale, slot, words), locale.wording.bounds["extreme"].format(superlative=words))


def comparative(locale: Locale, slot: Slot, direction: str) -> Predicate:
    """Return less or more of a slot as it is said of an option: "be" + "cheaper", "have" + "the lower mileage"."""
    for adjective in slot.less if direction == "less" else slot.more:
        verb = comparing_verb(locale, slot, adjective)
        return Predicate(verb, adjective if verb == "be" else with_article(locale, adjective))
    return Predicate("have", locale.wording.bounds[f"{direction}_of_two"].format(label=slot.label))


def comparing_verb(locale: Locale, slot: Slot, words: str) -> str:
    """Return the verb that goes with a comparison: "is cheaper", but "has longer battery life", "has more memory"."""
    if re.search(locale.wording.adjectival, words):
        return "be"
    degree, _, rest = words.partition(" ")
    counted = rest in (slot.label, *slot.nouns, *slot.units) or rest in locale.wording.uncounted
    return "be" if degree in locale.wording.degrees and not counted else "have"


def superlative(locale: Locale, slot: Slot, direction: str) -> str:
    """Return the adjective for the least or the most of a slot: "cheapest"; without one "lowest price"."""
    adjectives = slot.less if direction in ("least", "less") else slot.more
    for adjective in adjectives:
        if changed := adjective_superlative(locale, adjective):
            return changed
    bound = "least" if direction in ("least", "less") else "most"
    return locale.wording.bounds[bound].format(label=slot.label)


def measure_words(locale: Locale, slot: Slot, value: Value) -> str:
    """Return a value by which options are compared, with what it counts: "$489", "5 seats"."""
    counted = forms_of(locale, slot) == locale.wording.kinds["counted"]
    return phrase(locale, slot, value).text if counted else value_words(locale, slot, value)


def amount_words(locale: Locale, slot: Slot, value: Value) -> str:
    """Return the size of a difference in words, without its sign."""
    match value:
        case Money():
            return value_words(locale, slot, Money(abs(value.value), value.currency))
        case Number():
            return number_words(locale, Number(abs(value.value), value.unit), slot.unit)
    return value_words(locale, slot, value)
