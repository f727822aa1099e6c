"""Annotating nothing leaves labels as they were; the release's labels, entered by hand, come back."""

from itertools import islice
from pathlib import Path

from wayframe import corpus
from wayframe.collection.annotation.edits import NEW, LabelSheet, Reference
from wayframe.collection.annotation.labels import (
    ActPosition,
    Labellings,
    MarkedAct,
    MarkedArg,
    TurnLabels,
    bare,
    flattened,
    labelled,
    labelled_turns,
)
from wayframe.collection.sessions import UnlabelledTurn
from wayframe.dialogue import Act, Arg, Dialogue, Ref, Turn


def said(dialogue: Dialogue) -> tuple[UnlabelledTurn, ...]:
    """What was said in a dialogue."""
    return tuple(
        UnlabelledTurn(turn.author, turn.text, int(turn.timestamp), (place,), turn.db)
        for place, turn in enumerate(dialogue.turns)
    )


def alike(act: Act) -> Act:
    """An act with no difference between a value that is absent and one that is null."""

    def arg(given: Arg) -> Arg:
        refs = tuple(Ref(ref.frame, tuple(map(arg, ref.annotations)), ref.fromrange) for ref in given.refs)
        return Arg(given.key, refs if isinstance(given.val, tuple) else given.value)

    return Act(act.name, tuple(map(arg, act.args)))


class Entering:
    """An annotator who enters given labels, turn by turn, with nothing to begin with."""

    def __init__(self, talk: tuple[UnlabelledTurn, ...]) -> None:
        self.said, self.labels = talk, tuple(TurnLabels((), 1) for _ in talk)

    def enter(self, number: int, turn: Turn, wanted: TurnLabels, frames: int) -> None:
        """Enter a turn's labels; `frames` are there before it."""
        for act in wanted.acts:
            self.labels = self._sheet.add_act(number, act.name)
            while self._acts(number)[-1].args and not self._is_id(self._acts(number)[-1].args[0]):
                self.labels = self._sheet.remove(
                    number, ActPosition(len(self._acts(number)) - 1, 0, 0)
                )  # begun for one
        if turn.author == "user":
            self.labels = self._sheet.activate(number, NEW if turn.active_frame > frames else turn.active_frame)
        for place, act in enumerate(wanted.acts):
            if act.name == "suggest" and act.id is not None:
                self.labels = self._sheet.makes(number, ActPosition(place), True)
        for place, act in enumerate(wanted.acts):
            for arg in act.args:
                if arg.refers:
                    self._refer(number, ActPosition(place), arg)
                elif arg.key != "id":
                    self._slot(number, ActPosition(place), arg)

    def _refer(self, number: int, at: ActPosition, arg: MarkedArg) -> None:
        kinds: dict[str, Reference] = {"ref": "ref", "read": "read", "write": "write"}
        for place, ref in enumerate(arg.refs):
            self.labels = self._sheet.refer(number, at, kinds[arg.key], ref.frame, ref.fromrange)
            act = self._acts(number)[at.act]
            group = next(place for place, each in enumerate(act.args) if each.key == arg.key)
            for slot in ref.slots:
                self._slot(number, ActPosition(at.act, group, place), slot)

    def _slot(self, number: int, at: ActPosition, slot: MarkedArg) -> None:
        """Mark it where it stands, and say what it is where the words don't."""
        if slot.mark is None:
            self.labels = self._sheet.add(number, at, slot.key, slot.val)
            return
        self.labels = self._sheet.mark(number, at, slot.mark, slot.key)
        act = self._acts(number)[at.act]
        refs = act.args[at.arg].refs if at.arg is not None else ()
        last = len(refs[at.ref or 0].slots) - 1 if refs else None
        plain = len(act.args) - 1 - (bool(act.args) and self._is_id(act.args[-1]))
        there = ActPosition(at.act, plain) if at.arg is None else ActPosition(at.act, at.arg, at.ref, last)
        self.labels = self._sheet.set_value(number, there, slot.val)

    @staticmethod
    def _is_id(arg: MarkedArg) -> bool:
        return arg.key == "id"

    def _acts(self, number: int) -> tuple[MarkedAct, ...]:
        return self.labels[number].acts

    @property
    def _sheet(self) -> LabelSheet:
        return LabelSheet(self.said, self.labels)


def test_the_releases_labels_come_through_unchanged(frames_part_path: Path) -> None:
    for dialogue in islice(corpus.stream(frames_part_path), 0, None, 2):
        made = labelled_turns(said(dialogue), labelled(dialogue.turns))
        for turn, again in zip(dialogue.turns, made, strict=True):
            assert list(map(alike, turn.acts)) == list(map(alike, again.acts))


def test_labels_entered_by_hand_are_the_releases(frames_part_path: Path) -> None:
    for dialogue in islice(corpus.stream(frames_part_path), 0, None, 5):
        talk, wanted = said(dialogue), labelled(dialogue.turns)
        entering, frames = Entering(talk), 1
        for number, turn in enumerate(dialogue.turns):
            entering.enter(number, turn, wanted[number], frames)
            frames = len(turn.frames)
        compare(dialogue, talk, entering.labels)


def compare(dialogue: Dialogue, talk: tuple[UnlabelledTurn, ...], labels: Labellings) -> None:
    """The labels are those of the dialogue, and so are those without references; arguments in any order."""
    for turn, label, made in zip(dialogue.turns, labels, labelled_turns(talk, labels), strict=True):
        assert [unordered(act) for act in turn.acts] == [unordered(bare(act)) for act in label.acts], turn.text
        assert made.active_frame == turn.active_frame
        if turn.author == "user":
            given = turn.labels.acts_without_refs
            assert isinstance(given, tuple)
            assert [unordered(act) for act in given] == [unordered(flattened(act)) for act in label.acts]


def unordered(act: Act) -> tuple[str, list[str]]:
    """An act whose arguments are in no order."""
    return act.name, sorted(map(repr, alike(act).args))
