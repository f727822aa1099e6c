"""A corpus and a file of predictions in, scores out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from wayframe import corpus, files
from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError, shown
from wayframe.folds import FOLDS, fold_of
from wayframe.scoring import measures, predictions, reference
from wayframe.scoring.measures import Measure, MeasureCounts, TagTallies, creates
from wayframe.scoring.predictions import PredictedDialogue, PredictedTurn, TurnPredictions

Mode = Literal["strict", "reference"]
_OURS: tuple[Measure, ...] = ("acts_binary", "identification", "creation")


class PredictionScore(NamedTuple):
    """Scores of predictions, and the checksums that identify their files."""

    mode: Mode
    fold: int | None
    counts: TagTallies
    shares: MeasureCounts | None
    """None in reference mode where a prediction isn't proper."""
    wrong: frozenset[tuple[str, int]]
    """The user turns with a wrong slot: the dialogue's id, and the turn's number from 0."""
    signature: str

    def as_json(self) -> dict[str, object]:
        """The counts by tag, and those of the paper's measures."""
        shares = self.shares
        ours: dict[str, object] = {
            each: shares and {"count": shares.count(each), "correct": shares.correct(each)} for each in _OURS
        }
        return {"mode": self.mode, "fold": self.fold, **self.counts.as_json(), **ours, "signature": self.signature}


def score(gold: str | Path, path: str | Path, fold: int | None = None, mode: Mode = "strict") -> PredictionScore:
    """Score the predictions of a file against the labels of a corpus.

    `fold` is one of the standard ones, with a minus all dialogues outside it; None is the whole corpus. Raises
    `InputError` where the fold isn't in the corpus, where predictions are missing or not for these dialogues, and in
    strict mode where they aren't proper.
    """
    truths = of_fold(gold, corpus.read(gold), fold)
    found = predictions.read(path)
    if found and not any(truth.id in found for truth in truths):
        raise InputError(f"{path}: expected predictions for {gold}, found none of its dialogues")
    counts, shares, proper, wrong = TagTallies(), MeasureCounts(), True, set[tuple[str, int]]()
    for truth in truths:
        for place in _places(gold, path, truth, found):
            try:
                right, is_proper = _scored(place, mode, counts, shares)
            except InputError as error:
                raise InputError(f"{path}: dialogue {shown(truth.id)}: turn {place.number}: {error}") from error
            proper = proper and is_proper
            if not right:
                wrong.add((truth.id, place.number))
    return PredictionScore(
        mode, fold, counts, shares if proper else None, frozenset(wrong), _signature(gold, path, fold, mode)
    )


def of_fold(path: str | Path, dialogues: Sequence[Dialogue], fold: int | None) -> list[Dialogue]:
    """The dialogues of a standard fold, with a minus those of all other users; all where it is None.

    Raises `InputError` where there are none.
    """
    if fold is None:
        return list(dialogues)
    inside = FOLDS.get(abs(fold), ())
    found = [each for each in dialogues if (each.user_id in inside) == (fold > 0)]
    if not inside or not found:
        present = sorted({number for each in dialogues if (number := fold_of(each.user_id)) is not None})
        raise InputError(f"{path}: fold {fold}: not there; present: {', '.join(map(str, present)) or 'none'}")
    return found


def write_wrong(path: str | Path, score: PredictionScore, output: str | Path) -> None:
    """Write the predictions again, the turns with a wrong slot tagged `wrong`, as the public evaluator does."""
    with files.reading(path) as file:
        data = msgspec.json.decode(file.read())
    for dialogue in data.values() if isinstance(data, dict) else data:
        for number, turn in enumerate(dialogue["turns"]):
            if (dialogue["id"], number) in score.wrong:
                labels = turn.setdefault("labels", {})
                labels["tags"] = [*(tag for tag in labels.get("tags", []) if tag != "wrong"), "wrong"]
    with files.writing(output) as file:
        file.write(msgspec.json.encode(data))


class _ScoredTurn(NamedTuple):
    """A user's turn, what is predicted of it, and how many frames it can be about."""

    number: int
    turn: Turn
    predicted: TurnPredictions
    candidates: int


def _places(
    gold: str | Path, path: str | Path, truth: Dialogue, found: dict[str, PredictedDialogue]
) -> Iterator[_ScoredTurn]:
    where = f"{path}: dialogue {shown(truth.id)}"
    if truth.id not in found:
        raise InputError(f"{where}: missing")
    turns = found[truth.id].turns
    if len(turns) != len(truth.turns):
        raise InputError(f"{where}: expected {len(truth.turns)} turns, found {len(turns)}")
    for number, (turn, predicted) in enumerate(zip(truth.turns, turns, strict=True)):
        _same(f"{where}: turn {number}", turn, predicted)
        if turn.author == "user":
            made = _predictions(f"{where}: turn {number}", turn, predicted)
            yield _ScoredTurn(number, turn, made, max(1, _frames_before(gold, truth, number)) + 1)


def _frames_before(gold: str | Path, truth: Dialogue, number: int) -> int:
    try:
        return len(truth.turns[number - 1].frames) if number else 0
    except InputError as error:
        raise InputError(f"{gold}: dialogue {shown(truth.id)}: turn {number - 1}: {error}") from error


def _same(where: str, turn: Turn, predicted: PredictedTurn) -> None:
    """Raise `InputError` where a prediction is for another turn."""
    for field in ("author", "text"):
        truth, found = getattr(turn, field), getattr(predicted, field)
        if found not in (UNSET, truth):
            raise InputError(f"{where}: {field}: expected {shown(truth)}, found {shown(found)}")


def _predictions(where: str, turn: Turn, predicted: PredictedTurn) -> TurnPredictions:
    if isinstance(predicted.predictions, UnsetType):
        raise InputError(f"{where}: predictions: missing")
    if len(predicted.predictions.acts) != len(turn.acts):
        raise InputError(
            f"{where}: predictions.acts: expected {len(turn.acts)}, found {len(predicted.predictions.acts)}"
        )
    return predicted.predictions


def _scored(place: _ScoredTurn, mode: Mode, counts: TagTallies, shares: MeasureCounts) -> tuple[bool, bool]:
    """Count a turn; whether its slots are right, and whether the prediction is proper."""
    acts, found = place.predicted.acts, None
    try:
        found = measures.decisions(place.turn, acts, place.candidates)
    except InputError:
        if mode == "strict":
            raise
    if found is not None:
        active = None if isinstance(place.predicted.active_frame, UnsetType) else place.predicted.active_frame
        created = creates(found, active, place.candidates)
        shares.decide(found)
        shares.add("creation", 1, created == (place.turn.active_frame == place.candidates))
    if found is None or mode == "reference":
        return reference.score_turn(place.turn, acts, counts), found is not None
    return measures.score_turn(place.turn, found, counts), True


def _signature(gold: str | Path, path: str | Path, fold: int | None, mode: Mode) -> str:
    parts = {
        "mode": mode,
        "fold": fold if fold is not None else "all",
        "gold": files.digest(gold)[:12],
        "predictions": files.digest(path)[:12],
        "wayframe": version("wayframe"),
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
