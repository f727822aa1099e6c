"""Many conversations: tasks drawn, talked through some times each, on one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from wayframe.agent import lexicon
from wayframe.dialogue import Dialogue, Record
from wayframe.packages import Catalogue
from wayframe.simulation.agents import partner
from wayframe.simulation.faithfulness import unfaithful
from wayframe.simulation.talk import Outcome, Verdict, talk
from wayframe.tasks import draw
from wayframe.values import Lexicon

USERS = 10  # names that tasks are given to in turn, so that what learns can be tested on other users
_AT_ONCE = 20  # tasks that a process takes on


class Plan(Record, frozen=True, gc=False):
    """What is simulated. Same plan and catalogue, same conversations."""

    catalogue: str
    tasks: int
    trials: int = 1
    seed: int = 0
    agent: str = "rules"
    tracker: str = "rules"
    noise: float = 0.2
    memory: bool = True


class Result(Record, frozen=True, gc=False):
    """What came of one conversation, without the conversation."""

    task: int
    trial: int
    template: str
    course: str
    write: bool  # whether the right end is a booking
    success: bool
    probes: tuple[Verdict, ...]
    turns: int
    repeated: int
    unfaithful: tuple[str, ...]  # values in replies that come from nowhere
    replies: int = 0  # that were checked
    unfaithful_replies: int = 0


class Talked(NamedTuple):
    """A conversation: what came of it, as it was meant, as it was understood."""

    result: Result
    meant: Dialogue
    understood: Dialogue


Keep = Callable[[Talked], None]


def run(plan: Plan, jobs: int = 1) -> Iterator[Talked]:
    """All conversations of a plan, task by task. Raises `InputError` where a component or a catalogue is none."""
    parts = [range(start, min(start + _AT_ONCE, plan.tasks)) for start in range(0, plan.tasks, _AT_ONCE)]
    if jobs == 1 or len(parts) == 1:
        with Catalogue(plan.catalogue) as catalogue:
            yield from _conversations(plan, range(plan.tasks), catalogue)
        return
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    with ProcessPoolExecutor(jobs) as pool:
        for talked in pool.map(partial(_part, plan), parts):
            yield from talked


def _part(plan: Plan, numbers: Sequence[int]) -> list[Talked]:
    with Catalogue(Path(plan.catalogue)) as catalogue:
        return list(_conversations(plan, numbers, catalogue))


def _conversations(plan: Plan, numbers: Sequence[int], catalogue: Catalogue) -> Iterator[Talked]:
    other, names = partner(plan.agent, plan.tracker, catalogue, memory=plan.memory), lexicon(catalogue)
    for number in numbers:
        task = draw(catalogue, number, plan.seed)
        for trial in range(plan.trials):
            user = f"simulated-{number % USERS}"
            outcome = talk(task, other, catalogue, f"{plan.seed} {number} {trial}", plan.noise, user)
            yield Talked(_result(outcome, number, trial, names), outcome.meant, outcome.understood)


def _result(outcome: Outcome, number: int, trial: int, names: Lexicon) -> Result:
    task = outcome.task
    false = [found for exchange in outcome.exchanges if (found := unfaithful(exchange, names))]
    return Result(
        number, trial, task.template, task.goal.course, outcome.bookable, outcome.success,
        outcome.probes, outcome.turns, outcome.repeated, tuple(text for found in false for text in found),
        len(outcome.exchanges), len(false),
    )  # fmt: skip
