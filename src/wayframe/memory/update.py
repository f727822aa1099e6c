"""The memory after a turn: its acts in order, the frames that they make (paper sections 5.2.2 and 7.1, table 2)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import filterfalse
from typing import NamedTuple

from wayframe.dialogue import Act, Arg, Author, BinaryQuestion, Dialogue, Ref, SlotRequest, Turn, Value
from wayframe.memory.frames import MemoryDraft, OpenFrame, facts, is_passing, referred, stands
from wayframe.memory.questions import answer, answer_offering, ask, close_own, reply, tell_more
from wayframe.memory.records import Memory
from wayframe.values import matches


def update(memory: Memory, author: Author, acts: Sequence[Act], active_frame: int, text: str = "") -> Memory:
    """The memory after a turn; `memory` itself stays as it is.

    `active_frame` is the frame that is active after the turn; on a user's turn `len(memory.frames) + 1` means a new
    one, and only a user's turn changes it. References to frames that don't exist are ignored, whatever the acts.
    `text` is what was said: from it the memory knows the words around a value that limit it ("at least").
    """
    draft = MemoryDraft(memory, author, text)
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


def _go_to(draft: MemoryDraft, acts: Sequence[Act], active_frame: int) -> None:
    """The user's turn switches to a frame that exists, or makes one."""
    if active_frame == len(draft.frames) + 1:
        draft.active = draft.created = user_frame(draft, acts)
    else:
        draft.active = draft.frame(active_frame) or draft.active


def _offer(draft: MemoryDraft, act: Act) -> None:
    """A new frame with what is offered, which may be what somebody has asked."""
    concerned = draft.concerned(act)
    offer = offered_frame(draft, act)
    for slot, val in facts(act):
        draft.fact(offer, slot, val)
        for frame in concerned:
            answer_offering(draft, frame, slot)


def _inform(draft: MemoryDraft, act: Act) -> None:
    """Facts for the frames under `write`, or for the active one, with what is read in other frames."""
    told = facts(act)
    if draft.author == "wizard" and told:
        tell_more(draft)
    read = draft.annotated((*act.refs("read"), *act.refs()))
    for frame in draft.concerned(act, "write"):
        for source, arg in read:
            if source is not frame:
                _copy(draft, frame, source, arg)
        for slot, val in told:
            draft.fact(frame, slot, val, afresh=frame is draft.created)
            answer(draft, frame, slot)


def _copy(draft: MemoryDraft, frame: OpenFrame, source: OpenFrame, arg: Arg) -> None:
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


def _no_result(draft: MemoryDraft, act: Act) -> None:
    """Nothing was found for these frames; where alternatives had been asked for, it is just their answer."""
    by_slots = any(ref.annotations for ref in act.refs())
    for frame in draft.named(act.refs()):
        if by_slots:
            _flag_no_result(frame)
        elif draft.aside_of_other(frame):
            frame.aside = None
        elif frame is draft.active:
            _flag_no_result(frame)


def _flag_no_result(frame: OpenFrame) -> None:
    frame.tell("NO_RESULT", (*frame.info.get("NO_RESULT", ()), Value(True)))


def _hear_more(draft: MemoryDraft, act: Act) -> None:
    for frame in draft.concerned(act):
        frame.aside = BinaryQuestion(draft.author, "HEARMORE", tuple(arg.key for arg in act.slots))


def _request_alternatives(draft: MemoryDraft, act: Act) -> None:
    if act.slots:
        draft.active.aside = BinaryQuestion(draft.author, "REQUEST_ALTS", True)


def _more_info(draft: MemoryDraft, act: Act) -> None:
    ask(draft, act)
    for frame in draft.named(act.refs()):
        frame.constrain("MOREINFO", (Value(True),))


# All other acts ask something, or nothing that a frame holds.
_TAKE: dict[str, Callable[[MemoryDraft, Act], None]] = {
    "inform": _inform,
    "affirm": reply,
    "negate": reply,
    "no_result": _no_result,
    "hearmore": _hear_more,
    "request_alts": _request_alternatives,
    "moreinfo": _more_info,
}


def user_frame(draft: MemoryDraft, acts: Sequence[Act]) -> OpenFrame:
    """The frame that the user's changed value makes: a sibling of the one at work, or made from one that is named."""
    informs = [act for act in acts if act.name == "inform"]
    said = {arg.key for act in informs for arg in act.slots}
    named = draft.known(referred(informs))
    if named:
        model, ref = named[0]
        frame = _variation(draft, model, ref, said)
    else:
        model = _at_work(draft, acts)
        frame = draft.add(_siblings_parent(draft, model, said), "user")
    _take_over(frame, model, {slot for slot in model.told - said if _is_chosen(model, slot)})
    return frame


