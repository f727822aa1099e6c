"""Contexts by the thousand, as records or straight into files."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import starmap
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import msgspec

from wayframe.airdialogue.contexts.names import AirportNames
from wayframe.airdialogue.records import KnowledgeBase, Sample
from wayframe.errors import InputError
from wayframe.extras import missing
from wayframe.files import writing

BLOCK = 256
"""How many contexts are drawn at once: each block has a stream of chance of its own, so who draws it doesn't matter."""

_AHEAD = 4  # blocks that each process may be ahead of the writing: what bounds the memory


class _ContextBlock(NamedTuple):
    """Contexts as lines of both files."""

    contexts: int
    data: bytes | bytearray
    kb: bytes | bytearray


def generate(
    data: str | Path,
    kb: str | Path,
    count: int,
    seed: int,
    names: AirportNames,
    *,
    jobs: int = 1,
    compat: bool = False,
    told: Callable[[int], object] = lambda done: None,
) -> None:
    """Write so many contexts with their expected actions as the two files.

    The same seed and names give the same bytes, whatever the jobs. `compat` gives those of the public generator, one
    after the other in one process. `told` hears how many are done. Raises `InputError` where a file can't be written
    or numpy is missing.
    """
    if Path(data).resolve() == Path(kb).resolve():
        raise InputError(f"{data}: can't be the data file and that of the knowledge bases at once")
    with _numpy():
        blocks = _compat_blocks(count, seed, names) if compat else _blocks(count, seed, names, jobs)
        done = 0
        with ExitStack() as stack:
            samples, bases = (stack.enter_context(writing(path)) for path in (data, kb))
            for block in blocks:
                samples.write(block.data)
                bases.write(block.kb)
                done += block.contexts
                told(done)


def contexts(count: int, seed: int, names: AirportNames) -> Iterator[tuple[Sample, KnowledgeBase]]:
    """The contexts that `generate` writes, without `compat`, as records. Raises `InputError` where numpy is missing."""
    sample, kb = msgspec.json.Decoder(Sample), msgspec.json.Decoder(KnowledgeBase)
    with _numpy():
        for block in _blocks(count, seed, names, jobs=1):
            yield from zip(
                map(sample.decode, block.data.splitlines()), map(kb.decode, block.kb.splitlines()), strict=True
            )


def _blocks(count: int, seed: int, names: AirportNames, jobs: int) -> Iterator[_ContextBlock]:
    """The blocks in order; only some of them at a time."""
    tasks = ((seed, number, min(BLOCK, count - BLOCK * number)) for number in range(-(-count // BLOCK)))
    if jobs == 1:
        yield from starmap(_BlockStream(names), tasks)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_prepare, initargs=(names,))
    try:
        waiting = deque[Future[_ContextBlock]]()
        for task in tasks:
            waiting.append(pool.submit(_drawn, *task))
            if len(waiting) > jobs * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


class _BlockStream:
    """Draws blocks from some lists."""

    def __init__(self, names: AirportNames) -> None:
        from wayframe.airdialogue.contexts.lines import ContextWriter

        self._sizes = len(names.airports), len(names.first), len(names.last)
        self._lines = ContextWriter(names)

    def __call__(self, seed: int, number: int, count: int) -> _ContextBlock:
        """The block of a number."""
        import numpy as np

        from wayframe.airdialogue.contexts.arrays import draw

        drawn = draw(np.random.default_rng([seed, number]), count, *self._sizes)
        return _ContextBlock(count, self._lines.data(drawn), self._lines.kb(drawn))


_drawing: _BlockStream  # of a process that only draws


def _prepare(names: AirportNames) -> None:
    global _drawing
    _drawing = _BlockStream(names)


def _drawn(seed: int, number: int, count: int) -> _ContextBlock:
    return _drawing(seed, number, count)


def _compat_blocks(count: int, seed: int, names: AirportNames) -> Iterator[_ContextBlock]:
    from wayframe.airdialogue.contexts import compat

    for context in compat.contexts(count, seed, names):
        yield _ContextBlock(1, *compat.lines(*context))


@contextmanager
def _numpy() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise missing("contexts need numpy", "air") from error
