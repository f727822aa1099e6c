"""What an annotation isn't right in yet, told by turn and act: the rules are those of `wayframe.validation`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from wayframe.collection.annotation.labels import turns
from wayframe.collection.annotation.records import Labellings
from wayframe.collection.turns import Said
from wayframe.validation import Problem
from wayframe.validation.dialogues import turn_problems

_PLACE = re.compile(r"labels\.(?:acts\[(?P<act>\d+)\]|active_frame|acts$)")


class Advice(NamedTuple):
    """Something to look at; `turn` and `act` are from 0, `act` None where it is the whole turn."""

    turn: int
    act: int | None
    text: str

    def __str__(self) -> str:
        return self.text


def advice(said: Sequence[Said], labels: Labellings, today: date | None = None) -> tuple[Advice, ...]:
    """What to look at, in order: rules of table 2 and of the scheme that the labels don't follow.

    What follows from the labels, such as a frame's contents, and what was said are nothing that annotators can change.
    """
    return tuple(_told(turn_problems("", turns(said, labels, today)), labels))


def _told(problems: Iterator[Problem], labels: Labellings) -> Iterator[Advice]:
    for problem in problems:
        place = _PLACE.match(problem.field)
        if place is None or problem.turn is None:
            continue
        act = int(place["act"]) if place["act"] else None
        name = f", act {act + 1} ({labels[problem.turn].acts[act].name})" if act is not None else ""
        what = "has no act" if problem.field == "labels.acts" else problem.what
        yield Advice(problem.turn, act, f"Turn {problem.turn + 1}{name}: {what}")
