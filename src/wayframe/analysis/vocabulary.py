"""Count the uses of acts and slots (paper figures 1b and 1d, tables 9 and 10, section 6.1.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wayframe.dialogue import Act, Arg, Dialogue, FramesRecord
from wayframe.ontology import ACTS, FLAGS, REFERENCE_KEYS, SLOTS

_ANAPHORA = ("ref_anaphora", "impl_anaphora")


class ActCount(FramesRecord, frozen=True):
    """Uses of an act by each side, and those without any argument."""

    user: int
    wizard: int
    bare: int


class SlotCount(FramesRecord, frozen=True):
    """Uses of a slot in acts, without a value there, inside references, in the frames of last turns."""

    acts: int
    without_value: int
    references: int
    final_frames: int


class LabelVocabulary(FramesRecord, frozen=True):
    """Acts and slots, most frequent first.

    `unnamed_switches` are the switch_frame acts, `unnamed_comparisons` the references of request_compare acts, that
    name the frame by no slot (an anaphor is none): what section 6.1.1 says must be resolved from the text.
    """

    acts: dict[str, int]
    slots: dict[str, int]
    acts_per_turn: dict[int, int]
    turns_with_several_acts: int
    unnamed_switches: int
    unnamed_comparisons: int
    acts_by_author: dict[str, ActCount]
    slots_by_place: dict[str, SlotCount]


class VocabularyCount:
    """Counts acts and slots one dialogue at a time."""

    def __init__(self) -> None:
        self.said: dict[str, Counter[str]] = {"user": Counter(), "wizard": Counter()}
        self.bare, self.per_turn = Counter[str](), Counter[int]()
        self.slots, self.without_value = Counter[str](), Counter[str]()
        self.references, self.final_frames = Counter[str](), Counter[str]()
        self.unnamed_switches = self.unnamed_comparisons = 0

    def take(self, dialogue: Dialogue) -> None:
        """Count one more."""
        for turn in dialogue.turns:
            self.per_turn[len(turn.acts)] += 1
            for act in turn.acts:
                self.said[turn.author][act.name] += 1
                self._act(act)
        for frame in dialogue.turns[-1].frames if dialogue.turns else ():
            self.final_frames.update(frame.info.keys())

    def _act(self, act: Act) -> None:
        self.bare[act.name] += not act.args
        for arg in act.args:
            self.slots[arg.key] += 1
            self.without_value[arg.key] += arg.value is None and not isinstance(arg.val, tuple)
            self.references.update(annotation.key for ref in arg.refs for annotation in ref.annotations)
        if act.name == "switch_frame":
            self.unnamed_switches += _no_slot(annotation for ref in act.refs() for annotation in ref.annotations)
        elif act.name == "request_compare":
            self.unnamed_comparisons += sum(_no_slot(ref.annotations) for ref in act.refs())

    def counted(self) -> LabelVocabulary:
        """The figures of all that was taken."""
        acts = self.said["user"] + self.said["wizard"]
        known = dict.fromkeys((*ACTS, *acts))
        known_slots = (*SLOTS, *REFERENCE_KEYS, "id", *FLAGS)
        slots = dict.fromkeys((*known_slots, *self.slots, *self.references, *self.final_frames))
        return LabelVocabulary(
            acts=_by_count({name: acts[name] for name in known}),
            slots=_by_count({name: self.slots[name] for name in slots if name not in FLAGS}),
            acts_per_turn=dict(sorted(self.per_turn.items())),
            turns_with_several_acts=sum(count for number, count in self.per_turn.items() if number > 1),
            unnamed_switches=self.unnamed_switches,
            unnamed_comparisons=self.unnamed_comparisons,
            acts_by_author={
                name: ActCount(self.said["user"][name], self.said["wizard"][name], self.bare[name]) for name in known
            },
            slots_by_place={
                name: SlotCount(
                    self.slots[name], self.without_value[name], self.references[name], self.final_frames[name]
                )
                for name in slots
            },
        )


def _no_slot(annotations: Iterable[Arg]) -> bool:
    return all(annotation.key in _ANAPHORA for annotation in annotations)


def _by_count(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: -item[1]))
