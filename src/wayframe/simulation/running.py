"""Many conversations: tasks drawn, talked through some times each, over trips or a table, on one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from wayframe.agent import Agent
from wayframe.conversation import Exchange
from wayframe.errors import InputError, shown
from wayframe.packages import Catalogue
from wayframe.packages.source import lexicon
from wayframe.simulation.agents import NoMemoryAgent, OracleReader, trips_agent
from wayframe.simulation.conversations import ConversationOutcome, converse, talk
from wayframe.simulation.measuring import USERS, ConversationResult, SimulatedConversation, SimulationPlan
from wayframe.simulation.provenance import unfaithful, unfaithful_over_table
from wayframe.sources.tables import TableSource, opened, reading
from wayframe.tasks import Task, draw
from wayframe.tasks.tables import TableTask, draw_table_task

TODAY = date(2026, 8, 3)
"""The day from which dates over a table count, so that the same plan gives the same conversations on any day."""

S = TypeVar("S")  # what conversations are over
T = TypeVar("T")  # their tasks
_AT_ONCE = 20  # tasks that a process takes on
_TABLE_AGENTS = ("rules", "meant")


class _Simulation(NamedTuple, Generic[S, T]):
    """The agent that users talk to, what about, their tasks, and the check of what they are told."""

    agent: Agent
    over: S
    draw: Callable[[S, int, int], T]
    talk: Callable[[T, Agent, S, str, float, str], ConversationOutcome]
    unfaithful: Callable[[Exchange], list[str]]


def run(plan: SimulationPlan, jobs: int = 1) -> Iterator[SimulatedConversation]:
    """Yield all conversations of a plan, task by task. Raises `InputError` for a wrong component or catalogue."""
    parts = [range(start, min(start + _AT_ONCE, plan.tasks)) for start in range(0, plan.tasks, _AT_ONCE)]
    if jobs == 1 or len(parts) == 1:
        yield from _conversations(plan, range(plan.tasks))
        return
    with ProcessPoolExecutor(jobs) as pool:
        for talked in pool.map(partial(_part, plan), parts):
            yield from talked


def _part(plan: SimulationPlan, numbers: Sequence[int]) -> list[SimulatedConversation]:
    return list(_conversations(plan, numbers))


def _conversations(plan: SimulationPlan, numbers: Sequence[int]) -> Iterator[SimulatedConversation]:
    """Yield the conversations of some tasks, over trips or a table."""
    if reading.is_table(plan.catalogue):
        yield from _simulated(plan, numbers, _over_table(plan))
        return
    with Catalogue(Path(plan.catalogue)) as catalogue:
        yield from _simulated(plan, numbers, _over_trips(plan, catalogue))


def _over_trips(plan: SimulationPlan, catalogue: Catalogue) -> _Simulation[Catalogue, Task]:
    agent = trips_agent(plan.agent, plan.tracker, catalogue, memory=plan.memory)
    return _Simulation(agent, catalogue, draw, talk, partial(unfaithful, lexicon=lexicon(catalogue)))


def _over_table(plan: SimulationPlan) -> _Simulation[TableSource, TableTask]:
    """Return the simulation over a table. Raises `InputError` for an agent that talks about trips only."""
    if plan.agent not in _TABLE_AGENTS:
        raise InputError(f"--agent {shown(plan.agent)}: over a table expected one of {', '.join(_TABLE_AGENTS)}")
    if plan.tracker != "rules":
        raise InputError(f"--tracker {shown(plan.tracker)}: over a table the engine tracks by itself")
    source = opened(plan.catalogue, today=TODAY)
    kind = Agent if plan.memory else NoMemoryAgent
    reader = OracleReader() if plan.agent == "meant" else None
    check = partial(unfaithful_over_table, source=source)
    return _Simulation(kind(source, reader=reader), source, draw_table_task, converse, check)


def _simulated(
    plan: SimulationPlan, numbers: Sequence[int], simulation: _Simulation[S, T]
) -> Iterator[SimulatedConversation]:
    for number in numbers:
        task = simulation.draw(simulation.over, number, plan.seed)
        user = f"simulated-{number % USERS}"
        for trial in range(plan.trials):
            seed = f"{plan.seed} {number} {trial}"
            outcome = simulation.talk(task, simulation.agent, simulation.over, seed, plan.noise, user)
            checked = list(map(simulation.unfaithful, outcome.exchanges))
            result = _result(number, trial, outcome, checked)
            yield SimulatedConversation(result, outcome.meant, outcome.understood)


def _result(
    number: int, trial: int, outcome: ConversationOutcome, checked: Sequence[Sequence[str]]
) -> ConversationResult:
    """Return what came of a conversation, with the unfaithful values of each of its replies."""
    false = tuple(filter(None, checked))
    return ConversationResult(
        task=number,
        trial=trial,
        template=outcome.template,
        course=outcome.course,
        write=outcome.bookable,
        success=outcome.success,
        probes=outcome.probes,
        turns=2 * len(outcome.exchanges),
        repeated=outcome.repeated,
        unfaithful=tuple(text for found in false for text in found),
        replies=len(checked),
        unfaithful_replies=len(false),
        answers=outcome.answers,
        unmeant=outcome.unmeant,
    )
