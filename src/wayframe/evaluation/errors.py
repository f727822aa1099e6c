"""List a tracker's mistakes, turn by turn, with the context that explains them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from wayframe import corpus, notation
from wayframe.dialogue import Dialogue, Frame, Turn
from wayframe.evaluation.judging import Split, decided, part_of, truth_of
from wayframe.evaluation.running import answering, on_sides
from wayframe.evaluation.sides import EvaluationSide, divided
from wayframe.evaluation.trained import check_unseen, tracker_origin
from wayframe.items import NOANNO
from wayframe.scoring import FrameDecision
from wayframe.tracking import Observation, Tracking, believed, new_frame
from wayframe.tracking.running import situations


class WrongDecision(NamedTuple):
    """One decision that is wrong: a slot of an act, or with `key` empty the act as a whole.

    `chosen` are the tracker's frames, `labelled` those of the labels; `likely` is what the tracker gives the first of
    the labelled ones.
    """

    act: str
    key: str
    labelled: tuple[int, ...]
    chosen: tuple[int, ...]
    likely: float


class TrackingMistake(NamedTuple):
    """A user's turn of which a tracker says something else than the labels.

    `kind` says what: see `KINDS`. `frames` are those before the turn, the first not yet there before the first turn;
    `acts` and `labelled_acts` are in the paper's notation.
    """

    dialogue: str
    turn: int
    fold: str
    part: Split
    kind: str
    wizard: str
    user: str
    frames: tuple[Frame, ...]
    before: int
    active_frame: int
    labelled_frame: int
    acts: tuple[str, ...]
    labelled_acts: tuple[str, ...]
    slips: tuple[WrongDecision, ...]


class TrackingMistakes(NamedTuple):
    """All mistakes of a corpus, in its order, out of so many user turns."""

    turns: int
    found: tuple[TrackingMistake, ...]

    @property
    def kinds(self) -> dict[str, int]:
        """Count the mistakes of each kind that occurs."""
        kinds = [mistake.kind for mistake in self.found]
        return {name: kinds.count(name) for name in KINDS if name in kinds}


KINDS = {
    "variant": "the active frame: another option for one that derives from it, or the other way round",
    "no-new-frame": "the active frame: one that exists where the labels make one",
    "needless-frame": "the active frame: a new one where the labels have one that exists",
    "no-switch": "the active frame: stays where the labels go to another",
    "needless-switch": "the active frame: goes to another where the labels stay",
    "wrong-switch": "the active frame: goes to another one than the labels",
    "missed-reference": "the active frame is right: what is about another frame taken for the active one's",
    "needless-reference": "the active frame is right: what is about it taken for another's",
    "other-reference": "the active frame is right: what is about another frame, taken for yet another's",
}
"""What can be wrong of a turn, the active frame first: with it wrong, what the turn says is wrong as well."""


def mistakes(
    path: str | Path,
    tracker: str,
    folds: Sequence[int] = (),
    train_on: Sequence[str] = (),
    test_on: Sequence[str] = (),
    seed: int = 0,
    jobs: int = 1,
) -> TrackingMistakes:
    """The mistakes of a tracker, gold frames before every turn, after training like `evaluate`. Raises like it."""
    dialogues = corpus.read(path)
    sides = divided(path, dialogues, folds, train_on, test_on)
    check_unseen(tracker_origin(tracker), path, dialogues, sides)
    parts = on_sides(partial(_of_side, tracker, seed), path, dialogues, sides, jobs)
    return TrackingMistakes(
        sum(part.turns for part in parts), tuple(mistake for part in parts for mistake in part.found)
    )


def _of_side(name: str, seed: int, dialogues: Sequence[Dialogue], side: EvaluationSide) -> TrackingMistakes:
    answer, found, turns = answering(name, side, dialogues, seed), list[TrackingMistake](), 0
    for dialogue in side.testing(dialogues):
        before = 1
        for turn, seen in situations(dialogue):
            turns += 1
            found += _mistake(dialogue, turn, seen, answer(seen, turn), side.name, before)
            before = turn.active_frame
    return TrackingMistakes(turns, tuple(found))


def _mistake(
    dialogue: Dialogue, turn: Turn, seen: Observation, said: Tracking, fold: str, before: int
) -> Iterator[TrackingMistake]:
    new = new_frame(seen.memory)
    part = part_of(turn, before, new)
    truth = truth_of(turn, turn.active_frame, new, part, not seen.history)
    slips = tuple(_slip(each) for each in decided(truth, believed(said, len(seen.memory.frames))) if not each.correct)
    if slips or said.active_frame != turn.active_frame:
        yield TrackingMistake(
            dialogue.id,
            len(seen.history),
            fold,
            part,
            _kind(turn, seen, said, before, slips),
            seen.history[-1].text if seen.history else "",
            turn.text,
            seen.memory.frames,
            before,
            said.active_frame,
            turn.active_frame,
            tuple(map(notation.show, said.acts)),
            tuple(map(notation.show, turn.acts)),
            slips,
        )


def _slip(decision: FrameDecision) -> WrongDecision:
    vector, labelled = decision.vector or (), tuple(sorted(decision.frames))
    likely = vector[labelled[0] - 1] if labelled and labelled[0] <= len(vector) else 0.0
    key = "" if decision.key == NOANNO else decision.key
    return WrongDecision(decision.act, key, labelled, tuple(sorted(decision.chosen)), round(likely, 3))


def _kind(turn: Turn, seen: Observation, said: Tracking, before: int, slips: Sequence[WrongDecision]) -> str:
    said_frame, labelled = said.active_frame, turn.active_frame
    if said_frame == labelled:
        if all(set(slip.chosen) <= {labelled} for slip in slips):
            return "missed-reference"
        return "needless-reference" if all(set(slip.labelled) <= {labelled} for slip in slips) else "other-reference"
    if (new := new_frame(seen.memory)) in (said_frame, labelled):
        return "no-new-frame" if labelled == new else "needless-frame"
    if _related(seen.memory.frames, said_frame, labelled):
        return "variant"
    if labelled == before:
        return "needless-switch"
    return "no-switch" if said_frame == before else "wrong-switch"


def _related(frames: Sequence[Frame], one: int, other: int) -> bool:
    """Tell whether one of two frames derives from the other."""
    parents = {frame.frame_id: frame.frame_parent_id for frame in frames}
    return parents.get(one) == other or parents.get(other) == one
