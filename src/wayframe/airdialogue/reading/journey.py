"""Read the airports and the days of a journey, and which end or way of it each of them is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from wayframe.airdialogue.players.reading import AIRPORTS
from wayframe.airdialogue.reading.customer import AirTurn
from wayframe.airdialogue.records import MONTHS, Month

End = Literal["origin", "destination"]
Votes = dict[End, defaultdict[str, float]]

# What people say beside an airport's own city.
_ALSO: Mapping[str, tuple[str, ...]] = {
    "EWR": ("newark", "new york", "new jersey"), "JFK": ("new york", "nyc", "kennedy"),
    "LGA": ("new york", "nyc", "laguardia", "la guardia"), "DFW": ("dallas", "fort worth"),
    "MSP": ("minneapolis", "st. paul", "st paul", "saint paul"), "IAD": ("washington", "dulles"),
    "DCA": ("washington", "reagan"), "LAS": ("las vegas", "vegas"), "SFO": ("san francisco", "sanfrancisco"),
    "LAX": ("los angeles", "los angels"), "ORD": ("chicago", "o'hare", "ohare"), "MDW": ("chicago", "midway"),
    "STL": ("st. louis", "st louis", "saint louis"), "LHR": ("london", "heathrow"), "CDG": ("paris",),
}  # fmt: skip

_ORIGIN = r"""from|source|origin|starting|start|depart\w*|leav\w*|board\w*|take ?off|out of|fly out|genesis|begin\w*"""
_DESTINATION = r"""to|destination|reach\w*|land\w*|arriv\w*|towards?|into|till|until|for|visit\w*|terminus|drop"""
_PLACE = r"in|at|near"
_CUE = re.compile(rf"\b(?:(?P<origin>{_ORIGIN})|(?P<destination>{_DESTINATION})|(?P<place>{_PLACE}))\b")
_RESPECTIVELY = re.compile(
    rf"\b(?:{_ORIGIN})\b(?: \w+)?\s*(?:and|&|,|/|-|to)\s*(?:my |the )?(?:{_DESTINATION})\b(?! [A-Z])"
)
_REVERSED = re.compile(rf"\b(?:{_DESTINATION})\b(?: \w+)?\s*(?:and|&|,|/|-)\s*(?:my |the )?(?:{_ORIGIN})\b(?! [A-Z])")
_IS_ORIGIN = re.compile(rf"^[\s,]*(?:is|as|are|will be|being|\()?\s*(?:my|the|a)?\s*(?:{_ORIGIN})\b")
_IS_DESTINATION = re.compile(
    r"^[\s,]*(?:is|as|are|will be|being|\()?\s*(?:my|the|a)?\s*(?:destination|landing|terminus|arrival)\b"
)
_LED_BY_TO = re.compile(r"^\s*(?:(?:the|city|of|airport|code|state|reach|visit|see|meet|\w{2}\s*-)\s*){0,4}\W*$")
_ASKS_ORIGIN = re.compile(
    r"\b(?:source|origin|boarding|starting|start|departure|depart|leaving|where from|from where)\b"
)
_ASKS_DESTINATION = re.compile(r"\b(?:destination|landing|arrival|reach|going|where to|to where|heading|arrive)\b")
_ASKS_DAYS = re.compile(r"\b(?:dates?|days?|when)\b")
_JOINED = re.compile(
    r"^[\s,.]*(?:airport|code|codes|city)?[\s,]*(?:to|-|–|and|&|--|->|>|/|till|towards?)[\s,]*[\w\s.,]{0,22}[-(,\s]*$"
)
_CODE = re.compile(r"\b[A-Z]{3}\b")


class SpokenPlace(NamedTuple):
    """An airport in a text, or the airports of a city there, each by how likely it is meant."""

    start: int
    end: int
    codes: tuple[str, ...]
    sure: bool


def place_votes(dialogue: Sequence[AirTurn], codes: frozenset[str]) -> Votes:
    """Weigh each airport at each end. A customer who names both ends without more names the origin first."""
    votes: Votes = {"origin": defaultdict(float), "destination": defaultdict(float)}
    for turn in dialogue:
        found = spoken_places(turn.text, tuple(sorted(codes)))
        for each, end in _ends(turn, found) if found else ():
            share = turn.weight * (1.0 if each.sure else 0.6) / len(each.codes)
            for code in each.codes:
                if end:
                    votes[end][code] += share
                else:
                    votes["origin"][code] += share / 3
                    votes["destination"][code] += share / 3
    return votes


@lru_cache(maxsize=4096)
def spoken_places(text: str, codes: tuple[str, ...]) -> tuple[SpokenPlace, ...]:
    """The airports in a text, in order. A code in capitals that isn't one of them is taken for the nearest."""
    low, found = text.lower(), list[SpokenPlace]()
    for pattern, each in _patterns(codes):
        found += [SpokenPlace(*place.span(), each, len(each) == 1) for place in pattern.finditer(low)]
    found += [
        SpokenPlace(*place.span(), (near,), False)
        for place in _CODE.finditer(text)
        if place.group() not in codes and (near := _nearest(place.group(), codes))
    ]
    return _settled(low, sorted(found))


