"""Values as people write them: each typed value of a slot in one of its many forms."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from wayframe.simulation.wording.grammar import TextBit, TextBits
from wayframe.values import DONT_CARE

Typed = str | int | float | bool | date

_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_DAYS = {7: ("a week", "one week", "7 days", "1 week"), 14: ("two weeks", "2 weeks", "14 days", "a fortnight"),
         10: ("10 days", "ten days"), 21: ("three weeks", "3 weeks", "21 days")}  # fmt: skip
_SEATS = {"business": ("business", "business", "biz"), "economy": ("economy", "economy", "coach")}  # fmt: skip


def bits(slot: str, value: Typed, rng: Random, *, near: date | None = None) -> TextBits:
    """A value in words, with what belongs to it but isn't it ("the 17th"). `near` is a day just named before it."""
    if isinstance(value, date):
        return _day(slot, value, rng, near)
    if value == DONT_CARE or isinstance(value, bool):
        return ()
    return (TextBit(_words(slot, value, rng), slot),)


def _words(slot: str, value: str | int | float, rng: Random) -> str:
    """Return a value as people write it."""
    if slot == "seat":
        return rng.choice(_SEATS.get(str(value), (str(value),)))
    if isinstance(value, str):
        return value
    if slot in ("budget", "price"):
        return _money(value, rng)
    if slot in ("max_duration", "min_duration", "duration"):
        return rng.choice(_DAYS.get(int(value), (f"{value} days", f"{_number(value)} days", f"{value} days")))
    return _number(value) if rng.random() < 0.35 else f"{value:g}"


def _number(value: float) -> str:
    """Return a small whole number in words, any other in digits."""
    return _WORDS[int(value)] if value == int(value) and value < len(_WORDS) else f"{value:g}"


def _money(amount: float, rng: Random) -> str:
    """Return an amount in one of its many forms."""
    whole = int(amount)
    forms = [f"${whole}", f"${whole:,}", f"{whole}$", f"{whole} dollars", f"{whole}", f"{whole} bucks", f"{whole} USD",
             f"${whole}", f"{whole:,} dollars", f"US${whole:,}", f"${whole}.00"]  # fmt: skip
    if whole % 100 == 0 and whole < 20_000:
        thousands = f"{whole / 1000:g}"
        forms += [f"${thousands}k", f"{thousands}k", f"{thousands}K"]
    if whole % 1000 == 0 and whole <= 20_000:
        forms += [
            f"{_WORDS[whole // 1000]} thousand",
            f"{_WORDS[whole // 1000]} thousand dollars",
            f"{whole // 1000} grand",
        ]
    elif whole % 100 == 0 and whole < 2000:
        forms += [f"{_WORDS[whole // 100]} hundred dollars", f"{_WORDS[whole // 100]} hundred"]
    return rng.choice(forms)


def _ordinal(day: int) -> str:
    """Return a day of a month as an ordinal number."""
    return f"{day}{'th' if 10 < day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def _day(slot: str, day: date, rng: Random, near: date | None) -> TextBits:
    """Return a day in one of its many forms."""
    short, full, nth = f"{day:%b}", f"{day:%B}", _ordinal(day.day)
    short = "Sept" if short == "Sep" and rng.random() < 0.6 else short
    forms = [
        f"{full} {day.day}", f"{full} {nth}", f"{short} {day.day}", f"{short} {nth}", f"{day.day} {full}",
        f"{day.day} {short}", f"{day:%A}, {full} {day.day}", f"{day:%A} {full} {nth}", f"{day:%a} {short} {day.day}",
        f"{full.lower()} {day.day}", f"{full.lower()} {nth}", f"{short.lower()} {day.day}",
        f"{full} {day.day}, {day.year}", f"{short}. {day.day}", *([f"{day.month}/{day.day}"] * (day.day > 12)),
    ]  # fmt: skip
    if near and near.month == day.month and rng.random() < 0.4:
        return rng.choice(
            ((TextBit("the "), TextBit(nth, slot)), (TextBit(nth, slot),), (TextBit(str(day.day), slot),))
        )
    if rng.random() < 0.15:
        return TextBit("the "), TextBit(f"{nth} of {rng.choice((full, short, full.lower()))}", slot)
    return (TextBit(rng.choice(forms), slot),)


def month_part(first: date, last: date) -> str | None:
    """The month ("September") where a window is just that; None where it isn't."""
    after = date(first.year + first.month // 12, first.month % 12 + 1, 1) - timedelta(days=1)
    return f"{first:%B}" if first.day == 1 and last == after else None
