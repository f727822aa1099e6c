"""Judge a tracker's answers for a turn, for a dialogue, for parts of them.

The splits: turns that stay with the frame, create one, switch back to one; what is about a frame that isn't active
after the turn; all turns after the first one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError, shown
from wayframe.items import NOANNO, items
from wayframe.scoring import FrameDecision, MeasureCounts
from wayframe.tracking import ActBelief, Observation, Tracker, Tracking, believed, new_frame
from wayframe.tracking.running import DialogueRun, day, labelled_acts, situations

Split = Literal["stay", "create", "switch_back", "not_active", "after_first"]
SPLITS: tuple[Split, ...] = get_args(Split)
Answer = Callable[[Observation, Turn], Tracking]
"""What is said of a turn; only oracles look at its labels."""


class TurnTruth(NamedTuple):
    """Labelled frames of a turn: for every act the frame of each slot and the frames of the act as a whole."""

    acts: tuple[tuple[str, tuple[tuple[str, frozenset[int]], ...], frozenset[int]], ...]
    active_frame: int
    candidates: int
    part: Split
    first: bool


class SplitCounts:
    """Right decisions, by what happens in the turn and whether it is the first.

    `not_active` are those about a frame that isn't active.
    """

    def __init__(self) -> None:
        self._turns = defaultdict[tuple[Split, bool], MeasureCounts](MeasureCounts)
        self.not_active = MeasureCounts()

    def turn(self, truth: TurnTruth) -> MeasureCounts:
        """The shares that a turn counts in."""
        return self._turns[truth.part, truth.first]

    @property
    def all(self) -> MeasureCounts:
        """The shares of all turns."""
        return MeasureCounts.sum(self._turns.values())

    def split(self, split: Split) -> MeasureCounts:
        """The shares of a part."""
        if split == "not_active":
            return self.not_active
        if split == "after_first":
            return MeasureCounts.sum(shares for (_, first), shares in self._turns.items() if not first)
        return MeasureCounts.sum(shares for (part, _), shares in self._turns.items() if part == split)

    def merge(self, other: SplitCounts) -> None:
        """Add what another one counted."""
        for key, shares in other._turns.items():
            self._turns[key].merge(shares)
        self.not_active.merge(other.not_active)


def judged(dialogue: Dialogue, answers: Mapping[str, Answer]) -> dict[str, SplitCounts]:
    """Judge the answers of several trackers for a dialogue, with gold frames before every turn.

    Raises `InputError` where a tracker's answer isn't one about the turn, naming dialogue and text.
    """
    found = {name: SplitCounts() for name in answers}
    before = 1
    for number, (turn, seen) in enumerate(situations(dialogue)):
        candidates = new_frame(seen.memory)
        truth = truth_of(turn, turn.active_frame, candidates, part_of(turn, before, candidates), number == 0)
        before = turn.active_frame
        for name, answer in answers.items():
            try:
                _judge(truth, answer(seen, turn), len(seen.memory.frames), found[name])
            except InputError as error:
                raise _placed(error, name, dialogue, turn) from error
    return found


def judged_free(dialogue: Dialogue, name: str, tracker: Tracker) -> SplitCounts:
    """Judge a tracker for a dialogue on its own frames. Raises like `judged`.

    A frame of the labels that has no counterpart among its own can't be named; what is about it is wrong.
    """
    found, run, labelled_frames, before = SplitCounts(), DialogueRun(day(dialogue)), 1, 1
    for number, turn in enumerate(dialogue.turns):
        if turn.author == "wizard":
            run.answer(turn)
        else:
            created, candidates = turn.active_frame > labelled_frames, new_frame(run.memory)
            own = run.own | ({turn.active_frame: candidates} if created else {})
            part = part_of(turn, before, turn.active_frame if created else 0)
            truth = truth_of(turn, own.get(turn.active_frame, 0), candidates, part, number == 0, own)
            frames = len(run.memory.frames)
            try:
                tracked = run.hear(turn, labelled_acts(turn), tracker)
                _judge(truth, tracked, frames, found)
            except InputError as error:
                raise _placed(error, name, dialogue, turn) from error
            if created and tracked.active_frame == candidates:
                run.own = own
        labelled_frames, before = max(labelled_frames, len(turn.frames)), turn.active_frame
    return found


def _placed(error: InputError, name: str, dialogue: Dialogue, turn: Turn) -> InputError:
    return InputError(f"tracker {name}: dialogue {shown(dialogue.id)}: {shown(turn.text)}: {error}")


def part_of(turn: Turn, before: int, created: int) -> Split:
    """Classify a turn: `before` was active, `created` is the frame that it makes, if it is active after."""
    if turn.active_frame == created:
        return "create"
    return "stay" if turn.active_frame == before else "switch_back"


def truth_of(
    turn: Turn, active_frame: int, candidates: int, part: Split, first: bool, own: Mapping[int, int] | None = None
) -> TurnTruth:
    """Return the labelled frames of a turn; `own` gives other numbers to its frames, 0 to those without one."""
    acts = []
    for act in turn.acts:
        found = [
            (item.key, item.frame if own is None else own.get(item.frame, 0)) for item in items(act, turn.active_frame)
        ]
        slots = tuple((key, frozenset((frame,))) for key, frame in found if key != NOANNO)
        acts.append((act.name, slots, frozenset(frame for key, frame in found if key == NOANNO)))
    return TurnTruth(tuple(acts), active_frame, candidates, part, first)


def _judge(truth: TurnTruth, tracking: Tracking, frames: int, found: SplitCounts) -> None:
    decisions = list(decided(truth, believed(tracking, frames)))
    shares, active = found.turn(truth), frozenset((truth.active_frame,))
    shares.decide(decisions)
    shares.add("creation", 1, (tracking.active_frame == truth.candidates) == (truth.active_frame == truth.candidates))
    found.not_active.decide(each for each in decisions if each.frames and each.frames != active)


def decided(truth: TurnTruth, beliefs: tuple[ActBelief, ...]) -> Iterator[FrameDecision]:
    """Pair the beliefs on every slot and act with the truth. Raises `InputError` if they aren't about the same ones."""
    if len(beliefs) != len(truth.acts):
        raise InputError(f"expected beliefs about {len(truth.acts)} acts, found {len(beliefs)}")
    for (name, slots, whole), belief in zip(truth.acts, beliefs, strict=True):
        if len(belief.slots) != len(slots):
            raise InputError(f"{name}: expected beliefs about {len(slots)} slots, found {len(belief.slots)}")
        for vector in (*belief.slots, belief.act):
            if len(vector) != truth.candidates:
                raise InputError(f"{name}: expected {truth.candidates} probabilities, found {len(vector)}")
        for (key, frame), vector in zip(slots, belief.slots, strict=True):
            yield FrameDecision(name, key, frame, vector, truth.candidates)
        yield FrameDecision(name, NOANNO, whole, belief.act, truth.candidates)
