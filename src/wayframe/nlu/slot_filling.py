"""Assign values to slots: "from X" is an origin, "back by the 5th" the end of a trip, "4 of us" are adults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.language.patterns import PatternTable, holding
from wayframe.nlu.phrases import Phrases, after, anywhere, before
from wayframe.nlu.sentences import TextSentence
from wayframe.nlu.wizard_context import WizardContext
from wayframe.ontology import SLOT_OF
from wayframe.values import DONT_CARE, Mention, Money, Quantity

_NO_STAY = before("(in|within|by|past|last|next|extra|every|another|turning|one of the|give or take)( the)?")
_SHIFT = after("(or two )?(earlier|later|before|after|ago|sooner|more or less|either way|each way)")
_KIDS = after(r"""
    (\w+ )?(kids?|child(ren)?|sons?|daughters?|bab(y|ies)|infants?|little ones|youngsters|grandkids|teens?|toddlers?)
""")
_PEOPLE = after("""
    adults?  people  persons?  of us  grown  ppl  pax  tickets?  travell?ers?  passengers?  friends  others  men  women
    guys  girls
""")
_COUNTED = ((_KIDS, "n_children"), (_PEOPLE, "n_adults"))
_FOR = before("for  are  be  party of  just  group of  us")
_CLOSING = re.compile(
    r"\s*(?:$|[.,!?\n]|(?:please|in total|total|on|from|to|and|in|with|under|below"
    r"|between|(?:some|any) ?time|leav\w+|depart\w+|start\w+|return\w+|back|going|who|that)\b)",
    re.IGNORECASE,
)
_ABOUT_OTHERS = before(r"(talk|tell|discuss|check|share|ask|confirm|consult|married|back to|check in)( \w+){0,3}")
_NO_PARTY = re.compile(r"honeymoon|anniversary|i (?:just|only)$", re.IGNORECASE)
_FOR_SELF = before("treat  give  get  enjoy  to")
_MYSELF = anywhere("i  me  myself  us  alone")
# "my daughter just moved to", "our friends say": these stay where they are.
_ELSEWHERE = after(
    "(who )?({adverb} )*{verb}",
    adverb="just  recently  has  have  is  are  already",
    verb=r"""
        mov(ed|ing)  lives?  living  works?  working  stud(y|ies|ying)  asks?  asking  keeps?  says?  told  recommend\w*
        invited  raves?  loves?  went  visited  getting married  got married
    """,
)
_CHANGED = before(
    r"""
    (increas(e|ing)|rais(e|ing)|lower(ing)?|reduc(e|ing)|decreas(e|ing))( {it})? by
    (bump|up|push|cut|bring)(ing)?( {it})? (up|down) by  (bump|up|cut)(ing)?( {it})? by  cut
    (an )?(extra|another|additional)  (?<!no )add(ing)?( (an|an extra|another))?
""",
    it="it  that  (the|my|our) (budget|limit|max\\w*)",
)
# "2 more kids", "one kid less": so many more or fewer than come so far.
_MORE = after(
    "(more|less|fewer)(?! (or|than))  (adults?|person|people|kids?|child(ren)?) (more|less|fewer)(?=\\W*$|[.,!?])"
)
_MORE_MONEY = before("(by|extra|another|additional|add|for an)( (only|just|about))?")
_MORE_THAN = after(r"(\w+ )?(over|less|more than|extra|above|under) (\w+ )?(budget|than|what|i|we|my|our)")
_ANSWERED_BY_NUMBER = (
    "n_adults", "n_children", "budget", "max_duration", "min_duration", "category", "str_date", "end_date",
)  # fmt: skip
_ASKED = {slot: slot for slot in _ANSWERED_BY_NUMBER} | {"duration": "max_duration"}
_SUPERLATIVES = {"max": "min_duration", "more": "min_duration", "min": "max_duration", "less": "max_duration"}


def _party(value: _SlotCandidate) -> str | None:
    """The slot of a count: adults, children, or what the wizard asked for; None if it counts nobody who travels."""
    assert isinstance(value.mention.value, Quantity)
    people = value.mention.value.of
    if people is None:
        counted = next((slot for pattern, slot in _COUNTED if pattern.match(value.text, value.mention.end)), None)
        return counted or _asked_for(value)
    if _stays_home(value.mention, value.lead, value.text):
        return None
    return "n_children" if people == "children" else "n_adults"


def _stays_home(mention: Mention, lead: str, text: str) -> bool:
    """Tell whether the people who are mentioned don't travel."""
    surface = text[mention.start : mention.end].lower()
    others = not _MYSELF.search(surface)
    return any(
        (
            surface == "myself" and _FOR_SELF.search(lead),
            others and _ELSEWHERE.match(text, mention.end),
            _NO_PARTY.match(surface),
            _ABOUT_OTHERS.search(lead),
        )
    )


