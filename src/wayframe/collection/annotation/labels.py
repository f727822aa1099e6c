"""An annotation in the corpus' terms, the corpus' terms as an annotation, and what in it breaks the scheme's rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from msgspec import UNSET

from wayframe.collection.annotation.records import (
    Labellings,
    MarkedAct,
    MarkedArg,
    MarkedRef,
    TextMark,
    TurnLabels,
)
from wayframe.collection.turns import UnlabelledTurn
from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, Ref, Turn, user_turn, wizard_turn
from wayframe.memory import Memory, update
from wayframe.tagging import match
from wayframe.validation import DialogueProblem
from wayframe.validation.dialogues import turn_problems

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
        free = places.get((number, given.key, given.value), []) if given.key != "id" else []
        return MarkedArg(given.key, value, free.pop(0) if free else _named(text, given))

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
            yield from (slot for ref in arg.refs for slot in ref.slots)
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


def turns(said: Sequence[UnlabelledTurn], labels: Labellings, today: date | None = None) -> tuple[Turn, ...]:
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


def dialogue(
    said: Sequence[UnlabelledTurn],
    labels: Labellings,
    *,
    id: str,
    user_id: str,
    wizard_id: str,
    survey: DialogueLabels | None = None,
    today: date | None = None,
) -> Dialogue:
    """The annotated dialogue in the Frames format."""
    return Dialogue(id, user_id, wizard_id, survey or DialogueLabels(), turns(said, labels, today))


class LabelAdvice(NamedTuple):
    """Something to look at; `turn` and `act` are from 0, `act` None where it is the whole turn."""

    turn: int
    act: int | None
    text: str


def advice(said: Sequence[UnlabelledTurn], labels: Labellings, today: date | None = None) -> tuple[LabelAdvice, ...]:
    """Return what to look at, in order: rules of table 2 and of the scheme that the labels don't follow.

    What follows from the labels, such as a frame's contents, and what was said are nothing that annotators can change.
    """
    return tuple(_told(turn_problems("", turns(said, labels, today)), labels))


def _told(problems: Iterator[DialogueProblem], labels: Labellings) -> Iterator[LabelAdvice]:
    for problem in problems:
        place = _PLACE.match(problem.field)
        if place is None or problem.turn is None:
            continue
        act = int(place["act"]) if place["act"] else None
        name = f", act {act + 1} ({labels[problem.turn].acts[act].name})" if act is not None else ""
        what = "has no act" if problem.field == "labels.acts" else problem.what
        yield LabelAdvice(problem.turn, act, f"Turn {problem.turn + 1}{name}: {what}")
