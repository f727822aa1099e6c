"""Means and deviations over folds of what a tagger reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from wayframe import corpus, files
from wayframe.evaluation.figures import Figures, over_folds, rounded
from wayframe.evaluation.nlu.judging import AnnotationMatch
from wayframe.evaluation.nlu.running import SHARE, TaggerOutcome, TaggerPlan, check, run
from wayframe.evaluation.sides import EvaluationSide, divided
from wayframe.evaluation.trained import check_unseen, tagger_origin, tagger_users
from wayframe.nlu import models
from wayframe.nlu.noise import QUIET
from wayframe.scoring import READING_MEASURES, ReadingAgreement
from wayframe.trainingdata import ModelOrigin


def evaluate(
    path: str | Path,
    plan: TaggerPlan,
    folds: Sequence[int] = (),
    train_on: Sequence[str] = (),
    test_on: Sequence[str] = (),
    jobs: int = 1,
    told: Callable[[int], None] = lambda done: None,
) -> dict[str, object]:
    """Evaluate a tagger; all figures from 0 to 1, as JSON.

    Each standard fold (or those of `folds`) is tested after training on the others; `train_on` and `test_on` are users
    in their place; `told` hears how many sides are done. Raises `InputError` where file, fold, user or model isn't what
    it should be, and where a model was trained on dialogues to be tested.
    """
    check(plan.model)
    dialogues = corpus.read(path)
    sides = divided(path, dialogues, folds, train_on, test_on)
    origin = tagger_origin(plan.model)
    check_unseen(origin, path, dialogues, sides)
    outcomes = run(path, dialogues, sides, plan, jobs, told)
    found: dict[str, object] = {
        "model": plan.model,
        "protocol": _protocol(path, plan, sides, origin),
        "folds": {each.side.name: _fold(each) for each in outcomes},
        **over_folds(READING_MEASURES, [each.agreement.f1 for each in outcomes]),
        "labels": _by_label([each.agreement for each in outcomes]),
        "annotation": _annotation([each.annotation for each in outcomes]),
    }
    if plan.noise != QUIET:
        found["noise"] = {"rates": plan.noise._asdict(), **_noise(outcomes)}
    return found


def _protocol(
    path: str | Path, plan: TaggerPlan, sides: Sequence[EvaluationSide], origin: ModelOrigin | None
) -> dict[str, object]:
    trained = plan.model in models.TRAINED
    return {
        "file": Path(path).name,
        "sha256": files.digest(path),
        "author": plan.author,
        **({"model": origin.as_json()} if origin else {}),
        "folds": {
            side.name: {"train": tagger_users(plan.model, origin, side), "test": sorted(side.test)} for side in sides
        },
        "validation": round(1 - SHARE, 2) if trained else None,
        "tags": "annotated values matched with the text; acts from their first to their last value",
        "f1": "micro-averaged over the fold, O not counted",
        "context": "labelled turns and frames before every turn",
        "mean": "of the folds, each counting the same",
        "std": "population",
        "seed": plan.seed,
        "version": version("wayframe"),
    }


def _fold(outcome: TaggerOutcome) -> dict[str, object]:
    agreement = outcome.agreement
    figures: Figures = {measure: rounded(agreement.f1(measure)) for measure in READING_MEASURES}
    counts = {measure: agreement.hits(measure)._asdict() for measure in READING_MEASURES}
    return {**figures, "dialogues": outcome.dialogues, "counts": counts}


def _by_label(folds: Sequence[ReadingAgreement]) -> dict[str, Figures]:
    """The figures of every act and slot by itself, all folds together."""
    every = ReadingAgreement.sum(folds)
    return {
        measure: {name: rounded(hits.f1) for name, hits in every.by_label(measure).items()}
        for measure in READING_MEASURES
    }


def _annotation(folds: Sequence[AnnotationMatch]) -> dict[str, dict[str, int]]:
    every = AnnotationMatch()
    for each in folds:
        every.merge(each)
    counts = {"matched": every.found, "unmatched": every.missed, "not_in_the_text": every.not_found}
    return {name: dict(sorted(count.items())) for name, count in counts.items()}


def _noise(outcomes: Sequence[TaggerOutcome]) -> dict[str, object]:
    """The figures on noisy copies, and how much less they are than the clean ones, mean over folds."""
    clean, noisy = (
        over_folds(READING_MEASURES, [agreement.f1 for agreement in each])
        for each in ([outcome.agreement for outcome in outcomes], [outcome.noisy for outcome in outcomes])
    )
    before, after = clean["mean"], noisy["mean"]
    lost = {name: rounded((before[name] or 0) - (after[name] or 0)) for name in READING_MEASURES}
    return {**noisy, "lost": lost}
