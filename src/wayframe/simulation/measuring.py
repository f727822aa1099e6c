"""Records of a simulation, and the figures over its conversations with the interval of 95 percent of each.

What counts is the task: its trials are no samples of their own. Shares of successes and of questions have Wilson's
interval, which doesn't end at 100 percent because 20 of 20 went well; a task counts once, however many trials it had:
what lies between 0 and 1 varies no more than what is either. Other means have the bootstrap's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from random import Random
from typing import Any, Literal, NamedTuple

from wayframe.dialogue import Act, Dialogue, FramesRecord
from wayframe.evaluation.figures import Interval, wilson
from wayframe.llm import Endpoint, Usage
from wayframe.llm.usage import total

Verdict = Literal["right", "wrong", "not_understood"]


def unmeant(acts: Sequence[Act], meant: Collection[int]) -> int:
    """Return how many bookings and cancellations a turn has made that its user didn't mean.

    `meant` are the frames of the item that the user wanted booked by this turn; no user wants anything cancelled.
    """
    return sum(_unmeant(act, meant) for act in acts if act.name == "inform")


def _unmeant(act: Act, meant: Collection[int]) -> int:
    """Return how much an act says was done that nobody meant."""
    deeds = {arg.value for arg in act.slots if arg.key == "action"}
    if "book" not in deeds:
        return 0 if deeds.isdisjoint(("cancel", "change")) else 1
    booked = {ref.frame for ref in act.refs("write")}
    if booked:
        return len(booked.difference(meant))
    return 0 if meant else 1


UserKind = Literal["agenda", "llm"]
"""Who plays the users: an agenda, or a language model."""

USERS = 10
"""Names that tasks are given to in turn, so that what learns can be tested on other users."""


class SimulationPlan(FramesRecord, frozen=True, gc=False):
    """The parameters of a simulation. Same plan and catalogue (and answers of a model), same conversations.

    `model` is where the language model of an agent, or of the users, is found; `cassette` the file of its answers.
    """

    catalogue: str
    tasks: int
    trials: int = 1
    seed: int = 0
    agent: str = "rules"
    tracker: str = "rules"
    noise: float = 0.2
    model: Endpoint | None = None
    cassette: str = ""
    user: UserKind = "agenda"


class ConversationResult(FramesRecord, frozen=True, gc=False):
    """The outcome of one conversation, without the conversation."""

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
    answers: tuple[Verdict, ...] = ()  # to questions about the option at hand
    unmeant: int = 0  # bookings and cancellations that the user didn't mean
    used: Usage = Usage()  # by the agent's language model


class SimulatedConversation(NamedTuple):
    """A conversation: its outcome, as it was meant, as it was understood."""

    result: ConversationResult
    meant: Dialogue
    understood: Dialogue


_SAMPLES = 500
VERDICTS: tuple[Verdict, ...] = ("right", "wrong", "not_understood")


def figures(results: Sequence[ConversationResult], trials: int, seed: int) -> dict[str, Any]:
    """All figures of one agent, as the report has them."""
    tasks = _grouped(results)
    probes, answers = list[Verdict](), list[Verdict]()
    courses: dict[str, list[list[ConversationResult]]] = {}
    for task in tasks:
        courses.setdefault(task[0].course, []).append(task)
    for result in results:
        probes += result.probes
        answers += result.answers
    return {
        **_measured(tasks, trials, seed),
        "probes": _judged(probes),
        "answers": _judged(answers),
        "write_tasks": _measured([task for task in tasks if task[0].write], trials, seed),
        "courses": {course: _measured(some, trials, seed) for course, some in courses.items()},
        "unmeant": sum(result.unmeant for result in results),
        "unfaithful": sum(bool(result.unfaithful) for result in results),
        "replies": {
            "checked": sum(result.replies for result in results),
            "unfaithful": sum(result.unfaithful_replies for result in results),
        },
        "model": _used([result.used for result in results]),
    }


def _used(each: Sequence[Usage]) -> dict[str, Any]:
    """Return what the conversations took of a language model, all together."""
    used = total(each)
    return {
        "calls": used.calls,
        "failures": used.failures,
        "tokens_read": used.read,
        "tokens_written": used.written,
        "dollars": None if used.cost is None else round(used.cost, 6),
        "seconds": round(used.seconds, 3),
    }


def _judged(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return the shares of verdicts on answers."""
    asked = len(verdicts)
    counts = {name: verdicts.count(name) for name in VERDICTS}
    shares: dict[str, Any] = {name: round(count / asked, 4) if asked else 0.0 for name, count in counts.items()}
    confidence = {name: wilson(count, asked) for name, count in counts.items()}
    return {**shares, "asked": asked, "confidence": confidence}


_MEASURES: Mapping[str, Callable[[ConversationResult], float]] = {
    "success": attrgetter("success"),
    "turns_mean": attrgetter("turns"),
    "repeated_questions_mean": attrgetter("repeated"),
}


def _measured(tasks: Sequence[Sequence[ConversationResult]], trials: int, seed: int) -> dict[str, Any]:
    """Success, pass^k and means over some tasks."""
    columns: dict[str, list[float]] = {}
    for name, measure in _MEASURES.items():
        columns[name] = [_mean(list(map(measure, task))) for task in tasks]
    passes: dict[str, list[float]] = {}
    for k in range(1, trials + 1):
        passes[str(k)] = [_passes(task, k) for task in tasks]
    confidence = bootstrap(columns, seed) | {"success": wilson(sum(columns["success"]), len(tasks))}
    return {
        "tasks": len(tasks),
        **{name: round(_mean(values), 4) for name, values in columns.items()},
        "pass_k": {k: round(_mean(values), 4) for k, values in passes.items()},
        "confidence": {**confidence, "pass_k": {k: wilson(sum(each), len(each)) for k, each in passes.items()}},
    }


def _passes(trials: Sequence[ConversationResult], k: int) -> float:
    """Return the chance that all of k conversations succeed, without bias from how many there were (pass^k)."""
    return math.comb(sum(result.success for result in trials), k) / math.comb(len(trials), k)


def bootstrap(columns: Mapping[str, Sequence[float]], seed: int) -> dict[str, Interval]:
    """Percentile intervals of the means of columns with a value a task, all over the same samples of the tasks."""
    count = min(map(len, columns.values()), default=0)
    if not count:
        return dict.fromkeys(columns, (0.0, 1.0))
    rng = Random(seed)
    samples = [rng.choices(range(count), k=count) for _ in range(_SAMPLES)]
    found = {}
    for name, values in columns.items():
        means = sorted(sum(map(values.__getitem__, sample)) / count for sample in samples)
        found[name] = round(means[int(0.025 * _SAMPLES)], 4), round(means[int(0.975 * _SAMPLES)], 4)
    return found


def _grouped(results: Sequence[ConversationResult]) -> list[list[ConversationResult]]:
    """Return the results of each task's trials."""
    groups: dict[int, list[ConversationResult]] = {}
    for result in results:
        groups.setdefault(result.task, []).append(result)
    return list(groups.values())


def _mean(values: Sequence[float]) -> float:
    """Return the mean of values; 0 where there are none."""
    return sum(values) / len(values) if values else 0.0
