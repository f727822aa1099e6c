"""An annotator's labels: acts and references as in the corpus, each with the words that it was marked on."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.dialogue import FramesRecord
from wayframe.ontology import REFERENCE_KEYS

PlainValue = str | bool | int | None


class TextMark(FramesRecord, frozen=True):
    """Words of a turn: its text from character `start` to before `end`."""

    start: int
    end: int


class MarkedRef(FramesRecord, frozen=True, omit_defaults=True):
    """A frame that is referred to, and the slots by which it is (`wayframe.dialogue.Ref`)."""

    frame: int
    slots: tuple[MarkedArg, ...] = ()
    fromrange: bool = False


class MarkedArg(FramesRecord, frozen=True, omit_defaults=True):
    """A slot of an act and the words that it was marked on; or `id`; or references, under `ref`, `read` or `write`.

    `val` is None where there is no value, as in a request.
    """

    key: str
    val: PlainValue = None
    mark: TextMark | None = None
    refs: tuple[MarkedRef, ...] = ()

    @property
    def refers(self) -> bool:
        """Return whether it holds references, not a value."""
        return self.key in REFERENCE_KEYS


class MarkedAct(FramesRecord, frozen=True, omit_defaults=True):
    """A dialogue act."""

    name: str
    args: tuple[MarkedArg, ...] = ()

    @property
    def id(self) -> int | None:
        """The number of the frame that it makes."""
        return next((arg.val for arg in self.args if arg.key == "id" and isinstance(arg.val, int)), None)


class TurnLabels(FramesRecord, frozen=True, omit_defaults=True):
    """A turn's labels. `confirmed`: somebody looked at them and said so."""

    acts: tuple[MarkedAct, ...]
    active_frame: int
    confirmed: bool = False


Labellings = tuple[TurnLabels, ...]
"""The labels of all turns of a dialogue, in order."""


class LabelChange(FramesRecord, frozen=True, array_like=True):
    """A turn's labels before they were changed."""

    turn: int
    before: TurnLabels


class AnnotationWork(FramesRecord, frozen=True, omit_defaults=True):
    """An annotator's work on a dialogue: the labels, and what to go back to, the latest last."""

    turns: Labellings
    past: tuple[tuple[LabelChange, ...], ...] = ()

    @property
    def confirmed(self) -> int:
        """Turns that were looked at."""
        return sum(turn.confirmed for turn in self.turns)

    def changed(self, turns: Labellings) -> AnnotationWork:
        """This work with other labels; what they replace can be gone back to."""
        changes = tuple(
            LabelChange(number, old)
            for number, (old, new) in enumerate(zip(self.turns, turns, strict=True))
            if old != new
        )
        return AnnotationWork(turns, (*self.past, changes)[-REMEMBERED:]) if changes else self

    def undone(self) -> AnnotationWork:
        """As it was before the last change; itself where nothing is left to go back to."""
        if not self.past:
            return self
        turns = list(self.turns)
        for number, before in ((change.turn, change.before) for change in self.past[-1]):
            turns[number] = before
        return AnnotationWork(tuple(turns), self.past[:-1])


REMEMBERED = 100
"""Changes that can be taken back."""


class ActPosition(NamedTuple):
    """A place in the acts of a turn, as far as it goes: act, argument, reference in it, slot of that; each from 0."""

    act: int
    arg: int | None = None
    ref: int | None = None
    slot: int | None = None

    def __str__(self) -> str:
        return ".".join(str(number) for number in self if number is not None)
