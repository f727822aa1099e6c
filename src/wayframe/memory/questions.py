"""Requests, binary questions and comparisons: what opens and closes them, yes and no (paper sections 5.2.1, 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wayframe.dialogue import Act, Arg, BinaryQuestion, CompareRequest, SlotRequest, Value
from wayframe.memory.frames import (
    YES_NO,
    MemoryDraft,
    OpenFrame,
    Plain,
    answers,
    facts,
    is_basic,
    is_day,
    is_measured,
    is_vague,
    settles,
)


def close_own(draft: MemoryDraft, acts: Sequence[Act]) -> None:
    """A turn that asks anew closes what its author had asked before; one that has nothing to give closes everything."""
    for act in acts:
        if act.name in ("no_result", "canthelp"):
            _close_all(draft, act)
        elif _moves_on(draft, act):
            _drop_own(draft)
        if _requests(draft, act):
            for frame in draft.concerned(act):
                frame.requests = draft.of_other(frame.requests)


def _close_all(draft: MemoryDraft, act: Act) -> None:
    """Close all questions; also the other side's comparisons, unless all that failed are slots of frames."""
    by_slots = act.name != "canthelp" and all(ref.annotations for ref in act.refs())
    for frame in draft.frames:
        frame.questions.clear()
        frame.comparisons = frame.comparisons if by_slots else draft.own(frame.comparisons)


def _drop_own(draft: MemoryDraft) -> None:
    """Close all binary questions of the author of the turn."""
    draft.close(lambda each: each.author == draft.author)
    for frame in draft.frames:
        frame.drop("HEARMORE")


def _moves_on(draft: MemoryDraft, act: Act) -> bool:
    """Return whether an act makes its author's earlier binary questions pointless, in all frames."""
    if act.name in ("hearmore", "moreinfo"):
        return True
    if draft.author == "wizard":
        return act.id is None and _binary_questions(draft, act) != []
    asked = {"request_alts": act.slots, "request_compare": facts(act)}
    return bool(asked.get(act.name))


def _is_yes_no(arg: Arg) -> bool:
    return arg.value is not None or arg.key in YES_NO


def _requests(draft: MemoryDraft, act: Act) -> list[SlotRequest]:
    """The requests for values of slots that an act makes."""
    slots = act.slots if act.name == "request" else ()
    return [SlotRequest(draft.author, arg.key) for arg in slots if not _is_yes_no(arg)]


def _binary_questions(draft: MemoryDraft, act: Act) -> list[BinaryQuestion]:
    """The binary questions of an act."""
    asked = _ASKED.get(act.name)
    return [BinaryQuestion(draft.author, key, value) for key, value in asked(act)] if asked else []


def _asked_whether(act: Act) -> list[tuple[str, Plain]]:
    """The slots of a request with values; one for a slot that is true or false asks whether it is true."""
    return [(arg.key, True if arg.value is None else arg.value) for arg in act.slots if _is_yes_no(arg)]


_ASKED: Mapping[str, Callable[[Act], Sequence[tuple[str, Plain | tuple[str, ...]]]]] = {
    "moreinfo": lambda act: [("MOREINFO", ())],
    "request": _asked_whether,
    "confirm": facts,
    "suggest": facts,
    "request_compare": facts,
}
"""The slots and the values that the acts ask about which ask yes or no."""


def ask(draft: MemoryDraft, act: Act) -> None:
    """Open the questions of an act in the frames that it refers to; a slot that is asked again is asked there alone."""
    questions = _binary_questions(draft, act)
    again = {(each.author, each.key) for each in questions}
    draft.close(lambda each: (each.author, each.key) in again)
    for frame in draft.concerned(act):
        frame.questions += questions
        if act.name == "request":
            frame.requests = list(dict.fromkeys((*frame.requests, *_requests(draft, act))))
        elif act.name == "request_compare":
            _compare(draft, frame, act)


