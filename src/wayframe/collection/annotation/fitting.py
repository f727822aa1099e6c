"""The arguments that an act can have, and the values of a slot: edits keep to them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.collection.annotation.numbering import NEW
from wayframe.collection.annotation.records import MarkedAct, MarkedArg, MarkedRef, PlainValue
from wayframe.dialogue import Author
from wayframe.errors import InputError, shown
from wayframe.ontology import SLOTS
from wayframe.validation.scheme import ABOUT_FRAMES
from wayframe.values import DONT_CARE

ASKS = ("request", "request_compare", "request_alts", "hearmore")
"""Acts that ask for slots, which then have no value."""

FIXED = {"intent": "book", "action": "book"}
"""Slots that have but one value in the release."""

MAKES = ("offer", "suggest")


def recast(act: MarkedAct, name: str, active: int) -> MarkedAct:
    """Return the act under another name.

    What an act about frames says stands in references, what others say of the active frame is plain.
    """
    if name in ABOUT_FRAMES and not any(arg.key == "ref" for arg in act.args):
        return _with_reference(act, name, active)
    if act.name in ABOUT_FRAMES and name not in ABOUT_FRAMES:
        return _without_reference(act, name, active)
    return replace(act, name=name)


def _split(act: MarkedAct) -> tuple[tuple[MarkedArg, ...], tuple[MarkedArg, ...]]:
    """Return the plain slots of an act, and all other arguments."""
    plain = tuple(arg for arg in act.args if not arg.refers and arg.key != "id")
    return plain, tuple(arg for arg in act.args if arg not in plain)


def _with_reference(act: MarkedAct, name: str, active: int) -> MarkedAct:
    plain, rest = _split(act)
    return MarkedAct(name, (MarkedArg("ref", refs=(MarkedRef(active, plain),)), *rest))


def _without_reference(act: MarkedAct, name: str, active: int) -> MarkedAct:
    plain, rest = _split(act)
    kept, freed = list[MarkedArg](), list[MarkedArg]()
    for arg in rest:
        others = tuple(ref for ref in arg.refs if ref.frame != active)
        for ref in arg.refs:
            if ref.frame == active:
                freed += ref.slots
        if others:
            kept.append(replace(arg, refs=others))
    return MarkedAct(name, (*kept, *plain, *freed))


def fitting(act: MarkedAct, author: Author) -> MarkedAct:
    """Return an act with the arguments that it can have.

    An offer makes a frame; only a wizard's inform reads and writes: other acts refer to the same frames.
    """
    args = list(act.args)
    if act.name != "inform" or author != "wizard":
        args = _referring(args)
    if act.name not in MAKES:
        args = [arg for arg in args if arg.key != "id"]
    elif act.name == "offer" and act.id is None:
        args.append(MarkedArg("id", NEW))
    return replace(act, args=tuple(args))


def _referring(args: Sequence[MarkedArg]) -> list[MarkedArg]:
    """Return arguments in which what was read or written is referred to."""
    kept, moved = list[MarkedArg](), list[MarkedRef]()
    for arg in args:
        if arg.key in ("read", "write"):
            moved += arg.refs
        else:
            kept.append(arg)
    if not moved:
        return kept
    held = next((place for place, arg in enumerate(kept) if arg.key == "ref"), None)
    if held is None:
        return [MarkedArg("ref", refs=tuple(moved)), *kept]
    kept[held] = replace(kept[held], refs=(*kept[held].refs, *moved))
    return kept


def known_slot(key: str) -> str:
    """The slot itself. Raises `InputError` where the ontology has none of this name."""
    if key not in SLOTS:
        raise InputError(f"slot: {shown(key)} is not a slot of the ontology")
    return key


def usual_value(act: str, key: str, text: str) -> PlainValue:
    """Return what words say of a slot: a name of the scheme, yes, nothing where it is asked for, else the words."""
    kind = SLOTS[key].kind
    if act in ASKS and not (kind in ("city", "name", "seat", "text") or any(map(str.isdecimal, text))):
        return None
    if key in FIXED:
        return FIXED[key]
    return True if kind == "boolean" else text


def checked(key: str, val: PlainValue) -> PlainValue:
    """A value that the slot can have."""
    kind = SLOTS[key].kind
    if isinstance(val, str) and not val.strip():
        raise InputError(f"{key}: expected a value, found blanks")
    if val in (None, DONT_CARE) or kind == "list":
        return val
    expected = "yes or no" if kind == "boolean" else "text"
    if isinstance(val, bool) != (kind == "boolean"):
        raise InputError(f"{key}: expected {expected}, found {shown(val)}")
    return val
