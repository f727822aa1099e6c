"""What is wrong with a dialogue beyond the shape of its JSON: acts, slots, references, frames, searches, order.

An `error` contradicts the format, and nothing that rests on the labels can be trusted with it. An `oddity` is unusual,
and the release itself has it: one wizard's turn that changes the active frame, a boolean slot that holds text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import UnsetType

from wayframe.dialogue import Act, Arg, Database, Dialogue, Frame, Turn
from wayframe.errors import InputError, shown
from wayframe.ontology import ACTS, FLAGS, REFERENCE_KEYS, SLOTS

Severity = Literal["error", "oddity"]
_ARGUMENTS = frozenset((*SLOTS, *REFERENCE_KEYS, "id"))
_IN_FRAMES = frozenset((*SLOTS, *FLAGS))
_END_OF_TIME = 253_402_300_800_000  # the year 10000, in ms
_BOOLEANS = frozenset(slot for slot, kind in SLOTS.items() if kind.kind == "boolean")


class Problem(NamedTuple):
    """Something wrong: where, and what. `turn` counts from 0 and is None for what concerns the whole dialogue."""

    severity: Severity
    dialogue: str
    turn: int | None
    field: str
    what: str

    def __str__(self) -> str:
        turn = "" if self.turn is None else f"turn {self.turn}: "
        return f"dialogue {shown(self.dialogue)}: {turn}{self.field}: {self.what}"


class _Finding(NamedTuple):
    """A problem of a turn, before it is known which."""

    field: str
    what: str
    severity: Severity = "error"


def problems(dialogue: Dialogue) -> Iterator[Problem]:
    """All that is wrong with one dialogue, turn by turn."""
    if not dialogue.turns:
        yield Problem("error", dialogue.id, None, "turns", "expected a turn, found none")
    known: tuple[Frame, ...] = ()
    previous: Turn | None = None
    for number, turn in enumerate(dialogue.turns):
        try:
            frames, database = turn.frames, turn.db
        except InputError as error:
            yield Problem("error", dialogue.id, number, "labels.frames or db", str(error))
        else:
            for found in _in_turn(turn, previous, frames, known, database):
                yield Problem(found.severity, dialogue.id, number, found.field, found.what)
            known = frames
        previous = turn


def corpus_problems(dialogues: Iterable[Dialogue]) -> Iterator[Problem]:
    """All that is wrong with many dialogues, one at a time; ids that come twice included."""
    ids = set[str]()
    for dialogue in dialogues:
        yield from _among(ids, dialogue)


def checked(path: str | Path, dialogues: Iterable[Dialogue]) -> Iterator[Dialogue]:
    """The dialogues of the file `path`, up to the first with an error; that raises `InputError` naming all of it."""
    ids = set[str]()
    for dialogue in dialogues:
        for problem in _among(ids, dialogue):
            if problem.severity == "error":
                raise InputError(f"{path}: {problem}")
        yield dialogue


def _among(ids: set[str], dialogue: Dialogue) -> Iterator[Problem]:
    if dialogue.id in ids:
        yield Problem("error", dialogue.id, None, "id", "comes twice")
    ids.add(dialogue.id)
    yield from problems(dialogue)


def _in_turn(
    turn: Turn, previous: Turn | None, frames: Sequence[Frame], known: Sequence[Frame], database: Database
) -> Iterator[_Finding]:
    yield from _order(turn, previous)
    yield from _frames(frames, len(known))
    if not 1 <= turn.active_frame <= len(frames):
        yield _Finding("labels.active_frame", _no_frame(turn.active_frame, len(frames)))
    elif turn.author == "wizard" and previous and turn.active_frame != previous.active_frame:
        yield _Finding("labels.active_frame", "a wizard's turn changes it", "oddity")
    for number, act in enumerate(turn.acts):
        yield from _act(f"labels.acts[{number}]", act, turn, len(frames), len(known))
    yield from _acts_without_refs(turn)
    if turn.author == "user" and not isinstance(turn.db_json, UnsetType):
        yield _Finding("db", "expected none on a user's turn")
    if len(database.search) != len(database.result):
        found = f"found {len(database.search)} and {len(database.result)}"
        yield _Finding("db", f"expected as many results as searches, {found}")


def _order(turn: Turn, previous: Turn | None) -> Iterator[_Finding]:
    expected = "wizard" if previous and previous.author == "user" else "user"
    if turn.author != expected:
        yield _Finding("author", f"expected '{expected}', found '{turn.author}'")
    if not 0 <= turn.timestamp < _END_OF_TIME:
        yield _Finding("timestamp", f"expected milliseconds since the epoch, found {turn.timestamp}")
    if previous and turn.timestamp < previous.timestamp:
        yield _Finding("timestamp", "earlier than the turn before", "oddity")


def _frames(frames: Sequence[Frame], known: int) -> Iterator[_Finding]:
    if not frames:
        yield _Finding("labels.frames", "expected a frame, found none")
    if len(frames) < known:
        yield _Finding("labels.frames", f"expected the {known} of the turn before, found {len(frames)}")
    for number, frame in enumerate(frames, 1):
        field = f"labels.frames[{number - 1}]"
        if frame.frame_id != number:
            yield _Finding(f"{field}.frame_id", f"expected {number}, found {frame.frame_id}")
        parent = frame.frame_parent_id
        if (parent is None) != (number == 1) or (parent is not None and not 1 <= parent < number):
            expected = "null" if number == 1 else f"1 to {number - 1}"
            yield _Finding(
                f"{field}.frame_parent_id", f"expected {expected}, found {'null' if parent is None else parent}"
            )
        for slot in frame.info:
            if slot not in _IN_FRAMES:
                yield _Finding(f"{field}.info", f"{shown(slot)} is not a slot of the ontology")


def _act(field: str, act: Act, turn: Turn, frames: int, known: int) -> Iterator[_Finding]:
    yield from _name(field, act, turn)
    for number, arg in enumerate(act.args):
        place = f"{field}.args[{number}]"
        yield from _arg(place, arg)
        if arg.key == "id" and arg.val is not None and not isinstance(arg.val, UnsetType):
            yield from _created(place, arg, frames, known)
        for count, ref in enumerate(arg.refs):
            if not 1 <= ref.frame <= frames:
                yield _Finding(f"{place}.val[{count}].frame", _no_frame(ref.frame, frames))
            for inner, annotation in enumerate(ref.annotations):
                yield from _annotation(f"{place}.val[{count}].annotations[{inner}]", annotation)


def _name(field: str, act: Act, turn: Turn) -> Iterator[_Finding]:
    kind = ACTS.get(act.name)
    if kind is None:
        yield _Finding(f"{field}.name", f"{shown(act.name)} is not an act of the ontology")
    elif not (kind.user if turn.author == "user" else kind.wizard):
        yield _Finding(f"{field}.name", f"'{act.name}' is not an act of a {turn.author}")


def _arg(field: str, arg: Arg) -> Iterator[_Finding]:
    if arg.key not in _ARGUMENTS:
        yield _Finding(f"{field}.key", f"{shown(arg.key)} is not a slot of the ontology")
    elif isinstance(arg.val, tuple) != (arg.key in REFERENCE_KEYS):
        expected = "references" if arg.key in REFERENCE_KEYS else "a value"
        yield _Finding(f"{field}.val", f"expected {expected} for '{arg.key}'")
    elif arg.key in _BOOLEANS and arg.value is not None and not isinstance(arg.value, bool):
        yield _Finding(f"{field}.val", f"expected a boolean for '{arg.key}', found {shown(arg.value)}", "oddity")


def _created(field: str, arg: Arg, frames: int, known: int) -> Iterator[_Finding]:
    if not isinstance(arg.val, int) or isinstance(arg.val, bool):
        yield _Finding(f"{field}.val", f"expected the number of a frame, found {shown(arg.val)}")
    elif not known < arg.val <= frames:
        yield _Finding(f"{field}.val", f"expected a frame that this turn creates, found {arg.val}")


def _annotation(field: str, arg: Arg) -> Iterator[_Finding]:
    if arg.key in REFERENCE_KEYS:
        yield _Finding(field, "expected a slot inside a reference, found another reference")
    else:
        yield from _arg(field, arg)


def _acts_without_refs(turn: Turn) -> Iterator[_Finding]:
    acts = turn.labels.acts_without_refs
    if isinstance(acts, UnsetType):
        if turn.author == "user":
            yield _Finding("labels.acts_without_refs", "missing on a user's turn")
        return
    if [act.name for act in acts] != [act.name for act in turn.acts]:
        yield _Finding("labels.acts_without_refs", "expected the same acts as labels.acts")
    for number, act in enumerate(acts):
        for count, arg in enumerate(act.args):
            field = f"labels.acts_without_refs[{number}].args[{count}]"
            if arg.key in REFERENCE_KEYS or arg.key == "id":
                yield _Finding(f"{field}.key", f"expected a slot, found '{arg.key}'")
            else:
                yield from _arg(field, arg)


def _no_frame(number: int, frames: int) -> str:
    return f"there is no frame {number}, only 1 to {frames}"
