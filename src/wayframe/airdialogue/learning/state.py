"""States of a learned agent, and the acts allowed in each."""

from __future__ import annotations

from collections.abc import Callable

from wayframe.airdialogue.players.agent import ACTS, Act, AgentState
from wayframe.airdialogue.players.belief import DAYS, PLACES, CustomerBelief

_ASKS = 3
"""How often the agent may ask for the same thing."""


def state(desk: AgentState) -> str:
    """Encode the state of the dialogue as a short text: the row of the learned table.

    In this order: what it comes to; the name, both places and both days (none, half, unsure, sure); whether wishes were
    asked for, and whether any is unsure; whether a flight fits; what became of the last offer; what was confirmed.
    """
    belief = desk.belief
    if "goal" not in belief.held:
        return "new" if desk.turns < _ASKS else "new again"
    name = _held(belief, "name")
    journey = ["journey", name, *_journey(desk)] if desk.travels else [desk.status, name]
    return ", ".join((*journey, _confirmation(desk)))


def _journey(desk: AgentState) -> list[str]:
    belief = desk.belief
    sure = all(wish.sure for wish in (*belief.of("goal"), *belief.wishes.values()))
    return [
        _held(belief, *PLACES),
        _held(belief, *DAYS),
        "asked" if desk.asked & {"wishes", "all"} else "unasked",
        "clear" if sure else "doubt",
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


def _can_confirm(desk: AgentState) -> bool:
    if desk.confirmed or "name" not in desk.belief.held:
        return False
    if desk.status == "cancel":
        return True
    return desk.travels and desk.flight is not None


def _can_repeat(desk: AgentState) -> bool:
    if desk.repeated:
        return False
    return desk.belief.journey if desk.travels else "name" in desk.belief.held


_MAKES_SENSE: dict[Act, Callable[[AgentState], bool]] = {
    "goal": lambda desk: "goal" not in desk.belief.held,
    "name": lambda desk: _held(desk.belief, "name") != "sure",
    "places": lambda desk: desk.travels and _held(desk.belief, *PLACES) in ("none", "half"),
    "days": lambda desk: desk.travels and _held(desk.belief, *DAYS) in ("none", "half"),
    "wishes": lambda desk: desk.travels and desk.last != "wishes",
    "all": lambda desk: desk.travels and not (desk.belief.journey and "name" in desk.belief.held),
    "repeat": _can_repeat,
    "offer": lambda desk: desk.travels and desk.belief.cheapest() is not None and desk.accepted is None,
    "confirm": _can_confirm,
    "end": lambda desk: True,
}


def _held(belief: CustomerBelief, *slots: str) -> str:
    values = belief.of(*slots)
    if len(values) < len(slots):
        return "half" if values else "none"
    return "sure" if all(value.sure for value in values) else "unsure"
