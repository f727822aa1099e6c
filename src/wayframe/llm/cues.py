"""Words that claim something which no value says: who is spoken of, what is denied, compared, counted, done, promised.

A model writes in its own words. These are the ones by which `grounding` tells what a sentence claims.
"""

from __future__ import annotations

import re

OF_PEOPLE = re.compile(
    r"(?:(?:sorry|sadly|unfortunately|of course|sure|okay|ok|yes|no|gladly)\b[,.!]? ?)*"
    r"(?:i|we|you|your|let|please|no|there (?:is|are) no|thank|thanks)\b",
    re.I,
)
PRONOUN = re.compile(
    r"\A\W*that\b|\b(?:it|its|it['’]s|they|them|their|both|this|these|those|one|ones|each|either|neither)\b", re.I
)
BEGINS_WITH_IT = re.compile(r"(?:\w+,? ){0,2}(?:it|its|it['’]s|they)\b", re.I)
POINTS = re.compile(r"\b(?:it|this|that|one|them|they|both|these|those|hotel|[a-z]+ one)$", re.I)
FOUND = re.compile(
    r"\b(?:here|found|following|have|got|see|there (?:is|are)|there['’]s)\b|"
    r"\A(?:none|all|every|most|some|several|many|few)\b",
    re.I,
)
"""What announces options without naming them."""

DECIMALS, WHOLE = re.compile(r"[.,]\d"), re.compile(r"\d[.,]$")
LINK = re.compile(r"https?:|www\.|\w@\w|[<>{}\[\]|`*#\\_]|[\u00b2\u00b3\u00b9\u2070-\u2089\u2150-\u218b\u2460-\u24ff]")
WORD = re.compile(r"[^\W\d_][\w'’-]*")
ENDS = (".", "!", "?", ":")
CLAUSE = re.compile(r"\bbut\b|\bwhile\b|\bwhereas\b|\bthough\b|\balthough\b|;|—|–(?= )")
COMES_WITH = re.compile(r"\bcom(?:es?|ing) with(?:out)?(?: an?| the| no| any| both)? $")
"""The words that say that an option has the feature behind them."""

DENIAL = re.compile(r"\b(?:no|not|none|neither|without|lacks?|lacking|missing|cannot|never|nowhere)\b|n['’]t\b", re.I)
PLAIN_NO = re.compile(r"\A\W*no[,.!] ", re.I)
"""An answer before a sentence, which denies nothing in it."""

OWN = frozenset(("I", "I'm", "I'd", "I'll", "I've", "I’m", "I’d", "I’ll", "I’ve", "AI"))
WIFI = re.compile(r"wi-?fi", re.I)  # people write it with capitals, and it is no name
SMALL = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
JUST_ONE = re.compile(r"\A(?:just |only )?one\b|\b(?:just|only|there(?:['’]s| is)|have|found) one\b", re.I)
"""What says that one was found."""

COUNTED = {"both": 2} | {word: number for number, word in enumerate(SMALL, 2)}
AMONG = re.compile(
    r"\b(?:of|among|between) (?:all )?(?:the |these |those )?"
    rf"(?:(?P<count>{'|'.join(COUNTED)})\b|them\b|these\b|those\b)",
    re.I,
)
COUNTING = re.compile(
    r"\s+(?:\w+ ){0,2}?(?:that |which )?"
    r"(?:fits?|match\w*|options?|results?|in all|of (?:them|these)|others?|more|found)\b"
)
EXTREME = re.compile(
    r"\b(?:best|worst|top|highest|lowest|largest|smallest|biggest|longest|shortest|most|least|fewest|cheapest|"
    r"only one)\b"
)
UPWARDS = ("best", "top", "highest", "largest", "biggest", "longest", "most")
DONE = re.compile(
    r"\b(?:booked|reserved|confirmed|purchased|bought|paid|cancell?ed|refunded|secured|on hold|holding|all set)\b"
    r"|\b(?:i['’]?(?:ll|m)|i (?:will|am|have|just)|we['’]?(?:ll|re|ve)|now|let me|going to|went ahead)"
    r" (?:\w+ ){0,3}(?:book|reserv|cancel|purchas|chang|hold|pay|paid)\w*"
    r"|\b(?:it|that|all|everything|this)(?:['’]s| is) (?:done|yours|settled|arranged|sorted|fixed)\b"
    r"|\b(?:done|settled|arranged|consider)\b.*\b(?:yours|done|booked|reserved)\b|^done\b"
    r"|\bi (?:can |hereby |now )?confirm\b|\byou(?:['’]re| are) (?:going|flying|booked)\b",
    re.I,
)
CANCELLED = re.compile(r"cancel", re.I)
PROPOSED = re.compile(r"\b(?:book|reserve|cancel|take it|go ahead)\w*\b", re.I)
NOTHING = re.compile(
    r"(?<!know )\bnothing\b|\bnone\b.*\b(?:fits?|match\w*|left|found|works?)\b|\bunavailable\b|"
    r"\b(?:there|found|have) (?:\w+ ){0,2}none\b|"
    r"\bno (?:\w+ ){0,3}(?:options?|results?|match\w*|availab\w+|such|fits?)\b|"
    r"\b(?:could|can|did|was|were|is|are|do|does)(?: not|n['’]t|not) (?:\w+ ){0,3}"
    r"(?:find|any|available|exist|have any|fit|able to find)\b",
    re.I,
)
_CATALOGUE = r"(?:in|on|part of|a part of) (?:the|my|our) (?:catalogue|catalog|list)\b"
ABSENT = re.compile(
    r"(?:(?:i['’]m|i am) (?:afraid|sorry)(?: that| but|, but)? )?"
    rf"(?:\bneither (?P<neither>[^.;:!?—]*?) (?:is|are) {_CATALOGUE}|"
    rf"(?P<subject>[^.;:!?—]*?)\b(?:is|are|was|were)(?: not|n['’]t) {_CATALOGUE})|"
    r"\b(?:the|my|our) (?:catalogue|catalog|list) (?:has no|(?:does not|doesn['’]t) (?:have|list|know|contain|include))"
    r"(?P<object>[^.;:!?—]*)|"
    r"\b(?:there (?:is|are) no|there['’]s no|(?:have|find|see|know) no|"
    r"(?:do not|don['’]t|cannot|can['’]t) (?:have|find|see))"
    rf"(?P<had>[^.;:!?—]*?) {_CATALOGUE}",
    re.I,
)
"""A clause that says that something isn't in the catalogue; one of its groups is that thing."""

