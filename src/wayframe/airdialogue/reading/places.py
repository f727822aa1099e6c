"""Read the airports of a customer's journey, and the end of the journey that each is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from wayframe.airdialogue.players.vocabulary import AIRPORTS
from wayframe.airdialogue.reading.turns import AirTurn

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
_DATES = re.compile(r"\b(?:dates?|days?|when)\b")
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


def heard(dialogue: Sequence[AirTurn], codes: frozenset[str]) -> Votes:
    """Weigh each airport at each end. A customer who names both ends without more names the origin first."""
    votes: Votes = {"origin": defaultdict(float), "destination": defaultdict(float)}
    for turn in dialogue:
        found = spoken(turn.text, tuple(sorted(codes)))
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
def spoken(text: str, codes: tuple[str, ...]) -> tuple[SpokenPlace, ...]:
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
    if ends == [None] and not _DATES.search(turn.asked):
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
