"""Values, facts and wishes in words, by the rules of a language pack: from "2 adults" to "costs $489 and has wifi"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from wayframe.language.wording import FeatureForms, PatternForms, SlotForms, Verb, Wording
from wayframe.meaning.records import (
    Clock,
    Constraint,
    Days,
    Flag,
    Money,
    Named,
    Number,
    Party,
    Text,
    Texts,
    Value,
    Wish,
)
from wayframe.schema import Schema, Slot
from wayframe.schema.records import Sayings
from wayframe.sources.places import WORLD


def listing(wording: Wording, items: Sequence[str], conjunction: str = "and") -> str:
    """Return things one after the other: "a", "a and b", "a, b and c"."""
    *others, last = items or [""]
    if not others:
        return last
    return f"{', '.join(others)} {wording.conjunctions[conjunction]} {last}"


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def rewritten(rules: Iterable[tuple[str, str]], word: str) -> str:
    """Return a word as the first rule whose pattern is found in it rewrites it; empty where none is."""
    for pattern, replacement in rules:
        changed, found = re.subn(pattern, replacement, word, count=1)
        if found:
            return changed
    return ""


def is_plural(wording: Wording, noun: str) -> bool:
    """Return whether a noun is a plural by its form: "seats", not "address" or "GPS"."""
    return bool(re.search(wording.plural_label, noun)) and not is_uncounted(wording, noun)


def is_uncounted(wording: Wording, noun: str) -> bool:
    """Return whether a noun has no plural and takes no article: "wifi", "RAM", "free parking"."""
    return bool(re.search(wording.uncounted, noun))


def plural(wording: Wording, noun: str) -> str:
    """Return the plural of a noun, which may be one already."""
    if is_plural(wording, noun) or is_uncounted(wording, noun):
        return noun
    return rewritten(wording.plurals, noun)


def singular(wording: Wording, noun: str) -> str:
    """Return the singular of a noun, which may be one already."""
    return rewritten(wording.singulars, noun) or noun


def with_article(wording: Wording, noun: str) -> str:
    """Return a noun with its article where it takes one: "a gym", "an airport", but "wifi", "seats" and "RAM"."""
    if not noun or is_plural(wording, noun) or is_uncounted(wording, noun):
        return noun
    article = next(article for pattern, article in wording.articles if re.search(pattern, noun))
    return f"{article} {noun}"


def adjective_superlative(wording: Wording, adjective: str) -> str:
    """Return the superlative of an adjective in the comparative ("cheaper": "cheapest"); empty where there is none."""
    return rewritten(wording.superlatives, adjective)


def count_word(wording: Wording, count: int) -> str:
    """Return a small number as a word, a larger one in digits."""
    small = wording.small_numbers
    if 0 <= count < len(small):
        return small[count]
    return f"{count:,}".replace(",", wording.thousands_separator)


class Locale(NamedTuple):
    """The language, the schema and the year in which a dialogue takes place (0: every date is said with its year)."""

    wording: Wording
    schema: Schema
    year: int = 0


def value_words(locale: Locale, slot: Slot, value: Value) -> str:
    """Return a value of a slot in words, with its unit, without the slot's label."""
    return VALUE_WORDS[type(value)](locale, slot, value)


def plain(text: str) -> str:
    """Return a text of the catalogue or the user with its spaces made single."""
    return " ".join(text.split())


# Numbers


def digits(locale: Locale, value: float, *, grouped: bool = True) -> str:
    """Return a number in digits exactly as it is stored, thousands set apart where `grouped`."""
    style = ",.10f" if grouped else ".10f"
    written = format(round(value, 10) + 0.0, style).rstrip("0").rstrip(".")
    marks = locale.wording.thousands_separator + locale.wording.decimal_point
    return written.translate(str.maketrans(",.", marks))


def number_words(locale: Locale, number: Number, unit: str = "") -> str:
    """Return a number with its unit: "16 GB", "1 star", "8.1/10"; a bare number of four digits may be a year."""
    unit = number.unit or unit
    text = digits(locale, number.value, grouped=bool(unit) or abs(number.value) >= 10_000)
    gap = "" if re.search(locale.wording.tight_units, unit) else " "
    return f"{text}{gap}{unit_words(locale, unit, number.value)}".strip()


def unit_words(locale: Locale, unit: str, number: float) -> str:
    """Return a unit as it stands behind a number: "star" behind 1, "inches" behind 14."""
    one, many = locale.wording.units.get(unit, (singular(locale.wording, unit), unit))
    return one if number == 1 else many


def money_words(locale: Locale, money: Money, currency: str = "") -> str:
    """Return an amount: "$2,348" or "$2,348.38"; a currency without a sign stands behind it."""
    code = money.currency or currency or locale.schema.currency
    whole, point, cents = digits(locale, abs(money.value)).partition(locale.wording.decimal_point)
    amount = whole + point + cents.ljust(2 * len(point), "0")
    sign = "-" if money.value < 0 else ""
    symbol = locale.wording.currencies.get(code, code)
    if symbol.isalpha():
        return f"{sign}{amount} {symbol}"
    return f"{sign}{symbol}{amount}"


# Days and times


def is_month(days: Days) -> bool:
    """Return whether days are one whole month."""
    first, last = days.first, days.last
    return (first.year, first.month, 1) == (last.year, last.month, first.day) and last.day == last_day(last)


def last_day(day: date) -> int:
    """Return the number of the last day of a day's month."""
    return monthrange(day.year, day.month)[1]


def day_words(locale: Locale, days: Days) -> str:
    """Return days: "August 22", "August 7 to 12", "August", with the year where it is another."""
    forms = locale.wording.days
    first, last = days.first, days.last
    if days.exact:
        return one_day(locale, first)
    if (first.year, first.month) != (last.year, last.month):
        return forms["span"].format(first=one_day(locale, first), last=one_day(locale, last))
    form = "month" if is_month(days) else "within_month"
    month = locale.wording.months[first.month - 1]
    return forms[form + other_year(locale, first)].format(month=month, first=first.day, last=last.day, year=first.year)