def _compare(draft: MemoryDraft, frame: OpenFrame, act: Act) -> None:
    keys = tuple(arg.key for arg in act.slots if arg.value is None)
    if keys:
        frame.comparisons.append(CompareRequest(draft.author, keys))


def answer(draft: MemoryDraft, frame: OpenFrame, slot: str) -> None:
    """A fact about a slot of a frame answers what the other side has asked.

    One answer closes all requests of its frame, and a comparison in all the frames that it compares.
    """
    answer_offering(draft, frame, slot)
    compared = draft.of_other(frame.comparisons)
    settled = [each for each in compared if any(settles(slot, key) for key in each.keys)]
    for other in draft.frames:
        other.comparisons = [each for each in other.comparisons if each not in settled]


def answer_offering(draft: MemoryDraft, frame: OpenFrame, slot: str) -> None:
    """The same where the fact is about an offer made from the frame: comparisons stay open."""
    if any(answers(slot, request.key) for request in draft.of_other(frame.requests)):
        frame.requests = [request for request in frame.requests if request in draft.requested]
    draft.close(lambda each: each.author != draft.author and settles(slot, each.key))


def tell_more(draft: MemoryDraft) -> None:
    """Any fact is more information, about whichever frame it was wanted."""
    draft.close(lambda each: each.key == "MOREINFO")


def reply(draft: MemoryDraft, act: Act) -> None:
    """`affirm` or `negate`: what was asked about frames, values of theirs, or the frames themselves."""
    no = act.name == "negate"
    asked = {frame.number: draft.of_other(frame.questions) for frame in draft.frames}
    for frame in draft.named(ref for ref in act.refs() if not ref.annotations):
        _reply_to_frame(draft, frame, asked[frame.number], no)
    for frame, arg in draft.annotated(act.refs()):
        if arg.key != "ref_anaphora":  # the words of the reference
            _reply_to_slot(draft, frame, arg, asked[frame.number], no)


def _reply_to_frame(draft: MemoryDraft, frame: OpenFrame, asked: list[BinaryQuestion], no: bool) -> None:
    """Yes or no to all that was asked about a frame; where nothing was, it is accepted or rejected."""
    _modify(draft, frame, [question.key for question in asked])
    answered = set[str]()
    for question in asked:
        value = _asked_value(question)
        again = question.key in answered and is_measured(question.key)  # yes to "the 1st or the 2nd?"
        answered.add(question.key)
        if value is not None and not again:
            _settle(draft, frame, question.key, value, no)
    frame.close(asked)
    aside = draft.aside_of_other(frame)
    if aside:
        frame.drop("REJECTED")
        frame.constrain(aside.key, (Value(aside.value, no),))
    elif not asked:
        frame.constrain("REJECTED", (Value(False, no),))


def _reply_to_slot(draft: MemoryDraft, frame: OpenFrame, arg: Arg, asked: list[BinaryQuestion], no: bool) -> None:
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
    frame.close([question])
    answer(draft, frame, arg.key)


def _asked_value(question: BinaryQuestion | None) -> Plain | None:
    """The plain value that a question asks about, if there is one."""
    value = question.value if question else None
    return None if isinstance(value, tuple) else value


def _deny(frame: OpenFrame, slot: str, values: tuple[Value, ...]) -> None:
    give = frame.tell if slot in frame.told else frame.constrain
    give(slot, tuple(_denied(slot, value.val) for value in values))
    frame.name(slot)


def _modify(draft: MemoryDraft, frame: OpenFrame, slots: list[str]) -> None:
    """Drop what the wizard told of a frame where the user touches a constraint (paper section 7.1)."""
    touched = any(map(frame.constraint, filter(is_basic, slots)))
    if touched and draft.author == "user":
        frame.forget_told()


def _settle(draft: MemoryDraft, frame: OpenFrame, slot: str, val: Plain, no: bool) -> None:
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
