"""A progress bar that appears only when the work takes long, and where somebody looks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
_PATIENCE = 2.0  # seconds before the bar appears


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Give a function that is told how much is done; the bar stands on stderr if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    began = time.monotonic()
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what, total=total)

    def update(done: int) -> None:
        if console.is_terminal and not bar.live.is_started and time.monotonic() - began > _PATIENCE:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield update
    finally:
        if bar.live.is_started:
            bar.stop()


def counted(items: Iterable[T], told: Callable[[int], None]) -> Iterator[T]:
    """The items, each reported to a progress bar after it was worked on."""
    for number, item in enumerate(items, 1):
        yield item
        told(number)
