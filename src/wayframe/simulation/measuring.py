"""Figures over many conversations, each with the interval in which it lies with 95 percent.

What counts is the task: its trials are no samples of their own. Shares of successes and of questions have Wilson's
interval, which doesn't end at 100 percent because 20 of 20 went well; a task counts once, however many trials it had:
what lies between 0 and 1 varies no more than what is either. Other means have the bootstrap's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from wayframe.evaluation.intervals import Interval, wilson
from wayframe.simulation.running import Result

_SAMPLES = 500
VERDICTS = ("right", "wrong", "not_understood")


def figures(results: Sequence[Result], trials: int, seed: int) -> dict[str, Any]:
    """All figures of one agent, as the report has them."""
    tasks = _grouped(results)
    probes = [verdict for result in results for verdict in result.probes]
    counts = {name: sum(verdict == name for verdict in probes) for name in VERDICTS}
    courses = dict.fromkeys(result.course for result in results)
    return {
        **_measured(tasks, trials, seed),
        "probes": {
            **{name: round(count / len(probes), 4) if probes else 0.0 for name, count in counts.items()},
            "asked": len(probes),
            "confidence": {name: wilson(count, len(probes)) for name, count in counts.items()},
        },
        "write_tasks": _measured([task for task in tasks if task[0].write], trials, seed),
        "courses": {c: _measured([task for task in tasks if task[0].course == c], trials, seed) for c in courses},
        "unfaithful": sum(bool(result.unfaithful) for result in results),
        "replies": {
            "checked": sum(result.replies for result in results),
            "unfaithful": sum(result.unfaithful_replies for result in results),
        },
    }


def _measured(tasks: Sequence[Sequence[Result]], trials: int, seed: int) -> dict[str, Any]:
    """Success, pass^k and means over some tasks."""
    columns = {
        "success": [_mean([result.success for result in task]) for task in tasks],
        "turns_mean": [_mean([result.turns for result in task]) for task in tasks],
        "repeated_questions_mean": [_mean([result.repeated for result in task]) for task in tasks],
    }
    passes = {str(k): [_passes(task, k) for task in tasks] for k in range(1, trials + 1)}
    confidence = bootstrap(columns, seed) | {"success": wilson(sum(columns["success"]), len(tasks))}
    return {
        "tasks": len(tasks),
        **{name: round(_mean(values), 4) for name, values in columns.items()},
        "pass_k": {k: round(_mean(values), 4) for k, values in passes.items()},
        "confidence": {**confidence, "pass_k": {k: wilson(sum(each), len(each)) for k, each in passes.items()}},
    }


def _passes(trials: Sequence[Result], k: int) -> float:
    """How likely all of k conversations about a task succeed, without bias from how many there were (pass^k)."""
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


def _grouped(results: Sequence[Result]) -> list[list[Result]]:
    groups: dict[int, list[Result]] = {}
    for result in results:
        groups.setdefault(result.task, []).append(result)
    return list(groups.values())


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
