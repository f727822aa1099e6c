"""Real dialogues through the loop: what the user said to a tracker and into memory, what the wizard did into memory.

There are two ways to feed it. With *gold memory* every user turn starts from the labelled frames, as in the paper's
tracking task (section 6.1); *free running* it starts from the loop's own memory, mistakes included. Free-running frames
have numbers of their own: a frame of the labels and one of the loop correspond if the same turn created both, and the
references in the wizard's acts are carried over by that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from msgspec import Raw, UnsetType
from msgspec.structs import replace

from wayframe import corpus, files, tracking, validation
from wayframe.dialogue import Act, Arg, Dialogue, Record, Ref, Turn, encode
from wayframe.memory import Memory, update
from wayframe.nlu import NLU, Context
from wayframe.tracking import Observation, Tracker, Tracking, new_frame
from wayframe.values import Lexicon

BASELINES = ("never-create", "previous")


class Figures(Record, frozen=True, gc=False):
    """Shares of user turns: the labelled frame is active after it; it makes a frame if and only if the labels do."""

    active_frame: float
    creation: float


class Comparison(Record, frozen=True, gc=False):
    """A tracker's figures beside those of the baselines in the same run."""

    active_frame: float
    creation: float
    baselines: dict[str, Figures]


class Report(Record, frozen=True, gc=False, rename={"source": "from"}):
    """What a replay gives, and by which protocol. The figures beside `tracker` are those with gold memory."""

    dialogues: int
    user_turns: int
    source: Literal["acts", "text"]
    tracker: str
    active_frame: float
    creation: float
    baselines: dict[str, Figures]
    free_running: Comparison
    protocol: dict[str, str]


class Situation(NamedTuple):
    """What is known before a user's turn: the memory, the turns so far, the day of the dialogue's first message."""

    memory: Memory
    history: tuple[Turn, ...]
    today: date


class Hearing(Protocol):
    """How the loop comes by the acts of a user's turn."""

    def __call__(self, turn: Turn, before: Situation) -> tuple[Act, ...]:
        """The acts, without references."""
        ...


def labelled(turn: Turn, before: Situation) -> tuple[Act, ...]:
    """The acts that the labels give."""
    acts = turn.labels.acts_without_refs
    return () if isinstance(acts, UnsetType) else acts


class Understood:
    """The acts that an NLU reads from the text."""

    def __init__(self, nlu: NLU, lexicon: Lexicon) -> None:
        """The lexicon must not come from the corpus that is replayed."""
        self._nlu, self._lexicon = nlu, lexicon

    def __call__(self, turn: Turn, before: Situation) -> tuple[Act, ...]:
        """What the NLU understands."""
        return self._nlu.understand(turn.text, Context(before.memory, before.history, before.today, self._lexicon))


def replay(
    path: str | Path,
    tracker: str = "rules",
    understood: Understood | None = None,
    told: Callable[[int], None] = lambda done: None,
) -> Report:
    """Run a corpus through the loop: its labelled acts, or its text as it is `understood`.

    `told` hears how many dialogues are done. Raises `InputError` naming file, dialogue, turn and field where the corpus
    is damaged, and where there is no such tracker.
    """
    counts = {name: _Counts(tracking.tracker(name)) for name in (tracker, *BASELINES)}
    digest = files.digest(path)
    dialogues = user_turns = 0
    for dialogue in validation.checked(path, corpus.stream(path)):
        _with_gold_memory(dialogue, counts, understood or labelled)
        for count in counts.values():
            _free_running(dialogue, count, understood or labelled)
        dialogues += 1
        user_turns += sum(turn.author == "user" for turn in dialogue.turns)
        told(dialogues)
    gold = _compared(tracker, {name: count.gold.figures(user_turns) for name, count in counts.items()})
    free = _compared(tracker, {name: count.free.figures(user_turns) for name, count in counts.items()})
    return Report(
        dialogues, user_turns, "text" if understood else "acts", tracker, gold.active_frame, gold.creation,
        gold.baselines, free, _protocol(path, digest),
    )  # fmt: skip


def _compared(tracker: str, figures: Mapping[str, Figures]) -> Comparison:
    baselines = {name.replace("-", "_"): figures[name] for name in BASELINES}
    return Comparison(figures[tracker].active_frame, figures[tracker].creation, baselines)


