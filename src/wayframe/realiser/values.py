"""Values in words: money, days, numbers with units, times, parties and lists, as a language pack has them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, NamedTuple

from wayframe.language.wording import Wording
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Party, Text, Texts, Value
from wayframe.schema import Schema, Slot


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


def digits(locale: Locale, value: float, *, grouped: bool = True) -> str:
    """Return a number in digits exactly as it is stored, thousands set apart."""
    whole, point, rest = f"{abs(value):.10f}".rstrip("0").rstrip(".").partition(".")
    if grouped:
        whole = f"{int(whole):,}".replace(",", locale.wording.thousands_separator)
    sign = "-" if value < 0 and (whole != "0" or rest) else ""
    return sign + whole + (locale.wording.decimal_point + rest if point else "")


def number_words(locale: Locale, number: Number, unit: str = "") -> str:
    """Return a number with its unit: "16 GB", "1 star", "8.1/10"; a bare number of four digits may be a year."""
    unit = number.unit or unit
    text = digits(locale, number.value, grouped=bool(unit) or abs(number.value) >= 10_000)
    if not unit:
        return text
    if re.search(locale.wording.tight_units, unit):
        return text + unit
    return f"{text} {singular(locale, unit) if number.value == 1 else unit}"


def money_words(locale: Locale, money: Money, currency: str = "") -> str:
    """Return an amount: "$2,348" or "$2,348.38"; a currency without a sign stands behind it."""
    code = money.currency or currency or locale.schema.currency
    amount = digits(locale, abs(money.value))
    whole, point, cents = amount.partition(locale.wording.decimal_point)
    if point:
        amount = whole + point + cents.ljust(2, "0")
    sign = "-" if money.value < 0 else ""
    symbol = locale.wording.currencies.get(code, code if code and not code[0].isalpha() else "")
    if symbol:
        return f"{sign}{symbol}{amount}"
    return f"{sign}{amount} {code}".rstrip()


def is_month(days: Days) -> bool:
    """Return whether days are one whole month."""
    return (
        days.first.replace(day=1) == days.last.replace(day=1)
        and days.first.day == 1
        and days.last.day == monthrange(days.last.year, days.last.month)[1]
    )


def day_words(locale: Locale, days: Days) -> str:
    """Return days: "August 22", "August 7 to 12", "August", with the year where it is another."""
    forms = locale.wording.days
    first, last = days.first, days.last
    month = locale.wording.months[first.month - 1]
    here = first.year == last.year == locale.year
    if days.exact:
        return one_day(locale, first)
    if is_month(days):
        return (forms.month if here else forms.month_year).format(month=month, year=first.year)
    if (first.year, first.month) == (last.year, last.month):
        form = forms.within_month if here else forms.within_month_year
        return form.format(month=month, first=first.day, last=last.day, year=first.year)
    return forms.span.format(first=one_day(locale, first), last=one_day(locale, last))


def one_day(locale: Locale, day: date) -> str:
    """Return a day: "August 22", or "August 22, 2017" in another year than the dialogue's."""
    forms = locale.wording.days
    form = forms.day if day.year == locale.year else forms.day_year
    return form.format(month=locale.wording.months[day.month - 1], day=day.day, year=day.year)


def clock_words(locale: Locale, clock: Clock) -> str:
    """Return a time of day: "9:05 am"."""
    hour, minute = divmod(clock.value, 60)
    form = locale.wording.clock.before_noon if hour % 24 < 12 else locale.wording.clock.after_noon
    return form.format(hour=(hour - 1) % 12 + 1, minute=f"{minute:02}")


def party_words(locale: Locale, party: Party) -> str:
    """Return a party: "2 adults and a child aged 8", "4 people"."""
    words = locale.wording.party
    groups = [
        counted(locale, count, nouns)
        for count, nouns in ((0 if party.adults else party.total, words.person), (party.adults, words.adult))
        if count
    ]
    if party.children:
        groups.append(children_words(locale, party))
    return listing(locale, groups) or counted(locale, 0, words.person)


def children_words(locale: Locale, party: Party) -> str:
    """Return the children of a party, with their ages where they are known: "2 children aged 8 and 11"."""
    words = locale.wording.party
    text = counted(locale, party.children, words.child)
    if party.ages:
        text += " " + words.ages.format(ages=listing(locale, [str(age) for age in party.ages]))
    return text


def counted(locale: Locale, count: int, nouns: tuple[str, str]) -> str:
    """Return so many of a noun, given as one of it is said and in the plural: "a child", "2 adults"."""
    return nouns[0] if count == 1 else f"{digits(locale, count)} {nouns[1]}"


def count_word(locale: Locale, count: int) -> str:
    """Return a small number as a word, a larger one in digits."""
    small = locale.wording.small_numbers
    return small[count] if 0 <= count < len(small) else digits(locale, count)


def listing(locale: Locale, items: Sequence[str], conjunction: str = "and") -> str:
    """Return things one after the other: "a", "a and b", "a, b and c"."""
    *others, last = items or [""]
    if not others:
        return last
    return f"{', '.join(others)} {locale.wording.conjunctions[conjunction]} {last}"


def plural(locale: Locale, noun: str) -> str:
    """Return the plural of a noun, which may be one already."""
    wording = locale.wording
    if noun.lower() in wording.uncounted or is_plural(locale, noun):
        return noun
    for pattern, replacement in wording.plurals:
        changed, found = re.subn(pattern, replacement, noun, count=1)
        if found:
            return changed
    return noun


def singular(locale: Locale, noun: str) -> str:
    """Return the singular of a noun, which may be one already."""
    for pattern, replacement in locale.wording.singulars:
        changed, found = re.subn(pattern, replacement, noun, count=1)
        if found:
            return changed
    return noun


def is_plural(locale: Locale, noun: str) -> bool:
    """Return whether a noun is a plural by its form: "seats", not "address" or "GPS"."""
    return noun.lower() not in locale.wording.uncounted and bool(re.search(locale.wording.plural_label, noun))


def with_article(locale: Locale, noun: str) -> str:
    """Return a noun with "a" or "an" where it takes one: "a gym", "an airport", but "wifi", "seats" and "RAM"."""
    last_word = noun.split()[-1] if noun.split() else ""
    mass = {noun.lower(), last_word.lower()} & set(locale.wording.uncounted)
    if mass or not noun or is_plural(locale, noun) or (last_word.isupper() and len(last_word) > 1):
        return noun
    article = next(article for pattern, article in locale.wording.articles if re.search(pattern, noun))
    return f"{article} {noun}"


def adjective_superlative(locale: Locale, adjective: str) -> str:
    """Return the superlative of an adjective in the comparative ("cheaper": "cheapest"); empty where there is none."""
    for pattern, replacement in locale.wording.superlatives:
        changed, found = re.subn(pattern, replacement, adjective, count=1)
        if found:
            return changed
    return ""


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


VALUE_WORDS: dict[type[Value], Callable[[Locale, Slot, Any], str]] = {
    Money: lambda locale, slot, value: money_words(locale, value, slot.unit),
    Number: lambda locale, slot, value: number_words(locale, value, slot.unit),
    Days: lambda locale, slot, value: day_words(locale, value),
    Clock: lambda locale, slot, value: clock_words(locale, value),
    Party: lambda locale, slot, value: party_words(locale, value),
    Texts: lambda locale, slot, value: listing(locale, [plain(text) for text in value.values]),
    Flag: lambda locale, slot, value: slot.label,
    Text: lambda locale, slot, value: plain(value.value),
}