def _asked_for(value: _SlotCandidate) -> str | None:
    """The slot of a bare number: the one that the wizard asked for, or a length of stay that it offered."""
    mention, lead, text, wizard = value.mention, value.lead, value.text, value.wizard
    if _SHIFT.match(text, mention.end):
        return None
    closing = _CLOSING.match(text, mention.end) is not None
    for_so_many = closing and _FOR.search(lead) is not None
    if for_so_many and "n_adults" in wizard.asked:
        return "n_adults"
    asked = [_ASKED[slot] for slot in wizard.asked if slot in _ASKED]
    if asked:
        return asked[0]
    if for_so_many or "n_adults" in wizard.proposed:
        return "n_adults"
    alone = closing and not lead.strip()
    return "duration" if alone and wizard.offers("duration", text[mention.start : mention.end]) else None


def _length_of_stay(value: _SlotCandidate) -> str | None:
    """The slot of a number of days: at most or at least; None if it isn't the length of a stay."""
    length = value.mention.value
    assert isinstance(length, Quantity)
    if _NO_STAY.search(value.lead) or _SHIFT.match(value.text, value.mention.end):
        return None
    if length.superlative:
        return _SUPERLATIVES[length.superlative]
    return "min_duration" if length.high is None else "max_duration"


def change(lead: str) -> int:
    """Measure the words before an amount of money that make it a change of the budget: "bump it up by 500"."""
    found = _CHANGED.search(lead)
    return len(lead) - found.start() if found else 0


def more(text: str, end: int) -> int:
    """Measure the words behind a number of people that say they come in addition, or don't."""
    found = _MORE.match(text, end)
    return found.end() - end if found else 0


def _budget(value: _SlotCandidate) -> str | None:
    """The slot of an amount of money; None if it is only the difference to another one."""
    difference = _MORE_MONEY.search(value.lead) or _MORE_THAN.match(value.text, value.mention.end)
    return "budget" if change(value.lead) or not difference else None


_DEGREE = anywhere(
    """
    (?P<category>{nice})(?= {stay}(?! to))
    (?<!the )(?<!or )(?<!you )(?<!ya )(?P<str_date>{soon})(?! (than|in|today|on|date|or later|\\d))
""",
    nice="really good  really nice  good  nice  decent  luxury  luxurious  fancy  upscale  classy  five  four  three",
    stay="hotels?  places?  resorts?  accommodations?  rooms?  digs",
    soon="""
        ((a|one|two|three|1|2|3|a couple of|a few) (days?|weeks?) )?(earlier|later)
        sooner  soonest  asap  as soon as (possible|i can|we can)
    """,
)


_BACK = anywhere(r"return\w*  (com(e|ing)|get(ting)?|be|fly(ing)?|head(ing)?|go(ing)?) (back|home)  back home")


class ComparativePhrase(NamedTuple):
    """A slot and where the words stand that say in which direction it should go."""

    slot: str
    start: int
    end: int


def comparatives(words: str) -> Iterator[ComparativePhrase]:
    """The directions that a sentence names."""
    for match in _DEGREE.finditer(words):
        slot = str(match.lastgroup)
        back = slot == "str_date" and _BACK.search(words[: match.start()])
        yield ComparativePhrase("end_date" if back else slot, *match.span(slot))


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
_ORIGIN_AFTER = after(r"""
    (is|would be|'s|being|as|will be) (my|our|the|a|where) ?(point of )?(departure|starting|origin|home|point)
    (is|would be|'s) where (i|we)('m|'re| live| am| are| call| leave)  where (i|we) (live|leave)  departure  i live
    right now  currently  to (anywhere|wherever|somewhere)
""")
_ADULTS = after("adults?")
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

