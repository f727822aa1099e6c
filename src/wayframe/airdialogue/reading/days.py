"""Read the days of a customer's journey: each day mentioned, as the way there or the way back."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from wayframe.airdialogue.reading.turns import AirTurn
from wayframe.airdialogue.records import MONTHS, Month

Day = tuple[Month, int]

_NAMES = {month[:3].lower(): month for month in MONTHS}
_MONTH = (
    r"(?P<{0}>jan(?:uary)?|feb(?:r?uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_NUMBER = r"(?P<{0}>[0-3]?\d)(?:st|nd|rd|th)?(?![\d:])"
_FORMS = re.compile(
    "|".join((
        r"\b(?P<m1>[01]?\d)\s?[/.-]\s?(?P<d1>[0-3]?\d)(?:\s?[/.-]\s?(?:20)?\d\d\b)?(?!\d*(?:st|nd|rd|th))",
        rf"\b{_MONTH.format('m2')}\b[\s,.-]*(?:the\s+)?{_NUMBER.format('d2')}",
        rf"\b{_NUMBER.format('d3')}[\s,.-]*(?:of\s+)?{_MONTH.format('m3')}\b",
        r"\b(?P<d4>[0-3]?\d)(?:st|nd|rd|th)\b",
        rf"\b(?P<d6>[0-3]?\d)(?=\s*(?:to|and|&|-|till|until)\s*[0-3]?\d(?:st|nd|rd|th)?\s*(?:of\s+)?{_MONTH.format('m6')})",
        r"(?<=to )(?P<d5>[0-3]?\d)\b(?!\s*(?:connection|stop|ticket|\d|:|am|pm|/))",
    ))
)  # fmt: skip
_BACK = re.compile(r"\b(?:return\w*|back|come home|coming home|get back|end\w*|arriv\w*|landing|till|until)\b")
_THERE = re.compile(r"\b(?:depart\w*|leav\w*|start\w*|begin\w*|board\w*|onward|from|going|take off|flying|travel)\b")
_YEAR = 2011  # the environment's calendar; its next year has a 29th of February


class SpokenDay(NamedTuple):
    """A day in a text, read in one or two ways; `back` where it is the way back, None where nothing tells."""

    start: int
    days: tuple[Day, ...]
    back: bool | None


class DayVotes(NamedTuple):
    """Votes for each day, there and back."""

    there: Mapping[Day, float]
    back: Mapping[Day, float]


def heard(dialogue: Sequence[AirTurn]) -> DayVotes:
    """All that was said of days. Later turns weigh a little more: who corrects something says it last."""
    there, back = defaultdict[Day, float](float), defaultdict[Day, float](float)
    for at, turn in enumerate(dialogue):
        found = spoken(turn.low)
        weight = turn.weight * (1 + at / 50)
        for each, returns in zip(found, _ways(found, turn), strict=True):
            for day, share in zip(each.days, (weight, weight * 0.3), strict=False):
                if returns is None:
                    there[day] += share * 0.5
                    back[day] += share * 0.5
                else:
                    (back if returns else there)[day] += share
    return DayVotes(there, back)


@lru_cache(maxsize=4096)
def spoken(low: str) -> tuple[SpokenDay, ...]:
    """The days in a text, in order. A number alone takes the month of the day before it, or else of the one after."""
    found, months = list[tuple[int, list[tuple[Month | None, int]]]](), list[Month]()
    for form in _FORMS.finditer(low):
        readings = _readings(form)
        if readings:
            found.append((form.start(), readings))
            months += [month for month, _ in readings[:1] if month]
    spoken_of, month, last = list[SpokenDay](), months[0] if months else None, 0
    for start, readings in found:
        days = list[Day]()
        for said, number in readings:
            month = said or month
            if month:
                days.append((month, number))
        if days:
            spoken_of.append(SpokenDay(start, tuple(days), _way(low[last:start])))
            last = start
    return tuple(spoken_of)


def _readings(form: re.Match[str]) -> list[tuple[Month | None, int]]:
    """The month and the day of an expression: 06/12 is the 12th of June, or else the 6th of December."""
    if form["m1"]:
        first, second = int(form["m1"]), int(form["d1"])
        both = [(first, second), (second, first)]
        return [(MONTHS[month - 1], day) for month, day in dict.fromkeys(both) if 1 <= month <= 12 and 1 <= day <= 31]
    for month, day in (("m2", "d2"), ("m3", "d3")):
        if form[day]:
            return [(_NAMES[form[month][:3]], int(form[day]))] if 1 <= int(form[day]) <= 31 else []
    number = int(form["d4"] or form["d5"] or form["d6"])
    return [(None, number)] if 1 <= number <= 31 else []


def _way(before: str) -> bool | None:
    """Tell whether the last word before a day that tells it speaks of the way back."""
    back = max((each.end() for each in _BACK.finditer(before)), default=-1)
    there = max((each.end() for each in _THERE.finditer(before)), default=-1)
    return None if back == there else back > there


def _ways(found: Sequence[SpokenDay], turn: AirTurn) -> list[bool | None]:
    """Classify each day of a turn as the way back or not: of two the later one, else as it was said or asked for."""
    different = list(dict.fromkeys(each.days[0] for each in found))
    if len(different) == 2:
        later = different[1] if _comes_after(*different) else different[0]
        return [each.days[0] == later for each in found]
    if len(different) == 1:
        asked = _way(turn.asked) if not (_BACK.search(turn.asked) and _THERE.search(turn.asked)) else None
        return [each.back if each.back is not None else asked for each in found]
    return [each.back for each in found]


def _comes_after(one: Day, other: Day) -> bool:
    """Tell whether a day comes after another by the shorter way round the year, whose months are of 31 days here."""
    apart = 31 * (MONTHS.index(other[0]) - MONTHS.index(one[0])) + other[1] - one[1]
    return apart % 372 <= 186


@lru_cache(maxsize=1024)
def two_days_later(day: Day) -> tuple[Day, ...]:
    """The days that may be two days after a day: customers of the environment stay that long."""
    found = []
    for year in (_YEAR, _YEAR + 1):
        try:
            later = date(year, MONTHS.index(day[0]) + 1, day[1]) + timedelta(2)
        except ValueError:
            continue
        found.append((MONTHS[later.month - 1], later.day))
    return tuple(dict.fromkeys(found))
