"""The public evaluator's counts (Maluuba/frames), its oddities included.

Truth and prediction of an act are expanded to items and paired by position. What is kept on purpose: a pair in which
either side is about the act as a whole drops its other side unscored, so that a slot left out at the end costs nothing;
a value that differs only gives a warning; at a tie the lowest frame wins; 0.5 is "no" where the truth names frames and
too much where it names none; the likelihood of acts is upside down and may be infinite or not a number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest

from wayframe.dialogue import Act, Turn
from wayframe.errors import InputError, shown
from wayframe.items import NOANNO, ActItem
from wayframe.items import items as labelled
from wayframe.scoring.measures import TagTallies
from wayframe.scoring.predictions import LEAST, PredictedAct, PredictedItem, Vector, items

_TOO_MUCH = 1.00001


def score_turn(turn: Turn, acts: Sequence[PredictedAct], counts: TagTallies) -> bool:
    """Count a user's turn; whether all its slots are right. There are as many acts as the turn has.

    Raises `InputError` where an act says something about other slots.
    """
    wrong = [_slots(act, turn, predicted, counts) for act, predicted in zip(turn.acts, acts, strict=True)]
    return not any(wrong)


def _slots(act: Act, turn: Turn, predicted: PredictedAct, counts: TagTallies) -> bool:
    whole, vector, wrong = set[int](), Vector(), False
    for truth, found in zip_longest(labelled(act, turn.active_frame), items(predicted)):
        of_truth = truth is not None and truth.key == NOANNO
        if of_truth:
            whole.add(truth.frame)
        if found is not None and found.key == NOANNO and found.vector is not None:
            vector = found.vector
        elif not of_truth:
            wrong = not _slot(act.name, turn.labels.tag_names, truth, found, counts) or wrong
    if whole or vector:
        correct, loglik = _about_whole(whole, vector)
        counts.act(turn.labels.tag_names, correct, loglik)
    return wrong


def _slot(
    act: str, tags: tuple[str, ...], truth: ActItem | None, found: PredictedItem | None, counts: TagTallies
) -> bool:
    if truth is None or found is None or truth.key != found.key:
        names = [shown(item.key) if item else "nothing" for item in (truth, found)]
        raise InputError(f"{act}: expected slot {names[0]}, found {names[1]}")
    counts.warnings += truth.value != found.value
    vector = (0.0,) if found.vector is None else found.vector
    if not vector:
        raise InputError(f"{act}: {truth.key}: expected a probability for every frame, found none")
    correct = truth.frame == 1 + vector.index(max(vector))
    likelihood = vector[truth.frame - 1] if found.vector and truth.frame <= len(vector) else 0.0
    if (total := sum(vector)) > 1:
        counts.warnings += total > _TOO_MUCH
        likelihood /= total
    counts.slot(tags, act, truth.key, correct, math.log(max(LEAST, likelihood)))
    return correct


def _about_whole(whole: set[int], vector: Vector) -> tuple[bool, float]:
    if not whole:
        return max(vector) < 0.5, sum(math.log(max(LEAST, each)) for each in vector) / len(vector)
    correct = {frame for frame, each in enumerate(vector, 1) if each > 0.5} == whole
    if max(whole) > len(vector):
        return correct, math.log(LEAST)
    upside_down = [1 - vector[frame - 1] for frame in sorted(whole)]
    upside_down += [each for frame, each in enumerate(vector, 1) if frame not in whole]
    return correct, sum(map(_log, upside_down)) / len(vector)


def _log(likelihood: float) -> float:
    """The logarithm as numpy has it, without errors."""
    if likelihood > 0:
        return math.log(likelihood)
    return -math.inf if likelihood == 0 else math.nan
