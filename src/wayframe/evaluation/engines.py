"""Work that falls into parts, several at the same time: on processes of this machine, or on Ray."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from wayframe.errors import InputError

Engine = Literal["local", "ray"]
Part = TypeVar("Part")
Result = TypeVar("Result")


def on_processes(work: Callable[[Part], Result], parts: Sequence[Part], jobs: int) -> list[Result]:
    """The results in order, from so many processes."""
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(work, parts))


def on_ray(work: Callable[[Part], Result], parts: Sequence[Part], jobs: int) -> list[Result]:
    """The results in order, from the Ray cluster that RAY_ADDRESS names, else from so many processes of Ray here.

    A cluster must see the files that the work reads under the same paths. Raises `InputError` where there is no Ray.
    """
    try:
        import ray
    except ModuleNotFoundError as error:
        raise InputError("--engine ray needs ray: pip install 'wayframe[ray]'") from error
    cluster: dict[str, Any] = {} if "RAY_ADDRESS" in os.environ else {"num_cpus": jobs, "include_dashboard": False}
    ray.init(**cluster, logging_level=logging.ERROR, log_to_driver=False)
    try:
        run = ray.remote(max_retries=0)(work_on)
        found: list[Result] = ray.get([run.remote(work, part) for part in parts])
        return found
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, Exception) else error) from error
    finally:
        ray.shutdown()


def work_on(work: Callable[[Part], Result], part: Part) -> Result:
    """One part of the work; a function of its own because Ray takes no partial ones."""
    return work(part)