_PLAIN = {kind: SLOT_OF[kind] for kind in ("stars", "rating", "seat", "name")}
_PARTY = ("n_adults", "n_children")
_DATES = frozenset(("str_date", "end_date"))
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

    @property
    def last_slot(self) -> str:
        """The slot of the last value of this kind; empty where there is none."""
        return self.last.slot if self.last else ""

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
        reading = _READINGS.get(mention.kind, _plain)
        slot = reading(_SlotCandidate(mention, text, lead, last.get(mention.kind), wizard, near))
        end = mention.end
        if slot is not None:
            found.append(_fill(slot, _changing(slot, mention, lead, text), text))
            last[mention.kind] = found[-1]
    return _windows(_routes(_parties(found, text), text), text)


def _changing(slot: str, mention: Mention, lead: str, text: str) -> Mention:
    """The mention with the words that say that what was there before changes by it."""
    if slot == "budget":
        return mention._replace(start=mention.start - change(lead))
    if slot in _PARTY:
        return mention._replace(end=mention.end + more(text, mention.end))
    return mention


def _plain(value: _SlotCandidate) -> str | None:
    return _PLAIN.get(value.mention.kind)


def _count(value: _SlotCandidate) -> str | None:
    slot = _party(value)
    return _date(value) if slot in _DATES else slot


def _city(value: _SlotCandidate) -> str:
    asked = {"or_city", "dst_city"} & {*value.wizard.requested, *(value.wizard.confirming or ())}
    before = value.last.start if value.last else 0
    found = {
        f"cue_{_last_cue(_CITY_CUE, value.gap())}": True,
        f"last_{value.last_slot}": True,
        "origin_after": _ORIGIN_AFTER.match(value.text, value.mention.end),
        "listed": value.joined(_LIST),
        "goals_listed": value.joined(_LIST_OF_GOALS),
        "list_between": _BETWEEN.search(value.text[:before][-_SEEN:]),
        "between": _BETWEEN.search(value.lead),
        "origin_asked": asked == {"or_city"},
        "whence": _answers_whence(value),
    }
    return _CITIES.outcome(holding(found, bool))


_CITIES = PatternTable[str](
    ("origin_after", "", "or_city"),
    ("listed list_between", "", "dst_city"),
    ("listed last_or_city", "", "or_city"),
    ("listed", "", "dst_city"),
    ("goals_listed last_dst_city", "", "dst_city"),
    ("between", "", "or_city"),
    ("cue_target whence", "", "or_city"),
    ("cue_target", "", "dst_city"),
    ("cue_goal", "", "dst_city"),
    ("cue_origin", "", "or_city"),
    ("origin_asked", "last_or_city", "or_city"),
    ("", "", "dst_city"),
)


def _answers_whence(value: _SlotCandidate) -> bool:
    """Tell whether a place with little context answers the question for the origin."""
    ends = {"or_city", "dst_city"} & set(value.wizard.asked)
    if ends != {"or_city"} or value.last or not _LOOSE.search(value.lead):
        return False
    return not _STAYING.search(value.lead)


def _date(value: _SlotCandidate) -> str | None:
    asked = _DATES & set(value.wizard.requested)
    found = {
        f"cue_{_last_cue(_DATE_CUE, value.gap())}": True,
        f"last_{value.last_slot}": True,
        "until": value.joined(_UNTIL),
        "start_asked": "str_date" in asked,
        "end_asked": asked == {"end_date"},
        "in_passing": _VAGUE.match(value.text, *value.mention[:2]) and _in_passing(value),
    }
    return _ENDS.outcome(holding(found, bool))


_ENDS = PatternTable[str | None](
    ("until last_str_date", "", "end_date"),
    ("cue_end", "", "end_date"),
    ("cue_start", "", "str_date"),
    ("in_passing", "start_asked", None),
    ("last_str_date", "", "end_date"),
    ("last_end_date", "", "str_date"),
    ("end_asked", "", "end_date"),
    ("", "", "str_date"),
)


