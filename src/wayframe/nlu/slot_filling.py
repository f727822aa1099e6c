"""Assign values to slots: "from X" is an origin, "back by the 5th" the end of a trip, "4 of us" are adults."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.nlu.amounts import budget, change, joining, length_of_stay, party
from wayframe.nlu.phrases import Phrases, after, anywhere, before
from wayframe.nlu.sentences import TextSentence
from wayframe.nlu.wizard_context import WizardContext
from wayframe.values import DONT_CARE, Mention, Money, Quantity

# "I can't leave before the 5th, Rome": who leaves on a day doesn't say from where.
_LEAVING = anywhere(
    "(leav(e|es|ing)|depart(ing|s)?)(?! from| in| at| out of|:| is)  from (the )?(\\d\\w*|{day}\\w*)",
    day="jan  feb  mar  apr  may  jun  jul  aug  sep  oct  nov  dec  mon  tue  wed  thu  fri  sat  sun",
)
# Words that lead to a goal or only stand before a place: who was asked where the journey begins answers with them too.
_LOOSE = before("in  at  around")
_STAYING = anywhere("hotels?  resorts?  places?  packages?  trips?  stay\\w*  vacation  anything  something")
_CITY_CUE = anywhere(
    "(?P<goal>{goal})  (?P<origin>{origin})  (?P<target>{target})",
    goal=r"""
        (leav\w+|depart\w*|fly\w*|off|out|start\w*|head\w*|bound) (\w+ )?for
        (go|get|going|come) (on )?(in|back to|to)
        (have|'ve got|got|attend\w*|invited to) (a|my|our|the) (\w+ ){0,2}?wedding in
    """,
    origin=r"""
        from  (leav(e|es|ing)|depart(ing|ure|ures|s)?)( (city|point|location))?( from| in| at| out of|:| is| would be)?
        (liv(e|es|ed|ing)|works?|working|stuck|located|resid(e|es|ing|ents?)|married|currently) in
        (right now|homes?|here|college) in
        (married|wedding|hitched|reception|stuck|working)( \w+){0,4} in  (school|been|out|stay here) in
        (nearest |home )?airport( is|:)  home ?town( is|:)  based (in|out of)  out ?(of|ta)  hail(ing)? from
        break from  away from
        (i'?m|we'?re|we are|i am) ((?!interested)\w+ )?in  live  escape
        start(ing)? (in|at|point( is)?)  home (city )?is
        origin\w*( city)?( from| is|:)?  be (back|home) (\w+ )?in
        (?<!better )(?<!new )(life|rain|noise) (here )?in
        (packed|packing|waiting|sitting|stuck) (\w+ )?in  (sick|tired) of  fed up with  had enough of
    """,
    target=r"""
        to  visit\w*  see  explor\w+  towards?  into  in  for  about  try  check  book  destination( is|:)?  at  around
        want
    """,
)
_GOAL_AFTER = after(
    "as (my|our|the) (destination|goal)  is where (i|we)('d| would)? (want|need|like|love|hope)( to)? (to )?(go|be|see)"
)
_ORIGIN_AFTER = after(r"""
    (is|would be|'s|being|as|will be) (my|our|the|a|where) ?(point of )?(departure|starting|origin|home|point)
    (is|would be|'s) where (i|we)('m|'re| live| am| are| call| leave)  where (i|we) (live|leave)  departure  i live
    right now  currently  to (anywhere|wherever|somewhere)
""")
_ADULTS = after("adults?")
_PERSON = before("name is  named  call me  i'?m called")
_LIST = re.compile(r"\s*(?:,|&|/|(?:,\s*)?\b(?:or|and|then)\b)(?: (?:maybe|even|also))*\s*", re.IGNORECASE)
_LIST_OF_GOALS = re.compile(r"\s*,?\s*\b(?:and|or)(?: maybe)? (?:to|in)\s*", re.IGNORECASE)
_TOWARDS = re.compile(r"\W*(?:[\w ]{1,20},?)??\s*(?:\b(?:to|2)\b|-+>?|→|>)\W*", re.IGNORECASE)
_BETWEEN = before(r"(?<!decide )(?<!deciding )(?<!choose )(?<!choosing )(?<!torn )(?<!choice )between")

_DATE_CUE = anywhere(
    "(?P<end>{end})  (?P<start>{start})",
    end=r"""
        return\w*{on}  back{on}  until  till?  by  end(ing|s)?{on}  before  through  thru  no later than
        home( again)?{on}  latest  com(e|ing) (back|home){on}  inbound{on}  (go|get|be) back to work{on}
        (start|have to|must) work( again)?{on}  (school|work|term) (starts?|begins?)( again)?{on}
    """,
    on=r"( (date|flight|trip))?( (is|would be|should be|has to be|must be))?( (on|after))?",
    start=r"""
        {never}( (?!return|back|home)\w+){0,5} before
        leav\w+  depart\w*  start\w*  from  on  after  begin\w*  as of  between  go(ing)?  fly\w*  earliest  out
    """,
    never="(ca|could|wo|would|do|does|did|are|is)n'?t  cannot  not  never  nobody",
)
_HELD = before(r"(hold|keep|save) (it|that|this|them|the \w+)( \w+){0,2} (until|till|for)( the)?")  # no day of a trip
_UNTIL = re.compile(
    r"(?:\s*on\b)?\s*,?\s*"
    r"(?:(?:and )?(?:to|until|till?|and|through|thru|or|returning|return|back)(?: (?:on|by))?|-+>?|→|/)\s*"
    r"(?:the\s*)?",
    re.IGNORECASE,
)
_SPAN = re.compile(r"\s*(?:to|until|till?|-|through)\s*(?:the\s*)?", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:(?:on|the)\s+)+", re.IGNORECASE)
_LONGEST_SMALL_TALK = 120  # characters
_SMALL_TALK = re.compile(
    r"\b(?:then|please|instead|maybe|perhaps|(?:how|what) about|let'?s (?:say|do|try|make it)|make it|ok(?:ay)?|so|and"
    r"|or|in|on|the|for|would (?:do|work|be (?:fine|better))|works|better)\b|[\W_]",
    re.IGNORECASE,
)
_ON_THE_WAY = re.compile(r",? (?:to|from)\b", re.IGNORECASE)
_VAGUE = re.compile(r"(?:today|tonight|now|(?:next|this) (?:week|month|weekend)|a week)$", re.IGNORECASE)

_PLAIN = {"stars": "category", "rating": "gst_rating", "seat": "seat", "name": "name"}
_PARTY = ("n_adults", "n_children")
_SEEN = 100  # characters before a value that are looked at for its role
_GAP = 60  # characters between two values that can still belong together


class SlotFill(NamedTuple):
    """A slot, the words that fill it and where they stand in the text."""

    slot: str
    val: str
    start: int
    end: int


class _SlotCandidate(NamedTuple):
    """A value whose role is sought: the words before it, and the value of its kind before it in the sentence."""

    mention: Mention
    text: str
    lead: str
    last: SlotFill | None
    wizard: WizardContext
    near: str  # the words since the last value of any kind

    def gap(self) -> str:
        """The words since the last value of this kind, or since the sentence's beginning."""
        return self.lead if self.last is None else self.text[self.last.end : self.mention.start][-_SEEN:]

    def joined(self, by: re.Pattern[str]) -> bool:
        """Tell whether only such words stand between the last value and this one."""
        return self.last is not None and _between(self.last, self.mention, self.text, by)


def fills(sentence: TextSentence, text: str, wizard: WizardContext) -> list[SlotFill]:
    """The slots that the values of a sentence fill, in order; values whose role isn't clear are left out."""
    found: list[SlotFill] = []
    last: dict[str, SlotFill] = {}
    end = sentence.start
    for mention in _spans_of_days(sentence.mentions, text):
        lead = text[max(sentence.start, mention.start - _SEEN) : mention.start]
        near = text[max(end, mention.start - _SEEN) : mention.start]
        slot = _slot(_SlotCandidate(mention, text, lead, last.get(mention.kind), wizard, near))
        end = mention.end
        if slot is not None:
            found.append(_fill(slot, _changing(slot, mention, lead, text), text))
            last[mention.kind] = found[-1]
    return _windows(_routes(_parties(found, text), text), text)


def _changing(slot: str, mention: Mention, lead: str, text: str) -> Mention:
    """The mention with the words that say that what was there before changes by it."""
    if slot == "budget":
        return mention._replace(start=mention.start - change(lead))
    before, behind = joining(lead, text, mention.end) if slot in _PARTY else (0, 0)
    return mention._replace(start=mention.start - before, end=mention.end + behind)


def _slot(value: _SlotCandidate) -> str | None:
    match value.mention.kind:
        case "city":
            return _city(value)
        case "date":
            return _date(value)
        case "money":
            return budget(value.mention, value.lead, value.text)
        case "count":
            slot = party(value.mention, value.lead, value.text, value.wizard)
            return _date(value) if slot in ("str_date", "end_date") else slot
        case "days":
            return length_of_stay(value.mention, value.lead, value.text)
        case kind:
            return _PLAIN.get(kind)


def _city(value: _SlotCandidate) -> str | None:
    if _PERSON.search(value.lead):
        return None
    if _GOAL_AFTER.match(value.text, value.mention.end):
        return "dst_city"
    if _ORIGIN_AFTER.match(value.text, value.mention.end):
        return "or_city"
    if value.last is not None and value.joined(_LIST):
        paired = _BETWEEN.search(value.text[: value.last.start][-_SEEN:])
        return "dst_city" if paired else value.last.slot
    if value.last is not None and value.last.slot == "dst_city" and value.joined(_LIST_OF_GOALS):
        return "dst_city"
    if _BETWEEN.search(value.lead):
        return "or_city"
    gap = value.gap()
    far = len(gap) - min(len(gap), len(value.near))
    cue = _last_cue(_CITY_CUE, _LEAVING.sub(" ", gap[:far]) + gap[far:])
    asked = (*value.wizard.requested, *(value.wizard.confirming or ()))
    begins = "or_city" in asked and "dst_city" not in asked and not (value.last and value.last.slot == "or_city")
    if cue == "target" and _answers_whence(value):
        return "or_city"
    if cue is not None:
        return "or_city" if cue == "origin" else "dst_city"
    return "or_city" if begins else "dst_city"


def _answers_whence(value: _SlotCandidate) -> bool:
    """Tell whether a place with little context answers the question for the origin."""
    asked = value.wizard.asked
    only = "or_city" in asked and "dst_city" not in asked and value.last is None
    return only and bool(_LOOSE.search(value.lead)) and not _STAYING.search(value.lead)


def _date(value: _SlotCandidate) -> str | None:
    last, requested = value.last, value.wizard.requested
    if _HELD.search(value.lead):
        return None
    if last is not None and last.slot == "str_date" and value.joined(_UNTIL):
        return "end_date"
    cue = _last_cue(_DATE_CUE, value.gap())
    if cue is not None:
        return "end_date" if cue == "end" else "str_date"
    if "str_date" not in requested and _VAGUE.match(value.text, *value.mention[:2]) and _in_passing(value):
        return None
    if last is not None:
        return "end_date" if last.slot == "str_date" else "str_date"
    return "end_date" if "end_date" in requested and "str_date" not in requested else "str_date"


def _in_passing(value: _SlotCandidate) -> bool:
    """Tell whether a vague day says little: other words stand beside it, and no place does."""
    start, end = value.mention[:2]
    rest = value.text[:start] + value.text[end:]
    alone = len(rest) <= _LONGEST_SMALL_TALK and not _SMALL_TALK.sub("", rest)
    return not alone and not _ON_THE_WAY.match(value.text, end) and not (value.lead and not value.near.strip(" ,"))


def _fill(slot: str, mention: Mention, text: str) -> SlotFill:
    """The fill as annotators mark it: "17th" of "the 17th", "-1" of "no limit"."""
    start, end = mention.start, mention.end
    unlimited = isinstance(mention.value, Money) and mention.value.bound == "most"
    if unlimited and "expens" not in text[start:end].lower():
        return SlotFill(slot, DONT_CARE, start, end)
    if slot in ("str_date", "end_date") and (article := _ARTICLE.match(text, start, end)):
        start = article.end()
    return SlotFill(slot, text[start:end], start, end)


def _spans_of_days(mentions: Sequence[Mention], text: str) -> list[Mention]:
    """The mentions, with "13 to 26" read as two days, "two days longer" as one length of stay."""
    read = list[Mention]()
    for mention in mentions:
        if mention.kind == "days" and read and read[-1].kind == "days" and text[read[-1].end : mention.start].isspace():
            mention = mention._replace(start=read.pop().start)
        read.append(mention)
    mentions = list(read)
    for i, (first, second) in enumerate(pairwise(mentions)):
        if _bare_day(first) and _bare_day(second) and _between(first, second, text, _SPAN):
            read[i : i + 2] = [first._replace(kind="date"), second._replace(kind="date")]
    return read


def _bare_day(mention: Mention) -> bool:
    number = mention.value if mention.kind == "count" and isinstance(mention.value, Quantity) else None
    return number is not None and number.of is None and number.low is not None and 1 <= number.low <= 31


def _parties(found: list[SlotFill], text: str) -> list[SlotFill]:
    """Without "4 of us" where "two adults and two children" says it better."""
    adults = [f for f in found if f.slot == "n_adults"]
    sure = [f for f in adults if _ADULTS.match(text, f.end)]
    return [f for f in found if f not in adults or f in sure] if sure else found


def _routes(found: list[SlotFill], text: str) -> list[SlotFill]:
    """Read "X to Y" without a word before X as an origin and a destination."""
    cities = [i for i, f in enumerate(found) if f.slot in ("dst_city", "or_city")]
    for i, j in reversed(list(pairwise(cities))):
        if _GOAL_AFTER.match(text, found[j].end) and _between(found[i], found[j], text, _LIST):
            found[i] = found[i]._replace(slot="dst_city")
    for i, j in pairwise(cities):
        if found[i].slot == found[j].slot == "dst_city" and _between(found[i], found[j], text, _TOWARDS):
            found[i] = found[i]._replace(slot="or_city")
    return found


def _windows(found: list[SlotFill], text: str) -> list[SlotFill]:
    """Read "A to B" as the two ends of a stay, also after a rougher date: "mid August, say the 14th to the 24th"."""
    dates = [i for i, f in enumerate(found) if f.slot in ("str_date", "end_date")]
    for i, j in pairwise(dates):
        if (found[i].slot, found[j].slot) == ("end_date", "str_date") and _between(found[i], found[j], text, _UNTIL):
            found[i], found[j] = found[i]._replace(slot="str_date"), found[j]._replace(slot="end_date")
    return found


def _between(first: SlotFill | Mention, second: SlotFill | Mention, text: str, by: re.Pattern[str]) -> bool:
    near = second.start - first.end <= _GAP
    return near and by.fullmatch(text, first.end, second.start) is not None


def _last_cue(pattern: Phrases, words: str) -> str | None:
    """The name of the group that matched last."""
    name = None
    for found in pattern.finditer(words):
        name = found.lastgroup
    return name