def _protocol(path: str | Path, digest: str) -> dict[str, str]:
    return {
        "file": Path(path).name,
        "sha256": digest,
        "memory": "gold frames before every user turn; free_running: the loop's own, matched by who made them when",
        "active_frame": "share of user turns after which the labelled frame is active",
        "creation": "share of user turns that make a frame if and only if the labels do",
    }


class _Count:
    """Of how many turns the active frame was right, and the creation."""

    def __init__(self) -> None:
        self.active_frame = self.creation = 0

    def add(self, active_frame: bool, creation: bool) -> None:
        self.active_frame += active_frame
        self.creation += creation

    def figures(self, turns: int) -> Figures:
        return Figures(round(self.active_frame / turns, 4), round(self.creation / turns, 4))


class _Counts:
    """A tracker and what it got right."""

    def __init__(self, tracker: Tracker) -> None:
        self.tracker = tracker
        self.gold, self.free = _Count(), _Count()


def _with_gold_memory(dialogue: Dialogue, counts: Mapping[str, _Counts], hear: Hearing) -> None:
    today = _day(dialogue)
    memory = Memory(today=today)
    for place, turn in enumerate(dialogue.turns):
        if turn.author == "user":
            before = Situation(memory, dialogue.turns[:place], today)
            seen = Observation(turn.text, hear(turn, before), memory, before.history)
            new = new_frame(memory)
            for count in counts.values():
                active = count.tracker.track(seen).active_frame
                count.gold.add(active == turn.active_frame, (active == new) == (turn.active_frame == new))
        memory = update(memory, turn.author, turn.acts, turn.active_frame).corrected(turn.frames, turn.author)


def _free_running(dialogue: Dialogue, count: _Counts, hear: Hearing) -> None:
    run = _Run(_day(dialogue))
    labelled_frames = 1
    for turn in dialogue.turns:
        if turn.author == "wizard":
            run.answer(turn)
        else:
            created = turn.active_frame > labelled_frames
            creates = run.hear(turn, count.tracker, hear)
            if created and creates:
                run.own[turn.active_frame] = run.memory.active_frame
            count.free.add(run.own.get(turn.active_frame) == run.memory.active_frame, creates == created)
        labelled_frames = len(turn.frames)


class _Run:
    """A dialogue on its way through the loop; `own` gives the loop's number of a labelled frame."""

    def __init__(self, today: date) -> None:
        self.today = today
        self.memory = Memory(today=today)
        self.history: tuple[Turn, ...] = ()
        self.own = {1: 1}

    def hear(self, turn: Turn, tracker: Tracker, hear: Hearing) -> bool:
        """Take in a user's turn; whether it makes a frame."""
        acts = hear(turn, Situation(self.memory, self.history, self.today))
        new = new_frame(self.memory)
        tracked = tracker.track(Observation(turn.text, acts, self.memory, self.history))
        self._go_on(replace(turn, labels=replace(turn.labels, acts_without_refs=acts)), tracked)
        return tracked.active_frame == new

    def answer(self, turn: Turn) -> None:
        """Take in a wizard's turn."""
        first = len(self.memory.frames) + 1
        made = (act.id for act in turn.acts if act.id is not None)
        self.own |= {number: first + count for count, number in enumerate(made)}
        self._go_on(turn, Tracking(tuple(map(self._carried, turn.acts)), self.memory.active_frame))

    def _go_on(self, turn: Turn, tracked: Tracking) -> None:
        self.memory = update(self.memory, turn.author, tracked.acts, tracked.active_frame)
        frames = Raw(encode(self.memory.frames))
        labels = replace(turn.labels, acts=tracked.acts, active_frame=tracked.active_frame, frames_json=frames)
        self.history = (*self.history, replace(turn, labels=labels))

    def _carried(self, act: Act) -> Act:
        """A wizard's act with the loop's numbers; a frame without a counterpart becomes the active one."""
        return Act(act.name, tuple(map(self._carried_arg, act.args)))

    def _carried_arg(self, arg: Arg) -> Arg:
        if arg.key == "id" and isinstance(arg.val, int):
            return Arg("id", self.own.get(arg.val, arg.val))
        return Arg(arg.key, tuple(map(self._carried_ref, arg.refs))) if arg.refs else arg

    def _carried_ref(self, ref: Ref) -> Ref:
        return replace(ref, frame=self.own.get(ref.frame, self.memory.active_frame))


def _day(dialogue: Dialogue) -> date:
    """The day of the first message, in UTC: the format gives no time zone."""
    return datetime.fromtimestamp(dialogue.turns[0].timestamp / 1000, UTC).date()