def one_day(locale: Locale, day: date) -> str:
    """Return a day: "August 22", or "August 22, 2017" in another year than the dialogue's."""
    form = locale.wording.days["day" + other_year(locale, day)]
    return form.format(month=locale.wording.months[day.month - 1], day=day.day, year=day.year)


def other_year(locale: Locale, day: date) -> str:
    """Return the end of a form's key where a day isn't in the dialogue's year."""
    return "" if day.year == locale.year else "_year"


def clock_words(locale: Locale, clock: Clock) -> str:
    """Return a time of day: "9:05 am"."""
    hour, minute = divmod(clock.value, 60)
    forms = locale.wording.clock
    form = forms.before_noon if hour % 24 < 12 else forms.after_noon
    return form.format(hour=(hour - 1) % 12 + 1, hour24=f"{hour % 24:02}", minute=f"{minute:02}")


# People


def party_words(locale: Locale, party: Party) -> str:
    """Return a party: "2 adults and a child aged 8", "4 people"."""
    groups = [adults_words(locale, party), children_words(locale, party)]
    return listing(locale.wording, [group for group in groups if group])


def adults_words(locale: Locale, party: Party) -> str:
    """Return the adults of a party, or all its people where only these were counted; empty for children alone."""
    words = locale.wording.party
    if party.adults:
        return counted(locale, party.adults, words.adult)
    if party.total or not party.children:
        return counted(locale, party.total, words.person)
    return ""


def children_words(locale: Locale, party: Party) -> str:
    """Return the children of a party, with their ages where they are known: "2 children aged 8 and 11"."""
    words = locale.wording.party
    if not party.children:
        return ""
    text = counted(locale, party.children, words.child)
    if not party.ages:
        return text
    ages = listing(locale.wording, [str(age) if age else words.infant for age in party.ages])
    return f"{text} {words.ages.format(ages=ages)}"


def counted(locale: Locale, count: int, nouns: tuple[str, str]) -> str:
    """Return so many of a noun, given as one of it is said and in the plural: "a child", "2 adults"."""
    one, many = nouns
    return one if count == 1 else f"{digits(locale, count)} {many}"


VALUE_WORDS: dict[type[Value], Callable[[Locale, Slot, Any], str]] = {
    Money: lambda locale, slot, value: money_words(locale, value, slot.unit),
    Number: lambda locale, slot, value: number_words(locale, value, slot.unit),
    Days: lambda locale, slot, value: day_words(locale, value),
    Clock: lambda locale, slot, value: clock_words(locale, value),
    Party: lambda locale, slot, value: party_words(locale, value),
    Texts: lambda locale, slot, value: listing(locale.wording, [plain(text) for text in value.values]),
    Flag: lambda locale, slot, value: slot.label,
    Text: lambda locale, slot, value: plain(value.value),
}


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
    """Return the ways to say a slot's values: its own, those of its label or its label's grammar, else of its kind."""
    if slot.said:
        return own_forms(slot.said)
    return (
        labelled_forms(locale, slot) or patterned_forms(locale, slot) or locale.wording.kinds[forms_key(locale, slot)]
    )


def own_forms(said: Sayings) -> SlotForms:
    """Return a slot's own ways to be said."""
    told = said.object or said.phrase
    return SlotForms(phrase=said.phrase, verb=said.verb or "be", object=told, wish=said.wish or said.phrase)


def labelled_forms(locale: Locale, slot: Slot) -> SlotForms | None:
    """Return the ways to say a slot with just this label; None where it has none, or none for its unit.

    A label's way to say a number by itself is for one whose unit says what it is: a table's "4" is "4 stars".
    """
    forms = locale.wording.labels.get(slot.label.lower())
    if forms is None or slot.role == "source" or not has_unit_of(forms, slot):
        return None
    return None if slot.kind == "number" and not slot.unit and forms.phrase == "{value}" else forms


def has_unit_of(forms: SlotForms, slot: Slot) -> bool:
    """Return whether a slot has a unit of those that some forms are for."""
    return not forms.unit or found_in(forms.unit, slot.unit) is not None


def patterned_forms(locale: Locale, slot: Slot) -> SlotForms | None:
    """Return the ways to say a slot that follow from its label's grammar; None where none do."""
    if slot == locale.schema.price:
        return None
    for forms in locale.wording.patterns:
        found = found_in(forms.pattern, slot.label) if slot.kind in forms.kinds else None
        if found and has_unit_of(forms, slot):
            return with_groups(locale.wording, forms, found)
    return None


def with_groups(wording: Wording, forms: PatternForms, found: re.Match[str]) -> SlotForms:
    """Return forms with the groups of their pattern filled in."""
    words = group_words(wording, found)
    return SlotForms(**{name: with_words(getattr(forms, name), words) for name in SlotForms.__struct_fields__})


def group_words(wording: Wording, found: re.Match[str]) -> dict[str, str]:
    """Return the groups of a pattern as they are said, by the fields that stand for them."""
    groups = {name: text or "" for name, text in found.groupdict().items()}
    articled = {f"a_{name}": with_article(wording, text) for name, text in groups.items()}
    going_on = {"ing": going_on_of(wording, groups["verb"])} if "verb" in groups else {}
    return groups | articled | going_on


def with_words(held: Any, words: Mapping[str, str]) -> Any:
    """Return a text, or the texts of a table, with some fields filled in; what is no text stays."""
    if isinstance(held, dict):
        return {key: with_words(text, words) for key, text in held.items()}
    if not isinstance(held, str):
        return held
    for name, word in words.items():
        held = held.replace(f"{{{name}}}", word)
    return " ".join(held.split())


def noun_of(locale: Locale, slot: Slot) -> str:
    """Return the noun for what a slot holds: its label, or another where that is none ("capacity" of "sleeps")."""
    return forms_of(locale, slot).noun or rewritten(locale.wording.turned, slot.label) or slot.label


