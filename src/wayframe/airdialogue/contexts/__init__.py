"""Contexts: what a customer wants and what an agent has, drawn by chance (the extra `air` brings numpy)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from wayframe.airdialogue.contexts.distributions import AirportNames
from wayframe.airdialogue.contexts.distributions import own_names as own_names
from wayframe.airdialogue.contexts.distributions import read_names as read_names
from wayframe.airdialogue.records import KnowledgeBase, Sample
from wayframe.errors import InputError
from wayframe.evaluation.engines import streamed
from wayframe.extras import needing
from wayframe.files import writing

__all__ = ["AirportNames", "contexts", "generate", "own_names", "read_names"]


if TYPE_CHECKING:
    from wayframe.airdialogue.contexts.arrays import ContextWriter

BLOCK = 256
"""How many contexts are drawn at once: each block has a stream of chance of its own, so who draws it doesn't matter."""


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
    with needing("contexts need", "air"):
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
    with needing("contexts need", "air"):
        for block in _blocks(count, seed, names, jobs=1):
            yield from zip(
                map(sample.decode, block.data.splitlines()), map(kb.decode, block.kb.splitlines()), strict=True
            )


def _blocks(count: int, seed: int, names: AirportNames, jobs: int) -> Iterator[_ContextBlock]:
    """The blocks in order; only some of them at a time."""
    sizes = (min(BLOCK, count - start) for start in range(0, count, BLOCK))
    return streamed(partial(_block, msgspec.json.encode(names), seed), enumerate(sizes), jobs)


def _block(names: bytes, seed: int, part: tuple[int, int]) -> _ContextBlock:
    """Draw the block of a number."""
    import numpy as np

    from wayframe.airdialogue.contexts.arrays import draw

    number, count = part
    writer = _writer(names)
    drawn = draw(np.random.default_rng([seed, number]), count, *writer.sizes)
    return _ContextBlock(count, writer.data(drawn), writer.kb(drawn))


@lru_cache(maxsize=1)
def _writer(names: bytes) -> ContextWriter:
    from wayframe.airdialogue.contexts.arrays import ContextWriter

    return ContextWriter(msgspec.json.decode(names, type=AirportNames))


def _compat_blocks(count: int, seed: int, names: AirportNames) -> Iterator[_ContextBlock]:

    from wayframe.airdialogue.contexts import compat

    for context in compat.contexts(count, seed, names):
        yield _ContextBlock(1, *compat.lines(*context))
