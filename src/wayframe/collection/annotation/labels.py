"""An annotator's labels: acts and references with the words that they stand on, from the corpus' terms and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

from msgspec import UNSET

from wayframe.collection.sessions import UnlabelledTurn
from wayframe.dialogue import Act, Arg, FramesRecord, Ref, Turn, user_turn, wizard_turn
from wayframe.memory import Memory, update
from wayframe.ontology import REFERENCE_KEYS
from wayframe.tagging import match
from wayframe.validation import DialogueProblem
from wayframe.validation.dialogues import turn_problems

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


_PLACE = re.compile(r"labels\.(?:acts\[(?P<act>\d+)\]|active_frame|acts$)")


def marked(text: str, acts: Sequence[Act]) -> tuple[MarkedAct, ...]:
    """Acts with the words on which their values stand, as far as these are found (`wayframe.tagging`)."""
    places = dict[tuple[int, str, object], list[TextMark]]()
    found = match(text, acts)
    for each in found.found:
        first, last = found.tagged.words[each.start], found.tagged.words[each.end - 1]
        places.setdefault((each.said.act, each.said.slot, each.said.value), []).append(TextMark(first.start, last.end))

    def arg(number: int, given: Arg) -> MarkedArg:
        if isinstance(given.val, tuple):
            return MarkedArg(given.key, refs=tuple(ref(number, each) for each in given.val))
        value = f"{given.value:g}" if isinstance(given.value, float) else given.value
        free = places.get((number, given.key, given.value))
        if free and given.key != "id":
            return MarkedArg(given.key, value, free.pop(0))
        return MarkedArg(given.key, value, _named(text, given))

    def ref(number: int, given: Ref) -> MarkedRef:
        return MarkedRef(given.frame, tuple(arg(number, each) for each in given.annotations), given.fromrange)

    return tuple(
        MarkedAct(act.name, tuple(arg(number, given) for given in act.args)) for number, act in enumerate(acts)
    )


def _named(text: str, arg: Arg) -> TextMark | None:
    """The word that names a slot which is yes: "wifi" of "free wifi"."""
    found = re.search(rf"\b{re.escape(arg.key)}\b", text, re.IGNORECASE) if arg.value is True else None
    return TextMark(found.start(), found.end()) if found else None


def bare(act: MarkedAct) -> Act:
    """The act as the corpus has it."""
    return Act(act.name, tuple(map(_arg, act.args)))


def _arg(arg: MarkedArg) -> Arg:
    if arg.refers:
        return Arg(arg.key, tuple(Ref(ref.frame, tuple(map(_arg, ref.slots)), ref.fromrange) for ref in arg.refs))
    return Arg(arg.key, UNSET if arg.val is None else arg.val)


def flattened(act: MarkedAct) -> Act:
    """The act without references, as `acts_without_refs` has it: what they hold stands in their place."""
    return Act(act.name, tuple(Arg(slot.key, slot.val) for slot in slots(act)))


def slots(act: MarkedAct) -> Iterator[MarkedArg]:
    """All slots of an act, also those by which it refers to frames."""
    for arg in act.args:
        if arg.refers:
            yield from chain.from_iterable(ref.slots for ref in arg.refs)
        elif arg.key != "id":
            yield arg


def labelled(turns: Sequence[Turn]) -> Labellings:
    """The labels of turns, as something to change."""
    return tuple(TurnLabels(marked(turn.text, turn.acts), turn.active_frame) for turn in turns)


def memories(said: Sequence[UnlabelledTurn], labels: Labellings, today: date | None = None) -> tuple[Memory, ...]:
    """The memory after each turn."""
    found, memory = list[Memory](), Memory(today=today)
    for each, turn in zip(said, labels, strict=True):
        memory = update(memory, each.author, tuple(map(bare, turn.acts)), turn.active_frame, each.text)
        found.append(memory)
    return tuple(found)


def labelled_turns(said: Sequence[UnlabelledTurn], labels: Labellings, today: date | None = None) -> tuple[Turn, ...]:
    """The turns with these labels, and the frames that follow from them."""
    found = list[Turn]()
    for each, turn, memory in zip(said, labels, memories(said, labels, today), strict=True):
        acts = tuple(map(bare, turn.acts))
        if each.author == "user":
            plain = tuple(map(flattened, turn.acts))
            found.append(user_turn(each.text, each.timestamp, acts, memory.active_frame, memory.frames, plain))
        else:
            found.append(wizard_turn(each.text, each.timestamp, acts, memory.active_frame, memory.frames, each.db))
    return tuple(found)


class LabelAdvice(NamedTuple):
    """Something to look at; `turn` and `act` are from 0, `act` None where it is the whole turn."""

    turn: int
    act: int | None
    text: str


def advice(said: Sequence[UnlabelledTurn], labels: Labellings, today: date | None = None) -> tuple[LabelAdvice, ...]:
    """Return what to look at, in order: rules of table 2 and of the scheme that the labels don't follow.

    What follows from the labels, such as a frame's contents, and what was said are nothing that annotators can change.
    """
    return tuple(_told(turn_problems("", labelled_turns(said, labels, today)), labels))


def _told(problems: Iterator[DialogueProblem], labels: Labellings) -> Iterator[LabelAdvice]:
    for problem in problems:
        turn, place = problem.turn, _PLACE.match(problem.field)
        if place is None or turn is None:
            continue
        what = "has no act" if problem.field == "labels.acts" else problem.what
        if place["act"]:
            act = int(place["act"])
            name = labels[turn].acts[act].name
            yield LabelAdvice(turn, act, f"Turn {turn + 1}, act {act + 1} ({name}): {what}")
        else:
            yield LabelAdvice(turn, None, f"Turn {turn + 1}: {what}")
