"""Many conversations over a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from wayframe.agent import Agent
from wayframe.errors import InputError, shown
from wayframe.simulation.no_memory import NoMemoryAgent
from wayframe.simulation.oracle import OracleReader
from wayframe.simulation.records import USERS, ConversationResult, SimulatedConversation, SimulationPlan
from wayframe.simulation.tables.conversation import TableOutcome, converse
from wayframe.simulation.tables.provenance import unfaithful
from wayframe.sources.protocol import Source
from wayframe.sources.tables import TableSource, opened
from wayframe.tasks.tables import draw_table_task

TODAY = date(2026, 8, 3)
"""The day from which dates count, so that the same plan gives the same conversations on any day."""

_AGENTS = ("rules", "meant")


def table_conversations(plan: SimulationPlan, numbers: Sequence[int]) -> Iterator[SimulatedConversation]:
    """Yield the conversations of some tasks. Raises `InputError` for an agent that talks about trips only."""
    source = opened(plan.catalogue, today=TODAY)
    agent = table_agent(plan, source)
    for number in numbers:
        task = draw_table_task(source, number, plan.seed)
        for trial in range(plan.trials):
            user = f"simulated-{number % USERS}"
            outcome = converse(task, agent, source, f"{plan.seed} {number} {trial}", plan.noise, user)
            yield SimulatedConversation(_result(outcome, number, trial, source), outcome.dialogue, outcome.dialogue)


def table_agent(plan: SimulationPlan, source: TableSource) -> Agent:
    """Return the agent of a plan."""
    if plan.agent not in _AGENTS:
        raise InputError(f"--agent {shown(plan.agent)}: over a table expected one of {', '.join(_AGENTS)}")
    if plan.tracker != "rules":
        raise InputError(f"--tracker {shown(plan.tracker)}: over a table the engine tracks by itself")
    if plan.agent == "meant":
        return Agent(source, reader=OracleReader())
    return Agent(source) if plan.memory else NoMemoryAgent(source)


def _result(outcome: TableOutcome, number: int, trial: int, source: Source) -> ConversationResult:
    """Return the outcome of a conversation, its replies checked."""
    checked = [unfaithful(exchange, source) for exchange in outcome.exchanges]
    false = [found for found in checked if found]
    return ConversationResult(
        task=number,
        trial=trial,
        template=outcome.task.course,
        course=outcome.task.course,
        write=outcome.bookable,
        success=outcome.success,
        probes=outcome.probes,
        turns=2 * len(outcome.exchanges),
        repeated=0,
        unfaithful=tuple(text for found in false for text in found),
        replies=len(checked),
        unfaithful_replies=len(false),
        answers=outcome.answers,
        unmeant=outcome.unmeant,
    )
