"""Results of scoring: figures by name, their confidence intervals, and checksums to find them again by."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from wayframe import files

Task = Literal["human", "selfplay", "infer"]
Mode = Literal["strict", "reference"]


Told = Callable[[int], object]
"""What is told how many lines are done."""

T = TypeVar("T")
_OFTEN = 256  # lines


def nobody(done: int) -> None:
    """Ignore the progress."""


def reported(items: Iterable[T], told: Told) -> Iterator[T]:
    """The items; how many are done is told now and then."""
    for number, item in enumerate(items):
        if number % _OFTEN == 0:
            told(number)
        yield item


class BootstrapSampling(NamedTuple):
    """Number of bootstrap samples that bound the means, and the seed they are drawn with."""

    resamples: int = 1000
    seed: int = 1


class TaskScore(NamedTuple):
    """The figures of a task. `faults` names those of the public toolkit that are in them."""

    task: Task
    mode: Mode
    samples: int
    figures: Mapping[str, object]
    faults: tuple[str, ...]
    signature: str

    def as_json(self) -> dict[str, object]:
        """One flat object."""
        head: dict[str, object] = {"task": self.task, "mode": self.mode, "samples": self.samples}
        tail: dict[str, object] = {"faults": list(self.faults)} if self.mode == "reference" else {}
        return {**head, **self.figures, **tail, "signature": self.signature}


def signature(task: Task, mode: Mode, inputs: Mapping[str, str | Path], **settings: object) -> str:
    """All that a figure depends on: task, mode, the content of the files, the settings, the version."""
    parts: dict[str, object] = {"task": task, "mode": mode}
    parts |= {name: files.digest(path)[:12] for name, path in inputs.items()}
    return "|".join(f"{name}:{value}" for name, value in {**parts, **settings, "wayframe": version("wayframe")}.items())


_LANE = 56  # bits of a sum
_UNIT = 1 << 32  # a value of 1

Intervals = dict[str, tuple[float, float]]


def intervals(columns: Mapping[str, Sequence[float]], resamples: int, seed: int) -> Intervals:
    """For each column of values from 0 to 1, what the middle 95 of 100 resampled means lie between.

    All columns are resampled together, the values of one sample side by side in one integer, so that a resample takes
    one pass; values count to the ninth digit.
    """
    if not resamples or not columns:
        return {}
    rows = [_packed(row) for row in zip(*columns.values(), strict=True)]
    chance, draws = random.Random(seed), list[int]()
    for _ in range(resamples):
        draws.append(sum(chance.choices(rows, k=len(rows))))
    tail = int(0.025 * resamples)
    found = Intervals()
    for lane, name in enumerate(columns):
        means = sorted(_unpacked(draw, lane) / len(rows) for draw in draws)
        found[name] = means[tail], means[-1 - tail]
    return found


def _packed(row: Sequence[float]) -> int:
    return sum(round(value * _UNIT) << (_LANE * lane) for lane, value in enumerate(row))


def _unpacked(draw: int, lane: int) -> float:
    return ((draw >> (_LANE * lane)) & ((1 << _LANE) - 1)) / _UNIT
