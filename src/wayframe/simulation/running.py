"""Many conversations: tasks drawn, talked through some times each, over trips or a table, on one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from wayframe.conversation import Exchange
from wayframe.errors import InputError
from wayframe.evaluation.engines import streamed
from wayframe.llm import Cassette, Client, Usage
from wayframe.llm.bare_agent import UNPROVED
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource, lexicon
from wayframe.simulation.agents import LLM_BARE, DialogueAgent, built
from wayframe.simulation.conversations import ConversationOutcome, converse, talk
from wayframe.simulation.llm_user import converse_with_model, talk_with_model
from wayframe.simulation.measuring import USERS, ConversationResult, SimulatedConversation, SimulationPlan
from wayframe.simulation.provenance import first_and_last_departure, unfaithful, unfaithful_over_table
from wayframe.sources.tables import opened, reading
from wayframe.tasks import draw
from wayframe.tasks.tables import draw_table_task

TODAY = date(2026, 8, 3)
"""The day from which dates over a table count, so that the same plan gives the same conversations on any day."""

S = TypeVar("S")  # what conversations are over
T = TypeVar("T")  # their tasks
_AT_ONCE = 20  # tasks that a process takes on


class _Simulation(NamedTuple, Generic[S, T]):
    """The agent that users talk to, what about, their tasks, and the check of what they are told."""

    agent: DialogueAgent
    over: S
    draw: Callable[[S, int, int], T]
    talk: Callable[[T, DialogueAgent, S, str, float, str], ConversationOutcome]
    unfaithful: Callable[[Exchange], list[str]]


def run(plan: SimulationPlan, jobs: int = 1) -> Iterator[SimulatedConversation]:
    """Yield all conversations of a plan, task by task. Raises `InputError` for a wrong component or catalogue."""
    parts = [range(start, min(start + _AT_ONCE, plan.tasks)) for start in range(0, plan.tasks, _AT_ONCE)]
    if jobs == 1 or len(parts) == 1:
        yield from _conversations(plan, range(plan.tasks))
        return
    for talked in streamed(partial(_part, plan), parts, jobs):
        yield from talked


def _part(plan: SimulationPlan, numbers: Sequence[int]) -> list[SimulatedConversation]:
    return list(_conversations(plan, numbers))


def _conversations(plan: SimulationPlan, numbers: Sequence[int]) -> Iterator[SimulatedConversation]:
    """Yield the conversations of some tasks, over trips or a table."""
    client = _client(plan)
    if reading.is_table(plan.catalogue):
        source = opened(plan.catalogue, today=TODAY)
        check = _check(plan, partial(unfaithful_over_table, source=source))
        table_talk = _played(plan, converse, converse_with_model)
        over_table = _Simulation(built(plan, source, client), source, draw_table_task, table_talk, check)
        yield from _simulated(plan, numbers, over_table, client)
        return
    with Catalogue(Path(plan.catalogue)) as catalogue:
        trips = TripsSource(catalogue)
        agent = built(plan, trips, client)
        departures = first_and_last_departure(trips)
        check = _check(plan, partial(unfaithful, lexicon=lexicon(catalogue), departures=departures))
        over_trips = _Simulation(agent, catalogue, draw, _played(plan, talk, talk_with_model), check)
        yield from _simulated(plan, numbers, over_trips, client)


def _played(
    plan: SimulationPlan, by_agenda: Callable[..., ConversationOutcome], by_model: Callable[..., ConversationOutcome]
) -> Callable[..., ConversationOutcome]:
    """Return what lets users talk: by an agenda, or played by a model, whose work isn't counted as the agent's."""
    if plan.user == "agenda":
        return by_agenda
    client = _client(plan)
    if client is None:
        raise InputError("--user llm: expected --llm with the endpoint of a model beside it")
    return partial(by_model, client=client)


def _check(plan: SimulationPlan, of_acts: Callable[[Exchange], list[str]]) -> Callable[[Exchange], list[str]]:
    """Return the check of what users are told: by its acts, or of the bare model, which has none, by its sentences."""
    return _unproved if plan.agent == LLM_BARE else of_acts


def _unproved(exchange: Exchange) -> list[str]:
    return [note for note in exchange.notes if note.startswith(UNPROVED)]


def _client(plan: SimulationPlan) -> Client | None:
    """Return what asks the language model of a plan; None where it has none."""
    if plan.model is None:
        return None
    return Client(plan.model, Cassette(Path(plan.cassette)) if plan.cassette else None)


def _simulated(
    plan: SimulationPlan, numbers: Sequence[int], simulation: _Simulation[S, T], client: Client | None
) -> Iterator[SimulatedConversation]:
    for number in numbers:
        task = simulation.draw(simulation.over, number, plan.seed)
        user = f"simulated-{number % USERS}"
        for trial in range(plan.trials):
            seed = f"{plan.seed} {number} {trial}"
            before = client.worth if client else Usage()
            outcome = simulation.talk(task, simulation.agent, simulation.over, seed, plan.noise, user)
            used = client.worth.since(before) if client else before
            checked = list(map(simulation.unfaithful, outcome.exchanges))
            result = _result(number, trial, outcome, checked, used)
            yield SimulatedConversation(result, outcome.meant, outcome.understood)


def _result(
    number: int, trial: int, outcome: ConversationOutcome, checked: Sequence[Sequence[str]], used: Usage
) -> ConversationResult:
    """Return what came of a conversation, with the unfaithful values of each of its replies and what a model took."""
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
        unfaithful=tuple(chain.from_iterable(false)),
        replies=len(checked),
        unfaithful_replies=len(false),
        answers=outcome.answers,
        unmeant=outcome.unmeant,
        used=used,
    )