@lru_cache(maxsize=1024)
def _patterns(codes: tuple[str, ...]) -> list[tuple[re.Pattern[str], tuple[str, ...]]]:
    """For each code, and each name, what to look for, and which of the airports it may mean."""
    by_name = dict[str, list[str]]()
    for code in codes:
        city = (AIRPORTS[code].lower(),) if code in AIRPORTS else ()
        for name in dict.fromkeys((*city, *_ALSO.get(code, ()))):
            by_name.setdefault(name, []).append(code)
    names = [(re.compile(rf"\b{re.escape(name)}\b"), tuple(held)) for name, held in by_name.items()]
    return [*((re.compile(rf"\b{code.lower()}\b"), (code,)) for code in codes), *names]


def _nearest(said: str, codes: Sequence[str]) -> str | None:
    """The code one letter away from an unknown one, unless the unknown one is an airport elsewhere or a word."""
    from rapidfuzz.distance import OSA

    near = [code for code in codes if OSA.distance(said, code) == 1]
    return near[0] if len(near) == 1 else None


_APART = re.compile(r"\b(?:to|and|from|till|return|back)\b")


def _settled(low: str, found: Sequence[SpokenPlace]) -> tuple[SpokenPlace, ...]:
    """City and code beside one another are one place: "Boston, MA - BOS"."""
    kept = list[SpokenPlace]()
    for each in found:
        if not kept or not _is_one(low, kept[-1], each):
            kept.append(each)
            continue
        before = kept[-1]
        fewer = min(before, each, key=lambda one: (len(one.codes), not one.sure))
        kept[-1] = SpokenPlace(before.start, max(before.end, each.end), fewer.codes, fewer.sure)
    return tuple(kept)


def _is_one(low: str, before: SpokenPlace, each: SpokenPlace) -> bool:
    """Tell whether two expressions overlap, or stand beside one another for the same place."""
    if each.start < before.end:
        return True
    between = low[before.end : each.start]
    if len(between) > 24 or _APART.search(between):
        return False
    return not set(each.codes).isdisjoint(before.codes)


def _ends(turn: AirTurn, found: Sequence[SpokenPlace]) -> list[tuple[SpokenPlace, End | None]]:
    """Assign an end of the journey to each place of a turn, where that can be told."""
    ends = [_said_after(turn.low, each) or _cued(turn.low, found, at) for at, each in enumerate(found)]
    for at, (one, other) in enumerate(pairwise(found)):
        respective = _respective(turn.low[: one.start])
        if respective:
            ends[at], ends[at + 1] = respective, _OTHER[respective]
            break
        open_ends = ends[at] is None and ends[at + 1] in (None, "destination")
        if open_ends and _joined(turn.low, one, other):
            ends[at], ends[at + 1] = "origin", "destination"
    ends = _completed([each.codes for each in found], ends)
    if ends == [None] and not _ASKS_DAYS.search(turn.asked):
        ends = [_asked(turn.asked)]
    return list(zip(found, ends, strict=True))


def _completed(places: Sequence[tuple[str, ...]], ends: Sequence[End | None]) -> list[End | None]:
    """Of two places one is each end: the other one's other end, or the order in which they come."""
    different = list(dict.fromkeys(places))
    if len(different) != 2 or None not in ends:
        return list(ends)
    known = {place: end for place, end in zip(places, ends, strict=True) if end}
    if not known:
        known = {different[0]: "origin"}
    place, end = next(iter(known.items()))
    other = different[1] if place == different[0] else different[0]
    known.setdefault(other, _OTHER[end])
    return [said or known[place] for place, said in zip(places, ends, strict=True)]


def _respective(before: str) -> End | None:
    """Return the end that the first of two places is after "my source and destination are"."""
    if _RESPECTIVELY.search(before):
        return "origin"
    return "destination" if _REVERSED.search(before) else None


