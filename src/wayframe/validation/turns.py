"""Checks of one turn: order, acts, references, the active frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UnsetType

from wayframe import meaning
from wayframe.dialogue import Act, Arg, Frame, Ref, Turn
from wayframe.errors import InputError
from wayframe.ontology import ACTS, REFERENCE_KEYS, SLOTS
from wayframe.validation.frames import frame_findings, new_frame_findings, plain
from wayframe.validation.problem import DialogueFinding, found
from wayframe.validation.scheme import scheme_findings

_ARGUMENTS = frozenset((*SLOTS, *REFERENCE_KEYS, "id"))
_NEXT = {"user": "wizard", "wizard": "user"}
_LATEST = 253_402_300_800_000  # milliseconds: the year 10000


class PreviousTurn(NamedTuple):
    """The turn before, None on the first one, and its frames."""

    turn: Turn | None
    frames: tuple[Frame, ...]


def turn_findings(turn: Turn, before: PreviousTurn | None, frames: Sequence[Frame]) -> Iterator[DialogueFinding]:
    """Check a turn and its frames, without its searches. `before` is None where that can't be read."""
    previous, known = before or PreviousTurn(None, ())
    if before:
        yield from _order(turn, previous)
    if not turn.text:
        yield DialogueFinding("text", "expected some text, found none")
    if not 0 <= turn.timestamp < _LATEST:
        yield DialogueFinding("timestamp", f"expected milliseconds since the epoch, found {found(turn.timestamp)}")
    yield from frame_findings(frames, known)
    yield from _active_frame(turn, len(frames), is_first=before is not None and previous is None)
    if not turn.acts:
        yield DialogueFinding("labels.acts", "none", "turn without an act")
    for number, act in enumerate(turn.acts):
        yield from _act(f"labels.acts[{number}]", act, turn, len(frames), len(known))
    yield from _acts_without_refs(turn)
    yield from _meaning(turn)
    yield from scheme_findings(turn, frames, (previous.active_frame, len(known)) if previous else None)
    if before:
        yield from new_frame_findings(turn, len(frames), len(known))


def _active_frame(turn: Turn, frames: int, *, is_first: bool) -> Iterator[DialogueFinding]:
    if not 1 <= turn.active_frame <= frames:
        yield DialogueFinding("labels.active_frame", _no_frame(turn.active_frame, frames))
    elif is_first and turn.active_frame != 1:
        yield DialogueFinding("labels.active_frame", f"expected 1 on the first turn, found {turn.active_frame}")


def _order(turn: Turn, previous: Turn | None) -> Iterator[DialogueFinding]:
    expected = _NEXT[previous.author] if previous else "user"
    if turn.author != expected:
        yield DialogueFinding("author", f"expected '{expected}', found '{turn.author}'")
    if previous is None:
        return
    if turn.timestamp < previous.timestamp:
        yield DialogueFinding("timestamp", "earlier than the turn before", "turn earlier than the one before")
    if turn.author == "wizard" and turn.active_frame != previous.active_frame:
        yield DialogueFinding(
            "labels.active_frame", "a wizard's turn changes it", "wizard's turn that changes the active frame"
        )


def _act(field: str, act: Act, turn: Turn, frames: int, known: int) -> Iterator[DialogueFinding]:
    yield from _name(field, act, turn)
    for number, arg in enumerate(act.args):
        place = f"{field}.args[{number}]"
        yield from _arg(place, arg)
        if arg.key == "id":
            yield from _created(place, arg, frames, known)
        for count, ref in enumerate(arg.refs):
            yield from _ref(f"{place}.val[{count}]", ref, frames)


def _ref(field: str, ref: Ref, frames: int) -> Iterator[DialogueFinding]:
    if not 1 <= ref.frame <= frames:
        yield DialogueFinding(f"{field}.frame", _no_frame(ref.frame, frames))
    for number, arg in enumerate(ref.annotations):
        place = f"{field}.annotations[{number}]"
        if arg.key in REFERENCE_KEYS:
            yield DialogueFinding(place, "expected a slot inside a reference, found another reference")
        else:
            yield from _arg(place, arg)


def _name(field: str, act: Act, turn: Turn) -> Iterator[DialogueFinding]:
    kind = ACTS.get(act.name)
    if kind is None:
        yield DialogueFinding(f"{field}.name", f"{found(act.name)} is not an act of the ontology")
    elif not (kind.user if turn.author == "user" else kind.wizard):
        yield DialogueFinding(f"{field}.name", f"'{act.name}' is not an act of a {turn.author}")


def argument_findings(arg: Arg) -> Iterator[DialogueFinding]:
    """Check an argument of an act by itself: its slot, the kind of its value."""
    yield from _arg("", arg)


def _arg(field: str, arg: Arg) -> Iterator[DialogueFinding]:
    if arg.key not in _ARGUMENTS:
        yield DialogueFinding(f"{field}.key", f"{found(arg.key)} is not a slot of the ontology")
    elif isinstance(arg.val, tuple) != (arg.key in REFERENCE_KEYS):
        expected = "references" if arg.key in REFERENCE_KEYS else "a value"
        yield DialogueFinding(f"{field}.val", f"expected {expected} for '{arg.key}'")
    elif arg.key in SLOTS and arg.value is not None:
        yield from plain(f"{field}.val", arg.key, arg.value)


def _created(field: str, arg: Arg, frames: int, known: int) -> Iterator[DialogueFinding]:
    if arg.val is None or isinstance(arg.val, UnsetType):
        return
    if not isinstance(arg.val, int) or isinstance(arg.val, bool):
        yield DialogueFinding(f"{field}.val", f"expected the number of a frame, found {found(arg.val)}")
    elif not known < arg.val <= frames:
        yield DialogueFinding(f"{field}.val", f"expected a frame that this turn creates, found {found(arg.val)}")


def _acts_without_refs(turn: Turn) -> Iterator[DialogueFinding]:
    acts = turn.labels.acts_without_refs
    if isinstance(acts, UnsetType):
        if turn.author == "user":
            yield DialogueFinding("labels.acts_without_refs", "missing on a user's turn")
        return
    if [act.name for act in acts] != [act.name for act in turn.acts]:
        yield DialogueFinding("labels.acts_without_refs", "expected the same acts as labels.acts")
    for number, act in enumerate(acts):
        for count, arg in enumerate(act.args):
            field = f"labels.acts_without_refs[{number}].args[{count}]"
            if arg.key in REFERENCE_KEYS or arg.key == "id":
                yield DialogueFinding(f"{field}.key", f"expected a slot, found '{arg.key}'")
            else:
                yield from _arg(field, arg)


def _meaning(turn: Turn) -> Iterator[DialogueFinding]:
    kept = turn.labels.meaning_json
    if isinstance(kept, UnsetType):
        return
    if turn.author != "user":
        yield DialogueFinding("labels.meaning", "expected none on a wizard's turn")
    try:
        meaning.decoded(bytes(kept))
    except InputError as error:
        yield DialogueFinding("labels.meaning", str(error).removeprefix("meaning: "))


def _no_frame(number: int, frames: int) -> str:
    return f"there is no frame {found(number)}, only 1 to {frames}"
