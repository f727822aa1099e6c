"""Find what a sentence asks for: slots, a comparison of several packages, features of a hotel and its surroundings.

Features are wishes, too, and refusals: "on the beach", "no malls".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wayframe.nlu.phrases import Phrases, after, anywhere
from wayframe.nlu.sentences import TextSentence
from wayframe.ontology import SLOT_OF
from wayframe.values.finding import FreeText

_FEATURES = {
    "breakfast": r"breakfasts?|breaky|brekkie|meals? included",
    "parking": r"parking|park (?=(?:my|our|the|a) car)|(?:(?<=can i )|(?<=can we )|(?<=could i )|(?<=could we ))park",
    "wifi": r"wi-?fi|internet",
    "gym": r"gym|fitness (?:cent(?:er|re)|room)",
    "spa": r"spas?|massages?",
    "park": r"parks?",
    "museum": r"museums?",
    "beach": r"beach(?:es|front)?|seaside|the (?:ocean|sea|water)",
    "shopping": r"shopping(?! for| around)|shops|stores",
    "market": r"markets?",
    "airport": r"(?<!nearest )(?<!home )(?<!closest )(?<!my )(?<!our )airport",
    "university": r"universit(?:y|ies)|campus",
    "mall": r"malls?",
    "cathedral": r"cathedrals?",
    "downtown": r"downtown|city cent(?:er|re)|(?:heart|cent(?:er|re)|middle) of (?:the )?(?:city|town|it all|action)",
    "palace": r"palaces?",
    "theatre": r"theat(?:er|re)s?",
}
_FEATURE = Phrases(
    r"(?<![\w'-])(?:" + "|".join(f"(?P<{slot}>{pattern})" for slot, pattern in _FEATURES.items()) + r")(?![\w'-])",
)
_WISHED = anywhere(
    r"""
    (any|some)(thing|where)( \w+){0,3}? {near}
    (a|any|an|another|some|of the) (\w+ ){0,2}?{hotel} (that (is|are|has|have) |that's |located )?(right )?{near}
    want  need  like  love  prefer  hoping  looking  rather  wish  requires?  make sure  must  as long as  important
    (find|get|book|show|give) (me|us)  ones {near}
    (a|any|another) one {near}  ^\W*(and |or |what about |how about )?ones? {near}  (any|some) {near}
    cheapest (\w+ )?{near}
    what('s| is) available  what (do )?(you|you've) (have|got)
""",
    near="near  on  by  with  w/  close  in  at  not far from",
    hotel="hotels?  packages?  places?  ones?  trips?  resorts?  options?",
)
_REFUSED = anywhere(
    """
    don'?t  do not  not(?! far)  no(?! (rush|hurry|problem|doubt))  won't  wouldn't  never  hate  without  away from
    rather not  remove  drop  skip
"""
)
_OF_OPTION = after(
    r"(included )?(at|in|with|for) (the|that|this) ((?!hotel)\w+ ){0,2}?(one|package|option|[A-Z]\w+ [A-Z]\w+ for)"
)
_CLAUSE = re.compile(r"[.;!?]|\bno,? thank(?:s| you)\b|,? (?:so|but|because|therefore) ")


def is_feature(words: str) -> bool:
    """Tell whether words that could name a place name a feature or the surroundings of a hotel."""
    return _FEATURE.fullmatch(words) is not None


class FeatureMention(NamedTuple):
    """A feature that a sentence names, whether it is wished (or asked about), and whether it is refused."""

    slot: str
    wished: bool
    refused: bool


def features(sentence: TextSentence) -> list[FeatureMention]:
    """The features that a sentence names, once each, outside other values such as a hotel's name."""
    found: dict[str, FeatureMention] = {}
    for match in _FEATURE.finditer(sentence.words):
        if _is_part_of_value(sentence, sentence.start + match.start(), sentence.start + match.end()):
            continue
        before = sentence.words[: match.start()]
        asks = sentence.asks or bool(_OF_OPTION.match(sentence.words, match.end()))
        wished = not asks or bool(_WISHED.search(before))
        refused = bool(_REFUSED.search(_CLAUSE.split(before[-40:])[-1]))
        slot = str(match.lastgroup)
        found.setdefault(slot, FeatureMention(slot, wished, refused))
    return list(found.values())


def _is_part_of_value(sentence: TextSentence, start: int, end: int) -> bool:
    """Tell whether words are a part of a value, such as a name, or the airport of a city."""
    inside = any(m.start < end and start < m.end for m in sentence.mentions)
    return inside or any(m.kind == "city" and m.end == start - 1 for m in sentence.mentions)


# "what are the dates" asks for them; "my dates", "for other dates" do not.
_NOT_THE_OFFERS = (
    "these", "those", "my", "our", "same", "different", "for", "of", "other", "specific", "set", "return", "end",
    "departure", "start",
)  # fmt: skip
_PARTS = {
    "the": "(?:the |this |that |these |those |it |they |your |my |our |its )*",
    "is": "(?:'s|s|'re| is| are| was| were| would| will| does| do| did)?(?: be| it be)? ",
    "verb": "details  like  is like  has  have  was  had  the  would  offers?  costs?",
    "other": "(?:" + "".join(f"(?<!{word} )" for word in _NOT_THE_OFFERS) + ")",
}


class QuestionCue(NamedTuple):
    """Words that ask for slots; a `sure` cue does so in any sentence, the others only in one that asks."""

    slots: tuple[str, ...]
    pattern: Phrases
    sure: bool


def _cue(slots: str, phrases: str, sure: bool = False) -> QuestionCue:
    return QuestionCue(tuple(slots.split()), anywhere(phrases, **_PARTS), sure)


_CUES = (
    _cue("price", r"""
        how ?(much|expensive|pricey|cheap)(?! (time|longer|fun))  what {is}?{the}(\w+ ){0,3}cost
        what{is}{the}(\w+ ){0,2}?(price|cost|total|damage|rate|fare)s?  what (would|does|will) .{1,60} set (me|us) back
        (how much|what) (do|would|will|am|are) (i|we) (\w+ ){0,3}?pay\w*
    """, sure=True),
    _cue("price", r"""
        (?<!same )(?<!that )prices?(?! range)  pricing  costs?  (?<!a )total  cheaper than  more expensive  same price
        (better|best) (deal|value|price)
    """),
    _cue(SLOT_OF["rating"], r"""
        (guest|user|customer|travell?er|people'?s?|visitor)s?'? ?(ratings?|reviews?|scores?|opinions?)
        what{is}(the )?ratings?(?! of)
        (ratings?|reviews?) (of|by|from) (other )?(guests|users|customers)  reviews?  reviewed  well rated
        (rated|rating) by (guests|users|customers|people)  (guests?|people|customers) (think|say|rate|like)
    """),
    _cue("category", r"""
        (how many|number of|what|which) stars?  category
        star ratings?  (hotel'?s? |the |its |their |what )?ratings?  (?<!with more )stars
        how (nice|fancy|good|classy) (is|are)  hotel quality  what quality
        (what|how)('s| is| are) {the}(hotels?|it|they|place) rated  is (it|this|that|the hotel) (\w+ )?(fancy|classy)
    """),
    _cue("name", r"""
        (what|which|whats|what's) (\w+ )?(hotels?|resorts?|packages?|deals?)(?! {verb})
        names? of  (hotel('s)?|its|their|the) names?  called
        where (would|will|am|are|do|could|can) (i|we) (be )?stay\w*
    """),
    _cue("amenities vicinity", r"""
        (what|any) (kinds? of |sorts? of )?activit(y|ies)  activities  extras  to do (there|here|around)
        what (else )?is there to (do|see)
        (is )?anything included  what would (i|we) get(?! to)
        what{is}{the}(else )?(included|(\w+ )?(include|come with))  what('s|s| is| else is)? included
    """),
    _cue("amenities", r"""
        am(m)?en+it\w*  ammenties  facilit\w+  perks  free stuff  features
        what (does|do|did) {the}(?!(you|u|we) )(\S+ ){0,5}?(offer|have|provide|include)
    """),
    _cue("vicinity", r"""
        vicinity  near ?by  surround\w*  (tourist )?attractions?  landmarks?  things? to (do|see)  sights?  located?
        location  neighbou?rhood  what can (we|i) do  near\W*$  near (to )?(anything|something|what|any\w*)
        around (the |this |that )?(hotel|there|it|here|area)  what{is}{the}(\w+ )?(near|close|around|by)
        close (to|by)(?= (it|the hotel|there|anything|what|any|something)|\W*$)
        where('s|s| is| are) {the}(hotel|it|located)  (points?|anything|something) of (interest|note)
    """),
    _cue("seat", r"""
        (what|which) (kind|type|sort|class)s?( of)? (flights?|seats?|tickets?|class|would|is|am|are)
        (what|which) (flight |seat )?class  which seats?  type of (flight|seat|ticket)  seat(s|ing)? (type|class)
        business or economy( class)?  economy or business( class)?
    """),
    _cue("duration", """
        how long(?! (is|are|does|do) (the |my |our )?flights?)  how many (days|nights)  length of  duration
        number of (days|nights)
    """),
    _cue("dep_time_or arr_time_dst dep_time_dst arr_time_or", r"""
        flight times?  (times|hours) of  flight (schedule|info\w*|details)  flight hours  times of day
        how long (is|are|does|do) (the |my |our )?flights?  dates and times
        what times?(?= (are|is|do|does|would|will) (the |my |our )?flights?)  what time(?= is (it|that|the flight))
        what times
    """),
    _cue("arr_time_dst", r"(what time|when) (\w+ ){0,4}(arriv\w*|land|get there|get in)  arrival time"),
    _cue("str_date dep_time_or", r"when (\w+ ){0,2}(flight|plane) (leave|depart|take off|go|start)s?"),
    _cue("dep_time_or", r"what time (\w+ ){0,4}(leav\w*|depart\w*|take off|fly)  departure times?"),
    _cue("or_city", r"""
        (what|which|where) (\w+ ){0,4}(leav\w+|depart\w*|fly\w*) from  from where  flight from
        (what|which)('s| is)? (the )?departure (city|point)
    """),
    _cue("dst_city", r"""
        where (is|was) (it|that|this)(?! located)  where to  to where
        (what|which) (other )?(cit(y|ies)|destinations?|places?|locations?|country)
    """),
    _cue("flex", r"""
        (is|are) (it|that|this|they|those|these|the dates?|(the )?(departure|return)( dates?)?) (\w+ )?flexible
        (other|different|alternative|more) (travel )?dates?(?= (for|at|with|available|possible)|\W*$)
        (what|which) (travel )?dates (are|do you have|have you got|does it have)( currently)? available
    """),
    _cue("str_date end_date", r"""
        (what|which){is}?(are )?{the}(travel |departure and return |exact |available )?(dates?|days)
        {other}dates  (same|different) dates  departure and return  ^\W*when\W*$
        when('s|s| is| are| was)? (that|it|this|the (trip|package|flight))(?! (leav|depart|return|back|start))
        when (would|will|do) (it|that|this|the (trip|package|flight)s?) be
        when (would|will) (i|we) be (going|travel\w*|there|away)
    """),
    _cue("str_date", r"""
        (leav\w+|depart\w+|start\w+) when
        when (\w+ ){0,4}?(leav\w*|depart\w*|go|start\w*|fly\w*)(?! back)  (departure|leaving|start) (date|day)s?
    """),
    _cue("end_date", r"""
        (return\w*|com(e|ing) (back|home)) when  until when
        when (\w+ ){0,4}(return\w*|back|end|come home)  (return(ing)?|end) (date|day)s?  (and|or) (when )?(return|back)
    """),
    _cue("n_adults n_children", "how many (people|persons|adults)"),
    _cue("count_name", r"how many (\w+ )?(hotels|resorts|places to stay)"),
    _cue("count", r"how many (\w+ )?(packages|options|trips|deals|offers|vacations)"),
)  # fmt: skip
_SURE = tuple(cue for cue in _CUES if cue.sure)
LISTING = anywhere(r"(what|which) (other |of your |are the |are your )?(cities|destinations|countries)")
"""A question for the list of cities, of all or of one country."""
SAME_DATES = anywhere(r"same (\w+ )?dates")
"""A mention of the "same dates", which for another city are a wish."""
SEVERAL = anywhere(r"""
    which (one|of|hotel|package|trip|city|destination|is|has|option|flight|ones|place)s?(?! do you have)
    each( one| of)?  both  compar\w+  between (the|them|these)  differences?  all (of )?(them|these|those|\d+(?! of us))
    (these|those)( \w+)? (hotels?|packages?|two|trips?|options?|places|stays|cities|destinations)
    (these|those) (two|three)  (any|either|none|one|some) of (them|these|those)  side by side  versus  vs\.?
    (same|better|nicer|cheaper|more \w+) (\w+ )?(than|as)  the two(?! of us)( \w+)?  as opposed to
    the other(?! (one|hotel|option|package|trip))
    all (under|in|at|the same)  are those  for these
""")
"""Words about more than one package, whatever was offered: "each", "which one"."""
COMPARED = anywhere(r"compare  comparison  differences?  side by side")
"""A question for a comparison as such."""
PERHAPS_SEVERAL = anywhere(r"""
    they  them  hotels  prices  ratings  names  the packages  those  these
    (what|whats|what's)( are)? (the )?(dates|prices?|costs?|amenities)
""")
"""Words about several packages if several were just offered: "they", "the prices"."""
LOOKING = anywhere(
    r"""
    (what|whatcha|what'?ve) (do |have |can |would |could )?(you|u|ya|we)?( guys)? ?{give}
    what('s|s| is| are| do you have) (currently |all )?available  what (are )?(my|the|our) options
    (what|which) (\w+ )?(options?|choices)  what('s| is) there  any (options|packages|suggestions)
""",
    give="have  got  offer( (me|us))?  find( (me|us))?  show( (me|us))?  recommend  suggest  do for (me|us)",
)
"""A question for everything available."""
AFFORDS = anywhere(r"""
    (fit|fits|within|under|in|on|into|below) (in |into |within |under )?(my|our|the) (\w+ )?(budget|price range)
    (can|could|would) (i|we) (\w+ )?afford  can i afford
""")
"""Words about the price and the user's budget."""


def names_something_else(words: str) -> bool:
    """Tell whether words that could name a place name an attribute of a package instead: "the price", "amenities"."""
    return any(cue.pattern.search(words) for cue in _CUES)


def asked(sentence: TextSentence) -> list[str]:
    """The slots that a sentence asks for, in the order of the cues; a cue has words of its own."""
    words = sentence.words
    cues = _CUES if sentence.asks or COMPARED.search(words) else _SURE
    slots, free = dict[str, None](), FreeText()
    for cue in cues:
        match = cue.pattern.search(words)
        if match is not None and free.take(*match.span()):
            slots.update(dict.fromkeys(cue.slots))
    return list(slots)
