"""A tagger on the sides of a corpus, one after the other or several at a time; the figures are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.evaluation.nlu.judging import AnnotationMatch, judged, readings
from wayframe.evaluation.running import on_sides
from wayframe.evaluation.sides import EvaluationSide
from wayframe.folds import dealt
from wayframe.nlu import Speakers, Tagger, TrainedTagger, models
from wayframe.nlu.noise import QUIET, TextNoise, noisy
from wayframe.scoring import ReadingAgreement
from wayframe.values import Lexicon

SHARE = 0.8
"""Of the dialogues to train on; the rest is for validation (paper section 8.1)."""


class TaggerPlan(NamedTuple):
    """Settings of an evaluation: a tagger by name, on whose turns, with which names of cities and hotels.

    `noise` is what users' turns get in a second reading beside the clean one.
    """

    model: str
    lexicon: Lexicon
    author: Speakers = "user"
    seed: int = 0
    noise: TextNoise = QUIET


class TaggerOutcome(NamedTuple):
    """Result of one side, clean and with noise, and the match of its annotation with the clean text."""

    side: EvaluationSide
    dialogues: int
    agreement: ReadingAgreement
    annotation: AnnotationMatch
    noisy: ReadingAgreement


def run(
    path: str | Path,
    dialogues: Sequence[Dialogue],
    sides: Sequence[EvaluationSide],
    plan: TaggerPlan,
    jobs: int,
    told: Callable[[int], None],
) -> list[TaggerOutcome]:
    """Train where a tagger learns, and test, `jobs` sides at the same time; `told` hears how many are done.

    Raises `InputError` where there is no such tagger, where nobody says anything, and where the corpus is damaged.
    """
    check(plan.model)
    check_turns(path, dialogues, plan)
    return on_sides(partial(_outcome, plan), path, dialogues, sides, jobs, told=told)


def check(model: str) -> None:
    """Raise `InputError` where there is no such tagger, or no library for it."""
    if model in models.TRAINED:
        models.trainer(model)
    else:
        models.tagger(model)


def check_turns(path: str | Path, dialogues: Sequence[Dialogue], plan: TaggerPlan) -> None:
    """Raise `InputError` where no turn is of those whose turns are read."""
    if not any(plan.author in (turn.author, "both") for dialogue in dialogues for turn in dialogue.turns):
        whose = "" if plan.author == "both" else f" of the {plan.author}"
        raise InputError(f"{path}: expected turns{whose}, found none")


def made(plan: TaggerPlan, side: EvaluationSide, dialogues: Sequence[Dialogue]) -> Tagger:
    """The tagger of a plan, trained on the training side if it has to be.

    Raises `InputError` where there are fewer than two dialogues to train on.
    """
    if plan.model not in models.TRAINED:
        return models.tagger(plan.model)
    return trained(plan, side.training(dialogues), f"fold {side.name}")


def trained(
    plan: TaggerPlan, dialogues: Sequence[Dialogue], where: str, told: Callable[[int], None] = lambda done: None
) -> TrainedTagger:
    """The tagger of a plan, trained on four fifths of these dialogues; the others say when to stop.

    Raises `InputError` where there are fewer than two dialogues, or none of the kind; `where` stands in its message.
    """
    make, by_id = models.trainer(plan.model), {dialogue.id: dialogue for dialogue in dialogues}
    if len(by_id) < 2:
        raise InputError(f"model {plan.model}: {where}: expected two dialogues or more to train on, found {len(by_id)}")
    train, validation = dealt(by_id, plan.seed, SHARE)
    return make(
        [by_id[name] for name in train],
        plan.lexicon,
        author=plan.author,
        seed=plan.seed,
        validation=[by_id[name] for name in validation],
        told=told,
    )


def _outcome(plan: TaggerPlan, dialogues: Sequence[Dialogue], side: EvaluationSide) -> TaggerOutcome:
    tagger, tested = made(plan, side, dialogues), side.testing(dialogues)
    agreement, annotation, perturbed = ReadingAgreement(), AnnotationMatch(), ReadingAgreement()
    for dialogue in tested:
        agreement.merge(judged(readings(dialogue, tagger, plan.lexicon, plan.author, annotation)))
        if plan.noise != QUIET:
            copy = noisy(dialogue, Random(f"{plan.seed} {dialogue.id}"), plan.noise)
            perturbed.merge(judged(readings(copy, tagger, plan.lexicon, plan.author)))
    return TaggerOutcome(side, len(tested), agreement, annotation, perturbed)
