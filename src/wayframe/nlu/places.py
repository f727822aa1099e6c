"""Places that the lexicon doesn't know: people also want to go where the catalogue doesn't, and should hear so.

A place is a name (words in capitals) after a preposition of place, either side of "A to B", or a short answer to the
question where. Months, weekdays and everyday words are no places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wayframe.nlu.scene import Scene
from wayframe.values import Mention

_CAPITAL = r"(?-i:[A-Z][\w'.-]*\w)"
_NAME = rf"{_CAPITAL}(?:\s+(?:(?:de|of|la|do|del|the)\s+)?{_CAPITAL}){{0,3}}"
_PREPOSITION = (
    r"(?:from|to|visit|visiting|in|out of|leaving|departing|towards?|into|see|reach|explore|about|for|near|try)"
)
_END = r"(?=\s*(?:$|[.,!?\n]|and\b|on\b|for\b|please\b|leav|between\b|from\b|in\b|around\b|with\b|at\b))"
_NAMED = re.compile(rf"\b{_PREPOSITION}\s+(?:the\s+(?:city|town) of\s+)?(?P<name>{_NAME})", re.IGNORECASE)
_WRITTEN_LOW = re.compile(
    r"\b(?:from|out of|leaving|departing)\s+(?P<a>\w[\w'-]+)\s+(?:to|for)\s+(?P<b>\w[\w'-]+)\b"
    rf"|^\W*(?P<c>\w[\w'-]+)\s+to\s+(?P<d>\w[\w'-]+){_END}"
    rf"|\b(?:from|out of|depart(?:ing)? from|leav(?:e|ing) from)\s+(?P<e>\w[\w'-]+){_END}",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"^\W*(?:(?:i'?m|i am|we're|we are|it's|from|in|to|how about|what about|maybe|let'?s (?:try|do|go)|try"
    r"|uh+m?|um+|leaving|departing"
    r"|would be|we(?:'ll| will) be|i(?:'d| would) (?:like|love) to (?:go|visit)|go|leave|depart|out of|how bout"
    r"|ok(?:ay)?|well|then)\W+)*"
    r"(?P<name>\w[\w'.-]*(?:\s+\w[\w'.-]*){0,2})\W*$",
    re.IGNORECASE,
)
# Words of everyday talk about travel that stand where a place could.
_EVERYDAY_WORDS = """
    a about adult adults after again ago all alone already also am an and another any anyone anything anytime
    anywhere apr april are around as asap at aug august away back be beach because bed been before best better
    between birthday bit book booking boss both bucks budget bunch business but by bye can cash cheap cheaper
    cheapest children city class coast cold come cool correct cost could country coworkers dates day days dec
    december depart departing departure destination destinations do does dollars done dont downtown each earlier
    earliest early east economy either else end escape even everyone everything everywhere exactly family far
    feb february few find fine first flexible flight flights fly for forget friday friend friends from fun get
    getaway give go going good great guess happy hate have he heaven hell help her here him his hmm holiday home
    honeymoon hope hotel hotels how however i idk if in inside is island it its jan january job jul july jun
    june just kids know last late later leave leaving less let life like little live location long looking love
    lunch make man many mar march married mate maximum may maybe me meet minimum monday money more most mother
    mountain mountains much must my myself name near need neither never new next no nobody none nope north not
    nothing nov november now oct october of off office ok okay on once one ones only open option options or
    other others our out own package packages paradise party people perhaps person place places plan plane
    please point points possible pretty price prices probably purchase question quite really relax relaxation
    relaxing rest return returning right river safe same saturday save school scratch sea see seeing sep sept
    september she should sister sleep so some someone something somewhere soon sooner sorry south spend stay
    still store sun sunday sure surprise take talk tell thank thanks that the their them then there these they
    thing things think this those though thursday time to today tomorrow tonight too top town travel traveling
    travelling trip try tuesday two uh um under unsure until up upgrade us use vacation very visit wait want
    wanting was way we wedding wednesday week weekend weeks welcome well west what whatever when whenever where
    wherever which while who whole why wife will with within without wonder work world would wow yeah year years
    yep yes yesterday yet you your
"""
_EVERYDAY = frozenset(_EVERYDAY_WORDS.split())
_LONGEST_ANSWER = 60  # characters; who answers where in more than that says more than where


def unknown(text: str, mentions: Sequence[Mention], scene: Scene) -> list[Mention]:
    """The places in a straightened text that no mention covers, as mentions of kind city."""
    found: list[Mention] = []
    for start, end in (*_spans(text), *_answer(text, mentions, scene)):
        free = not any(m.start < end and start < m.end for m in (*mentions, *found))
        if free and _place(text[start:end]):
            found.append(Mention(start, end, "city", text[start:end]))
    return sorted(found)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    if not text.isupper():
        yield from (match.span("name") for match in _NAMED.finditer(text))
    for match in _WRITTEN_LOW.finditer(text):
        yield from (match.span(group) for group in "abcde" if match.start(group) >= 0)


def _answer(text: str, mentions: Sequence[Mention], scene: Scene) -> Iterator[tuple[int, int]]:
    asked = [slot for slot in scene.requested if slot in ("or_city", "dst_city")]
    if asked and not mentions and len(text) <= _LONGEST_ANSWER and (match := _ANSWER.search(text)):
        yield match.span("name")


def _place(name: str) -> bool:
    heard = [word.split("'")[0] for word in re.findall(r"[^\W\d_][\w']*", name.lower())]
    return bool(heard) and heard[0] not in _EVERYDAY and heard[-1] not in _EVERYDAY and not name[0].isdigit()
