"""Yes and no: answers to questions, or to a frame as a whole (paper section 7.1)."""

from __future__ import annotations

from wayframe.dialogue import Act, Arg, BinaryQuestion, Value
from wayframe.memory.draft import Draft, Plain
from wayframe.memory.questions import answer
from wayframe.memory.records import OpenFrame
from wayframe.memory.slots import YES_NO, is_basic, is_day, is_measured, is_vague


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
    for place, question in enumerate(asked):
        again = is_measured(question.key) and question.key in (q.key for q in asked[:place])  # yes to "the 1st or 2nd?"
        if not isinstance(question.value, tuple | None) and not again:
            _settle(draft, frame, question.key, question.value, no)
    frame.questions = [q for q in frame.questions if q not in asked]
    aside = frame.aside if frame.aside and frame.aside.author != draft.author else None
    if aside:
        frame.drop("REJECTED")
        frame.constrain(aside.key, (Value(aside.value, no),))
    elif not asked:
        frame.constrain("REJECTED", (Value(False, no),))


def _reply_to_slot(draft: Draft, frame: OpenFrame, arg: Arg, question: BinaryQuestion | None, no: bool) -> None:
    """Yes or no to a value; one that is not repeated is the one that was asked about, or what the frame holds."""
    held = frame.info.get(arg.key, ())
    both = frame.both(arg.key)
    if no or arg.value is None:
        _modify(draft, frame, [arg.key])
    if arg.value is not None:
        _settle(draft, frame, arg.key, arg.value, no)
        return
    if question and not isinstance(question.value, tuple | None) and not (no and held):
        _settle(draft, frame, arg.key, question.value, no)
    elif no:
        deny = frame.tell if arg.key in frame.told else frame.constrain
        deny(arg.key, tuple(_denied(arg.key, value) for value in both or (Value(None),)))
        frame.said.add(arg.key)
        frame.fresh.add(arg.key)
    else:
        draft.say(frame, arg.key, held[-1] if held else Value(None))
    frame.questions = [q for q in frame.questions if q != question]
    answer(draft, frame, arg.key)


def _modify(draft: Draft, frame: OpenFrame, slots: list[str]) -> None:
    """Drop what the wizard told of a frame where the user touches a constraint (paper section 7.1)."""
    if draft.author == "user" and any(is_basic(slot) and frame.constraint(slot) for slot in slots):
        frame.forget_told()


def _settle(draft: Draft, frame: OpenFrame, slot: str, val: Plain, no: bool) -> None:
    """A value is so, or is not. Words about a measure ("too late") are about the one that the frame holds."""
    read, held = draft.read(frame, slot, val), frame.text(slot)
    if held is not None and is_vague(slot, read):
        value = Value(held, no)
    elif no and isinstance(read, bool) and slot in YES_NO:
        value = Value(not read)
    else:
        value = _denied(slot, Value(read)) if no else Value(read)
    draft.say(frame, slot, value, afresh=no or draft.author == "user")


def _denied(slot: str, value: Value) -> Value:
    """The value with a no; the release denies a day without its month."""
    val = value.val.split()[-1] if is_day(slot) and isinstance(value.val, str) else value.val
    return Value(val, True)
