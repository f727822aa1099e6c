"""What the user asks to know: slots of a package, and whether it is a comparison of several."""

from __future__ import annotations

import re
from typing import NamedTuple

from wayframe.nlu.sentences import Sentence

_FLIGHT_TIMES = ("dep_time_or", "arr_time_dst", "dep_time_dst", "arr_time_or")


class Cue(NamedTuple):
    """Words that ask for slots; `alone` cues do so in any sentence, the others only in one that asks."""

    slots: tuple[str, ...]
    pattern: re.Pattern[str]
    alone: bool


def _cue(slots: str, pattern: str, alone: bool = False) -> Cue:
    return Cue(tuple(slots.split()), re.compile(rf"(?<![\w'])(?:{pattern})(?![\w'])", re.IGNORECASE), alone)


CUES = (
    _cue("price", r"how (?:much|expensive|pricey)(?! (?:time|longer))|what(?:'s| is|s| are| would| will"
    r"|'re)(?: be)? (?:the |your )?(?:\w+ )?(?:price|cost|total|damage|rate|fare)s?"
         r"|what (?:does|do|would|will|did) (?:\w+ ){1,3}cost", True),
    _cue("price", r"prices?|pricing|costs?|total|rates?(?! \w+ star)|cheaper|cheapest|more expensive"
    r"|most expensive|(?:better|best) (?:deal|value|price)"),
    _cue("gst_rating", r"(?:guest|user|customer|traveler|traveller|people'?s?|visitor)s?'? ?(?:ratings?"
    r"|reviews?|scores?|opinions?)|(?:ratings?|reviews?) (?:of|by|from) (?:guests|users|customers)"
         r"|reviews?|reviewed|(?:rated|rating) by (?:guests|users|customers|people)|out of (?:10|ten)"),
    _cue("category", r"(?:how many|number of) stars?|star ratings?|(?:hotel )?rating|ratings|rated|how (?:nice"
    r"|fancy|good) (?:is|are)|stars|(?:best|better|nicest|nicer|fanciest|fancier) hotel|quality"),
    _cue("name", r"(?:what|which|whats|what's) (?:\w+ )?(?:hotels?|resorts?|packages?|options?"
    r"|deals?)(?! (?:details|like|is|has|have|are|would|do you have in))|name of|(?:hotel(?:'s)?|its"
    r"|their) names?|the names?|called"
         r"|(?:what|which) (?:do you|have you|you) (?:have|got|offer)|what(?:'s| is) available|what (?:hotel"
         r"|place) (?:is|would|will)"),
    _cue("amenities vicinity", r"activit(?:y|ies)|what (?:does|do|is|are) (?:the |this |that )?(?:package|trip"
    r"|hotel)s? (?:include|come with|included)|what (?:else )?(?:is|comes?) (?:included|with)"),
    _cue("amenities", r"am(?:m)?enit\w*|facilit\w+|perks|services?|what (?:does|do) (?:the |this "
    r"|that )?(?:hotel|place|it|they)s?(?: \w+)? (?:offer|have|provide|include|come)|features?"),
    _cue("vicinity", r"vicinity|near ?by|surrounding\w*|attractions?|around (?:the |this |that |there|it|here)"
    r"|what(?:'s| is|s)? (?:it |there )?(?:near|close|around|by)|near (?:to )?(?:anything|something|what|any)"
         r"|close (?:to|by)(?! (?:a|an|the) )|things? to do|sights?|what is (?:it|the hotel) (?:near|close)"
         r"|(?:where(?:'s| is) (?:the |this |that )?(?:hotel|it))|located?|location|neighbou?rhood|area"),
    _cue("seat", r"(?:what|which) (?:kind|type|sort|class|seat)s?(?: of)? (?:flights?|seats?|tickets?|class"
    r"|would|is|am|are)|(?:what|which) (?:flight |seat )?class|business or economy|economy or business|seat(?:s"
    r"|ing)?(?: type| class)?"),
    _cue("duration", r"how (?:long|many days|many nights)|length of|duration|for how (?:long|many)"
    r"|number of (?:days|nights)|longest"),
    _cue(" ".join(_FLIGHT_TIMES), r"what times?|flight times?|(?:times|hours) of|flight (?:details|schedule"
    r"|info\w*)|time of (?:the )?flights?|departure times?|arrival times?|when (?:are|would|is|do) the flights?"),
    _cue("dst_city", r"where (?:is (?:it|that|this)|would (?:i|we)|can (?:i|we)|could (?:i|we)|to\b|do you"
    r"|should)|(?:what|which) (?:cit(?:y|ies)|destinations?|places?|locations?)|where"),
    _cue("or_city", r"(?:what|which|where) .{0,20}(?:leav\w+|depart\w*|fly\w*) from|departure (?:city|point)"
    r"|from where"),
    _cue("str_date end_date", r"(?:what|which) (?:are |is |were )?(?:the |their |its |my )?(?:travel "
    r"|departure and return |exact |available )?(?:dates?|days)|dates?|when (?:is|are|would|will|was) (?:it"
    r"|that|this|the|they|these|those) (?!.*(?:leav|depart|return|back))"
         r"|when(?:'s| is| are)? (?:that|it|this|the trip)|departure and (?:return|arrival)|what time of|when\W*$"),
    _cue("str_date", r"when (?:\w+ ){0,4}(?:leav\w*|depart\w*|go|start\w*|fly\w*)|(?:departure|leaving"
    r"|start) (?:date|day)"),
    _cue("end_date", r"when (?:\w+ ){0,4}(?:return\w*|back|end)|(?:return(?:ing)?|end) (?:date|day)|(?:and"
    r"|or) (?:when )?(?:return|back)\b"),
    _cue("breakfast", r"(?:free )?breakfast|meals?"),
    _cue("wifi", r"wi-?fi|internet|wireless"),
    _cue("parking", r"parking"),
    _cue("spa", r"spa|massages?"),
    _cue("gym", r"gym|fitness"),
    _cue("beach", r"beach\w*|ocean|sea(?:side)?|water(?:front)?"),
    _cue("park", r"parks?"),
    _cue("museum", r"museums?"),
    _cue("shopping", r"shopping|shops?|stores?"),
    _cue("market", r"markets?"),
    _cue("airport", r"airport"),
    _cue("university", r"university|campus|college"),
    _cue("mall", r"malls?"),
    _cue("cathedral", r"cathedral|church"),
    _cue("downtown", r"downtown|city cent(?:er|re)|heart of (?:the )?(?:city|town)|cent(?:er"
    r"|re) of (?:the )?(?:city|town)|central"),
    _cue("palace", r"palaces?"),
    _cue("theatre", r"theat(?:er|re)s?"),
)  # fmt: skip

