"""Many conversations: tasks drawn, talked through some times each, on one process or several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from wayframe.packages import Catalogue
from wayframe.packages.source import lexicon
from wayframe.simulation.agents import trips_agent
from wayframe.simulation.provenance import unfaithful
from wayframe.simulation.records import USERS, ConversationResult, SimulatedConversation, SimulationPlan
from wayframe.simulation.tables.running import table_conversations
from wayframe.simulation.talk import TripOutcome, talk
from wayframe.sources.tables import reading
from wayframe.tasks import draw
from wayframe.values import Lexicon

_AT_ONCE = 20  # tasks that a process takes on


def run(plan: SimulationPlan, jobs: int = 1) -> Iterator[SimulatedConversation]:
    """Yield all conversations of a plan, task by task. Raises `InputError` for a wrong component or catalogue."""
    parts = [range(start, min(start + _AT_ONCE, plan.tasks)) for start in range(0, plan.tasks, _AT_ONCE)]
    if jobs == 1 or len(parts) == 1:
        yield from _conversations(plan, range(plan.tasks))
        return
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    with ProcessPoolExecutor(jobs) as pool:
        for talked in pool.map(partial(_part, plan), parts):
            yield from talked


def _part(plan: SimulationPlan, numbers: Sequence[int]) -> list[SimulatedConversation]:
    """Return the conversations of some tasks, as one process has them."""
    return list(_conversations(plan, numbers))


def _conversations(plan: SimulationPlan, numbers: Sequence[int]) -> Iterator[SimulatedConversation]:
    """Yield the conversations of some tasks, over trips or a table."""
    if reading.is_table(plan.catalogue):
        yield from table_conversations(plan, numbers)
        return
    with Catalogue(Path(plan.catalogue)) as catalogue:
        yield from _trips_conversations(plan, numbers, catalogue)


def _trips_conversations(
    plan: SimulationPlan, numbers: Sequence[int], catalogue: Catalogue
) -> Iterator[SimulatedConversation]:
    """Yield the conversations of some tasks over trips."""
    agent = trips_agent(plan.agent, plan.tracker, catalogue, memory=plan.memory)
    names = lexicon(catalogue)
    for number in numbers:
        task = draw(catalogue, number, plan.seed)
        for trial in range(plan.trials):
            user = f"simulated-{number % USERS}"
            outcome = talk(task, agent, catalogue, f"{plan.seed} {number} {trial}", plan.noise, user)
            yield SimulatedConversation(_result(outcome, number, trial, names), outcome.meant, outcome.understood)


def _result(outcome: TripOutcome, number: int, trial: int, names: Lexicon) -> ConversationResult:
    """Return the outcome of a conversation, its replies checked."""
    task = outcome.task
    false = [found for exchange in outcome.exchanges if (found := unfaithful(exchange, names))]
    return ConversationResult(
        number, trial, task.template, task.goal.course, outcome.bookable, outcome.success,
        outcome.probes, outcome.turns, outcome.repeated, tuple(text for found in false for text in found),
        len(outcome.exchanges), len(false), unmeant=outcome.unmeant,
    )  # fmt: skip
