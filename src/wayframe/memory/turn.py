"""One turn: its acts, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wayframe.dialogue import Act, Arg, Author, BinaryQuestion, SlotRequest, Value
from wayframe.memory.creation import offered_frame, user_frame
from wayframe.memory.draft import Draft, facts
from wayframe.memory.frame import OpenFrame
from wayframe.memory.questions import answer, answer_offering, ask, close_own, tell_more
from wayframe.memory.records import Memory
from wayframe.memory.replies import reply


def update(memory: Memory, author: Author, acts: Sequence[Act], active_frame: int, text: str = "") -> Memory:
    """The memory after a turn; `memory` itself stays as it is.

    `active_frame` is the frame that is active after the turn; on a user's turn `len(memory.frames) + 1` means a new
    one, and only a user's turn changes it. References to frames that don't exist are ignored, whatever the acts.
    `text` is what was said: from it the memory knows the words around a value that limit it ("at least").
    """
    draft = Draft(memory, author, text)
    if author == "user":
        _go_to(draft, acts, active_frame)
    draft.requested = {SlotRequest(author, arg.key) for act in acts if act.name == "request" for arg in act.slots}
    for frame in draft.frames:
        frame.aside = draft.aside_of_other(frame)
    close_own(draft, acts)
    for act in acts:
        if author == "wizard" and act.id is not None:
            _offer(draft, act)
        else:
            _TAKE.get(act.name, ask)(draft, act)
    return draft.memory()


def _go_to(draft: Draft, acts: Sequence[Act], active_frame: int) -> None:
    """The user's turn switches to a frame that exists, or makes one."""
    if active_frame == len(draft.frames) + 1:
        draft.active = draft.created = user_frame(draft, acts)
    else:
        draft.active = draft.frame(active_frame) or draft.active


def _offer(draft: Draft, act: Act) -> None:
    """A new frame with what is offered, which may be what somebody has asked."""
    concerned = draft.concerned(act)
    offer = offered_frame(draft, act)
    for slot, val in facts(act):
        draft.fact(offer, slot, val)
        for frame in concerned:
            answer_offering(draft, frame, slot)


def _inform(draft: Draft, act: Act) -> None:
    """Facts for the frames under `write`, or for the active one, with what is read in other frames."""
    told = facts(act)
    if draft.author == "wizard" and told:
        tell_more(draft)
    for frame in draft.concerned(act, "write"):
        for source, ref in draft.known((*act.refs("read"), *act.refs())):
            if source is not frame:
                for arg in ref.annotations:
                    _copy(draft, frame, source, arg)
        for slot, val in told:
            draft.fact(frame, slot, val, afresh=frame is draft.created)
            answer(draft, frame, slot)


def _copy(draft: Draft, frame: OpenFrame, source: OpenFrame, arg: Arg) -> None:
    """A slot by which another frame is referred to holds here too; without a value, it is as there."""
    afresh = frame is draft.created
    if arg.value is not None:
        draft.fact(frame, arg.key, arg.value, afresh=afresh)
        answer(draft, frame, arg.key)
        return
    values = source.both(arg.key) if afresh else source.info.get(arg.key, ())[-1:]
    for value in values:
        draft.say(frame, arg.key, value, afresh=afresh)
        answer(draft, frame, arg.key)
    if draft.author == "user" and arg.key in source.words:
        frame.words[arg.key] = source.words[arg.key]


def _no_result(draft: Draft, act: Act) -> None:
    """Nothing was found for these frames; where alternatives had been asked for, it is just their answer."""
    by_slots = any(ref.annotations for ref in act.refs())
    for frame in draft.named(act.refs()):
        if not by_slots and draft.aside_of_other(frame):
            frame.aside = None
        elif by_slots or frame is draft.active:
            frame.tell("NO_RESULT", (*frame.info.get("NO_RESULT", ()), Value(True)))


def _hear_more(draft: Draft, act: Act) -> None:
    for frame in draft.concerned(act):
        frame.aside = BinaryQuestion(draft.author, "HEARMORE", tuple(arg.key for arg in act.slots))


def _request_alternatives(draft: Draft, act: Act) -> None:
    if act.slots:
        draft.active.aside = BinaryQuestion(draft.author, "REQUEST_ALTS", True)


def _more_info(draft: Draft, act: Act) -> None:
    ask(draft, act)
    for frame in draft.named(act.refs()):
        frame.constrain("MOREINFO", (Value(True),))


# All other acts ask something, or nothing that a frame holds.
_TAKE: dict[str, Callable[[Draft, Act], None]] = {
    "inform": _inform,
    "affirm": reply,
    "negate": reply,
    "no_result": _no_result,
    "hearmore": _hear_more,
    "request_alts": _request_alternatives,
    "moreinfo": _more_info,
}
