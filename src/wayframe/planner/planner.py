"""The planner: an ordered list of small strategies over resolved moves, state, schema and source; never text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from wayframe.meaning.records import Party, Social, Wish
from wayframe.planner import booking, conversing, searching, telling
from wayframe.planner.plan import ReplyPlan
from wayframe.planner.turn import PlannerTurn
from wayframe.sources.protocol import Source
from wayframe.state.records import DialogueState, Option
from wayframe.state.update import Heard, Step

Strategy = Callable[[PlannerTurn, Step], bool]

STRATEGIES: tuple[Strategy, ...] = (
    conversing.social,
    conversing.reply,
    conversing.undo,
    conversing.reject,
    conversing.recall,
    telling.turn_to,
    telling.compare,
    telling.answer,
    booking.cancel,
    booking.book,
    conversing.beyond,
)
"""The first strategy that takes a move answers it."""


class Planned(NamedTuple):
    """The agent's turn before it is put in words: the plan, the items behind new frames, the searches' records."""

    plan: ReplyPlan
    options: Mapping[int, Option]
    party: Party
    records: tuple[Any, ...]


def plan(heard: Heard, before: DialogueState, source: Source, *, seed: int, timestamp: float) -> Planned:
    """Return the agent's reply to a user's turn: every move answered, searches first, in the order they were said."""
    turn = PlannerTurn(heard, before, source, seed, timestamp)
    for step in turn.steps:
        if _is_greeting(step):
            conversing.social(turn, step)
    searching.search(turn)
    for step in turn.steps:
        if isinstance(step.move, Wish) or _is_greeting(step):
            continue
        for strategy in STRATEGIES:
            if strategy(turn, step):
                break
    if not turn.parts:
        conversing.not_understood(turn)
    return Planned(tuple(turn.parts), turn.state.options, turn.party(), tuple(turn.records))


def _is_greeting(step: Step) -> bool:
    """Return whether a step is a greeting, which comes before all else that is said."""
    return isinstance(step.move, Social) and step.move.kind == "greeting"
