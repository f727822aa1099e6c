"""Which slot a value fills: "from X" is an origin, "back by the 5th" the end of a trip, "4 of us" adults."""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from wayframe.nlu.scene import Scene
from wayframe.nlu.sentences import Sentence
from wayframe.values import Mention, Quantity

_CITY_CUE = re.compile(
    r"\b(?:(?P<dst>(?:leav\w+|depart\w*|fly\w*|off|out|start\w*|head\w*) (?:\w+ )?for|(?:go|get|goin|going"
    r"|went) (?:on )?(?:a \w+ )?(?:in|to))"
    r"|(?P<org>from|leav(?:e|ing)(?: in| from| out of)?|depart(?:ing|ure)?(?: (?:city|point|location))?(?: from"
    r"| in| at|:| is| would be)?"
    r"|out of|based (?:in|out of)|liv(?:e|ing) in|located in|stuck in|i am in|i'?m in|we'?re in|we are in"
    r"|currently in"
    r"|origin\w*(?: city)?(?: from| is|:)?|hail from|starting (?:in|at|point(?: is)?)|here in|home (?:is"
    r"|city is)|flying out of)"
    r"|(?P<dst2>to|visit\w*|see|explore|towards?|into|in|for|about|try|destination(?: is|:)?|at|around))\b",
    re.IGNORECASE,
)
_ORIGIN_AFTER = re.compile(
    r"\s*(?:(?:is|would be|'s) (?:my|our|the|where) (?:departure|starting|origin|home|point|i\b|we\b|i'm|we're)"
    r"|as (?:my|our|the|a) (?:departure|origin|starting)|departure\b)",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s*(?:,|&|/|\bor\b|\band\b|\bthen\b|,\s*(?:and|or)(?: maybe)?)\s*(?:to )?", re.IGNORECASE)
_TOWARDS = re.compile(r"\s*(?:,[^,]{1,25},?\s+)?(?:to|-+>?|→|>)\s*", re.IGNORECASE)

_DATE_CUE = re.compile(
    r"\b(?:(?P<end>return\w*|back|until|till?|by|end(?:ing|s)?|before|through|thru|no later than|com(?:e"
    r"|ing) home|home|arriv\w+ back)"
    r"|(?P<start>leav\w+|depart\w*|start\w*|from|on|after|begin\w*|as of|between|go(?:ing)?|fly\w*|earliest|out))\b",
    re.IGNORECASE,
)
_DATE_JOINED = re.compile(
    r"\s*(?:(?:and )?(?:to|until|till?|and|through|thru|or)(?: the| on)?|-+>?|→|/)\s*(?:the\s*)?", re.IGNORECASE
)
_AT_LEAST = re.compile(
    r"\b(?:at least|min(?:imum)?(?: of)?|no less than|more than|longer than|over)\s*(?:a |an )?$", re.IGNORECASE
)
_PEOPLE = re.compile(
    r"\s*(?:adults?|people|persons?|of us|grown|ppl|pax|tickets?|travell?ers?|passengers?)\b", re.IGNORECASE
)
_KIDS = re.compile(
    r"\s*(?:\w+ )?(?:kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies)|infants?|little ones)\b", re.IGNORECASE
)
_COUNTED = ("n_adults", "n_children", "budget", "max_duration", "min_duration", "category", "str_date", "end_date")
_PLAIN = {"stars": "category", "rating": "gst_rating", "seat": "seat", "name": "name"}


class Fill(NamedTuple):
    """A slot, the words that fill it and where they stand in the text."""

    slot: str
    val: str | bool
    start: int
    end: int


def fills(sentence: Sentence, text: str, scene: Scene) -> list[Fill]:
    """The slots that the values of a sentence fill, in order; values whose role isn't clear are left out."""
    found: list[Fill] = []
    for mention in sentence.mentions:
        before = [f for f in found if f.end <= mention.start]
        slot = _slot(mention, sentence, text, scene, before)
        if slot is not None:
            found.append(Fill(slot, text[mention.start : mention.end], mention.start, mention.end))
    return _turned(found, text)


def _slot(mention: Mention, sentence: Sentence, text: str, scene: Scene, before: list[Fill]) -> str | None:
    lead = text[sentence.start : mention.start]
    match mention.kind:
        case "city":
            return _city(mention, lead, text, scene, before)
        case "date":
            return _date(mention, lead, text, scene, before)
        case "money":
            return "budget"
        case "count":
            return _count(mention, text, scene)
        case "days":
            return _days(mention, lead)
        case kind:
            return _PLAIN.get(kind)


def _city(mention: Mention, lead: str, text: str, scene: Scene, before: list[Fill]) -> str:
    if _ORIGIN_AFTER.match(text, mention.end):
        return "or_city"
    last = next((f for f in reversed(before) if f.slot in ("dst_city", "or_city")), None)
    if last is not None and _JOINED.fullmatch(text, last.end, mention.start):
        return last.slot
    gap = lead if last is None else text[last.end : mention.start]
    cue = _last(_CITY_CUE, gap)
    if cue is not None:
        return "or_city" if cue == "org" else "dst_city"
    origin_asked = "or_city" in scene.requested and "dst_city" not in scene.requested
    return "or_city" if origin_asked else "dst_city"


def _date(mention: Mention, lead: str, text: str, scene: Scene, before: list[Fill]) -> str:
    last = next((f for f in reversed(before) if f.slot in ("str_date", "end_date")), None)
    if last is not None and last.slot == "str_date" and _DATE_JOINED.fullmatch(text, last.end, mention.start):
        return "end_date"
    cue = _last(_DATE_CUE, lead if last is None else text[last.end : mention.start])
    if cue is not None:
        return "end_date" if cue == "end" else "str_date"
    if last is not None:
        return "end_date" if last.slot == "str_date" else "str_date"
    end_asked = "end_date" in scene.requested and "str_date" not in scene.requested
    return "end_date" if end_asked else "str_date"


def _count(mention: Mention, text: str, scene: Scene) -> str | None:
    people = mention.value.of if isinstance(mention.value, Quantity) else None
    if people == "children" or _KIDS.match(text, mention.end):
        return "n_children"
    if people is not None or _PEOPLE.match(text, mention.end):
        return "n_adults"
    return next((slot for slot in scene.requested if slot in _COUNTED), None)


def _days(mention: Mention, lead: str) -> str:
    least = isinstance(mention.value, Quantity) and mention.value.high is None and mention.value.low is not None
    return "min_duration" if least or _AT_LEAST.search(lead) else "max_duration"


def _turned(found: list[Fill], text: str) -> list[Fill]:
    """Read "X to Y" without a word before X as an origin and a destination."""
    cities = [i for i, f in enumerate(found) if f.slot in ("dst_city", "or_city")]
    for i, j in itertools.pairwise(cities):
        first, second = found[i], found[j]
        if first.slot == second.slot == "dst_city" and _TOWARDS.fullmatch(text, first.end, second.start):
            found[i] = first._replace(slot="or_city")
    return found


def _last(pattern: re.Pattern[str], text: str) -> str | None:
    """The name of the group that matched last in `text`."""
    name = None
    for found in pattern.finditer(text):
        name = found.lastgroup
    return name