OF_WHAT_IS_SAID = re.compile(r"\W*(?:(?:whether|how|if|what|who|where|when|which|why)\b|that\W*\Z)", re.I)
"""The beginning of an indirect question, or a pointer at one: no thing that a catalogue has."""

LARGE = re.compile(
    r"\b(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
    r"ninety|hundreds?|thousands?|millions?|dozens?|half|quarter|percent|couple)\b"
)
"""Numbers in words that no count of options is."""

EQUAL = re.compile(r"\bas \w+ as\b|\b(?:same|equal\w*|identical\w*|alike|similar\w*)\b")
"""What says that options are alike in something, which is checked of "the same" with a slot behind it only."""

SAME, STAY = "same", re.compile(r"(?:days|dates)\b")
"""What says that options are alike in the slot behind it, or in the days from when to when they are."""

ELLIPSIS = re.compile(r"\b(?:too|as well|likewise|also|ditto|so (?:is|does|has|are|do|have)|nor (?:is|does|has))\b")
"""What says of an option what was said of another."""

PARTED = re.compile(r"[;:—()!?]|[.,](?!\d)|\b(?:but|while|whereas|though|although|and)\b(?! \x00)")
"""The signs and words that part the clauses of a sentence; "and" before a name or a value joins them."""

TOGETHER = re.compile(r"\b(?:all together|together|in total|in all|in sum|altogether|all told|taken together)\b")
"""The words that say that an amount is the sum of several."""

SINGLE = re.compile(r"\b(?:it|its|it['’]s|each|either|one)\b")
"""The words that speak of one of several, or of each."""

MORE = re.compile(
    r"\b(?:more|less|fewer|higher|lower|better|worse|bigger|smaller|larger|longer|shorter|greater|earlier|later)\b"
)
MORE_UPWARDS = ("more", "higher", "better", "bigger", "larger", "longer", "greater", "later")

BOUNDS = {
    "at_least": (
        re.compile(r"\b(?:at least|no less than|a minimum of|a minimum|from)(?: the)? $"),
        re.compile(r"(?: of \w+)? (?:or|and) (?:more|above|over|up|larger|bigger|higher|better|longer|later|after)\b"),
    ),
    "at_most": (
        re.compile(
            r"\b(?:at most|no more than|up to|within|a maximum of|a maximum|by|until|no later than|budget of)"
            r"(?: the)? $|\Awith $"
        ),
        re.compile(
            r"(?: of \w+)? (?:or|and) (?:less|below|under|fewer|smaller|lower|lighter|shorter|cheaper|earlier|before)\b"
        ),
    ),
}
"""What stands before or behind a value that is a bound."""


NOT_COMPARED = re.compile(
    r"\b((?:see|talk to|speak to|until) (?:you )?later)\b|"
    rf"\b(?:one|{'|'.join(SMALL)}) (more)(?=[.,:;!?]| (?:that|which|of|in|with|for|options?)\b)"
)
"""Words of a goodbye or of a count, which compare nothing."""

