"""New frames: whose children they are and what they take over (paper sections 5.2.2 and 7.1, table 2)."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.dialogue import Act, Ref
from wayframe.memory.draft import Draft
from wayframe.memory.records import OpenFrame
from wayframe.memory.slots import is_passing, stands
from wayframe.values import matches


def user_frame(draft: Draft, acts: Sequence[Act]) -> OpenFrame:
    """The frame that the user's changed value makes: a sibling of the one at work, or made from one that is named."""
    informs = [act for act in acts if act.name == "inform"]
    said = {arg.key for act in informs for arg in act.slots}
    named = draft.known(ref for act in informs for ref in act.refs())
    at_work = named[0][0] if named else _at_work(draft, acts)
    parent = at_work if named else _siblings_parent(draft, at_work, said)
    frame = draft.add(parent, "user")
    if named and _is_whole(named[0][1]) and not said & parent.told:
        _take_over(frame, parent, {slot for slot in parent.told if stands(slot, said & parent.info.keys())})
    _take_over(frame, at_work, {slot for slot in at_work.told - said if _chosen(at_work, slot)})
    return frame


def _at_work(draft: Draft, acts: Sequence[Act]) -> OpenFrame:
    """The frame that the user is at: the one switched to in this turn, else the active one."""
    switched = [frame for act in acts if act.name == "switch_frame" for frame in draft.named(act.refs())]
    return switched[-1] if switched else draft.active


def _siblings_parent(draft: Draft, frame: OpenFrame, said: set[str]) -> OpenFrame:
    """The parent of the frame at work, which is one that the user made; frame 1 stands for its own parent.

    Another seat alone is a variation of the very frame at work, whoever made it.
    """
    while frame.creator == "wizard" and frame.parent is not None and said - {"intent"} != {"seat"}:
        frame = draft.frames[frame.parent - 1]
    return frame if frame.parent is None else draft.frames[frame.parent - 1]


def _chosen(frame: OpenFrame, slot: str) -> bool:
    """Whether the wizard's word is one of several alternatives that the user named: a trip to Bari for "Rome or Bari".

    The release has no such frame. Of alternatives, a frame made from an option keeps the one that the option is.
    """
    alternatives = {value.val for value in frame.covered.get(slot, ()) if not value.negated}
    told = frame.text(slot)
    return len(alternatives) > 1 and any(isinstance(v, str) and told and matches(slot, told, v) for v in alternatives)


def offered_frame(draft: Draft, act: Act) -> OpenFrame:
    """The frame that an offer or a suggestion makes, from the active one or from the first that it refers to.

    All constraints are taken over. Of what the wizard told, everything if the reference is to the frame as a whole;
    only the slots that it names if it names slots without values ("for the same price"); what is more basic than the
    slots that are offered if there is no reference.
    """
    named = draft.known(act.refs())
    parent = named[0][0] if named else draft.active
    said = {arg.key for arg in act.slots}
    frame = draft.add(parent, "wizard")
    if named and _is_whole(named[0][1]):
        _take_over(frame, parent, parent.told - (said - parent.fresh))
        frame.heard = frame.told.copy()
    else:
        _take_over(frame, parent, {s for s in parent.told - said if stands(s, ("str_date",) if named else said)})
    for source, ref in named:
        for arg in ref.annotations:
            if arg.value is None and arg.key in source.info:
                frame.tell(arg.key, source.info[arg.key])
    return frame


def _is_whole(ref: Ref) -> bool:
    """Return whether a reference is to a frame as a whole; one with slots that lack values is to these alone."""
    return all(arg.value is not None for arg in ref.annotations)


def _take_over(frame: OpenFrame, parent: OpenFrame, slots: set[str]) -> None:
    for slot in slots:
        if not is_passing(slot):
            frame.tell(slot, parent.info[slot])
