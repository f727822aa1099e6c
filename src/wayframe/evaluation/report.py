"""Means and deviations over folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from wayframe import files, tracking
from wayframe.errors import InputError, shown
from wayframe.evaluation.figures import over_folds, rounded
from wayframe.evaluation.judging import SPLITS, SplitCounts
from wayframe.evaluation.running import TrackerOutcome, TrackerPlan, run, tracker_origin, tracker_users
from wayframe.evaluation.sides import DividedCorpus, EvaluationSide
from wayframe.llm.few_shot import protocol
from wayframe.llm.frame_tracker import VERSION
from wayframe.scoring import MEASURES, Measure, MeasureCounts
from wayframe.trainingdata import ModelOrigin


def evaluate(on: DividedCorpus, plan: TrackerPlan) -> dict[str, object]:
    """Evaluate a tracker with the baselines beside it; all figures in percent, as JSON.

    Raises `InputError` where corpus or tracker isn't what it should be, and where a model was trained on dialogues to
    be tested.
    """
    _check_ids(on)
    origin = tracker_origin(plan.tracker)
    on.check_unseen(origin)
    if not all(side.train for side in on.sides):  # what has to be trained can't stand beside
        plan = plan._replace(baselines=tuple(name for name in plan.baselines if name not in tracking.TRAINED))
    outcomes = run(on, plan)
    found: dict[str, object] = {
        "tracker": plan.tracker,
        "protocol": _protocol(on, plan, origin),
        **_compared({each.side.name: each.by_name for each in outcomes}, plan.tracker),
    }
    if plan.free_running:
        found["free_running"] = _compared({each.side.name: each.free for each in outcomes}, plan.tracker)
    found["dialogues"] = _by_dialogue(outcomes)
    return found


def _check_ids(on: DividedCorpus) -> None:
    ids = set[str]()
    for dialogue in on.dialogues:
        if dialogue.id in ids:
            raise InputError(f"{on.path}: dialogue {shown(dialogue.id)}: comes twice")
        ids.add(dialogue.id)


def _protocol(on: DividedCorpus, plan: TrackerPlan, origin: ModelOrigin | None) -> dict[str, object]:
    return {
        "file": Path(on.path).name,
        "sha256": files.digest(on.path),
        **({"model": origin.as_json()} if origin else {}),
        **({"llm": protocol(plan.llm, VERSION, plan.seed)} if plan.llm else {}),
        "folds": {side.name: _trained_and_tested(plan, side, origin) for side in on.sides},
        "input": "gold acts without references",
        "memory": "gold frames before every user turn; free_running: the tracker's own, matched by who made them when",
        "candidates": "frames before the turn, at least one, and a new one",
        "mean": "of the folds, each counting the same",
        "std": "population",
        "seed": plan.seed,
        "version": version("wayframe"),
    }


def _trained_and_tested(plan: TrackerPlan, side: EvaluationSide, origin: ModelOrigin | None) -> dict[str, object]:
    """The users of a fold: those whom the tracker was trained on (None: unknown), each trained baseline, the tested."""
    beside = [name for name in plan.baselines if name in tracking.TRAINED and name != plan.tracker]
    return {
        "train": tracker_users(plan.tracker, origin, side),
        **({"train_baselines": {name: sorted(side.train) for name in beside}} if beside else {}),
        "test": sorted(side.test),
    }


def _compared(sides: Mapping[str, Mapping[str, SplitCounts]], tracker: str) -> dict[str, object]:
    """A tracker's figures, side by side and in sum, and in sum those of what stands beside it."""
    beside = [name for name in next(iter(sides.values())) if name != tracker]
    return {
        "folds": {name: _fold(each[tracker].all) for name, each in sides.items()},
        **_summary([each[tracker] for each in sides.values()]),
        "baselines": {name: _summary([each[name] for each in sides.values()]) for name in beside},
    }


def _fold(shares: MeasureCounts) -> dict[str, object]:
    percent: dict[str, object] = {measure: rounded(shares.percent(measure)) for measure in MEASURES}
    return {**percent, "counts": shares.as_json()}


def _summary(folds: Sequence[SplitCounts]) -> dict[str, object]:
    return {
        **over_folds(MEASURES, [each.all.percent for each in folds]),
        "splits": {
            split: over_folds(MEASURES, [each.split(split).percent for each in folds])["mean"] for split in SPLITS
        },
    }


def _by_dialogue(outcomes: Sequence[TrackerOutcome]) -> dict[str, dict[Measure, tuple[int, int]]]:
    """Count decisions and right ones by dialogue: `track compare` draws from these."""
    return {name: shares.as_json() for each in outcomes for name, shares in each.by_dialogue.items()}
