"""Yes and no: answers to questions, or to a frame as a whole (paper section 7.1)."""

from __future__ import annotations

from wayframe.dialogue import Act, Arg, BinaryQuestion, Value
from wayframe.memory.draft import Draft, Plain
from wayframe.memory.frame import OpenFrame
from wayframe.memory.questions import answer
from wayframe.memory.slots import YES_NO, is_basic, is_day, is_measured, is_vague


def reply(draft: Draft, act: Act) -> None:
    """`affirm` or `negate`: what was asked about frames, values of theirs, or the frames themselves."""
    no = act.name == "negate"
    asked = {frame.number: draft.of_other(frame.questions) for frame in draft.frames}
    for frame in draft.named(ref for ref in act.refs() if not ref.annotations):
        _reply_to_frame(draft, frame, asked[frame.number], no)
    for frame, ref in draft.known(act.refs()):
        for arg in ref.annotations:
            if arg.key != "ref_anaphora":
                _reply_to_slot(draft, frame, arg, asked[frame.number], no)


def _reply_to_frame(draft: Draft, frame: OpenFrame, asked: list[BinaryQuestion], no: bool) -> None:
    """Yes or no to all that was asked about a frame; where nothing was, it is accepted or rejected."""
    _modify(draft, frame, [question.key for question in asked])
    answered = set[str]()
    for question in asked:
        value = _asked_value(question)
        again = question.key in answered and is_measured(question.key)  # yes to "the 1st or the 2nd?"
        answered.add(question.key)
        if value is not None and not again:
            _settle(draft, frame, question.key, value, no)
    frame.questions = [question for question in frame.questions if question not in asked]
    aside = draft.aside_of_other(frame)
    if aside:
        frame.drop("REJECTED")
        frame.constrain(aside.key, (Value(aside.value, no),))
    elif not asked:
        frame.constrain("REJECTED", (Value(False, no),))


def _reply_to_slot(draft: Draft, frame: OpenFrame, arg: Arg, asked: list[BinaryQuestion], no: bool) -> None:
    """Yes or no to a value; one that is not repeated is the one that was asked about, or what the frame holds."""
    if arg.value is not None:
        if no:
            _modify(draft, frame, [arg.key])
        _settle(draft, frame, arg.key, arg.value, no)
        return
    question = next((each for each in asked if each.key == arg.key), None)
    value = _asked_value(question)
    held, both = frame.info.get(arg.key, ()), frame.both(arg.key)
    _modify(draft, frame, [arg.key])
    if value is not None and not (no and held):
        _settle(draft, frame, arg.key, value, no)
    elif no:
        _deny(frame, arg.key, both or (Value(None),))
    else:
        draft.say(frame, arg.key, (Value(None), *held)[-1])
    frame.questions = [each for each in frame.questions if each != question]
    answer(draft, frame, arg.key)


def _asked_value(question: BinaryQuestion | None) -> Plain | None:
    """The plain value that a question asks about, if there is one."""
    if question is None or isinstance(question.value, tuple):
        return None
    return question.value


def _deny(frame: OpenFrame, slot: str, values: tuple[Value, ...]) -> None:
    denied = tuple(_denied(slot, value.val) for value in values)
    if slot in frame.told:
        frame.tell(slot, denied)
    else:
        frame.constrain(slot, denied)
    frame.name(slot)


def _modify(draft: Draft, frame: OpenFrame, slots: list[str]) -> None:
    """Drop what the wizard told of a frame where the user touches a constraint (paper section 7.1)."""
    if draft.author == "user" and any(frame.constraint(slot) for slot in slots if is_basic(slot)):
        frame.forget_told()


def _settle(draft: Draft, frame: OpenFrame, slot: str, val: Plain, no: bool) -> None:
    """A value is so, or is not."""
    value = _settled(frame, slot, draft.read(frame, slot, val), no)
    draft.say(frame, slot, value, afresh=no or draft.author == "user")


def _settled(frame: OpenFrame, slot: str, val: Plain, no: bool) -> Value:
    """The value that a frame holds then. Words about a measure ("too late") are about the one that it holds."""
    held = frame.text(slot)
    if held is not None and is_vague(slot, val):
        return Value(held, no)
    if not no:
        return Value(val)
    if isinstance(val, bool) and slot in YES_NO:
        return Value(not val)
    return _denied(slot, val)


def _denied(slot: str, val: Plain | tuple[str, ...] | None) -> Value:
    """The value with a no; the release denies a day without its month."""
    if is_day(slot) and isinstance(val, str):
        val = [val, *val.split()][-1]
    return Value(val, True)
