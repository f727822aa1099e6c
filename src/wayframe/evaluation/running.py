"""Trackers on the sides of a corpus, one side after the other or several at a time; the figures are the same.

Nothing is tested on what it has seen: models are checked against the sides, and protocols name their training data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from wayframe import corpus, tracking, validation
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.evaluation.engines import streamed
from wayframe.evaluation.judging import Answer, SplitCounts, judged, judged_free
from wayframe.evaluation.sides import DividedCorpus, EvaluationSide
from wayframe.llm import Client
from wayframe.llm.frame_tracker import LLMTracker
from wayframe.nlu import models
from wayframe.scoring import MeasureCounts, of_fold, predictions
from wayframe.tracking import Tracker, Tracking, believed
from wayframe.tracking.running import situations
from wayframe.trainingdata import ModelOrigin

Result = TypeVar("Result")
LLM = "llm"
"""The name of a language model behind an endpoint, as a tagger and as a tracker."""

BASELINES = ("never-create", "previous", "newest", "uniform", "gold-active", "random", "paper-rules", "rules")


ORACLES: dict[str, Answer] = {
    "oracle": lambda seen, turn: Tracking(turn.acts, turn.active_frame),
    "gold-active": lambda seen, turn: Tracking(seen.acts, turn.active_frame),
}
"""What looks at the labels: all of them, or only at the active frame."""


class TrackerPlan(NamedTuple):
    """Settings of an evaluation: the tracker, its baselines, and the reading of the tracker's own frames."""

    tracker: str
    baselines: tuple[str, ...]
    seed: int = 0
    free_running: bool = False
    llm: Client | None = None  # of the model called `LLM`, which works in one process

    @property
    def names(self) -> tuple[str, ...]:
        """The tracker and the baselines, each once."""
        return tuple(dict.fromkeys((self.tracker, *self.baselines)))


class TrackerOutcome(NamedTuple):
    """Result of one side: all trackers in sum, also on their own frames; the tracker also by dialogue."""

    side: EvaluationSide
    by_name: dict[str, SplitCounts]
    by_dialogue: dict[str, MeasureCounts]
    free: dict[str, SplitCounts]


def run(on: DividedCorpus, plan: TrackerPlan) -> list[TrackerOutcome]:
    """Train where a tracker learns, and test.

    Raises `InputError` where there is no such tracker, where the corpus is damaged, and where the engine isn't there.
    """
    for name in plan.names:
        if name not in (*ORACLES, *tracking.TRAINED, LLM):
            tracking.tracker(name)
    if plan.free_running and plan.tracker in ORACLES:
        raise InputError(f"{plan.tracker}: expected a tracker, found one that looks at the labels: it can't run freely")
    return on_sides(partial(_outcome, plan), on)


def on_sides(
    work: Callable[[Sequence[Dialogue], EvaluationSide], Result],
    on: DividedCorpus,
    told: Callable[[int], None] = lambda done: None,
) -> list[Result]:
    """Run `work` on each side of a corpus, in the order of the sides.

    `told` hears how many sides are done. Raises `InputError` where the work fails because the
    corpus is damaged, and where the engine isn't there.
    """
    jobs = min(on.jobs, len(on.sides))
    alone = on.engine == "local" and jobs == 1
    each = partial(_on_side, work, on.path, on.dialogues if alone else None)
    found = list[Result]()
    for result in streamed(each, on.sides, jobs, on.engine):
        found.append(result)
        told(len(found))
    return found


def _on_side(
    work: Callable[[Sequence[Dialogue], EvaluationSide], Result],
    path: str | Path,
    dialogues: Sequence[Dialogue] | None,
    side: EvaluationSide,
) -> Result:
    """Work on a side of dialogues, which another process reads from their file."""
    dialogues = _read(path) if dialogues is None else dialogues
    with explaining(path, dialogues):
        return work(dialogues, side)


_read = lru_cache(maxsize=1)(corpus.read)


@contextmanager
def explaining(path: str | Path, dialogues: Sequence[Dialogue]) -> Iterator[None]:
    """Check the corpus where the work fails on it: to check before would take longer than to work.

    Raises `InputError` then, naming dialogue, turn and field.
    """
    try:
        yield
    except Exception:
        for _ in validation.checked(path, dialogues):
            pass
        raise