def _variation(draft: MemoryDraft, model: OpenFrame, ref: Ref, said: set[str]) -> OpenFrame:
    """A frame made from the one that the user refers to, with what the wizard told of it as far as that stands."""
    frame = draft.add(model, "user")
    if _is_whole(ref) and said.isdisjoint(model.told):
        changed = said & model.info.keys()
        _take_over_standing(frame, model, set(), changed)
    return frame


def _at_work(draft: MemoryDraft, acts: Sequence[Act]) -> OpenFrame:
    """The frame that the user is at: the one switched to in this turn, else the active one."""
    switches = [act for act in acts if act.name == "switch_frame"]
    return [draft.active, *draft.named(referred(switches))][-1]


def _siblings_parent(draft: MemoryDraft, frame: OpenFrame, said: set[str]) -> OpenFrame:
    """The parent of the frame at work, which is one that the user made; frame 1 stands for its own parent.

    Another seat alone is a variation of the very frame at work, whoever made it.
    """
    if said - {"intent"} != {"seat"}:
        while frame.creator == "wizard" and frame.parent is not None:
            frame = draft.frames[frame.parent - 1]
    return frame if frame.parent is None else draft.frames[frame.parent - 1]


def _is_chosen(frame: OpenFrame, slot: str) -> bool:
    """Return whether the wizard told one of several values that the user named: a trip to Bari for "Rome or Bari".

    The release has no such frame. Of alternatives, a frame made from an option keeps the one that the option is.
    """
    told = frame.text(slot)
    alternatives = {value.val for value in frame.covered.get(slot, ()) if not value.negated}
    if not told or len(alternatives) < 2:
        return False
    return any(matches(slot, told, val) for val in alternatives if isinstance(val, str))


def offered_frame(draft: MemoryDraft, act: Act) -> OpenFrame:
    """The frame that an offer or a suggestion makes, from the active one or from the first that it refers to.

    All constraints are taken over. Of what the wizard told, everything if the reference is to the frame as a whole;
    only the slots that it names if it names slots without values ("for the same price"); what is more basic than the
    slots that are offered if there is no reference.
    """
    said = {arg.key for arg in act.slots}
    named = draft.known(act.refs())
    if not named:
        frame = draft.add(draft.active, "wizard")
        _take_over_standing(frame, draft.active, said, said)
        return frame
    parent, ref = named[0]
    frame = draft.add(parent, "wizard")
    if _is_whole(ref):
        _take_over(frame, parent, parent.told - (said - parent.fresh))
        frame.heard = frame.told.copy()
    else:
        _take_over_standing(frame, parent, said, {"str_date"})
    for source, arg in draft.annotated(act.refs()):
        if arg.value is None and arg.key in source.info:
            frame.tell(arg.key, source.info[arg.key])
    return frame


def _is_whole(ref: Ref) -> bool:
    """Return whether a reference is to a frame as a whole; one with slots that lack values is to these alone."""
    return all(arg.value is not None for arg in ref.annotations)


def _take_over_standing(frame: OpenFrame, parent: OpenFrame, said: set[str], changed: set[str]) -> None:
    """Take over what nobody says anew, as far as it stands where some slots change."""
    _take_over(frame, parent, {slot for slot in parent.told - said if stands(slot, changed)})


def _take_over(frame: OpenFrame, parent: OpenFrame, slots: Container[str]) -> None:
    taken = [slot for slot in parent.info if slot in slots]
    for slot in filterfalse(is_passing, taken):
        frame.tell(slot, parent.info[slot])


class Before(NamedTuple):
    """A turn, the labelled memory before it, the turns before it."""

    turn: Turn
    memory: Memory
    history: tuple[Turn, ...]


def labelled_memories(dialogue: Dialogue, today: date | None = None) -> Iterator[Before]:
    """All turns of a dialogue, each after the labelled frames of the turn before.

    What a memory knows besides the frames, such as who said what, is from its own rules.
    """
    memory = Memory(today=today)
    for place, turn in enumerate(dialogue.turns):
        yield Before(turn, memory, dialogue.turns[:place])
        text = turn.text if turn.author == "user" else ""
        memory = update(memory, turn.author, turn.acts, turn.active_frame, text).corrected(turn.frames, turn.author)


def day(dialogue: Dialogue) -> date:
    """The day of the first message, in UTC: the format gives no time zone."""
    return datetime.fromtimestamp(dialogue.turns[0].timestamp / 1000, UTC).date()
