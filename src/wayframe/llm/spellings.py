"""The spellings of a value: as the realiser writes it, and as models like to write it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wayframe.llm import cues
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Party, Text, Texts, Value
from wayframe.realiser.phrases import Locale, adults_words, children_words, digits, one_day, plain, value_words
from wayframe.schema import Slot

_SHORT_MONTH = 3  # letters
_MINUTES = 60


def spellings(locale: Locale, slot: Slot, value: Value) -> list[str]:
    """Return the spellings of a value in small letters, the longest first; of a yes/no value there are none."""
    found = {value_words(locale, slot, value), *_MORE[type(value)](locale, slot, value)}
    if isinstance(value, Flag):
        return []
    return sorted({text.lower() for text in found if text}, key=lambda text: (-len(text), text))


def stay_spellings(locale: Locale, first: Days, last: Days) -> list[str]:
    """Return the spellings of a stay within a month: "August 7 to 12", "Aug 7–12"."""
    if (first.first.year, first.first.month) != (last.first.year, last.first.month):
        return []
    month = locale.wording.months[first.first.month - 1].lower()
    found = list[str]()
    for name in (month, month[:_SHORT_MONTH]):
        found += [f"{name} {first.first.day}{to}{last.first.day}" for to in (" to ", "-", "–", " – ", " - ")]
    return found


def party_spellings(locale: Locale, party: Party) -> dict[str, str]:
    """Return the spellings of the people whom a price is for, with the frame slots that count them."""
    adults, children = adults_words(locale, party), children_words(locale, party)
    found = {adults.lower(): "n_adults", children.lower(): "n_children"}
    found |= dict.fromkeys(_counted(party.adults, "adult", "adults"), "n_adults")
    found |= dict.fromkeys(_counted(party.children, "child", "children"), "n_children")
    if not party.children:
        found |= dict.fromkeys(_counted(party.adults, "person", "people"), "n_adults")
    if party.adults > 1 and not party.children:
        found |= dict.fromkeys(_counted(party.adults, "", "travellers"), "n_adults")
        found |= dict.fromkeys(_counted(party.adults, "", "of you"), "n_adults")
    return {words: slot for words, slot in found.items() if words}


def _counted(number: int, one: str, several: str) -> list[str]:
    """Return a number of people in digits and as a word; of none there is nothing to say."""
    if number < 1:
        return []
    word = ("one", *cues.SMALL)[number - 1 : number]
    return [f"{count} {one if number == 1 else several}" for count in (str(number), *word)]


def _money(locale: Locale, slot: Slot, value: Money) -> Iterator[str]:
    code = value.currency or slot.unit or locale.schema.currency
    symbol = locale.wording.currencies.get(code, code)
    for grouped in (True, False):
        whole, point, cents = digits(locale, value.value, grouped=grouped).partition(locale.wording.decimal_point)
        for decimals in {cents.ljust(2 * len(point), "0"), cents or "00"}:
            amount = whole + (locale.wording.decimal_point + decimals if decimals else "")
            yield from (f"{symbol}{amount}", f"{amount} {symbol}", f"{amount} {code}", f"{code} {amount}")


def _number(locale: Locale, slot: Slot, value: Number) -> Iterator[str]:
    unit = value.unit or slot.unit
    for grouped in (True, False):
        amount = digits(locale, value.value, grouped=grouped)
        if not unit:
            yield amount
            continue
        one = unit.removesuffix("s")
        yield from (f"{amount} {unit}", f"{amount}{unit}", f"{amount}-{one}", f"{amount} {one}")
        if unit.startswith("/"):
            yield from (f"{amount} out of {unit[1:]}", f"{amount} of {unit[1:]}")


def _days(locale: Locale, slot: Slot, value: Days) -> Iterator[str]:
    if not value.exact:
        return
    day = value.first
    yield from (one_day(locale, day), day.isoformat(), f"{day:%B} {day.day}, {day.year}", f"{day.day} {day:%B %Y}")
    for month in (f"{day:%B}", f"{day:%b}"):
        yield from (f"{month} {day.day}", f"{day.day} {month}", f"{month} {day.day}{_ordinal(day.day)}")


def _ordinal(number: int) -> str:
    """Return what stands behind the number of a day: "st" behind 21."""
    if number in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _clock(locale: Locale, slot: Slot, value: Clock) -> Iterator[str]:
    hour, minute = divmod(value.value, _MINUTES)
    half = "am" if hour % 24 < 12 else "pm"
    short = f"{(hour - 1) % 12 + 1}:{minute:02}"
    yield from (f"{hour % 24:02}:{minute:02}", f"{short} {half}", f"{short}{half}", f"{short} {half[0]}.m.")


_MORE: Mapping[type[Value], Callable[[Locale, Slot, Any], Iterator[str]]] = {
    Money: _money,
    Number: _number,
    Days: _days,
    Clock: _clock,
    Party: lambda locale, slot, value: iter(()),
    Text: lambda locale, slot, value: iter([plain(value.value).removeprefix("The ")]),
    Texts: lambda locale, slot, value: iter([plain(text) for text in value.values]),
    Flag: lambda locale, slot, value: iter(()),
}
