"""The planner: an ordered list of small strategies over resolved moves, state, schema and source; never text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Compare,
    Drop,
    Every,
    It,
    Move,
    OutOfScope,
    Party,
    Recall,
    Reject,
    Return,
    Social,
    Undo,
)
from wayframe.planner import booking, conversing, figures, recalling, searching, telling
from wayframe.planner.plan import ReplyPlan
from wayframe.planner.turn import PlannerTurn
from wayframe.sources.protocol import Source
from wayframe.state.records import DialogueState, Option, Step
from wayframe.state.resolution import reference_of
from wayframe.state.update import Heard

Strategy = Callable[[PlannerTurn], None]
MoveStrategy = Callable[[PlannerTurn, Step, Any], None]

MOVES: Mapping[type[Move], MoveStrategy] = {
    Social: conversing.social,
    Answer: conversing.reply,
    Drop: conversing.drop,
    Undo: conversing.undo,
    Reject: conversing.reject,
    Recall: recalling.recall,
    Return: telling.turn_to,
    Compare: telling.compare,
    Ask: figures.answer,
    Cancel: booking.cancel,
    Book: booking.book,
    Change: booking.change,
    OutOfScope: conversing.beyond,
}
"""The strategy for each kind of move; wishes are answered by the turn's search."""


def answer_moves(turn: PlannerTurn) -> None:
    """Answer each move but greetings, which came first, in the order in which they were said."""
    for step in turn.steps:
        strategy = MOVES.get(type(step.move))
        if strategy and not conversing.is_greeting(step):
            strategy(turn, step, step.move)


STRATEGIES: tuple[Strategy, ...] = (
    conversing.greet,
    conversing.doubt,
    searching.search,
    answer_moves,
    conversing.unread,
    conversing.not_understood,
)
"""The strategies of a turn, in the order of what they add to the reply."""


PRONOUNS = (None, It(), Every())
"""The references that name nothing: it, they, all of them."""


class Planned(NamedTuple):
    """The agent's turn before it is put in words: the plan, the items behind new frames, the searches' records.

    `spoken_of` are the options that "it" or "they" stand for, where the user spoke of them as that, too.
    """

    plan: ReplyPlan
    options: Mapping[int, Option]
    party: Party
    records: tuple[Any, ...]
    spoken_of: tuple[int, ...]


def _asks_for_names(heard: Heard, source: Source) -> bool:
    asked = [step.move.slots for step in heard.steps if isinstance(step.move, Ask)]
    return any(source.schema.name in slots for slots in asked)


def plan(heard: Heard, before: DialogueState, source: Source, *, seed: int, timestamp: float) -> Planned:
    """Return the agent's reply to a user's turn: every move answered, searches first, in the order they were said."""
    turn = PlannerTurn(heard, before, source, seed, timestamp)
    for strategy in STRATEGIES:
        strategy(turn)
    references = [reference_of(step.move) for step in heard.steps]
    by_pronoun = all(reference in PRONOUNS for reference in references) and not _asks_for_names(heard, source)
    spoken_of = before.focus if by_pronoun else ()
    return Planned(tuple(turn.parts), turn.state.options, turn.party(), tuple(turn.records), spoken_of)
