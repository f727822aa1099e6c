"""Final actions scored: of the people in a data file, or of players whose predictions stand in a file of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType

from wayframe.airdialogue.files import (
    Bad,
    FileLine,
    SamplePair,
    decoded,
    lines,
    located,
    parse,
    read,
    refuse,
    side_by_side,
)
from wayframe.airdialogue.records import Action, KnowledgeBase
from wayframe.airdialogue.scoring.metrics import BleuCounts, bleu
from wayframe.airdialogue.scoring.outcomes import (
    NOTHING,
    WHOLE,
    OutcomeScore,
    RewardParts,
    ToolkitOutcome,
    four_way_mean,
    judged,
    judged_as_toolkit,
    mean,
    means,
    rewarded,
)
from wayframe.airdialogue.scoring.score import (
    BootstrapSampling,
    Mode,
    Task,
    TaskScore,
    Told,
    intervals,
    nobody,
    reported,
    signature,
)
from wayframe.airdialogue.scoring.words import words
from wayframe.errors import InputError, shown

T = TypeVar("T")
V = TypeVar("V")
_TAGGED = re.compile(r"<(?:fl|st)_(.*)>")


Flights = list[int | str] | int | str | None


class PredictedAction(Struct, frozen=True, gc=False):
    """A predicted action; every part may be missing. Flights are numbers, or texts, plain or as `<fl_1004>`; one may
    stand alone.
    """

    name: str | UnsetType = UNSET
    flight: Flights | UnsetType = UNSET
    status: str | UnsetType = UNSET


class PredictedOutcome(Struct, frozen=True, gc=False):
    """A line of predictions: `action`, or `pred_action` as the public model writes it, and perhaps the dialogue."""

    action: PredictedAction | UnsetType = UNSET
    pred_action: PredictedAction | UnsetType = UNSET
    dialogue: tuple[str, ...] | UnsetType = UNSET


DECODER = msgspec.json.Decoder(PredictedOutcome)
_NO_PART = PredictedAction()


def done(predicted: PredictedOutcome, mode: Mode) -> PredictedAction | None:
    """Return the outcome that a line predicts, None where the player never acted.

    Reference mode reads `action` alone, as the toolkit does. Strict mode takes `pred_action` too, and an action without
    any part, as the competition begins with, for none.
    """
    if mode == "reference":
        return _given(predicted.action, None)
    said = _given(predicted.action, _given(predicted.pred_action, _NO_PART))
    return None if said == _NO_PART else said


def as_toolkit(said: PredictedAction | Action | None) -> ToolkitOutcome:
    """An action as the public toolkit reads it: parts that are missing have names of their own, which match nothing.

    Several flights become one token that is no flight.
    """
    if said is None:
        return ToolkitOutcome("<unk> <unk>", None, False, "<unk>")
    flight, known = _token(_given(said.flight, None))
    return ToolkitOutcome(_given(said.name, "<unk> <unk>"), flight, known, _given(said.status, "unk"))


def strictly(said: PredictedAction, expected: Action, kb: KnowledgeBase) -> Action:
    """A predicted action without its wrapping; missing parts are empty.

    Raises `InputError` where a flight isn't one of the knowledge base, and where there are several flights, unless each
    of them would be right.
    """
    flights = tuple(map(_number, _listed(_given(said.flight, None))))
    for flight in flights:
        if kb.flight(flight) is None:
            raise InputError(f"action.flight: no flight {flight} in its knowledge base")
    if len(flights) > 1 and not set(flights) <= set(expected.flight):
        raise InputError(f"action.flight: expected at most one flight, found {len(flights)}")
    return Action(flight=flights, name=_given(said.name, ""), status=_untagged(_given(said.status, "")))


def _given(value: T | UnsetType, missing: V) -> T | V:
    return missing if isinstance(value, UnsetType) else value


def _token(flights: Flights | tuple[int, ...]) -> tuple[int | None, bool]:
    """The one flight that the toolkit's token of these means, and whether it means anything."""
    if not flights:
        return None, True
    if not isinstance(flights, int) and len(flights) > 1:
        return None, False
    text = str(flights if isinstance(flights, int) else flights[0])
    if text == "empty":
        return None, True
    if text.isascii() and text.isdecimal() and text == str(int(text)):
        return int(text), True
    return None, False


def _listed(flights: Flights) -> list[int | str]:
    if not flights:
        return []
    if isinstance(flights, int):
        return [flights]
    each = flights.split(",") if isinstance(flights, str) else flights
    return [flight for flight in each if flight not in ("", "empty", "<fl_empty>")]


def _number(flight: int | str) -> int:
    text = _untagged(str(flight))
    if not text.isascii() or not text.isdecimal():
        raise InputError(f"action.flight: expected numbers, found {shown(flight)}")
    return int(text)


def _untagged(text: str) -> str:
    found = _TAGGED.fullmatch(text.strip())
    return found.group(1) if found else text.strip()


_RIGHT = OutcomeScore(WHOLE, True, rewarded(1, 1, 1))
_TRUTH = ("expected_action",)
_NAME = "names are bags of characters"
_FOUR_WAY = "the score is the mean over reward, name, flight and status alike"


