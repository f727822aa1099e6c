"""Checks of the frames that a turn lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wayframe.dialogue import BinaryQuestion, Frame, Turn, Value
from wayframe.ontology import FLAGS, SLOTS
from wayframe.validation.problem import Finding, found

_IN_FRAMES = frozenset((*SLOTS, *FLAGS))
_BOOLEANS = frozenset((*(slot for slot, kind in SLOTS.items() if kind.kind == "boolean"), *FLAGS))


def frame_findings(frames: Sequence[Frame], known: Sequence[Frame]) -> Iterator[Finding]:
    """What is wrong with the frames of a turn, given those of the turn before."""
    if not frames:
        yield Finding("labels.frames", "expected a frame, found none")
    if len(frames) < len(known):
        yield Finding("labels.frames", f"expected the {len(known)} of the turn before, found {len(frames)}")
    for number, frame in enumerate(frames, 1):
        field = f"labels.frames[{number - 1}]"
        if frame.frame_id != number:
            yield Finding(f"{field}.frame_id", f"expected {number}, found {found(frame.frame_id)}")
        yield from _parent(field, frame, number)
        # What a frame held already was looked at on the turn before.
        was = known[number - 1] if number <= len(known) else None
        if was == frame:
            continue
        if was is not None:
            yield from _change(field, frame, was)
        yield from _info(field, frame, was)
        yield from _questions(field, frame)


def _parent(field: str, frame: Frame, number: int) -> Iterator[Finding]:
    parent = frame.frame_parent_id
    if (parent is None) != (number == 1) or (parent is not None and not 1 <= parent < number):
        expected = "null" if number == 1 else f"1 to {number - 1}"
        is_found = "null" if parent is None else found(parent)
        yield Finding(f"{field}.frame_parent_id", f"expected {expected}, found {is_found}")


def _change(field: str, frame: Frame, was: Frame) -> Iterator[Finding]:
    if frame.frame_parent_id != was.frame_parent_id:
        yield Finding(f"{field}.frame_parent_id", f"was {found(was.frame_parent_id)} on the turn before")
    for slot in was.info:
        if slot not in frame.info:
            yield Finding(f"{field}.info", f"{found(slot)} was there on the turn before", "slot that leaves a frame")


def _info(field: str, frame: Frame, was: Frame | None) -> Iterator[Finding]:
    if not frame.info:
        yield Finding(f"{field}.info", "is empty", "frame that holds nothing")
    for slot, values in frame.info.items():
        if was is not None and was.info.get(slot) == values:
            continue
        place = f"{field}.info[{found(slot)}]"
        if slot not in _IN_FRAMES:
            yield Finding(f"{field}.info", f"{found(slot)} is not a slot of the ontology")
            continue
        if not values:
            yield Finding(place, "expected a value, found none")
        for number, value in enumerate(values):
            yield from _value(f"{place}[{number}].val", slot, value)
        if len(set(values)) < len(values):
            yield Finding(place, "holds a value twice", "value twice in a frame")


def _value(field: str, slot: str, value: Value) -> Iterator[Finding]:
    val = value.val
    if val is None:
        yield Finding(field, "is null", "null for a value in a frame")
    elif isinstance(val, tuple) != (slot == "HEARMORE"):
        expected = "a list" if slot == "HEARMORE" else "a value"
        yield Finding(field, f"expected {expected}, found {found(val)}")
    elif not isinstance(val, tuple):
        yield from plain(field, slot, val)


def plain(field: str, slot: str, val: str | bool | int | float) -> Iterator[Finding]:
    """What is wrong with the value of a slot: booleans and text, each where they belong."""
    if not isinstance(val, bool | str):
        yield Finding(field, f"expected text for '{slot}', found {found(val)}")
    elif slot in _BOOLEANS and isinstance(val, str):
        yield Finding(field, f"expected a boolean for '{slot}', found {found(val)}", "text for a boolean slot")
    elif slot not in _BOOLEANS and isinstance(val, bool) and SLOTS[slot].kind != "list":
        yield Finding(field, f"expected text for '{slot}', found {found(val)}")


def _questions(field: str, frame: Frame) -> Iterator[Finding]:
    asked = [(f"requests[{number}].key", each.key) for number, each in enumerate(frame.requests)]
    asked += [(f"binary_questions[{number}].key", each.key) for number, each in enumerate(frame.binary_questions)]
    asked += [
        (f"compare_requests[{number}].keys", key)
        for number, each in enumerate(frame.compare_requests)
        for key in each.keys
    ]
    for number, question in enumerate(frame.binary_questions):
        if question.key in SLOTS:
            yield from _asked(f"{field}.binary_questions[{number}].value", question)
    for place, key in asked:
        if key not in _IN_FRAMES:
            yield Finding(f"{field}.{place}", f"{found(key)} is not a slot of the ontology")


def _asked(field: str, question: BinaryQuestion) -> Iterator[Finding]:
    if question.value is None or isinstance(question.value, tuple):
        yield Finding(field, f"expected a value, found {found(question.value)}")
    else:
        yield from plain(field, question.key, question.value)


def new_frame_findings(turn: Turn, count: int, known: int) -> Iterator[Finding]:
    """What contradicts table 2: a user's new frame is active at once, a wizard's has the id of an act."""
    ids = [act.id for act in turn.acts if act.id is not None]
    if turn.author == "wizard" and known and sorted(ids) != list(range(known + 1, count + 1)) and count >= known:
        new = f"{known + 1} to {count}" if count > known else "none"
        yield Finding("labels.frames", f"expected the frames that the ids of acts name, found as new {new}")
    elif turn.author == "user" and count > known + 1:
        yield Finding("labels.frames", f"expected one new frame at most, found {count - known}")
    elif turn.author == "user" and 0 < known < count and turn.active_frame != count:
        yield Finding("labels.active_frame", f"expected the new frame {count}, found {found(turn.active_frame)}")