def forms_key(locale: Locale, slot: Slot) -> str:
    """Return the kind of words that a slot's values take: its own kind, or one that says the label with the value."""
    if slot.kind == "number":
        return number_key(locale, slot)
    if slot.role == "source" and slot.role in locale.wording.kinds:
        return slot.role
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
    """Return whether a number's unit says what it is: "75 hp" does, "30 days" don't, nor do those that several have."""
    if not re.search(locale.wording.telling_units, slot.unit):
        return False
    units = [other.unit for other in locale.schema.of_kind("number")]
    return units.count(slot.unit) < 2 and not slot.labelled


def filled(locale: Locale, template: str, slot: Slot, text: str, *, one: bool = False) -> str:
    """Return a template of a slot with a value's words, the slot's label and the label with its article.

    A value that ends in the word behind it has that already: "district heating".
    """
    template = template.replace(f"{{value}} {text.rpartition(' ')[2]}", "{value}")
    noun = noun_of(locale, slot)
    return template.format(
        value=text,
        label=noun,
        a_label=with_article(locale.wording, noun),
        counted=singular(locale.wording, noun) if one else noun,
    )


def words_in(locale: Locale, slot: Slot, value: Value, forms: SlotForms) -> str:
    """Return a value in words, where its forms say so with the article of each thing that it lists."""
    if forms.articled and isinstance(value, Text | Texts):
        texts = value.values if isinstance(value, Texts) else (value.value,)
        return listing(locale.wording, [with_article(locale.wording, plain(text)) for text in texts])
    return value_words(locale, slot, value)


# Values


def phrase(locale: Locale, slot: Slot, value: Value) -> Phrase:
    """Return a fact as it stands in a list: "$489", "4 stars", "near" + "a beach"."""
    if isinstance(value, Flag):
        return feature_phrase(locale, slot, True) if value.value else lack_phrase(locale, slot)
    forms = forms_for(locale, slot, value)
    if is_zero(value) and forms.zero:
        return Phrase(filled(locale, forms.zero, slot, ""))
    text = filled(locale, forms.phrase, slot, words_in(locale, slot, value, forms), one=is_one(value))
    return Phrase(text, forms.prefix)


def predicate(locale: Locale, slot: Slot, value: Value) -> Predicate:
    """Return a fact as it is said of an option: "cost" + "$489", "have" + "a gym"."""
    if isinstance(value, Flag):
        return feature_predicate(locale, slot, value.value)
    forms = forms_for(locale, slot, value)
    if is_zero(value) and forms.zero:
        return Predicate(forms.zero_verb, filled(locale, forms.zero_object or forms.zero, slot, ""))
    words = words_in(locale, slot, value, forms)
    return Predicate(forms.verb, filled(locale, forms.object, slot, words, one=is_one(value)))


def forms_for(locale: Locale, slot: Slot, value: Value) -> SlotForms:
    """Return the ways to say a value of a slot: a stay's days are said in another way than its first day."""
    stay = isinstance(value, Days) and not value.exact and slot.bearing == "window_start"
    nowhere = slot.kind == "place" and isinstance(value, Text) and re.search(locale.wording.nowhere, value.value)
    kind = "window" if stay else "category" if nowhere else ""
    return locale.wording.kinds[kind] if kind else forms_of(locale, slot)


def is_one(value: Value) -> bool:
    """Return whether a value is the number 1, so that a noun behind it is in the singular."""
    return isinstance(value, Number) and value.value == 1


def is_zero(value: Value) -> bool:
    """Return whether a value is the number 0, which may stand for none."""
    return isinstance(value, Number | Money) and value.value == 0


# Verbs


def verb_of(wording: Wording, name: str) -> Verb:
    """Return a verb by its name, or by how it is said of one: "is" and "has" as they are, "sleeps" as regular ones."""
    named = wording.verbs.get(name) or next((verb for verb in wording.verbs.values() if verb.said[0] == name), None)
    return named or regular_verb(wording, name)


@cache
def _filled_verb(pattern: Verb, said: str, base: str) -> Verb:
    """Return the forms of a verb by those of a pattern."""
    filled_in = {
        name: tuple(text.format(verb=said, base=base) for text in getattr(pattern, name))
        for name in Verb.__struct_fields__
    }
    return Verb(**filled_in)


def regular_verb(wording: Wording, said: str) -> Verb:
    """Return the forms of a verb that is said so of one: "doesn't sleep" of "sleeps"."""
    return _filled_verb(wording.verbs["regular"], said, rewritten(wording.verb_bases, said))


def going_on_of(wording: Wording, said: str) -> str:
    """Return a verb as it stands behind a noun: "sleeping" of "sleeps"."""
    return rewritten(wording.verbs_going_on, rewritten(wording.verb_bases, said))


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
        verb = conjugated(verb_of(locale.wording, each.verb), many=many, denied=each.denied)
        group, words = (denied, each.bare or each.object) if each.denied else (said, each.object)
        group.setdefault(verb, []).append(words)
    positive = set_apart(locale, with_verbs(locale, said, "and"))
    negative = set_apart(locale, with_verbs(locale, denied, "or"))
    if not positive or not negative:
        return positive or negative
    return locale.wording.but.format(text=positive, other=negative)


def set_apart(locale: Locale, parts: Sequence[str]) -> str:
    """Return verbs with their objects as one: two of which one lists things with a comma, "has a and b, and is c"."""
    conjunction = locale.wording.conjunctions["and"]
    if len(parts) == 2 and any(f" {conjunction} " in part for part in parts):
        return f"{parts[0]}, {conjunction} {parts[1]}"
    return listing(locale.wording, parts)


def of_travellers(locale: Locale, predicates: Iterable[Predicate]) -> list[Predicate]:
    """Return the predicates of a journey among some as what those do who travel: "leave on August 22"."""
    verbs = locale.wording.travellers if locale.schema.windows else {}
    return [each._replace(verb=verbs[each.verb]) for each in predicates if each.verb in verbs]


