"""Results of scoring: figures by name, and checksums to find them again by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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