def score_human(
    data: str | Path,
    kb: str | Path,
    mode: Mode = "strict",
    bad: Bad = refuse,
    sampling: BootstrapSampling | None = None,
    told: Told = nobody,
) -> TaskScore:
    """Score what the people of a data file did against what was expected.

    In reference mode a sample that says it is right has all of it. Raises `InputError` naming the line where a sample
    lacks `action`, `expected_action` or `correct_sample`; `bad` may take these instead.
    """
    pairs = read(data, kb, bad, (*_TRUTH, "action", "correct_sample"))
    rows = [_of_human(pair, mode) for pair in reported(pairs, told)]
    inputs = {"data": data, "kb": kb}
    return _summed("human", mode, rows, inputs, {}, sampling or BootstrapSampling())


def score_selfplay(
    data: str | Path,
    kb: str | Path,
    path: str | Path,
    mode: Mode = "strict",
    bad: Bad = refuse,
    sampling: BootstrapSampling | None = None,
    told: Told = nobody,
) -> TaskScore:
    """Score predicted actions, line by line those of the samples, and the dialogues where both sides have them.

    Reference mode reads `action` only and takes as many lines as both files have; strict mode wants a line for each
    sample. A player that never acted gets nothing, in reference mode what the toolkit gives it. Raises `InputError`
    naming the line.
    """
    rows, talks, unfinished = list[OutcomeScore](), _DialogueBleu(mode), 0
    for pair, line in reported(_matched(data, kb, path, mode, bad), told):
        try:
            with located(f"{path}: line {line.number}"):
                predicted = decoded(line.text, DECODER)
                said = done(predicted, mode)
                row = _of_player(pair, said, mode)
                talks.hear(predicted.dialogue, pair.sample.dialogue)
        except InputError as error:
            bad(error)
        else:
            rows.append(row)
            unfinished += said is None
    inputs = {"data": data, "kb": kb, "predictions": path}
    more = {"bleu": talks.bleu(), "unfinished": unfinished}
    return _summed("selfplay", mode, rows, inputs, more, sampling or BootstrapSampling())


def _matched(
    data: str | Path, kb: str | Path, path: str | Path, mode: Mode, bad: Bad
) -> Iterator[tuple[SamplePair, FileLine]]:
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


def _of_human(pair: SamplePair, mode: Mode) -> OutcomeScore:
    action, expected = cast("Action", pair.sample.action), cast("Action", pair.sample.expected_action)
    if mode == "strict":
        return judged(action, expected, pair.kb)
    if pair.sample.correct_sample:
        return _RIGHT
    return judged_as_toolkit(as_toolkit(action), expected, pair.kb)


def _of_player(pair: SamplePair, said: PredictedAction | None, mode: Mode) -> OutcomeScore:
    expected = cast("Action", pair.sample.expected_action)
    if mode == "reference":
        return judged_as_toolkit(as_toolkit(said), expected, pair.kb)
    return judged(strictly(said, expected, pair.kb), expected, pair.kb) if said else NOTHING


def _tokens(dialogue: Sequence[str]) -> list[str]:
    """The words of a dialogue as one text, without the speakers; a colon inside a turn is lost, as in the toolkit."""
    return words(" ".join(" ".join(turn.split(":")[1:]).strip() for turn in dialogue))


class _DialogueBleu:
    """Whole dialogues compared: by the BLEU of them all, in reference mode by the mean of each one's."""

    def __init__(self, mode: Mode) -> None:
        self._mode = mode
        self._all, self._each, self._missing = BleuCounts(), list[float](), False

    def hear(self, said: Sequence[str] | UnsetType, expected: Sequence[str] | None) -> None:
        """Take in a player's dialogue and the people's. Raises `InputError` where nothing is said in one of them."""
        if isinstance(said, UnsetType) or expected is None:
            self._missing = True
            return
        ours, theirs = _tokens(said), _tokens(expected)
        if not ours or not theirs:
            raise InputError(f"dialogue: nothing is said{'' if not ours else ' by the people of its sample'}")
        if self._mode == "strict":
            self._all.add(ours, theirs)
        else:
            self._each.append(bleu([(ours, theirs)]) or 0.0)

    def bleu(self) -> float | None:
        """The figure; None unless all dialogues were there."""
        if self._missing:
            return None
        return self._all.score() if self._mode == "strict" else mean(self._each)


def _summed(
    task: Task,
    mode: Mode,
    rows: Sequence[OutcomeScore],
    inputs: dict[str, str | Path],
    more: Mapping[str, object],
    sampling: BootstrapSampling,
) -> TaskScore:
    if not rows:
        raise InputError(f"{inputs.get('predictions', inputs['data'])}: no sample to score")
    parts, exact_parts = [row.parts for row in rows], means([row.exact_parts for row in rows])
    total = means(parts)
    fault = mode == "reference" and task == "selfplay"
    figures: dict[str, object] = {"score": four_way_mean(parts) if fault else total.reward, **total._asdict()}
    figures |= {"exact": mean(row.exact for row in rows), "exact_parts": exact_parts._asdict(), **more}
    if mode == "reference":
        faults = (_NAME, _FOUR_WAY) if fault else (_NAME,)
        return TaskScore(task, mode, len(rows), figures, faults, signature(task, mode, inputs))
    settings = {"resamples": sampling.resamples, "seed": sampling.seed}
    figures["intervals"] = intervals(_columns(rows), *sampling)
    return TaskScore(task, mode, len(rows), figures, (), signature(task, mode, inputs, **settings))


def _columns(rows: Sequence[OutcomeScore]) -> dict[str, list[float]]:
    names = ("score", *RewardParts._fields[1:])
    columns = dict(zip(names, (list(column) for column in zip(*(row.parts for row in rows), strict=True)), strict=True))
    return {**columns, "exact": [float(row.exact) for row in rows]}
