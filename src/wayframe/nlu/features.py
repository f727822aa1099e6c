"""Read the features of a hotel and its surroundings as wishes, questions and refusals: "on the beach", "no malls"."""

from __future__ import annotations

import re
from typing import NamedTuple

from wayframe.nlu.phrases import Phrases, after, anywhere
from wayframe.nlu.sentences import TextSentence

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
