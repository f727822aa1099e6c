"""Final actions scored: of the people in a data file, or of players whose output stands in a file of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from msgspec import UnsetType

from wayframe.airdialogue.files import Bad, Line, Pair, lines, parse, read, refuse, side_by_side
from wayframe.airdialogue.records import Action
from wayframe.airdialogue.scoring import predictions
from wayframe.airdialogue.scoring.bleu import bleu
from wayframe.airdialogue.scoring.intervals import intervals
from wayframe.airdialogue.scoring.outcomes import Judged, judged, judged_as_toolkit
from wayframe.airdialogue.scoring.predictions import Predicted
from wayframe.airdialogue.scoring.reward import WHOLE, Parts, four_way_mean, mean, means, rewarded
from wayframe.airdialogue.scoring.score import Mode, Sampling, Score, Task, signature
from wayframe.airdialogue.scoring.words import words
from wayframe.errors import InputError

Tokens = Sequence[str]
_RIGHT = Judged(WHOLE, True, rewarded(1, 1, 1))
_TRUTH = ("expected_action",)
_NAME = "names are bags of characters"
_FOUR_WAY = "the score is the mean over reward, name, flight and status alike"


def score_human(
    data: str | Path, kb: str | Path, mode: Mode = "strict", bad: Bad = refuse, sampling: Sampling | None = None
) -> Score:
    """Score what the people of a data file did against what was expected.

    In reference mode a sample that says it is right has all of it. Raises `InputError` naming the line where a sample
    lacks `action`, `expected_action` or `correct_sample`; `bad` may take these instead.
    """
    rows = list[Judged]()
    rows += (_of_human(pair, mode) for pair in read(data, kb, bad, (*_TRUTH, "action", "correct_sample")))
    inputs = {"data": data, "kb": kb}
    return _summed("human", mode, rows, inputs, None, sampling or Sampling())


def score_selfplay(
    data: str | Path,
    kb: str | Path,
    path: str | Path,
    mode: Mode = "strict",
    bad: Bad = refuse,
    sampling: Sampling | None = None,
) -> Score:
    """Score predicted actions, line by line those of the samples, and the dialogues where both sides have them.

    Reference mode reads `action` only and takes as many lines as both files have; strict mode wants a prediction for
    each sample. Raises `InputError` naming the line.
    """
    rows, talks = list[Judged](), list[tuple[Tokens, Tokens] | None]()
    for pair, line in _matched(data, kb, path, mode, bad):
        try:
            predicted = predictions.decoded(line)
            row, talk = _of_player(pair, predicted, mode), _talk(pair, predicted)
        except InputError as error:
            bad(InputError(f"{path}: line {line.number}: {error}"))
        else:
            rows.append(row)
            talks.append(talk)
    inputs = {"data": data, "kb": kb, "predictions": path}
    return _summed("selfplay", mode, rows, inputs, _bleu(talks, mode), sampling or Sampling())


def _matched(data: str | Path, kb: str | Path, path: str | Path, mode: Mode, bad: Bad) -> Iterator[tuple[Pair, Line]]:
    """Samples with their predictions; a bad one of either is passed over with the other."""
    given = lines(path)
    for sample, base in side_by_side(data, kb):
        line = next(given, None)
        if line is None:
            if mode == "strict":
                raise InputError(f"{path}: ends before {data}: line {sample.number}")
            continue
        try:
            yield parse(data, kb, sample, base, _TRUTH), line
        except InputError as error:
            bad(error)
    if mode == "strict" and (extra := next(given, None)) is not None:
        raise InputError(f"{path}: line {extra.number}: more predictions than {data} has samples")


def _of_human(pair: Pair, mode: Mode) -> Judged:
    action, expected = cast("Action", pair.sample.action), cast("Action", pair.sample.expected_action)
    if mode == "strict":
        return judged(action, expected, pair.kb)
    if pair.sample.correct_sample:
        return _RIGHT
    return judged_as_toolkit(predictions.as_toolkit(action), expected, pair.kb)


def _of_player(pair: Pair, predicted: Predicted, mode: Mode) -> Judged:
    expected = cast("Action", pair.sample.expected_action)
    if mode == "strict":
        return judged(predictions.strictly(predicted, expected, pair.kb), expected, pair.kb)
    return judged_as_toolkit(predictions.as_toolkit(predicted.action), expected, pair.kb)


def _talk(pair: Pair, predicted: Predicted) -> tuple[Tokens, Tokens] | None:
    """What was said and what people said there, in tokens; None where a side has no dialogue."""
    if isinstance(predicted.dialogue, UnsetType) or pair.sample.dialogue is None:
        return None
    said, expected = _tokens(predicted.dialogue), _tokens(pair.sample.dialogue)
    if not said or not expected:
        raise InputError(f"dialogue: {'nothing is said' if not said else 'nothing is said in the truth'}")
    return said, expected


def _tokens(dialogue: Sequence[str]) -> Tokens:
    """The words of a dialogue as one text, without the speakers; a colon inside a turn is lost, as in the toolkit."""
    return words(" ".join(" ".join(turn.split(":")[1:]).strip() for turn in dialogue))


def _bleu(talks: Sequence[tuple[Tokens, Tokens] | None], mode: Mode) -> float | None:
    """Of the corpus, and in reference mode the mean over dialogues; None unless all dialogues are there."""
    pairs = [talk for talk in talks if talk is not None]
    if not pairs or len(pairs) < len(talks):
        return None
    return bleu(pairs) if mode == "strict" else mean(bleu([pair]) or 0.0 for pair in pairs)


def _summed(
    task: Task,
    mode: Mode,
    rows: Sequence[Judged],
    inputs: dict[str, str | Path],
    of_words: float | None,
    sampling: Sampling,
) -> Score:
    if not rows:
        raise InputError(f"{inputs.get('predictions', inputs['data'])}: no sample to score")
    parts, exact_parts = [row.parts for row in rows], means([row.exact_parts for row in rows])
    total = means(parts)
    fault = mode == "reference" and task == "selfplay"
    figures: dict[str, object] = {"score": four_way_mean(parts) if fault else total.reward, **total._asdict()}
    figures |= {"exact": mean(row.exact for row in rows), "exact_parts": exact_parts._asdict()}
    if task == "selfplay":
        figures["bleu"] = of_words
    if mode == "reference":
        faults = (_NAME, _FOUR_WAY) if fault else (_NAME,)
        return Score(task, mode, len(rows), figures, faults, signature(task, mode, inputs))
    settings = {"resamples": sampling.resamples, "seed": sampling.seed}
    figures["intervals"] = intervals(_columns(rows), *sampling)
    return Score(task, mode, len(rows), figures, (), signature(task, mode, inputs, **settings))


def _columns(rows: Sequence[Judged]) -> dict[str, list[float]]:
    names = ("score", *Parts._fields[1:])
    columns = dict(zip(names, (list(column) for column in zip(*(row.parts for row in rows), strict=True)), strict=True))
    return {**columns, "exact": [float(row.exact) for row in rows]}
