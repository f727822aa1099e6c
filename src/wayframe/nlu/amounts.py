"""Assign numbers to slots: people, days or money, and drop those that don't count."""

from __future__ import annotations

import re

from wayframe.nlu.phrases import after, anywhere, before
from wayframe.nlu.wizard_context import WizardContext
from wayframe.values import Mention, Quantity

_AT_LEAST = before(
    r"""
    (at least|min(imum)?( of)?)( an?)?
    (no|not|nothing|never|cannot|{denying}n'?t)( [\w-]+){0,6}? (less|shorter|fewer|under|below)( than)?( an?)?
    ((?<!no )(?<!not )(more|longer) than|over)( an?)?
""",
    denying="is  are  was  were  do  does  did  ca  could  wo  would  should  has  have  must  need",
)
_NO_STAY = before("(in|within|by|past|last|next|extra|every|another|turning|one of the|give or take)( the)?")
_SHIFT = after("(or two )?(earlier|later|before|after|ago|sooner|more or less|either way|each way)")
_PEOPLE = after("""
    adults?  people  persons?  of us  grown  ppl  pax  tickets?  travell?ers?  passengers?  friends  others  men  women
    guys  girls
""")
_KIDS = after(r"""
    (\w+ )?(kids?|child(ren)?|sons?|daughters?|bab(y|ies)|infants?|little ones|youngsters|grandkids|teens?|toddlers?)
""")
_ARE_KIDS = after("(of (us|them) )?are (kids|children)")
_ADULTS_ARE = before(r"(number of )?(adults|people|travell?ers)(:| is| are| would be|)")
_KIDS_ARE = before(r"(number of )?(kids|children)(:| is| are| would be|)")
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
_LEFT_ALONE = before("(be|stay|sit|home|left|is|are|him|her|it|them)( (at home|all))?")
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
_ADDING = before("add(ing)?( an?)?")
_MORE = after(
    "(more|less|fewer)(?! (or|than))  (adults?|person|people|kids?|child(ren)?) (more|less|fewer)(?=\\W*$|[.,!?])"
)
_RATED = before(
    r"(rat(ed?|ings?)|reviews?|reviewed|scores?)"
    r"( (it|at|of|is|was|be|should|must|has to|have|least|over|above|below|under|to))*"
)
_GUESTS, _BY_GUESTS = (
    anywhere("(guest|user|customer|traveller|people)s?"),
    after("(or (more|better|higher) )?by (other )?(guests|users|people)"),
)
_PRONOUN = before("the  that  this  which  another")  # "the one until Friday"
_MORE_MONEY = before("(by|extra|another|additional|add|for an)( (only|just|about))?")
_MORE_THAN = after(r"(\w+ )?(over|less|more than|extra|above|under) (\w+ )?(budget|than|what|i|we|my|our)")
_ASKED = (
    "n_adults", "n_children", "budget", "max_duration", "min_duration", "category", "str_date", "end_date", "duration",
)  # fmt: skip


def party(mention: Mention, lead: str, text: str, wizard: WizardContext) -> str | None:
    """The slot of a count: adults, children, or what the wizard asked for; None if it counts nobody who travels."""
    if _RATED.search(lead) and (_GUESTS.search(lead) or _BY_GUESTS.match(text, mention.end)):
        return "gst_rating"
    if _ARE_KIDS.match(text, mention.end):
        return "n_children"
    people = mention.value.of if isinstance(mention.value, Quantity) else None
    if people is not None:
        if _stays_home(mention, lead, text):
            return None
        return "n_children" if people == "children" else "n_adults"
    if _KIDS.match(text, mention.end) or _KIDS_ARE.search(lead):
        return "n_children"
    if _PEOPLE.match(text, mention.end) or _ADULTS_ARE.search(lead):
        return "n_adults"
    return _asked_for(mention, lead, text, wizard)


def _stays_home(mention: Mention, lead: str, text: str) -> bool:
    """Tell whether the people who are mentioned don't travel."""
    surface = text[mention.start : mention.end].lower()
    if surface == "myself" and _FOR_SELF.search(lead):
        return True
    if surface == "alone" and _LEFT_ALONE.search(lead) and not _MINE.search(lead):
        return True
    if _ELSEWHERE.match(text, mention.end) and not _MYSELF.search(surface):
        return True
    return _NO_PARTY.match(surface) is not None or _ABOUT_OTHERS.search(lead) is not None


def _asked_for(mention: Mention, lead: str, text: str, wizard: WizardContext) -> str | None:
    """The slot of a bare number: the one that the wizard asked for, or a length of stay that it offered."""
    words = text[mention.start : mention.end]
    if _SHIFT.match(text, mention.end) or (words == "one" and _PRONOUN.search(lead)):
        return None
    closing = _CLOSING.match(text, mention.end) is not None
    for_so_many = closing and _FOR.search(lead) is not None
    if for_so_many and "n_adults" in wizard.asked:
        return "n_adults"
    for slot in wizard.asked:
        if slot in _ASKED:
            return "max_duration" if slot == "duration" else slot
    if for_so_many or "n_adults" in wizard.proposed:
        return "n_adults"
    if closing and not lead.strip() and wizard.offers("duration", words):
        return "duration"
    return None


def length_of_stay(mention: Mention, lead: str, text: str) -> str | None:
    """The slot of a number of days: at most or at least; None if it isn't the length of a stay."""
    length = mention.value
    if not isinstance(length, Quantity) or _NO_STAY.search(lead) or _SHIFT.match(text, mention.end):
        return None
    if length.superlative:
        return "min_duration" if length.superlative in ("max", "more") else "max_duration"
    if length.high is None and length.low is not None:
        return "min_duration"
    return "min_duration" if _AT_LEAST.search(lead) else "max_duration"


def change(lead: str) -> int:
    """Measure the words before an amount of money that make it a change of the budget: "bump it up by 500"."""
    found = _CHANGED.search(lead)
    return len(lead) - found.start() if found else 0


def joining(lead: str, text: str, end: int) -> tuple[int, int]:
    """Return the numbers of characters before and after a number of people that say they come in addition, or don't."""
    added, more = _ADDING.search(lead), _MORE.match(text, end)
    return len(lead) - added.start() if added else 0, more.end() - end if more else 0


def budget(mention: Mention, lead: str, text: str) -> str | None:
    """The slot of an amount of money; None if it is only the difference to another one."""
    if not change(lead) and (_MORE_MONEY.search(lead) or _MORE_THAN.match(text, mention.end)):
        return None
    return "budget"
