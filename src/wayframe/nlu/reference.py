"""Words that point at an option already talked about: "the second one", "that hotel", "it"."""

from __future__ import annotations

import re

from wayframe.nlu.phrases import Phrases, anywhere, either

_OPTION = either("""
    one  option  package  hotel  trip  offer  deal  flight  choice  resort  place  vacation  stay  city  destination
    room  booking  inn  price  suggestion
""")
_ORDINAL = either("first  second  third  fourth  fifth  sixth  1st  2nd  3rd  4th  5th  6th")
_NUMBER = either("one  two  three  four  five  six  [1-6]")
_ORDERED = either("{ordinal}  last  other  previous  former  latter  original  initial", ordinal=_ORDINAL)
_RANK = either(
    r"""
    {ordered}  cheap(er|est)?  longer  shorter  (more|most|less|least) expensive  better  nicer  nicest  earlier  later
    (higher|better|highest|best)[ -]rated
""",
    ordered=_ORDERED,
)
_POINTING = Phrases(
    rf"\b(?:(?:the|that|this|my) (?:very )?{_RANK} (?:\w+ )?{_OPTION}\b"
    rf"|(?<!\ba )(?<!another )(?<!any ){_ORDINAL} {_OPTION}\b|the one you \w+"
    # Of what was offered; "the longest trip possible" is one of all there is.
    rf"|the (?:longest|shortest)(?: (?!possible)(?:\w+ )?{_OPTION}\b(?! (?:possible|available|there|you)\b)"
    r"|(?=\W*$| (?:please|then)\b))"
    rf"|the (?:former|latter|{_ORDINAL}|cheaper|cheapest|other|longer|shorter|better)"
    r"(?=\W*$|[.,!?]| (?:please|then|sounds?|looks?|seems?|would|is|works?|of|includes?|has|have|offers?|comes?)\b)"
    rf"|the {_OPTION} (?:just |right )?before(?: (?:that|this|it))?(?=\W*$|[.,!?])"
    rf"|(?:option|package|number|hotel|choice|trip)(?: number)? {_NUMBER}\b"
    r"(?! (?:star|adult|people|person|day|night)))",
)
# Several options in one sentence: "between the first and the third", "the cheapest one in Rome with the best one".
_EACH = Phrases(
    rf"\b(?:the (?:very )?(?:{_RANK}|best|nicest|longest|shortest)(?! (?:two|three|2|3)\b)"
    rf"|(?:and|or|with|vs|versus|than) {_ORDINAL})\b(?: (?:[\w'-]+ ){{0,2}}?{_OPTION}\b(?! (?:and|of)\b))?"
    rf"|\b(?:option|package|number|hotel|choice|trip)(?: number)? {_NUMBER}\b",
)
_LEADING = Phrases(r"^(?:and|or|with|vs|versus|than) ")
_RANKING = anywhere(r"""
    (which|what)( (?!about)\w+)?( of (these|those|them|the \w+))? (is|are|has|have|would|leads|offers)  which one
    (longer|sooner|more|bigger|cheaper) ([^.]{0,15} )?the better
""")
_BY_ORDER = re.compile(rf"\b(?:{_ORDERED}|{_OPTION} {_NUMBER}|number {_NUMBER})\b", re.IGNORECASE)
_FIGURE_OF_SPEECH = re.compile(r"(?:the )?first place", re.IGNORECASE)  # "in the first place"
_DAY = re.compile(rf"the {_ORDINAL}", re.IGNORECASE)
_DAY_BEFORE = re.compile(r"\b(?:on|by|from|until|to|before|after|starts?|begins?)\s+$", re.IGNORECASE)
_OF_MONTH = re.compile(r" of (?!the|these|those|them|all|your|our|my)", re.IGNORECASE)
_PAIR = re.compile(r"\b(?:both(?: of them)?|(?:the|these|those) (?:last )?(?:two|2))\b(?! of us)", re.IGNORECASE)
_NAMED = re.compile(
    rf"\b(?:(?:that|this) {_OPTION}|the (?:hotel|package|trip|place|resort|deal|offer))\b", re.IGNORECASE
)
_IT = re.compile(r"\b(?:that's|thats|that|this|it's|its|it|there|they)\b", re.IGNORECASE)
_NOT_IT = anywhere(r"""
    (is|are|hi|hey|hello|be|will be|would be) there  there('s| is| are)  (make|think|know|so|say\w*|hope|mean) (that|it)
    in (that|this) case  (like|of|for|at) that  it (is|does|would|will|has) (?=\w+ to)  they (have|gave)
""")

Span = tuple[int, int]


def pointing(words: str) -> Span | None:
    """Find the words that choose one option among several: "the first one", "the latter"."""
    found = _POINTING.search(words)
    if found is None or _FIGURE_OF_SPEECH.fullmatch(found.group()):
        return None
    if _RANKING.search(words) and not _BY_ORDER.search(found.group()):
        return None
    day_before = _DAY_BEFORE.search(words, 0, found.start())
    is_day = _DAY.fullmatch(found.group()) and (day_before or _OF_MONTH.match(words, found.end()))
    return None if is_day else found.span()


def each(words: str) -> list[Span]:
    """Find the words for each of several options named in one sentence: "the first", "the third"."""
    spans = [(_LEADING.sub("", found.group()), found.end()) for found in _EACH.finditer(words)]
    return [
        (end - len(option), end)
        for option, end in spans
        if not _DAY.fullmatch(option) or not _OF_MONTH.match(words, end)
    ]


def pair(words: str) -> Span | None:
    """Find the words that mean the last two options: "the two", "both of them"."""
    found = _PAIR.search(words)
    return found.span() if found else None


def anaphora(words: str) -> Span | None:
    """Find the words that mean the current option: "that hotel", or else "it"."""
    found = _NAMED.search(words) or _IT.search(_NOT_IT.sub(lambda other: "-" * len(other.group()), words))
    return found.span() if found else None
