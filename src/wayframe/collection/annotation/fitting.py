"""Which arguments an act can have, and which values a slot: what edits keep to."""

from __future__ import annotations

from msgspec.structs import replace

from wayframe.collection.annotation.numbering import NEW
from wayframe.collection.annotation.records import MarkedAct, MarkedArg, MarkedRef, Plain
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
    """The act under another name: what an act about frames says stands in references, what others say of the active
    frame is plain.
    """
    plain = tuple(arg for arg in act.args if not arg.refers and arg.key != "id")
    rest = tuple(arg for arg in act.args if arg not in plain)
    if name in ABOUT_FRAMES and not any(arg.key == "ref" for arg in act.args):
        rest = (MarkedArg("ref", refs=(MarkedRef(active, plain),)), *rest)
        return MarkedAct(name, rest)
    if act.name in ABOUT_FRAMES and name not in ABOUT_FRAMES:
        freed = tuple(slot for arg in rest for ref in arg.refs if ref.frame == active for slot in ref.slots)
        kept = tuple(replace(arg, refs=tuple(ref for ref in arg.refs if ref.frame != active)) for arg in rest)
        return MarkedAct(name, (*(arg for arg in kept if arg.refs), *plain, *freed))
    return replace(act, name=name)


def fitting(act: MarkedAct, author: Author) -> MarkedAct:
    """An act with the arguments that it can have: an offer makes a frame, only a wizard's inform reads and writes."""
    args = list(act.args)
    if not (act.name == "inform" and author == "wizard"):
        others = [ref for arg in args if arg.key in ("read", "write") for ref in arg.refs]
        args = [arg for arg in args if arg.key not in ("read", "write")]
        held = next((place for place, arg in enumerate(args) if arg.key == "ref"), None)
        if others and held is None:
            args.insert(0, MarkedArg("ref", refs=tuple(others)))
        elif others and held is not None:
            args[held] = replace(args[held], refs=(*args[held].refs, *others))
    if act.name not in MAKES:
        args = [arg for arg in args if arg.key != "id"]
    elif act.name == "offer" and act.id is None:
        args.append(MarkedArg("id", NEW))
    return replace(act, args=tuple(args))


def known_slot(key: str) -> str:
    """The slot itself. Raises `InputError` where the ontology has none of this name."""
    if key not in SLOTS:
        raise InputError(f"slot: {shown(key)} is not a slot of the ontology")
    return key


def usual_value(act: str, key: str, text: str) -> Plain:
    """What words say of a slot: a name of the scheme, yes, nothing where it is asked for, else the words."""
    kind = SLOTS[key].kind
    if act in ASKS and not (kind in ("city", "name", "seat", "text") or any(map(str.isdecimal, text))):
        return None
    if key in FIXED:
        return FIXED[key]
    return True if kind == "boolean" else text


def checked(key: str, val: Plain) -> Plain:
    """A value that the slot can have."""
    kind = SLOTS[key].kind
    if isinstance(val, str) and not val.strip():
        raise InputError(f"{key}: expected a value, found blanks")
    if val is None or kind == "list" or (isinstance(val, bool) == (kind == "boolean")) or val == DONT_CARE:
        return val
    raise InputError(f"{key}: expected {'yes or no' if kind == 'boolean' else 'text'}, found {shown(val)}")
