"""Work that falls into parts, several at the same time: on processes or threads of this machine, or on Ray."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Literal, TypeVar

from wayframe.extras import needing

Engine = Literal["local", "ray", "threads"]
"""Processes of this machine, Ray, or threads of this process, for work that waits for others."""

Part = TypeVar("Part")
Result = TypeVar("Result")
_AHEAD = 4  # parts that each process may be ahead of the taking: what bounds the memory


def streamed(
    work: Callable[[Part], Result], parts: Iterable[Part], jobs: int, engine: Engine = "local"
) -> Iterator[Result]:
    """The results in order, as they come. Parts are taken only when they are due, so that there may be any number.

    Ray is the one that runs already, the cluster of RAY_ADDRESS, or so many processes; a cluster must see the files
    that the work reads under the same paths. Raises `InputError` where there is no Ray.
    """
    if engine == "ray":
        with _ray(jobs) as ray:
            run = ray.remote(max_retries=0)(work_on)
            there = max(jobs, int(ray.cluster_resources().get("CPU", 1)))
            yield from _in_order(lambda part: run.remote(work, part), ray.get, parts, there)
    elif jobs == 1:
        yield from map(work, parts)
    else:
        pool = (
            ThreadPoolExecutor(jobs)
            if engine == "threads"
            else ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_leave_with_parent)
        )
        try:
            yield from _in_order(lambda part: pool.submit(work, part), Future.result, parts, jobs)
        finally:
            pool.shutdown(cancel_futures=True)


def _in_order(
    start: Callable[[Part], Any], wait: Callable[[Any], Result], parts: Iterable[Part], jobs: int
) -> Iterator[Result]:
    waiting = deque[Any]()
    for part in parts:
        waiting.append(start(part))
        if len(waiting) > jobs * _AHEAD:
            yield wait(waiting.popleft())
    while waiting:
        yield wait(waiting.popleft())


def _leave_with_parent() -> None:
    """Let this process end when the one that started it does, even if that one was killed."""
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


@contextmanager
def _ray(jobs: int) -> Iterator[Any]:
    """Ray, which is started here unless it runs already; what goes wrong in a task is raised as it was there."""
    with needing("--engine ray needs", "ray"):
        import ray
    started = not ray.is_initialized()
    if started:
        cluster: dict[str, Any] = {} if "RAY_ADDRESS" in os.environ else {"num_cpus": jobs, "include_dashboard": False}
        ray.init(**cluster, logging_level=logging.ERROR, log_to_driver=False)
    try:
        yield ray
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, Exception) else error) from error
    finally:
        if started:
            ray.shutdown()


def work_on(work: Callable[[Part], Result], part: Part) -> Result:
    """One part of the work; a function of its own because Ray takes no partial ones."""
    return work(part)
