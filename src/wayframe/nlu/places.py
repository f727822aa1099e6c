"""Places that the lexicon doesn't know: people also want to go where the catalogue doesn't, and should hear so.

A place is what a frame calls one, a name (words in capitals) after a preposition of place, either side of "A to B",
what stands where nothing but a place can ("flights to X"), or a short answer to the question where. Everyday words are
no places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from wayframe.nlu.phrases import Phrases, either
from wayframe.nlu.questions import is_feature, names_something_else
from wayframe.nlu.wizard_context import WizardContext
from wayframe.values import Gazetteer, Lexicon, Mention
from wayframe.values.finding import FreeText

_CAPITAL = r"(?-i:(?:St\.? )?[A-Z][\w'-]*\w)"
_NAME = rf"{_CAPITAL}(?: (?:(?:de|of|la|do|del|the) )?{_CAPITAL}){{0,3}}"
_LOW = r"(?:st\.? )?[^\W\d_][\w'-]*"
_GOING_ON = """
    and  on  for  please  pls  leaving  between  from  to  in  around  with  at  then  this  next  under  by  instead
    soon  now  maybe  i  we  but  if  what  ok
"""
_END = rf"(?=\s*(?:$|[.,!?…;:()\n])|\s+{either(_GOING_ON)}\b)"
_BEFORE_NAMES = """
    from  to  visit(ing)?  in  out of  leaving  departing  towards?  into  see  reach  explore  about  for  near  try
    check( out)?  look (up|at|into)
"""
_BEFORE_PLACES = r"""
    (go|went|get|fly|travel|heading|head|trips?|flights?|vacation|packages?|move|back|tickets?|anything) (to|2)
    (me|us|kids|children|wife|husband|family|parents|friends|team) to  (trips?|flights?|packages?) (from|for)  from
    out of  (leave|leaving|depart|departing) from  visit(ing)?  reside in
    (live|living|hotels?|stay|staying|trip|here|born|located|based|available|anything|packages?) in
    (i'?m|i am|we'?re|we are) in
    (what|how) about( in| to| from| for)?
"""
_NAMED = re.compile(rf"\b{either(_BEFORE_NAMES)} (?:the (?:city|town) of )?(?P<place>{_NAME})", re.IGNORECASE)
_CHOSEN = re.compile(rf"(?:^|[.!?\n] ?)(?P<place>{_NAME})(?=,? then\b)")
_SURE = Phrases(rf"\b{either(_BEFORE_PLACES)} (?P<place>{_LOW}(?: {_LOW}){{0,2}}?){_END}")
_ROUTE = re.compile(rf"(?P<place>{_NAME}) to (?P<goal>{_NAME})")
_LOW_ROUTE = Phrases(
    rf"(?:^\W*|\b(?:from|check|try) )(?P<place>{_LOW}(?: {_LOW})?) to (?P<goal>{_LOW}(?: {_LOW})??){_END}",
)
_TO_KNOWN = re.compile(
    rf"(?:\bfrom (?P<place>{_LOW}(?: {_LOW})?)|(?:^|[.,!?\n] ?|\b(?:about|check|try|do) )(?P<goal>{_LOW})) to $",
    re.IGNORECASE,
)
_WITH_KNOWN = re.compile(rf"(?:,? (?:or|and)(?: maybe)?|,(?= {_NAME}(?:,| or | and ))) (?P<place>{_NAME})")
_FROM_KNOWN = re.compile(rf" to (?P<place>{_LOW}){_END}", re.IGNORECASE)
_ANSWER = re.compile(
    r"^\W*(?:(?:i'?m|i am|we'?re|we are|it's|from|in|to|how about|what about|maybe|let'?s (?:try|do|go)|try|uh+m?|um+"
    r"|leaving|departing|would be|we(?:'ll| will) be|i(?:'d| would) (?:like|love) to (?:go|visit)|go|leave|depart"
    r"|out of|how bout|ok(?:ay)?|well|then)\W+)*"
    r"(?P<place>[^\W\d_][\w'.-]*(?: \w[\w'.-]*){0,2}?)"
    r"(?: (?:please|then|perhaps|preferably|maybe|i think|of course))?\W*$",
    re.IGNORECASE,
)
_IN_CAPITALS: tuple[Phrases | re.Pattern[str], ...] = (_SURE, _LOW_ROUTE)
_PATTERNS = (_ROUTE, _NAMED, _CHOSEN, *_IN_CAPITALS)
# Words of everyday talk about travel that stand where a place could.
_EVERYDAY_WORDS = """
    a about addition adult adults advance after afternoon again ago all alone already also am an and another any
    anyone anything anytime anywhere apr april are around as asap at aug august available away back bar be beach
    because bed been beer before best better between birthday bit book booking boss both breakfast bucks budget
    budgets bunch business but by bye can can't case cash cheap cheaper cheapest check children city class coast
    cold college come compare conference confirm contrast cool correct cost could country coworkers dates day days dec
    december depart departing departure destination destinations detail details dinner do does dollars don't
    done dont downtown each earlier earliest early east economy either else end escape even evening event events
    everyone everything everywhere exactly fact family far feb february few find fine first flexible flight
    flights fly flying food for forget friday friend friends from front fun general get getaway give go going
    good got great guess half happy hate have he heading heaven hell hello help her here hey hi him his hmm
    holiday home honeymoon hope hotel hotels how however i i'd i'll i'm ideal idk if in info information inside
    instead internship is island it it's its jan january job jul july jun june just kids know last late later
    least leave leaving less let let's lets life like little live location long looking love lunch luxury make
    man many mar march married mate maximum may maybe me meet meeting mind minimum monday money more morning
    most mother mountain mountains much must my myself name near need neither never new next night nights no
    nobody none nope north not nothing nov november now oct october of off office ok okay on once one ones only
    open option options or order other others our out own package packages paradise particular party people
    perhaps person place places plan plane please pls point points pool possible pretty price prices prob
    probably purchase question quite range rating ratings really reason relatives relax relaxation relaxing
    resort resorts rest return returning right river safe same saturday save school scratch sea seat seats see
    seeing sep sept september she shopping should sister sleep so some someone something sometime somewhere soon
    sooner sorry south spend spending star stars stay staying still store such sun sunday sure surprise take
    talk tell thank thanks that that's the their them then there these they thing things think thinking this
    those though thought thursday time to today together tomorrow tonight too top total town travel traveling
    travelling trip trips try tuesday two uh um under unsure until up upgrade us use vacation very view views
    visit visiting wait want wanting was way we we'll we're weather wedding wednesday week weekend weeks welcome
    well went west what what's whatever when whenever where wherever which while who whole why wife will wine
    with within without won't wonder work working world would wow yeah year years yep yes yesterday yet you your
    yourself