def of_things(locale: Locale, predicates: Iterable[Predicate]) -> list[Predicate]:
    """Return the predicates of what is offered itself, without those of a journey."""
    verbs = locale.wording.travellers if locale.schema.windows else {}
    return [each for each in predicates if each.verb not in verbs]


def with_verbs(locale: Locale, groups: Mapping[str, Sequence[str]], conjunction: str) -> list[str]:
    """Return verbs with their objects: "has wifi and a gym"."""
    return [f"{verb} {listing(locale.wording, objects, conjunction)}".strip() for verb, objects in groups.items()]


# Yes/no slots


@cache
def found_in(pattern: str, label: str) -> re.Match[str] | None:
    """Return where the pattern of a group of features is found in a label."""
    return re.search(pattern, label) if pattern else None


def feature_forms(wording: Wording, slot: Slot) -> tuple[FeatureForms, str]:
    """Return the group that a yes/no slot's label belongs to and the noun that is said for it."""
    if slot.said:
        return own_feature(slot.said), slot.said.phrase
    for forms in wording.features:
        found = found_in(forms.pattern, slot.label)
        if found:
            return feature_with_groups(wording, forms, found)
        if slot.label.lower() in forms.labels:
            return forms, forms.noun or slot.label
    return wording.features[-1], slot.label


def own_feature(said: Sayings) -> FeatureForms:
    """Return a yes/no slot's own ways to be said."""
    told = said.object or said.phrase
    return FeatureForms(
        article="{noun}", verb=said.verb or "be", object=told, not_object=told, not_prefix="not", lack=said.lack
    )


def feature_with_groups(wording: Wording, forms: FeatureForms, found: re.Match[str]) -> tuple[FeatureForms, str]:
    """Return a group of features with the groups of its pattern filled in, and the noun."""
    words = group_words(wording, found)
    noun = words.pop("noun", "").strip()
    words.pop("a_noun", "")
    fields = ("verb", "object", "not_object", "prefix", "not_prefix", "lack")
    return replace(forms, **{name: with_words(getattr(forms, name), words) for name in fields}), noun


def feature_phrase(locale: Locale, slot: Slot, holds: bool) -> Phrase:
    """Return that something is so or not: "with" + "a gym", "without" + "a gym"."""
    forms, noun = feature_forms(locale.wording, slot)
    text = with_its_article(locale, forms, noun)
    if holds:
        return Phrase(forms.phrase.format(noun=noun, a_noun=text), forms.prefix, forms.suffix)
    return Phrase(text, forms.not_prefix, forms.not_suffix, "or")


def lack_phrase(locale: Locale, slot: Slot) -> Phrase:
    """Return that something isn't so as a fact in a list: "no" + "gym"."""
    forms, noun = feature_forms(locale.wording, slot)
    if forms.lack:
        return Phrase(forms.lack)
    if forms.lack_prefix:
        return Phrase(noun, forms.lack_prefix, conjunction="or")
    return feature_phrase(locale, slot, False)


def is_lack(locale: Locale, wish: Wish) -> bool:
    """Return whether an option fails a wish by what it lacks: an item of a list, which it has others of."""
    return slot_of(locale, wish.slot).kind == "list" and wish.constraint.op == "is"


def lacked(locale: Locale, wish: Wish) -> str:
    """Return what an option lacks of a wish for items of a list: "no piano"."""
    slot = slot_of(locale, wish.slot)
    return locale.wording.bounds["lacked"].format(value=value_list(locale, slot, wish.constraint.values))


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
    """Return values with the two days of a stay as one fact, and without its length, which the days say already.

    Beside times of day each day stands with its own.
    """
    first, last = locale.schema.start, locale.schema.end
    stay = stay_of(values.get(first), values.get(last))
    if stay is None:
        return dict(values)
    if any(isinstance(value, Clock) for value in values.values()):
        return with_times_by_day(locale, values)
    others = {name: value for name, value in values.items() if name != last and not counts_days(locale, name)}
    return {**others, first: stay}


