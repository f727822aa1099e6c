"""What a learned agent sees of a conversation, and what it may do there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wayframe.airdialogue.players.agent import ACTS, Act, Desk
from wayframe.airdialogue.players.belief import Held

_ASKS = 3
"""How often the agent may ask for the same thing."""


def state(desk: Desk) -> str:
    """What matters for what to do next, as a short text: a row of the table of what was learned.

    In this order: what it comes to; the name, both places and both days (none, half, unsure, sure); whether wishes were
    asked for, and whether any is unsure; whether a flight fits; what became of the last offer; what was confirmed.
    """
    belief = desk.belief
    if belief.goal is None:
        return "new" if desk.turns < _ASKS else "new again"
    parts = [desk.status if not desk.travels else "journey", _held([belief.name] if belief.name else [], 1)]
    if desk.travels:
        unsure = any(not wish.sure for wish in belief.wishes.values()) or not belief.goal.sure
        offer = "accepted" if desk.accepted else "refused" if desk.offered else "no offer"
        parts += [_held(list(belief.places.values()), 2), _held(list(belief.days.values()), 2)]
        parts += ["asked" if desk.asked & {"wishes", "all"} else "unasked", "doubt" if unsure else "clear"]
        parts += ["fits" if desk.flight else "nothing", offer]
    parts.append("confirmed" if desk.confirmed else "repeated" if desk.repeated else "open")
    return ", ".join(parts)


def allowed(desk: Desk) -> tuple[Act, ...]:
    """What makes sense at all at this point; to end always does."""
    return tuple(act for act in ACTS if _makes_sense(act, desk))


def _makes_sense(act: Act, desk: Desk) -> bool:
    belief = desk.belief
    knows = len(belief.places) == 2 and len(belief.days) == 2
    if act == "goal":
        return belief.goal is None
    if act == "name":
        return belief.name is None or not belief.name.sure
    if act in ("places", "days"):
        return desk.travels and len(getattr(belief, act)) < 2
    if act == "wishes":
        return desk.travels and desk.last != "wishes"
    if act == "all":
        return desk.travels and not (knows and belief.name)
    if act == "repeat":
        return not desk.repeated and (knows if desk.travels else belief.name is not None)
    if act == "offer":
        return desk.travels and belief.cheapest() is not None and desk.accepted is None
    if act == "confirm":
        ready = desk.status == "cancel" or (desk.travels and desk.flight is not None)
        return ready and not desk.confirmed and belief.name is not None
    return True


def _held(values: Sequence[Held[Any]], wanted: int) -> str:
    if len(values) < wanted:
        return "half" if values else "none"
    return "sure" if all(value.sure for value in values) else "unsure"
