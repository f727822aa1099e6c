"""What a hotel has or is near to, as wishes, questions and refusals: "on the beach", "is there wifi?", "no malls"."""

from __future__ import annotations

import re
from typing import NamedTuple

from wayframe.nlu.phrases import anywhere
from wayframe.nlu.sentences import Sentence

_FEATURES = {
    "breakfast": r"breakfasts?|breaky|brekkie|meals? included",
    "parking": r"parking",
    "wifi": r"wi-?fi|internet",
    "gym": r"gym|fitness (?:cent(?:er|re)|room)",
    "spa": r"spas?|massages?",
    "park": r"parks?",
    "museum": r"museums?",
    "beach": r"beach(?:es|front)?|seaside|the (?:ocean|sea|water)",
    "shopping": r"shopping|shops|stores",
    "market": r"markets?",
    "airport": r"airport",
    "university": r"universit(?:y|ies)|campus",
    "mall": r"malls?",
    "cathedral": r"cathedrals?",
    "downtown": r"downtown|city cent(?:er|re)|(?:heart|cent(?:er|re)|middle) of (?:the )?(?:city|town|it all|action)",
    "palace": r"palaces?",
    "theatre": r"theat(?:er|re)s?",
}
_FEATURE = re.compile(
    r"(?<![\w'-])(?:" + "|".join(f"(?P<{slot}>{pattern})" for slot, pattern in _FEATURES.items()) + r")(?![\w'-])",
    re.IGNORECASE,
)
_WISHED = anywhere(
    r"""
    (any|some)(thing|where)( \w+){0,3}? {near}
    (a|any|an|another|some|of the) (\w+ ){0,2}?{hotel} (that (is|are|has|have) |that's |located )?(right )?{near}
    want  need  like  love  prefer  hoping  looking  rather  wish  requires?  make sure  must  as long as  important
    (find|get|book|show|give) (me|us)  ones {near}
    (a|any|another) one {near}  (any|some) {near}
""",
    near="near  on  by  with  close  in  at",
    hotel="hotels?  packages?  places?  ones?  trips?  resorts?  options?",
)
_REFUSED = anywhere(
    "don'?t  do not  not  no  won't  wouldn't  never  hate  without  away from  rather not  remove  drop  skip"
)


class Feature(NamedTuple):
    """A feature that a sentence names, whether it is wished (or asked about), and whether it is refused."""

    slot: str
    wished: bool
    refused: bool


def features(sentence: Sentence) -> list[Feature]:
    """The features that a sentence names, once each, outside other values such as a hotel's name."""
    found: dict[str, Feature] = {}
    for match in _FEATURE.finditer(sentence.words):
        start, end = sentence.start + match.start(), sentence.start + match.end()
        if any(m.start < end and start < m.end for m in sentence.mentions):
            continue
        before = sentence.words[: match.start()]
        wished = not sentence.asks or bool(_WISHED.search(before))
        slot = str(match.lastgroup)
        found.setdefault(slot, Feature(slot, wished, bool(_REFUSED.search(before[-40:]))))
    return list(found.values())