def _said_after(low: str, place: SpokenPlace) -> End | None:
    """The end that is said after the place: "Boston is my source"."""
    after = low[place.end : place.end + 40]
    if _IS_ORIGIN.match(after) and re.match(r"^[\s,]*(?:is|as|are|will be|being|\()", after):
        return "origin"
    return "destination" if _IS_DESTINATION.match(after) else None


_OTHER: dict[End, End] = {"origin": "destination", "destination": "origin"}


def _joined(low: str, one: SpokenPlace, other: SpokenPlace) -> bool:
    return bool(_JOINED.match(low[one.end : other.start]))


def _cued(low: str, found: Sequence[SpokenPlace], at: int) -> End | None:
    """The end of the journey by the last word before a place that tells it."""
    start = found[at - 1].end if at else 0
    before = re.split(r"[.?!;]\s", low[max(start, found[at].start - 60) : found[at].start])[-1]
    cues = list(_CUE.finditer(before))
    if not cues:
        return None
    last = cues[-1]
    if last["origin"]:
        return "origin"
    if last["place"]:
        telling = next((each for each in reversed(cues) if not each["place"]), None)
        return "origin" if telling and telling["origin"] and telling.end() > len(before) - 25 else "destination"
    rest = before[last.end() :]
    if last["destination"] == "to" and re.match(r"\s*(?:start|depart|leave|board|fly from|begin|travel from)", rest):
        return "origin"
    if last["destination"] == "to" and not _LED_BY_TO.match(rest):
        return None
    return "destination"


def _asked(question: str) -> End | None:
    origin, destination = bool(_ASKS_ORIGIN.search(question)), bool(_ASKS_DESTINATION.search(question))
    if origin == destination:
        return None
    return "origin" if origin else "destination"


Day = tuple[Month, int]

_MONTH_NUMBERS, _DAYS = range(1, 13), range(1, 32)
_NAMES = {month[:3].lower(): month for month in MONTHS}
_MONTH = (
    r"(?P<{0}>jan(?:uary)?|feb(?:r?uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY_NUMBER = r"(?P<{0}>[0-3]?\d)(?:st|nd|rd|th)?(?![\d:])"
_FORMS = re.compile(
    "|".join((
        r"\b(?P<m1>[01]?\d)\s?[/.-]\s?(?P<d1>[0-3]?\d)(?:\s?[/.-]\s?(?:20)?\d\d\b)?(?!\d*(?:st|nd|rd|th))",
        rf"\b{_MONTH.format('m2')}\b[\s,.-]*(?:the\s+)?{_DAY_NUMBER.format('d2')}",
        rf"\b{_DAY_NUMBER.format('d3')}[\s,.-]*(?:of\s+)?{_MONTH.format('m3')}\b",
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


def day_votes(dialogue: Sequence[AirTurn]) -> DayVotes:
    """All that was said of days. Later turns weigh a little more: who corrects something says it last."""
    there, back = defaultdict[Day, float](float), defaultdict[Day, float](float)
    for at, turn in enumerate(dialogue):
        found = spoken_days(turn.low)
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
def spoken_days(low: str) -> tuple[SpokenDay, ...]:
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
        both = dict.fromkeys(((first, second), (second, first)))
        return [(MONTHS[month - 1], day) for month, day in both if month in _MONTH_NUMBERS and day in _DAYS]
    name = form["m2"] or form["m3"]
    day = int(next(filter(None, form.group("d2", "d3", "d4", "d5", "d6"))))
    return [(_NAMES[name[:3]] if name else None, day)] if day in _DAYS else []


def _way(before: str) -> bool | None:
    """Tell whether the last word before a day that tells it speaks of the way back."""
    back = max((each.end() for each in _BACK.finditer(before)), default=-1)
    there = max((each.end() for each in _THERE.finditer(before)), default=-1)
    return None if back == there else back > there


def _asked_way(question: str) -> bool | None:
    """Tell whether a question is about the way back; None where it is about both ways, or neither."""
    if _BACK.search(question) and _THERE.search(question):
        return None
    return _way(question)


def _ways(found: Sequence[SpokenDay], turn: AirTurn) -> list[bool | None]:
    """Classify each day of a turn as the way back or not: of two the later one, else as it was said or asked for."""
    different = list(dict.fromkeys(each.days[0] for each in found))
    if len(different) == 2:
        later = different[1] if _comes_after(*different) else different[0]
        return [each.days[0] == later for each in found]
    if len(different) == 1:
        asked = _asked_way(turn.asked)
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
