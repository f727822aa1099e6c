"""Requests, binary questions and comparisons: what opens them and what closes them (paper section 5.2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.dialogue import Act, Arg, BinaryQuestion, CompareRequest, SlotRequest
from wayframe.memory.draft import Draft
from wayframe.memory.records import OpenFrame
from wayframe.memory.slots import YES_NO, answers, settles


def close_own(draft: Draft, acts: Sequence[Act]) -> None:
    """A turn that asks anew closes what its author had asked before; one that has nothing to give closes everything."""
    for act in acts:
        if act.name in ("no_result", "canthelp"):
            for frame in draft.frames:
                frame.questions.clear()
        elif _moves_on(draft, act):
            for frame in draft.frames:
                frame.questions = [q for q in frame.questions if q.author != draft.author]
                frame.drop("HEARMORE")
        if act.name == "canthelp" or (act.name == "no_result" and not all(ref.annotations for ref in act.refs())):
            for frame in draft.frames:
                frame.comparisons = [c for c in frame.comparisons if c.author == draft.author]
        if act.name == "request" and not all(map(_is_yes_no, act.slots)):
            for frame in draft.named(act.refs()) or [draft.active]:
                frame.requests = [r for r in frame.requests if r.author != draft.author]


def _moves_on(draft: Draft, act: Act) -> bool:
    """Return whether an act makes its author's earlier binary questions pointless, in all frames."""
    if act.name in ("hearmore", "moreinfo"):
        return True
    if draft.author == "user":
        valued = any(arg.value is not None for arg in act.slots)
        return (act.name == "request_alts" and bool(act.slots)) or (act.name == "request_compare" and valued)
    return bool(act.id is None and _binary_questions(draft, act))


def _is_yes_no(arg: Arg) -> bool:
    return arg.value is not None or arg.key in YES_NO


def _binary_questions(draft: Draft, act: Act) -> list[BinaryQuestion]:
    """The binary questions of an act. A request for a slot that is true or false asks whether it is true."""
    if act.name == "moreinfo":
        return [BinaryQuestion(draft.author, "MOREINFO", ())]
    if act.name not in ("request", "confirm", "suggest", "request_compare"):
        return []
    asked = [arg for arg in act.slots if arg.value is not None or (act.name == "request" and arg.key in YES_NO)]
    return [BinaryQuestion(draft.author, arg.key, True if arg.value is None else arg.value) for arg in asked]


def ask(draft: Draft, act: Act) -> None:
    """Open the questions of an act in the frames that it refers to; a slot that is asked again is asked there alone."""
    questions = _binary_questions(draft, act)
    again = {q.key for q in questions}
    for frame in draft.frames if again else ():
        frame.questions = [q for q in frame.questions if q.author != draft.author or q.key not in again]
    plain = [arg.key for arg in act.slots if not _is_yes_no(arg)]
    unvalued = tuple(arg.key for arg in act.slots if arg.value is None)
    for frame in draft.named(act.refs()) or [draft.active]:
        frame.questions += questions
        if act.name == "request":
            frame.requests = list(dict.fromkeys((*frame.requests, *(SlotRequest(draft.author, key) for key in plain))))
        if act.name == "request_compare" and unvalued:
            frame.comparisons.append(CompareRequest(draft.author, unvalued))


def answer(draft: Draft, frame: OpenFrame, slot: str) -> None:
    """A fact about a slot of a frame answers what the other side has asked.

    One answer closes all requests of its frame, and a comparison in all the frames that it compares.
    """
    answer_offering(draft, frame, slot)
    done = [c for c in frame.comparisons if c.author != draft.author and any(settles(slot, key) for key in c.keys)]
    for other in draft.frames if done else ():
        other.comparisons = [c for c in other.comparisons if c not in done]


def answer_offering(draft: Draft, frame: OpenFrame, slot: str) -> None:
    """The same where the fact is about an offer made from the frame: comparisons stay open."""
    if any(r.author != draft.author and answers(slot, r.key) for r in frame.requests):
        frame.requests = [r for r in frame.requests if r in draft.requested]
    for other in draft.frames:
        if other.questions:
            other.questions = [q for q in other.questions if q.author == draft.author or not settles(slot, q.key)]


def tell_more(draft: Draft) -> None:
    """Any fact is more information, about whichever frame it was wanted."""
    for frame in draft.frames:
        if frame.questions:
            frame.questions = [q for q in frame.questions if q.key != "MOREINFO"]
