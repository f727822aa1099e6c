"""New frames: whose children they are and what they take over (paper sections 5.2.2 and 7.1, table 2)."""

from __future__ import annotations

from collections.abc import Container, Sequence

from wayframe.dialogue import Act, Ref
from wayframe.memory.draft import Draft
from wayframe.memory.frame import OpenFrame
from wayframe.memory.slots import is_passing, stands
from wayframe.values import matches


def user_frame(draft: Draft, acts: Sequence[Act]) -> OpenFrame:
    """The frame that the user's changed value makes: a sibling of the one at work, or made from one that is named."""
    informs = [act for act in acts if act.name == "inform"]
    said = {arg.key for act in informs for arg in act.slots}
    named = draft.known(ref for act in informs for ref in act.refs())
    if named:
        model, ref = named[0]
        frame = _variation(draft, model, ref, said)
    else:
        model = _at_work(draft, acts)
        frame = draft.add(_siblings_parent(draft, model, said), "user")
    _take_over(frame, model, {slot for slot in model.told - said if _is_chosen(model, slot)})
    return frame


def _variation(draft: Draft, model: OpenFrame, ref: Ref, said: set[str]) -> OpenFrame:
    """A frame made from the one that the user refers to, with what the wizard told of it as far as that stands."""
    frame = draft.add(model, "user")
    if _is_whole(ref) and said.isdisjoint(model.told):
        changed = said & model.info.keys()
        _take_over(frame, model, {slot for slot in model.told if stands(slot, changed)})
    return frame


def _at_work(draft: Draft, acts: Sequence[Act]) -> OpenFrame:
    """The frame that the user is at: the one switched to in this turn, else the active one."""
    refs = [ref for act in acts if act.name == "switch_frame" for ref in act.refs()]
    return [draft.active, *draft.named(refs)][-1]


def _siblings_parent(draft: Draft, frame: OpenFrame, said: set[str]) -> OpenFrame:
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


def offered_frame(draft: Draft, act: Act) -> OpenFrame:
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
    for source, ref in named:
        for arg in ref.annotations:
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
    for slot, values in list(parent.info.items()):
        if slot in slots and not is_passing(slot):
            frame.tell(slot, values)
