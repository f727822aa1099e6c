"""Two evaluations of the same dialogues: is the difference more than chance? (paired bootstrap)"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from wayframe import files
from wayframe.errors import InputError, shown
from wayframe.scoring import MEASURES, Measure


class PrintedEvaluation(msgspec.Struct, frozen=True):
    """Output of `wayframe track evaluate --json`, as far as a comparison needs it."""

    tracker: str
    protocol: dict[str, Any]
    dialogues: dict[str, dict[Measure, tuple[int, int]]]


class ScoreDifference(NamedTuple):
    """Advantage of the second one, in points of percent over all dialogues together.

    `low` and `high` bound what 95 of 100 samples of the dialogues give; `p` is how often they turn the sign around, for
    both directions: 1 where there is no difference.
    """

    first: float
    second: float
    difference: float
    low: float
    high: float
    p: float


def read(path: str | Path) -> PrintedEvaluation:
    """An evaluation from a file. Raises `InputError` where it is none."""
    with files.reading(path) as file:
        data = file.read()
    try:
        return msgspec.json.decode(data, type=PrintedEvaluation)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error)[:120]
        raise InputError(f"{path}: expected what 'wayframe track evaluate --json' prints: {reason}") from error


def compare(first: str | Path, second: str | Path, samples: int, seed: int) -> dict[Measure, ScoreDifference]:
    """Compare two evaluations by measure, `samples` times on as many dialogues, drawn with replacement.

    Raises `InputError` where the two aren't of the same dialogues.
    """
    ours, theirs = read(first), read(second)
    if ours.protocol.get("sha256") != theirs.protocol.get("sha256"):
        raise InputError(f"{second}: expected an evaluation on the file that {first} is about, found another one")
    if odd := sorted(set(ours.dialogues) ^ set(theirs.dialogues)):
        raise InputError(f"{second}: expected the dialogues of {first}: {shown(odd[0])} is only in one of them")
    names = sorted(ours.dialogues)
    found = dict[Measure, ScoreDifference]()
    for measure in MEASURES:
        rows = [_row(measure, ours.dialogues[name], theirs.dialogues[name]) for name in names]
        if sum(row[0] for row in rows) and sum(row[2] for row in rows):
            found[measure] = _difference(rows, samples, random.Random(seed))
    return found


Row = tuple[int, int, int, int]  # count and correct of the first, of the second


def _row(measure: Measure, *both: Mapping[Measure, tuple[int, int]]) -> Row:
    first, second = (each.get(measure, (0, 0)) for each in both)
    return (*first, *second)


def _difference(rows: Sequence[Row], samples: int, chance: random.Random) -> ScoreDifference:
    first, second = _shares(rows)
    drawn = sorted(_gain(chance.choices(rows, k=len(rows))) for _ in range(samples))
    above, below = (sum(sign * each <= 0 for each in drawn) for sign in (1, -1))
    tail = max(int(0.025 * samples), 0)
    p = min(1.0, 2 * (min(above, below) + 1) / (samples + 1))
    return ScoreDifference(first, second, second - first, drawn[tail], drawn[-1 - tail], p)


def _gain(rows: Sequence[Row]) -> float:
    first, second = _shares(rows)
    return second - first


def _shares(rows: Sequence[Row]) -> tuple[float, float]:
    counts = [sum(column) for column in zip(*rows, strict=True)]
    return 100 * counts[1] / max(counts[0], 1), 100 * counts[3] / max(counts[2], 1)