def _in_passing(value: _SlotCandidate) -> bool:
    """Tell whether a vague day says little: other words stand beside it, and no place does."""
    start, end = value.mention[:2]
    rest = value.text[:start] + value.text[end:]
    if len(rest) <= _LONGEST_SMALL_TALK and not _SMALL_TALK.sub("", rest):
        return False
    behind_value = value.lead and not value.near.strip(" ,")
    return not behind_value and not _ON_THE_WAY.match(value.text, end)


_READINGS: Mapping[str, Callable[[_SlotCandidate], str | None]] = {
    "city": _city,
    "date": _date,
    "money": _budget,
    "count": _count,
    "days": _length_of_stay,
}


def _fill(slot: str, mention: Mention, text: str) -> SlotFill:
    """The fill as annotators mark it: "17th" of "the 17th", "-1" of "no limit"."""
    start, end = mention.start, mention.end
    unlimited = isinstance(mention.value, Money) and mention.value.bound == "most"
    if unlimited and "expens" not in text[start:end].lower():
        return SlotFill(slot, DONT_CARE, start, end)
    article = _ARTICLE.match(text, start, end) if slot in _DATES else None
    start = article.end() if article else start
    return SlotFill(slot, text[start:end], start, end)


def _spans_of_days(mentions: Sequence[Mention], text: str) -> list[Mention]:
    """The mentions, with "13 to 26" read as two days, "two days longer" as one length of stay."""
    read = list[Mention]()
    for mention in mentions:
        kinds = [each.kind for each in (*read[-1:], mention)]
        if kinds == ["days", "days"] and text[read[-1].end : mention.start].isspace():
            mention = mention._replace(start=read.pop().start)
        read.append(mention)
    for i, (first, second) in enumerate(pairwise(read[:])):
        if _bare_day(first) and _bare_day(second) and _between(first, second, text, _SPAN):
            read[i : i + 2] = [first._replace(kind="date"), second._replace(kind="date")]
    return read


def _bare_day(mention: Mention) -> bool:
    if mention.kind != "count" or not isinstance(mention.value, Quantity) or mention.value.of:
        return False
    return mention.value.low is not None and 1 <= mention.value.low <= 31


def _parties(found: list[SlotFill], text: str) -> list[SlotFill]:
    """Without "4 of us" where "two adults and two children" says it better."""
    adults = [f for f in found if f.slot == "n_adults"]
    sure = [f for f in adults if _ADULTS.match(text, f.end)]
    unsure = set(adults).difference(sure or adults)
    return [f for f in found if f not in unsure]


def _routes(found: list[SlotFill], text: str) -> list[SlotFill]:
    """Read "X to Y" without a word before X as an origin and a destination."""
    cities = [i for i, f in enumerate(found) if f.slot in ("dst_city", "or_city")]
    for i, j in pairwise(cities):
        goals = found[i].slot == found[j].slot == "dst_city"
        if goals and _between(found[i], found[j], text, _TOWARDS):
            found[i] = found[i]._replace(slot="or_city")
    return found


def _windows(found: list[SlotFill], text: str) -> list[SlotFill]:
    """Read "A to B" as the two ends of a stay, also after a rougher date: "mid August, say the 14th to the 24th"."""
    dates = [i for i, f in enumerate(found) if f.slot in _DATES]
    for i, j in pairwise(dates):
        if (found[i].slot, found[j].slot) == ("end_date", "str_date") and _between(found[i], found[j], text, _UNTIL):
            found[i], found[j] = found[i]._replace(slot="str_date"), found[j]._replace(slot="end_date")
    return found


def _between(first: SlotFill | Mention, second: SlotFill | Mention, text: str, by: re.Pattern[str]) -> bool:
    near = second.start - first.end <= _GAP
    return near and by.fullmatch(text, first.end, second.start) is not None


def _last_cue(pattern: Phrases, words: str) -> str | None:
    """The name of the group that matched last."""
    found = [match.lastgroup for match in pattern.finditer(words)]
    return found[-1] if found else None
