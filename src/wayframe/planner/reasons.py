"""Reasons: why an option is the one, by the wishes that it fulfils and by what it is best at."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Ask, Direction
from wayframe.planner.plan import Reason
from wayframe.planner.telling import is_so, none_meant
from wayframe.planner.turn import PlannerTurn
from wayframe.schema import Slot


def reason(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> None:
    """Give the reason for an option; of several, for the first by the schema's order."""
    candidates = frames or turn.denoter.at_hand()
    if not candidates:
        none_meant(turn)
        return
    frame = _first(turn, candidates)
    wished = [wish for wish in turn.wishes() if wish.constraint.op != "any"]
    fulfilled = tuple(wish for wish in wished if is_so(turn, frame, wish) is True)
    turn.say(Reason(turn.view(frame, turn.shown_slots()), fulfilled, _best_at(turn, frame)))
    turn.focus((frame,))


def _first(turn: PlannerTurn, frames: Sequence[int]) -> int:
    """Return the option that has the least of what options are ordered by."""
    measures = turn.denoter.measures(frames, turn.schema.order)
    return min(frames, key=lambda frame: measures.get(frame, 0.0))


def _best_at(turn: PlannerTurn, frame: int) -> tuple[str, Direction] | None:
    """Return the first slot by which an option alone is the best of those at hand, and in which direction."""
    for slot in turn.schema.slots:
        if slot.measured and slot.better and _is_best(turn, frame, slot):
            return slot.name, "least" if slot.better == "less" else "most"
    return None


def _is_best(turn: PlannerTurn, frame: int, slot: Slot) -> bool:
    """Return whether an option alone has the best of a slot."""
    measures = turn.denoter.measures(turn.denoter.at_hand(), slot.name)
    if frame not in measures or len(measures) < 2:
        return False
    ranked = sorted(measures.values(), reverse=slot.better == "more")
    return measures[frame] == ranked[0] != ranked[1]