"""
_EVERYDAY = frozenset(_EVERYDAY_WORDS.split())
_LONGEST_ANSWER = 60  # characters; who answers where in more than that says more than where
_NEAR_BY = 40  # characters beside a known city that are read for the other end of the route


def remembered(text: str, mentions: Sequence[Mention], wizard: WizardContext, lexicon: Lexicon) -> list[Mention]:
    """The cities and hotels that the frames name and the lexicon doesn't."""
    cities = _strangers(wizard.names("dst_city", "or_city"), lexicon.cities)
    hotels = _strangers(wizard.names("name"), lexicon.hotels)
    found = [Mention(f.start, f.end, "city", f.name) for f in cities.find(text)]
    return _new([*found, *(Mention(f.start, f.end, "name", f.name) for f in hotels.find_parts(text))], mentions)


@lru_cache(maxsize=256)
def _strangers(names: tuple[str, ...], gazetteer: Gazetteer) -> Gazetteer:
    """The names that a gazetteer doesn't know."""
    return Gazetteer(name for name in names if not gazetteer.resolve(name))


def unknown(text: str, mentions: Sequence[Mention], wizard: WizardContext) -> list[Mention]:
    """The places in a straightened text that no mention covers, as mentions of kind city."""
    spans = (*_spans(text), *_other_ends(text, mentions), *_answer(text, mentions, wizard))
    places = [Mention(start, end, "city", text[start:end]) for start, end in spans if _place(text[start:end])]
    return _new(places, mentions)


def _new(found: Sequence[Mention], mentions: Sequence[Mention]) -> list[Mention]:
    """Those that don't overlap the mentions or each other; the first wins."""
    free = FreeText()
    for mention in mentions:
        free.take(mention.start, mention.end)
    return [mention for mention in found if free.take(mention.start, mention.end)]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    patterns = _IN_CAPITALS if text.isupper() else _PATTERNS
    for match in chain.from_iterable(pattern.finditer(text) for pattern in patterns):
        spans = [match.span(name) for name in match.groupdict()]
        if all(_place(text[start:end]) for start, end in spans):
            yield from spans


def _other_ends(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """The other end of a journey from or to a known city, or the other cities of a list."""
    for city in (m for m in mentions if m.kind == "city"):
        before = _TO_KNOWN.search(text, max(0, city.start - _NEAR_BY), city.start)
        if before:
            yield before.span(before.lastgroup or 0)
        after = _FROM_KNOWN.match(text, city.end) or _WITH_KNOWN.match(text, city.end)
        if after:
            yield after.span("place")


def _answer(text: str, mentions: Sequence[Mention], wizard: WizardContext) -> list[tuple[int, int]]:
    """A short text as the place that the wizard asked for."""
    asked = {"or_city", "dst_city"} & {*wizard.requested, *(wizard.confirming or ())}
    if not asked or mentions or len(text) > _LONGEST_ANSWER:
        return []
    match = _ANSWER.search(text)
    return [match.span("place")] if match else []


def _place(name: str) -> bool:
    heard = [word.split("'")[0] for word in re.findall(r"[^\W\d_][\w'-]*", name.lower())]
    if len(heard) > 1 and name.istitle():
        return not _EVERYDAY.issuperset(heard)
    if not heard or not _EVERYDAY.isdisjoint((heard[0], heard[-1])):
        return False
    return not names_something_else(name) and not is_feature(name)
