"""Yes and no: answers to questions, or to a frame as a whole (paper section 7.1)."""

from __future__ import annotations

from typing import TypeVar

from wayframe.dialogue import Act, Arg, BinaryQuestion, Value
from wayframe.memory.draft import Draft
from wayframe.memory.questions import answer
from wayframe.memory.records import OpenFrame
from wayframe.memory.slots import YES_NO, is_basic, is_measure, is_measured
from wayframe.ontology import SLOTS

T = TypeVar("T")


def reply(draft: Draft, act: Act) -> None:
    """`affirm` or `negate`: what was asked about frames, values of theirs, or the frames themselves."""
    no = act.name == "negate"
    asked = {frame.number: [q for q in frame.questions if q.author != draft.author] for frame in draft.frames}
    for frame in draft.named(ref for ref in act.refs() if not ref.annotations):
        _reply_to_frame(draft, frame, asked[frame.number], no)
    for frame, ref in draft.known(act.refs()):
        for arg in ref.annotations:
            if arg.key != "ref_anaphora":
                question = next((q for q in asked[frame.number] if q.key == arg.key), None)
                _reply_to_slot(draft, frame, arg, question, no)


def _reply_to_frame(draft: Draft, frame: OpenFrame, asked: list[BinaryQuestion], no: bool) -> None:
    """Yes or no to all that was asked about a frame; where nothing was, it is accepted or rejected."""
    _modify(draft, frame, [q.key for q in asked])
    for question in asked:
        _settle(draft, frame, question.key, question.value, no)
    frame.questions = [q for q in frame.questions if q not in asked]
    if asked:
        return
    if frame.aside and frame.aside.author != draft.author:
        frame.drop("REJECTED")
        frame.constrain(frame.aside.key, (Value(frame.aside.value, no),))
    else:
        frame.constrain("REJECTED", (Value(False, no),))


def _reply_to_slot(draft: Draft, frame: OpenFrame, arg: Arg, question: BinaryQuestion | None, no: bool) -> None:
    """Yes or no to a value; one that is not repeated is the one that was asked about, or what the frame holds."""
    held = frame.info.get(arg.key, ())
    both = (*frame.constraint(arg.key), *(held if arg.key in frame.told else ()))
    if no or arg.value is None:
        _modify(draft, frame, [arg.key])
    if arg.value is not None:
        _settle(draft, frame, arg.key, arg.value, no)
        return
    if question and not (no and held):
        _settle(draft, frame, arg.key, question.value, no)
    elif no:
        vals = [_day(arg.key, v.val) for v in both] or [None]
        deny = frame.tell if arg.key in frame.told else frame.constrain
        deny(arg.key, tuple(Value(val, True) for val in vals))
        frame.said.add(arg.key)
    else:
        draft.say(frame, arg.key, held[-1] if held else Value(None))
    frame.questions = [q for q in frame.questions if q != question]
    answer(draft, frame, arg.key)


def _modify(draft: Draft, frame: OpenFrame, slots: list[str]) -> None:
    """Where the user touches a constraint, what the wizard told of the frame goes (paper section 7.1)."""
    if draft.author == "user" and any(is_basic(slot) and frame.constraint(slot) for slot in slots):
        frame.forget_told()


def _settle(draft: Draft, frame: OpenFrame, slot: str, val: object, no: bool) -> None:
    if not isinstance(val, str | bool | int | float):
        return
    value, held = draft.read(frame, slot, val), frame.text(slot)
    if no and isinstance(value, bool) and slot in YES_NO:
        value, no = not value, False
    if held is not None and is_measured(slot) and not is_measure(slot, value) and not str(value).startswith("$"):
        value = held
    draft.say(frame, slot, Value(_day(slot, value) if no else value, no), afresh=no or draft.author == "user")


def _day(slot: str, val: T) -> T | str:
    """A date that is denied, as the release has it: without its month."""
    return val.split()[-1] if isinstance(val, str) and slot in SLOTS and SLOTS[slot].kind == "date" else val
