"""Both files as the public toolkit loads them."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from wayframe.airdialogue.files import Bad, SamplePair, parse, refuse, side_by_side
from wayframe.errors import InputError

_SHORTEST = 10  # bytes: a shorter line is none
_NOT_PRINTABLE = bytes(set(range(256)) - set(string.printable.encode()))


class LoadedSample(NamedTuple):
    """A sample and its knowledge base, with the lines that they stand in."""

    pair: SamplePair
    sample_json: bytes
    kb_json: bytes


def load(
    data: str | Path, kb: str | Path, keep_incorrect: bool = False, bad: Bad = refuse, needs: Sequence[str] = ()
) -> Iterator[LoadedSample]:
    """The samples that aren't judged wrong, unless these are kept; characters beyond printable ASCII are dropped.

    Lines of fewer than ten bytes are none. Raises and passes over like `files.read`.
    """
    for sample, base in side_by_side(data, kb, _SHORTEST):
        sample, base = (line._replace(text=line.text.translate(None, _NOT_PRINTABLE)) for line in (sample, base))
        try:
            pair = parse(data, kb, sample, base, needs)
        except InputError as error:
            bad(error)
            continue
        if keep_incorrect or pair.sample.correct_sample is not False:
            yield LoadedSample(pair, sample.text, base.text)
