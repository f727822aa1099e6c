"""Self-play over whole files, on as many processes as there are, and on with it after it was broken off.

What was played stands, line by line in the order of the contexts, in OUT.part until all is done; OUT.part.json says of
which run it is. Whoever starts the same run again goes on behind the last whole line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import copyfileobj
from typing import Any, NamedTuple

import msgspec

from wayframe import files
from wayframe.airdialogue.files import parse, read, side_by_side
from wayframe.airdialogue.records import Sample
from wayframe.airdialogue.selfplay.playing import (
    PART,
    ContextLines,
    OutcomeTally,
    SelfplayPlan,
    outcome,
    play_part,
    players,
)
from wayframe.errors import InputError, shown
from wayframe.evaluation.engines import Engine, streamed

FORMAT = "wayframe-selfplay-1"


class SelfplayRun(NamedTuple):
    """Result of a run; `resumed` dialogues were there already."""

    tally: OutcomeTally
    resumed: int


def run(
    plan: SelfplayPlan,
    output: Path,
    jobs: int = 1,
    engine: Engine = "local",
    told: Callable[[int], object] = lambda done: None,
) -> SelfplayRun:
    """Play all contexts and write what was said and done, in the raw format; the same whatever jobs and engine.

    Raises `InputError` where an input is damaged, where OUT.part is of another run, or where a player breaks a rule;
    what was played until then is kept.
    """
    players(plan)
    unfinished, about = output.with_name(f"{output.name}.part"), output.with_name(f"{output.name}.part.json")
    _claim(plan, about, unfinished)
    tally = OutcomeTally()
    contexts = _contexts(plan)
    with open(unfinished, "r+b") as file:
        resumed = _taken_up(plan, file, contexts, tally, told)
        for played in streamed(partial(play_part, plan), _parts(contexts), jobs, engine):
            file.write(b"".join(each.line for each in played))
            file.flush()
            for each in played:
                tally.add(each.outcome)
            told(tally.dialogues)
    _finish(unfinished, output)
    about.unlink()
    return SelfplayRun(tally, resumed)


def count(plan: SelfplayPlan, told: Callable[[int], object] = lambda done: None) -> int:
    """Count the dialogues to play; every line is looked at, so that no run begins that can't end.

    Raises `InputError` like `files.read`, and where a player can't be had. `told` hears how many were looked at.
    """
    players(plan)
    number = 0
    for number, _ in enumerate(read(plan.data, plan.kb), 1):
        told(number)
    return number


def _contexts(plan: SelfplayPlan) -> Iterator[ContextLines]:
    return (ContextLines(number, *both) for number, both in enumerate(side_by_side(plan.data, plan.kb)))


def _parts(contexts: Iterator[ContextLines]) -> Iterator[list[ContextLines]]:
    while part := list(islice(contexts, PART)):
        yield part


def _claim(plan: SelfplayPlan, about: Path, unfinished: Path) -> None:
    """Begin, or see that what was begun is the same run."""
    settings = _settings(plan)
    if not about.exists():
        unfinished.write_bytes(b"")
        with files.writing(about) as file:
            file.write(msgspec.json.encode(settings))
        return
    with files.reading(about) as source:
        try:
            begun = msgspec.json.decode(source.read(), type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise InputError(f"{about}: damaged: remove it, and {unfinished} with it") from error
    for name, value in settings.items():
        if begun.get(name) != value:
            found = f"{name} {shown(begun.get(name))}, here {shown(value)}"
            raise InputError(f"{about}: another run was broken off there ({found}): finish it, or remove the file")


def _settings(plan: SelfplayPlan) -> dict[str, Any]:
    """Return the settings that two parts of one run share."""
    return {
        "format": FORMAT,
        "data": files.digest(plan.data),
        "kb": files.digest(plan.kb),
        "customer": _player(plan.customer),
        "agent": _player(plan.agent),
        "noise": plan.noise._asdict(),
        "first": plan.first,
        "seed": plan.seed,
    }


def _player(name: str) -> str:
    return files.digest(name) if name.endswith(".json") else name


def _taken_up(
    plan: SelfplayPlan, file: Any, contexts: Iterator[ContextLines], tally: OutcomeTally, told: Callable[[int], object]
) -> int:
    """Count what is there already, and stand behind its last whole line; how many there were."""
    decoder, end, number = msgspec.json.Decoder(Sample), 0, 0
    for line in file:
        if not line.endswith(b"\n"):
            break
        try:
            sample, context = decoder.decode(line), next(contexts)
        except (msgspec.DecodeError, StopIteration) as error:
            raise InputError(f"{file.name}: line {number + 1}: damaged: remove it, and {file.name}.json") from error
        tally.add(outcome(plan, sample, parse(plan.data, plan.kb, context.sample, context.kb).kb))
        end, number = end + len(line), number + 1
    told(number)
    file.seek(end)
    file.truncate()
    return number


def _finish(unfinished: Path, output: Path) -> None:
    """Put the result in its place, compressed as its name says."""
    if output.suffix not in (".gz", ".xz"):
        os.replace(unfinished, output)
        return
    with open(unfinished, "rb") as source, files.writing(output) as target:
        copyfileobj(source, target)
    unfinished.unlink()