def with_times_by_day(locale: Locale, values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values with each way of a journey together: its times in their order, each right behind its own day."""
    ordered = dict[str, Value]()
    for name in values:
        way = way_of(slot_of(locale, name))
        along = [slot for slot in locale.schema.slots if way and way_of(slot) == way and slot.name in values]
        times = [slot.header for slot in along if slot.kind == "time"]
        along.sort(key=lambda slot: times.index(slot.header) if slot.header in times else -1)
        ordered |= {each: values[each] for each in [slot.name for slot in along] or [name]}
    return ordered


def way_of(slot: Slot) -> str:
    """Return the way of a journey that a slot is about, by its header: "trip.leaving"; empty where it is about none."""
    return slot.header.rpartition(".")[0] if slot.kind in ("date", "time") else ""


def stay_of(start: Value | None, end: Value | None) -> Days | None:
    """Return the days from one to another; None where they are none, or the wrong way round."""
    if not isinstance(start, Days) or not isinstance(end, Days):
        return None
    return Days(start.first, end.last) if start.first <= end.last else None


def counts_days(locale: Locale, name: str) -> bool:
    """Return whether a slot is a number of days or nights."""
    return slot_of(locale, name).unit in locale.wording.day_units


def facts(locale: Locale, values: Mapping[str, Value]) -> list[str]:
    """Return the facts of an option as they stand in a list, merged; a stay's days and a day with its time are one."""
    said = list[Phrase]()
    before: Slot | None = None
    values = with_stay(locale, values)
    ranges = ranges_in(locale, values)
    for name, value in values.items():
        slot = slot_of(locale, name)
        if name in ranges:
            said += [Phrase(ranges[name].phrase)] if ranges[name].phrase else []
            continue
        if before and is_time_of_day(locale, slot, before):
            day = said.pop()
            said.append(day._replace(text=f"{day.text} {predicate(locale, slot, value).object}"))
        else:
            said += phrases_of(locale, slot, value)
        before = slot
    return merged(locale, said)


class Range(NamedTuple):
    """Two slots in one piece, as a fact in a list and as it is said of an option; empty for the second of them."""

    phrase: str = ""
    predicate: Predicate | None = None


def ranges_in(locale: Locale, values: Mapping[str, Value]) -> dict[str, Range]:
    """Return the slots among values that are from where to where something goes, by their names."""
    found = dict[str, Range]()
    labels = {name: slot_of(locale, name).label for name in values}
    for forms in locale.wording.ranges:
        for first, label in labels.items():
            begins = found_in(forms.first, label)
            words = group_words(locale.wording, begins) if begins else {}
            last = next((name for name, other in labels.items() if found_in(with_words(forms.last, words), other)), "")
            if begins and last and not {first, last} & found.keys():
                words |= {"first": value_in(locale, first, values), "last": value_in(locale, last, values)}
                said = Predicate(with_words(forms.verb, words), with_words(forms.object, words))
                found |= {first: Range(with_words(forms.phrase, words), said), last: Range()}
    return found


def value_in(locale: Locale, name: str, values: Mapping[str, Value]) -> str:
    """Return the value of a slot among values in words."""
    return value_words(locale, slot_of(locale, name), values[name])


def phrases_of(locale: Locale, slot: Slot, value: Value) -> list[Phrase]:
    """Return a fact as it stands in a list; a list of things as one phrase for each, to be said with others' things."""
    if isinstance(value, Texts) and forms_of(locale, slot).articled and forms_of(locale, slot).phrase == "{value}":
        return [phrase(locale, slot, Text(text)) for text in value.values]
    return [phrase(locale, slot, value)]


def shared_facts(locale: Locale, values: Mapping[str, Value]) -> list[str]:
    """Return facts as they are said of several options together, what they are before what they have.

    "All black, with 16 GB RAM", "both with a deposit of €500", "all without raw milk".
    """
    said = [shared_phrase(locale, slot_of(locale, name), value) for name, value in with_stay(locale, values).items()]
    bare = [each for each in said if not each.prefix]
    return merged(locale, [*bare, *(each for each in said if each.prefix)])


def shared_phrase(locale: Locale, slot: Slot, value: Value) -> Phrase:
    """Return a fact as it stands behind "both" or "all", where a label with a value alone couldn't."""
    if isinstance(value, Flag):
        return feature_phrase(locale, slot, value.value)
    having = locale.wording.features[-1].prefix
    forms = forms_for(locale, slot, value)
    if is_zero(value) and forms.zero:
        return Phrase(predicate(locale, slot, value).object, having)
    if forms.verb == "be":
        return Phrase(predicate(locale, slot, value).object)
    words = forms.bounds.get("is", "{value}").format(value=words_in(locale, slot, value, forms))
    wished = filled(locale, forms.wish or forms.phrase, slot, words, one=is_one(value))
    return Phrase(wished.removeprefix(f"{having} "), having if wished.startswith(f"{having} ") else "")


def is_time_of_day(locale: Locale, slot: Slot, day: Slot) -> bool:
    """Return whether a slot is the time of a day that another slot holds, and is said with the same verb."""
    if (day.kind, slot.kind) != ("date", "time") or day.header != slot.header:
        return False
    return forms_of(locale, day).verb == forms_of(locale, slot).verb


# Comparisons


def extreme(locale: Locale, slot: Slot, direction: str) -> Predicate:
    """Return the least or the most of a slot as it is said of an option: "be" + "the cheapest"."""
    forms = forms_of(locale, slot)
    if forms.extremes:
        return Predicate("have", forms.extremes[BOUNDS[direction]])
    words = superlative(locale, slot, direction)
    return Predicate(comparing_verb(locale, slot, words), locale.wording.bounds["extreme"].format(superlative=words))


def takes_than(locale: Locale, slot: Slot, direction: str) -> bool:
    """Return whether less or more of a slot takes a "than": "bigger" does, "the higher floor" does not."""
    words = next(iter(compared_words(locale, slot, direction)), "")
    return words != "" and not wants_its_noun(locale, slot, words)


def comparative(locale: Locale, slot: Slot, direction: str) -> Predicate:
    """Return less or more of a slot as it is said of an option: "be" + "cheaper", "have" + "the lower mileage"."""
    words = next(iter(compared_words(locale, slot, direction)), "")
    if not words:
        own = {**bounds_of(locale, slot), **forms_of(locale, slot).bounds}
        return Predicate("have", own[f"{direction}_of_two"].format(label=noun_of(locale, slot)))
    if wants_its_noun(locale, slot, words):
        noun = locale.wording.bounds["graded_of_two"].format(adjective=words, label=noun_of(locale, slot))
        return Predicate("have", noun)
    verb = comparing_verb(locale, slot, words)
    return Predicate(verb, words if verb == "be" else with_article(locale.wording, words))


def wants_its_noun(locale: Locale, slot: Slot, adjective: str) -> bool:
    """Return whether a comparative alone doesn't say of what it is: "shorter" of a lead time."""
    if slot.kind in ("date", "time"):
        return forms_of(locale, slot).verb == "have"
    return " " in noun_of(locale, slot) and bool(re.search(locale.wording.vague, adjective))


def bounds_of(locale: Locale, slot: Slot) -> Mapping[str, str]:
    """Return the words for bounds and ends of a slot as its kind has them."""
    return locale.wording.day_bounds if slot.kind in ("date", "time") else locale.wording.bounds


def compared_words(locale: Locale, slot: Slot, direction: str) -> tuple[str, ...]:
    """Return the words for less or more of a slot: those of its label's grammar, else its own adjectives."""
    own = forms_of(locale, slot).degrees.get(direction)
    if own:
        return (own.format(label=noun_of(locale, slot)),)
    return {"less": slot.less, "more": slot.more}[direction]


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
    bound, forms = BOUNDS[direction], forms_of(locale, slot)
    adjectives = {"least": slot.less, "most": slot.more}[bound]
    found = (adjective_superlative(locale.wording, adjective) for adjective in adjectives)
    own = {**bounds_of(locale, slot), **forms.bounds}
    words = next(filter(None, (forms.degrees.get(bound, ""), *found)), own[bound])
    return words.format(label=noun_of(locale, slot))


def is_had(locale: Locale, slot: Slot, direction: str) -> bool:
    """Return whether an extreme is something that an option has, not is: "the longest battery life"."""
    return comparing_verb(locale, slot, superlative(locale, slot, direction)) == "have"


def measure_words(locale: Locale, slot: Slot, value: Value) -> str:
    """Return a value by which options are compared, with what it counts: "$489", "5 seats"."""
    if is_zero(value) or forms_of(locale, slot) == locale.wording.kinds["counted"]:
        return phrase(locale, slot, value).text
    return value_words(locale, slot, value)


FIRST_DAY_OPERATORS = ("is", "at_least")
LAST_DAY_OPERATORS = ("is", "at_most")


def wish_words(locale: Locale, wishes: Iterable[Wish]) -> str:
    """Return wishes one after the other: "from Chicago to Rome, in August, for $2,500 or less in all, with a gym"."""
    route, others = wish_groups(locale, wishes)
    return ", ".join(filter(None, (route, *others)))


def condition_words(locale: Locale, wishes: Iterable[Wish]) -> str:
    """Return wishes as they stand behind a noun: "to Rome for $300 or less and with wifi"."""
    route, others = wish_groups(locale, wishes)
    return f"{route} {listing(locale.wording, others)}".strip()


def wish_groups(locale: Locale, wishes: Iterable[Wish]) -> tuple[str, list[str]]:
    """Return wishes in the schema's order: the places in one piece, then the others, merged where they share words."""
    order = {slot.name: number for number, slot in enumerate(locale.schema.slots)}
    ordered = sorted(
        with_denials_joined(without_idle_denials(locale, wishes)),
        key=lambda wish: (order.get(wish.slot, len(order)), wish.constraint.op == "not"),
    )
    to_go = {wish.slot for wish in ordered if wish.constraint.op != "not"}
    places = [wish for wish in ordered if slot_of(locale, wish.slot).kind == "place" and wish.slot in to_go]
    if locale.schema.place:  # "to Rome at the Anselm"
        places += [wish for wish in ordered if wish.slot == locale.schema.name and wish.slot in to_go]
    others = [wish for wish in ordered if wish not in places]
    route = " ".join(wish_phrase(locale, wish).text for wish in places)
    return route, merged(locale, stay_phrases(locale, others))


def with_denials_joined(wishes: Sequence[Wish]) -> list[Wish]:
    """Return wishes with the values that are ruled out of one slot together: "other than Paris or Rome"."""
    joined = dict[tuple[str, str], Wish]()
    found = list[Wish]()
    for wish in wishes:
        key = (wish.slot, wish.constraint.scope)
        if wish.constraint.op != "not" or not wish.constraint.values:
            found.append(wish)
        elif (first := joined.get(key)) is None:
            joined[key] = wish
        else:
            values = tuple(dict.fromkeys((*first.constraint.values, *wish.constraint.values)))
            joined[key] = replace(first, constraint=replace(first.constraint, values=values))
    return [*found, *joined.values()]


def without_idle_denials(locale: Locale, wishes: Iterable[Wish]) -> list[Wish]:
    """Return wishes, each once, without denials that others imply: "to Rome" isn't to Paris.

    "To Spain" may be to Madrid.
    """
    said = list(dict.fromkeys(wishes))
    return [wish for wish in said if not any(_is_idle(locale, wish, other) for other in said)]


def _days_held(wish: Wish) -> list[Days]:
    """Return the days that a wish holds."""
    return [value for value in wish.constraint.values if isinstance(value, Days)]


def _is_idle(locale: Locale, denial: Wish, other: Wish) -> bool:
    """Return whether a denial says no more than another wish."""
    if denial.slot != other.slot or (denial.constraint.op, other.constraint.op) != ("not", "is"):
        return False
    if slot_of(locale, denial.slot).kind == "list":
        return False
    days, wanted = _days_held(denial), _days_held(other)
    if days and wanted:
        return not any(day.first <= each.last and each.first <= day.last for day in days for each in wanted)
    denied = [value.value for value in denial.constraint.values if isinstance(value, Text)]
    wished = [value.value for value in other.constraint.values if isinstance(value, Text)]
    return not any(WORLD.within(inner, outer) for inner in denied for outer in wished)


def adjective_wishes(locale: Locale, wishes: Iterable[Wish]) -> list[Wish]:
    """Return the wishes that can stand before the noun: "electric" cars, "furnished" flats."""
    return [wish for wish in wishes if is_adjective(locale, wish)]


def is_adjective(locale: Locale, wish: Wish) -> bool:
    """Return whether a wish is for one value of a category that tells itself, or for what something is in one word."""
    slot = slot_of(locale, wish.slot)
    if slot.kind == "yes_no":
        forms, noun = feature_forms(locale.wording, slot)
        is_of_it = forms.verb == "be" and noun == forms.object.format(noun=noun, a_noun=noun)
        return wanted_flag(wish.constraint) is True and is_of_it and " " not in noun and not forms.suffix
    plain_forms = forms_of(locale, slot) == locale.wording.kinds["category"]
    return plain_forms and forms_key(locale, slot) == "category" and wish.constraint.op == "is"


def things(locale: Locale, wishes: Sequence[Wish], item: str, *, many: bool = False) -> str:
    """Return an item with wishes for categories before it: "electric car"; where one says what it is, that: "van"."""
    words = {wish: adjective(locale, wish) for wish in wishes}
    nouns = [wish for wish in words if locale.wording.nouns and re.search(locale.wording.nouns, words[wish])]
    said = [wish for wish in words if wish not in nouns[:1]]
    said.sort(key=lambda wish: nearness(locale, slot_of(locale, wish.slot)))
    noun = next((plural(locale.wording, words[wish]) if many else words[wish] for wish in nouns), item)
    return " ".join([*(words[wish] for wish in said), noun]) if wishes else ""


def adjective(locale: Locale, wish: Wish) -> str:
    """Return a wish as it stands before the noun."""
    slot = slot_of(locale, wish.slot)
    if slot.kind == "yes_no":
        return feature_forms(locale.wording, slot)[1]
    return value_list(locale, slot, wish.constraint.values)


def nearness(locale: Locale, slot: Slot) -> int:
    """Return how near to the noun the values of a category stand: a colour before a material before a kind."""
    found = [at for at, pattern in enumerate(locale.wording.nearness, 1) if found_in(pattern, slot.label)]
    return max(found, default=0)


def value_list(locale: Locale, slot: Slot, values: Iterable[Value]) -> str:
    """Return the values of a slot as alternatives: "Rome or Paris"."""
    return listing(locale.wording, [value_words(locale, slot, value) for value in values], "or")


# One wish


def wish_phrase(locale: Locale, wish: Wish) -> Phrase:
    """Return a wish as it stands behind a noun: "for $2,500 or less in all", "not in Munich", "with" + "wifi"."""
    slot = slot_of(locale, wish.slot)
    constraint = as_it_bears(slot, wish.constraint)
    wanted = wanted_flag(constraint)
    if wanted is not None:
        return feature_phrase(locale, slot, wanted)
    if constraint.op in UNBOUNDED:
        return Phrase(unbounded(locale, slot, constraint))
    words = bounded(locale, slot, constraint)
    forms = forms_for(locale, slot, constraint.values[0]) if slot.kind == "place" else forms_of(locale, slot)
    if forms.zero_wish and constraint.op in ("is", "at_most") and is_zero(constraint.values[-1]):
        return Phrase(filled(locale, forms.zero_wish, slot, ""))
    if constraint.op == "not" and slot.kind not in ("date", "number"):
        excluded = {**locale.wording.bounds, **forms.bounds}["excluded"]
        return Phrase(filled(locale, excluded, slot, words))
    said = filled(locale, forms.wish or forms.phrase, slot, words, one=is_one(constraint.values[-1]))
    return Phrase(locale.wording.day_bounds["excluded"].format(value=said) if constraint.op == "not" else said)


def as_it_bears(slot: Slot, constraint: Constraint) -> Constraint:
    """Return a constraint as options are held against it: a day to be back on is the last one of the stay."""
    is_day = all(isinstance(value, Days) and value.exact for value in constraint.values)
    if slot.bearing == "window_end" and constraint.op == "is" and constraint.values and is_day:
        return replace(constraint, op="at_most")
    return constraint


def wish_predicate(locale: Locale, wish: Wish) -> Predicate:
    """Return a wish as it is said of an option: "cost" + "at most $2,500", "have" + "a gym", denied for "not"."""
    slot, constraint = slot_of(locale, wish.slot), wish.constraint
    wanted = wanted_flag(constraint)
    if wanted is not None:
        return feature_predicate(locale, slot, wanted)
    if constraint.op in ("least", "most"):
        return extreme(locale, slot, constraint.op)
    if constraint.op in UNBOUNDED:
        return Predicate("be", unbounded(locale, slot, constraint))
    forms = forms_for(locale, slot, constraint.values[0]) if slot.kind == "place" else forms_of(locale, slot)
    words = bounded(locale, slot, constraint)
    on_a_day = constraint.op == "is" and names_a_day(constraint) and "is" not in forms.bounds
    template = forms.object if on_a_day or not forms.bounded else forms.bounded
    said = filled(locale, template, slot, words, one=is_one(constraint.values[-1]))
    verb = forms.bounded_verb if template == forms.bounded and forms.bounded_verb else forms.verb
    return Predicate(verb, said, denied=constraint.op == "not")


def wanted_flag(constraint: Constraint) -> bool | None:
    """Return what a constraint wants of a yes/no slot; None where it is for another kind."""
    first = next(iter(constraint.values), None)
    if not isinstance(first, Flag):
        return None
    return first.value != (constraint.op == "not")


# Bounds

STRICT = {"at_most": "under", "at_least": "over"}
"""The bounds that leave out their value."""


def bounded(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return the values of a constraint with its bound and scope: "$2,500 or less in all"; those of "not" alone."""
    if isinstance(constraint.values[0], Days):
        return bounded_days(locale, slot, constraint)
    forms = forms_of(locale, slot)
    bounds = bounds_said(locale.wording.bounds, forms)
    words = [words_in(locale, slot, value, forms) for value in constraint.values]
    if constraint.op == "between" and (numbers := neighbouring(locale, constraint)):
        return listing(locale.wording, [numbers, words[-1]], "or")
    text = bounds[bound_of(constraint)].format(
        value=listing(locale.wording, words, "or"), first=words[0], last=words[-1]
    )
    scope = locale.wording.scopes.get(constraint.scope, "")
    return f"{text} {scope}".strip() if isinstance(constraint.values[0], Money) else text


def neighbouring(locale: Locale, constraint: Constraint) -> str:
    """Return the first of two whole numbers that follow each other, without its unit: "6 or 7 days"; else nothing."""
    first, last = constraint.values[0], constraint.values[-1]
    if isinstance(first, Number) and isinstance(last, Number) and last.value - first.value == 1:
        return digits(locale, first.value) if first.value == int(first.value) else ""
    return ""


def bounds_said(usual: Mapping[str, str], forms: SlotForms) -> Mapping[str, str]:
    """Return the words for bounds with a slot's own; what it isn't is said like what it is."""
    denied = {"not": forms.bounds["is"]} if "is" in forms.bounds else {}
    return {**usual, **denied, **forms.bounds}


def bound_of(constraint: Constraint) -> str:
    """Return the name of a constraint's bound."""
    return STRICT.get(constraint.op, constraint.op) if constraint.strict else constraint.op


def bounded_days(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return days with their bound: "by August 29", "in August", "August 20 to 30"."""
    days = days_said(constraint)
    bound = bound_of(constraint)
    bounds = bounds_said(locale.wording.day_bounds, forms_of(locale, slot))
    if weekdays := recurring(days):
        named = listing(locale.wording, [locale.wording.weekdays[weekday] for weekday in weekdays], "or")
        every = locale.wording.days["recurring"]
        span = day_words(locale, Days(days[0].first, days[-1].last))
        return bounds[bound].format(value=every.format(weekday=named, days=span))
    if bound in SPANNED and not all(day.exact for day in days):
        bound = "is_month" if all(map(is_month, days)) else "is"
    return bounds[bound].format(value=value_list(locale, slot, days))


LEAST_RECURRING = 3
"""The days of the same name from which on that is said instead of each of them."""


def recurring(days: Sequence[Days]) -> list[int]:
    """Return the days of the week that some days are, where these are all such days of three weeks or more."""
    weekdays = sorted({each.first.weekday() for each in days})
    if len(days) < LEAST_RECURRING * len(weekdays) or not all(each.exact for each in days):
        return []
    first, last = min(each.first for each in days), max(each.last for each in days)
    every = (first + timedelta(days=number) for number in range((last - first).days + 1))
    return weekdays if [day for day in every if day.weekday() in weekdays] == [each.first for each in days] else []


SPANNED = ("is", "around", "not")
"""The bounds that days from one to another are said without."""


def days_said(constraint: Constraint) -> list[Days]:
    """Return the days with which a constraint is said: a bound by its outer day ("by August 31" of a month)."""
    days = [value for value in constraint.values if isinstance(value, Days)]
    if not days:
        return []
    if constraint.op == "between":
        return [Days(days[0].first, max(days[0].first, days[-1].last))]
    if constraint.op not in STRICT:
        return days
    upper = (constraint.op == "at_most") != constraint.strict
    edge = days[0].last if upper else days[0].first
    return [Days(edge, edge)]


# Stays


def stay_phrases(locale: Locale, wishes: Sequence[Wish]) -> list[Phrase]:
    """Return the phrases of wishes; those for a stay's first and last day become one: "August 15 to September 5"."""
    phrases = {wish: wish_phrase(locale, wish) for wish in wishes}
    start = end_of_stay(wishes, locale.schema.start, FIRST_DAY_OPERATORS)
    end = end_of_stay(wishes, locale.schema.end, LAST_DAY_OPERATORS)
    if start and end and days_of(start).first <= days_of(end).last:
        phrases[start] = Phrase(day_words(locale, Days(days_of(start).first, days_of(end).last)))
        del phrases[end]
    leaving = next((wish for wish in phrases if wish.slot == locale.schema.start), None)
    lengths = [wish for wish in phrases if wish.slot in locale.schema.lengths and wish.constraint.op not in UNBOUNDED]
    if leaving and len(lengths) == 1 and leaving.constraint.op not in UNBOUNDED:
        phrases[leaving] = Phrase(
            f"{phrases[leaving].text} {phrases.pop(lengths[0]).text}"
        )  # "leaving May 3 for 10 days"
    return list(phrases.values())


def end_of_stay(wishes: Sequence[Wish], slot: str, operators: Sequence[str]) -> Wish | None:
    """Return the wish that names one day as the first or last of a stay, itself included; None where there is none."""
    candidates = [wish for wish in wishes if wish.slot == slot]
    named = [wish for wish in candidates if wish.constraint.op in operators and names_a_day(wish.constraint)]
    return next(iter(named), None)


def names_a_day(constraint: Constraint) -> bool:
    """Return whether a constraint names one day and includes it."""
    exact = [isinstance(value, Days) and value.exact for value in constraint.values]
    return exact == [True] and not constraint.strict


def days_of(wish: Wish) -> Days:
    """Return the days that a wish names first."""
    days = wish.constraint.values[0]
    assert isinstance(days, Days)
    return days


# Wishes without a value to hold


def unbounded(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return a wish that names no value to hold: "any price", "the cheapest", "3 days later"."""
    return UNBOUNDED[constraint.op](locale, slot, constraint)


def of_any(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return that any value of a slot will do: "any price", "starting at any time", "with a gym or not"."""
    if slot.kind == "yes_no":
        lacking = feature_phrase(locale, slot, False)
        if lacking.prefix == locale.wording.features[-1].not_prefix:
            return locale.wording.bounds["any_had"].format(value=lacking.text)
        return locale.wording.bounds["any_flag"].format(value=wish_words(locale, [Wish(slot.name, WANTED)]))
    bounds = {**locale.wording.bounds, **forms_of(locale, slot).bounds}
    return bounds["any"].format(label=noun_of(locale, slot))


WANTED = Constraint("is", (Flag(True),))
"""The constraint of a feature that is wished for."""


def at_extreme(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return the extreme of a slot."""
    return locale.wording.bounds["extreme"].format(superlative=superlative(locale, slot, constraint.op))


def compared(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return less or more of a slot, by how much and than what."""
    bounds = locale.wording.bounds
    plainly = bounds[f"{constraint.op}_plain"].format(label=noun_of(locale, slot))
    text = next(iter(compared_words(locale, slot, constraint.op)), plainly)
    if constraint.values:
        text = bounds["compared_by"].format(value=value_words(locale, slot, constraint.values[0]), comparison=text)
    if isinstance(constraint.than, Named):
        text = bounds["than"].format(comparison=text, name=plain(constraint.than.name))
    return text


UNBOUNDED: dict[str, Callable[[Locale, Slot, Constraint], str]] = {
    "any": of_any,
    "least": at_extreme,
    "most": at_extreme,
    "less": compared,
    "more": compared,
}
