"""Wishes that are measured by what was offered: cheaper, longer, a day later."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import date, timedelta

from wayframe.dialogue import Arg, Moment, Package
from wayframe.packages import facts
from wayframe.packages.facts import day_said
from wayframe.policy.situation import Situation
from wayframe.policy.wishes import Wishes, wishes
from wayframe.values import Dates, Money, Quantity, read

_SHIFT = re.compile(r"\b(?:(\w+)(?: of)? (day|week)s? )?(earlier|later|sooner)\b", re.IGNORECASE)
_STRETCH = re.compile(r"\b(?:(\w+)(?: of)? (day|night|week)s? )(longer|shorter)\b", re.IGNORECASE)
_NUMBERS = {"a": 1, "one": 1, "two": 2, "couple": 2, "three": 3, "few": 3, "four": 4, "five": 5, "six": 6}
DAYS = ("str_date", "end_date")
_STEPS = {"category": 0.5, "gst_rating": 0.01}  # by how much a hotel is better at least
_MOST = {"category": 5.0, "gst_rating": 10.0}
_DAYS = {"day": 1, "night": 1, "week": 7, None: 1}


def compared_with_offers(situation: Situation, wished: Wishes) -> Wishes:
    """The wishes with "cheaper", "longer", "nicer", "a day later" measured by what the user looked at."""
    measured = dict(wished)
    latest, outright = looked_at(situation), _told_outright(situation)
    for arg in _wanted_otherwise(situation) if latest else ():
        if arg.key in outright:
            continue  # "nicer, at least 4 stars": the limit is what is meant
        typed = read(arg.key, arg.value, today=situation.today) if isinstance(arg.value, str) else None
        if stretched := _stretched(situation, arg, latest):
            measured |= stretched
        elif asks_for_less(arg, situation.today):
            measured["budget"] = (f"$LT {math.ceil(cheapest_of(latest).price) - 1}",)
        elif isinstance(typed, Quantity) and typed.superlative == "more" and arg.key == "min_duration":
            measured[arg.key] = (str(max(package.trip.duration_days for package in latest) + 1),)
        elif isinstance(typed, Quantity) and typed.superlative == "less" and arg.key == "max_duration":
            measured[arg.key] = (str(min(package.trip.duration_days for package in latest) - 1),)
        elif isinstance(typed, Quantity) and typed.superlative == "more" and arg.key in _STEPS:
            best = max(float(str(facts(package)[arg.key])) for package in latest)
            measured[arg.key] = (f"{min(best + _STEPS[arg.key], _MOST[arg.key]):g}",)
    one = alone(situation)
    days = shifted(situation, one) if one else _moved(situation)
    return measured | {slot: (day_said(day),) for slot, day in days.items()}


def _moved(situation: Situation) -> dict[str, date]:
    """The days that were wished for, moved as the user says where no one option is at hand: both for "a week later"."""
    informed = [arg for act in situation.heard if act.name == "inform" for arg in act.slots]
    moves = {arg.key: move for arg in informed if arg.key in DAYS and (move := _move(arg.value))}
    if not moves or not situation.before.frames:
        return {}
    memory, number = situation.before, situation.before.active_frame
    own = wishes(memory, number)
    whole = {**dict.fromkeys(DAYS, moves.get("str_date", 0)), **moves}
    while earlier := _move(own.get("str_date", ("",))[-1]):  # moved before: from what was said at first
        whole, parent = (
            {slot: days + earlier for slot, days in whole.items()},
            memory.frames[number - 1].frame_parent_id,
        )
        if parent is None:
            return {}
        number, own = parent, wishes(memory, parent)
    read_days = {slot: read(slot, str(own[slot][-1]), today=situation.today) for slot in DAYS if slot in own}
    return {
        slot: typed.first + timedelta(days=whole[slot])
        for slot, typed in read_days.items()
        if isinstance(typed, Dates) and whole[slot]
    }


def looked_at(situation: Situation) -> list[Package]:
    """The package that the user was talking about before this turn, else those told of or offered last."""
    looked = situation.offers.get(situation.before.active_frame)
    frames = situation.told or situation.latest_offers
    return [looked] if looked else [situation.offers[frame] for frame in dict.fromkeys(frames)]


def alone(situation: Situation) -> Package | None:
    """The one package whose days may be moved; None where the agent has just told of one and offered others."""
    looked = looked_at(situation)
    several = situation.before.active_frame not in situation.offers and any(
        act.id in situation.offers and situation.offers[act.id] not in looked
        for act in situation.said
        if act.id is not None
    )
    return looked[0] if len(looked) == 1 and not several else None


def cheapest_of(packages: Sequence[Package]) -> Package:
    """The one with the lowest price."""
    return min(packages, key=lambda package: package.price)


def surpassed(situation: Situation) -> Package | None:
    """The package that the user wants something cheaper than; None where that is no wish of this turn."""
    latest = looked_at(situation)
    wants = any(asks_for_less(arg, situation.today) for arg in _wanted_otherwise(situation))
    return cheapest_of(latest) if wants and latest else None


def asks_for_less(arg: Arg, today: date) -> bool:
    """Whether it is a lower price that is wished for, whatever it may be."""
    typed = read(arg.key, arg.value, today=today) if isinstance(arg.value, str) else None
    return (arg.key == "price" and arg.value is None) or (isinstance(typed, Money) and typed.bound == "cheaper")


def shifted(situation: Situation, looked: Package) -> dict[str, date]:
    """The days on which to leave or to be back where the user wants to do so some days earlier or later."""
    days = days_of(looked)
    informed = (slot for act in situation.heard if act.name == "inform" for slot in act.slots)
    return {
        arg.key: days[arg.key] + timedelta(days=move)
        for arg in informed
        if arg.key in days and (move := _move(arg.value))
    }


def numbered(situation: Situation) -> bool:
    """Whether the user says by how many days: "two days later", not just "later"."""
    informed = [arg.value for act in situation.heard if act.name == "inform" for arg in act.slots]
    return any(found[1] for words in informed if isinstance(words, str) and (found := _SHIFT.search(words)))


def _move(words: str | bool | int | float | None) -> int:
    """How many days later "two days later" is; earlier is less than nothing, and no such words are 0."""
    found = _SHIFT.search(words) if isinstance(words, str) else None
    if found is None:
        return 0
    return _counted(found)


def _counted(found: re.Match[str]) -> int:
    """The days that a number, a unit and a direction stand for: less than nothing for what is earlier or shorter."""
    number, unit, way = found.groups()
    count = int(number) if number and number.isdecimal() else _NUMBERS.get((number or "a").lower(), 1)
    return count * _DAYS[unit and unit.lower()] * (1 if way.lower() in ("later", "longer") else -1)


def _stretched(situation: Situation, arg: Arg, latest: Sequence[Package]) -> dict[str, tuple[str, ...]]:
    """The length of stay that "two days longer" comes to; nothing where it says no number."""
    found = _STRETCH.search(str(arg.value)) if arg.key in ("min_duration", "max_duration") else None
    if found is None:
        return {}
    before = (
        wishes(situation.before, situation.before.active_frame).get("max_duration", ())
        if situation.before.frames
        else ()
    )
    typed = read("max_duration", str(before[-1]), today=situation.today) if before and len(latest) > 1 else None
    lengths = [package.trip.duration_days for package in latest]
    more = _counted(found)
    held = int(typed.low) if isinstance(typed, Quantity) and typed.low else max(lengths) if more > 0 else min(lengths)
    days = max(1, held + more)
    return {"min_duration": (str(days),), "max_duration": (f"at most {days} days",)}


def nearest(packages: Sequence[Package], days: dict[str, date]) -> list[Package]:
    """The packages whose days are nearest to these, the cheapest of equals first."""
    return sorted(packages, key=lambda package: (_away(package, days), package.price))


def _away(package: Package, days: dict[str, date]) -> int:
    own = days_of(package)
    return sum(abs((own[slot] - day).days) for slot, day in days.items())


def days_of(package: Package) -> dict[str, date]:
    """The day of leaving and the day of being back, by their slots."""
    return {"str_date": _day(package.trip.leaving.departure), "end_date": _day(package.trip.returning.arrival)}


def _day(moment: Moment) -> date:
    return date(moment.year, moment.month, moment.day)


def _told_outright(situation: Situation) -> set[str]:
    """The slots for which a limit is told in this turn, not only a direction."""
    read_now = [
        (arg.key, read(arg.key, arg.value, today=situation.today))
        for arg in _wanted_otherwise(situation)
        if isinstance(arg.value, str) and not _STRETCH.search(arg.value)
    ]
    limits = {key for key, typed in read_now if isinstance(typed, Quantity) and not typed.superlative}
    priced = any(isinstance(typed, Money) and typed.amount is not None for _, typed in read_now)
    return limits | ({"price", "budget"} if priced else set())


def _wanted_otherwise(situation: Situation) -> list[Arg]:
    """What the user wishes now, and what of the offers was turned down."""
    denied = [ref for act in situation.heard if act.name == "negate" for ref in act.refs()]
    return [
        *(slot for act in situation.heard if act.name in ("inform", "negate") for slot in act.slots),
        *(annotation for ref in denied for annotation in ref.annotations),
    ]