BACK, LEAVING = re.compile(r"\b(?:back|return\w*|home|until)\b"), re.compile(r"\b(?:leav\w+|depart\w*|go|start\w*)\b")
"""Which end of a stay a question is about."""

BOOKING = re.compile(r"\byour (?:\w+ )?(?:booking|reservation|order|trip|ticket|confirmation)s?\b", re.I)
"""What speaks of a booking as one that there is."""

NOT_BEFORE = re.compile(r"(?:\bnot\b|n['’]t\b|\bnever\b)(?: \S+){0,3} ?$", re.I)
"""What denies a value that stands behind it."""

_SETS_OFF = r"\b(?:sets? off|setting off)\b(?!.*(?:\bback\b|\bhome\b|return))"
_LEAVES_FOR = r"\b(?:leav\w+|depart\w*) (?:for|to)\b(?! home)(?!.*(?:\bback\b|\bhome\b|return))"
_OUT = r"\b(?:flight|way) out\b(?!.*(?:\bback\b|\bhome\b|return))"
_AT_HOME = r"(?:\b(?:are|is|be|get|arrive)|['’](?:re|s|ll be)) (?:back|home)\b(?!.*(?:leav|depart|start|take|fl[yi]))"
MISTAKEN = {
    "source": re.compile(
        r"(?:(?<!\bback )(?<!\bhome )(?<!\breturn )(?<!\breturns )\b(?:to|in|at)|\bfor|"
        r"\b(?:back|home|return\w*) from) $"
    ),
    "goal": re.compile(
        r"(?:(?<!\bback )(?<!\bhome )(?<!\breturn )(?<!\breturns )\bfrom|\b(?:back|home) (?:to|in|at)) $"
    ),
    "window_start": re.compile(
        r"\b(?:return\w*|back|until|till|ends?|ending)\b(?!.*(?:leav|depart))[^,;]{0,60}$|"
        rf"{_AT_HOME}|\bhome from\b(?!.*(?:leav|depart))"
    ),
    "window_end": re.compile(
        r"\b(?:leav\w+|depart\w*|from|start\w*|begin\w*|outbound)(?: on)? $|"
        rf"(?:{_SETS_OFF}|{_LEAVES_FOR}|{_OUT})(?!.*(?:until|\btill\b|\bto $|\bends?\b))"
    ),
    "departure": re.compile(rf"\b(?:arriv\w+|lands?|landing|return\w*|back)\b[^,;]{{0,30}}$|{_AT_HOME}|\bhome from\b"),
    "arrival": re.compile(
        r"\b(?:leav\w+|depart\w*|takes? off|return\w*|back)\b(?!.*(?:arriv|land))[^,;]{0,30}$|"
        rf"{_AT_HOME}|\bhome from\b|{_SETS_OFF}(?!.*(?:arriv|land|there))"
    ),
    "departure_back": re.compile(
        rf"\b(?:arriv\w+|lands?|landing|outbound)\b[^,;]{{0,30}}$|{_SETS_OFF}|{_LEAVES_FOR}|{_OUT}|{_AT_HOME}"
    ),
    "arrival_back": re.compile(
        rf"\b(?:depart\w*|takes? off|outbound)\b[^,;]{{0,30}}$|{_SETS_OFF}|{_LEAVES_FOR}|{_OUT}"
    ),
}
"""What stands before a value that is taken for another: "returns on" the day of departure."""

ASKED = {
    "source": re.compile(r"\b(?:from where|where\b.*\b(?:from|leav\w+|depart\w+)|origin|departure city)\b"),
    "goal": re.compile(r"\b(?:where\b(?!.*\b(?:from|leav|depart))|which (?:city|place)|destination)"),
    "party": re.compile(r"\bhow many\b|\bwho\b.*\btravel"),
    "date": re.compile(r"\bwhen\b|\b(?:which|what) (?:\w+ )?(?:dates?|days?)\b"),
}
"""What asks for a slot of a role or a kind; for any other its own words do."""

NEVER = re.compile(
    r"\b(?:free|complimentary|discount\w*|refund\w*|guarantee\w*|sale|bargain|promo\w*|sold out|last one|left|"
    r"remaining|hurry|selling fast|non-?stop|layovers?|direct flights?|warranty|insur\w+|half price|twice|double|"
    r"cashback|voucher|upgrade[ds]?|tax(?:es)?|fees?|included|deposit|deliver\w*|shipping|in stock|"
    r"tomorrow|yesterday|next (?:week|month|year)|overnight|each|apiece|per head|"
    r"pools?|restaurants?|bars?|balcon\w+|shuttles?|taxis?|kitchens?|minibar|air conditioning|room service|pets?|"
    r"(?:per|a) (?:night|person|adult|traveller|traveler|day|week|month))\b",
    re.I,
)
"""What no slot holds: nothing of an option can prove it."""
