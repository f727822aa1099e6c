"""Advice on an annotation by turn and act: the rules are those of `wayframe.validation`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from wayframe.collection.annotation.labels import turns
from wayframe.collection.annotation.records import Labellings
from wayframe.collection.turns import UnlabelledTurn
from wayframe.validation import DialogueProblem
from wayframe.validation.dialogues import turn_problems

_PLACE = re.compile(r"labels\.(?:acts\[(?P<act>\d+)\]|active_frame|acts$)")


class LabelAdvice(NamedTuple):
    """Something to look at; `turn` and `act` are from 0, `act` None where it is the whole turn."""

    turn: int
    act: int | None
    text: str

    def __str__(self) -> str:
        return self.text


def advice(said: Sequence[UnlabelledTurn], labels: Labellings, today: date | None = None) -> tuple[LabelAdvice, ...]:
    """Return what to look at, in order: rules of table 2 and of the scheme that the labels don't follow.

    What follows from the labels, such as a frame's contents, and what was said are nothing that annotators can change.
    """
    return tuple(_told(turn_problems("", turns(said, labels, today)), labels))


def _told(problems: Iterator[DialogueProblem], labels: Labellings) -> Iterator[LabelAdvice]:
    for problem in problems:
        place = _PLACE.match(problem.field)
        if place is None or problem.turn is None:
            continue
        act = int(place["act"]) if place["act"] else None
        name = f", act {act + 1} ({labels[problem.turn].acts[act].name})" if act is not None else ""
        what = "has no act" if problem.field == "labels.acts" else problem.what
        yield LabelAdvice(problem.turn, act, f"Turn {problem.turn + 1}{name}: {what}")
