"""Values in words: money, days, numbers with units, times, parties and lists, as a language pack has them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from wayframe.language.wording import Wording
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Party, Text, Texts, Value
from wayframe.realiser.nouns import listing, singular
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
    ages = listing(locale.wording, [str(age) for age in party.ages])
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
