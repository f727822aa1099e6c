"""Checks of the frames that a turn lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import UnionType

from wayframe.dialogue import BinaryQuestion, Frame, Turn, Value, made_frames
from wayframe.ontology import FLAGS, SLOTS
from wayframe.validation.problem import DialogueFinding, found

_IN_FRAMES = frozenset((*SLOTS, *FLAGS))
_BOOLEANS = frozenset((*(slot for slot, kind in SLOTS.items() if kind.kind == "boolean"), *FLAGS))
_LISTS = (slot for slot, kind in SLOTS.items() if kind.kind == "list")
# The types of values that aren't plain text.
_TYPES: dict[str, type | UnionType] = {
    **dict.fromkeys(_BOOLEANS, bool),
    **dict.fromkeys(_LISTS, bool | str),
}


def frame_findings(frames: Sequence[Frame], known: Sequence[Frame]) -> Iterator[DialogueFinding]:
    """Check the frames of a turn, given those of the turn before."""
    if not frames:
        yield DialogueFinding("labels.frames", "expected a frame, found none")
    if len(frames) < len(known):
        yield DialogueFinding("labels.frames", f"expected the {len(known)} of the turn before, found {len(frames)}")
    for number, frame in enumerate(frames, 1):
        field = f"labels.frames[{number - 1}]"
        if frame.frame_id != number:
            yield DialogueFinding(f"{field}.frame_id", f"expected {number}, found {found(frame.frame_id)}")
        yield from _parent(field, frame, number)
        # What a frame held already was looked at on the turn before.
        was = known[number - 1] if number <= len(known) else None
        if was == frame:
            continue
        if was is not None:
            yield from _change(field, frame, was)
        yield from _info(field, frame, was)
        yield from _questions(field, frame)


def _parent(field: str, frame: Frame, number: int) -> Iterator[DialogueFinding]:
    parent, field = frame.frame_parent_id, f"{field}.frame_parent_id"
    allowed = range(1, number) if number > 1 else (None,)
    if parent not in allowed:
        expected = f"1 to {number - 1}" if number > 1 else "null"
        yield DialogueFinding(field, f"expected {expected}, found {'null' if parent is None else found(parent)}")


def _change(field: str, frame: Frame, was: Frame) -> Iterator[DialogueFinding]:
    if frame.frame_parent_id != was.frame_parent_id:
        yield DialogueFinding(f"{field}.frame_parent_id", f"was {found(was.frame_parent_id)} on the turn before")
    for slot in was.info:
        if slot not in frame.info:
            what = f"{found(slot)} was there on the turn before"
            yield DialogueFinding(f"{field}.info", what, "slot that leaves a frame")


def _info(field: str, frame: Frame, was: Frame | None) -> Iterator[DialogueFinding]:
    if not frame.info:
        yield DialogueFinding(f"{field}.info", "is empty", "frame that holds nothing")
    for slot, values in frame.info.items():
        if was is not None and was.info.get(slot) == values:
            continue
        place = f"{field}.info[{found(slot)}]"
        if slot not in _IN_FRAMES:
            yield DialogueFinding(f"{field}.info", f"{found(slot)} is not a slot of the ontology")
            continue
        if not values:
            yield DialogueFinding(place, "expected a value, found none")
        for number, value in enumerate(values):
            yield from _value(f"{place}[{number}].val", slot, value)
        if len(set(values)) < len(values):
            yield DialogueFinding(place, "holds a value twice", "value twice in a frame")


def _value(field: str, slot: str, value: Value) -> Iterator[DialogueFinding]:
    val = value.val
    if val is None:
        yield DialogueFinding(field, "is null", "null for a value in a frame")
    elif isinstance(val, tuple) != (slot == "HEARMORE"):
        expected = "a list" if slot == "HEARMORE" else "a value"
        yield DialogueFinding(field, f"expected {expected}, found {found(val)}")
    elif not isinstance(val, tuple):
        yield from plain(field, slot, val)


def plain(field: str, slot: str, val: str | bool | int | float) -> Iterator[DialogueFinding]:
    """Check the type of a slot's value: booleans and text, each where they belong."""
    if isinstance(val, _TYPES.get(slot, str)):
        return
    if slot in _BOOLEANS and isinstance(val, str):
        yield DialogueFinding(field, f"expected a boolean for '{slot}', found {found(val)}", "text for a boolean slot")
    else:
        yield DialogueFinding(field, f"expected text for '{slot}', found {found(val)}")


def _questions(field: str, frame: Frame) -> Iterator[DialogueFinding]:
    for number, question in enumerate(frame.binary_questions):
        if question.key in SLOTS:
            yield from _asked(f"{field}.binary_questions[{number}].value", question)
    keys = [(f"requests[{number}].key", each.key) for number, each in enumerate(frame.requests)]
    keys += [(f"binary_questions[{number}].key", each.key) for number, each in enumerate(frame.binary_questions)]
    for number, compared in enumerate(frame.compare_requests):
        keys += [(f"compare_requests[{number}].keys", key) for key in compared.keys]
    for place, key in keys:
        if key not in _IN_FRAMES:
            yield DialogueFinding(f"{field}.{place}", f"{found(key)} is not a slot of the ontology")


def _asked(field: str, question: BinaryQuestion) -> Iterator[DialogueFinding]:
    if question.value is None or isinstance(question.value, tuple):
        yield DialogueFinding(field, f"expected a value, found {found(question.value)}")
    else:
        yield from plain(field, question.key, question.value)


def new_frame_findings(turn: Turn, count: int, known: int) -> Iterator[DialogueFinding]:
    """Check table 2's rules: a user's new frame is active at once, a wizard's has the id of an act."""
    if turn.author == "wizard":
        ids = made_frames(turn.acts)
        if 0 < known <= count and sorted(ids) != list(range(known + 1, count + 1)):
            new = f"{known + 1} to {count}" if count > known else "none"
            yield DialogueFinding("labels.frames", f"expected the frames that the ids of acts name, found as new {new}")
    elif count > known + 1:
        yield DialogueFinding("labels.frames", f"expected one new frame at most, found {count - known}")
    elif 0 < known < count and turn.active_frame != count:
        expected = f"expected the new frame {count}, found {found(turn.active_frame)}"
        yield DialogueFinding("labels.active_frame", expected)
