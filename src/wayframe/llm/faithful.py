"""Does a sentence say what its template says, and nothing else?

Of a rewording it is proved that every value of the template is in it, those of a kind in the same order; that there is
no figure, no name, no date, no place, no amount, no amenity and no link that the template lacks; that what was denied
or asked still is; that nothing is said to be booked that isn't; and that no other word claims anything: each is one of
the template or of the neutral ones of the language (`accounting`). What can't be proved counts as wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from wayframe.conversation import Sentence
from wayframe.errors import shown
from wayframe.faithfulness import beyond, stands, stays, told, values, without
from wayframe.llm.accounting import PROVED, Accounting
from wayframe.llm.openers import OPENERS
from wayframe.ontology import kind_of
from wayframe.values import Lexicon, find

_LONGER = 3  # times as long as its template a sentence may be, and some characters more
_SPARE = 80
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_LINK = re.compile(r"\w[.@/:]\w|[<>{}\[\]|`*#\\]")
_DENIAL = r"\b(?:no|not|none|nothing|nowhere|nobody|never|neither|without|cannot|unable)\b|n['’]t\b"
_ENDS = (".", "!", "?")
_WIFI = re.compile(r"wi-?fi", re.I)  # people write it with capitals, and it is no name
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_START = re.compile(r"(?:^|[.!?:]\s+)\W*([^\W\d_][\w'’-]*)")

# Words that tell a fact: both sentences have to have them in the same order, and the denials between them. Each fact by
# a name, with the words that mean it.
_FACTS: dict[str, str] = {
    "wifi": "wifi|internet|wireless", "breakfast": "breakfasts?", "parking": "parking|garage", "spa": "spas?",
    "gym": "gyms?|fitness", "pool": "pools?|swimming", "park": "parks?", "museum": "museums?",
    "beach": "beach(?:es)?|seaside|ocean|sea", "shopping": "shop(?:s|ping)?|stores?|boutiques?",
    "market": "markets?", "airport": "airports?", "university": "university|universities|campus", "mall": "malls?",
    "cathedral": "cathedrals?", "downtown": "downtown|centre|center|central", "palace": "palaces?",
    "theatre": "theat(?:re|er)s?", "economy": "economy|coach", "business": "business", "first": "first-class",
    "free": "free|complimentary", "booked": "booked|reserved|confirmed|paid|cancell?ed",
    "refund": "refund\\w*|discount\\w*|sale|deals?|off", "direct": "direct|non-?stop|layover|stopover",
    "restaurant": "restaurants?|bars?|dinner|lunch|meals?|shuttle|taxi", "cheap": "cheap\\w*|bargain|affordable",
    "half": "half|twice|double|triple|dozens?|couple|several|hundreds?|thousands?|second|third|fourth|fifth",
    "least": "at least|minimum|or more|more than|above|over",
    "most": "at most|maximum|or less|less than|up to|under|below|within",
    "roughly": "around|roughly|approximately|nearly|almost", "more": "higher|longer|later|bigger|larger|dearer|pricier",
    "less": "lower|shorter|earlier|smaller|fewer",
    "season": "weekends?|weekdays?|christmas|easter|summer|winter|spring|autumn|mornings?|afternoons?|evenings?",
}  # fmt: skip
_FACT = re.compile(
    "|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in _FACTS.items()) + f"|(?P<denied>{_DENIAL})", re.I
)


def plain(text: str) -> str:
    """A sentence without blanks around it, and with words that are no names in small letters."""
    return _WIFI.sub("wifi", text.strip())


def fault(text: str, template: Sentence, lexicon: Lexicon, today: date, accounting: Accounting) -> str:
    """Return what is wrong with a rewording, in a few words; empty where nothing is."""
    return next(_faults(text, template, lexicon, today, accounting), "")


def _faults(text: str, template: Sentence, lexicon: Lexicon, today: date, accounting: Accounting) -> Iterator[str]:
    long = len(text) > _LONGER * len(template.text) + _SPARE
    if long or not text.isprintable() or not text.endswith(_ENDS):
        yield "is no plain sentence"
        return
    said, should = _Read(text, template), _Read(template.text, template)
    yield from (f"leaves out {shown(value)}" for value in should.values if value not in said.values)
    yield from (f"says {shown(value)}" for value in said.values if value not in should.values)
    for kind in should.kinds:
        if said.of_kind(kind) != should.of_kind(kind):
            yield "has values in another order, or again"
    yield from (f"says {shown(word)}" for word in _unproved(text, said, should, template))
    for mention in find(said.rest, today=today, lexicon=lexicon):
        if (word := said.rest[mention.start : mention.end].lower()) not in should.rest.lower():
            yield f"says {shown(word)}"
    if _facts(said.rest) != _facts(should.rest):
        yield "tells other facts"
    offered = all(act.is_offer for act in template.acts)
    if not offered and ("?" in text) != ("?" in template.text):  # "There's ..." and "How about ...?" offer alike
        yield "asks what was said, or the other way round"
    yield from (f"says {shown(word)}" for word in _added(said.rest, should.rest, template, accounting))


def _added(said: str, should: str, template: Sentence, accounting: Accounting) -> Iterator[str]:
    """Yield the words of a rewording that neither its template has nor anybody may say, sentence by sentence."""
    spoken = (accounting.schema.of_frames(arg.key) for act in template.acts for arg in (*act.args, *told(act)))
    slots = [slot for slot in spoken if slot is not None]
    for sentence in _SENTENCE.findall(said.lower()):
        yield from accounting.added(sentence, should.lower(), slots, asks=sentence.rstrip().endswith("?"))


def _unproved(text: str, said: _Read, should: _Read, template: Sentence) -> Iterator[str]:
    """Figures, names and links that the template lacks; words at the beginning of a sentence that may be names."""
    own = {word[0] for word in _WORD.finditer(should.rest)}  # with capitals, too, where it has them: "16 GB RAM"
    known = {word.lower() for word in own}
    yield from (char for char in said.rest if char.isnumeric())
    yield from (word for word in beyond(text, template.acts) if word not in own)
    yield from (word[0] for word in _WORD.finditer(said.rest) if not _ascii(word[0]) and word[0].lower() not in known)
    yield from (found[0] for found in _LINK.finditer(said.rest))
    for start in _START.finditer(said.rest):
        word = start[1].lower()
        if start[1][0].isupper() and word not in known and re.split("['’]", word)[0] not in OPENERS:
            yield start[1]


def _facts(text: str) -> list[str]:
    """The facts of a text in order, each once, and where it denies."""
    found = list[str]()
    for match in _FACT.finditer(text):
        name = str(match.lastgroup)
        if name == "denied" or name not in found:
            found.append(name)
    return found


def _ascii(word: str) -> bool:
    return word.replace("’", "'").isascii()


class _Read:
    """A sentence taken apart: the values of its template's acts in the order in which it has them, and the rest."""

    def __init__(self, text: str, template: Sentence) -> None:
        slots = {str(arg.value).removeprefix("The "): arg.key for act in template.acts for arg in told(act)}
        found = list[tuple[int, str]]()
        self.rest = text
        for value in values(template.acts):
            found += [(start, value.removeprefix("The ")) for start in stands(value, self.rest)]
            self.rest = without(value, self.rest, PROVED * len(value))
        self.values = [value for _, value in sorted(found)]
        self._kinds = {value: kind_of(slot) for value, slot in slots.items()}
        self._kinds.update({stay: "date" for act in template.acts for stay in stays(act)})
        self.kinds = sorted(set(self._kinds.values()))

    def of_kind(self, kind: str) -> list[str]:
        """The values of a kind, in the order in which the sentence has them."""
        return [value for value in self.values if self._kinds.get(value, "text") == kind]
