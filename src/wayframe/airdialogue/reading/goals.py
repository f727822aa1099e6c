"""Read a customer's goal: to book, to change, or to cancel."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wayframe.airdialogue.reading.turns import NOT, AirTurn
from wayframe.airdialogue.records import Goal

_HELD = r"(?:reservations?|bookings?|tickets?|flights?|trips?|journeys?|dates?|plans?|itinerary)"
_CANCEL = re.compile(
    r"\b(?:cancel\w*|cancl\w*|call(?:ed)? off|revoke|annul|terminat\w*|withdraw\w*|drop(?:ped)? (?:my|our) )"
)
_CHANGE = re.compile(
    r"\b(?:re-?schedul|modif|postpon|prepon|amend|re-?book)\w*"
    rf"|\b(?:alter|chang|updat|adjust|swap|replac|shift|edit|exten[ds]|mov)\w*\b(?=[\w\s,'’-]{{0,60}}\b{_HELD}\b)"
    rf"|\b{_HELD}\b(?=[\w\s,'’]{{0,40}}\b(?:alter|chang)\w*)"
)
_BOOK = re.compile(
    r"\b(?:book(?:ing)?|reserv(?:e|ing)|buy|purchas\w*|get (?:me )?an?|need an?|want an?|find (?:me )?an?|avail)\b"
    r"|\b(?:want|need|like|plan\w*|wish\w*|going|have) to (?:\w+ )?(?:fly|travel|go|visit|reach|attend)\b"
)
_ABSENT = re.compile(
    rf"(?:{NOT}|\b(?:any|unable|without)\b)[\w\s,'’]{{0,40}}"
    r"\b(?:reservations?|existing|active|(?:bookings?|tickets?)\b[\w\s]{0,20}\b(?:your|this|the given) name)\b"
)
_TOLD = 0.8
_LATER, _AFTER = 0.4, 8  # what words after so many turns weigh


def heard(dialogue: Sequence[AirTurn]) -> dict[Goal, float]:
    """Weigh the goals: what the customer asks for, and what the agent makes of it.

    Saying it once is enough. Who is told that there is no reservation wanted something of one.
    """
    votes: dict[Goal, float] = {"book": 0.5, "change": 0.0, "cancel": 0.0}
    for at, turn in enumerate(dialogue):
        weight = turn.weight if at < _AFTER else turn.weight * _LATER
        cancels, changes = _CANCEL.search(turn.low), _CHANGE.search(turn.low)
        if cancels:
            votes["cancel"] = max(votes["cancel"], 2 * weight)
        if changes:
            votes["change"] = max(votes["change"], 1.5 * weight)
        if turn.customer and not cancels and not changes and _BOOK.search(turn.low):
            votes["book"] = max(votes["book"], weight)
        if not turn.customer and _ABSENT.search(turn.low) and "flight" not in turn.low:
            votes["book"] -= _TOLD
    return votes