SEVERAL = re.compile(
    r"(?<![\w'])(?:which (?:one|of|hotel|package|trip|city|destination|is|has|option|flight|ones|offers?|would)"
    r"|each(?: one| of)?|both|compar\w+|between (?:the|them)|differences?|all (?:of )?(?:them|these|those|\d+|the)"
    r"|these (?:hotels?|packages?|two|trips?|options?)|those (?:hotels?|packages?|two|trips?|options?)|they"
    r"|them|(?:the|what) hotels|(?:any|either|none|one) of (?:them|these|those)|side by side|prices|ratings"
    r"|versus|vs\.?|than the)(?![\w'])",
    re.IGNORECASE,
)


def asked(sentence: Sentence) -> list[tuple[str, int, int]]:
    """The slots that a sentence asks for, each with the place of the words that do."""
    found: dict[str, tuple[str, int, int]] = {}
    taken: list[tuple[int, int]] = []
    for cue in CUES:
        if not (cue.alone or sentence.asks):
            continue
        match = cue.pattern.search(sentence.words)
        if match is None or any(a < match.end() and match.start() < b for a, b in taken):
            continue
        taken.append(match.span())
        for slot in cue.slots:
            found.setdefault(slot, (slot, sentence.start + match.start(), sentence.start + match.end()))
    return list(found.values())


def several(sentence: Sentence) -> bool:
    """Whether the sentence asks about more than one package."""
    return bool(SEVERAL.search(sentence.words))
