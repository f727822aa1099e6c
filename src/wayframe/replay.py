"""Real dialogues through the loop: what the user said to a tracker and into memory, what the wizard did into memory.

There are two ways to feed it. With *gold memory* every user turn starts from the labelled frames, as in the paper's
tracking task (section 6.1); *free running* it starts from the loop's own memory, mistakes included
(`wayframe.tracking.running`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from wayframe import corpus, files, tracking, validation
from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError, shown
from wayframe.memory import day
from wayframe.nlu import NLUActs
from wayframe.tracking.running import PlayedTurn, labelled, play_free, play_gold
from wayframe.trainingdata import ModelOrigin

BASELINES = ("never-create", "previous")


class ReplayFigures(FramesRecord, frozen=True, gc=False):
    """Shares of user turns: the labelled frame is active after it; it makes a frame if and only if the labels do."""

    active_frame: float
    creation: float


class ReplayComparison(FramesRecord, frozen=True, gc=False):
    """A tracker's figures beside those of the baselines in the same run."""

    active_frame: float
    creation: float
    baselines: dict[str, ReplayFigures]


class ReplayReport(FramesRecord, frozen=True, gc=False, rename={"source": "from"}):
    """Result of a replay, and its protocol. The figures beside `tracker` are those with gold memory."""

    dialogues: int
    user_turns: int
    source: Literal["acts", "text"]
    tracker: str
    active_frame: float
    creation: float
    baselines: dict[str, ReplayFigures]
    free_running: ReplayComparison
    protocol: dict[str, Any]


def replay(
    path: str | Path,
    tracker: str = "rules",
    understood: NLUActs | None = None,
    told: Callable[[int], None] = lambda done: None,
) -> ReplayReport:
    """Run a corpus through the loop: its labelled acts, or its text as it is `understood`.

    `told` hears how many dialogues are done. Raises `InputError` naming file, dialogue, turn and field where the corpus
    is damaged, where there is no such tracker, and where a model was trained on one of the dialogues.
    """
    origin = tracking.model_origin(tracker)
    seen = origin.data.recogniser() if origin and origin.data else lambda dialogue: False
    trackers = {name: tracking.tracker(name) for name in (tracker, *BASELINES)}
    counts = {name: _TrackerCount() for name in trackers}
    digest = files.digest(path)
    dialogues = user_turns = 0
    for dialogue in validation.checked(path, corpus.stream(path)):
        if seen(dialogue):
            raise InputError(f"{tracker}: was trained on dialogue {shown(dialogue.id)} of {path}: replay others")
        today, hear = day(dialogue), understood or labelled
        for every in play_gold(dialogue, list(trackers.values()), hear, today):
            for count, played in zip(counts.values(), every, strict=True):
                count.add("gold", played)
        for name, each in trackers.items():
            for played in play_free(dialogue, each, hear, today):
                counts[name].add("free", played)
        dialogues += 1
        user_turns += sum(turn.author == "user" for turn in dialogue.turns)
        told(dialogues)
    gold, free = _compared(tracker, counts, "gold", user_turns), _compared(tracker, counts, "free", user_turns)
    return ReplayReport(
        dialogues, user_turns, "text" if understood else "acts", tracker, gold.active_frame, gold.creation,
        gold.baselines, free, _protocol(path, digest, origin),
    )  # fmt: skip


class _TrackerCount:
    """Of how many turns a tracker has the active frame right, and the creation, by the memory that it saw."""

    def __init__(self) -> None:
        self.active_frame, self.creation = Counter[str](), Counter[str]()

    def add(self, memory: str, played: PlayedTurn) -> None:
        self.active_frame[memory] += played.active
        self.creation[memory] += played.creation

    def figures(self, memory: str, turns: int) -> ReplayFigures:
        return ReplayFigures(round(self.active_frame[memory] / turns, 4), round(self.creation[memory] / turns, 4))


def _compared(tracker: str, counts: Mapping[str, _TrackerCount], memory: str, turns: int) -> ReplayComparison:
    baselines = {name.replace("-", "_"): counts[name].figures(memory, turns) for name in BASELINES}
    own = counts[tracker].figures(memory, turns)
    return ReplayComparison(own.active_frame, own.creation, baselines)


def _protocol(path: str | Path, digest: str, origin: ModelOrigin | None) -> dict[str, Any]:
    return {
        "file": Path(path).name,
        "sha256": digest,
        **({"model": origin.as_json()} if origin else {}),
        "memory": "gold frames before every user turn; free_running: the loop's own, matched by who made them when",
        "active_frame": "share of user turns after which the labelled frame is active",
        "creation": "share of user turns that make a frame if and only if the labels do",
    }
