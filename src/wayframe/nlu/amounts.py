"""Assign numbers to slots: people, days or money, and drop those that don't count."""

from __future__ import annotations

import re

from wayframe.nlu.phrases import after, anywhere, before
from wayframe.nlu.wizard_context import WizardContext
from wayframe.values import Mention, Quantity

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
_MINE = before(
    "(i|we)('?ll| will| would)? (be|stay)( all)?  (i|we)('m| am|'re| are)  it('s| is| will be|'ll be)( just| only)?"
)
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
_ASKED = {
    "n_adults": "n_adults", "n_children": "n_children", "budget": "budget", "max_duration": "max_duration",
    "min_duration": "min_duration", "category": "category", "str_date": "str_date", "end_date": "end_date",
    "duration": "max_duration",
}  # fmt: skip
_SUPERLATIVES = {"max": "min_duration", "more": "min_duration", "min": "max_duration", "less": "max_duration"}


def party(mention: Mention, lead: str, text: str, wizard: WizardContext) -> str | None:
    """The slot of a count: adults, children, or what the wizard asked for; None if it counts nobody who travels."""
    assert isinstance(mention.value, Quantity)
    people = mention.value.of
    if people is None:
        counted = next((slot for pattern, slot in _COUNTED if pattern.match(text, mention.end)), None)
        return counted or _asked_for(mention, lead, text, wizard)
    if _stays_home(mention, lead, text):
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


def _asked_for(mention: Mention, lead: str, text: str, wizard: WizardContext) -> str | None:
    """The slot of a bare number: the one that the wizard asked for, or a length of stay that it offered."""
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


def length_of_stay(mention: Mention, lead: str, text: str) -> str | None:
    """The slot of a number of days: at most or at least; None if it isn't the length of a stay."""
    assert isinstance(mention.value, Quantity)
    length = mention.value
    if _NO_STAY.search(lead) or _SHIFT.match(text, mention.end):
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


def budget(mention: Mention, lead: str, text: str) -> str | None:
    """The slot of an amount of money; None if it is only the difference to another one."""
    difference = _MORE_MONEY.search(lead) or _MORE_THAN.match(text, mention.end)
    return "budget" if change(lead) or not difference else None
