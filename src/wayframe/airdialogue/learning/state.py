"""States of a learned agent, and the acts allowed in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wayframe.airdialogue.players.agent import ACTS, Act, AgentState
from wayframe.airdialogue.players.belief import BeliefValue

_ASKS = 3
"""How often the agent may ask for the same thing."""


def state(desk: AgentState) -> str:
    """Encode the state of the dialogue as a short text: the row of the learned table.

    In this order: what it comes to; the name, both places and both days (none, half, unsure, sure); whether wishes were
    asked for, and whether any is unsure; whether a flight fits; what became of the last offer; what was confirmed.
    """
    belief = desk.belief
    if belief.goal is None:
        return "new" if desk.turns < _ASKS else "new again"
    name = _held([belief.name] if belief.name else [], 1)
    journey = ["journey", name, *_journey(desk)] if desk.travels else [desk.status, name]
    return ", ".join((*journey, _confirmation(desk)))


def _journey(desk: AgentState) -> list[str]:
    belief = desk.belief
    sure = [belief.goal is not None and belief.goal.sure, *(wish.sure for wish in belief.wishes.values())]
    return [
        _held(list(belief.places.values()), 2),
        _held(list(belief.days.values()), 2),
        "asked" if desk.asked & {"wishes", "all"} else "unasked",
        "clear" if all(sure) else "doubt",
        "fits" if desk.flight else "nothing",
        _last_offer(desk),
    ]


def _last_offer(desk: AgentState) -> str:
    if desk.accepted:
        return "accepted"
    return "refused" if desk.offered else "no offer"


def _confirmation(desk: AgentState) -> str:
    if desk.confirmed:
        return "confirmed"
    return "repeated" if desk.repeated else "open"


def allowed(desk: AgentState) -> tuple[Act, ...]:
    """List the acts that make sense at this point; to end always does."""
    return tuple(act for act in ACTS if _MAKES_SENSE[act](desk))


def _knows_journey(desk: AgentState) -> bool:
    return len(desk.belief.places) == 2 and len(desk.belief.days) == 2


def _can_confirm(desk: AgentState) -> bool:
    if desk.confirmed or desk.belief.name is None:
        return False
    if desk.status == "cancel":
        return True
    return desk.travels and desk.flight is not None


def _can_repeat(desk: AgentState) -> bool:
    if desk.repeated:
        return False
    return _knows_journey(desk) if desk.travels else desk.belief.name is not None


_MAKES_SENSE: dict[Act, Callable[[AgentState], bool]] = {
    "goal": lambda desk: desk.belief.goal is None,
    "name": lambda desk: desk.belief.name is None or not desk.belief.name.sure,
    "places": lambda desk: desk.travels and len(desk.belief.places) < 2,
    "days": lambda desk: desk.travels and len(desk.belief.days) < 2,
    "wishes": lambda desk: desk.travels and desk.last != "wishes",
    "all": lambda desk: desk.travels and not (_knows_journey(desk) and desk.belief.name),
    "repeat": _can_repeat,
    "offer": lambda desk: desk.travels and desk.belief.cheapest() is not None and desk.accepted is None,
    "confirm": _can_confirm,
    "end": lambda desk: True,
}


def _held(values: Sequence[BeliefValue[Any]], wanted: int) -> str:
    if len(values) < wanted:
        return "half" if values else "none"
    return "sure" if all(value.sure for value in values) else "unsure"