def _outcome(plan: TrackerPlan, dialogues: Sequence[Dialogue], side: EvaluationSide) -> TrackerOutcome:
    trackers = {name: made(name, side, dialogues, plan.seed, plan.llm) for name in plan.names if name not in ORACLES}
    answers = {name: ORACLES.get(name) or _answer(trackers[name]) for name in plan.names}
    total = {name: SplitCounts() for name in plan.names}
    by_dialogue = dict[str, MeasureCounts]()
    free = {name: SplitCounts() for name in trackers} if plan.free_running else {}
    for dialogue in side.testing(dialogues):
        found = judged(dialogue, answers)
        for name, each in found.items():
            total[name].merge(each)
        by_dialogue[dialogue.id] = found[plan.tracker].all
        for name, each in free.items():
            each.merge(judged_free(dialogue, name, trackers[name]))
    return TrackerOutcome(side, total, by_dialogue, free)


def made(
    name: str, side: EvaluationSide, dialogues: Sequence[Dialogue], seed: int, llm: Client | None = None
) -> Tracker:
    """The tracker of this name, trained on the training side if it has to be. Raises `InputError` if that is empty."""
    if name == LLM and llm:
        return LLMTracker(llm, side.training(dialogues), seed)
    if name not in tracking.TRAINED:
        return tracking.tracker(name)
    training = side.training(dialogues)
    if not training:
        raise InputError(f"tracker {name}: fold {side.name}: expected somebody to train on, found nobody")
    return tracking.TRAINED[name](training, seed)


def answering(name: str, side: EvaluationSide, dialogues: Sequence[Dialogue], seed: int) -> Answer:
    """Return the answering function of the tracker of this name, or of an oracle. Raises like `made`."""
    return ORACLES.get(name) or _answer(made(name, side, dialogues, seed))


def _answer(tracker: Tracker) -> Answer:
    return lambda seen, turn: tracker.track(seen)


def tracker_origin(name: str) -> ModelOrigin | None:
    """Return the model file of a tracker as evaluations name it; None where it is in none, or trained on each side."""
    return None if name in tracking.TRAINED else tracking.model_origin(name)


def tagger_origin(name: str) -> ModelOrigin | None:
    """Return the model file of a tagger as evaluations name it; None where it is in none, or trained on each side."""
    return None if name in models.TRAINED else models.model_origin(name)


def tracker_users(name: str, origin: ModelOrigin | None, side: EvaluationSide) -> list[str] | None:
    """Return the users that a tracker was trained on for a side; None where that is unknown."""
    if name in tracking.TRAINED or name == LLM:
        return sorted(side.train)
    if origin:
        return origin.data.users
    return [] if name in tracking.TRACKERS or name in ORACLES else None


def tagger_users(name: str, origin: ModelOrigin | None, side: EvaluationSide) -> list[str]:
    """Return the users that a tagger was trained on for a side."""
    if name in models.TRAINED or name == LLM:
        return sorted(side.train)
    return origin.data.users if origin else []


def predict(path: str | Path, output: str | Path, name: str, fold: int | None = None, seed: int = 0) -> int:
    """Write what a tracker says of a corpus, gold frames before every turn; how many dialogues it wrote.

    `fold` is a standard one, with a minus all users outside it; None is the whole file. What has to be trained is
    trained on all other users. Raises `InputError` where file, fold or tracker isn't what it should be, and where a
    model was trained on dialogues to be predicted: their scores would pass for held out.
    """
    dialogues = corpus.read(path)
    tested = of_fold(path, dialogues, fold)
    test = frozenset(dialogue.user_id for dialogue in tested)
    train = frozenset(dialogue.user_id for dialogue in dialogues) - test
    if origin := tracker_origin(name):
        origin.check_unseen(path, tested)
    answer = answering(name, EvaluationSide(str(fold), train, test), dialogues, seed)

    def predicted(dialogue: Dialogue) -> list[predictions.TurnPredictions]:
        found = list[predictions.TurnPredictions]()
        for turn, seen in situations(dialogue):
            tracking = answer(seen, turn)
            beliefs = believed(tracking, len(seen.memory.frames))
            found.append(predictions.predicted(seen.acts, beliefs, tracking.active_frame))
        return found

    with explaining(path, tested):
        predictions.write(output, tested, predicted)
    return len(tested)
