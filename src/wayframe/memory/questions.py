"""Requests, binary questions and comparisons: what opens them and what closes them (paper section 5.2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.dialogue import Act, Arg, BinaryQuestion, CompareRequest, SlotRequest
from wayframe.memory.draft import Draft, facts
from wayframe.memory.frame import OpenFrame
from wayframe.memory.slots import YES_NO, answers, settles


def close_own(draft: Draft, acts: Sequence[Act]) -> None:
    """A turn that asks anew closes what its author had asked before; one that has nothing to give closes everything."""
    for act in acts:
        if act.name in ("no_result", "canthelp"):
            _close_all(draft, act)
        elif _moves_on(draft, act):
            for frame in draft.frames:
                frame.questions = draft.of_other(frame.questions)
                frame.drop("HEARMORE")
        if act.name == "request" and _requests(draft, act):
            for frame in draft.concerned(act):
                frame.requests = draft.of_other(frame.requests)


def _close_all(draft: Draft, act: Act) -> None:
    """Close all questions; also the other side's comparisons, unless all that failed are slots of frames."""
    whole = act.name == "canthelp" or not all(ref.annotations for ref in act.refs())
    for frame in draft.frames:
        frame.questions.clear()
        if whole:
            others = draft.of_other(frame.comparisons)
            frame.comparisons = [each for each in frame.comparisons if each not in others]


def _moves_on(draft: Draft, act: Act) -> bool:
    """Return whether an act makes its author's earlier binary questions pointless, in all frames."""
    if act.name in ("hearmore", "moreinfo"):
        return True
    if draft.author == "wizard":
        return act.id is None and len(_binary_questions(draft, act)) > 0
    asked = {"request_alts": act.slots, "request_compare": facts(act)}
    return len(asked.get(act.name, ())) > 0


def _is_yes_no(arg: Arg) -> bool:
    return arg.value is not None or arg.key in YES_NO


def _requests(draft: Draft, act: Act) -> list[SlotRequest]:
    """The requests for values of slots that an act makes."""
    return [SlotRequest(draft.author, arg.key) for arg in act.slots if not _is_yes_no(arg)]


def _binary_questions(draft: Draft, act: Act) -> list[BinaryQuestion]:
    """The binary questions of an act. A request for a slot that is true or false asks whether it is true."""
    if act.name == "moreinfo":
        return [BinaryQuestion(draft.author, "MOREINFO", ())]
    if act.name == "request":
        asked = [arg for arg in act.slots if _is_yes_no(arg)]
        return [BinaryQuestion(draft.author, arg.key, True if arg.value is None else arg.value) for arg in asked]
    if act.name in ("confirm", "suggest", "request_compare"):
        return [BinaryQuestion(draft.author, key, value) for key, value in facts(act)]
    return []


def ask(draft: Draft, act: Act) -> None:
    """Open the questions of an act in the frames that it refers to; a slot that is asked again is asked there alone."""
    questions = _binary_questions(draft, act)
    again = {(each.author, each.key) for each in questions}
    for frame in draft.frames:
        frame.questions = [each for each in frame.questions if (each.author, each.key) not in again]
    for frame in draft.concerned(act):
        frame.questions += questions
        if act.name == "request":
            frame.requests = list(dict.fromkeys((*frame.requests, *_requests(draft, act))))
        elif act.name == "request_compare":
            _compare(draft, frame, act)


def _compare(draft: Draft, frame: OpenFrame, act: Act) -> None:
    keys = tuple(arg.key for arg in act.slots if arg.value is None)
    if keys:
        frame.comparisons.append(CompareRequest(draft.author, keys))


def answer(draft: Draft, frame: OpenFrame, slot: str) -> None:
    """A fact about a slot of a frame answers what the other side has asked.

    One answer closes all requests of its frame, and a comparison in all the frames that it compares.
    """
    answer_offering(draft, frame, slot)
    compared = draft.of_other(frame.comparisons)
    settled = [each for each in compared if any(settles(slot, key) for key in each.keys)]
    if settled:
        for other in draft.frames:
            other.comparisons = [each for each in other.comparisons if each not in settled]


def answer_offering(draft: Draft, frame: OpenFrame, slot: str) -> None:
    """The same where the fact is about an offer made from the frame: comparisons stay open."""
    if any(answers(slot, request.key) for request in draft.of_other(frame.requests)):
        frame.requests = [request for request in frame.requests if request in draft.requested]
    for other in draft.frames:
        settled = [each for each in draft.of_other(other.questions) if settles(slot, each.key)]
        other.questions = [each for each in other.questions if each not in settled]


def tell_more(draft: Draft) -> None:
    """Any fact is more information, about whichever frame it was wanted."""
    for frame in draft.frames:
        frame.questions = [each for each in frame.questions if each.key != "MOREINFO"]
